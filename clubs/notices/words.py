"""Notices in words, in the reader's language: the names in their sentences are looked up when they are read.

The apps above clubs (tables, tournaments) register the names of their ids (`register`).
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec
from django.utils import formats
from django.utils.translation import gettext_lazy as _

from clubs.base.isolation import run_each
from clubs.models import Club, Membership, Notice, Player, Season, Team
from clubs.notices.kinds import KINDS, Words

logger = logging.getLogger("lelam.notices")

Named = Callable[[Collection[str]], Mapping[str, str]]
"""Returns the names of some ids; deleted ones are left out."""

_GONE: Mapping[str, Words] = {
    "player": _("Somebody"),
    "club": _("A club"),
    "team": _("A team"),
    "season": _("of the past"),
    "table": _("A table"),
    "tournament": _("A tournament"),
    "entrant": _("Somebody"),
    "opponent": _("Somebody"),
    "sheet": _("A score sheet"),
}
"""The words in place of deleted things."""


class NoticeShown(msgspec.Struct, frozen=True):
    """Something you are told; `path` is the page that it is about."""

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
    """Register the names of the ids of a placeholder, such as `table`."""
    _NAMED[place] = named


def texts_of(notices: Iterable[Notice], *, zone: ZoneInfo) -> list[NoticeShown]:
    """Put notices into words, in the active language.

    Args:
        notices: The notices, of kinds that there are; others are left out.
        zone: The reader's time zone, for the times in them.
    """
    known = [notice for notice in notices if notice.kind in KINDS]
    names = _look_up(known)
    return [_notice_text(notice, _sentence(notice, names, zone)) for notice in known]


def texts_or_excuse(notices: Iterable[Notice], *, zone: ZoneInfo) -> list[NoticeShown]:
    """Put notices into words for a page: one that cannot be is replaced by a sentence, so that the others are shown."""
    notices = list(notices)
    try:
        return texts_of(notices, zone=zone)
    except Exception:  # the log names the failed one next
        alone = run_each(
            notices, lambda notice: texts_of([notice], zone=zone),
            task="The text of a notice", name=lambda notice: notice.pk, logger=logger,
        )  # fmt: skip
    texts = {one.id: one for some in alone.results for one in some}
    unsaid = str(_("This cannot be shown; the log of the server says why."))
    return [texts.get(notice.pk) or _notice_text(notice, unsaid) for notice in notices if notice.kind in KINDS]


def _notice_text(notice: Notice, text: str) -> NoticeShown:
    return NoticeShown(
        id=notice.pk,
        kind=notice.kind,
        text=text,
        path=notice.path,
        told_at=notice.told_at,
        is_read=notice.read_at is not None,
    )


def _look_up(notices: Iterable[Notice]) -> dict[str, Mapping[str, str]]:
    """Return the names of all ids in the notices, with one query for each placeholder."""
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
    """The placeholders of a sentence, filled on demand."""

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
