"""Attacks on cases: ids of commands chosen by the attacker, floods of evidence, shares that no computer can hold."""

from typing import Any
from uuid import uuid5

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from msgspec.structs import replace

from clubs.models import Membership, Picture
from games.adjusting.selectors import adjusted
from games.audits.report import Report
from games.cases import deciding, hosts, log, parts
from games.cases.decisions import check_decision
from games.cases.selectors import seen_case
from games.cases.services import answering, deadlines, directing, effects, polling, ruling
from games.cases.services.audits import record_audit
from games.events.cases import Decision, Weighed
from games.models import Case
from tests.api.calls import program_of
from tests.clubs.pictures.samples import photograph
from tests.games.helpers.cases import STANDS, World, at, disputed, do, refusal, then
from tests.games.helpers.sheets import FAILED
from tests.games.helpers.stories import PEOPLE, STORIES, WARNING, after

ADJUSTED = Decision("adjusted", "miscounted", told=FAILED)


def says(case: Case, there: World, seat: int, hours: float, **more: Any) -> str:
    return refusal(do, answering.add_text, case, there.players[seat], at(hours=hours), words="So it was.", **more)


def test_nobody_keeps_a_deadline_from_passing_by_using_the_id_of_its_command(there, case):
    until = log.current(case.pk).until
    guessed = uuid5(case.pk, f"deadline:answer:{until}:0")
    says(case, there, 0, 1, command=guessed)

    assert deadlines.tend_case(case.pk, now=at(hours=49)) == 1
    assert log.current(case.pk).status == "review"


def test_nobody_keeps_a_ruling_from_acting_by_using_the_ids_of_its_commands(there, case):
    for step in ("apply:1:0", "game:apply:1:0"):
        says(case, there, 1, 1, command=uuid5(case.pk, step))
    do(directing.take, case, there.director, at(hours=50))
    do(ruling.rule, case, there.director, at(hours=50), decision=ADJUSTED, words="So it is.")

    assert effects.follow(case.pk, now=at(hours=51))
    assert adjusted(there.sheet.pk).adjustments
    assert log.current(case.pk).applied is not None


def test_nobody_keeps_an_audit_out_of_a_case_by_using_the_id_of_its_command(there, case):
    says(case, there, 1, 1, command=uuid5(case.pk, "audit:1"))
    report = Report(
        format="lelam-audit/1", game=str(there.sheet.pk), kind="sheet", hand=1, through=3, rules="28-kerala-4",
        engine=1, sections=(),
    )  # fmt: skip

    record_audit(case_id=case.pk, number=1, report=report, now=at(hours=2))

    assert [audit.number for audit in log.current(case.pk).audits] == [1]


def test_one_person_does_not_use_up_the_evidence_of_all(there, case):
    codes = [says(case, there, 0, 1) for _each in range(deciding.MAX_EVIDENCE + 1)]

    assert codes[-1] == "too-much-evidence"
    assert says(case, there, 1, 2) == ""


def test_nobody_fills_the_log_by_having_names_withheld_and_shown_again():
    story = STORIES["open"]()
    for _time in range(parts.MAX_SHOWN):
        story.do(deciding.withhold_names, "raiser", after(story)).do(deciding.show_names, "raiser", after(story))

    # A person can always be withheld, and is no bar to others.
    story.do(deciding.withhold_names, "raiser", after(story))
    assert refusal(story.do, deciding.show_names, "raiser", after(story)) == "too-many-changes"
    assert "show-names" not in parts.allowed(story.state, PEOPLE["raiser"], after(story))
    story.do(deciding.withhold_names, "opponent", after(story)).do(deciding.show_names, "opponent", after(story))


@pytest.mark.parametrize(
    ("step", "name", "said"),
    [
        ("open", "opponent", lambda state, actor, now: deciding.answer(state, actor, "contest", now)),
        ("polled", "voter", lambda state, actor, now: deciding.answer_poll(state, actor, 1, "pass", 1, now)),
        ("voting", "member", lambda state, actor, now: deciding.vote(state, actor, 0, now)),
    ],
)
def test_nobody_fills_the_log_by_saying_the_same_again_and_again(step, name, said):
    story = STORIES[step]()
    for _time in range(parts.MAX_CHANGES):
        story.do(said, name, after(story))

    assert refusal(story.do, said, name, after(story)) == "too-many-changes"


def test_of_a_vote_that_was_changed_often_the_last_counts():
    story = STORIES["voting"]()
    story.do(deciding.propose, "member", after(story), WARNING)
    for time in range(parts.MAX_CHANGES):
        story.do(deciding.vote, "member", after(story), time % 2)

    assert story.state.votes["member"].proposal == 1
    story.do(deciding.vote, "second-member", after(story), 1)
    assert story.state.outcome == "changed"


def picture(case: Case, name: str) -> Picture:
    return Picture.objects.create(
        kind=answering.PICTURES, about=case.pk, digest=name.encode(), width=1, height=1, image=b"", thumbnail=b""
    )


def shows(case: Case, there: World, seat: int, shown: Picture) -> str:
    return refusal(do, answering.add_picture, case, there.players[seat], at(hours=2), picture=shown.pk)


def test_one_person_does_not_use_up_the_pictures_of_all(there, case):
    codes = [shows(case, there, 0, picture(case, str(number))) for number in range(5)]

    assert codes == ["", "", "", "", "too-much-evidence"]
    assert shows(case, there, 1, picture(case, "other")) == ""


