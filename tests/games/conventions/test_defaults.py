"""The convention cards of 56 hold every row of the ledger, and calls are explained by them."""

import random
import re
from pathlib import Path

import pytest

import engine
from engine.conventions import CARDS, Convention, default_card, meaning_of, situation_at
from engine.conventions.model import SHAPES
from engine.fiftysix.ruleset import FiftySix
from games.bots.fiftysix import choose56
from games.conventions.words import lines_of, meaning_words

LEDGER = Path(__file__).parents[3] / "docs" / "rules" / "56.md"
TRADITIONS = pytest.mark.parametrize("tradition", CARDS)
ROWS = {"International": (13, 16), "Kerala": (11, 7), "Standard": (7, 7)}
"""How many rows the ledger has: of openings, and of calls over a partner."""


def rules_of(rules_id: str) -> FiftySix:
    rules = engine.load_rules(rules_id, {"ending": {"type": "hands", "count": 1}})
    assert isinstance(rules, FiftySix)
    return rules


def ledger_tables(heading: str) -> list[list[list[str]]]:
    """The tables under a heading of the ledger: for each its rows, the header first, as cells."""
    part = LEDGER.read_text().split(f"\n### {heading}")[1].split("\n### ")[0]
    tables: list[list[list[str]]] = []
    for block in re.split(r"\n\s*\n", part):
        lines = [line for line in block.splitlines() if line.startswith("|")]
        if lines:
            cells = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
            tables.append([cells[0], *cells[2:]])
    return tables


def conventions(tradition: str) -> tuple[Convention, ...]:
    return CARDS[tradition].conventions


@TRADITIONS
def test_the_card_has_every_opening_of_the_ledger(tradition: str) -> None:
    """56-CNV-1."""
    opening = ledger_tables(tradition)[0]
    rows = [row[1] for row in opening[1:]]

    assert opening[0][0] == "position, ours"
    assert len(rows) == ROWS[tradition][0]
    assert set(rows) == {convention.row for convention in conventions(tradition) if convention.table == "opening"}


@TRADITIONS
def test_the_card_has_every_call_over_a_partner_of_the_ledger(tradition: str) -> None:
    """56-CNV-2."""
    rows = [row[0] for table in ledger_tables(tradition)[1:] for row in table[1:]]
    tables = ("over partner", "over no trump")

    assert len(rows) == ROWS[tradition][1]
    assert set(rows) <= {convention.row for convention in conventions(tradition) if convention.table in tables}


@TRADITIONS
def test_the_card_has_everything_that_nos_says(tradition: str) -> None:
    """56-CNV-2."""
    (table,) = ledger_tables("What NOS says")
    column = table[0].index(tradition)
    said = {row[0] for row in table[1:] if row[column] != "not admitted"}

    assert len(table) - 1 == 11
    assert said == {convention.nos for convention in conventions(tradition) if convention.nos}


@TRADITIONS
def test_the_names_on_a_card_are_its_own_and_its_shapes_are_known(tradition: str) -> None:
    names = [convention.name for convention in conventions(tradition)]
    words = {
        fact.word
        for convention in conventions(tradition)
        for facts in convention.shows
        for fact in facts
        if hasattr(fact, "word")
    }

    assert len(names) == len(set(names))
    assert words <= set(SHAPES)


@pytest.mark.parametrize("rules_id", [name for name in engine.rule_set_ids() if "56" in name])
def test_every_rule_set_of_56_has_its_traditions_card(rules_id: str) -> None:
    rules = rules_of(rules_id)

    assert default_card(rules).name in rules.name


INT, KER, STD = "56-international-6", "56-kerala-6", "56-standard-6"
FIRST: tuple[str, ...] = ()
AFTER_28P = ("28P", "pass")
LAST_AFTER_28P = ("28P", "pass", "pass", "pass")
PASSED_TWICE = ("pass", "pass")
PASSED_FOUR_TIMES = ("pass",) * 4

