"""The read models of games: one class each, in a module of its own. They follow the log (`games.store.projector`)."""

from games.hands.projection import Hands
from games.results.kunukku.projection import Kunukkus
from games.results.projection import Results
from games.stakes.projection import Stakes

__all__ = ["Hands", "Kunukkus", "Results", "Stakes"]
