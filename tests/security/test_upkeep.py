"""Nothing grows for ever: what nobody needs any more goes by itself, and what is needed stays."""

from datetime import timedelta
from uuid import uuid4

import pytest
import yaml
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs import tasks
from clubs.accounts.upkeep import prune_signups
from clubs.accounts.visitors import adopt_visiting_player, make_visiting_player
from clubs.models import AccessToken, Player, User
from clubs.people.services import make_player
from clubs.privacy.services.erasing import carry_out_due
from games.models import ChatMessage, Table
from games.tables.services.chat import prune_chat
from tests.factories import PlayerFactory, UserFactory
from tests.games.helpers.tables import dealt_table
from tests.servers import ROOT

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _mail_arrives(settings: LazySettings):
    settings.MAIL_ARRIVES = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True


def long_ago(days: int = 31) -> timedelta:
    return timedelta(days=days)


def signed_up(name: str, client: Client | None = None) -> User:
    email = f"{name.lower()}@example.org"
    form = {"name": name, "email": email, "password1": "Kottayam-to-Pala-7"}
    (client or Client()).post(reverse("account_signup"), form)
    return User.objects.get(email=email)


def test_sessions_and_tokens_that_have_expired_go():
    player = PlayerFactory()
    old, new = Client(), Client()
    for client in (old, new):
        client.force_login(player.user)
    Session.objects.filter(pk=old.session.session_key).update(expire_date=timezone.now() - timedelta(seconds=1))
    gone = AccessToken.objects.create(user=player.user, expiry=timedelta(days=1), name="old")[0]
    AccessToken.objects.filter(pk=gone.pk).update(expiry=timezone.now() - timedelta(seconds=1))
    kept = AccessToken.objects.create(user=player.user, expiry=timedelta(days=1), name="new")[0]

    tasks.prune()

    assert [session.pk for session in Session.objects.all()] == [new.session.session_key]
    assert list(AccessToken.objects.all()) == [kept]


def test_a_sign_up_that_was_never_confirmed_goes_and_its_name_is_free():
    user = signed_up("Kochouseph")
    player = user.player
    prune_signups()
    assert User.objects.filter(pk=user.pk).exists(), "there are days to confirm it"
    User.objects.filter(pk=user.pk).update(date_joined=timezone.now() - long_ago())

    assert prune_signups() == 1

    assert not User.objects.filter(pk=user.pk).exists()
    carry_out_due()
    player.refresh_from_db()
    assert (player.name, player.user, player.erased_at is not None) == ("Former player", None, True)
    assert make_player(name="Kochouseph").name == "Kochouseph"


@pytest.mark.parametrize("why", ["confirmed", "signed in", "staff", "no address", "no mail"])
def test_other_accounts_stay(settings: LazySettings, why: str):
    user = UserFactory(email="kept@example.org") if why == "no address" else signed_up("Kept")
    User.objects.filter(pk=user.pk).update(date_joined=timezone.now() - long_ago(400))
    if why == "confirmed":
        EmailAddress.objects.filter(user=user).update(verified=True)
    elif why == "signed in":
        User.objects.filter(pk=user.pk).update(last_login=timezone.now() - long_ago(399))
    elif why == "staff":
        User.objects.filter(pk=user.pk).update(is_staff=True)
    elif why == "no mail":
        settings.MAIL_ARRIVES = False

    assert prune_signups() == 0
    assert User.objects.filter(pk=user.pk).exists()


def test_a_visiting_player_outlives_a_sign_up_that_was_never_confirmed():
    visitor = make_visiting_player(name="Kochouseph")
    user = UserFactory(email="koch@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=False)
    adopt_visiting_player(visitor=visitor, user=user, name="Kochouseph")
    User.objects.filter(pk=user.pk).update(date_joined=timezone.now() - long_ago())

    assert prune_signups() == 1

    carry_out_due()
    visitor = Player.objects.get(pk=visitor.pk)
    assert (visitor.name, visitor.user, visitor.is_visiting) == ("Kochouseph", None, True)


def test_the_chat_of_a_table_that_is_over_goes_after_some_time():
    players = PlayerFactory.create_batch(4)
    over, running = dealt_table(players), dealt_table(players)
    for table in (over, running):
        for days in (91, 89):
            at = timezone.now() - long_ago(days)
            ChatMessage.objects.create(
                table=table, player=players[0], seat=0, version=1, text=f"{days}", command=uuid4(), sent_at=at
            )
    Table.objects.filter(pk=over.pk).update(status=Table.Status.FINISHED)

    assert prune_chat() == 1

    left = ChatMessage.objects.order_by("pk").values_list("table", "text")
    assert list(left) == [(over.pk, "89"), (running.pk, "91"), (running.pk, "89")]


def test_beat_calls_for_all_of_it(settings: LazySettings):
    from config.celery import app

    app.loader.import_default_modules()
    called = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert {"clubs.tasks.prune", "games.tasks.prune_chat", "clubs.privacy.tasks.tend"} <= called
    assert called <= set(app.tasks)


def test_no_container_writes_a_log_without_end():
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())

    for name, service in compose["services"].items():
        assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}, name
