"""Takeovers: the effects of an account taking over a guest.

Apps above this one register obstacles to it, and which of their rows become the account's. Events and what is made of
them keep the guest's id for ever: their readers follow `Player.merged_into`. Rows that are registered here are
rewritten, because they say who plays next.
"""

from collections.abc import Callable
from typing import Final

from django.db import models

from clubs.models import Player, Team, TeamPlace

Obstacle = Callable[[Player, Player], str]

OBSTACLES: Final[list[Obstacle]] = []
"""Each tells of a guest and an account's player why they cannot be one person, or not now; empty: no reason."""

MOVED: Final[list[tuple[type[models.Model], str]]] = [(TeamPlace, "player"), (Team, "captain")]
"""The models whose rows become the account's, and the field that names the player."""

HandOver = Callable[[Player, Player], None]
HANDOVERS: Final[list[HandOver]] = []
"""Each gives what a visiting player does just now, such as sitting at a table, to the account's player that takes it
over. It raises a `ClubError` with the reason where it cannot."""


def obstacle(check: Obstacle) -> Obstacle:
    """Register an obstacle to a claim."""
    OBSTACLES.append(check)
    return check


def move(guest: Player, player: Player) -> dict[str, list[str]]:
    """Give a guest's rows to a player.

    Returns:
        The keys of the rows by model and field, to give them back by (`move_back`).
    """
    moved = {}
    for model, field in MOVED:
        rows = model._default_manager.filter(**{field: guest})
        keys = [str(key) for key in rows.values_list("pk", flat=True)]
        if keys:
            model._default_manager.filter(pk__in=keys).update(**{field: player})
            moved[f"{model._meta.label}.{field}"] = keys
    return moved


def move_back(guest: Player, player: Player, moved: dict[str, list[str]]) -> None:
    """Give back the rows that a claim moved, where they are still the player's."""
    for model, field in MOVED:
        keys = moved.get(f"{model._meta.label}.{field}", [])
        model._default_manager.filter(pk__in=keys, **{field: player}).update(**{field: guest})
