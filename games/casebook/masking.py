"""People's words without the names of the people of a case. Pure.

A name goes wherever it stands as a word, whole or in part, in whatever letters look the same (`clubs.names.skeleton`),
with whatever ending a language adds to it. What somebody is called otherwise stays: nobody can know that.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from clubs.names import JOINERS, is_seen, skeleton

SHORTEST: Final = 3
"""Parts of a name with fewer letters, such as initials, are left where they stand: they are words as well."""


def without_names(text: str, people: Mapping[str, str], titles: Mapping[str, str] | None = None) -> str:
    """Return a text with each name replaced by what stands for its person.

    Args:
        text: The text.
        people: What stands for a person, by name: "A 1" for "Ammini Kuriakose".
        titles: The same for names that are only replaced as a whole: of a table, of a tournament.

    >>> without_names("Ammini's card; I told Mr Kuriakose.", {"Ammini Kuriakose": "A 1"})
    "A 1's card; I told Mr A 1."
    """
    wanted = {_folded(part): stand_in for name, stand_in in people.items() for part in (*_parts(name), name)}
    wanted |= {_folded(name): stand_in for name, stand_in in (titles or {}).items()}
    wanted.pop("", None)
    if not wanted:
        return text
    text = _tidied(text)
    folds = [_fold(char) for char in text]
    places = [place for place, fold in enumerate(folds) for _char in fold]
    longest_first = sorted(wanted, key=len, reverse=True)
    names = "|".join(map(re.escape, longest_first))
    shown, done = [], 0
    # In one go: what was put in is not looked at again.
    for found in re.finditer(rf"(?<!\w)({names}){_ENDING}", "".join(folds)):
        shown += [text[done : places[found.start()]], wanted[found[1]]]
        done = places[found.end() - 1] + 1
    return "".join([*shown, text[done:]])


_ENDING: Final = r"[\w\u0d00-\u0d7f]*"
"""The rest of a word: signs for vowels of Malayalam are no letters to regular expressions."""
_OLD_CHILLU: Final = re.compile("([ണനരലളക])\u0d4d\u200d")
_CHILLU_OF: Final = dict(zip("ണനരലളക", "ൺൻർൽൾൿ", strict=True))
_SOUNDS: Final = str.maketrans("ൺൻർൽൾൿı", "ണനരലളകi", "\u0307")
"""A chillu becomes its letter before an ending; the dots of Turkish are left out."""


def _tidied(text: str) -> str:
    """Return a text composed, and without what cannot be seen."""
    text = _OLD_CHILLU.sub(lambda found: _CHILLU_OF[found[1]], unicodedata.normalize("NFC", text))
    return "".join(char for char in text if char.isspace() or is_seen(char))


@lru_cache(maxsize=2048)
def _fold(char: str) -> str:
    """Return a letter as names are compared; a blank stays."""
    if char.isspace() or char in JOINERS:
        return " " if char.isspace() else ""
    return skeleton(char).translate(_SOUNDS)


def _folded(name: str) -> str:
    return "".join(map(_fold, _tidied(name))).strip()


def _parts(name: str) -> Iterable[str]:
    """Return the words of a name that tell who it is."""
    return (part for part in re.split(r"[\s.\-]+", name) if len(part) >= SHORTEST)
