"""The tus protocol, 1.0.0, with the extensions creation, expiration, termination and checksum.

https://tus.io/protocols/resumable-upload. Refusals have the protocol's statuses and the form of RFC 9457.
"""

import base64
import binascii
import json
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.http import http_date
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.errors import ClubError, NotAllowed
from clubs.models import Club, Player, Upload
from clubs.officers.permissions import require
from clubs.uploads import services
from clubs.uploads.errors import UploadRefused
from clubs.web.pages import current_player

VERSION: Final = "1.0.0"
EXTENSIONS: Final = "creation,expiration,termination,checksum"
MAX_HEADER_CHARS: Final = 4000
PIECE_TYPE: Final = "application/offset+octet-stream"

_View = Callable[..., HttpResponse]


def _spoken(*methods: str) -> Callable[[_View], _View]:
    """Answer requests of the protocol by these methods from officers who may import files, and `OPTIONS`."""

    def decorated(view: _View) -> _View:
        @never_cache
        @require_http_methods([*methods, "OPTIONS"])
        @wraps(view)
        def answer(request: HttpRequest, slug: str, **named: Any) -> HttpResponse:
            if request.method == "OPTIONS":
                response = HttpResponse(status=HTTPStatus.NO_CONTENT)
                response["Tus-Version"] = VERSION
                response["Tus-Extension"] = EXTENSIONS
                response["Tus-Max-Size"] = str(settings.LELAM_UPLOAD_BYTES)
                response["Tus-Checksum-Algorithm"] = ",".join(services.CHECKSUMS)
            else:
                response = _answer(request, slug, view, named)
            response["Tus-Resumable"] = VERSION
            return response

        return answer

    return decorated


def _answer(request: HttpRequest, slug: str, view: _View, named: dict[str, Any]) -> HttpResponse:
    if request.headers.get("Tus-Resumable") != VERSION:
        response = _problem(
            "protocol", HTTPStatus.PRECONDITION_FAILED, _("Uploads speak tus {version}.").format(version=VERSION)
        )
        response["Tus-Version"] = VERSION
        return response
    if not request.user.is_authenticated:
        return _problem("not-signed-in", HTTPStatus.UNAUTHORIZED, _("Sign in first."))
    club = get_object_or_404(Club, slug=slug)
    try:
        by = current_player(request)
        require(by, services.PERMISSION, club)
        return view(request, club, by, **named)
    except UploadRefused as refused:
        return _problem(refused.code, refused.status, refused.message)
    except NotAllowed as refused:
        return _problem(refused.code, HTTPStatus.FORBIDDEN, refused.message)
    except ClubError as refused:
        return _problem(refused.code, HTTPStatus.CONFLICT, refused.message)


def _problem(code: str, status: int, text: str) -> HttpResponse:
    """Return a refusal. RFC 9457."""
    body = {"type": "about:blank", "title": text, "status": int(status), "code": code}
    # 460 is the protocol's own, so the reason is given too.
    reason = "Checksum Mismatch" if status == 460 else None
    return HttpResponse(json.dumps(body), status=status, reason=reason, content_type="application/problem+json")


@_spoken("POST")
def uploads(request: HttpRequest, club: Club, by: Player) -> HttpResponse:
    """Begin an upload."""
    length = _whole(request, "Upload-Length")
    name = _metadata(request.headers.get("Upload-Metadata", "")).get("filename", "")
    upload = services.begin_upload(club=club, by=by, length=length, file_name=name)
    response = HttpResponse(status=HTTPStatus.CREATED)
    response["Location"] = reverse("clubs:upload", args=[club.slug, upload.pk])
    return _with_offset(response, upload)


@_spoken("HEAD", "PATCH", "DELETE")
def upload(request: HttpRequest, club: Club, by: Player, upload_id: UUID) -> HttpResponse:
    """Tell how much has arrived, take the next piece, or remove all of it."""
    if request.method == "DELETE":
        services.end_upload(club=club, by=by, upload_id=upload_id)
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    if request.method == "HEAD":
        waiting = services.owned_upload(club=club, by=by, upload_id=upload_id)
        response = HttpResponse(status=HTTPStatus.OK)
        response["Upload-Length"] = str(waiting.length)
        return _with_offset(response, waiting)
    if request.content_type != PIECE_TYPE:
        raise UploadRefused("not-a-piece", 415, _("A piece of a file has the type {kind}.").format(kind=PIECE_TYPE))
    taken = services.append_piece(
        club=club,
        by=by,
        upload_id=upload_id,
        offset=_whole(request, "Upload-Offset"),
        data=request.read(),
        checksum=_checksum(request.headers.get("Upload-Checksum")),
    )
    return _with_offset(HttpResponse(status=HTTPStatus.NO_CONTENT), taken)


def _with_offset(response: HttpResponse, upload: Upload) -> HttpResponse:
    response["Upload-Offset"] = str(upload.offset)
    response["Upload-Expires"] = http_date(upload.expires_at.timestamp())
    return response


def _whole(request: HttpRequest, header: str) -> int:
    """Return the whole number in a header."""
    text = request.headers.get(header, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        text = _("The header {header} has a whole number of bytes.").format(header=header)
        raise UploadRefused("header-wrong", 400, text)
    return int(text)


def _metadata(header: str) -> dict[str, str]:
    """Return the pairs of `Upload-Metadata`: words, each with a text in Base64."""
    metadata = {}
    for pair in header[:MAX_HEADER_CHARS].split(","):
        word, _space, coded = pair.strip().partition(" ")
        try:
            metadata[word] = base64.b64decode(coded, validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            raise UploadRefused("header-wrong", 400, _("The header Upload-Metadata cannot be read.")) from None
    return metadata


def _checksum(header: str | None) -> tuple[str, bytes] | None:
    """Return the algorithm and the digest in `Upload-Checksum`."""
    if header is None:
        return None
    algorithm, _space, coded = header.strip().partition(" ")
    try:
        return algorithm, base64.b64decode(coded, validate=True)
    except binascii.Error:
        raise UploadRefused("header-wrong", 400, _("The header Upload-Checksum cannot be read.")) from None
