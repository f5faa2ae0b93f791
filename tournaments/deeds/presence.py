"""Deeds about entrants that are present or absent before the first stage: check-in, and going on without some.

Nothing is decided by a clock: an absent entrant is held out by a director's deed only.
"""

from typing import Any, ClassVar

from engine.phrases import phrase
from tournaments.deeds.base import STAFF, Deed, Doer, Refused, Role, entrant_of
from tournaments.deeds.entering import CheckIn, own_entrant, waiting_list
from tournaments.events import entering as events
from tournaments.events.settings import Settings
from tournaments.state.tournament import TournamentState


class CheckInAll(Deed, frozen=True):
    """Note that all entrants are here that have to check in and have not."""

    allowed: ClassVar[frozenset[Role]] = STAFF


class GoOnWithout(Deed, frozen=True):
    """Go on without entrants that have not checked in; without any named, without all of them."""

    entrants: tuple[int, ...] = ()


class Readmit(Deed, frozen=True):
    """Let an entrant play that was held out because it was absent."""

    entrant: int


def check_in(state: TournamentState, deed: CheckIn, doer: Doer) -> list[Any]:
    """Decide that an entrant is present. Refused: `not-your-entrant`, `held-out`, `check-in-early`, `check-in-over`."""
    entrant = own_entrant(state, deed.entrant, doer)
    if entrant.held_out:
        raise Refused("held-out", phrase("The tournament goes on without this entrant; a director can readmit it."))
    if not doer.is_one_of(STAFF) and doer.at is not None:
        opens, closes = check_in_window(state.settings)
        if opens is not None and doer.at < opens:
            raise Refused("check-in-early", phrase("Check-in has not begun yet; the staff can note that you are here."))
        if closes is not None and doer.at >= closes:
            raise Refused("check-in-over", phrase("Check-in is over; tell the staff that you are here."))
    return [] if entrant.present == deed.present else [events.EntrantCheckedIn(entrant.number, deed.present)]


def check_in_all(state: TournamentState, deed: CheckInAll, doer: Doer) -> list[Any]:
    """Decide that all absent entrants are present; nothing where nobody is absent, or check-in is over."""
    return [events.EntrantCheckedIn(number, True) for number in absent(state)]


def check_in_window(settings: Settings) -> tuple[int | None, int | None]:
    """Return from when and until when captains check in, in seconds since 1970; None: nothing is settled."""
    at, opens, closes = settings.starts_at, settings.check_in_opens, settings.check_in_closes
    if at is None:
        return None, None
    return None if opens is None else at - 60 * opens, None if closes is None else at - 60 * closes


def is_check_in_open(settings: Settings, at: int | None) -> bool:
    """Tell whether captains may check in at a time, in seconds since 1970; at none that is known they may."""
    opens, closes = check_in_window(settings)
    return at is None or ((opens is None or at >= opens) and (closes is None or at < closes))


def absent(state: TournamentState) -> tuple[int, ...]:
    """Return the entrants, in seeding order, that have to check in and have not; none once the tournament has begun."""
    if not state.settings.check_in or state.status not in ("open", "closed_entries"):
        return ()
    return tuple(number for number in state.entered() if not state.entrants[number].present)


def go_on_without(state: TournamentState, deed: GoOnWithout, doer: Doer) -> list[Any]:
    """Decide that absent entrants are held out, and who of the waiting list that is there takes their places.

    Refused: `no-check-in`, `not-absent`.
    """
    missing = absent(state)
    if not state.settings.check_in or state.status == "playing":
        raise Refused(
            "no-check-in", phrase("Entrants can be held out only before the first stage, if they have to check in.")
        )
    gone = deed.entrants or missing
    if not set(gone) <= set(missing):
        raise Refused("not-absent", phrase("Name entrants that have not checked in."), "entrants")
    if not gone:
        return []
    here = [number for number in waiting_list(state) if state.entrants[number].present]
    room = state.settings.capacity
    free = len(here) if room is None else max(0, room - len(state.entered()) + len(set(gone)))
    held_out = tuple(number for number in missing if number in gone)
    return [events.EntrantsHeldOut(held_out, tuple(here[:free]))]


def readmit(state: TournamentState, deed: Readmit, doer: Doer) -> list[Any]:
    """Decide that an entrant that was held out plays; where there is no room, it waits. Refused: `not-held-out`."""
    entrant = entrant_of(state, deed.entrant)
    if not entrant.held_out:
        raise Refused("not-held-out", phrase("This entrant is not held out."), "entrant")
    capacity = state.settings.capacity
    full = capacity is not None and len(state.entered()) >= capacity
    return [events.EntrantReadmitted(entrant.number, full)]
