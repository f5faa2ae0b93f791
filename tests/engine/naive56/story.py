"""One hand of 56, told from the first call to the last card."""

from collections.abc import Generator
from typing import Any, NamedTuple

from tests.engine.naive56.notation import calls_above, comes_to

Move = tuple[int, str, Any]
Story = Generator[list[Move], Move, dict[str, Any]]

ORDER = "J9ATKQ"
WORTH = {"J": 3, "9": 2, "A": 1, "T": 1, "K": 0, "Q": 0}
PACK = [suit + rank for suit in "SHDC" for rank in ORDER] * 2


class Said(NamedTuple):
    """What one seat said in its turn: `pass`, `double`, `redouble`, or `bid` with what it comes to."""

    seat: int
    word: str
    number: int | None = None
    denomination: str | None = None


def kind_of(rules: str) -> tuple[str, int]:
    """Return tradition and number of players of a rule set."""
    _, tradition, n = rules.split("-")
    return tradition, int(n)


def last_bid(said: list[Said]) -> Said | None:
    """Return the last contract bid."""
    bids = [one for one in said if one.word == "bid"]
    return bids[-1] if bids else None


def doubled(said: list[Said]) -> int:
    """Return 1 or 2 if the last contract bid is doubled or redoubled, else 0."""
    words = [one.word for one in said]
    since = words[len(words) - words[::-1].index("bid") :] if "bid" in words else []
    return since.count("double") + since.count("redouble")


def own_call_passed_by_all(said: list[Said], n: int) -> Said | None:
    """Return the speaker's own call if everybody else has passed on it."""
    others = said[-(n - 1) :]
    if len(said) >= n and all(one.word == "pass" for one in others):
        return said[-n]
    return None


def self_raised(said: list[Said], n: int) -> bool:
    """Say whether somebody raised a call of their own on which all the others had passed."""
    return any(
        one.word == "bid" and own_call_passed_by_all(said[:index], n) is not None for index, one in enumerate(said)
    )


def heard(said: list[Said], tradition: str, n: int, move: Move) -> Said:
    """Return what a legal call of the auction says."""
    seat, word, text = move
    if word == "call":
        last = last_bid(said)
        meaning = comes_to(text, tradition, last.number if last else None)
        assert meaning is not None
        return Said(seat, "bid", *meaning)
    if word == "pass" and tradition == "kerala" and [one.word for one in said] == ["pass"] * (n - 2):
        return Said(seat, "bid", 28, "NT")
    return Said(seat, word)


def may_call(said: list[Said], tradition: str, n: int, seat: int, hand: list[str]) -> list[Move]:
    """Return everything that the next speaker may say."""
    last, times, own = last_bid(said), doubled(said), own_call_passed_by_all(said, n)
    offers: list[Move] = []
    if not (tradition == "international" and not said):
        offers.append((seat, "pass", None))
    if last is not None and (seat - last.seat) % 2 == 1 and times == 0:
        offers.append((seat, "double", None))
    if last is not None and (seat - last.seat) % 2 == 0 and times == 1:
        offers.append((seat, "redouble", None))
    suits = {card[0] for card in hand}
    if len(suits) == 1 and seat not in [one.seat for one in said]:
        offers.append((seat, "redeal", None))
    if self_raised(said, n) or (times == 2 and tradition != "kerala") or (own is not None and own.word != "bid"):
        return offers
    denominations = {"NT"} | (suits if len(suits) > 1 else set())
    if own is not None:
        denominations &= {own.denomination}
    for text, denomination in calls_above(tradition, last.number if last else None):
        if denomination in denominations:
            offers.append((seat, "call", text))
    return offers


def auction(tradition: str, n: int, opener: int, cards: list[list[str]]) -> Generator[list[Move], Move, Any]:
    """Tell the auction; return all that was said, or nothing if somebody had the deal cancelled."""
    said: list[Said] = []
    while not (len(said) >= n and all(one.word == "pass" for one in said[-n:])):
        seat = (opener + len(said)) % n
        move = yield may_call(said, tradition, n, seat, cards[seat])
        if move[1] == "redeal":
            return None
        said.append(heard(said, tradition, n, move))
    return said


def best_of(trick: list[tuple[int, str]], trump: str) -> int:
    """Return who takes a trick; of two equal cards the first."""
    led = trick[0][1][0]
    asked = trump if any(card[0] == trump for _, card in trick) else led
    best = min(ORDER.index(card[1]) for _, card in trick if card[0] == asked)
    return next(seat for seat, card in trick if card[0] == asked and ORDER.index(card[1]) == best)


def play(n: int, opener: int, trump: str, cards: list[list[str]]) -> Generator[list[Move], Move, Any]:
    """Tell the play; return each side's card points and whether it ended by a claim."""
    hands = [list(hand) for hand in cards]
    points = [0, 0]
    leader = opener
    while any(hands):
        trick: list[tuple[int, str]] = []
        for turn in range(n):
            seat = (leader + turn) % n
            follows = [card for card in hands[seat] if trick and card[0] == trick[0][1][0]]
            offers: list[Move] = [(seat, "play", card) for card in sorted(set(follows or hands[seat]))]
            who, word, card = yield [*offers, *[(any_seat, "claim", None) for any_seat in range(n)]]
            if word == "claim":
                points[who % 2] += 56 - sum(points)
                return points, True
            hands[who].remove(card)
            trick.append((who, card))
        leader = best_of(trick, trump)
        points[leader % 2] += sum(WORTH[card[1]] for _, card in trick)
    return points, False


def tell(rules: str, dealer: int, cards: list[list[str]]) -> Story:
    """Tell one hand; return its outcome."""
    tradition, n = kind_of(rules)
    opener = (dealer + 1) % n
    said = yield from auction(tradition, n, opener, cards)
    if said is None:
        return {"outcome": "cancelled"}
    contract = last_bid(said)
    if contract is None:
        return {"outcome": "passed_out"}
    trump = contract.denomination
    for side in (0, 1):
        held = [card for seat in range(side, n, 2) for card in cards[seat] if card[0] == trump]
        if len(held) == 12:
            return {"outcome": "cancelled"}
    points, claimed = yield from play(n, opener, trump, cards)
    made = points[contract.seat % 2] >= contract.number
    return {
        "outcome": "claimed" if claimed else "made" if made else "failed",
        "declarer": contract.seat,
        "bid": contract.number,
        "denomination": trump,
        "doubled": doubled(said),
        "points": points,
    }


def follow(rules: str, dealer: int, cards: list[list[str]], moves: list[Move]) -> list[Move]:
    """Return what may be done after some moves of a hand: nothing once it is over."""
    story = tell(rules, dealer, cards)
    offers = next(story)
    for move in moves:
        if move not in offers:
            raise ValueError(f"{move} is not among {offers}")
        try:
            offers = story.send(move)
        except StopIteration:
            return []
    return offers


def perft(rules: str, dealer: int, cards: list[list[str]], moves: list[Move], depth: int) -> list[int]:
    """Count the ways to go on for one move, for two, and so on as far as the depth."""
    offers = follow(rules, dealer, cards, moves)
    counts = [len(offers)] + [0] * (depth - 1)
    if depth > 1:
        for move in offers:
            further = perft(rules, dealer, cards, [*moves, move], depth - 1)
            counts[1:] = [count + more for count, more in zip(counts[1:], further, strict=True)]
    return counts
