"""Webhooks delivered to a server that listens: signed, in order, at least once, and to nobody inside."""

import threading
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from clubs.errors import ClubError, NotAllowed
from clubs.models import Club, Notice, Player
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import bot_pairs, called, do, opened, state_of
from tests.tournaments.webhooks.conftest import Receiver
from tournaments.deeds.playing import CorrectResult, ReportGame
from tournaments.deeds.publishing import ReleaseResults, SetEmbargo
from tournaments.deeds.ruling import CloseDispute, NoteDispute
from tournaments.directing.acting import act_for_server
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.floor.services import announce
from tournaments.log import states
from tournaments.models import Delivery, Tournament, Webhook
from tournaments.webhooks import delivering
from tournaments.webhooks.delivering import LEASE, deliver, deliver_due, prune, wait_after
from tournaments.webhooks.services import (
    add_webhook,
    enable_webhook,
    ping,
    remove_webhook,
    resend,
    rotate_secret,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hook(club: Club, director: Player, receiver: Receiver) -> Webhook:
    return add_webhook(club=club, by=director, url=receiver.url)[0]


@pytest.fixture
def cup(club: Club, director: Player, hook: Webhook) -> Tournament:
    """A round robin of two pairs at the desk, its round called."""
    states.forget_all()
    cup = opened(club, director, StagePlan(type="round_robin", match=MatchPlan(hands=24, place="desk")))
    bot_pairs(cup, director, 2)
    called(cup, director)
    return cup


def kinds() -> list[str]:
    return list(Delivery.objects.order_by("pk").values_list("kind", flat=True))


def report(cup: Tournament, by: Player) -> None:
    do(cup, by, ReportGame(match=1, game=1, points=(9, 4)))


def test_facts_go_out_in_order_signed_and_without_names(cup: Tournament, director: Player, receiver: Receiver):
    report(cup, director)
    do(cup, director, CorrectResult(match=1, points=(4, 9), reason="mistake"))
    announce(tournament=cup, by=director, audience="all", words="Tea is served", malayalam="ചായ", command=uuid4())
    announce(tournament=cup, by=director, audience="entrants", to=(1,), words="Come", malayalam="വരൂ", command=uuid4())
    wanted = ["round.released", "result.confirmed", "result.corrected", "announcement.made"]
    assert [kind for kind in kinds() if kind != "tournament.changed"] == wanted
    assert deliver_due() == len(kinds())
    assert [got.said["type"] for got in receiver.got] == kinds()
    secret = Webhook.objects.get().secret
    assert all(got.is_signed_by(secret) for got in receiver.got)
    result = next(got.said for got in receiver.got if got.said["type"] == "result.confirmed")
    assert (result["data"]["points"], result["data"]["match"]) == ([9, 4], 1)
    assert result["data"]["tournament"]["id"] == str(cup.pk)
    sent = b"".join(got.body for got in receiver.got)
    for name in (cup.name, director.name, *Player.objects.values_list("name", flat=True)):
        assert name.encode() not in sent
    assert b"Tea" not in sent
    assert deliver_due() == 0


def test_a_dispute_goes_out_with_its_end_though_the_match_is_still_played(cup: Tournament, director: Player):
    before = len(kinds())
    note = NoteDispute(match=1, game=1, hand=1, case="a")
    act_for_server(cup, note, command=uuid4())
    act_for_server(cup, CloseDispute(match=1, case="a"), command=uuid4())
    assert kinds()[before:] == ["result.disputed", "dispute.closed"]
    do(cup, director, SetEmbargo())
    report(cup, director)
    before = len(kinds())
    act_for_server(cup, note, command=uuid4())
    act_for_server(cup, CloseDispute(match=1, case="a"), command=uuid4())
    assert kinds()[before:] == [], "a withheld result is not told by its dispute"


def test_drafts_and_embargoed_results_do_not_go_out(cup: Tournament, director: Player):
    Delivery.objects.all().delete()
    do(cup, director, SetEmbargo())
    report(cup, director)
    assert "result.confirmed" not in kinds()
    do(cup, director, CorrectResult(match=1, points=(4, 9), reason="mistake"))
    assert "result.corrected" not in kinds()
    do(cup, director, ReleaseResults())
    assert kinds()[-1] == "results.released"


def test_rows_of_the_outbox_go_with_their_deed(cup: Tournament, director: Player, monkeypatch: pytest.MonkeyPatch):
    before = len(kinds())
    monkeypatch.setattr("tournaments.directing.acting.announce.tournament_advanced", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        report(cup, director)
    assert len(kinds()) == before
    assert state_of(cup).matches[1].games == () or state_of(cup).matches[1].games[0].report is None


def test_a_message_that_fails_is_tried_again_under_its_id_and_holds_back_the_next(
    hook: Webhook, club: Club, director: Player, receiver: Receiver
):
    first, second = (ping(club=club, by=director, webhook_id=hook.pk) for _ in range(2))
    receiver.answers = [500, 503]
    now = timezone.now()
    assert deliver_due(now=now) == 0
    assert deliver_due(now=now) == 0, "it waits"
    assert len(receiver.got) == 1
    first.refresh_from_db()
    assert (first.attempts, first.code, first.status) == (1, 500, "waiting")
    deliver_due(now=now + timedelta(minutes=1))
    assert deliver_due(now=now + timedelta(minutes=5)) == 2
    ids = [got.headers["webhook-id"] for got in receiver.got]
    assert ids == [str(first.message)] * 3 + [str(second.message)]
    hook.refresh_from_db()
    assert hook.failing_since is None


def test_waits_grow_with_a_jitter():
    waits = [[wait_after(attempt) for _ in range(50)] for attempt in (1, 2, 3, 40)]
    assert max(waits[0]) <= timedelta(seconds=6.25)
    assert min(waits[2]) >= timedelta(seconds=15)
    assert max(waits[3]) <= timedelta(hours=7.5)
    assert len(set(waits[1])) > 1


def test_a_killed_worker_leaves_a_lease_and_the_message_comes_again(
    hook: Webhook, club: Club, director: Player, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    message = ping(club=club, by=director, webhook_id=hook.pk).message
    now = timezone.now()

    def killed(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(delivering, "_settle", killed)
    with pytest.raises(KeyboardInterrupt):
        deliver(hook.pk, now=now)
    monkeypatch.undo()
    assert deliver_due(now=now + timedelta(seconds=1)) == 0, "another worker has it, as far as anybody knows"
    assert deliver_due(now=now + LEASE + timedelta(seconds=1)) == 1
    assert [got.headers["webhook-id"] for got in receiver.got] == [str(message)] * 2


def test_two_workers_do_not_send_at_once(hook: Webhook, club: Club, director: Player, receiver: Receiver):
    ping(club=club, by=director, webhook_id=hook.pk)
    other: list[int] = []
    receiver.before = lambda: other.append(1)
    inside = threading.Event()

    def look() -> None:
        inside.set()
        with pytest.MonkeyPatch.context():
            other.append(deliver_due_in_thread())

    def deliver_due_in_thread() -> int:
        from django.db import connection

        try:
            return deliver_due()
        finally:
            connection.close()

    receiver.before = look
    assert deliver_due() == 1
    assert inside.is_set()
    assert other == [0]
    assert len(receiver.got) == 1


def test_a_redirect_is_not_followed(hook: Webhook, club: Club, director: Player, receiver: Receiver):
    receiver.answers = [302]
    ping(club=club, by=director, webhook_id=hook.pk)
    assert deliver_due() == 0
    assert [got.path for got in receiver.got] == ["/hook/"]
    assert Delivery.objects.get().code == 302


def test_a_slow_receiver_is_hung_up_on(
    hook: Webhook, club: Club, director: Player, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(delivering, "SECONDS_IN_ALL", 0.2)
    done = threading.Event()
    receiver.before = lambda: done.wait(30)
    ping(club=club, by=director, webhook_id=hook.pk)
    assert deliver_due() == 0
    done.set()
    delivery = Delivery.objects.get()
    assert (delivery.code, delivery.error, delivery.status) == (None, "timeout", "waiting")


def test_after_days_of_failure_it_is_disabled_and_the_officers_are_told(
    hook: Webhook, club: Club, director: Player, receiver: Receiver
):
    ping(club=club, by=director, webhook_id=hook.pk)
    receiver.answers = [500] * 9
    now = timezone.now()
    for days in (0, 1, 2, 4):
        deliver_due(now=now + timedelta(days=days))
    hook.refresh_from_db()
    assert hook.disabled_at is not None
    assert Delivery.objects.get().status == "given_up"
    assert Notice.objects.filter(kind="webhook-off", player=director).count() == 1
    with pytest.raises(ClubError, match="disabled"):
        ping(club=club, by=director, webhook_id=hook.pk)
    enable_webhook(club=club, by=director, webhook_id=hook.pk)
    receiver.answers = []
    resend(club=club, by=director, webhook_id=hook.pk, message=Delivery.objects.get().message)
    assert deliver_due() == 1


def test_a_receiver_that_is_gone_is_disabled_at_once(hook: Webhook, club: Club, director: Player, receiver: Receiver):
    receiver.answers = [410]
    ping(club=club, by=director, webhook_id=hook.pk)
    deliver_due()
    hook.refresh_from_db()
    assert hook.disabled_at is not None


def test_a_new_secret_signs_beside_the_old_one_for_a_day(
    hook: Webhook, club: Club, director: Player, receiver: Receiver
):
    old = Webhook.objects.get().secret
    _hook, new = rotate_secret(club=club, by=director, webhook_id=hook.pk)
    for hours in (0, 25):
        ping(club=club, by=director, webhook_id=hook.pk)
        assert deliver_due(now=timezone.now() + timedelta(hours=hours)) == 1
    first, second = receiver.got
    assert (first.is_signed_by(old), first.is_signed_by(new)) == (True, True)
    assert (second.is_signed_by(old), second.is_signed_by(new)) == (False, True)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/", "https://127.0.0.1/", "https://10.0.0.1/", "https://169.254.169.254/latest/",
        "https://[::1]/", "https://[fd00::1]/", "https://localhost/", "https://intranet/", "https://0x7f.1/",
        "https://user:secret@example.com/", "https://example.com:8443/", "ftp://example.com/", "", "https://",
    ],
)  # fmt: skip
def test_addresses_inside_are_refused(club: Club, director: Player, url: str):
    with pytest.raises(ClubError) as refused:
        add_webhook(club=club, by=director, url=url)
    assert (refused.value.code, Webhook.objects.count()) == ("webhook-address", 0)


def test_a_name_that_leads_inside_is_not_called(
    hook: Webhook, club: Club, director: Player, receiver: Receiver, settings: Any
):
    """Registered while the setting allowed it, and when it no longer does: what counts is the address of the moment."""
    settings.LELAM_WEBHOOKS_INSIDE = False
    ping(club=club, by=director, webhook_id=hook.pk)
    assert deliver_due() == 0
    assert (receiver.got, Delivery.objects.get().error) == ([], "address")


def test_only_officers_keep_webhooks(hook: Webhook, club: Club):
    stranger = PlayerFactory()
    for deed in (
        lambda: add_webhook(club=club, by=stranger, url="https://example.com/"),
        lambda: rotate_secret(club=club, by=stranger, webhook_id=hook.pk),
        lambda: remove_webhook(club=club, by=stranger, webhook_id=hook.pk),
        lambda: ping(club=club, by=stranger, webhook_id=hook.pk),
    ):
        with pytest.raises(NotAllowed):
            deed()


def test_the_secret_lies_sealed(hook: Webhook):
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT secret FROM tournaments_webhook")
        (stored,) = cursor.fetchone()
    assert stored
    assert "whsec_" not in stored


def test_old_messages_are_removed(hook: Webhook, club: Club, director: Player):
    ping(club=club, by=director, webhook_id=hook.pk)
    deliver_due()
    assert prune() == 0
    assert prune(now=timezone.now() + timedelta(days=31)) == 1
