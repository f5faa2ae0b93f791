"""A running stage as its outlook sees it: points in whole numbers, and the matches that are still open."""

from collections.abc import Collection
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tournaments.outlook.values import DRAW, LOSS, WIN, OutlookError
from tournaments.stages.stage import CROSS_GROUP, PLAYED, ROUND_ROBIN, SWISS, Stage
from tournaments.tiebreaks.record import records_of


class OpenMatch(Struct, frozen=True):
    """A match that is written and still to be played; the sides are positions in `Position.entrants`."""

    round: int
    home: int
    away: int

    def other(self, entrant: int) -> int:
        """Return the opponent of one of the sides."""
        return self.away if entrant == self.home else self.home


class Position(Struct, frozen=True):
    """Where a stage stands: entrants are numbers from 0, in the order of the stage, points match points times `scale`.

    Attributes:
        rivals: The entrants that compete for the qualifying places.
        win: Points of a win, as `draw` and `loss`.
        draw: None where matches are not drawn.
        best: The most points that a match can give; `worst` the fewest.
        later_best: The most points that a round can give that is not paired yet, a bye included; `later_worst` the
            fewest.
        points: By entrant, adjustments and byes included.
        matches: The open matches, by round and then in the order in which they are written.
        later: By entrant, the rounds that are not paired yet and in which it will be in the field.
        known: All pairings are known, so that an exact answer is possible; taken to be false in every Swiss.
    """

    entrants: tuple[str, ...]
    rivals: frozenset[int]
    scale: int
    win: int
    draw: int | None
    loss: int
    best: int
    worst: int
    later_best: int
    later_worst: int
    points: tuple[int, ...]
    matches: tuple[OpenMatch, ...]
    later: tuple[int, ...]
    known: bool

    def number_of(self, entrant: str) -> int:
        """Return the number of an entrant.

        Raises:
            OutlookError: The stage has no such entrant.
        """
        try:
            return self.entrants.index(entrant)
        except ValueError:
            raise OutlookError(f"there is no entrant {entrant} in the stage") from None

    def matches_of(self, entrant: int) -> tuple[int, ...]:
        """Return the positions in `matches` of an entrant's open matches."""
        return tuple(place for place, match in enumerate(self.matches) if entrant in (match.home, match.away))

    def lowest(self) -> list[int]:
        """Return by entrant the fewest points it can finish with."""
        return self._finishing(self.worst, self.later_worst)

    def highest(self) -> list[int]:
        """Return by entrant the most points it can finish with."""
        return self._finishing(self.best, self.later_best)

    def _finishing(self, of_match: int, of_round: int) -> list[int]:
        points = [own + of_round * rounds for own, rounds in zip(self.points, self.later, strict=True)]
        for match in self.matches:
            points[match.home] += of_match
            points[match.away] += of_match
        return points

    def value(self, result: str) -> int | None:
        """Return the points of a result; None for a draw where matches are not drawn."""
        return {WIN: self.win, DRAW: self.draw, LOSS: self.loss}[result]

    def after(self, entrant: int, results: dict[int, str]) -> "Position":
        """Return the position after some of an entrant's open matches.

        Args:
            entrant: The entrant whose results they are.
            results: `WIN`, `DRAW` or `LOSS` by position in `matches`.
        """
        opposite = {WIN: LOSS, DRAW: DRAW, LOSS: WIN}
        points = list(self.points)
        for place, result in results.items():
            own, others = self.value(result), self.value(opposite[result])
            assert own is not None
            assert others is not None
            points[entrant] += own
            points[self.matches[place].other(entrant)] += others
        matches = tuple(match for place, match in enumerate(self.matches) if place not in results)
        return replace(self, points=tuple(points), matches=matches)

    def after_wins(self, entrant: int) -> "Position":
        """Return the position in which an entrant has won all its matches, those not paired yet included."""
        position = self.after(entrant, dict.fromkeys(self.matches_of(entrant), WIN))
        points, later = list(position.points), list(position.later)
        points[entrant] += self.win * later[entrant]
        later[entrant] = 0
        return replace(position, points=tuple(points), later=tuple(later))

    def fraction(self, points: int) -> Fraction:
        """Return scaled points as they are."""
        return Fraction(points, self.scale)


def position_of(stage: Stage, *, draws: bool = True, passed_over: Collection[str] = ()) -> Position:
    """Return where a stage stands.

    Open are the matches that are written as `played` without points, if both sides are in the field in their round: an
    entrant that has left does not play on, and its unplayed matches give nobody anything. In a Swiss the rounds that
    are not paired yet are open too; the schedule of any other format has to be written as a whole.

    Args:
        stage: A round robin, a cross-group or a Swiss.
        draws: Matches can be drawn.
        passed_over: Entrants that take no qualifying place, such as those that have left the tournament.

    Raises:
        OutlookError: The stage is of another type, or a Swiss without a number of rounds.
    """
    if stage.type not in (ROUND_ROBIN, CROSS_GROUP, SWISS):
        raise OutlookError(f"there is no outlook in a stage of the type {stage.type}")
    records = records_of(stage)
    scoring = stage.scoring
    scale = records.scale
    numbers = {entrant.id: number for number, entrant in enumerate(stage.entrants)}
    win, draw, loss, bye = (int(points * scale) for points in (scoring.win, scoring.draw, scoring.loss, scoring.bye))
    of_match = [win, draw, loss] if draws else [win, loss]
    field = {entrant.id: entrant for entrant in stage.entrants}
    matches = [
        OpenMatch(match.round, numbers[match.home], numbers[match.away])
        for match in stage.matches
        if match.away is not None and match.outcome == PLAYED and not match.has_points
        and field[match.home].is_in(match.round) and field[match.away].is_in(match.round)
    ]  # fmt: skip
    return Position(
        entrants=tuple(numbers),
        rivals=frozenset(number for entrant, number in numbers.items() if entrant not in passed_over),
        scale=scale,
        win=win,
        draw=draw if draws else None,
        loss=loss,
        best=max(of_match),
        worst=min(of_match),
        later_best=max(*of_match, bye),
        later_worst=min(*of_match, bye),
        points=tuple(records.of[entrant].points for entrant in numbers),
        matches=tuple(sorted(matches, key=lambda match: match.round)),
        later=_later(stage),
        known=stage.type != SWISS,
    )


def _later(stage: Stage) -> tuple[int, ...]:
    """Return by entrant the rounds of a Swiss that are not paired yet and in which it will be in the field."""
    if stage.type != SWISS:
        return (0,) * len(stage.entrants)
    rounds: Any = stage.options.get("rounds")
    if isinstance(rounds, bool) or not isinstance(rounds, int) or rounds < 1:
        raise OutlookError("the option rounds is a whole number from 1")
    last = max((match.round for match in stage.matches), default=0)
    return tuple(sum(entrant.is_in(number) for number in range(last + 1, rounds + 1)) for entrant in stage.entrants)
