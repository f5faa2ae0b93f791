"""What there is to ask: every route with the methods it takes, and every operation of the API's schema."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

_EXAMPLES = {"UUIDConverter": "7f0f9a52-0a5e-4f0e-8d8b-6d1d5a3c9b10", "IntConverter": 99999}
OUTSIDE = ("admin/", "accounts/", "api/")
"""What lies under these is Django's, allauth's, or an operation of the API."""


@dataclass(frozen=True)
class Route:
    """A named page: its pattern and its parameters."""

    name: str
    pattern: str
    params: tuple[str, ...]
    examples: tuple[Any, ...]
    """A value of each parameter that is in form and names nothing."""


@dataclass(frozen=True)
class Operation:
    """An operation of the API."""

    name: str
    method: str
    template: str
    params: tuple[str, ...]
    key: dict[str, Any] | None
    """What the schema says of the header `Idempotency-Key`."""

    @property
    def takes_key(self) -> bool:
        """Whether a request may have a key."""
        return self.key is not None and "not" not in self.key["schema"]


def _example(converter: object) -> Any:
    return _EXAMPLES.get(type(converter).__name__, "nothing")


@cache
def routes() -> dict[str, Route]:
    """Every named route of the site's own apps."""
    found: dict[str, Route] = {}

    def walk(patterns: list[URLPattern | URLResolver], before: str, spaces: str, params: dict[str, Any]) -> None:
        for one in patterns:
            path = before + str(one.pattern)
            if path.startswith(OUTSIDE):
                continue
            named = params | one.pattern.converters
            if isinstance(one, URLResolver):
                walk(one.url_patterns, path, f"{spaces}{one.namespace}:" if one.namespace else spaces, named)
            else:
                assert one.name, f"a route without a name cannot have a row: {path}"
                assert spaces + one.name not in found, f"two routes of one name: {path}"
                found[spaces + one.name] = Route(
                    spaces + one.name, path, tuple(named), tuple(map(_example, named.values()))
                )

    walk(get_resolver().url_patterns, "", "", {})
    return found


@cache
def operations() -> dict[str, Operation]:
    """Every operation of the published schema."""
    from drf_spectacular.generators import SchemaGenerator

    schema = SchemaGenerator().get_schema(request=None, public=True)
    found = {}
    for path, methods in schema["paths"].items():
        shared = methods.get("parameters", [])
        for method, said in methods.items():
            if method == "parameters":
                continue
            parameters = (*shared, *said.get("parameters", ()))
            named = [one["name"] for one in parameters if one["in"] == "path"]
            key = next((one for one in parameters if one["name"] == "Idempotency-Key"), None)
            template = path.removeprefix("/api")
            found[said["operationId"]] = Operation(said["operationId"], method.upper(), template, tuple(named), key)
    return found
