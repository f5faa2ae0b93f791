"""Names that people give themselves, their clubs and teams."""

import re
import unicodedata
from collections.abc import Callable

from django.utils.text import slugify
from django.utils.translation import gettext as _

from clubs.errors import ClubError

RESERVED_SLUGS = frozenset({"new", "list", "mine", "now"})
"""Words that the addresses of pages use themselves."""

SPACES = re.compile(r"\s+")
HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of characters that cannot be seen, or turn the direction of a line: they only disguise who is meant."""
JOINERS = frozenset("\u200c\u200d")
"""The two of them that write Malayalam."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that look like nothing."""


def is_seen(char: str) -> bool:
    """Tell whether a character can be seen, or shapes those that are."""
    return char in JOINERS or (unicodedata.category(char) not in HIDDEN and char not in BLANK)


def without_joiners(name: str) -> str:
    r"""Return a name without what cannot be seen in it, to compare it with others.

    >>> without_joiners("Anna\u200dmma")
    'Annamma'
    """
    return "".join(char for char in name if char not in JOINERS)


def clean_name(name: str, *, longest: int, field: str = "name") -> str:
    """Return the name in one spelling: composed, single spaces, nothing invisible.

    Raises:
        ClubError: `name-empty`, `name-too-long` or `name-unreadable`.
    """
    spaced = SPACES.sub(" ", unicodedata.normalize("NFC", name)).strip()
    if not all(map(is_seen, spaced)):
        raise ClubError("name-unreadable", _("Use letters, digits and ordinary signs only."), field)
    if not any(char.isalnum() for char in spaced):
        raise ClubError("name-empty", _("Give a name with at least one letter or digit."), field)
    if len(spaced) > longest:
        raise ClubError("name-too-long", _("Keep it to {longest} characters.").format(longest=longest), field)
    return spaced


def free_slug(name: str, *, taken: Callable[[str], bool]) -> str:
    """Return a short word for addresses, made from the name, that is not taken yet."""
    stem = slugify(name)[:40].strip("-") or "x"
    slug, number = stem, 1
    while slug in RESERVED_SLUGS or taken(slug):
        number += 1
        slug = f"{stem}-{number}"
    return slug
