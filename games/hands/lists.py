"""Lists of hands and disputes."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

import engine
from clubs.models import Player
from clubs.people.selectors import ids_of
from clubs.privacy.selectors import hidden_from, may_see
from games.errors import UnknownTable
from games.hands.history import names_by_id
from games.models import Dispute, GamePlayer, PlayedHand, Table
from games.store import projector
from games.tables.selectors.access import visible, visible_table
from games.tables.selectors.lists import Mapped
from games.tables.selectors.told import FREE, GONE
from games.words import events as words
from games.words.notes import conceded_sentence, list_notes, listed_events

PROJECTION = "hands"


RESULTS = "results"


MOST_RECENT = 1000
"""The length of the list of the last hands."""


class HandEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A finished hand in a list."""

    table_id: UUID
    table_title: str
    number: int
    sentence: str
    notes: tuple[str, ...] = ()
    outcome: str
    players: tuple[str, ...]
    points: tuple[int, ...] | None
    game_points: tuple[int, ...] | None
    scored_at: datetime


def played_hands(table: Table) -> QuerySet[PlayedHand]:
    """Return the finished hands of a table, in the order played."""
    return PlayedHand.objects.filter(projection_version=projector.serving(PROJECTION), table=table).order_by("number")


def recent_hands(
    player: Player | None, *, club: str = "", player_id: UUID | None = None, search: str = "", people: bool = False
) -> Mapped[HandEntry]:
    """Return the last finished hands that a player may see, the latest first: `MOST_RECENT` of them, not all.

    Args:
        player: The viewer; None for a visitor.
        club: Only those of the club with this slug.
        player_id: Only those that this player played, if they may be seen (`histories`).
        search: Only those whose table, or one of whose players, has this in the name.
        people: Of the last `MOST_RECENT`, only those with a person among the players.
    """
    found = PlayedHand.objects.filter(visible(player, "table__"), projection_version=projector.serving(PROJECTION))
    if club:
        found = found.filter(table__club__slug=club)
    if player_id is not None:
        whose = Player.objects.filter(pk=player_id).first()
        if whose is None or not may_see(player, whose, "histories"):
            found = found.none()
        ids = ids_of(Player(pk=player_id))
        played = Q()
        for one in ids:
            played |= Q(players__contains=[str(one)])
        found = found.filter(played, table__in=_tables_of(Q(player__in=ids)))
    if search:
        named = Q(player__name__icontains=search) & ~hidden_from(player, "histories")
        found = found.filter(Q(table__name__icontains=search) | Q(table__in=_tables_of(named)))
    if people:
        # Bounded: on a server with weeks of games among bots the query would otherwise read all of them.
        last = found.order_by("-scored_at", "-number").values("pk")[:MOST_RECENT]
        bots = [str(pk) for pk in Player.objects.filter(is_bot=True).values_list("pk", flat=True)]
        found = found.filter(pk__in=last).exclude(players__contained_by=[*bots, None])
    rows = found.select_related("table").order_by("-scored_at", "-number")
    return Mapped(rows, hand_entries, most=MOST_RECENT)


def _tables_of(players: Q) -> QuerySet[GamePlayer, Any]:
    """Return the ids of the tables at which some players have played a hand to its end."""
    rows = GamePlayer.objects.filter(players, projection_version=projector.serving(RESULTS), game__kind="table")
    return rows.values("game__stream")


def hand_entries(hands: list[PlayedHand]) -> list[HandEntry]:
    """Return hands as entries of a list, each with its table."""
    known = names_by_id(player for hand in hands for player in hand.players)
    entries = []
    for hand in hands:
        names = tuple((known.get(player) or _(GONE)) if player else _(FREE) for player in hand.players)
        scored = msgspec.convert(hand.result, engine.HandScored)
        noted = listed_events(hand.noted)
        rules = engine.load_rules(hand.table.rules)
        entries.append(
            HandEntry(
                table_id=hand.table_id,
                table_title=str(hand.table),
                number=hand.number,
                sentence=conceded_sentence(scored, noted, names, rules) or words.result_sentence(scored, names, rules),
                notes=list_notes(noted, names, rules),
                outcome=hand.outcome,
                players=names,
                points=scored.points,
                game_points=scored.game_points,
                scored_at=hand.scored_at,
            )
        )
    return entries


def get_dispute(dispute_id: UUID, player: Player | None, invited: Callable[[UUID], str] = lambda _: "") -> Dispute:
    """Return a dispute at a table that a player may see.

    Args:
        dispute_id: The dispute's id.
        player: Who looks; None for a visitor.
        invited: Returns the invitation code that they have for a table, if any.

    Raises:
        UnknownTable: There is no such dispute, or this player may not know of it.
    """
    found = Dispute.objects.select_related("table", "opened_by").filter(pk=dispute_id).first()
    if found is None:
        raise UnknownTable(_("There is no such dispute."))
    visible_table(found.table_id, player, invited(found.table_id))
    return found
