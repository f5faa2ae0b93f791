"""Squads: the present players of a team, the sizes of teams, and obstacles to leaving one.

`TeamPlace` keeps every place a player ever had; the present ones have no last day. Nothing here writes.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from functools import cache

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

import engine
from clubs.models import Player, Team, TeamPlace
from clubs.people import takeovers

MOST_SUBSTITUTES = 4
"""The most players of a team beyond those who sit at a table."""

Objection = Callable[[Team, Player, date], str]
"""Returns why a player cannot leave a team on a day, in a sentence; empty if nothing is against it."""

_OBJECTIONS: list[Objection] = []


@cache
def team_sizes() -> Mapping[int, tuple[int, ...]]:
    """Return the sizes of the sides of all rule sets: how many players, and at tables of how many each can be."""
    found: dict[int, set[int]] = {}
    for name in engine.rule_set_ids():
        rules = engine.load_rules(name)
        for side in rules.sides:
            found.setdefault(len(side), set()).add(rules.players)
    return {size: tuple(sorted(tables)) for size, tables in sorted(found.items())}


def size_choices() -> list[tuple[int, str]]:
    """Return the sizes that teams can have, with what they are for."""
    said = _("{size} a side, at tables of {tables}")
    either = _("{fewer} or {more}")
    choices = []
    for size, tables in team_sizes().items():
        listed = str(tables[0])
        for more in tables[1:]:
            listed = either.format(fewer=listed, more=more)
        choices.append((size, said.format(size=size, tables=listed)))
    return choices


def present() -> QuerySet[TeamPlace]:
    """Return the places that players have now, with the players, in the order of the seats."""
    return TeamPlace.objects.filter(left_on=None).select_related("player").order_by("position")


def with_squads(teams: QuerySet[Team]) -> QuerySet[Team]:
    """Return the teams such that their `places` are the present ones."""
    return teams.select_related("club", "captain").prefetch_related(Prefetch("places", present()))


def squad(team: Team) -> list[TeamPlace]:
    """Return the present places of a team in the order of the seats."""
    return list(present().filter(team=team))


def past_places(team: Team) -> QuerySet[TeamPlace]:
    """Return the places of a team that have ended, the last to end first."""
    ended = TeamPlace.objects.filter(team=team).exclude(left_on=None)
    return ended.select_related("player", "came_from").order_by("-left_on", "-joined_on", "pk")


def places_of(player: Player, *, team: Team) -> QuerySet[TeamPlace]:
    """Return the places that a player has or had in the teams of the club that are of the size of this one."""
    same = TeamPlace.objects.filter(player=player, team__club=team.club_id, team__size=team.size)
    return same.select_related("team").order_by("joined_on", "pk")


def object_to_leaving(objection: Objection) -> None:
    """Register something that can stand in the way of leaving a team, for what lies above the clubs."""
    if objection not in _OBJECTIONS:
        _OBJECTIONS.append(objection)


def objections(team: Team, player: Player, day: date) -> Iterable[str]:
    """Return the obstacles to a player's leaving a team on a day, in sentences."""
    return filter(None, (objection(team, player, day) for objection in _OBJECTIONS))


@takeovers.obstacle
def plays_elsewhere(guest: Player, player: Player) -> str:
    """Return why a guest and an account's player cannot be one person: they play for two teams of one size."""
    for place in TeamPlace.objects.filter(player=guest, left_on=None).select_related("team"):
        other = places_of(player, team=place.team).filter(left_on=None).first()
        if other is not None:
            text = _("{guest} plays for {team} and {player} for {other}. One of them has to leave the team first.")
            return text.format(guest=guest.name, team=place.team.name, player=player.name, other=other.team.name)
    return ""
