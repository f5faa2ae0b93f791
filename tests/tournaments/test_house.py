"""Tournaments by house rules: fixed when they are opened, whatever the club changes later."""

import json

import pytest
from django.urls import reverse

import engine
from clubs.errors import ClubError
from clubs.house.services import change_house_rules, make_house_rules, retire_house_rules
from clubs.models import HouseRules
from games import store
from tests.factories import ClubFactory, PlayerFactory
from tests.markup import tight
from tournaments.models import Tournament
from tournaments.services.entries import enter_team, open_tournament
from tournaments.services.running import call_round, start_tournament

pytestmark = pytest.mark.django_db

COT = {"cot": True, "ending": {"type": "hands", "count": 12}}


@pytest.fixture
def friday(club, director) -> HouseRules:
    return make_house_rules(club=club, by=director, name="Friday 28", rules="28-house-4", options=COT)


def opened(club, director, house: HouseRules) -> Tournament:
    return open_tournament(
        club=club, director=director, name="Friday Cup", house=house.pk, hands_a_match=2, hands_in_final=3
    )


def refusal(**arguments) -> tuple[str, str]:
    with pytest.raises(ClubError) as refused:
        open_tournament(name="Friday Cup", **arguments)
    return refused.value.code, refused.value.field


def test_matches_are_played_by_the_house_rules_though_the_club_has_changed_them(club, director, teams, friday):
    cup = opened(club, director, friday)
    for team in teams[:3]:
        enter_team(tournament_id=cup.pk, team=team, by=director)
    changed = change_house_rules(house_id=friday.pk, by=director, name="Friday 28", rules="28-pagat-4", options={})
    retire_house_rules(house_id=changed.pk, by=director)

    start_tournament(tournament_id=cup.pk, by=director)
    call_round(tournament_id=cup.pk, number=1)

    table = cup.matches.exclude(table=None).get().table
    expected = engine.load_rules("28-house-4", {**COT, "ending": {"type": "hands", "count": 2}})
    terms = store.load(table.pk)[0].event
    assert (terms.rules, terms.options, terms.house) == ("28-house-4", expected.options, str(friday.pk))
    assert (cup.rules, cup.house, table.house) == ("28-house-4", friday, friday)


def test_rules_of_three_sides_replaced_or_of_another_club_are_refused(club, director, friday):
    arguments = {"club": club, "director": director}
    three = make_house_rules(club=club, by=director, name="Three", rules="28-kerala-3", options={})
    assert refusal(house=three.pk, **arguments) == ("rules-without-teams", "house")
    retire_house_rules(house_id=friday.pk, by=director)
    assert refusal(house=friday.pk, **arguments) == ("retired", "house")
    devaki = PlayerFactory(name="Devaki")
    other = ClubFactory(founder=devaki, name="Kallada")
    theirs = make_house_rules(club=other, by=devaki, name="Theirs", rules="28-house-4", options={})
    assert refusal(house=theirs.pk, **arguments) == ("other-club", "house")
    assert not Tournament.objects.exists()


def test_a_tournament_without_house_rules_keeps_the_version_it_was_opened_with(club, director):
    cup = open_tournament(club=club, director=director, name="Cup")

    assert (cup.engine, cup.house) == (engine.VERSION, None)


def test_the_form_offers_the_clubs_house_rules_of_two_sides_and_opens_by_them(client, club, director, friday):
    client.force_login(director.user)
    make_house_rules(club=club, by=director, name="Three", rules="28-kerala-3", options={})
    new = reverse("tournaments:new", args=[club.slug])

    form = client.get(new).context["form"]
    assert [house.name for house in form.fields["house"].queryset] == ["Friday 28"]
    sent = {"name": "Friday Cup", "house": friday.pk, "rules": "", "hands_a_match": 4, "hands_in_final": 6}
    answer = client.post(new, sent | {"action_seconds": 20})

    cup = Tournament.objects.get()
    assert (cup.house, cup.rules) == (friday, "28-house-4")
    page = tight(client.get(answer.headers["Location"]).content.decode())
    assert f'href="{reverse("games:rules", args=["28-house-4"])}?house={friday.pk}">Friday 28</a>' in page
    told = json.loads(client.get(f"/api/tournaments/{cup.slug}/").content)
    assert told["house"]["name"] == "Friday 28"


def test_a_club_without_house_rules_is_asked_for_none(client, club, director):
    client.force_login(director.user)

    page = client.get(reverse("tournaments:new", args=[club.slug]))

    assert "house" not in page.context["form"].fields
