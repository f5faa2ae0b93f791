"""The levels of bots at tables: who thinks, over what, and how long, so that no table waits for another's thoughts."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

import engine
from games import bots
from games.bots import levels
from games.bots.levels import LEVELS, PATIENCE, STRONG, thinking_time
from games.bots.memory import tricks_of
from games.hands.history import record
from games.tables.selectors.live import table_view
from games.tables.selectors.states import load_state
from games.tables.services.seats import open_table
from games.tables.services.thinking import think_ahead
from games.tables.state.table import TIMEOUTS_UNTIL_AWAY
from tests.games.helpers.tables import START, dealt_table, people, person
from tests.games.helpers.tables import due as act_when_due

Thought = dict[str, Any]
HAND = {"ending": {"type": "hands", "count": 1}}


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> list[Thought]:
    """Take down what a strong bot is asked, and answer as the steady one."""
    asked: list[Thought] = []

    def think(view: engine.View, **given: Any) -> engine.Action:
        asked.append({"view": view, **given})
        return bots.choose(view)

    monkeypatch.setattr(levels, "choose_strong", think)
    return asked


@pytest.fixture(autouse=True)
def pace(settings: Any) -> None:
    settings.LELAM_BOT_SECONDS = 0.8


def due(table_id: UUID, late: timedelta = timedelta()) -> bool:
    """Let a bot on turn think, so long after its turn came, and the clock come to the table when it is due."""
    turn_came = load_state(table_id).since
    think_ahead(table_id=table_id, now=turn_came + late)
    return act_when_due(table_id)


def table_with(level: str, seats: tuple[int, ...] = (0, 1, 2, 3), rules: str = "28-kerala-4") -> Any:
    return open_table(
        player=person("Ammini"), rules=rules, options=HAND, seat=None, bots=(0, 1, 2, 3),
        levels=dict.fromkeys(seats, level), now=START,
    )  # fmt: skip


@pytest.mark.django_db
def test_a_strong_bot_thinks_within_its_time_and_remembers_the_tricks(thoughts, settings):
    settings.LELAM_STRONG_SECONDS = 0.25
    table = table_with(STRONG, seats=(1, 3))
    while due(table.pk):
        pass

    assert load_state(table.pk).ended_at is not None
    assert {thought["view"].seat for thought in thoughts} == {1, 3}
    assert {thought["seconds"] for thought in thoughts} == {0.25}
    assert all(len(thought["tricks"]) == len(thought["view"].tricks) for thought in thoughts)
    assert all(trick.cards for trick in thoughts[-1]["tricks"])


@pytest.mark.django_db
def test_who_is_served_late_thinks_less_and_later_not_at_all(thoughts, settings):
    settings.LELAM_STRONG_SECONDS = 0.2
    table = table_with(STRONG)
    while not thoughts:
        due(table.pk, late=timedelta(seconds=PATIENCE / 2))
    assert [round(thought["seconds"], 6) for thought in thoughts] == [0.1]
    thoughts.clear()

    while due(table.pk, late=timedelta(seconds=PATIENCE)):
        pass

    assert not thoughts
    assert load_state(table.pk).ended_at is not None


@pytest.mark.django_db
def test_who_allows_no_seconds_has_steady_bots(thoughts, settings):
    settings.LELAM_STRONG_SECONDS = 0.0
    table = table_with(STRONG)
    while due(table.pk):
        pass

    assert not thoughts


@pytest.mark.django_db
def test_a_bot_that_sits_in_for_an_absent_player_is_steady(thoughts, settings):
    settings.LELAM_STRONG_SECONDS = 0.2
    table = dealt_table(people())
    away: Callable[[Any], bool] = lambda state: all(seat.sat_in for seat in state.seats)  # noqa: E731
    for _ in range(60 * TIMEOUTS_UNTIL_AWAY):
        if away(load_state(table.pk)):
            break
        due(table.pk)
    assert away(load_state(table.pk))
    due(table.pk)

    assert not thoughts


@pytest.mark.django_db
@pytest.mark.parametrize("rules", ["28-kerala-4", "56-kerala-4"])
def test_a_table_of_strong_bots_plays_to_the_end_by_what_they_sampled(rules, settings, monkeypatch):
    """With a fixed number of samples the same table gives the same cards again, whatever the machine does."""
    settings.LELAM_STRONG_SECONDS = 3600.0
    settings.LELAM_BOT_SECONDS = 3600.0
    monkeypatch.setattr(levels, "SAMPLES", 2)
    table = table_with(STRONG, rules=rules)
    while due(table.pk):
        pass

    state = load_state(table.pk)
    assert state.ended_at is not None
    assert engine.view(state.game, None).result.outcome in ("made", "failed")
    assert engine.audit(record(table.pk)).verdict == "clean"


@pytest.mark.django_db
def test_the_level_of_a_bot_is_shown_at_its_seat():
    table = table_with(STRONG, seats=(2,))

    seen = table_view(table.pk, None)

    assert [seat.level for seat in seen.seats] == ["steady", "steady", "strong", "steady"]
    assert LEVELS == ("steady", "strong")


def test_thinking_shrinks_with_the_delay_to_nothing():
    assert thinking_time(0.2, -1.0) == thinking_time(0.2, 0.0) == 0.2
    assert thinking_time(0.2, PATIENCE / 4) == pytest.approx(0.15)
    assert thinking_time(0.2, PATIENCE) == thinking_time(0.2, 60.0) == 0.0


@pytest.mark.parametrize("tables", [1, 4, 40, 200])
def test_one_worker_with_many_tables_of_strong_bots_is_never_long_late(tables):
    """A worker that needs 4 ms for a move without thinking, and bots that think as long as they may."""
    pace, work = 0.8, 0.004
    dues = [number * pace / tables for number in range(tables)]
    now, latest = 0.0, 0.0
    for _ in range(50 * tables):
        table = min(range(tables), key=dues.__getitem__)
        now = max(now, dues[table])
        late = now - dues[table]
        latest = max(latest, late)
        now += work + thinking_time(0.2, late)
        dues[table] = now + pace

    assert latest < PATIENCE + 0.2


def test_a_bot_without_time_does_what_the_steady_one_does():
    rules = engine.load_rules("28-kerala-4", HAND)
    state = engine.new_game(rules)
    for event in engine.deal(state, rules.deck, dealer=3):
        state = engine.evolve(state, event)
    seen = engine.view(state, 0)

    for level in LEVELS:
        assert levels.choose_at(level, seen, chance=None, seconds=0.0, tricks=tricks_of(state)) == bots.choose(seen)
