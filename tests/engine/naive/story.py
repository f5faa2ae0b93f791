"""One hand, told from the first bid to the last card as the rule book goes through it.

`tell` is a generator: it says what the moment is and what may be done (a list of moves), and is sent the move
that is done. A move is `(seat, word, card or number or None)`. Cards are texts, hands are lists.
"""

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from tests.engine.naive.tables import Table, table

Move = tuple[int, str, Any]

WORTH = {"J": 3, "3": 3, "9": 2, "A": 1, "T": 1}


@dataclass
class Moment:
    """What is going on, whose turn it is, and everything that anybody may do now."""

    phase: str
    seat: int
    offers: list[Move]
    words: set[str]
    least: int = 0
    least_rule: str = ""
    partner: bool = False
    hand: list[str] = field(default_factory=list)
    hand_rule: str = ""
    declarer: int | None = None
    hidden: bool = True
    led: str | None = None
    duty: str | None = None
    trump: str = ""
    shown: dict[int, list[str]] = field(default_factory=dict)


Story = Generator[Moment, Move, dict[str, Any]]
Part = Generator[Moment, Move, Any]


def tell(rules: str, dealer: int, cards: list[list[str]], options: dict[str, Any] | None = None) -> Story:
    """Tell one hand; return what came of it."""
    at = table(rules, options)
    opener = (dealer + 1) % at.players

    # The first auction.
    best_seat, best = yield from first_auction(at, opener)
    if best_seat is None:
        return {"outcome": "passed_out"}
    tale: dict[str, Any] = {"declarer": best_seat, "bid": best, "again": False}
    if best is None:
        tale["alone"] = "cot"
        return (yield from play(at, tale, best_seat, [hand[: at.first] for hand in cards], None))

    # The first fold.
    bidder = best_seat
    move = yield folding(at, bidder, cards[bidder][: at.first], "28-FOLD-2", "")
    if move[1] == "concede":
        return {**tale, "outcome": "conceded"}
    folded = move[2]
    hands = [list(hand) for hand in cards]
    hands[bidder].remove(folded)

    # What is said with all cards in hand.
    if at.kind == "kerala":
        best_seat, best, again = yield from second_auction(at, bidder, best)
        tale |= {"declarer": best_seat, "bid": best, "again": again}
        move = yield final_trump(at, best_seat, bidder, hands, folded)
        if move[1] == "concede":
            return {**tale, "outcome": "conceded"}
        if best_seat != bidder or move[1] == "fold":
            hands[bidder].append(folded)
        if move[1] == "fold":
            folded = move[2]
            hands[best_seat].remove(folded)
    else:
        tale["bid"], thani = yield from raising(at, bidder, best)
        if thani:
            tale["alone"], opener = "thani", bidder

    return (yield from play(at, tale, opener, hands, folded))


def first_auction(at: Table, opener: int) -> Part:
    """Tell the first auction, or the only one; return who bid what. A four-card cot has no number."""
    best_seat, best = None, None
    speaker, passes = opener, 0
    open_pass = at.rules == "28-wikipedia-3"
    while best != at.top and passes < (at.players if best is None else at.players - 1):
        if best is not None:
            least = best + 1
        elif open_pass and passes == 2:
            least = 14
        else:
            least = at.low
        over_partner = at.kind != "kerala" and best is not None and at.side(best_seat) == at.side(speaker)
        numbers = [number for number in range(least, at.top + 1) if number >= 20 or not over_partner]
        offers: list[Move] = [(speaker, "bid", number) for number in numbers]
        if best is not None or open_pass:
            offers.append((speaker, "pass", None))
        words = {"bid", "pass"}
        if at.has("four_card_cot"):
            offers.append((speaker, "cot", None))
            words.add("cot")
        _, word, number = yield Moment(
            "auction", speaker, offers, words, least=least, least_rule="28-AUC-3", partner=over_partner
        )
        if word == "cot":
            return speaker, None
        if word == "bid":
            best_seat, best, passes = speaker, number, 0
        else:
            passes += 1
        speaker = (speaker + 1) % at.players
    return best_seat, best


def folding(at: Table, seat: int, choice: list[str], rule: str, barred: str) -> Moment:
    """Describe the moment of folding a card, of any suit but the barred one."""
    offers: list[Move] = [(seat, "fold", card) for card in choice if card[0] != barred]
    if at.kind == "kerala":
        offers.append((seat, "concede", None))
    return Moment("fold", seat, offers, {"fold"}, hand=choice, hand_rule=rule, declarer=seat)


