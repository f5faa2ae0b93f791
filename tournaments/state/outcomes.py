"""What a match came to, by its games and by what a director decided. Pure."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from tournaments.events.playing import Report
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.formats.points_race import rounds_for
from tournaments.stages.stage import AWARDED, BYE, DOUBLE_FORFEIT, FORFEIT, PLAYED, POINTS_RACE, VOID
from tournaments.state.tournament import NOBODY, OPEN, MatchState, Side, StageState, TournamentState

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
        points: The points of each side over all games; empty where no game was reported.
        match_points: Of each side, where they were awarded.
    """

    kind: str
    winner: int | None = None
    points: tuple[int, ...] = ()
    match_points: tuple[Fraction, ...] = ()


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
    settled = _settled(match, plan)
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


def _settled(match: MatchState, plan: MatchPlan) -> Outcome | None:
    """Return what a match came to by its games or by a decision, whoever is absent; None while that is open.

    A match never changes, only the tournament has another one in its place: so its outcome is computed once.
    """
    kept = _kept.get(id(match))
    if kept is not None and kept[0] is match and kept[1] == plan:
        return kept[2]
    outcome = _by_games(match, plan) if match.confirmed else None
    if match.decision is not None:
        decided, points = match.decision, outcome.points if outcome else total_points(match)
        kind = _DECIDED[decided.decision]
        awarded = tuple(map(Fraction, decided.match_points)) if kind == AWARDED else ()
        outcome = Outcome(kind, _ahead(awarded) if kind == AWARDED else decided.winner, points, awarded)
    if len(_kept) >= MAX_KEPT:
        _kept.clear()
    # With the match itself, so that no other one has its identity.
    _kept[id(match)] = (match, plan, outcome)
    return outcome


def total_points(match: MatchState) -> tuple[int, ...]:
    """Return the points of each side over all games reported so far; empty before the first."""
    reports = [game.report for game in match.games if game.report is not None]
    if len(reports) < 2:
        return reports[0].points if reports else ()
    return tuple(sum(points) for points in zip(*(report.points for report in reports), strict=True))


def is_level(match: MatchState, plan: MatchPlan) -> bool:
    """Tell whether all games of a match are reported and no side is ahead, so that a further game may follow."""
    reports = _reports(match)
    return len(reports) >= max(plan.games, len(match.games)) and _winner(reports, plan) is None


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
