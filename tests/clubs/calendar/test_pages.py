"""The pages of a club's calendar: a month, a meeting, planning one, and what comes next."""

from datetime import date, time

import pytest
from django.urls import reverse

from clubs.calendar import selectors
from clubs.calendar.feed import feed
from clubs.calendar.services import answer_meeting, plan_meeting
from clubs.models import Meeting, MeetingChange
from tests.clubs.calendar.conftest import FRIDAY, WEEK
from tests.markup import tight


def month(day: date) -> dict[str, str]:
    return {"month": f"{day:%Y-%m}"}


def test_a_series_without_a_last_day_goes_on_until_it_is_given_one(signed_in, club, annamma):
    client = signed_in(annamma)
    asked = {"title": "Friday", "day": FRIDAY.isoformat(), "at": "19:00", "minutes": "180", "weekly": "on"}
    page = client.post(reverse("clubs:meeting_new", args=[club.slug]), asked)["Location"]
    evening = Meeting.objects.get()
    far = FRIDAY + 1000 * WEEK
    assert [entry.meeting.day for entry in selectors.entries(club, far, far, None)] == [far]
    assert selectors.next_day(evening) is not None
    assert "Every week." in client.get(page).content.decode()
    assert b"RRULE:FREQ=WEEKLY\r\n" in feed(club)

    address = reverse("clubs:meeting_change", args=[club.slug, evening.pk])
    shown = client.get(address).content.decode()
    assert 'name="weekly"' in shown
    assert "2200" not in shown
    client.post(address, asked | {"repeats_until": (FRIDAY + WEEK).isoformat()})
    assert selectors.entries(club, far, far, None) == []
    client.post(address, asked | {"weekly": ""})
    evening.refresh_from_db()
    assert evening.repeats_until is None


def test_a_month_is_shown_to_everybody_and_members_answer_there(client, signed_in, club, annamma, beeran, evening):
    address = reverse("clubs:calendar", args=[club.slug])
    visitor = client.get(address, month(FRIDAY)).content.decode()
    assert "Card evening" in visitor
    assert "m coming" not in visitor
    assert f"webcal://testserver{reverse('clubs:calendar_feed', args=[club.slug])}" in visitor

    client = signed_in(beeran)
    assert "m coming" in client.get(address, month(FRIDAY)).content.decode()
    one = reverse("clubs:meeting", args=[club.slug, evening.pk, FRIDAY.isoformat()])
    client.post(one + "answer/", {"coming": "yes"})
    assert "Beeran</a></li>" in tight(client.get(one).content.decode())


def test_a_visitor_sees_how_many_come_and_not_who(client, club, beeran, evening):
    answer_meeting(meeting_id=evening.pk, day=FRIDAY, player=beeran, coming=True)

    page = client.get(reverse("clubs:meeting", args=[club.slug, evening.pk, FRIDAY.isoformat()])).content.decode()

    assert "1 coming" in page
    assert "Beeran" not in page


def test_an_officer_plans_moves_and_calls_off_from_the_pages(signed_in, club, annamma):
    client = signed_in(annamma)
    asked = {"title": "Meal", "day": FRIDAY.isoformat(), "at": "19:00", "minutes": "90", "repeats_until": ""}
    wrong = client.post(reverse("clubs:meeting_new", args=[club.slug]), asked | {"repeats_until": "2001-01-01"})
    assert wrong.status_code == 422
    assert 'id="id_repeats_until_error"' in wrong.content.decode()

    unsaid = client.post(reverse("clubs:meeting_new", args=[club.slug]), asked | {"repeats_until": "2030-01-04"})
    assert "Tick “Every week”, or leave the last day empty." in unsaid.content.decode()
    assert not Meeting.objects.exists()

    made = client.post(reverse("clubs:meeting_new", args=[club.slug]), asked)
    meal = Meeting.objects.get()
    one = reverse("clubs:meeting", args=[club.slug, meal.pk, FRIDAY.isoformat()])
    assert made["Location"] == one
    client.post(one + "move/", {"to": FRIDAY.isoformat(), "at": "20:00", "place": "Beach"})
    assert "Beach" in client.get(one).content.decode()
    client.post(one + "off/")
    assert "It is called off." in client.get(one).content.decode()
    client.post(one + "on/")
    assert not MeetingChange.objects.exists()
    changed = client.post(reverse("clubs:meeting_change", args=[club.slug, meal.pk]), asked | {"title": "Feast"})
    assert changed.status_code == 302
    client.post(reverse("clubs:meeting_off", args=[club.slug, meal.pk]))
    assert client.get(one).status_code == 404


def test_who_does_not_keep_the_calendar_is_refused_its_pages(signed_in, club, beeran, evening):
    client = signed_in(beeran)
    one = reverse("clubs:meeting", args=[club.slug, evening.pk, FRIDAY.isoformat()])

    for address in (
        reverse("clubs:meeting_new", args=[club.slug]),
        reverse("clubs:meeting_change", args=[club.slug, evening.pk]),
    ):
        assert client.get(address).status_code == 403
        assert client.post(address, {"title": "x"}).status_code == 403
    for deed in ("move/", "off/", "on/"):
        assert client.post(one + deed, {"to": FRIDAY.isoformat(), "at": "20:00"}).status_code == 403
    assert client.post(reverse("clubs:meeting_off", args=[club.slug, evening.pk])).status_code == 403


@pytest.mark.parametrize("asked", ["", "2026-13", "x", "0001-01", "9999-12", "\x00", "2026-02-30"])
def test_no_month_breaks_the_page(client, club, asked):
    assert client.get(reverse("clubs:calendar", args=[club.slug]), {"month": asked}).status_code == 200


def test_no_day_breaks_a_meetings_page(client, club, evening):
    for day in ("2026-01-01", "2026-13-01", "x", "0"):
        address = reverse("clubs:meeting", args=[club.slug, evening.pk, day])
        assert client.get(address).status_code == 404


def test_a_month_asks_the_database_as_often_for_many_meetings_as_for_one(
    client, club, annamma, evening, django_assert_max_num_queries
):
    for number in range(30):
        plan_meeting(
            club=club, by=annamma, title=f"Evening {number}", day=FRIDAY, at=time(10), repeats_until=FRIDAY + 8 * WEEK
        )

    with django_assert_max_num_queries(14):
        client.get(reverse("clubs:calendar", args=[club.slug]), month(FRIDAY))


def test_the_overview_has_what_comes_next(client, club, evening):
    page = client.get(reverse("clubs:calendar_next", args=[club.slug])).content.decode()

    assert page.count("Card evening") == 3
    assert "<html" not in page
