"""What goes out: once, to whom it is for, never in quiet hours, in one heap after them, again where it fails."""

from collections import Counter
from datetime import UTC, datetime, time, timedelta
from smtplib import SMTPServerDisconnected

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as configured
from django.core import mail
from django.utils import timezone
from http_ece import ECEException
from hypothesis import HealthCheck, given
from hypothesis import settings as bounds
from hypothesis import strategies as st
from redis.exceptions import ConnectionError as RedisAway

from clubs.base import breaker
from clubs.models import Notice, NoticeChoices, NoticeDelivery, Player, PushDevice
from clubs.notices import holding, links
from clubs.notices.kinds import KINDS
from clubs.notices.selectors import choices_of
from clubs.notices.services.choosing import choose, pause, resume
from clubs.notices.services.delivery import deliver_due
from clubs.notices.services.reading import mark_read, prune_notices
from clubs.notices.services.telling import notify, withdraw
from tests.clubs.notices.devices import Phone, Service

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 7, 1, 6, 30, tzinfo=UTC)  # in Kolkata
MORNING = datetime(2026, 7, 2, 2, 30, tzinfo=UTC)  # eight o'clock there
NIGHT = datetime(2026, 7, 1, 18, 0, tzinfo=UTC)  # half past eleven there


@pytest.fixture
def reader(annamma) -> Player:
    """Annamma, whose address is confirmed."""
    EmailAddress.objects.create(user=annamma.user, email=annamma.user.email, verified=True, primary=True)
    return annamma


def choice(player: Player, **chosen: object) -> None:
    """Choose as is usual, but for what is said."""
    usual: dict[str, object] = {
        "ways": {}, "digest": "daily", "digest_at": time(8), "quiet_from": None, "quiet_until": None,
        "time_zone": "Asia/Kolkata",
    }  # fmt: skip
    choose(player=player, **(usual | chosen))  # type: ignore[arg-type]


def tell(player: Player, key: str = "1", now: datetime = NOON, kind: str = "membership", **details: object) -> Notice:
    notify(players=[player], kind=kind, path="/clubs/", key=key, details=details, now=now)
    return Notice.objects.get(player=player, kind=kind, key=key)


def outcomes(player: Player, way: str = "digest") -> dict[str, str]:
    rows = NoticeDelivery.objects.filter(player=player, way=way).select_related("notice")
    return {row.notice.key: row.outcome for row in rows}


# The collected mail


def test_the_collected_mail_comes_once_at_the_chosen_time_with_all_that_is_unread(reader, club):
    tell(reader, "1", club=club.pk, role="scorer")
    tell(reader, "2", club=club.pk, role="director")

    deliver_due(now=MORNING - timedelta(seconds=1))
    assert mail.outbox == []
    for _ in range(2):
        deliver_due(now=MORNING)

    (sent,) = mail.outbox
    assert sent.to == [reader.user.email]
    assert sent.subject == "Lelam: 2 new notices"
    assert "Director." in sent.body
    assert "Scorer." in sent.body
    html, kind = sent.alternatives[0]
    assert kind == "text/html"
    assert "Director." in html
    assert "<script" not in html


def test_a_mail_does_not_go_out_again_because_redis_went_away_meanwhile(reader, monkeypatch):
    class Leaving:
        def get(self, key, default):
            return default

        def delete(self, key):
            raise RedisAway

    tell(reader)
    monkeypatch.setattr(breaker, "cache", Leaving())

    deliver_due(now=MORNING)
    monkeypatch.undo()
    deliver_due(now=MORNING + timedelta(days=1))

    assert len(mail.outbox) == 1
    assert outcomes(reader) == {"1": "sent"}


def test_there_is_no_collected_mail_when_nothing_is_new(reader):
    told = tell(reader)
    mark_read(player=reader, notice_id=told.pk)

    deliver_due(now=MORNING)

    assert mail.outbox == []
    assert outcomes(reader) == {"1": "read"}


def test_mail_goes_to_a_confirmed_address_only(annamma):
    EmailAddress.objects.create(user=annamma.user, email=annamma.user.email, verified=False, primary=True)
    tell(annamma)

    deliver_due(now=MORNING)

    assert mail.outbox == []
    assert outcomes(annamma) == {"1": "nowhere"}


def test_a_mail_is_in_its_readers_language(reader, club):
    reader.user.language = "ml"
    reader.user.save()
    tell(reader, club=club.pk, role="director")

    deliver_due(now=MORNING)

    assert 'lang="ml"' in mail.outbox[0].alternatives[0][0]


