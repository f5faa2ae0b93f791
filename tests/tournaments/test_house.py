"""Tournaments by house rules: fixed when they are opened, whatever the club changes later."""

import json
from uuid import uuid4

import pytest
from django.urls import reverse

import engine
from clubs.errors import ClubError
from clubs.house.services import change_house_rules, make_house_rules, retire_house_rules
from clubs.models import HouseRules
from games import store
from games.models import Table
from tests.factories import ClubFactory, PlayerFactory
from tests.markup import tight
from tests.tournaments.helpers.directed import ROUND_ROBIN, called, do, state_of
from tournaments.deeds.base import Refused
from tournaments.deeds.opening import ChangeTournament
from tournaments.directing.entering import enter
from tournaments.directing.opening import open_tournament
from tournaments.directing.tending import tend
from tournaments.events.settings import Settings
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

COT = {"cot": True, "ending": {"type": "hands", "count": 12}}


@pytest.fixture
def friday(club, director) -> HouseRules:
    return make_house_rules(club=club, by=director, name="Friday 28", rules="28-house-4", options=COT)


def settings(house_rules: HouseRules, /, **changes) -> Settings:
    own = house_rules
    said = {"rules": own.rules, "options": own.options, "engine": own.engine, "house": str(own.pk)}
    return Settings(**{**said, "bots": True, **changes})


def opened(club, director, **changes) -> Tournament:
    house = changes.pop("by")
    return open_tournament(
        club=club, by=director, name="Friday Cup", settings=settings(house, **changes), plans=[ROUND_ROBIN],
        command=uuid4(),
    )  # fmt: skip


def test_matches_are_played_by_the_house_rules_though_the_club_has_changed_them(club, director, teams, friday):
    cup = opened(club, director, by=friday)
    for team in teams[:2]:
        enter(cup, by=director, team=team, command=uuid4())
    changed = change_house_rules(house_id=friday.pk, by=director, name="Friday 28", rules="28-pagat-4", options={})
    retire_house_rules(house_id=changed.pk, by=director)
    cup.refresh_from_db()
    do(cup, director, ChangeTournament(settings=settings(friday, capacity=8)))

    called(cup, director)
    tend(cup.pk)

    table = Table.objects.get()
    expected = engine.load_rules("28-house-4", {**COT, "ending": {"type": "hands", "count": 1}})
    terms = store.load(table.pk)[0].event
    assert (terms.rules, terms.options, terms.house) == ("28-house-4", expected.options, str(friday.pk))
    assert (cup.rules, cup.house, table.house) == ("28-house-4", friday, friday)
    assert state_of(cup).settings.capacity == 8


def test_house_rules_that_are_retired_of_another_club_or_not_the_settings_own_are_refused(club, director, friday):
    devaki = PlayerFactory(name="Devaki")
    other = ClubFactory(founder=devaki, name="Kallada")
    theirs = make_house_rules(club=other, by=devaki, name="Theirs", rules="28-house-4", options={})
    for house, changes, code in (
        (theirs, {}, "other-club"),
        (friday, {"rules": "28-pagat-4", "options": {}}, "other-rules"),
        (friday, {"house": "Friday"}, "unknown-house-rules"),
    ):
        with pytest.raises(Refused) as refused:
            opened(club, director, by=house, **changes)
        assert (refused.value.code, refused.value.field) == (code, "house")
    retire_house_rules(house_id=friday.pk, by=director)
    with pytest.raises(ClubError) as gone:
        opened(club, director, by=friday)
    assert gone.value.code == "retired"
    assert not Tournament.objects.exists()


def test_the_form_offers_the_clubs_house_rules_of_two_sides_and_opens_by_them(client, club, director, friday):
    client.force_login(director.user)
    make_house_rules(club=club, by=director, name="Three", rules="28-kerala-3", options={})
    new = reverse("tournaments:open", args=[club.slug])

    names = dict(client.get(new).context["form"].fields["rules"].choices)
    assert names[f"house:{friday.pk}"] == "Friday 28"
    assert "Three" not in names.values()
    sent = {"name": "Friday Cup", "preset": "cup", "expected": 4, "rules": f"house:{friday.pk}"}
    client.post(new, sent | {"action_seconds": 20, "command": str(uuid4())})

    cup = Tournament.objects.get()
    assert (cup.house, cup.rules) == (friday, "28-house-4")
    assert state_of(cup).settings.terms == {"action_seconds": 20}
    page = tight(client.get(f"/tournaments/{cup.slug}/").content.decode())
    assert f'href="{reverse("games:rules", args=["28-house-4"])}?house={friday.pk}">Friday 28</a>' in page
    told = json.loads(client.get(f"/api/tournaments/{cup.slug}/").content)
    assert told["house"]["name"] == "Friday 28"
