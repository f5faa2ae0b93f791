"""A tournament as the host of a disputed game: found, told, changed by a ruling, and changed back."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from uuid import uuid4

import pytest
from msgspec.structs import replace

from clubs.models import Club, Player
from games import store
from games.cases.hosts import find_host
from games.events.cases import Decision
from games.replaying.streams import first_refused
from tests.factories import MembershipFactory, PlayerFactory
from tests.lanes import in_lanes
from tests.races import at_once
from tests.tournaments.helpers.directed import do, state_of
from tests.tournaments.helpers.disputed import (
    FAILED,
    MADE,
    adjusted_to,
    apply,
    counted,
    host_of,
    play,
    raised,
    reverse,
    sheet_cup,
    sheet_of,
    weighted,
)
from tournaments.cases.publishing import published_at
from tournaments.deeds.opening import AbandonTournament, CloseTournament, NameStaff, PlanStage
from tournaments.deeds.playing import CorrectResult, ReopenMatch
from tournaments.deeds.publishing import ReleaseResults, SetEmbargo
from tournaments.deeds.staging import BeginStage, CallRound, CloseStage, PairRound, ReleaseRound
from tournaments.directing.acting import undo
from tournaments.directing.awards import add_prize
from tournaments.directing.reporting import take_result, take_results
from tournaments.events.settings import DisputeWindows, MatchPlan, Qualifiers, StagePlan
from tournaments.log.errors import NotUndoable
from tournaments.log.seen import seen
from tournaments.models import Award, Tournament
from tournaments.state.disputes import disputed
from tournaments.state.outcomes import outcome_of
from tournaments.state.tournament import TournamentState

pytestmark = pytest.mark.django_db(transaction=True)


def but_for_the_log(cup: Tournament) -> TournamentState:
    """Return a tournament without what an entry in the log alone changes; its cases are looked at elsewhere."""
    state = state_of(cup).copied()
    state.version = state.moved = state.timed = 0
    state.at = state.matches[1].filled_at
    state.matches = {number: replace(match, disputes=()) for number, match in state.matches.items()}
    return state


def replays(cup: Tournament) -> bool:
    return first_refused(store.load(cup.pk)) is None


def test_a_game_of_a_tournament_has_it_as_its_host(club: Club, director: Player):
    cup = sheet_cup(club, director, "knock_out", disputes=DisputeWindows(answer=7))
    sheet = sheet_of(cup, 1)
    host = host_of(sheet)
    assert (host.id, host.name) == (cup.pk, cup.name)
    assert (host.windows.dispute, host.windows.answer) == (30 * 60, 7 * 60)
    match = state_of(cup).matches[1]
    assert host.squads == tuple(frozenset(state_of(cup).entrants[side[0]].squad) for side in match.sides)
    other, scorer = PlayerFactory(), PlayerFactory()
    assert host.directs(director)
    assert not host.directs(other)
    do(
        cup, director, NameStaff(player=str(other.pk), role="director"),
        NameStaff(player=str(scorer.pk), role="scorer"),
    )  # fmt: skip
    assert host.directs(other)
    assert not host.directs(scorer)
    assert host_of(sheet).directors == {str(other.pk)}, "they are told of its cases, beside the officers of the club"
    assert find_host(uuid4()) is None


def test_a_result_is_published_at_its_end_or_with_its_release(club: Club, director: Player):
    cup = sheet_cup(club, director, "swiss")
    sheet = sheet_of(cup, 1)
    assert host_of(sheet).published_at is None, "it runs"
    play(cup, director, 1)
    ended = host_of(sheet).published_at
    assert ended is not None
    do(cup, director, SetEmbargo())
    assert host_of(sheet).published_at == ended, "it was known before"
    late = play(cup, director, 2)
    assert host_of(late).published_at is None
    do(cup, director, ReleaseResults())
    released = host_of(late).published_at
    assert released is not None
    assert released == state_of(cup).at
    assert host_of(sheet).published_at == ended


def test_an_embargo_that_ends_at_an_hour_publishes_at_that_hour(club: Club, director: Player):
    cup = sheet_cup(club, director, "swiss")
    hour = int(state_of(cup).at.timestamp()) + 3_600
    do(cup, director, SetEmbargo(until=hour))
    play(cup, director, 1)
    row = host_of(sheet_of(cup, 1))
    assert row.published_at is None
    ended = state_of(cup).at
    assert published_at(cup.pk, ended, ended) is None
    assert published_at(cup.pk, ended, ended + timedelta(hours=2)) == datetime.fromtimestamp(hour, UTC)


def test_a_dispute_is_noted_and_closed(club: Club, director: Player):
    cup = sheet_cup(club, director, "swiss")
    case = raised(play(cup, director, 1), director)
    host = host_of(case.game)
    host.note(case, True)
    version = state_of(cup).version
    host.note(case, True)
    assert state_of(cup).version == version
    (dispute,) = state_of(cup).matches[1].disputes
    assert (dispute.case, dispute.game, dispute.hand) == (str(case.pk), 1, 1)
    with pytest.raises(NotUndoable, match="of-a-case"):
        undo(cup, version, by=director, command=uuid4())
    host.note(case, False)
    assert disputed(state_of(cup)) == ()
    assert replays(cup)


@pytest.mark.parametrize("follow_up", in_lanes(("keep", "re_pair", "replay"), ("re_pair",)))
@pytest.mark.parametrize("kind", ["adjusted", "weighted"])
@pytest.mark.parametrize("form", ["swiss", "knock_out"])
def test_a_ruling_and_its_reverse_leave_the_tournament_as_it_was(
    club: Club, director: Player, form: str, kind: str, follow_up: str
):
    cup = sheet_cup(club, director, form)
    for match in (1, 2):
        play(cup, director, match)
    if form == "swiss":
        do(cup, director, PairRound(stage=1))
    case = raised(sheet_of(cup, 1), director)
    before = but_for_the_log(cup)
    decision = (
        adjusted_to(follow_up=follow_up)
        if kind == "adjusted"
        else weighted(("2/5", None), ("3/5", FAILED), follow_up=follow_up)
    )
    command = uuid4()
    assert apply(case, decision, director, command)
    after = but_for_the_log(cup)
    assert after != before
    assert host_of(case.game).apply(case, decision, (), (), director, "", command)
    assert but_for_the_log(cup) == after, "the same command changes nothing"
    assert take_results() == 0, "the game's own report is not taken again"
    reverse(case, director)
    assert but_for_the_log(cup) == before
    assert not take_result(case.game)
    assert replays(cup)


def test_a_replayed_final_comes_back_when_the_committee_decides_otherwise(club: Club, director: Player):
    cup = sheet_cup(club, director, "knock_out")
    for match in (1, 2):
        play(cup, director, match)
    do(cup, director, ReleaseRound(stage=1, round=2), CallRound(stage=1, round=2))
    play(cup, director, 3)
    case = raised(sheet_of(cup, 1), director)
    host, before = host_of(case.game), state_of(cup).matches[3]
    kept = host.preview(adjusted_to(), 1, director)
    assert (kept.refusal, kept.changes) == ("follows-started", ())
    assert "Match 3" in kept.message or "match 3" in kept.message
    assert not apply(case, adjusted_to(), director), "the final was played"
    assert state_of(cup).matches[3] == before
    foreseen = host.preview(adjusted_to(follow_up="replay"), 1, director)
    assert {change.kind for change in foreseen.changes} == {"advances", "bracket", "replay"}

    now = counted(case.game).after
    assert host.apply(case, adjusted_to(follow_up="replay"), now.points, now.winners, director, "", uuid4())
    final = state_of(cup).matches[3]
    assert final.sides[0] == state_of(cup).matches[1].sides[1]
    assert not final.has_begun
    replayed = play(cup, director, 3, "failed")
    assert state_of(cup).matches[3].games[0].stream == str(replayed)

    reverse(case)
    final = state_of(cup).matches[3]
    assert (final.sides, final.games) == (before.sides, before.games)
    assert outcome_of(state_of(cup), state_of(cup).matches[1]).winner == 0
    assert replays(cup)


def test_points_of_a_weighted_hand_are_exact(club: Club, director: Player):
    cup = sheet_cup(club, director, "swiss")
    case = raised(play(cup, director, 1), director)
    own = state_of(cup).matches[1].games[0].report
    assert apply(case, weighted(("3/5", None), ("2/5", FAILED)), director)
    match = state_of(cup).matches[1]
    assert match.games[0].report == own, "the game itself stays"
    made, failed = match.games[0].weighed
    assert (made.share, made.report) == ("3/5", own)
    assert (failed.share, failed.report.winners) == ("2/5", (1,))
    outcome = outcome_of(state_of(cup), match)
    assert outcome is not None
    assert outcome.match_points == (Fraction(6, 5), Fraction(4, 5))
    assert outcome.points[0] == Fraction(3, 5) * own.points[0]


def test_rulings_on_one_hand_replace_each_other_in_a_preview(club: Club, director: Player):
    cup = sheet_cup(club, director, "swiss")
    case = raised(play(cup, director, 1), director)
    host = host_of(case.game)
    assert apply(case, weighted(("3/5", None), ("2/5", FAILED)), director)
    back = host.preview(Decision("stands", "no-fault"), 1, director)
    assert {change.kind for change in back.changes} == {"standing"}
    assert any("2" in change.after and "1" in change.before for change in back.changes)
    assert host.preview(weighted(("3/5", None), ("2/5", FAILED)), 1, director).changes == ()


def test_a_closed_tournament_is_closed_anew_with_other_places_and_prizes(club: Club, director: Player):
    cup = sheet_cup(club, director, "round_robin", count=2)
    add_prize(cup, by=director, place=1, english="Gold coin", malayalam="")
    sheet = play(cup, director, 1)
    do(cup, director, CloseStage(stage=1), CloseTournament())
    case = raised(sheet, director)
    places, (first, second) = state_of(cup).places, state_of(cup).matches[1].entrants
    assert awarded() == [first]
    assert apply(case, adjusted_to(), director)
    assert (state_of(cup).status, state_of(cup).places) == ("closed", places[::-1])
    assert awarded() == [second]
    reverse(case)
    assert (state_of(cup).status, state_of(cup).places) == ("closed", places)
    assert awarded() == [first]
    assert replays(cup)


def awarded() -> list[int]:
    """Return the numbers of the entrants that have a prize."""
    return list(Award.objects.values_list("entrant__number", flat=True))


def test_a_stage_on_whose_places_a_later_one_has_begun_keeps_its_result(club: Club, director: Player):
    cup = sheet_cup(club, director, "round_robin", count=2)
    sheet = play(cup, director, 1)
    final = StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=2),), match=MatchPlan(hands=24, place="desk"))
    do(cup, director, CloseStage(stage=1), PlanStage(plan=final), BeginStage(stage=2))
    case = raised(sheet, director)
    before = state_of(cup)
    assert host_of(sheet).preview(adjusted_to(), 1, director).refusal
    assert not apply(case, adjusted_to(), director)
    after = state_of(cup)
    assert (after.matches, after.stages[1].status) == (before.matches, "closed")


def test_an_abandoned_tournament_stays_as_it_is_and_its_preview_says_so(club: Club, director: Player):
    cup = sheet_cup(club, director, "swiss")
    case = raised(play(cup, director, 1), director)
    do(cup, director, AbandonTournament(reason="rain"))
    version = state_of(cup).version
    assert host_of(case.game).preview(adjusted_to(), 1, director).refusal == "over"
    assert not apply(case, adjusted_to(), director)
    assert state_of(cup).version == version


def test_a_ruling_that_leaves_the_result_of_the_game_is_taken_without_an_entry_in_the_log(club: Club, director: Player):
    cup = sheet_cup(club, director, "round_robin", count=2)
    sheet = play(cup, director, 1)
    do(cup, director, CloseStage(stage=1), CloseTournament())
    case = raised(sheet, director)
    version = state_of(cup).version
    assert apply(case, adjusted_to(MADE), director)
    reverse(case)
    assert state_of(cup).version == version


def test_a_match_that_was_begun_anew_is_left_alone(club: Club, director: Player):
    cup = sheet_cup(club, director, "swiss")
    case = raised(play(cup, director, 1), director)
    do(cup, director, ReopenMatch(match=1, reason="appeal", replay=True))
    version = state_of(cup).version
    assert not apply(case, adjusted_to(), director)
    reverse(case)
    assert state_of(cup).version == version
    assert host_of(case.game).preview(adjusted_to(), 1, director).changes == ()


def test_what_the_desk_corrects_after_a_ruling_outlasts_it(club: Club, director: Player):
    cup = sheet_cup(club, director, "swiss")
    case = raised(play(cup, director, 1), director)
    assert apply(case, weighted(("3/5", None), ("2/5", FAILED)), director)
    do(cup, director, CorrectResult(match=1, points=(1, 1), reason="misread"))
    version = state_of(cup).version
    reverse(case)
    assert state_of(cup).version == version


def test_a_preview_shows_a_reader_no_result_that_is_withheld(club: Club, director: Player):
    cup = sheet_cup(club, director, "swiss")
    do(cup, director, SetEmbargo())
    host = host_of(raised(play(cup, director, 1), director).game)
    member = MembershipFactory(club=club).player

    hidden, shown = (host.preview(adjusted_to(), 1, reader) for reader in (member, director))
    assert (hidden.changes, hidden.withheld) == ((), True)
    assert {change.kind for change in shown.changes} == {"standing"}
    assert not shown.withheld
    do(cup, director, ReleaseResults())
    assert host.preview(adjusted_to(), 1, member) == host.preview(adjusted_to(), 1, director)


def test_readers_are_not_told_that_a_withheld_result_is_disputed(club: Club, director: Player):
    cup = sheet_cup(club, director, "swiss")
    do(cup, director, SetEmbargo())
    case = raised(play(cup, director, 1), director)
    host_of(case.game).note(case, True)
    assert disputed(seen(cup.pk)) == ()
    assert [match.number for match in disputed(state_of(cup))] == [1]
    do(cup, director, ReleaseResults())
    assert [match.number for match in disputed(seen(cup.pk))] == [1]


def test_a_ruling_and_a_deed_at_once_are_both_done(club: Club, director: Player):
    cup = sheet_cup(club, director, "swiss")
    for match in (1, 2):
        play(cup, director, match)
    case = raised(sheet_of(cup, 1), director)
    other = sheet_of(cup, 2)

    def rule() -> None:
        apply(case, weighted(("3/5", None), ("2/5", FAILED)))

    def correct() -> None:
        do(cup, director, CorrectResult(match=2, points=(0, 9), reason="misread"))

    assert at_once(rule, correct) == [None, None]
    state = state_of(cup)
    assert state.matches[1].games[0].weighed
    assert state.matches[2].games[0].report.points == (0, 9)
    assert other == sheet_of(cup, 2)
    assert replays(cup)
