"""What a match came to, by its games and by what a director decided. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Final

from msgspec import Struct

from tournaments.events.playing import Report
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.formats.points_race import rounds_for
from tournaments.stages.stage import AWARDED, BYE, DOUBLE_FORFEIT, FORFEIT, PLAYED, POINTS_RACE, VOID, Scoring
from tournaments.state.tournament import NOBODY, OPEN, GameState, MatchState, Side, StageState, TournamentState

_DECIDED: Final = {
    "walkover": FORFEIT,
    "double_forfeit": DOUBLE_FORFEIT,
    "awarded": AWARDED,
    "split": AWARDED,
    "void": VOID,
}


MAX_KEPT: Final = 65_536
"""The matches of which a process keeps what they came to: those of five tournaments of 1,000 entrants and 20 rounds."""


class Outcome(Struct, frozen=True):
    """What a match came to.

    Attributes:
        kind: One of `tournaments.stages.stage.OUTCOMES`.
        winner: The number of the winning side; None: there is none.
        points: The points of each side over all games; empty where no game was reported. Fractions in a weighed result.
        match_points: Of each side, where they were awarded, or weighed.
        weighed: A ruling made it a mixture of results: it is awarded, with the match points and points of the mixture.
    """

    kind: str
    winner: int | None = None
    points: tuple[int | Fraction, ...] = ()
    match_points: tuple[Fraction, ...] = ()
    weighed: bool = False


_kept: dict[int, tuple[MatchState, MatchPlan, Outcome | None]] = {}
"""By the identity of each match."""


def round_plan(plan: StagePlan, number: int, last: int) -> MatchPlan:
    """Return how the matches of a round are played."""
    from_last = last - number
    return plan.rounds_from_last[from_last] if 0 <= from_last < len(plan.rounds_from_last) else plan.match


def match_plan(state: TournamentState, match: MatchState) -> MatchPlan:
    """Return how a match is played; the last rounds of a stage may have plans of their own."""
    stage = state.stages[match.stage]
    return round_plan(stage.plan, match.round, last_round(state, stage))


def last_round(state: TournamentState, stage: StageState) -> int:
    """Return the number of the last round that a stage is going to have, as far as it is known."""
    drawn = max((one.number for one in stage.rounds), default=0)
    planned = stage.plan.rounds
    if stage.plan.type == POINTS_RACE and not planned:
        planned = max((rounds_for(len(group)) for group in stage.groups), default=0)
    return max(planned, drawn)


def outcome_of(state: TournamentState, match: MatchState, plan: MatchPlan | None = None) -> Outcome | None:
    """Return what a match came to, or None while that is open.

    A match of two sides that an absent entrant can no longer play is forfeited by its side.

    Args:
        plan: How the match is played, where the caller knows it already.
    """
    if match.is_bye:
        return Outcome(BYE, 0)
    if plan is None:
        plan = match_plan(state, match)
    settled = _settled(state, match, plan)
    if settled is not None:
        return settled
    if OPEN in match.sides or len(match.sides) != 2:
        return None
    missing = [number for number, side in enumerate(match.sides) if not _comes(state, match, side)]
    if not missing:
        return None
    if len(missing) == len(match.sides):
        return Outcome(DOUBLE_FORFEIT)
    return Outcome(FORFEIT, 1 - missing[0])


def is_over(state: TournamentState, match: MatchState, plan: MatchPlan) -> bool:
    """Tell whether a match has an outcome; of a match of one game that is confirmed, without computing it."""
    if len(match.games) == plan.games == 1 and not plan.extra and match.games[0].confirmed:
        return True
    return outcome_of(state, match, plan) is not None


def _settled(state: TournamentState, match: MatchState, plan: MatchPlan) -> Outcome | None:
    """Return what a match came to by its games or by a decision, whoever is absent; None while that is open.

    A match never changes, only the tournament has another one in its place: so its outcome is computed once.
    """
    kept = _kept.get(id(match))
    if kept is not None and kept[0] is match and kept[1] == plan:
        return kept[2]
    if is_weighed(match):
        # Its match points depend on the scoring of the stage too, and there are few such matches.
        return _weighed(match, plan, state.stages[match.stage].scoring)
    outcome = _decided(match, _by_games(match, plan) if match.confirmed else None)
    if len(_kept) >= MAX_KEPT:
        _kept.clear()
    # With the match itself, so that no other one has its identity.
    _kept[id(match)] = (match, plan, outcome)
    return outcome


def _decided(match: MatchState, outcome: Outcome | None) -> Outcome | None:
    """Return what a match came to by a director's decision; without one, what it came to by its games."""
    if match.decision is None:
        return outcome
    decided, points = match.decision, outcome.points if outcome else total_points(match)
    kind = _DECIDED[decided.decision]
    awarded = tuple(map(Fraction, decided.match_points)) if kind == AWARDED else ()
    return Outcome(kind, _ahead(awarded) if kind == AWARDED else decided.winner, points, awarded)


def is_weighed(match: MatchState) -> bool:
    """Tell whether a game of a match counts as a mixture of results."""
    return any(game.weighed for game in match.games)


def mixtures(match: MatchState) -> int:
    """Return the number of ways in which the results of the games of a match can come together."""
    return prod(len(game.weighed) or 1 for game in match.games)


