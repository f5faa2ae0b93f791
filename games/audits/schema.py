"""The form of a report as JSON Schema (2020-12): `python -m games.audits.schema > docs/reference/audit.schema.json`."""

import json
from typing import Any, Final

from games.audits.report import FORMAT, SECTION_NAMES, SEVERITIES

_STEP: Final = {"type": ["integer", "null"], "minimum": 0}
_ITEM: Final[dict[str, Any]] = {
    "code": {"type": "string", "pattern": "^[a-z]+(-[a-z]+)*$"},
    "step": _STEP,
    "rule": {"type": "string", "pattern": "^$|^(28|56)-"},
    "members": {"type": "object"},
}


def schema() -> dict[str, Any]:
    """Return the schema of a report."""
    fact = {"type": "object", "properties": _ITEM, "required": list(_ITEM), "additionalProperties": False}
    found = {**_ITEM, "severity": {"enum": list(SEVERITIES)}}
    finding = {"type": "object", "properties": found, "required": list(found), "additionalProperties": False}
    members = {
        "format": {"const": FORMAT},
        "game": {"type": "string", "format": "uuid"},
        "kind": {"enum": ["table", "sheet"]},
        "hand": {"type": "integer", "minimum": 1},
        "through": {"type": "integer", "minimum": 1},
        "rules": {"type": "string"},
        "engine": {"type": "integer", "minimum": 0},
        "sections": {
            "type": "array",
            "prefixItems": [_section(name) for name in SECTION_NAMES],
            "items": False,
            "minItems": len(SECTION_NAMES),
        },
    }
    section = {
        "name": {"enum": list(SECTION_NAMES)},
        "applies": {"type": "boolean"},
        "looked_at": {"type": "array", "items": {"$ref": "#/$defs/fact"}},
        "findings": {"type": "array", "items": {"$ref": "#/$defs/finding"}},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        "type": "object",
        "properties": members,
        "required": list(members),
        "additionalProperties": False,
        "$defs": {
            "section": {
                "type": "object",
                "properties": section,
                "required": list(section),
                "additionalProperties": False,
            },
            "fact": fact,
            "finding": finding,
        },
    }


def _section(name: str) -> dict[str, Any]:
    return {"allOf": [{"$ref": "#/$defs/section"}], "properties": {"name": {"const": name}}}


if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
