"""The parts of the panel, and what calls mean, out of the layout of a table."""

import msgspec
from django.urls import reverse

from games.screen.layout import Board
from games.screen.parts.values import (
    About,
    Auction,
    CardOfSide,
    Chosen,
    Meanings,
    Offer,
    Proof,
    Question,
    Tools,
    Tricks,
)
from games.tables.view.meanings import Askable
from games.tables.view.seats import SeatView
from games.tables.view.table import TableView


def is_on_seat(call: Askable, seat: SeatView) -> bool:
    """Tell whether a call is the one that stands beside its seat."""
    return call.seat == seat.number and call.said == seat.last_call


def _card_address(rules: str, card: str | None, edition: int | None) -> str:
    """Return the address of a published card, or of the rule set's default card."""
    if card is None or edition is None:
        return reverse("games:default_card", args=[rules])
    return reverse("games:card_edition", args=[card, edition])


def meanings_of(view: TableView) -> Meanings:
    """Return what calls mean."""
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
            if not is_on_seat(call, view.seats[call.seat])
        ),
    )


def auction_of(board: Board, contract: str) -> Auction:
    """Return the auction in the panel."""
    view = board.view
    if board.auction:
        return Auction(rows=board.auction, names=board.auction_names)
    if not board.round:
        return Auction()
    if board.phase != "auction":
        return Auction(round=board.round, over=True, contract=contract, bidder_name=board.bidder_name)
    return Auction(round=board.round, review=board.review, rules=view.rules)


def tricks_of(board: Board) -> Tricks:
    """Return the closed tricks."""
    if not board.tricks:
        return Tricks()
    return Tricks(
        taken=board.tricks,
        counted=board.counted,
        running=board.phase == "play",
        names_trump=board.names_trump,
    )


def about_of(board: Board, invitation: str, practice: bool) -> About:
    """Return what is fixed at the table."""
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


def proof_of(view: TableView) -> Proof:
    """Return the fair deal."""
    if view.shuffle is None:
        return Proof()
    return Proof(deal=view.shuffle, table_id=view.table_id, status=view.status, seat=view.viewer)


def leave_of(board: Board) -> str:
    """Return what becomes of the viewer's seat if the viewer leaves; empty if the viewer cannot."""
    view = board.view
    if not board.seated or "leave" not in view.may:
        return ""
    if view.status != "waiting":
        return "playing"
    return "closes" if view.opened_by_viewer else "free"


def tools_of(board: Board, practice: bool) -> Tools:
    """Return what the viewer may do with the hand or the seat."""
    view, game = board.view, board.view.game
    concede_hand = "concede_hand" in view.may and not practice
    concedes = game is not None and (concede_hand or view.can_concede)
    return Tools(
        claim="claim" in view.may,
        concede_hand=concede_hand,
        concede=view.can_concede,
        hand=game.hand_number if concedes and game is not None else 0,
        bid=game.bid if view.can_concede and game is not None else None,
        leave=leave_of(board),
    )