def _weighed(match: MatchState, plan: MatchPlan, scoring: Scoring) -> Outcome | None:
    """Return what a match with weighed games came to; None while it is open.

    Each way in which the results of the games come together counts by its share, level ones as drawn. The side with
    more match points wins.
    """
    if not match.confirmed:
        return _decided(match, None)
    ways = _won_ways(match, plan)
    missing = len(_reports(match)) < max(plan.games, len(match.games))
    if missing and not (plan.best_of and all(winner is not None for _share, winner in ways)):
        return _decided(match, None)
    winner = _more_likely(ways)
    if winner is None and next_extra(match, plan) is not None:
        return _decided(match, None)
    match_points = tuple(
        sum((share * _match_points(scoring, won, side) for share, won in ways), Fraction(0)) for side in range(2)
    )
    return _decided(match, Outcome(AWARDED, winner, total_points(match), match_points, weighed=True))


def _won_ways(match: MatchState, plan: MatchPlan) -> list[tuple[Fraction, int | None]]:
    """Return the share and the winner of each way in which the results of the games come together.

    A further game decides the ways that are level, or the match as a whole if its ways weigh the same.
    """
    planned = len(match.games) if plan.best_of else plan.games
    further = [game.report for game in match.games[planned:] if game.report is not None]
    then = _ahead([sum(points) for points in zip(*(one.points for one in further), strict=True)]) if further else None
    ways = [(share, _winner(reports, plan)) for share, reports in _ways(match.games[:planned])]
    ways = [(share, then if winner is None else winner) for share, winner in ways]
    return [(Fraction(1), then)] if then is not None and _more_likely(ways) is None else ways


def _match_points(scoring: Scoring, winner: int | None, side: int) -> Fraction:
    if winner is None:
        return scoring.draw
    return scoring.win if winner == side else scoring.loss


def _ways(games: Sequence[GameState]) -> Iterator[tuple[Fraction, list[Report]]]:
    """Yield each way in which the results of the games reported so far come together, with its share."""
    games = [game for game in games if game.report is not None]
    results: list[list[tuple[Fraction, Report | None]]] = [
        [(Fraction(one.share), one.report) for one in game.weighed] or [(Fraction(1), game.report)] for game in games
    ]
    for way in product(*results):
        yield prod((share for share, _report in way), start=Fraction(1)), [report for _share, report in way if report]


def _more_likely(ways: Sequence[tuple[Fraction, int | None]]) -> int | None:
    """Return the side that wins by the greater share, and so has more match points; None if they are level."""
    shares = [sum((share for share, winner in ways if winner == side), Fraction(0)) for side in range(2)]
    return _ahead(shares)


def total_points(match: MatchState) -> tuple[int | Fraction, ...]:
    """Return the points of each side over all games reported so far; empty before the first. Weighed ones are exact."""
    games = [game for game in match.games if game.report is not None]
    if any(game.weighed for game in games):
        points = [game_points(game) for game in games]
        return tuple(whole(sum(each, Fraction(0))) for each in zip(*points, strict=True))
    reports = [game.report for game in games if game.report is not None]
    if len(reports) < 2:
        return reports[0].points if reports else ()
    return tuple(sum(points) for points in zip(*(report.points for report in reports), strict=True))


def game_points(game: GameState) -> tuple[int | Fraction, ...]:
    """Return the points of each side in a game as they count; empty where it is not reported."""
    if not game.weighed:
        return game.report.points if game.report is not None else ()
    weighed = [[Fraction(one.share) * points for points in one.report.points] for one in game.weighed]
    return tuple(whole(sum(each, Fraction(0))) for each in zip(*weighed, strict=True))


def whole(number: Fraction) -> int | Fraction:
    """Return an exact number, as an integer where it is one."""
    return number.numerator if number.denominator == 1 else number


def is_level(match: MatchState, plan: MatchPlan) -> bool:
    """Tell whether all games of a match are reported and no side is ahead, so that a further game may follow."""
    reports = _reports(match)
    if len(reports) < max(plan.games, len(match.games)):
        return False
    if is_weighed(match):
        return _more_likely(_won_ways(match, plan)) is None
    return _winner(reports, plan) is None


def next_extra(match: MatchState, plan: MatchPlan) -> int | None:
    """Return the hands of the further game that a level match needs, in each room; None if it may end level."""
    played = further_games(match, plan)
    return plan.extra[played] if played < len(plan.extra) else None


def further_games(match: MatchState, plan: MatchPlan) -> int:
    """Return how many further games a match has got because it was level; those of all rooms are one."""
    return max(0, len(match.games) - plan.games) // plan.rooms


def _by_games(match: MatchState, plan: MatchPlan) -> Outcome | None:
    reports = _reports(match)
    if not reports:
        return None
    winner = _winner(reports, plan)
    if plan.best_of and winner is not None:
        return Outcome(PLAYED, winner, total_points(match))
    if len(reports) < max(plan.games, len(match.games)):
        return None
    if winner is None and next_extra(match, plan) is not None:
        return None
    return Outcome(PLAYED, winner, total_points(match))


def _reports(match: MatchState) -> list[Report]:
    return [game.report for game in match.games if game.report is not None]


def _winner(reports: list[Report], plan: MatchPlan) -> int | None:
    """Return the side that is ahead: by games in a best of several, else by the game, or by the sum of the points."""
    if plan.best_of:
        won = Counter(report.winners[0] for report in reports if len(report.winners) == 1)
        ahead = [side for side, count in won.items() if count > plan.games // 2]
        return ahead[0] if ahead else None
    if len(reports) == 1:
        (winners,) = (report.winners for report in reports)
        return winners[0] if len(winners) == 1 else None
    return _ahead([sum(points) for points in zip(*(report.points for report in reports), strict=True)])


def _ahead(totals: Sequence[int | Fraction]) -> int | None:
    """Return the side that has more than every other, or None."""
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


def _comes(state: TournamentState, match: MatchState, side: Side) -> bool:
    return side != NOBODY and all(state.entrants[entrant].plays_in(match.stage, match.round) for entrant in side)
