"""Events about penalties."""

from typing import Literal

from tournaments.events.base import TournamentEvent

PenaltyKind = Literal["warning", "points"]


class PenaltyGiven(TournamentEvent, frozen=True):
    """An entrant, or a player of it, was warned or lost match points; `reason` is a code.

    Attributes:
        stage: The stage whose match points are lost; 0 for a warning.
        points: The match points lost, as an integer or "p/q"; empty for a warning.
        player: The id of the player whom it is about; empty: the entrant as a whole.
        match: The match in which it happened; None without.
    """

    entrant: int
    kind: PenaltyKind
    reason: str
    stage: int = 0
    points: str = ""
    player: str = ""
    match: int | None = None
