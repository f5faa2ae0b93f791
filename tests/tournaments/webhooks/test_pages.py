"""The pages of webhooks, as an officer uses them."""

import re

import pytest
from django.urls import reverse

from clubs.models import Club, Player
from tests.tournaments.helpers.pages import signed_in
from tests.tournaments.webhooks.conftest import Receiver
from tournaments.models import Delivery, Webhook
from tournaments.webhooks.delivering import deliver_due

pytestmark = pytest.mark.django_db(transaction=True)


def secret_in(html: str) -> str:
    shown = re.search(r"whsec_[A-Za-z0-9+/=]+", html)
    return shown[0] if shown else ""


def test_an_officer_registers_tries_rotates_and_removes_a_webhook(club: Club, director: Player, receiver: Receiver):
    browser = signed_in(director)
    pages = reverse("tournaments:webhooks", args=[club.slug])
    assert browser.get(pages).status_code == 200
    secret = secret_in(browser.post(pages, {"url": receiver.url}).content.decode())
    hook = Webhook.objects.get()
    assert hook.secret == secret
    page = reverse("tournaments:webhook", args=[club.slug, hook.pk])
    assert secret_in(browser.get(pages).content.decode()) == ""
    assert browser.post(page, {"act": "ping"}).status_code == 302
    assert deliver_due() == 1
    told = browser.get(page).content.decode()
    assert ("200" in told, secret_in(told)) == (True, "")
    message = Delivery.objects.get().message
    assert browser.post(page, {"act": "resend", "message": message}).status_code == 302
    assert deliver_due() == 1
    assert {got.headers["webhook-id"] for got in receiver.got} == {str(message)}
    assert secret_in(browser.post(page, {"act": "rotate"}).content.decode()) not in ("", secret)
    assert browser.post(page, {"act": "remove"}).url == pages
    assert not Webhook.objects.exists()


def test_a_wrong_address_stays_in_the_form_with_what_is_wrong(club: Club, director: Player):
    browser = signed_in(director)
    answer = browser.post(reverse("tournaments:webhooks", args=[club.slug]), {"url": "https://10.0.0.1/"})
    assert answer.status_code == 422
    assert "Give an https address on the internet" in answer.content.decode()
    assert "https://10.0.0.1/" in answer.content.decode()
