"""The commands on teams: squads, their order of seats, captains, and transfers.

`by` gives the command: the team's captain, or an officer who may manage any team of the club, unless said otherwise.

Every change of a squad locks the club's row first, so that of two concurrent changes the later one sees the first: a
player never belongs to two teams of one size in a club at once.
"""

from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.db.models import Max, ProtectedError
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.base.days import today_in
from clubs.errors import ClubError, NotAllowed
from clubs.models import Club, Membership, Player, Team, TeamPlace
from clubs.names import clean_name, is_called
from clubs.notices.services.telling import notify
from clubs.officers.acts import note_act
from clubs.officers.permissions import manages_team, may, require
from clubs.officers.roles import active, locked
from clubs.teams.squads import MOST_SUBSTITUTES, objections, places_of, present, squad, team_sizes

NAME_LENGTH = 60


@transaction.atomic
def make_team(
    *,
    club: Club,
    by: Player,
    name: str,
    players: Sequence[Player],
    size: int = 2,
    captain: Player | None = None,
    on: date | None = None,
) -> Team:
    """Make a team; the order of the players is the order of their seats, substitutes last.

    Without the permission for any team, a player may make one to which they belong.

    Args:
        players: At least `size` members of the club, guests included, or bots.
        size: The number of seats of a side, which some rule set has.
        captain: One of the players; by default `by`, else the first person.
        on: The first day in the team, by default today.

    Raises:
        NotAllowed: `by` may not make teams, or does not belong to this team.
        ClubError: `unknown-size`, `team-size`, `team-twice`, `not-a-member`, `suspended`, `other-team`, `not-in-team`,
            `day-to-come`, `team-exists`, or the name cannot be used.
    """
    club = locked(club)
    name = clean_name(name, longest=NAME_LENGTH)
    day = _day(on, club)
    if size not in team_sizes():
        raise ClubError("unknown-size", _("No game is played by sides of {size}.").format(size=size), "size")
    if not size <= len(players) <= size + MOST_SUBSTITUTES:
        text = _("A team of {size} a side has {least} to {most} players, substitutes among them.")
        raise ClubError("team-size", text.format(size=size, least=size, most=size + MOST_SUBSTITUTES), "players")
    if len({player.pk for player in players}) != len(players):
        raise ClubError("team-twice", _("A player has one place in a team."), "players")
    if not may(by, "make_any_teams", club):
        require(by, "make_own_teams", club)
        if by not in players:
            raise NotAllowed(_("Members make only teams in which they play; officers make any team."))
    if captain is not None and captain not in players:
        raise _not_in_team(captain, name, "captain")
    _require_free_name(club, name)
    team = Team(club=club, name=name, size=size)
    for player in players:
        _may_belong(team, player, day)
    team.captain = captain or _first_captain(players, by)
    team.save()
    TeamPlace.objects.bulk_create(
        TeamPlace(team=team, player=player, position=position, joined_on=day, put_by=by)
        for position, player in enumerate(players)
    )
    note_act(club=club, actor=by, action="team.made", details={"team": str(team.pk)})
    _tell(team, by, players, "joined")
    return team


@transaction.atomic
def rename_team(*, team: Team, by: Player, name: str) -> Team:
    """Rename a team; its history shows the new name.

    Raises:
        NotAllowed: `by` is not one of these.
        ClubError: `team-exists`, or the name cannot be used.
    """
    team = _managed(team, by)
    name = clean_name(name, longest=NAME_LENGTH, kept=team.name)
    _require_free_name(team.club, name, but=team)
    team.name = name
    team.save(update_fields=["name"])
    note_act(club=team.club, actor=by, action="team.renamed", details={"team": str(team.pk)})
    return team


@transaction.atomic
def change_team(
    *,
    team: Team,
    by: Player,
    name: str | None = None,
    captain: Player | None = None,
    players: Sequence[Player] | None = None,
) -> None:
    """Change a team's name, order or captain in one transaction; None leaves a value.

    Raises:
        NotAllowed: `by` is not one of these.
        ClubError: As `rename_team`, `order_squad` and `hand_captaincy`.
    """
    _managed(team, by)
    if name is not None:
        rename_team(team=team, by=by, name=name)
    if players is not None:
        order_squad(team=team, by=by, players=players)
    if captain is not None:
        hand_captaincy(team=team, by=by, player=captain)


@transaction.atomic
def disband_team(*, team: Team, by: Player) -> None:
    """Disband a team.

    Raises:
        NotAllowed: `by` is not one of these.
        ClubError: `team-entered`: the team has been entered in a tournament.
    """
    team = _managed(team, by)
    players = [place.player for place in squad(team)]
    try:
        with transaction.atomic():
            team.delete()
    except ProtectedError:
        raise ClubError(
            "team-entered", _("{team} has played in a tournament and stays in its standings.").format(team=team.name)
        ) from None
    note_act(club=team.club, actor=by, action="team.disbanded")
    notify(
        players=[player for player in players if player != by],
        kind="team-changed",
        path=reverse("clubs:club", args=[team.club.slug]),
        key=f"disbanded:{team.pk}",
        details={"club": str(team.club_id), "what": "disbanded"},
    )


