"""Queries about kunukku in a club: their wearers, since when and why, and the reason each came off; salaams made."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Count, Max, Min, QuerySet
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import Club, Player, Team
from clubs.officers.permissions import may
from clubs.people.selectors import ids_of
from clubs.privacy.selectors import hidden_from, may_see, seen_of
from clubs.teams.squads import squad
from games.models import Kunukku, KunukkuOff, Table
from games.sheets.selectors import visible_sheets
from games.store import projector
from games.tables.selectors.access import visible

BOARD = 12
PAGE = 25
HISTORY = 20
"""Page sizes: the board of a club's page, the page of wearers, and the list of kunukku that came off."""


class Worn(msgspec.Struct, frozen=True, kw_only=True):
    """A kunukku, or a salaam.

    Attributes:
        player_id: The player who puts it on; for a claimed guest, the account's player.
        game: The game that put it on.
        why: The reason in words; empty if the viewer may not find the table or know of the declarer.
        path: The page of the hand; empty if the viewer may not see it.
        off_path: The page of the hand that took it off; empty if there is none.
        how: `made`, `declared` or `lifted`; empty while it is worn.
    """

    player_id: UUID
    name: str
    club: str
    club_slug: str
    salaam: bool
    since: datetime
    game: UUID
    hand: int
    why: str
    path: str
    off_at: datetime | None
    off_hand: int | None
    off_path: str
    how: str


class Wearer(msgspec.Struct, frozen=True):
    """A player wearing kunukku now, with the time of the oldest."""

    player_id: UUID
    name: str
    count: int
    since: datetime


class WearersPage(msgspec.Struct, frozen=True):
    """A page of the wearers of kunukku in a club, and whether there are more."""

    wearers: tuple[Wearer, ...]
    more: bool


class PlayersKunukku(msgspec.Struct, frozen=True):
    """A player's kunukku, worn now and in the past, and the number of the player's salaams."""

    worn: tuple[Worn, ...]
    past: tuple[Worn, ...]
    times: int
    salaams: int


def worn_by(*, players: Collection[UUID], club: Club | None = None) -> "QuerySet[Kunukku]":
    """Return the kunukku that players wear now, the oldest first."""
    found = _rows().filter(player__in=players, salaam=False, removed_at=None)
    return found if club is None else found.filter(club=club)


def liftings_followed(streams: Collection[UUID]) -> dict[UUID, int]:
    """Return the version that the read model has reached in each of some streams of liftings."""
    found = KunukkuOff.objects.filter(projection_version=projector.serving("kunukku"), stream__in=streams)
    last = dict(found.values_list("stream").annotate(Max("version")))
    return {stream: last.get(stream, 0) for stream in streams}


def wearers(*, club: Club, viewer: Player | None, page: int = 1, most: int = PAGE) -> WearersPage:
    """Return the wearers of kunukku in a club who let the viewer see it, those with most first.

    An officer who may lift kunukku sees them all.

    Args:
        club: The club.
        viewer: The viewer; None for a visitor.
        page: The number of the page, from 1.
        most: The page size.
    """
    worn = _rows().filter(club=club, salaam=False, removed_at=None)
    lifts = may(viewer, "lift_kunukku", club)
    rows = list(
        _counted(worn if lifts else worn.exclude(hidden_from(viewer, "kunukku")))[(page - 1) * most : page * most + 1]
    )
    names = dict(Player.objects.filter(pk__in=[row["who"] for row in rows]).values_list("pk", "name"))
    told = tuple(Wearer(row["who"], names[row["who"]], row["count"], row["since"]) for row in rows[:most])
    return WearersPage(told, len(rows) > most)


def worn_in(*, club: Club, players: Iterable[UUID], viewer: Player | None) -> dict[UUID, tuple[Worn, ...]]:
    """Return the kunukku of some players of a club, each the oldest first; claimed guests under their account."""
    rows = list(worn_by(players=_with_guests(players), club=club)[: PAGE * PAGE])
    found: dict[UUID, tuple[Worn, ...]] = {}
    for one in _worn(rows, viewer):
        found[one.player_id] = (*found.get(one.player_id, ()), one)
    return found


def history(*, club: Club, viewer: Player | None, most: int = HISTORY) -> tuple[Worn, ...]:
    """Return the kunukku of a club that came off last and that the viewer may see."""
    # More rows are read than shown, to make up for hidden ones; the index has them in order.
    rows = list(_rows().filter(club=club, removed_at__isnull=False).order_by("-removed_at", "-pk")[: 3 * most])
    seen = seen_of(viewer, {row.player_id for row in rows}, "kunukku")
    return _worn([row for row in rows if row.player_id in seen][:most], viewer)