def test_a_mail_can_be_stopped_by_its_program_with_one_click(reader):
    tell(reader)
    deliver_due(now=MORNING)

    headers = mail.outbox[0].extra_headers
    stop = f"{configured.LELAM_ADDRESS}{links.stop_path(reader, 'digest')}"
    assert headers["List-Unsubscribe"] == f"<{stop}>"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert stop in mail.outbox[0].body


def test_a_weekly_mail_waits_for_monday(reader):
    choice(reader, digest="weekly")
    tell(reader)

    deliver_due(now=MORNING)
    assert mail.outbox == []
    deliver_due(now=datetime(2026, 7, 6, 2, 30, tzinfo=UTC))
    assert len(mail.outbox) == 1


def test_who_wants_no_collected_mail_gets_none_also_of_what_was_told_before(reader):
    tell(reader)
    choice(reader, digest="never")

    deliver_due(now=MORNING + timedelta(days=9))

    assert mail.outbox == []


def test_a_mail_that_fails_is_sent_later_under_the_same_name(reader, monkeypatch):
    tell(reader)
    names = []

    def fail(message: mail.EmailMessage) -> None:
        names.append(message.extra_headers["Message-ID"])
        raise SMTPServerDisconnected

    with monkeypatch.context() as patch:
        patch.setattr(mail.EmailMessage, "send", fail)
        deliver_due(now=MORNING)
    deliver_due(now=MORNING + timedelta(seconds=59))
    assert mail.outbox == []
    deliver_due(now=MORNING + timedelta(minutes=2))

    assert [sent.extra_headers["Message-ID"] for sent in mail.outbox] == names


def test_a_mail_that_fails_for_days_is_given_up(reader, monkeypatch):
    tell(reader)

    def fail(message: mail.EmailMessage) -> None:
        raise SMTPServerDisconnected

    monkeypatch.setattr(mail.EmailMessage, "send", fail)
    for hours in range(48):
        deliver_due(now=MORNING + timedelta(hours=hours))

    assert outcomes(reader) == {"1": "refused"}


def test_a_notice_that_cannot_be_put_into_words_holds_nothing_up_and_is_given_up(reader, person, client, caplog):
    other = person("Beeran")
    EmailAddress.objects.create(user=other.user, email=other.user.email, verified=True, primary=True)
    bad = tell(reader, "bad", club="no such id")
    tell(reader, "good", role="director")
    tell(other, "another", role="scorer")

    deliver_due(now=MORNING)
    waits = NoticeDelivery.objects.get(notice=bad, way="digest")

    assert (waits.tries, waits.due_at) == (1, MORNING + timedelta(minutes=1))
    assert [sent.to for sent in mail.outbox] == [[other.user.email]]
    assert "in _look_up" in caplog.text
    assert "ValidationError" in caplog.text
    assert "no such id" not in caplog.text
    assert reader.user.email not in caplog.text

    deliver_due(now=MORNING)
    assert [sent.to for sent in mail.outbox[1:]] == [[reader.user.email]]
    assert "Director." in mail.outbox[1].body

    for hours in range(48):
        deliver_due(now=MORNING + timedelta(hours=hours))
    assert outcomes(reader) == {"bad": "failed", "good": "sent"}

    client.force_login(reader.user)
    page = client.get("/me/notices/").content.decode()
    assert "This cannot be shown" in page
    assert "Director." in page


def test_a_long_heap_is_counted_and_not_listed_whole(reader):
    for number in range(45):
        tell(reader, str(number))

    deliver_due(now=MORNING)

    assert mail.outbox[0].subject == "Lelam: 45 new notices"
    assert "You have 5 more notices on your page." in mail.outbox[0].body


# Mail at once, and push


def test_what_is_urgent_comes_by_mail_at_once_where_that_was_chosen(reader):
    tell(reader, "1", kind="calendar", what="off")
    deliver_due(now=NOON)
    assert mail.outbox == []

    choice(reader, ways={"calendar": {"mail": True}})
    tell(reader, "2", kind="calendar", what="off")
    deliver_due(now=NOON)

    assert mail.outbox[0].subject == "Lelam: A club: the evening of  is called off."


def test_a_push_says_one_sentence_that_only_its_device_can_open(annamma, club):
    phone, service = Phone(), Service()
    phone.added_for(annamma)
    told = tell(annamma, kind="request-answered", club=club.pk)

    deliver_due(now=NOON, session=service)

    (sent,) = service.got
    assert sent.address == phone.endpoint
    said = phone.opened(sent.body)
    assert said == {
        "text": "Meenachil Card Club: you are a member now.",
        "path": f"/me/notices/{told.pk}/",
        "tag": sent.headers["topic"],
        "lang": "en",
    }
    assert len(sent.headers["topic"]) == 32
    assert sent.headers["content-encoding"] == "aes128gcm"
    with pytest.raises(ECEException):
        Phone().opened(sent.body)


