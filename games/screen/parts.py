"""The parts of a live table's page, each with exactly what it shows.

A part is both what its template reads and the key under which its HTML is kept for everybody who gets the same. So
whatever a viewer may not see is in no part of that viewer's, and a part changes only when its place on the page does.
Of the time of a rendering only `Head` knows, and `Own` while its own clock runs.
"""

from typing import Any, ClassVar
from uuid import UUID

import msgspec
from django.urls import reverse

from games.screen.inputs import Refusal
from games.screen.layout import Board
from games.screen.pieces import (
    AuctionCell,
    Camp,
    Key,
    LatestCall,
    MatCard,
    Opened,
    Place,
    ResultRow,
    Sayable,
    Taken,
)
from games.tables.view.deal import Shuffle
from games.tables.view.meanings import Askable
from games.tables.view.seats import SeatView
from games.tables.view.table import HouseNamed, TableView


class Part(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A part of the page; `template` names its template, `lasting` tells whether its HTML may be kept."""

    template: ClassVar[str]

    @property
    def lasting(self) -> bool:
        """Whether nothing in it depends on the moment of the rendering."""
        return True


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """What surrounds the parts: if it changes, the whole fragment is sent.

    Attributes:
        seats: The number of seats.
        number: The seat at the bottom.
        side: Its side.
        name: The name of a player whose place is looked at from the bottom by somebody without a seat.
        seated: The viewer sits at the table.
        results: The result of a hand stands where the other seats do.
        chat: The viewer may write to the others.
        joining: What somebody without an account needs to sit down; empty where nobody can.
        names_trump: Calls name the trump.
        practice: It is a practice.
    """

    seats: int
    number: int
    side: int
    name: str
    seated: bool
    results: bool
    chat: bool
    joining: str
    names_trump: bool
    practice: bool


class Head(Part, frozen=True):
    """The state of the table for the page's script; `now` is the server's time, in Unix milliseconds."""

    template = "head"
    version: int
    now: int
    status: str
    phase: str
    mine: bool

    @property
    def lasting(self) -> bool:
        """It holds the time."""
        return False


class Top(Part, frozen=True):
    """The line above the table: its title, the hand's number (0 before the first), the game."""

    template = "top"
    title: str
    hand: int
    game: str
    watches: bool
    chat: bool
    practice: bool


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


class Clock(msgspec.Struct, frozen=True):
    """The ring of a seat on turn: Unix milliseconds, and seconds in all."""

    deadline: int
    action: int
    total: int


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


class Seat(Part, frozen=True):
    """A seat around the mat; `marks` is None for a free one, `ask` the number of its call that may be asked about."""

    template = "seat"
    number: int
    at: str
    side: int
    name: str
    initial: str
    relation: str
    on_turn: bool
    away: bool
    clock: Clock | None
    cards: int
    tricks: int
    last_call: str | None
    ask: int | None
    marks: Marks | None
    lays_trump: bool
    deed: str


class Won(msgspec.Struct, frozen=True, kw_only=True):
    """The trick that lies won on the mat, and why; `told` is false while a claim waits."""

    name: str
    points: int | None
    card: str
    line: str
    told: bool


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a hand; `table_id` is None where the hand has no page."""

    hand: int
    sentence: str
    tricks: tuple[Taken, ...]
    rows: tuple[ResultRow, ...]
    units: str
    notes: tuple[str, ...]
    rules: tuple[str, ...]
    played_by: str
    table_id: UUID | None


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


class Seconds(msgspec.Struct, frozen=True):
    """The viewer's own clock: Unix milliseconds, and the seconds left."""

    until: int
    then: int
    left: int


class Own(Part, frozen=True):
    """The seat at the bottom and the sentence on the turn.

    `hint` tells whether the button for a hint can be used; None where there is none.
    """

    template = "own"
    number: int
    side: int
    name: str
    initial: str
    seated: bool
    turn: bool
    on_turn: bool
    clock: Clock | None
    asks: str
    says: str
    next_deal_at: int | None
    cards: int
    last_call: str | None
    names_trump: bool
    marks: Marks | None
    deed: str
    secs: Seconds | None
    hint: bool | None

    @property
    def lasting(self) -> bool:
        """It holds the seconds left while the viewer's own clock runs."""
        return self.secs is None


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


def frame_of(board: Board, *, practice: bool = False) -> Frame:
    """Return what surrounds the parts of a table."""
    view, seat = board.view, board.own.seat
    return Frame(
        seats=len(view.seats),
        number=seat.number,
        side=seat.side,
        name="" if board.seated else seat.name,
        seated=board.seated,
        results=bool(board.result_rows),
        chat=view.chat and board.seated and not practice,
        joining=view.joining,
        names_trump=board.names_trump,
        practice=practice,
    )


def parts_of(
    board: Board, now: int, *, invitation: str = "", practice: bool = False, hint: bool | None = None
) -> dict[str, Part]:
    """Return the parts of a table by the id of their element, in the order of the page.

    Args:
        board: The layout of the table for its viewer.
        now: The time in Unix milliseconds.
        invitation: The invitation link, for a viewer who may pass it on.
        practice: The table is a practice.
        hint: Whether a hint can be asked for in a practice; None where there is no button for it.
    """
    view = board.view
    parts: dict[str, Part] = {
        "head": Head(version=view.version, now=now, status=view.status, phase=board.phase, mine=board.my_turn),
        "top": _top(board, practice),
        "score": _score(board),
    }
    contract = board.contract
    if not board.result_rows:
        for place in board.places:
            parts[f"seat-{place.seat.number}"] = _seat(board, place, contract)
    parts["middle"] = _middle(board, contract, practice)
    parts["beside"] = _beside(board)
    parts["opened"] = OpenHands(hands=board.opened)
    parts["meanings"] = _meanings(view)
    parts[f"seat-{board.own.seat.number}"] = _own(board, contract, hint)
    parts["notes"] = _notes(view)
    parts["controls"] = _controls(board, practice)
    parts["hand"] = _hand(board)
    parts["auction"] = _auction(board, contract)
    parts["tricks"] = _tricks(board)
    parts["told"] = Told(texts=tuple(happening.text for happening in board.told))
    parts["about"] = _about(board, invitation, practice)
    parts["proof"] = _proof(view)
    parts["tools"] = _tools(board, practice)
    parts["aloud"] = Aloud(
        latest=tuple(happening.text for happening in board.latest),
        asks=board.asks,
        says=board.says,
        options=board.options if board.my_turn else "",
    )
    return parts


def _top(board: Board, practice: bool) -> Top:
    view = board.view
    return Top(
        title=view.title,
        hand=view.game.hand_number if view.game is not None else 0,
        game=view.house.name if view.house is not None else view.rules_name,
        watches=not board.seated,
        chat=view.chat and board.seated and not practice,
        practice=practice,
    )


def _score(board: Board) -> Score:
    view, game = board.view, board.view.game
    shown: dict[str, Any] = {}
    if game is None or game.phase == "deal":
        shown = {"hand": game.hand_number + 1 if game is not None else 1, "begun": board.phase != "waiting"}
    elif game.phase in ("scored", "finished"):
        if view.result is not None:
            shown = {"bid": view.result.bid, "outcome": view.result.outcome}
    else:
        shown = {"phase": game.phase, "names_trump": board.names_trump, "bid": game.bid}
        if board.names_trump:
            shown |= {"denomination": game.denomination or "", "doubled": game.doubled, "trump": game.trump or ""}
            shown["bidder_name"] = board.bidder_name
        elif game.phase == "auction":
            shown["first_cards"] = board.hand_size < 5
        if game.phase in ("play", "surrender"):
            shown |= {"thani": game.thani is not None, "trump": game.trump or "", "trump_words": board.trump_words}
    return Score(we=board.we, they=board.they, counted=board.counted, all_points=board.all_points, **shown)


def _clock(view: TableView, seat: SeatView) -> Clock | None:
    clock = view.clock
    if not seat.on_turn or not clock.deadline:
        return None
    return Clock(clock.deadline, clock.action_until or clock.deadline, clock.total_seconds)


def _kind(seat: SeatView) -> str:
    """Return the kind of a seat's player."""
    if seat.bot:
        return "strong" if seat.level == "strong" else "bot"
    if seat.sat_in:
        return "sat in"
    if seat.left:
        return "left"
    return "visitor" if seat.visiting else ""


def _marks(view: TableView, seat: SeatView, contract: str) -> Marks | None:
    if seat.player_id is None:
        return None
    return Marks(
        declares=seat.declarer,
        contract=contract if seat.declarer else "",
        opens=seat.opener,
        deals=seat.dealer,
        link=not seat.bot and not seat.left and seat.number != view.viewer,
        kind=_kind(seat),
        next_id=seat.next_id,
        next_name=seat.next_name if seat.next_id is not None else "",
        since_hand=0 if seat.next_id is not None else seat.since_hand,
        kunukku=seat.kunukku,
        salaams=seat.salaams,
    )


def _deed(view: TableView, seat: SeatView) -> str:
    """Return what the viewer may do with a seat: `sit`, `bot`, `substitute`, or nothing."""
    if seat.player_id is None and "sit" in view.may:
        return "sit"
    if seat.player_id is None and "bot" in view.may:
        return "bot"
    return "substitute" if seat.open_to_viewer else ""


def _is_on_seat(call: Askable, seat: SeatView) -> bool:
    """Tell whether a call is the one that stands beside its seat."""
    return call.seat == seat.number and call.said == seat.last_call


def _seat(board: Board, place: Place, contract: str) -> Seat:
    view, seat = board.view, place.seat
    playing = seat.player_id is not None and view.game is not None
    return Seat(
        number=seat.number,
        at=place.at,
        side=seat.side,
        name=seat.name,
        initial=place.initial,
        relation=place.relation if seat.player_id is not None else "",
        on_turn=seat.on_turn,
        away=seat.sat_in or seat.left,
        clock=_clock(view, seat),
        cards=seat.cards if playing else 0,
        tricks=seat.tricks if playing and seat.cards else 0,
        last_call=seat.last_call,
        ask=next((call.call for call in reversed(view.askable) if _is_on_seat(call, seat)), None),
        marks=_marks(view, seat, contract),
        lays_trump=place.lays_trump and seat.player_id is not None,
        deed=_deed(view, seat),
    )


def _own(board: Board, contract: str, hint: bool | None) -> Own:
    view, seat, clock = board.view, board.own.seat, board.view.clock
    runs_out = clock.deadline if board.my_turn else None
    return Own(
        number=seat.number,
        side=seat.side,
        name=seat.name,
        initial=board.own.initial,
        seated=board.seated,
        turn=seat.on_turn or board.my_turn,
        on_turn=seat.on_turn,
        clock=_clock(view, seat),
        asks=board.asks,
        says=board.says,
        next_deal_at=clock.next_deal_at if clock.paused_by is None else None,
        cards=0 if board.seated else seat.cards,
        last_call=None if seat.declarer else seat.last_call,
        names_trump=board.names_trump,
        marks=_marks(view, seat, contract),
        deed="" if board.seated else _deed(view, seat),
        secs=Seconds(clock.action_until or runs_out, runs_out, clock.left_seconds) if runs_out else None,
        hint=hint,
    )


def _result(board: Board, practice: bool) -> Result | None:
    view, result = board.view, board.view.result
    if result is None:
        return None
    return Result(
        hand=result.hand,
        sentence=result.sentence,
        tricks=board.tricks,
        rows=board.result_rows,
        units=board.units,
        notes=result.notes,
        rules=result.rules,
        played_by=view.rules,
        table_id=None if practice else view.table_id,
    )


def _middle(board: Board, contract: str, practice: bool) -> Middle:
    view, game, phase = board.view, board.view.game, board.phase
    kept: dict[str, Any] = {"repeated": board.repeated}
    if phase == "waiting":
        return Middle(phase=phase, players_needed=view.players_needed, **kept)
    if phase == "closed":
        return Middle(phase=phase, **kept)
    if phase in ("scored", "finished") and view.result is not None:
        return Middle(phase="result", result=_result(board, practice), **kept)
    if game is not None and phase in ("auction", "auction2", "raise", "fold", "trump"):
        kept |= {"bid": game.bid, "bidder_name": board.bidder_name}
        if phase in ("fold", "trump"):
            return Middle(phase=phase, **kept)
        if not game.bid:
            kept["opener_name"] = board.opener_name
        if phase == "auction" and board.names_trump:
            return Middle(phase="call", denomination=game.denomination or "", doubled=game.doubled, **kept)
        return Middle(phase="bid", **kept)
    if phase == "play" and board.trick:
        return _trick(board, kept)
    if phase == "surrender":
        return Middle(phase=phase, offer_name=board.offer_name, **kept)
    if phase == "play":
        return Middle(
            phase="contract",
            contract=contract,
            bidder_name=board.bidder_name,
            trump_words=board.trump_words,
            **kept,
        )
    return Middle(phase="deal", next_deal_at=view.clock.next_deal_at, **kept)


def _beside(board: Board) -> Beside:
    game = board.view.game
    if game is None:
        return Beside()
    last = game.last_trick
    if board.phase != "play" or last is None or board.won is not None or board.names_trump:
        return Beside(indicator=game.indicator)
    cards = tuple(played.card for played in last.cards)
    return Beside(indicator=game.indicator, last_trick=cards, last_line=board.last_line)


def _trick(board: Board, kept: dict[str, Any]) -> Middle:
    won = board.won
    shown = None
    if won is not None:
        shown = Won(
            name=board.won_name,
            points=won.points,
            card=board.won_card,
            line=board.won_line,
            told=board.view.claim is None,
        )
    return Middle(
        phase="trick",
        trick=board.trick,
        trick_number=won.number if won is not None else board.trick_number,
        empty_place=board.empty_place,
        won=shown,
        **kept,
    )


def _card_address(rules: str, card: str | None, edition: int | None) -> str:
    """Return the address of a published card, or of the rule set's default card."""
    if card is None or edition is None:
        return reverse("games:default_card", args=[rules])
    return reverse("games:card_edition", args=[card, edition])


def _meanings(view: TableView) -> Meanings:
    if view.viewer is None or not view.cards:
        return Meanings(shown=False)
    return Meanings(
        shown=True,
        rules=view.rules,
        questions=tuple(
            Question(
                id=f"meaning-{asked.call}-{asked.asker}",
                key=f"{asked.call}.{asked.asker}",
                asker=view.seats[asked.asker].name,
                caller=view.seats[asked.of].name,
                side=view.seats[asked.of].side,
                said=asked.said,
                mine=asked.mine,
                may_add=asked.may_add,
                text=asked.text,
                treatment=asked.treatment,
                row=asked.row,
                rule=asked.rule,
                card_name=asked.card_name if asked.card else "",
                edition=asked.edition,
                address=_card_address(view.rules, asked.card, asked.edition),
                added=tuple((view.seats[seat].name, text) for seat, text in asked.added),
            )
            for asked in sorted(view.asked, key=lambda asked: -asked.call)
        ),
        offers=tuple(
            Offer(call.call, call.said, view.seats[call.seat].name, view.seats[call.seat].side)
            for call in view.askable
            if not _is_on_seat(call, view.seats[call.seat])
        ),
    )


def _notes(view: TableView) -> Notes:
    objected = tuple(happening.text for happening in view.happenings[-4:] if happening.code == "claim-objected")
    if view.takes_over is None:
        return Notes(objected=objected)
    seat = view.seats[view.takes_over]
    return Notes(objected=objected, takes_over=seat.name, by_bot=seat.bot or seat.left, may_leave="leave" in view.may)


def _controls(board: Board, practice: bool) -> Controls:
    view, game, refusal = board.view, board.view.game, board.refusal
    shown: dict[str, Any] = {"can": tuple(sorted(board.can - {"bid", "play", "call", "concede", "claim"}))}
    over = not practice and view.status in ("finished", "closed")
    if refusal is not None or over:
        shown |= {"rules": view.rules, "table_id": view.table_id}
    if refusal is not None:
        shown |= {"refusal": refusal, "refusal_at": board.refusal_at, "held": len(board.hand)}
    if over:
        shown |= {"over": True, "recorded": game is not None}
    if board.bids and game is not None:
        shown |= {
            "bids": board.bids,
            "bid_columns": board.bid_columns,
            "honours_from": view.honours_from if board.phase == "auction" else None,
            "leave_at": (game.bid or 0) if board.phase == "raise" else 0,
        }
    if board.can & {"keep", "reveal"} and game is not None:
        shown |= {"indicator": game.indicator, "indicator_binds": board.indicator_binds}
    if "fold" in board.can:
        shown["folds"] = tuple(card.code for card in board.hand if card.may and card.copy == 1)
    if board.calls or board.instead:
        shown |= {"calls": board.calls, "instead": board.instead, "call_keys": board.call_keys}
    return Controls(
        may_return="return" in view.may,
        claim=view.claim if "answer" in view.may else None,
        may_pause="pause" in view.may,
        may_deal="deal" in view.may,
        **shown,
    )


def _hand(board: Board) -> Hand:
    if not board.hand:
        return Hand()
    lit = board.lights
    return Hand(
        cards=tuple(Held(card.code, card.key, card.verb, card.may and lit) for card in board.hand),
        shown_late=None if board.seated else board.own.seat.name,
        size=board.hand_size,
        rows=board.hand_rows,
        lit=lit,
        refused=board.refusal.card if board.refusal is not None else "",
    )


def _auction(board: Board, contract: str) -> Auction:
    view = board.view
    if board.auction:
        return Auction(rows=board.auction, names=board.auction_names)
    if not board.round:
        return Auction()
    if board.phase != "auction":
        return Auction(round=board.round, over=True, contract=contract, bidder_name=board.bidder_name)
    return Auction(round=board.round, review=board.review, rules=view.rules)


def _tricks(board: Board) -> Tricks:
    if not board.tricks:
        return Tricks()
    return Tricks(
        taken=board.tricks,
        counted=board.counted,
        running=board.phase == "play",
        names_trump=board.names_trump,
    )


def _about(board: Board, invitation: str, practice: bool) -> About:
    view, game = board.view, board.view.game
    names = {side.side: side.names for side in view.sides}
    chosen = None
    if not practice:
        chosen = Chosen(
            rules=view.rules,
            options=msgspec.json.encode(view.options, order="deterministic"),
            version=view.engine_version,
            house=view.house,
            opened_by=view.opened_by,
        )
    untold = not board.counted and not (game is not None and game.tricks)
    return About(
        table_id=view.table_id,
        game=chosen,
        visiting=board.seated and board.own.seat.visiting,
        in_the_head=untold or (not view.running_count and game is None),
        invitation=invitation,
        shown_name=view.seats[view.shown_seat].name if view.shown_seat is not None else "",
        shown_delay=view.shown_delay,
        plays_until=view.clock.plays_until,
        earlier_hands=() if practice else tuple(board.earlier_hands),
        cards=tuple(
            CardOfSide(
                side=card.side,
                names=names[card.side],
                name=card.name,
                own=card.card is not None,
                address=_card_address(view.rules, card.card, card.edition),
            )
            for card in view.cards
        ),
    )


def _proof(view: TableView) -> Proof:
    if view.shuffle is None:
        return Proof()
    return Proof(deal=view.shuffle, table_id=view.table_id, status=view.status, seat=view.viewer)


def _leave(board: Board) -> str:
    """Return what becomes of the viewer's seat if the viewer leaves; empty if the viewer cannot."""
    view = board.view
    if not board.seated or "leave" not in view.may:
        return ""
    if view.status != "waiting":
        return "playing"
    return "closes" if view.opened_by_viewer else "free"


def _tools(board: Board, practice: bool) -> Tools:
    view, game = board.view, board.view.game
    concede_hand = "concede_hand" in view.may and not practice
    concedes = game is not None and (concede_hand or view.can_concede)
    return Tools(
        claim="claim" in view.may,
        concede_hand=concede_hand,
        concede=view.can_concede,
        hand=game.hand_number if concedes and game is not None else 0,
        bid=game.bid if view.can_concede and game is not None else None,
        leave=_leave(board),
    )
