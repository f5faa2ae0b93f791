"""Teams of a club: their squads now and before, captains, and transfers."""

from datetime import date
from functools import partial
from typing import Annotated
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL, created, described, page_of, published
from clubs.api.common import PublicClubView, club_of, judged
from clubs.api.people import ClubQuery, PlayerRef, TeamShown, team_shown
from clubs.api.problems import Problem, unknown
from clubs.models import Player, Team, TeamPlace
from clubs.teams import selectors
from clubs.teams.services import add_player, change_team, disband_team, make_team, remove_player, transfer_player
from clubs.teams.squads import past_places, squad, with_squads

operation = partial(described, tag="teams")

Name = Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)]
MOST_PLAYERS = 8
"""As many as the largest team can have."""


class TeamWish(msgspec.Struct, forbid_unknown_fields=True):
    """A team to be made.

    Attributes:
        name: What it is called.
        players: Members of the club, its guests too, or bots, in the order of the seats; substitutes come last.
        size: How many of them sit at a table, on their side.
        captain: One of them; else you, if you are one, or the first who is a person.
        on: The day from which they belong to it; today if nothing is said.
    """

    name: Name
    players: Annotated[tuple[UUID, ...], msgspec.Meta(max_length=MOST_PLAYERS)]
    size: Annotated[int, msgspec.Meta(ge=1, le=MOST_PLAYERS)] = 2
    captain: UUID | None = None
    on: date | None = None


class TeamChange(msgspec.Struct, forbid_unknown_fields=True):
    """What of a team is to be changed; what is left out, or nothing, stays.

    Attributes:
        name: Another name.
        captain: Another player of the squad.
        players: The whole squad in another order of the seats.
    """

    name: Name | None = None
    captain: UUID | None = None
    players: Annotated[tuple[UUID, ...], msgspec.Meta(max_length=MOST_PLAYERS)] | None = None


class PlaceWish(msgspec.Struct, forbid_unknown_fields=True):
    """A member to be put into a team, from a day on; from today if nothing is said."""

    player: UUID
    on: date | None = None


class PlaceEnd(msgspec.Struct, forbid_unknown_fields=True):
    """The first day without the player; today if nothing is said."""

    on: date | None = None


class TransferWish(msgspec.Struct, forbid_unknown_fields=True):
    """A player who changes from this team to another one of the club, on a day; today if nothing is said."""

    player: UUID
    team: UUID
    on: date | None = None


class PlaceShown(msgspec.Struct, frozen=True):
    """A player's place in a team: from `joined_on` to the day before `left_on`; `came_from` is the team before."""

    player: PlayerRef
    joined_on: date
    left_on: date | None
    came_from: UUID | None


class TeamHistory(msgspec.Struct, frozen=True):
    """Who belongs to a team, in the order of the seats, and who did, the last to leave first."""

    now: tuple[PlaceShown, ...]
    before: tuple[PlaceShown, ...]


TeamShownPage = page_of(TeamShown)
HISTORY = 100
"""So many ended places are told at most."""


def _team(slug: str, team_id: UUID) -> Team:
    team = with_squads(Team.objects.all()).filter(pk=team_id, club__slug=slug).first()
    if team is None:
        raise Problem("not-found", _("There is no such team."))
    return team


def _player(player_id: UUID, at: str) -> Player:
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise unknown(at, _("There is no such player."))
    return player


def _players(ids: tuple[UUID, ...]) -> list[Player]:
    known = Player.objects.in_bulk(ids)
    for number, player_id in enumerate(ids):
        if player_id not in known:
            raise unknown(f"/players/{number}", _("There is no such player."))
    return [known[player_id] for player_id in ids]


def _place(place: TeamPlace) -> PlaceShown:
    return published(PlaceShown, place, came_from=place.came_from_id)


