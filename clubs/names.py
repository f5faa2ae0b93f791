"""Names that people give themselves, their clubs and teams."""

import re
import unicodedata
from collections.abc import Callable

from django.utils.text import slugify
from django.utils.translation import gettext as _

from clubs.errors import ClubError

RESERVED_SLUGS = frozenset({"new", "list", "mine", "now"})
"""Words that the addresses of pages use themselves."""

_SPACES = re.compile(r"\s+")
_HIDDEN = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
# Format characters write Malayalam (joiners); those that turn the direction of a line only disguise a name.
_TURNING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


def clean_name(name: str, *, longest: int, field: str = "name") -> str:
    """Return the name in one spelling: composed, single spaces, nothing invisible.

    Raises:
        ClubError: `name-empty`, `name-too-long` or `name-unreadable`.
    """
    spaced = _SPACES.sub(" ", unicodedata.normalize("NFC", name)).strip()
    if any(unicodedata.category(char) in _HIDDEN or char in _TURNING for char in spaced):
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