def salaams_of(*, club: Club, viewer: Player | None, most: int = BOARD) -> tuple[Wearer, ...]:
    """Return the players who have made salaams in a club, those with most first, each with the time of the first."""
    made = _rows().filter(club=club, salaam=True).exclude(hidden_from(viewer, "kunukku"))
    found = list(_counted(made)[:most])
    names = dict(Player.objects.filter(pk__in=[row["who"] for row in found]).values_list("pk", "name"))
    return tuple(Wearer(row["who"], names[row["who"]], row["count"], row["since"]) for row in found)


def kunukku_of(*, player: Player, viewer: Player | None, most: int = 10) -> PlayersKunukku | None:
    """Return a player's kunukku, present and past; None if the viewer may not see them."""
    if not may_see(viewer, player, "kunukku"):
        return None
    mine = _rows().filter(player__in=ids_of(player))
    worn = list(mine.filter(salaam=False, removed_at=None)[:PAGE])
    past = list(mine.filter(removed_at__isnull=False).order_by("-removed_at", "-pk")[:most])
    told = _worn([*worn, *past], viewer)
    return PlayersKunukku(
        worn=told[: len(worn)],
        past=told[len(worn) :],
        times=mine.filter(salaam=False).count(),
        salaams=mine.filter(salaam=True).count(),
    )


def kunukku_of_team(*, team: Team, viewer: Player | None) -> tuple[Wearer, ...]:
    """Return the present players of a team who wear a kunukku in its club, if the viewer may see it."""
    members = [place.player for place in squad(team)]
    ids = {one.real_id: one.name for one in members}
    worn = worn_by(players=_with_guests(ids), club=team.club)
    rows = _counted(worn.exclude(hidden_from(viewer, "kunukku")))
    return tuple(Wearer(row["who"], ids[row["who"]], row["count"], row["since"]) for row in rows if row["who"] in ids)


def _with_guests(players: Iterable[UUID]) -> set[UUID]:
    """Return the ids of players and of the guests they have claimed."""
    wanted = set(players)
    return wanted | set(Player.objects.filter(merged_into__in=wanted).values_list("pk", flat=True))


def _rows() -> "QuerySet[Kunukku]":
    return (
        Kunukku.objects.filter(projection_version=projector.serving("kunukku"))
        .select_related("player__merged_into", "club")
        .order_by("placed_at", "stream", "version")
    )


def _counted(rows: "QuerySet[Kunukku]") -> "QuerySet[Any, Any]":
    """Return the counts of the players with the time of the first, those with most first."""
    return (
        rows.order_by()
        .values(who=Coalesce("player__merged_into", "player"))
        .annotate(count=Count("pk"), since=Min("placed_at"))
        .order_by("-count", "since", "who")
    )


def _worn(rows: list[Kunukku], viewer: Player | None) -> tuple[Worn, ...]:
    """Return kunukku in words, with the pages of their hands if the viewer may find them."""
    streams = {row.stream for row in rows} | {row.removed_stream for row in rows if row.removed_stream}
    tables = set(Table.objects.filter(visible(viewer), pk__in=streams).values_list("pk", flat=True))
    sheets = set(visible_sheets(viewer).filter(pk__in=streams).values_list("pk", flat=True))
    declarers = {UUID(row.why["declarer"]) for row in rows if row.why.get("declarer")}
    # A failed hand reveals as much of its declarer as the declarer's own kunukku would.
    known = Player.objects.filter(pk__in=seen_of(viewer, declarers, "kunukku")).select_related("merged_into")
    names = {str(one.pk): one.real.name for one in known}

    def path(stream: UUID | None, hand: int | None) -> str:
        if stream in sheets and hand:
            return reverse("games:hand_of_sheet", args=[stream, hand])
        return reverse("games:hand", args=[stream, hand]) if stream in tables and hand else ""

    found = []
    for row in rows:
        real = row.player.real
        found.append(
            Worn(
                player_id=real.pk,
                name=real.name,
                club=row.club.name if row.club else "",
                club_slug=row.club.slug if row.club else "",
                salaam=row.salaam,
                since=row.placed_at,
                game=row.stream,
                hand=row.hand,
                why=_why(row, names) if row.stream in tables | sheets else "",
                path=path(row.stream, row.hand),
                off_at=row.removed_at,
                off_hand=row.removed_hand,
                off_path=path(row.removed_stream, row.removed_hand),
                how=row.how,
            )
        )
    return tuple(found)


def _why(row: Kunukku, names: dict[str, str]) -> str:
    """Return the outcome of the hand that put a kunukku on, in words. Source: 28-WIK-3, 28-HSE-11."""
    number, declarer = row.why.get("number"), names.get(row.why.get("declarer") or "")
    if number is None or not declarer:
        return ""
    outcome = row.why.get("outcome")
    if outcome == "made":
        return _("{name} made {number}.").format(name=declarer, number=number)
    if outcome == "conceded":
        return _("{name} conceded {number}.").format(name=declarer, number=number)
    return _("{name} did not make {number}.").format(name=declarer, number=number)
