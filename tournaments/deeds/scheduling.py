"""Deeds about tables and times: the venue, the schedule, fixed seats, delays, and putting matches on tables."""

from typing import Any, ClassVar, Final

from engine.phrases import phrase
from tournaments.deeds.base import (
    MAX_TIME,
    STAFF,
    Deed,
    Doer,
    Refused,
    Role,
    check_no_free_agent,
    entrant_of,
    match_of,
    stage_with,
)
from tournaments.deeds.placing import (
    MAX_BYTES,
    bytes_of,
    free_placings,
    placing_events,
    round_placings,
    table_of,
)
from tournaments.events import scheduling as events
from tournaments.events.scheduling import Allotting, RoundTime, Session, VenueTable
from tournaments.state.schedule import start_of
from tournaments.state.tournament import MatchState, TournamentState
from tournaments.timetable.shifting import MINUTE, Schedule

MAX_TABLES: Final = 1_000
MAX_PLACE: Final = 40
"""The characters of the name of a table or a room."""
MAX_HALL: Final = 20
MAX_SESSIONS: Final = 60
MAX_ROUNDS: Final = 500
MAX_MINUTES: Final = 24 * 60


class SetVenue(Deed, frozen=True):
    """Name the tables of the tournament in the order of use; without any, tables are given by hand."""

    tables: tuple[VenueTable, ...]
    hall: str = ""
    allotting: Allotting = "top"


class SetSchedule(Deed, frozen=True):
    """Plan the sessions and the times of rounds; delays of the plan before are over.

    Times are in seconds since 1970 UTC. Without sessions and rounds no times are planned.
    """

    sessions: tuple[Session, ...] = ()
    rounds: tuple[RoundTime, ...] = ()
    match_minutes: int = 0
    rest_minutes: int = 0


class FixSeat(Deed, frozen=True):
    """Let an entrant play at the same table always; without a table, at any."""

    allowed: ClassVar[frozenset[Role]] = STAFF

    entrant: int
    table: str = ""
    room: str = ""


class DelayRound(Deed, frozen=True):
    """Let a round and all that follows begin so many minutes later than planned, in all; 0: as planned."""

    allowed: ClassVar[frozenset[Role]] = STAFF

    stage: int
    round: int
    minutes: int


class PlaceRound(Deed, frozen=True):
    """Put the matches of a released round that have not begun on the tables of the venue.

    `taken` are tables at which other tournaments of the hall play.
    """

    allowed: ClassVar[frozenset[Role]] = STAFF

    stage: int
    round: int
    taken: tuple[VenueTable, ...] = ()


class GiveTables(Deed, frozen=True):
    """Give the free tables to the matches that wait for one, the longest waiting first.

    `taken` are tables at which other tournaments of the hall play.
    """

    allowed: ClassVar[frozenset[Role]] = STAFF

    taken: tuple[VenueTable, ...] = ()


class SwapTables(Deed, frozen=True):
    """Let two matches change their tables."""

    allowed: ClassVar[frozenset[Role]] = STAFF

    match: int
    other: int


def set_venue(state: TournamentState, deed: SetVenue, doer: Doer) -> list[Any]:
    """Decide the tables.

    Refused: `place-unreadable`, `too-many-tables`, `names-too-long`, `table-twice`, `seat-fixed`.
    """
    if len(deed.tables) > MAX_TABLES:
        raise Refused("too-many-tables", phrase("Name at most {most} tables."), "tables", most=MAX_TABLES)
    if sum(map(bytes_of, deed.tables)) > MAX_BYTES:
        text = phrase("The names of these tables are too long together. Give the rooms shorter codes.")
        raise Refused("names-too-long", text, "tables")
    for table in deed.tables:
        if not table.name or any(not _is_place(text) for text in (table.name, table.room)):
            text = phrase("Name a table or a room in at most {most} characters.")
            raise Refused("place-unreadable", text, "tables", most=MAX_PLACE)
    if not _is_place(deed.hall) or len(deed.hall) > MAX_HALL:
        raise Refused("place-unreadable", phrase("Name the hall in at most {most} characters."), "hall", most=MAX_HALL)
    known = set(deed.tables)
    if len(known) != len(deed.tables):
        twice = next(table for number, table in enumerate(deed.tables) if table in deed.tables[:number])
        text = phrase("Table {table} is named twice. Name each table of a room once.")
        raise Refused("table-twice", text, "tables", table=twice.name)
    for entrant in state.entrants.values():
        if deed.tables and entrant.seat is not None and entrant.seat not in known and not entrant.is_gone:
            text = phrase(
                "Entrant {entrant} has a fixed seat at table {table}: keep that table, or free the seat first."
            )
            raise Refused("seat-fixed", text, "tables", entrant=entrant.number, table=entrant.seat.name)
    venue = events.VenueSet(deed.tables, deed.hall, deed.allotting)
    return [] if state.venue == (venue if deed.tables else None) else [venue]


