"""What a page shows, its reader may do; and who may do something finds the way to it on the page."""

from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

import pytest
from django.urls import Resolver404, resolve

from tests.permissions.asking import PERSONAS, ask, look
from tests.permissions.matrix import ROWS
from tests.permissions.world import World

PAGES = tuple(row for row in ROWS if not row.is_api and row.method == "GET" and not row.before and not row.own_before)
DEEDS = tuple(row for row in ROWS if not row.is_api and row.method == "POST")
ELSEWHERE = ("/accounts/", "/static/", "/admin/", "/api/")


class Control(NamedTuple):
    """A link or a form on a page."""

    method: str
    address: str


class Controls(HTMLParser):
    """Collects the links and the forms of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page
        self.found: set[Control] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what can be pressed, and what the page loads by itself."""
        said = dict(attrs)
        if tag == "a":
            self._note("GET", said.get("href"))
        if tag == "form":
            self._note((said.get("method") or "get").upper(), said.get("action") or self.page)
        if "formaction" in said:
            self._note("POST", said["formaction"])
        self._note("GET", said.get("hx-get"))
        self._note("POST", said.get("hx-post"))

    def _note(self, method: str, address: str | None) -> None:
        if address is None or urlsplit(address).netloc:
            return
        address = urljoin(self.page, address).partition("#")[0]
        if not address.startswith(ELSEWHERE):
            self.found.add(Control(method, address))


def shown(world: World, persona: str) -> dict[Control, str]:
    """What the pages show to a persona, with the first page that does."""
    found: dict[Control, str] = {}
    for row in PAGES:
        if persona not in row.who:
            continue
        response = ask(world, row, persona).response
        if response.status_code == 200 and response.headers["Content-Type"].startswith("text/html"):
            controls = Controls(row.address(world.ours))
            controls.feed(response.content.decode())
            for control in controls.found:
                found.setdefault(control, row.label)
    return found


def may_do(world: World, persona: str, address: str) -> bool:
    """Whether a form leads to a deed that the persona may do: with this very thing if the matrix asks of it."""
    try:
        name = resolve(urlsplit(address).path).view_name
    except Resolver404:
        return False
    rows = [row for row in DEEDS if row.name == name]
    path = urlsplit(address).path
    same = [row for row in rows if not row.before and urlsplit(row.address(world.ours)).path == path]
    return any(persona in row.who for row in same or rows)


@pytest.mark.parametrize("persona", PERSONAS)
def test_a_page_shows_nothing_that_its_reader_may_not_do(world: World, persona: str):
    wrong = []
    for control, page in sorted(shown(world, persona).items()):
        if control.method == "POST":
            if not may_do(world, persona, control.address):
                wrong.append(f"{page} shows the form of {control.address}")
            continue
        status = look(world, persona, control.address)
        if status >= 400:
            wrong.append(f"{page} leads to {control.address}, which answers {status}")

    assert not wrong, f"to the {persona}:\n" + "\n".join(wrong)
