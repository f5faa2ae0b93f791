"""How much better the strong bot plays its cards than the steady one, over duplicate deals.

    python -m benchmarks.bench_strong [--deals N] [--samples N] [--rules ID ...] [--forgets] [--into FOLDER]

Every seat bids, folds and decides as steady does; the sides differ in the cards they play. Each pack is played once for
each side. The figures are game points in 28 and stake points in 56, of a hand, with 95 % confidence. With a folder,
each deal's figure is written down as it comes, and a later run goes on where it stopped.
"""

import argparse
import random
import time
from pathlib import Path
from statistics import fmean

import engine
from benchmarks.bench_bots import margin, net, one_hand
from benchmarks.fit_bids import Chooser
from games import bots
from games.bots.strong import choose_strong

RULE_SETS = ("28-kerala-4", "56-standard-6")

NO_LIMIT = 3600.0
"""Seconds for a move: so long that the number of samples alone decides, and every run gives the same figures."""


class Remembering:
    """A strong player for one hand, which keeps the tricks that its seat has seen, if it is to."""

    def __init__(self, chance: random.Random, samples: int, *, remembers: bool) -> None:
        """Start with nothing seen."""
        self.tricks: dict[int, engine.TrickTaken] = {}
        self.chance = chance
        self.samples = samples
        self.remembers = remembers

    def choose(self, view: engine.View) -> engine.Action:
        """Return its action."""
        if self.remembers and view.last_trick is not None:
            self.tricks[view.last_trick.number] = view.last_trick
        return choose_strong(
            view, chance=self.chance, seconds=NO_LIMIT, samples=self.samples, tricks=tuple(self.tricks.values())
        )


def gain(rules: engine.RuleSet, number: int, samples: int, *, remembers: bool) -> float:
    """Return what the strong side is better by in a hand, on average over the sides it takes of one deal.

    Args:
        rules: The rule set, with an ending of one hand.
        number: Of the deal; it decides the cards and what the strong bot samples.
        samples: For each move.
        remembers: Whether the strong bot remembers all the tricks it has seen, rather than the last one.
    """
    chance = random.Random(f"strong {number}")
    pack = chance.sample(rules.deck, len(rules.deck))
    dealt = engine.new_game(rules)
    for event in engine.deal(dealt, pack, dealer=number % rules.players):
        dealt = engine.evolve(dealt, event)
    # What is said before the first card is the same however the cards are played.
    start = acted(dealt, [bots.choose] * rules.players, until="play")
    gained = []
    for side, seats in enumerate(rules.sides):
        strong = {seat: Remembering(chance, samples, remembers=remembers).choose for seat in seats}
        choosers: list[Chooser] = [strong.get(seat, bots.choose) for seat in range(rules.players)]
        result = engine.view(acted(start, choosers), None).result
        assert result is not None
        gained.append(net(result.game_points or result.score or (), side))
    return fmean(gained)


def acted(state: engine.State, choosers: list[Chooser], until: str = "") -> engine.State:
    """Return the state after the hand, or at the beginning of a phase."""
    while seats := engine.to_act(state):
        if until and engine.view(state, None).phase == until:
            break
        for seat in seats:
            for event in engine.decide(state, choosers[seat](engine.view(state, seat))):
                state = engine.evolve(state, event)
    return state


def measured(rules_id: str, arguments: argparse.Namespace) -> tuple[list[float], float]:
    """Play deals of one rule set, going on where a file says that an earlier run stopped.

    Returns:
        What strong was better by in each deal, and the seconds of processor that a deal cost.
    """
    rules = one_hand(rules_id)
    kept = arguments.into / f"{rules_id}.txt" if arguments.into else None
    gains = [float(line) for line in kept.read_text().split()] if kept and kept.exists() else []
    begun, before = time.process_time(), len(gains)
    for number in range(len(gains), arguments.deals):
        gains.append(gain(rules, number, arguments.samples, remembers=not arguments.forgets))
        if kept:
            with kept.open("a") as file:
                file.write(f"{gains[-1]}\n")
    played = len(gains) - before
    return gains, (time.process_time() - begun) / played if played else 0.0


def main() -> None:
    """Play, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--samples", type=int, default=16)
    parser.add_argument("--rules", nargs="+", default=RULE_SETS)
    parser.add_argument("--forgets", action="store_true", help="all tricks but the last")
    parser.add_argument("--into", type=Path, help="folder of files, one a rule set, to go on from")
    arguments = parser.parse_args()
    for rules_id in arguments.rules:
        gains, seconds = measured(rules_id, arguments)
        remembers = "the last trick" if arguments.forgets else "all tricks"
        print(
            f"{rules_id}, {arguments.samples} samples a move, {remembers} remembered: "
            f"strong is better by {fmean(gains):+.3f} ± {margin(gains):.3f} points a hand "
            f"({len(gains)} deals, {seconds:.2f} s of processor a deal)",
            flush=True,
        )


if __name__ == "__main__":
    main()
