"""The own data of whoever asks: what others see of them, a copy, and whether they are going to be erased."""

from datetime import datetime
from functools import partial
from http import HTTPStatus
from typing import Annotated, Any, Literal

import msgspec
from django.http import StreamingHttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import ApiView, described
from clubs.api.formats import StructRenderer
from clubs.api.problems import Problem
from clubs.api.signin import BearerAuthentication
from clubs.base import jobs
from clubs.models import DataExport
from clubs.privacy import selectors
from clubs.privacy.services.choices import choose
from clubs.privacy.services.copies import ask_copy
from clubs.privacy.services.erasing import take_back
from clubs.web.files import on_the_way

operation = partial(described, tag="me")

Chosen = Annotated[
    Literal["everybody", "clubs", "nobody"],
    msgspec.Meta(description="Who sees it: everybody, who shares a club with you, or nobody but you."),
]
Listed = Annotated[
    Literal["everybody", "clubs"], msgspec.Meta(description="Who finds your name in lists and searches of players.")
]


class PrivacyShown(msgspec.Struct, frozen=True):
    """Who sees what of a player."""

    lists: str
    clubs: str
    results: str
    rating: str
    stakes: str
    partners: str
    histories: str
    kunukku: str


class PrivacyWish(msgspec.Struct, forbid_unknown_fields=True):
    """What to change; what is left out stays as it is."""

    lists: Listed | msgspec.UnsetType = msgspec.UNSET
    clubs: Chosen | msgspec.UnsetType = msgspec.UNSET
    results: Chosen | msgspec.UnsetType = msgspec.UNSET
    rating: Chosen | msgspec.UnsetType = msgspec.UNSET
    stakes: Chosen | msgspec.UnsetType = msgspec.UNSET
    partners: Chosen | msgspec.UnsetType = msgspec.UNSET
    histories: Chosen | msgspec.UnsetType = msgspec.UNSET
    kunukku: Chosen | msgspec.UnsetType = msgspec.UNSET


class MyPrivacy(ApiView):
    """What others see of you."""

    @operation("me_privacy_retrieve", PrivacyShown)
    def get(self, request: Request) -> Response:
        """Show who sees what of you."""
        return Response(PrivacyShown(**selectors.choices_of(self.require_player())))

    @operation("me_privacy_update", PrivacyShown, body=PrivacyWish)
    def patch(self, request: Request) -> Response:
        """Choose who sees what of you."""
        player = self.require_player()
        choose(player=player, choices=msgspec.to_builtins(self.read(PrivacyWish)))
        return Response(PrivacyShown(**selectors.choices_of(player)))


class CopyShown(msgspec.Struct, frozen=True):
    """A copy of one's data.

    Attributes:
        status: `waiting`, `running`, `done` or `failed`; `none`: nobody has asked for one.
        done: So many of its files are written.
        files: So many files it has; 0 while nobody knows.
        size: Bytes of the file, once it is done.
        asked_at: When it was asked for.
        expires_at: When it is removed.
        file: Where to fetch it, once it is done.
    """

    status: str
    done: int = 0
    files: int = 0
    size: int = 0
    asked_at: datetime | None = None
    expires_at: datetime | None = None
    file: str | None = None


class ErasureShown(msgspec.Struct, frozen=True):
    """Whether one has asked to be erased: `due_at` is when it is done; null: one has not."""

    due_at: datetime | None


def _shown(export: DataExport | None) -> CopyShown:
    if export is None:
        return CopyShown("none")
    progress = jobs.progress_of(export.pk)
    done = export.status == DataExport.Status.DONE
    return CopyShown(
        export.status,
        progress.done,
        progress.of,
        export.size,
        export.asked_at,
        export.expires_at,
        "/api/me/copy/file/" if done else None,
    )


class MyCopy(ApiView):
    """A copy of your data."""

    @operation("me_copy_retrieve", CopyShown)
    def get(self, request: Request) -> Response:
        """Show how the copy of your data stands."""
        return Response(_shown(selectors.copy_of(self.require_player())))

    @operation("me_copy_create", {202: CopyShown})
    def post(self, request: Request) -> Response:
        """Have a copy of your data made; while one is made you get the same one."""
        export = ask_copy(player=self.require_player(), language=get_language() or "")
        return Response(_shown(export), status=HTTPStatus.ACCEPTED, headers={"Location": "/api/me/copy/"})


class ZipRenderer(BaseRenderer):
    """Passes a zip file on as it is."""

    media_type = "application/zip"
    format = "zip"
    charset = None
    render_style = "binary"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> Any:
        """Return the bytes; a problem is written as JSON."""
        return data if isinstance(data, bytes) else StructRenderer().render(data)


class MyCopyFile(ApiView):
    """The file of the copy of your data: for programs; a browser asks for the password once more on its own page."""

    authentication_classes = (BearerAuthentication,)
    renderer_classes = (ZipRenderer,)

    @operation(
        "me_copy_file",
        {(200, "application/zip"): OpenApiResponse({"type": "string", "format": "binary"}, "The zip file.")},
    )
    def get(self, request: Request) -> Response | StreamingHttpResponse:
        """Fetch the copy of your data, for seven days after it was made."""
        export = selectors.copy_to_fetch(self.require_player())
        if export is None:
            raise Problem("not-found", _("There is no copy to download. Make one first."))
        answer = StreamingHttpResponse(
            on_the_way(request._request, selectors.pieces(export)), content_type="application/zip"
        )
        answer["Content-Length"] = str(export.size)
        return answer


class MyErasure(ApiView):
    """Whether you are going to be erased."""

    @operation("me_erasure_retrieve", ErasureShown)
    def get(self, request: Request) -> Response:
        """Show whether you have asked to be erased. You ask in a browser, where you type your password once more."""
        erasure = selectors.find_erasure(self.require_player())
        return Response(ErasureShown(erasure.due_at if erasure else None))

    @operation("me_erasure_destroy")
    def delete(self, request: Request) -> Response:
        """Take it back: nothing is erased."""
        if not take_back(player=self.require_player()):
            raise Problem("not-found", _("You have not asked for your data to be erased."))
        return Response(status=204)
