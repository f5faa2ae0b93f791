"""The ledger as pages write it: units with their sign, and the cause of an entry."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django import template
from django.template import Context
from django.utils.formats import date_format, number_format
from django.utils.html import format_html
from django.utils.translation import gettext as _

from clubs.ledger.naming import NamedGame, games_named
from clubs.models import LedgerEntry

register = template.Library()


@register.filter
def units(amount: int) -> str:
    """Return an amount with its sign, the minus a real one.

    >>> units(3), units(0)
    ('+3', '0')
    """
    sign = "+" if amount > 0 else "\N{MINUS SIGN}" if amount < 0 else ""
    return f"{sign}{number_format(abs(amount), force_grouping=True)}"


@register.simple_tag(takes_context=True)
def games_of(context: Context, entries: Iterable[LedgerEntry]) -> dict[UUID, NamedGame]:
    """Return the games behind entries of the page's club in the viewer's view, with one look-up for all."""
    streams = {entry.stream for entry in entries if entry.stream is not None}
    return games_named(context["club"], streams, context.get("player"))


@register.simple_tag
def entry_title(games: Mapping[UUID, NamedGame], entry: LedgerEntry) -> str:
    """Return the title of an entry: the game, if it is of a whole one that the viewer may know of, else its cause."""
    game = games.get(entry.stream) if entry.stream is not None and _is_whole(entry) else None
    return cause(entry) if game is None else game.sentence


@register.simple_tag
def game_named(games: Mapping[UUID, NamedGame], entry: LedgerEntry) -> str:
    """Write the game behind an entry, linked if the viewer may open it; nothing if it is the title or unknown."""
    game = games.get(entry.stream) if entry.stream is not None and not _is_whole(entry) else None
    if game is None:
        return ""
    return format_html('<a href="{}">{}</a>', game.path, game.sentence) if game.path else game.sentence


@register.filter
def entries_of(lines: Iterable[Any]) -> list[LedgerEntry]:
    """Return the entries of the lines of a list, or of the postings of a statement."""
    return [line.entry for line in lines]


@register.filter
def cause(entry: LedgerEntry) -> str:
    """Return the cause of a ledger entry: a hand, a game, the end of a season, or an officer's act with its reason."""
    if entry.act is None:
        if entry.part:
            return _of_ruling(entry)
        if entry.kind == LedgerEntry.Kind.REVERSAL:
            return _("A withdrawn game")
        if _is_whole(entry):
            return _("Game of %(day)s") % {"day": date_format(entry.day, "j F")}
        return _("Hand %(hand)s of a game") % {"hand": entry.hand}
    if entry.act.action == "season.cleared":
        return _("The season was settled")
    if entry.act.action == "season.carried":
        if entry.kind == LedgerEntry.Kind.SETTLEMENT:
            return _("Carried over into the next season")
        if entry.kind == LedgerEntry.Kind.GRANT:
            return _("Grants carried over from the season before")
        return _("Carried over from the season before")
    return f"{entry.get_kind_display()}: {entry.act.reason}" if entry.act.reason else entry.get_kind_display()


def _is_whole(entry: LedgerEntry) -> bool:
    """Tell whether an entry is what a whole game came to, as it was played."""
    return entry.kind == LedgerEntry.Kind.GAME and not entry.part and entry.hand is None


def _of_ruling(entry: LedgerEntry) -> str:
    """Return the cause of an entry that a ruling on a finished game made."""
    back = entry.kind == LedgerEntry.Kind.REVERSAL
    if entry.hand is None:
        return _("A whole game, undone by a ruling") if back else _("A whole game, as ruled")
    text = _("Hand %(hand)s of a game, undone by a ruling") if back else _("Hand %(hand)s of a game, as ruled")
    return text % {"hand": entry.hand}