def test_each_device_is_told_once_and_only_those_of_the_player(annamma, person):
    mine = [Phone(), Phone()]
    for phone in mine:
        phone.added_for(annamma)
    Phone().added_for(person("Beeran"))
    tell(annamma, kind="request-answered")
    service = Service()

    for _ in range(3):
        deliver_due(now=NOON, session=service)

    assert Counter(sent.address for sent in service.got) == Counter(phone.endpoint for phone in mine)


def test_one_table_has_one_push_however_many_turns_there_were(annamma):
    phone = Phone()
    phone.added_for(annamma)
    service = Service()
    for turn in ("a", "b"):
        notify(players=[annamma], kind="ruling", path="/tables/1/", key=turn, now=NOON)
        deliver_due(now=NOON, session=service)
    for turn in ("a", "b"):
        notify(players=[annamma], kind="table-waits", path="/tables/1/", key=turn, now=NOON)
        deliver_due(now=NOON, session=service)

    assert phone.opened(service.got[2].body)["path"] == "/tables/1/"
    topics = [sent.headers["topic"] for sent in service.got]
    assert topics[0] != topics[1]
    assert topics[2] == topics[3]
    assert {sent.headers["urgency"] for sent in service.got} == {"high"}
    assert [int(sent.headers["ttl"]) for sent in service.got] == [2 * 86400, 2 * 86400, 1800, 1800]


def test_a_turn_that_was_taken_meanwhile_is_never_pushed(annamma, monkeypatch):
    Phone().added_for(annamma)
    service = Service()
    monkeypatch.setitem(holding._CHECKS, "your-turn", lambda notice: notice.key == "b")
    for turn in ("a", "b"):
        tell(annamma, turn, kind="your-turn")
    withdraw(kind="your-turn", key="c")

    deliver_due(now=NOON, session=service)

    assert len(service.got) == 1
    assert outcomes(annamma, "push") == {"a": "past", "b": "sent"}


def test_what_has_passed_is_not_pushed_any_more(annamma):
    Phone().added_for(annamma)
    service = Service()
    tell(annamma, kind="table-waits")

    deliver_due(now=NOON + KINDS["table-waits"].passes, session=service)

    assert service.got == []
    assert outcomes(annamma, "push") == {"1": "past"}


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten_with_all_that_waits_for_it(annamma, status):
    Phone().added_for(annamma)
    tell(annamma, "1", kind="request-answered")
    service = Service(status)

    deliver_due(now=NOON, session=service)
    deliver_due(now=NOON + timedelta(days=1), session=service)

    assert not PushDevice.objects.exists()
    assert len(service.got) == 1


def test_a_service_that_asks_to_wait_is_waited_for(annamma):
    Phone().added_for(annamma)
    tell(annamma, kind="request-answered")
    service = Service(429, headers={"Retry-After": "600"})

    deliver_due(now=NOON, session=service)
    deliver_due(now=NOON + timedelta(minutes=9), session=service)
    assert len(service.got) == 1
    deliver_due(now=NOON + timedelta(minutes=10), session=service)

    assert len(service.got) == 2
    assert outcomes(annamma, "push") == {"1": "sent"}


def test_what_a_service_refuses_is_not_sent_again(annamma):
    Phone().added_for(annamma)
    tell(annamma, kind="request-answered")
    service = Service(400)

    for hours in range(3):
        deliver_due(now=NOON + timedelta(hours=hours), session=service)

    assert len(service.got) == 1
    assert PushDevice.objects.get().failures == 1


def test_one_device_that_fails_holds_no_other_up(annamma, monkeypatch):
    broken, well = Phone(), Phone()
    broken.added_for(annamma)
    well.added_for(annamma)
    PushDevice.objects.filter(endpoint=broken.endpoint).update(p256dh="no key")
    service = Service()
    tell(annamma, kind="request-answered")

    deliver_due(now=NOON, session=service)

    assert [sent.address for sent in service.got] == [well.endpoint]
    assert PushDevice.objects.get(endpoint=broken.endpoint).failures == 1


# Quiet hours


def test_in_quiet_hours_nothing_goes_out_and_afterwards_all_of_it_in_one_heap(reader):
    phone, service = Phone(), Service()
    phone.added_for(reader)
    choice(reader, quiet_from=time(22), quiet_until=time(7), ways={"calendar": {"mail": True}})
    for key in ("1", "2", "3"):
        tell(reader, key, now=NIGHT, kind="calendar", what="off")

    for minutes in range(0, 7 * 60, 30):
        deliver_due(now=NIGHT + timedelta(minutes=minutes), session=service)
    assert (mail.outbox, service.got) == ([], [])
    assert Notice.objects.filter(player=reader, shown=True, read_at=None).count() == 3
    deliver_due(now=MORNING - timedelta(hours=1), session=service)

    assert [sent.subject for sent in mail.outbox] == ["Lelam: 3 new notices"]
    assert [phone.opened(sent.body)["text"] for sent in service.got] == ["3 new notices"]
    assert phone.opened(service.got[0].body)["path"] == "/me/notices/"


