"""The JSON Schema of a hand record, generated from the rule sets.

`python -m engine.schema` writes it; `docs/reference/record.schema.json` is what it wrote. The auditor checks the form
with `engine.form`, which tells the first fault in reading order and what a schema cannot say (the notation of a call).

Source: 28-AUD-5, 56-AUD-1.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from engine.actions import ACTION_TYPES
from engine.cards import RANKS, SUITS
from engine.directed import MEMBERS, MOST_STAKE
from engine.form import RULE_ID
from engine.options import Choice, Flag, Number, Option
from engine.record import FORMAT, Result
from engine.registry import FIRST, load_rules, rule_set_ids, versions
from engine.rules import RuleSet

Schema = dict[str, Any]

_CARD = {"$ref": "#/$defs/card"}


def record_schema() -> Schema:
    """Return the schema of a record of any rule set."""
    rule_sets = [load_rules(name) for name in rule_set_ids()]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "lelam-record-1",
        "title": FORMAT,
        "description": "One game at one table. Unknown further members are ignored. "
        "The words are explained in record-format.md.",
        "type": "object",
        "required": ["format", "rules", "players", "hands"],
        "properties": {
            "format": {"const": FORMAT},
            "rules": {"enum": [rules.id for rules in rule_sets]},
            "engine": {
                "description": "The version of the rules by which it was played.",
                "enum": list(versions()),
                "default": FIRST,
            },
            "options": {"type": "object"},
            "house": {"description": "What a club calls these rules.", "type": "string"},
            "players": _array({"type": "string"}),
            "hands": _array({"$ref": "#/$defs/hand"}),
        },
        "allOf": [*_by_options(rule_sets), *_by_players(rule_sets), *_by_rulings(rule_sets)],
        "$defs": {"card": _card(), "hand": _hand(), "action": _action(), "result": _result(), "ruling": _ruling()},
    }


def _by_options(rule_sets: list[RuleSet]) -> Iterator[Schema]:
    """Yield the schema of the options of each tradition."""
    for declared in dict.fromkeys(rules.declared for rules in rule_sets):
        alike = [rules.id for rules in rule_sets if rules.declared == declared]
        yield _where("rules", alike, {"properties": {"options": _options(declared)}})


def _by_players(rule_sets: list[RuleSet]) -> Iterator[Schema]:
    """Yield the schema of the number of seats."""
    for players in sorted({rules.players for rules in rule_sets}):
        a_seat = {"minItems": players, "maxItems": players}
        seat = {"maximum": players - 1}
        hand = {"dealer": seat, "cards": a_seat, "unseen": a_seat, "actions": _array({"properties": {"seat": seat}})}
        properties = {"players": a_seat, "hands": _array({"properties": hand})}
        alike = [rules.id for rules in rule_sets if rules.players == players]
        yield _where("rules", alike, {"properties": properties})


def _by_rulings(rule_sets: list[RuleSet]) -> Iterator[Schema]:
    """Yield the schema of the games with a director's rulings."""
    without = [rules.id for rules in rule_sets if rules.tradition.direct is None]
    yield _where("rules", without, {"properties": {"hands": _array({"properties": {"rulings": {"maxItems": 0}}})}})


def _options(declared: tuple[Option, ...]) -> Schema:
    """Return the schema of the options of a rule set."""
    needs = {option.name: option.needs for option in declared if isinstance(option, Flag) and option.needs}
    schema: Schema = {
        "additionalProperties": False,
        "properties": {option.name: _option(option) for option in declared},
    }
    if needs:
        schema["allOf"] = [
            {
                "if": {"required": [name], "properties": {name: {"const": True}}},
                "then": {"required": [needed], "properties": {needed: {"const": True}}},
            }
            for name, needed in needs.items()
        ]
    return schema


