"""The pictures that are evidence in a case: its people see them (`clubs.pictures`)."""

from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.pictures.kinds import Access, PictureKind
from clubs.web.pages import viewer_of
from games.cases.selectors import seen_case
from games.cases.services.answering import PICTURES
from games.errors import UnknownCase


def access(request: HttpRequest, case_id: UUID) -> Access:
    """Return the rights to the pictures of a case: its people see them, and add and take back some on its page."""
    player = viewer_of(request)
    if player is None:
        return Access(None)
    try:
        seen = seen_case(case_id, player)
    except UnknownCase:
        return Access(player)
    return Access(player, may_see=seen.insider, address=reverse("games:case", args=[case_id]))


CASE_PICTURES = PictureKind(PICTURES, _("Pictures of the case"), access)
