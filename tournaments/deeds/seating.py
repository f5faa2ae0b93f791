"""Who sits for each side when a game of a match is called."""

from collections.abc import Iterator, Sequence

from tournaments.state.tournament import MatchState, TournamentState


def seated(state: TournamentState, match: MatchState, absent: Sequence[str] = ()) -> tuple[tuple[str, ...], ...]:
    """Return the players of each side: those that were named, else the first of each squad, but for absent ones."""
    named = dict(match.line_ups)
    return tuple(
        tuple(
            player
            for entrant in side
            for player in _present(state.entrants[entrant].squad, named.get(entrant), state.settings.side, absent)
        )
        for side in match.sides
    )


def _present(squad: Sequence[str], named: Sequence[str] | None, size: int, absent: Sequence[str]) -> Iterator[str]:
    """Yield who sits for an entrant; the next of the squad sits for a player who is absent."""
    chosen = squad[:size] if named is None else named
    rest = iter([player for player in squad if player not in chosen and player not in absent])
    for player in chosen:
        if player not in absent:
            yield player
        elif (substitute := next(rest, None)) is not None:
            yield substitute
