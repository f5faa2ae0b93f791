"""Tables and players that other tournaments need at the same time."""

from collections.abc import Iterable, Iterator
from uuid import UUID

from msgspec.structs import replace

from tournaments.events.scheduling import VenueTable
from tournaments.log import states
from tournaments.log.seen import seen_by
from tournaments.models import EntrantPlayer, Tournament
from tournaments.state.bookings import bookings_of
from tournaments.state.tournament import TournamentState
from tournaments.timetable.clashes import Booking


def taken_tables(
    tournament: Tournament, state: TournamentState, begins: int | None = None, ends: int | None = None
) -> tuple[VenueTable, ...]:
    """Return the tables of a shared hall that other tournaments play at, or are going to in a time.

    Args:
        begins: The time, in seconds since 1970 UTC; None: whenever they play.
        ends: Its end.
    """
    if state.venue is None or not state.venue.hall:
        return ()
    own = frozenset(state.venue.tables)
    taken: dict[VenueTable, None] = {}
    for other in _in_hall(tournament, state):
        for booking in bookings_of(other):
            running = other.matches[booking.match].is_called
            if running or _overlaps(booking, begins, ends):
                taken.update((table, None) for table in booking.tables if table in own)
    return tuple(taken)


def bookings_beside(tournament: Tournament, state: TournamentState, players: Iterable[str]) -> tuple[Booking, ...]:
    """Return the matches of other tournaments in the same hall, and those in which some players have to play.

    Tables are named only of tournaments in the same hall, and players only of matches of which everybody may know.
    """
    hall = {other.stream: other for other in _in_hall(tournament, state)}
    wanted = frozenset(players)
    ids = [UUID(player) for player in wanted]
    rows = EntrantPlayer.objects.filter(player__in=ids, entrant__tournament__status=Tournament.Status.PLAYING)
    rows = rows.exclude(entrant__tournament=tournament)
    elsewhere = set(rows.values_list("entrant__tournament", flat=True)) - hall.keys()
    bookings = [booking for other in hall.values() for booking in _public(other)]
    for other in elsewhere:
        for booking in _public(states.current(other)):
            if not wanted.isdisjoint(booking.players):
                bookings.append(replace(booking, tables=()))
    return tuple(bookings)


def _public(other: TournamentState) -> Iterator[Booking]:
    """Yield the bookings of a tournament, without the players where results under embargo decide who they are."""
    known = seen_by(other)
    for booking in bookings_of(other):
        match = known.matches.get(booking.match)
        told = match is not None and match.entrants == booking.entrants
        yield booking if told else replace(booking, players=frozenset(), entrants=())


def _in_hall(tournament: Tournament, state: TournamentState) -> Iterator[TournamentState]:
    """Yield the running tournaments of the club that share the hall of one."""
    if state.venue is None or not state.venue.hall:
        return
    playing = Tournament.objects.filter(club=tournament.club_id, status=Tournament.Status.PLAYING)
    for other in playing.exclude(pk=tournament.pk).values_list("pk", flat=True):
        found = states.current(other)
        if found.venue is not None and found.venue.hall == state.venue.hall:
            yield found


def _overlaps(booking: Booking, begins: int | None, ends: int | None) -> bool:
    if begins is None or booking.begins is None:
        return True
    return booking.begins < (ends or begins + 1) and begins < (booking.ends or booking.begins + 1)
