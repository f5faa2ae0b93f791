"""How well the steady bot plays, over duplicate deals: the same cards twice, the sides swapped.

    python -m benchmarks.bench_bots [--deals N]

Two matches against the random-legal bot, per deal and with 95 % confidence:

    whole game     each side bids and plays in its own way
    card play      every seat bids, folds and keeps as the steady bot does, so that the contracts are reasonable;
                   the two sides differ in the cards they play

and, for the bidding, how often steady's contracts are made when all seats are steady.
"""

import argparse
import random
from collections import Counter
from statistics import fmean, stdev

import engine
from benchmarks.fit_bids import Chooser, play_hand
from games.bots import random_legal, steady

SIDES = ("steady", "random")


def random_chooser(chance: random.Random, *, play_only: bool) -> Chooser:
    """Return the baseline; with `play_only` it bids and folds as the steady bot does."""

    def choose(view: engine.View) -> engine.Action:
        return steady.choose(view) if play_only and view.phase != "play" else random_legal.choose(view, chance)

    return choose


def match(rules: engine.RuleSet, deals: int, *, play_only: bool, seed: int = 28) -> tuple[Counter[str], list[float]]:
    """Play duplicate deals of steady against random.

    Returns:
        How often each side's contracts ended how, as counts of `steady made` and so on; and for each deal the game
        points by which steady did better than random over both hands.
    """
    chance = random.Random(seed)
    outcomes: Counter[str] = Counter()
    differences = []
    for number in range(deals):
        pack = list(rules.deck)
        chance.shuffle(pack)
        difference = 0
        for steady_parity in (0, 1):
            other = random_chooser(chance, play_only=play_only)
            choosers = [steady.choose if seat % 2 == steady_parity else other for seat in range(rules.players)]
            result = play_hand(rules, pack, number % rules.players, choosers).result
            assert result is not None
            assert result.declarer is not None
            declared = SIDES[result.declarer % 2 != steady_parity]
            outcomes[f"{declared} {result.outcome}"] += 1
            gain = sum(result.game_points)
            difference += gain if declared == "steady" else -gain
        differences.append(float(difference))
    return outcomes, differences


def report(name: str, outcomes: Counter[str], differences: list[float]) -> None:
    """Print one match."""
    margin = 1.96 * stdev(differences) / len(differences) ** 0.5
    print(f"{name}: {len(differences)} deals, each played twice")
    for side in SIDES:
        made, failed = outcomes[f"{side} made"], outcomes[f"{side} failed"]
        if made + failed:
            print(f"  {side:6} declares {made + failed:5} times, makes {made / (made + failed):6.1%}")
    print(f"  steady is better by {fmean(differences):+.2f} ± {margin:.2f} game points a deal")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000)
    deals = parser.parse_args().deals
    rules = engine.load_rules("28-kerala-4", {"ending": {"type": "hands", "count": 1}})
    report("whole game", *match(rules, deals, play_only=False))
    report("card play", *match(rules, deals, play_only=True))
    for rules_id in ("28-kerala-4", "28-kerala-3"):
        rules = engine.load_rules(rules_id, {"ending": {"type": "hands", "count": 1}})
        chance = random.Random(56)
        made = 0
        for number in range(deals):
            pack = list(rules.deck)
            chance.shuffle(pack)
            result = play_hand(rules, pack, number % rules.players, [steady.choose] * rules.players).result
            assert result is not None
            made += result.outcome == "made"
        print(f"all seats steady, {rules_id}: {deals} deals, {made / deals:.1%} of the contracts made")


if __name__ == "__main__":
    main()
