"""News is told on commit, all topics of a moment together, and nothing after a rollback."""

from uuid import uuid4

import pytest
from django.db import transaction

import engine
from clubs.base import news
from clubs.notices.services.reading import mark_all_read, mark_read
from clubs.notices.services.telling import notify, withdraw
from games.tables.selectors.states import load_state
from games.tables.services.play import act
from games.tables.services.seats import leave_seat, open_table, take_seat
from tests.factories import PlayerFactory
from tests.games.helpers.tables import dealt_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(monkeypatch):
    """The topics that were told, by deed."""
    found: list[set[str]] = []
    monkeypatch.setattr(news.gathered, "add", lambda topics: found.append({*topics}))
    return found


def test_topics_are_told_on_commit_and_not_after_a_rollback(told, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        news.tell(news.TABLES)
        transaction.set_rollback(True)
    assert told == []

    with django_capture_on_commit_callbacks(execute=True):
        news.tell(news.TABLES)
        news.tell()
        assert told == []
    assert told == [{"tables"}]


def test_the_topics_of_a_moment_are_one_message(monkeypatch):
    sent, timers = [], []
    monkeypatch.setattr(news.messenger, "send", lambda *said: sent.append(said))
    monkeypatch.setattr(news.messenger, "later", lambda _, call: timers.append(call))
    gathered = news._Gathered()
    for topics in (["tables"], ["player.1", "tables"], ["tournaments"]):
        gathered.add(topics)
    assert (sent, len(timers)) == ([], 1)

    timers.pop()()
    assert sent == [("news", {"type": "news", "topics": ["player.1", "tables", "tournaments"]})]
    gathered.add(["tables"])
    assert len(timers) == 1


def test_a_notice_that_is_made_read_or_withdrawn_is_told_to_its_player_alone(told, django_capture_on_commit_callbacks):
    annamma, beeran = PlayerFactory(), PlayerFactory()

    def say(key: str) -> None:
        notify(players=[annamma], kind="request-answered", path="/clubs/", key=key)

    mine = {f"player.{annamma.pk}"}
    for deed in (
        lambda: say("one"),
        lambda: mark_read(player=annamma, notice_id=annamma.notices.get(key="one").pk),
        lambda: say("two"),
        lambda: mark_all_read(player=annamma),
        lambda: withdraw(kind="request-answered", key="two"),
    ):
        with django_capture_on_commit_callbacks(execute=True):
            deed()
        assert told == [mine]
        told.clear()
    with django_capture_on_commit_callbacks(execute=True):
        mark_all_read(player=annamma)
        mark_all_read(player=beeran)
        withdraw(kind="request-answered", key="two")
    assert told == []


def test_lists_are_told_of_tables_and_seats_and_of_a_played_card_only_who_is_next(
    told, django_capture_on_commit_callbacks
):
    annamma, beeran = PlayerFactory(), PlayerFactory()
    with django_capture_on_commit_callbacks(execute=True):
        table = open_table(player=annamma, rules="28-kerala-4")
    assert told == [{"tables"}]
    for deed in (
        lambda: take_seat(table_id=table.pk, player=beeran, seat=1),
        lambda: leave_seat(table_id=table.pk, player=beeran),
    ):
        told.clear()
        with django_capture_on_commit_callbacks(execute=True):
            deed()
        assert {"tables"} in told

    players = [PlayerFactory() for _ in range(4)]
    running = dealt_table(players)
    turn = load_state(running.pk).turn
    told.clear()
    with django_capture_on_commit_callbacks(execute=True):
        act(
            table_id=running.pk,
            player=players[turn],
            action=engine.Bid(turn, 16),
            expected_version=None,
            command=uuid4(),
        )
    assert told == [{f"player.{players[load_state(running.pk).turn].pk}"}]
