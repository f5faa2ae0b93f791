"""Who won a club's tournaments, as its hall of fame tells it."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.games.helpers.played import club_of, later
from tests.games.helpers.tables import people
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db


def test_the_winners_of_finished_tournaments_are_named_the_last_first():
    club = club_of(*people())
    address = reverse("tournaments:winners_of_club", args=[club.slug])
    assert Client().get(address).content.strip() == b""
    for day, (name, status) in enumerate(
        (("Onam Cup", "finished"), ("Summer Cup", "finished"), ("Now Cup", "playing"))
    ):
        tournament = Tournament.objects.create(
            club=club, slug=f"cup-{day}", name=name, rules="28-kerala-4", status=status, finished_at=later(day)
        )
        if status == "finished":
            tournament.champion = Entrant.objects.create(tournament=tournament, number=1, name=f"Winners of the {name}")
        tournament.save()

    text = Client().get(address).content.decode()
    assert "Now Cup" not in text
    assert text.index("Winners of the Summer Cup") < text.index("Winners of the Onam Cup")
