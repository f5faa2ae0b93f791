"""A club's calendar through the API."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from clubs.members.societies import join_club
from clubs.models import Club, Meeting, MeetingAnswer
from tests.api.calls import caller
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db
DAY = timezone.localdate() + timedelta(days=10)
WISH = {"title": "Card evening", "day": DAY.isoformat(), "at": "18:30", "place": "Pala"}


@pytest.fixture
def club(ammini, beeran) -> Club:
    club = ClubFactory(founder=ammini.player, name="Kochi Cards")
    join_club(club=club, player=beeran.player)
    return club


def at(club, *rest) -> str:
    return "/".join(["clubs", club.slug, "calendar", *map(str, rest), ""])


def test_an_officer_plans_a_series_and_members_answer(club, ammini, beeran, anybody):
    made = ammini.post(at(club, "meetings"), WISH | {"repeats_until": (DAY + timedelta(days=14)).isoformat()})
    assert made.status_code == 201
    meeting = made.json()["id"]
    assert made["Location"] == f"/api/{at(club, 'meetings', meeting)}"
    assert beeran.call("PUT", at(club, "meetings", meeting, DAY, "answer"), {"coming": True}).status_code == 200

    days = anybody.get(at(club)).json()["results"]
    assert [(entry["planned"], entry["coming"], entry["mine"]) for entry in days] == [
        (DAY.isoformat(), 1, None),
        ((DAY + timedelta(days=7)).isoformat(), 0, None),
        ((DAY + timedelta(days=14)).isoformat(), 0, None),
    ]
    assert beeran.get(at(club)).json()["results"][0]["mine"] is True
    assert days[0]["starts"].endswith("18:30:00+05:30")


def test_one_of_a_series_is_moved_called_off_and_held_as_planned(club, ammini):
    meeting = ammini.post(at(club, "meetings"), WISH).json()["id"]
    one = at(club, "meetings", meeting, DAY)

    moved = ammini.call("PUT", one, {"at": "17:00"}).json()
    assert (moved["starts"][11:16], moved["moved"], moved["place"]) == ("17:00", True, "Pala")
    assert ammini.call("PUT", one, {"cancelled": True}).json()["cancelled"]
    assert not ammini.call("PUT", one, {}).json()["cancelled"]
    assert ammini.get(one).json()["starts"][11:16] == "18:30"


def test_a_meeting_is_changed_and_called_off(club, ammini, anybody):
    meeting = ammini.post(at(club, "meetings"), WISH).json()["id"]

    assert ammini.call("PUT", at(club, "meetings", meeting), WISH | {"title": "Feast"}).json()["title"] == "Feast"
    assert ammini.call("DELETE", at(club, "meetings", meeting)).status_code == 204
    assert anybody.get(at(club, "meetings", meeting)).status_code == 404
    assert anybody.get(at(club)).json()["results"] == []


def test_others_change_nothing(club, ammini, beeran, anybody):
    meeting = ammini.post(at(club, "meetings"), WISH).json()["id"]
    stranger = caller("Stranger")
    for who, status in ((beeran, 403), (stranger, 403), (anybody, 401)):
        assert who.call("POST", at(club, "meetings"), WISH, key="k").status_code == status
        assert who.call("PUT", at(club, "meetings", meeting), WISH).status_code == status
        assert who.call("DELETE", at(club, "meetings", meeting)).status_code == status
        assert who.call("PUT", at(club, "meetings", meeting, DAY), {"cancelled": True}).status_code == status
    assert stranger.call("PUT", at(club, "meetings", meeting, DAY, "answer"), {"coming": True}).status_code == 403
    assert Meeting.objects.count() == 1
    assert not MeetingAnswer.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "where", "status"),
    [
        ({"at": "25:00"}, "/at", 400),
        ({"title": ""}, "/title", 422),
        ({"repeats_until": "2001-01-01"}, "/repeats_until", 422),
        ({"day": "2026-02-30"}, "/day", 400),
        ({"minutes": 0}, "/minutes", 400),
    ],
)
def test_a_wrong_wish_is_refused_where_it_is_wrong(club, ammini, wrong, where, status):
    answer = ammini.post(at(club, "meetings"), WISH | wrong)

    assert answer.status_code == status
    assert [fault["at"] for fault in answer.json()["errors"]] == [where]


@pytest.mark.parametrize(
    ("asked", "status"),
    [("first=x", 400), ("first=1800-01-01", 422), ("first=2026-01-01&last=2028-01-01", 422), ("last=2001-01-01", 422)],
)
def test_days_that_cannot_be_asked_for_are_refused(club, anybody, asked, status):
    assert anybody.get(f"{at(club)}?{asked}").status_code == status


def test_a_club_in_another_zone_has_its_own_clocks(club, ammini):
    Club.objects.update(time_zone="America/Toronto")
    ammini.post(at(club, "meetings"), WISH | {"day": "2027-03-07", "repeats_until": "2027-03-14"})

    days = ammini.get(f"{at(club)}?first=2027-03-01").json()

    assert days["time_zone"] == "America/Toronto"
    assert [entry["starts"] for entry in days["results"]] == ["2027-03-07T18:30:00-05:00", "2027-03-14T18:30:00-04:00"]
    assert date.fromisoformat(days["results"][1]["day"]) == date(2027, 3, 14)
