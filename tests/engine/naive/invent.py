"""Random games by the naive rules, written down as records, and ways to spoil a record."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

from tests.engine.naive.books import Books
from tests.engine.naive.form import AMOUNTS, CODES, HOUSE, WORDS
from tests.engine.naive.story import Moment, Move, tell
from tests.engine.naive.tables import Table, ids, table

Json = dict[str, Any]

# How often a word is said where it may be said.
OFTEN = {"thani": 0.4, "cot": 0.05, "surrender_offer": 0.2, "surrender_accept": 0.25, "surrender_refuse": 1.0}
OFTEN |= {"ask": 0.4, "reveal": 0.5, "keep": 0.4, "pass": 0.65}


def random_options(rules: str, chance: Random) -> Json:
    """Return options that the rule set has, some left to their defaults."""
    kind = table(rules).kind
    options: Json = {}
    endings: list[Json] = [{"type": "hands", "count": chance.randint(1, 4)}]
    endings.append({"type": "elimination" if kind == "kerala" else "open"})
    if kind != "wikipedia":
        endings.append({"type": "target", "game_points": chance.randint(1, 6)})
    if chance.random() < 0.6:
        options["ending"] = chance.choice(endings)
    if kind == "kerala":
        if chance.random() < 0.8:
            options["starting_stakes"] = chance.randint(1, 6)
    elif kind != "book":
        options |= {name: chance.random() < 0.8 for name in ("cot", "thani") if chance.random() < 0.8}
    if kind == "house":
        for form, need in HOUSE.items():
            if (not need or options.get(need)) and chance.random() < 0.7:
                options[form] = chance.random() < 0.8
        options |= {amount: chance.randint(1, 9) for amount in AMOUNTS if chance.random() < 0.4}
    return options


def random_cards(at: Table, chance: Random) -> list[list[str]]:
    """Deal: mostly at random, at times so that a side is strong or the seats have long suits."""
    pack = at.pack()
    chance.shuffle(pack)
    way = chance.random()
    seats = list(range(at.players))
    if way < 0.15:
        pack.sort(key=lambda card: card[0])
        for _ in range(chance.choice((0, 2, 4, 8))):
            one, other = chance.randrange(len(pack)), chance.randrange(len(pack))
            pack[one], pack[other] = pack[other], pack[one]
        chance.shuffle(seats)
    elif way < 0.35:
        pack.sort(key=lambda card: at.ranks.index(card[1]) + 2 * chance.random())
        strong = chance.randrange(at.sides)
        seats.sort(key=lambda seat: at.side(seat) != strong)
    cards: list[list[str]] = [[] for _ in seats]
    for place, seat in enumerate(seats):
        cards[seat] = pack[place * at.each : (place + 1) * at.each]
        chance.shuffle(cards[seat])
    return cards


def choose(moment: Moment, chance: Random, concede: float = 0.01) -> Move:
    """Choose a move so that play leads into every corner: low raises, asks, reveals, now and then the maximum."""
    by_word: dict[str, list[Move]] = {}
    for offer in moment.offers:
        by_word.setdefault(offer[1], []).append(offer)
    if "concede" in by_word and (chance.random() < concede or len(by_word) == 1):
        return by_word["concede"][0]
    for word, often in OFTEN.items():
        if word in by_word and (chance.random() < often or len(by_word) == 1):
            return by_word[word][0]
    if "bid" in by_word:
        bids = by_word["bid"]
        return bids[-1] if chance.random() < 0.03 else chance.choice(bids[:3])
    return chance.choice(by_word.get("play") or by_word.get("fold") or moment.offers)


def written(move: Move) -> Json:
    """Return a move as a record's action."""
    seat, word, what = move
    plain: Json = {"seat": seat, "type": word}
    if what is not None:
        plain["value" if word == "bid" else "card"] = what
    return plain


def random_record(rules: str, options: Json, chance: Random, hands: int) -> Json:
    """Return the record of a legal game of so many hands, or fewer if it is decided before."""
    books = Books(rules, options)
    at = books.table
    record: Json = {"format": "lelam-record/1", "rules": rules, "options": options}
    record |= {"players": [f"P{seat}" for seat in range(at.players)], "hands": []}
    dealer = chance.randrange(at.players)
    while len(record["hands"]) < hands and not books.finished:
        cards = random_cards(at, chance)
        story, actions = tell(rules, dealer, cards, options), []
        moment = next(story)
        while True:
            move = choose(moment, chance)
            actions.append(written(move))
            try:
                moment = story.send(move)
            except StopIteration as end:
                result = books.enter(end.value)
                break
        record["hands"].append({"dealer": dealer, "cards": cards, "actions": actions, "result": result})
        dealer = (dealer + 1) % at.players
    return record


