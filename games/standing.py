"""How a game stands, and who is ahead. Pure."""

import engine


def leading(standing: engine.View | engine.HandScored, rules: engine.RuleSet) -> tuple[int, ...]:
    """Return the sides that are ahead: by games won, by fewest kunukku where base cards are kept, by stakes or score.

    Source: 28-END-3, 28-WIK-5, 56-MATCH-2.
    """
    kept = standing.stakes or standing.score or ()
    worn = standing.kunukku if standing.stakes and standing.kunukku else (0,) * rules.players
    won = standing.games or (0,) * len(rules.sides)
    rank = [(won[side], -sum(worn[seat] for seat in seats), kept[side]) for side, seats in enumerate(rules.sides)]
    return tuple(side for side, place in enumerate(rank) if place == max(rank))


def standing_of(game: engine.State) -> tuple[int, ...]:
    """Return each side's stakes, or its score where no stakes are kept."""
    seen = engine.view(game, None)
    return seen.stakes or seen.score or ()