def set_schedule(state: TournamentState, deed: SetSchedule, doer: Doer) -> list[Any]:
    """Decide the times.

    Refused: `time-impossible`, `session-backwards`, `sessions-overlap`, `unknown-stage`,
    `unknown-round`, `round-twice`, `rounds-disordered`, `minutes-impossible`, `schedule-too-long`.
    """
    if len(deed.sessions) > MAX_SESSIONS or len(deed.rounds) > MAX_ROUNDS:
        text = phrase("Plan at most {sessions} sessions and {rounds} rounds.")
        raise Refused("schedule-too-long", text, "rounds", sessions=MAX_SESSIONS, rounds=MAX_ROUNDS)
    sessions = tuple(sorted(deed.sessions, key=lambda one: one.begins))
    for number, session in enumerate(sessions, start=1):
        _check_at(session.begins, "sessions")
        _check_at(session.ends, "sessions")
        if session.ends <= session.begins:
            text = phrase("Session {number} ends before it begins. Give its end a later time.")
            raise Refused("session-backwards", text, "sessions", number=number)
        if number > 1 and session.begins < sessions[number - 2].ends:
            text = phrase("Sessions {number} and {next} overlap. Let the first end before the next begins.")
            raise Refused("sessions-overlap", text, "sessions", number=number - 1, next=number)
    for minutes, field in ((deed.match_minutes, "match_minutes"), (deed.rest_minutes, "rest_minutes")):
        _check_minutes(minutes, field)
    rounds = tuple(sorted(deed.rounds, key=lambda one: (one.stage, one.round)))
    for number, planned in enumerate(rounds):
        _check_round(state, planned)
        before = rounds[number - 1] if number else None
        if before is not None and before.stage == planned.stage:
            _check_order(before, planned)
    schedule = Schedule(sessions, rounds, deed.match_minutes, deed.rest_minutes)
    planned_at_all = bool(rounds or sessions)
    if state.schedule == (schedule if planned_at_all else None):
        return []
    return [events.ScheduleSet(sessions, rounds, deed.match_minutes, deed.rest_minutes)]


def fix_seat(state: TournamentState, deed: FixSeat, doer: Doer) -> list[Any]:
    """Decide a fixed seat. Refused: `unknown-entrant`, `free-agent`, `no-venue`, `unknown-table`."""
    entrant = entrant_of(state, deed.entrant)
    check_no_free_agent(entrant)
    seat = None
    if deed.table:
        seat = known_table(state, deed.table, deed.room)
    if seat == entrant.seat:
        return []
    return [events.SeatFixed(entrant.number, *((seat.name, seat.room) if seat is not None else ("", "")))]


def delay_round(state: TournamentState, deed: DelayRound, doer: Doer) -> list[Any]:
    """Decide a delay. Refused: `no-time-planned`, `minutes-impossible`."""
    _check_minutes(deed.minutes, "minutes")
    start = start_of(state, deed.stage, deed.round)
    if start is None or state.schedule is None:
        text = phrase("No time is planned for round {number}. Plan its time first.")
        raise Refused("no-time-planned", text, "round", number=deed.round)
    known = {(one.stage, one.round): one.minutes for one in state.schedule.delays}
    if known.get((deed.stage, deed.round), 0) == deed.minutes:
        return []
    return [events.DelaySet(deed.stage, deed.round, deed.minutes)]


def place_round(state: TournamentState, deed: PlaceRound, doer: Doer) -> list[Any]:
    """Decide the tables of a round. Refused: `no-venue`, `not-paired`, `not-released`."""
    stage = stage_with(state, deed.stage, ("running",))
    check_venue(state)
    rounds = [paired for paired in stage.rounds if paired.number == deed.round]
    if not rounds:
        raise Refused("not-paired", phrase("Round {number} is not paired yet."), "round", number=deed.round)
    if not all(paired.released for paired in rounds):
        raise Refused("not-released", phrase("Release round {number} first."), "round", number=deed.round)
    return placed(state, round_placings(state, stage, deed.round, deed.taken))