def second_auction(at: Table, bidder: int, best: int) -> Part:
    """Tell the second auction of the Kerala game; return who holds the contract, and if it was bid here."""
    best_seat, again = bidder, False
    speaker, passes = bidder, 0
    while best != 28 and passes < (at.players - 1 if again else at.players):
        least = max(24 if at.players == 4 else 22, best + 1)
        offers: list[Move] = [(speaker, "bid", number) for number in range(least, 29)]
        offers.append((speaker, "pass", None))
        _, word, number = yield Moment(
            "auction2", speaker, offers, {"bid", "pass"}, least=least, least_rule="28-AUC2-2"
        )
        if word == "bid":
            best_seat, best, passes, again = speaker, number, 0, True
        else:
            passes += 1
        speaker = (speaker + 1) % at.players
    return best_seat, best, again


def final_trump(at: Table, declarer: int, bidder: int, hands: list[list[str]], folded: str) -> Moment:
    """Describe the final trump decision of the Kerala game."""
    if declarer != bidder:
        moment = folding(at, declarer, hands[declarer], "28-TRUMP-2", "")
    else:
        moment = folding(at, declarer, [*hands[declarer], folded], "28-TRUMP-2", folded[0])
        moment.offers.append((declarer, "keep", None))
        moment.words.add("keep")
    moment.phase = "trump"
    return moment


def raising(at: Table, bidder: int, best: int) -> Part:
    """Tell the turns after the last batch; return the contract and whether it is a thani."""
    in_batches = at.first < at.each
    speakers = [bidder, (bidder + 2) % 4] if at.players == 4 else [bidder]
    for speaker in speakers:
        least = max(24, best + 1)
        alone = at.has("thani") and speaker == bidder
        if not alone and not (in_batches and best < at.top):
            continue
        offers: list[Move] = [(speaker, "pass", None)]
        words = {"pass"}
        if in_batches:
            offers += [(speaker, "bid", number) for number in range(least, at.top + 1)]
            words.add("bid")
        if alone:
            offers.append((speaker, "thani", None))
            words.add("thani")
        _, word, number = yield Moment("raise", speaker, offers, words, least=least, least_rule="28-PAG-3")
        if word == "thani":
            return best, True
        if word == "bid":
            best = number
    return best, False


def play(at: Table, tale: dict[str, Any], leader: int, hands: list[list[str]], folded: str | None) -> Part:
    """Tell the tricks; return what came of the hand."""
    declarer = tale["declarer"]
    trump, hidden = (folded[0], True) if folded else ("", False)
    points, takers = tale["points"], tale["takers"] = [0] * at.sides, []
    for number in range(at.each if folded else at.first):
        trick: list[tuple[int, str]] = []
        # How many cards of this trick lay there when the trump was turned up.
        before = 0
        for turn in range(at.players):
            seat = (leader + turn) % at.players
            led = trick[0][1][0] if trick else None
            duty = None
            while True:
                hand = hands[seat]
                void = led is not None and all(card[0] != led for card in hand)
                offers: list[Move] = [(seat, "play", card) for card in playable(hand, led, duty, folded)]
                if seat == declarer and led is None and hidden and any(card[0] != trump for card in hand):
                    offers = [offer for offer in offers if offer[2][0] != trump]
                if not hand:
                    offers.append((seat, "play", folded))
                words = {"play", "ask", "reveal"} if hidden else {"play"}
                if void and hidden:
                    offers.append((seat, "reveal" if seat == declarer else "ask", None))
                if at.kind == "kerala" and points[at.side(declarer)] < tale["bid"]:
                    offers.append((declarer, "concede", None))
                if duty is None:
                    say_more(at, tale, seat, first=number == 6 and not trick, offers=offers, words=words)
                _, word, card = yield Moment(
                    "play",
                    seat,
                    offers,
                    words,
                    hand=hand or [folded],
                    hand_rule="28-PLAY-2",
                    declarer=declarer,
                    hidden=hidden,
                    led=led,
                    duty=duty,
                    trump=trump,
                    shown={} if folded else {(declarer + 2) % 4: hands[(declarer + 2) % 4]},
                )
                if word == "concede":
                    return {**tale, "outcome": "conceded"}
                if word == "play":
                    break
                if word == "thani":
                    tale |= {"alone": "late thani", "player": seat}
                elif word == "surrender_offer":
                    _, word, _ = yield answering((seat + 1) % at.players)
                    if word == "surrender_accept":
                        points[at.side(seat)], points[1 - at.side(seat)] = 0, 28
                        return {**tale, "outcome": "failed" if at.side(seat) == at.side(declarer) else "made"}
                    tale["refused"] = 1 - at.side(seat)
                else:
                    hidden, before = False, len(trick)
                    hands[declarer].append(folded)
                    duty = "trump" if word == "ask" else "own trump" if at.kind != "kerala" else "indicator"
            if card in hand:
                hand.remove(card)
            else:
                hidden, before = False, len(trick)
            trick.append((seat, card))
        leader = taker_of(trick, at.ranks, "" if hidden else trump, before if at.kind == "book" else 0)
        takers.append(leader)
        points[at.side(leader)] += sum(WORTH.get(card[1], 0) for _, card in trick)
    return {**tale, "outcome": "made" if fulfilled(at, tale) else "failed"}


