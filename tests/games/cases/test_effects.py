"""The effects of decisions: in the game and in its tournament, once, and taken back."""

from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from clubs.models import Notice
from engine.written import SheetHand
from games import store
from games.adjusting.selectors import adjusted, is_adjusted
from games.audits.report import Report, digest_of
from games.cases import deciding, log, rows
from games.cases.parts import Actor
from games.cases.services import answering, appealing, deadlines, directing, effects, raising, ruling
from games.cases.services.audits import record_audit
from games.events import cases as events
from games.events.cases import Decision, Weighed
from games.models import Case
from games.replaying.streams import first_refused
from games.sheets import services as sheets
from games.tables.services.ending import end_game
from tests.api.calls import program_of
from tests.factories import ClubFactory, MembershipFactory, PlayerFactory
from tests.games.helpers.cases import STANDS, World, at, disputed, do, refusal, then, world
from tests.games.helpers.sheets import FAILED, MADE, enter
from tests.games.helpers.stories import BEGAN, HOUR, STORIES
from tests.games.helpers.tables import play_on, table_of
from tests.races import at_once

ADJUSTED = Decision("adjusted", "miscounted", told=FAILED)
WEIGHTED = Decision("weighted", "claim", weights=(Weighed("3/5"), Weighed("2/5", FAILED)))


def rule(case: Case, there: World, decision: Decision, hours: float = 50) -> Any:
    """Rule on a case whose other side has not answered."""
    do(directing.take, case, there.director, at(hours=hours))
    return do(ruling.rule, case, there.director, at(hours=hours), decision=decision, words="So it is.")


def owed(case: Case) -> bool:
    case.refresh_from_db()
    return case.owed


def test_a_ruling_acts_at_once_and_provisionally(there, case, django_capture_on_commit_callbacks):
    before = adjusted(there.sheet.pk).after.points

    with django_capture_on_commit_callbacks(execute=True):
        rule(case, there, ADJUSTED)

    state = log.current(case.pk)
    game = adjusted(there.sheet.pk)
    assert (state.applied.ruling, state.applied.adjustment, owed(case)) == (1, 1, False)
    assert game.after.points != before == game.before.points
    assert Case.objects.provisional([there.sheet.pk]) == {there.sheet.pk: case.pk}
    assert [first_refused(store.load(stream)) for stream in (case.pk, there.sheet.pk)] == [None, None]


def test_a_ruling_that_is_withdrawn_leaves_everything_as_it_was(there, case):
    before = adjusted(there.sheet.pk).after.points
    rule(case, there, ADJUSTED)
    assert effects.follow(case.pk, now=at(hours=51))

    do(ruling.withdraw_ruling, case, there.director, at(hours=52))
    assert owed(case)
    assert effects.follow(case.pk, now=at(hours=52))

    assert log.current(case.pk).applied is None
    assert adjusted(there.sheet.pk).after.points == before
    assert not is_adjusted(there.sheet.pk)
    again = do(ruling.rule, case, there.director, at(hours=53), decision=ADJUSTED, words="After all.")
    assert again.decided == 2
    effects.follow(case.pk, now=at(hours=53))
    assert (log.current(case.pk).applied.adjustment, is_adjusted(there.sheet.pk)) == (2, True)
    assert first_refused(store.load(case.pk)) is None


def test_a_committee_that_changes_the_ruling_reverses_it_and_applies_its_own(there, case):
    rule(case, there, ADJUSTED)
    effects.follow(case.pk, now=at(hours=51))
    do(appealing.appeal, case, there.players[1], at(hours=52), words="No.")
    do(appealing.name_committee, case, there.owner, at(hours=53), members=there.members[:1])
    other = Decision("adjusted", "claim", told=SheetHand("made", 0, 17, auction=1, points=22))
    do(appealing.propose, case, there.members[0], at(hours=54), decision=other, words="20 was bid.")
    do(appealing.vote, case, there.members[0], at(hours=55), proposal=1)

    effects.follow_owed(at(hours=55))

    state = log.current(case.pk)
    assert (state.outcome, state.applied.ruling, state.applied.adjustment) == ("changed", 0, 2)
    types = [type(happened.event).__name__ for happened in state.timeline if happened.actor == ""]
    assert types[-3:] == ["DecisionApplied", "DecisionReversed", "DecisionApplied"]
    assert first_refused(store.load(case.pk)) is None


def test_a_ruling_that_stands_changes_nothing(there, case):
    rule(case, there, STANDS)

    assert not owed(case)
    assert effects.follow(case.pk, now=at(hours=51))
    assert not is_adjusted(there.sheet.pk)


def test_a_decision_that_cannot_be_applied_is_refused_and_nothing_is_ruled(there, case):
    do(directing.take, case, there.director, at(hours=50))
    impossible = Decision("adjusted", "other", told=SheetHand("made", 0, 99, auction=1, points=18))

    assert refusal(do, ruling.rule, case, there.director, at(hours=50), decision=impossible, words="So.")
    assert log.current(case.pk).ruling is None