class Teams(PublicClubView):
    """The teams of a club."""

    @operation("clubs_teams_list", TeamShownPage, parameters=ClubQuery)
    def get(self, request: Request, slug: str) -> Response:
        """List the teams of a club by name: found by theirs or their players'."""
        asked = self.asked(ClubQuery)
        return self.page(
            selectors.teams(club_of(slug), asked.search), TeamShownPage, asked, lambda rows: map(team_shown, rows)
        )

    @operation("clubs_teams_create", {201: TeamShown}, body=TeamWish)
    def post(self, request: Request, slug: str) -> Response:
        """Make a team: one that you play in yourself, or any as a director, secretary or owner."""
        player, club = self.require_player(), club_of(slug)
        wish = self.read(TeamWish)
        players = _players(wish.players)
        captain = None if wish.captain is None else _player(wish.captain, "/captain")
        team = judged(
            lambda: make_team(
                club=club, by=player, name=wish.name, players=players, size=wish.size, captain=captain, on=wish.on
            )
        )
        return created(team_shown(_team(slug, team.pk)), f"/api/clubs/{slug}/teams/{team.pk}/")


class OneTeam(PublicClubView):
    """A team."""

    @operation("clubs_teams_retrieve", TeamShown)
    def get(self, request: Request, slug: str, team_id: UUID) -> Response:
        """Show a team: its squad and captain."""
        return Response(team_shown(_team(slug, team_id)))

    @operation("clubs_teams_update", TeamShown, body=TeamChange)
    def patch(self, request: Request, slug: str, team_id: UUID) -> Response:
        """Change a team: its name, captain or order of the seats, for its captain and the club's officers."""
        player, team = self.require_player(), _team(slug, team_id)
        change = self.read(TeamChange)
        order = None if change.players is None else _players(change.players)
        captain = None if change.captain is None else _player(change.captain, "/captain")
        judged(lambda: change_team(team=team, by=player, name=change.name, captain=captain, players=order))
        return Response(team_shown(_team(slug, team_id)))

    @operation("clubs_teams_delete")
    def delete(self, request: Request, slug: str, team_id: UUID) -> Response:
        """Disband a team: one that has never played in a tournament."""
        player = self.require_player()
        disband_team(team=_team(slug, team_id), by=player)
        return Response(status=204)


class Places(PublicClubView):
    """Who belongs to a team, and who did."""

    @operation("clubs_teams_places_list", TeamHistory)
    def get(self, request: Request, slug: str, team_id: UUID) -> Response:
        """Show who belongs to a team, and who did: with the days."""
        team = _team(slug, team_id)
        before = past_places(team)[:HISTORY]
        return Response(TeamHistory(tuple(map(_place, squad(team))), tuple(map(_place, before))))

    @operation("clubs_teams_places_create", {201: TeamShown}, body=PlaceWish)
    def post(self, request: Request, slug: str, team_id: UUID) -> Response:
        """Put a member into a team: for its captain and the club's officers."""
        player, team = self.require_player(), _team(slug, team_id)
        wish = self.read(PlaceWish)
        joining = _player(wish.player, "/player")
        judged(lambda: add_player(team=team, by=player, player=joining, on=wish.on))
        return created(team_shown(_team(slug, team_id)), f"/api/clubs/{slug}/teams/{team_id}/places/{joining.pk}/")


class OnePlace(PublicClubView):
    """A player's place in a team."""

    @operation("clubs_teams_places_end", TeamShown, body=PlaceEnd)
    def post(self, request: Request, slug: str, team_id: UUID, player_id: UUID) -> Response:
        """End a player's place in a team: your own, or any as its captain or an officer."""
        by, team = self.require_player(), _team(slug, team_id)
        end = self.read(PlaceEnd)
        player = Player.objects.filter(pk=player_id).first()
        if player is None:
            raise Problem("not-found", _("There is no such player."))
        judged(lambda: remove_player(team=team, by=by, player=player, on=end.on))
        return Response(team_shown(_team(slug, team_id)))


class Transfers(PublicClubView):
    """Transfers from a team."""

    @operation("clubs_teams_transfer", TeamShown, body=TransferWish)
    def post(self, request: Request, slug: str, team_id: UUID) -> Response:
        """Write a transfer down: as a director, secretary or owner; the answer is the team that the player joins."""
        by, source = self.require_player(), _team(slug, team_id)
        wish = self.read(TransferWish)
        player = _player(wish.player, "/player")
        team = Team.objects.filter(pk=wish.team).first()
        if team is None:
            raise unknown("/team", _("There is no such team."))
        judged(lambda: transfer_player(source=source, team=team, by=by, player=player, on=wish.on))
        return Response(team_shown(_team(slug, team.pk)))
