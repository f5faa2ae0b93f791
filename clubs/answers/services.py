"""Idempotency of requests: a repeated request is not done again, and gets the first answer."""

import os
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid5

import msgspec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from clubs.base.pruning import delete_oldest_first
from clubs.models import AnsweredRequest, Player

_NONCE_BYTES: Final = 12


class KeyReusedError(Exception):
    """The key was used for a different request before."""


class Answer(msgspec.Struct, frozen=True):
    """The answer to a request: its status, headers and body."""

    status: int
    headers: dict[str, str]
    body: bytes


@transaction.atomic
def answer_once(*, player: Player, key: str, request: bytes, do: Callable[[UUID], Answer]) -> tuple[Answer, bool]:
    """Run a request, unless it was run under this key before.

    A failed request leaves nothing behind: the same key may be used again. Of two concurrent requests the second waits
    at the unique row of the first, and then finds its answer.

    Args:
        player: The player of the request; each player has their own keys.
        key: The idempotency key.
        request: The method, address and body, which tell requests apart.
        do: Runs the request, given the id of the command.

    Returns:
        The answer, and whether it is that of an earlier run.

    Raises:
        KeyReusedError: The key belongs to a different request.
    """
    name, fingerprint = _mac("key", key.encode()).hex(), _mac("request", request).hex()
    AnsweredRequest.objects.filter(player=player, key=name, answered_at__lt=_oldest(timezone.now())).delete()
    row, is_new = AnsweredRequest.objects.get_or_create(player=player, key=name, defaults={"fingerprint": fingerprint})
    if not is_new:
        if row.fingerprint != fingerprint:
            raise KeyReusedError
        return _opened(bytes(row.answer), player, key), True
    answer = do(uuid5(player.pk, key))
    row.answer = _sealed(answer, player, key)
    row.save(update_fields=["answer"])
    return answer, False


def prune_answers(*, now: datetime | None = None) -> int:
    """Delete the expired answers (`LELAM_ANSWER_HOURS`).

    Returns:
        The number of answers deleted.
    """
    old = AnsweredRequest.objects.filter(answered_at__lt=_oldest(now or timezone.now()))
    return delete_oldest_first(old, "answered_at")


def _oldest(now: datetime) -> datetime:
    """Return the time since when answers are valid."""
    return now - timedelta(hours=settings.LELAM_ANSWER_HOURS)


def _mac(what: str, text: bytes) -> bytes:
    return salted_hmac(f"clubs.answers.{what}", text, algorithm="sha256").digest()


def _cipher(player: Player, key: str) -> AESGCM:
    """Return the cipher of an answer, derived from the server's secret and the key, which is not stored.

    So names, reasons and invitation codes in answers cannot be read in the database.
    """
    return AESGCM(_mac("cipher", player.pk.bytes + key.encode()))


def _sealed(answer: Answer, player: Player, key: str) -> bytes:
    nonce = os.urandom(_NONCE_BYTES)
    return nonce + _cipher(player, key).encrypt(nonce, msgspec.msgpack.encode(answer), None)


def _opened(sealed: bytes, player: Player, key: str) -> Answer:
    nonce, text = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:]
    return msgspec.msgpack.decode(_cipher(player, key).decrypt(nonce, text, None), type=Answer)
