"""Sending the due deliveries: by mail and by push, once each, never in quiet hours.

A batch ("heap") is all deliveries due to one player by one channel (by push: to one device). A worker claims it in a
short transaction, which postpones it by the time that sending may take, sends it in none, and notes the outcome in
another: no row is locked while a mail server is silent. If a worker dies in between, the batch is sent again after that
time, under the same id, and the mail program or the device shows it once.
"""

import base64
import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused
from time import monotonic
from typing import Final
from urllib.parse import urlsplit
from uuid import UUID
from zoneinfo import ZoneInfo

import requests
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from clubs.base import breaker, locks, metrics
from clubs.base.isolation import MAX_TRIES, run_each, wait_after
from clubs.base.leases import lease
from clubs.models import Notice, NoticeDelivery, Player, PushDevice
from clubs.notices import holding, mailing, push, selectors, words
from clubs.notices.kinds import KINDS, PUSH, Kind
from clubs.notices.mailserver import SERVER, MailServer
from clubs.notices.services.telling import WOKEN

logger = logging.getLogger("lelam.notices")
Outcome = NoticeDelivery.Outcome

_KEPT_BY_SERVICE = timedelta(days=2)
"""The time for which a push service keeps a message without an end of its own."""
FAILURES_OF_DEVICE = 20
"""The number of failures in a row after which a device is deleted."""
CLAIM: Final = timedelta(minutes=3)
"""A claimed batch is another worker's after so long; sending takes half a minute at most."""
SECONDS: Final = 60.0
"""The time after which a task begins no further batch."""
_LEASE: Final = "notices-delivery"
_LEASE_SECONDS: Final = 120.0
LOCK_NAMESPACE = 34
"""The kind of the locks of batches (`clubs.base.locks`)."""


Send = Callable[[], None]
"""Sends a claimed batch and notes the outcome."""


def deliver_due(
    *,
    now: datetime | None = None,
    limit: int = 500,
    session: requests.Session | None = None,
    going: Callable[[], bool] = lambda: True,
) -> int:
    """Send the due batches, the longest overdue first; a batch that fails does not stop the others.

    Args:
        limit: The most batches.
        session: Makes the requests to push services (`push.send`).
        going: Asked before each batch whether it is still to be sent.

    Returns:
        The number of batches handled.
    """
    at = now or timezone.now()
    due = NoticeDelivery.objects.filter(done_at=None, due_at__lte=at).order_by("due_at")
    heaps = dict.fromkeys(due.values_list("player_id", "way", "device_id")[: limit * 4])
    mail_server = MailServer()
    try:
        outcome = run_each(
            list(heaps)[:limit],
            lambda heap: going() and _deliver_heap(heap, at, mail_server, session),
            task="The delivery of notices",
            on_failure=lambda heap, failure: _put_off_heap(heap, at),
            logger=logger,
        )
    finally:
        mail_server.close()
    return sum(outcome.results)


def deliver_if_idle() -> int:
    """Send the due batches unless another worker is doing so: a slow service then takes one thread, not all."""
    with lease(_LEASE, seconds=_LEASE_SECONDS) as held:
        if held is None:
            return 0
        until = monotonic() + SECONDS
        done = 0
        while monotonic() < until:
            cache.delete(WOKEN)
            done += deliver_due(going=lambda: monotonic() < until and held.renew())
            if cache.get(WOKEN) is None:
                break  # else something urgent was told meanwhile, and its task has found this one at work
        return done


def _deliver_heap(
    heap: tuple[UUID, str, UUID | None], now: datetime, mail_server: MailServer, session: requests.Session | None
) -> bool:
    """Send the batch due to one player by one channel; in quiet hours, or while its server fails, postpone it.

    Returns:
        Whether there was a batch that no other worker was sending.
    """
    send = _claim(heap, now, mail_server, session)
    if send is None:
        return False
    send()
    return True


def _send_nothing() -> None:
    """Stand for the sending of a batch that was settled or postponed when it was claimed."""


