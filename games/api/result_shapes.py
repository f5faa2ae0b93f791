"""What the API says of results and takes of them; made from what the selectors return."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from clubs.api.base import NO_NUL, published
from clubs.api.people import ClubRef
from clubs.models import Player
from engine.limits import MOST_HANDS
from games.results.kunukku.selectors import Wearer, Worn
from games.results.selectors.played import SideShown
from games.results.selectors.standing import PlayerStanding
from games.results.services import LONGEST_NOTE

Family = Literal["28", "56"]
Kind = Literal["table", "sheet", "result"]
Reason = Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE, pattern=NO_NUL)]
Points = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]
MOST_PAGES = 100_000


class Named(msgspec.Struct, frozen=True):
    """A player; without id and with an empty name if the player does not let you see who it is here."""

    id: UUID | None
    name: str


class StandingLine(msgspec.Struct, frozen=True):
    """A player in a standing.

    Attributes:
        place: Which place it is; who is equal shares one.
        player: Who; without a name all figures are 0, for the player does not show results to you.
        games: Finished games that count.
        points: Two for a game won, one for one drawn.
        difference: The points of the own side less the others', in the hands that the player sat through.
    """

    place: int
    player: Named
    games: int
    won: int
    drawn: int
    lost: int
    points: int
    difference: int
    hands: int


class ClubStandingShown(msgspec.Struct, frozen=True):
    """A page of a club's standing.

    Attributes:
        family: `28` or `56`.
        season: The season's id; null for all time.
        players: How many stand in all of it.
        page: This page.
        pages: How many there are.
        results: In order: by points, then difference, then the fewer games.
        own: Your own line, where it stands on another page.
    """

    family: str
    season: UUID | None
    players: int
    page: int
    pages: int
    results: tuple[StandingLine, ...]
    own: StandingLine | None


class RecordHeld(msgspec.Struct, frozen=True):
    """A record of a club.

    Attributes:
        kind: `highest` contract made, `biggest` win by difference, `longest` run of games won, most contracts `made` in
            a day, most `hands` in a day.
        day: When; null for a run.
        page: Where it is told to people; empty where you have no such page.
    """

    kind: str
    family: str
    value: int
    players: tuple[Named, ...]
    day: date | None
    page: str


class RecordsShown(msgspec.Struct, frozen=True):
    """The records of a club."""

    records: tuple[RecordHeld, ...]


class SideOfGame(msgspec.Struct, frozen=True):
    """A side of a finished game; `outcome` is `W` won, `D` drawn, `L` lost, or empty where it came to no result."""

    players: tuple[Named, ...]
    points: int
    outcome: str


class ClubGame(msgspec.Struct, frozen=True):
    """A finished game of a club.

    Attributes:
        game: The game's id: that of the table, of the score sheet, or of the result that was written down.
        kind: `table`, `sheet` or `result`.
        counts: Neither friendly nor taken back.
        hands: How many hands; 0 where nobody has said.
        day: The day of its end where the club is.
        provisional: A hand of it is disputed, and its result may change.
    """

    game: UUID
    kind: str
    rules: str
    counts: bool
    hands: int
    day: date | None
    ended_at: datetime
    sides: tuple[SideOfGame, ...]
    provisional: bool


class ClubGames(msgspec.Struct, frozen=True):
    """Some finished games of a club, the latest first; `more` as `before` goes on from there, empty at the end."""

    results: tuple[ClubGame, ...]
    more: str


class FirstOfSeason(msgspec.Struct, frozen=True):
    """Who came first in a season."""

    family: str
    player: Named
    games: int
    won: int
    drawn: int
    difference: int
    players: int


class SeasonOfFame(msgspec.Struct, frozen=True):
    """A season that is over, and who came first in it."""

    season: UUID
    name: str
    begins: date
    ends: date
    firsts: tuple[FirstOfSeason, ...]


class HallShown(msgspec.Struct, frozen=True):
    """The hall of fame of a club, the latest season first; `more`: there are earlier ones."""

    results: tuple[SeasonOfFame, ...]
    more: bool


class WrittenShown(msgspec.Struct, frozen=True):
    """A result that was written down.

    Attributes:
        sides: Who played, what each side won, and how it came out.
        note: What whoever wrote it down says about it.
        withdrawn_at: When it was taken back; null: it counts.
        reason: Why.
    """

    id: UUID
    club: ClubRef
    rules: str
    played_on: date
    hands: int
    sides: tuple[SideOfGame, ...]
    note: str
    entered_at: datetime
    withdrawn_at: datetime | None
    reason: str


class WornShown(msgspec.Struct, frozen=True):
    """A kunukku, or a salaam.

    Attributes:
        since: When it was put on, or made.
        hand: The hand of the game that put it on.
        why: How that hand came out, in words.
        off_at: When it came off; null while it is worn.
        how: `made` or `declared`: by a contract made, in that game or a later one; `lifted` by an officer.
        page: The page of the hand; empty where you have none.
    """

    player: Named
    club: ClubRef | None
    salaam: bool
    since: datetime
    hand: int
    why: str
    off_at: datetime | None
    how: str
    page: str


class WearerShown(msgspec.Struct, frozen=True):
    """A player who wears so many, or has made so many salaams; `since` the oldest."""

    player: Named
    count: int
    since: datetime


class BoardShown(msgspec.Struct, frozen=True):
    """Who wears a kunukku in a club, and what came off last. `more`: the list goes on with the next page."""

    wearers: tuple[WearerShown, ...]
    more: bool
    past: tuple[WornShown, ...]
    salaams: tuple[WearerShown, ...]


class PlayersKunukkuShown(msgspec.Struct, frozen=True):
    """What a player wears and has worn; `times` counts those ever put on, `salaams` those made."""

    worn: tuple[WornShown, ...]
    past: tuple[WornShown, ...]
    times: int
    salaams: int


class ResultWish(msgspec.Struct, forbid_unknown_fields=True):
    """A result to be written down.

    Attributes:
        rules: The rule set's id.
        players: The ids of those who sat there, a seat each: members of the club, its guests too.
        points: What each side won: game points, in 56 stake points.
        played_on: The day, where the club is.
        hands: How many hands; 0 if nobody has counted.
        note: What there is to say about it.
    """

    rules: Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)]
    players: Annotated[tuple[UUID, ...], msgspec.Meta(min_length=3, max_length=8)]
    points: Annotated[tuple[Points, ...], msgspec.Meta(min_length=2, max_length=3)]
    played_on: date
    hands: Annotated[int, msgspec.Meta(ge=0, le=MOST_HANDS)] = 0
    note: Reason = ""


class WithdrawWish(msgspec.Struct, forbid_unknown_fields=True):
    """Why a result is taken back."""

    reason: Reason


class LiftWish(msgspec.Struct, forbid_unknown_fields=True):
    """Whose oldest kunukku is lifted, and why.

    Attributes:
        since: Since when it is worn, as the board shows it: where the oldest is another by now, nothing is lifted.
    """

    player: UUID
    reason: Reason
    since: Annotated[datetime, msgspec.Meta(tz=True)] | None = None


class ResultReceipt(msgspec.Struct, frozen=True):
    """What a request did: the result it is about, or the lifting."""

    id: UUID
    version: int | None = None

    @property
    def location(self) -> str:
        """The address of what was made."""
        return f"/api/results/{self.id}/"


class StandingQuery(msgspec.Struct, forbid_unknown_fields=True):
    """Which standing."""

    family: Family = "28"
    season: Annotated[UUID, msgspec.Meta(description="A season of the club; all time without it.")] | UnsetType = UNSET
    page: Annotated[int, msgspec.Meta(ge=1, le=MOST_PAGES)] = 1


class RecordsQuery(msgspec.Struct, forbid_unknown_fields=True):
    """Which records."""

    family: Family | UnsetType = UNSET


class GamesQuery(msgspec.Struct, forbid_unknown_fields=True):
    """Which games."""

    family: Family | UnsetType = UNSET
    kind: Kind | UnsetType = UNSET
    day: date | UnsetType = UNSET
    before: Annotated[str, msgspec.Meta(max_length=80, pattern=NO_NUL, description="The `more` of a page.")] = ""


class PageQuery(msgspec.Struct, forbid_unknown_fields=True):
    """Which part of a list."""

    page: Annotated[int, msgspec.Meta(ge=1, le=MOST_PAGES)] = 1


def named(players: Iterable[tuple[UUID, str]]) -> tuple[Named, ...]:
    """Return players with their names."""
    return tuple(_named(pk, name) for pk, name in players)


def _named(pk: UUID, name: str) -> Named:
    # By its id anybody finds the name of who does not want to be seen here.
    return Named(pk if name else None, name)


def real(player: Player) -> Named:
    """Return a player as the account that has claimed the guest."""
    real = player.real
    return Named(real.pk, real.name)


def sides_of(sides: Iterable[SideShown]) -> tuple[SideOfGame, ...]:
    """Return the sides of a game."""
    return tuple(SideOfGame(named(side.players), side.points, side.outcome) for side in sides)


def line_of(line: PlayerStanding) -> StandingLine:
    """Return a line of a standing."""
    return published(StandingLine, line, player=_named(line.player_id, line.name))


def wearer_of(one: Wearer) -> WearerShown:
    """Return who wears some."""
    return WearerShown(Named(one.player_id, one.name), one.count, one.since)


def worn_of(one: Worn) -> WornShown:
    """Return a kunukku or a salaam."""
    club = ClubRef(one.club_slug, one.club) if one.club else None
    return published(WornShown, one, player=Named(one.player_id, one.name), club=club, page=one.path)
