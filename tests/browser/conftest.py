"""People with browsers of their own, and tables whose cards are known to the test."""

from collections.abc import Callable, Iterator
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page

from clubs.models import Player
from games.models import Sheet, Table
from games.sheets.services import open_sheet
from games.tables import fair
from games.tables.selectors.states import load_state
from games.tables.services.clock import advance_table
from tests.browser.phones import PHONE, Phone, open_pass
from tests.browser.seats import Sitter
from tests.factories import ONE_HAND, PlayerFactory, TableFactory
from tests.games.helpers.boards import NAMES, pack_of


@pytest.fixture
def person(transactional_db: None) -> Callable[[str], Player]:
    """Make a player with an account."""

    def make(name: str) -> Player:
        return PlayerFactory(name=name, password=uuid4().hex)

    return make


@pytest.fixture
def sit(browser: Browser, live_server: str) -> Iterator[Callable[..., Sitter]]:
    """Open a browser of a player's own at a path; without a player it is a visitor's.

    With `clock` its pages have a clock that can be put on: they then ask at once for what they ask for now and again.
    """
    sitters = []

    def open_browser(player: Player | None, path: str, *, clock: bool = False, **context: object) -> Sitter:
        options: dict[str, object] = {"viewport": {"width": 1280, "height": 800}, **context}
        opened = browser.new_context(base_url=live_server, **options)  # type: ignore[arg-type]
        if player is not None:
            client = Client()
            client.force_login(player.user)
            opened.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server}])
        if clock:
            opened.clock.install()
        sitter = Sitter(opened, path)
        sitters.append(sitter)
        return sitter

    yield open_browser
    for sitter in sitters:
        sitter.context.close()
    for sitter in sitters:
        assert sitter.errors == [], "a page's script failed"


@pytest.fixture
def four(person: Callable[[str], Player]) -> list[Player]:
    """Four players with accounts."""
    return [person(name) for name in NAMES[:4]]


@pytest.fixture
def scorer(person: Callable[[str], Player]) -> Player:
    """The person who keeps a sheet."""
    return person("Scorer")


@pytest.fixture
def new_sheet(scorer: Player) -> Callable[..., Sheet]:
    """Open the sheet of a real table; the last seat deals first."""

    def make(rules: str = "28-kerala-4", **options: object) -> Sheet:
        names = ("Ammini", "Beeran", "Chacko", "Devaki", "Eapen", "Fathima", "Gopalan", "Hamza")[: int(rules[-1])]
        return open_sheet(
            player=scorer, rules=rules, options=options, names=names, name="Meenachil", dealer=len(names) - 1
        )

    return make


@pytest.fixture
def phone(sit: Callable[..., Sitter]) -> Phone:
    """Open a phone at a sheet with a pass for sides of it."""

    def make(sheet: Sheet, *sides: int, language: str = "en", **options: object) -> Page:
        page: Page = sit(None, "/healthz/live", clock=True, **{**PHONE, **options}).page
        open_pass(page, sheet, *sides, language=language)
        return page

    return make


@pytest.fixture
def deal_known(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Table]:
    """Open a table and deal it cards chosen by the test, seat 0 to open."""

    def deal(players: list[Player], hands: tuple[tuple[str, ...], ...], **terms: object) -> Table:
        count = len(hands)
        dealt = fair.Dealt(pack_of(hands, 0), count - 1)
        with monkeypatch.context() as patch, transaction.atomic():
            patch.setattr(fair, "shuffled", lambda *_, **__: dealt)
            terms = {"options": ONE_HAND, "action_seconds": 300, "reserve_seconds": 3600, "command": uuid4(), **terms}
            table = TableFactory(
                player=players[0],
                rules=f"28-kerala-{count}",
                players=dict(enumerate(players)),
                **terms,
            )
            begin(table.pk)
        return table

    return deal


def begin(table_id: UUID) -> None:
    """Deal what is to be dealt, without waiting for anybody's number."""
    while load_state(table_id).turn is None:
        due = Table.objects.get(pk=table_id).due_at
        assert due is not None
        advance_table(table_id=table_id, now=max(due, timezone.now()))
