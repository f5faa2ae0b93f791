"""A claim at a live table: the cards laid open, answered by the other side, in time or not, by people and bots."""

from uuid import uuid4

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

import engine
from games import errors, store
from games.bots.certainty import is_certain
from games.events import tables as events
from games.hands import history
from games.hands.history import hand_history
from games.screen.fragments import table_context
from games.tables.selectors.live import table_view
from games.tables.selectors.states import load_state
from games.tables.services.play import act, answer_claim
from tests.games.helpers.tables import due, people, play_on, table_of

pytestmark = pytest.mark.django_db

ONE_HAND = {"ending": {"type": "hands", "count": 1}}


def quiet(actions):
    """Choose a pass, else the first call or card; no double and no claim."""
    passes = [one for one in actions if isinstance(one, engine.Pass)]
    return passes[0] if passes else next(one for one in actions if isinstance(one, engine.Call | engine.Play))


@pytest.fixture
def playing():
    """A table of 56 with four people, at the second trick."""
    players = people(4)
    table = table_of(players, rules="56-international-4", options=ONE_HAND)
    play_on(table, players, quiet, lambda state: bool(state.hand) and len(engine.view(state.game, None).tricks) > 0)
    return table, players


def claim(table, players, seat):
    state = load_state(table.pk)
    act(
        table_id=table.pk, player=players[seat], action=engine.Claim(seat), expected_version=None, command=uuid4(),
        now=state.since,
    )  # fmt: skip


def answer(table, players, seat, claimer, *, agree):
    now = load_state(table.pk).claim.since
    answer_claim(table_id=table.pk, player=players[seat], claimer=claimer, agree=agree, command=uuid4(), now=now)


def refused(kind, do, *given, **named):
    with pytest.raises(kind) as refusal:
        do(*given, **named)
    return refusal.value.code


def view(table, player):
    return table_view(table.pk, player)


def shown_over_the_hand(seen):
    """Return what the page says between the seats and the viewer's hand."""
    page = render_to_string("games/_table.html", table_context(seen))
    return page[page.index('id="turn"') : page.index('id="hand"')]


def test_a_claim_lays_the_claimers_cards_open_to_all_and_nobody_elses(playing):
    """56-PLAY-6."""
    table, players = playing
    hand = view(table, players[1]).game.hand
    assert "claim" in view(table, players[1]).may

    claim(table, players, 1)

    for player in (*players, None):
        seen = view(table, player)
        assert seen.claim == 1
        assert [seat.open_hand for seat in seen.seats] == [(), hand, (), ()]
        assert seen.legal == ()
    assert [("answer" in view(table, player).may) for player in players] == [True, False, True, False]
    assert "answer" not in view(table, None).may


def test_one_objection_ends_the_claim_and_play_goes_on(playing):
    """56-PLAY-6: the cards have been seen; who was refused does not claim again in this hand."""
    table, players = playing
    turn = load_state(table.pk).turn
    claim(table, players, 1)
    answer(table, players, 0, 1, agree=True)
    answer(table, players, 2, 1, agree=False)

    seen = view(table, players[1])
    assert (seen.claim, seen.seats[1].open_hand, load_state(table.pk).turn) == (None, (), turn)
    assert view(table, players[turn]).legal
    assert "claim" not in seen.may
    assert refused(errors.WrongMoment, claim, table, players, 1) == "claimed-before"
    assert "claim" in view(table, players[2]).may
    assert f"{players[2].name} objects: play goes on." in shown_over_the_hand(seen)


def test_agreed_to_by_all_of_the_other_side_it_decides_the_hand(playing):
    """56-PLAY-6, 56-SCORE-5."""
    table, players = playing
    claim(table, players, 1)
    answer(table, players, 0, 1, agree=True)
    answer(table, players, 2, 1, agree=True)

    happened = [type(stored.event) for stored in store.load(table.pk)]
    assert happened[-5:-2] == [events.ClaimAgreed, engine.ClaimMade, engine.HandScored]
    record = history.record(table.pk)
    assert engine.audit(record).verdict == "clean"
    assert engine.audit(record).hands[0].result.outcome == "claimed"
    texts = [step.text for step in hand_history(table.pk, 1, None).steps[-4:]]
    assert texts == [
        "Beeran claims the rest and lays the cards open.", "Ammini agrees to the claim.",
        "Chacko agrees to the claim.", "Beeran claims the rest.",
    ]  # fmt: skip


