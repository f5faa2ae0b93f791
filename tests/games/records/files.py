"""Files of records for the tests: games played at random, by every rule set."""

import json
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import engine
from tests.strategies import lively

NAMES = ("Ammini", "Beeran", "Chacko", "Devaki", "Eapen", "Fathima", "Gopalan", "Hamsa")


def played(
    rules_id: str = "28-kerala-4",
    hands: int = 2,
    seed: int = 1,
    *,
    count: int | None = None,
    players: Sequence[str] | None = None,
) -> engine.Record:
    """Return the record of a game played at random; `count` hands of a game of `hands`, if it is not to its end."""
    chance = Random(seed)
    choose = lively(chance, concede=0.02)
    rules = engine.load_rules(rules_id, {"ending": {"type": "hands", "count": hands}})
    state = engine.new_game(rules)
    events: list[engine.Event] = []
    scored = 0
    while not engine.view(state, None).finished and (count is None or scored < count):
        pack = list(rules.deck)
        chance.shuffle(pack)
        happened: Sequence[engine.Event] = engine.deal(state, pack)
        while True:
            events += happened
            scored += sum(isinstance(event, engine.HandScored) for event in happened)
            for event in happened:
                state = engine.evolve(state, event)
            turn = engine.to_act(state)
            if not turn:
                break
            happened = engine.decide(state, choose(engine.legal_actions(state, min(turn))))
    names = players or NAMES[: rules.players]
    return engine.record_from_events(rules_id, rules.options, names, events)


def plain(record: engine.Record) -> dict[str, Any]:
    """Return a record as JSON values, to be spoilt."""
    value: dict[str, Any] = json.loads(engine.encode_record(record))
    return value


def lines(*records: engine.Record | dict[str, Any] | bytes) -> bytes:
    """Return a file of records; bytes are a line as it stands."""
    return b"".join(_line(record) + b"\n" for record in records)


def _line(record: engine.Record | dict[str, Any] | bytes) -> bytes:
    if isinstance(record, bytes):
        return record
    return engine.encode_record(record) if isinstance(record, engine.Record) else json.dumps(record).encode()


def games(count: int, hands: int = 2, seed: int = 100) -> Iterable[engine.Record]:
    """Yield different games."""
    return (played(hands=hands, seed=seed + number) for number in range(count))
