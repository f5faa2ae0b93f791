"""The moment at which a strong bot acts says nothing of its cards: it thinks before, and acts at a fixed time."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.core.cache import cache

import engine
from games.bots import levels
from games.bots.levels import STRONG
from games.models import Table
from games.tables import announce
from games.tables.selectors.states import load_state
from games.tables.services import thinking
from games.tables.services.clock import advance_table
from games.tables.services.recording import strong_on_turn
from games.tables.services.seats import open_table
from games.tables.services.thinking import think_ahead
from games.tables.state.table import TableState
from tests.games.helpers.tables import START, due, person, play_on

pytestmark = pytest.mark.django_db

PACE = timedelta(seconds=0.8)


@pytest.fixture(autouse=True)
def pace(settings: Any) -> None:
    cache.clear()
    settings.LELAM_BOT_SECONDS = PACE.total_seconds()
    settings.LELAM_STRONG_SECONDS = 0.1


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[engine.View]:
    """Take down what a strong bot is asked, and choose the last card that it may play."""
    views: list[engine.View] = []

    def think(view: engine.View, **_given: Any) -> engine.Action:
        views.append(view)
        return [action for action in view.legal if isinstance(action, engine.Play)][-1]

    monkeypatch.setattr(levels, "choose_strong", think)
    return views


@pytest.fixture
def playing() -> tuple[Table, TableState]:
    """A table of a person and strong bots at which a bot is to play a card."""
    ammini = person("Ammini")
    table = open_table(
        player=ammini, rules="28-kerala-4", options={"ending": {"type": "hands", "count": 1}},
        bots=(1, 2, 3), levels=dict.fromkeys((1, 2, 3), STRONG), now=START,
    )  # fmt: skip
    play_on(table, [ammini] * 4, lambda actions: actions[0], strong_on_turn)
    return table, load_state(table.pk)


def test_a_bot_thinks_as_soon_as_its_turn_comes_and_acts_at_the_fixed_moment(playing, asked: list):
    table, state = playing

    assert think_ahead(table_id=table.pk, now=state.since)
    assert load_state(table.pk).version == state.version, "it thinks, and does nothing"
    assert Table.objects.get(pk=table.pk).due_at == state.since + PACE
    assert not advance_table(table_id=table.pk, now=state.since + PACE - timedelta(milliseconds=1))
    assert advance_table(table_id=table.pk, now=state.since + PACE)

    assert len(asked) == 1
    played = engine.view(load_state(table.pk).game, None).trick[-1].card
    assert played == [action for action in asked[0].legal if isinstance(action, engine.Play)][-1].card


def test_nothing_is_thought_when_the_moment_has_come(playing, asked: list):
    table, state = playing

    assert not think_ahead(table_id=table.pk, now=state.since + PACE)
    assert advance_table(table_id=table.pk, now=state.since + PACE + timedelta(seconds=5))

    assert not asked
    assert load_state(table.pk).version > state.version, "it has played steadily"


def test_every_card_is_played_at_the_moment_that_follows_from_the_event_before(playing, asked: list):
    """With one legal card a bot was up to a tenth of a second quicker than with eight."""
    table, state = playing
    choices = set()
    while state.ended_at is None and engine.view(state.game, None).phase == "play":
        if strong_on_turn(state):
            choices.add(len(engine.view(state.game, state.turn).legal))
            assert Table.objects.get(pk=table.pk).due_at == state.since + PACE
            think_ahead(table_id=table.pk, now=state.since)
        assert due(table.pk)
        state = load_state(table.pk)

    assert len(choices) > 2, "bots with few cards and with many"
    assert asked


def test_a_thought_is_of_one_turn_and_thought_once(playing, asked: list):
    table, state = playing

    assert think_ahead(table_id=table.pk, now=state.since)
    assert not think_ahead(table_id=table.pk, now=state.since)
    assert thinking.thought_of(state) is not None
    assert due(table.pk)
    assert thinking.thought_of(load_state(table.pk)) is None


def test_a_thought_lies_sealed(playing, asked: list):
    table, state = playing
    think_ahead(table_id=table.pk, now=state.since)

    kept = cache.get(f"games.thought.{table.pk.hex}.{state.version}")

    thought = thinking.thought_of(state)
    assert thought in engine.view(state.game, state.turn).legal
    assert msgspec.json.encode(thought).decode() not in kept


def test_a_bot_whose_thought_fails_plays_on(playing, monkeypatch: pytest.MonkeyPatch, caplog):
    table, state = playing

    def think(view: engine.View, **_given: Any) -> engine.Action:
        raise RuntimeError(f"I hold {view.hand}")

    monkeypatch.setattr(levels, "choose_strong", think)

    assert not think_ahead(table_id=table.pk, now=state.since)
    assert due(table.pk)
    assert "I hold" not in caplog.text


def test_the_bot_is_asked_to_think_when_its_turn_is_announced(
    playing, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable[..., Any]
):
    sent: list[tuple[str, bool]] = []
    monkeypatch.setattr(
        announce.current_app, "send_task", lambda name, **options: sent.append((name, "countdown" in options))
    )
    table, _state = playing

    with django_capture_on_commit_callbacks(execute=True):
        for _card in range(4):
            due(table.pk)

    assert ("games.tasks.advance_thought", False) in sent
