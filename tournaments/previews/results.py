"""Supposing results of matches that are still open: the deeds that would report them. Pure."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from engine.phrases import phrase
from tournaments.deeds.base import Deed, Doer, Refused, Role
from tournaments.deeds.playing import MAX_POINTS, ReportGame
from tournaments.events.settings import MAX_HANDS
from tournaments.previews.supposing import supposing
from tournaments.state.brackets import is_needed
from tournaments.state.outcomes import match_plan, outcome_of
from tournaments.state.tournament import MatchState, TournamentState

MAX_RESULTS: Final = 60
"""The results that are supposed at once."""
MAX_STAGE: Final = 4_096
"""The matches of a tournament of which something is supposed."""
DESK: Final = Doer(roles=frozenset({Role.DIRECTOR}))
"""The desk of the tournament, by which supposed results are reported."""

Winner = Literal["home", "level", "away"]


class SupposedResult(Struct, frozen=True):
    """A supposed result of a match.

    Attributes:
        match: The number of the match.
        points: The points of each side over all games of the match; empty: only who wins is supposed, and nothing is
            won or lost by points.
        winner: The first side, the second, or neither; of no account where there are points.
    """

    match: int
    points: tuple[int, ...] = ()
    winner: Winner = "level"


def is_open(state: TournamentState, match: MatchState) -> bool:
    """Tell whether a result of a match can be supposed: everybody sees that it is to be played, and it has none."""
    stage = state.stages[match.stage]
    paired = stage.round_of(match.round, match.group)
    return (
        stage.status == "running"
        and not state.is_over
        and paired is not None
        and paired.released
        and len(match.sides) == 2
        and match.is_filled
        and match.decision is None
        and is_needed(state, match)
        and outcome_of(state, match) is None
    )


def supposing_results(state: TournamentState, results: Sequence[SupposedResult]) -> TournamentState:
    """Return a tournament as it would be after some results; the given state stays as it is.

    Raises:
        Refused: `too-many-results`, `too-large`, `not-open`, `points-impossible`, `stays-level`.
    """
    if len(results) > MAX_RESULTS:
        raise Refused("too-many-results", phrase("Suppose at most {most} results."), most=MAX_RESULTS)
    if results and len(state.matches) > MAX_STAGE:
        text = phrase("Supposing results works in tournaments of at most {most} matches.")
        raise Refused("too-large", text, most=MAX_STAGE)
    for result in results:
        match = state.matches.get(result.match)
        if match is None or not is_open(state, match):
            text = phrase("Match {number} is not open: it has a result, or is not due yet.")
            raise Refused("not-open", text, number=result.match)
        state = _with(state, match, result)
    return state


def deeds_of(state: TournamentState, match: MatchState, result: SupposedResult) -> Iterator[Deed]:
    """Yield the reports by which a match comes to a result, a game at a time; some may not be needed any more.

    Of several games the first one left has all points that are missing, and the hands of all. Where only the winner is
    supposed, it wins each game level on points, or, where the points of games are added, by one point in all.
    """
    plan = match_plan(state, match)
    games = [game.number for game in match.games if not (game.report is not None and game.confirmed)]
    games += range(len(match.games) + 1, plan.games + 1)
    # What waits for a confirmation is reported anew; what is certain counts.
    sure = _sure(match)
    ahead = {"home": 0, "level": None, "away": 1}[result.winner]
    if result.points:
        missing = (result.points[0] - sure[0], result.points[1] - sure[1])
        best = max(result.points)
        ahead = result.points.index(best) if result.points.count(best) == 1 else None
    elif plan.games == 1 or plan.best_of:
        missing = (0, 0)
    else:
        level = max(sure)
        lead = [level - sure[0], level - sure[1]]
        if ahead is not None:
            lead[ahead] += 1
        missing = (lead[0], lead[1])
    winners = () if ahead is None else (ahead,)
    hands = min(MAX_HANDS, plan.hands * len(games)) if len(games) > 1 else 0
    for number in games:
        yield ReportGame(match=match.number, game=number, points=missing, winners=winners, hands=hands)
        missing, hands = (0, 0), 0


def _with(state: TournamentState, match: MatchState, result: SupposedResult) -> TournamentState:
    if result.points and (len(result.points) != 2 or any(abs(points) > MAX_POINTS for points in result.points)):
        text = phrase("Give the points of each side, {most} at most.")
        raise Refused("points-impossible", text, "points", most=MAX_POINTS)
    for deed in deeds_of(state, match, result):
        state = supposing(state, [deed], DESK)
        if outcome_of(state, state.matches[match.number]) is not None:
            return state
    text = phrase("Match {number} cannot end level. Suppose a winner.")
    raise Refused("stays-level", text, number=match.number)


def _sure(match: MatchState) -> tuple[int, int]:
    """Return the points that each side has from games whose results are certain."""
    points = [game.report.points for game in match.games if game.report is not None and game.confirmed]
    return sum(home for home, _away in points), sum(away for _home, away in points)
