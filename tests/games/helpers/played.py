"""Whole games for the tests of what games come to: played by bots, or with events of one's own making."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

import engine
from clubs.models import Club, Membership, Player
from games import store
from games.events import tables as events
from games.events.base import BOOKS, Book
from games.models import Seat, Table
from games.tables.services.seats import next_number, open_table
from tests.factories import ClubFactory, MembershipFactory
from tests.games.helpers.tables import START, due, person


def club_of(*players: Player, name: str = "Ponnani Sports Club", zone: str = "") -> Club:
    """Return a club that the first of these owns, and the others belong to; `zone` is its zone from of old."""
    club = ClubFactory(founder=players[0], name=name)
    if zone:
        members = Membership.objects.filter(club=club)
        club.pk, club.slug, club.time_zone = uuid4(), "of-old", zone
        club.save(force_insert=True)
        members.update(club=club)
    for player in players[1:]:
        MembershipFactory(club=club, player=player)
    return club


def bots_play(
    rules_id: str, hands: int = 2, *, club: Club | None = None, by: Player | None = None, **more: Any
) -> UUID:
    """Play a game between the bots of the house to its end; return its stream."""
    rules = engine.load_rules(rules_id)
    options = {"ending": {"type": "hands", "count": hands}}
    by = by or person("Ammini")
    table = open_table(
        player=by, rules=rules_id, options=options, club=club, seat=None, bots=range(rules.players), now=START, **more
    )
    while Table.objects.get(pk=table.pk).finished_at is None:
        assert due(table.pk), "the table hangs"
    return table.pk


def begun(
    players: Sequence[Player],
    rules_id: str = "28-kerala-4",
    *,
    club: Club | None = None,
    friendly: bool = False,
    counts: tuple[Book, ...] = BOOKS,
    options: dict[str, Any] | None = None,
    at: datetime | None = None,
    salaams: bool = False,
) -> UUID:
    """Open a table with its stream, by default of old, and seat the players; play is up to the test."""
    stream, rules = uuid4(), engine.load_rules(rules_id, options or {})
    terms = events.TableOpened(
        rules=rules_id, options=rules.options, action_seconds=30, reserve_seconds=60, pause_seconds=8,
        club=None if club is None else str(club.pk), counts=() if friendly else counts, salaams=salaams,
    )  # fmt: skip
    Table.objects.create(
        pk=stream, number=next_number(), club=club, rules=rules_id, options=rules.options, friendly=friendly
    )
    Seat.objects.bulk_create(Seat(table_id=stream, number=seat, player=player) for seat, player in enumerate(players))
    sitting = [events.SeatTaken(seat, str(player.pk), player.is_bot) for seat, player in enumerate(players)]
    happens(stream, terms, *sitting, at=at or later(-2))
    return stream


def happens(stream: UUID, *happened: store.Event, at: datetime | None = None) -> None:
    """Append events to a stream."""
    version = len(store.load(stream, opened=False))
    store.append(stream, expected=version, events=happened, command=uuid4(), now=at or timezone.now())


def hand(number: int, points: Sequence[int], declarer: int = 0, bid: int = 16, *, made: bool = True, **more: Any):
    """Return a decided hand of 28 with each side's game points."""
    return engine.HandScored(
        hand=number, outcome="made" if made else "failed", declarer=declarer, bid=bid, points=(15, 13),
        game_points=tuple(points), **more,
    )  # fmt: skip


def later(days: float) -> datetime:
    """Return a moment so many days after the first of the tests."""
    return START + timedelta(days=days)
