"""How a game stands. Pure."""

import engine


def standing_of(game: engine.State) -> tuple[int, ...]:
    """Return each side's stakes, or its score where no stakes are kept."""
    seen = engine.view(game, None)
    return seen.stakes or seen.score or ()