BOTH = "SJ SJ SA SK H9 DT CQ CK"
BOTH_NINE = "SJ SJ S9 SK H9 DT CQ CK"
BOTH_NINES = "SJ SJ S9 S9 H9 DT CQ CK"
THREE_BOTH = "SJ SJ SA H9 HT DK DQ CA"
THREE_BOTH_NINE = "SJ SJ S9 H9 HT DK DQ CA"
FOUR_JACKS = "SJ SA HJ HA DJ DA CJ CA"
STRONG = "SJ S9 SA SA ST SK H9 DT"
STRONG_THREE = "SJ SA ST SK HJ HQ DJ DQ"
THREE_JACKS = "SJ SA HJ HA DJ DA CA CK"
TWO_SUITS = "SJ SA ST SK HJ HA HT HK"
FIVE = "SJ SA ST SK SQ H9 DT C9"
FOUR_AND_JACK = "SJ SA ST SK HJ HA DK CK"
FOUR = "SJ SA ST SK H9 HA DT C9"
TWO_JACKS = "SJ SA ST HJ HA D9 DK C9"
LOOSE_JACKS = "SJ SA HJ HA D9 DK C9 CK"
WITHOUT = "S9 SA ST SK SQ H9 DT CA"
NOTHING = "S9 SK HT HQ DA DK CA CQ"
FIVE_TRICKS = "SJ SJ S9 HJ DJ HA CK CQ"
THREE_WITH_JACK = "SJ SA ST H9 HQ DA DK CK"
FOUR_WITHOUT = "S9 SA ST SK HT HQ DA CK"
GOOD_THREE = "S9 SA SK HJ HT DJ DA CK"

TEN = "in this order: +1 suit"
AS_FIRST = "as position 1, one number higher"
STRONG_ROW = "strong suit with one jack"
BOTH_ROW = "4+ cards with both jacks; and a nine; and both nines"
SUIT_ROW = "4+ cards with a jack and another jack; 5+ cards with a jack"

