"""How well the bots play, over duplicate deals: the same cards several times, each side in turn played by the bot.

    python -m benchmarks.bench_bots [--deals N] [--rules ID ...] [--against random greedy]

Two matches for each rule set and opponent, with 95 % confidence:

    whole game     each side bids and plays in its own way
    card play      every seat bids, folds and decides as the steady bot does, so that the contracts are reasonable;
                   the sides differ in the cards they play

and, for the bidding, how often steady's contracts are made when all seats are steady. What a side is better by is its
game points of a hand, less the mean of the other sides'.
"""

import argparse
import random
from collections import Counter
from statistics import fmean, stdev

import engine
from benchmarks.fit_bids import Chooser, play_hand
from games.bots import greedy, random_legal, steady

OPPONENTS = ("random", "greedy")


def opponent(name: str, chance: random.Random, *, play_only: bool) -> Chooser:
    """Return a baseline; with `play_only` it does all but the play as the steady bot does."""

    def choose(view: engine.View) -> engine.Action:
        if play_only and view.phase != "play":
            return steady.choose(view)
        return random_legal.choose(view, chance) if name == "random" else greedy.choose(view)

    return choose


def net(game_points: tuple[int, ...], side: int) -> float:
    """Return a side's game points less the mean of the other sides'."""
    others = [gained for other, gained in enumerate(game_points) if other != side]
    return game_points[side] - fmean(others)


def one_hand(rules_id: str) -> engine.RuleSet:
    """Return a rule set in which every hand is a game of its own."""
    return engine.load_rules(rules_id, {"ending": {"type": "hands", "count": 1}})


def match(
    rules: engine.RuleSet, deals: int, *, play_only: bool, against: str = "random", seed: int = 28
) -> tuple[Counter[str], list[float]]:
    """Play duplicate deals of steady against another.

    Args:
        rules: The rule set, with an ending of one hand.
        deals: How many packs; each is played once for each side.
        play_only: Whether all bid as steady does.
        against: The name of the others' player.
        seed: Of the packs.

    Returns:
        How often each side's contracts ended how, as counts of `steady made` and so on; and for each deal the mean
        of what steady was better by in a hand.
    """
    chance = random.Random(seed)
    other = opponent(against, chance, play_only=play_only)
    outcomes: Counter[str] = Counter()
    differences = []
    for number in range(deals):
        pack = chance.sample(rules.deck, len(rules.deck))
        gained = []
        for side, seats in enumerate(rules.sides):
            choosers = [steady.choose if seat in seats else other for seat in range(rules.players)]
            result = play_hand(rules, pack, number % rules.players, choosers).result
            assert result is not None
            assert result.game_points is not None
            if result.declarer is not None:
                outcomes[f"{'steady' if result.declarer in seats else against} {result.outcome}"] += 1
            gained.append(net(result.game_points, side))
        differences.append(fmean(gained))
    return outcomes, differences


def margin(differences: list[float]) -> float:
    """Return the half width of the 95 % confidence interval of their mean."""
    return 1.96 * stdev(differences) / len(differences) ** 0.5


def declared(outcomes: Counter[str], name: str) -> str:
    """Return a side's contracts in words."""
    made, failed = outcomes[f"{name} made"], outcomes[f"{name} failed"]
    return f"{made / (made + failed):.1%} of {made + failed}" if made + failed else "none"


def self_play(rules: engine.RuleSet, deals: int, seed: int = 56) -> str:
    """Return in words how often all-steady tables make their contracts, and how high these are."""
    chance = random.Random(seed)
    bids, made = [], 0
    for number in range(deals):
        pack = chance.sample(rules.deck, len(rules.deck))
        result = play_hand(rules, pack, number % rules.players, [steady.choose] * rules.players).result
        assert result is not None
        if result.bid is not None:
            bids.append(result.bid)
            made += result.outcome == "made"
    return f"{made / len(bids):.1%} of {len(bids)} made, {fmean(bids):.1f} on average"


def main() -> None:
    """Print the figures, one line of a table for each match."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--rules", nargs="+", default=[name for name in engine.rule_set_ids() if name.startswith("28")])
    parser.add_argument("--against", nargs="+", choices=OPPONENTS, default=OPPONENTS)
    arguments = parser.parse_args()
    for rules_id in arguments.rules:
        rules = one_hand(rules_id)
        for against in arguments.against:
            for play_only in (False, True):
                outcomes, differences = match(rules, arguments.deals, play_only=play_only, against=against)
                cells = (
                    f"`{rules_id}`",
                    against,
                    "card play" if play_only else "whole game",
                    declared(outcomes, "steady"),
                    declared(outcomes, against),
                    f"{fmean(differences):+.2f} ± {margin(differences):.2f}",
                )
                print("|", " | ".join(cells), "|", flush=True)
        print(f"| `{rules_id}` | steady | all seats | {self_play(rules, arguments.deals)} | | |", flush=True)


if __name__ == "__main__":
    main()
