"""Stakes for the tests: games over stakes, and the books that follow."""

import engine
from tests.games.helpers.played import hand

OVER = engine.GameFinished(winners=(0,))

TARGET = {"ending": {"type": "target", "game_points": 6}}


def kept(number: int, points: tuple[int, int], stakes: tuple[int, int]) -> engine.HandScored:
    return hand(number, points, made=max(points) > 0, stakes=stakes)
