"""A club's calendar: meetings once and every week, what is otherwise about one, who comes, and the feed."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from clubs.calendar import selectors
from clubs.calendar.feed import feed
from clubs.calendar.occurrences import occurrences, planned_days
from clubs.calendar.services import (
    answer_meeting,
    call_off_day,
    call_off_meeting,
    change_meeting,
    move_day,
    plan_meeting,
    restore_day,
)
from clubs.errors import ClubError, NotAllowed
from clubs.members.societies import leave_club
from clubs.models import Meeting, MeetingAnswer, MeetingChange, Membership, Notice, Season
from tests.clubs.calendar.conftest import FRIDAY, WEEK
from tests.factories import TournamentFactory

KOLKATA = ZoneInfo("Asia/Kolkata")


def refusal(function, **arguments) -> tuple[str, str]:
    with pytest.raises(ClubError) as raised:
        function(**arguments)
    return raised.value.code, raised.value.field


def held(club, viewer=None) -> list[tuple[date, str, bool]]:
    """Return the meetings of ten weeks: when, and whether they are called off."""
    found = selectors.entries(club, FRIDAY, FRIDAY + 10 * WEEK, viewer)
    return [
        (entry.day, f"{entry.starts:%H:%M}", entry.meeting.cancelled) for entry in found if entry.meeting is not None
    ]


def test_a_meeting_is_held_every_week_until_its_last_day(club, evening):
    assert held(club) == [(FRIDAY + week * WEEK, "18:30", False) for week in range(5)]


def test_a_meeting_without_repetition_is_held_once(club, annamma):
    plan_meeting(club=club, by=annamma, title="Meal", day=FRIDAY, at=time(20))

    assert held(club) == [(FRIDAY, "20:00", False)]


def test_one_of_a_series_is_called_off_and_held_after_all(club, annamma, evening):
    second = FRIDAY + WEEK
    call_off_day(meeting_id=evening.pk, day=second, by=annamma)
    assert [off for _day, _time, off in held(club)] == [False, True, False, False, False]

    restore_day(meeting_id=evening.pk, day=second, by=annamma)
    assert not MeetingChange.objects.exists()


def test_one_of_a_series_is_moved_and_the_others_stay(club, annamma, evening):
    move_day(meeting_id=evening.pk, day=FRIDAY + WEEK, by=annamma, to=FRIDAY + WEEK + timedelta(days=1), at=time(17))

    assert held(club)[:3] == [
        (FRIDAY, "18:30", False),
        (FRIDAY + WEEK + timedelta(days=1), "17:00", False),
        (FRIDAY + 2 * WEEK, "18:30", False),
    ]


def test_one_that_is_moved_into_a_month_stands_in_it(club, annamma, evening):
    far = FRIDAY + 30 * WEEK
    move_day(meeting_id=evening.pk, day=FRIDAY, by=annamma, to=far, at=time(17), place="Beach")

    [entry] = selectors.entries(club, far, far, None)
    assert (entry.meeting.day, entry.meeting.place, entry.meeting.moved) == (FRIDAY, "Beach", True)


def test_a_changed_series_keeps_what_is_otherwise_about_days_that_stay(club, annamma, beeran, evening):
    call_off_day(meeting_id=evening.pk, day=FRIDAY + WEEK, by=annamma)
    call_off_day(meeting_id=evening.pk, day=FRIDAY + 4 * WEEK, by=annamma)
    answer_meeting(meeting_id=evening.pk, day=FRIDAY + 3 * WEEK, player=beeran, coming=True)

    change_meeting(
        meeting_id=evening.pk, by=annamma, title="Card evening", day=FRIDAY, at=time(19),
        repeats_until=FRIDAY + 2 * WEEK,
    )  # fmt: skip

    assert held(club) == [
        (FRIDAY, "19:00", False),
        (FRIDAY + WEEK, "19:00", True),
        (FRIDAY + 2 * WEEK, "19:00", False),
    ]
    assert MeetingChange.objects.count() == 1
    assert not MeetingAnswer.objects.exists()


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"title": " "}, "name-empty", "title"),
        ({"minutes": 4}, "minutes-out-of-range", "minutes"),
        ({"minutes": 1441}, "minutes-out-of-range", "minutes"),
        ({"repeats_until": FRIDAY - WEEK}, "ends-before", "repeats_until"),
        ({"repeats_until": FRIDAY + 200 * WEEK}, "too-long", "repeats_until"),
        ({"place": "x" * 121}, "text-too-long", "place"),
        ({"note": "\x00"}, "text-too-long", "note"),
    ],
)
def test_a_meeting_that_could_not_be_is_refused(club, annamma, changed, code, field):
    arguments = {"club": club, "by": annamma, "title": "Card evening", "day": FRIDAY, "at": time(18)} | changed

    assert refusal(plan_meeting, **arguments) == (code, field)
    assert not Meeting.objects.exists()


def test_only_who_keeps_the_calendar_changes_it(club, beeran, evening):
    plan = {"by": beeran, "title": "Mine", "day": FRIDAY, "at": time(18)}
    for function, arguments in (
        (plan_meeting, {"club": club, **plan}),
        (change_meeting, {"meeting_id": evening.pk, **plan}),
        (call_off_meeting, {"meeting_id": evening.pk, "by": beeran}),
        (call_off_day, {"meeting_id": evening.pk, "day": FRIDAY, "by": beeran}),
        (restore_day, {"meeting_id": evening.pk, "day": FRIDAY, "by": beeran}),
        (move_day, {"meeting_id": evening.pk, "day": FRIDAY, "by": beeran, "to": FRIDAY, "at": time(9)}),
    ):
        with pytest.raises(NotAllowed):
            function(**arguments)
    evening.refresh_from_db()
    assert (evening.sequence, evening.cancelled_at) == (0, None)


def test_members_say_whether_they_come_and_may_think_otherwise(club, annamma, beeran, evening):
    for coming in (True, False, True):
        answer_meeting(meeting_id=evening.pk, day=FRIDAY, player=beeran, coming=coming)
    answer_meeting(meeting_id=evening.pk, day=FRIDAY, player=annamma, coming=False)

    one = selectors.find_occurrence(selectors.find_meeting(club, evening.pk), FRIDAY)
    who = selectors.who_comes(one, annamma)
    assert (who.count, who.coming, who.not_coming, who.mine) == (1, (beeran,), 1, False)
    entry = selectors.entries(club, FRIDAY, FRIDAY, beeran)[0]
    assert (entry.coming, entry.mine) == (1, True)
    assert selectors.entries(club, FRIDAY + WEEK, FRIDAY + WEEK, beeran)[0].mine is None


def test_who_is_no_member_or_suspended_says_nothing(club, beeran, evening, person):
    Membership.objects.filter(player=beeran).update(suspended_at=timezone.now())

    for player in (beeran, person("Stranger")):
        with pytest.raises(NotAllowed):
            answer_meeting(meeting_id=evening.pk, day=FRIDAY, player=player, coming=True)


def test_nobody_comes_to_what_is_over_called_off_or_not_planned(annamma, beeran, evening):
    answer = {"meeting_id": evening.pk, "player": beeran, "coming": True}
    over = datetime.combine(FRIDAY, time(21, 30), tzinfo=KOLKATA)

    assert refusal(answer_meeting, **answer, day=FRIDAY, now=over) == ("meeting-over", "")
    assert answer_meeting(**answer, day=FRIDAY, now=over - timedelta(seconds=1))
    assert refusal(answer_meeting, **answer, day=FRIDAY + timedelta(days=1)) == ("no-meeting", "")
    call_off_day(meeting_id=evening.pk, day=FRIDAY + WEEK, by=annamma)
    assert refusal(answer_meeting, **answer, day=FRIDAY + WEEK) == ("meeting-off", "")
    call_off_meeting(meeting_id=evening.pk, by=annamma)
    assert refusal(answer_meeting, **answer, day=FRIDAY) == ("no-meeting", "")


def test_who_means_to_come_is_told_what_changes(annamma, beeran, evening):
    answer_meeting(meeting_id=evening.pk, day=FRIDAY, player=beeran, coming=True)

    move_day(meeting_id=evening.pk, day=FRIDAY, by=annamma, to=FRIDAY, at=time(17))
    move_day(meeting_id=evening.pk, day=FRIDAY, by=annamma, to=FRIDAY, at=time(17))
    call_off_day(meeting_id=evening.pk, day=FRIDAY, by=annamma)
    call_off_day(meeting_id=evening.pk, day=FRIDAY, by=annamma)
    call_off_day(meeting_id=evening.pk, day=FRIDAY + WEEK, by=annamma)

    told = Notice.objects.filter(kind="calendar").order_by("told_at")
    assert [(notice.player, notice.details["what"]) for notice in told] == [(beeran, "moved"), (beeran, "off")]
    assert told[0].details["at"] == datetime.combine(FRIDAY, time(17), tzinfo=KOLKATA).isoformat()


def test_who_means_to_come_is_told_when_the_whole_series_changes(annamma, beeran, evening):
    answer_meeting(meeting_id=evening.pk, day=FRIDAY, player=beeran, coming=True)
    said = {"meeting_id": evening.pk, "by": annamma, "title": "Card evening", "place": evening.place}

    change_meeting(**said, day=FRIDAY, at=time(18, 30), note="No tea", repeats_until=evening.repeats_until)
    assert not Notice.objects.filter(player=beeran, kind="calendar").exists(), "it is when and where it was"
    change_meeting(**said, day=FRIDAY, at=time(19), repeats_until=evening.repeats_until)
    change_meeting(**said, day=FRIDAY + timedelta(days=1), at=time(19))

    told = Notice.objects.filter(player=beeran, kind="calendar")
    assert {(one.details["what"], one.details["at"][:10]) for one in told} == {
        ("moved", f"{FRIDAY:%Y-%m-%d}"),
        ("moved", f"{FRIDAY + timedelta(days=1):%Y-%m-%d}"),
    }


def test_who_leaves_the_club_comes_no_more(club, annamma, beeran, evening):
    answer_meeting(meeting_id=evening.pk, day=FRIDAY, player=beeran, coming=True)
    leave_club(club=club, player=beeran)

    call_off_day(meeting_id=evening.pk, day=FRIDAY, by=annamma)

    assert not Notice.objects.filter(player=beeran, kind="calendar").exists()
    assert [entry.coming for entry in selectors.entries(club, FRIDAY, FRIDAY, annamma)] == [0]


def test_the_calendar_shows_seasons_and_tournaments_beside_meetings(club, annamma, evening):
    Season.objects.create(club=club, name="Monsoon", begins=FRIDAY, ends=FRIDAY + WEEK)
    begins = datetime.combine(FRIDAY, time(10), tzinfo=KOLKATA)
    cup = TournamentFactory(club=club, director=annamma, name="Onam Cup", starts_at=int(begins.timestamp()))

    found = selectors.entries(club, FRIDAY, FRIDAY + WEEK, None)
    assert [entry.planned.title if entry.planned else entry.meeting.meeting.title for entry in found] == [
        "Monsoon: first day",
        "Onam Cup",
        "Card evening",
        "Monsoon: last day",
        "Card evening",
    ]
    assert found[1].planned.path == reverse("tournaments:tournament", args=[cup.slug])


def test_the_next_three_leave_out_what_is_over_or_off(club, annamma, evening):
    call_off_day(meeting_id=evening.pk, day=FRIDAY + WEEK, by=annamma)
    during = datetime.combine(FRIDAY, time(21), tzinfo=KOLKATA)

    def days(now: datetime) -> list[date]:
        return [entry.day for entry in selectors.next_entries(club, None, now=now)]

    assert days(during) == [FRIDAY, FRIDAY + 2 * WEEK, FRIDAY + 3 * WEEK]
    assert days(during + timedelta(minutes=31)) == [FRIDAY + week * WEEK for week in (2, 3, 4)]


# The feed


def events(club) -> list:
    return Calendar.from_ical(feed(club, root="https://cards.example.org")).walk("VEVENT")


def test_the_feed_reads_back_as_the_series_with_its_exceptions(club, annamma, evening):
    call_off_day(meeting_id=evening.pk, day=FRIDAY + WEEK, by=annamma)
    move_day(meeting_id=evening.pk, day=FRIDAY + 2 * WEEK, by=annamma, to=FRIDAY + 2 * WEEK, at=time(17))

    series, moved = events(club)

    assert series["UID"] == moved["UID"] == f"{evening.pk}@lelam"
    assert series.decoded("DTSTART") == datetime.combine(FRIDAY, time(18, 30), tzinfo=KOLKATA)
    assert str(series["DTSTART"].params["TZID"]) == "Asia/Kolkata"
    assert series["RRULE"]["FREQ"] == ["WEEKLY"]
    assert series["RRULE"]["UNTIL"] == [datetime.combine(FRIDAY + 4 * WEEK, time(18, 30), tzinfo=KOLKATA)]
    assert [one.dt for one in series["EXDATE"].dts] == [datetime.combine(FRIDAY + WEEK, time(18, 30), tzinfo=KOLKATA)]
    assert moved.decoded("RECURRENCE-ID") == datetime.combine(FRIDAY + 2 * WEEK, time(18, 30), tzinfo=KOLKATA)
    assert moved.decoded("DTSTART") == datetime.combine(FRIDAY + 2 * WEEK, time(17), tzinfo=KOLKATA)
    assert "RRULE" not in moved


def test_the_feed_has_a_single_meeting_once_wherever_it_was_moved(club, annamma):
    meal = plan_meeting(club=club, by=annamma, title="Meal", day=FRIDAY, at=time(20))
    move_day(meeting_id=meal.pk, day=FRIDAY, by=annamma, to=FRIDAY + timedelta(days=2), at=time(19))

    [event] = events(club)

    assert event.decoded("DTSTART") == datetime.combine(FRIDAY + timedelta(days=2), time(19), tzinfo=KOLKATA)
    assert "RECURRENCE-ID" not in event
    call_off_day(meeting_id=meal.pk, day=FRIDAY, by=annamma)
    assert [str(one["STATUS"]) for one in events(club)] == ["CANCELLED"]


def test_the_feed_writes_what_people_wrote_and_nothing_they_wrote_becomes_a_line_of_its_own(club, annamma):
    title = "Cards; tea, \\n ചായ\N{PLAYING CARD JACK OF SPADES} " + "x" * 40
    plan_meeting(
        club=club, by=annamma, title=title, day=FRIDAY, at=time(18), place="Pala, Kottayam;",
        note="First line\r\nBEGIN:VEVENT\nSUMMARY:false",
    )  # fmt: skip

    raw = feed(club).decode()
    [event] = events(club)

    assert str(event["SUMMARY"]) == title
    assert str(event["LOCATION"]) == "Pala, Kottayam;"
    assert str(event["DESCRIPTION"]) == "First line\nBEGIN:VEVENT\nSUMMARY:false"
    assert raw.count("\r\nBEGIN:VEVENT") == 1
    assert all(len(line.encode()) <= 75 for line in raw.split("\r\n"))
    assert "\r\nBEGIN:VTIMEZONE" in raw


def test_the_feed_is_the_same_until_something_changes_and_then_says_so(club, annamma, evening):
    before = feed(club)
    assert feed(club) == before

    change_meeting(meeting_id=evening.pk, by=annamma, title="Card evening", day=FRIDAY, at=time(19))

    assert [event["SEQUENCE"] for event in events(club)] == [1]
    call_off_meeting(meeting_id=evening.pk, by=annamma)
    [event] = events(club)
    assert (event["UID"], event["STATUS"], event["SEQUENCE"]) == (f"{evening.pk}@lelam", "CANCELLED", 2)


def test_the_feed_has_whole_days_for_seasons_and_times_for_tournaments(club, annamma):
    season = Season.objects.create(club=club, name="Monsoon", begins=FRIDAY, ends=FRIDAY + WEEK)
    begins = datetime.combine(FRIDAY, time(10), tzinfo=KOLKATA)
    cup = TournamentFactory(club=club, director=annamma, name="Onam Cup", starts_at=int(begins.timestamp()))

    by_uid = {str(event["UID"]): event for event in events(club)}

    assert set(by_uid) == {
        f"season-{season.pk}-first@lelam",
        f"season-{season.pk}-last@lelam",
        f"tournament-{cup.pk}@lelam",
    }
    assert by_uid[f"season-{season.pk}-first@lelam"].decoded("DTSTART") == FRIDAY
    tournament = by_uid[f"tournament-{cup.pk}@lelam"]
    assert tournament.decoded("DTSTART") == begins
    assert str(tournament["URL"]) == f"https://cards.example.org/tournaments/{cup.slug}/"


def test_the_feed_is_for_everybody_and_fetched_again_costs_nothing(client, club, evening):
    address = reverse("clubs:calendar_feed", args=[club.slug])

    first = client.get(address)

    assert first.status_code == 200
    assert first["Content-Type"] == "text/calendar; charset=utf-8"
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304


@given(
    start=st.integers(0, 40),
    weeks=st.none() | st.integers(0, 60),
    window=st.tuples(st.integers(-60, 400), st.integers(0, 120)),
    changes=st.dictionaries(st.integers(0, 60), st.none() | st.integers(-30, 400), max_size=5),
)
def test_a_part_of_the_calendar_shows_what_the_whole_of_it_shows_there(start, weeks, window, changes):
    day = date(2026, 8, 1) + timedelta(days=start)
    meeting = Meeting(
        title="x", day=day, time=time(18), repeats_until=None if weeks is None else day + weeks * WEEK + timedelta(3)
    )
    otherwise = [
        MeetingChange(
            day=day + week * WEEK,
            cancelled=moved is None,
            moved_day=None if moved is None else date(2026, 8, 1) + timedelta(days=moved),
            moved_time=None if moved is None else time(9),
        )
        for week, moved in changes.items()
        if week <= (weeks or 0)
    ]
    first = date(2026, 8, 1) + timedelta(days=window[0])
    last = first + timedelta(days=window[1])
    far = (date(2024, 1, 1), date(2030, 1, 1))

    whole = occurrences(meeting, otherwise, *far, KOLKATA)
    part = occurrences(meeting, otherwise, first, last, KOLKATA)

    assert len(whole) == (weeks or 0) + 1 == len(list(planned_days(meeting, *far)))
    assert {one.day for one in part} == {one.day for one in whole if first <= one.starts.date() <= last}
