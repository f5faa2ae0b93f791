"""What a ladder consists of beside its matches: challenges, and the steps that its order depends on."""

from datetime import datetime
from typing import Literal

from msgspec import Struct


class ChallengeState(Struct, frozen=True):
    """A challenge in a ladder.

    Attributes:
        number: Its number in the stage, from 1.
        made_at: When it was made.
        status: `lost`: it was refused or not answered, and that counts as a match that the challenged entrant lost.
        match: The number of its match, once it is accepted.
    """

    number: int
    challenger: int
    challenged: int
    made_at: datetime
    status: Literal["open", "accepted", "refused", "expired", "lost", "withdrawn"] = "open"
    match: int | None = None

    @property
    def entrants(self) -> tuple[int, int]:
        """The challenger and the challenged entrant."""
        return self.challenger, self.challenged


class LadderStep(Struct, frozen=True):
    """Something that the order of a ladder depends on, in its turn.

    Attributes:
        kind: `challenge`: a challenge was decided. The others are about an entrant: it `joined` or `returned` (at the
            bottom), `left`, or moved `down` for not playing.
        number: The number of the challenge or of the entrant.
        places: Of an entrant that moved down.
        at: When.
    """

    kind: Literal["challenge", "joined", "returned", "left", "down"]
    number: int
    at: datetime
    places: int = 0
