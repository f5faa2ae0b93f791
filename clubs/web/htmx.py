"""The typed htmx request, and the `Vary` header of each answer that depends on it.

Many addresses answer with a page, and with a fragment of it where htmx asks. Nothing but this module decides which
(tests/test_house.py), and each header that decided is named in `Vary`, so that no cache and no "Back" of a browser
takes the one for the other.
"""

from collections.abc import Callable
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxDetails


class RecordedHtmx(HtmxDetails):
    """The htmx headers of a request, and the names of those that were read."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        self.names_read: set[str] = set()

    # Every property of django-htmx reads its header here (tests/config/test_fragments.py).
    def _get_header_value(self, name: str) -> str | None:
        self.names_read.add(name)
        return super()._get_header_value(name)


class PartHtmx(HtmxDetails):
    """The htmx details of a fragment that the server itself puts into a page (`clubs.web.parts`)."""

    def _get_header_value(self, name: str) -> str | None:
        return "true" if name == "HX-Request" else None


class HtmxHttpRequest(HttpRequest):
    """A request that has passed `HtmxMiddleware`."""

    htmx: HtmxDetails


class HtmxMiddleware:
    """Sets `request.htmx`, and names in `Vary` each of its headers that was read for the answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, with the header."""
        htmx = RecordedHtmx(request)
        cast(HtmxHttpRequest, request).htmx = htmx
        response = self.get_response(request)
        if htmx.names_read:
            patch_vary_headers(response, sorted(htmx.names_read))
        return response


def htmx_of(request: HttpRequest) -> HtmxDetails:
    """Return the htmx headers of a request; every one that is read is named in `Vary`."""
    return cast(HtmxHttpRequest, request).htmx


def fragment_asked(request: HttpRequest) -> bool:
    """Return whether htmx asks for a fragment; a boosted link and a restored history want the whole page."""
    htmx = htmx_of(request)
    # All three are read each time: the page and the fragment carry the same Vary.
    asked, boosted, restored = bool(htmx), htmx.boosted, htmx.history_restore_request
    return asked and not boosted and not restored


def part_asked(request: HttpRequest, part: str) -> str:
    """Return the suffix of the template's name for a part that htmx alone asks for: `#members`, empty for the page."""
    asked, target = fragment_asked(request), htmx_of(request).target
    return f"#{part}" if asked and target == part else ""
