"""Review of the history of a running hand: the steps that may be looked at again. Pure.

Source: 56-SHOW-10, 56-SHOW-16, 56-SHOW-19, 56-SHOW-24.
"""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

import engine
from games.hands.told import HandHistory, Step
from games.tables.recall import is_reviewed


def of_history(
    history: HandHistory, view: engine.View, versions: frozenset[int], *, counted: bool = True
) -> HandHistory:
    """Return the history of a running hand without the steps that may not be reviewed.

    Args:
        history: The hand with the cards that its viewer may know.
        view: The game in the view of that viewer's seat.
        versions: The versions of the events that `reviewable_events` returns.
        counted: The table shows the running count of points.
    """
    if not counted:
        history = replace(
            history,
            steps=tuple(replace(step, points=()) for step in history.steps),
            tricks=tuple(replace(trick, points=None, so_far=()) for trick in history.tricks),
        )
    if not is_reviewed(view):
        return history
    # A card played to a closed trick may be reviewed no more than the trick.
    open_still = [*view.hand, *(laid.card for laid in view.trick if laid.seat == view.seat)]
    cards = tuple(tuple(sorted(open_still, key=dealt.index)) if dealt else () for dealt in history.cards)
    deal, *done = history.steps
    kept = [replace(deal, hands=cards), *(step for step in done if step.version in versions)]
    places = {step.index: place for place, step in enumerate(kept)}
    said = tuple(replace(one, step=places[one.step]) for one in history.auction if one.step in places)
    bids = frozenset((one.value, one.denomination) for one in said) | {(view.bid, view.denomination)}
    return replace(
        history,
        cards=cards,
        steps=tuple(replace(_open_still(step, view, cards, bids), index=place) for place, step in enumerate(kept)),
        auction=said,
        tricks=(),
    )


def _open_still(
    step: Step, view: engine.View, cards: Sequence[tuple[str, ...]], bids: frozenset[tuple[int | None, str | None]]
) -> Step:
    """Return a step without the cards on the table, the hands and the bids that may not be reviewed."""
    lying = view.trick or (view.last_trick.cards if view.last_trick else ())
    hands = tuple(tuple((Counter(then) & Counter(now)).elements()) for then, now in zip(step.hands, cards, strict=True))
    step = replace(step, hands=hands, trick=step.trick if step.trick == lying[: len(step.trick)] else ())
    if (step.bid, step.denomination) in bids:
        return step
    return replace(step, bid=None, denomination=None, doubled=0)
