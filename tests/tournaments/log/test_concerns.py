"""Two directors at two tables: only what happened to the same match makes what one of them saw stale."""

from uuid import UUID, uuid4

import pytest

from games import store
from tests.tournaments.helpers.play import DIRECTOR, settings
from tournaments.deeds import entering, opening, playing, staging
from tournaments.deeds.base import Deed
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log import states
from tournaments.log.door import open_tournament, perform, undo

pytestmark = pytest.mark.django_db(transaction=True)

BY_DESK = MatchPlan(hands=4, place="desk")


def played(plan: StagePlan, count: int) -> UUID:
    """Return a tournament whose first rounds are paired, released and called."""
    states.forget_all()
    stream = uuid4()
    open_tournament(stream, str(uuid4()), settings(), DIRECTOR, command=uuid4())
    for number in range(count):
        do(stream, entering.Enter(squad=(f"p{number}a", f"p{number}b")))
    do(stream, opening.PlanStage(plan=plan), staging.BeginStage(stage=1), staging.PairRound(stage=1))
    for number in sorted({one.number for one in states.current(stream).stages[1].rounds}):
        do(stream, staging.ReleaseRound(stage=1, round=number), staging.CallRound(stage=1, round=number))
    return stream


def do(stream: UUID, *deeds: Deed) -> int:
    for deed in deeds:
        done = perform(stream, deed, DIRECTOR, command=uuid4())
    return done.version


def swiss() -> UUID:
    return played(StagePlan(type="swiss", rounds=2, tie_breaks=("points", "seed"), match=BY_DESK), 6)


def report(match: int, home: int = 9) -> playing.ReportGame:
    return playing.ReportGame(match=match, points=(home, 3))


def at(stream: UUID, deed: playing.ReportGame, seen: int) -> None:
    perform(stream, deed, DIRECTOR, command=uuid4(), expected=seen, about=deed.match)


def test_a_result_at_another_table_is_no_hindrance():
    stream = swiss()
    seen = states.current(stream).version
    do(stream, report(2), entering.NoteFee(entrant=1, paid=True))
    at(stream, report(1), seen)
    assert states.current(stream).matches[1].confirmed
    with pytest.raises(store.ConflictError):
        perform(stream, report(3), DIRECTOR, command=uuid4(), expected=seen)


def test_a_result_of_the_same_match_is_one():
    stream = swiss()
    seen = states.current(stream).version
    do(stream, report(1))
    with pytest.raises(store.ConflictError):
        at(stream, report(1, home=5), seen)
    assert states.current(stream).matches[1].games[0].report.points == (9, 3)


def test_undoing_concerns_the_match_that_it_undid():
    stream = swiss()
    version = do(stream, report(2))
    seen = states.current(stream).version
    undo(stream, version, DIRECTOR, command=uuid4())
    at(stream, report(1), seen)
    with pytest.raises(store.ConflictError):
        at(stream, report(2), seen)


def test_in_a_bracket_the_matches_before_one_concern_it():
    stream = played(StagePlan(type="knock_out", match=BY_DESK), 4)
    final = max(states.current(stream).matches)
    do(stream, report(1), report(2))
    seen = states.current(stream).version
    do(stream, playing.CorrectResult(match=1, points=(2, 8), reason="mistake"))
    with pytest.raises(store.ConflictError):
        at(stream, report(final), seen)
    assert not states.current(stream).matches[final].games


def test_who_leaves_concerns_the_own_match_and_a_later_round_no_earlier_one():
    stream = swiss()
    seen = states.current(stream).version
    first, second = (states.current(stream).matches[number] for number in (1, 2))
    do(stream, entering.Leave(entrant=first.entrants[0], matches="keep"))
    at(stream, report(second.number), seen)
    with pytest.raises(store.ConflictError):
        at(stream, report(first.number), seen)


def test_a_version_that_was_never_reached_is_stale():
    stream = swiss()
    with pytest.raises(store.ConflictError):
        at(stream, report(1), states.current(stream).version + 5)