def _option(option: Option) -> Schema:
    """Return the schema of one option."""
    if isinstance(option, Flag):
        return {"type": "boolean", "default": option.default}
    if isinstance(option, Number):
        return {"type": "integer", "minimum": option.low, "maximum": option.high, "default": option.default}
    if isinstance(option, Choice):
        return {"enum": list(option.values), "default": option.default}
    _, kinds = msgspec.json.schema_components(option.kinds)
    return {"oneOf": list(kinds.values()), "default": msgspec.to_builtins(option.default)}


def _card() -> Schema:
    """Return the schema of a card code."""
    return {"description": "Suit letter, then rank.", "type": "string", "pattern": f"^[{SUITS}][{RANKS}]$"}


def _hand() -> Schema:
    """Return the schema of a hand."""
    return {
        "description": "One deal, from the cards to the score.",
        "type": "object",
        "required": ["dealer", "cards", "actions"],
        "properties": {
            "dealer": {"type": "integer", "minimum": 0},
            "cards": {
                "description": "Each seat's cards, in the order dealt.",
                **_array(_array({"$ref": "#/$defs/card"})),
            },
            "unseen": {
                "description": "How many cards of each seat nobody noted; then cards has the others, in no order, "
                "and a fold may have no card.",
                **_array({"type": "integer", "minimum": 0}),
            },
            "actions": _array({"$ref": "#/$defs/action"}),
            "result": {"$ref": "#/$defs/result"},
            "rulings": _array({"$ref": "#/$defs/ruling"}),
        },
        "if": {"not": {"required": ["unseen"]}},
        "then": {"properties": {"actions": _array(_where("type", ["fold"], _needs("card", _CARD)))}},
    }


def _action() -> Schema:
    """Return the schema of an action."""
    further = {
        "value": (["bid"], {"type": "integer"}),
        "card": (["play"], _CARD),
        "call": (["call"], {"type": "string"}),
    }
    mark = {"description": "The rule that it broke; play went on.", "type": "string", "pattern": f"^{RULE_ID}$"}
    seat = {"type": "integer", "minimum": 0}
    return {
        "description": "What one player did.",
        "type": "object",
        "required": ["seat", "type"],
        "properties": {"seat": seat, "type": {"enum": list(ACTION_TYPES)}, "irregular": mark},
        "allOf": [
            *(_where("type", words, _needs(name, schema)) for name, (words, schema) in further.items()),
            _where("type", ["fold"], {"properties": {"card": {"anyOf": [_CARD, {"type": "null"}]}}}),
        ],
    }


def _result() -> Schema:
    """Return the schema of a claimed result."""
    members = ", ".join(Result.__struct_fields__)
    return {
        "description": "What was claimed at the table. Of these members any may be left out or null; "
        f"what they are worth is for the auditor: {members}.",
        "type": "object",
    }


def _ruling() -> Schema:
    """Return the schema of a director's ruling."""
    further = {"side": {"type": "integer", "minimum": 0, "maximum": 1}}
    further["stake"] = {"type": "integer", "minimum": 0, "maximum": MOST_STAKE}
    effect = {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"enum": list(MEMBERS)}},
        "allOf": [
            _where("type", [word], {"required": list(names), "properties": {name: further[name] for name in names}})
            for word, names in MEMBERS.items()
            if names
        ],
    }
    return {
        "description": "What a director decided beside the actions, after so many of them.",
        "type": "object",
        "required": ["after", "rule"],
        "properties": {
            "after": {"type": "integer", "minimum": 0},
            "rule": {"type": "string"},
            "effects": _array(effect),
        },
    }


def _needs(name: str, schema: Schema) -> Schema:
    return {"required": [name], "properties": {name: schema}}


def _array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _where(member: str, words: list[str], then: Schema) -> Schema:
    return {"if": {"properties": {member: {"enum": words}}}, "then": then}


if __name__ == "__main__":
    json.dump(record_schema(), sys.stdout, indent=2)
    sys.stdout.write("\n")
