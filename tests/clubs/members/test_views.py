"""Pages of people and clubs, as a browser without scripts uses them."""

import re

import pytest
from django.urls import reverse

from clubs.members.guests import make_guest
from clubs.members.offices import give_office
from clubs.members.societies import join_club
from clubs.models import Club, Team
from clubs.officers.roles import find_role
from tests.factories import PlayerFactory, UserFactory
from tests.markup import one_line

pytestmark = pytest.mark.django_db


def errors(response) -> dict[str, list[str]]:
    """Return the errors of the page's form by field."""
    return {field: list(found) for field, found in response.context["form"].errors.items()}


def test_the_own_page_leads_to_a_token_for_programs(signed_in, annamma):
    assert f'href="{reverse("clubs:tokens")}"' in signed_in(annamma).get(reverse("clubs:my_settings")).content.decode()


@pytest.mark.parametrize("name", ["home", "list"])
def test_a_visitor_may_look_around(client, club, name):
    assert client.get(reverse(f"clubs:{name}")).status_code == 200


def test_a_visitor_finds_a_few_clubs_on_the_first_page(client, club):
    assert "Meenachil Card Club" in client.get("/").content.decode()


@pytest.mark.parametrize("name", ["me", "new"])
def test_a_visitor_is_asked_to_sign_in_first(client, name):
    response = client.get(reverse(f"clubs:{name}"))

    assert response.status_code == 302
    assert response["Location"].startswith(reverse("account_login"))


def test_home_looks_for_the_players_own_turn_first(signed_in, club, annamma):
    page = signed_in(annamma).get("/").content.decode()

    assert page.index("Your turn and your tables") < page.index("Your clubs") < page.index("s tables</h2>")
    assert "Meenachil Card Club" in page


def test_home_shows_no_hands_of_strangers(signed_in, annamma):
    assert "Last hands" not in signed_in(annamma).get("/").content.decode()


def test_an_account_without_a_player_gets_one_at_the_first_page(client):
    client.force_login(UserFactory(email="mathai@example.org"))

    assert "Mathai" in client.get("/").content.decode()


def test_a_club_is_founded_from_its_form(signed_in, annamma):
    response = signed_in(annamma).post(reverse("clubs:new"), {"name": "Kabani Friends", "place": "Mananthavady"})

    assert response["Location"] == reverse("clubs:club", args=["kabani-friends"])


def test_a_refusal_stands_beside_its_field(signed_in, club, annamma):
    response = signed_in(annamma).post(reverse("clubs:new"), {"name": club.name, "place": club.place})

    assert response.status_code == 422
    assert errors(response) == {"name": ["There is already a club of this name. Join it, or add the place of yours."]}
    assert 'id="id_name_error"' in response.content.decode()


def test_a_club_page_names_its_officers_and_leads_to_its_members(client, club, annamma, person):
    join_club(club=club, player=person("Beeran"))

    page = one_line(client.get(reverse("clubs:club", args=[club.slug])).content.decode())

    assert "2 members</span>" in page
    assert 'Annamma</a> <small class="soft" >owner' in page
    assert reverse("clubs:members", args=[club.slug]) in page
    assert "Beeran</a>" not in page


@pytest.mark.parametrize(
    ("role", "acts"),
    [
        ("player", []),
        ("scorer", ["This evening"]),
        ("director", ["This evening", "Open a tournament"]),
        ("secretary", ["This evening"]),
    ],
)
def test_the_acts_of_officers_stand_above_the_panels_of_the_clubs_page(signed_in, club, annamma, person, role, acts):
    officer = person("Beeran")
    join_club(club=club, player=officer)
    give_office(club=club, by=annamma, player=officer, role=role)

    page = signed_in(officer).get(reverse("clubs:club", args=[club.slug])).content.decode()

    head = page[page.index("</nav>", page.index('class="tabs"')) : page.index('<div class="cols">')]
    assert re.findall(r'<a class="btn".*?>(.*?)</a>', head) == acts


@pytest.mark.parametrize("role", ["guest", "player"])
def test_the_list_of_members_has_one_word_for_a_guest(signed_in, club, annamma, role):
    guest = make_guest(club=club, by=annamma, name="Kunjali")
    give_office(club=club, by=annamma, player=guest, role=role)

    page = signed_in(annamma).get(reverse("clubs:members", args=[club.slug])).content.decode()

    row = page[page.index("Kunjali</a>") : page.index("</li>", page.index("Kunjali</a>"))]
    assert re.findall(r'<small class="soft">(.*?)</small>', row) == ["guest"]
    assert "no account" not in page


def test_a_long_list_of_members_comes_in_pages(client, club):
    address = reverse("clubs:members", args=[club.slug])
    for number in range(30):
        join_club(club=club, player=PlayerFactory(name=f"Member {number:02}", user=None))

    first, second = (client.get(address, {"page": number}).context["page"] for number in (1, 2))

    assert [len(first), len(second)] == [25, 6]
    assert [place.player.name for place in second][-1] == "Member 29"
    assert "?role=player&amp;page=2" in client.get(address, {"role": "player"}).content.decode()


