"""What the desk announced, as pages of a tournament show it: to everybody, or to those whom it is for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournaments.floor.selectors import floor_of, names_of, texts_of_announcements
from tournaments.floor.state import Announcement
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class AnnouncementShown:
    """An announcement of the desk, in words."""

    words: str
    at: datetime
    by: str


def for_everybody(tournament: Tournament) -> tuple[Announcement, ...]:
    """Return the announcements to everybody that hold now, the latest first."""
    return tuple(told for told in floor_of(tournament.pk).shown(timezone.now()) if told.audience == "all")


def first_end(shown: Sequence[Announcement]) -> datetime | None:
    """Return when the first of some announcements is over; None: none of them ends by itself."""
    return min((told.until for told in shown if told.until is not None), default=None)


def in_words(tournament: Tournament, shown: Sequence[Announcement]) -> Iterator[AnnouncementShown]:
    """Yield announcements in the active language."""
    texts, names = texts_of_announcements(tournament.pk, shown), names_of([told.by for told in shown])
    for told in shown:
        if text := texts[told.number]:
            yield AnnouncementShown(text, told.at, names.get(told.by, ""))
