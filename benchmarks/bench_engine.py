"""How fast the engine replays games with every action judged, beside python-chess doing the same.

    python -m benchmarks.bench_engine [--rounds N] [--hands N]

Both sides replay games recorded beforehand, judge each action and apply it: `decide` and `evolve` here,
`is_legal` and `push` there. Beside RLCard's bridge both sides play at random as a learning program would: at each
step the seat's view with its legal actions, one of them chosen, judged and applied. Rounds alternate between the two
and the best round of each counts, so that a busy machine disturbs both alike. The further figures (views, legal
actions, audits) have no counterpart and stand alone.

Then every rule set beside `28-kerala-4`, by action: judged replay, and listing the legal actions of the seat to act.
A round goes through all rule sets and gives their ratios, of which the median counts. None may do less than half as
many a second.
"""

import argparse
import functools
import importlib.util
import json
import random
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

import engine
from engine.lines import audit_line

HANDS = 200
REFERENCE = "28-kerala-4"
SHARE = 0.5
"""What every rule set must reach of the reference's actions a second."""
CHESS_GAMES = 60
CHESS_PLIES = 120
Clock = Callable[[], float]

RARE = (
    engine.Concede,
    engine.Claim,
    engine.Redeal,
    engine.Double,
    engine.Redouble,
    engine.Thani,
    engine.Cot,
    engine.SurrenderOffer,
)


class Figure(NamedTuple):
    """One measurement: how many a second, and beside what."""

    name: str
    rate: float
    baseline: str = ""
    baseline_rate: float = 0.0
    goal: float = 0.0

    @property
    def ratio(self) -> float | None:
        """How many times the baseline."""
        return self.rate / self.baseline_rate if self.baseline_rate else None

    def line(self) -> str:
        """Return the figure as a line of a table."""
        beside = self.baseline
        if self.ratio is not None:
            beside = f"{self.ratio:6.2f} x {self.baseline} ({self.baseline_rate:,.0f}/s)"
        if self.goal:
            beside += f", goal {self.goal:g}"
        return f"{self.name:<44} {self.rate:>11,.0f}/s   {beside}"


class Recorded(NamedTuple):
    """A game to replay: its rules, deals and actions in order, and its events."""

    rules: engine.RuleSet
    steps: list[engine.HandDealt | engine.Action]
    events: list[engine.Event]


def likely(actions: list[engine.Action], chance: random.Random) -> engine.Action:
    """Choose as people would: auctions short and low, rare things rarely, the cards at random."""
    usual = [action for action in actions if not isinstance(action, RARE)]
    if not usual or (len(usual) < len(actions) and chance.random() < 0.01):
        return chance.choice(actions)
    raises = [action for action in usual if isinstance(action, (engine.Bid, engine.Call))]
    passes = [action for action in usual if isinstance(action, engine.Pass)]
    if not raises:
        return chance.choice(usual)
    if passes and chance.random() < 0.6:
        return passes[0]
    return chance.choice(raises[:4])


def record_game(rule_set: str, hands: int = HANDS, seed: int = 28) -> Recorded:
    """Play a random game of so many hands."""
    chance = random.Random(seed)
    rules = engine.load_rules(rule_set, {"ending": {"type": "hands", "count": hands}})
    state = engine.new_game(rules)
    steps: list[engine.HandDealt | engine.Action] = []
    events: list[engine.Event] = []
    while not engine.view(state, None).finished:
        pack = list(rules.deck)
        chance.shuffle(pack)
        (dealt,) = engine.deal(state, pack)
        assert isinstance(dealt, engine.HandDealt)
        steps.append(dealt)
        events.append(dealt)
        state = engine.evolve(state, dealt)
        while turn := engine.to_act(state):
            action = likely(engine.legal_actions(state, min(turn)), chance)
            steps.append(action)
            for event in engine.decide(state, action):
                events.append(event)
                state = engine.evolve(state, event)
    return Recorded(rules, steps, events)