OPENINGS = [
    (INT, FIRST, TWO_JACKS, "28NS", "two jacks in different suits"),
    (INT, FIRST, THREE_JACKS, "28NT", "three jacks"),
    (INT, FIRST, FOUR_JACKS, "29NT", "four jacks or more"),
    (INT, FIRST, FIVE, "28S", SUIT_ROW),
    (INT, FIRST, FOUR_AND_JACK, "28S", SUIT_ROW),
    (INT, FIRST, FOUR, "+S", "4 cards with a jack, no other jack"),
    (INT, FIRST, BOTH, "29S", BOTH_ROW),
    (INT, FIRST, BOTH_NINE, "30S", BOTH_ROW),
    (INT, FIRST, BOTH_NINES, "31S", BOTH_ROW),
    (INT, FIRST, THREE_BOTH, "+2S", "3 cards, both jacks, no other; and a nine"),
    (INT, FIRST, THREE_BOTH_NINE, "+3S", "3 cards, both jacks, no other; and a nine"),
    (INT, FIRST, WITHOUT, "S28", "5+ good cards without the jack"),
    (INT, FIRST, TWO_SUITS, "29NS", "two suits (4-4 or 5-3)"),
    (INT, FIRST, STRONG, "+1S", STRONG_ROW),
    (INT, FIRST, STRONG_THREE, "+1S", STRONG_ROW),
    (INT, FIRST, NOTHING, "28P", "anything else"),
    (INT, AFTER_28P, TWO_JACKS, "29NS", "two jacks in different suits"),
    (INT, AFTER_28P, FIVE, "29S", SUIT_ROW),
    (INT, AFTER_28P, TWO_SUITS, "30NS", "two suits (4-4 or 5-3)"),
    (INT, AFTER_28P, NOTHING, "pass", AS_FIRST),
    (INT, LAST_AFTER_28P, STRONG, "+1S", TEN),
    (INT, LAST_AFTER_28P, THREE_JACKS, "29NT", TEN),
    (INT, LAST_AFTER_28P, BOTH, "30S", TEN),
    (INT, LAST_AFTER_28P, TWO_SUITS, "30NS", TEN),
    (INT, LAST_AFTER_28P, THREE_BOTH, "+2S", TEN),
    (INT, LAST_AFTER_28P, THREE_WITH_JACK, "+S", TEN),
    (INT, LAST_AFTER_28P, FOUR_WITHOUT, "S29", TEN),
    (INT, LAST_AFTER_28P, GOOD_THREE, "S+", TEN),
    (INT, LAST_AFTER_28P, LOOSE_JACKS, "29NS", TEN),
    (INT, LAST_AFTER_28P, NOTHING, "29P", TEN),
    (KER, FIRST, THREE_JACKS, "28NS", "three jacks"),
    (KER, FIRST, FOUR_JACKS, "29NS", "four jacks"),
    (KER, FIRST, FIVE_TRICKS, "30NS", "five tricks with four jacks"),
    (KER, FIRST, FOUR, "28S", "4+ cards with a jack"),
    (KER, FIRST, BOTH, "29S", BOTH_ROW),
    (KER, FIRST, BOTH_NINE, "30S", BOTH_ROW),
    (KER, FIRST, BOTH_NINES, "31S", BOTH_ROW),
    (KER, FIRST, WITHOUT, "28S", "5+ good cards without a jack, clarified by NOS next round"),
    (KER, FIRST, NOTHING, "pass", "anything else"),
    (KER, PASSED_TWICE, FOUR, "28S", "4+ cards with a jack"),
    (KER, PASSED_TWICE, NOTHING, "pass", "anything else"),
    (KER, PASSED_FOUR_TIMES, THREE_WITH_JACK, "28S", "3+ cards with a jack, or 4+ without"),
    (KER, PASSED_FOUR_TIMES, FOUR_WITHOUT, "28S", "3+ cards with a jack, or 4+ without"),
    (KER, PASSED_FOUR_TIMES, THREE_BOTH, "29S", "3+ cards with both jacks; and nines"),
    (KER, PASSED_FOUR_TIMES, BOTH_NINE, "30S", "3+ cards with both jacks; and nines"),
    (KER, PASSED_FOUR_TIMES, BOTH_NINES, "31S", "3+ cards with both jacks; and nines"),
    (KER, PASSED_FOUR_TIMES, THREE_JACKS, "29NS", "three jacks; four"),
    (KER, PASSED_FOUR_TIMES, FOUR_JACKS, "30NS", "three jacks; four"),
    (KER, PASSED_FOUR_TIMES, NOTHING, "28NS", "anything else"),
    (STD, FIRST, TWO_JACKS, "28NS", "two jacks"),
    (STD, FIRST, THREE_JACKS, "28NT", "three jacks; four"),
    (STD, FIRST, FOUR_JACKS, "29NT", "three jacks; four"),
    (STD, FIRST, FOUR, "28S", "4+ cards with a jack"),
    (STD, FIRST, BOTH, "29S", BOTH_ROW),
    (STD, FIRST, BOTH_NINE, "30S", BOTH_ROW),
    (STD, FIRST, BOTH_NINES, "31S", BOTH_ROW),
    (STD, FIRST, WITHOUT, "28S", "5+ good cards without a jack, clarified by NOS next round"),
    (STD, FIRST, TWO_SUITS, "29NS", "two suits, a jack heading each"),
    (STD, PASSED_TWICE, FOUR, "28S", "4+ cards with a jack"),
    (STD, PASSED_FOUR_TIMES, FOUR, "28S", "as 1; a long strong suit"),
    (STD, PASSED_FOUR_TIMES, WITHOUT, "28S", "as 1; a long strong suit"),
    (STD, PASSED_FOUR_TIMES, NOTHING, "pass", "as 1; a long strong suit"),
]


def act_of(seat: int, word: str) -> engine.Action:
    if word == "pass":
        return engine.Pass(seat)
    return engine.Double(seat) if word == "double" else engine.Call(seat, word)


