"""Ids of commands that the server gives itself, made so that the same step is one command."""

from typing import Final
from uuid import UUID

from django.utils.crypto import salted_hmac

_BYTES: Final = 16


def server_command(kind: str, about: UUID, step: str) -> UUID:
    """Return the id of a command of the server.

    Nobody else can make it: people choose the ids of their own commands, and one that has been used does nothing more.

    Args:
        kind: What the commands are for, so that those of one room are not those of another.
        about: The id of the row that it is about.
        step: What is done to it.
    """
    return UUID(bytes=salted_hmac(kind, f"{about}:{step}", algorithm="sha256").digest()[:_BYTES])
