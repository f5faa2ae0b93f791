"""What each entrant of a stage has played: one pass over the matches, in whole numbers.

Match points are kept as integers, multiplied by a common denominator of all scores of the stage (`Records.scale`).
Records are shared, also between threads: nothing changes them once they are made.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm

from msgspec import UNSET, Struct

from tournaments.stages.stage import AWARDED, BYE, DOUBLE_FORFEIT, FORFEIT, PLAYED, VOID, Entrant, Match, Scoring, Stage


class Part(Struct, frozen=True, gc=False):
    """The part of one entrant in a match.

    Attributes:
        opponent: None in a bye.
        points: Match points, scaled.
        counted: It is a counted match.
        met: Its opponent's points count for Buchholz: it was played, or awarded.
    """

    match: Match
    opponent: str | None
    points: int
    counted: bool
    met: bool


class Record(Struct):
    """What an entrant has played.

    Attributes:
        parts: Its parts in the order of the matches.
        points: Match points, scaled, with adjustments.
        wins: Matches won, forfeits among them.
        scored: Game points for; a fraction where a result was weighed.
        conceded: Game points against.
    """

    entrant: Entrant
    parts: list[Part]
    points: int = 0
    wins: int = 0
    scored: int | Fraction = 0
    conceded: int | Fraction = 0


class Records(Struct):
    """The records of all entrants of a stage.

    Attributes:
        scale: The factor of all match points, positive.
        win: The match points of a win, scaled.
        last: The last round that has begun, 0 before the first.
    """

    stage: Stage
    scale: int
    win: int
    last: int
    of: dict[str, Record]

    def fraction(self, points: int) -> Fraction:
        """Return scaled match points as they are."""
        return Fraction(points, self.scale)


def records_of(stage: Stage) -> Records:
    """Return the records of a stage. Source: `docs/reference/tournament-format.md`, Standings."""
    scale = least_scale(stage)
    of = new_records(stage, scale, {entrant.id: entrant for entrant in stage.entrants}, stage.matches)
    return Records(stage, scale, int(stage.scoring.win * scale), last_begun(stage), of)


def new_records(
    stage: Stage, scale: int, entrants: Mapping[str, Entrant], matches: Iterable[Match]
) -> dict[str, Record]:
    """Return new records of some entrants of a stage.

    Args:
        scale: The factor of match points, a multiple of `least_scale`.
        entrants: By id, at least all that play in the matches.
        matches: Those of the stage that count here, in its order.
    """
    scoring = {name: int(getattr(stage.scoring, name) * scale) for name in Scoring.__struct_fields__}
    of = {name: Record(entrant, []) for name, entrant in entrants.items()}
    for match in matches:
        counted = match.is_counted
        _enter(of, match, counted, _points(match, counted, scoring, scale))
    for name, points in stage.adjustments.items():
        if name in of:
            of[name].points += int(points * scale)
    return of


def least_scale(stage: Stage) -> int:
    """Return the least common denominator of all match points of a stage."""
    scores = [getattr(stage.scoring, name) for name in Scoring.__struct_fields__]
    awarded = [points for match in stage.matches if match.match_points for points in match.match_points]
    return lcm(*(score.denominator for score in [*scores, *awarded, *stage.adjustments.values()]))


def last_begun(stage: Stage) -> int:
    """Return the last round that has a counted match or a bye, 0 before the first."""
    last = 0
    for match in stage.matches:
        if match.round > last and (match.is_counted or match.outcome == BYE):
            last = match.round
    return last


def winner_of(match: Match) -> str | None:
    """Return the entrant that won a counted match, or None."""
    if match.outcome == DOUBLE_FORFEIT:
        # Also where a winner is written.
        return None
    if match.outcome == AWARDED:
        assert match.match_points is not None
        home, away = match.match_points
    elif match.winner is not UNSET:
        return match.winner
    elif match.outcome == PLAYED:
        assert match.home_points is not None
        assert match.away_points is not None
        home, away = Fraction(match.home_points), Fraction(match.away_points)
    else:
        return None
    return match.home if home > away else match.away if away > home else None


def _points(match: Match, counted: bool, scoring: dict[str, int], scale: int) -> tuple[int, int]:
    """Return the scaled match points of home and away."""
    if match.outcome == BYE:
        return scoring["bye"], 0
    if not counted or match.outcome == VOID:
        return 0, 0
    if match.outcome == AWARDED:
        assert match.match_points is not None
        return int(match.match_points[0] * scale), int(match.match_points[1] * scale)
    if match.outcome == DOUBLE_FORFEIT:
        return scoring["forfeit_loss"], scoring["forfeit_loss"]
    winner = winner_of(match)
    won, lost = ("forfeit_win", "forfeit_loss") if match.outcome == FORFEIT else ("win", "loss")
    if winner is None:
        return scoring["draw"], scoring["draw"]
    return (scoring[won], scoring[lost]) if winner == match.home else (scoring[lost], scoring[won])


def _enter(of: dict[str, Record], match: Match, counted: bool, points: tuple[int, int]) -> None:
    met = counted and match.outcome in (PLAYED, AWARDED)
    sides: Iterable[tuple[str, str | None, int]] = [(match.home, match.away, points[0])]
    if match.away is not None:
        sides = [*sides, (match.away, match.home, points[1])]
    winner = winner_of(match) if counted else None
    for entrant, opponent, own in sides:
        record = of[entrant]
        record.parts.append(Part(match, opponent, own, counted, met))
        record.points += own
        record.wins += winner == entrant
    if counted and match.home_points is not None and match.away_points is not None and match.away is not None:
        home, away = of[match.home], of[match.away]
        home.scored += match.home_points
        home.conceded += match.away_points
        away.scored += match.away_points
        away.conceded += match.home_points
