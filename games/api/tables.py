"""Tables: finding, opening and watching them."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from drf_spectacular.utils import OpenApiParameter
from games.tableview import Happening

from clubs.api.base import Paging, page_of
from clubs.api.people import ClubRef, PlayerRef

ETAG = OpenApiParameter(
    "If-None-Match",
    {"type": "string", "maxLength": 200},
    OpenApiParameter.HEADER,
    description="The `ETag` of an earlier answer: 304 if nothing has changed.",
)
VERSION = OpenApiParameter(
    "ETag",
    str,
    OpenApiParameter.HEADER,
    response=["200"],
    description="The version; send it as `If-Match` to act on it.",
)


class SeatEntry(msgspec.Struct, frozen=True):
    """A taken seat."""

    seat: int
    player: PlayerRef


class TableEntry(msgspec.Struct, frozen=True):
    """A table as lists show it.

    Attributes:
        status: `waiting`, `playing`, `finished` or `closed`.
        version: The version of the game.
        by_invitation: To sit down one needs the code of the invitation link.
        players: How many seats there are.
        hand: The number of the running or last hand.
    """

    id: UUID
    number: int
    name: str
    club: ClubRef | None
    rules: str
    options: dict[str, Any]
    status: str
    version: int
    by_invitation: bool
    players: int
    seats: tuple[SeatEntry, ...]
    hand: int
    action_seconds: int
    reserve_seconds: int
    pause_seconds: int
    play_minutes: int | None
    created_at: datetime
    finished_at: datetime | None


TableEntryPage = page_of(TableEntry)


class TableQuery(Paging):
    """Which tables."""

    status: Literal["waiting", "playing", "finished", "closed"] | None = None
    club: (
        Annotated[str, msgspec.Meta(max_length=60, description="Tables of the club with this slug.")] | None
    ) = None
    rules: (
        Annotated[str, msgspec.Meta(max_length=40, description="Tables that play this rule set.")] | None
    ) = None
    player: Annotated[UUID, msgspec.Meta(description="Tables at which this player sits.")] | None = None


class TableWish(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A table to be opened.

    Attributes:
        rules: The id of the rule set.
        options: Options of the rule set that differ from its defaults.
        name: What to call the table.
        club: The slug of the club it belongs to.
        invitation: Only who has the invitation link may sit down.
        action_seconds: Seconds for every action.
        reserve_seconds: Seconds a player may use up beyond that in the whole game.
        pause_seconds: Seconds between a hand's result and the next deal.
        play_minutes: No hand begins after so many minutes.
        shown_seat: The seat whose hand spectators see, late.
        shown_delay: By how many seconds.
        bots: Seats for bots.
        seat: The seat you take; nothing to stay standing.
    """

    rules: Annotated[str, msgspec.Meta(max_length=40)]
    options: dict[str, Any] = {}
    name: Annotated[str, msgspec.Meta(max_length=60)] = ""
    club: Annotated[str, msgspec.Meta(max_length=60)] | None = None
    invitation: bool = False
    action_seconds: Annotated[int, msgspec.Meta(ge=5, le=600)] = 30
    reserve_seconds: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 120
    pause_seconds: Annotated[int, msgspec.Meta(ge=0, le=120)] = 8
    play_minutes: Annotated[int, msgspec.Meta(ge=1, le=720)] | None = None
    shown_seat: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None
    shown_delay: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 60
    bots: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=7)], ...], msgspec.Meta(max_length=8)] = ()
    seat: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = 0


class Since(msgspec.Struct):
    """From which version on."""

    since: Annotated[
        int, msgspec.Meta(ge=0, le=2**31 - 1, description="Only what happened after this version.")
    ] = 0


class Happenings(msgspec.Struct, frozen=True):
    """What happened at a table, in public words, the oldest first."""

    version: int
    results: tuple[Happening, ...]
