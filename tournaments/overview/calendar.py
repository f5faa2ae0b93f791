"""The schedule of a tournament as an iCalendar feed (RFC 5545): all of it, of one entrant, or of one table.

Each match and each round has one UID for good. Its SEQUENCE is the version of the last event that tables or times
depend on, so that a delay moves what a calendar has already. Drafts are in no feed, and no result is.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from clubs.calendar.feed import HOST
from tournaments.models import Tournament
from tournaments.overview.schedule import MatchLine, end_of, matches_shown, moment, round_title
from tournaments.selectors.naming import Names
from tournaments.state.schedule import starts
from tournaments.state.tournament import TournamentState

PRODUCT: Final = "-//Lelam//Schedule of a tournament//EN"
REFRESH: Final = timedelta(minutes=15)


def schedule_feed(
    tournament: Tournament,
    state: TournamentState,
    names: Names,
    *,
    entrant: int = 0,
    table: str = "",
    room: str = "",
    root: str = "",
) -> bytes:
    """Return the schedule as a calendar, by the present time zone.

    Args:
        entrant: Only the matches of an entrant; 0: the rounds, and the matches with a time of their own.
        table: Only the matches at a table, in a room; empty: at any.
        root: The address of this server, for links to pages.
    """
    calendar = Calendar()
    title = tournament.name
    if entrant:
        title = f"{tournament.name}: {names.of.get(entrant, '')}"
    elif table:
        title = f"{tournament.name}: " + _("table {table}").format(table=table)
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    calendar.add("name", title)
    calendar.add("x-wr-calname", title)
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    lines = matches_shown(state, names)
    if entrant:
        lines = tuple(line for line in lines if entrant in line.entrants)
    elif table:
        lines = tuple(line for line in lines if _is_at(state, line, table, room))
    else:
        for event in _rounds(tournament, state, root):
            calendar.add_component(event)
        lines = tuple(line for line in lines if state.matches[line.number].at is not None)
    for line in lines:
        if line.at is not None:
            calendar.add_component(_match(tournament, state, line, root))
    calendar.add_missing_timezones()
    return calendar.to_ical()


def _is_at(state: TournamentState, line: MatchLine, table: str, room: str) -> bool:
    return any((one.name, one.room) == (table, room) for one in state.matches[line.number].tables)


def _rounds(tournament: Tournament, state: TournamentState, root: str) -> Iterable[Event]:
    for start in starts(state):
        stage = state.stages.get(start.stage)
        if stage is None:
            continue
        event = _event(tournament, state, f"tournament-{tournament.pk}-round-{start.stage}-{start.round}")
        event.add("summary", f"{tournament.name}: {round_title(state, stage, start.round)}")
        event.add("dtstart", moment(start.at))
        event.add("dtend", moment(max(start.ends, start.at)))
        if start.late:
            event.add("description", _("{minutes} minutes later than planned.").format(minutes=start.late))
        if root:
            event.add("url", root + reverse("tournaments:schedule", args=[tournament.slug]))
        yield event


def _match(tournament: Tournament, state: TournamentState, line: MatchLine, root: str) -> Event:
    assert line.at is not None  # by the caller
    event = _event(tournament, state, f"tournament-{tournament.pk}-match-{line.number}")
    event.add("summary", f"{tournament.name}: {line.sides}")
    event.add("dtstart", line.at)
    event.add("dtend", line.at + timedelta(seconds=end_of(state, line)))
    if line.place:
        event.add("location", _("Table {place}").format(place=line.place))
    event.add("description", line.title)
    if root:
        event.add("url", root + reverse("tournaments:match", args=[tournament.slug, line.number]))
    return event


def _event(tournament: Tournament, state: TournamentState, uid: str) -> Event:
    event = Event()
    event.add("uid", f"{uid}@{HOST}")
    event.add("dtstamp", datetime.fromtimestamp(int(state.at.timestamp()), UTC))
    event.add("sequence", state.timed)
    event.add("status", "CANCELLED" if state.status == "abandoned" else "CONFIRMED")
    return event
