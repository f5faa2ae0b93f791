"""The phone at a real table: a pass opened on it, hands reported with thumbs, and what it shows of them."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import Locator, Page, expect

from games.models import Sheet, SheetPass
from games.sheets import passes, selectors

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "reduced_motion": "reduce"}
POLL_MS = 5_000
"""The page asks as often for what the other side reported."""

Phone = Callable[..., Page]
"""Opens a phone at a sheet with a pass for sides of it."""


def open_pass(page: Page, sheet: Sheet, *sides: int, language: str = "en") -> SheetPass:
    made = SheetPass.objects.create(sheet=sheet, sides=list(sides))
    if language != "en":
        page.context.add_cookies([{"name": "django_language", "value": language, "url": urljoin(page.url, "/")}])
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


def report_unsent(page: Page) -> None:
    """Report the first hand, while no report of this phone reaches the server any more."""
    page.route("**/reports/", lambda route: route.abort())
    report(page, 0, 18, "outcome-made")
    states(page, h1="unsent")


def told(page: Page, **wanted: str) -> None:
    """Let the page ask what the other side did, as it does every `POLL_MS`; wait until the hands have these states."""
    page.clock.fast_forward(POLL_MS)
    states(page, **wanted)


def entered(sheet: Sheet) -> dict[int, Any]:
    return {number: entry.event.told for number, entry in selectors.load_state(sheet.pk).hands.items()}


def reports_of(sheet: Sheet, number: int) -> int:
    return len(selectors.load_state(sheet.pk).facts_of(number).reports)
