"""What a page shows, its reader may do; and who may do something finds the way to it on the page."""

from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

import pytest
from django.urls import resolve

from tests.lanes import in_lanes
from tests.permissions.asking import EVERYBODY, NOBODY, PERSONAS, ROLES, look, undone
from tests.permissions.matrix import ROWS
from tests.permissions.world import World

PAGES = tuple(row for row in ROWS if not row.is_api and row.method == "GET" and not row.before and not row.own_before)
DEEDS = tuple(row for row in ROWS if not row.is_api and row.method == "POST")
OF_ANY_CLUB = {"tournaments:enter_entrant", "tournaments:announce"}
"""Forms that players of other clubs are shown as well: they act for entrants and desks of their own clubs."""
NO_WAY = {
    "GET clubs:picture_small": "the image in the link to the picture",
    "GET clubs:team_search": "the field loads it while somebody types, for those who enter any team",
    "GET clubs:player_search": "a field loads it while somebody types, for those who have a form with one",
    "POST clubs:guest_offer": "where no link is open; here one is, and can be taken back",
    "GET clubs:notice (the own leads on, another's nowhere)": "each sees the own ones",
    "POST clubs:notice_devices": "the script of the page sends it",
    "POST clubs:uploads": "the script of the page sends it",
    "POST games:sit (by invitation, with the code)": "the link with the code is passed on by hand",
    "POST games:sit (on the way to an account, with the code)": "the same",
    "POST games:deed (give a number)": "the script of the page sends it",
    "GET games:record (of a visiting player)": "for programs; the page of a hand offers the hand's",
    "GET games:record": "for programs; the page of a hand offers the hand's",
    "GET games:card": "who does not hold a card finds its editions",
    "GET games:card_join (with the code)": "the link is passed on by hand",
    "GET games:card_join (without the code)": "who was asked finds it, and holds it then",
    "POST games:card_join (with the code)": "behind that link",
    "POST games:card_join (without the code)": "behind that link",
    "GET games:game (by invitation)": "the ledger leads there, from an entry of that game",
    "GET games:game (a sheet)": "the same",
    "GET games:sheet_live": "stands in the sheet's page, and its poll names it in a signed token",
    "GET games:sheets_list": "stands in the page of the list, and its poll names it in a signed token",
    "GET games:sheet_phone": "a pass leads there, and the sheet's page those who report",
    "GET games:sheet_phone_state": "the script of that page asks for it",
    "POST games:sheet_reports": "the script of that page sends it",
    "GET games:case_live": "stands in the page of the case, and its poll names it in a signed token",
    "GET games:case_ruling": "the same",
    "GET games:case_act": "after a form that was wrong: leads back to the case",
    "GET games:cases_of_game": "stands in the page of the game",
    "GET games:cases_of_hand": "stands in the page of the hand",
    "GET games:play_review_of_practice": "the page of a practice leads there once its hand is over",
    "POST games:play_review_of_practice": "the same",
    "GET tournaments:desks": "the staff finds it on the desk of a tournament; to others it says that they are of none",
    "GET tournaments:report_result": "after a form that was wrong: leads back to the desk",
    "GET tournaments:announce": "the same",
    "POST tournaments:report_result": "once the round is called",
    "POST tournaments:note_arrival": "once a side is missing",
    "GET clubs:ledger_panel": "stands in the club's page",
    "GET clubs:waiting_mine": "stands in the first page",
    "GET clubs:calendar_mine": "the same",
    "GET tournaments:floor": "stands in the page of the match",
    "GET tournaments:of_game": "stands in the page of the table",
    "GET tournaments:floor_at": "stands in the page of the table or the sheet",
}
"""Rows to which no page of the matrix leads, and why."""
FAST = ("visitor", "player")
"""Whose pages are followed in the fast lane."""
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
        self.pressed: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what can be pressed, and what the page loads by itself."""
        said = dict(attrs)
        if tag == "a":
            self._note("GET", said.get("href"))
        elif tag == "form":
            self.form = self._control((said.get("method") or "get").upper(), said.get("action") or self.page)
            self.forms[said.get("id") or ""] = self.form
        elif (tag == "button" and said.get("type") != "button") or (tag == "input" and said.get("type") == "submit"):
            if "formaction" in said:
                self._note("POST", said["formaction"])
            elif "form" in said:
                self.pressed.add(said["form"] or "")
            elif self.form is not None:
                self._note(*self.form)
        self._note("GET", said.get("hx-get"))
        self._note("POST", said.get("hx-post"))

    def handle_endtag(self, tag: str) -> None:
        """Leave a form."""
        if tag == "form":
            self.form = None

    def close(self) -> None:
        """Note the forms whose button stands elsewhere on the page."""
        super().close()
        for name in self.pressed & set(self.forms):
            self._note(*self.forms[name])

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
    if persona in world.shown:
        return world.shown[persona]
    found: dict[Control, str] = {}
    world.shown[persona] = found
    for row in PAGES:
        if persona not in row.who:
            continue
        page = row.address(world.ours)
        status, text = look(world, persona, page)
        if status == 200:
            controls = Controls(page)
            controls.feed(text)
            controls.close()
            for control in controls.found:
                found.setdefault(control, row.label)
    return found


def is_deed_of_ours(world: World, name: str, named: dict[str, object]) -> bool:
    """Whether a deed is one of the club's, with other things than the matrix names."""
    return named.get("slug") == world.ours.club.slug and any(row.name == name for row in DEEDS)


@pytest.mark.parametrize("persona", in_lanes(PERSONAS, FAST))
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
            if found.view_name in OF_ANY_CLUB:
                continue
            who = {persona for row in DEEDS if row.name == found.view_name for persona in row.who}
            if asked is not None or (of_the_club and persona not in who):
                wrong.append(f"{page} shows the form of {control.address}")
            continue
        status, _text = look(world, persona, control.address)
        if status >= 400:
            wrong.append(f"{page} leads to {control.address}, which answers {status}")

    assert not wrong, f"to the {persona}:\n" + "\n".join(wrong)


@pytest.mark.parametrize("persona", in_lanes(ROLES, FAST))
def test_who_may_do_something_in_the_club_finds_the_way_to_it(world: World, persona: str):
    there = {(control.method, urlsplit(control.address).path) for control in shown(world, persona)}
    missing = []
    for row in ROWS:
        if row.is_api or row.who == EVERYBODY or persona not in row.who - row.quiet or row.before or row.own_before:
            continue
        path = urlsplit(row.address(world.ours)).path
        if (row.method, path) not in there and row.label not in NO_WAY:
            missing.append(f"no page leads to {row.label}")

    assert not missing, f"for the {persona}:\n" + "\n".join(missing)
