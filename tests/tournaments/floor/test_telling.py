"""What the pages of a tournament are told of its floor: announcements all of them, a call those of its match."""

from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async as database

from clubs.models import Club, Player
from tests.tournaments.delivery.lines import Line
from tests.tournaments.helpers.floor import call, captains, on_sheets, player, say
from tournaments.announce import mark_of
from tournaments.floor.services import note_arrival
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_page_is_told_of_an_announcement_and_of_a_call_by_the_mark_of_its_match(club: Club, director: Player):
    cup = await database(on_sheets)(club, director)
    line = Line(cup.pk)
    await line.begin()
    await line.told()

    await database(say)(cup, director, phrase="take-seats")
    assert await line.told() == "floor 2"
    await database(called)(cup)
    assert await line.told() == f"floor 3 {mark_of(cup.pk, 1)}"
    await database(note_arrival)(tournament=cup, match=2, entrant=2, by=director, command=uuid4())
    assert await line.told() == f"floor 4 {mark_of(cup.pk, 2)}"
    assert mark_of(cup.pk, 1) != mark_of(cup.pk, 2)
    await line.close()


def called(cup: Tournament) -> None:
    call(cup, player(captains(cup, 1)[0]))
