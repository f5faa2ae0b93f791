"""What one viewer is shown of a live table or a hand: the only form in which either leaves this package.

Frozen values of numbers, texts and tuples. They are built in `games.selectors` from `engine.view` and from events that
are public, so whatever a template, a socket or the API shows of them is fit for that viewer.
"""

from typing import Any
from uuid import UUID, uuid5

import msgspec
from django.utils.translation import gettext as _

import engine
from games.askedview import Askable, Asked, SideCard
from games.dealview import Proof, Shuffle
from games.seatview import SeatHeld, SeatView


class SideView(msgspec.Struct, frozen=True, kw_only=True):
    """A side, what it has taken in this hand and how it stands.

    Attributes:
        side: The side's number.
        seats: Its seats.
        names: Their players' names, a seat each.
        points: Card points taken in this hand; None while the table does not tell them (56-SHOW-19).
        needed: Card points it needs: the contract, or what defeats it (together with its allies); None before there is
            a declarer.
        stakes: Its stakes, where stakes are kept.
        score: Its game points or stake points, where no stakes are kept.
        games: The games it has won, in a match of games; else None.
        game_points: Its change by the hand last decided; None while a hand runs.
    """

    side: int
    seats: tuple[int, ...]
    names: tuple[str, ...]
    points: int | None = 0
    needed: int | None = None
    stakes: int | None = None
    score: int | None = None
    games: int | None = None
    game_points: int | None = None


class ClockView(msgspec.Struct, frozen=True, kw_only=True):
    """What the clock shows. Times are Unix milliseconds.

    Attributes:
        whose: The seat whose time runs, or None.
        deadline: When the server acts for it, reserve included.
        action_until: When its time for this action is up and the reserve begins.
        total_seconds: Its time for this action with what is left of the reserve.
        left_seconds: What was left of that when this view was made.
        next_deal_at: When the next hand is dealt; None if none is awaited.
        paused_by: The seat that holds the next deal back, or None.
        paused_until: When that pause ends by itself.
        plays_until: No hand begins after this; None where no time is set or play has not begun.
    """

    whose: int | None = None
    deadline: int | None = None
    action_until: int | None = None
    total_seconds: int = 0
    left_seconds: int = 0
    next_deal_at: int | None = None
    paused_by: int | None = None
    paused_until: int | None = None
    plays_until: int | None = None


class HandResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a hand came out.

    Attributes:
        hand: The hand's number.
        sentence: "Beeran and Devaki made 17 with 19 points."
        outcome: `made`, `failed`, `conceded`, `claimed`, `passed_out` or `cancelled`.
        declarer: The seat that played the contract, or None.
        bid: The contract.
        contract: The contract in words: `17`, `34 spades doubled`; empty where there is none.
        points: Card points by side; None where none were counted.
        game_points: This hand's change by side; None where none are counted.
        before: Each side's stakes, or score, before the hand.
        after: The same after it.
        stakes: Whether those are stakes (else a score).
        rules: The ids of the rules that say so.
        base_cards: Whether the stakes are base cards.
        notes: What it did beside moving points, in sentences: thani, cot, kunukku.
        finished: It decided the game.
        winners: The winning sides, then.
    """

    hand: int
    sentence: str
    outcome: str
    declarer: int | None
    bid: int | None
    points: tuple[int, ...] | None
    game_points: tuple[int, ...] | None
    before: tuple[int, ...]
    after: tuple[int, ...]
    stakes: bool
    rules: tuple[str, ...]
    base_cards: bool = False
    notes: tuple[str, ...] = ()
    contract: str = ""
    finished: bool = False
    winners: tuple[int, ...] = ()


class Happening(msgspec.Struct, frozen=True):
    """Something that happened at the table, in words that everybody may hear.

    Attributes:
        version: The version of the table by it.
        seat: Whose doing it was, or None.
        code: The kind, such as `bid-made`, `card-played`, `turn-timed-out`.
        text: "Beeran bids 16."
    """

    version: int
    seat: int | None
    code: str
    text: str


class HouseNamed(msgspec.Struct, frozen=True):
    """House rules by their name.

    Attributes:
        id: The id of this version of them.
        name: What the club calls them.
        number: Which version it is.
        club: The slug of the club.
    """

    id: UUID
    name: str
    number: int
    club: str


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A live table as one viewer may see it.

    Attributes:
        table_id: The table's id.
        number: What people call it: table 3.
        name: Its name; may be empty.
        version: The version of the game's stream that this shows.
        rules: The rule set's id.
        rules_name: What people call the rule set.
        options: The options in force.
        engine_version: The version of the rules that the game is played by.
        house: The club's house rules that the options are from, or None.
        status: `waiting`, `playing`, `finished` or `closed`.
        viewer: The viewer's seat, or None for a spectator.
        takes_over: The seat that the viewer, so far a spectator, takes over with the next deal; None for all others.
        invitation_needed: To sit down one needs the invitation.
        invitation: The code of the invitation link, for those who may pass it on; else empty.
        players_needed: How many seats are free.
        seats: One a seat.
        sides: One a side.
        game: What the viewer may know of the hand; None before the first deal.
        clock: The clock.
        running_count: Card points are told during the hand (56-SHOW-19).
        legal: What the viewer may do now.
        can_concede: Whether a concession is among that.
        claim: The seat whose claim waits for answers, its cards laid open; None where there is none.
        may: What else the viewer may do: `claim`, `concede_hand` (in 56), `answer` (a claim),
            `sit`, `bot`, `leave`, `substitute`, `pause`, `deal`, `return`.
        joining: What somebody without an account needs to sit down here: `name`, or `account`; empty where the viewer
            has one, or nobody can sit down.
        result: The hand last decided, until the next is dealt.
        happenings: The last dozen, the oldest first.
        winners: The winning sides of a finished game.
        honours_from: The lowest bid that counts double in the first auction; None where there is none.
        shown_seat: The seat whose hand spectators see late; None where none is shown.
        shown_delay: By how many seconds.
        shown_hand: That hand, for a spectator.
        shuffle: What is fixed of the running or next deal; None before the first.
        opened_by_viewer: The viewer opened the table.
        opened_by: The name of who opened it, and so chose the game; empty where nobody knows any more.
        chat: Those who sit here may write to each other.
        cards: Whose convention card each side plays, in 56.
        askable: The calls whose meaning the viewer may ask for now.
        asked: The viewer's own questions, and those the viewer may add to.
    """

    table_id: UUID
    number: int
    name: str
    version: int
    rules: str
    rules_name: str
    status: str
    viewer: int | None
    seats: tuple[SeatView, ...]
    sides: tuple[SideView, ...]
    clock: ClockView
    options: dict[str, Any] = {}
    engine_version: int = 1
    house: HouseNamed | None = None
    takes_over: int | None = None
    invitation_needed: bool = False
    invitation: str = ""
    players_needed: int = 0
    game: engine.View | None = None
    running_count: bool = True
    legal: tuple[engine.Action, ...] = ()
    can_concede: bool = False
    claim: int | None = None
    may: frozenset[str] = frozenset()
    joining: str = ""
    result: HandResult | None = None
    happenings: tuple[Happening, ...] = ()
    winners: tuple[int, ...] = ()
    honours_from: int | None = None
    shown_seat: int | None = None
    shown_delay: int = 0
    shown_hand: tuple[str, ...] = ()
    shuffle: Shuffle | None = None
    opened_by_viewer: bool = False
    opened_by: str = ""
    chat: bool = True
    cards: tuple[SideCard, ...] = ()
    askable: tuple[Askable, ...] = ()
    asked: tuple[Asked, ...] = ()

    @property
    def title(self) -> str:
        """What people call the table."""
        return self.name or _("Table {number}").format(number=self.number)

    @property
    def race(self) -> tuple[int, int] | None:
        """Card points of the declaring side and of the others together, or None where there are none to tell."""
        if self.game is None or self.game.declarer is None or any(side.points is None for side in self.sides):
            return None
        declaring = self.seats[self.game.declarer].side
        ours = sum(side.points or 0 for side in self.sides if side.side == declaring)
        return ours, sum(side.points or 0 for side in self.sides) - ours

    def command(self, version: int, kind: str) -> UUID:
        """Return the id of what the viewer does having seen a version: the same twice is one command."""
        return uuid5(self.table_id, f"{self.viewer}:{version}:{kind}")


VIOLATION = "violation"
"""The kind of a step that a rule forbids: nothing of the hand is judged after it."""


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
        may_dispute: The viewer may have it audited in public.
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
    may_dispute: bool = False
