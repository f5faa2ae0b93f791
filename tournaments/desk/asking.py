"""Forms for deeds: a deed as JSON with the members that are fixed, and fields for those that a person fills in.

Each form carries the version that was seen and a command of its own, so that two directors do not overwrite each other
and a double click acts once. One view does all of them (`tournaments.desk.doing.do_deed`).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints
from uuid import UUID, uuid4

import msgspec
from django.http import QueryDict
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive, localtime, make_aware

from clubs.base.asked import id_in, number_in
from clubs.errors import ClubError
from engine.phrases import phrase
from tournaments.deeds.base import Deed, Refused
from tournaments.deeds.deciding import AnyDeed

RESERVED: Final = ("csrfmiddlewaretoken", "deed", "version", "command", "words", "back", "preview")
_TIMES: Final = ("at", "until")
"""The members of deeds that are times."""
MAX_DEED: Final = 4_000
"""The characters of a deed in a form."""
_MEMBER: Final = re.compile(r"`(?:\$\.)?(\w+)[^`]*`$")
"""The member that a fault of msgspec is about, at its end: `$.points[0]`, or `entrant` where it is missing."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form: `kind` is `number`, `text`, `choice`, `several`, `words`, `hidden`, or `time`.

    A time is by the clocks of the club.

    Attributes:
        name: The member of the deed; with an underscore after it where browsers have a method of this name on forms,
            such as `matches`, which the field would hide from scripts.
        choices: Of a choice, and of several, the values and their texts.
        longest: The characters of a text.
        wrong: Why it was refused, to stand beside it.
    """

    name: str
    label: str
    kind: str = "number"
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    least: int | None = None
    longest: int = 60
    optional: bool = False
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """A form, or a single button, that does a deed.

    Attributes:
        deed: The deed and its fixed members, as JSON.
        button: The text of the button.
        title: What the form is about; empty for a single button.
        look: `go` for the usual next step, `bare` for one that is rarely pressed, `danger` for one that hurts.
        why_not: Why it cannot be done yet; empty: it can.
        previews: It says on a further button what it would change.
        mend: The page of the tournament on which that can be mended for which it waits.
        warning: What a director passes over who does it; empty for nothing.
    """

    deed: str
    button: str
    title: str = ""
    fields: tuple[Field, ...] = ()
    look: str = ""
    why_not: str = ""
    previews: bool = False
    mend: str = ""
    warning: str = ""
    command: UUID = field(default_factory=uuid4)

    @property
    def is_refused(self) -> bool:
        """Whether it was sent, and one of its fields is wrong."""
        return any(one.wrong for one in self.fields)


def ask(
    deed: Deed | Mapping[str, Any],
    button: str,
    title: str = "",
    fields: Iterable[Field] = (),
    look: str = "",
    why_not: str = "",
    *,
    previews: bool = False,
    mend: str = "",
    warning: str = "",
) -> Ask:
    """Return the form of a deed; a mapping has its name as `do`, and leaves out what the fields fill in."""
    return Ask(msgspec.json.encode(deed).decode(), button, title, tuple(fields), look, why_not, previews, mend, warning)


def sent_again(asks: Iterable[Ask], post: QueryDict, refused: ClubError) -> Iterator[Ask]:
    """Yield forms, that which was sent with what was typed and with the refusal beside its field."""
    for shown in asks:
        if shown.deed != post.get("deed"):
            yield shown
            continue
        typed = {name: iter(values) for name, values in post.lists()}
        wrong = {refused.field: refused.message}
        yield replace(
            shown,
            fields=tuple(
                replace(one, value=next(typed.get(one.name, iter(())), one.value), wrong=wrong.pop(one.name, ""))
                for one in shown.fields
            ),
        )


def deed_in(post: QueryDict) -> Deed:
    """Return the deed of a form that was sent.

    Raises:
        Refused: `unreadable`: it is no deed, or a field has not the form that it needs.
    """
    try:
        members = msgspec.json.decode(post.get("deed", "")[:MAX_DEED].encode())
        shape = _SHAPES[members["do"]]
    except (msgspec.DecodeError, KeyError, TypeError, RecursionError):
        raise Refused("unreadable", phrase("The input could not be read; nothing was done.")) from None
    for name, several in shape.items():
        sent = f"{name}_" if f"{name}_" in post else name
        if sent in post and name not in RESERVED and name not in members:
            given = [text.strip() for text in post.getlist(sent)]
            if several:
                members[name] = given
            elif given[-1]:
                members[name] = given[-1]
    for name in _TIMES:
        if isinstance(at := members.get(name), str):
            members[name] = _seconds(at, name)
    try:
        return msgspec.convert(members, AnyDeed, strict=False)
    except (msgspec.ValidationError, ValueError) as fault:
        wrong = _MEMBER.search(str(fault))
        text = phrase("Fill in all fields; enter numbers in figures.")
        raise Refused("unreadable", text, wrong[1] if wrong else "") from None


def time_field(label: str, at: int | None = None, *, optional: bool = False) -> Field:
    """Return the field of the time `at` of a deed, in seconds since 1970 UTC; it is shown by the present time zone."""
    shown = "" if at is None else localtime(datetime.fromtimestamp(at, UTC)).strftime("%Y-%m-%dT%H:%M")
    return Field("at", label, "time", shown, optional=optional)


def _seconds(text: str, field: str) -> int:
    """Return a time as it was written in a field, by the present time zone.

    Raises:
        Refused: `unreadable`.
    """
    try:
        moment = parse_datetime(text)
    except ValueError:
        moment = None
    if moment is None:
        raise Refused("unreadable", phrase("Enter the time as day and hour, such as 2026-11-27T18:30."), field)
    return int((make_aware(moment) if is_naive(moment) else moment).timestamp())


def version_in(post: QueryDict) -> int | None:
    """Return the version that the sender of a form saw; None: the form names none."""
    return number_in(post.get("version", ""))


def command_in(post: QueryDict) -> UUID:
    """Return the command of a form; a new one where it has none that can be read."""
    return id_in(post.get("command", "")) or uuid4()


def _is_several(hint: Any) -> bool:
    """Tell whether a member of a deed has several values."""
    if get_origin(hint) in (Union, UnionType):
        return any(map(_is_several, get_args(hint)))
    return get_origin(hint) is tuple


def _shapes(deeds: Sequence[type[Deed]]) -> dict[str, dict[str, bool]]:
    return {
        deed.__name__: {
            name: _is_several(hint) for name, hint in get_type_hints(deed).items() if name in deed.__struct_fields__
        }
        for deed in deeds
    }


_SHAPES: Final = _shapes(get_args(AnyDeed))
"""By the name of a deed its members, and whether each has several values."""
