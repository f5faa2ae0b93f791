"""What holds for every request to the API before a view sees it, and for every answer after."""

import re
from collections.abc import Callable

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import get_language_from_request
from django.utils.translation import gettext as _

from clubs.api.formats import LARGEST_BODY
from clubs.api.problems import MEDIA_TYPE, Problem
from clubs.exchange.reading import LARGEST as LARGEST_FILE
from config.api.errors import problem_of_status

PREFIX = "/api/"
_FILES = re.compile(r"/api/clubs/[^/]+/imports/[a-z]+/\Z")
"""Where files are sent in."""
KEPT = ("Allow", "Content-Language", "Retry-After", "Vary", "WWW-Authenticate")
"""The headers of an error that also stand over the problem that takes its place."""


class ApiMiddleware:
    """Refuses large bodies unread, and lets no error leave as a page of HTML."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        if not request.path_info.startswith(PREFIX):
            return self.get_response(request)
        # What is answered here is outside of where the language of a request is known.
        with translation.override(get_language_from_request(request)):
            return self._answer(request)

    def _answer(self, request: HttpRequest) -> HttpResponse:
        if _length(request) > (LARGEST_FILE if _FILES.match(request.path_info) else LARGEST_BODY):
            return _answer(Problem("too-large", _("The body of the request is too large.")))
        response = self.get_response(request)
        if response.status_code >= 400 and not response.get("Content-Type", "").startswith(MEDIA_TYPE):
            kept = {name: response[name] for name in KEPT if name in response}
            response = _answer(problem_of_status(response.status_code), kept)
        # What one may see depends on who asks, and a view of a running game is nobody's to keep.
        response.setdefault("Cache-Control", "private, no-cache")
        return response


def _length(request: HttpRequest) -> int:
    text = request.headers.get("Content-Length") or ""
    if not text.isdecimal():
        return 0
    return int(text[:19])


def _answer(problem: Problem, headers: dict[str, str] | None = None) -> HttpResponse:
    return HttpResponse(
        msgspec.json.encode(problem.details()),
        status=problem.status_code,
        content_type=MEDIA_TYPE,
        headers=headers,
    )
