"""The events of tournaments as the store knows them."""

from games import store
from games.replaying.streams import register_replay
from tournaments.events import entering, ladder, opening, penalties, playing, scheduling, settings, staging
from tournaments.events.base import TournamentEvent
from tournaments.log.replaying import replay_tournament

MODULES = (opening, settings, entering, staging, playing, scheduling, ladder, penalties)
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
    register_replay(opening.TournamentOpened, replay_tournament)
