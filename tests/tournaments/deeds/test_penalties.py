"""Penalties: warnings are kept, match points that are lost count in the standings, and both are undone."""

from fractions import Fraction

from tests.tournaments.helpers.play import Play
from tournaments.deeds.penalties import GivePenalty
from tournaments.events.penalties import PenaltyGiven
from tournaments.events.settings import StagePlan
from tournaments.state.standing import rows_of

SWISS = StagePlan(type="swiss", rounds=3, tie_breaks=("points", "seed"))


def begun() -> Play:
    play = Play()
    play.enter(4)
    play.begin(SWISS)
    play.pair(1)
    play.play_round(1)
    return play


def points(play: Play) -> dict[str, Fraction]:
    return {row.entrant: Fraction(row.values["points"] or 0) for row in rows_of(play.state, 1)}


def test_a_warning_is_kept_and_moves_no_standings():
    play = begun()
    before, moved = points(play), play.state.moved
    play.do(GivePenalty(entrant=2, kind="warning", reason="slow-play", player="p2b", match=2))
    (given,) = play.state.penalties
    assert (given.entrant, given.kind, given.player, given.match) == (2, "warning", "p2b", 2)
    assert (given.version, given.at) == (play.kept[-1].version, play.kept[-1].recorded_at)
    assert (points(play), play.state.moved) == (before, moved)


def test_points_that_are_lost_count_in_the_stage_of_the_match():
    play = begun()
    before = points(play)
    play.do(GivePenalty(entrant=1, kind="points", reason="conduct", points="1/2", match=1))
    assert points(play)["1"] == before["1"] - Fraction(1, 2)
    assert play.state.penalties[0].stage == 1
    assert play.state.moved == play.state.version
    play.undo(play.version_of(PenaltyGiven))
    assert points(play) == before
    assert play.state.penalties == ()
