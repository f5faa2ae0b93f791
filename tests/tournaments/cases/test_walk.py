"""A bracket changed by a ruling and changed back by a committee, end to end by the services of the case."""

from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from clubs.models import Club, Player
from games import store
from games.cases.log import current
from games.cases.services import answering, appealing, directing, effects, raising, ruling
from games.events.cases import Decision
from games.models import Case
from games.replaying.streams import first_refused
from games.sheets.services import enter_hand
from tests.factories import MembershipFactory, PlayerFactory
from tests.tournaments.helpers.directed import do, state_of
from tests.tournaments.helpers.disputed import FAILED, adjusted_to, play, sheet_cup, sheet_of, weighted
from tournaments.deeds.opening import PlanStage
from tournaments.deeds.penalties import GivePenalty
from tournaments.deeds.staging import BeginStage, CallRound, CloseStage, ReleaseRound
from tournaments.desk.disputes import cases_of
from tournaments.directing.reporting import take_result
from tournaments.directing.tending import tend
from tournaments.events.settings import MatchPlan, Qualifiers, StagePlan
from tournaments.models import Tournament
from tournaments.state.outcomes import outcome_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def other(club: Club) -> Player:
    """A director of the club beside the owner."""
    return MembershipFactory(club=club, player=PlayerFactory(name="Ousep", password="x"), role="director").player


@pytest.fixture
def cup(club: Club, director: Player) -> Tournament:
    """A knock-out of four pairs of members that is played to its end; the first side won each match."""
    cup = sheet_cup(club, director, "knock_out", members=True)
    for match in (1, 2):
        play(cup, director, match)
    do(cup, director, ReleaseRound(stage=1, round=2), CallRound(stage=1, round=2))
    play(cup, director, 3)
    return cup


def player_of(cup: Tournament, match: int, side: int) -> Player:
    """Return the captain of a side of a match."""
    state = state_of(cup)
    return Player.objects.get(pk=UUID(state.entrants[state.matches[match].sides[side][0]].squad[0]))


def disputed(cup: Tournament, match: int) -> Case:
    """Let the side that lost a match dispute its hand, and the other contest it."""
    case = raising.dispute(
        game=sheet_of(cup, match), hand=1, player=player_of(cup, match, 1), subject="revoke",
        words="North revoked in trick 3.", command=uuid4(),
    )  # fmt: skip
    assert effects.follow(case.pk)
    answering.answer(case_id=case.pk, player=player_of(cup, match, 0), stance="contest", words="No.", command=uuid4())
    return case


def ruled(case: Case, by: Player, decision: Decision) -> None:
    directing.take(case_id=case.pk, player=by, command=uuid4())
    ruling.rule(case_id=case.pk, player=by, decision=decision, words="The trick was lost.", command=uuid4())
    effects.follow(case.pk)
    effects.follow(case.pk)


def test_a_ruling_changes_the_bracket_and_a_committee_changes_it_back(cup: Tournament, director: Player, other: Player):
    before = state_of(cup)
    case = disputed(cup, 1)
    assert [one.case for one in state_of(cup).matches[1].disputes] == [str(case.pk)]

    ruled(case, director, adjusted_to(follow_up="replay"))
    applied = current(case.pk).applied
    assert applied is not None
    assert (applied.adjustment, applied.hosted) == (1, True)
    final = state_of(cup).matches[3]
    assert final.sides == (before.matches[1].sides[1], before.matches[3].sides[1])
    assert outcome_of(state_of(cup), final) is None
    play(cup, director, 3)
    assert state_of(cup).matches[1].disputes, "it is provisional still"

    appealing.appeal(case_id=case.pk, player=player_of(cup, 1, 0), words="It was no revoke.", command=uuid4())
    judge = MembershipFactory(club=cup.club, player=PlayerFactory(password="x")).player
    appealing.name_committee(case_id=case.pk, player=other, members=[judge], command=uuid4())
    appealing.propose(
        case_id=case.pk, player=judge, decision=Decision("stands", "no-fault"), words="It was none.", command=uuid4()
    )
    appealing.vote(case_id=case.pk, player=judge, proposal=1, words="It was none.", command=uuid4())
    assert effects.follow(case.pk)

    state = state_of(cup)
    assert current(case.pk).outcome == "changed"
    assert state.matches[1].games == before.matches[1].games
    assert (state.matches[3].sides, state.matches[3].games) == (before.matches[3].sides, before.matches[3].games)
    assert not state.matches[1].disputes
    tend(cup.pk)
    assert state_of(cup).matches[3].games == before.matches[3].games
    assert first_refused(store.load(cup.pk)) is None
    assert first_refused(store.load(case.game)) is None


