"""A hand of 56 conceded for a side at a live table. 56-IRR-30."""

from uuid import UUID, uuid4

import pytest

import engine
from games import errors, store
from games.events import tables as events
from games.hands.history import hand_history, record
from games.tables import fair
from games.tables.selectors.live import happenings, table_view
from games.tables.selectors.states import load_state
from games.tables.services.play import concede_hand
from tests.api.calls import caller, problem
from tests.games.helpers.tables import people, play_on, table_of

pytestmark = pytest.mark.django_db

TWO_HANDS = {"ending": {"type": "hands", "count": 2}}


def quiet(actions):
    """Choose a pass, else the first call or card; no double and no claim."""
    passes = [one for one in actions if isinstance(one, engine.Pass)]
    return passes[0] if passes else next(one for one in actions if isinstance(one, engine.Call | engine.Play))


@pytest.fixture(autouse=True)
def same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same packs every time; seat 0 calls first."""
    shuffled = fair.shuffled

    def known(deck: tuple[str, ...], *, players: int, hand: int, **_: object) -> fair.Dealt:
        dealt = shuffled(deck, players=players, secret="30" * 32, stream=UUID(int=1), hand=hand, numbers=fair.Numbers())
        return fair.Dealt(dealt.pack, players - 1)

    monkeypatch.setattr(fair, "shuffled", known)


def seen(table):
    return engine.view(load_state(table.pk).game, None)


def playing(players, **terms):
    """Return a table of 56 at the second trick of its first hand."""
    table = table_of(players, rules="56-international-4", options=TWO_HANDS, **terms)
    play_on(table, players, quiet, lambda state: bool(state.hand) and len(engine.view(state.game, None).tricks) > 0)
    return table


def concede(table, player, hand=1, **more):
    now = load_state(table.pk).since
    return concede_hand(table_id=table.pk, player=player, hand=hand, now=now, **more)


@pytest.mark.parametrize("declares", [True, False])
def test_a_conceded_hand_is_scored_as_defeated_for_the_side_in_play(declares):
    """Either side may: declarers fail, and against defenders who give in the contract is made."""
    players = people(4)
    table = playing(players)
    declarer = seen(table).declarer
    seat = (declarer + 2) % 4 if declares else (declarer + 1) % 4

    concede(table, players[seat])

    result = seen(table).result
    assert result.outcome == "claimed"
    assert (result.points[declarer % 2] >= result.bid) is not declares
    happened = [type(one.event) for one in store.load(table.pk)]
    at = happened.index(events.HandConceded)
    assert happened[at : at + 3] == [events.HandConceded, engine.ClaimMade, engine.HandScored]
    assert engine.audit(record(table.pk)).verdict == "clean"


def test_the_table_is_told_and_the_history_keeps_it():
    players = people(4)
    table = playing(players)
    concede(table, players[1])

    said = "Beeran concedes the hand for the side."
    assert said in [one.text for one in table_view(table.pk, None).happenings]
    result = table_view(table.pk, None).result
    assert result.sentence.endswith("Beeran conceded.")
    assert result.rules[0] == "56-IRR-30"
    assert hand_history(table.pk, 1, None).result.sentence == result.sentence
    step = next(one for one in hand_history(table.pk, 1, None).steps if one.kind == "concede")
    assert (step.text, step.phase, step.seat) == (said, "Concession", 1)


def test_nobody_is_told_of_a_claim_where_a_hand_was_conceded():
    """The rest goes to the other side as by a claim, but nobody claimed."""
    players = people(4)
    table = playing(players)
    before = table_view(table.pk, None).version
    concede(table, players[1])

    view = table_view(table.pk, None)
    assert not [one.text for one in view.happenings if "claim" in one.text]
    assert view.result.sentence in [one.text for one in view.happenings]
    news = [one.text for one in happenings(table.pk, before, None)]
    assert news[:2] == ["Beeran concedes the hand for the side.", view.result.sentence]


def test_a_side_that_cannot_lose_any_more_does_not_concede():
    """Neither the declarers with the points of their contract, nor defenders who have defeated it."""
    players = people(4)
    table = table_of(players, rules="56-international-4", options=TWO_HANDS)
    deck_points = 56

    def safe(state):
        view = engine.view(state.game, None)
        if view.declarer is None or view.phase != "play":
            return False
        ours = view.points[view.declarer % 2]
        return ours >= view.bid or deck_points - view.bid < view.points[(view.declarer + 1) % 2]

    play_on(table, players, quiet, lambda state: bool(state.hand) and safe(state))
    view = seen(table)
    done = view.points[view.declarer % 2] >= view.bid
    winner = view.declarer if done else (view.declarer + 1) % 4

    with pytest.raises(errors.NotAllowed) as refused:
        concede(table, players[winner])
    assert refused.value.code == "cannot-be-lost"
    assert "concede_hand" not in table_view(table.pk, players[winner]).may
    other = (winner + 1) % 4
    assert "concede_hand" in table_view(table.pk, players[other]).may
    concede(table, players[other])
    assert seen(table).phase == "scored"


def test_a_hand_is_conceded_during_the_play_only_and_no_other_one_by_a_late_press():
    players = people(4)
    table = table_of(players, rules="56-international-4", options=TWO_HANDS)
    play_on(table, players, quiet, lambda state: bool(state.hand) and state.turn is not None)
    with pytest.raises(errors.WrongMoment) as refused:
        concede(table, players[0])
    assert refused.value.code == "not-in-play"

    play_on(table, players, quiet, lambda state: engine.view(state.game, None).phase == "play")
    with pytest.raises(errors.WrongMoment) as refused:
        concede(table, players[0], hand=2)
    assert refused.value.code == "hand-over"
    with pytest.raises(errors.NotSeated):
        concede(table, people(1)[0])
    command = uuid4()
    assert concede(table, players[0], command=command) == concede(table, players[0], command=command)


def test_in_28_the_declarer_concedes_by_the_rules_of_the_hand():
    players = people(4)
    table = table_of(players)
    play_on(table, players, lambda actions: actions[0], lambda state: bool(state.hand) and state.turn is not None)

    with pytest.raises(errors.WrongMoment) as refused:
        concede(table, players[0])
    assert refused.value.code == "not-this-game"


def test_where_points_are_counted_in_the_head_a_concession_tells_no_count():
    """56-SHOW-19: the offer and its refusal would tell who has what they need."""
    players = people(4)
    table = table_of(players, rules="56-international-4", options=TWO_HANDS, running_count=False)

    def last(state):
        return engine.view(state.game, None).phase == "play" and max(engine.view(state.game, None).counts) == 1

    play_on(table, players, quiet, lambda state: bool(state.hand) and last(state))
    assert all("concede_hand" in table_view(table.pk, player).may for player in players)


def test_the_api_concedes_for_who_sits_there():
    ammini, guest = caller("Ammini"), caller("Eapen")
    players = [ammini.player, *people(4)[1:]]
    table = playing(players)

    assert problem(guest.post(f"tables/{table.pk}/concede/", {"hand": 1})) == (403, "not-seated")
    assert problem(ammini.post(f"tables/{table.pk}/concede/", {"hand": 7})) == (409, "hand-over")
    assert ammini.post(f"tables/{table.pk}/concede/", {"hand": 1}).status_code == 200
    assert seen(table).phase == "scored"
