"""A whole record of 56 judged: each hand is told along the record, and what was not offered needs a reason."""

from typing import Any

from tests.engine.naive56.form import first_fault
from tests.engine.naive56.notation import comes_to
from tests.engine.naive56.score import Account
from tests.engine.naive56.story import (
    PACK,
    Move,
    Said,
    doubled,
    heard,
    kind_of,
    last_bid,
    own_call_passed_by_all,
    self_raised,
    tell,
)

MEMBERS = ["outcome", "declarer", "bid", "denomination", "doubled", "points", "score"]
SPOKEN = ("pass", "call", "double", "redouble", "redeal")
PLAYED = ("play", "claim")
Reason = tuple[str, str]


def judge(record: Any) -> dict[str, Any]:
    """Return the verdict on a record, as the auditor would write it but for its free text."""
    at = first_fault(record)
    if at is not None:
        return {"verdict": "malformed", "at": at}
    rules = record["rules"]
    account = Account(rules, record.get("options", {}))
    verdicts: list[dict[str, Any]] = []
    standing = account.standing()
    expected: int | None = None
    for hand in record["hands"]:
        undecided = bool(verdicts) and verdicts[-1]["verdict"] == "incomplete"
        wrong = wrong_deal(rules, hand, account.finished, undecided, expected)
        if wrong:
            verdicts.append(violation(None, None, wrong))
            break
        verdict, outcome = judge_hand(rules, hand)
        if outcome is not None:
            result = account.enter(outcome)
            verdict = {"verdict": "clean" if agrees(hand.get("result", {}), result) else "mismatch", "result": result}
            standing = account.standing()
            again = outcome["outcome"] == "cancelled"
            expected = hand["dealer"] if again else (hand["dealer"] + 1) % kind_of(rules)[1]
        verdicts.append(verdict)
        if verdict["verdict"] == "violation":
            break
    words = [verdict["verdict"] for verdict in verdicts]
    worst = next((word for word in ("violation", "mismatch", "incomplete") if word in words), "clean")
    return {"verdict": worst, "hands": verdicts, "standing": standing}


def violation(action: int | None, seat: int | None, reason: Reason) -> dict[str, Any]:
    """Return the verdict on a hand that broke a rule."""
    return {"verdict": "violation", "action": action, "seat": seat, "code": reason[0], "rule": reason[1]}


def wrong_deal(
    rules: str, hand: dict[str, Any], finished: bool, undecided: bool, expected: int | None
) -> Reason | None:
    """Return what is wrong with a hand as it is dealt."""
    if finished:
        return "game-over", "56-MATCH-4"
    if undecided:
        return "wrong-deal", "56-DEAL-5"
    if expected is not None and hand["dealer"] != expected:
        return "wrong-deal", "56-DEAL-3"
    each = 48 // kind_of(rules)[1]
    dealt = [card for cards in hand["cards"] for card in cards]
    if any(len(cards) != each for cards in hand["cards"]) or sorted(dealt) != sorted(PACK):
        return "wrong-deal", "56-DEAL-1"
    return None


def judge_hand(rules: str, hand: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Return the verdict on a hand that was dealt rightly, or the outcome of a decided one."""
    tradition, n = kind_of(rules)
    story = tell(rules, hand["dealer"], hand["cards"])
    offers = next(story)
    outcome: dict[str, Any] | None = None
    said: list[Said] = []
    done: list[Move] = []
    for index, action in enumerate(hand["actions"]):
        seat, word = action["seat"], action["type"]
        move = (seat, word, action[word] if word == "call" else action["card"] if word == "play" else None)
        if outcome is not None:
            return violation(index, seat, ("hand-over", "56-PLAY-7")), None
        auction = not any(offered == "claim" for _, offered, _ in offers)
        turn = next(speaker for speaker, offered, _ in offers if offered != "claim")
        reason: Reason | None
        if word not in (SPOKEN if auction else PLAYED):
            reason = "wrong-phase", "56-AUD-3"
        elif word != "claim" and seat != turn:
            reason = "not-your-turn", "56-AUC-1" if auction else "56-PLAY-1"
        elif auction:
            reason = against_call(said, tradition, n, move, hand["cards"][seat])
        else:
            reason = against_card(hand["cards"], done, n, move)
        # The two tellings of what is legal, by offer and by refusal, hold each other.
        assert (reason is None) == (move in offers), (move, reason, offers)
        if reason is not None:
            return violation(index, seat, reason), None
        if auction and word != "redeal":
            said.append(heard(said, tradition, n, move))
        if not auction:
            done.append(move)
        try:
            offers = story.send(move)
        except StopIteration as end:
            outcome = end.value
    return {"verdict": "incomplete"}, outcome


def against_call(said: list[Said], tradition: str, n: int, move: Move, hand: list[str]) -> Reason | None:
    """Return why a call may not be made by the seat whose turn it is."""
    seat, word, text = move
    last, times = last_bid(said), doubled(said)
    only_suit = hand[0][0] if all(card[0] == hand[0][0] for card in hand) else None
    if word == "pass":
        return ("must-bid", "56-AUC-6") if tradition == "international" and not said else None
    if word == "double":
        good = last is not None and last.seat % 2 != seat % 2 and times == 0
        return None if good else ("call-not-allowed", "56-AUC-11")
    if word == "redouble":
        good = last is not None and last.seat % 2 == seat % 2 and times == 1
        return None if good else ("call-not-allowed", "56-AUC-12")
    if word == "redeal":
        return None if only_suit and len(said) < n else ("call-not-allowed", "56-AUC-10")
    meaning = comes_to(text, tradition, last.number if last else None)
    if meaning is None:
        return "call-not-allowed", "56-AUC-4"
    number, denomination = meaning
    if self_raised(said, n):
        return "call-not-allowed", "56-AUC-15"
    if times == 2 and tradition in ("international", "standard"):
        return "call-not-allowed", "56-AUC-13"
    own = own_call_passed_by_all(said, n)
    if own is not None and own.denomination != denomination:
        return "call-not-allowed", "56-AUC-14"
    if denomination != "NT" and not any(card.startswith(denomination) for card in hand):
        return "call-not-allowed", "56-AUC-9"
    if denomination == only_suit:
        return "call-not-allowed", "56-AUC-10"
    if number < 28 or (last is not None and last.number is not None and number <= last.number):
        return "bid-too-low", "56-AUC-3"
    if number > 56:
        return "bid-too-high", "56-AUC-3"
    return None


def against_card(cards: list[list[str]], done: list[Move], n: int, move: Move) -> Reason | None:
    """Return why a card may not be played by the seat whose turn it is."""
    seat, word, card = move
    if word == "claim":
        return None
    left = list(cards[seat])
    for who, _, played in done:
        if who == seat:
            left.remove(played)
    if card not in left:
        return "card-not-held", "56-PLAY-2"
    in_trick = len(done) % n
    if in_trick:
        led = done[-in_trick][2][0]
        if card[0] != led and any(other[0] == led for other in left):
            return "must-follow-suit", "56-PLAY-3"
    return None


def agrees(claim: dict[str, Any], result: dict[str, Any]) -> bool:
    """Say whether a claimed result is the recomputed one, as far as it says anything."""
    return all(claim.get(name) is None or same(claim[name], result.get(name)) for name in MEMBERS)


def same(one: Any, other: Any) -> bool:
    """Compare two values of JSON, in which true is no number."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)
