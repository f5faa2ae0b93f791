"""The auditor: replays a record and returns a verdict.

Form first (28-AUD-5), then hand by hand: the deal, each action, the claimed result (28-AUD-7). Everything is
recomputed; nothing claimed is believed. Source: 28-AUD-5 to 28-AUD-9, 56-AUD-1 to 56-AUD-6.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from engine.claimed import ends_claimed
from engine.errors import IllegalAction, RecordError
from engine.events import HandScored
from engine.game import deal_hands, evolve, new_game, view
from engine.partly import Run, judge_hand
from engine.record import HandRecord, Record, Result, decode_record, read_record, result_of, step_events
from engine.rules import State
from engine.views import View


class Irregular(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action that broke a rule and stood.

    Attributes:
        action: The index of the action.
        seat: The seat that acted so.
        code: The violation code.
        rule: The id of the broken rule.
        cited: The rule that the record cites, where it is another one.
    """

    action: int
    seat: int
    code: str
    rule: str
    cited: str = ""


class HandVerdict(msgspec.Struct, frozen=True):
    """What the auditor says of one hand.

    Attributes:
        verdict: `clean`, `violation`, `mismatch` or `incomplete`.
        result: The recomputed result of a decided hand.
        differs: The members of the claimed result that are wrong, in a mismatch.
        action: The index of the first action that broke a rule; None where the deal itself is wrong.
        seat: The seat that acted so; None where the deal itself is wrong.
        code: The violation code.
        rule: The id of the broken rule.
        message: The same in one sentence.
        irregular: The marked actions that broke a rule, where each of the hand is marked and could stand.
        unseen: How many cards of each seat stay unknown, in a partly known hand; its verdict holds however they lie.
    """

    verdict: str
    result: Result | UnsetType = UNSET
    differs: tuple[str, ...] | UnsetType = UNSET
    action: int | UnsetType | None = UNSET
    seat: int | UnsetType | None = UNSET
    code: str | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    message: str | UnsetType = UNSET
    irregular: tuple[Irregular, ...] | UnsetType = UNSET
    unseen: tuple[int, ...] | UnsetType = UNSET


class Standing(msgspec.Struct, frozen=True):
    """Where the game stands after the last decided and judged hand; an account that is not kept is UNSET.

    Source: 28-AUD-9, 56-MATCH-5.
    """

    stakes: tuple[int, ...] | UnsetType
    score: tuple[int, ...] | UnsetType
    kunukku: tuple[int, ...] | UnsetType
    salaams: tuple[int, ...] | UnsetType
    games: tuple[int, ...] | UnsetType
    finished: bool
    winners: tuple[int, ...]


class Verdict(msgspec.Struct, frozen=True):
    """What the auditor says of a record; what does not apply is UNSET and left out in JSON.

    Attributes:
        verdict: `clean`, `violation`, `mismatch`, `incomplete` or `malformed`.
        hands: One verdict a judged hand; hands after a violation are not judged.
        standing: Where the game stands.
        error: The error of a malformed record.
        at: A JSON pointer to it.
    """

    verdict: str
    hands: tuple[HandVerdict, ...] | UnsetType = UNSET
    standing: Standing | UnsetType = UNSET
    error: str | UnsetType = UNSET
    at: str | UnsetType = UNSET


def audit(record: object) -> Verdict:
    """Judge a record.

    Args:
        record: A `Record`, or the JSON value of one (as `json.loads` gives it).

    Returns:
        The verdict; never raises, whatever the value.

    Source: 28-AUD-0 to 28-AUD-9, 56-AUD-1 to 56-AUD-6.
    """
    if not isinstance(record, Record):
        try:
            record = read_record(record)
        except RecordError as fault:
            return _malformed(fault)
    return _audit(record)


def audit_text(text: bytes | str) -> Verdict:
    """Judge a record given as JSON text, such as one line of a file."""
    try:
        record = decode_record(text)
    except RecordError as fault:
        return _malformed(fault)
    return _audit(record)


def _malformed(fault: RecordError) -> Verdict:
    """Return the verdict on a value that is not a record. Source: 28-AUD-5."""
    return Verdict("malformed", error=str(fault), at=fault.at)


def _audit(record: Record) -> Verdict:
    """Judge a well-formed record, hand by hand. Source: 28-AUD-8, 56-AUD-6."""
    state = new_game(record.rules)
    kept: View | HandScored = view(state, None)
    verdicts: list[HandVerdict] = []
    for hand in record.hands:
        plain = hand.unseen is None and not hand.irregular
        verdict, scored, state = _audit_hand(state, hand) if plain else _audit_marked(state, hand)
        verdicts.append(verdict)
        kept = scored or kept
        if scored is None and (verdict.verdict == "violation" or hand.unseen is not None):
            break
    found = {verdict.verdict for verdict in verdicts}
    worst = next((word for word in ("violation", "mismatch", "incomplete") if word in found), "clean")
    seen = view(state, None)
    standing = Standing(
        stakes=_if_kept(kept.stakes),
        score=_if_kept(kept.score),
        kunukku=_if_kept(kept.kunukku),
        salaams=_if_kept(kept.salaams),
        games=_if_kept(kept.games),
        finished=seen.finished,
        winners=seen.winners,
    )
    return Verdict(worst, tuple(verdicts), standing)


def _if_kept(account: tuple[int, ...] | None) -> tuple[int, ...] | UnsetType:
    """Return an account for JSON, or UNSET if the rule set does not keep it."""
    return UNSET if account is None else account


