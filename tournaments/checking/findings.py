"""What a check can find, and how it is written."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

UNKNOWN_ENTRANT: Final = "unknown-entrant"
PLAYS_ITSELF: Final = "plays-itself"
TWICE_IN_A_ROUND: Final = "twice-in-a-round"
LEFT_OUT: Final = "left-out"
NOT_IN_THE_FIELD: Final = "not-in-the-field"
SECOND_BYE: Final = "second-bye"
AVOIDABLE_REMATCH: Final = "avoidable-rematch"
FORBIDDEN_PAIR: Final = "forbidden-pair"
NOT_OPTIMAL: Final = "not-optimal"
MISSING_PAIR: Final = "missing-pair"
PAIR_TOO_OFTEN: Final = "pair-too-often"
HOMES_UNBALANCED: Final = "homes-unbalanced"
WRONG_HALF: Final = "wrong-half"
LOSER_PLAYS_ON: Final = "loser-plays-on"
PLACE_NOT_FILLED: Final = "place-not-filled"
SEEDS_MEET_EARLY: Final = "seeds-meet-early"
WRONG_WINNER: Final = "wrong-winner"


class Finding(Struct, frozen=True):
    """A fault that was found.

    Attributes:
        round: The round; None where the fault lies in no single round.
        match: The number of the match in a bracket.
        entrants: The ids concerned.
        cost: Of a pairing: its cost, the eight parts of the contract's vector.
        possible: The smallest possible cost.
    """

    code: str
    entrants: Sequence[str]
    round: int | None = None
    match: int | None = None
    cost: Sequence[str] | None = None
    possible: Sequence[str] | None = None

    def written(self, stage: str) -> dict[str, Any]:
        """Return the finding as the public format has it; what it does not have is left out."""
        members = {
            "code": self.code,
            "stage": stage,
            "round": self.round,
            "match": self.match,
            "entrants": list(self.entrants),
            "cost": self.cost,
            "possible": self.possible,
        }
        return {name: value for name, value in members.items() if value is not None}


class UncheckableError(ValueError):
    """A stage cannot be checked; the text says why."""
