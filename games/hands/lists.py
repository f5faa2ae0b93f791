"""Lists of hands and checks: those at live tables, and those with real cards on score sheets."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

import engine
from clubs.models import Player
from clubs.people.selectors import ids_of
from clubs.privacy.selectors import hidden_from, may_see
from games.errors import UnknownTable
from games.hands.history import names_by_id
from games.models import GamePlayer, HandCheck, PlayedGame, PlayedHand, Sheet, SheetPass, Table
from games.sheets.authors import Author, read_by
from games.sheets.page import names_on, title_of
from games.sheets.selectors import readable
from games.store import projector
from games.tables.selectors.access import visible, visible_table
from games.tables.selectors.lists import Mapped
from games.tables.selectors.told import FREE, GONE
from games.words import events as words
from games.words.notes import conceded_sentence, list_notes, listed_events

PROJECTION = "hands"
DROPPED = "dropped"
"""The outcome of a hand that counts no more: since a ruling the game was over before it."""


RESULTS = "results"


MOST_RECENT = 1000
"""The length of the list of the last hands."""


class HandEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A finished hand in a list.

    Attributes:
        game: The id of its table or its sheet.
        path: The address of its page.
        title: The name of its table or sheet.
        real_cards: It was played with real cards: it is on a score sheet.
        number: Its number.
        sentence: How it came out, in words.
        notes: What it did beside moving points, in sentences.
        outcome: The outcome's word.
        players: The names by seat.
        points: Card points by side; None where none were counted.
        game_points: The change by side; None where none are counted.
        scored_at: When it was scored.
        since: Since a ruling after the game: `adjusted`, or `dropped` if it counts no more; else empty.
    """

    game: UUID
    path: str
    title: str
    real_cards: bool
    number: int
    sentence: str
    notes: tuple[str, ...] = ()
    outcome: str
    players: tuple[str, ...]
    points: tuple[int, ...] | None
    game_points: tuple[int, ...] | None
    scored_at: datetime
    since: str = ""


def played_hands(table: Table) -> QuerySet[PlayedHand]:
    """Return the finished hands of a table, in the order played."""
    return PlayedHand.objects.filter(projection_version=projector.serving(PROJECTION), table=table).order_by("number")


def hands_of_sheet(sheet: Sheet) -> QuerySet[PlayedHand]:
    """Return the hands that stand on a score sheet, in the order played."""
    return PlayedHand.objects.filter(projection_version=projector.serving(PROJECTION), sheet=sheet).order_by("number")


def recent_hands(
    player: Player | None, *, club: str = "", player_id: UUID | None = None, search: str = "", people: bool = False
) -> Mapped[HandEntry]:
    """Return the last finished hands that a player may see, the latest first: `MOST_RECENT` of them, not all.

    Args:
        player: The viewer; None for a visitor.
        club: Only those of the club with this slug.
        player_id: Only those that this player played, if they may be seen (`histories`).
        search: Only those whose table or sheet, or one of whose players, has this in the name.
        people: Of the last `MOST_RECENT`, only those with a person among the players.
    """
    there = Q(table__isnull=False) & visible(player, "table__")
    if player is not None:
        there |= Q(sheet__isnull=False) & readable(player, "sheet__")
    found = PlayedHand.objects.filter(there, projection_version=projector.serving(PROJECTION))
    if club:
        found = found.filter(Q(table__club__slug=club) | Q(sheet__club__slug=club))
    if player_id is not None:
        whose = Player.objects.filter(pk=player_id).first()
        if whose is None or not may_see(player, whose, "histories"):
            found = found.none()
        ids = ids_of(Player(pk=player_id))
        played = Q()
        for one in ids:
            played |= Q(players__contains=[str(one)])
        found = found.filter(played, stream__in=_games_of(Q(player__in=ids)))
    if search:
        named = Q(player__name__icontains=search) & ~hidden_from(player, "histories")
        titled = Q(table__name__icontains=search) | Q(sheet__name__icontains=search)
        found = found.filter(titled | Q(stream__in=_games_of(named)))
    if people:
        # Bounded: on a server with weeks of games among bots the query would otherwise read all of them.
        last = found.order_by("-scored_at", "-number").values("pk")[:MOST_RECENT]
        bots = [str(pk) for pk in Player.objects.filter(is_bot=True).values_list("pk", flat=True)]
        found = found.filter(pk__in=last).exclude(players__contained_by=[*bots, None])
    rows = found.select_related("table", "sheet").order_by("-scored_at", "-number")
    return Mapped(rows, hand_entries, most=MOST_RECENT)


def _games_of(players: Q) -> QuerySet[GamePlayer, Any]:
    """Return the ids of the tables and sheets at which some players have played a hand to its end."""
    rows = GamePlayer.objects.filter(players, projection_version=projector.serving(RESULTS))
    return rows.exclude(game__kind=PlayedGame.Kind.RESULT).values("game__stream")


def hand_entries(hands: list[PlayedHand]) -> list[HandEntry]:
    """Return hands as entries of a list, each with its table or sheet."""
    known = names_by_id(player for hand in hands for player in hand.players)
    entries = []
    for hand in hands:
        names = _names(hand, known)
        scored = msgspec.convert(hand.result, engine.HandScored)
        noted = listed_events(hand.noted)
        rules = engine.load_rules(hand.place.rules)
        entries.append(
            HandEntry(
                game=hand.stream,
                path=hand_path(hand),
                title=title_of(hand.sheet) if hand.sheet is not None else str(hand.table),
                real_cards=hand.sheet is not None,
                number=hand.number,
                sentence=conceded_sentence(scored, noted, names, rules) or words.result_sentence(scored, names, rules),
                notes=list_notes(noted, names, rules),
                outcome=hand.outcome,
                players=names,
                points=scored.points,
                game_points=scored.game_points,
                scored_at=hand.scored_at,
                since=since_ruled(hand),
            )
        )
    return entries


def since_ruled(hand: PlayedHand) -> str:
    """Return what a ruling after the game made of a hand: `adjusted`, `dropped` or nothing."""
    return DROPPED if hand.outcome == DROPPED else "adjusted" if hand.case is not None else ""


def hand_path(hand: PlayedHand) -> str:
    """Return the address of a hand's page."""
    return reverse("games:hand" if hand.sheet_id is None else "games:hand_of_sheet", args=[hand.stream, hand.number])


def _names(hand: PlayedHand, known: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names by seat; of whom nobody knows on a sheet those that are written there."""
    if hand.sheet is not None:
        return names_on(hand.sheet, hand.players, known)
    return tuple((known.get(player) or _(GONE)) if player else _(FREE) for player in hand.players)


def get_check(
    check_id: UUID,
    player: Player | None,
    invited: Callable[[UUID], str] = lambda _: "",
    holding: Callable[[UUID], SheetPass | None] = lambda _: None,
) -> HandCheck:
    """Return a check about a hand that a player may see.

    Args:
        check_id: The check's id.
        player: Who looks; None for a visitor.
        invited: Returns the invitation code that they have for a table, if any.
        holding: Returns the pass that they have to a sheet, if any.

    Raises:
        UnknownTable, UnknownSheet: There is no such check, or this player may not know of it.
    """
    check = HandCheck.objects.select_related("table", "sheet", "opened_by").filter(pk=check_id).first()
    if check is None:
        raise UnknownTable(_("There is no such check."))
    if check.sheet_id is not None:
        read_by(check.sheet_id, Author(player, holding(check.sheet_id)))
    else:
        assert check.table_id is not None
        visible_table(check.table_id, player, invited(check.table_id))
    return check
