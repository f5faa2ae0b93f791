"""A page as a link to it is shown in a chat: a title, a sentence and a picture, as anybody may know them.

The apps above register what tells it, by the name of the page's route. The reader is always nobody: what only some
may see is told to none of them here, and the page then has the words and the picture of Lelam.
"""

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

FEWEST, MOST = 60, 160
"""The characters of a description: search engines and chats show about so many."""
WIDTH, HEIGHT = 1200, 630
"""The size of every picture in pixels."""
LOCALES: Final = {"en": "en_GB", "ml": "ml_IN"}


class Link(msgspec.Struct, frozen=True):
    """The title, the sentence and the picture that a chat shows of a link.

    Attributes:
        title: The title, without the name of the site.
        description: One or two sentences.
        picture: The path of the picture, without a language; empty for the picture of Lelam.
        page: Anybody may see the page, so that its address without a query is its own.
    """

    title: str
    description: str
    picture: str = ""
    page: bool = True


Source = Callable[..., Link | None]
"""Returns the link to a page, from the parts of its address; None for a page that not everybody may see."""

_sources: Final[dict[str, Source]] = {}


def register(route: str, source: Source) -> None:
    """Register what tells of the pages of a route."""
    _sources[route] = source


def registered() -> frozenset[str]:
    """Return the names of the routes whose pages tell something of their own."""
    return frozenset(_sources)


def general() -> Link:
    """Return the link of Lelam itself."""
    return Link("Lelam", described(general_sentence()), page=False)


def general_sentence() -> str:
    """Return what Lelam is, in a sentence."""
    return _("Play the Kerala card games 28 and 56 with friends or with bots: tables, clubs and tournaments.")


def link_of(request: HttpRequest) -> Link:
    """Return the link of the page that a request asked for."""
    match = request.resolver_match
    source = _sources.get(match.view_name) if match is not None else None
    # Programs that fetch pages for chats and search engines never sign in, so nobody else waits for the queries.
    if source is None or match is None or request.user.is_authenticated:
        return general()
    return source(**match.kwargs) or general()


def picture_address(link: Link) -> str:
    """Return the whole address of a link's picture, in the active language."""
    path = link.picture or reverse("games:picture")
    return f"{settings.LELAM_ADDRESS}{path}?{urlencode({'lang': language()})}"


def language() -> str:
    """Return the active language by its two letters."""
    return (get_language() or settings.LANGUAGE_CODE)[:2]


def described(*sentences: str) -> str:
    """Return a description: as many of the sentences as have room; what Lelam is follows where they say little."""
    told = ""
    for sentence in (" ".join(sentence.split()) for sentence in (*sentences, "")):
        longer = f"{told} {sentence}".strip()
        if len(longer) <= MOST:
            told = longer
        elif not told:
            told = f"{sentence[: MOST - 1].rstrip()}…"
    if len(told) < FEWEST:
        here = _("On Lelam, where people play the Kerala card games 28 and 56.")
        told = f"{told} {here}".strip()
    return told


def head_of(request: HttpRequest) -> dict[str, Any]:
    """Return what the head of a page says of it to chats and search engines."""
    link = link_of(request)
    return {
        "link": link,
        "address": f"{settings.LELAM_ADDRESS}{request.path}" if link.page else "",
        "picture": picture_address(link),
        "width": WIDTH,
        "height": HEIGHT,
        "locale": LOCALES.get(language(), ""),
    }
