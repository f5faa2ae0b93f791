"""The meaning of calls for the table's templates: each part of the view with the names that belong to it."""

from typing import Any

from django import template
from django.urls import reverse
from msgspec.structs import asdict

from games.tables.view.meanings import Askable
from games.tables.view.seats import SeatView
from games.tables.view.table import TableView

register = template.Library()


def card_address(rules: str, card: str | None, edition: int | None) -> str:
    """Return the address of a published card, or of the rule set's default card."""
    if card is None or edition is None:
        return reverse("games:default_card", args=[rules])
    return reverse("games:card_edition", args=[card, edition])


def _is_on_seat(one: Askable, seat: SeatView) -> bool:
    """Tell whether a call is the one that stands beside its seat."""
    return one.seat == seat.number and one.said == seat.last_call


@register.filter
def ask_of(view: TableView, seat: SeatView) -> Askable | None:
    """Return the call beside a seat if the viewer may ask about it, else None."""
    return next((one for one in reversed(view.askable) if _is_on_seat(one, seat)), None)


@register.filter
def offers(view: TableView) -> list[dict[str, Any]]:
    """Return the askable calls that stand beside no seat, with the caller: after the auction, and bids under review."""
    return [
        asdict(one) | {"name": view.seats[one.seat].name, "side": view.seats[one.seat].side}
        for one in view.askable
        if not _is_on_seat(one, view.seats[one.seat])
    ]


@register.filter
def questions(view: TableView) -> list[dict[str, Any]]:
    """Return the viewer's questions, the newest call first, with names and with their ids in forms and on the page."""
    return [
        {
            "asked": one,
            "asker": view.seats[one.asker].name,
            "caller": view.seats[one.of].name,
            "side": view.seats[one.of].side,
            "added": [(view.seats[seat].name, text) for seat, text in one.added],
            "address": card_address(view.rules, one.card, one.edition),
            "key": f"{one.call}.{one.asker}",
            "id": f"meaning-{one.call}-{one.asker}",
        }
        for one in sorted(view.asked, key=lambda one: -one.call)
    ]


@register.filter
def cards_played(view: TableView) -> list[dict[str, Any]]:
    """Return the convention card of each side, with the side's players."""
    names = {side.side: side.names for side in view.sides}
    return [
        asdict(one)
        | {
            "names": names[one.side],
            "own": one.card is not None,
            "address": card_address(view.rules, one.card, one.edition),
        }
        for one in view.cards
    ]