def test_nothing_is_played_while_a_claim_waits_and_only_the_other_side_answers(playing):
    table, players = playing
    state = load_state(table.pk)
    turn = state.turn
    card = next(one for one in engine.legal_actions(state.game, turn) if isinstance(one, engine.Play))
    claim(table, players, 1)

    def play():
        act(
            table_id=table.pk,
            player=players[turn],
            action=card,
            expected_version=None,
            command=uuid4(),
            now=state.since,
        )

    assert refused(errors.WrongMoment, play) == "claim-open"
    assert refused(errors.WrongMoment, claim, table, players, 2) == "claim-open"
    assert refused(errors.WrongMoment, answer, table, players, 3, 1, agree=True) == "no-claim"
    assert refused(errors.WrongMoment, answer, table, players, 0, 3, agree=True) == "no-claim"
    answer(table, players, 0, 1, agree=True)
    assert refused(errors.WrongMoment, answer, table, players, 0, 1, agree=False) == "no-claim"


def test_no_answer_in_time_is_an_objection_and_costs_nobody_time(playing):
    table, players = playing
    claim(table, players, 1)
    before = load_state(table.pk)
    assert due(table.pk)

    after = load_state(table.pk)
    assert after.claim is None
    assert [type(one.event) for one in store.load(table.pk)][-1] is events.ClaimObjected
    assert [seat.reserve for seat in after.seats] == [seat.reserve for seat in before.seats]
    assert [seat.timeouts for seat in after.seats] == [seat.timeouts for seat in before.seats]
    assert (after.turn, after.since - before.claim.since) == (before.turn, before.action_until - before.claim.since)


def test_bots_object_to_what_they_cannot_see_to_be_certain():
    players = people(1)
    table = table_of(players, rules="56-international-4", options=ONE_HAND, bots=(1, 2, 3))
    play_on(table, players, quiet, lambda state: bool(state.hand) and engine.view(state.game, None).phase == "play")
    claim(table, players, 0)
    assert due(table.pk)

    assert load_state(table.pk).claim is None
    assert [type(one.event) for one in store.load(table.pk)][-1] is events.ClaimObjected


def asked(**members):
    """Return what a seat may know late in a hand of 56: seat 0 leads, spades are trump, two cards each."""
    rules = engine.load_rules("56-kerala-4")
    plain = engine.view(engine.new_game(rules), 1)
    late = {"phase": "play", "to_act": (0,), "trump": "S", "counts": (2, 2, 2, 2), "declarer": 0,
            "hand": ("DK", "CK")}  # fmt: skip
    return replace(plain, **{**late, **members})


@pytest.mark.parametrize(
    ("cards", "members", "certain"),
    [
        # Both black jacks of trumps draw what two hands can hold.
        (("SJ", "SJ"), {}, True),
        # A jack of a side suit may be trumped: one trump draws one of two.
        (("SJ", "HJ"), {}, False),
        # A nine of trumps falls to a jack that has not been seen.
        (("SJ", "S9"), {}, False),
        # Without a trump suit nothing beats a jack that is led.
        (("HJ", "DJ"), {"trump": None}, True),
        (("HJ", "D9"), {"trump": None}, False),
        # Whoever leads whatever, the jacks of trumps take it.
        (("SJ", "SJ"), {"to_act": (1,)}, True),
        # A jack of a side suit takes nothing when another suit is led.
        (("HJ", "DJ"), {"to_act": (1,), "trump": None}, False),
        # A queen that lies there may be beaten.
        (("SJ", "SJ"), {"trick": (engine.Played(0, "SQ"),), "to_act": (1,)}, False),
        # What was played cannot beat it any more.
        (("SJ", "S9"), {"last_trick": engine.TrickTaken(10, 0, (engine.Played(1, "SJ"),), 0, 3, "")}, True),
    ],
)
def test_a_bot_agrees_only_to_what_is_certain_however_the_cards_lie(cards, members, certain):
    """56-PLAY-4, 56-PLAY-6."""
    assert is_certain(asked(**members), 0, cards) is certain