def dealt(rules: engine.RuleSet, seat: int, hand: str) -> engine.State:
    """The auction of a hand in which a seat has these cards; seat 0 opens."""
    rest = list(rules.deck)
    for card in hand.split():
        rest.remove(card)
    random.Random(1).shuffle(rest)
    size = rules.hand_size
    hands = []
    for at in range(rules.players):
        hands.append(tuple(hand.split()) if at == seat else tuple(rest[:size]))
        rest = rest if at == seat else rest[size:]
    state = engine.new_game(rules)
    for event in engine.deal_hands(state, tuple(hands), dealer=rules.players - 1):
        state = engine.evolve(state, event)
    return state


def said(state: engine.State, *words: str) -> engine.State:
    for word in words:
        (seat,) = engine.to_act(state)
        for event in engine.decide(state, act_of(seat, word)):
            state = engine.evolve(state, event)
    return state


def auction_of(rules: engine.RuleSet, *words: str) -> tuple[engine.AuctionStep, ...]:
    """The steps of an auction, with hands that may say all of it."""
    suits = [f"{suit}{rank}" for suit in "SHDC" for rank in "J9ATKQ"] * 2
    hands = tuple(tuple(suits[seat :: rules.players]) for seat in range(rules.players))
    state = engine.new_game(rules)
    for event in engine.deal_hands(state, hands, dealer=rules.players - 1):
        state = engine.evolve(state, event)
    return engine.view(said(state, *words), None).auction


@pytest.mark.parametrize(("rules_id", "before", "hand", "call", "row"), OPENINGS)
def test_the_bot_opens_by_the_card_and_the_card_explains_it(
    rules_id: str, before: tuple[str, ...], hand: str, call: str, row: str
) -> None:
    """56-CNV-1, 56-CNV-2."""
    rules = rules_of(rules_id)
    seat = len(before)
    state = said(dealt(rules, seat, hand), *before)

    action = choose56(engine.view(state, seat))

    assert action == act_of(seat, call)
    auction = engine.view(said(state, call), None).auction
    meaning = meaning_of(default_card(rules), auction, seat, rules)
    assert meaning is not None
    assert meaning.fits(hand.split())
    assert any(
        convention.row.startswith(row) and convention.says.split("{")[0] in meaning_words(meaning)
        for convention in default_card(rules).conventions
        if convention.table == "opening"
    )


@TRADITIONS
def test_every_opening_row_has_an_example(tradition: str) -> None:
    rows = {convention.row for convention in conventions(tradition) if convention.table == "opening"}
    shown = {row for rules_id, _, _, _, row in OPENINGS if rules_of(rules_id).conventions == tradition}

    assert [row for row in rows if not any(row.startswith(beginning) for beginning in shown)] == []


SITUATIONS = [
    (INT, ("28S", "pass"), "over suit"),
    (INT, ("28NS", "pass"), "over no trump"),
    (INT, ("29NS", "pass"), "over two suits"),
    (INT, ("28P",), "theirs, over nothing"),
    (INT, ("28S",), "theirs, they bid"),
    (INT, ("28NS",), "theirs, they bid NOS"),
    (INT, ("28P", "29S"), "overcalled"),
    (INT, ("28S", "29H"), "after their suit"),
    (INT, ("28S", "double"), "after their double"),
    (INT, ("28S", "pass", "29H", "pass"), "over suits"),
    (INT, ("28H", "pass", "29S", "pass", "30S", "pass", "pass", "pass"), "agreed"),
    (INT, ("28S", "pass", "29S", "pass", "30S", "pass", "31S", "pass"), "after own raise"),
    (KER, ("pass",) * 4, "compulsory"),
    (KER, ("pass",) * 5, "theirs, over nothing"),
    (KER, ("pass",) * 6, "over nothing"),
    (KER, ("pass",) * 3, "theirs"),
    (STD, ("pass",) * 4, "opening"),
]


@pytest.mark.parametrize(("rules_id", "before", "kind"), SITUATIONS)
def test_the_situation_is_read_off_the_auction(rules_id: str, before: tuple[str, ...], kind: str) -> None:
    """56-CNV-2, 56-AUC-7."""
    rules = rules_of(rules_id)
    seat = len(before) % rules.players

    assert situation_at(default_card(rules), auction_of(rules, *before), seat, rules).kind == kind


