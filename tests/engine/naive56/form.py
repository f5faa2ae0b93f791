"""The form of a record of 56: where its first fault is, as a JSON pointer."""

from collections.abc import Iterator
from typing import Any

from tests.engine.naive56.notation import RULE_SETS, read
from tests.engine.naive56.story import kind_of

WORDS = [
    *("bid", "pass", "fold", "keep", "ask", "reveal", "play", "concede"),
    *("call", "double", "redouble", "redeal", "claim"),
    *("surrender_offer", "surrender_accept", "surrender_refuse", "thani", "cot"),
]
CODES = [suit + rank for suit in "SHDC" for rank in "J9ATKQ8763"]
ENDINGS = {"hands": {"count": 500}, "games": {"best_of": 9, "target": 100, "lead": 20}, "open": {}}


def first_fault(record: Any) -> str | None:
    """Return where a record is malformed, or None."""
    return next(faults(record), None)


def whole(value: Any) -> bool:
    """Say whether a value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def among(value: Any, admitted: Any) -> bool:
    """Say whether a value is one of some texts or numbers, as JSON tells them apart."""
    return any(type(value) is type(one) and value == one for one in admitted)


def faults(record: Any) -> Iterator[str]:
    if not isinstance(record, dict):
        yield ""
        return
    if record.get("format") != "lelam-record/1":
        yield "/format"
    if not among(record.get("rules"), RULE_SETS):
        yield "/rules"
        return
    n = kind_of(record["rules"])[1]
    if not among(record.get("engine", 1), [1]):
        yield "/engine"
    if not isinstance(record.get("options", {}), dict):
        yield "/options"
        return
    for name, value in record.get("options", {}).items():
        if not option_is_good(name, value):
            yield f"/options/{name.replace('~', '~0').replace('/', '~1')}"
    if not isinstance(record.get("house", ""), str):
        yield "/house"
    names = record.get("players")
    if not isinstance(names, list) or len(names) != n:
        yield "/players"
        return
    for seat, name in enumerate(names):
        if not isinstance(name, str):
            yield f"/players/{seat}"
    if not isinstance(record.get("hands"), list):
        yield "/hands"
        return
    for number, hand in enumerate(record["hands"]):
        for rest in hand_faults(hand, n):
            yield f"/hands/{number}{rest}"


def option_is_good(name: str, value: Any) -> bool:
    if name == "doubling":
        return among(value, ["multiply", "add"])
    if name != "ending" or not isinstance(value, dict) or not among(value.get("type"), ENDINGS):
        return False
    members = ENDINGS[value["type"]]
    if set(value) != {"type", *members}:
        return False
    if not all(whole(value[member]) and 1 <= value[member] <= top for member, top in members.items()):
        return False
    return value["type"] != "games" or value["best_of"] % 2 == 1


def hand_faults(hand: Any, n: int) -> Iterator[str]:
    if not isinstance(hand, dict):
        yield ""
        return
    if not among(hand.get("dealer"), range(n)):
        yield "/dealer"
    if not isinstance(hand.get("cards"), list) or len(hand["cards"]) != n:
        yield "/cards"
        return
    for seat, cards in enumerate(hand["cards"]):
        if not isinstance(cards, list):
            yield f"/cards/{seat}"
            return
        for place, card in enumerate(cards):
            if not among(card, CODES):
                yield f"/cards/{seat}/{place}"
    if not isinstance(hand.get("actions"), list):
        yield "/actions"
        return
    for number, action in enumerate(hand["actions"]):
        for rest in action_faults(action, n):
            yield f"/actions/{number}{rest}"
    if "result" in hand and not isinstance(hand["result"], dict):
        yield "/result"


def action_faults(action: Any, n: int) -> Iterator[str]:
    if not isinstance(action, dict):
        yield ""
        return
    if not among(action.get("seat"), range(n)):
        yield "/seat"
    word = action.get("type")
    if not among(word, WORDS):
        yield "/type"
    if word == "bid" and not whole(action.get("value")):
        yield "/value"
    if word in ("fold", "play") and not among(action.get("card"), CODES):
        yield "/card"
    if word == "call" and not (isinstance(action.get("call"), str) and read(action["call"])):
        yield "/call"
