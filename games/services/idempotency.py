"""Requests that may arrive twice: the second time nothing is done, and the first answer is given again."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from clubs.models import Player
from games.models import AnsweredRequest

REMEMBERED = timedelta(days=1)
"""How long an answer is kept."""


class KeyReusedError(Exception):
    """The key came with a different request before."""


@transaction.atomic
def answer_once(
    *, player: Player, key: str, request: bytes, do: Callable[[UUID], tuple[int, dict[str, Any]]]
) -> tuple[int, dict[str, Any], bool]:
    """Do what is asked, unless it was done under this key before.

    A request that fails leaves nothing behind: the same key may try again. Of two that arrive at once the second waits
    at the unique row of the first, and then finds its answer.

    Args:
        player: Who asks; keys of different players are different keys.
        key: The player's own name for the request.
        request: All that makes one request differ from another: method, address and body.
        do: Does it, given the id of the command; returns a status and an answer of ids and versions only.

    Returns:
        The status, the answer, and whether it is that of an earlier request.

    Raises:
        KeyReusedError: The key belongs to a different request.
    """
    fingerprint = salted_hmac("games.services.idempotency", request, algorithm="sha256").hexdigest()
    AnsweredRequest.objects.filter(player=player, answered_at__lt=timezone.now() - REMEMBERED).delete()
    known, is_new = AnsweredRequest.objects.get_or_create(player=player, key=key, defaults={"fingerprint": fingerprint})
    if not is_new:
        if known.fingerprint != fingerprint:
            raise KeyReusedError
        return known.status, known.answer, True
    known.status, known.answer = do(uuid5(player.pk, key))
    known.save(update_fields=["status", "answer"])
    return known.status, known.answer, False
