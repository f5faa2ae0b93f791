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
from django.utils.translation import get_language, gettext_lazy, gettext_noop, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

import engine
from engine.audit import HandVerdict
from games.hands.history import told_by
from games.hands.steps import HandEvents, Moment, Teller
from games.hands.told import VIOLATION, AuctionEntry, HandTold, Step
from games.words import events as words
from games.words.citations import claim_rule
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

_LABELS = {
    "outcome": gettext_lazy("Outcome"),
    "declarer": gettext_lazy("Declarer"),
    "bid": pgettext_lazy("of a contract", "Number"),
    "denomination": gettext_lazy("Trump"),
    "doubled": pgettext_lazy("of a contract", "Doubled"),
    "points": gettext_lazy("Card points"),
    "game_points": gettext_lazy("Game points"),
    "stakes": gettext_lazy("Stakes after"),
    "score": gettext_lazy("Score after"),
    "kunukku": gettext_lazy("Kunukku"),
    "salaams": gettext_lazy("Salaams"),
}
_TRADITIONS = (
    gettext_noop("International rules"),
    gettext_noop("Kerala rules"),
    gettext_noop("Standard rules"),
)
"""The rule sets of 56 without the game and the number of players."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """One member of a result: as printed and as worked out, each in words, empty where it is not there."""

    label: str
    printed: str
    found: str
    differs: bool


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
        text = _("Deal {number}, {tradition}, auction mended") if self.mended else _("Deal {number}, {tradition}")
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
    verdict = _in_readers_language(record, judged[0])
    told = _hand_told(record, verdict)
    claim = dict(hand.claim or {})
    rows = _claim(record, verdict, claim)
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


def _in_readers_language(record: engine.Record, verdict: HandVerdict) -> HandVerdict:
    """Return a verdict with the refusal in the reader's language; the auditor's is in English."""
    broken = _broken(verdict)
    if broken is None:
        return verdict
    hand = record.hands[0]
    state = engine.new_game(record.rules)
    for event in engine.deal_hands(state, hand.cards, dealer=hand.dealer):
        state = engine.evolve(state, event)
    for action in hand.actions[:broken]:
        for event in engine.decide(state, action):
            state = engine.evolve(state, event)
    refused = engine.refusal(state, hand.actions[broken])
    assert refused is not None
    return msgspec.structs.replace(verdict, message=refusal_words(refused))


def _told_refusal(action: engine.Action, verdict: HandVerdict, names: tuple[str, ...]) -> str:
    """Return an action with why it is refused."""
    # Translators: what somebody does in a record, and why the auditor refuses it.
    return _("{deed}: “{message}”").format(deed=words.deed_words(action, names), message=verdict.message)


def _broken(verdict: HandVerdict) -> int | None:
    """Return the index of the action that breaks a rule, or None."""
    return verdict.action if isinstance(verdict.action, int) else None


def _hand_told(record: engine.Record, verdict: HandVerdict) -> HandTold:
    """Tell the hand of a record with all cards open, up to what a rule forbids."""
    rules, hand, names = record.rules, record.hands[0], record.players
    state = engine.new_game(rules)
    told = HandEvents(state, ())
    for event in engine.deal_hands(state, hand.cards, dealer=hand.dealer):
        told.dealt = told.opened = Moment(0, event)
        state = engine.evolve(state, event)
    broken = _broken(verdict)
    for number, action in enumerate(hand.actions[:broken], 1):
        for event in engine.decide(state, action):
            told.put(Moment(number, event))
            state = engine.evolve(state, event)
    whole = msgspec.structs.replace(told_by(Teller(told, rules, names, None), 1), verdict=verdict)
    if broken is None:
        return whole
    action = hand.actions[broken]
    wrong = _violation(whole.steps[-1], action, verdict, names)
    auction = whole.auction
    if not isinstance(action, engine.Play):
        auction = (*auction, _wrong_call(action, wrong, auction))
    return msgspec.structs.replace(whole, steps=(*whole.steps, wrong), auction=auction)


def _violation(last: Step, action: engine.Action, verdict: HandVerdict, names: tuple[str, ...]) -> Step:
    """Return the step that a rule forbids: the table stays as it was, but for the card that was put down."""
    card = getattr(action, "card", None)
    trick, number = last.trick, last.trick_number
    plays = isinstance(action, engine.Play)
    if plays and number is not None and len(trick) == len(names):
        trick, number = (), number + 1
    if plays:
        trick = (*trick, engine.Played(action.seat, str(card)))
    return msgspec.structs.replace(
        last,
        index=last.index + 1,
        kind=VIOLATION,
        seat=action.seat,
        text=_told_refusal(action, verdict, names),
        phase=words.phase_words("violation"),
        trick_number=number if plays else None,
        card=card,
        trick=trick if plays else (),
        action=_broken(verdict),
        version=last.version + 1,
    )


def _wrong_call(action: engine.Action, step: Step, auction: tuple[AuctionEntry, ...]) -> AuctionEntry:
    return AuctionEntry(
        seat=action.seat,
        auction=auction[-1].auction if auction else 1,
        word=str(action.__struct_config__.tag),
        value=getattr(action, "value", None),
        step=step.index,
        call=getattr(action, "call", None),
    )


def _rest(record: engine.Record, action: engine.Action) -> Printed:
    name = record.players[action.seat]
    card = getattr(action, "card", "")
    call = getattr(action, "call", None) or words.call_word(str(action.__struct_config__.tag))
    return Printed(name, card, "" if card else call)


def _contract(claim: dict[str, Any], names: tuple[str, ...]) -> str:
    if claim.get("bid") is None:
        return ""
    contract = words.contract_words(claim["bid"], claim.get("denomination"), claim.get("doubled"))
    if claim.get("declarer") is None:
        return contract
    return _("{contract} by {name}").format(contract=contract, name=names[claim["declarer"]])


def _printed(claim: dict[str, Any], record: engine.Record) -> str:
    printed = [outcome_word(claim["outcome"])] if claim.get("outcome") else []
    if claim.get("points"):
        printed.append(_value(record, "points", claim["points"]))
    return ", ".join(printed)


def _claim(record: engine.Record, verdict: HandVerdict, claim: dict[str, Any]) -> tuple[Claimed, ...]:
    """Return the members of the result that were printed or worked out, side by side."""
    result = verdict.result if isinstance(verdict.result, engine.Result) else None
    differs = verdict.differs if isinstance(verdict.differs, tuple) else ()
    rows = []
    for member in record.rules.result_members:
        printed, found = claim.get(member), getattr(result, member, None)
        if printed is not None or found is not None:
            rows.append(
                Claimed(
                    str(_LABELS[member]),
                    _value(record, member, printed),
                    _value(record, member, found),
                    member in differs,
                )
            )
    return tuple(rows)


def _value(record: engine.Record, member: str, value: Any) -> str:
    """Return a member of a result in words."""
    if value is None:
        return ""
    if member == "declarer":
        return record.players[value]
    if member == "denomination":
        return words.denomination_words(value)
    if member == "doubled":
        return (pgettext("a double", "no"), pgettext("a double", "doubled"), pgettext("a double", "redoubled"))[value]
    if isinstance(value, list | tuple):
        owners = [_team(record, seats) for seats in record.rules.sides]
        if len(value) != len(owners):
            owners = list(record.players)
        return ", ".join(f"{owner} {number}" for owner, number in zip(owners, value, strict=True))
    return outcome_word(value) if member == "outcome" else str(value)


def _team(record: engine.Record, seats: tuple[int, ...]) -> str:
    """Return what a side is called: the letter that its players' names share, else their names."""
    names = [record.players[seat] for seat in seats]
    letters = {name[:1] for name in names}
    return letters.pop() if len(letters) == 1 and len(seats) > 1 else words.listed(names)


def _rule(record: engine.Record, verdict: HandVerdict) -> str:
    if verdict.verdict == "violation":
        return str(verdict.rule)
    return "" if verdict.verdict == "incomplete" else claim_rule(record.rules.id)


def _finding(record: engine.Record, verdict: HandVerdict, rows: tuple[Claimed, ...]) -> str:
    """Return what the auditor found, in a sentence."""
    if (broken := _broken(verdict)) is not None:
        action = record.hands[0].actions[broken]
        return _told_refusal(action, verdict, record.players)
    if verdict.verdict == "mismatch":
        wrong = [
            _("{member}: printed {printed}, found {found}").format(
                member=row.label.lower(), printed=row.printed, found=row.found or pgettext("a result", "none")
            )
            for row in rows
            if row.differs
        ]
        text = _("All is legal, but the printed result is not what the cards give: {faults}.")
        return text.format(faults="; ".join(wrong))
    if verdict.verdict == "incomplete":
        return _("What there is of it is legal; the hand is not played to its end.")
    return _("Every call and card is legal, and the printed result is right.")
