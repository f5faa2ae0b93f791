"""The event loop of the browser's library, kept from the tests that have no browser.

Playwright's synchronous API runs its loop in a greenlet of the main thread and marks it as the running one between its
calls too, to the end of the session. In such a thread no asynchronous test can run, and Django refuses to query. The
mark is therefore set only for the tests that have a browser, so that tests may come in any order.
"""

import asyncio
import contextlib
import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

_UNSAFE = "DJANGO_ALLOW_ASYNC_UNSAFE"
_hidden: asyncio.AbstractEventLoop | None = None
_depth = 0


@contextlib.contextmanager
def browser_loop() -> Iterator[None]:
    """Mark Playwright's loop as running, and let Django query beside it, until the block ends."""
    global _hidden, _depth  # noqa: PLW0603  # one thread has one running loop
    if not _depth:
        asyncio._set_running_loop(_hidden)
        os.environ[_UNSAFE] = "1"
    _depth += 1
    try:
        yield
    finally:
        _depth -= 1
        if not _depth:
            _hidden = asyncio._get_running_loop()
            asyncio._set_running_loop(None)
            del os.environ[_UNSAFE]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Show the loop to a test with a browser, and hide what such a test may have left to others."""
    if "browser" in getattr(item, "fixturenames", ()):
        with browser_loop():
            return (yield)
    # A fixture of several tests that closes a page after a test without a browser leaves the mark behind.
    asyncio._set_running_loop(None)
    return (yield)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright, for the session; whichever test comes last, it is stopped with its loop."""
    started = sync_playwright().start()
    yield started
    with browser_loop():
        started.stop()


@pytest.fixture(scope="session")
def browser(launch_browser: object) -> Iterator[Browser]:
    """The browser, for the session."""
    opened = launch_browser()  # type: ignore[operator]
    yield opened
    with browser_loop():
        opened.close()
