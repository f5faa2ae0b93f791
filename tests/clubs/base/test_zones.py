"""The time zones that a club has had: kept by the database, whoever changes them, and never rewritten."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from clubs.base.days import ZoneHistory
from clubs.members.societies import change_club
from clubs.models import Club, ClubZoneChange

pytestmark = pytest.mark.django_db


def test_a_club_has_the_zone_of_the_moment_asked_for(club, annamma):
    before = timezone.now()
    change_club(club=club, by=annamma, time_zone="America/Toronto")
    Club.objects.filter(pk=club.pk).update(time_zone="Europe/London")
    Club.objects.filter(pk=club.pk).update(name="New name")
    history = ZoneHistory()
    first, second = ClubZoneChange.objects.filter(club=club)

    assert history.zone_at(club.pk, before) == "Asia/Kolkata"
    assert history.zone_at(club.pk, before - timedelta(days=900)) == "Asia/Kolkata"
    assert history.zone_at(club.pk, first.at) == "America/Toronto"
    assert history.zone_at(club.pk, second.at) == "Europe/London"
    assert history.zone_at(club.pk, before + timedelta(days=900)) == "Europe/London"


def test_a_change_holds_only_when_its_transaction_is_over(club):
    """Else what happens at that moment would have one zone before the commit and another after it."""
    Club.objects.filter(pk=club.pk).update(time_zone="America/Toronto")

    assert ZoneHistory().zone_at(club.pk, timezone.now() + timedelta(seconds=30)) == "Asia/Kolkata"
    assert ZoneHistory().zone_at(club.pk, timezone.now() + timedelta(seconds=90)) == "America/Toronto"


def test_a_club_that_never_moved_or_is_not_there(club):
    assert ZoneHistory().zone_at(club.pk, timezone.now()) == "Asia/Kolkata"
    assert ZoneHistory().zone_at(uuid4(), timezone.now()) is None


@pytest.mark.parametrize("change", [lambda rows: rows.update(before="UTC"), lambda rows: rows.delete()])
def test_nobody_rewrites_which_zone_a_club_had(club, change):
    Club.objects.filter(pk=club.pk).update(time_zone="America/Toronto")

    with pytest.raises(DatabaseError), transaction.atomic():
        change(ClubZoneChange.objects.all())
    assert ClubZoneChange.objects.get().before == "Asia/Kolkata"
