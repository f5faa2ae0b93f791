"""All parts of a table's page, out of its layout for one viewer."""

from typing import Any

import msgspec

from games.screen.layout import Board
from games.screen.parts.panel import (
    about_of,
    auction_of,
    is_on_seat,
    leave_of,
    meanings_of,
    proof_of,
    tools_of,
    tricks_of,
)
from games.screen.parts.values import (
    Aloud,
    Beside,
    Clock,
    Controls,
    Covered,
    Hand,
    Head,
    Held,
    Holds,
    Marks,
    Middle,
    Notes,
    OpenHands,
    Own,
    Part,
    Result,
    Ring,
    Score,
    Seat,
    Told,
    Top,
    Turn,
    Won,
)
from games.screen.pieces import Place
from games.screen.words import as_played
from games.tables.view.seats import SeatView
from games.tables.view.table import TableView


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """What surrounds the parts: if it changes, the whole fragment is sent.

    Attributes:
        seats: The number of seats.
        number: The seat at the bottom.
        side: Its side.
        name: The name of a player whose place is looked at from the bottom by somebody without a seat.
        seated: The viewer sits at the table.
        chat: The viewer may write to the others.
        joining: What somebody without an account needs to sit down; empty where nobody can.
        names_trump: Calls name the trump.
        practice: It is a practice.
        hint: Whether a hint can be asked for in a practice; None where there is no button for it.
    """

    seats: int
    number: int
    side: int
    name: str
    seated: bool
    chat: bool
    joining: str
    names_trump: bool
    practice: bool
    hint: bool | None = None


def frame_of(board: Board, *, practice: bool = False, hint: bool | None = None) -> Frame:
    """Return what surrounds the parts of a table."""
    view, seat = board.view, board.own.seat
    return Frame(
        seats=len(view.seats),
        number=seat.number,
        side=seat.side,
        name="" if board.seated else seat.name,
        seated=board.seated,
        chat=view.chat and board.seated and not practice,
        joining=view.joining,
        names_trump=board.names_trump,
        practice=practice,
        hint=hint,
    )


def parts_of(board: Board, now: int, *, invitation: str = "", practice: bool = False) -> dict[str, Part]:
    """Return the parts of a table by the id of their element, in the order of the page.

    Args:
        board: The layout of the table for its viewer.
        now: The time in Unix milliseconds.
        invitation: The invitation link, for a viewer who may pass it on.
        practice: The table is a practice.
    """
    view = board.view
    parts: dict[str, Part] = {
        "head": _head(board, now),
        "top": _top(board, practice),
        "score": _score(board),
    }
    contract = board.contract
    covered = bool(board.result_rows)
    for place in board.places:
        number = place.seat.number
        parts[f"seat-{number}"] = Covered(number=number) if covered else _seat(board, place, contract)
    parts["middle"] = _middle(board, contract, practice)
    parts["beside"] = _beside(board)
    parts["opened"] = OpenHands(hands=board.opened)
    parts["meanings"] = meanings_of(view)
    parts["ring"] = Ring(side=board.own.seat.side, initial=board.own.initial)
    parts["turn"] = _turn(board)
    parts["own"] = _own(board, contract)
    parts["notes"] = _notes(view)
    parts["controls"] = _controls(board, practice)
    parts["hand"] = _hand(board)
    parts["auction"] = auction_of(board, contract)
    parts["tricks"] = tricks_of(board)
    parts["told"] = Told(texts=tuple(happening.text for happening in board.told))
    parts["about"] = about_of(board, invitation, practice)
    parts["proof"] = proof_of(view)
    parts["tools"] = tools_of(board, practice)
    parts["aloud"] = Aloud(
        latest=tuple(happening.text for happening in board.latest),
        asks=board.asks,
        says=board.says,
        options=board.options if board.my_turn else "",
    )
    return parts


def _head(board: Board, now: int) -> Head:
    view, clock = board.view, board.view.clock
    runs = None
    if clock.deadline:
        until = clock.action_until or clock.deadline
        runs = Clock(clock.deadline, until, clock.total_seconds, clock.left_seconds)
    return Head(
        version=view.version,
        now=now,
        status=view.status,
        phase=board.phase,
        mine=board.my_turn,
        turn=tuple(seat.number for seat in view.seats if seat.on_turn),
        clock=runs,
    )


def _top(board: Board, practice: bool) -> Top:
    view = board.view
    return Top(
        title=view.title,
        hand=view.game.hand_number if view.game is not None else 0,
        game=view.house.name if view.house is not None else view.rules_name,
        rules=view.rules,
        watches=not board.seated,
        chat=view.chat and board.seated and not practice,
        practice=practice,
        leave="" if practice else leave_of(board),
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
        away=seat.sat_in or seat.left,
        holds=Holds(
            number=seat.number,
            cards=seat.cards if playing else 0,
            tricks=seat.tricks if playing and seat.cards else 0,
        ),
        last_call=seat.last_call,
        ask=next((call.call for call in reversed(view.askable) if is_on_seat(call, seat)), None),
        marks=_marks(view, seat, contract),
        lays_trump=place.lays_trump and seat.player_id is not None,
        deed=_deed(view, seat),
    )


def _turn(board: Board) -> Turn:
    clock = board.view.clock
    return Turn(asks=board.asks, says=board.says, next_deal_at=clock.next_deal_at if clock.paused_by is None else None)


def _own(board: Board, contract: str) -> Own:
    view, seat = board.view, board.own.seat
    return Own(
        number=seat.number,
        name=seat.name,
        seated=board.seated,
        cards=0 if board.seated else seat.cards,
        last_call=None if seat.declarer else seat.last_call,
        names_trump=board.names_trump,
        marks=_marks(view, seat, contract),
        deed="" if board.seated else _deed(view, seat),
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
        notes=(*result.notes, *as_played(view)),
        rules=result.rules,
        played_by=view.rules,
        table_id=None if practice else view.table_id,
        mine=board.seated,
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
