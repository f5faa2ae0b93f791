"""The published schema (OpenAPI 3.1), generated from the types that the endpoints read and write."""

import inspect
from collections.abc import Iterator
from typing import Any

import msgspec
from django.core.exceptions import ImproperlyConfigured
from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
)
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry, ResolvedComponent

from clubs.api.idempotency import WRITING, IdempotentView
from clubs.api.problems import MEDIA_TYPE, ProblemDetails

_REFERENCE = "#/components/schemas/{name}"


class NameTakenError(ImproperlyConfigured):
    """Two types have one name, so that one of them would be published as the other."""

    def __init__(self, name: str, types: tuple[object, object]) -> None:
        of = " and ".join(sorted(f"{getattr(one, '__module__', '')}.{name}" for one in types))
        super().__init__(f"Two types of the API's schema are called {name}: {of}. Rename one.")


class Components(ComponentRegistry):  # type: ignore[misc]  # drf-spectacular is not typed
    """The registry of components: a name belongs to one type."""

    def __contains__(self, component: ResolvedComponent) -> bool:
        """Return whether the component's type is registered.

        Raises:
            NameTakenError: Another type has its name.
        """
        try:
            registered = self[component]
        except KeyError:
            return False
        if registered.object is not component.object:
            raise NameTakenError(component.name, (registered.object, component.object))
        return True


class ApiGenerator(SchemaGenerator):  # type: ignore[misc]  # drf-spectacular is not typed
    """Makes the schema with a registry that refuses a second type of a name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.registry = Components()


class StructExtension(OpenApiSerializerExtension):
    """Describes a `msgspec` struct, and the structs in it, each as a component of its own."""

    target_class = "msgspec.Struct"
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: str) -> str:
        """Return the name of the struct."""
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        """Return the schema of the struct."""
        return _described(auto_schema, self.target)


class ApiSchema(AutoSchema):
    """Adds the common parts of every operation: any of them may answer with a problem."""

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """Return the description of one operation."""
        operation = super().get_operation(*args, **kwargs)
        if operation is not None:
            operation["responses"]["default"] = self._problem()
            for content in operation.get("requestBody", {"content": {}})["content"].values():
                if "$ref" not in content["schema"]:
                    continue  # a file, as it is
                body = self.registry[content["schema"]["$ref"].rpartition("/")[2], ResolvedComponent.SCHEMA].schema
                operation["requestBody"]["required"] = any(body.get(word) for word in ("required", "oneOf", "anyOf"))
        return operation

    def get_override_parameters(self) -> list[Any]:
        """Return the parameters that no endpoint lists itself: the headers of writing operations."""
        if self.method in WRITING and isinstance(self.view, IdempotentView):
            return self.view.writing_headers()
        return []

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular has it
        """Return the description of the operation beyond its summary: the rest of the docstring of its method."""
        return self._docstring().partition(": ")[2].capitalize()

    def get_summary(self) -> str:
        """Return the summary of the operation: the docstring of its method up to the colon."""
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
    """Return the struct's schema and register those of the types in it.

    The class attribute `also` of a struct holds what its fields cannot say: that one of two has to be there.
    """
    types = _named_types(shape)
    _, components = msgspec.json.schema_components([shape], ref_template=_REFERENCE)
    for name, schema in components.items():
        if types[name] is not shape:
            component = ResolvedComponent(
                name=name, type=ResolvedComponent.SCHEMA, object=types[name], schema=_tidy(schema)
            )
            auto_schema.registry.register_on_missing(component)
    return _tidy(components[shape.__name__]) | getattr(shape, "also", {})


def _named_types(shape: type[msgspec.Struct]) -> dict[str, type]:
    """Return the types that become components of their own, the struct among them, by name.

    Raises:
        NameTakenError: Two of them have one name; msgspec would publish both by their modules.
    """
    types: dict[str, type] = {}
    for found in _classes_in(msgspec.inspect.type_info(shape)):
        if types.setdefault(found.__name__, found) is not found:
            raise NameTakenError(found.__name__, (types[found.__name__], found))
    return types


def _classes_in(node: object) -> Iterator[type]:
    """Yield the classes in a description by `msgspec.inspect`; it shares one node for a type that contains itself."""
    pending, seen = [node], set()
    while pending:
        node = pending.pop()
        if isinstance(node, tuple):
            pending.extend(node)
        elif isinstance(node, msgspec.inspect.Type | msgspec.inspect.Field) and id(node) not in seen:
            seen.add(id(node))
            if isinstance(found := getattr(node, "cls", None), type):
                yield found
            pending.extend(getattr(node, name) for name in node.__struct_fields__)


def _tidy(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema with its docstring set flush."""
    if "description" in schema:
        schema["description"] = inspect.cleandoc(schema["description"])
    return schema
