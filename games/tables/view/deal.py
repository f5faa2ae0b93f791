"""The public view of a provably fair deal at the table, and as a proof when the hand is over."""

import msgspec


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
