"""A bot's choice and its reason, which is given by the branch that chose."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import engine


class Choice(NamedTuple):
    """An action with its reason.

    Attributes:
        action: The bot's action.
        why: The code of the reason; `games.practice.hints` has the sentence for each.
        facts: The values that the sentence names: nothing that the seat may not know.
    """

    action: engine.Action
    why: str
    facts: Mapping[str, Any] = MappingProxyType({})
