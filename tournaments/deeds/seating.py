"""Players of each side when a game of a match is called, and whether a squad has enough of them."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from engine.phrases import phrase
from tournaments.deeds.base import Refused
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.state.tournament import MatchState, TournamentState

LineUps: TypeAlias = tuple[tuple[str, ...], ...]
"""The players of each side of a match in a room."""


def check_players(state: TournamentState, plan: StagePlan, entrant: int) -> None:
    """Refuse an entrant that has too few players for all rooms.

    Raises:
        Refused: `squad-too-small`.
    """
    rooms, squad = plan.most_rooms, state.entrants[entrant].squad
    needed = state.settings.side * rooms
    if rooms > 1 and len(squad) < needed:
        text = phrase("Entrant {number} has {count} players, and plays in {rooms} rooms with {needed}.")
        raise Refused("squad-too-small", text, number=entrant, count=len(squad), rooms=rooms, needed=needed)


def has_choice(state: TournamentState, plan: MatchPlan, entrant: int) -> bool:
    """Tell whether an entrant may choose who plays, or in several rooms who plays where."""
    squad, needed = state.entrants[entrant].squad, state.settings.side * plan.rooms
    return len(squad) > needed or (plan.rooms > 1 and len(squad) == needed)


def seated(
    state: TournamentState, match: MatchState, absent: Sequence[str] = (), rooms: int = 1
) -> tuple[LineUps, ...]:
    """Return the players of each side, room by room: the named ones or the first of each squad, but for absent ones.

    A player who took over from another in a game before goes on playing.
    """
    named, side = dict(match.line_ups), state.settings.side
    sides = [
        [list(_present(state, match, entrant, named.get(entrant), side * rooms, absent)) for entrant in entrants]
        for entrants in match.sides
    ]
    return tuple(
        tuple(
            tuple(player for seats in entrants for player in seats[room * side : (room + 1) * side] if player)
            for entrants in sides
        )
        for room in range(rooms)
    )


def _present(
    state: TournamentState,
    match: MatchState,
    entrant: int,
    named: Sequence[str] | None,
    size: int,
    absent: Sequence[str],
) -> Iterator[str]:
    """Yield who sits in each seat of an entrant; the next of the squad sits for a player who is absent, or nobody."""
    squad = state.entrants[entrant].squad
    chosen = list(squad[:size] if named is None else named)
    for replaced, player in match.substitutes:
        if replaced in chosen and player in squad and player not in chosen:
            chosen[chosen.index(replaced)] = player
    rest = iter([player for player in squad if player not in chosen and player not in absent])
    for player in chosen:
        yield player if player not in absent else next(rest, "")
