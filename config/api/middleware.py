"""Middleware for every request and response of the API."""

from collections.abc import Callable

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import get_language_from_request
from django.utils.translation import gettext as _

from clubs.api.problems import MEDIA_TYPE, Problem
from config.api.errors import problem_of_status
from config.bodies import API, announced_length, largest_body

KEPT = ("Allow", "Content-Language", "Retry-After", "Vary", "WWW-Authenticate")
"""The headers of an error that also stand over the problem that takes its place."""


class ApiMiddleware:
    """Lets no error leave as a page of HTML.

    A body announced as too large is refused here too, where no `config.bodies` stands around the handler.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        if not request.path_info.startswith(API):
            return self.get_response(request)
        # Responses made here are outside of the middleware that knows the language of a request.
        with translation.override(get_language_from_request(request)):
            return self._answer(request)

    def _answer(self, request: HttpRequest) -> HttpResponse:
        if announced_length(request.headers.get("Content-Length") or "") > largest_body(request.path_info):
            return _answer(Problem("too-large", _("The body of the request is too large.")))
        response = self.get_response(request)
        if response.status_code >= 400 and not response.get("Content-Type", "").startswith(MEDIA_TYPE):
            kept = {name: response[name] for name in KEPT if name in response}
            response = _answer(problem_of_status(response.status_code), kept)
        # Responses depend on the requesting player, and a view of a running game must not be cached.
        response.setdefault("Cache-Control", "private, no-cache")
        return response


def _answer(problem: Problem, headers: dict[str, str] | None = None) -> HttpResponse:
    return HttpResponse(
        msgspec.json.encode(problem.details()),
        status=problem.status_code,
        content_type=MEDIA_TYPE,
        headers=headers,
    )
