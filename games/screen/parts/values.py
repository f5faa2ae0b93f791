"""The parts of a table's page as values, each with the name of its template and exactly what that shows."""

from typing import ClassVar
from uuid import UUID

import msgspec

from games.screen.inputs import Refusal
from games.screen.pieces import AuctionCell, Camp, Key, LatestCall, MatCard, Opened, ResultRow, Sayable, Taken
from games.tables.view.deal import Shuffle
from games.tables.view.table import HouseNamed


class Part(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A part of the page; `template` names its template, `lasting` tells whether its HTML may be kept."""

    template: ClassVar[str]
    lasting: ClassVar[bool] = True


class Clock(msgspec.Struct, frozen=True):
    """The clock of the seats on turn: Unix milliseconds, and the seconds in all and those left."""

    deadline: int
    action: int
    total: int
    left: int


class Head(Part, frozen=True):
    """The state of the table for the page's script; `now` is the server's time, in Unix milliseconds.

    The seats on turn and their clock are here, and not in the parts of the seats: they change with every card.
    """

    template = "head"
    lasting = False
    version: int
    now: int
    status: str
    phase: str
    mine: bool
    turn: tuple[int, ...]
    clock: Clock | None


class Top(Part, frozen=True):
    """The line above the table: title, hand (0 before the first), game, rule set's id; `leave` as in `Tools`."""

    template = "top"
    title: str
    hand: int
    game: str
    rules: str
    watches: bool
    chat: bool
    practice: bool
    leave: str = ""


class Score(Part, frozen=True):
    """The sides, the contract and the race of the points; `hand` is the number of a hand that is not dealt yet."""

    template = "score"
    we: Camp
    they: Camp
    counted: bool
    all_points: int
    hand: int = 0
    begun: bool = True
    phase: str = ""
    names_trump: bool = False
    bid: int | None = None
    denomination: str = ""
    doubled: int = 0
    trump: str = ""
    thani: bool = False
    first_cards: bool = False
    bidder_name: str = ""
    trump_words: str = ""
    outcome: str = ""


class Marks(msgspec.Struct, frozen=True, kw_only=True):
    """The marks of an occupied seat.

    Attributes:
        declares: It plays the contract.
        contract: That contract.
        opens: It speaks and leads first.
        deals: It dealt.
        link: Whether its player is connected is shown.
        kind: `bot`, `strong`, `visitor`, `sat in`, `left`, or empty for a person with an account.
        next_id: The id of the player who takes it over, or None.
        next_name: That player's name.
        since_hand: The hand from which its player holds it; 0 for the first one.
        kunukku: How many kunukku it wears.
        salaams: How many salaams it has made.
    """

    declares: bool
    contract: str
    opens: bool
    deals: bool
    link: bool
    kind: str
    next_id: UUID | None
    next_name: str
    since_hand: int
    kunukku: int
    salaams: int


class Holds(Part, frozen=True):
    """The cards that a seat holds and the tricks it has taken, which change with every card."""

    template = "holds"
    number: int
    cards: int
    tricks: int


class Seat(Part, frozen=True):
    """A seat around the mat; `marks` is None for a free one, `ask` the number of its call that may be asked about."""

    template = "seat"
    number: int
    at: str
    side: int
    name: str
    initial: str
    relation: str
    away: bool
    holds: Holds
    last_call: str | None
    ask: int | None
    marks: Marks | None
    lays_trump: bool
    deed: str


class Covered(Part, frozen=True):
    """A seat in whose place the result of a hand stands."""

    template = "covered"
    number: int


class Won(msgspec.Struct, frozen=True, kw_only=True):
    """The trick that lies won on the mat, and why; `told` is false while a claim waits."""

    name: str
    points: int | None
    card: str
    line: str
    told: bool


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a hand; `table_id` is None where the hand has no page; `mine`: the viewer played it."""

    hand: int
    sentence: str
    tricks: tuple[Taken, ...]
    rows: tuple[ResultRow, ...]
    units: str
    notes: tuple[str, ...]
    rules: tuple[str, ...]
    played_by: str
    table_id: UUID | None
    mine: bool = False


class Middle(Part, frozen=True):
    """The middle of the mat; `phase` tells which sentence, or that a trick, lies there."""

    template = "middle"
    phase: str
    players_needed: int = 0
    result: Result | None = None
    bid: int | None = None
    denomination: str = ""
    doubled: int = 0
    bidder_name: str = ""
    opener_name: str = ""
    trick: tuple[MatCard, ...] = ()
    trick_number: int = 0
    empty_place: bool = False
    won: Won | None = None
    offer_name: str = ""
    contract: str = ""
    trump_words: str = ""
    next_deal_at: int | None = None
    repeated: str = ""


class Beside(Part, frozen=True):
    """What lies beside the middle for longer: the viewer's folded trump, and the last trick to look at."""

    template = "beside"
    indicator: str | None = None
    last_trick: tuple[str, ...] = ()
    last_line: str = ""


class OpenHands(Part, frozen=True):
    """The hands that lie open for everybody."""

    template = "opened"
    hands: tuple[Opened, ...]


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A question about a call, with the names of the players and its ids in forms and on the page."""

    id: str
    key: str
    asker: str
    caller: str
    side: int
    said: str
    mine: bool
    may_add: bool
    text: str
    treatment: bool
    row: tuple[str, ...]
    rule: str
    card_name: str
    edition: int | None
    address: str
    added: tuple[tuple[str, str], ...]


class Offer(msgspec.Struct, frozen=True):
    """A call that may be asked about and stands beside no seat, with the caller."""

    call: int
    said: str
    name: str
    side: int


class Meanings(Part, frozen=True):
    """What calls mean, for a viewer with a seat in 56."""

    template = "meanings"
    shown: bool
    rules: str = ""
    questions: tuple[Question, ...] = ()
    offers: tuple[Offer, ...] = ()


class Ring(Part, frozen=True):
    """The sign of the seat at the bottom."""

    template = "ring"
    side: int
    initial: str


class Turn(Part, frozen=True):
    """The sentence on the turn: what the table asks the viewer, and what it says."""

    template = "turn"
    asks: str
    says: str
    next_deal_at: int | None


class Own(Part, frozen=True):
    """The player of the seat at the bottom."""

    template = "own"
    number: int
    name: str
    seated: bool
    cards: int
    last_call: str | None
    names_trump: bool
    marks: Marks | None
    deed: str


class Notes(Part, frozen=True):
    """What stands between the viewer's seat and the controls: objections to a claim, a seat that is taken over."""

    template = "notes"
    objected: tuple[str, ...] = ()
    takes_over: str | None = None
    by_bot: bool = False
    may_leave: bool = False


class Controls(Part, frozen=True):
    """Why something was refused, and what the viewer may do beside playing a card.

    Attributes:
        refusal: The refusal of the last command, or None.
        refusal_at: The place of the card it is about.
        held: The number of cards in the hand, for that place.
        rules: The rule set, for links.
        table_id: The table, for links.
        may_return: The viewer may take the seat back from a bot.
        claim: The seat whose claim the viewer answers, or None.
        bids: The legal bids.
        bid_columns: The keys in a row of them.
        honours_from: The lowest of them that counts double; None where there is none.
        leave_at: The bid that a pass leaves as it is; 0 where a pass is a pass.
        can: The words of the other legal actions, in order.
        indicator: The viewer's folded trump, as far as a button names it.
        indicator_binds: Who turns it up must play it.
        folds: The cards that may be folded.
        may_pause: The viewer may hold the next deal back.
        may_deal: The viewer may deal now.
        over: The game is over.
        recorded: There is a record of it.
        calls: The legal calls of 56.
        instead: What may be said instead.
        call_keys: The keys that compose a call.
    """

    template = "controls"
    refusal: Refusal | None = None
    refusal_at: int = 0
    held: int = 0
    rules: str = ""
    table_id: UUID | None = None
    may_return: bool = False
    claim: int | None = None
    bids: tuple[int, ...] = ()
    bid_columns: int = 0
    honours_from: int | None = None
    leave_at: int = 0
    can: tuple[str, ...] = ()
    indicator: str | None = None
    indicator_binds: bool = False
    folds: tuple[str, ...] = ()
    may_pause: bool = False
    may_deal: bool = False
    over: bool = False
    recorded: bool = False
    calls: tuple[Sayable, ...] = ()
    instead: tuple[Key, ...] = ()
    call_keys: tuple[tuple[Key, ...], ...] = ()


class Held(msgspec.Struct, frozen=True):
    """A card of the hand: `may` tells whether it may be played, while the hand is lit."""

    code: str
    key: str
    verb: str
    may: bool


class Hand(Part, frozen=True):
    """The viewer's hand, or the one that spectators see late; `lit` while the viewer is to choose a card."""

    template = "hand"
    cards: tuple[Held, ...] = ()
    shown_late: str | None = None
    size: int = 0
    rows: int = 1
    lit: bool = False
    refused: str = ""


class Auction(Part, frozen=True):
    """The auction in the panel: of 28 its table, of 56 each seat's latest call and then the contract."""

    template = "auction"
    rows: tuple[tuple[AuctionCell, ...], ...] = ()
    names: tuple[str, ...] = ()
    round: tuple[LatestCall, ...] = ()
    over: bool = False
    contract: str = ""
    bidder_name: str = ""
    review: str = ""
    rules: str = ""


class Tricks(Part, frozen=True):
    """The closed tricks in the panel."""

    template = "tricks"
    taken: tuple[Taken, ...] = ()
    counted: bool = True
    running: bool = False
    names_trump: bool = False


class Told(Part, frozen=True):
    """What happened, the last first."""

    template = "told"
    texts: tuple[str, ...]


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """By which rules the table is played, the options as JSON, and who chose them."""

    rules: str
    options: bytes
    version: int
    house: HouseNamed | None
    opened_by: str


class CardOfSide(msgspec.Struct, frozen=True, kw_only=True):
    """The convention card of a side; `own` tells whether the partnership wrote it."""

    side: int
    names: tuple[str, ...]
    name: str
    own: bool
    address: str


class About(Part, frozen=True):
    """What is fixed at this table for a hand or longer."""

    template = "about"
    table_id: UUID
    game: Chosen | None
    visiting: bool
    in_the_head: bool
    invitation: str
    shown_name: str
    shown_delay: int
    plays_until: int | None
    earlier_hands: tuple[int, ...]
    cards: tuple[CardOfSide, ...]


class Proof(Part, frozen=True):
    """The fair deal of the hand, and what the viewer may add to it."""

    template = "proof"
    deal: Shuffle | None = None
    table_id: UUID | None = None
    status: str = ""
    seat: int | None = None


class Tools(Part, frozen=True):
    """What the viewer may do with the whole hand or the seat.

    `leave` tells what becomes of the seat: `playing` (a bot plays on), `free`, `closes` (so may the table), or empty
    where the viewer cannot leave.
    """

    template = "tools"
    claim: bool
    concede_hand: bool
    concede: bool
    hand: int
    bid: int | None
    leave: str


class Aloud(Part, frozen=True):
    """What screen readers say by themselves."""

    template = "aloud"
    latest: tuple[str, ...]
    asks: str
    says: str
    options: str
