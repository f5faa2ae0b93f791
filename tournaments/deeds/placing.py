"""The matches of a tournament as they are put on tables: those that need one, those that sit, and the free tables."""

import json
from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final

import msgspec

from tournaments.events.scheduling import MatchesPlaced, Placing, VenueTable
from tournaments.stages.stage import BRACKETS, POINTS_RACE, SWISS
from tournaments.state.brackets import is_needed
from tournaments.state.outcomes import is_over, last_round, outcome_of, round_plan
from tournaments.state.schedule import by_round, limit_of, match_start
from tournaments.state.tournament import MatchState, StageState, TournamentState
from tournaments.timetable.placing import Hall, Wish, next_free, place
from tournaments.timetable.shifting import MINUTE

MAX_BYTES: Final = 14_000
"""Of the members of an event that is a long list, so that its body stays below the limit of the log."""
_BY_STANDING: Final = (SWISS, POINTS_RACE, *BRACKETS)
"""Formats that pair the leaders first."""


def round_placings(
    state: TournamentState, stage: StageState, number: int, taken: Collection[VenueTable] = ()
) -> tuple[Placing, ...]:
    """Return the tables of the matches of a round that have not begun; those whose entrants are not known yet wait.

    Args:
        taken: Tables of the hall that other tournaments play at.
    """
    matches = [match for match in _of_round(state, stage, number) if not match.has_begun]
    open_matches = [match for match in matches if not match.is_filled]
    filled = _leaders_first(state, stage, [match for match in matches if match.is_filled])
    wishes = tuple(_wishes(state, filled))
    placed = place(_hall(state, filled, (*taken, *_beside(state, stage, number)), wishes), wishes)
    return (*placed, *(Placing(match.number) for match in open_matches))


def placing_events(placings: Iterable[Placing]) -> list[MatchesPlaced]:
    """Return the events that put matches on tables: one, or as many as the limit of an event's size asks for."""
    parts: list[list[Placing]] = []
    size = MAX_BYTES
    for placing in placings:
        own = bytes_of(placing)
        if size + own > MAX_BYTES:
            parts.append([])
            size = 0
        parts[-1].append(placing)
        size += own
    return [MatchesPlaced(tuple(part)) for part in parts]


def bytes_of(value: Any) -> int:
    """Return how long a value is in an event, at most: letters beyond ASCII may be escaped."""
    return len(json.dumps(msgspec.to_builtins(value))) + 1


def free_placings(state: TournamentState, taken: Collection[VenueTable] = ()) -> tuple[Placing, ...]:
    """Return the free tables for the matches that wait for one, as far as there are any."""
    waiting = waiting_matches(state)
    if not waiting or state.venue is None:
        return ()
    last = max(_turn(state, match) for match in waiting)
    sitting = {
        table
        for match in _open_matches(state)
        if match.tables and (match.is_called or _turn(state, match) <= last)
        for table in match.tables
    }
    wishes = tuple(_wishes(state, waiting))
    return next_free(_hall(state, waiting, (*taken, *sitting), wishes), wishes)


def waiting_matches(state: TournamentState) -> tuple[MatchState, ...]:
    """Return the matches that wait for a table and could begin, the one that waits longest first."""
    if not any(match.waits_for_table for match in state.matches.values()):
        return ()
    starts = by_round(state)
    waiting = [
        match for match in _open_matches(state) if match.waits_for_table and match.is_filled and not match.has_begun
    ]
    waits = _waits(state, waiting)
    return tuple(
        sorted(
            waiting,
            key=lambda match: (
                match_start(state, match, starts) or 0,
                max(match.filled_at or state.at, match.queued_at or state.at),
                -waits[match.number],
                match.number,
            ),
        )
    )


def table_of(state: TournamentState, name: str, room: str) -> VenueTable | None:
    """Return a table of the venue, or None if it has no such table; without a room that of one name in all rooms."""
    tables = state.venue.tables if state.venue is not None else ()
    named = [table for table in tables if table.name == name]
    if not room and len(named) == 1:
        return named[0]
    return next((table for table in named if table.room == room), None)