MEANINGS = [
    (INT, ("28S", "pass", "29S"), "raise", "Three cards or more of spades, with the next tops in sequence: jack."),
    (
        INT,
        ("28S", "pass", "30S"),
        "raise",
        "Three cards or more of spades, with the next tops in sequence: jack, nine.",
    ),
    (
        INT,
        ("29S", "pass", "31S"),
        "raise",
        "Three cards or more of spades, with the next tops in sequence: nine, nine.",
    ),
    (INT, ("28S", "pass", "+S"), "raise-top-and-one", "The next top of spades (jack) and one card more."),
    (INT, ("28S", "pass", "+2S"), "raise-exactly", "Just the next tops of spades, and no card more: jack, nine."),
    (INT, ("28S", "pass", "S29"), "raise-without-top", "Four cards or more of spades, without the next top."),
    (INT, ("28S", "pass", "S+"), "raise-three-without-top", None),
    (INT, ("28S", "pass", "S+2"), "raise-short", None),
    (INT, ("28S", "pass", "29NS"), "void", "Void in spades, and a good hand."),
    (INT, ("28S", "pass", "29H", "pass", "+1NS"), "void-before", "Void in spades, the suit bid before the last."),
    (
        INT,
        ("28S", "pass", "29H", "pass", "31NS"),
        "nos-earlier-void",
        "Void in spades, which the side bid before hearts.",
    ),
    (INT, ("28S", "pass", "30NS"), "bump", "Jacks beside spades: 2; and not its next top."),
    (INT, ("28S", "pass", "29NT"), "three-jacks-over-suit", "Three jacks."),
    (INT, ("28NS", "pass", "30S"), "reply-suit", None),
    (INT, ("28NS", "pass", "30NS"), "reply-jacks", "Jacks: 2; and no suit of four with one."),
    (INT, ("28NT", "pass", "29NT"), "reply-three-jacks", "Three jacks."),
    (INT, ("28NS", "pass", "+S"), "reply-three-with-jack", "Three cards of spades with a jack."),
    (INT, ("28NS", "pass", "S29"), "reply-reverse", None),
    (INT, ("28NS", "pass", "S+"), "reply-reverse-plus", None),
    (INT, ("28NS", "pass", "pass", "pass", "29P"), "reply-nothing", None),
    (INT, ("29NS", "pass", "30S"), "reply-to-two-suits", None),
    (INT, ("29NS", "pass", "pass", "pass", "30NS"), "reply-to-two-suits-nothing", None),
    (INT, ("28P", "double"), "theirs-double", None),
    (INT, ("28S", "29H", "30NS"), "nos-over-theirs", None),
    (INT, ("28S", "29H", "31NS"), "nos-two-over-theirs", None),
    (INT, ("28S", "double", "29NS"), "nos-after-double", None),
    (INT, ("28S", "29NS"), "nos-their-lead", "The three suits beside spades; partners name one."),
    (INT, ("28S", "pass", "29S", "pass", "33S"), "raise", None),
    (INT, ("28S", "pass", "29S", "pass", "30S", "pass", "33S"), "jump-in-the-agreed-suit", None),
    (KER, ("28S", "pass", "30S"), "raise", "The next tops of spades: jack, nine."),
    (KER, ("pass", "pass", "pass", "pass", "28S", "pass", "30S"), "raise", "The next tops of spades: jack, jack."),
    (KER, ("28S", "pass", "29NS"), "void", None),
    (KER, ("28S", "pass", "29S", "pass", "30S", "pass", "31S", "pass", "32NS"), "single-raise", None),
    (KER, ("28S", "pass", "30NS"), "bump", None),
    (KER, ("28S", "29H", "31NS"), "bump-over-theirs", None),
    (KER, ("28NS", "pass", "29S"), "reply-suit", None),
    (KER, ("28NS", "pass", "pass", "pass", "29S"), "forced-suit", None),
    (KER, ("28NS", "pass", "pass", "pass", "29NS"), "forced-nothing", None),
    (KER, ("28NS", "pass", "30NS"), "reply-jacks", None),
    (KER, ("pass", "pass", "pass", "pass", "28NS", "double"), "theirs-double", "Three guarded jacks."),
    (STD, ("pass", "40S"), "arrest-40", None),
    (KER, ("pass", "pass", "pass", "pass", "pass", "38S"), "arrest-38", None),
    (STD, ("28S", "pass", "29NT"), "three-jacks-over-suit", None),
    (STD, ("28S", "pass", "pass", "pass", "29NS"), "void-last", None),
    (STD, ("29NS", "pass", "30S"), "reply-to-two-suits", None),
]


