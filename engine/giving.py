"""Giving out the unknown cards of a hand so that all demands on them hold; by suits, as nothing else matters."""

from collections import Counter, deque
from collections.abc import Hashable
from typing import NamedTuple

from engine.rules import RuleSet

Cards = tuple[tuple[str, ...], ...]


class Facts(NamedTuple):
    """The cards of a hand as far as they are known.

    Attributes:
        cards: The known cards of each seat: those listed, then those that came out in play.
        unseen: How many cards of each seat are unknown.
        pool: The cards whose seat is unknown.
    """

    cards: Cards
    unseen: tuple[int, ...]
    pool: tuple[str, ...]


class Demands(NamedTuple):
    """The demands on the unknown cards.

    Attributes:
        least: How many of a suit a seat has at least, by seat and suit.
        most: How many at most; without an entry any number.
        apart: A suit, and how many of it each side has at most; or None.
        late: The suits that a seat has none of in its first batch, by seat.
        early: How many cards of these suits a seat has at most, by seat; None for any number.
    """

    least: dict[tuple[int, str], int]
    most: dict[tuple[int, str], int]
    apart: tuple[str, tuple[int, ...]] | None
    late: tuple[frozenset[str], ...]
    early: tuple[int | None, ...]


def no_demands(rules: RuleSet) -> Demands:
    """Return no demands."""
    return Demands({}, {}, None, (frozenset(),) * rules.players, (None,) * rules.players)


def with_most(demands: Demands, most: dict[tuple[int, str], int]) -> Demands:
    """Return the demands with further upper limits."""
    lower = {cell: min(count, demands.most.get(cell, count)) for cell, count in most.items()}
    return demands._replace(most={**demands.most, **lower})


def given_out(rules: RuleSet, facts: Facts, demands: Demands) -> list[Counter[str]] | None:
    """Return how many unknown cards of each suit each seat gets, all demands met; None if they cannot be met.

    It is a flow from seats to suits. The late suits of a seat are reached through a node of their own, and so is a suit
    by each side that has a share of it. The least that is demanded is given out beforehand.
    """
    seats = [seat for seat, count in enumerate(facts.unseen) if count]
    pool = Counter(card[0] for card in facts.pool)
    given = [Counter[str]() for _ in facts.unseen]
    for (seat, suit), count in demands.least.items():
        given[seat][suit] = count
    room: dict[Hashable, dict[Hashable, int]] = {}

    def lead(start: Hashable, end: Hashable, most: int) -> None:
        room.setdefault(start, {})[end] = most
        room.setdefault(end, {})[start] = 0

    cells: dict[tuple[int, str], tuple[Hashable, Hashable]] = {}
    for seat, count in enumerate(facts.unseen):
        lead("all", seat, count - given[seat].total())
        early = demands.early[seat]
        if early is not None:
            lead(seat, ("late", seat), early - sum(given[seat][suit] for suit in demands.late[seat]))
        for suit in rules.suits if count else ():
            start: Hashable = ("late", seat) if suit in demands.late[seat] else seat
            shared = demands.apart is not None and suit == demands.apart[0]
            end: Hashable = ("share", rules.side_of(seat)) if shared else suit
            lead(start, end, demands.most.get((seat, suit), count) - given[seat][suit])
            cells[seat, suit] = start, end
    if demands.apart is not None:
        suit, shares = demands.apart
        for side, share in enumerate(shares):
            lead(("share", side), suit, share - sum(given[seat][suit] for seat in rules.sides[side]))
    for suit in rules.suits:
        lead(suit, "dealt", pool[suit] - sum(given[seat][suit] for seat in seats))
    if any(most < 0 for rooms in room.values() for most in rooms.values()):
        return None
    while path := _path(room):
        for here, there in path:
            room[here][there] -= 1
            room[there][here] += 1
    if any(room["all"].values()):
        return None
    for (seat, suit), (start, end) in cells.items():
        given[seat][suit] += room[end][start]
    return given


def _path(room: dict[Hashable, dict[Hashable, int]]) -> list[tuple[Hashable, Hashable]]:
    """Return the shortest way on which one more card can be given out, step by step; empty if there is none."""
    came: dict[Hashable, Hashable] = {"all": None}
    waiting: deque[Hashable] = deque(["all"])
    while waiting:
        at = waiting.popleft()
        if at == "dealt":
            break
        for end, most in room[at].items():
            if most and end not in came:
                came[end] = at
                waiting.append(end)
    path: list[tuple[Hashable, Hashable]] = []
    at = "dealt"
    while came.get(at) is not None:
        path.append((came[at], at))
        at = came[at]
    return path[::-1]
