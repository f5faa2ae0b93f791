"""No date is too early or too late: what nobody can mean is refused, or taken as the last day that can be meant."""

from datetime import date, time

import pytest
from django.test import Client
from django.urls import reverse

from clubs.calendar.services import plan_meeting
from clubs.errors import ClubError
from clubs.ledger.seasons import make_season
from tests.factories import ClubFactory, PlayerFactory

pytestmark = pytest.mark.django_db

FIRST, LAST = date.min, date.max


@pytest.mark.parametrize("query", ["ends=9999-12-31", "begins=0001-01-01", "begins=0001-01-01&ends=9999-12-31"])
def test_hands_are_searched_up_to_any_day(client: Client, query: str):
    player = PlayerFactory()

    for address in (f"/players/{player.pk}/hands/", f"/api/players/{player.pk}/hands/"):
        assert client.get(f"{address}?{query}").status_code == 200


@pytest.mark.parametrize("month", ["0001-01", "1990-01", "2200-12", "9999-12"])
def test_a_calendar_has_every_month(client: Client, month: str):
    club = ClubFactory()

    assert client.get(reverse("clubs:calendar", args=[club.slug]), {"month": month}).status_code == 200


@pytest.mark.parametrize("day", [FIRST, LAST])
def test_a_meeting_that_would_break_the_calendar_for_everybody_is_refused(day: date):
    club = ClubFactory()
    with pytest.raises(ClubError) as refused:
        plan_meeting(club=club, by=club.memberships.get().player, title="Cards", day=day, at=time(18))
    assert (refused.value.code, refused.value.field) == ("day-out-of-range", "day")


@pytest.mark.parametrize("day", [FIRST, LAST])
def test_a_season_that_would_break_the_standings_for_everybody_is_refused(day: date):
    club = ClubFactory()

    with pytest.raises(ClubError) as refused:
        make_season(club=club, by=club.memberships.get().player, name="For ever", begins=day, ends=day)

    assert (refused.value.code, refused.value.field) == ("season-dates", "begins")


@pytest.mark.parametrize("day", [FIRST, LAST])
def test_a_series_of_meetings_has_none_on_a_day_beyond_all_calendars(client: Client, day: date):
    club = ClubFactory()
    owner = club.memberships.get().player
    begins = date(2030, 1, 5)  # no Friday, as the last of all days is
    series = plan_meeting(club=club, by=owner, title="Cards", day=begins, at=time(19), repeats_until=date(2030, 6, 29))

    address = f"/api/clubs/{club.slug}/calendar/meetings/{series.pk}"
    assert client.get(f"{address}/{begins}/").status_code == 200
    assert client.get(f"{address}/{day}/").status_code == 404


def test_the_last_days_that_are_taken_have_their_pages(client: Client):
    club = ClubFactory()
    owner = club.memberships.get().player
    plan_meeting(club=club, by=owner, title="Cards", day=date(2200, 12, 31), at=time(23))
    season = make_season(club=club, by=owner, name="Last", begins=date(2200, 12, 1), ends=date(2200, 12, 31))
    client.force_login(owner.user)

    addresses = [
        reverse(f"clubs:{name}", args=[club.slug]) for name in ("club", "calendar", "seasons", "season_new", "ledger")
    ]
    addresses.append(reverse("clubs:season", args=[club.slug, season.pk]))
    for address in addresses:
        assert client.get(address).status_code == 200, address
