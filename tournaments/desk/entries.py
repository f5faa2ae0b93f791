"""The entries page: who has entered, and what the reader may do about each entry."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.deeds.base import DIRECTORS, STAFF, Doer
from tournaments.deeds.entering import CheckIn, Join, NoteFee, Return, SetSeeds, Withdraw
from tournaments.desk.asking import Ask, Field, ask
from tournaments.selectors.naming import Names
from tournaments.state.tournament import EntrantState, TournamentState


@dataclass(frozen=True, slots=True)
class EntryShown:
    """An entrant with what the reader may do about it.

    Attributes:
        place: Its seed; 0 on the waiting list or withdrawn.
        badges: How it stands, each in a word or two.
    """

    number: int
    place: int
    name: str
    below: str
    badges: tuple[str, ...]
    asks: tuple[Ask, ...]


def entries_of(state: TournamentState, names: Names, doer: Doer) -> tuple[EntryShown, ...]:
    """Return all entrants in seeding order, with the forms of what a person may do about each."""
    shown, place = [], 0
    for number in state.order:
        one = state.entrants[number]
        place += one.is_entered
        shown.append(
            EntryShown(
                number,
                place if one.is_entered else 0,
                names.of.get(number, ""),
                names.below(number),
                tuple(_badges(state, one, staff=doer.is_one_of(STAFF))),
                tuple(_asks(state, one, doer)) if not (one.withdrawn or state.is_over) else (),
            )
        )
    return tuple(sorted(shown, key=lambda entry: not entry.place))


def _badges(state: TournamentState, one: EntrantState, *, staff: bool) -> Iterator[str]:
    if one.withdrawn:
        yield _("withdrawn")
        return
    if one.waiting:
        yield _("waiting list")
    if one.is_disqualified:
        yield _("disqualified")
    elif one.is_away:
        yield _("has left")
    if one.present:
        yield _("here")
    if staff and one.fee_paid:
        yield _("fee paid")


def _asks(state: TournamentState, one: EntrantState, doer: Doer) -> Iterator[Ask]:
    number, staff = one.number, doer.is_one_of(STAFF)
    if not (staff or doer.is_captain_of(one)):
        return
    plays = any(number in stage.field for stage in state.running)
    if not plays and one.is_entered:
        text = _("Not here") if one.present else _("Check in")
        yield ask(CheckIn(entrant=number, present=not one.present), text)
    if staff:
        text = _("Fee not paid") if one.fee_paid else _("Fee paid")
        yield ask(NoteFee(entrant=number, paid=not one.fee_paid), text)
    if doer.is_one_of(DIRECTORS) and one.is_entered and not state.running:
        place = state.order.index(number)
        if place:
            order = list(state.order)
            order[place - 1 : place + 1] = [number, order[place - 1]]
            if state.status != "playing":
                yield ask(SetSeeds(order=tuple(order)), _("Up"))
    if not plays:
        if staff and one.is_entered:
            for stage in state.running:
                yield ask(Join(entrant=number, stage=stage.number), _("Joins stage {stage}").format(stage=stage.number))
        yield ask(Withdraw(entrant=number), _("Take the entry back"), look="bare")
        return
    if not staff:
        return
    if one.is_away:
        yield ask(Return(entrant=number), _("Comes back"))
        return
    choices = (
        ("keep", _("its matches count")),
        ("void", _("none of its matches counts")),
        ("average", _("missing matches count by the average")),
    )
    what = Field("matches", _("What becomes of its matches"), "choice", "keep", choices)
    yield ask({"do": "Leave", "entrant": number}, _("Leaves"), _("It leaves the tournament"), [what], previews=True)
    if doer.is_one_of(DIRECTORS):
        words = Field("words", _("Why (for the staff)"), "words", longest=200, optional=True)
        yield ask(
            {"do": "Disqualify", "entrant": number, "reason": "disqualified"},
            _("Disqualify"),
            _("Disqualify it"),
            [what, words],
            look="danger",
            previews=True,
        )
