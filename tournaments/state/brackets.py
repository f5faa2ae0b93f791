"""Which entrants stand in the places of a bracket, by the results so far. Pure."""

from collections.abc import Iterable

from msgspec.structs import replace

from tournaments.stages.stage import DOUBLE_FORFEIT
from tournaments.state.outcomes import outcome_of
from tournaments.state.tournament import NOBODY, OPEN, MatchState, Side, TournamentState


def settle(state: TournamentState, matches: Iterable[int]) -> None:
    """Fill the places of some matches of brackets, and of all later ones that depend on them. Changes the state."""
    waiting = list(matches)
    while waiting:
        match = state.matches[waiting.pop()]
        if match.slot is None:
            continue
        group = state.stages[match.stage].groups[match.group]
        sides = tuple(_side(state, match, group, source) for source in (match.slot.home, match.slot.away))
        if sides != match.sides:
            kept = tuple(named for named in match.line_ups if any(named[0] in side for side in sides))
            changed = replace(match, sides=sides, line_ups=kept, proposed=None)
            filled_at = state.at if changed.is_filled else None
            state.matches[match.number] = replace(changed, filled_at=filled_at)
            waiting += followers(state, match.number)


def followers(state: TournamentState, number: int) -> tuple[int, ...]:
    """Return the matches of a bracket that take the winner or the loser of a match."""
    return state.followers.get(number, ())


def all_after(state: TournamentState, matches: Iterable[int]) -> tuple[int, ...]:
    """Return the matches of brackets whose entrants come from some matches, or from those after them, nearest first."""
    found: dict[int, None] = {}
    waiting = list(matches)
    for number in waiting:
        for follower in followers(state, number):
            if follower not in found:
                found[follower] = None
                waiting.append(follower)
    return tuple(found)


def is_needed(state: TournamentState, match: MatchState) -> bool:
    """Tell whether a match of a bracket is played: a second final only if the first did not decide.

    The first final has the entrant without a loss as its home side.
    """
    if match.slot is None or not match.slot.if_needed:
        return True
    final = state.matches[match.number - match.slot.number + int(match.slot.home[1:])]
    outcome = outcome_of(state, final)
    return outcome is not None and outcome.winner == 1


def winner_and_loser(state: TournamentState, match: MatchState) -> tuple[Side, Side]:
    """Return the sides that leave a match as its winner and its loser; `OPEN` or `NOBODY` where there is none."""
    outcome = outcome_of(state, match)
    if outcome is None:
        return OPEN, OPEN
    if outcome.winner is None:
        # Nobody goes on from a double forfeit. A match that is void or level does not decide a place.
        return (NOBODY, NOBODY) if outcome.kind == DOUBLE_FORFEIT else (OPEN, OPEN)
    return match.sides[outcome.winner], match.sides[1 - outcome.winner]


def _side(state: TournamentState, match: MatchState, group: tuple[int, ...], source: str) -> Side:
    """Return the side that a source such as `s3`, `w5`, `l5` or `f5` gives to a match."""
    kind, number = source[0], int(source[1:])
    if kind == "s":
        return (group[number - 1],)
    assert match.slot is not None
    feeding = state.matches[match.number - match.slot.number + number]
    winner, loser = winner_and_loser(state, feeding)
    if kind == "f":
        return loser if loser in (OPEN, NOBODY) or _came_as_seed(feeding, loser) else NOBODY
    return winner if kind == "w" else loser


def _came_as_seed(match: MatchState, side: Side) -> bool:
    """Tell whether a side of a match has its place by its seed, so that it was its first match of the bracket."""
    assert match.slot is not None
    return (match.slot.home, match.slot.away)[match.sides.index(side)].startswith("s")
