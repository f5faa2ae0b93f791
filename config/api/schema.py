"""How the published schema (OpenAPI 3.1) is made of the types that the endpoints read and write."""

import inspect
from typing import Any

import msgspec
from drf_spectacular.drainage import set_override
from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
)
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent

from clubs.api.problems import MEDIA_TYPE, ProblemDetails

_REFERENCE = "#/components/schemas/{name}"


class StructExtension(OpenApiSerializerExtension):
    """Describes a `msgspec` struct, and the structs in it, each as a component of its own."""

    target_class = "msgspec.Struct"
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: str) -> str:
        """Return the name of the struct."""
        set_override(self.target, "suppress_collision_warning", True)
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        """Return the schema of the struct."""
        return _described(auto_schema, self.target)


class ApiSchema(AutoSchema):
    """Adds what is true of every operation: any of them may answer with a problem."""

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """Return the description of one operation."""
        operation = super().get_operation(*args, **kwargs)
        if operation is not None:
            operation["responses"]["default"] = self._problem()
            for content in operation.get("requestBody", {"content": {}})["content"].values():
                if "$ref" not in content["schema"]:
                    continue  # a file, as it is
                body = self.registry[content["schema"]["$ref"].rpartition("/")[2], ResolvedComponent.SCHEMA].schema
                operation["requestBody"]["required"] = bool(body.get("required") or body.get("oneOf"))
        return operation

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular has it
        """Return what the operation does, beyond its summary: the rest of the docstring of its method."""
        return self._docstring().partition(": ")[2].capitalize()

    def get_summary(self) -> str:
        """Return what the operation does, in a few words: the docstring of its method up to the colon."""
        return self._docstring().partition(": ")[0].rstrip(".")

    def _docstring(self) -> str:
        method = getattr(self.view, self.method.lower(), None)
        return inspect.cleandoc(getattr(method, "__doc__", None) or "").partition("\n")[0]

    def _problem(self) -> dict[str, Any]:
        component = ResolvedComponent(
            name=ProblemDetails.__name__, type=ResolvedComponent.SCHEMA, object=ProblemDetails
        )
        component.schema = _described(self, ProblemDetails)
        self.registry.register_on_missing(component)
        return {"description": "It was not granted; why.", "content": {MEDIA_TYPE: {"schema": component.ref}}}


class BearerScheme(OpenApiAuthenticationExtension):
    """Describes the access tokens of `clubs.api.tokens`."""

    target_class = "clubs.api.signin.BearerAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """Return the scheme: a token in the header `Authorization`."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "An access token, made at `/api/tokens/` in a browser.",
        }


def _described(auto_schema: AutoSchema, shape: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the struct's schema and register those of the structs in it."""
    _, components = msgspec.json.schema_components([shape], ref_template=_REFERENCE)
    own: dict[str, Any] = {}
    for name, schema in components.items():
        schema = _tidy(schema)
        if name == shape.__name__:
            own = schema
            continue
        component = ResolvedComponent(name=name, type=ResolvedComponent.SCHEMA, object=name, schema=schema)
        auto_schema.registry.register_on_missing(component)
    return own


def _tidy(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema with its docstring set flush."""
    if "description" in schema:
        schema["description"] = inspect.cleandoc(schema["description"])
    return schema
