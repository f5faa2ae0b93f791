"""What the log says for cases: the last ruling that counts, and when results were under embargo."""

from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from games import store
from tournaments.events.cases import MatchSetAside, MatchWeighed
from tournaments.events.opening import EmbargoSet, ResultsReleased
from tournaments.events.playing import MatchCorrected
from tournaments.state.undoing import live

_RULINGS: Final = (MatchCorrected, MatchWeighed, MatchSetAside)
_ABOUT_EMBARGO: Final = ("EmbargoSet", "ResultsReleased", "DeedUndone")


def version_of_ruling(tournament: UUID, case: UUID) -> int | None:
    """Return the version of the last event by which a case changed a tournament and that counts; None without."""
    stored = live(store.load(tournament, opened=False))
    return next(
        (one.version for one in reversed(stored) if isinstance(one.event, _RULINGS) and one.event.case == str(case)),
        None,
    )


def embargoes(tournament: UUID) -> list[tuple[datetime, datetime | None]]:
    """Return when each embargo of a tournament began, and its end; None: once a director releases the results."""
    found: list[tuple[datetime, datetime | None]] = []
    for one in live(store.load(tournament, opened=False, only=_ABOUT_EMBARGO)):
        at, event = one.recorded_at, one.event
        running = bool(found) and (found[-1][1] is None or at < found[-1][1])
        if isinstance(event, EmbargoSet):
            until = None if event.until is None else datetime.fromtimestamp(event.until, UTC)
            # While one is in force, only its hour changes.
            if running:
                found[-1] = (found[-1][0], until)
            else:
                found.append((at, until))
        elif isinstance(event, ResultsReleased) and running:
            found[-1] = (found[-1][0], at)
    return found