@transaction.atomic
def add_player(*, team: Team, by: Player, player: Player, on: date | None = None) -> TeamPlace:
    """Add a player to a team, in the last place.

    Args:
        player: A member of the club, a guest included, or a bot.
        on: The player's first day in the team, by default today.

    Raises:
        NotAllowed: `by` may not.
        ClubError: `team-full`, `in-team`, `not-a-member`, `suspended`, `other-team`, `day-to-come`, `day-taken`.
    """
    team = _managed(team, by)
    place = _put(team, player, _day(on, team.club), by)
    note_act(
        club=team.club, actor=by, action="team.joined", subject=player,
        details={"team": str(team.pk), "on": place.joined_on.isoformat()},
    )  # fmt: skip
    _tell(team, by, [player], "joined")
    return place


@transaction.atomic
def remove_player(*, team: Team, by: Player, player: Player, on: date | None = None) -> TeamPlace:
    """End a player's place in a team; a player may also leave by themselves.

    Args:
        on: The first day without the player, by default today.

    Raises:
        NotAllowed: `by` may not.
        ClubError: `not-in-team`, `day-to-come`, `day-too-early`, `needed`.
    """
    team = _locked_team(team) if by == player else _managed(team, by)
    place = _take(team, player, _day(on, team.club), by)
    note_act(
        club=team.club, actor=by, action="team.left", subject=player,
        details={"team": str(team.pk), "on": place.left_on.isoformat()},  # type: ignore[union-attr]  # it is set
    )  # fmt: skip
    if by != player:
        _tell(team, by, [player], "left")
    return place


@transaction.atomic
def transfer_player(*, source: Team, team: Team, by: Player, player: Player, on: date | None = None) -> TeamPlace:
    """Transfer a player to another team of the club; return the new place, which is the last.

    Args:
        source: The team that the player leaves.
        team: The team that the player joins.
        by: An officer who may manage any team of the club.
        on: The day, by default today; later than the player joined `source`.

    Raises:
        NotAllowed: `by` may not make any teams.
        ClubError: `other-club`, `same-team`, `not-in-team`, `team-full`, `in-team`, `other-team`, `suspended`,
            `not-a-member`, `day-to-come`, `day-too-early`, `day-taken`, `needed`.
    """
    club = locked(source.club)
    require(by, "make_any_teams", club)
    day = _day(on, club)
    if team.club_id != source.club_id:
        raise ClubError(
            "other-club", _("{team} is not a team of {club}.").format(team=team.name, club=club.name), "team"
        )
    if team.pk == source.pk:
        raise ClubError("same-team", _("Choose another team than {team}.").format(team=source.name), "team")
    source, team = _fresh(source), _fresh(team)
    _take(source, player, day, by)
    place = _put(team, player, day, by, came_from=source)
    note_act(
        club=club, actor=by, action="team.transferred", subject=player,
        details={"source": str(source.pk), "team": str(team.pk), "on": day.isoformat()},
    )  # fmt: skip
    _tell(team, by, [player], "joined")
    for one, what in ((source, "left"), (team, "")):
        notify(
            players=[other.player for other in squad(one) if other.player_id not in (by.pk, player.pk)],
            kind="transfer",
            path=_path(one),
            key=f"{what or 'joined'}:{place.pk}",
            details={"team": str(one.pk), "player": str(player.pk), "what": what},
        )
    return place


@transaction.atomic
def order_squad(*, team: Team, by: Player, players: Sequence[Player]) -> Team:
    """Change the order of the squad: the first players sit at the table unless a line-up names others.

    Raises:
        NotAllowed: `by` is not one of these.
        ClubError: `not-the-squad`: the list does not have every player of the team once.
    """
    team = _managed(team, by)
    places = {place.player_id: place for place in squad(team)}
    if len(players) != len(places) or {player.pk for player in players} != set(places):
        raise ClubError("not-the-squad", _("Name every player of {team} once.").format(team=team.name), "players")
    if [player.pk for player in players] == list(places):
        return team
    _set_positions([places[player.pk] for player in players])
    note_act(club=team.club, actor=by, action="team.ordered", details={"team": str(team.pk)})
    return team


@transaction.atomic
def hand_captaincy(*, team: Team, by: Player, player: Player) -> Team:
    """Make another player of the squad the captain.

    Raises:
        NotAllowed: `by` is not one of these.
        ClubError: `not-in-team`.
    """
    team = _managed(team, by)
    if not present().filter(team=team, player=player).exists():
        raise _not_in_team(player, team.name)
    team.captain = player
    team.save(update_fields=["captain"])
    note_act(club=team.club, actor=by, action="team.captain", subject=player, details={"team": str(team.pk)})
    if by != player:
        _tell(team, by, [player], "captain")
    return team


def _fresh(team: Team) -> Team:
    found = Team.objects.select_related("club", "captain").filter(pk=team.pk).first()
    if found is None:
        raise ClubError("no-team", _("{team} is disbanded.").format(team=team.name), "team")
    return found


def _locked_team(team: Team) -> Team:
    """Return the team, read after locking its club's row."""
    locked(team.club)
    return _fresh(team)


