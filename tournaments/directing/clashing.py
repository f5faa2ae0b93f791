"""Clashes that a deed would make, with other matches of the tournament and with other tournaments."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from msgspec.structs import replace

from clubs.models import Player
from engine.phrases import Member, phrase
from games.words.phrases import translated
from tournaments.deeds.agreeing import AcceptTime, ProposeTime
from tournaments.deeds.base import Deed, Refused
from tournaments.deeds.playing import PlaceMatch
from tournaments.deeds.scheduling import GiveTables, PlaceRound
from tournaments.deeds.staging import ReleaseRound
from tournaments.models import Tournament
from tournaments.selectors.bookings import bookings_beside, taken_tables
from tournaments.state.bookings import USUAL_MINUTES, booking_of, bookings_of, clashes_at, clashes_in
from tournaments.state.schedule import limit_of, planned_start
from tournaments.state.tournament import TournamentState
from tournaments.timetable.clashes import Clash
from tournaments.timetable.shifting import MINUTE

TIMED: Final = (AcceptTime, ProposeTime, PlaceMatch)
"""The deeds that give a match a time, or move it to a table."""
CLASHES: Final = {
    "table": phrase("Match {other} of {event} has table {table} at that time. Choose another table or time."),
    "players": phrase("{players} must play in match {other} of {event} at that time. Choose another time."),
    "rest": phrase(
        "{players} must play in match {other} of {event} with only {minutes} minutes between, but the rest is "
        "{rest}. Choose another time."
    ),
    "session": phrase("That is outside the sessions of the schedule. Choose a time within one."),
    "seat": phrase("Entrant {entrant} has a fixed seat at table {table}. Choose that table, or free the seat."),
    "seats": phrase("Both sides have fixed seats, at different tables. Free one of them."),
    "unknown-table": phrase("The venue has no table {table} in this room. Choose one of its tables."),
}
"""What a clash says where a deed makes it, and what would be right."""
MAX_NAMED: Final = 3


def with_taken(tournament: Tournament, state: TournamentState, deed: Deed) -> Deed:
    """Return a deed that gives tables with those that other tournaments in the hall use; other deeds as they are."""
    if isinstance(deed, GiveTables):
        return replace(deed, taken=taken_tables(tournament, state))
    if isinstance(deed, PlaceRound | ReleaseRound):
        begins = planned_start(state, deed.stage, deed.round)
        minutes = limit_of(state, deed.stage, deed.round) or USUAL_MINUTES
        ends = None if begins is None else begins + minutes * MINUTE
        return replace(deed, taken=taken_tables(tournament, state, begins, ends))
    return deed


def check_clashes(tournament: Tournament, state: TournamentState, deed: Deed) -> None:
    """Refuse a time or a table that clashes; `PlaceMatch.anyway` admits it.

    Raises:
        Refused: `clash-table`, `clash-players`, `clash-rest`, `clash-session`; with the field it is about.
    """
    if not isinstance(deed, TIMED):
        return
    match = state.matches.get(deed.match)
    if match is None or match.is_bye or not match.is_filled:
        return
    placed, kinds = match, {"table", "players", "rest", "session"}
    if isinstance(deed, PlaceMatch):
        if deed.anyway or (deed.table, deed.room, deed.at) == (match.table, match.room, match.at):
            return
        placed = replace(match, table=deed.table, room=deed.room, further=(), at=deed.at)
        if deed.at == match.at or deed.at is None:
            kinds = {"table"}
    begins = deed.at if deed.at is not None else planned_start(state, match.stage, match.round)
    if begins is None:
        return
    players = booking_of(state, placed, begins=begins).players
    others = bookings_beside(tournament, state, players)
    clashes = (one for one in clashes_at(state, placed, others, begins=begins) if one.kind in kinds)
    for clash in _without_bots(clashes):
        raise _refusal(tournament, state, clash)


def clashes_told(
    tournament: Tournament, state: TournamentState, most: int | None = None
) -> Iterator[tuple[Clash, str]]:
    """Yield what clashes as matches are placed now, also with other tournaments, with what would be right in words.

    Args:
        most: The number of clashes that are told; None: all.
    """
    players = {player for booking in bookings_of(state) for player in booking.players}
    clashes = _without_bots(clashes_in(state, bookings_beside(tournament, state, players)))
    told = list(islice(clashes, most))
    for clash, members in zip(told, _members(tournament, state, told), strict=True):
        yield clash, translated(CLASHES[clash.kind], members)


def _members(tournament: Tournament, state: TournamentState, clashes: Sequence[Clash]) -> Iterator[dict[str, Member]]:
    """Yield what fills the sentences of clashes; their names are asked for at once."""
    named = Player.objects.filter(pk__in={player for clash in clashes for player in clash.players}).order_by("name")
    names = {str(pk): name for pk, name in named.values_list("pk", "name")}
    place = {player: number for number, player in enumerate(names)}
    others = {clash.event for clash in clashes} - {"", str(state.stream)}
    events = {str(pk): name for pk, name in Tournament.objects.filter(pk__in=others).values_list("pk", "name")}
    for clash in clashes:
        players = [names[player] for player in sorted(place.keys() & set(clash.players), key=place.__getitem__)]
        yield {
            "match": clash.match,
            "other": clash.other,
            "event": events.get(clash.event, "") if clash.event in others else tournament.name,
            "table": "" if clash.table is None else clash.table.name,
            "players": ", ".join(players[:MAX_NAMED]) + (" …" if len(players) > MAX_NAMED else ""),
            "minutes": clash.minutes,
            "rest": state.schedule.rest_minutes if state.schedule is not None else 0,
            "entrant": clash.entrant,
        }


def _without_bots(clashes: Iterable[Clash]) -> Iterator[Clash]:
    """Yield clashes but those of house bots, which play any number of matches at once."""
    clashes = list(clashes)
    players = {player for clash in clashes for player in clash.players}
    people = set(map(str, Player.objects.filter(pk__in=players, is_bot=False).values_list("pk", flat=True)))
    for clash in clashes:
        if not clash.players:
            yield clash
        elif kept := tuple(sorted(people.intersection(clash.players))):
            yield replace(clash, players=kept)


def _refusal(tournament: Tournament, state: TournamentState, clash: Clash) -> Refused:
    text = CLASHES[clash.kind]
    (members,) = _members(tournament, state, [clash])
    used = {name: value for name, value in members.items() if f"{{{name}}}" in text}
    return Refused(f"clash-{clash.kind}", text, "table" if clash.kind == "table" else "at", **used)
