"""Evenings that wait for their results on the first page of those who enter them."""

from datetime import date, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.calendar.services import plan_meeting
from clubs.models import Meeting, Membership
from games.evenings.duties import evenings_to_enter
from games.results.services import enter_result
from tests.factories import PlayerFactory
from tests.games.helpers.played import club_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def players():
    return [PlayerFactory(name=name, password=uuid4().hex) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]


@pytest.fixture
def club(players):
    return club_of(*players)


@pytest.fixture
def evening(club, players):
    """A card evening that has begun two hours ago."""
    meeting = plan_meeting(
        club=club, by=players[0], title="Card evening", day=date(2099, 1, 1), at=timezone.now().time(), minutes=240
    )
    began = timezone.localtime(timezone.now() - timedelta(hours=2), ZoneInfo(club.time_zone))
    Meeting.objects.filter(pk=meeting.pk).update(day=began.date(), time=began.time())
    meeting.refresh_from_db()
    return meeting


def texts(player, later=timedelta(0)):
    return [duty.text for duty in evenings_to_enter(player, timezone.now() + later)]


def enter(club, players, evening):
    enter_result(
        club=club, player=players[0], rules="28-kerala-4", players=players, points=[3, 0], played_on=evening.day
    )


def test_an_evening_without_results_leads_an_officer_to_its_page_for_a_day(club, players, evening):
    assert texts(players[0]) == [], "it is still held"
    Meeting.objects.filter(pk=evening.pk).update(minutes=60)
    client = Client()
    client.force_login(players[0].user)

    page = client.get("/").content.decode()

    assert "no result entered yet" in texts(players[0])[0]
    assert f'href="{reverse("games:evening_of", args=[club.slug, evening.day.isoformat()])}"' in page
    assert texts(players[0], timedelta(hours=30)) == []
    enter(club, players, evening)
    assert texts(players[0]) == []


def test_an_evening_waits_for_nobody_else_and_not_if_it_is_called_off(club, players, evening):
    Membership.objects.filter(player=players[1]).update(role="player")
    later = timedelta(hours=5)
    assert texts(players[0], later) != []
    assert texts(players[1], later) == []
    Meeting.objects.filter(pk=evening.pk).update(cancelled_at=timezone.now())
    assert texts(players[0], later) == []
