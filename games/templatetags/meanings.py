"""What calls mean, for the table's templates: the questions of a viewer with the names that belong to them."""

from dataclasses import dataclass

from django import template
from django.urls import reverse

from games.askedview import Askable, Asked
from games.seatview import SeatView
from games.tableview import SideView, TableView

register = template.Library()


@dataclass(frozen=True, slots=True)
class Question:
    """A question, with the names of who asked, who called and who added."""

    asked: Asked
    asker: str
    caller: str
    side: int
    added: tuple[tuple[str, str], ...]
    address: str

    @property
    def key(self) -> str:
        """What the question is called in a form."""
        return f"{self.asked.call}.{self.asked.asker}"

    @property
    def id(self) -> str:
        """What the question is called on the page."""
        return f"meaning-{self.asked.call}-{self.asked.asker}"


@dataclass(frozen=True, slots=True)
class Offer:
    """A call that can be asked about, and who made it."""

    call: int
    said: str
    name: str
    side: int


@dataclass(frozen=True, slots=True)
class Played:
    """The card a side plays by."""

    side: int
    names: tuple[str, ...]
    name: str
    own: bool
    address: str


def card_address(rules: str, card: str | None, edition: int | None) -> str:
    """Return the address of a published card, or of the rule set's default card."""
    if card is None or edition is None:
        return reverse("games:default_card", args=[rules])
    return reverse("games:card_edition", args=[card, edition])


def _is_on_seat(one: Askable, seat: SeatView) -> bool:
    """Say whether a call is the one that stands beside its seat."""
    return one.seat == seat.number and one.said == seat.last_call


@register.filter
def ask_of(view: TableView, seat: SeatView) -> Askable | None:
    """Return the call beside a seat, if the viewer may ask about it."""
    return next((one for one in reversed(view.askable) if _is_on_seat(one, seat)), None)


@register.filter
def offers(view: TableView) -> tuple[Offer, ...]:
    """Return what can be asked about and stands beside no seat: after the auction, and bids under review."""
    return tuple(
        Offer(one.call, one.said, view.seats[one.seat].name, view.seats[one.seat].side)
        for one in view.askable
        if not _is_on_seat(one, view.seats[one.seat])
    )


@register.filter
def questions(view: TableView) -> tuple[Question, ...]:
    """Return the viewer's questions, with names; the newest call first."""
    return tuple(
        Question(
            asked=one,
            asker=view.seats[one.asker].name,
            caller=view.seats[one.of].name,
            side=view.seats[one.of].side,
            added=tuple((view.seats[seat].name, text) for seat, text in one.added),
            address=card_address(view.rules, one.card, one.edition),
        )
        for one in sorted(view.asked, key=lambda one: -one.call)
    )


@register.filter
def cards_played(view: TableView) -> tuple[Played, ...]:
    """Return whose convention card each side plays."""
    sides: dict[int, SideView] = {side.side: side for side in view.sides}
    return tuple(
        Played(
            side=one.side,
            names=sides[one.side].names,
            name=one.name,
            own=one.card is not None,
            address=card_address(view.rules, one.card, one.edition),
        )
        for one in view.cards
    )
