"""What a bot has chosen, and why: the reason is given by the very branch that chose."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import engine


class Choice(NamedTuple):
    """An action with its reason.

    Attributes:
        action: What the bot does.
        why: The code of the reason; `games.bots.advice` has the sentence for each.
        facts: What the sentence names: nothing that the seat may not know.
    """

    action: engine.Action
    why: str
    facts: Mapping[str, Any] = MappingProxyType({})
