"""Review of a running hand: the calls and tricks that may be looked at again, and the running count. Pure.

In 56 a new call replaces its player's earlier one and a closed trick stays closed, except for the bids that the
tradition lets be reviewed. A table without a running count shows no points taken until the hand is decided. Every view
of a running hand that leaves the server passes through here: pages, sockets, the API, histories.

Source: 56-SHOW-10, 56-SHOW-16, 56-SHOW-19, 56-SHOW-24.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

import engine
from engine.fiftysix.ruleset import FiftySix
from games.words.citations import family_of

T = TypeVar("T")

DECIDED = ("scored", "finished")
BIDS_REVIEWED = {"Kerala": 2}
"""By tradition, the number of contract bids of any player that may be reviewed."""
CALLS = (engine.CallMade, engine.Passed, engine.Doubled, engine.Redoubled, engine.RedealCalled)


def is_reviewed(view: engine.View) -> bool:
    """Tell whether review is restricted in this hand: it is in a running hand of 56."""
    return family_of(view.rules) == "56" and view.phase not in DECIDED


def tradition_of(rules_id: str) -> str:
    """Return the name of the tradition of a rule set of 56; an empty text for one of 28.

    >>> tradition_of("56-kerala-6"), tradition_of("28-kerala-4")
    ('Kerala', '')
    """
    rules = engine.load_rules(rules_id)
    return rules.conventions if isinstance(rules, FiftySix) else ""


def bids_reviewed(rules_id: str) -> int:
    """Return the number of contract bids that may be reviewed beside each player's last call.

    >>> bids_reviewed("56-kerala-6"), bids_reviewed("56-international-6")
    (2, 0)
    """
    return BIDS_REVIEWED.get(tradition_of(rules_id), 0)


def reviewed(view: engine.View, *, counted: bool = True) -> engine.View:
    """Return a view of a game without calls, tricks and points that may not be reviewed.

    Args:
        view: The view of the viewer's seat, by the rules of play.
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
    auction = _latest(view.auction, view.rules) if view.phase == "auction" else _contract(view.auction)
    # The trick just taken lies on the table until the next card does.
    closed = bool(view.trick)
    return replace(
        view,
        auction=auction,
        last_trick=None if closed else view.last_trick,
        tricks=tuple(replace(trick, cards=()) for trick in view.tricks) if closed else view.tricks,
    )


def reviewable_events(events: Sequence[T], view: engine.View, event_of: Callable[[T], Any]) -> tuple[T, ...]:
    """Return the events of a table that may be reviewed, the oldest first.

    Args:
        events: Consecutive events, up to the moment of the view.
        view: The game at that moment, as anybody may see it.
        event_of: Gives the event of one of them.
    """
    if not is_reviewed(view):
        return tuple(events)
    dealt = max((at for at, one in enumerate(events) if isinstance(event_of(one), engine.HandDealt)), default=-1)
    return (*events[: dealt + 1], *_of_running(events[dealt + 1 :], view, event_of))


def _of_running(events: Sequence[T], view: engine.View, event_of: Callable[[T], Any]) -> list[T]:
    """Return the events of the running hand that may be reviewed."""
    cards = len(view.trick) or (len(view.counts) if view.tricks else 0)
    bids = bids_reviewed(view.rules)
    begun = any(isinstance(event_of(one), engine.CardPlayed) for one in events)
    spoken: set[int] = set()
    reviewable = []
    for one in reversed(events):
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
        reviewable.append(one)
    return reviewable[::-1]


def _latest(auction: Sequence[engine.AuctionStep], rules_id: str) -> tuple[engine.AuctionStep, ...]:
    """Return each seat's latest call, and the contract bids that may be reviewed, in the order made."""
    last = {step.seat: place for place, step in enumerate(auction)}
    bids = [place for place, step in enumerate(auction) if step.value is not None]
    wanted = {*last.values(), *bids[len(bids) - min(len(bids), bids_reviewed(rules_id)) :]}
    return tuple(step for place, step in enumerate(auction) if place in wanted)


def _contract(auction: Sequence[engine.AuctionStep]) -> tuple[engine.AuctionStep, ...]:
    """Return the part of a closed auction that stays visible: the contract and its doubles. Source: 56-SHOW-11."""
    at = max((place for place, step in enumerate(auction) if step.value is not None), default=len(auction))
    return tuple(step for step in auction[at:] if step.word != "pass" or step.value is not None)
