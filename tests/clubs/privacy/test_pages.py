"""The page and the API of what others see, as a browser without scripts and a program use them."""

import json

import pytest
from django.urls import reverse

from clubs.members.societies import join_club
from clubs.models import Audience, DataExport, Player, PrivacyChoices
from clubs.privacy.selectors import choices_of
from clubs.privacy.services.copies import make_copy
from clubs.privacy.services.erasing import ask_erasure
from clubs.privacy.words import MATTERS
from tests.api.calls import Caller, caller
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def own_page(client, annamma):
    """The page of Annamma's choices."""
    client.force_login(annamma.user)
    return lambda: client.get(reverse("clubs:privacy"))


def everything(audience: str) -> dict[str, str]:
    return {what: audience for what, matter in MATTERS.items()}


@pytest.mark.parametrize("route", ["clubs:privacy", "clubs:privacy_preview"])
def test_only_somebody_signed_in_has_choices(client, route):
    assert client.get(reverse(route)).status_code == 302


def test_the_page_shows_a_row_for_each_thing_and_what_is_chosen(own_page, annamma):
    text = own_page().content.decode()

    assert text.count('type="radio"') == sum(len(matter.audiences) for matter in MATTERS.values())
    assert text.count(" checked") == len(MATTERS)
    assert "Your email address is never shown to anybody" in text
    assert annamma.user.email not in text


def test_choices_are_kept_and_shown_again(own_page, client, annamma):
    answer = client.post(reverse("clubs:privacy"), everything(Audience.CLUBS))

    assert answer.status_code == 302
    assert set(choices_of(annamma).values()) == {Audience.CLUBS}
    assert "sees it" in own_page().content.decode()


def test_a_choice_that_is_missing_or_unknown_is_refused_beside_its_row(client, own_page, annamma):
    wrong = everything(Audience.CLUBS) | {"rating": "friends", "lists": Audience.NOBODY}
    wrong.pop("stakes")

    answer = client.post(reverse("clubs:privacy"), wrong)

    assert answer.status_code == 422
    assert sorted(answer.context["form"].errors) == ["lists", "rating", "stakes"]
    assert not PrivacyChoices.objects.exists()


def test_the_preview_shows_what_is_not_kept_yet(client, own_page):
    shown = client.get(reverse("clubs:privacy_preview"), everything(Audience.NOBODY) | {"lists": Audience.CLUBS})

    assert shown.status_code == 200
    assert "<html" not in shown.content.decode()
    assert shown.content.decode().count("sees it") == 1
    assert not PrivacyChoices.objects.exists()
    strange = client.get(reverse("clubs:privacy_preview"), {"results": "\x00"})
    assert strange.content.decode().count("sees it") == 2 * len(MATTERS) - 1


def test_the_own_page_leads_to_the_choices(client, annamma):
    client.force_login(annamma.user)
    assert f'href="{reverse("clubs:privacy")}"' in client.get(reverse("clubs:me")).content.decode()


def test_a_program_reads_and_changes_the_choices_of_its_own_account_only():
    ammini, beeran = caller("Ammini"), caller("Beeran")

    shown = json.loads(ammini.get("me/privacy/").content)
    assert shown["stakes"] == "clubs"
    changed = ammini.call("PATCH", "me/privacy/", {"results": "nobody"})
    assert json.loads(changed.content) == shown | {"results": "nobody"}
    assert json.loads(beeran.get("me/privacy/").content) == shown
    assert Caller().get("me/privacy/").status_code == 401
    assert Caller().call("PATCH", "me/privacy/", {"results": "nobody"}).status_code == 401


@pytest.mark.parametrize("body", [{"results": "friends"}, {"lists": "nobody"}, {"email": "nobody"}, []])
def test_a_program_is_told_what_is_wrong_with_its_choices(body):
    answer = caller("Ammini").call("PATCH", "me/privacy/", body)

    assert answer.status_code == 400
    assert not PrivacyChoices.objects.exists()


def test_the_choices_go_with_the_player(annamma):
    PrivacyChoices.objects.create(player=annamma)
    Player.objects.filter(pk=annamma.pk).delete()
    assert not PrivacyChoices.objects.exists()


def test_a_program_has_a_copy_made_and_fetches_it():
    ammini, beeran = caller("Ammini"), caller("Beeran")
    assert json.loads(ammini.get("me/copy/").content)["status"] == "none"
    assert ammini.get("me/copy/file/").status_code == 404

    asked = ammini.post("me/copy/")
    assert (asked.status_code, json.loads(asked.content)["status"]) == (202, "waiting")
    assert make_copy(export_id=DataExport.objects.get().pk)

    assert json.loads(ammini.get("me/copy/").content)["file"] == "/api/me/copy/file/"
    file = b"".join(ammini.client.get("/api/me/copy/file/", headers={"Authorization": f"Bearer {ammini.token}"}))
    assert file.startswith(b"PK")
    assert beeran.get("me/copy/file/").status_code == 404
    assert Caller().post("me/copy/").status_code == 401


def test_a_program_takes_an_erasure_back():
    ammini = caller("Ammini")
    assert ammini.call("DELETE", "me/erasure/").status_code == 404
    ask_erasure(player=ammini.player, name="ammini")

    assert json.loads(ammini.get("me/erasure/").content)["due_at"]
    assert ammini.call("DELETE", "me/erasure/").status_code == 204
    assert json.loads(ammini.get("me/erasure/").content) == {"due_at": None}


def test_who_is_not_to_be_found_stands_in_no_list_of_players_for_strangers():
    ammini, beeran, chacko = caller("Ammini"), caller("Beeran"), caller("Chacko")
    club = ClubFactory(founder=ammini.player, name="Meenachil")
    join_club(club=club, player=beeran.player)
    ammini.call("PATCH", "me/privacy/", {"lists": "clubs"})

    def found(who: Caller) -> set[str]:
        return {one["name"] for one in json.loads(who.get("players/").content)["results"]}

    assert found(ammini) == found(beeran) == {"Ammini", "Beeran", "Chacko"}
    assert found(chacko) == found(Caller()) == {"Beeran", "Chacko"}
