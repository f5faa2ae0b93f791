"""What every rule set says of the rule ledgers: which rules hold for it, and which others they replace."""

import re
from pathlib import Path

import pytest

import engine

TEXT = "\n".join(path.read_text() for path in sorted((Path(__file__).parents[2] / "docs" / "rules").glob("*.md")))
RULES = set(re.findall(r"^(?:- \*\*|\| )((?:28|56)-[A-Z][A-Z0-9]*-\d+)\b", TEXT, re.MULTILINE))
SECTIONS = {f"{rule.rpartition('-')[0]}-" for rule in RULES}

PAGAT = "PAG-1 for AUC-7, PAG-5 for REV-5, PAG-6 for SCO-2, PAG-6 for SCO-3, PAG-7 for END-2"
THREE = "PAG-8 for PAG-2"
SIX = "PAG-9 for DEAL-2, PAG-9 for PAG-3"
BASE_CARDS = "WIK-1 for PAG-6, WIK-5 for PAG-7, WIK-5 for END-3, WIK-2 for SCO-4"
BOOK = "BOOK-3 for TRICK-2"
INSTEAD = {
    "28-kerala-4": "",
    "28-kerala-3": "",
    "28-pagat-4": PAGAT,
    "28-pagat-3": f"{PAGAT}, {THREE}",
    "28-pagat-6": f"{PAGAT}, {SIX}",
    "28-wikipedia-4": f"{PAGAT}, {BASE_CARDS}",
    "28-wikipedia-3": f"{PAGAT}, {BASE_CARDS}, {THREE}, WIK-6 for AUC-2",
    "28-wikipedia-6": f"{PAGAT}, {BASE_CARDS}, {SIX}",
    "28-central-kerala-6": f"{PAGAT}, {BASE_CARDS}, {SIX}",
    "28-wikipedia-8": f"{PAGAT}, {BASE_CARDS}, W8-1 for DEAL-2, W8-1 for AUC-4, W8-1 for PAG-3, W8-3 for WIK-1",
    "28-book-4": f"{PAGAT}, {BOOK}",
    "28-book-3": f"{PAGAT}, {BOOK}, {THREE}",
    "28-house-4": PAGAT,
}
"""By rule set of 28: the rules that hold for it instead of others, as the ledger says at each of them."""

EVERY = pytest.mark.parametrize("rule_set", engine.rule_set_ids())


def holds(rules: engine.RuleSet, rule: str) -> bool:
    """Say whether a rule is among those that a rule set goes by."""
    return any(rule == part or (part.endswith("-") and rule.startswith(part)) for part in rules.ledger)


@EVERY
def test_a_rule_set_goes_by_rules_and_sections_of_a_ledger(rule_set: str) -> None:
    """28-AUD-2: nothing else can be cited; each once."""
    ledger = engine.load_rules(rule_set).ledger

    assert [part for part in ledger if part not in RULES | SECTIONS] == []
    assert len(set(ledger)) == len(ledger)


@EVERY
def test_what_holds_instead_of_a_rule_is_among_the_rules_of_the_rule_set(rule_set: str) -> None:
    """28-PAG-1 to 28-PAG-9, 28-BOOK-3, 56-AUC-6 to 56-AUC-8: both are, the one replaced and the other."""
    rules = engine.load_rules(rule_set)

    assert [pair for pair in rules.replaced if not all(holds(rules, rule) for rule in pair if rule)] == []


@pytest.mark.parametrize(("rule_set", "instead"), INSTEAD.items())
def test_a_rule_that_another_replaces_is_named_with_it(rule_set: str, instead: str) -> None:
    """28-PAG-1, 28-PAG-5 to 28-PAG-9, 28-WIK-1 to 28-WIK-6, 28-W8-1, 28-W8-3, 28-BOOK-3."""
    named = {f"{new.removeprefix('28-')} for {old.removeprefix('28-')}" for old, new in replaced(rule_set)}

    assert set(filter(None, instead.split(", "))) <= named


def replaced(rule_set: str) -> tuple[tuple[str, str], ...]:
    """Return the rules that do not hold, each with the one that does."""
    return engine.load_rules(rule_set).replaced


@pytest.mark.parametrize(
    ("rule_set", "own"),
    [
        ("28-kerala-4", "28-FOLD-1 28-AUC2-1 28-TRUMP-1 28-STK-1 28-CON-1"),
        ("28-pagat-4", "28-PAG-1 28-PAG-2 28-PAG-3 28-PAG-4 28-PAG-5 28-PAG-6 28-PAG-7 28-THANI-1 28-COT-1"),
        ("28-pagat-3", "28-PAG-8"),
        ("28-pagat-6", "28-PAG-9"),
        ("28-wikipedia-4", "28-WIK-1 28-WIK-2 28-WIK-3 28-WIK-4 28-WIK-5"),
        ("28-wikipedia-3", "28-WIK-6 28-PAG-8"),
        ("28-wikipedia-6", "28-WIK-7 28-PAG-9"),
        ("28-central-kerala-6", "28-WIK-7 28-CK6-1"),
        ("28-wikipedia-8", "28-W8-1 28-W8-2 28-W8-3"),
        ("28-book-4", "28-BOOK-1 28-BOOK-2 28-BOOK-3"),
        ("28-book-3", "28-BOOK-4 28-PAG-8"),
        ("28-house-4", "28-HSE-1 28-HSE-14"),
    ],
)
def test_a_rule_set_goes_by_the_rules_of_its_own(rule_set: str, own: str) -> None:
    """28-BOOK-4, 28-CK6-1, 28-WIK-7, 28-HSE-1: as the ledger names the rule set at each of them."""
    rules = engine.load_rules(rule_set)
    assert [rule for rule in own.split() if not holds(rules, rule)] == []


@pytest.mark.parametrize(
    ("rule_set", "others"),
    [
        ("28-kerala-4", "28-PAG-1 28-THANI-1 28-HSE-1"),
        ("28-pagat-4", "28-AUC2-1 28-TRUMP-1 28-STK-1 28-PAG-8 28-PAG-9 28-WIK-1 28-BOOK-1"),
        ("28-wikipedia-4", "28-WIK-6 28-WIK-7 28-CK6-1 28-W8-1"),
        ("28-wikipedia-6", "28-CK6-1"),
        ("28-book-4", "28-BOOK-4 28-THANI-1 28-COT-1"),
    ],
)
def test_rules_of_other_games_do_not_hold(rule_set: str, others: str) -> None:
    """28-PAG-1, 28-BOOK-4: a rule of another table or tradition is never cited."""
    rules = engine.load_rules(rule_set)
    assert [rule for rule in others.split() if holds(rules, rule)] == []
