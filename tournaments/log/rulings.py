"""What the log says for cases: the last ruling that counts, and when results were under embargo."""

from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from games import store
from tournaments.events.opening import EmbargoSet, ResultsReleased
from tournaments.state.undoing import live

_RULINGS: Final = ("MatchCorrected", "MatchWeighed", "MatchSetAside", "DeedUndone")
_ABOUT_EMBARGO: Final = ("EmbargoSet", "ResultsReleased", "DeedUndone")


def version_of_ruling(tournament: UUID, case: UUID) -> int | None:
    """Return the version of the last event by which a case changed a tournament and that counts; None without."""
    rulings = live(store.load(tournament, opened=False, only=_RULINGS))
    return next((one.version for one in reversed(rulings) if getattr(one.event, "case", "") == str(case)), None)


def embargoes(tournament: UUID) -> list[tuple[datetime, datetime | None]]:
    """Return when each embargo of a tournament began, and its end; None: once a director releases the results."""
    spans: list[tuple[datetime, datetime | None]] = []
    for one in live(store.load(tournament, opened=False, only=_ABOUT_EMBARGO)):
        at, event = one.recorded_at, one.event
        running = bool(spans) and (spans[-1][1] is None or at < spans[-1][1])
        if isinstance(event, EmbargoSet):
            until = None if event.until is None else datetime.fromtimestamp(event.until, UTC)
            # While one is in force, only its hour changes.
            if running:
                spans[-1] = (spans[-1][0], until)
            else:
                spans.append((at, until))
        elif isinstance(event, ResultsReleased) and running:
            spans[-1] = (spans[-1][0], at)
    return spans
