"""Secrets in columns: what a row has to say again in clear, such as the code of a link, and no dump of it may."""

import base64
import binascii
import secrets
from typing import Any, Self

from django.db import models

from games.sealing.keyring import SealError, keyring


def seal_text(text: str, bound_to: str) -> str:
    """Return the sealed form of a text, different each time; of an empty one an empty text.

    Args:
        text: The secret.
        bound_to: The place where it is kept; in another one it does not open.
    """
    return base64.b64encode(keyring().seal(text.encode(), bound_to.encode())).decode() if text else ""


def open_text(sealed: str, bound_to: str) -> str | None:
    """Return the text that was sealed for a place; None where the keys do not open it."""
    try:
        return keyring().open(base64.b64decode(sealed, validate=True), bound_to.encode()).decode() if sealed else ""
    except (SealError, binascii.Error):
        return None


class Unopened(str):
    """A text that nobody knows, in place of one whose key is lost; saved again it leaves that one sealed as it is.

    Args:
        sealed: What lies in the column.
    """

    __slots__ = ("sealed",)
    sealed: str

    def __new__(cls, sealed: str) -> Self:
        """Make up another text each time."""
        text = super().__new__(cls, secrets.token_urlsafe(16))
        text.sealed = sealed
        return text

    def __getnewargs__(self) -> tuple[str]:
        """Return what a copy is made of."""
        return (self.sealed,)


class SealedField(models.TextField):  # type: ignore[type-arg]
    """A text that lies sealed in its column and is read in clear; an empty one is empty in the column too.

    Rows can be found by whether it is empty, and by nothing else of it: each time it is sealed it is another text.
    """

    @property
    def _place(self) -> str:
        return f"{self.model._meta.label_lower}.{self.name}"

    def get_prep_value(self, value: Any) -> Any:
        """Return what lies in the column: of a text that could not be opened what lay there already."""
        if isinstance(value, Unopened):
            return value.sealed
        return seal_text(value, self._place) if isinstance(value, str) else value

    def from_db_value(self, value: str | None, *_how: Any) -> str | None:
        """Return the text; where its key is lost one that nobody knows, so that what it closes stays closed."""
        if value is None:
            return None
        text = open_text(value, self._place)
        return Unopened(value) if text is None else text
