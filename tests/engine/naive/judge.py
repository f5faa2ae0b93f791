"""A whole record judged: each hand is told along the record, and its actions are looked at one by one."""

from typing import Any

from tests.engine.naive.books import Books
from tests.engine.naive.form import form_fault
from tests.engine.naive.story import Moment, tell

MEMBERS = ("outcome", "declarer", "bid", "points", "game_points", "stakes", "score", "kunukku")


def judge(record: Any) -> dict[str, Any]:
    """Return the verdict on a record, as the auditor would write it but for its free text."""
    at = form_fault(record)
    if at is not None:
        return {"verdict": "malformed", "at": at}
    books = Books(record["rules"], record.get("options"))
    verdicts: list[dict[str, Any]] = []
    for number, hand in enumerate(record["hands"]):
        refused = deal_fault(books, record["hands"][:number], verdicts, hand)
        if refused:
            verdicts.append({"verdict": "violation", "action": None, "seat": None} | refused)
            break
        verdicts.append(judge_hand(books, hand, record))
        if verdicts[-1]["verdict"] == "violation":
            break
    words = [verdict["verdict"] for verdict in verdicts]
    worst = next((word for word in ("violation", "mismatch", "incomplete") if word in words), "clean")
    return {"verdict": worst, "hands": verdicts, "standing": books.standing()}


def deal_fault(
    books: Books, before: list[dict[str, Any]], verdicts: list[dict[str, Any]], hand: dict[str, Any]
) -> dict[str, str] | None:
    """Return what is wrong with a hand as it is dealt."""
    if books.finished:
        return {"code": "game-over", "rule": "28-END-1"}
    if verdicts and verdicts[-1]["verdict"] == "incomplete":
        return {"code": "wrong-deal", "rule": "28-DEAL-4"}
    if before and hand["dealer"] != (before[-1]["dealer"] + 1) % books.table.players:
        return {"code": "wrong-deal", "rule": "28-DEAL-3"}
    together = sorted(card for cards in hand["cards"] for card in cards)
    even = all(len(cards) == books.table.each for cards in hand["cards"])
    if not even or together != sorted(books.table.pack()):
        return {"code": "wrong-deal", "rule": "28-DEAL-1"}
    return None


def judge_hand(books: Books, hand: dict[str, Any], record: dict[str, Any]) -> dict[str, Any]:
    """Return the verdict on one hand that was dealt rightly, and enter it in the books."""
    story = tell(record["rules"], hand["dealer"], hand["cards"], record.get("options"))
    moment: Moment | None = next(story)
    tale = None
    for index, action in enumerate(hand["actions"]):
        move = (action["seat"], action["type"], action.get({"bid": "value"}.get(action["type"], "card")))
        if action["type"] not in ("bid", "play", "fold"):
            move = (*move[:2], None)
        refused = ("hand-over", "28-AUD-1") if moment is None else fault(books.table.kind, moment, move)
        if refused:
            code, rule = refused
            return {"verdict": "violation", "action": index, "seat": move[0], "code": code, "rule": rule}
        try:
            moment = story.send(move)
        except StopIteration as end:
            moment, tale = None, end.value
    if tale is None:
        return {"verdict": "incomplete"}
    result = books.enter(tale)
    claim = hand.get("result") or {}
    # Elsewhere salaams are one of the further members that are ignored.
    members = (*MEMBERS, "salaams") if books.table.kind == "house" else MEMBERS
    agree = all(claim.get(name) is None or same(claim[name], result.get(name)) for name in members)
    return {"verdict": "clean" if agree else "mismatch", "result": result}


def same(one: Any, other: Any) -> bool:
    """Compare two values of JSON, in which true is no number."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def fault(kind: str, moment: Moment, move: tuple[int, str, Any]) -> tuple[str, str] | None:
    """Return the code and the rule of what is wrong with a move, in the order of 28-AUD-1 to 28-AUD-4."""
    seat, word, what = move
    allowed = move in moment.offers
    if word == "concede":
        if kind != "kerala" or moment.phase in ("auction", "auction2"):
            return "wrong-phase", "28-AUD-2"
        return None if allowed else ("may-not-concede", "28-CON-3" if seat == moment.declarer else "28-CON-2")
    if word not in moment.words:
        return "wrong-phase", "28-AUD-2"
    if seat != moment.seat:
        return "not-your-turn", "28-AUD-3"
    if allowed:
        return None
    if word == "pass":
        return "must-bid", "28-AUC-2"
    if word == "bid":
        if what < moment.least:
            return "bid-too-low", moment.least_rule
        if moment.partner and what < 20:
            return "call-not-allowed", "28-PAG-2"
        return "bid-too-high", "28-AUC-4"
    if word == "surrender_offer":
        return "call-not-allowed", "28-HSE-2"
    if word == "ask":
        return "may-not-ask", "28-REV-1"
    if word == "reveal":
        return "may-not-reveal", "28-REV-4"
    if what not in moment.hand:
        return "card-not-held", moment.hand_rule
    if word == "fold":
        return "call-not-allowed", "28-TRUMP-3"
    if moment.duty is not None:
        return {
            "indicator": ("must-play-indicator", "28-REV-5"),
            "trump": ("must-play-trump", "28-REV-3"),
            "own trump": ("must-play-trump", "28-PAG-5"),
        }[moment.duty]
    return ("may-not-lead-trump", "28-PLAY-3") if moment.led is None else ("must-follow-suit", "28-PLAY-4")
