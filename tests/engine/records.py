"""Records for the tests of the audit."""

import json
from random import Random
from typing import Any

import engine
from tests.strategies import random_events

NAMES = ["Ammini", "Beeran", "Chacko", "Devaki", "Eliyamma", "Fathima", "Gopalan", "Hamsa"]


def written(rules: engine.RuleSet, events: list[engine.Event]) -> dict[str, Any]:
    """Return the record of a game as plain JSON."""
    record = engine.record_from_events(rules.id, rules.options, NAMES[: rules.players], events)
    plain: dict[str, Any] = json.loads(engine.encode_record(record))
    return plain


def sample(seed: int = 3, rule_set: str = "28-kerala-4", hands: int = 2) -> dict[str, Any]:
    """Return the record of a finished random game of so many hands, with claimed results."""
    rules = engine.load_rules(rule_set, {"ending": {"type": "hands", "count": hands}})
    return written(rules, random_events(rules, Random(seed), hands))
