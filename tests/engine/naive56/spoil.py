"""Records of 56 with something wrong in them: a call, a card, a deal, a claim, or the form."""

import copy
from random import Random
from typing import Any

from tests.engine.naive56.form import CODES, WORDS
from tests.engine.naive56.invent import record
from tests.engine.naive56.notation import read
from tests.engine.naive56.story import PACK, kind_of

ADMITTED = "28S 29NS 30NT 28P S28 +S +1S +2S +7D S+ S+1 H+7 +1NS +2NS +7NS 31H 40C 56NT 56S C56 56NS 39D 48H"
OUT_OF_REACH = "27S 27NS 57S 99NT 00P S27 C99 +0S +8S +9NS H+0 D+8 +0NS +8NS"
NOWHERE = "+NS +NT +1NT NS+1 NS+ NT+ NT+3 NS28 NT28 NT99"
UNREADABLE = "P28 +P P+ 28 S SS 28X 28s +S1 ++S +10S S+10 280S 2S NSNS 28NSS NS+S pass double +1P S+1S 28NT-"
TEXTS = [
    *ADMITTED.split(),
    *OUT_OF_REACH.split(),
    *NOWHERE.split(),
    *UNREADABLE.split(),
    *("", " 28S", "28S ", "28S\n", "+ S", "\uff12\uff18S", "\u0662\u0668S"),
]
"""Calls of every form, right and wrong, and texts that are none."""

CLAIMED = "outcome declarer bid denomination doubled points score games stakes game_points kunukku"
ODD_VALUES: list[Any] = [
    *(None, True, False, -1, 0, 8, 1.0, 10**30),
    *("1", "", "SJ", "S8", "SX", "Sj"),
    *([], {}, [1], {"a": 1}),
]
ODD_OPTIONS: list[Any] = [
    {"doubling": "treble"},
    {"doubling": None},
    {"doubling": True},
    {"starting_stakes": 5},
    {"a/b~c": 1},
    {"ending": "open"},
    {"ending": {}},
    {"ending": {"type": "open", "count": 1}},
    {"ending": {"type": "hands"}},
    {"ending": {"type": "hands", "count": 0}},
    {"ending": {"type": "hands", "count": 501}},
    {"ending": {"type": "hands", "count": True}},
    {"ending": {"type": "hands", "count": 2.0}},
    {"ending": {"type": "hands", "count": "2"}},
    {"ending": {"type": "target", "game_points": 3}},
    {"ending": {"type": "elimination"}},
    {"ending": {"type": "games", "best_of": 2, "target": 21, "lead": 2}},
    {"ending": {"type": "games", "best_of": 11, "target": 21, "lead": 2}},
    {"ending": {"type": "games", "best_of": 3, "target": 101, "lead": 2}},
    {"ending": {"type": "games", "best_of": 3, "target": 21, "lead": 21}},
    {"ending": {"type": "games", "best_of": 3, "target": 21, "lead": 0}},
    {"ending": {"type": "games", "best_of": 3, "target": 21}},
    {"ending": {"type": "games", "best_of": 3, "target": 21, "lead": 2, "more": 1}},
    {"ending": {"type": "games", "best_of": 1, "target": 3, "lead": 1}, "doubling": "add"},
    None,
    [],
]


def any_action(n: int, chance: Random) -> dict[str, Any]:
    """Return an action of any type of either family."""
    word = chance.choice((*WORDS, "call", "pass", "double", "redouble", "redeal", "claim", "play"))
    action: dict[str, Any] = {"seat": chance.randrange(n), "type": word}
    if word in ("play", "fold"):
        action["card"] = chance.choice((*PACK, *CODES))
    elif word == "bid":
        action["value"] = chance.choice((14, 28, 56))
    elif word == "call":
        action["call"] = chance.choice(TEXTS)
    return action


def change_action(hand: dict[str, Any], n: int, chance: Random) -> None:
    """Change, drop, double, exchange or insert one action."""
    actions = hand["actions"]
    if not actions:
        actions.append(any_action(n, chance))
        return
    index = chance.randrange(len(actions))
    action = actions[index]
    turn = action["seat"]
    kind = chance.randrange(12)
    if kind == 0:
        action["seat"] = chance.randrange(n)
    elif kind == 1:
        del actions[index]
    elif kind == 2:
        actions.insert(index, dict(action))
    elif kind == 3:
        actions.insert(index, any_action(n, chance))
    elif kind in (4, 5):
        actions[index] = any_action(n, chance) | {"seat": turn}
    elif kind == 6:
        other = chance.randrange(len(actions))
        actions[index], actions[other] = actions[other], action
    elif kind in (7, 8, 9):
        change_call(actions, chance)
    elif action["type"] == "play":
        action["card"] = chance.choice(hand["cards"][turn] or PACK)
    else:
        word = chance.choice(("pass", "double", "redouble", "redeal"))
        actions[index] = {"seat": turn, "type": word}


