"""What is shown of a table holds no card that its viewer may not know: views, histories, lists, logs, the database."""

import re
from datetime import timedelta
from random import Random
from uuid import uuid4

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

import engine
from clubs.base import news
from clubs.models import Player
from games import store
from games.hands.history import hand_history
from games.models import Table
from games.screen.layout import board_of
from games.screen.parts.build import parts_of
from games.tables.selectors.live import happenings, table_view
from games.tables.selectors.scene import view_of
from games.tables.selectors.states import load_state
from games.tables.services.play import act
from games.tables.services.seats import leave_seat
from games.tables.services.substitutes import substitute
from games.tables.state.folding import fold_all
from games.tables.state.table import TableState
from tests.factories import UserFactory
from tests.games.helpers.secrecy import drawn_in
from tests.games.helpers.tables import START, dealt_table, due, page_of, people, person, play_on, table_of
from tests.lanes import in_lanes
from tests.strategies import lively

pytestmark = pytest.mark.django_db

CARD = re.compile(r'"([SHDC][J9ATKQ87])"')
PHASES = ("auction", "fold", "auction2", "trump", "play")


def cards_in(shown: object) -> set[str]:
    """Return every card that a view's JSON names."""
    return set(CARD.findall(msgspec.json.encode(shown).decode()))


def knowable(state: TableState, seat: int | None) -> set[str]:
    """Return the cards that a seat may know: its own as far as they are dealt, and what has been shown to all."""
    seen = engine.view(state.game, seat)
    public = {
        stored.event.card
        for stored in store.load(state.stream, opened=False)
        if isinstance(stored.event, engine.CardPlayed | engine.TrumpRevealed)
    }
    return {*seen.hand, *public, *filter(None, (seen.indicator,))}


def history_page(table: Table, player: Player | None) -> str:
    """Return the history of the running hand as a viewer gets it, with all its steps."""
    client = Client()
    if player is not None and player.user is not None:
        client.force_login(player.user)
    return client.get(reverse("games:hand", args=[table.pk, 1])).content.decode()


def test_the_search_of_a_history_finds_every_card_of_a_finished_hand():
    """The test below can fail: what it looks for is found where it may be seen."""
    players = people()
    table = dealt_table(players)
    play_on(table, players, lambda actions: actions[0], lambda state: state.hand == 2)

    text = history_page(table, None)

    deck = set(engine.load_rules("28-kerala-4").deck)
    assert drawn_in(text) == deck
    diagram = text[text.index('id="deal"') : text.index('id="cap"')]
    for part in (diagram.replace('class="face', ""), diagram.replace('class="k', "")):
        assert drawn_in(part) == deck


@pytest.mark.parametrize("seed", in_lanes(range(3), [0]))
def test_no_view_and_no_history_of_a_running_hand_names_a_card_its_viewer_may_not_know(seed):
    """28-DEAL-2, 28-FOLD-1."""
    players = people()
    for player in players:
        player.user = UserFactory(name=player.name)
        player.save()
    table = dealt_table(players)
    chance = Random(seed)
    choose = lively(chance, concede=0)
    looked = set()
    spectator = person("Eapen")
    while (state := load_state(table.pk)).hand == 1:
        phase = engine.view(state.game, None).phase
        if phase in PHASES and (phase != "play" or chance.random() < 0.3):
            looked.add(phase)
            for seat, player in [*enumerate(players), (None, spectator), (None, None)]:
                may = knowable(state, seat)
                assert cards_in(table_view(table.pk, player)) <= may
                assert cards_in(hand_history(table.pk, 1, player)) <= may
                drawn = drawn_in(history_page(table, player))
                assert drawn <= may
                assert seat is None or drawn >= set(engine.view(state.game, seat).hand)
        version = state.version
        play_on(table, players, choose, lambda state, version=version: state.version > version)

    assert looked >= set(PHASES) - {"auction2"}


def test_a_history_of_a_running_hand_shows_the_viewers_own_cards_as_far_as_they_are_dealt():
    """28-DEAL-2."""
    players = people()
    table = dealt_table(players)
    history = hand_history(table.pk, 1, players[2])

    dealt = load_state(table.pk).cards
    assert history.cards == ((), (), dealt[2][:4], ())
    assert not history.finished
    assert history.proof is None
    assert hand_history(table.pk, 1, None).cards == ((), (), (), ())


