"""Names of people, clubs and teams: their normalised spelling, and the skeleton they are compared by.

A name is stored as it was written, composed and without what cannot be seen. Two names are the same if their skeletons
are (`skeleton`), so that nobody goes by another one's name in letters that only look like it. The skeletons of players
and clubs are stored beside their names (`clubs.models.named`): whoever changes `skeleton` writes a migration as well.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import Final

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
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U00016fe4\U0001d159")
"""Letters and signs that look like nothing."""
_MARKS: Final = re.compile("[\u034f\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks that cannot be seen themselves: the variation selectors, and those that join nothing to be seen."""
_VIRAMA: Final = "\u0d4d"
_CHILLUS: Final = "\u0d54\u0d55\u0d56\u0d7a\u0d7b\u0d7c\u0d7d\u0d7e\u0d7f"
_STRAY_JOINER: Final = re.compile(f"(?<![{_VIRAMA}{_CHILLUS}])[\u200c\u200d]")
"""A joiner that shows nothing: in Malayalam one stands after the sign that takes the vowel away, or after a chillu."""
_OLD_CHILLU: Final = re.compile(f"([ണനരലളക]){_VIRAMA}\u200d")
_CHILLU_OF: Final = dict(zip("ണനരലളക", "ൺൻർൽൾൿ", strict=True))
_ALIKE: Final = str.maketrans(
    # After casefold: letters, and the Latin ones that they, or their capitals, cannot be told from.
    "аеіјорсухѕһԁԛԝѵӏвкмнтαεικορτχϳνυβημζഠ൦ട\u2018\u2019\u02bc\u2032`",
    "aeijopcyxshdqwvlbkmhtaeikoptxjnybhmzoos" + "'" * 5,
)
_MISTAKEN: Final = frozenset({"LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE"})
"""Alphabets with letters that look the same."""


def is_seen(char: str) -> bool:
    """Tell whether a character can be seen, or shapes those that are."""
    return char in JOINERS or (unicodedata.category(char) not in HIDDEN and char not in BLANK)


def mixes_alphabets(name: str) -> bool:
    r"""Tell whether letters of two alphabets that are mistaken for each other stand in one word of a name.

    >>> mixes_alphabets("NTയിൽ"), mixes_alphabets("B\u0435eran")
    (False, True)
    """
    found: set[str] = set()
    for char in unicodedata.normalize("NFKC", name):
        category = unicodedata.category(char)
        if category[0] in "PSZ":
            found.clear()
        elif category[0] == "L":
            found.add(unicodedata.name(char, "").partition(" ")[0])
        if len(found & _MISTAKEN) > 1:
            return True
    return False


def skeleton(name: str) -> str:
    r"""Return the skeleton of a name: equal for names that look the same.

    Letters are compared without regard to capitals, width and style; joiners are left out, the two ways to write a
    Malayalam chillu are one, and Cyrillic and Greek letters that look like Latin ones count as those.

    >>> skeleton("Anna\u200dmma"), skeleton("അവന്\u200d") == skeleton("അവൻ")
    ('annamma', True)
    """
    joined = _OLD_CHILLU.sub(lambda found: _CHILLU_OF[found[1]], name)
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", joined).casefold())
    seen = (char for char in folded if is_seen(char) and char not in JOINERS and not _MARKS.match(char))
    plain = "".join("-" if unicodedata.category(char) == "Pd" else char for char in seen)
    return SPACES.sub(" ", plain.translate(_ALIKE)).strip()


def is_called(name: str, names: Iterable[str]) -> bool:
    """Tell whether one of these names looks like a name."""
    return skeleton(name) in map(skeleton, names)


def clean_name(name: str, *, longest: int, field: str = "name", kept: str = "") -> str:
    """Return the name normalised: composed, single spaces, no invisible characters, one alphabet in a word.

    Args:
        name: The name as typed.
        longest: The most characters it may have.
        field: The field of the form or body that it stands in.
        kept: The name there is already, which may stay whatever it is.

    Raises:
        ClubError: `name-empty`, `name-too-long`, `name-unreadable` or `name-mixed`.
    """
    spaced = SPACES.sub(" ", unicodedata.normalize("NFC", name)).strip()
    if kept and spaced == kept:
        return kept
    if not all(map(is_seen, spaced)) or _MARKS.search(spaced) or _STRAY_JOINER.search(spaced):
        raise ClubError("name-unreadable", _("Use only letters, digits and ordinary signs."), field)
    if not any(char.isalnum() for char in spaced):
        raise ClubError("name-empty", _("Give a name with at least one letter or digit."), field)
    if len(spaced) > longest:
        raise ClubError("name-too-long", _("Write at most {longest} characters.").format(longest=longest), field)
    if mixes_alphabets(spaced):
        raise ClubError("name-mixed", _("Write each word in a single alphabet."), field)
    return spaced


def free_slug(name: str, *, taken: Callable[[str], bool]) -> str:
    """Return a short word for addresses, made from the name, that is not taken yet."""
    stem = slugify(name)[:40].strip("-") or "x"
    slug, number = stem, 1
    while slug in RESERVED_SLUGS or taken(slug):
        number += 1
        slug = f"{stem}-{number}"
    return slug
