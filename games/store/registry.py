"""Which events there are: stable names and schema numbers for classes, and how old bodies become new ones.

A body is canonical JSON: members sorted by name, no spaces, no floats. The type's name stands beside it, not in it.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

import engine.events
import games.events.adjusting
import games.events.base
import games.events.cases
import games.events.results
import games.events.sheets
import games.events.tables  # these define the events

Event: TypeAlias = msgspec.Struct
"""A frozen value with `schema` and `sealed_fields` as class variables, such as `engine.events.BidMade`."""

Upcaster: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]


class UnknownEventError(Exception):
    """A type or schema of event that this program does not know, or a body that does not fit it.

    Attributes:
        pos: The position of the stored event in the log, 0 for one that is not stored.
    """

    def __init__(self, message: str, pos: int = 0) -> None:
        super().__init__(message)
        self.pos = pos


class _Sealed:
    """Stands for a member that stays shut."""

    def __repr__(self) -> str:
        return "SEALED"

    def __bool__(self) -> bool:
        return False

    def __reduce__(self) -> str:
        return "SEALED"


SEALED: Final = _Sealed()
"""The value of a sealed member of an event that was read without opening it."""


class Kind(NamedTuple):
    """A registered event type."""

    name: str
    event_class: type[Event]
    schema: int
    sealed_fields: tuple[str, ...]
    decoder: msgspec.json.Decoder[Any]
    # For an event read without opening: the same members but the sealed ones.
    shut_decoder: msgspec.json.Decoder[Any]


# The exceptions of decoding and upcasting a body that is not of its type.
_UNFIT: Final = (
    msgspec.MsgspecError, RecursionError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError,
)  # fmt: skip

_kinds: dict[str, Kind] = {}
_names: dict[type[Event], str] = {}
_upcasters: dict[tuple[str, int], Upcaster] = {}
_encoder = msgspec.json.Encoder(order="sorted")
_plain_decoder = msgspec.json.Decoder()


def register(event_class: type[Event], *, name: str | None = None) -> type[Event]:
    """Make a type of event storable; usable as a decorator.

    Args:
        event_class: A frozen `msgspec.Struct` with `schema` and `sealed_fields` as class variables.
        name: The stored name, for good; by default the class's tag.

    Raises:
        ValueError: The name is another class's, or a sealed field is none of the class's fields.
    """
    tag = event_class.__struct_config__.tag
    name = name or (tag if isinstance(tag, str) else event_class.__name__)
    known = _kinds.get(name)
    if known is not None and known.event_class is not event_class:
        raise ValueError(f"the event name {name} is taken by {known.event_class.__qualname__}")
    sealed: tuple[str, ...] = getattr(event_class, "sealed_fields", ())
    if not set(sealed) <= set(event_class.__struct_fields__):
        raise ValueError(f"{name} has no such sealed fields: {', '.join(sealed)}")
    shut = msgspec.defstruct(
        f"{name}Shut",
        [
            (field.name, field.type) if field.required else (field.name, field.type, _default_of(field))
            for field in msgspec.structs.fields(event_class)
            if field.name not in sealed
        ],
        frozen=True,
        kw_only=True,
    )
    _kinds[name] = Kind(
        name=name,
        event_class=event_class,
        schema=event_class.schema,  # type: ignore[attr-defined]
        sealed_fields=sealed,
        decoder=msgspec.json.Decoder(event_class),
        shut_decoder=msgspec.json.Decoder(shut),
    )
    _names[event_class] = name
    return event_class


def register_upcaster(name: str, schema: int, upcaster: Upcaster) -> None:
    """Register the conversion of an old schema's body to the next schema.

    Args:
        name: The stored name of the event.
        schema: The old schema; the result is of `schema + 1`.
        upcaster: Gets the body's members, the opened ones among them if they were opened, and returns new ones.
    """
    _upcasters[name, schema] = upcaster


def event_names() -> dict[str, type[Event]]:
    """Return every registered type by its stored name."""
    return {name: kind.event_class for name, kind in _kinds.items()}


def kind_of(event: Event) -> Kind:
    """Return the registration of an event's type.

    Raises:
        UnknownEventError: The type is not registered.
    """
    try:
        return _kinds[_names[type(event)]]
    except KeyError:
        raise UnknownEventError(f"{type(event).__qualname__} is not registered as an event") from None


def kind_of_class(event_class: type[Event]) -> Kind:
    """Return the registration of a registered type."""
    return _kinds[_names[event_class]]


def check_known(name: str) -> None:
    """Raise `UnknownEventError` if no registered type has this stored name."""
    if name not in _kinds:
        raise UnknownEventError(f"there is no event type {name}")


def canonical(value: object) -> bytes:
    """Return the canonical JSON of a value.

    Raises:
        TypeError: There is a float in it; how a float is written depends on who writes it.
    """
    for part in _parts(value):
        if type(part) is float:
            raise TypeError("an event holds no floats")
    return _encoder.encode(value)


def recanonical(body: bytes | str) -> bytes:
    """Return the canonical form of a body as the database gives it.

    Raises:
        UnknownEventError: It is nested too deep, or a number in it is too long, for this program to read.
    """
    try:
        return _encoder.encode(_plain_decoder.decode(body))
    except (msgspec.MsgspecError, RecursionError, ValueError) as fault:
        raise UnknownEventError(f"its body cannot be read: {_fault_text(fault)}") from None


def split(event: Event) -> tuple[Kind, bytes, bytes | None]:
    """Return an event's type, its canonical body, and the canonical JSON of its sealed members if it has any.

    Raises:
        UnknownEventError: The type is not registered.
        TypeError: There is a float in it.
    """
    kind = kind_of(event)
    members: dict[str, Any] = msgspec.to_builtins(event)
    if isinstance(tag_field := event.__struct_config__.tag_field, str):
        del members[tag_field]
    if not kind.sealed_fields:
        return kind, canonical(members), None
    sealed = {field: members.pop(field) for field in kind.sealed_fields}
    return kind, canonical(members), canonical(sealed)


def join(name: str, schema: int, body: bytes | str, sealed: bytes | None, *, shut: bool) -> Event:
    """Return the event that was stored.

    Args:
        name: The stored name.
        schema: The schema it was stored under.
        body: The clear members as JSON.
        sealed: The sealed members as JSON, once opened.
        shut: The event has sealed members that are to stay so; they become `SEALED`.

    Raises:
        UnknownEventError: The type or schema is not known, or the body does not fit it.
    """
    check_known(name)
    kind = _kinds[name]
    try:
        if schema == kind.schema and sealed is None:
            event: Event = (kind.shut_decoder if shut else kind.decoder).decode(body)
        else:
            members = _plain_decoder.decode(body)
            if sealed is not None:
                members |= _plain_decoder.decode(sealed)
            members = _upcast(kind, schema, members)
            event = msgspec.convert(members, kind.shut_decoder.type if shut else kind.event_class)
    except _UNFIT as fault:
        raise UnknownEventError(f"a body of {name} does not fit: {_fault_text(fault)}") from None
    if not shut:
        return event
    # What is shut was checked like an open event but for the sealed members; a Struct's constructor checks nothing.
    return kind.event_class(**msgspec.structs.asdict(event), **dict.fromkeys(kind.sealed_fields, SEALED))


def fits(name: str, schema: int, body: bytes | str) -> bool:
    """Return whether a body without a sealed part decodes as an event of its type."""
    try:
        join(name, schema, body, None, shut=False)
    except UnknownEventError:
        return False
    return True


def is_sealed(name: str) -> bool:
    """Return whether events of a registered type have sealed members."""
    return name in _kinds and bool(_kinds[name].sealed_fields)


def lies_open(name: str, body: bytes | str) -> bool:
    """Return whether a readable body has a member in clear that its type seals."""
    members = _plain_decoder.decode(body)
    return isinstance(members, dict) and not members.keys().isdisjoint(_kinds[name].sealed_fields)


def _fault_text(fault: Exception) -> str:
    """Return the safe text of an exception about a body: msgspec names places and types, never values; others might."""
    return str(fault) if isinstance(fault, msgspec.MsgspecError) else type(fault).__name__


def _upcast(kind: Kind, schema: int, members: dict[str, Any]) -> dict[str, Any]:
    """Return a body's members as the present schema has them."""
    if schema > kind.schema:
        raise UnknownEventError(f"{kind.name} has schema {schema}, newer than the {kind.schema} known here")
    for old in range(schema, kind.schema):
        upcaster = _upcasters.get((kind.name, old))
        if upcaster is None:
            raise UnknownEventError(f"there is no upcaster from schema {old} of {kind.name}")
        members = upcaster(members)
    return members


