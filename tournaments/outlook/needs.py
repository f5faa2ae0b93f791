"""What an entrant needs for the qualifying places, as data."""

from collections.abc import Collection
from heapq import heappop, heappush
from typing import Final

from tournaments.outlook.bounds import too_few
from tournaments.outlook.exact import MAX_POSITIONS, outlook_of
from tournaments.outlook.position import Position, position_of
from tournaments.outlook.reach import Work
from tournaments.outlook.values import DRAW, LOSS, OUT, SAFE, WIN, Needs, NextMatch, Outlook, OutlookError
from tournaments.stages.stage import Stage

MAX_OWN_CASES: Final = 100
"""The results of an entrant's own matches that are tried for the smallest safe total: all those of four matches. If it
is not found among them, a total is given that is enough."""


def outlooks(
    stage: Stage,
    places: int,
    *,
    draws: bool = True,
    passed_over: Collection[str] = (),
    limit: int = MAX_POSITIONS,
    budget: int | None = None,
) -> tuple[Outlook, ...]:
    """Return the outlook of every entrant of a running stage, in the order of the stage.

    Only points count: ties on points are counted against an entrant that is to be safe and for one that is to be out,
    whatever the tie-breaks would say. Future results are wins, draws and losses in matches that are played; forfeits,
    awards, rulings and withdrawals to come are not foreseen, nor are corrections of results.

    Args:
        stage: A round robin or a cross-group, whose schedule is written as a whole, or a Swiss.
        places: The number of qualifying places, from 1.
        draws: Matches can be drawn.
        passed_over: Entrants that take no qualifying place, such as those that have left the tournament: they are out,
            and the others need not finish above them.
        limit: The most positions that the search may look at for each question; beyond it the bound answers.
        budget: The most positions for all entrants together; beyond it the bound answers for the rest. None: no limit.

    Raises:
        OutlookError: The stage is of another type, a Swiss has no number of rounds, or `places` is less than 1.

    >>> from tournaments.stages.stage import Entrant, Match
    >>> teams = tuple(Entrant(name, seed) for seed, name in enumerate("ABCD", 1))
    >>> played = [Match(1, "A", "D", home_points=9, away_points=3), Match(1, "B", "C", home_points=7, away_points=5),
    ...           Match(2, "A", "C", home_points=8, away_points=2), Match(2, "D", "B", home_points=4, away_points=6)]
    >>> stage = Stage("league", "round_robin", teams, matches=(*played, Match(3, "A", "B"), Match(3, "C", "D")))
    >>> [(row.entrant, row.verdict) for row in outlooks(stage, 2)]
    [('A', 'safe'), ('B', 'safe'), ('C', 'out'), ('D', 'out')]
    >>> [(row.entrant, row.verdict) for row in outlooks(stage, 1)]
    [('A', 'live'), ('B', 'live'), ('C', 'out'), ('D', 'out')]
    """
    position = _checked(stage, places, draws, passed_over)
    within = None if budget is None else Work(budget)
    return tuple(
        outlook_of(position, number, places, limit=limit, within=within) for number in range(len(position.entrants))
    )


def needs_of(
    stage: Stage,
    entrant: str,
    places: int,
    *,
    draws: bool = True,
    passed_over: Collection[str] = (),
    limit: int = MAX_POSITIONS,
) -> Needs:
    """Return what an entrant needs for the qualifying places. The arguments are those of `outlooks`.

    Raises:
        OutlookError: As `outlooks`, or there is no such entrant.

    >>> from tournaments.stages.stage import Entrant, Match
    >>> teams = tuple(Entrant(name, seed) for seed, name in enumerate("ABCD", 1))
    >>> played = [Match(1, "A", "D", home_points=9, away_points=3), Match(1, "B", "C", home_points=7, away_points=5),
    ...           Match(2, "A", "C", home_points=8, away_points=2), Match(2, "D", "B", home_points=4, away_points=6)]
    >>> stage = Stage("league", "round_robin", teams, matches=(*played, Match(3, "A", "B"), Match(3, "C", "D")))
    >>> needs = needs_of(stage, "A", 1)
    >>> str(needs.points), str(needs.points_to_play_for), str(needs.safe_points), needs.in_own_hands
    ('4', '2', '6', True)
    >>> needs.next_match.opponent, needs.next_match.win.verdict, needs.next_match.draw.verdict
    ('B', 'safe', 'live')
    """
    position = _checked(stage, places, draws, passed_over)
    number = position.number_of(entrant)
    outlook = outlook_of(position, number, places, limit=limit)
    after_wins = outlook_of(position.after_wins(number), number, places, limit=limit)
    safe, exact = _safe_points(position, number, places, limit, outlook, after_wins)
    now = position.points[number]
    return Needs(
        outlook=outlook,
        points=position.fraction(now),
        points_to_play_for=position.fraction(position.highest()[number] - now),
        safe_points=None if safe is None else position.fraction(safe),
        safe_points_exact=exact,
        wins_suffice=_wins_suffice(outlook, after_wins),
        next_match=_next_match(position, number, places, limit),
    )


