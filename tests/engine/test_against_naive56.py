"""The engine and an independent, naive telling of 56 agree: on what may be done, outcomes, verdicts and counts."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

import engine
from engine.events import GameFinished, HandScored
from tests.engine.naive56 import invent, score, spoil, story
from tests.engine.naive56.judge import MEMBERS, against_call, against_card, judge
from tests.engine.naive56.notation import RULE_SETS, calls_above, read
from tests.strategies import SEEDS

PERFT = Path(__file__).parent.parent / "data" / "perft"


def as_move(action: engine.Action) -> story.Move:
    """Return an action as the naive rules write it."""
    plain = engine.actions.encode_action(action)
    return plain["seat"], plain["type"], plain.get("card", plain.get("call"))


def as_action(move: story.Move) -> engine.Action:
    """Return a move as the engine takes it."""
    seat, word, what = move
    kind = engine.ACTION_TYPES[word]
    return kind(seat) if what is None else kind(seat, what)


def moves_of(state: engine.State) -> list[story.Move]:
    """Return everything anybody may do now."""
    return [as_move(action) for seat in range(state.rules.players) for action in engine.legal_actions(state, seat)]


def after(state: engine.State, events: list[engine.Event]) -> engine.State:
    """Return the state after some events."""
    for event in events:
        state = engine.evolve(state, event)
    return state


class Told:
    """One hand as the naive rules tell it, with all that was said and done in it."""

    def __init__(self, rules: str, dealer: int, cards: list[list[str]]) -> None:
        self.tradition, self.n = story.kind_of(rules)
        self.cards = cards
        self.said: list[story.Said] = []
        self.played: list[story.Move] = []
        self.tale = story.tell(rules, dealer, cards)
        self.offers = next(self.tale)
        self.outcome: dict[str, Any] | None = None

    @property
    def playing(self) -> bool:
        """Whether the auction is over."""
        return any(word == "claim" for _, word, _ in self.offers)

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return next(seat for seat, word, _ in self.offers if word != "claim")

    def go_on(self, move: story.Move) -> None:
        """Do a move."""
        if self.playing:
            self.played.append(move)
        elif move[1] != "redeal":
            self.said.append(story.heard(self.said, self.tradition, self.n, move))
        try:
            self.offers = self.tale.send(move)
        except StopIteration as end:
            self.offers, self.outcome = [], end.value


def agree_on(state: engine.State, told: Told, chance: Random) -> None:
    """Hold a moment of the two against each other, and what they say of a few other actions."""
    assert sorted(told.offers, key=str) == sorted(moves_of(state), key=str)
    seen = engine.view(state, None)
    assert (seen.phase, seen.to_act) == ("play" if told.playing else "auction", (told.turn,))
    last = story.last_bid(told.said)
    contract = (None, None, None) if last is None else (last.seat, last.number, last.denomination)
    assert (seen.bidder, seen.bid, seen.denomination) == contract
    assert seen.doubled == story.doubled(told.said)
    for _ in range(3):
        move = (told.turn, chance.choice(("double", "redouble", "redeal", "pass")), None)
        if chance.random() < 0.7:
            move = (told.turn, "call", chance.choice([text for text in spoil.TEXTS if read(text)]))
        reason: tuple[str, str] | None = ("wrong-phase", "56-AUD-3")
        if told.playing and chance.random() < 0.8:
            move = (told.turn, "play", chance.choice(story.PACK))
            reason = against_card(told.cards, told.played, told.n, move)
        elif not told.playing:
            reason = against_call(told.said, told.tradition, told.n, move, told.cards[told.turn])
        refused = engine.refusal(state, as_action(move))
        assert (move, refused and (refused.code, refused.rule)) == (move, reason)


def agree_at_the_end(
    state: engine.State, events: list[engine.Event], account: score.Account, result: dict[str, Any]
) -> None:
    """Hold a decided hand of the two against each other: the result, the standing, the end of the match."""
    (scored,) = (event for event in events if isinstance(event, HandScored))
    plain = json.loads(json.dumps({name: getattr(scored, name) for name in MEMBERS}))
    assert {name: value for name, value in plain.items() if value is not None} == result
    seen = engine.view(state, None)
    standing: dict[str, Any] = {"score": list(seen.score or ()), "finished": seen.finished}
    standing["winners"] = list(seen.winners)
    if seen.games is not None:
        standing["games"] = list(seen.games)
    assert standing == account.standing()
    assert scored.games == seen.games
    ends = [event.winners for event in events if isinstance(event, GameFinished)]
    assert ends == [tuple(account.winners)] * account.finished


@pytest.mark.parametrize("rule_set", RULE_SETS)
@settings(max_examples=10)
@given(seed=SEEDS)
def test_random_games_go_the_same_way(rule_set: str, seed: int) -> None:
    """56-AUC-1 to 56-MATCH-5: what may be done at every step, refusals, outcomes, scores, games and matches."""
    chance = Random(seed)
    chosen = invent.options(chance)
    rules = engine.load_rules(rule_set, chosen)
    state, account = engine.new_game(rules), score.Account(rule_set, chosen)
    dealer = chance.randrange(rules.players)
    for _ in range(3):
        cards, choose = invent.deal(rules.players, chance), invent.chooser(chance)
        assert engine.next_dealer(state) in (None, dealer)
        state = after(state, engine.deal_hands(state, tuple(tuple(hand) for hand in cards), dealer=dealer))
        told = Told(rule_set, dealer, cards)
        while told.outcome is None:
            agree_on(state, told, chance)
            move = choose(told.offers)
            events = engine.decide(state, as_action(move))
            state = after(state, events)
            told.go_on(move)
            assert any(isinstance(event, HandScored) for event in events) == (told.outcome is not None)
        agree_at_the_end(state, events, account, account.enter(told.outcome))
        assert moves_of(state) == []
        if account.finished:
            return
        if told.outcome["outcome"] != "cancelled":
            dealer = rules.next_seat(dealer)


def as_text(verdict: Any) -> str:
    """Return a verdict as it is written, without its free text: true is 1 for Python, but not in JSON."""

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: bare(one) for name, one in value.items() if name not in ("message", "error", "differs")}
        return [bare(one) for one in value] if isinstance(value, list) else value

    return json.dumps(bare(verdict), sort_keys=True)


@pytest.mark.parametrize("rule_set", RULE_SETS)
@settings(max_examples=25)
@given(seed=SEEDS)
def test_both_auditors_say_the_same_of_a_record(rule_set: str, seed: int) -> None:
    """56-AUD-1 to 56-AUD-6: of a right record and of spoilt ones, word for word."""
    chance = Random(seed)
    right = invent.record(rule_set, chance, chance.choice((1, 2, 4)))
    assert engine.audit(right).verdict in ("clean", "incomplete")
    for said in (right, *(spoil.spoil(right, chance) for _ in range(3))):
        verdict = json.loads(engine.encode_verdict(engine.audit(said)))
        assert as_text(verdict) == as_text(judge(said)), json.dumps(said)


def test_every_text_of_a_few_signs_is_read_alike() -> None:
    """56-AUC-4: what is a call at all, and which of them each tradition admits with nothing bid before."""
    signs = ("", *"SHDCNTP+0123456789sX -")
    texts = {a + b + c + d for a in signs for b in signs for c in signs for d in ("", "S", "T", "3", "+")}
    for rule_set in RULE_SETS[::3]:
        rules = engine.load_rules(rule_set)
        assert {text for text in texts if rules.tradition.reads_call(text)} == {text for text in texts if read(text)}
        suits = [[suit + rank for rank in story.ORDER for _ in "12"] for suit in "SHDC"]
        mixed = tuple(tuple(suits[(seat + place) % 4][place] for place in range(12)) for seat in range(4))
        state = after(engine.new_game(rules), engine.deal_hands(engine.new_game(rules), mixed, dealer=0))
        admitted = {what for _, word, what in moves_of(state) if word == "call"}
        assert admitted == {text for text, _ in calls_above(story.kind_of(rule_set)[0], None)}


def test_the_naive_rules_know_every_rule_set() -> None:
    """56-SET-1: a rule set told only once would be a rule set without this contract."""
    assert set(RULE_SETS) == {rules for rules in engine.rule_set_ids() if rules.startswith("56-")}


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
    lines = [line for file in sorted(PERFT.glob("56-*.jsonl")) for line in file.read_text().splitlines()]
    return [pytest.param(position, id=position["name"]) for position in map(json.loads, lines)]


def reach(position: dict) -> engine.State:
    """Return the state of a pinned position."""
    state = engine.new_game(engine.load_rules(position["rules"]))
    state = after(
        state, engine.deal_hands(state, tuple(tuple(hand) for hand in position["cards"]), dealer=position["dealer"])
    )
    for seat, word, what in position["moves"]:
        state = after(state, engine.decide(state, as_action((seat, word, what))))
    return state


@pytest.mark.parametrize("position", positions())
def test_the_engine_counts_the_pinned_continuations(position: dict) -> None:
    """Counts of legal continuations are a contract between independent implementations."""
    assert engine_perft(reach(position), len(position["counts"])) == position["counts"]


@pytest.mark.parametrize("position", positions())
def test_the_naive_rules_count_the_same(position: dict) -> None:
    """The second implementation reproduces every count."""
    moves = [(seat, word, what) for seat, word, what in position["moves"]]

    counted = story.perft(position["rules"], position["dealer"], position["cards"], moves, len(position["counts"]))

    assert counted == position["counts"]


def test_positions_are_pinned_in_every_phase_of_every_rule_set() -> None:
    """A rule set without counts would be a rule set without this contract."""
    moments = (
        *("early", "one-suit", "high", "double", "redouble"),
        *("own-bid", "own-double", "self-raise"),
    )
    wanted = {f"{rules}-auction-{moment}" for rules in RULE_SETS for moment in moments}
    wanted |= {f"{rules}-auction-compulsory" for rules in RULE_SETS if "kerala" in rules}
    wanted |= {f"{rules}-{moment}" for rules in RULE_SETS for moment in ("play-first", "play-middle", "play-end")}
    wanted |= {f"{rules}-last-trick" for rules in RULE_SETS}

    assert {parameter.id for parameter in positions()} == wanted