@pytest.mark.parametrize(("rules_id", "words", "name", "text"), MEANINGS)
def test_a_call_is_explained_by_what_went_before(
    rules_id: str, words: tuple[str, ...], name: str, text: str | None
) -> None:
    """56-CNV-2, 56-CNV-3, 56-CNV-4."""
    rules = rules_of(rules_id)
    auction = auction_of(rules, *words)

    meaning = meaning_of(default_card(rules), auction, len(words) - 1, rules)

    assert meaning is not None
    assert meaning.convention.name == name
    assert meaning.seat == (len(words) - 1) % rules.players
    if text is not None:
        assert meaning_words(meaning) == text


def test_later_calls_do_not_change_what_a_call_told() -> None:
    rules = rules_of(INT)
    auction = auction_of(rules, "28S", "pass", "30S", "pass", "31S")
    card = default_card(rules)

    assert meaning_of(card, auction, 2, rules) == meaning_of(card, auction[:3], 2, rules)


def test_a_raise_shows_its_tops_and_not_one_further() -> None:
    """56-CNV-2: the next tops in sequence."""
    rules = rules_of(INT)
    meaning = meaning_of(default_card(rules), auction_of(rules, "28S", "pass", "30S"), 2, rules)

    assert meaning is not None
    assert meaning.fits(["SJ", "S9", "SA", "HK"])
    assert not meaning.fits(["SJ", "S9", "S9", "HK"])
    assert not meaning.fits(["SJ", "SA", "SK", "HK"])
    assert not meaning.fits(["SJ", "S9", "HA", "HK"])


@pytest.mark.parametrize("rules_id", [name for name in engine.rule_set_ids() if "56" in name])
def test_the_bots_first_calls_are_true_with_every_number_of_players(rules_id: str) -> None:
    """56-CNV-1: two, three and four a side speak as first, middle and last."""
    rules = rules_of(rules_id)
    chance = random.Random(4)
    explained = 0
    for _ in range(12):
        pack = list(rules.deck)
        chance.shuffle(pack)
        state = engine.new_game(rules)
        for event in engine.deal(state, pack, dealer=0):
            state = engine.evolve(state, event)
        for index in range(rules.players):
            (seat,) = engine.to_act(state)
            hand = engine.view(state, seat).hand
            for event in engine.decide(state, choose56(engine.view(state, seat))):
                state = engine.evolve(state, event)
            auction = engine.view(state, None).auction
            moment = situation_at(default_card(rules), auction[:index], seat, rules)
            meaning = meaning_of(default_card(rules), auction, index, rules)
            if moment.kind in ("opening", "compulsory") and meaning is not None:
                assert meaning.fits(hand)
                explained += 1
    assert explained


@TRADITIONS
def test_the_document_has_every_line_of_the_card(tradition: str) -> None:
    text = (
        (LEDGER.parents[1] / "reference" / "conventions.md")
        .read_text()
        .split(f"\n## {tradition}\n")[1]
        .split("\n## ")[0]
    )
    lines = lines_of(CARDS[tradition])

    assert [line for line in lines if f"| {line.situation} | {line.who} | {line.call} | {line.tells}" not in text] == []
    assert text.count("\n|") == len(lines) + 2
