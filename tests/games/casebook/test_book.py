"""The case book: who finds which case, what is told of it, and nothing that names anybody where names are withheld."""

import json
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player
from games import store
from games.audits.report import Finding, Section, canonical
from games.audits.services import audit_case
from games.casebook.features import features_of
from games.casebook.masking import without_names
from games.casebook.selectors import Filters, in_book, looked_for, similar_to
from games.casebook.services import rebuild_features, tend_features
from games.casebook.showing import book_case
from games.cases import log
from games.cases.services import naming, raising
from games.events.cases import Decision
from games.models import AuditSection, Case, CaseFeatures, Table
from games.polls.services import close_poll
from tests.games.helpers.booked import APPEALED, RULED, appealed, decided
from tests.games.helpers.polled import MEMBERS, NAMES, QUESTION, TITLE, Disputed, disputed_table

pytestmark = pytest.mark.django_db

LONG_AGO = timedelta(days=30)


@pytest.fixture
def there() -> Disputed:
    log.forget_all()
    return disputed_table(ago=LONG_AGO, step_phase="Trick 2")


def browser(player: Player | None) -> Client:
    """Return the browser of a player, or of a visitor."""
    client = Client()
    if player is not None:
        client.force_login(player.user)
    return client


def page_of(case: Case, player: Player | None = None) -> str:
    """Return the page of a case."""
    answer = browser(player).get(reverse("games:casebook_case", args=[case.club.slug, case.number]))
    assert answer.status_code == 200
    return answer.content.decode()


def withhold(there: Disputed, player: Player) -> None:
    """Have a person of the case ask that nobody be named."""
    naming.withhold_names(case_id=there.case.pk, player=player, command=uuid4())
    there.case.refresh_from_db()


def test_a_decided_case_is_in_the_book_and_an_open_or_a_withdrawn_one_is_not(there: Disputed):
    assert not in_book(None)
    assert "No case has been decided yet" in browser(None).get(reverse("games:casebook")).content.decode()

    case = decided(there)
    assert list(in_book(None)) == [case]
    page = page_of(case)
    for told in (QUESTION, RULED, "nobody was at fault", "28-PLAY-4", *NAMES):
        assert told.replace("'", "&#x27;") in page
    assert f"/tables/{there.table.pk}/hands/1/?step={case.step}" in page

    again = disputed_table(ago=LONG_AGO, seed=6)
    raising.withdraw_case(case_id=again.case.pk, player=again.players[0], command=uuid4(), now=again.now)
    assert list(in_book(None)) == [case]


def test_a_case_of_a_hand_that_the_reader_may_not_see_is_not_in_the_readers_book(there: Disputed):
    case = decided(there)
    Table.objects.filter(pk=there.table.pk).update(invitation="abcdef0123456789")

    address = reverse("games:casebook_case", args=[case.club.slug, case.number])
    assert not in_book(None)
    assert not in_book(there.members[0]).exclude(pk=case.pk)
    assert browser(None).get(address).status_code == 404
    assert browser(None).get(f"{address}case.json").status_code == 404
    assert page_of(case, there.players[1])


@pytest.mark.parametrize("withheld", [False, True])
def test_the_stream_of_the_game_is_read_once(there: Disputed, withheld: bool, monkeypatch: pytest.MonkeyPatch):
    case = decided(there)
    if withheld:
        withhold(there, there.players[0])
    loaded = []
    load = store.load
    monkeypatch.setattr(
        store, "load", lambda stream, *more, **named: loaded.append(stream) or load(stream, *more, **named)
    )

    assert book_case(case).replay is not None
    assert loaded.count(there.table.pk) == 1


def test_an_appeal_is_told_with_the_votes(there: Disputed):
    case = appealed(there, Decision("warning", "conduct", warned=1))
    shown = book_case(case)

    assert (shown.outcome_code, shown.appeal.votes, shown.appeal.members) == ("changed", 2, 3)
    page = page_of(case)
    for told in (APPEALED, "decided otherwise, with 2 of 3 votes", "a warning goes to Beeran Haji and Devaki Menon"):
        assert told in page


@pytest.mark.parametrize("withholder", [0, 2])
def test_where_somebody_withholds_names_nothing_tells_who_it_was(there: Disputed, withholder: int):
    """Page, list, file and similar cases: no name, also none in the words of others, no id, no way to the table."""
    there.asks(*there.members[:1], choice=there.choice("Trick 2"), now=there.now)
    case = Case.objects.get(pk=there.case.pk)
    audit_case(case_id=case.pk, record=lambda *_audit, **_members: None)
    assert page_of(decided_with_open_poll(there))
    withhold(there, there.players[withholder])
    address = reverse("games:casebook_case", args=[case.club.slug, case.number])

    for path in (address, f"{address}case.json", reverse("games:casebook"),
                 reverse("games:club_casebook", args=[case.club.slug]) + "?q=PLAY"):  # fmt: skip
        told = browser(None).get(path).content.decode()
        told = told.replace(there.club.name, "").replace(there.club.slug, "")
        secrets = (
            *NAMES, *(part for name in NAMES for part in name.split()), there.director.name, *MEMBERS,
            TITLE, "Friday", str(there.table.pk), str(case.pk), *(str(one.pk) for one in there.players),
        )  # fmt: skip
        for secret in secrets:
            assert secret not in told
        assert not re.search(r"/(tables|sheets|cases)/[0-9a-f-]{36}", told)
    page = page_of(case)
    assert (QUESTION in page) is False
    assert ("The words of a player of side A are withheld" in page) == (withholder == 0)
    assert "a player of side A led out of turn" in page
    assert "at the table" in page
    assert looked_for(None, Filters(text="Chacko")).count() == 0
    naming.show_names(case_id=case.pk, player=there.players[withholder], command=uuid4())
    assert "Ammini Kuriakose" in page_of(case)


