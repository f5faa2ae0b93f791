"""The first page of a player, one's own page, the settings and the access tokens."""

from datetime import time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.accounts.tokens import MAX_TOKENS
from clubs.base.days import today_in
from clubs.calendar.services import plan_meeting
from clubs.members.doors import ask_to_join
from clubs.members.societies import change_club, join_club
from clubs.models import AccessToken, JoinRequest, MeetingAnswer, NoticeChoices, Season
from games.tables.services.seats import open_table
from tests.api.calls import Caller
from tests.factories import PlayerFactory, TokenFactory
from tests.markup import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def beeran(person):
    return person("Beeran")


def browser_of(player) -> Client:
    client = Client()
    client.force_login(player.user)
    return client


def shown(player, path: str = "/") -> str:
    return one_line(browser_of(player).get(path).content.decode())


def evening(club, by):
    """Plan a card evening for the day after tomorrow."""
    day = today_in(club) + timedelta(days=2)
    return plan_meeting(club=club, by=by, title="Card evening", day=day, at=time(19, 30))


def test_one_says_from_the_first_page_that_one_comes(club, annamma, beeran):
    meeting = evening(club, annamma)
    join_club(club=club, player=beeran)
    assert "Card evening" in shown(beeran)
    assert "Card evening" not in shown(PlayerFactory(name="Chacko"))

    answer = browser_of(beeran).post(
        reverse("clubs:meeting_answer", args=[club.slug, meeting.pk, meeting.day.isoformat()]),
        {"coming": "yes", "back": "home"},
    )

    assert answer["Location"] == reverse("clubs:home")
    assert MeetingAnswer.objects.get(player=beeran).coming
    assert "you are coming" in shown(beeran)


def test_an_evening_that_has_begun_leads_those_who_enter_results_to_its_page(club, annamma, beeran):
    join_club(club=club, player=beeran)
    begun = timezone.now().astimezone(ZoneInfo(club.time_zone)) - timedelta(minutes=5)
    plan_meeting(club=club, by=annamma, title="Card evening", day=begun.date(), at=begun.time())
    page = reverse("games:evening_of", args=[club.slug, begun.date().isoformat()])

    assert page in shown(annamma)
    assert "Card evening" in shown(beeran)
    assert page not in shown(beeran)

    evening(club, annamma)
    assert shown(annamma).count("Enter the games") == 1


def test_a_suspended_member_is_not_asked_whether_they_come(club, annamma, beeran):
    evening(club, annamma)
    join_club(club=club, player=beeran)
    assert "Card evening" in shown(beeran)
    beeran.memberships.update(suspended_at=timezone.now())

    assert "Card evening" not in shown(beeran)


def test_an_officer_sees_who_asks_to_join_and_which_season_ends(club, annamma, beeran):
    change_club(club=club, by=annamma, door="request")
    ask_to_join(club=club, player=beeran)
    today = today_in(club)
    Season.objects.create(club=club, name="Monsoon", begins=today - timedelta(days=90), ends=today + timedelta(days=3))
    Season.objects.create(club=club, name="Onam", begins=today + timedelta(days=4), ends=today + timedelta(days=90))

    page = shown(annamma)

    assert "1 person asks to join" in page
    assert "Monsoon ends on" in page
    assert "Onam ends on" not in page
    assert "For you as an officer" not in shown(beeran)
    JoinRequest.objects.all().delete()
    Season.objects.all().delete()
    assert "For you as an officer" not in shown(annamma)


def test_tables_of_bots_alone_are_not_on_the_first_page(club, annamma, beeran):
    bots = [PlayerFactory(bot=True, name=f"Bot {number}") for number in range(4)]
    with_bots = dict(enumerate(bots))
    open_table(player=annamma, rules="28-kerala-4", players=with_bots, name="Nobody here")
    open_table(player=annamma, rules="28-kerala-4", players={0: annamma}, name="Somebody here")

    page = shown(beeran)

    assert "Somebody here" in page
    assert "Nobody here" not in page
    assert "Nobody here" in shown(beeran, "/tables/")


