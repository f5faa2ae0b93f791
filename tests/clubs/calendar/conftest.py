"""A club's calendar: its evenings on Fridays, and members who come."""

from datetime import time, timedelta

import pytest
from django.utils import timezone

from clubs.calendar.services import plan_meeting
from clubs.members.societies import join_club
from clubs.models import Meeting, Player

TODAY = timezone.localdate()
FRIDAY = TODAY + timedelta(days=(4 - TODAY.weekday()) % 7 + 7)
"""A Friday that is not over, a week ahead at least."""
WEEK = timedelta(days=7)


@pytest.fixture
def beeran(club, person) -> Player:
    player = person("Beeran")
    join_club(club=club, player=player)
    return player


@pytest.fixture
def evening(club, annamma) -> Meeting:
    """Card evenings on five Fridays, at half past six."""
    return plan_meeting(
        club=club, by=annamma, title="Card evening", day=FRIDAY, at=time(18, 30), place="Club house, Pala",
        note="Bring a pack; tea, snacks", repeats_until=FRIDAY + 4 * WEEK,
    )  # fmt: skip
