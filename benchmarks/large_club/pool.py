"""The pool: games that bots have played, as far as the read models of clubs are made of them."""

import hashlib
import json
import random
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

import engine
from engine import reckoning
from games.bots import choose
from games.stakes import moves as stakes
from games.store.registry import split
from games.words.notes import LISTED

OUTCOMES = (
    engine.HandScored, engine.KunukkuPlaced, engine.KunukkuRemoved, engine.GameFinished,
)  # fmt: skip


MIX: tuple[tuple[str, dict[str, Any], float], ...] = (
    ("28-kerala-4", {"ending": {"type": "hands", "count": 26}}, 0.45),
    ("56-standard-4", {"ending": {"type": "hands", "count": 26}}, 0.20),
    ("56-standard-6", {"ending": {"type": "hands", "count": 24}}, 0.10),
    ("28-wikipedia-4", {"ending": {"type": "hands", "count": 25}}, 0.15),
    ("28-kerala-4", {"starting_stakes": 6}, 0.10),
)
"""What is played, with which options, and in which part of the games."""


class Told(NamedTuple):
    """An event of a pool game: its stored name, schema, canonical body and the body's digest."""

    name: str
    schema: int
    body: str
    digest: bytes
    event: Any


class Part(NamedTuple):
    """What a seat comes to in a game."""

    side: int
    hands: int
    difference: int
    outcome: str
    made: Counter[int]
    failed: Counter[int]
    highest: tuple[int, int] | None
    """The highest number made, and the first hand in which it was."""


@dataclass(frozen=True)
class PoolGame:
    """A game that bots have played, as far as the read models of clubs are made of it."""

    rules: engine.RuleSet
    hands: tuple[tuple[Told, ...], ...]
    """The outcomes of each hand; the last hand's end with `GameFinished`."""

    @property
    def family(self) -> str:
        """`28` or `56`."""
        return self.rules.id[:2]

    @cached_property
    def wears(self) -> bool:
        """Whether kunukku are put on in it."""
        return self.scores[0].event.kunukku is not None

    @cached_property
    def decided(self) -> int:
        """How many hands were decided, cancelled ones aside."""
        return sum(one.event.outcome != reckoning.CANCELLED for one in self.scores)

    @cached_property
    def kept(self) -> tuple[tuple[str, str], ...]:
        """Each hand's result, and what is told beside it, as the projection `hands` keeps them."""
        return tuple(
            (
                json.dumps(msgspec.to_builtins(score.event)),
                json.dumps(
                    [
                        {"event": one.name, **msgspec.to_builtins(one.event)}
                        for one in hand
                        if isinstance(one.event, LISTED)
                    ]
                ),
            )
            for hand, score in zip(self.hands, self.scores, strict=True)
        )

    @cached_property
    def scores(self) -> tuple[Told, ...]:
        """The `HandScored` of each hand."""
        return tuple(next(one for one in hand if one.name == "HandScored") for hand in self.hands)

    @cached_property
    def winners(self) -> tuple[int, ...] | None:
        """The winning sides; None for a game that was broken off."""
        last = self.hands[-1][-1].event
        return last.winners if isinstance(last, engine.GameFinished) else None

    @cached_property
    def moved(self) -> tuple[tuple[int, int | None, dict[int, int]], ...]:
        """What moves in the ledger: how many events stand before it, the hand if one moves it, and units by seat."""
        game = stakes.Game(self.rules)
        for seat in range(self.rules.players):
            game.sit(seat, seat)
        moved: list[tuple[int, int | None, dict[int, int]]] = []
        before = 0
        for number, hand in enumerate(self.hands, start=1):
            for one in hand:
                amounts: dict[int, int] = {}
                if one.name == "HandScored":
                    amounts = game.scored(one.event)
                elif one.name == "GameFinished":
                    amounts = game.finished()
                if amounts:
                    moved.append((before, number if one.name == "HandScored" else None, amounts))
                before += 1
        return tuple(moved)

    @cached_property
    def won(self) -> tuple[tuple[int, ...], ...]:
        """What each side won in each hand."""
        account = reckoning.Account()
        hands = []
        for one in self.scores:
            account, points = reckoning.scored_by(account, one.event, len(self.rules.sides))
            hands.append(points)
        return tuple(hands)

    @cached_property
    def points(self) -> tuple[int, ...]:
        """What each side won in all."""
        return tuple(map(sum, zip(*self.won, strict=True)))

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """What each seat comes to."""
        differences = reckoning.differences(self.points)
        contracts = [
            (number, contract)
            for number, one in enumerate(self.scores, start=1)
            if (contract := reckoning.contract_of(self.rules, one.event)) is not None
        ]
        parts = []
        for seat in range(self.rules.players):
            side = self.rules.side_of(seat)
            mine = [(hand, contract) for hand, contract in contracts if contract.declarer == seat]
            made = [(contract.number, -hand) for hand, contract in mine if contract.made]
            highest = max(made, default=None)
            parts.append(
                Part(
                    side,
                    self.decided,
                    differences[side],
                    "" if self.winners is None else reckoning.outcome_for(side, self.winners),
                    Counter(contract.number for _, contract in mine if contract.made),
                    Counter(contract.number for _, contract in mine if not contract.made),
                    None if highest is None else (highest[0], -highest[1]),
                )
            )
        return tuple(parts)


def told(event: Any) -> Told:
    """Return an event as the store writes it."""
    kind, body, _ = split(event)
    return Told(kind.name, kind.schema, body.decode(), hashlib.sha256(body).digest(), event)


def play(rules: engine.RuleSet, chance: random.Random, most: int = 60) -> PoolGame:
    """Have bots play a game to its end, or for so many hands."""
    state = engine.new_game(rules)
    hands: list[tuple[Told, ...]] = []
    while len(hands) < most:
        outcomes: list[Told] = []
        happened = engine.deal(state, chance.sample(rules.deck, len(rules.deck)), dealer=engine.next_dealer(state) or 0)
        while True:
            for event in happened:
                state = engine.evolve(state, event)
                if isinstance(event, OUTCOMES):
                    outcomes.append(told(event))
            turns = engine.to_act(state)
            if not turns:
                break
            happened = engine.decide(state, choose(engine.view(state, min(turns))))
        hands.append(tuple(outcomes))
        if any(one.name == "GameFinished" for one in outcomes):
            break
    return PoolGame(rules, tuple(hands))


def pool(games: int, seed: int = 28) -> list[list[PoolGame]]:
    """Have so many games of each kind in the mix played."""
    chance = random.Random(seed)
    return [[play(engine.load_rules(rules, options), chance) for _ in range(games)] for rules, options, _ in MIX]