def test_a_ruling_that_would_contradict_the_bracket_leaves_it(cup: Tournament, director: Player):
    case = disputed(cup, 1)
    before = state_of(cup).matches
    ruled(case, director, adjusted_to())
    applied = current(case.pk).applied
    assert applied is not None
    assert (applied.adjustment, applied.hosted) == (1, False)
    assert state_of(cup).matches == before
    (shown,) = cases_of(state_of(cup), timezone.now())
    assert shown.move.startswith("ruled; the tournament keeps its result")


def test_a_weighted_ruling_acts_in_the_tournament_alone(cup: Tournament, director: Player):
    case = disputed(cup, 3)
    ruled(case, director, weighted(("2/5", None), ("3/5", FAILED)))
    applied = current(case.pk).applied
    assert applied is not None
    assert (applied.adjustment, applied.hosted) == (0, True)
    outcome = outcome_of(state_of(cup), state_of(cup).matches[3])
    assert outcome is not None
    assert (outcome.winner, outcome.weighed) == (1, True)
    ruling.withdraw_ruling(case_id=case.pk, player=director, command=uuid4())
    effects.follow(case.pk)
    outcome = outcome_of(state_of(cup), state_of(cup).matches[3])
    assert outcome is not None
    assert (outcome.winner, outcome.weighed) == (0, False)


def test_a_ruling_that_is_taken_back_too_late_is_kept_and_the_desk_says_so(club: Club, director: Player):
    cup = sheet_cup(club, director, "round_robin", count=2, members=True)
    play(cup, director, 1)
    case = disputed(cup, 1)
    ruled(case, director, adjusted_to())
    final = StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=2),), match=MatchPlan(hands=24, place="desk"))
    do(cup, director, CloseStage(stage=1), PlanStage(plan=final), BeginStage(stage=2))
    before = state_of(cup).matches[1].games

    ruling.withdraw_ruling(case_id=case.pk, player=director, command=uuid4())
    effects.follow(case.pk)

    state = current(case.pk)
    assert (state.kept, state.applied) == (True, None)
    assert state_of(cup).matches[1].games == before
    (shown,) = cases_of(state_of(cup), timezone.now())
    assert shown.move.startswith("the ruling was withdrawn; the tournament keeps its result")

    # Closed, it stands on the desk all the same.
    raising.withdraw_case(case_id=case.pk, player=player_of(cup, 1, 1), command=uuid4())
    effects.follow(case.pk)
    assert not state_of(cup).matches[1].disputes
    assert [one.move for one in cases_of(state_of(cup), timezone.now())] == [shown.move]
    assert first_refused(store.load(case.pk)) is None


def test_a_side_is_warned_and_the_warning_is_taken_back_but_not_one_of_the_desk(cup: Tournament, director: Player):
    own = state_of(cup).matches[3].sides[1][0]
    do(cup, director, GivePenalty(entrant=own, kind="warning", reason="conduct", match=3))
    by_desk = state_of(cup).penalties
    case = disputed(cup, 3)
    ruled(case, director, Decision("warning", "conduct", warned=1))
    penalty = state_of(cup).penalties[-1]
    assert len(state_of(cup).penalties) == 2
    assert (penalty.entrant, penalty.kind, penalty.match) == (own, "warning", 3)
    ruling.withdraw_ruling(case_id=case.pk, player=director, command=uuid4())
    effects.follow(case.pk)
    assert state_of(cup).penalties == by_desk


def test_a_withdrawn_dispute_is_noted_no_longer(cup: Tournament):
    case = disputed(cup, 1)
    raising.withdraw_case(case_id=case.pk, player=player_of(cup, 1, 1), command=uuid4())
    assert effects.follow(case.pk)
    assert not state_of(cup).matches[1].disputes


def test_a_hand_of_a_running_match_is_disputed_and_the_ruling_waits_for_its_end(club: Club, director: Player):
    cup = sheet_cup(club, director, "swiss", hands=2, members=True)
    sheet = sheet_of(cup, 1)
    assert not played_hand(sheet, director)
    case = disputed(cup, 1)
    match = state_of(cup).matches[1]
    assert match.disputes
    assert match.running_games, "it goes on"
    ruled(case, director, adjusted_to())
    assert current(case.pk).applied is None
    assert played_hand(sheet, director)
    assert effects.follow(case.pk)
    applied = current(case.pk).applied
    assert applied is not None
    assert applied.hosted
    game = state_of(cup).matches[1].games[0]
    assert game.ruled == (str(case.pk),)
    assert game.before is not None
    assert game.before.by == "game"


def played_hand(sheet: UUID, director: Player) -> bool:
    """Enter a hand that the first side makes; tell whether the game is over by it."""
    enter_hand(sheet_id=sheet, player=director, outcome="made", contract=(0, 30, "S", 0), command=uuid4())
    return take_result(sheet)
