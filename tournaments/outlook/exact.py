"""Safe, live or out by all possible results of the remaining matches.

An entrant is safe if, losing all its matches, it still has fewer than k rivals level with it or above: the question
whether k rivals can each reach its points. It is out if, winning all its matches, it cannot have all rivals but k - 1
level with it or below: the same question with the points turned round, where a loss is worth most. Both are put to
`tournaments.outlook.reach`; rivals that are above or below whatever happens, and their matches, drop out there.
"""

from typing import Final

from tournaments.outlook.bounds import bound
from tournaments.outlook.position import Position
from tournaments.outlook.reach import Points, Work, WorkLimitError, can_reach
from tournaments.outlook.values import LIVE, LOSS, OUT, SAFE, WIN, Outlook

MAX_POSITIONS: Final = 5_000
"""The positions that the search may look at to tell whether an entrant is safe, and again whether it is out, before it
gives way to the bound.

Measured: 0.03 to 0.6 ms a position. Leagues of 12 with three rounds left needed 602 at most in four million verdicts
under eight scorings, and leagues of 12 or 16 were always exact. Of leagues of 20, 30 and 40, fewer than one verdict in
a hundred was the bound's at any stage of the season; mostly none, and most under scorings such as 4-3-0.
"""


def outlook_of(
    position: Position, entrant: int, places: int, *, limit: int = MAX_POSITIONS, within: Work | None = None
) -> Outlook:
    """Return the outlook of an entrant: exact if all pairings are known and the search stays within its limit.

    It takes a win to be worth no less than a draw and a draw no less than a loss; in a stage where that is not so, the
    bound answers.

    Args:
        entrant: Its number in the position.
        places: The number of qualifying places, from 1.
        limit: The most positions to be looked at for each of the two questions.
        within: The count of all questions that are asked together, such as those about a whole group.
    """
    name = position.entrants[entrant]
    if entrant not in position.rivals:
        return Outlook(name, OUT, exact=True)
    by_bound = bound(position, entrant, places)
    exact = position.known and _is_ordered(position)
    if not exact or by_bound != LIVE:
        return Outlook(name, by_bound, exact=exact)
    for verdict, can_be_otherwise in ((SAFE, _can_be_reached), (OUT, _can_keep_place)):
        try:
            if not can_be_otherwise(position, entrant, places, Work(limit, within)):
                return Outlook(name, verdict, exact=True)
        except WorkLimitError:
            exact = False
    return Outlook(name, LIVE, exact=exact)


def _is_ordered(position: Position) -> bool:
    results = [position.win, position.draw, position.loss]
    values = [points for points in results if points is not None]
    return values == sorted(values, reverse=True)


def _can_be_reached(position: Position, entrant: int, places: int, work: Work) -> bool:
    """Tell whether so many rivals can have at least as many points as an entrant that loses all its matches."""
    lost = position.after(entrant, dict.fromkeys(position.matches_of(entrant), LOSS))
    needs = {rival: lost.points[entrant] - low for rival, low in enumerate(lost.lowest()) if rival != entrant}
    draw = None if lost.draw is None else lost.draw - lost.loss
    return _can_reach(lost, entrant, needs, places, Points(lost.win - lost.loss, draw), work)


def _can_keep_place(position: Position, entrant: int, places: int, work: Work) -> bool:
    """Tell whether all rivals but `places` - 1 can have at most the points of an entrant that wins all its matches."""
    won = position.after(entrant, dict.fromkeys(position.matches_of(entrant), WIN))
    needs = {rival: high - won.points[entrant] for rival, high in enumerate(won.highest()) if rival != entrant}
    draw = None if won.draw is None else won.win - won.draw
    return _can_reach(won, entrant, needs, len(won.rivals) - places, Points(won.win - won.loss, draw), work)


def _can_reach(position: Position, entrant: int, needs: dict[int, int], size: int, points: Points, work: Work) -> bool:
    rivals = {rival: need for rival, need in needs.items() if rival in position.rivals and rival != entrant}
    pairs = [(match.home, match.away) for match in position.matches]
    return can_reach(rivals, pairs, size, points, work)
