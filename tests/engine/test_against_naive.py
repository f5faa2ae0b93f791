"""The engine and an independent, naive telling of 28 agree: on what may be done, outcomes, accounts and counts."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

import engine
from engine.events import GameFinished, HandScored, KunukkuPlaced, KunukkuRemoved
from tests.engine import naive
from tests.engine.naive import invent, tables
from tests.strategies import SEEDS

PERFT = Path(__file__).parent.parent / "data" / "perft"
RULE_SETS = [rules for rules in engine.rule_set_ids() if rules.startswith("28-")]


def as_move(action: engine.Action) -> naive.Move:
    """Return an action as the naive rules write it."""
    plain = engine.actions.encode_action(action)
    return plain["seat"], plain["type"], plain.get("card", plain.get("value"))


def as_action(move: naive.Move) -> engine.Action:
    """Return a move as the engine takes it."""
    seat, word, what = move
    kind = engine.ACTION_TYPES[word]
    return kind(seat) if what is None else kind(seat, what)


def moves_of(state: engine.State) -> list[naive.Move]:
    """Return everything anybody may do now."""
    return [as_move(action) for seat in range(state.rules.players) for action in engine.legal_actions(state, seat)]


def after(state: engine.State, events: list[engine.Event]) -> engine.State:
    """Return the state after some events."""
    for event in events:
        state = engine.evolve(state, event)
    return state


def agree_on(state: engine.State, moment: naive.Moment, chance: Random) -> None:
    """Hold a moment of the two against each other, and what they say of a few random actions."""
    seen = engine.view(state, None)
    assert (seen.phase, seen.to_act) == (moment.phase, (moment.seat,))
    assert {at: set(hand) for at, hand in enumerate(seen.open_hands) if hand} == {
        at: set(hand) for at, hand in moment.shown.items() if hand
    }
    assert sorted(moment.offers, key=str) == sorted(moves_of(state), key=str)
    for _ in range(3):
        action = invent.random_action({"rules": state.rules.id}, chance)
        if chance.random() < 0.7:
            action["seat"] = moment.seat
        if "card" in action and chance.random() < 0.7:
            action["card"] = chance.choice(moment.hand or ["SJ"])
        if action["type"] == "call":
            continue
        move = (action["seat"], action["type"], action.get("card", action.get("value")))
        refused = engine.refusal(state, as_action(move))
        theirs = refused and (refused.code, refused.rule)
        assert (move, theirs) == (move, naive.fault(tables.table(state.rules.id).kind, moment, move))


def agree_at_the_end(state: engine.State, events: list[engine.Event], books: naive.Books, result: dict) -> None:
    """Hold a decided hand of the two against each other: the score, the accounts, the end of the game."""
    (scored,) = (event for event in events if isinstance(event, HandScored))
    plain = json.loads(json.dumps({name: getattr(scored, name) for name in scored.__struct_fields__}))
    del plain["hand"]
    assert {name: value for name, value in plain.items() if value is not None} == result
    off = [event.seats for event in events if isinstance(event, KunukkuRemoved)]
    on = [event.seats for event in events if isinstance(event, KunukkuPlaced)]
    assert [tuple(books.took_off)] * bool(books.took_off) == off
    assert [tuple(books.put_on)] * bool(books.put_on) == on
    ends = [event.winners for event in events if isinstance(event, GameFinished)]
    assert [tuple(books.winners)] * books.finished == ends
    seen = engine.view(state, None)
    accounts = {name: list(kept) for name in ("stakes", "score", "kunukku", "salaams") if (kept := getattr(seen, name))}
    assert accounts | {"finished": seen.finished, "winners": list(seen.winners)} == books.standing()


@pytest.mark.parametrize("rule_set", RULE_SETS)
@settings(max_examples=12)
@given(seed=SEEDS)
def test_random_games_go_the_same_way(rule_set: str, seed: int) -> None:
    """28-AUC-1 to 28-W8-3: what may be done at every step, every refusal, the outcome, and all accounts."""
    chance = Random(seed)
    agree_on_a_game(rule_set, invent.random_options(rule_set, chance), chance, hands=3)


@pytest.mark.parametrize("rule_set", ["28-kerala-4", "28-kerala-3"])
def test_a_game_to_the_last_stake_goes_the_same_way(rule_set: str) -> None:
    """28-STK-1, 28-END-2: with the stakes that a game has if nothing is said."""
    books = agree_on_a_game(rule_set, {}, Random(28), hands=1000)

    assert books.finished


def test_a_race_to_fifteen_goes_the_same_way() -> None:
    """28-BOOK-2: every seat holds a suit, and whoever opens bids the maximum and takes every trick."""

    def by_suit(table: tables.Table, chance: Random) -> list[list[str]]:
        return [table.pack()[seat * 8 : seat * 8 + 8] for seat in range(4)]

    def boldly(moment: naive.Moment, chance: Random) -> naive.Move:
        bids = [move for move in moment.offers if move[1] == "bid"]
        return bids[-1] if bids else invent.choose(moment, chance)

    books = agree_on_a_game("28-book-4", {}, Random(28), hands=20, deal=by_suit, choose=boldly)

    assert books.finished
    assert sorted(books.score or []) == [12, 15]


def agree_on_a_game(
    rule_set: str,
    options: dict[str, Any],
    chance: Random,
    hands: int,
    deal: Callable[[tables.Table, Random], list[list[str]]] = invent.random_cards,
    choose: Callable[[naive.Moment, Random], naive.Move] = invent.choose,
) -> naive.Books:
    """Play a game by both rules until it is decided, or so long; return the accounts."""
    state = engine.new_game(engine.load_rules(rule_set, options))
    books = naive.Books(rule_set, options)
    dealer = chance.randrange(books.table.players)
    for _ in range(hands):
        cards = deal(books.table, chance)
        assert engine.next_dealer(state) in (None, dealer)
        state = after(state, engine.deal_hands(state, tuple(tuple(hand) for hand in cards), dealer=dealer))
        story = naive.tell(rule_set, dealer, cards, options)
        moment = next(story)
        while moment:
            agree_on(state, moment, chance)
            move = choose(moment, chance)
            events = engine.decide(state, as_action(move))
            state = after(state, events)
            try:
                moment = story.send(move)
                assert not any(isinstance(event, HandScored) for event in events)
            except StopIteration as end:
                moment = None
                agree_at_the_end(state, events, books, books.enter(end.value))
        if books.finished:
            break
        dealer = (dealer + 1) % books.table.players
    return books


def plain_verdict(verdict: engine.Verdict) -> Any:
    """Return a verdict as it is written, without its free text."""

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: bare(one) for name, one in value.items() if name not in ("message", "error", "differs")}
        return [bare(one) for one in value] if isinstance(value, list) else value

    return bare(json.loads(engine.encode_verdict(verdict)))


@pytest.mark.parametrize("rule_set", RULE_SETS)
@settings(max_examples=40)
@given(seed=SEEDS)
def test_both_auditors_say_the_same_of_a_spoilt_record(rule_set: str, seed: int) -> None:
    """28-AUD-0 to 28-AUD-9: verdicts, the action at fault, its code and rule, results and standing."""
    chance = Random(seed)
    record = invent.random_record(rule_set, invent.random_options(rule_set, chance), chance, hands=3)
    assert engine.audit(record).verdict == "clean"
    for _ in range(chance.choice((1, 1, 2))):
        invent.spoil(record, chance)

    # As text: true is 1 for Python, but not in JSON.
    assert json.dumps(plain_verdict(engine.audit(record)), sort_keys=True) == json.dumps(
        naive.judge(record), sort_keys=True
    )


def test_the_naive_rules_know_every_rule_set() -> None:
    """A rule set told only once would be a rule set without this contract."""
    assert set(tables.ids()) == set(RULE_SETS)


def engine_perft(state: engine.State, depth: int) -> list[int]:
    """Count the ways to go on for one action, for two, and so on as far as the depth, by the engine."""
    actions = [action for seat in range(state.rules.players) for action in engine.legal_actions(state, seat)]
    counts = [len(actions)] + [0] * (depth - 1)
    if depth > 1:
        for action in actions:
            further = engine_perft(after(state, engine.decide(state, action)), depth - 1)
            counts[1:] = [count + more for count, more in zip(counts[1:], further, strict=True)]
    return counts


def positions() -> list[pytest.param]:
    """Return the pinned positions with their counts."""
    lines = [line for file in sorted(PERFT.glob("28-*.jsonl")) for line in file.read_text().splitlines()]
    return [pytest.param(position, id=position["name"]) for position in map(json.loads, lines)]


def reach(position: dict) -> engine.State:
    """Return the state of a pinned position."""
    state = engine.new_game(engine.load_rules(position["rules"], position.get("options")))
    state = after(
        state, engine.deal_hands(state, tuple(tuple(hand) for hand in position["cards"]), dealer=position["dealer"])
    )
    for move in position["moves"]:
        state = after(state, engine.decide(state, as_action(tuple(move))))
    return state


@pytest.mark.parametrize("position", positions())
def test_the_engine_counts_the_pinned_continuations(position: dict) -> None:
    """Counts of legal continuations are a contract between independent implementations."""
    assert engine_perft(reach(position), len(position["counts"])) == position["counts"]


@pytest.mark.parametrize("position", positions())
def test_the_naive_rules_count_the_same(position: dict) -> None:
    """The second implementation reproduces every count."""
    hand = position["rules"], position["dealer"], position["cards"]
    moves = [(seat, word, what) for seat, word, what in position["moves"]]

    counted = naive.perft(*hand, moves, len(position["counts"]), position.get("options"))

    assert counted == position["counts"]


def test_positions_are_pinned_in_every_phase_of_every_rule_set() -> None:
    """A rule set without counts would be a rule set without this contract."""
    seen = {
        (position["rules"], engine.view(reach(position), None).phase)
        for position in (parameter.values[0] for parameter in positions())
    }

    assert seen >= {(rules, phase) for rules in RULE_SETS for phase in phases(rules)}


def phases(rules: str) -> tuple[str, ...]:
    """Return the phases that a hand may go through."""
    table = tables.table(rules)
    if table.kind == "kerala":
        return "auction", "fold", "auction2", "trump", "play"
    # Six and eight at the table have a turn after the fold for the thani only.
    house = ("surrender",) if table.kind == "house" else ()
    return "auction", "fold", "raise", "play", *house