def judged_replay(game: Recorded) -> int:
    """Replay a game with every action judged; return how many actions and deals."""
    decide, evolve = engine.decide, engine.evolve
    state = engine.new_game(game.rules)
    for step in game.steps:
        if isinstance(step, engine.HandDealt):
            state = evolve(state, step)
        else:
            for event in decide(state, step):
                state = evolve(state, event)
    assert engine.view(state, None).finished
    return len(game.steps)


def chess_replay() -> Callable[[], int] | None:
    """Return a replay of recorded chess games with every move judged, or None if python-chess is not installed."""
    if importlib.util.find_spec("chess") is None:
        return None
    import chess

    chance = random.Random(28)
    games = []
    for _ in range(CHESS_GAMES):
        board = chess.Board()
        moves = []
        while len(moves) < CHESS_PLIES and (legal := list(board.legal_moves)):
            moves.append(chance.choice(legal))
            board.push(moves[-1])
        games.append(moves)

    def replay() -> int:
        for moves in games:
            board = chess.Board()
            for move in moves:
                assert board.is_legal(move)
                board.push(move)
        return sum(map(len, games))

    return replay


def random_play(rules: engine.RuleSet, hands: int = 20) -> int:
    """Play hands at random, each action chosen from the view of its seat; return how many actions it took."""
    chance = random.Random(28)
    state = engine.new_game(rules)
    steps = 0
    for _ in range(hands):
        pack = list(rules.deck)
        chance.shuffle(pack)
        for event in engine.deal(state, pack):
            state = engine.evolve(state, event)
        while seats := engine.to_act(state):
            (seat,) = seats
            action = chance.choice([one for one in engine.view(state, seat).legal if type(one) is not engine.Concede])
            for event in engine.decide(state, action):
                state = engine.evolve(state, event)
            steps += 1
    return steps


def rlcard_play() -> Callable[[], int] | None:
    """Return random play of RLCard's bridge, or None if RLCard is not installed."""
    if importlib.util.find_spec("rlcard") is None:
        return None
    import rlcard

    table = rlcard.make("bridge", config={"seed": 28})
    chance = random.Random(28)

    def play() -> int:
        steps = 0
        for _ in range(20):
            state, _ = table.reset()
            while not table.is_over():
                state, _ = table.step(chance.choice(list(state["legal_actions"])))
                steps += 1
        return steps

    return play


def rates(rounds: int, *works: Callable[[], int], clock: Clock = time.process_time) -> list[float]:
    """Return how many a second each work does, in its best of some rounds.

    Args:
        rounds: How often each work is measured, by turns.
        works: Functions that return how much they did.
        clock: Seconds of this process's processor, which a busy machine disturbs least; `time.perf_counter` where
            other processes and the disk are part of what is measured.
    """
    best = [0.0] * len(works)
    for _ in range(rounds):
        for number, work in enumerate(works):
            best[number] = max(best[number], a_second(work, clock))
    return best


def listed(states: list[tuple[engine.State, int]]) -> int:
    """List the legal actions of each seat to act; return of how many."""
    legal_actions = engine.legal_actions
    for state, seat in states:
        legal_actions(state, seat)
    return len(states)


def moments(game: Recorded) -> list[tuple[engine.State, int]]:
    """Return every state of a game in which somebody is to act, with the seat."""
    state = engine.new_game(game.rules)
    found = []
    for event in game.events:
        state = engine.evolve(state, event)
        found += [(state, seat) for seat in engine.to_act(state)]
    return found


class Compared(NamedTuple):
    """A rule set beside the reference: actions a second and their ratio, replayed with judgement, and listed."""

    rule_set: str
    replayed: float
    replay_ratio: float
    listed: float
    list_ratio: float

    def line(self) -> str:
        """Return the rule set as a line of a table; one that is too slow is marked."""
        slow = "   too slow" if min(self.replay_ratio, self.list_ratio) < SHARE else ""
        return (
            f"{self.rule_set:<20} {self.replayed:>11,.0f}/s {self.replay_ratio:>6.2f}"
            f" {self.listed:>11,.0f}/s {self.list_ratio:>6.2f}{slow}"
        )


