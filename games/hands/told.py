"""The history of a played hand: frozen values for a page and the API."""

from typing import Any
from uuid import UUID

import msgspec

import engine
from games.tables import fair
from games.tables.view.seats import SeatHeld
from games.tables.view.table import HandResult, HouseNamed

VIOLATION = "violation"
"""The kind of a step that a rule forbids: the audit of the hand ends with it."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One thing done in a hand, and the table after it.

    Attributes:
        index: Its number, from 1; 0 is the deal.
        kind: `deal`, the word of the action in a record (`bid`, `call`, `play` ...), `timeout`, `bot`, `return`,
            `substitute` or `leave`; `violation` for what a rule forbids, which is the last step then.
        seat: Who did it.
        text: "Beeran leads the jack of spades."
        phase: "Auction", "Second auction", "Trump" or "Trick 3".
        trick_number: The trick it belongs to, or None.
        card: The card played, turned up or folded (if the viewer may know it); else None.
        hands: The cards left by seat, () where the viewer may not know them.
        trick: What lies in the running trick, or in the one just completed.
        points: Card points by side; empty while the table does not tell them.
        trump: The trump suit's letter once it is up.
        bid: The standing bid.
        denomination: What it names in 56: a suit's letter or `NT`; else None.
        doubled: 0, or 1 for a doubled and 2 for a redoubled contract.
        action: The index in the record's actions; None for what is no action.
        version: The version of the table by it.
    """

    index: int
    kind: str
    seat: int | None
    text: str
    phase: str
    trick_number: int | None
    card: str | None
    hands: tuple[tuple[str, ...], ...]
    trick: tuple[engine.Played, ...]
    points: tuple[int, ...]
    trump: str | None
    action: int | None
    version: int
    bid: int | None = None
    denomination: str | None = None
    doubled: int = 0
    broken: str = ""


class TrickRow(msgspec.Struct, frozen=True, kw_only=True):
    """A complete trick.

    Attributes:
        number: From 1.
        leader: The seat that led.
        cards: One a seat in the order played.
        winner: The seat that took it.
        points: Its card points; None while the table does not tell them.
        reason: As in `engine.TrickTaken`.
        so_far: Card points by side after it; empty while the table does not tell them.
        first_step: The index of the step that led to it.
        last_step: The index of the step that completed it.
    """

    number: int
    leader: int
    cards: tuple[engine.Played, ...]
    winner: int
    points: int | None
    reason: str
    so_far: tuple[int, ...]
    first_step: int
    last_step: int


class AuctionEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the auction: what `seat` said, and the index of that step. `won`: the bid became the contract.

    In 56 `call` is what was said, and `denomination` what it names.
    """

    seat: int
    auction: int
    word: str
    value: int | None
    step: int
    won: bool = False
    call: str | None = None
    denomination: str | None = None


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
        document: All of it as the script and the browser check it (`docs/reference/fair-deal.md`).
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
        """The seats that committed to a number and never opened it."""
        return fair.Numbers(promised=self.promised, given=self.numbers).unopened

    @property
    def mixed(self) -> bool:
        """Whether players' numbers are in the deal, all of those committed to."""
        return bool(self.numbers) and not self.unopened


class HandTold(msgspec.Struct, frozen=True, kw_only=True):
    """A hand from the deal on: one played at a table, or one of a record.

    Attributes:
        number: The hand's number.
        rules: The rule set's id.
        rules_name: What people call it.
        direction: `clockwise` or `counter-clockwise`.
        finished: Everything is open; else only what the viewer may know.
        players: The names as they sat when the hand ended (or now).
        sides: The seats of each side.
        dealer: The seat that dealt.
        opener: The seat that spoke and led first.
        cards: Each seat's cards in the order dealt; () where the viewer may not know them.
        steps: Everything done, the deal as step 0.
        auction: What was said.
        tricks: The complete tricks.
        result: How it came out, or None.
        folded: The cards folded, seat and card, once open.
        verdict: What the auditor says of this hand, once finished.
        options: The options that differ from the rule set's defaults.
        engine_version: The version of the rules by which it was played.
        house: The club's house rules that the options are from, or None.
    """

    number: int
    rules: str
    rules_name: str
    direction: str
    finished: bool
    players: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]
    dealer: int
    opener: int
    cards: tuple[tuple[str, ...], ...]
    steps: tuple[Step, ...]
    auction: tuple[AuctionEntry, ...]
    tricks: tuple[TrickRow, ...]
    result: HandResult | None = None
    folded: tuple[tuple[int, str], ...] = ()
    verdict: engine.HandVerdict | None = None
    options: dict[str, Any] = {}
    engine_version: int = 1
    house: HouseNamed | None = None

    def step_at(self, index: int | None) -> Step:
        """Return a step by its number, the last one for None or a number out of range."""
        if index is None or not 0 <= index < len(self.steps):
            return self.steps[-1]
        return self.steps[index]


class HandHistory(HandTold, frozen=True, kw_only=True):
    """A hand played at a table, as one viewer may know it.

    Attributes:
        table_id: The table's id.
        table_title: What people call the table.
        player_ids: The ids of the players, a seat each.
        held: Who held, until the end of the hand, each seat that one player has not held all along.
        proof: The proof of the deal, once open.
        previous: The number of the hand before, or None.
        next: The number of the hand after, or None.
        dealt_at: When it was dealt, Unix milliseconds.
        ended_at: When it was decided, or None.
        may_check: The viewer may have it audited in public.
    """

    table_id: UUID
    table_title: str
    player_ids: tuple[UUID | None, ...]
    held: tuple[SeatHeld, ...] = ()
    proof: Proof | None = None
    previous: int | None = None
    next: int | None = None
    dealt_at: int = 0
    ended_at: int | None = None
    may_check: bool = False
