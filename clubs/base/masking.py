"""Paths without the secrets in them, for logs and error reports."""

import re
from typing import Final

_SECRETS: Final = re.compile(
    r"(?P<head>(?:^|/)(?:join|claim|sheets/+pass|tournaments/+pass|notices/+stop|accounts/+confirm-email|accounts/+password/+reset/+key)/+)[^/\s?#]+",
    re.IGNORECASE,
)
"""Pages whose address is a secret: tests/config/test_access.py compares them with all addresses."""
# Only where a word begins, so that each letter is looked at once: an address is as long as its sender likes.
_QUERY: Final = re.compile(r"(?<![^\s?])(?P<path>[^\s?/]*/[^\s?]*)\?\S+")


def masked(text: str) -> str:
    """Return a path, or a text with paths in it, with `***` in the place of secrets and of query strings.

    >>> masked("/join/dGhlIGtleQ/"), masked("Not Found: /tables/?invitation=dGhlIGtleQ")
    ('/join/***/', 'Not Found: /tables/?***')
    """
    return _QUERY.sub(r"\g<path>?***", _SECRETS.sub(r"\g<head>***", text))
