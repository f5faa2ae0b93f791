"""28 by the Kerala rules once more, told as a story: slow, plain, and sharing nothing with the engine.

`tell` is one hand from the first bid to the last card as the rule book goes through it: a generator that asks
"what may be done now?" (a list of moves) and is sent the move that is done. A move is `(seat, word, card or
number or None)`. Cards are texts, hands are lists. Perft counts and random games compare it with the engine.
"""

from collections.abc import Generator
from typing import Any

Move = tuple[int, str, Any]
Story = Generator[list[Move], Move, dict[str, Any]]

ORDER = "J9ATKQ87"
WORTH = {"J": 3, "9": 2, "A": 1, "T": 1}


def tell(dealer: int, cards: list[list[str]]) -> Story:
    """Tell one hand; return its outcome."""
    n = len(cards)
    low, low_again, honours = {4: (14, 24, 20), 3: (12, 22, 18)}[n]
    opener = (dealer + 1) % n

    # The first auction.
    best_seat, best = None, None
    speaker, silence = opener, 0
    while silence < n - 1 and best != 28:
        numbers = range(low if best is None else best + 1, 29)
        offers = [(speaker, "bid", number) for number in numbers]
        if best is not None:
            offers.append((speaker, "pass", None))
        seat, word, number = yield offers
        if word == "bid":
            best_seat, best, silence = seat, number, 0
        else:
            silence += 1
        speaker = (speaker + 1) % n
    bidder, first_bid = best_seat, best

    # The first fold.
    seat, word, folded = yield [
        *[(bidder, "fold", card) for card in cards[bidder][:4]],
        (bidder, "concede", None),
    ]
    if word == "concede":
        return lost(n, bidder, first_bid, 2 if first_bid > honours else 1)
    hands = [list(hand) for hand in cards]
    hands[bidder].remove(folded)

    # The second auction.
    again = False
    if best < 28:
        speaker, silence = bidder, 0
        while silence < (n - 1 if again else n) and best != 28:
            numbers = range(max(low_again, best + 1), 29)
            seat, word, number = yield [
                *[(speaker, "bid", number) for number in numbers],
                (speaker, "pass", None),
            ]
            if word == "bid":
                best_seat, best, silence, again = seat, number, 0, True
            else:
                silence += 1
            speaker = (speaker + 1) % n
    declarer = best_seat
    win, loss = (2, 4 if n == 3 else 3) if again else (2, 2) if first_bid > honours else (1, 1)

    # The final trump.
    offers = [(declarer, "concede", None)]
    if declarer == bidder:
        offers.append((declarer, "keep", None))
        offers += [(declarer, "fold", card) for card in hands[declarer] if card[0] != folded[0]]
    else:
        hands[bidder].append(folded)
        offers += [(declarer, "fold", card) for card in hands[declarer]]
    seat, word, card = yield offers
    if word == "concede":
        return lost(n, declarer, best, loss)
    if word == "fold":
        if declarer == bidder:
            hands[bidder].append(folded)
        folded = card
        hands[declarer].remove(card)
    trump = folded[0]
    hidden = True

    # The play.
    points = [0] * n
    leader = opener
    for _ in range(8):
        trick: list[tuple[int, str]] = []
        for turn in range(n):
            seat = (leader + turn) % n
            duty = None
            while True:
                hand = hands[seat]
                offers = []
                void = bool(trick) and all(card[0] != trick[0][1][0] for card in hand)
                if hand:
                    choice = hand
                    if duty == "indicator":
                        choice = [folded]
                    elif duty == "trump":
                        choice = [card for card in hand if card[0] == trump] or hand
                    elif trick and not void:
                        choice = [card for card in hand if card[0] == trick[0][1][0]]
                    elif not trick and hidden and seat == declarer:
                        choice = [card for card in hand if card[0] != trump] or hand
                    offers += [(seat, "play", card) for card in choice]
                else:
                    offers.append((seat, "play", folded))
                if hidden and void:
                    offers.append((seat, "reveal" if seat == declarer else "ask", None))
                if team(points, n, declarer) < best:
                    offers.append((declarer, "concede", None))
                _, word, card = yield offers
                if word == "concede":
                    return lost(n, declarer, best, loss)
                if word == "play":
                    break
                hidden = False
                hands[declarer].append(folded)
                duty = "trump" if word == "ask" else "indicator"
            if card in hand:
                hand.remove(card)
            else:
                hidden = False
            trick.append((seat, card))
        leader = best_of(trick, None if hidden else trump)
        points[leader] += sum(WORTH.get(card[1], 0) for _, card in trick)
    made = team(points, n, declarer) >= best
    return {
        "outcome": "made" if made else "failed",
        "declarer": declarer,
        "bid": best,
        "points": points if n == 3 else [points[0] + points[2], points[1] + points[3]],
        "game_points": change(n, declarer, win if made else -loss),
    }


def best_of(trick: list[tuple[int, str]], trump: str | None) -> int:
    """Return who takes a trick."""
    suit = trump if any(card[0] == trump for _, card in trick) else trick[0][1][0]
    ranked = [(ORDER.index(card[1]), seat) for seat, card in trick if card[0] == suit]
    return min(ranked)[1]


def team(points: list[int], n: int, seat: int) -> int:
    """Return what a seat's side has taken."""
    return points[seat] if n == 3 else points[seat] + points[(seat + 2) % 4]


def change(n: int, declarer: int, amount: int) -> list[int]:
    """Return the game points of a hand by side."""
    sides = [0] * (3 if n == 3 else 2)
    sides[declarer if n == 3 else declarer % 2] = amount
    return sides


def lost(n: int, declarer: int, bid: int, amount: int) -> dict[str, Any]:
    """Return the outcome of a concession."""
    return {
        "outcome": "conceded",
        "declarer": declarer,
        "bid": bid,
        "points": None,
        "game_points": change(n, declarer, -amount),
    }


def follow(dealer: int, cards: list[list[str]], moves: list[Move]) -> tuple[list[Move], dict[str, Any] | None]:
    """Return what may be done after some moves of a hand, and its outcome once it is over."""
    story = tell(dealer, cards)
    offers = next(story)
    for move in moves:
        if move not in offers:
            raise ValueError(f"{move} is not among {offers}")
        try:
            offers = story.send(move)
        except StopIteration as end:
            return [], end.value
    return offers, None


def perft(dealer: int, cards: list[list[str]], moves: list[Move], depth: int) -> int:
    """Count the ways to go on for so many moves."""
    offers, _ = follow(dealer, cards, moves)
    if depth == 1:
        return len(offers)
    return sum(perft(dealer, cards, [*moves, move], depth - 1) for move in offers)


def pay(stakes: list[int], payer: int, payee: int, units: int) -> None:
    """Pay as much as there is."""
    for _ in range(units):
        if stakes[payer]:
            stakes[payer] -= 1
            stakes[payee] += 1


def settle(stakes: list[int], outcome: dict[str, Any]) -> list[int]:
    """Return the stakes after a hand."""
    after = list(stakes)
    amount = sum(outcome["game_points"])
    if len(stakes) == 2:
        side = outcome["declarer"] % 2
        payer, payee = (1 - side, side) if amount > 0 else (side, 1 - side)
        pay(after, payer, payee, abs(amount))
        return after
    declarer = outcome["declarer"]
    for other in ((declarer + 1) % 3, (declarer + 2) % 3):
        payer, payee = (other, declarer) if amount > 0 else (declarer, other)
        pay(after, payer, payee, min(abs(amount), 2))
    return after
