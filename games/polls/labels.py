"""The names of the seats in a position without names: by where they sit from the seat that is to act. Pure."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

import engine
from games.screen.layout import CLOCKWISE

OWN: Final = pgettext_lazy("a seat without a name", "Your seat")
_PLACES: Final[Mapping[str, tuple[Promise, Promise]]] = {
    "n": (pgettext_lazy("a seat without a name", "Opposite"), pgettext_lazy("a seat without a name", "Partner")),
    "w": (pgettext_lazy("a seat without a name", "Left"), pgettext_lazy("a seat without a name", "Partner left")),
    "e": (pgettext_lazy("a seat without a name", "Right"), pgettext_lazy("a seat without a name", "Partner right")),
    "sw": (pgettext_lazy("a seat without a name", "Left"), pgettext_lazy("a seat without a name", "Partner left")),
    "se": (pgettext_lazy("a seat without a name", "Right"), pgettext_lazy("a seat without a name", "Partner right")),
    "nw": (pgettext_lazy("a seat without a name", "Far left"), pgettext_lazy("a seat without a name", "Partner left")),
    "ne": (
        pgettext_lazy("a seat without a name", "Far right"),
        pgettext_lazy("a seat without a name", "Partner right"),
    ),
}
"""By the place on the screen: the name of an opponent, and that of a partner."""


def labels_of(rules: engine.RuleSet, seat: int) -> tuple[str, ...]:
    """Return a name for each seat, from where one seat sits.

    >>> labels_of(engine.load_rules("28-kerala-4"), 0)
    ('Your seat', 'Left', 'Partner', 'Right')
    """
    spots = tuple(CLOCKWISE[rules.players])
    turn = 1 if rules.direction == "clockwise" else -1
    names = []
    for other in range(rules.players):
        if other == seat:
            names.append(str(OWN))
            continue
        place = _PLACES[spots[(other - seat) * turn % rules.players]]
        names.append(str(place[rules.side_of(other) == rules.side_of(seat)]))
    return tuple(names)
