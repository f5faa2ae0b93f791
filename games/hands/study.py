"""Hands to study: collections of records that come with the product, told like a hand played here, and judged.

A record says what was printed; nothing is kept of what the auditor says of it. That is worked out when a page is asked
for, and remembered as long as the process lives.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import get_language, gettext_lazy, gettext_noop, pgettext
from django.utils.translation import gettext as _

import engine
from engine.audit import HandVerdict
from games.hands.claims import Claimed, claimed_rows, claimed_words
from games.hands.told import HandTold
from games.hands.written import refused_deed, tell_written
from games.words import events as words
from games.words.citations import claim_rule
from games.words.notation import contract_notation
from games.words.outcomes import outcome_word
from games.words.phrases import refusal_words

BOOK = settings.BASE_DIR / "games" / "collections" / "book_56.jsonl"
"""The sample deals 1 to 4 of the 56 book (56-AUD-7), as printed; `mended` ones have the auction mended."""

BADGES = {
    "clean": ("✓", gettext_lazy("Clean")),
    "mismatch": ("◐", gettext_lazy("Wrong result")),
    "incomplete": ("◌", gettext_lazy("Not finished")),
    "violation": ("▲", gettext_lazy("Violation")),
}
"""Mark and word of each verdict."""

_TRADITIONS = (
    gettext_noop("International rules"),
    gettext_noop("Kerala rules"),
    gettext_noop("Standard rules"),
)
"""The rule sets of 56 without the game and the number of players."""


@dataclass(frozen=True, slots=True)
class Printed:
    """Something printed after a violation, which is not judged any more: a card or other words."""

    name: str
    card: str
    words: str


@dataclass(frozen=True, slots=True)
class Study:
    """A hand of a collection.

    Attributes:
        name: Its name in addresses.
        deal: The number of the deal in the book.
        mended: The auction is mended, and nothing else.
        told: The hand, up to the violation where there is one.
        verdict: What the auditor says.
        contract: The contract as printed, in words; empty for none.
        printed: The result as printed, in a few words.
        finding: What the auditor found, in a sentence.
        rule: The rule that it cites, or an empty text.
        claim: The result as printed beside the one worked out.
        rest: What is printed after the violation.
        record: The record, as JSON.
    """

    name: str
    deal: int
    mended: bool
    told: HandTold
    verdict: HandVerdict
    contract: str
    printed: str
    finding: str
    rule: str
    claim: tuple[Claimed, ...]
    rest: tuple[Printed, ...]
    record: bytes

    @property
    def title(self) -> str:
        """What the hand is called."""
        text = _("Deal {number}, {tradition}, auction corrected") if self.mended else _("Deal {number}, {tradition}")
        return text.format(number=self.deal, tradition=self.tradition)

    @property
    def tradition(self) -> str:
        """The rule set without the game and the number of players."""
        return _(engine.load_rules(self.told.rules).name.removeprefix("56, ").partition(",")[0])

    @property
    def mark(self) -> str:
        """The mark of the verdict."""
        return BADGES[self.verdict.verdict][0]

    @property
    def word(self) -> str:
        """The word of the verdict."""
        return str(BADGES[self.verdict.verdict][1])


def studies() -> dict[str, Study]:
    """Return every hand of the collection by its name, in the order of the book."""
    return _studies(get_language())


@lru_cache(maxsize=len(settings.LANGUAGES))
def _studies(language: str | None) -> dict[str, Study]:
    # Kept by language, in which the hands are told.
    lines = BOOK.read_text(encoding="utf-8").splitlines()
    return {study.name: study for study in map(_study, map(json.loads, lines))}


def deals() -> Iterator[tuple[int, tuple[Study, ...]]]:
    """Yield each deal of the book with the hands in which it was bid and played."""
    found: dict[int, list[Study]] = {}
    for study in studies().values():
        found.setdefault(study.deal, []).append(study)
    for deal, hands in found.items():
        yield deal, tuple(hands)


def beside(name: str) -> tuple[Study | None, Study | None]:
    """Return the hands before and after one, None at the ends."""
    order = list(studies().values())
    at = list(studies()).index(name)
    return (order[at - 1] if at else None), (order[at + 1] if at + 1 < len(order) else None)


def _study(raw: dict[str, Any]) -> Study:
    record = engine.read_record(raw)
    hand = record.hands[0]
    judged = engine.audit(record).hands
    assert isinstance(judged, tuple)
    told, retold = tell_written(engine.new_game(record.rules), hand, record.players)
    assert told is not None
    verdict = judged[0]
    if retold.broken is not None:
        # The auditor's refusal is in English.
        verdict = msgspec.structs.replace(verdict, message=refusal_words(retold.broken.refused))
    told = msgspec.structs.replace(told, verdict=verdict)
    claim = dict(hand.claim or {})
    rows = claimed_rows(record, verdict, claim)
    broken = _broken(verdict)
    return Study(
        name=raw["name"],
        deal=raw["deal"],
        mended=raw["mended"],
        told=told,
        verdict=verdict,
        contract=_contract(claim, record.players),
        printed=_printed(claim, record),
        finding=_finding(record, verdict, rows),
        rule=_rule(record, verdict),
        claim=rows,
        rest=() if broken is None else tuple(_rest(record, action) for action in hand.actions[broken + 1 :]),
        record=engine.encode_record(record),
    )


def _broken(verdict: HandVerdict) -> int | None:
    """Return the index of the action that breaks a rule, or None."""
    return verdict.action if isinstance(verdict.action, int) else None


def _rest(record: engine.Record, action: engine.Action) -> Printed:
    name = record.players[action.seat]
    card = getattr(action, "card", "")
    call = getattr(action, "call", None) or words.call_word(str(action.__struct_config__.tag))
    return Printed(name, card, "" if card else call)


def _contract(claim: dict[str, Any], names: tuple[str, ...]) -> str:
    if claim.get("bid") is None:
        return ""
    contract = contract_notation(claim["bid"], claim.get("denomination"), claim.get("doubled"))
    if claim.get("declarer") is None:
        return contract
    return _("{contract} by {name}").format(contract=contract, name=names[claim["declarer"]])


def _printed(claim: dict[str, Any], record: engine.Record) -> str:
    printed = [outcome_word(claim["outcome"])] if claim.get("outcome") else []
    if claim.get("points"):
        printed.append(claimed_words(record, "points", claim["points"]))
    return ", ".join(printed)


def _rule(record: engine.Record, verdict: HandVerdict) -> str:
    if verdict.verdict == "violation":
        return str(verdict.rule)
    return "" if verdict.verdict == "incomplete" else claim_rule(record.rules.id)


def _finding(record: engine.Record, verdict: HandVerdict, rows: tuple[Claimed, ...]) -> str:
    """Return what the auditor found, in a sentence."""
    if (broken := _broken(verdict)) is not None:
        action = record.hands[0].actions[broken]
        return refused_deed(action, str(verdict.message), record.players)
    if verdict.verdict == "mismatch":
        wrong = [
            _("{member} (printed {printed}, found {found})").format(
                member=row.label.lower(), printed=row.printed, found=row.found or pgettext("a result", "none")
            )
            for row in rows
            if row.differs
        ]
        text = _("All is legal, but the printed result does not match the cards: {faults}.")
        return text.format(faults="; ".join(wrong))
    if verdict.verdict == "incomplete":
        return _("Everything so far is legal; the hand is not finished.")
    return _("Every call and card is legal, and the printed result is right.")
