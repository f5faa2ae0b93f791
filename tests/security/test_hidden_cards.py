"""Hidden cards: nothing that leaves the server of a running hand names one to somebody who may not know it.

The attack: a hand of each rule set is played at random at a table of a club. At every version the very frames of the
sockets are kept: of every seat, of a visitor, of a substitute who is named in mid-hand, and of a stranger with an
account, an officer of the club and a superuser in turn. All of them go through the doors of the table: pages,
operations of the API, records and proofs. All of it is searched for cards by code, by drawing, and by name in English
and Malayalam, for the secret of the deal, and for points where the table does not tell them. What may be named is
reckoned from the engine's state at that version. The search has to find the own hand, or it proves nothing.
"""

from collections import Counter

import pytest
from asgiref.sync import sync_to_async
from django.contrib import admin
from django.urls import reverse

import engine
from games.tables.selectors.states import load_state
from tests.security.watching import (
    OFFICER,
    OWN,
    STRANGER,
    SUPERUSER,
    VISITOR,
    Door,
    Watched,
    doors_of,
    play_and_search,
    searched,
)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("unlimited"),
    pytest.mark.whole,
    pytest.mark.timeout(600),
]

database = sync_to_async
LEFT_OUT = ("games:rules", "games:default_card", "games:studies", "rules_retrieve", "rules_list", "healthz")
"""Pages of rules and hands to study name cards before any is dealt; the last says that no worker runs."""
READERS = ("0", VISITOR, STRANGER, OFFICER, SUPERUSER)


@pytest.mark.parametrize("rules_id", [one for one in engine.rule_set_ids() if one.startswith("28")])
async def test_nothing_sent_or_read_during_a_hand_of_28_names_a_card_its_reader_may_not_know(rules_id: str):
    """28-DEAL-2, 28-FOLD-1."""
    await play_and_search(rules_id)


async def test_no_other_page_of_the_site_does_either_nor_the_administration():
    """Every page and operation that can be asked for with a club, a player and a table."""
    watched = await database(Watched)("28-kerala-4")
    await database(play_to_a_trick)(watched)
    doors = await database(every_door)(watched)

    statuses = await database(lambda: [watched.read(name, door) for door in doors for name in READERS])()

    assert Counter(statuses)[200] > 250
    assert max(statuses) < 500
    while await database(lambda: watched.running)():
        await database(watched.step)()
    seen = await database(searched)(watched)
    assert sum(seen.values()) > 500
    assert sum(seen[name] for name in OWN) == len(OWN) * len(READERS)


def every_door(watched: Watched) -> list[Door]:
    """Return all doors of the site and of the administration, but for `LEFT_OUT`."""
    doors = doors_of(watched.table, club=watched.club, player=watched.seated[0])
    for model in admin.site._registry:
        place = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        doors.append(Door(f"{place}_changelist", reverse(f"{place}_changelist")))
        row = model._default_manager.order_by("-pk").first()
        if row is not None:
            doors.append(Door(f"{place}_change", reverse(f"{place}_change", args=[row.pk])))
    return [door for door in doors if door.name not in LEFT_OUT]


def play_to_a_trick(watched: Watched) -> None:
    """Play until a trick has been taken."""
    while not engine.view(load_state(watched.table.pk).game, None).tricks:
        watched.step()
