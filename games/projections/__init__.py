"""The read models of games: one class each, in a module of its own. They follow the log (`games.store.projector`)."""

from games.projections.hands import Hands
from games.projections.kunukku import Kunukkus
from games.projections.results import Results
from games.stakes.projection import Stakes

__all__ = ["Hands", "Kunukkus", "Results", "Stakes"]
