"""The sealed parts of a table's events, as the opening of each hand says them: where the key is elsewhere. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

import engine
from games.events import tables as events


def opened_at_table(stored: Sequence[Any]) -> Mapping[int, Any]:
    """Return the events of a table by version that a later `HandOpened` opens: the promise, the deal, folded cards.

    Whether they are what was sealed is for a replay to find out: the commitment is that of the secret, and the cards
    follow from it.

    Args:
        stored: The events of the whole stream.
    """
    known: dict[int, Any] = {}
    running: list[Any] = []
    for one in stored:
        event = one.event
        if isinstance(event, events.DealCommitted):
            running = [one]
        elif isinstance(event, engine.HandDealt | engine.TrumpFolded):
            running.append(one)
        elif isinstance(event, events.HandOpened):
            known |= _opened_by(event, running)
            running = []
    return known


def _opened_by(opening: events.HandOpened, running: Sequence[Any]) -> dict[int, Any]:
    cards = [card for _seat, card in opening.folded]
    known: dict[int, Any] = {}
    for one in running:
        event = one.event
        if isinstance(event, events.DealCommitted):
            known[one.version] = replace(event, secret=opening.secret)
        elif isinstance(event, engine.HandDealt):
            known[one.version] = replace(event, cards=opening.cards)
        elif cards:
            known[one.version] = replace(event, card=cards.pop(0))
    return known
