"""Clubs, their teams and members, and players, as everybody may see them."""

from datetime import datetime
from functools import partial
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL, ApiView, Paging, described, page_of, published
from clubs.api.common import PublicClubView, club_of, judged
from clubs.api.problems import Problem
from clubs.home.selectors import player_page
from clubs.members.selectors import clubs
from clubs.members.societies import change_club
from clubs.models import Club, Membership, Player, Team
from clubs.officers.roles import officers
from clubs.privacy.selectors import hidden_from, may_see

operation = partial(described, tag="clubs")

Search = Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL, description="Keep names that contain this text.")]


class PlayerRef(msgspec.Struct, frozen=True):
    """A player, as others know one."""

    id: UUID
    name: str
    is_bot: bool


class ClubRef(msgspec.Struct, frozen=True):
    """A club by its address and name."""

    slug: str
    name: str


class TeamShown(msgspec.Struct, frozen=True):
    """A team; its players in the order of their seats, of whom the first `size` sit unless a line-up says else."""

    id: UUID
    name: str
    club: ClubRef
    size: int
    captain: PlayerRef | None
    players: tuple[PlayerRef, ...]


class OfficerShown(msgspec.Struct, frozen=True):
    """Who holds an office in a club; `role` is scorer, director, secretary or owner."""

    player: PlayerRef
    role: str
    joined_at: datetime


class ClubEntry(msgspec.Struct, frozen=True):
    """A club in the list of clubs."""

    slug: str
    name: str
    place: str
    members: int


class ClubShown(msgspec.Struct, frozen=True):
    """A club with its officers; its members and teams have lists of their own.

    `door` says how people come in: open, request or invited. With `salaams` its players make salaams instead of wearing
    kunukku. By `time_zone` its days are counted.
    """

    slug: str
    name: str
    place: str
    founded_at: datetime
    door: str
    salaams: bool
    time_zone: str
    members: int
    officers: tuple[OfficerShown, ...]


class ClubWish(msgspec.Struct, forbid_unknown_fields=True):
    """What of a club's settings is to be changed; what is left out, or nothing, stays."""

    name: Annotated[str, msgspec.Meta(max_length=80, pattern=NO_NUL)] | None = None
    place: Annotated[str, msgspec.Meta(max_length=80, pattern=NO_NUL)] | None = None
    door: Literal["open", "request", "invited"] | None = None
    salaams: bool | None = None
    time_zone: Annotated[str, msgspec.Meta(max_length=64, pattern=NO_NUL)] | None = None


class PlayerShown(msgspec.Struct, frozen=True):
    """A player with the clubs and teams one belongs to."""

    id: UUID
    name: str
    is_bot: bool
    clubs: tuple[ClubRef, ...]
    teams: tuple[TeamShown, ...]


class Me(msgspec.Struct, frozen=True):
    """The account that asks, and the player it plays as."""

    email: str
    player: PlayerShown


class ClubQuery(Paging):
    """Which clubs, members or players."""

    search: Search = ""


ClubEntryPage = page_of(ClubEntry)
PlayerRefPage = page_of(PlayerRef)


def player_ref(player: Player) -> PlayerRef:
    """Return the player as others know one."""
    return PlayerRef(player.pk, player.name, player.is_bot)


def club_ref(club: Club) -> ClubRef:
    """Return the club by its address and name."""
    return ClubRef(club.slug, club.name)


def team_shown(team: Team) -> TeamShown:
    """Return the team with its players."""
    return published(TeamShown, team, players=[place.player for place in team.places.all()])


def _player_shown(player_id: UUID, viewer: Player | None) -> PlayerShown:
    found = player_page(player_id)
    if found is None:
        raise Problem("not-found", _("There is no such player."))
    seen = may_see(viewer, found.player, "clubs")
    return published(
        PlayerShown,
        found.player,
        clubs=[membership.club for membership in found.memberships] if seen else (),
        teams=[team_shown(team) for team in found.teams] if seen else (),
    )


def _club_shown(club: Club) -> ClubShown:
    members = Membership.objects.filter(club=club).count()
    return published(ClubShown, club, founded_at=club.created_at, members=members, officers=officers(club))


class Clubs(ApiView):
    """The clubs."""

    @operation("clubs_list", ClubEntryPage, parameters=ClubQuery)
    def get(self, request: Request) -> Response:
        """List clubs by name."""
        asked = self.asked(ClubQuery)
        found = clubs(search=asked.search)
        return self.page(
            found,
            ClubEntryPage,
            asked,
            lambda rows: [ClubEntry(row.slug, row.name, row.place, row.size) for row in rows],
        )


class OneClub(PublicClubView):
    """A club."""

    @operation("clubs_retrieve", ClubShown)
    def get(self, request: Request, slug: str) -> Response:
        """Show a club: how people come in, and its officers."""
        return Response(_club_shown(club_of(slug)))

    @operation("clubs_update", ClubShown, body=ClubWish)
    def patch(self, request: Request, slug: str) -> Response:
        """Change a club's settings: for secretaries and owners. What you leave out stays; so does the address."""
        club, by = club_of(slug), self.require_player()
        wish = self.read(ClubWish)
        named = {field: value for field, value in msgspec.structs.asdict(wish).items() if value is not None}
        return Response(_club_shown(judged(lambda: change_club(club=club, by=by, **named))))


class Players(ApiView):
    """The players."""

    @operation("players_list", PlayerRefPage, parameters=ClubQuery, tag="players")
    def get(self, request: Request) -> Response:
        """List players by name, people and bots: those who let you find them."""
        asked = self.asked(ClubQuery)
        found = Player.objects.filter(name__icontains=asked.search, merged_into=None).order_by("name", "pk")
        found = found.exclude(hidden_from(self.player(), "lists", player="pk"))
        return self.page(found, PlayerRefPage, asked)


class OnePlayer(ApiView):
    """A player."""

    @operation("players_retrieve", PlayerShown, tag="players")
    def get(self, request: Request, player_id: UUID) -> Response:
        """Show a player: the clubs and teams one belongs to, if the player lets you see them."""
        return Response(_player_shown(player_id, self.player()))


class Myself(ApiView):
    """Who asks."""

    @operation("me_retrieve", Me, tag="players")
    def get(self, request: Request) -> Response:
        """Show yourself: your email address and the player you play as."""
        player = self.require_player()
        assert player.user is not None
        return Response(Me(player.user.email, _player_shown(player.pk, player)))
