"""Notices in words, in the language of who reads: the places of their sentences are looked up when they are read.

What lies above the clubs (tables, tournaments) registers how its ids are called (`register`).
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils import formats
from django.utils.translation import gettext_lazy as _

from clubs.isolation import run_each
from clubs.models import Club, Membership, Notice, Player, Season, Team
from clubs.notices.kinds import KINDS, Words

logger = logging.getLogger("lelam.notices")

Named = Callable[[Collection[str]], Mapping[str, str]]
"""Returns what some ids are called; one that is not there any more is left out."""

_GONE: Mapping[str, Words] = {
    "player": _("Somebody"),
    "club": _("A club"),
    "team": _("A team"),
    "season": _("of the past"),
    "table": _("A table"),
    "tournament": _("A tournament"),
    "sheet": _("A score sheet"),
}
"""What stands in the place of what is not there any more."""


@dataclass(frozen=True, slots=True)
class Said:
    """A notice as somebody reads it."""

    id: UUID
    kind: str
    text: str
    path: str
    told_at: datetime
    is_read: bool


def _players(ids: Collection[str]) -> Mapping[str, str]:
    return {str(pk): name for pk, name in Player.objects.filter(pk__in=ids).values_list("pk", "name") if name}


def _clubs(ids: Collection[str]) -> Mapping[str, str]:
    return {str(pk): name for pk, name in Club.objects.filter(pk__in=ids).values_list("pk", "name")}


def _teams(ids: Collection[str]) -> Mapping[str, str]:
    return {str(pk): name for pk, name in Team.objects.filter(pk__in=ids).values_list("pk", "name")}


def _seasons(ids: Collection[str]) -> Mapping[str, str]:
    return {str(pk): name for pk, name in Season.objects.filter(pk__in=ids).values_list("pk", "name")}


def _roles(codes: Collection[str]) -> Mapping[str, str]:
    return {code: str(Membership.Role(code).label) for code in codes if code in Membership.Role.values}


_NAMED: dict[str, Named] = {
    "player": _players,
    "club": _clubs,
    "team": _teams,
    "season": _seasons,
    "role": _roles,
}


def register(place: str, named: Named) -> None:
    """Say how the ids of a place in sentences are called, such as `table`."""
    _NAMED[place] = named


def said(notices: Iterable[Notice], *, zone: ZoneInfo) -> list[Said]:
    """Put notices into words, in the active language.

    Args:
        notices: The notices, of kinds that there are; others are left out.
        zone: The reader's time zone, for the times in them.
    """
    known = [notice for notice in notices if notice.kind in KINDS]
    names = _look_up(known)
    return [_said(notice, _sentence(notice, names, zone)) for notice in known]


def said_if_possible(notices: Iterable[Notice], *, zone: ZoneInfo) -> list[Said]:
    """Put notices into words for a page: one that cannot be is replaced by a sentence, so that the others are shown."""
    notices = list(notices)
    try:
        return said(notices, zone=zone)
    except Exception:  # of which one, the log says next
        alone = run_each(
            notices, lambda notice: said([notice], zone=zone),
            task="The text of a notice", name=lambda notice: notice.pk, logger=logger,
        )  # fmt: skip
    texts = {one.id: one for some in alone.results for one in some}
    unsaid = str(_("This cannot be shown; the log of the server says why."))
    return [texts.get(notice.pk) or _said(notice, unsaid) for notice in notices if notice.kind in KINDS]


def _said(notice: Notice, text: str) -> Said:
    return Said(
        id=notice.pk,
        kind=notice.kind,
        text=text,
        path=notice.path,
        told_at=notice.told_at,
        is_read=notice.read_at is not None,
    )


def _look_up(notices: Iterable[Notice]) -> dict[str, Mapping[str, str]]:
    """Return the names of all that the notices name: one look for each sort of thing."""
    wanted: dict[str, set[str]] = defaultdict(set)
    for notice in notices:
        for place, value in notice.details.items():
            if place in _NAMED and value:
                wanted[place].add(str(value))
    return {place: _NAMED[place](ids) for place, ids in wanted.items()}


def _sentence(notice: Notice, names: Mapping[str, Mapping[str, str]], zone: ZoneInfo) -> str:
    sentences = KINDS[notice.kind].says
    template = str(sentences.get(str(notice.details.get("what", "")), sentences[""]))
    return template.format_map(_Places(notice.details, names, zone))


class _Places(dict[str, Any]):
    """The places of a sentence, filled one by one as it asks for them."""

    def __init__(self, details: Mapping[str, Any], names: Mapping[str, Mapping[str, str]], zone: ZoneInfo) -> None:
        super().__init__()
        self._details, self._names, self._zone = details, names, zone

    def __missing__(self, place: str) -> str:
        value = self._details.get(place)
        if place in _NAMED or place in _GONE:
            found = self._names.get(place, {}).get(str(value))
            return found or str(_GONE.get(place, ""))
        if place == "at" and value:
            return formats.date_format(datetime.fromisoformat(str(value)).astimezone(self._zone), "j F, H:i")
        if place == "amount" and value is not None:
            return f"{int(value):+d}".replace("-", "\N{MINUS SIGN}")
        return "" if value is None else str(value)