def spoil(record: Json, chance: Random) -> str:
    """Spoil a record in one place, leaving its form whole; return in which way."""
    way = chance.choices([one for one, _ in WAYS], [weight for _, weight in WAYS])[0]
    if record["hands"]:
        way(record, chance)
    return way.__name__


def a_hand(record: Json, chance: Random) -> Json:
    hand: Json = chance.choice(record["hands"])
    return hand


def an_action(record: Json, chance: Random, words: tuple[str, ...] = ()) -> Json:
    """Return one of the actions, of such a word if there is any."""
    actions = a_hand(record, chance)["actions"]
    wanted = [action for action in actions if action["type"] in words] or actions
    return chance.choice(wanted) if wanted else {}


def random_action(record: Json, chance: Random) -> Json:
    """Return an action of any word by any seat."""
    at = table(record["rules"])
    word = chance.choice(WORDS)
    plain: Json = {"seat": chance.randrange(at.players), "type": word}
    if word == "bid":
        plain["value"] = chance.randint(10, at.top + 2)
    elif word in ("fold", "play"):
        plain["card"] = chance.choice(at.pack())
    elif word == "call":
        plain["call"] = "28S"
    return plain


def other_seat(record: Json, chance: Random) -> None:
    an_action(record, chance)["seat"] = chance.randrange(table(record["rules"]).players)


def other_number(record: Json, chance: Random) -> None:
    action = an_action(record, chance, ("bid",))
    if action.get("type") == "bid":
        nearby = action["value"] + chance.choice((-2, -1, 1, 2))
        action["value"] = chance.choice((nearby, nearby, 0, -5, 13, 19, 20, 23, 24, 28, 29, 40, 41, 10**6))


def other_card(record: Json, chance: Random) -> None:
    hand = a_hand(record, chance)
    holding = [action for action in hand["actions"] if "card" in action]
    if holding:
        action = chance.choice(holding)
        own = hand["cards"][action["seat"]]
        pool = own if own and chance.random() < 0.75 else sorted(CODES)
        action["card"] = chance.choice(pool)


def later_card(record: Json, chance: Random) -> None:
    """Exchange two cards that a seat plays, so that both are in its hand."""
    plays = [action for action in a_hand(record, chance)["actions"] if action["type"] == "play"]
    if plays:
        one = chance.choice(plays)
        other = chance.choice([action for action in plays if action["seat"] == one["seat"]])
        one["card"], other["card"] = other["card"], one["card"]


def ask_first(record: Json, chance: Random) -> None:
    """Let a seat ask or reveal before it plays a card."""
    actions = a_hand(record, chance)["actions"]
    plays = [index for index, action in enumerate(actions) if action["type"] == "play"]
    if plays:
        place = chance.choice(plays)
        actions.insert(place, {"seat": actions[place]["seat"], "type": chance.choice(("ask", "reveal"))})


def another_word(record: Json, chance: Random) -> None:
    action = an_action(record, chance, chance.choice(((), ("fold", "keep", "ask", "reveal", "pass", "thani"))))
    if action:
        seat = action["seat"]
        action.clear()
        action.update(random_action(record, chance))
        if chance.random() < 0.7:
            action["seat"] = seat


def drop_action(record: Json, chance: Random) -> None:
    actions = a_hand(record, chance)["actions"]
    if actions:
        del actions[chance.randrange(len(actions))]


def drop_word(record: Json, chance: Random) -> None:
    """Drop one of the rarer actions."""
    actions = a_hand(record, chance)["actions"]
    rare = [index for index, action in enumerate(actions) if action["type"] not in ("play", "bid")]
    if rare:
        del actions[chance.choice(rare)]


def double_action(record: Json, chance: Random) -> None:
    actions = a_hand(record, chance)["actions"]
    if actions:
        place = chance.randrange(len(actions))
        actions.insert(place, copy.deepcopy(actions[place]))


def swap_actions(record: Json, chance: Random) -> None:
    actions = a_hand(record, chance)["actions"]
    if len(actions) > 1:
        place = chance.randrange(len(actions) - 1)
        actions[place], actions[place + 1] = actions[place + 1], actions[place]


def insert_action(record: Json, chance: Random) -> None:
    actions = a_hand(record, chance)["actions"]
    place = chance.randint(0, len(actions))
    action = random_action(record, chance)
    following = actions[min(place, len(actions) - 1)] if actions else None
    if following and chance.random() < 0.7:
        action["seat"] = following["seat"]
    actions.insert(place, action)