def test_a_finished_hand_is_open_to_all():
    players = people()
    table = dealt_table(players)
    play_on(table, players, lambda actions: actions[0], lambda state: state.hand == 2)
    history = hand_history(table.pk, 1, None)

    assert history.finished
    assert sorted(card for cards in history.cards for card in cards) == sorted(engine.load_rules("28-kerala-4").deck)
    assert history.folded
    assert history.proof.holds
    assert history.verdict.verdict == "clean"


def shuffled_unknowns(state: TableState, seat: int | None, chance: Random) -> TableState:
    """Return a state that a seat cannot tell from this one: the cards it has not seen are dealt otherwise."""
    known = knowable(state, seat)
    free = [card for cards in state.cards for card in cards if card not in known]
    mixed = chance.sample(free, len(free))
    swap = dict(zip(free, mixed, strict=True))
    cards = tuple(tuple(swap.get(card, card) for card in held) for held in state.cards)
    events = []
    for stored in store.load(state.stream):
        event = stored.event
        if isinstance(event, engine.HandDealt):
            event = replace(event, cards=cards)
        elif isinstance(event, engine.TrumpFolded):
            event = replace(event, card=swap.get(event.card, event.card))
        events.append(msgspec.structs.replace(stored, event=event))
    return fold_all(None, events)


@pytest.mark.parametrize("seat", [0, 3, None])
@pytest.mark.parametrize("actions", [0, 3, 9])
def test_tables_that_differ_in_what_a_viewer_may_not_know_look_alike(seat, actions):
    """28-DEAL-2, 28-FOLD-3."""
    players = people()
    table = dealt_table(players, shown_seat=None)
    target = load_state(table.pk).version + actions
    play_on(table, players, lambda legal: legal[0], lambda state: state.version >= target)
    state = load_state(table.pk)
    row = Table.objects.get(pk=table.pk)
    player = None if seat is None else players[seat]
    other = shuffled_unknowns(state, seat, Random(actions))

    assert other.cards != state.cards
    assert view_of(row, other, player, now=START) == view_of(row, state, player, now=START)


@pytest.mark.parametrize("seed", in_lanes(range(4), [0]))
def test_the_parts_of_a_page_are_the_same_for_tables_that_differ_in_what_its_viewer_may_not_know(seed):
    """28-DEAL-2, 28-FOLD-3: by its part a rendering is kept for others, so nothing else may be in it."""
    chance, players = Random(seed), people()
    table = dealt_table(players, shown_seat=None)
    row, choose = Table.objects.get(pk=table.pk), lively(chance, concede=0)
    mixed = 0
    while (state := load_state(table.pk)).hand == 1:
        for seat, player in [*enumerate(players), (None, None)]:
            other = shuffled_unknowns(state, seat, chance)
            mixed += other.cards != state.cards
            one, same = (parts_of(board_of(view_of(row, held, player, now=START)), 0) for held in (state, other))
            assert msgspec.json.encode(one) == msgspec.json.encode(same)
        target = state.version + chance.randrange(1, 6)
        play_on(table, players, choose, lambda state, target=target: state.version >= target or state.hand > 1)

    assert mixed > 10


def test_spectators_see_the_shown_hand_late_and_only_spectators_do():
    players = people()
    table = dealt_table(players, shown_seat=0, shown_delay=60)
    state = load_state(table.pk)
    at = state.since

    def shown(player, seconds):
        return table_view(table.pk, player, now=at + timedelta(seconds=seconds)).shown_hand

    assert shown(None, 59) == ()
    assert shown(None, 60) == engine.view(state.game, 0).hand
    assert shown(person("Eapen"), 60) == engine.view(state.game, 0).hand
    assert shown(players[1], 60) == ()


def test_everybody_at_the_table_is_told_whose_hand_is_shown():
    players = people()
    table = dealt_table(players, shown_seat=0, shown_delay=60)

    for player in (*players, None):
        assert "Spectators see the hand of Ammini, 60 seconds late." in page_of(table, player)
    assert "Spectators see" not in page_of(dealt_table(people()), None)