def _parts(value: object) -> Iterator[object]:
    """Yield a value's parts down to the leaves."""
    if isinstance(value, dict):
        for part in value.values():
            yield from _parts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _parts(part)
    else:
        yield value


def _default_of(field: msgspec.structs.FieldInfo) -> Any:
    """Return a field's default in the form `defstruct` takes."""
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.field(default_factory=field.default_factory)
    return field.default


def _counting(body: dict[str, Any]) -> dict[str, Any]:
    """Return the opening of a table that counts in all books of the club, or as a friendly game in none."""
    friendly = body.pop("friendly", False)
    return {**body, "counts": [] if friendly else list(games.events.base.BOOKS)}


def _told(body: dict[str, Any]) -> dict[str, Any]:
    """Return the second body of `HandEntered`: how the hand came out is one member."""
    told = {name: value for name, value in body.items() if name not in ("hand", "dealer") and value is not None}
    return {"hand": body["hand"], "dealer": body["dealer"], "told": told, "source": "scorer"}


def _register_all() -> None:
    """Register the events of play and of people."""
    for base in (engine.events.Happened, games.events.base.TableEvent):
        for event_class in base.__subclasses__():
            register(event_class)
    # The next schema has more members, each with its default where the one before had none.
    register_upcaster("HandScored", 1, dict)
    register_upcaster("TableOpened", 1, dict)
    register_upcaster("TableOpened", 2, dict)
    register_upcaster("TableOpened", 3, dict)
    register_upcaster("TableOpened", 4, _counting)
    register_upcaster("SheetOpened", 1, dict)
    register_upcaster("SheetOpened", 2, dict)
    register_upcaster("SheetOpened", 3, dict)
    register_upcaster("CaseOpened", 1, dict)
    register_upcaster("VoteCast", 1, dict)
    register_upcaster("DecisionReversed", 1, dict)
    register_upcaster("HandEntered", 1, _told)
    register_upcaster("DealCommitted", 1, dict)
    register_upcaster("SeatTaken", 1, lambda body: {**body, "level": "steady" if body.get("bot") else ""})


_register_all()