def give_tables(state: TournamentState, deed: GiveTables, doer: Doer) -> list[Any]:
    """Decide who gets the free tables; nothing where none is free, or nobody waits. Refused: `no-venue`."""
    check_venue(state)
    return placed(state, free_placings(state, deed.taken))


def swap_tables(state: TournamentState, deed: SwapTables, doer: Doer) -> list[Any]:
    """Decide that two matches change their tables.

    Refused: `same-match`, `has-begun`, `no-table`, `seat-fixed`.
    """
    one, other = match_of(state, deed.match), match_of(state, deed.other)
    if one.number == other.number:
        raise Refused("same-match", phrase("Name two matches."), "other")
    for match, field in ((one, "match"), (other, "other")):
        if match.has_begun:
            text = phrase("Match {number} has begun at its table. Move a match that has not.")
            raise Refused("has-begun", text, field, number=match.number)
    if not one.tables and not other.tables:
        raise Refused("no-table", phrase("Neither match has a table. Place one of them first."), "match")
    check_seats(state, one, other.tables, "match")
    check_seats(state, other, one.tables, "other")
    return placed(state, (events.Placing(one.number, other.tables), events.Placing(other.number, one.tables)))


def placed(state: TournamentState, placings: tuple[events.Placing, ...]) -> list[Any]:
    """Return the events that put matches on tables; nothing where all are there already."""
    new = tuple(placing for placing in placings if _is_new(state.matches[placing.match], placing))
    return [*placing_events(new)]


def known_table(state: TournamentState, name: str, room: str, field: str = "table") -> VenueTable:
    """Return a table of the venue.

    Raises:
        Refused: `no-venue`, `unknown-table`.
    """
    check_venue(state)
    table = table_of(state, name, room)
    if table is None:
        text = phrase("The venue has no table {table} in this room. Choose one of its tables, or add it to the venue.")
        raise Refused("unknown-table", text, field, table=name)
    return table


def check_venue(state: TournamentState) -> None:
    """Refuse to give tables where none are named.

    Raises:
        Refused: `no-venue`.
    """
    if state.venue is None:
        raise Refused("no-venue", phrase("No tables are named. Set the venue first."))


def check_seats(state: TournamentState, match: MatchState, tables: tuple[VenueTable, ...], field: str) -> None:
    """Refuse to move an entrant from its fixed seat.

    Raises:
        Refused: `seat-fixed`.
    """
    for entrant in match.entrants:
        seat = state.entrants[entrant].seat
        if seat is not None and tables and seat not in tables:
            text = phrase("Entrant {entrant} has a fixed seat at table {table}. Choose that table, or free the seat.")
            raise Refused("seat-fixed", text, field, entrant=entrant, table=seat.name)


def _is_new(match: MatchState, placing: events.Placing) -> bool:
    return match.tables != placing.tables or (not placing.tables and not match.waits_for_table)


def _is_place(text: str) -> bool:
    return len(text) <= MAX_PLACE and text.isprintable() and text == text.strip()


def _check_at(at: int, field: str) -> None:
    if not 0 <= at < MAX_TIME:
        raise Refused("time-impossible", phrase("Give a time in seconds since 1970."), field)


def _check_minutes(minutes: int, field: str) -> None:
    if not 0 <= minutes <= MAX_MINUTES:
        raise Refused("minutes-impossible", phrase("Give 0 to {most} minutes."), field, most=MAX_MINUTES)


def _check_round(state: TournamentState, planned: RoundTime) -> None:
    _check_at(planned.at, "rounds")
    _check_minutes(planned.minutes, "rounds")
    if planned.stage not in state.stages:
        raise Refused("unknown-stage", phrase("There is no stage {number}."), "rounds", number=planned.stage)
    if not 1 <= planned.round <= MAX_ROUNDS:
        raise Refused("unknown-round", phrase("Number the rounds from 1 to {most}."), "rounds", most=MAX_ROUNDS)


def _check_order(before: RoundTime, planned: RoundTime) -> None:
    if before.round == planned.round:
        text = phrase("Round {number} of stage {stage} is planned twice. Give it one time.")
        raise Refused("round-twice", text, "rounds", number=planned.round, stage=planned.stage)
    if planned.at < before.at + before.minutes * MINUTE or planned.at == before.at:
        text = phrase("Round {number} of stage {stage} begins before round {before} is over. Give it a later time.")
        raise Refused(
            "rounds-disordered", text, "rounds", number=planned.round, stage=planned.stage, before=before.round
        )
