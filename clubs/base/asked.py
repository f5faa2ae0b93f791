"""Ids and numbers in the texts that an address or a form carries, which may be anything."""

from uuid import UUID


def id_in(text: str) -> UUID | None:
    """Return the id that a text is; None for any other text."""
    try:
        return UUID(text)
    except ValueError:
        return None


def number_in(text: str, figures: int = 9) -> int | None:
    """Return the number that a text is, of so many figures at most; None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= figures else None
