"""The commands on pictures: one function a use case, keyword arguments, one transaction each."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.base.locks import take
from clubs.base.pace import count_act
from clubs.errors import ClubError, NotAllowed
from clubs.models import Picture
from clubs.officers.acts import note_act
from clubs.pictures.images import encode_anew
from clubs.pictures.kinds import Access
from clubs.pictures.selectors import find_picture, is_own

MAX_OF_A_THING: Final = 12
"""Pictures of one thing."""
MAX_A_DAY: Final = 40
"""Pictures that a player, or a pass, adds in 24 hours."""
MAX_SENT: Final = 30
"""Files that a player, or a pass, sends within `SENT_SECONDS`, kept or not: each costs the server something."""
SENT_SECONDS: Final = 600
_LOCK: Final = 39


class TooManyError(ClubError):
    """There are as many pictures as there may be."""

    kind = "unprocessable"


class TooFastError(ClubError):
    """Too many files came lately."""

    kind = "throttled"


def add_picture(*, kind: str, about: UUID, data: bytes, access: Access, most: int = MAX_OF_A_THING) -> Picture:
    """Keep a picture of a thing. The same picture of the same thing again changes nothing.

    Args:
        kind: The name of the kind of the thing.
        about: The id of the thing.
        data: The file as it was sent.
        access: The rights of its sender.
        most: The pictures that the thing can have.

    Raises:
        NotAllowed: The sender may not add pictures to this thing.
        TooFastError: The sender has sent too many files lately.
        PictureError, BusyError: As `clubs.pictures.images.encode_anew`.
        TooManyError: The thing has too many pictures, or the sender has added too many today.
    """
    if not access.may_add:
        raise NotAllowed(_("Only people of this table, and its scorers, can add pictures."))
    _check_pace(access)
    encoded = encode_anew(data)
    with transaction.atomic():
        take(_LOCK, f"{kind}:{about}")
        known = Picture.objects.filter(kind=kind, about=about, digest=encoded.digest).first()
        if known is not None:
            return known
        _check_numbers(kind, about, access, most)
        return Picture.objects.create(
            kind=kind,
            about=about,
            added_by=access.player,
            holder=None if access.player is not None else access.holder,
            digest=encoded.digest,
            width=encoded.width,
            height=encoded.height,
            image=encoded.image,
            thumbnail=encoded.thumbnail,
        )


@transaction.atomic
def remove_picture(*, picture_id: UUID, access: Access) -> None:
    """Remove a picture for good; one that is gone already stays gone.

    Raises:
        NotAllowed: Someone else added it, and the viewer is no officer.
    """
    picture = find_picture(picture_id)
    if picture is None:
        return
    own = is_own(picture, access)
    if not own and not access.may_remove:
        raise NotAllowed(_("Only officers, and the person who added a picture, can remove it."))
    Picture.objects.filter(pk=picture_id).delete()
    if not own and access.club is not None and access.player is not None:
        details = {"kind_of_thing": picture.kind, "about": str(picture.about)}
        note_act(
            club=access.club,
            actor=access.player,
            action="picture.removed",
            subject=picture.added_by,
            details=details,
        )


def _check_pace(access: Access) -> None:
    """Count a file of a sender, and raise `TooFastError` if there were too many lately."""
    key = f"clubs.pictures.{access.holder if access.player is None else access.player.pk}"
    if count_act(key, SENT_SECONDS) > MAX_SENT:
        raise TooFastError("too-fast", _("You have sent many pictures. Wait ten minutes."), "picture")


def _check_numbers(kind: str, about: UUID, access: Access, most: int) -> None:
    """Raise `TooManyError` if the thing or the sender has too many pictures."""
    if Picture.objects.filter(kind=kind, about=about).count() >= most:
        text = _("There are {most} pictures already. Remove one first.").format(most=most)
        raise TooManyError("too-many-pictures", text, "picture")
    sender = Q(added_by=access.player) if access.player is not None else Q(holder=access.holder, holder__isnull=False)
    since = timezone.now() - timedelta(days=1)
    if Picture.objects.filter(sender, added_at__gte=since).count() >= MAX_A_DAY:
        text = _("You have added {most} pictures in a day. Add more tomorrow.").format(most=MAX_A_DAY)
        raise TooManyError("too-many-today", text, "picture")
