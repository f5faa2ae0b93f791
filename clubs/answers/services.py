"""Idempotency of requests: a request that arrives twice is done once, and the first answer is given again."""

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

from clubs.models import AnsweredRequest, Player
from clubs.pruning import delete_oldest_first

_NONCE_BYTES: Final = 12


class KeyReusedError(Exception):
    """The key came with a different request before."""


class Answer(msgspec.Struct, frozen=True):
    """The answer to a request: its status, the headers that belong to it, and its body as it is sent."""

    status: int
    headers: dict[str, str]
    body: bytes


@transaction.atomic
def answer_once(*, player: Player, key: str, request: bytes, do: Callable[[UUID], Answer]) -> tuple[Answer, bool]:
    """Do what is asked, unless it was done under this key before.

    A request that fails leaves nothing behind: the same key may try again. Of two that arrive at once the second waits
    at the unique row of the first, and then finds its answer.

    Args:
        player: Who asks; keys of different players are different keys.
        key: The player's own name for the request.
        request: All that makes one request differ from another: method, address and body.
        do: Does it, given the id of the command.

    Returns:
        The answer, and whether it is that of an earlier request.

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
    """Delete the answers whose time is over (`LELAM_ANSWER_HOURS`).

    Returns:
        How many answers were deleted.
    """
    old = AnsweredRequest.objects.filter(answered_at__lt=_oldest(now or timezone.now()))
    return delete_oldest_first(old, "answered_at")


def _oldest(now: datetime) -> datetime:
    """Return when the oldest answer was given that still counts."""
    return now - timedelta(hours=settings.LELAM_ANSWER_HOURS)


def _mac(what: str, text: bytes) -> bytes:
    return salted_hmac(f"clubs.answers.{what}", text, algorithm="sha256").digest()


def _cipher(player: Player, key: str) -> AESGCM:
    """Return the cipher of an answer, made of the server's secret and the key that was sent, which is not stored.

    So an answer that holds a name, a reason or the code of an invitation cannot be read in the database.
    """
    return AESGCM(_mac("cipher", player.pk.bytes + key.encode()))


def _sealed(answer: Answer, player: Player, key: str) -> bytes:
    nonce = os.urandom(_NONCE_BYTES)
    return nonce + _cipher(player, key).encrypt(nonce, msgspec.msgpack.encode(answer), None)


def _opened(sealed: bytes, player: Player, key: str) -> Answer:
    nonce, text = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:]
    return msgspec.msgpack.decode(_cipher(player, key).decrypt(nonce, text, None), type=Answer)
