"""Convention cards of partnerships: a default card of 56 with a partnership's changes, and whose card is in force.

    changes         what a partnership changes of a default card, as data
    force           which card a side plays by

`games.conventions` has the default cards and reads calls by a card; `docs/conventions.md` tells both to people.
"""

from games.cards.changes import Changes, RowChange, Treatment, card_with
from games.cards.force import InForce, card_of, edition_in_force, in_force

__all__ = [
    "Changes",
    "InForce",
    "RowChange",
    "Treatment",
    "card_of",
    "card_with",
    "edition_in_force",
    "in_force",
]