@transaction.atomic
def _claim(
    heap: tuple[UUID, str, UUID | None], now: datetime, mail_server: MailServer, session: requests.Session | None
) -> Send | None:
    """Claim a batch and make its message; return what sends it after the commit, or None if there is no batch."""
    player_id, way, device_id = heap
    # Two workers that lock row by row could each get a part of the batch.
    if not locks.take(LOCK_NAMESPACE, f"{player_id} {way} {device_id}", wait=False):
        return None
    rows = list(
        NoticeDelivery.objects.select_for_update(skip_locked=True, of=("self",))
        .filter(player=player_id, way=way, device=device_id, done_at=None, due_at__lte=now)
        .select_related("notice", "device")
        .order_by("due_at", "pk")
    )
    if not rows:
        return None
    player = Player.objects.select_related("user").get(pk=player_id)
    chosen = selectors.choices_of(player)
    rows = _still_to_send(rows, chosen, now)
    if not rows:
        return _send_nothing
    free = chosen.hours.free_from(now)
    wait = free if free > now else breaker.open_until(_server_of(rows[0]), now)
    send = _send_nothing
    if wait is None:
        send = (
            _push(rows, player, chosen, now, session)
            if way == PUSH
            else _mail(rows, player, chosen, way, now, mail_server)
        )
        wait = now + CLAIM
    NoticeDelivery.objects.filter(pk__in=[row.pk for row in rows], done_at=None).update(due_at=wait)
    return send


def _server_of(row: NoticeDelivery) -> str:
    """Return the name of the circuit breaker of the server by which a delivery goes."""
    return f"push.{urlsplit(row.device.endpoint).hostname}" if row.device is not None else SERVER


def _still_to_send(rows: Sequence[NoticeDelivery], chosen: selectors.Chosen, now: datetime) -> list[NoticeDelivery]:
    """Close deliveries that need no sending any more; return the others."""
    left = []
    for row in rows:
        kind = KINDS.get(row.notice.kind)
        if kind is None or not chosen.wants(kind, row.way):
            _settle([row], Outcome.UNWANTED, now)
        elif row.notice.read_at is not None:
            _settle([row], Outcome.READ, now)
        elif _is_past(kind, row.notice, now) or not holding.still_holds(row.notice):
            _settle([row], Outcome.PAST, now)
        else:
            left.append(row)
    return left


def _is_past(kind: Kind, notice: Notice, now: datetime) -> bool:
    return kind.passes is not None and notice.told_at + kind.passes <= now


def _settle(rows: Iterable[NoticeDelivery], outcome: Outcome, now: datetime) -> None:
    NoticeDelivery.objects.filter(pk__in=[row.pk for row in rows]).update(done_at=now, outcome=outcome)


def _put_off(
    rows: Sequence[NoticeDelivery],
    now: datetime,
    wait: timedelta | None = None,
    *,
    gives_up: Outcome = Outcome.REFUSED,
) -> None:
    """Schedule a retry, or give up after too many."""
    for row in rows:
        if row.tries + 1 >= MAX_TRIES:
            _settle([row], gives_up, now)
            continue
        due = now + max(wait or timedelta(0), wait_after(row.tries + 1))
        NoticeDelivery.objects.filter(pk=row.pk).update(tries=row.tries + 1, due_at=due)


@transaction.atomic
def _put_off_heap(heap: tuple[UUID, str, UUID | None], now: datetime) -> None:
    """Schedule a retry of a batch that raised an exception.

    If only some notices cannot be put into words, those are postponed, and the rest goes out at the next beat.
    """
    player_id, way, device_id = heap
    rows = list(
        NoticeDelivery.objects.select_for_update(skip_locked=True, of=("self",))
        .filter(player=player_id, way=way, device=device_id, done_at=None, due_at__lte=now)
        .select_related("notice")
        .order_by("due_at", "pk")
    )
    faulty = [row for row in rows if not _can_be_told(row.notice)]
    _put_off(faulty or rows, now, gives_up=Outcome.FAILED)


def _can_be_told(notice: Notice) -> bool:
    """Tell whether a notice can be put into words."""
    try:
        with transaction.atomic():
            words.texts_of([notice], zone=ZoneInfo("UTC"))
    except Exception:  # the log has it already, with its traceback
        return False
    return True


