"""A club's evening on a phone: the people, the pairs, a row a game; the sixth result costs three acts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from clubs.base.days import today_in
from clubs.models import Club, Player
from games.models import WrittenResult
from games.results.services import enter_result
from tests.browser.looks import fits
from tests.games.helpers.played import club_of

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


@pytest.fixture
def players(person: Callable[[str], Player]) -> list[Player]:
    """Six members; the first owns the club."""
    return [person(name) for name in ("Annamma", "Beeran", "Chacko", "Devaki", "Eapen", "Fathima")]


@pytest.fixture
def club(players: list[Player]) -> Club:
    """Their club."""
    return club_of(*players, name="Ponnani Sports Club")


def types(page: Page, first: str, second: str) -> int:
    """Enter a result by the keys alone, from where the page has put them; return the number of acts."""
    focused = page.locator("#game-form [name=points_0]")
    expect(focused).to_be_focused()
    page.keyboard.type(first)
    page.keyboard.press("Tab")
    page.keyboard.type(second)
    page.keyboard.press("Enter")
    return 3


def test_six_games_of_an_evening_are_entered_corrected_and_undone(club, players, sit):
    page = sit(players[0], f"/clubs/{club.slug}/", **PHONE).page
    page.get_by_role("link", name="This evening").click()
    here = page.locator(".panel", has=page.get_by_role("heading", name="People here"))
    last = here.get_by_role("button", name="Fathima", exact=True)
    fits(page)  # the styles are there
    before = last.bounding_box()
    for name in ("Annamma", "Beeran", "Chacko", "Devaki"):
        here.get_by_role("button", name=name, exact=True).click()
        expect(here.get_by_role("button", name=name, pressed=True)).to_be_visible()
    assert last.bounding_box() == before, "no name moves when others are pressed"
    chips = page.locator("#game-form").get_by_role("group", name="People here")
    for name in ("Annamma", "Chacko", "Beeran", "Devaki"):
        chips.get_by_role("button", name=name).click()
    expect(page.get_by_label("Points: Annamma & Chacko")).to_be_focused()
    fits(page)

    for number in range(1, 6):
        types(page, str(number), "0")
        expect(page.locator(".games-of > li")).to_have_count(number)
    assert types(page, "0", "9") == 3
    expect(page.locator(".games-of > li")).to_have_count(6)
    standing = page.locator("#evening-standing table").first
    expect(standing.get_by_role("row").nth(1)).to_contain_text("Annamma")
    expect(standing.get_by_role("row").nth(1)).to_contain_text("+6")
    fits(page)

    # A bad number is refused in its place, and nothing is lost.
    types(page, "7", "9000")
    expect(page.locator("#new-points-1-error")).to_be_visible()
    expect(page.locator("#new-points-1")).to_be_focused()
    expect(page.locator("#new-points-0")).to_have_value("7")
    assert WrittenResult.objects.count() == 6

    page.locator("#new-points-0").fill("")
    page.locator("#new-points-1").fill("")
    page.get_by_role("button", name="Undo 6").click()
    expect(page.locator(".games-of > li")).to_have_count(5)
    expect(page.locator("#new-points-1")).to_have_value("9")
    page.get_by_role("link", name="Correct 1").click()
    expect(page.locator("#old-points-0")).to_be_focused()
    page.locator("#old-points-1").fill("4")
    page.get_by_role("button", name="Save the correction").click()
    expect(page.get_by_text("Game corrected.")).to_be_visible()
    expect(page.locator("#old-points-1")).to_have_count(0)
    assert WrittenResult.objects.get(withdrawn_at=None, points=[1, 4]).players
    assert WrittenResult.objects.get(reason="corrected").points == [1, 0]
    page.get_by_text("Text for a chat").first.click()
    expect(page.get_by_role("textbox", name="Text for a chat")).to_have_value(
        re.compile(r"Annamma: \d+ pts, 5 games, 4 won")
    )
    fits(page)


def test_a_half_typed_row_survives_what_is_done_beside_it(club, players, sit):
    for points in ([7, 3], [2, 6]):
        enter_result(
            club=club,
            player=players[0],
            rules="28-kerala-4",
            players=players[:4],
            points=points,
            played_on=today_in(club),
        )
    page = sit(players[0], f"/clubs/{club.slug}/evening/", **PHONE).page
    half, pair = page.locator("#new-points-1"), page.locator("#game-form [data-names='0']")
    half.fill("8")
    page.get_by_role("link", name="Correct 1").click()
    page.locator("#old-points-0").fill("5")
    expect(half).to_have_value("8")
    people = page.locator(".panel", has=page.get_by_role("heading", name="People here"))
    people.get_by_role("button", name="Eapen").click()
    expect(people.get_by_role("button", name="Eapen", pressed=True)).to_be_focused()
    expect(half).to_have_value("8")
    expect(page.locator("#old-points-0")).to_have_value("5")

    expect(pair).to_have_text("Annamma & Chacko")
    page.get_by_label("Change partners").check()
    expect(pair).not_to_have_text("Annamma & Chacko")
    expect(half).to_have_value("8")
    page.get_by_role("button", name="Undo 2").click()
    expect(page.get_by_text("The row that you are typing is kept.")).to_be_visible()
    expect(half).to_have_value("8")
    page.get_by_role("link", name="Cancel").click()
    expect(page.locator("#old-form")).to_have_count(0)
    expect(half).to_have_value("8")


def test_four_other_players_take_the_seats_by_a_press_each(players, person, sit):
    """Without a press for each of those who go; the points come next when the last one sits."""
    others = [*players[4:], person("Gopalan"), person("Hamsa")]
    club = club_of(*players, *others[2:])
    for four in (others, players[:4]):
        enter_result(
            club=club, player=players[0], rules="28-kerala-4", players=four, points=[7, 3], played_on=today_in(club)
        )
    page = sit(players[0], f"/clubs/{club.slug}/evening/", **PHONE).page
    form = page.locator("#game-form")
    first, second, points = (
        form.locator("[data-names='0']"),
        form.locator("[data-names='1']"),
        page.locator("#new-points-0"),
    )
    expect(first).to_have_text("Annamma & Chacko")
    form.get_by_text("Choose the players").click()
    chips = form.get_by_role("group", name="People here")
    for name in ("Eapen", "Fathima", "Gopalan"):
        chips.get_by_role("button", name=name).click()
    expect(first).to_have_text("Eapen & Fathima")
    expect(second).to_have_text("Gopalan & Devaki")
    expect(points).not_to_be_focused()
    chips.get_by_role("button", name="Hamsa").click()
    expect(second).to_have_text("Gopalan & Hamsa")
    expect(points).to_be_focused()

    # One for another: who goes is pressed, then who comes.
    chips.get_by_role("button", name="Fathima").click()
    expect(first).to_have_text("Eapen")
    chips.get_by_role("button", name="Annamma").click()
    expect(first).to_have_text("Eapen & Annamma")


def test_without_a_connection_the_row_stays_and_says_so(club, players, sit):
    seated = sit(players[0], f"/clubs/{club.slug}/evening/", **PHONE)
    page = seated.page
    for seat, player in enumerate(players[:4]):
        page.locator(f"#new-player-{seat}").select_option(str(player.pk))
    page.locator("#new-points-0").fill("7")
    page.locator("#new-points-1").fill("3")
    page.context.set_offline(True)
    page.get_by_role("button", name="Save the game").click()
    expect(page.get_by_text("Not saved: no connection.")).to_be_visible()
    expect(page.locator("#new-points-0")).to_have_value("7")
    page.context.set_offline(False)
    page.get_by_role("button", name="Save the game").click()
    expect(page.locator(".games-of > li")).to_have_count(1)


def test_without_scripts_a_game_is_saved_as_well(club, players, sit):
    page = sit(players[0], f"/clubs/{club.slug}/evening/", java_script_enabled=False, **PHONE).page
    for seat, player in enumerate(players[:4]):
        page.locator(f"#new-player-{seat}").select_option(str(player.pk))
    page.locator("#new-points-0").fill("7")
    page.locator("#new-points-1").fill("3")
    page.get_by_role("button", name="Save the game").click()
    expect(page.locator(".games-of > li")).to_have_count(1)
    assert WrittenResult.objects.get().points == [7, 3]


def test_names_pressed_faster_than_the_server_answers_are_all_noted(club, players, sit):
    page = sit(players[0], f"/clubs/{club.slug}/evening/", **PHONE).page
    here = page.locator(".panel", has=page.get_by_role("heading", name="People here"))
    names = ("Annamma", "Beeran", "Chacko", "Devaki")
    expect(here.get_by_role("button", name="Annamma", exact=True)).to_be_visible()
    page.evaluate(
        "names => names.forEach(name => [...document.querySelectorAll('#evening [id^=here-]')]"
        ".find(button => button.textContent.trim().endsWith(name)).click())",
        list(names),
    )
    for name in names:
        expect(here.get_by_role("button", name=name, pressed=True)).to_be_visible()
