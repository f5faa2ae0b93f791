"""Limits by address: one network is one, however many addresses it has, and it cannot use up what others may do."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from rest_framework.throttling import SimpleRateThrottle

from clubs.base import guesses
from clubs.base.networks import IPV6_SITE_PREFIX, network_of
from clubs.members import selectors
from clubs.members.doors import make_invitation
from clubs.models import Player
from games.models import Table
from tests.factories import ClubFactory, TableFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("2001:db8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_an_address_counts_by_its_network(address: str, network: str):
    assert network_of(address) == network


def code(address: str, digits: str) -> int:
    return Client(REMOTE_ADDR=address).post(reverse("clubs:code"), {"code": digits}).status_code


def test_one_network_cannot_stop_everybodys_codes():
    """A thousand wrong codes from one /64 locked codes for all."""
    club = ClubFactory()
    invitation = make_invitation(club=club, by=club.memberships.get().player)
    right = selectors.invitation_code(invitation)
    statuses = [code(f"2001:db8:0:{number // 8:x}::{number:x}", "0000000000") for number in range(200)]
    assert statuses.count(422) == guesses.MOST_OF_NETWORK
    # The rest of the thousand, from elsewhere.
    cache.set(guesses._ALL, guesses.MOST_OF_ALL, guesses.WINDOW)

    assert code("2001:db8:0:1::9", right) == 429
    assert code("203.0.113.9", right) == 302
    assert network_of("2001:db8:0:ffff::1", IPV6_SITE_PREFIX) == network_of("2001:db8::1", IPV6_SITE_PREFIX)


def test_refused_codes_do_not_lengthen_the_refusal(client: Client):
    for _ in range(guesses.MOST):
        code("203.0.113.9", "0000000000")
    counted = cache.get(guesses._key("203.0.113.9"))
    cache.touch(guesses._key("203.0.113.9"), 1000)  # longer than anything counts anew

    assert [code("203.0.113.9", "0000000000") for _ in range(5)] == [429] * 5

    assert cache.get(guesses._key("203.0.113.9")) == counted == guesses.MOST


def sit(address: str, table: Table, name: str) -> str:
    answer = Client(REMOTE_ADDR=address).post(reverse("games:sit", args=[table.pk]), {"name": name})
    return answer.content.decode()


def test_visiting_players_are_counted_by_network_and_refusals_not_at_all(settings):
    settings.LELAM_VISITORS = 2
    table = TableFactory(bots=(), options={})

    answers = [sit(f"2001:db8::{number}", table, f"Visitor {number}") for number in range(1, 6)]

    assert ["Too many people" in answer for answer in answers] == [False, False, True, True, True]
    assert Player.objects.filter(visited_at__isnull=False).count() == 2
    assert cache.get("clubs.accounts.visiting.2001:db8::/64") == 2
    sit("2001:db8:0:1::1", table, "Another")
    assert Player.objects.filter(visited_at__isnull=False).count() == 3


def test_the_api_counts_visitors_by_network(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": "2/hour", "user": None, "write": None})

    statuses = [Client(REMOTE_ADDR=f"2001:db8::{number}").get("/api/clubs/").status_code for number in range(1, 5)]

    assert statuses == [200, 200, 429, 429]
