"""What every endpoint of the API shares: reading strict input, writing typed output, pages of lists.

Input and output are `msgspec` structs: the schema that the API publishes is made from the very types that check what
comes in and write what goes out, so the two cannot differ.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Annotated, Any, ClassVar, TypeVar
from urllib.parse import urlencode

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import InvalidPage, Paginator
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from clubs.api.idempotency import IdempotentView
from clubs.api.problems import Problem, invalid
from clubs.models import Player, User
from clubs.people.services import player_for

T = TypeVar("T")
Published = TypeVar("Published", bound=msgspec.Struct)
Method = TypeVar("Method", bound=Callable[..., Any])

PAGE_SIZE = 25
LARGEST_PAGE = 100
# PostgreSQL counts rows in 64 bits; no list here has a millionth page.
LAST_PAGE = 1_000_000

NO_NUL = r"^[^\x00]*$"
"""The pattern of texts that PostgreSQL can store."""

_OptionWord = Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)]
Options = Annotated[
    dict[_OptionWord, bool | int | _OptionWord | dict[_OptionWord, int | _OptionWord]],
    msgspec.Meta(description="Options of the rule set that differ from its defaults: `/api/rules/` lists them."),
]
"""The options of a rule set in a body: their form. Which there are, and what each may be, the rule set says."""

_FAULT = re.compile(r"^(?P<what>.*?)(?: - at (?:`key` in )?`(?P<where>\$.*)`)?$", re.DOTALL)
_FIELD = re.compile(r"field `(?P<name>[^`]*)`")
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+|\.\.\.)\]")


def pointer(path: str | None, name_of: Callable[[list[str]], str] | None = None) -> str:
    """Return msgspec's path of a value as a JSON pointer: `$.bots[1]` is `/bots/1`.

    Args:
        path: The path; it has `[...]` for a member of a mapping, whichever that is.
        name_of: Returns the name of that member, given the names above it.
    """
    names: list[str] = []
    for step in _STEP.finditer(path or ""):
        name = step["name"] or step["index"]
        names.append(name_of(names) if name == "..." and name_of else name)
    return "".join(f"/{name.replace('~', '~0').replace('/', '~1')}" for name in names)


def _wrong_member(value: Any, shape: Any, strict: bool, above: list[str]) -> str:
    """Return the name of the first member that does not fit of the mapping below these names.

    It is found by bisection, so that a body with thousands of members is converted a few times only.
    """
    mapping = value
    for name in above:
        mapping = mapping[int(name)] if isinstance(mapping, list) else mapping[name]
    members = list(mapping)

    def is_at_fault(place: int) -> bool:
        """Tell whether the member at a place, or one before it, does not fit."""
        try:
            msgspec.convert(_with_only(value, above, members[: place + 1]), shape, strict=strict)
        except msgspec.ValidationError as error:
            names = pointer(_parts_of(error)[1]).split("/")[1:]
            return len(names) > len(above) and all(a in (b, "...") for a, b in zip(names, above, strict=False))
        return False

    place = bisect_left(range(len(members)), True, key=is_at_fault)
    return str(members[place]) if place < len(members) else "..."


def _with_only(value: Any, above: list[str], members: list[str]) -> Any:
    """Return the value with nothing but these members in the mapping below these names."""
    if not above:
        return {name: value[name] for name in members}
    head, below = above[0], above[1:]
    if isinstance(value, list):
        place = int(head)
        return [*value[:place], _with_only(value[place], below, members), *value[place + 1 :]]
    return value | {head: _with_only(value[head], below, members)}


def _parts_of(error: msgspec.ValidationError) -> tuple[str, str | None]:
    """Return what is wrong, and the path at which, or None."""
    found = _FAULT.match(str(error))
    assert found is not None  # the pattern matches every text
    return found["what"], found["where"]


def convert(value: Any, shape: type[T], *, strict: bool = True, parameters: bool = False) -> T:
    """Return the value in the shape asked for.

    Args:
        value: What was decoded from JSON, or the parameters of a query by name.
        shape: The type it has to have.
        strict: Whether a text that reads like a number is refused where a number belongs.
        parameters: Whether faults are named by parameter instead of by JSON pointer.

    Raises:
        Problem: `invalid-input`, saying what is wrong and where.
    """
    try:
        return msgspec.convert(value, shape, strict=strict)
    except msgspec.ValidationError as error:
        what, path = _parts_of(error)
        where = pointer(path, lambda above: _wrong_member(value, shape, strict, above))
        missing = _FIELD.search(what)
        if missing:
            where = f"{where}/{missing['name']}"
        raise invalid(where.lstrip("/") if parameters else where, f"{what}.") from None


def published(shape: type[Published], source: object, /, **members: Any) -> Published:
    """Return a struct of the API that shows a row or a selector's struct; nothing but the fields of the struct is read.

    Args:
        shape: The struct.
        source: Each field that is not given is its attribute of that name. Rows in it, a player or a club, become
            the structs that the field asks for in the same manner.
        members: The fields that are not read from the source.
    """
    attributes = {name: getattr(source, name) for name in shape.__struct_fields__ if name not in members}
    return msgspec.convert(attributes | members, shape, from_attributes=True)


class Paging(msgspec.Struct, forbid_unknown_fields=True):
    """The part of a long list that is asked for."""

    page: Annotated[int, msgspec.Meta(ge=1, le=LAST_PAGE, description="Which page, from 1.")] = 1
    page_size: Annotated[int, msgspec.Meta(ge=1, le=LARGEST_PAGE, description="How many entries a page.")] = PAGE_SIZE


def page_of(shape: type[msgspec.Struct]) -> type[msgspec.Struct]:
    """Return the type of a page of a list of such entries."""
    return msgspec.defstruct(
        f"{shape.__name__}Page",
        [("count", int), ("next", str | None), ("previous", str | None), ("results", tuple[shape, ...])],  # type: ignore[valid-type]
        namespace={
            "__doc__": "A page of a list. `count` is the length of the whole list; `next` and `previous` are addresses."
        },
        frozen=True,
        module=shape.__module__,
    )


def query(shape: type[msgspec.Struct]) -> list[OpenApiParameter]:
    """Return the parameters of a query as the published schema lists them."""
    _, components = msgspec.json.schema_components([shape])
    described = components[shape.__name__]
    parameters = []
    for name, schema in described["properties"].items():
        description = schema.pop("description", "")
        parameters.append(
            OpenApiParameter(
                name,
                schema,
                OpenApiParameter.QUERY,
                required=name in described.get("required", ()),
                description=description,
            )
        )
    return parameters


def described(
    name: str,
    answer: Any = None,
    *,
    tag: str,
    body: Any = None,
    parameters: type[msgspec.Struct] | None = None,
    headers: Sequence[OpenApiParameter] = (),
) -> Callable[[Method], Method]:
    """Return the decorator that describes a method of an endpoint in the published schema.

    What follows from the endpoint, such as the header `Idempotency-Key`, the endpoint adds itself.

    Args:
        name: The id of the operation.
        answer: The struct that it answers with, or one a status; None answers 204 without a body.
        tag: The group of operations under which it is listed.
        body: The struct of the request's body; None where it has none.
        parameters: The struct of the query's parameters.
        headers: Headers of the request and of the answer.
    """
    decorate: Callable[[Method], Method] = extend_schema(
        operation_id=name,
        parameters=[*(query(parameters) if parameters else ()), *headers],
        request=body,
        responses={204: None} if answer is None else answer,
        tags=[tag],
    )
    return decorate


class ApiView(IdempotentView):
    """An endpoint.

    Attributes:
        throttle_scope: Under which limit requests are counted, beside that of all requests: `write`, or None.
        reading_is_free: Whether only requests that change something are counted under it.
    """

    # Reading needs no account; each writing method asks for its player.
    request: Request
    throttle_scope: str | None = None
    reading_is_free: ClassVar[bool] = False

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the limits that the request is counted under."""
        if self.reading_is_free and self.request.method in SAFE_METHODS:
            self.throttle_scope = None
        return super().get_throttles()

    def player(self) -> Player | None:
        """Return the player who asks, or None for somebody who is not signed in."""
        user = self.request.user
        if isinstance(user, AnonymousUser):
            return None
        assert isinstance(user, User)
        return player_for(user=user)

    def require_player(self) -> Player:
        """Return the player who asks.

        Raises:
            NotAuthenticated: Nobody is signed in.
        """
        player = self.player()
        if player is None:
            self.permission_denied(self.request)
            raise AssertionError("permission_denied raises")
        return player

    def read(self, shape: type[T]) -> T:
        """Return the body of the request in the shape asked for, or raise `Problem`."""
        return convert(self.request.data, shape)

    def asked(self, shape: type[T]) -> T:
        """Return the parameters of the query in the shape asked for, or raise `Problem`."""
        given: Mapping[str, str] = self.request.query_params.dict()
        return convert(given, shape, strict=False, parameters=True)

    def page(
        self,
        entries: "QuerySet[Any] | Sequence[Any]",
        shape: type[msgspec.Struct],
        paging: Paging,
        write: Callable[[list[Any]], Iterable[object]] = list,
    ) -> Response:
        """Answer with the page of the list that is asked for; `write` turns its rows into what the entries show."""
        try:
            part = Paginator(entries, paging.page_size).page(paging.page)
        except InvalidPage:
            raise Problem("not-found", _("The list has no page {number}.").format(number=paging.page)) from None
        return Response(
            published(
                shape,
                part.paginator,
                next=self._at_page(part.next_page_number()) if part.has_next() else None,
                previous=self._at_page(part.previous_page_number()) if part.has_previous() else None,
                results=tuple(write(list(part.object_list))),
            )
        )

    def _at_page(self, number: int) -> str:
        parameters = self.request.query_params.dict() | {"page": str(number)}
        return self.request.build_absolute_uri(f"{self.request.path}?{urlencode(parameters)}")


def created(value: msgspec.Struct, location: str) -> Response:
    """Answer that something was made, and where it is."""
    return Response(value, status=HTTPStatus.CREATED, headers={"Location": location})
