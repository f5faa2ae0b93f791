"""The read models of games: one class each, in a module of its own. They follow the event log (`games.projector`)."""

from games.projections.hands import Hands
from games.projections.kunukku import Kunukkus
from games.projections.results import Results
from games.projections.stakes import Stakes

__all__ = ["Hands", "Kunukkus", "Results", "Stakes"]
