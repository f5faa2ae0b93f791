"""What pages, the desk and the API read of a tournament's floor."""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from django.utils.translation import get_language

from clubs.models import Player
from tournaments.floor import log
from tournaments.floor.state import Announcement, FloorState
from tournaments.floor.words import announcement_words
from tournaments.models import FloorWords


def floor_of(tournament_id: UUID) -> FloorState:
    """Return the floor of a tournament as it is now; without calls where nothing has happened yet."""
    return log.current(tournament_id)


def words_of_calls(tournament_id: UUID, numbers: Iterable[int]) -> Mapping[int, str]:
    """Return the own words of some calls, for the staff and each caller only; none where there are none, or erased."""
    rows = FloorWords.objects.filter(tournament=tournament_id, about=FloorWords.About.CALL, number__in=list(numbers))
    return dict(rows.values_list("number", "text"))


def words_of_announcements(tournament_id: UUID, numbers: Iterable[int], language: str) -> Mapping[int, str]:
    """Return the own words of some announcements for readers of a language; none where there are none, or erased."""
    rows = FloorWords.objects.filter(
        tournament=tournament_id, about=FloorWords.About.ANNOUNCEMENT, number__in=list(numbers)
    )
    return {
        number: malayalam if malayalam and language[:2] == "ml" else text
        for number, text, malayalam in rows.values_list("number", "text", "malayalam")
    }


def texts_of_announcements(tournament_id: UUID, announcements: Sequence[Announcement]) -> dict[int, str]:
    """Return announcements in the active language, by number; empty where the own words of one were erased."""
    worded = [announcement.number for announcement in announcements if announcement.phrase is None]
    own = words_of_announcements(tournament_id, worded, get_language() or "") if worded else {}
    return {
        announcement.number: announcement_words(announcement, own.get(announcement.number, ""))
        for announcement in announcements
    }


def names_of(ids: Iterable[str]) -> Mapping[str, str]:
    """Return the names of players by id, those of callers and of the staff; a phone with a pass has none."""
    known = {UUID(one) for one in ids if one and not one.startswith("pass:")}
    return {str(pk): name for pk, name in Player.objects.filter(pk__in=known).values_list("pk", "name")}