def decided_with_open_poll(there: Disputed) -> Case:
    """Close the polls of a case and have it decided."""

    close_poll(
        case_id=there.case.pk, player=there.director, poll=1, command=uuid4(), now=there.now + timedelta(minutes=5)
    )
    return decided(there)


def test_what_the_audit_found_stands_in_the_book_with_names_or_without(there: Disputed):
    audit_case(case_id=there.case.pk, record=lambda *_audit, **_members: None)
    AuditSection.objects.filter(name="score").update(
        body=canonical(
            Section("score", findings=(Finding("rule-broken", "fault", 4, "28-PLAY-4", {"seat": 1}),))
        ).decode()
    )
    case = decided(there)
    assert "Beeran Haji acted against a rule." in book_case(case).findings
    assert "Beeran Haji acted against a rule." in page_of(case)
    withhold(there, there.players[0])
    assert "B1 acted against a rule." in page_of(case)


def test_the_book_is_searched_by_game_rule_subject_outcome_club_and_text(there: Disputed):
    case = decided(there)
    other = appealed(disputed_table("56-kerala-4", ago=LONG_AGO, subject="conduct"))

    for filters, expected in (
        (Filters(), {case.pk, other.pk}),
        (Filters(family="56"), {other.pk}),
        (Filters(rule="28-play-4"), {case.pk}),
        (Filters(subject="conduct"), {other.pk}),
        (Filters(outcome="ruled"), {case.pk}),
        (Filters(outcome="changed"), set()),
        (Filters(club=there.club.slug), {case.pk, other.pk}),
        (Filters(club="elsewhere"), set()),
        (Filters(text="saw it otherwise"), {other.pk}),
        (Filters(text="PLAY-4"), {case.pk}),
        (Filters(text="nothing like it"), set()),
        (Filters(family="28", subject="conduct"), set()),
    ):
        assert set(looked_for(None, filters).values_list("pk", flat=True)) == expected
    found = browser(None).get(reverse("games:casebook"), {"subject": "conduct", "page": "7", "family": "99"})
    assert found.status_code == 200
    assert browser(None).get(reverse("games:casebook"), {"q": "\x00", "rule": "x" * 500}).status_code == 200


def test_similar_cases_come_by_rule_before_subject_and_phase_before_position():
    log.forget_all()
    first = disputed_table(ago=LONG_AGO, step_phase="Trick 2")
    cases = {"rule": decided(disputed_table(ago=LONG_AGO, seed=7, subject="conduct"))}
    plain = Decision("stands", "no-fault")
    cases["subject and phase"] = decided(disputed_table(ago=LONG_AGO, seed=8, step_phase="Trick 3"), plain)
    cases["subject"] = decided(disputed_table(ago=LONG_AGO, seed=9), plain)
    cases["phase"] = decided(disputed_table(ago=LONG_AGO, seed=10, subject="time", step_phase="Trick 2"), plain)
    cases["nothing"] = decided(disputed_table("56-kerala-4", ago=LONG_AGO), plain)
    assert tend_features() == 5
    assert tend_features() == 0
    case = decided(first)

    found = similar_to(case, None)
    assert [one.case.pk for one in found] == [
        cases[name].pk for name in ("rule", "subject and phase", "subject", "phase")
    ]
    assert [one.reason for one in found] == [
        "the same rule",
        "the same subject at the same point of the hand",
        "the same subject",
        "a position like this one",
    ]
    assert case.pk not in {one.case.pk for one in similar_to(case, None)}
    page = page_of(case)
    assert page.count("/casebook/") > 4


def test_features_follow_from_case_and_hand_and_can_be_made_anew(there: Disputed):
    case = decided(there)
    assert tend_features() == 1
    kept = CaseFeatures.objects.values().get(case=case)
    CaseFeatures.objects.update(phase="", trick=None, bid=None, made_by=0)

    assert rebuild_features() == 1
    assert CaseFeatures.objects.values().get(case=case) == kept
    features = features_of(case, log.current(case.pk))
    assert (features.family, features.players, features.subject, features.rule) == ("28", 4, "play", "28-PLAY-4")
    assert (features.phase, features.trick) == ("play", 2)
    assert features.trump in ("hidden", "open")
    assert features.acts in ("declarer", "partner", "defender")


def test_a_case_is_a_file_too(there: Disputed):
    case = decided(there)
    told = json.loads(
        browser(None).get(reverse("games:casebook_case_json", args=[case.club.slug, case.number])).content
    )

    assert (told["format"], told["number"], told["outcome"]) == ("lelam-case/1", case.number, "ruled")
    assert told["question"] == {"by": NAMES[0], "text": QUESTION, "withheld": False}
    assert told["ruling"]["words"]["text"] == RULED
    assert len(told["hand"]["cards"]) == 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AMMINI led.", "X led."),
        ("Ammini Kuriakose and Kuriakose", "X and X"),
        ("ammini's card, Amminiyude card", "X's card, X card"),
        ("Programming", "Programming"),
        ("K. led", "K. led"),
    ],
)
def test_names_are_taken_out_of_words_in_whole_and_in_part(text: str, expected: str):
    assert without_names(text, {"Ammini K. Kuriakose": "X", "Ammini Kuriakose": "X"}) == expected
