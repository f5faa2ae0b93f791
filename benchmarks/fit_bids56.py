"""Fit what a side takes in 56 on hands that the bot plays, for `games/bots/fiftysix/strength.py`.

    python -m benchmarks.fit_bids56 [--hands N]

Each hand is dealt at random. The contract is in one of the declaring side's two best suits or in no trump; how many
points are bid does not touch the play.
"""

import argparse
import random

import engine
from benchmarks.fit_bids import scatter, solve
from engine.cards import SUITS
from games.bots.fiftysix import strength
from games.bots.fiftysix.play import decide_card

SIZES = ("56-standard-4", "56-standard-6", "56-standard-8")


def points_with(rules: engine.RuleSet, pack: list[str], dealer: int, declarer: int, denomination: str) -> int:
    """Return the card points that a seat's side takes if it declares in a denomination."""
    state = engine.new_game(rules)
    for event in engine.deal(state, pack, dealer=dealer):
        state = engine.evolve(state, event)
    text = "28NT" if denomination == "NT" else f"28{denomination}"
    state = engine.evolve(state, engine.CallMade(declarer, text, 28, denomination))
    for step in range(1, rules.players + 1):
        state = engine.evolve(state, engine.Passed((declarer + step) % rules.players))
    while seats := engine.to_act(state):
        (seat,) = seats
        for event in engine.decide(state, decide_card(engine.view(state, seat)).action):
            state = engine.evolve(state, event)
    return engine.view(state, None).points[rules.side_of(declarer)]


def fit(rules_id: str, hands: int) -> tuple[tuple[list[float], float], tuple[list[float], float]]:
    """Return weights and scatter with a trump suit, and in no trump."""
    rules = engine.load_rules(rules_id, {"ending": {"type": "hands", "count": 1}})
    chance = random.Random(56)
    rows: dict[bool, list[tuple[int, ...]]] = {False: [], True: []}
    taken: dict[bool, list[int]] = {False: [], True: []}
    for number in range(hands):
        pack = list(rules.deck)
        chance.shuffle(pack)
        dealer = chance.randrange(rules.players)
        dealt, *_ = engine.deal(engine.new_game(rules), pack, dealer=dealer)
        assert isinstance(dealt, engine.HandDealt)
        side = number % 2
        ours = [dealt.cards[seat] for seat in rules.sides[side]]
        theirs = [dealt.cards[seat] for seat in rules.sides[1 - side]]
        opener = rules.next_seat(dealer)
        leads = opener in rules.sides[side]
        cards = [card for hand in ours for card in hand]
        worth = {suit: sum(card[0] == suit for card in cards) + 2 * cards.count(suit + "J") for suit in SUITS}
        best = sorted(SUITS, key=lambda suit: -worth[suit])
        denomination = (best[0], best[0], best[1], "NT")[number // 2 % 4]
        no_trump = denomination == "NT"
        if not no_trump and worth[denomination] == 16:
            continue  # all of them are with one side: no such hand is played (56-AUC-17)
        if no_trump:
            rows[True].append(strength.no_trump_features(ours, dealt.cards[opener] if leads else None))
        else:
            rows[False].append(strength.suit_features(ours, theirs, denomination, lead=leads))
        taken[no_trump].append(points_with(rules, pack, dealer, rules.sides[side][0], denomination))
    fitted = []
    for no_trump in (False, True):
        weights = solve(rows[no_trump], taken[no_trump])
        fitted.append((weights, scatter(rows[no_trump], taken[no_trump], weights)))
    return fitted[0], fitted[1]


def main() -> None:
    """Print the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=4000)
    hands = parser.parse_args().hands
    for rules_id in SIZES:
        players = engine.load_rules(rules_id).players
        for name, (weights, deviation) in zip(("suit", "no trump"), fit(rules_id, hands), strict=True):
            print(
                f"{name:8} {players}: ({', '.join(f'{weight:.2f}' for weight in weights)}),  # {deviation:.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
