"""Fit the weights of `games.bots.bidding` on hands that the steady bot plays with itself.

    python -m benchmarks.fit_bids [--hands N] [--rules ID ...]

In each hand one seat is made declarer at the lowest bid it may make, so that the card points its side takes do not
depend on how it bids now. Ordinary least squares over the features gives the weights, and the scatter of what was taken
about them; both are printed as they stand in the module, one line for each shape of game.
"""

import argparse
import random
from collections.abc import Callable

import engine
from games.bots import bidding, steady

Chooser = Callable[[engine.View], engine.Action]

RULE_SETS = ("28-kerala-4", "28-kerala-3", "28-pagat-6", "28-central-kerala-6", "28-wikipedia-8")
"""One rule set of each shape."""


def play_hand(rules: engine.RuleSet, pack: list[str], dealer: int, choosers: list[Chooser]) -> engine.View:
    """Play one hand and return the public's view of its end."""
    state = engine.new_game(rules)
    for event in engine.deal(state, pack, dealer=dealer):
        state = engine.evolve(state, event)
    while seats := engine.to_act(state):
        for seat in seats:
            action = choosers[seat](engine.view(state, seat))
            for event in engine.decide(state, action):
                state = engine.evolve(state, event)
    return engine.view(state, None)


def bidding_once(declarer: int) -> Chooser:
    """Return a steady player who passes always; but this one seat bids the lowest it may, once."""

    def choose(view: engine.View) -> engine.Action:
        if view.phase in ("auction", "auction2"):
            passing = [action for action in view.legal if isinstance(action, engine.Pass)]
            bids = view.seat == declarer and view.phase == "auction" and view.bidder != declarer
            return view.legal[0] if bids or not passing else passing[0]
        return steady.choose(view)

    return choose


def solve(rows: list[tuple[int, ...]], results: list[int]) -> list[float]:
    """Return the least-squares weights, by the normal equations and Gaussian elimination."""
    size = len(rows[0])
    matrix = [
        [float(sum(row[i] * row[j] for row in rows)) for j in range(size)]
        + [float(sum(row[i] * result for row, result in zip(rows, results, strict=True)))]
        for i in range(size)
    ]
    for column in range(size):
        matrix[column][column] += 1e-6  # a feature that never occurs gets no weight
        pivot = max(range(column, size), key=lambda row: abs(matrix[row][column]))
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        for row in range(size):
            if row != column:
                factor = matrix[row][column] / matrix[column][column]
                matrix[row] = [a - factor * b for a, b in zip(matrix[row], matrix[column], strict=True)]
    return [matrix[i][size] / matrix[i][i] for i in range(size)]


def scatter(rows: list[tuple[int, ...]], results: list[int], weights: list[float]) -> float:
    """Return the standard deviation of the results about what the weights make of the rows."""
    estimates = [sum(weight * value for weight, value in zip(weights, row, strict=True)) for row in rows]
    squares = [(result - estimate) ** 2 for result, estimate in zip(results, estimates, strict=True)]
    return (sum(squares) / len(squares)) ** 0.5


def fit(rules_id: str, hands: int) -> dict[bidding.Shape, tuple[list[float], float]]:
    """Return the weights of a rule set and the scatter about them, by shape."""
    rules = engine.load_rules(rules_id, {"ending": {"type": "hands", "count": 1}})
    chance = random.Random(28)
    seen: dict[int, list[tuple[int, ...]]] = {size: [] for size in (rules.batches[0], rules.hand_size)}
    taken: list[int] = []
    for number in range(hands):
        pack = list(rules.deck)
        chance.shuffle(pack)
        declarer = number % rules.players
        dealer = chance.randrange(rules.players)
        state = engine.new_game(rules)
        (dealt,) = engine.deal(state, pack, dealer=dealer)
        assert isinstance(dealt, engine.HandDealt)
        end = play_hand(rules, pack, dealer, [bidding_once(declarer)] * rules.players)
        if end.declarer != declarer:
            continue
        cards = dealt.cards[declarer]
        for size, rows in seen.items():
            rows.append(bidding.features(cards[:size], bidding.best_trump(cards[:size])))
        taken.append(end.points[rules.side_of(declarer)])
    fitted = {}
    for size, rows in seen.items():
        weights = solve(rows, taken)
        fitted[bidding.shape_of(rules, size)] = weights, scatter(rows, taken, weights)
    return fitted


def main() -> None:
    """Print the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=6000)
    parser.add_argument("--rules", nargs="+", default=RULE_SETS)
    arguments = parser.parse_args()
    for rules_id in arguments.rules:
        for shape, (weights, deviation) in fit(rules_id, arguments.hands).items():
            print(f"    {shape}: ({', '.join(f'{weight:.1f}' for weight in weights)}),  # {deviation:.1f}", flush=True)


if __name__ == "__main__":
    main()
