"""Who is ahead when a game is ended by time rather than by its rules."""

import pytest
from msgspec.structs import replace

import engine


@pytest.mark.parametrize(
    ("rules_id", "standing", "ahead"),
    [
        # 28-END-3: most stakes or game points; ties together.
        ("28-kerala-4", {"stakes": (19, 21)}, (1,)),
        ("28-pagat-4", {"score": (3, 3)}, (0, 1)),
        # 28-WIK-5: fewest kunukku first, then base cards.
        ("28-wikipedia-4", {"stakes": (4, 8), "kunukku": (0, 0, 0, 0)}, (1,)),
        ("28-wikipedia-4", {"stakes": (4, 8), "kunukku": (0, 1, 0, 1)}, (0,)),
        # 56-MATCH-2: games won before stake points.
        ("56-kerala-4", {"score": (2, 9), "games": (1, 0)}, (0,)),
        ("56-kerala-4", {"score": (2, 9), "games": (1, 1)}, (1,)),
    ],
)
def test_who_is_ahead_is_said_by_what_the_game_keeps(
    rules_id: str, standing: dict[str, tuple[int, ...]], ahead: tuple[int, ...]
) -> None:
    """28-END-3, 28-WIK-5, 56-MATCH-2."""
    rules = engine.load_rules(rules_id)
    seen = engine.view(engine.new_game(rules), None)
    nothing = {"stakes": None, "score": None, "kunukku": None, "games": None}

    assert engine.leaders(rules, replace(seen, **{**nothing, **standing})) == ahead
