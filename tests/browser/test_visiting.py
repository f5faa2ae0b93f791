"""Playing without an account on a phone, by touch: from the first page to the first card, and on with an account."""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from clubs.models import Player
from games.events.tables import Terms
from games.models import Practice, Seat, Table
from games.store import projector
from games.tables.services.seats import open_table, take_seat
from tests.browser.acting import bots_move, play_out, settle
from tests.browser.conftest import begin
from tests.browser.looks import faults, fits

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
ONE_HAND = {"ending": {"type": "hands", "count": 1}}
PASSWORD = "a cow in the paddy field"
Sit = Callable[..., Any]


def waiting(host: Player) -> Table:
    """A table with three bots and a free seat."""
    return open_table(
        player=host, rules="28-kerala-4", options=ONE_HAND, seat=None, bots=(1, 2, 3), terms=Terms(action_seconds=300),
        name="A seat for you", command=uuid4(),
    )  # fmt: skip


def make_account(page: Page, name: str) -> None:
    """Fill in the form that makes an account, and sign in with it."""
    page.locator("#id_email").fill(f"{name.lower()}@example.org")
    page.get_by_label("Your name at the table").fill(name)
    page.locator("#id_password1").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").tap()
    page.locator("#id_login").fill(f"{name.lower()}@example.org")
    page.locator("#id_password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).tap()


@pytest.mark.timeout(240)
def test_a_visitor_sits_down_plays_a_card_signs_up_and_plays_on(person, sit: Sit):
    table = waiting(person("Annamma"))
    sitter = sit(None, "/tables/", **PHONE)
    page = sitter.page

    page.get_by_role("link", name=re.compile("Sit down")).tap()
    sitter.live()
    name = page.get_by_label("Your name")
    expect(name).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Sit down", exact=True)).to_be_in_viewport(ratio=1)
    fits(page)
    page.evaluate(AXE_SCRIPT)
    assert faults(page) == []
    name.fill("Kochouseph")
    page.get_by_role("button", name="Sit down", exact=True).tap()
    expect(page.locator("#join")).to_have_count(0)
    sitter.live()
    begin(table.pk)
    visitor = Player.objects.get(name="Kochouseph")
    did = ""
    while not did.startswith("play:"):
        sitter.await_version(bots_move(table.pk))
        did = sitter.choice()
        sitter.does(did)

    page.get_by_role("link", name="Make one").tap()
    expect(page.get_by_label("Your name at the table")).to_have_value("Kochouseph")
    make_account(page, "Ouseph")
    page.wait_for_url(re.compile(rf"//[^/]+/tables/{table.pk}/"))
    sitter.live()
    play_out(sitter, table.pk)

    player = Player.objects.get(user__email="ouseph@example.org")
    assert player == visitor
    assert Seat.objects.get(table=table, number=0).player == player
    projector.run_all()
    page.goto(f"/players/{player.pk}/hands/")
    expect(page.locator("main")).to_contain_text("A seat for you")


def test_what_a_visitor_types_stays_while_the_table_moves(person, sit: Sit):
    host = person("Annamma")
    table = open_table(player=host, rules="28-kerala-4", seat=None, command=uuid4())
    sitter = sit(None, f"/tables/{table.pk}/", **PHONE)
    sitter.live()
    sitter.page.get_by_label("Your name").fill("Kochouseph")
    seen = sitter.version

    take_seat(table_id=table.pk, player=host, seat=0, command=uuid4())

    sitter.await_version(seen + 1)
    expect(sitter.page.get_by_label("Your name")).to_have_value("Kochouseph")
    sitter.page.get_by_role("button", name="Sit down", exact=True).tap()
    expect(sitter.page.locator("#join")).to_have_count(0)
    assert Seat.objects.get(table=table, number=1).player.name == "Kochouseph"


def test_a_newcomer_holds_cards_after_one_press_and_keeps_them_at_sign_up(sit: Sit):
    page = sit(None, "/", **PHONE).page

    expect(page.get_by_role("button", name="Play 56 with bots now")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Play 28 with bots now").tap()
    page.wait_for_url(re.compile(r"/practice/[0-9a-f-]{36}/$"))
    settle(page)

    practice = Practice.objects.get()
    expect(page.locator("#hand .card").first).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    page.get_by_role("link", name="Make an account").tap()
    make_account(page, "Ouseph")
    page.wait_for_url(re.compile(rf"//[^/]+/practice/{practice.pk}/"))
    practice.refresh_from_db()
    assert practice.player.name == "Ouseph"
    assert practice.player.user is not None
    expect(page.locator("#hand .card").first).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_visitor_sits_down_without_scripts_and_by_keys(person, sit: Sit, scripts: bool):
    table = waiting(person("Annamma"))
    page = sit(None, f"/tables/{table.pk}/", java_script_enabled=scripts).page

    page.get_by_label("Your name").fill("Annamma")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("already a player called Annamma")
    page.get_by_label("Your name").fill("Kochouseph")
    page.keyboard.press("Enter")

    expect(page.get_by_label("Your place")).to_contain_text("Kochouseph")
