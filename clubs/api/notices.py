"""What whoever asks is told, what they chose to be told, and the devices that take it."""

import re
from datetime import datetime, time
from functools import partial
from typing import Annotated, Literal, TypeVar
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL, ApiView, Paging, created, described, page_of, published
from clubs.api.common import judged
from clubs.api.problems import Problem
from clubs.base.outgoing import LONGEST_ADDRESS
from clubs.models import Player
from clubs.notices import push, selectors, words
from clubs.notices.kinds import KINDS, WAYS
from clubs.notices.services import choosing
from clubs.notices.services.devices import add_device, remove_device
from clubs.notices.services.reading import mark_all_read, mark_read

operation = partial(described, tag="notices")

T = TypeVar("T")
_CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_KINDS_SAID = ", ".join(KINDS)

Clock = Annotated[str, msgspec.Meta(pattern=rf"^{_CLOCK.pattern}$", description="Hours and minutes, such as 22:30.")]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=r"^[A-Za-z0-9_=-]+$")]
Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class NoticeQuery(Paging):
    """Which notices."""

    unread: Annotated[bool, msgspec.Meta(description="Only those that are not read yet.")] = False


class ReadWish(msgspec.Struct, forbid_unknown_fields=True):
    """Which notices are read: those told until a moment, or all."""

    until: Moment | None = None


class ReadCount(msgspec.Struct, frozen=True):
    """How many notices are still unread, 100 at most."""

    unread: int


class WaysShown(msgspec.Struct, frozen=True):
    """By which ways you are told a kind: `page`, `digest`, `mail`, `push`; `offered` are those it can go."""

    kind: str
    label: str
    ways: tuple[str, ...]
    offered: tuple[str, ...]


class NoticeChoicesShown(msgspec.Struct, frozen=True):
    """What you are told, by which ways and when. Times are by the clock of your time zone."""

    kinds: tuple[WaysShown, ...]
    digest: str
    digest_at: str
    quiet_from: str | None
    quiet_until: str | None
    time_zone: str
    paused_until: datetime | None


class NoticeChoicesWish(msgspec.Struct, forbid_unknown_fields=True):
    """What to change; what is left out stays. `ways`: by kind, all the ways by which you want to be told it."""

    ways: (
        Annotated[
            dict[str, tuple[Literal["page", "digest", "mail", "push"], ...]],
            msgspec.Meta(description=f"Kinds: {_KINDS_SAID}."),
        ]
        | msgspec.UnsetType
    ) = msgspec.UNSET
    digest: Literal["daily", "weekly", "never"] | msgspec.UnsetType = msgspec.UNSET
    digest_at: Clock | msgspec.UnsetType = msgspec.UNSET
    quiet_from: Clock | msgspec.UnsetType | None = msgspec.UNSET
    quiet_until: Clock | msgspec.UnsetType | None = msgspec.UNSET
    time_zone: Annotated[str, msgspec.Meta(max_length=64, pattern=NO_NUL)] | msgspec.UnsetType = msgspec.UNSET
    paused_until: Moment | msgspec.UnsetType | None = msgspec.UNSET


class DeviceShown(msgspec.Struct, frozen=True):
    """A device that takes your notices by web push. Its address is not shown: it is a secret."""

    id: UUID
    name: str
    added_at: datetime
    reached_at: datetime | None


class DeviceWish(msgspec.Struct, forbid_unknown_fields=True):
    """A subscription of web push, as a browser's `PushSubscription` has it."""

    endpoint: Annotated[str, msgspec.Meta(max_length=LONGEST_ADDRESS, pattern=NO_NUL)]
    p256dh: Key
    auth: Key
    name: Annotated[str, msgspec.Meta(max_length=60, pattern=r"^[^\x00-\x1f]*$")] = ""


class DeviceList(msgspec.Struct, frozen=True):
    """Your devices, and the public key with which a browser subscribes; empty where this server pushes nothing."""

    key: str
    results: tuple[DeviceShown, ...]


NoticeShownPage = page_of(words.NoticeShown)


class Notices(ApiView):
    """What you are told."""

    @operation("notices_list", NoticeShownPage, parameters=NoticeQuery)
    def get(self, request: Request) -> Response:
        """List what you are told, the newest first."""
        player, asked = self.require_player(), self.asked(NoticeQuery)
        found = selectors.notices_of(player)
        zone = selectors.choices_of(player).hours.zone
        return self.page(
            found.filter(read_at=None) if asked.unread else found,
            NoticeShownPage,
            asked,
            lambda rows: words.texts_or_excuse(rows, zone=zone),
        )