def change_call(actions: list[dict[str, Any]], chance: Random) -> None:
    """Have something else said in its place: most of all at the end of the auction, where most is forbidden."""
    spoken = [index for index, one in enumerate(actions) if one["type"] in ("call", "pass", "double", "redouble")]
    if not spoken:
        return
    last = [index for index in spoken if actions[index]["type"] == "pass"][-1:]
    index = chance.choice(last if last and chance.random() < 0.4 else spoken)
    texts = [one["call"] for one in actions[:index] if one["type"] == "call"]
    numbers = [int(digits) for text in texts if len(digits := text.strip("SHDCNTP+")) == 2]
    near = min(99, max([27, *numbers]) + chance.choice((-1, 0, 1, 1, 1, 2, 5)))
    said = chance.choice(("NS", "NT", "P", *"SHDC"))
    text = chance.choice((f"{near}{said}", f"{said}{near}", f"+{said}", f"+{chance.randrange(10)}{said}"))
    if read(text) is None or chance.random() < 0.2:
        text = chance.choice(TEXTS)
    actions[index] = {"seat": actions[index]["seat"], "type": "call", "call": text}


def change_deal(hand: dict[str, Any], n: int, chance: Random) -> None:
    """Change the dealer or the cards."""
    kind = chance.randrange(5)
    one, other = chance.sample(range(n), 2)
    cards = hand["cards"]
    if kind == 0:
        hand["dealer"] = chance.randrange(n)
    elif kind == 1 and cards[one]:
        cards[one][0] = chance.choice(CODES)
    elif kind == 2 and cards[one]:
        cards[other].append(cards[one].pop())
    elif kind == 3 and cards[one] and cards[other]:
        cards[one][0], cards[other][0] = cards[other][0], cards[one][0]
    else:
        cards[one] = cards[one][: chance.randrange(4)]


def change_claim(hand: dict[str, Any], chance: Random) -> None:
    """Change what is claimed of the hand's result."""
    claim = hand.setdefault("result", {})
    name = chance.choice(CLAIMED.split())
    held = claim.get(name)
    if held is not None and chance.random() < 0.5:
        if isinstance(held, list) and len(held) == 2:
            claim[name] = chance.choice(([float(held[0]), held[1]], held[::-1], [*held, 0], [held[0], None], held))
        elif isinstance(held, int):
            claim[name] = chance.choice((held + 1, float(held), bool(held), str(held), None))
        else:
            claim[name] = chance.choice(("made", "failed", "claimed", "conceded", "S", "NT", "NS", None))
    elif chance.random() < 0.3:
        claim.pop(name, None)
    else:
        claim[name] = chance.choice((*ODD_VALUES, [0, 0], 28, "made", "cancelled", "NT", 2))


def change_hands(said: dict[str, Any], chance: Random) -> None:
    """Drop, double or add hands, or end one early."""
    hands = said["hands"]
    n = kind_of(said["rules"])[1]
    if not hands:
        return
    index = chance.randrange(len(hands))
    kind = chance.randrange(4)
    if kind == 0:
        del hands[index]
    elif kind == 1:
        hands.insert(index, copy.deepcopy(hands[index]))
    elif kind == 2:
        more = record(said["rules"], chance, 1)["hands"][0]
        more["dealer"] = chance.choice((hands[-1]["dealer"], (hands[-1]["dealer"] + 1) % n))
        hands.append(more)
    else:
        actions = hands[index]["actions"]
        del actions[chance.randrange(len(actions) + 1) :]


def change_form(said: dict[str, Any], chance: Random) -> None:
    """Put an odd value in some place of the record, or take a member away."""
    if chance.random() < 0.3:
        said["options"] = copy.deepcopy(chance.choice(ODD_OPTIONS))
        return
    places: list[tuple[Any, Any]] = [(said, name) for name in ("format", "rules", "players", "hands")]
    places.append((said["players"], 0))
    for hand in said["hands"]:
        places += [(hand, name) for name in ("dealer", "cards", "actions", "result")]
        places += [(hand["cards"], 0), (hand["actions"], 0), (said["hands"], 0)]
        places += [(cards, 0) for cards in hand["cards"][:1]]
        places += [(action, name) for action in hand["actions"] for name in action if chance.random() < 0.2]
    holder, name = chance.choice(places)
    if isinstance(holder, list) and not holder:
        return
    if chance.random() < 0.2:
        if isinstance(holder, dict):
            holder.pop(name, None)
        else:
            del holder[name]
    else:
        holder[name] = copy.deepcopy(chance.choice(ODD_VALUES))


def spoil(said: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Return a record with something changed in it; now and then it is still right."""
    spoiled = copy.deepcopy(said)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        hands = [hand for hand in spoiled["hands"] if isinstance(hand, dict)]
        kind = chance.random()
        n = kind_of(spoiled["rules"])[1]
        if kind < 0.55 and hands:
            change_action(chance.choice(hands), n, chance)
        elif kind < 0.65 and hands:
            change_deal(chance.choice(hands), n, chance)
        elif kind < 0.8 and hands:
            change_claim(chance.choice(hands), chance)
        elif kind < 0.92:
            change_hands(spoiled, chance)
        else:
            change_form(spoiled, chance)
            break
    return spoiled