def test_what_waits_follows_choices_that_are_changed(annamma):
    Phone().added_for(annamma)
    service = Service()
    tell(annamma, now=NIGHT, kind="request-answered")
    choice(annamma, quiet_from=time(22), quiet_until=time(7), now=NIGHT)
    deliver_due(now=NIGHT, session=service)
    assert service.got == []

    choice(annamma, now=NIGHT)
    deliver_due(now=NIGHT, session=service)

    assert len(service.got) == 1


def test_a_pause_holds_all_back_and_its_end_lets_all_go(annamma):
    Phone().added_for(annamma)
    service = Service()
    pause(player=annamma, until=NOON + timedelta(days=3), now=NOON)
    tell(annamma, "1", kind="request-answered")
    tell(annamma, "2", kind="request-answered")
    deliver_due(now=NOON + timedelta(days=2), session=service)
    assert service.got == []

    resume(player=annamma, now=NOON + timedelta(days=2))
    deliver_due(now=NOON + timedelta(days=2), session=service)

    assert len(service.got) == 1


@bounds(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    zone=st.sampled_from(
        ["Asia/Kolkata", "America/Toronto", "Australia/Lord_Howe", "Pacific/Chatham", "Europe/London"]
    ),
    begin=st.integers(0, 1439),
    length=st.integers(1, 1440 - 90),  # somebody looks at least once while it is not quiet
    begins=st.sampled_from([datetime(2026, 3, 7, tzinfo=UTC), datetime(2026, 10, 31, tzinfo=UTC), NOON]),
    told=st.lists(st.integers(0, 2 * 1440), min_size=1, max_size=6),
    every=st.integers(7, 90),
)
def test_whatever_the_hours_each_thing_goes_out_once_outside_of_them_and_none_is_lost(
    annamma, zone, begin, length, begins, told, every
):
    for model in (Notice, PushDevice, NoticeChoices):
        model.objects.all().delete()
    phone, service = Phone(), Service()
    phone.added_for(annamma)
    clock = [time(minute % 1440 // 60, minute % 60) for minute in (begin, begin + length)]
    choice(annamma, quiet_from=clock[0], quiet_until=clock[1], time_zone=zone)
    hours = NoticeChoices.objects.get(player=annamma)
    quiet = choices_of(hours.player).hours
    pending = sorted(enumerate(told), key=lambda one: one[1])
    heard = Counter[str]()
    for minute in range(0, 5 * 1440, every):
        now = begins + timedelta(minutes=minute)
        while pending and pending[0][1] <= minute:
            tell(annamma, str(pending.pop(0)[0]), now=now, kind="request-answered")
        before = len(service.got)
        deliver_due(now=now, session=service)
        assert len(service.got) == before or not quiet.is_quiet(now)
        if len(service.got) > before:
            done = NoticeDelivery.objects.filter(done_at=now, outcome="sent")
            heard.update(row.notice.key for row in done.select_related("notice"))

    assert heard == Counter(str(number) for number in range(len(told)))
    assert not NoticeDelivery.objects.filter(done_at=None).exclude(way="digest").exists()


# Forgetting


def test_old_notices_are_forgotten_and_unread_ones_much_later(annamma, settings):
    settings.LELAM_NOTICE_DAYS, settings.LELAM_UNREAD_DAYS = 30, 180
    read = tell(annamma, "read")
    mark_read(player=annamma, notice_id=read.pk, now=NOON)
    tell(annamma, "unread")

    assert prune_notices(now=NOON + timedelta(days=30)) == 0
    assert prune_notices(now=NOON + timedelta(days=31)) == 1
    assert [notice.key for notice in Notice.objects.all()] == ["unread"]
    assert prune_notices(now=NOON + timedelta(days=181)) == 1


def test_an_account_that_is_closed_is_sent_nothing(reader):
    Phone().added_for(reader)
    reader.user.is_active = False
    reader.user.save()
    tell(reader, kind="request-answered")
    service = Service()

    deliver_due(now=MORNING, session=service)

    assert (service.got, mail.outbox) == ([], [])


def test_nothing_is_due_for_who_is_told_nothing(annamma):
    assert deliver_due(now=timezone.now()) == 0