def _of_round(state: TournamentState, stage: StageState, number: int) -> Iterator[MatchState]:
    """Yield the matches of a round that are still to be played."""
    plan = round_plan(stage.plan, number, last_round(state, stage))
    for paired in stage.rounds:
        for match in (state.matches[one] for one in paired.matches if paired.number == number):
            if not match.is_bye and not is_over(state, match, plan) and is_needed(state, match):
                yield match


def _open_matches(state: TournamentState) -> Iterator[MatchState]:
    """Yield the matches of released rounds of running stages that are still to be played."""
    for stage in state.running:
        for number in dict.fromkeys(paired.number for paired in stage.rounds if paired.released):
            yield from _of_round(state, stage, number)


def _beside(state: TournamentState, stage: StageState, number: int) -> Iterator[VenueTable]:
    """Yield the tables of other rounds that are played at the time of a round, and those of its own running matches.

    Two rounds of a stage are played one after the other unless their planned times say otherwise; those of two stages
    side by side, unless theirs do.
    """
    starts, lengths = by_round(state), {}
    own = starts.get((stage.number, number))
    for match in _open_matches(state):
        key = match.stage, match.round
        if not match.tables or (key == (stage.number, number) and not match.has_begun):
            continue
        if key != (stage.number, number):
            at = starts.get(key)
            if own is None or at is None:
                if match.stage == stage.number:
                    continue
            else:
                for one in (key, (stage.number, number)):
                    if one not in lengths:
                        lengths[one] = (limit_of(state, *one) or 0) * MINUTE
                if at != own and (at + lengths[key] <= own or own + lengths[stage.number, number] <= at):
                    continue
        yield from match.tables


def _leaders_first(state: TournamentState, stage: StageState, matches: list[MatchState]) -> list[MatchState]:
    """Return matches with those of the leaders first: as they are paired, or else by the matches won so far."""
    if stage.plan.type in _BY_STANDING or state.venue is None or state.venue.allotting != "top":
        return matches
    won = dict.fromkeys(stage.field, 0)
    last = last_round(state, stage)
    for match in state.matches_of(stage.number):
        outcome = outcome_of(state, match, round_plan(stage.plan, match.round, last))
        if outcome is not None and outcome.winner is not None:
            for entrant in match.sides[outcome.winner]:
                won[entrant] = won.get(entrant, 0) + 1
    return sorted(matches, key=lambda match: -sum(won.get(entrant, 0) for entrant in match.entrants))


def _hall(
    state: TournamentState, matches: Iterable[MatchState], taken: Collection[VenueTable], wishes: tuple[Wish, ...]
) -> Hall:
    venue = state.venue
    if venue is None:
        return Hall(())
    named = {entrant for match in matches for entrant in match.entrants}
    known = frozenset(venue.tables)
    fixed = {number: seat for number in named if (seat := state.entrants[number].seat) is not None and seat in known}
    visits: dict[int, list[VenueTable]] = {}
    if venue.allotting != "top":
        mine = {wish.match for wish in wishes}
        for match in state.matches.values():
            if match.table and match.number not in mine:
                for entrant in match.entrants:
                    visits.setdefault(entrant, []).extend(match.tables[:1])
    return Hall(venue.tables, fixed, frozenset(taken), venue.allotting, visits)


def _wishes(state: TournamentState, matches: Iterable[MatchState]) -> Iterator[Wish]:
    matches = tuple(matches)
    waits = _waits(state, matches)
    for match in matches:
        stage = state.stages[match.stage]
        rooms = round_plan(stage.plan, match.round, last_round(state, stage)).rooms
        yield Wish(match.number, match.entrants, rooms, waits[match.number])


def _waits(state: TournamentState, matches: Iterable[MatchState]) -> dict[int, int]:
    """Return how often the entrants of each match have waited for a table in other matches."""
    waited: dict[int, int] = {}
    for match in state.matches.values():
        if match.queued_at is not None and not match.waits_for_table and match.slot is None:
            for entrant in match.entrants:
                waited[entrant] = waited.get(entrant, 0) + 1
    return {match.number: sum(waited.get(entrant, 0) for entrant in match.entrants) for match in matches}


def _turn(state: TournamentState, match: MatchState) -> tuple[int, int]:
    """Return when the round of a match comes: by its planned time, or by its number."""
    return match_start(state, match) or 0, match.round
