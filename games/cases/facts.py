"""The facts of a finished hand that a case is about: the people who played it, and when its result was published."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _
from msgspec import Struct

import engine
from clubs.models import Club
from games import store
from games.cases.hosts import Host
from games.errors import BadTerms, UnknownTable
from games.events import tables as events
from games.models import Sheet, SheetSeat, Table
from games.sheets.errors import UnknownSheet
from games.sheets.selectors import is_foreign, load_state
from games.sheets.state import rules_of


class HandFacts(Struct, frozen=True):
    """The facts of a finished hand.

    Attributes:
        seats: The ids of its players by seat as it began; empty for a bot, and where nobody is known.
        sides: The ids of the people who played it, by side, those who took a seat over in it included.
    """

    seats: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]


def place_of(game: UUID) -> Table | Sheet:
    """Return the table or the score sheet of a game, with its club.

    Raises:
        UnknownTable: There is neither.
    """
    table = Table.objects.select_related("club").prefetch_related("seats").filter(pk=game).first()
    place = table or Sheet.objects.select_related("club").filter(pk=game).first()
    if place is None:
        raise UnknownTable()
    return place


def club_of(place: Table | Sheet) -> Club:
    """Return the club of a game whose hands can be disputed.

    Raises:
        BadTerms: `no-club`: it has none, so nobody could decide; `foreign`: it came with an archive.
    """
    if place.club is None:
        raise BadTerms("no-club", _("This game belongs to no club: nobody could decide a dispute."))
    if isinstance(place, Sheet) and place.imported_at is not None and is_foreign(place):
        raise BadTerms("foreign", _("This game was imported from another server: it is read-only."))
    return place.club


def rules_of_place(place: Table | Sheet) -> engine.RuleSet:
    """Return the rule set with the options by which a game is played."""
    if isinstance(place, Sheet):
        return rules_of(place.rules, place.options, place.engine)
    return engine.load_rules(place.rules, place.options, version=place.engine)


def published_at(place: Table | Sheet, host: Host | None) -> datetime | None:
    """Return when the result of a game was published; None: it runs, or its tournament withholds the result."""
    return place.finished_at if host is None else host.published_at


def is_over(place: Table | Sheet) -> bool:
    """Tell whether a game is over."""
    return place.finished_at is not None


def facts_of(place: Table | Sheet, hand: int) -> HandFacts:
    """Return the facts of a finished hand.

    Raises:
        UnknownTable, UnknownSheet: There is no such finished hand.
    """
    rules = rules_of_place(place)
    if isinstance(place, Sheet):
        if hand not in load_state(place.pk).hands:
            raise UnknownSheet(_("This score sheet has no such hand."))
        known = dict(SheetSeat.objects.filter(sheet=place).values_list("seat", "player_id"))
        seats = tuple(str(known.get(seat, "")) for seat in range(rules.players))
        return HandFacts(seats, sides_of(rules, enumerate(seats)))
    return _at_table(place, hand, rules)


def _at_table(table: Table, hand: int, rules: engine.RuleSet) -> HandFacts:
    """Follow the seats of a table up to the end of a hand."""
    holders: dict[int, str] = {}
    seats: tuple[str, ...] | None = None
    played: list[tuple[int, str]] = []
    for stored in store.load(table.pk, opened=False):
        event = stored.event
        match event:
            case events.SeatTaken():
                holders[event.seat] = "" if event.bot else event.player
            case events.SeatLeft():
                holders.pop(event.seat, None)
            case events.PlayerSubstituted():
                holders[event.seat] = event.player
                if seats is not None:
                    played.append((event.seat, event.player))
            case engine.HandDealt() if event.hand == hand:
                seats = tuple(holders.get(seat, "") for seat in range(rules.players))
                played = list(enumerate(seats))
            case events.HandOpened() if event.hand == hand and seats is not None:
                return HandFacts(seats, sides_of(rules, played))
    raise UnknownTable(_("There is no such finished hand."))


def sides_of(rules: engine.RuleSet, played: Iterable[tuple[int, str]]) -> tuple[tuple[str, ...], ...]:
    """Return the people of each side, from the seats and their holders in a hand; empty is nobody."""
    sides: list[list[str]] = [[] for _side in rules.sides]
    for seat, player in played:
        if player and player not in sides[rules.side_of(seat)]:
            sides[rules.side_of(seat)].append(player)
    return tuple(map(tuple, sides))
