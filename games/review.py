"""What of a running hand may be looked at again, and what the table counts for its players. Pure.

In 56 a new call takes the place of its player's earlier one, and a closed trick stays closed; what the tradition lets
be reviewed beside that stays. A table without a running count tells nobody the points taken until the hand is decided.
Whatever leaves the server of a running hand goes through here: pages, sockets, the API, histories.

Source: 56-SHOW-10, 56-SHOW-16, 56-SHOW-19, 56-SHOW-24.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

import engine
from engine.fiftysix.ruleset import FiftySix
from games.tableview import HandHistory, Step
from games.words.citations import family_of

T = TypeVar("T")

DECIDED = ("scored", "finished")
BIDS_REVIEWED = {"Kerala": 2}
"""By tradition: so many contract bids may be looked at again, whoever made them."""
CALLS = (engine.CallMade, engine.Passed, engine.Doubled, engine.Redoubled, engine.RedealCalled)


def is_reviewed(view: engine.View) -> bool:
    """Say whether this is a hand of which something may not be looked at again: a running one of 56."""
    return family_of(view.rules) == "56" and view.phase not in DECIDED


def tradition_of(rules_id: str) -> str:
    """Return the name of the tradition of a rule set of 56; an empty text for one of 28.

    >>> tradition_of("56-kerala-6"), tradition_of("28-kerala-4")
    ('Kerala', '')
    """
    rules = engine.load_rules(rules_id)
    return rules.conventions if isinstance(rules, FiftySix) else ""


def bids_reviewed(rules_id: str) -> int:
    """Return how many contract bids the tradition lets be looked at again beside each player's last call.

    >>> bids_reviewed("56-kerala-6"), bids_reviewed("56-international-6")
    (2, 0)
    """
    return BIDS_REVIEWED.get(tradition_of(rules_id), 0)


def reviewed(view: engine.View, *, counted: bool = True) -> engine.View:
    """Return a view of a game without what may not be looked at again.

    Args:
        view: What the viewer's seat may know by the rules of the cards.
        counted: The table shows the running count of points.
    """
    if view.phase in DECIDED:
        return view
    if not counted:
        view = replace(
            view,
            points=(),
            tricks=tuple(replace(trick, points=None) for trick in view.tricks),
            last_trick=replace(view.last_trick, points=None) if view.last_trick else None,
        )
    if not is_reviewed(view):
        return view
    said = _latest(view.auction, view.rules) if view.phase == "auction" else _contract(view.auction)
    # The trick just taken lies on the table until the next card does.
    closed = bool(view.trick)
    return replace(
        view,
        auction=said,
        last_trick=None if closed else view.last_trick,
        tricks=tuple(replace(trick, cards=()) for trick in view.tricks) if closed else view.tricks,
    )


def told(noted: Sequence[T], view: engine.View, event_of: Callable[[T], Any]) -> tuple[T, ...]:
    """Return what may be told of the events of a table, the oldest first.

    Args:
        noted: Some events on end, up to the moment of the view.
        view: The game at that moment, as anybody may see it.
        event_of: Gives the event of one of them.
    """
    if not is_reviewed(view):
        return tuple(noted)
    dealt = max((at for at, one in enumerate(noted) if isinstance(event_of(one), engine.HandDealt)), default=-1)
    return (*noted[: dealt + 1], *_of_running(noted[dealt + 1 :], view, event_of))


def of_history(
    history: HandHistory, view: engine.View, versions: frozenset[int], *, counted: bool = True
) -> HandHistory:
    """Return the history of a running hand without what may not be looked at again.

    Args:
        history: The hand as far as its viewer may know its cards.
        view: The game as that viewer's seat may see it.
        versions: Of the events that may be told of, as `told` gives them.
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
    # What somebody played to a closed trick is looked at again no more than the trick.
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
    """Return a step without what lay on the table by then, was held, or stood, and may not be looked at again."""
    lying = view.trick or (view.last_trick.cards if view.last_trick else ())
    hands = tuple(tuple((Counter(then) & Counter(now)).elements()) for then, now in zip(step.hands, cards, strict=True))
    step = replace(step, hands=hands, trick=step.trick if step.trick == lying[: len(step.trick)] else ())
    if (step.bid, step.denomination) in bids:
        return step
    return replace(step, bid=None, denomination=None, doubled=0)


def _of_running(noted: Sequence[T], view: engine.View, event_of: Callable[[T], Any]) -> list[T]:
    """Return what may be told of the events of the running hand."""
    cards = len(view.trick) or (len(view.counts) if view.tricks else 0)
    bids = bids_reviewed(view.rules)
    begun = any(isinstance(event_of(one), engine.CardPlayed) for one in noted)
    spoken: set[int] = set()
    kept = []
    for one in reversed(noted):
        event = event_of(one)
        if isinstance(event, engine.CardPlayed):
            cards -= 1
            if cards < 0:
                continue
        elif isinstance(event, CALLS):
            bid = isinstance(event, engine.CallMade)
            again = event.seat in spoken and not (bid and bids > 0)
            spoken.add(event.seat)
            bids -= bid
            if again or begun or view.tricks:
                continue
        kept.append(one)
    return kept[::-1]


def _latest(said: Sequence[engine.AuctionStep], rules_id: str) -> tuple[engine.AuctionStep, ...]:
    """Return each seat's latest call, and the contract bids that may be reviewed, in the order made."""
    last = {step.seat: place for place, step in enumerate(said)}
    bids = [place for place, step in enumerate(said) if step.value is not None]
    wanted = {*last.values(), *bids[len(bids) - min(len(bids), bids_reviewed(rules_id)) :]}
    return tuple(step for place, step in enumerate(said) if place in wanted)


def _contract(said: Sequence[engine.AuctionStep]) -> tuple[engine.AuctionStep, ...]:
    """Return what stands of an auction once it is closed: the contract and what doubled it. Source: 56-SHOW-11."""
    at = max((place for place, step in enumerate(said) if step.value is not None), default=len(said))
    return tuple(step for step in said[at:] if step.word != "pass" or step.value is not None)
