"""What a page shows, its reader may do; and who may do something finds the way to it on the page."""

from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

import pytest
from django.urls import resolve

from tests.permissions.asking import NOBODY, PERSONAS, look, undone
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
    """Collects the links and the forms of a page; a form without a button asks for nothing."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page
        self.found: set[Control] = set()
        self.form: Control | None = None
        self.forms: dict[str, Control] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what can be pressed, and what the page loads by itself."""
        said = dict(attrs)
        if tag == "a":
            self._note("GET", said.get("href"))
        elif tag == "form":
            self.form = self._control((said.get("method") or "get").upper(), said.get("action") or self.page)
            self.forms[said.get("id") or ""] = self.form
        elif (tag == "button" and said.get("type") != "button") or (tag == "input" and said.get("type") == "submit"):
            form = self.forms.get(said.get("form") or "", None) if "form" in said else self.form
            if "formaction" in said:
                self._note("POST", said["formaction"])
            elif form is not None:
                self._note(*form)
        self._note("GET", said.get("hx-get"))
        self._note("POST", said.get("hx-post"))

    def handle_endtag(self, tag: str) -> None:
        """Leave a form."""
        if tag == "form":
            self.form = None

    def _control(self, method: str, address: str) -> Control:
        return Control(method, urljoin(self.page, address).partition("#")[0])

    def _note(self, method: str, address: str | None) -> None:
        if address is None or urlsplit(address).netloc:
            return
        control = self._control(method, address)
        if not control.address.startswith(ELSEWHERE):
            self.found.add(control)


@pytest.fixture(scope="package")
def addresses(world: World) -> dict[Control, frozenset[str]]:
    """Who may follow or press what the matrix asks of."""
    found: dict[Control, frozenset[str]] = {}
    for row in ROWS:
        if row.is_api or row.method not in ("GET", "POST"):
            continue
        with undone():
            if row.before is not None:
                row.before(world.ours)
            control = Control(row.method, urlsplit(row.address(world.ours)).path)
            found[control] = found.get(control, NOBODY) | row.who
    return found


def shown(world: World, persona: str) -> dict[Control, str]:
    """What the pages show to a persona, with the first page that does."""
    found: dict[Control, str] = {}
    for row in PAGES:
        if persona not in row.who:
            continue
        page = row.address(world.ours)
        status, text = look(world, persona, page)
        if status == 200:
            controls = Controls(page)
            controls.feed(text)
            for control in controls.found:
                found.setdefault(control, row.label)
    return found


def is_deed_of_ours(world: World, name: str, named: dict[str, object]) -> bool:
    """Whether a deed is one of the club's, with other things than the matrix names."""
    return named.get("slug") == world.ours.club.slug and any(row.name == name for row in DEEDS)


@pytest.mark.parametrize("persona", PERSONAS)
def test_a_page_shows_nothing_that_its_reader_may_not_do(
    world: World, addresses: dict[Control, frozenset[str]], persona: str
):
    wrong = []
    for control, page in sorted(shown(world, persona).items()):
        path = urlsplit(control.address).path
        asked = addresses.get(Control(control.method, path))
        if asked is not None and persona in asked:
            continue
        if control.method == "POST":
            found = resolve(path)
            of_the_club = is_deed_of_ours(world, found.view_name, found.kwargs)
            who = {persona for row in DEEDS if row.name == found.view_name for persona in row.who}
            if asked is not None or (of_the_club and persona not in who):
                wrong.append(f"{page} shows the form of {control.address}")
            continue
        status, _text = look(world, persona, control.address)
        if status >= 400:
            wrong.append(f"{page} leads to {control.address}, which answers {status}")

    assert not wrong, f"to the {persona}:\n" + "\n".join(wrong)
