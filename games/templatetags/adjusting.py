"""The lines that say what rulings after the game have made of a hand or a game."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import template

from games.adjusting import words

register = template.Library()


@register.inclusion_tag("games/_adjusted.html")
def adjusted_hand(game: UUID, hand: int, names: Sequence[str]) -> dict[str, Any]:
    """Say what rulings have made of a finished hand; nothing where it counts as it was played.

    Args:
        game: The id of the table or the score sheet.
        hand: The number of the hand.
        names: The names of the players, a seat each.
    """
    line = words.hand_line(game, hand, names)
    return {"lines": () if line is None else (line,), "inside": False}


@register.inclusion_tag("games/_adjusted.html")
def adjusted_game(game: UUID, names: Sequence[str] = ()) -> dict[str, Any]:
    """Say which results of a finished game were adjusted, and what it comes to; nothing where none was."""
    return {"lines": words.game_lines(game, names), "inside": True}
