"""Somebody who has no account yet joins a club by the link of an invitation."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from clubs.members.doors import make_invitation
from clubs.members.selectors import invitation_code, invitation_token
from clubs.members.societies import change_club
from clubs.models import Membership, Player
from clubs.officers.roles import find_role
from clubs.teams.services import make_team
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db(transaction=True)


def sign_up(page: Any, name: str) -> None:
    """Fill in the form of a new account and send it; then sign in."""
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_label("Email").fill(f"{name.lower()}@example.org")
    page.get_by_label("Password").first.fill("Kottayam-to-Pala-7")
    page.locator("form").filter(has=page.get_by_label("Password")).get_by_role("button").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.get_by_label("Email").fill(f"{name.lower()}@example.org")
    page.get_by_label("Password").first.fill("Kottayam-to-Pala-7")
    page.locator("form").filter(has=page.get_by_label("Password")).get_by_role("button").first.click()


def test_a_link_survives_signing_up_and_a_code_leads_to_it(sit: Callable[..., Any], person: Callable[[str], Player]):
    annamma = person("Annamma")
    club = ClubFactory(founder=annamma, name="Meenachil Card Club", place="Pala")
    change_club(club=club, by=annamma, door="invited")
    invitation = make_invitation(club=club, by=annamma, role="scorer", places=2)

    phone = sit(None, f"/join/{invitation_token(invitation)}/", viewport={"width": 360, "height": 740}).page
    expect(phone.get_by_role("heading", name="Invitation to Meenachil Card Club")).to_be_visible()
    phone.get_by_role("link", name="Make an account and join").click()
    sign_up(phone, "Beeran")
    expect(phone.get_by_text("Your role will be: scorer.")).to_be_visible()
    phone.get_by_role("button", name="Join the club").click()

    expect(phone.get_by_text("Welcome to Meenachil Card Club.")).to_be_visible()
    assert find_role(club=club, player=Player.objects.get(name="Beeran")) == "scorer"

    by_ear = sit(None, "/clubs/").page
    by_ear.get_by_role("link", name="I have a code").click()
    by_ear.get_by_label("Code").fill("000 000 0000")
    by_ear.get_by_role("button", name="Find the invitation").click()
    expect(by_ear.get_by_text("No invitation has this code.")).to_be_visible()
    by_ear.get_by_label("Code").fill(invitation_code(invitation))
    by_ear.get_by_role("button", name="Find the invitation").click()
    by_ear.get_by_role("link", name="Make an account and join").click()
    sign_up(by_ear, "Chacko")
    by_ear.get_by_role("button", name="Join the club").click()

    expect(by_ear.get_by_text("Welcome to Meenachil Card Club.")).to_be_visible()
    late = sit(None, f"/join/{invitation_token(invitation)}/").page
    expect(late.get_by_text("All places of this invitation are taken.")).to_be_visible()
    assert Membership.objects.filter(club=club, role="scorer").count() == 2


def test_a_guest_becomes_somebodys_own_by_the_link_and_the_own_name_is_shown(
    sit: Callable[..., Any], person: Callable[[str], Player]
):
    annamma = person("Annamma")
    club = ClubFactory(founder=annamma, name="Meenachil Card Club", place="Pala")
    desk = sit(annamma, "/clubs/meenachil-card-club/members/").page
    desk.get_by_role("link", name="Add a guest").click()
    desk.get_by_label("Name").fill("Thomachan")
    desk.get_by_role("button", name="Add").click()
    desk.get_by_role("button", name="Make a link").click()
    link = desk.locator(".link-out a").inner_text()
    make_team(club=club, by=annamma, name="Vembanad", players=[annamma, Player.objects.get(name="Thomachan")])

    phone = sit(None, link.partition("/claim/")[1] + link.partition("/claim/")[2]).page
    expect(phone.get_by_role("heading", name="Are you Thomachan?")).to_be_visible()
    phone.get_by_role("link", name="Make an account").click()
    sign_up(phone, "Thomas")
    phone.get_by_role("button", name="Yes, that is me").click()

    expect(phone.get_by_text("Everything that Thomachan played in Meenachil Card Club is yours now.")).to_be_visible()
    desk.goto("/clubs/meenachil-card-club/teams/")
    expect(desk.get_by_text("Annamma, Thomas")).to_be_visible()
    assert not Player.objects.filter(name="Thomachan").exists()
