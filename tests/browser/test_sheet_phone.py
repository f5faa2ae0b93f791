"""Two phones and one sheet: hands reported with thumbs, over a connection that comes and goes."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Locator, Page, Route, expect

from clubs.models import Player
from games.models import Sheet, SheetPass
from games.sheets import passes, selectors, services
from tests.browser.looks import faults, fits
from tests.browser.seats import Sitter

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(180)]

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "reduced_motion": "reduce"}
NAMES = ("Ammini", "Beeran", "Chacko", "Devaki", "Eapen", "Fathima", "Gopalan", "Hamza")
LEFT = """async () => [
  ...(await indexedDB.databases()).map((one) => one.name).filter((name) => name.startsWith('lelam-sheet-')),
  ...(await caches.keys()).filter((name) => name.startsWith('lelam-sheet-')),
]"""
"""What this browser keeps of score sheets."""

Phone = Callable[..., Page]


@pytest.fixture
def scorer(person) -> Player:
    return person("Scorer")


@pytest.fixture
def new_sheet(scorer: Player) -> Callable[..., Sheet]:
    def make(rules: str = "28-kerala-4", **options: Any) -> Sheet:
        players = int(rules[-1])
        return services.open_sheet(
            player=scorer, rules=rules, options=options, names=NAMES[:players], name="Meenachil", dealer=players - 1
        )

    return make


@pytest.fixture
def phone(sit: Callable[..., Sitter]) -> Phone:
    """Open a phone at a sheet with a pass for sides of it."""

    def make(sheet: Sheet, *sides: int, language: str = "en", **options: Any) -> Page:
        sitter = sit(None, "/healthz/live", **{**PHONE, **options})
        open_pass(sitter.page, sheet, *sides, language=language)
        return sitter.page

    return make


def open_pass(page: Page, sheet: Sheet, *sides: int, language: str = "en") -> SheetPass:
    made = SheetPass.objects.create(sheet=sheet, sides=list(sides))
    if language != "en":
        page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    page.goto(f"/sheets/pass/{passes.pass_token(made)}/")
    return made


def ready(page: Page) -> None:
    """Wait until the phone can go on without a connection."""
    expect(page.locator("#sheet[data-kept=yes]")).to_be_visible()


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f'#entry [data-id="{key}"]').click()


def report(page: Page, seat: int, number: int, *result: str, trump: str = "") -> None:
    """Report the next hand: the bidder, the bid, the trump, and keys of the result or the card points as digits."""
    press(page, f"seat-{seat}", f"bid-{number}", *([f"trump-{trump}"] if trump else []))
    for word in result:
        press(page, *([f"digit-{digit}" for digit in word] if word.isdecimal() else [word]))
    press(page, "report")


def hand(page: Page, number: int) -> Locator:
    return page.locator(f'#hands-list [data-hand="{number}"]')


def states(page: Page, **wanted: str) -> None:
    """Wait until the hands have these states, such as `h1="entered"`."""
    for name, state in wanted.items():
        expect(hand(page, int(name[1:]))).to_have_attribute("data-state", state)


def entered(sheet: Sheet) -> dict[int, Any]:
    return {number: entry.event.told for number, entry in selectors.load_state(sheet.pk).hands.items()}


def reports_of(sheet: Sheet, number: int) -> int:
    return len(selectors.load_state(sheet.pk).facts_of(number).reports)


def test_two_phones_report_a_hand_of_28_and_it_is_entered(new_sheet, phone: Phone):
    sheet = new_sheet()
    one, other = phone(sheet, 0), phone(sheet, 1)

    expect(one.locator("#entry")).to_contain_text("Devaki deals, Ammini leads")
    press(one, "seat-0", "bid-18", "digit-2", "digit-1")
    expect(one.locator('[data-id="report"]')).to_have_text("Report: Hand 1: Ammini 18, made with 21 points")
    press(one, "report")
    states(one, h1="waiting")
    states(other, h1="yours")
    expect(hand(other, 1)).not_to_contain_text("Ammini")
    report(other, 0, 18, "outcome-made")

    states(other, h1="entered")
    states(one, h1="entered")
    expect(one.locator("#score")).to_contain_text("21")
    told = entered(sheet)[1]
    assert (told.declarer, told.number, told.points, told.outcome) == (0, 18, 21, "made")
    expect(one.locator("#entry h2")).to_have_text("Hand 2")
