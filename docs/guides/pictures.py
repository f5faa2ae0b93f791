"""The pictures of the guides, taken anew from a running demo: `python -m docs.guides.pictures http://127.0.0.1:8000`.

Each is a page as a phone shows it, in light colours and in English, as WebP in `docs/guides/pictures`. Named pictures
alone: `python -m docs.guides.pictures ADDRESS front evening`. Times and cards differ from one demo to the next.
"""

import contextlib
import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Error, Page, sync_playwright

from tests.browsers import find_browser

FOLDER = Path(__file__).parent / "pictures"
PASSWORD = "ponnani-2828"  # noqa: S105  # the demo's, which it prints for everybody
CLUB = "/clubs/meenachil-card-club/"
EVENT = "/tournaments/meenachil-open-1/"
WIDTH, HEIGHT = 360, 740
SCALE = 1.5
"""Pixels of a picture for one of the page."""
NAMELESS = """address => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace(address, "https://lelam.example")
}"""
"""A script that puts a made-up address in place of that of the demo."""
QUALITIES = (80, 70, 60, 50, 40)
MAX_BYTES = 60_000


def front(page: Page) -> None:
    """Show the first page to a newcomer."""
    page.goto("/")


def practice(page: Page) -> None:
    """Deal a first hand of 28, and wait for the newcomer's turn."""
    page.goto("/")
    page.get_by_role("button", name="Play 28 with bots now").click()
    page.get_by_role("button", name="Hint").wait_for()
    page.locator("#do-bid, #do-pass").first.wait_for()


def table(page: Page) -> None:
    """Sit down at the demo's table with three bots, and play until two cards lie on the mat and it is our turn."""
    page.goto("/tables/")
    page.get_by_role("link", name=re.compile("^Sit down")).first.click()
    page.locator("#do-join").click()
    lit = page.locator("#hand .card:not([aria-disabled]):not([data-rest])")
    deeds = page.locator("#do-pass, #do-keep, #do-ask, #do-fold:enabled")
    for _ in range(30):
        deeds.or_(lit).first.wait_for()
        if deeds.count():
            deeds.first.click()
        elif page.locator("#middle .trick li:not([data-empty])").count() > 1:
            return
        else:
            # The first tap raises it, the second plays it.
            lit.first.click()
            lit.first.click()
        page.wait_for_timeout(2_500)


def hand(page: Page) -> None:
    """Open the last finished hand."""
    page.goto("/tables/hands/")
    page.get_by_role("link", name=re.compile("^See")).first.click()


def review(page: Page) -> None:
    """Play a hand of practice as the hints say, and have it reviewed."""
    practice(page)
    asked = page.locator("main").get_by_text("Review my play", exact=True)
    for _ in range(300):
        if asked.count():
            break
        hinted = page.locator("button#do-hinted")
        hint = page.get_by_role("button", name="Hint", exact=True)
        # The bots' deeds are shown one after the other, and each takes the buttons away for a moment.
        with contextlib.suppress(Error):
            if hinted.count():
                hinted.click(timeout=3_000)
            elif hint.count() and hint.is_enabled():
                hint.click(timeout=3_000)
        page.wait_for_timeout(700)
    asked.click()
    page.get_by_text("The bots judge only by the cards").wait_for()


def tournament(page: Page) -> None:
    """Open the event that is played, at the match of the reader."""
    page.goto(EVENT)
    page.get_by_role("heading", name=re.compile("^Your ")).first.evaluate("it => scrollTo(0, it.offsetTop - 120)")


def invitation(page: Page) -> None:
    """Make an invitation, if there is none, and show it."""
    page.goto(f"{CLUB}invitations/")
    if not page.get_by_role("button", name="Take it back").count():
        page.get_by_role("button", name="Make it").click()
        page.goto(f"{CLUB}invitations/")


def evening(page: Page) -> None:
    """Enter two games on the page of this evening, unless it has some."""
    page.goto(f"{CLUB}evening/")
    games = page.locator(".games-of > li")
    if not games.count():
        for seat, name in enumerate(("Annamma", "Beeran", "Devaki", "Chacko")):
            page.locator(f"#new-player-{seat}").select_option(label=name)
        for number, points in enumerate(("5", "2"), start=1):
            page.locator("#new-points-0").fill(points)
            page.locator("#new-points-1").fill("3")
            page.get_by_role("button", name="Save the game").click()
            games.nth(number - 1).wait_for()
    page.locator("#game-form").evaluate("it => scrollTo(0, it.getBoundingClientRect().top + scrollY - 60)")


def opening(page: Page) -> None:
    """Open the form of a new tournament."""
    page.goto(f"{CLUB}tournaments/open/")


def desk(page: Page) -> None:
    """Show the desk of the event that waits for its director."""
    page.goto(f"{EVENT}desk/")


def case(page: Page) -> None:
    """Open the first case of the club."""
    page.goto(f"{CLUB}cases/")
    page.get_by_role("link", name=re.compile(r"hand \d+ of")).first.click()


Taking = Callable[[Page], None]
PICTURES: dict[str, tuple[Taking, str]] = {
    "front": (front, ""),
    "practice": (practice, ""),
    "table": (table, ""),
    "hand": (hand, ""),
    "review": (review, ""),
    "tournament": (tournament, "beeran"),
    "invitation": (invitation, "mariamma"),
    "evening": (evening, "mariamma"),
    "open": (opening, "devaki"),
    "desk": (desk, "devaki"),
    "case": (case, "devaki"),
}
"""What shows each picture, and who looks: the name of a login of the demo, or nobody."""


def take(browser: Browser, address: str, name: str) -> int:
    """Take one picture; return its size in bytes.

    Raises:
        SystemExit: It has more than `MAX_BYTES` at every quality.
    """
    showing, login = PICTURES[name]
    context = browser.new_context(
        base_url=address, viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=SCALE, has_touch=True,
        is_mobile=True, color_scheme="light", reduced_motion="reduce", locale="en-IN", timezone_id="Asia/Kolkata",
    )  # fmt: skip
    context.set_default_timeout(60_000)
    page = context.new_page()
    if login:
        page.goto("/accounts/login/")
        page.locator("#id_login").fill(f"{login}@demo.example")
        page.locator("#id_password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in", exact=True).click()
        page.wait_for_url(lambda url: "login" not in url)
    showing(page)
    page.wait_for_load_state("load")
    # Bots' steps, fonts and fragments that come into view have come to rest.
    page.wait_for_timeout(1_500)
    page.evaluate(NAMELESS, address)
    image = Image.open(io.BytesIO(page.screenshot()))
    context.close()
    for quality in QUALITIES:
        file = io.BytesIO()
        image.save(file, "WEBP", quality=quality, method=6)
        if file.tell() <= MAX_BYTES:
            (FOLDER / f"{name}.webp").write_bytes(file.getvalue())
            return file.tell()
    raise SystemExit(f"{name} has more than {MAX_BYTES} bytes")


def main(address: str, *names: str) -> None:
    """Take the named pictures, or all of them."""
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        path = find_browser()
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for name in names or PICTURES:
            print(f"{name}: {take(browser, address, name)} bytes", flush=True)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
