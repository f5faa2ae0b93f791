"""Notices of calls to the staff, and of announcements to the players they are for."""

from uuid import uuid4

import pytest

from clubs.models import Notice, Player
from tests.tournaments.helpers.directed import state_of
from tests.tournaments.helpers.floor import call, captains, player, say
from tournaments.floor.services import close_call
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def told(kind: str) -> list[tuple[str, str]]:
    """Return who was notified of a kind, and the sentence."""
    rows = Notice.objects.filter(kind=kind).order_by("player__name").select_related("player")
    return [(row.player.name, row.details.get("what", "")) for row in rows]


def test_the_staff_is_notified_of_a_call(cup: Tournament, beena: Player, director: Player):
    call(cup, player(captains(cup, 1)[0]))

    assert told("director-called") == [("Annamma", ""), ("Beena", "")]
    close_call(tournament=cup, call=1, by=beena, outcome="settled", command=uuid4())
    assert told("director-called") == []
    call(cup, player("Beena"), match=2)
    assert [name for name, _what in told("director-called")] == ["Annamma"]


def test_an_announcement_notifies_those_it_is_for(cup: Tournament, beena: Player):
    say(cup, beena, phrase="round-delayed", round_number=2, minutes=10)
    assert told("announcement") == [(name, "round-delayed") for name in ("Asha", "Ravi", "Sara", "Unni")]

    Notice.objects.all().delete()
    say(cup, beena, audience="tables", to=[1], words="Please play faster")
    assert told("announcement") == [(name, "") for name in sorted(captains(cup, 1))]

    Notice.objects.all().delete()
    entrant = state_of(cup).matches[2].entrants[0]
    say(cup, beena, audience="entrants", to=[entrant], phrase="come-to-desk")
    assert told("announcement") == [(captains(cup, 2)[0], "come-to-desk")]
    assert "faster" not in str([row.details for row in Notice.objects.all()])
