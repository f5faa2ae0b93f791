"""Choosing a member by name instead of from a list of thousands."""

import pytest
from django import forms
from django.urls import reverse

from clubs.choosing.fields import OFFERED, PlayerField
from clubs.members.guests import make_guest
from clubs.members.societies import join_club
from clubs.models import Audience, Membership, Player, PrivacyChoices
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def form(club):
    """Return a form that asks for one member, filled in with a text."""

    def make(text: str, **terms):
        class Asks(forms.Form):
            player = PlayerField(club=club, **terms)

        return Asks({"player": text})

    return make


def codes(form) -> list[str]:
    return [error.code for error in form.errors.as_data().get("player", [])]


def test_a_member_is_chosen_by_name_in_any_case_or_by_id(club, annamma, form):
    for text in ("Annamma", " annamma ", str(annamma.pk)):
        assert form(text).is_valid(), text
        asked = form(text)
        asked.full_clean()
        assert asked.cleaned_data["player"] == annamma


def test_who_is_no_member_is_not_found(club, person, form):
    stranger = person("Stranger")

    assert codes(form("Stranger")) == ["unknown"]
    assert codes(form(str(stranger.pk))) == ["unknown"]
    assert codes(form("namma")) == ["unknown"]
    assert codes(form("")) == ["required"]


def test_the_beginning_of_a_name_is_enough_if_no_other_begins_so(club, annamma, form):
    asked = form("anna")
    asked.full_clean()
    assert asked.cleaned_data["player"] == annamma
    join_club(club=club, player=PlayerFactory(name="Annakutty"))
    assert codes(form("anna")) == ["beginning"]
    assert form("annak").is_valid()


def test_a_member_of_no_list_is_not_found_by_the_beginning_of_the_name(club, annamma, form):
    PrivacyChoices.objects.create(player=annamma, lists=Audience.NOBODY)
    assert codes(form("anna")) == ["unknown"]
    assert form("Annamma").is_valid()


def test_two_members_of_one_name_are_told_apart_by_their_marks(client, club, annamma, form):
    twins = [Player.objects.create(name="Beeran") for _ in range(2)]
    for twin in twins:
        join_club(club=club, player=twin)
    assert codes(form("Beeran")) == ["several"]

    client.force_login(annamma.user)
    offered = client.get(reverse("clubs:player_search", args=[club.slug]), {"q": "bee"}).content.decode()

    for twin in twins:
        text = f"Beeran #{twin.pk.hex[:6]}"
        assert f'value="{text}"' in offered
        asked = form(text)
        asked.full_clean()
        assert asked.cleaned_data["player"] == twin


def test_names_that_begin_so_are_offered_first_and_never_more_than_fit(client, club, annamma):
    for number in range(40):
        join_club(club=club, player=PlayerFactory(name=f"Varghese {number:02}", user=None))
    join_club(club=club, player=PlayerFactory(name="Geevarghese", user=None))
    client.force_login(annamma.user)

    def offered(text: str) -> list[str]:
        answer = client.get(reverse("clubs:player_search", args=[club.slug]), {"field": "first", "first": text})
        return [part.split('"')[0] for part in answer.content.decode().split('value="')[1:]]

    assert offered("geeva") == ["Geevarghese"]
    assert offered("varghese")[0] == "Varghese 00"
    assert len(offered("varghese")) == len(offered("")) == OFFERED


def test_guests_are_offered_and_bots_only_where_asked_for(client, club, annamma, form):
    make_guest(club=club, by=annamma, name="Old Kunju")
    join_club(club=club, player=PlayerFactory(bot=True, name="Kunjumol"))
    client.force_login(annamma.user)
    address = reverse("clubs:player_search", args=[club.slug])

    assert "Guest" in client.get(address, {"q": "kunju"}).content.decode()
    assert "Kunjumol" not in client.get(address, {"q": "kunju"}).content.decode()
    assert "Kunjumol" in client.get(address, {"q": "kunju", "bots": "1"}).content.decode()
    assert codes(form("Kunjumol")) == ["unknown"]
    assert form("Kunjumol", bots=True).is_valid()


def test_only_members_search_and_nothing_typed_breaks_it(client, club, annamma, person):
    address = reverse("clubs:player_search", args=[club.slug])
    assert client.get(address, {"q": "a"}).status_code == 302
    client.force_login(person("Stranger").user)
    assert client.get(address, {"q": "a"}).status_code == 403

    client.force_login(annamma.user)
    for text in ("\x00", "%", "'; --", "൪" * 300):
        assert client.get(address, {"q": text, "field": text}).status_code == 200


def test_the_search_asks_the_database_as_often_for_a_large_club_as_for_a_small_one(
    client, club, annamma, django_assert_max_num_queries
):
    players = Player.objects.bulk_create(Player(name=f"Member {number}") for number in range(300))
    Membership.objects.bulk_create(Membership(club=club, player=player) for player in players)
    client.force_login(annamma.user)

    with django_assert_max_num_queries(9):
        client.get(reverse("clubs:player_search", args=[club.slug]), {"q": "member 1"})


def test_the_field_is_labelled_and_keeps_what_was_typed(club, form):
    asked = form('Nobody "at all"')
    asked.full_clean()
    page = str(asked)

    assert '<label for="id_player">' in page
    assert 'value="Nobody &quot;at all&quot;"' in page
    assert f'hx-get="{reverse("clubs:player_search", args=[club.slug])}?bots=0&amp;field=player"' in page
    assert 'list="id_player_names"' in page
    assert 'aria-invalid="true"' in page