def test_nobody_deletes_a_picture_of_another_by_adding_and_withdrawing_it(there, case):
    shown = picture(case, "piles")
    assert [shows(case, there, seat, shown) for seat in (0, 1)] == ["", ""]

    do(answering.withdraw_evidence, case, there.players[1], at(hours=3), evidence=2)
    assert Picture.objects.filter(pk=shown.pk).exists()
    do(answering.withdraw_evidence, case, there.players[0], at(hours=3), evidence=1)
    assert not Picture.objects.filter(pk=shown.pk).exists()


def test_a_picture_that_is_refused_as_evidence_is_not_kept(client, there, case):
    client.force_login(there.players[0].user)
    for number in range(4):
        assert shows(case, there, 0, picture(case, str(number))) == ""
    with then(at(hours=4)):
        answer = client.post(
            reverse("games:case_act", args=[case.pk, "picture"]),
            {"picture": SimpleUploadedFile("sheet.jpg", photograph(), "image/jpeg")},
        )

    assert (answer.status_code, Picture.objects.count()) == (422, 4)


@pytest.mark.parametrize("share", ["1e9999999", "1/1000000000000000000000000", "1/0", "0.5", "1_0/2_0", "-1/2", ""])
def test_a_share_is_a_fraction_of_four_digits(share):
    rest = "1/2" if share == "0.5" else "999999999999999999999999/1000000000000000000000000"
    decision = Decision("weighted", "claim", weights=(Weighed(share), Weighed(rest, FAILED)))
    state = replace(STORIES["taken"]().state, host="cup")

    assert refusal(check_decision, state, decision) == "bad-weights"


def test_what_was_decided_for_good_is_not_disputed_again_by_its_players(there, case):
    do(directing.take, case, there.director, at(hours=50))
    do(ruling.rule, case, there.director, at(hours=50), decision=STANDS, words="So it is.")
    assert deadlines.tend_case(case.pk, now=at(days=6)) == 1

    for seat in (0, 1):
        assert refusal(disputed, there, by=there.players[seat], now=at(days=6)) == "decided-already"
    assert refusal(disputed, there, by=there.other, now=at(days=6)) == ""


def test_a_director_who_reads_the_case_is_not_asked_in_a_blind_poll(there, case):
    do(directing.take, case, there.director, at(hours=50))

    for officer in (there.other, there.owner):
        code = refusal(do, polling.open_poll, case, there.director, at(hours=51), seat=0, step=2, voters=[officer])
        assert code == "voter-involved"


def test_a_voter_who_is_made_a_director_reads_no_case_while_the_poll_is_open(there, case):
    voter = there.members[0]
    do(directing.take, case, there.director, at(hours=50))
    do(polling.open_poll, case, there.director, at(hours=51), seat=0, step=2, voters=[voter])
    Membership.objects.filter(player=voter).update(role="director")

    assert refusal(seen_case, case.pk, voter, now=at(hours=52)) == "unknown-case"
    assert refusal(do, directing.take, case, voter, at(hours=52)) == "unknown-case"
    do(polling.close_poll, case, there.director, at(hours=53), poll=1)
    assert seen_case(case.pk, voter, now=at(hours=54)).insider


BAD = [
    {"kind": "weighted", "weights": [{"share": "1e9999999"}, {"share": "1/2"}]},
    {"kind": "weighted", "weights": [{"share": "half"}, {"share": "1/0"}]},
    {"kind": "weighted", "weights": []},
    {"kind": "warning", "warned": 7},
    {"kind": "warning"},
    {"kind": "row"},
    {"kind": "row", "row": {"rule": "56-IRR-25", "remedy": "nonsense", "offender": 7}},
    {"kind": "warning", "row": {"rule": "56-IRR-27", "remedy": "warning", "offender": 7}},
    {"kind": "adjusted"},
    {"kind": "adjusted", "told": {"outcome": "made", "declarer": 7, "number": 17, "points": 18}},
    {"kind": "adjusted", "told": {"outcome": "made", "declarer": 0, "number": 10**30, "points": -(10**17)}},
    {"kind": "adjusted", "told": {"outcome": "made", "declarer": -1, "number": -5, "points": 2**63 - 1}},
    {"kind": "adjusted", "told": {"outcome": "made", "declarer": 0, "number": 17, "points": 18, "shares": [9, -9]}},
    {"kind": "adjusted", "told": {"outcome": "nonsense", "surrender": "\x00"}},
    {"kind": "stands", "rule": "\u202e-1"},
]


@pytest.mark.parametrize("step", ["ruling/preview", "ruling"])
@pytest.mark.parametrize("hosted", [False, True])
def test_no_decision_breaks_the_server(there, host, hosted, step, monkeypatch):
    cache.clear()
    if not hosted:
        monkeypatch.setattr(hosts, "_finders", [])
    case = disputed(there)
    do(directing.take, case, there.director, at(hours=1 if hosted else 50))
    director = program_of(there.director)
    for bad in BAD:
        with then(at(hours=1.1 if hosted else 51)):
            answer = director.post(f"cases/{case.pk}/{step}/", {"reason": "other", "words": "So."} | bad)
        assert answer.status_code in (400, 422), (bad, answer.status_code, answer.content)


@pytest.mark.parametrize("until", ["0001-01-01T00:00", "9999-12-31T23:59"])
def test_a_deadline_at_an_end_of_the_calendar_is_refused_beside_its_field(client, there, case, until):
    do(directing.take, case, there.director, at(hours=50))
    client.force_login(there.director.user)
    with then(at(hours=51)):
        answer = client.post(reverse("games:case_act", args=[case.pk, "deadline"]), {"until": until})

    assert answer.status_code == 422
