"""People's words without the names of the people of a case. Pure.

A name goes wherever it stands as a word, whole or in part, in whatever case, with whatever ending a language adds to
it. What somebody is called otherwise stays: nobody can know that.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final

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
    wanted = {part.casefold(): stand_in for name, stand_in in people.items() for part in (*_parts(name), name)}
    wanted |= {name.casefold(): stand_in for name, stand_in in (titles or {}).items()}
    if not wanted:
        return text
    longest_first = sorted(wanted, key=len, reverse=True)
    names = "|".join(map(re.escape, longest_first))
    # In one go: what was put in is not looked at again.
    return re.sub(rf"(?<!\w)({names})\w*", lambda found: wanted[found[1].casefold()], text, flags=re.IGNORECASE)


def _parts(name: str) -> Iterable[str]:
    """Return the words of a name that tell who it is."""
    return (part for part in re.split(r"[\s.\-]+", name) if len(part) >= SHORTEST)