def test_the_first_steps_go_as_they_are_done(club, annamma, beeran):
    assert "First steps" in shown(beeran)
    open_table(player=beeran, rules="28-kerala-4", players={0: beeran})
    page = shown(beeran)
    assert ("✓ Play a hand" in page, "✓ Find your club" in page) == (True, False)
    join_club(club=club, player=beeran)
    NoticeChoices.objects.create(player=beeran)

    assert "First steps" not in shown(beeran)


def test_an_old_account_has_no_first_steps(beeran):
    assert "First steps" in shown(beeran)
    type(beeran).objects.filter(pk=beeran.pk).update(created_at=timezone.now() - timedelta(days=100))

    assert "First steps" not in shown(beeran)


def test_me_is_ones_own_page_as_a_player_with_the_way_to_the_settings(beeran):
    page = shown(beeran, reverse("clubs:me"))

    assert "<h1>Beeran</h1>" in page
    assert f'href="{reverse("clubs:my_settings")}"' in page
    assert reverse("clubs:my_settings") not in shown(PlayerFactory(name="Chacko"), f"/players/{beeran.pk}/")


def test_there_is_one_switch_of_languages_in_the_settings(beeran):
    assert shown(beeran, reverse("clubs:my_settings")).count('class="languages"') == 1


def test_a_strangers_page_has_no_empty_panels_of_clubs_and_teams(person, beeran):
    page = shown(beeran, f"/players/{person('Chacko').pk}/")

    assert "<h2>Clubs</h2>" not in page
    assert "<h2>Teams</h2>" not in page


def test_a_token_is_shown_once_and_signs_its_owner_in(beeran):
    browser = browser_of(beeran)

    answer = browser.post(reverse("clubs:tokens"), {"name": "my script", "days": 7})

    made = answer.context["made"]
    assert "no-store" in answer.headers["Cache-Control"]
    assert f"Bearer {made.secret}" in answer.content.decode()
    assert Caller(token=made.secret).get("me/").status_code == 200
    page = browser.get(reverse("clubs:tokens")).content.decode()
    assert "my script" in page
    assert made.secret not in page
    assert made.secret[8:] not in page


def test_a_token_is_revoked_by_its_owner_alone(beeran, annamma):
    token, secret = TokenFactory(user=beeran.user, name="my script")
    address = reverse("clubs:token_revoke", args=[token.id])

    assert browser_of(annamma).post(address).status_code == 404
    assert Caller(token=secret).get("me/").status_code == 200
    browser_of(beeran).post(address)

    assert Caller(token=secret).get("me/").status_code == 401


@pytest.mark.parametrize("said", [{"name": "", "days": 7}, {"name": "x", "days": 367}, {"name": "x", "days": 0}])
def test_a_token_of_wrong_terms_is_refused_beside_the_field(beeran, said):
    answer = browser_of(beeran).post(reverse("clubs:tokens"), said)

    assert answer.status_code == 422
    assert answer.context["form"].errors
    assert not AccessToken.objects.exists()


def test_there_are_at_most_twenty_tokens(beeran):
    for number in range(MAX_TOKENS):
        TokenFactory(user=beeran.user, name=f"{number}")

    answer = browser_of(beeran).post(reverse("clubs:tokens"), {"name": "one more", "days": 7})

    assert answer.status_code == 422
    assert "Revoke one first." in answer.content.decode()


def test_a_page_that_is_not_there_has_the_ways_on(client, beeran):
    answer = client.get("/clubs/no-such-club/", headers={"referer": "http://testserver/tables/"})
    page = answer.content.decode()

    assert answer.status_code == 404
    assert 'href="http://testserver/tables/"' in page
    assert reverse("account_login") in page
    foreign = client.get("/clubs/no-such-club/", headers={"referer": "https://elsewhere.example/"}).content.decode()
    assert "elsewhere.example" not in foreign
