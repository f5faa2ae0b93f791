"""How well the 56 bot plays, over duplicate deals: the same cards twice, the sides swapped.

    python -m benchmarks.bench_bots56 [--deals N] [--rules ID ...] [--matches NAME ...]

Four matches, in stake points a deal with 95 % confidence:

    random, whole game   against any legal call and card
    random, play         every seat calls as the bot does; the other side's cards are any legal ones
    greedy, whole game   against a player who bids on its own hand and takes what tricks it can
    greedy, play         every seat calls as the bot does; the other side's cards are the greedy player's

and, for the auction, how often the contracts of a table of bots are made, by their numbers.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable
from statistics import fmean, stdev

import engine
from benchmarks.fit_bids import Chooser, play_hand
from engine.cards import SUITS
from games.bots.fiftysix import choose56
from games.bots.knowledge import beats, low_first, points, rules_of, strength

RULE_SETS = ("56-international-6", "56-kerala-6", "56-standard-6")

Maker = Callable[[random.Random], Chooser]


def at_random(chance: random.Random) -> Chooser:
    """Return a player who does anything legal but claim."""

    def choose(view: engine.View) -> engine.Action:
        return chance.choice([action for action in view.legal if not isinstance(action, engine.Claim)])

    return choose


def greedy(view: engine.View) -> engine.Action:
    """Bid 28 on four cards with a jack and once more over others' bids; take each trick that a card can take."""
    if view.phase == "play":
        return _greedy_card(view)
    rules = rules_of(view)
    seat = view.seat
    calls = {action.call: action for action in view.legal if isinstance(action, engine.Call)}
    best = max(SUITS, key=lambda suit: (suit + "J" in view.hand, sum(card[0] == suit for card in view.hand)))
    length = sum(card[0] == best for card in view.hand)
    ours = view.bidder is not None and rules.side_of(view.bidder) == rules.side_of(seat or 0)
    worth = 20 + 2 * length + 3 * sum(card[1] == "J" for card in view.hand)
    wanted = calls.get(f"{(view.bid or 27) + 1}{best}")
    if wanted is not None and length >= 4 and best + "J" in view.hand and not ours and worth > (view.bid or 27):
        return wanted
    passing = [action for action in view.legal if isinstance(action, engine.Pass)]
    return passing[0] if passing else calls["28P"]


def _greedy_card(view: engine.View) -> engine.Action:
    plays = [action for action in view.legal if isinstance(action, engine.Play)]
    if not view.trick:
        return max(plays, key=lambda action: strength(action.card))
    top = next(played.card for played in view.trick if played.seat == view.winning)
    winners = [action for action in plays if beats(action.card, top, view.trump)]
    if winners:
        return max(winners, key=lambda action: (points(action.card), strength(action.card)))
    return min(plays, key=lambda action: low_first(action.card))


def only_cards_of(other: Chooser) -> Chooser:
    """Return a player who calls as the bot does and plays as another."""

    def choose(view: engine.View) -> engine.Action:
        return other(view) if view.phase == "play" else choose56(view)

    return choose


MATCHES: dict[str, Maker] = {
    "random, whole game": at_random,
    "random, play": lambda chance: only_cards_of(at_random(chance)),
    "greedy, whole game": lambda chance: greedy,
    "greedy, play": lambda chance: only_cards_of(greedy),
}


def match(
    rules: engine.RuleSet, deals: int, make: Maker, *, bot: Chooser = choose56, seed: int = 56
) -> tuple[Counter[str], list[float]]:
    """Play duplicate deals of the bot against another.

    Returns:
        How often each side's contracts ended how, as counts of `bot made` and so on; and for each deal the stake
        points by which the bot did better over both hands.
    """
    chance = random.Random(seed)
    outcomes: Counter[str] = Counter()
    differences = []
    for number in range(deals):
        pack = list(rules.deck)
        chance.shuffle(pack)
        difference = 0
        for parity in (0, 1):
            other = make(chance)
            choosers = [bot if seat % 2 == parity else other for seat in range(rules.players)]
            result = play_hand(rules, pack, number % rules.players, choosers).result
            assert result is not None
            assert result.score is not None
            difference += result.score[parity] - result.score[1 - parity]
            if result.declarer is not None:
                outcomes[f"{'bot' if result.declarer % 2 == parity else 'other'} {result.outcome}"] += 1
        differences.append(float(difference))
    return outcomes, differences


def report(name: str, outcomes: Counter[str], differences: list[float]) -> None:
    """Print one match."""
    margin = 1.96 * stdev(differences) / len(differences) ** 0.5
    made = ", ".join(
        f"{who} makes {outcomes[f'{who} made']} of {total}"
        for who in ("bot", "other")
        if (total := outcomes[f"{who} made"] + outcomes[f"{who} failed"])
    )
    print(f"  {name:20} {fmean(differences):+.2f} ± {margin:.2f} stake points a deal; {made}", flush=True)


def table_of_bots(rules: engine.RuleSet, deals: int, seed: int = 57) -> None:
    """Print how often the contracts of a table of bots are made."""
    chance = random.Random(seed)
    outcomes: Counter[tuple[int, str]] = Counter()
    for number in range(deals):
        pack = list(rules.deck)
        chance.shuffle(pack)
        result = play_hand(rules, pack, number % rules.players, [choose56] * rules.players).result
        assert result is not None
        outcomes[_band(result.bid or 0), result.outcome] += 1
    for band in (28, 40, 48, 56):
        made, failed = outcomes[band, "made"], outcomes[band, "failed"]
        if made + failed:
            print(
                f"  table of bots, from {band}: {made + failed} of {deals} contracts, {made / (made + failed):.1%} made"
            )
    print(f"  not played: {outcomes[0, 'passed_out'] + outcomes[0, 'cancelled']}", flush=True)


def _band(bid: int) -> int:
    return max((band for band in (28, 40, 48, 56) if band <= bid), default=0)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--rules", nargs="+", default=RULE_SETS)
    parser.add_argument("--matches", nargs="+", default=[*MATCHES, "table of bots"])
    arguments = parser.parse_args()
    for rules_id in arguments.rules:
        rules = engine.load_rules(rules_id, {"ending": {"type": "hands", "count": 1}})
        print(f"{rules_id}: {arguments.deals} deals, each played twice", flush=True)
        for name in arguments.matches:
            if name in MATCHES:
                report(name, *match(rules, arguments.deals, MATCHES[name]))
            else:
                table_of_bots(rules, arguments.deals)


if __name__ == "__main__":
    main()
