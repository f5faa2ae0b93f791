"""Tables and players for the tests of live play."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.utils import timezone

import engine
from clubs.models import Player
from games.models import Table
from games.screen.pictures import Glance, paint
from games.tables.selectors.states import load_state
from games.tables.services.clock import advance_table
from games.tables.services.play import act
from tests.factories import TWO_HANDS, TableFactory

START = datetime(2026, 5, 1, 18, 0, tzinfo=timezone.get_default_timezone())


def person(name: str) -> Player:
    """Return a new player without an account."""
    # No factory: the service lets no two players have one name, and some tests seat namesakes, or people whom a fixture
    # has made under the same name already.
    return Player.objects.create(name=name)


def people(count: int = 4) -> list[Player]:
    """Return new players by the names of the examples."""
    return [person(name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")[:count]]


def table_of(players: list[Player], **terms: object) -> Table:
    """Return a table at which these players sit, opened by the first."""
    wanted = {"rules": f"28-kerala-{len(players)}", "options": TWO_HANDS, "now": START, **terms}
    return TableFactory(seated=players, **wanted)


def dealt_table(players: list[Player], **terms: object) -> Table:
    """Return a table whose first hand is dealt."""
    table = table_of(players, **terms)
    due(table.pk)
    return table


def due(table_id: UUID, late: timedelta = timedelta()) -> bool:
    """Let the clock come to what is due at a table."""
    at = Table.objects.values_list("due_at", flat=True).get(pk=table_id)
    return at is not None and advance_table(table_id=table_id, now=at + late)


def state_of(table: Table | UUID) -> object:
    """Return the state of a table."""
    return load_state(table.pk if isinstance(table, Table) else table)


def page_of(table: Table, player: Player | None) -> str:
    """Return the fragment of a table that a viewer's socket sends first."""
    glance = Glance(player, "en")
    picture = paint(table.pk, [glance])[glance]
    assert picture is not None
    return picture.frame_after(None)


def play_on(
    table: Table,
    players: list[Player],
    choose: Callable[[list[engine.Action]], engine.Action],
    until: Callable[[object], bool],
    seconds: float = 1,
) -> None:
    """Let the players act, each in turn and after so many seconds, until something is so."""
    while not until(state := load_state(table.pk)):
        turn = state.turn
        if turn is None or not state.seats[turn].attended:
            assert due(table.pk), "the table hangs"
            continue
        action = choose(engine.legal_actions(state.game, turn))
        act(
            table_id=table.pk,
            player=players[turn],
            action=action,
            expected_version=state.version,
            command=uuid4(),
            now=state.since + timedelta(seconds=seconds),
        )
