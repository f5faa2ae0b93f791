"""Settlement: the transfers that make all players even, as few as can be found, deterministic. Pure."""

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple, TypeVar

Name = TypeVar("Name")

EXACT_UP_TO: Final = 14
"""For so many people the fewest transfers are found exactly; for more, by pairs and threes that come out even."""

THREES_UP_TO: Final = 400
"""For more people than that no threes are looked for: it would take too long, and gain little."""


class Transfer(NamedTuple):
    """So many units go from the `payer`th to the `payee`th."""

    payer: int
    payee: int
    units: int


def transfers(balances: Sequence[int]) -> list[Transfer]:
    """Return the transfers, by the places of payers and payees, that make all players even.

    n people who are not even need at most n - 1 transfers, and one fewer for each group that comes out even by itself:
    so they are divided into as many such groups as can be. Pairs come first, which is never worse; then, for up to
    `EXACT_UP_TO` people, the best division; for more, groups of three as long as there are any (up to `THREES_UP_TO`).

    Args:
        balances: The balance of each (negative: owes), 0 in sum.

    Returns:
        At most one transfer fewer than people who are not even, the largest first.

    Raises:
        ValueError: The balances do not come to 0.

    >>> transfers([5, -2, -3])
    [Transfer(payer=2, payee=0, units=3), Transfer(payer=1, payee=0, units=2)]
    >>> transfers([4, 3, -3, -4])
    [Transfer(payer=3, payee=0, units=4), Transfer(payer=2, payee=1, units=3)]
    """
    if sum(balances):
        raise ValueError(f"balances come to {sum(balances)}, not to 0")
    found = []
    for group in _groups(balances):
        found += _settled(group, balances)
    return sorted(found, key=lambda one: (-one.units, one.payer, one.payee))


def _groups(balances: Sequence[int]) -> list[list[int]]:
    """Return the places of players who are not even, in groups that come out even by themselves."""
    groups, rest = _pairs(balances)
    while EXACT_UP_TO < len(rest) <= THREES_UP_TO and (three := _three(rest, balances)):
        groups.append(three)
        rest = [place for place in rest if place not in three]
    return groups + (_best(rest, balances) if len(rest) <= EXACT_UP_TO else [rest])


def _pairs(balances: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Return the pairs that come out even, and the places that are left."""
    waiting: dict[int, list[int]] = {}
    groups: list[list[int]] = []
    for place, amount in enumerate(balances):
        if not amount:
            continue
        others = waiting.get(-amount)
        if others:
            groups.append([others.pop(0), place])
        else:
            waiting.setdefault(amount, []).append(place)
    return groups, sorted(place for places in waiting.values() for place in places)


def _three(places: Sequence[int], balances: Sequence[int]) -> list[int] | None:
    """Return the first three places that come out even."""
    # Of two alike the first stands for both: a pair that came out even is gone already.
    place_of: dict[int, list[int]] = {}
    for place in places:
        place_of.setdefault(balances[place], []).append(place)
    for first in places:
        for amount, seconds in place_of.items():
            second = next((place for place in seconds if place > first), None)
            if second is None:
                continue
            third = next((p for p in place_of.get(-balances[first] - amount, ()) if p > second), None)
            if third is not None:
                return [first, second, third]
    return None


def _best(places: Sequence[int], balances: Sequence[int]) -> list[list[int]]:
    """Return the places in as many groups that come out even as there can be."""
    # most[set] is the largest number of even groups that fit into a set; a set that is even itself closes one more.
    count = len(places)
    total = [0] * (1 << count)
    most = [0] * (1 << count)
    last = [0] * (1 << count)
    for group in range(1, 1 << count):
        low = (group & -group).bit_length() - 1
        total[group] = total[group & (group - 1)] + balances[places[low]]
        best = -1
        for member in range(count):
            if group >> member & 1 and most[group & ~(1 << member)] > best:
                best, last[group] = most[group & ~(1 << member)], member
        most[group] = best + (total[group] == 0)
    groups: list[list[int]] = []
    open_group: list[int] = []
    group = (1 << count) - 1
    while group:
        if total[group] == 0 and open_group:
            groups.append(sorted(open_group))
            open_group = []
        open_group.append(places[last[group]])
        group &= ~(1 << last[group])
    if open_group:
        groups.append(sorted(open_group))
    return groups


def _settled(group: Sequence[int], balances: Sequence[int]) -> list[Transfer]:
    """Return the transfers of one group: the one who owes most pays the one who has most, until all are even."""
    payers = [(balances[place], place) for place in group if balances[place] < 0]
    payees = [(-balances[place], place) for place in group if balances[place] > 0]
    heapify(payers)
    heapify(payees)
    found = []
    while payers:
        owed, payer = heappop(payers)
        due, payee = heappop(payees)
        units = min(-owed, -due)
        found.append(Transfer(payer, payee, units))
        if owed + units:
            heappush(payers, (owed + units, payer))
        if due + units:
            heappush(payees, (due + units, payee))
    return found


def fewest(balances: Mapping[Name, int]) -> list[tuple[Name, Name, int]]:
    """Return the transfers by names: payer, payee, units."""
    names = list(balances)
    return [(names[one.payer], names[one.payee], one.units) for one in transfers(list(balances.values()))]
