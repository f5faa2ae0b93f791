"""Fragments that a page shows in its first answer, and the one poll that keeps the live ones up to date.

A page of a lower package shows fragments of higher ones by their URLs: `{% part url %}` calls the view of that URL and
puts the fragment into the page. `{% part url live=True %}` is also kept up to date: the page asks for all of its live
parts in one request, and is sent those that changed. Where all of them name the news at which they change
(`live="tables mine"`), the page listens to the socket of news and asks when there is some (`clubs.home.sockets`).
"""

import copy
import hashlib
import logging
import re
from dataclasses import dataclass
from itertools import chain
from typing import Any, cast
from urllib.parse import urlsplit

from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import resolve, reverse
from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString, mark_safe

from clubs.base.masking import masked
from clubs.base.news import PUBLIC
from clubs.web.htmx import HtmxHttpRequest, PartHtmx
from clubs.web.once import share

POLL_SECONDS = 10
"""Seconds between two requests for the live parts of a page."""
BELL_SECONDS = 30
"""The same where the bell of the header is the only live part."""
BELL = "clubs:notices_bell"
SALT = "clubs.web.parts"
CSRF_KEYS = ("CSRF_COOKIE", "CSRF_COOKIE_NEEDS_UPDATE")
CSRF_FIELD = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LivePart:
    """A fragment as a page shows it now.

    Attributes:
        number: The place among the page's live parts; the id of its element is made of it.
        path: The URL of the fragment.
        html: The fragment.
        news: The words of the socket of news at which it may have changed; None: it changes without news.
    """

    number: int
    path: str
    html: SafeString
    news: frozenset[str] | None = None

    @property
    def digest(self) -> str:
        """A short hash of the fragment."""
        return digest_of(self.html)


def digest_of(html: str) -> str:
    """Return a short hash of a fragment, without the CSRF tokens, which are masked anew in each answer."""
    return hashlib.blake2b(CSRF_FIELD.sub("", html).encode(), digest_size=6).hexdigest()


def unless_seen(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Return the fragment with its ETag, or 204 if the poll says that the page shows it already (polls.js).

    Not 304, which htmx would take for an empty fragment.
    """
    answer.headers["ETag"] = f'"{digest_of(answer.content.decode())}"'
    # Compression on the way makes a strong tag a weak one.
    seen = request.headers.get("If-None-Match", "").removeprefix("W/")
    if answer.status_code == 200 and seen == answer.headers["ETag"]:
        return HttpResponse(status=204)
    return answer


def render_part(request: HttpRequest, path: str) -> SafeString:
    """Return the fragment of a URL, as htmx would get it for this request's user.

    Args:
        request: The request for the page.
        path: The URL, with its query.

    Returns:
        The fragment; nothing if there is none for this user. A fragment that fails is left out and logged, so that the
        rest of the page is shown.
    """
    share(request)
    address = urlsplit(path)
    match = resolve(address.path)
    inner = cast(HtmxHttpRequest, copy.copy(request))
    inner.method, inner.path, inner.path_info = "GET", address.path, address.path
    inner.META = {**request.META, "REQUEST_METHOD": "GET", "PATH_INFO": address.path, "QUERY_STRING": address.query}
    inner.GET = QueryDict(address.query)
    inner._post, inner._files = QueryDict(), MultiValueDict()  # type: ignore[attr-defined]  # as Django's own loader
    inner.resolver_match = match
    inner.htmx = PartHtmx(inner)
    try:
        answer = match.func(inner, *match.args, **match.kwargs)
    except (Http404, PermissionDenied):
        return SafeString()
    except Exception:
        logger.exception("the part %s of %s failed", match.view_name, masked(request.path))
        return SafeString()
    # A token that a form of the part needs has to be set as a cookie by the page's answer.
    request.META.update({key: inner.META[key] for key in CSRF_KEYS if key in inner.META})
    return mark_safe(answer.content.decode()) if answer.status_code == 200 else SafeString()  # noqa: S308  # rendered


def add_live_part(request: HttpRequest, path: str, news: str | None = None) -> LivePart:
    """Render a fragment that the page keeps up to date, and note it for the page's poll.

    Args:
        request: The request for the page.
        path: The URL, with its query.
        news: The words at which it may have changed, `mine` or public topics; None: it changes without news.
    """
    parts = live_parts(request)
    words = None if news is None else frozenset(news.split())
    part = LivePart(len(parts), path, render_part(request, path), words)
    parts.append(part)
    return part


def live_parts(request: HttpRequest) -> list[LivePart]:
    """Return the live parts of the page that is being rendered."""
    parts: list[LivePart] = request.__dict__.setdefault("_live_parts", [])
    return parts


def sign_paths(paths: list[str]) -> str:
    """Return the URLs of live parts as a token: only those that a page has shown can be asked for in one request."""
    return signing.Signer(salt=SALT).sign_object(paths, compress=True)


def read_paths(token: str) -> list[str]:
    """Return the URLs in a token.

    Raises:
        BadSignature: The token is none of this server's.
    """
    paths: list[str] = signing.Signer(salt=SALT).unsign_object(token)
    return paths


def poll_context(parts: list[LivePart], token: str) -> dict[str, Any]:
    """Return what `partials/poll.html` needs: the URL, the token of the parts, and what the page shows of them."""
    news = [part.news for part in parts if part.news is not None]
    others = any(part.path != reverse(BELL) for part in parts)
    return {
        "url": reverse("clubs:parts"),
        "token": token,
        "seen": ".".join(part.digest for part in parts),
        "seconds": POLL_SECONDS if others else BELL_SECONDS,
        "topics": ".".join(sorted(PUBLIC.intersection(chain(*news)))) if len(news) == len(parts) else None,
        "morphs": others,
    }
