"""Teams: who plays matches together, in which order they sit, who captains them, and who changes to another one.

Every change of a squad locks the club's row first, so that of two at the same moment the later one sees what the first
has done: a player never belongs to two teams of one size in a club at once.
"""

from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.db.models import Max, ProtectedError
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.acts import note_act
from clubs.days import today_in
from clubs.errors import ClubError, NotAllowed
from clubs.models import Club, Membership, Player, Team, TeamPlace
from clubs.names import clean_name, is_called
from clubs.notices.services import notify
from clubs.permissions import manages_team, may, require
from clubs.selectors import active
from clubs.services.societies import locked
from clubs.squads import MOST_SUBSTITUTES, objections, places_of, present, squad, team_sizes

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
    """Make a team of members; the order of the players is the order of their seats, substitutes come last.

    Who may make any team makes any, other players one to which they belong themselves.

    Args:
        club: Whose team it is.
        by: Who makes it.
        name: What it is called.
        players: Members of the club, its guests too, or bots; at least `size` of them.
        size: How many sit at a table, on their side: as many as some rule set has.
        captain: One of them; by default who makes it, else the first who is a person.
        on: The day from which they belong to it, by default today.

    Raises:
        NotAllowed: `by` may not make teams, or does not belong to this one.
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
            raise NotAllowed(_("Members make teams they play in themselves; officers make any."))
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
    """Give a team another name; its history follows.

    Raises:
        NotAllowed: `by` neither captains the team nor looks after the club's teams.
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
    """Change several things of a team at once, or none of them; what is None stays.

    Raises:
        NotAllowed: `by` neither captains the team nor looks after the club's teams.
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
    """Take a team off the club's list.

    Raises:
        NotAllowed: `by` neither captains the team nor looks after the club's teams.
        ClubError: `team-entered`: the team is in a tournament, whose table names it.
    """
    team = _managed(team, by)
    players = [place.player for place in squad(team)]
    try:
        with transaction.atomic():
            team.delete()
    except ProtectedError:
        raise ClubError(
            "team-entered", _("{team} has played in a tournament and stays on its table.").format(team=team.name)
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
    """Put a member into a team, behind those who are in it.

    Args:
        team: The team.
        by: Its captain, or who looks after the club's teams.
        player: A member of the club, a guest too, or a bot.
        on: The day from which the player belongs to it, by default today.

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
    """End a player's place in a team; a player may leave by oneself.

    Args:
        team: The team.
        by: Its captain, who looks after the club's teams, or the player.
        player: Who leaves.
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
    """Let a player change from a team to another one of the club, on a day.

    Args:
        source: The team that the player leaves.
        team: The team that the player joins on that day, behind those who are in it.
        by: Who looks after the club's teams.
        player: Who changes.
        on: The day, by default today; later than the player joined `source`.

    Returns:
        The place in the new team.

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
    """Put the squad into another order: the first ones sit at the table unless a line-up says else.

    Raises:
        NotAllowed: `by` neither captains the team nor looks after the club's teams.
        ClubError: `not-the-squad`: these are not all players of the team, each once.
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
        NotAllowed: `by` neither captains the team nor looks after the club's teams.
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
    """Return the team as it is now, with its club's row locked."""
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
        raise ClubError("day-to-come", _("This is written down on its day or after it, not before."), "on")
    return on or today


def _require_free_name(club: Club, name: str, but: Team | None = None) -> None:
    others = Team.objects.filter(club=club)
    if but is not None:
        others = others.exclude(pk=but.pk)
    if is_called(name, others.values_list("name", flat=True)):
        raise ClubError(
            "team-exists", _("{club} has a team called {team} already.").format(club=club.name, team=name), "name"
        )


def _not_in_team(player: Player, team: str, field: str = "player") -> ClubError:
    return ClubError("not-in-team", _("{player} is not in {team}.").format(player=player.name, team=team), field)


def _may_belong(team: Team, player: Player, day: date, field: str = "players") -> None:
    """Refuse who cannot be put into the team from a day on. Bots of the house play wherever they are needed."""
    if player.is_bot:
        return
    member = Membership.objects.filter(club=team.club_id, player=player)
    if not member.exists():
        text = _("{player} is no member of {club}.").format(player=player.name, club=team.club.name)
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
        text = _("{player} is in {team} already.").format(player=player.name, team=team.name)
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
    """Return who captains a team unless it is said: who makes it, else the first with an account, else the first."""
    if by in players:
        return by
    able = [player for player in players if player.user_id] or [player for player in players if not player.is_bot]
    return next(iter(able or players), None)


def _close_up(team: Team) -> list[TeamPlace]:
    """Let the places of a team have the positions from 0 on; return them."""
    places = squad(team)
    _set_positions(places)
    return places


def _set_positions(places: Sequence[TeamPlace]) -> None:
    """Give places their positions from 0 on, by way of positions that nobody has: no two may have one at any moment."""
    for start in (1000, 0):
        for position, place in enumerate(places, start=start):
            place.position = position
            place.save(update_fields=["position"])


def _path(team: Team) -> str:
    return reverse("clubs:team", args=[team.club.slug, team.pk])


def _tell(team: Team, by: Player, players: Sequence[Player], what: str) -> None:
    """Tell players what has become of them in a team; who did it knows."""
    notify(
        players=[player for player in players if player != by],
        kind="team-changed",
        path=_path(team),
        key=f"{what}:{team.pk}:{timezone.now().isoformat()}",
        details={"team": str(team.pk), "what": what},
    )