def test_a_running_game_waits_until_it_ends(db):
    there = world(hands=2)
    with then(at()):
        sheets.withdraw(sheet_id=there.sheet.pk, player=there.director)
    case = disputed(there)
    assert log.current(case.pk).closes_at is None
    rule(case, there, ADJUSTED)

    assert not effects.follow(case.pk, now=at(hours=51))
    assert effects.follow_owed(at(hours=51)) == 0
    assert (owed(case), is_adjusted(there.sheet.pk)) == (True, False)

    with then(at(hours=51)):
        enter(there.sheet, there.director, MADE)
    assert effects.follow_owed(at(hours=52)) == 1
    assert (owed(case), is_adjusted(there.sheet.pk)) == (False, True)


def test_the_tournament_follows_first_with_exact_points_and_the_words(there, host):
    case = disputed(there)
    effects.follow(case.pk, now=at())
    rule(case, there, ADJUSTED, hours=1)
    effects.follow(case.pk, now=at(hours=1))

    event = adjusted(there.sheet.pk).adjustments[0].event
    applied = ("apply", "adjusted", event.points, event.winners, there.director, "So it is.")
    assert host.calls == [("note", True), applied, ("note", True)]
    assert log.current(case.pk).applied.hosted

    do(ruling.withdraw_ruling, case, there.director, at(hours=1.1))
    effects.follow(case.pk, now=at(hours=1.1))
    assert host.calls[3:] == [("reverse", there.director), ("note", True)]
    deadlines.tend_cases(at(hours=1.7))
    do(raising.withdraw_case, case, there.players[0], at(hours=1.8))
    effects.follow_owed(at(hours=1.8))
    assert host.calls[-1] == ("note", False)


def test_a_tournament_that_keeps_the_ruled_result_is_told_of_on_the_page(client, there, host):
    case = disputed(there)
    rule(case, there, WEIGHTED, hours=1)
    effects.follow(case.pk, now=at(hours=1))
    host.keeps = True
    do(ruling.withdraw_ruling, case, there.director, at(hours=1.1))
    effects.follow(case.pk, now=at(hours=1.1))

    state = log.current(case.pk)
    assert (state.kept, state.applied, owed(case)) == (True, None, False)
    assert not Notice.objects.filter(kind="result-changed", details__what="back").exists(), "nothing came back"
    client.force_login(there.players[0].user)
    page = client.get(reverse("games:case", args=[case.pk])).content.decode()
    assert "The Cup kept the result as ruled" in page
    assert program_of(there.players[0]).get(f"cases/{case.pk}/").json()["kept"]
    assert first_refused(store.load(case.pk)) is None


def test_a_later_ruling_that_the_tournament_takes_ends_that_it_keeps_another():
    reversed_ = STORIES["ruling-withdrawn"]().append([events.DecisionApplied(1, 0, True)], BEGAN + 8 * HOUR)
    reversed_.append(deciding.reverse(reversed_.state, kept=True), BEGAN + 8 * HOUR)
    for hosted in (False, True):
        state = reversed_.append([events.DecisionApplied(2, 1, hosted)], BEGAN + 9 * HOUR).state
        assert state.kept is not hosted


def test_a_weighted_decision_acts_in_the_tournament_alone(there, host):
    case = disputed(there)
    rule(case, there, WEIGHTED, hours=1)
    effects.follow(case.pk, now=at(hours=1))

    assert host.calls[0][:2] == ("apply", "weighted")
    assert log.current(case.pk).applied.adjustment == 0
    assert not is_adjusted(there.sheet.pk)


def test_a_game_of_no_tournament_takes_no_weighted_decision(there, case):
    do(directing.take, case, there.director, at(hours=50))

    code = refusal(do, ruling.rule, case, there.director, at(hours=50), decision=WEIGHTED, words="So.")

    assert code == "no-tournament"


def test_a_tournament_that_fails_changes_nothing_and_is_asked_again(there, host):
    """The game is not adjusted without its tournament: both in one transaction, retried."""
    case = disputed(there)
    host.fails = True
    rule(case, there, ADJUSTED, hours=1)

    assert effects.follow_owed(at(hours=1)) == 0
    assert (is_adjusted(there.sheet.pk), log.current(case.pk).applied, owed(case)) == (False, None, True)

    host.fails = False
    assert effects.follow_owed(at(hours=1.1)) == 1
    assert (is_adjusted(there.sheet.pk), owed(case)) == (True, False)


def test_effects_followed_twice_are_done_once(there, case):
    rule(case, there, ADJUSTED)

    for _time in range(3):
        effects.follow(case.pk, now=at(hours=51))

    assert len(adjusted(there.sheet.pk).adjustments) == 1
    assert not rows.is_owed(log.current(case.pk))