def say_more(at: Table, tale: dict[str, Any], seat: int, first: bool, offers: list[Move], words: set[str]) -> None:
    """Add what the house rules let a seat say before it plays; `first` is the lead to the seventh trick."""
    takers = tale["takers"]
    if "alone" in tale or "refused" in tale:
        return
    if at.has("late_thani") and first and set(takers) == {seat}:
        offers.append((seat, "thani", None))
        words.add("thani")
    if at.has("surrender") and len({at.side(taker) for taker in takers}) == 1:
        words.add("surrender_offer")
        if at.side(seat) != at.side(takers[0]):
            offers.append((seat, "surrender_offer", None))


def answering(seat: int) -> Moment:
    """Describe the moment after a surrender is offered."""
    words = ["surrender_accept", "surrender_refuse"]
    return Moment("surrender", seat, [(seat, word, None) for word in words], set(words))


def fulfilled(at: Table, tale: dict[str, Any]) -> bool:
    """Say whether the declarer, or who goes alone, did what was promised."""
    declarer, takers = tale["declarer"], tale["takers"]
    if "alone" in tale:
        return set(takers) == {tale.get("player", declarer)}
    if "refused" in tale:
        swept = all(at.side(taker) == tale["refused"] for taker in takers)
        return swept == (tale["refused"] == at.side(declarer))
    return bool(tale["points"][at.side(declarer)] >= tale["bid"])


def playable(hand: list[str], led: str | None, duty: str | None, folded: str | None) -> list[str]:
    """Return the cards that may be played, the lead of a hidden trump aside."""
    if duty == "indicator":
        return [folded]
    wanted = led if duty is None else folded[0]
    return [card for card in hand if card[0] == wanted] or hand


def taker_of(trick: list[tuple[int, str]], ranks: str, trump: str, first_trump: int) -> int:
    """Return who takes a trick, in which trumps count from a certain card on."""
    rival = [(seat, card) for place, (seat, card) in enumerate(trick) if card[0] == trump and place >= first_trump]
    if not rival:
        rival = [(seat, card) for seat, card in trick if card[0] == trick[0][1][0]]
    # The jack and the three are level (28-W8-2); of equals the first is the higher.
    height = {rank: place for place, rank in enumerate(ranks.replace("3", ""))} | {"3": 0}
    return min(rival, key=lambda one: height[one[1][1]])[0]


def follow(
    rules: str, dealer: int, cards: list[list[str]], moves: list[Move], options: dict[str, Any] | None = None
) -> list[Move]:
    """Return what may be done after some moves of a hand; nothing once it is over."""
    story = tell(rules, dealer, cards, options)
    moment = next(story)
    for move in moves:
        if move not in moment.offers:
            raise ValueError(f"{move} is not among {moment.offers}")
        try:
            moment = story.send(move)
        except StopIteration:
            return []
    return moment.offers


def perft(
    rules: str,
    dealer: int,
    cards: list[list[str]],
    moves: list[Move],
    depth: int,
    options: dict[str, Any] | None = None,
) -> list[int]:
    """Count the ways to go on for one move, for two, and so on as far as the depth."""
    offers = follow(rules, dealer, cards, moves, options)
    counts = [len(offers)] + [0] * (depth - 1)
    if depth > 1:
        for move in offers:
            further = perft(rules, dealer, cards, [*moves, move], depth - 1, options)
            counts[1:] = [count + more for count, more in zip(counts[1:], further, strict=True)]
    return counts
