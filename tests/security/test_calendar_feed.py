"""The feed of a club's calendar, which anybody fetches, reads what it shows and not all that ever was."""

from datetime import date, time, timedelta

import pytest

from clubs.calendar.feed import PAST, meetings_since
from clubs.calendar.services import plan_meeting
from clubs.models import Club, Meeting, MeetingChange
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db

TODAY = date(2026, 8, 1)
FIRST = TODAY - PAST
LONG_AGO, THEN = FIRST - timedelta(days=200), FIRST - timedelta(days=1)


def planned(club: Club, title: str, day: date, **more: date) -> Meeting:
    return plan_meeting(club=club, by=club.memberships.get().player, title=title, day=day, at=time(18), **more)


def test_only_the_meetings_of_the_feeds_time_are_read():
    club = ClubFactory()
    planned(club, "Over", THEN)
    planned(club, "Series that is over", LONG_AGO, repeats_until=THEN)
    called_off = planned(club, "Over, with a day called off", LONG_AGO, repeats_until=THEN)
    MeetingChange.objects.create(meeting=called_off, day=LONG_AGO, cancelled=True)
    moved = planned(club, "Moved", THEN)
    MeetingChange.objects.create(meeting=moved, day=THEN, moved_day=TODAY, moved_time=time(19))
    planned(club, "Series", LONG_AGO, repeats_until=FIRST)
    planned(club, "Today", TODAY)
    planned(ClubFactory(), "Elsewhere", TODAY)

    assert [meeting.title for meeting in meetings_since(club, FIRST)] == ["Series", "Moved", "Today"]
