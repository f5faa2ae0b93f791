"""Look-ups that a page and its parts share: each is done once for a request that changes nothing."""

from collections.abc import Callable, Hashable
from typing import TypeVar

from django.http import HttpRequest

Found = TypeVar("Found")

_KEPT = "_looked_up"


def share(request: HttpRequest) -> None:
    """Let the requests that are copied from this one share what is looked up."""
    request.__dict__.setdefault(_KEPT, {})


def changes_nothing(request: HttpRequest) -> bool:
    """Tell whether a request only reads."""
    return request.method in ("GET", "HEAD")


def once(request: HttpRequest, key: Hashable, look_up: Callable[[], Found]) -> Found:
    """Return what a request has looked up under a key already, else look it up.

    With a deed it is always looked up anew; so is what was not there.
    """
    if not changes_nothing(request):
        return look_up()
    kept: dict[Hashable, Found] = request.__dict__.setdefault(_KEPT, {})
    found = kept.get(key)
    if found is None:
        found = look_up()
        if found is not None:
            kept[key] = found
    return found
