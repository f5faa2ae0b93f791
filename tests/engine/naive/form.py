"""The form of a record (28-AUD-5): where the first fault is, as a JSON pointer."""

from collections.abc import Iterator
from typing import Any

from tests.engine.naive.tables import ids, table

WORDS = ["bid", "pass", "fold", "keep", "ask", "reveal", "play", "concede"]
WORDS += ["call", "double", "redouble", "redeal", "claim"]
WORDS += ["surrender_offer", "surrender_accept", "surrender_refuse", "thani", "cot"]
CODES = {suit + rank for suit in "SHDC" for rank in "J9ATKQ8763"}
# The forms of the house rules, each with the option it needs.
HOUSE = {
    "surrender": "cot",
    "four_card_cot": "",
    "late_thani": "",
    "thani_kunukku": "thani",
    "salaams": "thani_kunukku",
}
AMOUNTS = ("four_card_cot_won", "four_card_cot_lost", "late_thani_won", "late_thani_lost")
ENDINGS = {
    "elimination": {},
    "open": {},
    "target": {"game_points": 100},
    "hands": {"count": 500},
}


def form_fault(record: Any) -> str | None:
    """Return where a record is malformed, or None."""
    return next(faults(record), None)


def whole(value: Any, low: int, high: int) -> bool:
    """Say whether a value is a whole number within bounds; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def faults(record: Any) -> Iterator[str]:
    if not isinstance(record, dict):
        yield ""
        return
    if record.get("format") != "lelam-record/1":
        yield "/format"
    rules = record.get("rules")
    if rules not in ids():
        yield "/rules"
        return
    n = table(rules).players
    if not whole(record.get("engine", 1), 1, 1):
        yield "/engine"
    yield from option_faults(rules, record.get("options", {}))
    if not isinstance(record.get("house", ""), str):
        yield "/house"
    names = record.get("players")
    if not isinstance(names, list) or len(names) != n:
        yield "/players"
    else:
        yield from (f"/players/{index}" for index, name in enumerate(names) if not isinstance(name, str))
    if not isinstance(record.get("hands"), list):
        yield "/hands"
        return
    for number, hand in enumerate(record["hands"]):
        yield from (f"/hands/{number}{rest}" for rest in hand_faults(n, hand))


def option_faults(rules: str, options: Any) -> Iterator[str]:
    if not isinstance(options, dict):
        yield "/options"
        return
    kind = table(rules).kind
    for name, value in options.items():
        if name == "starting_stakes" and kind == "kerala":
            good = whole(value, 1, 1000)
        elif name in ("cot", "thani") and kind in ("pagat", "wikipedia", "house"):
            good = isinstance(value, bool)
        elif name in HOUSE and kind == "house":
            need = HOUSE[name]
            good = isinstance(value, bool) and (not value or not need or options.get(need) is True)
        elif name in AMOUNTS and kind == "house":
            good = whole(value, 1, 100)
        elif name == "ending":
            admitted = {"hands", "elimination" if kind == "kerala" else "open"}
            if kind != "wikipedia":
                admitted.add("target")
            word = value.get("type") if isinstance(value, dict) else None
            good = isinstance(word, str) and word in admitted
            if good:
                members = ENDINGS[word]
                good = set(value) == {"type", *members} and all(
                    whole(value[member], 1, top) for member, top in members.items()
                )
        else:
            good = False
        if not good:
            yield f"/options/{name}"


def hand_faults(n: int, hand: Any) -> Iterator[str]:
    if not isinstance(hand, dict):
        yield ""
        return
    if not whole(hand.get("dealer"), 0, n - 1):
        yield "/dealer"
    cards = hand.get("cards")
    if not isinstance(cards, list) or len(cards) != n:
        yield "/cards"
    else:
        for seat, held in enumerate(cards):
            if not isinstance(held, list):
                yield f"/cards/{seat}"
            else:
                yield from (f"/cards/{seat}/{index}" for index, card in enumerate(held) if not code(card))
    actions = hand.get("actions")
    if not isinstance(actions, list):
        yield "/actions"
    else:
        for index, action in enumerate(actions):
            yield from (f"/actions/{index}{rest}" for rest in action_faults(n, action))
    if "result" in hand and not isinstance(hand["result"], dict):
        yield "/result"


def action_faults(n: int, action: Any) -> Iterator[str]:
    if not isinstance(action, dict):
        yield ""
        return
    if not whole(action.get("seat"), 0, n - 1):
        yield "/seat"
    word = action.get("type")
    if word not in WORDS:
        yield "/type"
    elif word == "bid" and not whole(action.get("value"), -(10**9), 10**9):
        yield "/value"
    elif word in ("fold", "play") and not code(action.get("card")):
        yield "/card"
    elif word == "call" and not isinstance(action.get("call"), str):
        yield "/call"


def code(value: Any) -> bool:
    return isinstance(value, str) and value in CODES