def _checked(stage: Stage, places: int, draws: bool, passed_over: Collection[str]) -> Position:
    if places < 1:
        raise OutlookError("there is at least one qualifying place")
    return position_of(stage, draws=draws, passed_over=passed_over)


def _wins_suffice(outlook: Outlook, after_wins: Outlook) -> bool | None:
    if SAFE in (outlook.verdict, after_wins.verdict):
        return True
    return False if after_wins.exact or outlook.verdict == OUT else None


def _next_match(position: Position, entrant: int, places: int, limit: int) -> NextMatch | None:
    own = position.matches_of(entrant)
    if not own:
        return None
    match = position.matches[own[0]]

    def after(result: str) -> Outlook:
        return outlook_of(position.after(entrant, {own[0]: result}), entrant, places, limit=limit)

    return NextMatch(
        round=match.round,
        opponent=position.entrants[match.other(entrant)],
        at_home=match.home == entrant,
        win=after(WIN),
        draw=None if position.draw is None else after(DRAW),
        loss=after(LOSS),
    )


def _safe_points(
    position: Position, entrant: int, places: int, limit: int, outlook: Outlook, after_wins: Outlook
) -> tuple[int | None, bool]:
    """Return the smallest final total, scaled, that makes an entrant safe, and whether it is exact."""
    if outlook.verdict == SAFE and outlook.exact:
        return position.lowest()[entrant], True
    if outlook.verdict == OUT or (after_wins.exact and after_wins.verdict != SAFE):
        return None, True
    too_low, exact = too_few(position, entrant, places), False
    if outlook.exact:
        not_safe, exact = _highest_not_safe(position, entrant, places, limit)
        too_low = not_safe if exact or too_low is None else min(not_safe, too_low)
    enough = [total for total in _totals(position, entrant) if too_low is None or total > too_low]
    return min(enough, default=None), exact


def _highest_not_safe(position: Position, entrant: int, places: int, limit: int) -> tuple[int, bool]:
    """Return a final total, scaled, above which an entrant is safe, and whether it may miss the places with that total.

    Its own results are tried from winning everything downwards, the highest total first, up to `MAX_OWN_CASES`. The
    entrant is live, so that some results are not safe.
    """
    own = position.matches_of(entrant)
    results = [result for result in (WIN, DRAW, LOSS) if position.value(result) is not None]
    values = [position.value(result) or 0 for result in results]
    most = position.highest()[entrant]
    waiting = [(-most, (0,) * len(own))]
    seen = {waiting[0][1]}
    for _case in range(MAX_OWN_CASES):
        total, case = heappop(waiting)
        final = position.after(entrant, {place: results[worse] for place, worse in zip(own, case, strict=True)})
        outlook = outlook_of(final, entrant, places, limit=limit)
        if outlook.verdict != SAFE:
            return -total, outlook.exact
        for at, worse in enumerate(case):
            below = (*case[:at], worse + 1, *case[at + 1 :])
            if worse + 1 < len(results) and below not in seen:
                seen.add(below)
                heappush(waiting, (total + values[worse] - values[worse + 1], below))
    return -waiting[0][0], False


def _totals(position: Position, entrant: int) -> set[int]:
    """Return the totals an entrant can finish with, scaled; a bye counts where rounds are not paired yet."""
    results = {points for points in (position.win, position.draw, position.loss) if points is not None}
    totals = {position.points[entrant]}
    for _match in position.matches_of(entrant):
        totals = {total + points for total in totals for points in results}
    for _round in range(position.later[entrant]):
        totals = {
            total + points for total in totals for points in {*results, position.later_best, position.later_worst}
        }
    return totals