def test_spectators_miss_a_folded_card_in_the_shown_hand_as_late_as_everything_else():
    """28-FOLD-1: that it is gone at once would tell the trump."""
    players = people()
    table = dealt_table(players, shown_seat=0, shown_delay=60)
    dealt = engine.view(load_state(table.pk).game, 0).hand
    highest = {0: 28}

    def shown(at):
        return table_view(table.pk, None, now=at).shown_hand

    def choose(legal):
        """Let seat 0 bid 28, and everybody else pass."""
        wanted = engine.Bid(legal[0].seat, highest.get(legal[0].seat, 0))
        return next((action for action in legal if action in (wanted, engine.Pass(action.seat))), legal[0])

    # Seat 0 may open, for the first dealer is drawn by lot: even then the hand has been shown when it folds.
    play_on(table, players, choose, lambda state: engine.view(state.game, None).phase == "fold", seconds=60)
    play_on(table, players, choose, lambda state: bool(state.folded), seconds=60)
    folded_at, (fold,) = load_state(table.pk).since, load_state(table.pk).folded

    assert shown(folded_at) == dealt
    assert shown(folded_at + timedelta(seconds=59)) == dealt
    assert fold[1] in dealt
    assert fold[1] not in shown(folded_at + timedelta(seconds=60))


def test_a_shown_hand_of_the_hand_before_is_not_shown_in_the_next():
    players = people()
    table = dealt_table(players, shown_seat=0, shown_delay=60)
    play_on(table, players, lambda actions: actions[0], lambda state: state.hand == 2)
    due(table.pk)
    now = load_state(table.pk).since

    assert table_view(table.pk, None, now=now + timedelta(seconds=30)).shown_hand == ()


def test_nothing_of_a_table_says_a_card_when_it_is_printed():
    players = people()
    table = dealt_table(players, shown_seat=0)
    play_on(table, players, lambda actions: actions[0], lambda state: bool(state.folded))
    state = load_state(table.pk)
    printed = " ".join(map(repr, (state, state.notes, state.shown, store.load(table.pk), state.terms)))

    assert not re.search(r"\b[SHDC][J9ATKQ87]\b", printed)
    assert state.promise.secret not in printed


def test_the_database_holds_no_hidden_card_in_clear():
    players = people()
    table = dealt_table(players)
    play_on(table, players, lambda actions: actions[0], lambda state: bool(state.folded))
    state = load_state(table.pk)
    with connection.cursor() as cursor:
        cursor.execute("SELECT t::text FROM games_event t")
        stored = " ".join(row[0] for row in cursor.fetchall())
        cursor.execute("SELECT t::text FROM games_table t")
        stored += " ".join(row[0] for row in cursor.fetchall())

    assert state.promise.commitment in stored
    assert state.promise.secret not in stored
    assert not re.search(r'"[SHDC][J9ATKQ87]"', stored)


def test_happenings_are_what_everybody_heard():
    players = people()
    table = dealt_table(players)
    play_on(table, players, lambda actions: actions[0], lambda state: bool(state.folded))
    told = happenings(table.pk, 0, None)

    assert [happening.code for happening in told][:4] == ["seat-taken"] * 4
    fold = next(happening for happening in told if happening.code == "trump-folded")
    assert fold.text.endswith("folds a card face down.")
    assert happenings(table.pk, told[-1].version, None) == []


def test_who_has_left_does_not_see_the_hand_any_more_and_the_substitute_sees_the_next():
    players = people()
    table = dealt_table(players)
    leave_seat(table_id=table.pk, player=players[0], now=START)
    eapen = person("Eapen")
    substitute(table_id=table.pk, player=eapen, seat=0, now=START)

    assert table_view(table.pk, players[0]).game.hand == ()
    for one in (players[0], eapen):
        assert hand_history(table.pk, 1, one).cards == ((), (), (), ())

    play_on(table, players, lambda actions: actions[0], lambda state: state.hand == 2)
    due(table.pk)
    assert len(hand_history(table.pk, 2, eapen).cards[0]) == 4
    assert hand_history(table.pk, 2, players[0]).cards == ((), (), (), ())


def test_the_group_is_told_a_version_and_nothing_else(monkeypatch, django_capture_on_commit_callbacks):
    told = []
    monkeypatch.setattr("games.tables.announce.messenger.send", lambda *said: told.append(said))
    monkeypatch.setattr("games.tables.announce.current_app.send_task", lambda *said, **more: told.append((said, more)))
    players = people()
    with django_capture_on_commit_callbacks(execute=True):
        table = table_of(players)
        due(table.pk)
        state = load_state(table.pk)
        act(
            table_id=table.pk,
            player=players[state.turn],
            action=engine.Bid(state.turn, 16),
            expected_version=None,
            command=uuid4(),
        )

    messages = [said for said in told if isinstance(said[0], str) and said[0] != news.GROUP]
    reached = {"type": "table.advanced", "version": load_state(table.pk).version}
    assert messages[-1] == (f"table.{table.pk.hex}", reached)
    assert not re.search(r"\b[SHDC][J9ATKQ87]\b", repr(told))
