"""What pages, the desk and the API read of a tournament's floor."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from clubs.models import Player
from tournaments.floor import log
from tournaments.floor.state import FloorState
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


def names_of(ids: Iterable[str]) -> Mapping[str, str]:
    """Return the names of players by id, those of callers and of the staff; a phone with a pass has none."""
    known = {UUID(one) for one in ids if one and not one.startswith("pass:")}
    return {str(pk): name for pk, name in Player.objects.filter(pk__in=known).values_list("pk", "name")}
