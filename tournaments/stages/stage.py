"""A stage of a tournament and what it consists of. Pure values, the common language of formats, tie-breaks and checks.

Source: `docs/reference/tournament-format.md`.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

PLAYED: Final = "played"
BYE: Final = "bye"
FORFEIT: Final = "forfeit"
DOUBLE_FORFEIT: Final = "double_forfeit"
AWARDED: Final = "awarded"
VOID: Final = "void"
OUTCOMES: Final = (PLAYED, BYE, FORFEIT, DOUBLE_FORFEIT, AWARDED, VOID)

ROUND_ROBIN: Final = "round_robin"
CROSS_GROUP: Final = "cross_group"
SWISS: Final = "swiss"
KNOCK_OUT: Final = "knock_out"
DOUBLE_ELIMINATION: Final = "double_elimination"
INDIVIDUAL: Final = "individual"
STAGE_TYPES: Final = (ROUND_ROBIN, CROSS_GROUP, SWISS, KNOCK_OUT, DOUBLE_ELIMINATION, INDIVIDUAL)
"""The formats of the public format, `docs/reference/tournament-format.md`."""

PLACING: Final = "placing"
CONSOLATION: Final = "consolation"
LADDER: Final = "ladder"
POINTS_RACE: Final = "points_race"
RUNNING_TYPES: Final = (*STAGE_TYPES, PLACING, CONSOLATION, LADDER, POINTS_RACE)
"""The formats that a stage of a running tournament can have; the written format has the first six only."""
BRACKETS: Final = (KNOCK_OUT, DOUBLE_ELIMINATION, PLACING, CONSOLATION)
"""The formats that are drawn as one bracket, and whose places the bracket decides."""


class Scoring(Struct, frozen=True):
    """The match points of each way in which a match can end."""

    win: Fraction = Fraction(2)
    draw: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(2)
    forfeit_win: Fraction = Fraction(2)
    forfeit_loss: Fraction = Fraction(0)


class Entrant(Struct, frozen=True, gc=False):
    """An entrant of a stage: a team, a pair or a player.

    Attributes:
        seed: The place in the seeding order of the stage, from 1.
        lot: The number drawn by lot; the smaller goes first. None: no lot was drawn.
        from_round: The first round in which the entrant is in the field (late entry).
        until_round: The last one (withdrawal); None: to the end.
    """

    id: str
    seed: int
    lot: int | None = None
    from_round: int = 1
    until_round: int | None = None

    def is_in(self, number: int) -> bool:
        """Tell whether the entrant is in the field in a round."""
        return self.from_round <= number and (self.until_round is None or number <= self.until_round)


class Match(Struct, frozen=True, gc=False):
    """A match, or a bye.

    Attributes:
        round: The round, from 1.
        away: None in a bye.
        outcome: One of `OUTCOMES`. A `played` match without points is still to be played.
        home_points: Game points of 28 or stake points of 56; they may be negative. Both sides have points, or neither.
            In a running tournament a result that a ruling weighed has fractions; the written format has integers only.
        winner: The entrant that won whatever the points say; None: a draw by ruling; unset: the points decide.
        match_points: Of home and away, where the match points were awarded.
        number: The number of the match in a bracket.
    """

    round: int
    home: str
    away: str | None = None
    outcome: str = PLAYED
    home_points: int | Fraction | None = None
    away_points: int | Fraction | None = None
    winner: str | UnsetType | None = UNSET
    match_points: tuple[Fraction, Fraction] | None = None
    number: int | None = None

    @property
    def has_points(self) -> bool:
        """Whether game points are written, counted or not."""
        return self.home_points is not None and self.away_points is not None

    @property
    def is_counted(self) -> bool:
        """Whether the match counts: played with points, forfeited by one side or both, or awarded. A bye does not."""
        if self.outcome == PLAYED:
            return self.has_points
        return self.outcome in (FORFEIT, DOUBLE_FORFEIT, AWARDED)


class Stage(Struct, frozen=True):
    """A stage: its entrants in seeding order, and what was played in it so far.

    Attributes:
        type: One of `STAGE_TYPES`; of `RUNNING_TYPES` in a running tournament.
        entrants: In seeding order; the `seed` of each is that of the stage.
        options: The settings of the format, as `docs/reference/tournament-format.md` names them.
        tie_breaks: The criteria in their order.
        matches: In the order in which they are written.
        adjustments: Match points that a director gave (or took) beside all matches; the written format has none.
        order: The order of a ladder, which is its standings; empty in other formats.
    """

    id: str
    type: str
    entrants: tuple[Entrant, ...]
    options: Mapping[str, Any] = msgspec.field(default_factory=dict)
    scoring: Scoring = Scoring()
    tie_breaks: tuple[str, ...] = ("points", "seed")
    matches: tuple[Match, ...] = ()
    adjustments: Mapping[str, Fraction] = msgspec.field(default_factory=dict)
    order: tuple[str, ...] = ()


class Tournament(Struct, frozen=True):
    """A tournament that is written down."""

    id: str
    entrants: tuple[Entrant, ...]
    stages: tuple[Stage, ...]