def rule_sets_compared(rounds: int, hands: int = 30) -> list[Compared]:
    """Measure every rule set beside the reference, in rounds that go through them all."""
    games = {rule_set: record_game(rule_set, hands) for rule_set in engine.rule_set_ids()}
    works: dict[str, tuple[Callable[[], int], Callable[[], int]]] = {
        rule_set: (functools.partial(judged_replay, game), functools.partial(listed, moments(game)))
        for rule_set, game in games.items()
    }
    taken = [
        {rule_set: tuple(a_second(work) for work in both) for rule_set, both in works.items()} for _ in range(rounds)
    ]
    compared = []
    for rule_set in works:
        rate = [statistics.median(one[rule_set][work] for one in taken) for work in (0, 1)]
        ratio = [statistics.median(one[rule_set][work] / one[REFERENCE][work] for one in taken) for work in (0, 1)]
        compared.append(Compared(rule_set, rate[0], ratio[0], rate[1], ratio[1]))
    return compared


def a_second(work: Callable[[], int], clock: Clock = time.process_time) -> float:
    """Return how many a work does in a second of a clock."""
    begun = clock()
    done = work()
    return done / (clock() - begun)


def measure(rounds: int = 7, hands: int = HANDS) -> list[Figure]:
    """Return every figure of the engine, over games of so many hands."""
    figures = []
    chess = chess_replay()
    game = record_game(REFERENCE, hands)
    name = f"judged replay, {REFERENCE}"
    if chess is None:
        (rate,) = rates(rounds, lambda: judged_replay(game))
        figures.append(Figure(name, rate, "python-chess is not installed"))
    else:
        rate, baseline = rates(rounds, lambda: judged_replay(game), chess)
        figures.append(Figure(name, rate, "python-chess is_legal + push", baseline, 1))

    rlcard = rlcard_play()
    name = f"random play from views, {REFERENCE}"
    rules = engine.load_rules(REFERENCE, {"ending": {"type": "hands", "count": 500}})
    if rlcard is None:
        (rate,) = rates(rounds, lambda: random_play(rules))
        figures.append(Figure(name, rate, "RLCard is not installed"))
    else:
        rate, baseline = rates(rounds, lambda: random_play(rules), rlcard)
        figures.append(Figure(name, rate, "RLCard bridge steps", baseline, 1))

    game = record_game(REFERENCE, audited := min(hands, 40))
    states = [engine.new_game(game.rules)]
    for event in game.events:
        states.append(engine.evolve(states[-1], event))
    players = [f"player {seat}" for seat in range(game.rules.players)]
    record = engine.record_from_events(game.rules.id, game.rules.options, players, game.events)
    line = engine.encode_record(record)

    def replay() -> int:
        engine.replay(game.rules, game.events)
        return len(game.events)

    def views() -> int:
        for state in states:
            engine.view(state, 0)
        return len(states)

    def legal() -> int:
        for state in states:
            engine.legal_actions(state, 0)
        return len(states)

    def audits() -> int:
        assert json.loads(audit_line(line))["verdict"] == "clean"
        return audited

    names = (
        "replay of events, not judged",
        "views of one seat",
        "legal actions of one seat",
        "hands audited from JSON",
    )
    figures += [
        Figure(name, rate) for name, rate in zip(names, rates(rounds, replay, views, legal, audits), strict=True)
    ]
    return figures


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7, help="the best of so many counts")
    parser.add_argument("--hands", type=int, default=HANDS, help="hands of the game that is replayed")
    arguments = parser.parse_args()
    for figure in measure(arguments.rounds, arguments.hands):
        print(figure.line())
    print(f"\n{'beside ' + REFERENCE:<20} {'judged replay':>20} {'legal actions':>20}")
    for compared in rule_sets_compared(arguments.rounds, min(arguments.hands, 30)):
        print(compared.line())


if __name__ == "__main__":
    main()