def insert_turning(record: Json, chance: Random) -> None:
    """Let somebody ask, reveal, concede or undertake a thani somewhere."""
    actions = a_hand(record, chance)["actions"]
    word = chance.choice(
        ("ask", "reveal", "concede", "thani", "pass", "keep", "cot", "surrender_offer", "surrender_refuse")
    )
    place = chance.randint(0, len(actions))
    seat = actions[place]["seat"] if place < len(actions) and chance.random() < 0.7 else 0
    actions.insert(place, {"seat": seat, "type": word})


def other_dealer(record: Json, chance: Random) -> None:
    a_hand(record, chance)["dealer"] = chance.randrange(table(record["rules"]).players)


def exchange_cards(record: Json, chance: Random) -> None:
    """Exchange two cards, so that the deal is right and the play is not."""
    cards = a_hand(record, chance)["cards"]
    one, other = chance.choice(cards), chance.choice(cards)
    if one and other:
        first, second = chance.randrange(len(one)), chance.randrange(len(other))
        one[first], other[second] = other[second], one[first]


def other_deal(record: Json, chance: Random) -> None:
    """Deal wrongly: a card too much, too little, twice, or from another deck."""
    cards = a_hand(record, chance)["cards"]
    held = chance.choice(cards)
    match chance.randrange(4):
        case 0:
            held.append(chance.choice(sorted(CODES)))
        case 1 if held:
            held.pop()
        case 2 if held:
            held[chance.randrange(len(held))] = chance.choice(sorted(CODES))
        case 3 if held:
            chance.choice(cards).append(held.pop())


def cut(record: Json, chance: Random) -> None:
    actions = a_hand(record, chance)["actions"]
    del actions[chance.randint(0, len(actions)) :]


def one_hand_more(record: Json, chance: Random) -> None:
    """Add a hand again, often by the dealer whose turn it is."""
    hands = record["hands"]
    more = copy.deepcopy(chance.choice(hands))
    if chance.random() < 0.7:
        more["dealer"] = (hands[-1]["dealer"] + 1) % table(record["rules"]).players
    hands.append(more)


def drop_hand(record: Json, chance: Random) -> None:
    del record["hands"][chance.randrange(len(record["hands"]))]


def other_rules(record: Json, chance: Random) -> None:
    """Judge the game by another rule set at which as many sit."""
    alike = [rules for rules in ids() if table(rules).players == table(record["rules"]).players]
    record["rules"] = chance.choice(alike)
    record["options"] = random_options(record["rules"], chance)


def other_options(record: Json, chance: Random) -> None:
    record["options"] = random_options(record["rules"], chance)
    if chance.random() < 0.1:
        del record["options"]


def other_claim(record: Json, chance: Random) -> None:
    """Claim another result, or part of it, or something that no result has."""
    hand = a_hand(record, chance)
    claim = hand.get("result")
    if not claim:
        hand["result"] = {} if chance.random() < 0.5 else {"outcome": chance.choice(("made", "conceded", "passed_out"))}
        return
    name = chance.choice(list(claim))
    value = claim[name]
    match chance.randrange(6):
        case 0:
            del claim[name]
        case 1:
            claim[name] = None
        case 2:
            claim[name] = chance.choice((True, False, 1, "made", [0, 0], [], {}, [True, False], 3.5, [None]))
        case 3:
            strange = (
                "points",
                "stakes",
                "score",
                "kunukku",
                "salaams",
                "declarer",
                "bid",
                "denomination",
                "doubled",
                "note",
            )
            claim[chance.choice(strange)] = chance.choice((None, 0, 1, [0] * chance.randint(2, 8)))
        case 4 if isinstance(value, list) and value:
            value[chance.randrange(len(value))] += chance.choice((-1, 1))
        case 4 if isinstance(value, int):
            claim[name] = value + chance.choice((-1, 1))
        case _:
            del hand["result"]


WAYS: list[tuple[Callable[[Json, Random], None], int]] = [
    (other_seat, 2),
    (other_number, 4),
    (other_card, 6),
    (later_card, 12),
    (ask_first, 8),
    (another_word, 3),
    (drop_action, 3),
    (drop_word, 3),
    (double_action, 2),
    (swap_actions, 2),
    (insert_action, 3),
    (insert_turning, 3),
    (other_dealer, 1),
    (exchange_cards, 2),
    (other_deal, 1),
    (cut, 1),
    (one_hand_more, 2),
    (drop_hand, 1),
    (other_rules, 1),
    (other_options, 2),
    (other_claim, 4),
]