def test_a_long_list_of_teams_is_searched_by_team_and_player(client, club):
    address = reverse("clubs:teams", args=[club.slug])
    for number in range(21):
        team = Team.objects.create(club=club, name=f"Boat {number:02}")
        team.places.create(player=PlayerFactory(name=f"Rower {number:02}", user=None), position=0)

    for search in ("boat 07", "rower 07"):
        assert [team.name for team in client.get(address, {"q": search}).context["page"]] == ["Boat 07"]
    assert "No team or player matches" in client.get(address, {"q": "canoe"}).content.decode()


def test_the_search_answers_htmx_with_the_list_alone(client, club, person):
    join_club(club=club, player=person("Beeran"))

    headers = {"HX-Request": "true", "HX-Target": "members"}
    answer = client.get(reverse("clubs:members", args=[club.slug]), {"q": "bee"}, headers=headers)

    assert "Beeran" in answer.content.decode()
    assert "Annamma" not in answer.content.decode()
    assert "<html" not in answer.content.decode()


@pytest.mark.parametrize("search", ["\x00", "%", "'; --", "൪" * 300])
def test_no_search_breaks_a_page(client, club, search):
    for name in ("clubs:list", "clubs:members"):
        address = reverse(name, args=[club.slug] if name == "clubs:members" else [])
        assert client.get(address, {"q": search, "team": search}).status_code == 200


def test_joining_and_leaving_by_their_buttons(signed_in, club, person):
    beeran = person("Beeran")
    client = signed_in(beeran)

    client.post(reverse("clubs:join", args=[club.slug]))
    assert find_role(club=club, player=beeran) == "player"
    client.post(reverse("clubs:leave", args=[club.slug]))
    assert find_role(club=club, player=beeran) == ""


def test_the_last_owner_is_told_why_leaving_is_refused(signed_in, club, annamma):
    response = signed_in(annamma).post(reverse("clubs:leave", args=[club.slug]), follow=True)

    assert "A club needs an owner" in response.content.decode()


@pytest.mark.parametrize("name", ["join", "leave", "ask_withdraw"])
def test_nothing_changes_by_following_a_link(signed_in, club, person, name):
    assert signed_in(person("Beeran")).get(reverse(f"clubs:{name}", args=[club.slug])).status_code == 405


def test_a_member_makes_a_team_from_its_form(signed_in, club, person):
    beeran, devaki = person("Beeran"), person("Devaki")
    for player in (beeran, devaki):
        join_club(club=club, player=player)
    address = reverse("clubs:team_new", args=[club.slug])

    twice = signed_in(beeran).post(address, {"name": "Meenachil", "size": 2, "first": beeran.pk, "second": beeran.pk})
    assert errors(twice) == {"__all__": ["A player has one place in a team."]}
    made = signed_in(beeran).post(address, {"name": "Meenachil", "size": 2, "first": beeran.pk, "second": devaki.pk})
    assert made.status_code == 302
    assert [place.player for place in Team.objects.get(name="Meenachil").places.all()] == [beeran, devaki]


def test_somebody_elses_member_cannot_be_put_into_a_team(signed_in, club, annamma, person):
    stranger = person("Stranger")

    response = signed_in(annamma).post(
        reverse("clubs:team_new", args=[club.slug]),
        {"name": "X", "size": 2, "first": annamma.pk, "second": stranger.pk},
    )

    assert "second" in errors(response)


def test_a_team_of_another_club_is_not_found_under_this_one(signed_in, club, annamma, person):
    other = Club.objects.create(name="Other", slug="other")
    team = Team.objects.create(club=other, name="Theirs")

    response = signed_in(annamma).post(reverse("clubs:team_disband", args=[club.slug, team.pk]))

    assert response.status_code == 404


def test_a_player_page_says_what_everybody_may_know_and_no_address(client, club, annamma):
    page = client.get(reverse("clubs:player", args=[annamma.pk])).content.decode()

    assert "Owner since" in page
    assert "example.org" not in page


def test_an_unknown_player_is_not_found(client, db):
    assert client.get(reverse("clubs:player", args=["00000000-0000-0000-0000-000000000000"])).status_code == 404


def test_a_name_is_changed_on_ones_own_page(signed_in, annamma, person):
    person("Beeran")
    client = signed_in(annamma)

    taken = client.post(reverse("clubs:my_settings"), {"name": "beeran"})
    assert taken.status_code == 422
    assert "already a player called" in errors(taken)["name"][0]
    client.post(reverse("clubs:my_settings"), {"name": "Annamma of Pala"})
    annamma.refresh_from_db()
    assert annamma.name == "Annamma of Pala"


def test_the_administrators_pages_of_clubs_open(client, club, django_user_model):
    client.force_login(django_user_model.objects.create_superuser("root@example.org", "x"))

    for model in ("user", "player", "club", "team"):
        assert client.get(reverse(f"admin:clubs_{model}_changelist")).status_code == 200
    assert client.get(reverse("admin:clubs_club_change", args=[club.pk])).status_code == 200
