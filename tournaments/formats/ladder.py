"""The ladder: entrants stand in an order, and challenge those above them.

The options of a stage:

- `reach`: how many places above itself an entrant may challenge, from 1; 3 if not given.
- `days`: the days in which a challenge is to be answered, from 1; 7 if not given.
- `refusals`: how many challenges in succession an entrant may refuse; the next refusal counts as a lost match. 0 if not
  given: each does. A match that was accepted, and a loss, begin the count again.
- `unanswered`: a challenge that is not answered counts as a `loss` (if not given) or as a `refusal`.
- `inactive_days`, `inactive_places`: an entrant that has not played for so many days moves down by so many places (1 if
  not given). Without `inactive_days` nobody does.

If the challenger wins, it takes the place of its opponent, and those between move down by one. Otherwise, a draw among
it, the order stays as it is.
"""

from collections.abc import Sequence
from typing import Final, Literal, TypeVar

from msgspec import Struct

from tournaments.formats.errors import DrawError
from tournaments.formats.options import number_in
from tournaments.stages.stage import Stage

E = TypeVar("E")

MAX_DAYS: Final = 366
MAX_PLACES: Final = 1_024


class Rules(Struct, frozen=True):
    """The options of a ladder, as they are described above; `inactive_days` 0: nobody moves down for not playing."""

    reach: int = 3
    days: int = 7
    refusals: int = 0
    unanswered: Literal["loss", "refusal"] = "loss"
    inactive_days: int = 0
    inactive_places: int = 1


def rules_of(stage: Stage) -> Rules:
    """Return the options of a ladder.

    Raises:
        DrawError: One of them cannot be.
    """
    unanswered = stage.options.get("unanswered", "loss")
    if unanswered not in ("loss", "refusal"):
        raise DrawError("the option unanswered is loss or refusal")
    return Rules(
        reach=number_in(stage, "reach", 1, MAX_PLACES, default=3),
        days=number_in(stage, "days", 1, MAX_DAYS, default=7),
        refusals=number_in(stage, "refusals", 0, MAX_PLACES, default=0),
        unanswered=unanswered,
        inactive_days=number_in(stage, "inactive_days", 0, MAX_DAYS, default=0),
        inactive_places=number_in(stage, "inactive_places", 1, MAX_PLACES, default=1),
    )


def after_win(order: Sequence[E], winner: E, loser: E) -> tuple[E, ...]:
    """Return the order after a challenger has won; as it was if the loser stands below it by now.

    >>> after_win("abcde", "d", "b")
    ('a', 'd', 'b', 'c', 'e')
    """
    place = order.index(loser)
    if order.index(winner) < place:
        return tuple(order)
    others = [entrant for entrant in order if entrant != winner]
    return (*others[:place], winner, *others[place:])


def moved_down(order: Sequence[E], entrant: E, places: int) -> tuple[E, ...]:
    """Return the order after an entrant has moved down, to the last place at most.

    >>> moved_down("abcde", "b", 2)
    ('a', 'c', 'd', 'b', 'e')
    """
    place = order.index(entrant) + places
    others = [other for other in order if other != entrant]
    return (*others[:place], entrant, *others[place:])
