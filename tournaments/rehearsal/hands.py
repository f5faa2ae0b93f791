"""Hands that the bots of the house play for a rehearsal, in memory: what a hand, and a whole game, comes to."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from msgspec import Struct

import engine
from engine.reckoning import Account, scored_by
from games.bots import choose
from tournaments.events.settings import Settings

MAX_OF_GAME: Final = 100
"""The hands after which a game without another end is broken off; its points decide then."""


class BotsGame(Struct, frozen=True):
    """A game: the points of each side in each of its hands, and the sides that won it by its rules."""

    hands: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]


class BotsHands:
    """Hands that bots play, up to a number; after that hands are drawn from those that they played.

    Args:
        settings: The rules of the tournament.
        most: The number of hands; the first game is played whole all the same.
        chance: Shuffles the packs.
    """

    def __init__(self, settings: Settings, most: int, chance: Random) -> None:
        self._settings = settings
        self._most = most
        self._chance = chance
        self._games: dict[int, list[BotsGame]] = {}
        self._hands: list[tuple[int, ...]] = []
        self.played = 0

    def game(self, hands: int, chance: Random) -> BotsGame:
        """Return a game of so many hands; 0: to the end of its rules."""
        known = self._games.setdefault(hands, [])
        if not known or self.played + (hands or len(known[-1].hands)) <= self._most:
            known.append(self._play(hands))
            return known[-1]
        if not hands:
            return chance.choice(known)
        return BotsGame(tuple(chance.choice(self._hands) for _hand in range(hands)), ())

    def _play(self, hands: int) -> BotsGame:
        settings = self._settings
        ending: dict[str, Any] = {"ending": {"type": "hands", "count": hands}} if hands else {}
        rules = engine.load_rules(settings.rules, {**settings.options, **ending}, version=settings.engine)
        points = tuple(_hands_of(rules, self._chance))
        self.played += len(points)
        self._hands += [each for each, _winners in points]
        winners = points[-1][1] if points and not hands else ()
        return BotsGame(tuple(each for each, _winners in points), winners)


def _hands_of(rules: engine.RuleSet, chance: Random) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield the points of each side in each hand of a game, and the sides that have won the game by then."""
    state, account = engine.new_game(rules), Account()
    for _number in range(MAX_OF_GAME):
        pack = list(rules.deck)
        chance.shuffle(pack)
        for event in engine.deal(state, pack):
            state = engine.evolve(state, event)
        while seats := engine.to_act(state):
            for event in engine.decide(state, choose(engine.view(state, min(seats)))):
                state = engine.evolve(state, event)
        seen = engine.view(state, None)
        assert seen.result is not None
        account, points = scored_by(account, seen.result, len(rules.sides))
        yield points, seen.winners
        if seen.finished:
            return
