"""Games of 56 made up to reach every corner: hands of one suit, sides with all of a suit, fierce auctions."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.engine.naive56.score import Account
from tests.engine.naive56.story import PACK, Move, kind_of, tell


def deal(n: int, chance: Random) -> list[list[str]]:
    """Return cards for every seat: at random, a seat with one suit only, or a side with a whole suit."""
    pack = list(PACK)
    chance.shuffle(pack)
    each = 48 // n
    kind = chance.random()
    first = chance.randrange(n)
    order = [(first + step) % n for step in range(n)]
    if kind < 0.25:
        suit = chance.choice("SHDC")
        pack.sort(key=lambda card: card[0] != suit)
        top, rest = pack[:12], pack[12:]
        chance.shuffle(top)
        pack = top[:each] + chance.sample(top[each:] + rest, 48 - each)
    elif kind < 0.45:
        suit = chance.choice("SHDC")
        top = [card for card in pack if card[0] == suit]
        rest = [card for card in pack if card[0] != suit]
        ours = top + rest[: 24 - 12]
        chance.shuffle(ours)
        pack = ours + rest[12:]
        order = [*order[::2], *order[1::2]]
    elif kind < 0.55:
        pack.sort(key=lambda card: "SHDC".index(card[0]))
    hands: list[list[str]] = [[] for _ in range(n)]
    for place, seat in enumerate(order):
        hands[seat] = pack[place * each : (place + 1) * each]
    for hand in hands:
        chance.shuffle(hand)
    return hands


def chooser(chance: Random) -> Callable[[list[Move]], Move]:
    """Return a way to choose that likes doubles, small raises, one's own raise, redeals and claims in turn."""
    silence = chance.choice((0.4, 0.75, 0.9, 0.97))
    fierce = chance.choice((0.1, 0.5, 0.9))
    redeals, claims = chance.choice((0.1, 0.9)), chance.choice((0.0, 0.01, 0.1))
    suits = chance.random() < 0.6
    loud = chance.choice((0.0, 0.3))

    def choose(offers: list[Move]) -> Move:
        words: dict[str, list[Move]] = {}
        for offer in offers:
            words.setdefault(offer[1], []).append(offer)
        if "play" in words:
            return chance.choice(words["claim" if chance.random() < claims else "play"])
        if "redeal" in words and chance.random() < redeals:
            return words["redeal"][0]
        for word in ("double", "redouble"):
            if word in words and chance.random() < fierce / 2:
                return words[word][0]
        if "call" in words and ("pass" not in words or chance.random() > silence):
            calls = [offer for offer in words["call"] if suits == any(suit in offer[2] for suit in "HDC")]
            calls = calls or words["call"]
            low = [offer for offer in calls if offer[2].strip("SHDCNTP+") in ("", *"1234")]
            by_number = sorted(calls, key=lambda offer: offer[2].strip("SHDCNTP+").zfill(2))
            numbered = [offer for offer in by_number if len(offer[2].strip("SHDCNTP+")) == 2]
            if chance.random() < loud:
                return chance.choice(calls)
            return chance.choice(low if low and chance.random() < 0.4 else numbered[:12] or calls)
        return words["pass"][0] if "pass" in words else chance.choice(offers)

    return choose


def options(chance: Random) -> dict[str, Any]:
    """Return options at random, with endings that come soon."""
    chosen: dict[str, Any] = {}
    if chance.random() < 0.5:
        chosen["doubling"] = chance.choice(("multiply", "add"))
    ending = chance.choice((None, "open", "hands", "games", "games"))
    if ending == "open":
        chosen["ending"] = {"type": "open"}
    elif ending == "hands":
        chosen["ending"] = {"type": "hands", "count": chance.choice((1, 2, 3, 500))}
    elif ending == "games":
        chosen["ending"] = {
            "type": "games",
            "best_of": chance.choice((1, 1, 3, 9)),
            "target": chance.choice((1, 2, 5, 21, 100)),
            "lead": chance.choice((1, 1, 2, 4, 20)),
        }
    return chosen


def plain(move: Move) -> dict[str, Any]:
    """Return a move as a record writes it."""
    seat, word, what = move
    action = {"seat": seat, "type": word}
    if what is not None:
        action["card" if word == "play" else "call"] = what
    return action


def record(rules: str, chance: Random, hands: int = 3) -> dict[str, Any]:
    """Return the record of a legal game of so many hands, or fewer, the last perhaps unfinished."""
    n = kind_of(rules)[1]
    chosen = options(chance)
    account = Account(rules, chosen)
    written: list[dict[str, Any]] = []
    dealer = chance.randrange(n)
    while len(written) < hands and not account.finished:
        cards = deal(n, chance)
        story, choose = tell(rules, dealer, cards), chooser(chance)
        offers: list[Move] = next(story)
        hand: dict[str, Any] = {"dealer": dealer, "cards": cards, "actions": []}
        written.append(hand)
        cut = chance.randrange(60) if len(written) == hands and chance.random() < 0.2 else None
        try:
            while cut is None or len(hand["actions"]) < cut:
                move = choose(offers)
                hand["actions"].append(plain(move))
                offers = story.send(move)
        except StopIteration as end:
            result = account.enter(end.value)
            if chance.random() < 0.7:
                hand["result"] = result
            if result["outcome"] != "cancelled":
                dealer = (dealer + 1) % n
            continue
        break
    said: dict[str, Any] = {"format": "lelam-record/1", "rules": rules}
    if chosen or chance.random() < 0.5:
        said["options"] = chosen
    return said | {"players": list("ABCDEFGH"[:n]), "hands": written}
