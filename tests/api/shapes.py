"""The published schema, and whether a body or an answer fits what it says of an operation."""

import functools
import json
from typing import Any

from jsonschema import Draft202012Validator

from config.api.schema import ApiGenerator


@functools.cache
def description() -> str:
    """Return the schema as the application publishes it, as JSON: who changes it changes a copy."""
    return json.dumps(ApiGenerator().get_schema(request=None, public=True))


@functools.cache
def _operations() -> dict[str, dict[str, Any]]:
    paths = json.loads(description())["paths"]
    return {operation["operationId"]: operation for methods in paths.values() for operation in methods.values()}


def faults_in_body(operation_id: str, body: object) -> list[str]:
    """Return what the schema has against a body of the operation."""
    return _faults(_operations()[operation_id]["requestBody"], body)


def faults_in_answer(operation_id: str, answer: object, status: int = 200) -> list[str]:
    """Return what the schema has against an answer of the operation."""
    return _faults(_operations()[operation_id]["responses"][str(status)], answer)


def _faults(place: dict[str, Any], value: object) -> list[str]:
    components = json.loads(description())["components"]
    schema = place["content"]["application/json"]["schema"] | {"components": components}
    return [error.message for error in Draft202012Validator(schema).iter_errors(value)]
