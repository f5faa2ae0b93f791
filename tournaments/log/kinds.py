"""The events of tournaments as the store knows them."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games import store
from games.replaying.streams import register_replay
from games.store.openers import register_opener
from tournaments.events import cases, entering, ladder, opening, penalties, playing, scheduling, settings, staging
from tournaments.events.base import TournamentEvent
from tournaments.log.replaying import replay_tournament

MODULES = (opening, settings, entering, staging, playing, scheduling, ladder, penalties, cases)
"""The modules that define the events."""


def register_all() -> None:
    """Register every event of a tournament's stream under its own name, with old shapes, and how it is replayed."""
    for event_class in TournamentEvent.__subclasses__():
        store.register(event_class)
    # The next schema of the settings and plans has more members, each with its default where the one before had none.
    for name in ("TournamentOpened", "TournamentChanged", "StagePlanned"):
        store.register_upcaster(name, 1, dict)
    for name in ("TournamentOpened", "TournamentChanged"):
        store.register_upcaster(name, 2, dict)
        store.register_upcaster(name, 3, dict)
    register_replay(opening.TournamentOpened, replay_tournament)
    register_opener("TournamentOpened", opened_later)


def opened_later(stored: Sequence[Any]) -> Mapping[int, Any]:
    """Return the events of a tournament by version that were sealed, as far as later events say what they held.

    The secret of a lot stands where it was drawn or given up. Of line-ups only those that played are known, by the call
    of the match, so what was named before has no players here.
    """
    secrets = {
        one.event.lot: one.event.secret
        for one in stored
        if isinstance(one.event, entering.LotDrawn | entering.LotDropped)
    }
    known: dict[int, Any] = {}
    for one in stored:
        if isinstance(one.event, entering.LotPromised) and one.event.lot in secrets:
            known[one.version] = replace(one.event, secret=secrets[one.event.lot])
        elif isinstance(one.event, playing.LineUpNamed):
            known[one.version] = replace(one.event, players=())
    return known
