"""The kinds of things that pictures are evidence of. The apps above register theirs, and say who may do what."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from clubs.models import Club, Player


@dataclass(frozen=True, slots=True)
class Access:
    """The rights of a viewer to the pictures of a thing.

    Attributes:
        player: The player of the account, if there is one.
        holder: The pass that the viewer's browser holds, if one.
        may_see: Sees the pictures.
        may_add: Adds pictures; removes own ones.
        may_remove: Removes any picture, as an officer.
        club: The club in whose log that is noted, if one.
        address: The viewer's page of the thing; empty for none but that of its pictures.
    """

    player: Player | None
    holder: UUID | None = None
    may_see: bool = False
    may_add: bool = False
    may_remove: bool = False
    club: Club | None = None
    address: str = ""


@dataclass(frozen=True, slots=True)
class PictureKind:
    """A kind of things with pictures.

    Attributes:
        name: Its stable name.
        heading: What stands above the pictures.
        access: Returns the rights of a request's viewer to the pictures of a thing; none if there is no such thing.
    """

    name: str
    heading: Any
    access: Callable[[HttpRequest, UUID], Access]


_KINDS: dict[str, PictureKind] = {}


def register(kind: PictureKind) -> None:
    """Register a kind of things, by its name."""
    _KINDS[kind.name] = kind


def kind_of(name: str) -> PictureKind:
    """Return a kind by its name.

    Raises:
        Http404: There is none.
    """
    if name not in _KINDS:
        raise Http404(_("There are no pictures of this kind."))
    return _KINDS[name]
