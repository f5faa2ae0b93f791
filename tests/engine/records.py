"""Records for the tests of the audit."""

import json
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

import engine
from tests.strategies import random_events

NAMES = ["Ammini", "Beeran", "Chacko", "Devaki", "Eliyamma", "Fathima", "Gopalan", "Hamsa"]

SCHEMA = json.loads((Path(__file__).parent.parent.parent / "docs/reference/record.schema.json").read_text())

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.sampled_from(["SJ", "bid", "play", "lelam-record/1", "28-kerala-3", "type", "count"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["seat", "type", "value", "card", "cards", "dealer", "ending", "\ud800", "a/b"]),
            inner,
        )
    ),
    max_leaves=8,
)
"""Values that have no place in a record, or another."""


def written(rules: engine.RuleSet, events: list[engine.Event]) -> dict[str, Any]:
    """Return the record of a game as plain JSON."""
    record = engine.record_from_events(rules.id, rules.options, NAMES[: rules.players], events)
    plain: dict[str, Any] = json.loads(engine.encode_record(record))
    return plain


def sample(seed: int = 3, rule_set: str = "28-kerala-4", hands: int = 2) -> dict[str, Any]:
    """Return the record of a finished random game of so many hands, with claimed results."""
    rules = engine.load_rules(rule_set, {"ending": {"type": "hands", "count": hands}})
    return written(rules, random_events(rules, Random(seed), hands))
