"""Somebody at a table: a browser, what it was sent, and how it plays."""

import gzip
import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, WebSocket, expect


class Sitter:
    """One person's browser at one table.

    Attributes:
        frames: Every frame of the table the socket brought, whole or the parts that changed, with the version it shows.
        talk: Every other fragment it brought: those of the chat.
        sources: Page sources taken on the way, with their version.
        errors: What the page's scripts complained of.
    """

    def __init__(self, context: BrowserContext, path: str) -> None:
        self.context = context
        self.page: Page = context.new_page()
        self.frames: list[tuple[int, str]] = []
        self.talk: list[str] = []
        self.sources: list[tuple[int, str]] = []
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._hear)
        self.page.on("websocket", self._listen)
        self.page.goto(path)

    def _listen(self, socket: WebSocket) -> None:
        if "/ws/news/" not in socket.url:  # which says words only
            socket.on("framereceived", self._keep)

    def _hear(self, message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            self.errors.append(message.text)

    def _keep(self, payload: str | bytes) -> None:
        # A part of a tournament that all readers share comes compressed.
        text = payload if isinstance(payload, str) else gzip.decompress(payload).decode()
        if 'id="head"' in text:
            self.frames.append((version_in(text), text))
        else:
            self.talk.append(text)

    @property
    def version(self) -> int:
        """The version of the table that the page shows."""
        return int(self.page.locator("#table").get_attribute("data-version") or -1)

    @property
    def phase(self) -> str:
        """The phase that the page shows."""
        return self.page.locator("#table").get_attribute("data-phase") or ""

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.page.locator("#table").get_attribute("data-status") == "finished"

    def live(self) -> None:
        """Wait until the socket has brought the table."""
        expect(self.page.locator("#link")).to_have_text("live")

    def take_source(self) -> None:
        """Keep the page as it stands."""
        text = self.page.content()
        self.sources.append((version_in(text), text))

    def await_version(self, version: int) -> None:
        """Wait until the page shows a version, or a later one."""
        self.page.wait_for_function(
            "version => Number(document.getElementById('table').dataset.version) >= version", arg=version
        )

    def await_turn(self) -> None:
        """Wait until it is this player's turn, or the game is over."""
        self.page.wait_for_function(
            "() => { const t = document.getElementById('table').dataset;"
            " return 'mine' in t || t.status === 'finished'; }"
        )

    def does(self, do: str) -> None:
        """Press what does this, and wait until the page shows that something has happened.

        Args:
            do: As in `games.screen.inputs`; a bid's number behind a colon, too.
        """
        page, seen = self.page, self.version
        word, _, what = do.partition(":")
        if word == "bid":
            page.locator(f"#bid-{what}").check(force=True)
            page.locator("#do-bid").click()
        elif word in ("say", "call"):
            page.locator(f"#word-{what}").check(force=True)
            page.locator("#do-call").click()
        elif word in ("play", "fold"):
            # Of two copies of a card either will do.
            card = page.locator(f'#hand [value="{do}"]').first
            card.click()
            expect(card).to_have_attribute("aria-pressed", "true")
            page.locator("#do-fold").click() if word == "fold" else card.click()
        else:
            page.locator(f'button[name="do"][value="{do}"]').click()
        self.await_version(seen + 1)

    def choice(self) -> str:
        """Choose something the page offers: pass, keep and cards before bids, never a concession."""
        for there, do in (("#do-pass", "pass"), ("#do-keep", "keep"), ("#do-ask", "ask"), ("#do-reveal", "reveal")):
            if self.page.locator(there).count():
                return do
        if self.page.locator("#do-call").count():
            return "say:pass" if self.page.locator("#word-pass").count() else "say:call"
        if self.page.locator("#do-bid").count():
            return f"bid:{self.page.locator('#pad input').first.get_attribute('value')}"
        lit = self.page.locator("#hand .card:not([aria-disabled]):not([data-rest])")
        return lit.first.get_attribute("value") or ""


def version_in(text: str) -> int:
    """Return the version of the table that a page or a fragment shows."""
    found = re.search(r'id="head"[^>]*value="(\d+)"', text)
    return int(found.group(1)) if found else -1
