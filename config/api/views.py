"""The API about itself: its schema, the kinds of problem, and the response for unknown addresses."""

import hashlib
from functools import cache, partial
from threading import Lock
from typing import Any

import msgspec
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import ApiView, described
from clubs.api.problems import KINDS, Kind, Problem
from config.api.schema import ApiGenerator

operation = partial(described, tag="problems")

_making = Lock()


@cache
def schema_text(language: str, renderer: type[BaseRenderer]) -> tuple[bytes, str]:
    """Return the published schema in a language and format, and its ETag; it is made once in the life of a process."""
    with translation.override(language):
        text = renderer().render(ApiGenerator().get_schema(request=None, public=True), renderer_context={})
    assert isinstance(text, bytes)
    return text, f'"{hashlib.sha256(text).hexdigest()[:32]}"'


@extend_schema(exclude=True)
class Schema(SpectacularAPIView):  # type: ignore[misc]  # drf-spectacular is not typed
    """The published schema: OpenAPI 3.1, in YAML or JSON."""

    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer with the schema, or 304 if the client has it."""
        renderer = request.accepted_renderer
        kind: Any = type(renderer)
        with _making:  # so that many who ask at once have it made once
            text, etag = schema_text(translation.get_language() or "en", kind)
        answer = HttpResponse(text, content_type=renderer.media_type, headers={"ETag": etag})
        answer["Content-Disposition"] = f'inline; filename="{self._get_filename(request, None)}"'
        return get_conditional_response(request._request, etag=etag, response=answer) or answer


class KindList(msgspec.Struct, frozen=True):
    """Every kind of problem that the API answers with."""

    results: tuple[Kind, ...]


class Kinds(ApiView):
    """The kinds of problem."""

    @operation("problems_list", KindList)
    def get(self, request: Request) -> Response:
        """List the kinds of problem: what the `type` of a problem may be."""
        return Response(KindList(tuple(KINDS.values())))


class OneKind(ApiView):
    """A kind of problem."""

    @operation("problems_retrieve", Kind)
    def get(self, request: Request, kind: str) -> Response:
        """Say what a kind of problem means."""
        if kind not in KINDS:
            raise Problem("not-found", _("There is no such kind of problem."))
        return Response(KINDS[kind])


@extend_schema(exclude=True)
class Nothing(ApiView):
    """Every address that is not one of the API's."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Say so, whatever the method."""
        super().initial(request, *args, **kwargs)
        raise Problem("not-found", _("There is nothing at this address. Addresses of the API end with a slash."))
