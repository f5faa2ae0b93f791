"""Places in brackets.

In a knock-out and a double elimination those that lost in the same round share a place. In a placing bracket every
place is played for. In a knock-out with consolation all that went over stand behind those that did not.
"""

from collections import Counter
from typing import Any, Final, TypeAlias

from tournaments.stages.stage import CONSOLATION, DOUBLE_ELIMINATION, DOUBLE_FORFEIT, PLACING, Match, Stage
from tournaments.tiebreaks.record import winner_of

Place: TypeAlias = tuple[bool, int, bool]
"""Sorts by place: whether the entrant is out, the round of its last loss (negative), whether it lost for third."""

_STILL_IN: Final[Place] = (False, 0, False)


def place_keys(stage: Stage) -> dict[str, Any]:
    """Return for each entrant of a stage of `BRACKETS` a key that sorts by place; those that share one have the same.

    Entrants that have played the same so far share a place until a match decides between them.
    """
    if stage.type == PLACING:
        return _placing_keys(stage)
    if stage.type == CONSOLATION:
        return _consolation_keys(stage)
    return bracket_places(stage)


def _placing_keys(stage: Stage) -> dict[str, tuple[int, ...]]:
    """Return the way of each entrant through a placing bracket: by round 0 into the upper block, 1 into the lower.

    An entrant without a match in a round has a bye, or no opponent came: it goes on with the winners. One that is out
    of the field then, and both sides of a double forfeit, stand behind all of their block (2).
    """
    rounds = max((match.round for match in stage.matches), default=0)
    way = {
        entrant.id: [0 if entrant.is_in(number) else 2 for number in range(1, rounds + 1)] for entrant in stage.entrants
    }
    for match in stage.matches:
        losers = _losers(match) if match.is_counted else ()
        for entrant in (match.home, match.away):
            if entrant is not None:
                way[entrant][match.round - 1] = 0 if entrant not in losers else len(losers)
    return {entrant: tuple(steps) for entrant, steps in way.items()}


def _consolation_keys(stage: Stage) -> dict[str, tuple[bool, Place]]:
    """Return for each entrant whether it went over into the consolation, and its place in that part.

    An entrant goes over if it loses its first match in a round whose losers do (`tournaments.formats.consolation`), and
    is out after its second loss. Both sides of a double forfeit are out at once.
    """
    rounds = max(0, len(stage.entrants) - 1).bit_length()
    last = min(stage.options.get("first_rounds", 2), rounds - (2 if stage.options.get("third_place") else 1))
    played: set[str] = set()
    over: set[str] = set()
    out: dict[str, Place] = {}
    for match in sorted((match for match in stage.matches if _is_decided(match)), key=lambda match: match.round):
        losers = _losers(match)
        both = tuple(entrant for entrant in (match.home, match.away) if entrant is not None)
        for_third = all(entrant in out for entrant in both)
        for entrant in both:
            if for_third:
                out[entrant] = (True, out[entrant][1], entrant in losers)
            elif entrant in losers:
                goes_over = match.round <= last and entrant not in played
                if goes_over:
                    over.add(entrant)
                if not goes_over or len(losers) > 1:
                    out[entrant] = (True, -match.round, False)
        played.update(both)
    for one in stage.entrants:
        # An entrant that left, and whose opponent did not come either, is out without a match.
        if one.id not in out and one.until_round is not None and one.until_round < rounds:
            out[one.id] = (True, -one.until_round - 1, False)
    return {one.id: (one.id in over, out.get(one.id, _STILL_IN)) for one in stage.entrants}


def bracket_places(stage: Stage) -> dict[str, Place]:
    """Return for each entrant a key that sorts by place; those that share a place have the same.

    Entrants that are not out yet share the first place until the final is decided.
    Source: `docs/reference/tournament-format.md`, Standings.
    """
    played = sorted((match for match in stage.matches if _is_decided(match)), key=lambda match: match.round)
    allowed = 2 if stage.type == DOUBLE_ELIMINATION else 1
    losses: Counter[str] = Counter()
    out: dict[str, Place] = {}
    for match in played:
        losers = _losers(match)
        if allowed == 1 and all(entrant in out for entrant in (match.home, match.away)):
            # The match for third: both lost the round before, so they stand before all others that did.
            for entrant in (match.home, match.away):
                if entrant is not None:
                    out[entrant] = (True, out[entrant][1], entrant in losers)
            continue
        for loser in losers:
            losses[loser] += 1
            if losses[loser] == allowed:
                out[loser] = (True, -match.round, False)
    last = max((match.round for match in played), default=0)
    for one in stage.entrants:
        # An entrant that left while the others went on is out in its next round, also without a match there.
        if one.id not in out and one.until_round is not None and one.until_round < last:
            out[one.id] = (True, -one.until_round - 1, False)
    still_in = [entrant.id for entrant in stage.entrants if entrant.id not in out]
    if allowed == 2 and not stage.options.get("reset") and played and len(still_in) == 2:
        # Without a second final the first decides, even against an entrant that has lost once. Before it one of the two
        # had lost, and so both have lost once now.
        final = played[-1]
        if {final.home, final.away} == set(still_in) and all(losses[entrant] == 1 for entrant in still_in):
            out.update(dict.fromkeys(_losers(final), (True, -final.round, False)))
    return {entrant.id: out.get(entrant.id, _STILL_IN) for entrant in stage.entrants}


def _is_decided(match: Match) -> bool:
    return match.is_counted and bool(_losers(match))


def _losers(match: Match) -> tuple[str, ...]:
    """Return the entrants that lost a match: one, both of a double forfeit, or nobody."""
    if match.away is None:
        return ()
    if match.outcome == DOUBLE_FORFEIT:
        return match.home, match.away
    winner = winner_of(match)
    return () if winner is None else (match.away,) if winner == match.home else (match.home,)
