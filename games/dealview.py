"""What people see of a deal that can be checked: at the table, and as a proof when the hand is over."""

from typing import Any
from uuid import UUID

import msgspec

from games import fair


class Shuffle(msgspec.Struct, frozen=True, kw_only=True):
    """What is fixed of a deal, and what the viewer may add to it.

    Attributes:
        hand: The hand's number.
        protocol: 2; 1 for a hand whose numbers came without commitments.
        commitment: The fingerprint of the server's secret (hex).
        promised: The players' commitments to their numbers, seat and hex.
        closed: No commitment is taken any more; the numbers are being opened, or were.
        given: The seats whose numbers have been opened.
        dealt: The cards are dealt.
        wanted: What the viewer may send now: `commitment`, `number`, or nothing.
    """

    hand: int
    protocol: int
    commitment: str
    promised: tuple[tuple[int, str], ...] = ()
    closed: bool = False
    given: tuple[int, ...] = ()
    dealt: bool = False
    wanted: str = ""


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """What anybody needs to check that a hand was dealt as promised.

    Attributes:
        stream: The id of the game.
        hand: The hand's number.
        rules: The rule set's id.
        dealer: The dealer's seat.
        commitment: What was published before any number came in (hex).
        committed_at: When, Unix milliseconds.
        secret: What it was made of (hex).
        promised: The players' commitments to numbers, seat and hex; none where numbers came without them.
        numbers: The players' numbers in the deal, seat and hex.
        pack: The order of the pack that follows.
        holds: Whether the hand was dealt as promised.
        faults: What does not agree, if not.
        document: All of it as the script and the browser check it (`docs/fair-deal.md`).
    """

    stream: UUID
    hand: int
    rules: str
    dealer: int
    commitment: str
    committed_at: int
    secret: str
    promised: tuple[tuple[int, str], ...]
    numbers: tuple[tuple[int, str], ...]
    pack: tuple[str, ...]
    holds: bool
    faults: tuple[str, ...]
    document: dict[str, Any]

    @property
    def unopened(self) -> tuple[int, ...]:
        """The seats whose numbers were promised and never opened."""
        return fair.Numbers(promised=self.promised, given=self.numbers).unopened

    @property
    def mixed(self) -> bool:
        """Whether players' numbers are in the deal, all that were promised."""
        return bool(self.numbers) and not self.unopened
