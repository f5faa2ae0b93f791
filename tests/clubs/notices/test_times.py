"""Quiet hours and the collected mail's time, in every zone and on the days on which clocks are changed."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clubs.notices.times import Hours, find_zone, zone_names, zones_like

ZONES = st.sampled_from(
    [
        "Asia/Kolkata", "America/Toronto", "America/New_York", "Europe/London", "Australia/Lord_Howe", "Asia/Kathmandu",
        "America/St_Johns", "Pacific/Apia", "Pacific/Chatham", "Africa/Cairo", "America/Sao_Paulo", "Asia/Tehran",
        "Asia/Dubai", "Africa/Casablanca", "Antarctica/Troll", "America/Nuuk", "UTC",
    ]
).map(ZoneInfo)  # fmt: skip
MINUTES = st.integers(0, 24 * 60 - 1).map(lambda minute: time(minute // 60, minute % 60))
MOMENTS = st.datetimes(datetime(2009, 1, 1), datetime(2037, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
TORONTO = ZoneInfo("America/Toronto")
NIGHT = (time(22), time(7))


def at(zone: ZoneInfo, *numbers: int, fold: int = 0) -> datetime:
    return datetime(*numbers, tzinfo=zone, fold=fold)  # type: ignore[arg-type,misc]  # year to minute


@given(ZONES, MINUTES, MINUTES, MOMENTS)
@example(TORONTO, time(22), time(2, 30), at(TORONTO, 2026, 3, 8, 1, 0).astimezone(UTC))
@example(TORONTO, time(22), time(1, 30), at(TORONTO, 2026, 11, 1, 1, 10, fold=1).astimezone(UTC))
@example(ZoneInfo("Pacific/Apia"), time(22), time(7), datetime(2011, 12, 30, 9, 0, tzinfo=UTC))
def test_what_goes_out_never_does_so_in_quiet_hours_and_is_never_held_for_long(zone, begin, end, moment):
    hours = Hours(zone, begin, end)

    free = hours.free_from(moment)

    assert not hours.is_quiet(free)
    assert free >= moment
    assert free == moment or hours.is_quiet(moment)
    # A day, the longest step of a clock, and the hours that a clock left out where the quiet hours should have ended.
    assert free - moment <= timedelta(hours=27 if zone.key != "Pacific/Apia" else 51)


@given(ZONES, MINUTES, MINUTES, MOMENTS)
def test_what_may_go_out_at_the_end_of_quiet_hours_may_go_out_then_whenever_one_asks(zone, begin, end, moment):
    hours = Hours(zone, begin, end)

    free = hours.free_from(moment)

    assert hours.free_from(free) == free


@given(ZONES, MINUTES, MINUTES, MOMENTS, st.timedeltas(timedelta(0), timedelta(days=90)))
def test_a_pause_holds_until_its_end_and_the_quiet_hours_after_it(zone, begin, end, moment, pause):
    hours = Hours(zone, begin, end, moment + pause)

    free = hours.free_from(moment)

    assert free >= moment + pause
    assert not hours.is_quiet(free)


@given(ZONES, MINUTES, MINUTES, MINUTES, MOMENTS, st.booleans())
def test_the_collected_mail_comes_at_its_time_outside_of_quiet_hours_and_again_within_its_period(
    zone, begin, end, clock, moment, weekly
):
    hours = Hours(zone, begin, end)

    due = hours.digest_at(clock, moment, weekly=weekly)

    assert moment < due <= moment + timedelta(days=7 if weekly else 1) + timedelta(days=3)
    assert not hours.is_quiet(due)


@given(ZONES, MINUTES, MOMENTS)
def test_without_quiet_hours_the_collected_mail_comes_when_the_clock_shows_its_time(zone, clock, moment):
    local = Hours(zone).digest_at(clock, moment, weekly=False).astimezone(zone)
    shown = local.time().replace(second=0, microsecond=0)

    # Only where a clock leaves that time out on the day it shows another.
    left_out = datetime.combine(local.date(), clock, tzinfo=zone)
    exists = left_out.astimezone(UTC).astimezone(zone).replace(fold=0, tzinfo=None) == left_out.replace(tzinfo=None)
    assert shown == clock or not exists or local.date() != left_out.date()


@pytest.mark.parametrize(
    ("moment", "free"),
    [
        (at(TORONTO, 2026, 7, 1, 21, 59), at(TORONTO, 2026, 7, 1, 21, 59)),
        (at(TORONTO, 2026, 7, 1, 22, 0), at(TORONTO, 2026, 7, 2, 7, 0)),
        (at(TORONTO, 2026, 7, 2, 0, 0), at(TORONTO, 2026, 7, 2, 7, 0)),
        (at(TORONTO, 2026, 7, 2, 6, 59), at(TORONTO, 2026, 7, 2, 7, 0)),
        (at(TORONTO, 2026, 7, 2, 7, 0), at(TORONTO, 2026, 7, 2, 7, 0)),
        # The night on which the clock is put forward has eight hours of quiet, the other one ten.
        (at(TORONTO, 2026, 3, 7, 23, 0), at(TORONTO, 2026, 3, 8, 7, 0)),
        (at(TORONTO, 2026, 10, 31, 23, 0), at(TORONTO, 2026, 11, 1, 7, 0)),
    ],
)
def test_a_night_ends_in_the_morning(moment, free):
    assert Hours(TORONTO, *NIGHT).free_from(moment) == free


def test_quiet_hours_by_day_end_the_same_day():
    kolkata = ZoneInfo("Asia/Kolkata")
    hours = Hours(kolkata, time(13), time(15))

    assert hours.free_from(at(kolkata, 2026, 7, 1, 14, 0)) == at(kolkata, 2026, 7, 1, 15, 0)
    assert not hours.is_quiet(at(kolkata, 2026, 7, 1, 23, 0))


def test_the_hour_that_comes_twice_is_quiet_twice():
    hours = Hours(TORONTO, time(22), time(1, 30))

    assert hours.is_quiet(at(TORONTO, 2026, 11, 1, 1, 10))
    assert not hours.is_quiet(at(TORONTO, 2026, 11, 1, 1, 40))
    free = hours.free_from(at(TORONTO, 2026, 11, 1, 1, 10, fold=1))
    assert free == at(TORONTO, 2026, 11, 1, 1, 30, fold=1).astimezone(UTC)


def test_the_weekly_mail_comes_on_mondays():
    kolkata = ZoneInfo("Asia/Kolkata")

    due = Hours(kolkata).digest_at(time(8), at(kolkata, 2026, 7, 1, 12, 0), weekly=True)

    assert due == at(kolkata, 2026, 7, 6, 8, 0)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("Asia/Kolkata", "Asia/Kolkata"),
        ("asia/kolkata ", "Asia/Kolkata"),
        ("america/new york", "America/New_York"),
        ("UTC", "UTC"),
        ("Asia/Calcutta", "Asia/Calcutta"),
        ("../../etc/passwd", None),
        ("/etc/localtime", None),
        ("Kolkata", None),
        ("", None),
        ("posix/Asia/Kolkata", None),
    ],
)
def test_a_zone_is_found_by_its_name_only(typed, found):
    zone = find_zone(typed)

    assert (zone.key if zone else None) == found


def test_zones_are_searched_by_any_part_of_their_name_the_town_first():
    assert zones_like("kolk")[0] == "Asia/Kolkata"
    assert zones_like("new y") == ("America/New_York",)
    assert len(zones_like("")) == 20
    assert zones_like("nowhere") == ()
    assert len(zone_names()) > 400
