"""Pictures for chats, drawn on the server: the same data gives the same bytes, kept for a while under their digest.

Few are drawn at a time and in a minute. Where one cannot be drawn now, and where nobody may see a page, the picture of
Lelam is the answer: a refusal would tell that there is something.
"""

import hashlib
import threading
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import suppress
from functools import cache as kept
from typing import Final

import msgspec
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import override
from redis.exceptions import RedisError

from clubs.base.networks import network_of_request
from clubs.base.pace import count_act
from clubs.people.languages import is_language
from clubs.web.links import general_sentence, language
from games.linked.documents import Card, Picture
from games.paper.typesetting import TEMPLATES, drawn

KEPT_SECONDS: Final = 3600
"""How long a picture is kept in Redis: some 50 KB each."""
BROWSER_SECONDS: Final = 300
"""How long a browser or a proxy may keep it without asking again."""
MINUTE: Final = 60
MOST_A_MINUTE: Final = 40
"""The pictures that are drawn in a minute for everybody."""
MOST_OF_A_NETWORK: Final = 15
"""The pictures that are drawn in a minute for one network."""
MAX_WAIT_SECONDS: Final = 3.0
DEFAULT: Final = "en"
_drawing: Final = threading.BoundedSemaphore(1)


def answered(request: HttpRequest, find: Callable[[], Picture | None]) -> HttpResponse:
    """Return a picture as an answer, in the language of `?lang=`: 304 if whoever asks has it.

    Args:
        request: The request.
        find: Returns what the picture shows, as anybody may know it; None for what not everybody may see.
    """
    asked = request.GET.get("lang", "")
    with override(asked if is_language(asked) else DEFAULT):
        document = find() or general_picture()
        png = _drawn(document, network_of_request(request))
        spoken = language()
        if png is None:
            png = general_png(spoken)
    tag = f'"{hashlib.sha256(png).hexdigest()[:32]}"'
    answer = get_conditional_response(request, etag=tag) or HttpResponse(png, content_type="image/png")
    answer.headers["ETag"] = tag
    answer.headers["Content-Language"] = spoken
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    patch_cache_control(answer, public=True, max_age=BROWSER_SECONDS)
    return answer


def general_picture() -> Card:
    """Return the picture of Lelam, in the active language."""
    return Card(
        language=language(),
        title="Lelam",
        eyebrow=_("Card games of Kerala"),
        lead=general_sentence(),
    )


@kept
def general_png(spoken: str) -> bytes:
    """Return the picture of Lelam in a language: drawn once by each process."""
    with override(spoken):
        document = general_picture()
        return drawn(document.template, document)


def _drawn(document: Picture, network: str) -> bytes | None:
    """Return the picture that shows a document; None: too many are being drawn."""
    if document == general_picture():
        return general_png(document.language)
    key = f"linked:{_digest(document)}"
    try:
        match cache.get(key):
            case str(text):
                return b64decode(text)
        if not _may_draw(network):
            return None
    except RedisError:
        # Without Redis nothing is counted; one at a time is a bound too.
        pass
    if not _drawing.acquire(timeout=MAX_WAIT_SECONDS):
        return None
    try:
        png = drawn(document.template, document)
    finally:
        _drawing.release()
    with suppress(RedisError):
        cache.set(key, b64encode(png).decode(), timeout=KEPT_SECONDS)
    return png


def _may_draw(network: str) -> bool:
    if count_act(f"linked-by:{network}", MINUTE) > MOST_OF_A_NETWORK:
        return False
    return count_act("linked-by-all", MINUTE) <= MOST_A_MINUTE


def _digest(document: Picture) -> str:
    """Return the digest of all that the bytes depend on: the data and the templates."""
    return hashlib.sha256(_templates() + document.template.encode() + msgspec.json.encode(document)).hexdigest()


@kept
def _templates() -> bytes:
    parts = sorted((TEMPLATES / "linked").glob("*.typ"))
    return hashlib.sha256(b"".join(part.read_bytes() for part in parts)).digest()
