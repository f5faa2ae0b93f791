"""The browser of the tests: an installed Chromium or Chrome, else one that is installed now.

Chromium without windows (`chromium-headless-shell`) comes first: it uses half the processor time.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from config.embedded.system import machine_lock

# Where two cores carry a browser, servers and database, a page that takes longer than five seconds is not wrong.
expect.set_options(timeout=20_000)

PACKAGES = ("chromium-headless-shell", "chromium")
NAMES = (*PACKAGES, "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
)


def find_browser(*, windows: bool = False) -> Path | None:
    """Return an installed browser, or None; with `windows` one that can show them (`pytest --headed`)."""
    for name in NAMES[1:] if windows else NAMES:
        found = shutil.which(name)
        if found:
            return Path(found)
    return next((place for place in PLACES if place.exists()), None)


def install_browser() -> Path | None:
    """Install a browser: Debian's package as root, else Playwright's download (None: Playwright finds its own)."""
    apt = shutil.which("apt-get")
    if apt and os.getuid() == 0:
        _run_quietly(apt, "update", "-q")
        for package in PACKAGES:
            _run_quietly(apt, "install", "-qy", "--no-install-recommends", package)
            found = find_browser()
            if found:
                return found
    subprocess.run([sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"], check=True)
    return None


def _run_quietly(*command: str) -> None:
    subprocess.run(command, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def hold_back(place: Page | BrowserContext, pattern: str) -> list[Route]:
    """Hold back requests of a page, or of a context with its workers; return the list in which they wait."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    place.route(pattern, hold)
    return held


@contextmanager
def without_script(page: Page, script: str, address: str) -> Iterator[None]:
    """Open a page of which one script, a pattern such as `**/js/table.js`, arrives when the block ends."""
    held = hold_back(page, script)
    with page.expect_request(script):
        page.goto(address, wait_until="commit")
    yield
    held.pop().continue_()


@pytest.fixture(scope="session")
def browser_type_launch_args(
    request: pytest.FixtureRequest, browser_type_launch_args: dict[str, Any]
) -> dict[str, Any]:
    """Launch the browser of this machine, and say which one it is."""
    say = request.config.pluginmanager.getplugin("terminalreporter").write_line
    windows = not browser_type_launch_args.get("headless", True)
    path = find_browser(windows=windows)
    if path is None:
        say("No Chromium or Chrome is installed; installing one.")
        # The processes of a run come here at about the same moment, and apt refuses all but one of them.
        with machine_lock():
            path = find_browser(windows=windows) or install_browser()
    say(f"Browser: {path or 'the one Playwright downloaded'}")
    arguments = ["--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
    if os.getuid() == 0:
        arguments.append("--no-sandbox")
    launch = {**browser_type_launch_args, "args": arguments}
    return {**launch, "executable_path": str(path)} if path else launch


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], live_server: str) -> dict[str, Any]:
    """Let pages be named by their path alone; the sizes of a desktop unless a test says otherwise."""
    return {**browser_context_args, "base_url": live_server, "viewport": {"width": 1280, "height": 800}}
