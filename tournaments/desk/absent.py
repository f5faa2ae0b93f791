"""Check-in on the desk: entrants that are absent, and what a director does about them."""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.deeds.base import DIRECTORS, STAFF, Doer
from tournaments.deeds.entering import CheckIn, waiting_list
from tournaments.deeds.presence import CheckInAll, GoOnWithout, Readmit, absent, check_in_window
from tournaments.desk.asking import Ask, Field, ask
from tournaments.selectors.naming import Names
from tournaments.state.tournament import TournamentState

MAX_NAMED = 60
"""The absent entrants that the desk names."""
MORE_MINUTES = "15"


@dataclass(frozen=True, slots=True)
class AbsentShown:
    """The entrants that have not checked in, and those that the tournament goes on without.

    Attributes:
        sentences: When check-in ends or has ended, and who waits for a place.
        absent: Each with the forms about it.
        left_out: How many more there are.
        held_out: Each with the form that lets it in again.
        asks: What is done about all of them.
    """

    sentences: tuple[str, ...]
    absent: tuple[tuple[str, tuple[Ask, ...]], ...]
    left_out: int
    held_out: tuple[tuple[str, tuple[Ask, ...]], ...]
    asks: tuple[Ask, ...]


def absent_shown(state: TournamentState, names: Names, doer: Doer) -> AbsentShown | None:
    """Return how check-in stands; None where nobody is absent or held out, or no one of the staff may do anything."""
    missing = absent(state)
    begun = state.status not in ("open", "closed_entries")
    held_out = [
        entrant for entrant in state.entrants.values() if entrant.held_out and not entrant.withdrawn and not begun
    ]
    if not (missing or held_out) or not doer.is_one_of(STAFF):
        return None
    directs = doer.is_one_of(DIRECTORS)
    shown = tuple(
        (
            names.of.get(number, ""),
            (
                ask(CheckIn(entrant=number), _("Is here")),
                *([ask(GoOnWithout(entrants=(number,)), _("Go on without it"), look="bare")] if directs else []),
            ),
        )
        for number in missing[:MAX_NAMED]
    )
    return AbsentShown(
        tuple(_sentences(state, len(missing))),
        shown,
        max(0, len(missing) - MAX_NAMED),
        tuple(
            (
                names.of.get(entrant.number, ""),
                (ask(Readmit(entrant=entrant.number), _("Readmit it")),) if directs else (),
            )
            for entrant in held_out
        ),
        tuple(_asks(state, len(missing), directs=directs)),
    )


def _sentences(state: TournamentState, count: int) -> list[str]:
    opens, closes = check_in_window(state.settings)
    now = timezone.now().timestamp()
    sentences = []
    if opens is not None and now < opens:
        sentences.append(_("Captains check in from {time} on.").format(time=_clock(opens)))
    if closes is not None and now < closes:
        sentences.append(_("Check-in is open until {time}.").format(time=_clock(closes)))
    elif closes is not None:
        sentences.append(_("Check-in closed at {time}.").format(time=_clock(closes)))
    if count:
        sentences.append(_("The clock leaves nobody out: go on without the absent entrants, or wait."))
    here = sum(state.entrants[number].present for number in waiting_list(state))
    if waiting := len(waiting_list(state)):
        text = _("{waiting} are waiting for a place; {here} of them are here and would move up.")
        sentences.append(text.format(waiting=waiting, here=here))
    return sentences


def _clock(at: int) -> str:
    return date_format(timezone.localtime(datetime.fromtimestamp(at, UTC)), "j M, H:i")


def _asks(state: TournamentState, missing: int, *, directs: bool) -> list[Ask]:
    asks = [ask(CheckInAll(), _("Everybody is here"))] if missing > 1 else []
    if not directs:
        return asks
    if missing:
        asks.append(ask(GoOnWithout(), _("Go on without them"), previews=True))
    if check_in_window(state.settings)[1] is not None:
        field = Field("minutes", _("Minutes"), value=MORE_MINUTES)
        asks.append(ask({"do": "ExtendCheckIn"}, _("Extend check-in"), _("Extend check-in"), [field]))
    return asks
