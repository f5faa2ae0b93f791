"""Players of the house. A bot is a function from what its seat may know to an action; it sees nothing else.

    steady          plays every phase sensibly; the one that sits at tables
    random_legal    anything that is legal; the baseline that others are measured against

`docs/bots.md` says how they play and how well.
"""

from games.bots.steady import choose

__all__ = ["choose"]
