"""The floor as somebody at a match sees it: announcements, the calls of the match, and which sides are there."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils import timezone

from games.sheets.authors import Author
from tournaments.announce import mark_of
from tournaments.deeds.base import SCORERS
from tournaments.directing.roles import doer_of
from tournaments.errors import TournamentError
from tournaments.floor.rights import caller_of, entrants_of, is_caller, match_at
from tournaments.floor.selectors import floor_of, names_of, texts_of_announcements, words_of_calls
from tournaments.floor.state import Announcement, Arrival, Call, FloorState
from tournaments.floor.words import reason_words
from tournaments.log import states
from tournaments.models import MatchGame, Tournament
from tournaments.selectors.naming import names_in
from tournaments.state.outcomes import outcome_of
from tournaments.state.tournament import MatchState, TournamentState


@dataclass(frozen=True, slots=True)
class AnnouncementShown:
    """An announcement as it is read.

    Attributes:
        number: Its number in the tournament.
        at: When it was made.
        text: What it says, in the reader's language.
    """

    number: int
    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class CallShown:
    """An open call at a match.

    Attributes:
        number: Its number in the tournament.
        made_at: When it was made.
        reason: Why, for its caller and the staff; empty for others at the table.
        words: The caller's own words, for the same; empty without.
        comes: The name of the member of the staff who is on the way; empty: nobody yet.
        since: When that began.
        own: The reader made it, and may take it back.
    """

    number: int
    made_at: datetime
    reason: str
    words: str
    comes: str
    since: datetime | None
    own: bool


@dataclass(frozen=True, slots=True)
class SideHere:
    """A side of a match that may say that it is there.

    Attributes:
        entrant: The number of the entrant.
        name: Its name.
        at: When it came; None: it is not noted as there.
        own: The reader is of it; else of the staff.
    """

    entrant: int
    name: str
    at: datetime | None
    own: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """All of it.

    Attributes:
        match: The number of the match.
        stream: The id of the table or sheet at which it is shown; empty on the page of the match.
        address: The address at which it is shown anew, and that its forms are sent to.
        socket: The address of the socket that tells of news.
        mark: The word by which it says that something is about this match; empty for those who see announcements alone.
        told: The announcements for the reader, the latest first.
        calls: The open calls of the match; none for who may not call.
        calls_from: The reader may call the director.
        sides: The sides whose arrival the reader may note.
    """

    tournament: Tournament
    match: int
    stream: str
    address: str
    socket: str
    mark: str
    told: tuple[AnnouncementShown, ...]
    calls: tuple[CallShown, ...]
    calls_from: bool
    sides: tuple[SideHere, ...]


def place_of(stream: UUID) -> tuple[Tournament, int] | None:
    """Return the tournament and the number of the match that is played at a table or on a sheet; None: no match is."""
    row = MatchGame.objects.select_related("tournament__club").filter(pk=stream).first()
    return None if row is None else (row.tournament, row.match)


def panel_of(
    tournament: Tournament, number: int, author: Author, *, stream: UUID | None = None, now: datetime | None = None
) -> Panel | None:
    """Return the floor as somebody at a match sees it; None: there is no such match for this reader, or no two sides.

    Args:
        tournament: The tournament, with its club.
        number: The number of the match.
        author: The reader: a player, a phone with a pass, or a visitor.
        stream: The table or sheet at which it is shown; None: on the page of the match.
        now: The time; by default the present.
    """
    state, floor, now = states.current(tournament.pk), floor_of(tournament.pk), now or timezone.now()
    try:
        match = match_at(tournament, state, number, author.player)
    except TournamentError:
        return None
    calls_from = not state.is_over and caller_of(tournament, state, match, author) is not None
    sides = _sides(tournament, state, floor, match, author) if stream is None else ()
    return Panel(
        tournament=tournament,
        match=number,
        stream="" if stream is None else str(stream),
        address=reverse("tournaments:floor", args=[tournament.slug, number]),
        socket=f"/ws/tournament/{tournament.pk}/",
        mark=mark_of(tournament.pk, number) if calls_from or sides else "",
        told=announcements_for(tournament, floor, match, _side_of(state, match, author, stream), now),
        calls=_calls(tournament, state, floor, match, author, now) if calls_from else (),
        calls_from=calls_from,
        sides=sides,
    )


def announcements_for(
    tournament: Tournament, floor: FloorState, match: MatchState, entrants: tuple[int, ...], now: datetime
) -> tuple[AnnouncementShown, ...]:
    """Return the announcements that hold for the readers at a match, the latest first.

    Args:
        tournament: The tournament.
        floor: Its floor.
        match: The match.
        entrants: Those for which the reader is there.
        now: The moment.
    """
    shown = [told for told in floor.shown(now) if told.is_for([match.number], entrants)]
    return in_words(tournament, shown)


def in_words(tournament: Tournament, shown: list[Announcement]) -> tuple[AnnouncementShown, ...]:
    """Return announcements in the reader's language; without those whose own words were erased."""
    texts = texts_of_announcements(tournament.pk, shown)
    return tuple(AnnouncementShown(told.number, told.at, text) for told in shown if (text := texts[told.number]))


def _side_of(state: TournamentState, match: MatchState, author: Author, stream: UUID | None) -> tuple[int, ...]:
    """Return the entrants for which a reader is at a match: the own one, or all of them for the phone at its table."""
    if author.sheet_pass is not None and author.sheet_pass.sheet_id == stream:
        return match.entrants
    return () if author.player is None else entrants_of(state, match, author.player)


def _calls(
    tournament: Tournament, state: TournamentState, floor: FloorState, match: MatchState, author: Author, now: datetime
) -> tuple[CallShown, ...]:
    calls = [call for call in floor.open_calls if call.match == match.number]
    if not calls:
        return ()
    staff = author.player is not None and doer_of(tournament, author.player, state).is_one_of(SCORERS)
    names = names_of(call.claimant(now) for call in calls)
    words = words_of_calls(tournament.pk, [call.number for call in calls if call.worded])

    def shown(call: Call) -> CallShown:
        own, comes = is_caller(call, author), call.claimant(now)
        return CallShown(
            number=call.number,
            made_at=call.made_at,
            reason=reason_words(call) if own or staff else "",
            words=words.get(call.number, "") if own or staff else "",
            comes=names.get(comes, ""),
            since=call.claimed_at if comes else None,
            own=own,
        )

    return tuple(map(shown, calls))


def _sides(
    tournament: Tournament, state: TournamentState, floor: FloorState, match: MatchState, author: Author
) -> tuple[SideHere, ...]:
    """Return the sides that the reader may say are there; none once the match is decided."""
    if author.player is None or state.is_over or outcome_of(state, match) is not None:
        return ()
    own = entrants_of(state, match, author.player)
    staff = doer_of(tournament, author.player, state).is_one_of(SCORERS)
    entrants = match.entrants if staff else own
    names = names_in(tournament, entrants).of
    return tuple(
        SideHere(entrant, names.get(entrant, ""), floor.arrived.get(Arrival(match.number, entrant)), entrant in own)
        for entrant in entrants
    )