def test_another_case_about_the_hand_replaces_what_the_first_decided(there, case):
    rule(case, there, ADJUSTED)
    effects.follow(case.pk, now=at(hours=51))
    deadlines.tend_cases(at(hours=51, days=3))
    again = disputed(there, by=there.players[1], subject="deal", now=at(days=6), command=uuid4())
    do(directing.take, again, there.other, at(days=8))
    do(ruling.rule, again, there.other, at(days=8), decision=Decision("adjusted", "claim", told=MADE), words="18.")
    effects.follow_owed(at(days=8))

    assert [each.event.case for each in adjusted(there.sheet.pk).adjustments] == [str(case.pk), str(again.pk)]
    assert adjusted(there.sheet.pk).after.points == adjusted(there.sheet.pk).before.points
    do(ruling.withdraw_ruling, again, there.other, at(days=9))
    effects.follow_owed(at(days=9))
    assert adjusted(there.sheet.pk).after.points != adjusted(there.sheet.pk).before.points


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_apply_a_decision_once_and_a_ruling_withdrawn_meanwhile_leaves_nothing():
    there = world()
    case = disputed(there)
    rule(case, there, ADJUSTED)

    came = at_once(*[lambda: effects.follow_owed(at(hours=51))] * 3)

    assert not [each for each in came if isinstance(each, Exception)]
    assert effects.follow_owed(at(hours=51)) in (0, 1)
    assert len(adjusted(there.sheet.pk).adjustments) == 1
    assert (log.current(case.pk).applied.adjustment, owed(case)) == (1, False)

    def withdraw() -> object:
        return do(ruling.withdraw_ruling, case, there.director, at(hours=52))

    at_once(withdraw, lambda: effects.follow_owed(at(hours=52)))
    effects.follow_owed(at(hours=52))
    assert (log.current(case.pk).applied, is_adjusted(there.sheet.pk), owed(case)) == (None, False, False)
    assert [first_refused(store.load(stream)) for stream in (case.pk, there.sheet.pk)] == [None, None]


def test_a_command_whose_row_was_read_before_another_keeps_what_that_one_owes(there, host):
    case = disputed(there)
    effects.follow_owed(at())
    stale = Case.objects.get(pk=case.pk)
    do(raising.withdraw_case, case, there.players[0], at(minutes=1))

    log.write(
        stale,
        lambda state, now: deciding.withhold_names(state, Actor(state.raised_by, frozenset({state.raised_by})), now),
        command=uuid4(),
        now=at(minutes=2),
    )

    row = Case.objects.get(pk=case.pk)
    assert (row.owed, row.closed_at, row.names_withheld) == (True, at(minutes=1), True)
    effects.follow_owed(at(minutes=3))
    assert host.calls[-1] == ("note", False)


def test_an_audit_is_noted_once_and_not_in_a_closed_case(there, case):
    report = Report("lelam-audit/1", str(there.sheet.pk), "sheet", 1, 4, "28-kerala-4", 1, ())

    for number in (1, 1, 2, 1):
        record_audit(case.pk, number, report, now=at(hours=number))
    assert [(audit.number, audit.digest, audit.verdict) for audit in log.current(case.pk).audits] == [
        (1, digest_of(report), "clean"), (2, digest_of(report), "clean"),
    ]  # fmt: skip
    do(raising.withdraw_case, case, there.players[0], at(hours=3))
    assert not record_audit(case.pk, 3, report, now=at(hours=4)).new
    assert first_refused(store.load(case.pk)) is None


def test_a_game_that_was_called_off_has_no_result_to_be_changed(db):
    """Ruled while it ran, the decision changes nothing; ruled later, it is refused."""
    club = ClubFactory()
    players = [PlayerFactory() for _seat in range(4)]
    director = PlayerFactory()
    for player, role in (*((each, "player") for each in players), (director, "director")):
        MembershipFactory(club=club, player=player, role=role)
    table = table_of(players, club=club, options={"ending": {"type": "hands", "count": 9}})
    play_on(table, players, lambda actions: actions[0], lambda state: state.hand == 2)
    given = {"subject": "score", "words": "17.", "command": uuid4()}
    case = raising.dispute(game=table.pk, hand=1, player=players[0], **given)
    acts = {"case_id": case.pk, "player": director}
    answering.answer(case_id=case.pk, player=players[1], stance="agree", command=uuid4())
    directing.take(**acts, command=uuid4())
    passed = Decision("adjusted", "agreed", told=SheetHand("made", 0, 16, auction=1, points=18))
    ruling.rule(**acts, decision=passed, words="Agreed.", command=uuid4())
    assert not effects.follow(case.pk)

    end_game(table_id=table.pk, at_once=True, command=uuid4())

    assert effects.follow(case.pk)
    assert (log.current(case.pk).applied.adjustment, is_adjusted(table.pk), owed(case)) == (0, False, False)
    ruling.withdraw_ruling(**acts, command=uuid4())
    assert effects.follow(case.pk)
    assert refusal(ruling.rule, **acts, decision=passed, words="Agreed.", command=uuid4()) == "no-result"
    assert first_refused(store.load(case.pk)) is None
