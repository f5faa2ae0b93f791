"""The section of conventions (56): each call beside the convention card in force, and how often such a call is so.

A convention binds nobody (56-CNV-1): a hand that is not as the card says breaks no rule, and is told, not judged.
"""

from typing import Any

from engine.conventions import Count, Meaning, Reading, meanings_of
from engine.fiftysix.ruleset import FiftySix
from games.audits.frequencies import measured
from games.audits.material import Material
from games.audits.report import Fact, Finding, Section
from games.conventions.force import InForce

NAME = "conventions"
_RULE = "56-CNV-1"


def conventions(material: Material) -> Section:
    """Tell what each call of the auction says by the card, and whether the hand was so."""
    rules = material.rules
    if not isinstance(rules, FiftySix):
        return Section(NAME, applies=False)
    told = material.told
    if told is None or not material.cards:
        return Section(NAME, True, (), (Finding("no-auction", "unknown"),))
    looked_at = [
        Fact("card", members={"side": side, "card": card.id, "edition": card.edition})
        for side, card in enumerate(material.cards)
    ]
    read = differing = 0
    by_side = [meanings_of(card.card, told.said, rules) for card in material.cards]
    for place, entry in enumerate(told.auction):
        side = rules.side_of(entry.seat)
        meaning = by_side[side][place]
        members = {"call": place, "seat": entry.seat, "word": entry.word, "text": entry.call or ""}
        if meaning is None:
            looked_at.append(Fact("silent", entry.step, "", members))
            continue
        members |= _told(meaning, material.cards[side], rules)
        if not all(reading.facts for reading in meaning.readings):
            looked_at.append(Fact("nothing-of-the-hand", entry.step, "", members))
            continue
        held = told.cards[entry.seat]
        members |= {"held": sorted(filter(None, held))}
        if "" in held:
            looked_at.append(Fact("hand-unknown", entry.step, "", members))
        else:
            fits = meaning.fits(held)
            looked_at.append(Fact("fits" if fits else "differs", entry.step, "", members))
            differing += not fits
            read += 1
    findings = []
    if differing:
        # One finding for all: each call may be made with any hand, and none of them is a fault.
        findings.append(Finding("calls-differ", "notice", None, _RULE, {"calls": differing, "of": read}))
    return Section(NAME, True, tuple(looked_at), tuple(findings))


def _told(meaning: Meaning, card: InForce, rules: FiftySix) -> dict[str, Any]:
    """Return the row of the card, what it says in this auction, and how often that is so.

    Of a partnership's own words there is only the number of the row: they are not the report's.
    """
    row, wording = meaning.convention, meaning.told[0]
    frequency = None if row.own else measured(rules.id, row.name)
    said: dict[str, Any] = {
        "row": row.name,
        "own": row.own,
        "suit": wording.suit,
        "last": wording.last,
        "before": wording.before,
        "theirs": wording.theirs,
        "rise": wording.rise,
        "tops": list(wording.tops),
        "readings": [_reading(reading) for reading in meaning.readings],
        "doubtful": row.doubtful,
    }
    if frequency is not None:
        said |= {"cases": frequency.cases, "so": frequency.held, "hands": frequency.hands, "fit": frequency.fits}
    return said


def _reading(reading: Reading) -> list[dict[str, Any]]:
    return [
        {"suits": fact.suits, "ranks": fact.ranks, "low": fact.low, "high": fact.high}
        if isinstance(fact, Count)
        else {"suits": fact.suits, "shape": fact.word}
        for fact in reading.facts
    ]
