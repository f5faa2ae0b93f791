"""The section of legality: every action of the hand with the rule that it kept, or broke."""

from typing import Any, Final

import engine
from engine.record import HandRecord
from games.audits.material import Material
from games.audits.report import Fact, Finding, Section
from games.hands.history import verdict_of
from games.hands.sheet_records import verdict_on

NAME = "legality"
_RULES: Final[dict[str, dict[str, str]]] = {
    "28": {
        "bid": "28-AUC-1", "pass": "28-AUC-5", "fold": "28-FOLD-1", "keep": "28-TRUMP-1", "ask": "28-REV-1",
        "reveal": "28-REV-4", "concede": "28-CON-1", "thani": "28-THANI-1", "cot": "28-HSE-6",
        "surrender_offer": "28-HSE-2", "surrender_accept": "28-HSE-4", "surrender_refuse": "28-HSE-5",
    },
    "56": {
        "call": "56-AUC-3", "pass": "56-AUC-7", "double": "56-AUC-11", "redouble": "56-AUC-12", "redeal": "56-AUC-10",
        "claim": "56-PLAY-6",
    },
}  # fmt: skip
"""The rule by which each kind of action is judged."""
_LEADS: Final = {"28": "28-PLAY-2", "56": "56-PLAY-2"}
_FOLLOWS: Final = {"28": "28-PLAY-4", "56": "56-PLAY-3"}


def legality(material: Material) -> Section:
    """Judge every action of the hand."""
    if material.is_table:
        if material.record is None:
            return Section(NAME, True, (), (Finding("not-over", "unknown"),))
        hand, verdict = material.record.hands[-1], verdict_of(material.record)
    else:
        if material.sheet is None or material.entry is None:
            return Section(NAME, True, (), (Finding("not-on-sheet", "unknown"),))
        if material.written is None:
            return Section(NAME, True, (), (Finding("not-written-down", "unknown"),))
        hand, verdict = material.written, verdict_on(material.sheet, material.hand).hand
    if verdict is None:
        return Section(NAME, True, (), (Finding("earlier-hand-broken", "fault"),))
    broken = _broken(material, verdict)
    stopped = min((number for number, _ in broken if number is not None), default=len(hand.actions))
    marked = isinstance(verdict.irregular, tuple)
    bad = {number for number, _ in broken}
    kept = [
        _kept(material, hand, number)
        for number in range(len(hand.actions))
        if number not in bad and (marked or number < stopped)
    ]
    findings = [finding for _, finding in broken]
    judged = len(hand.actions) if marked else stopped
    if judged < len(hand.actions):
        members = {"actions": len(hand.actions) - judged - 1}
        findings.append(Finding("not-judged", "unknown", members=members))
    return Section(NAME, True, tuple(kept), tuple(findings))


def _broken(material: Material, verdict: engine.HandVerdict) -> list[tuple[int | None, Finding]]:
    """Return the actions that broke a rule, each with its index; None where the deal itself is wrong."""
    if isinstance(verdict.irregular, tuple):
        return [
            (each.action, _finding(material, each.action, each.seat, each.code, each.rule))
            for each in verdict.irregular
        ]
    if verdict.verdict != "violation":
        return []
    action = verdict.action if isinstance(verdict.action, int) else None
    seat = verdict.seat if isinstance(verdict.seat, int) else None
    code = verdict.code if isinstance(verdict.code, str) else "other"
    rule = verdict.rule if isinstance(verdict.rule, str) else ""
    return [(action, _finding(material, action, seat, code, rule))]


def _finding(material: Material, action: int | None, seat: int | None, code: str, rule: str) -> Finding:
    members: dict[str, Any] = {"action": action, "seat": seat, "what": code}
    step = 0 if action is None else material.step_by_action.get(action)
    if step is None and material.told is not None:
        # The telling ends with what broke a rule.
        step = material.steps[-1].index
    return Finding("rule-broken", "fault", step, rule, members)


def _kept(material: Material, hand: HandRecord, number: int) -> Fact:
    """Return an action with the rule by which it was judged."""
    action = hand.actions[number]
    word = str(action.__struct_config__.tag)
    step = material.step_by_action.get(number)
    if isinstance(action, engine.Play):
        laid = () if step is None else material.steps[step].trick
        leads = not laid or laid[0] == engine.Played(action.seat, action.card)
        rule = (_LEADS if leads else _FOLLOWS)[material.family]
    else:
        rule = _RULES[material.family].get(word, "")
    return Fact("kept", step, rule, {"action": number, "seat": action.seat, "word": word})