def _managed(team: Team, by: Player) -> Team:
    team = _locked_team(team)
    if not manages_team(by, team):
        raise NotAllowed(_("Only the captain of {team} and officers of the club do this.").format(team=team.name))
    return team


def _day(on: date | None, club: Club) -> date:
    today = today_in(club)
    if on is not None and on > today:
        raise ClubError("day-to-come", _("Enter this on that day or later, not before."), "on")
    return on or today


def _require_free_name(club: Club, name: str, but: Team | None = None) -> None:
    others = Team.objects.filter(club=club)
    if but is not None:
        others = others.exclude(pk=but.pk)
    if is_called(name, others.values_list("name", flat=True)):
        raise ClubError(
            "team-exists", _("{club} already has a team called {team}.").format(club=club.name, team=name), "name"
        )


def _not_in_team(player: Player, team: str, field: str = "player") -> ClubError:
    return ClubError("not-in-team", _("{player} is not in {team}.").format(player=player.name, team=team), field)


def _may_belong(team: Team, player: Player, day: date, field: str = "players") -> None:
    """Refuse a player who cannot belong to the team from a day on. House bots may play in any team."""
    if player.is_bot:
        return
    member = Membership.objects.filter(club=team.club_id, player=player)
    if not member.exists():
        text = _("{player} is not a member of {club}.").format(player=player.name, club=team.club.name)
        raise ClubError("not-a-member", text, field)
    if not member.filter(active()).exists():
        text = _("{player} is suspended in {club}.").format(player=player.name, club=team.club.name)
        raise ClubError("suspended", text, field)
    for other in places_of(player, team=team):
        if other.left_on is None:
            text = _("{player} plays for {team}. A transfer lets a player change from one team to another.")
            raise ClubError("other-team", text.format(player=player.name, team=other.team.name), field)
        if other.left_on > day:
            text = _("{player} played for {team} until {day}. Choose a later day.")
            raise ClubError(
                "day-taken",
                text.format(player=player.name, team=other.team.name, day=other.left_on.isoformat()),
                "on",
            )


def _put(team: Team, player: Player, day: date, by: Player, came_from: Team | None = None) -> TeamPlace:
    places = present().filter(team=team)
    if places.filter(player=player).exists():
        text = _("{player} is already in {team}.").format(player=player.name, team=team.name)
        raise ClubError("in-team", text, "player")
    if len(places) >= team.size + MOST_SUBSTITUTES:
        text = _("{team} is full: a team of {size} a side has {most} players at most.")
        raise ClubError(
            "team-full", text.format(team=team.name, size=team.size, most=team.size + MOST_SUBSTITUTES), "team"
        )
    _may_belong(team, player, day, "player")
    last = places.aggregate(last=Max("position"))["last"]
    place = TeamPlace.objects.create(
        team=team, player=player, position=0 if last is None else last + 1, joined_on=day, put_by=by,
        came_from=came_from,
    )  # fmt: skip
    if team.captain_id is None:
        team.captain = player
        team.save(update_fields=["captain"])
    return place


def _take(team: Team, player: Player, day: date, by: Player) -> TeamPlace:
    place = present().filter(team=team, player=player).first()
    if place is None:
        raise _not_in_team(player, team.name)
    if day < place.joined_on:
        text = _("{player} joined {team} on {day}. Choose that day or a later one.")
        raise ClubError(
            "day-too-early", text.format(player=player.name, team=team.name, day=place.joined_on.isoformat()), "on"
        )
    for objection in objections(team, player, day):
        raise ClubError("needed", objection, "player")
    place.left_on = day
    place.taken_by = by
    place.save(update_fields=["left_on", "taken_by"])
    left = _close_up(team)
    if team.captain_id == player.pk:
        team.captain = _first_captain([one.player for one in left], None)
        team.save(update_fields=["captain"])
    return place


def _first_captain(players: Sequence[Player], by: Player | None) -> Player | None:
    """Return the default captain: the maker of the team, else the first player with an account, else the first."""
    if by in players:
        return by
    able = [player for player in players if player.user_id] or [player for player in players if not player.is_bot]
    return next(iter(able or players), None)


def _close_up(team: Team) -> list[TeamPlace]:
    """Renumber the places of a team from 0; return them."""
    places = squad(team)
    _set_positions(places)
    return places


def _set_positions(places: Sequence[TeamPlace]) -> None:
    """Set the positions of places from 0, by way of unused positions, as no two may be equal at any moment."""
    for start in (1000, 0):
        for position, place in enumerate(places, start=start):
            place.position = position
            place.save(update_fields=["position"])


def _path(team: Team) -> str:
    return reverse("clubs:team", args=[team.club.slug, team.pk])


def _tell(team: Team, by: Player, players: Sequence[Player], what: str) -> None:
    """Notify players of a change of their place in a team, except the player who made it."""
    notify(
        players=[player for player in players if player != by],
        kind="team-changed",
        path=_path(team),
        key=f"{what}:{team.pk}:{timezone.now().isoformat()}",
        details={"team": str(team.pk), "what": what},
    )
