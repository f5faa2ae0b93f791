"""The pictures of a thing, without their bytes unless they are asked for."""

from uuid import UUID

from django.db.models import QuerySet

from clubs.models import Picture
from clubs.people.selectors import ids_of
from clubs.pictures.kinds import Access


def pictures_of(kind: str, about: UUID) -> QuerySet[Picture]:
    """Return the pictures of a thing, the oldest first, without their bytes."""
    rows = Picture.objects.filter(kind=kind, about=about).select_related("added_by")
    return rows.defer("image", "thumbnail")


def find_picture(picture_id: UUID) -> Picture | None:
    """Return a picture without its bytes, or None."""
    return Picture.objects.defer("image", "thumbnail").select_related("added_by").filter(pk=picture_id).first()


def is_own(picture: Picture, access: Access) -> bool:
    """Tell whether the viewer added a picture: as a player, or by the pass that the browser holds."""
    if picture.holder is not None and picture.holder == access.holder:
        return True
    return access.player is not None and picture.added_by_id in ids_of(access.player)