def _audit_hand(state: State, hand: HandRecord) -> tuple[HandVerdict, HandScored | None, State]:
    """Judge one hand; return the verdict, the score of a decided hand, and the state after it.

    After a violation the state is the one before the hand: even a hand that was decided does not count then.

    Source: 28-AUD-0, 28-AUD-8.
    """
    index = seat = None
    before = state
    scored: HandScored | None = None
    try:
        for event in deal_hands(state, hand.cards, dealer=hand.dealer):
            state = evolve(state, event)
        for index, step in hand.steps:  # noqa: B007 - the refusal below tells where it was
            seat = getattr(step, "seat", None)
            for event in step_events(state, step):
                state = evolve(state, event)
                if isinstance(event, HandScored):
                    scored = event
    except IllegalAction as refused:
        verdict = HandVerdict(
            "violation",
            action=index,
            seat=seat,
            code=refused.code,
            rule=refused.rule,
            message=refused.message,
        )
        return verdict, None, before
    if scored is None:
        return HandVerdict("incomplete"), None, state
    result = result_of(scored)
    differs = differences(hand.claim or {}, result, state.rules.result_members)
    if differs:
        return HandVerdict("mismatch", result=result, differs=differs), scored, state
    return HandVerdict("clean", result=result), scored, state


def _audit_marked(before: State, hand: HandRecord) -> tuple[HandVerdict, HandScored | None, State]:
    """Judge a hand of which not all cards are known, or in which irregular actions stand; as `_audit_hand`."""
    judged = judge_hand(before, hand)
    broken, claim = judged.broken, hand.claim or {}
    members: dict[str, Any] = {}
    if broken is not None:
        refused = broken.refused
        members = {"action": broken.action, "seat": broken.seat, "code": refused.code}
        members |= {"rule": refused.rule, "message": refused.message}
    if hand.unseen is not None and judged.facts.cards:
        members["unseen"] = judged.facts.unseen
    if not judged.ends:
        return HandVerdict("violation", **members), None, before
    if judged.irregular:
        cited = dict(hand.irregular)
        members["irregular"] = tuple(
            Irregular(number, seat, refused.code, refused.rule, "" if refused.rule == cited[number] else cited[number])
            for number, seat, refused in judged.irregular
            if number is not None and seat is not None
        )
    names = before.rules.result_members
    run, result = _end(judged.ends, claim, names)
    scored, after, verdict = run.scored, run.state, "clean"
    differs: tuple[str, ...] = ()
    if result is not None:
        differs = differences(claim, result, names)
    else:
        scored, verdict = None, "incomplete"
        if run.scored is None and hand.unseen is not None and claim.get("outcome") is not None:
            scored, after, differs = _as_claimed(after, claim, names)
            result = None if scored is None else result_of(scored)
    if differs:
        members["differs"], verdict = differs, "mismatch"
    if result is not None:
        members["result"] = result
    return HandVerdict("violation" if broken is not None else verdict, **members), scored, after


def _as_claimed(
    state: State, claim: Mapping[str, Any], names: tuple[str, ...]
) -> tuple[HandScored | None, State, tuple[str, ...]]:
    """Return the score of an unfinished hand taken from its claim, the state after it, and what of it cannot be right.

    Without a score the claim contradicts what is known of the hand.
    """
    best: tuple[HandScored | None, State, tuple[str, ...]] = None, state, ("outcome",)
    for scored, after in ends_claimed(state, claim):
        differs = differences(claim, result_of(scored), names)
        if not differs:
            return scored, after, differs
        if best[0] is None or len(differs) < len(best[2]):
            best = scored, after, differs
    return best


def _end(ends: tuple[Run, ...], claim: Mapping[str, Any], names: tuple[str, ...]) -> tuple[Run, Result | None]:
    """Return how a hand came out, of all ways as far as is known; no result if the claim does not say which."""
    results = [None if run.scored is None else result_of(run.scored) for run in ends]
    if all(result == results[0] for result in results):
        return ends[0], results[0]
    agreeing = [
        (run, result)
        for run, result in zip(ends, results, strict=True)
        if result is not None and claim.get("outcome") is not None and not differences(claim, result, names)
    ]
    if agreeing and all(result == agreeing[0][1] for _, result in agreeing):
        return agreeing[0]
    if None not in results and not agreeing and claim:
        return ends[0], results[0]
    return next((run for run in ends if run.scored is None), ends[0]), None


def differences(claim: Mapping[str, Any], result: Result, members: tuple[str, ...]) -> tuple[str, ...]:
    """Return the members of a claimed result that do not equal the recomputed one.

    Args:
        claim: As it stands in the record: what is left out, null, or none of `members`, is not judged.
        result: As recomputed.
        members: The members that a result has in this rule set.

    Source: 28-AUD-7, 56-AUD-5.
    """
    return tuple(
        name
        for name in members
        if (claimed := claim.get(name)) is not None and not _same(claimed, getattr(result, name))
    )


def _same(claimed: object, recomputed: object) -> bool:
    """Return whether two JSON values are equal. True and false are not numbers (28-AUD-5)."""
    if isinstance(recomputed, tuple):
        return (
            isinstance(claimed, Sequence)
            and not isinstance(claimed, str)
            and len(claimed) == len(recomputed)
            and all(_same(one, other) for one, other in zip(claimed, recomputed, strict=True))
        )
    return not isinstance(claimed, bool) and claimed == recomputed


encode_verdict = msgspec.json.Encoder().encode
"""Return a verdict as one line of JSON, without a line break."""