def _mail(
    rows: Sequence[NoticeDelivery],
    player: Player,
    chosen: selectors.Chosen,
    way: str,
    now: datetime,
    mail_server: MailServer,
) -> Send:
    """Return the sending of the batch as one mail, to a confirmed address."""
    address = selectors.address_of(player)
    if not address:
        _settle(rows, Outcome.NOWHERE, now)
        return _send_nothing
    mail: EmailMessage = mailing.mail_for(player, address, [row.notice for row in rows], way=way, chosen=chosen)

    def send() -> None:
        try:
            mail_server.send(mail, now)
        except SMTPRecipientsRefused:
            logger.warning("A mail server refused a mail's address")
            _settle(rows, Outcome.REFUSED, now)
        except (SMTPException, OSError) as failure:
            logger.warning("A mail could not be sent: %s", type(failure).__name__)
            _put_off(rows, now)
        except Exception:
            _put_off(rows, now, gives_up=Outcome.FAILED)
            raise
        else:
            _settle(rows, Outcome.SENT, now)

    return send


def _push(
    rows: Sequence[NoticeDelivery],
    player: Player,
    chosen: selectors.Chosen,
    now: datetime,
    session: requests.Session | None,
) -> Send:
    """Return the sending of the batch as one message to one device."""
    device = rows[0].device
    if device is None or not push.is_offered() or player.user is None or not player.user.is_active:
        _settle(rows, Outcome.NOWHERE, now)
        return _send_nothing
    message = _message([row.notice for row in rows], player, device, chosen, now)
    server = _server_of(rows[0])

    def send() -> None:
        sent = push.send(device.endpoint, device.p256dh, device.auth, message, session=session)
        metrics.PUSHES.labels(sent.answer.value).inc()
        if sent.answer is push.Answer.LATER:
            breaker.failed(server, now)
        else:
            breaker.succeeded(server)
        if sent.answer is push.Answer.TAKEN:
            PushDevice.objects.filter(pk=device.pk).update(reached_at=now, failures=0)
            _settle(rows, Outcome.SENT, now)
        elif sent.answer is push.Answer.GONE or device.failures + 1 >= FAILURES_OF_DEVICE:
            PushDevice.objects.filter(pk=device.pk).delete()  # and with it all that was to go there
        else:
            PushDevice.objects.filter(pk=device.pk).update(failures=device.failures + 1)
            if sent.answer is push.Answer.LATER:
                _put_off(rows, now, sent.after)
            else:
                _settle(rows, Outcome.REFUSED, now)

    return send


def _message(
    notices: Sequence[Notice], player: Player, device: PushDevice, chosen: selectors.Chosen, now: datetime
) -> push.Message:
    """Return the message for a device: the only notice, or the number of notices."""
    language = (player.user.language if player.user is not None else "") or device.language
    with translation.override(language or mailing.language_of(player)):
        said = words.texts_of(notices[:1], zone=chosen.hours.zone)[0]
        number = len(notices)
        text = ngettext("%(number)d new notice", "%(number)d new notices", number) % {"number": number}
        language = translation.get_language() or ""
    kinds = [KINDS[notice.kind] for notice in notices]
    # Short-lived notices collapse by page: a table has one push message, however many turns there were.
    about = notices[0].path if kinds[0].passes is not None else str(notices[0].pk)
    topic = _topic(about if number == 1 else "heap")
    lasts = [
        notice.told_at + kind.passes - now if kind.passes is not None else _KEPT_BY_SERVICE
        for notice, kind in zip(notices, kinds, strict=True)
    ]
    one = number == 1
    # A short-lived notice may be withdrawn before it is tapped: it links straight to its page.
    there = said.path if kinds[0].passes is not None else reverse("clubs:notice", args=[said.id])
    return push.Message(
        body={
            "text": said.text if one else text,
            "path": there if one else reverse("clubs:notices"),
            "tag": topic,
            "lang": language,
        },
        topic=topic,
        lasts=max(lasts),
        urgent=any(kind.urgent for kind in kinds),
    )


def _topic(about: str) -> str:
    """Return the topic by which a later message replaces an earlier one; it tells the service nothing."""
    digest = salted_hmac("clubs.notices.topic", about, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest)[:32].decode("ascii")


__all__ = ["deliver_due", "deliver_if_idle"]
