"""Texts for people. The engine writes them in English and marks them here; `games.words.phrases` translates them.

`phrase` marks a text where it stands, for the catalogue of translations (docs/decisions/0009-languages.md). A text may
have named places, filled when it is said: `"Bid at least {lowest}."`. What fills a place is a number, a call or a name;
words that are translated too are a `Phrase`, and words of which there is a choice a tuple.
"""

from collections.abc import Mapping


class Phrase(str):
    """A text inserted into a placeholder of another text, and translated like it."""

    __slots__ = ()


Member = str | int | tuple[str, ...]
"""What fills a place of a text."""


def phrase(text: str) -> str:
    """Mark a text for translation, and return it as it is."""
    return text


def in_english(text: str, members: Mapping[str, Member]) -> str:
    """Return a text with its placeholders filled.

    >>> in_english("{name} is {values}", {"name": "doubling", "values": ("add", "multiply")})
    'doubling is "add" or "multiply"'
    """
    if not members:
        return text
    return text.format(**{name: _listed(said) if isinstance(said, tuple) else said for name, said in members.items()})


def _listed(values: tuple[str, ...]) -> str:
    return " or ".join(f'"{value}"' for value in values)