class ReadNotices(ApiView):
    """Reading them all."""

    @operation("notices_read_all", ReadCount, body=ReadWish)
    def post(self, request: Request) -> Response:
        """Mark all as read, or all that was told until a moment."""
        player = self.require_player()
        mark_all_read(player=player, until=self.read(ReadWish).until)
        return Response(ReadCount(selectors.count_unread(player)))


class ReadNotice(ApiView):
    """Reading one."""

    @operation("notices_read", ReadCount)
    def post(self, request: Request, notice_id: UUID) -> Response:
        """Mark one as read."""
        player = self.require_player()
        if not mark_read(player=player, notice_id=notice_id):
            raise Problem("not-found", _("There is no such notice."))
        return Response(ReadCount(selectors.count_unread(player)))


class MyNoticeChoices(ApiView):
    """What you chose to be told."""

    @operation("me_notice_choices_retrieve", NoticeChoicesShown)
    def get(self, request: Request) -> Response:
        """Show what you are told, by which ways and when."""
        return Response(_choices(self.require_player()))

    @operation("me_notice_choices_update", NoticeChoicesShown, body=NoticeChoicesWish)
    def patch(self, request: Request) -> Response:
        """Choose what you are told, by which ways and when."""
        player, wish = self.require_player(), self.read(NoticeChoicesWish)
        stored = selectors.choices_of(player).stored
        ways = {} if wish.ways is msgspec.UNSET else wish.ways

        def choose() -> None:
            choosing.choose(
                player=player,
                ways={kind: {way: way in wanted for way in WAYS} for kind, wanted in ways.items()},
                digest=_or(wish.digest, stored.digest),
                digest_at=_or(_clock(wish.digest_at), stored.digest_at) or stored.digest_at,
                quiet_from=_or(_clock(wish.quiet_from), stored.quiet_from),
                quiet_until=_or(_clock(wish.quiet_until), stored.quiet_until),
                time_zone=_or(wish.time_zone, stored.time_zone),
                paused_until=wish.paused_until,
            )

        judged(choose, in_the_input=None)
        return Response(_choices(player))


class MyDevices(ApiView):
    """Your devices."""

    @operation("me_devices_list", DeviceList)
    def get(self, request: Request) -> Response:
        """List the devices that take your notices."""
        devices = selectors.devices_of(self.require_player())
        key = push.public_key() if push.is_offered() else ""
        return Response(DeviceList(key, tuple(published(DeviceShown, device) for device in devices)))

    @operation("me_devices_create", {201: DeviceShown}, body=DeviceWish)
    def post(self, request: Request) -> Response:
        """Have a device take your notices."""
        player, wish = self.require_player(), self.read(DeviceWish)
        added = judged(lambda: add_device(player=player, **msgspec.structs.asdict(wish)), in_the_input=None)
        return created(published(DeviceShown, added), f"/api/me/devices/{added.pk}/")


class MyDevice(ApiView):
    """One of your devices."""

    @operation("me_devices_destroy")
    def delete(self, request: Request, device_id: UUID) -> Response:
        """Have a device take nothing any more."""
        if not remove_device(player=self.require_player(), device_id=device_id):
            raise Problem("not-found", _("There is no such device."))
        return Response(status=204)


def _choices(player: Player) -> NoticeChoicesShown:
    chosen = selectors.choices_of(player)
    stored = chosen.stored
    return NoticeChoicesShown(
        kinds=tuple(WaysShown(kind.name, str(kind.label), chosen.ways_of(kind), kind.ways) for kind in KINDS.values()),
        digest=stored.digest,
        digest_at=_shown(stored.digest_at) or "",
        quiet_from=_shown(stored.quiet_from),
        quiet_until=_shown(stored.quiet_until),
        time_zone=stored.time_zone,
        paused_until=stored.paused_until,
    )


def _shown(clock: time | None) -> str | None:
    return None if clock is None else f"{clock:%H:%M}"


def _clock(text: str | msgspec.UnsetType | None) -> time | msgspec.UnsetType | None:
    return time.fromisoformat(text) if isinstance(text, str) else text


def _or(wanted: T | msgspec.UnsetType, kept: T) -> T:
    return kept if isinstance(wanted, msgspec.UnsetType) else wanted
