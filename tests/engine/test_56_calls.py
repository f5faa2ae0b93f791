"""56: the notation of the auction, and what each bid comes to: 56-AUC-3, 56-AUC-4, 56-AUC-5, 56-AUD-4."""

import re

import pytest

import engine
from engine.fiftysix.calls import FORMS, READABLE, ParsedCall, is_readable, readable
from tests.engine.scenes56 import (
    ALL,
    EIGHT_SPADES,
    INT,
    INTERNATIONAL,
    KER,
    KERALA,
    STANDARD,
    STD,
    callable_texts,
    called,
    contract,
    dealt,
    refused_call,
)

EVERY_RULE_SET = pytest.mark.parametrize("rule_set", ALL)
NOT_ALLOWED = "call-not-allowed"
NO_HEARTS = "SJ SJ S9 DJ DJ CJ CJ C9"


@pytest.mark.parametrize(
    ("before", "text", "refusal"),
    [
        ("", "27S", ("bid-too-low", "56-AUC-3")),
        ("", "00S", ("bid-too-low", "56-AUC-3")),
        ("", "28S", None),
        ("", "56S", None),
        ("", "57S", ("bid-too-high", "56-AUC-3")),
        ("", "99S", ("bid-too-high", "56-AUC-3")),
        ("34S", "33NS", ("bid-too-low", "56-AUC-3")),
        ("34S", "34NS", ("bid-too-low", "56-AUC-3")),
        ("34NS", "34H", ("bid-too-low", "56-AUC-3")),
        ("34NS", "35C", None),
        ("56NS", "56S", ("bid-too-low", "56-AUC-3")),
        ("56NS", "57S", ("bid-too-high", "56-AUC-3")),
    ],
)
@EVERY_RULE_SET
def test_a_bid_rises_in_number_up_to_56(rule_set: str, before: str, text: str, refusal: tuple[str, str] | None) -> None:
    """56-AUC-3: whatever it names, as no denomination ranks above another."""
    assert refused_call(called(dealt(rule_set), before), text) == refusal


FORMS_AND_WHERE = [
    ("29S", 29, "S", "IKS"),
    ("29NS", 29, "NT", "IKS"),
    ("29NT", 29, "NT", "I-S"),
    ("29P", 29, "NT", "I--"),
    ("S29", 29, "S", "I--"),
    ("+S", 29, "S", "I--"),
    ("+1S", 29, "S", "I--"),
    ("+2S", 30, "S", "I--"),
    ("+7D", 35, "D", "I--"),
    ("S+", 29, "S", "I--"),
    ("S+1", 29, "S", "I--"),
    ("C+2", 30, "C", "I--"),
    ("H+7", 35, "H", "I--"),
    ("+1NS", 29, "NT", "I--"),
    ("+7NS", 35, "NT", "I--"),
]


@pytest.mark.parametrize(("text", "number", "denomination", "where"), FORMS_AND_WHERE)
@EVERY_RULE_SET
def test_each_tradition_admits_its_forms(rule_set: str, text: str, number: int, denomination: str, where: str) -> None:
    """56-AUC-4, 56-AUC-5, 56-CON-2: and each comes to a number and a denomination."""
    state = called(dealt(rule_set), "28H")
    tradition = (INTERNATIONAL, KERALA, STANDARD)["IKS".index(rule_set[3].upper())]
    assert rule_set in tradition

    if rule_set[3].upper() in where:
        state = called(state, text)
        assert contract(state) == (1, number, denomination, 0)
        assert engine.view(state, None).auction[-1].call == text
    else:
        assert refused_call(state, text) == (NOT_ALLOWED, "56-AUC-4")


@pytest.mark.parametrize(
    "text",
    [
        *("+NS", "+NT", "+1NT", "+7NT", "NS+", "NS+1", "NS+9", "NT+", "NT+1", "NS28", "NT28", "NS00", "NT99"),
        *("+0S", "+8S", "+9H", "S+0", "S+8", "D+9", "+0NS", "+8NS", "+9NS"),
    ],
)
@EVERY_RULE_SET
def test_some_readable_texts_are_admitted_nowhere(rule_set: str, text: str) -> None:
    """56-AUC-4: nor is a rise of none, or of more than seven."""
    assert is_readable(text)
    assert refused_call(called(dealt(rule_set), "28H"), text) == (NOT_ALLOWED, "56-AUC-4")


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "S", "28", "+", "NS", "NT", "P", "pass", "X", "28s", "28 S", " 28S", "28S ", "28S\n", "28SS"),
        *("128S", "8S", "+10S", "S+10", "+S1", "++S", "-1S", "S-1", "+P", "P+", "+1P", "P28", "28N", "28T", "28X"),
        *("+1S2", "1+S", "S1", "28+S", "28\N{BLACK SPADE SUIT}"),
        *(
            "\N{ARABIC-INDIC DIGIT TWO}8S",
            "2\N{SUPERSCRIPT TWO}S",
            "+\N{ARABIC-INDIC DIGIT TWO}S",
            "28\N{FULLWIDTH LATIN CAPITAL LETTER S}",
        ),
    ],
)
def test_any_other_text_is_no_call(text: str) -> None:
    """56-AUC-4: a record with it is malformed (56-AUD-1)."""
    rules = engine.load_rules(INT)
    assert not rules.tradition.reads_call(text)
    refused = engine.refusal(dealt(INT), engine.Call(0, text))
    assert refused is not None
    assert (refused.code, refused.rule) == (NOT_ALLOWED, "56-AUC-4")

    record = {
        "format": "lelam-record/1",
        "rules": INT,
        "players": list("ABCDEF"),
        "hands": [{"dealer": 0, "cards": [[]] * 6, "actions": [{"seat": 1, "type": "call", "call": text}]}],
    }
    verdict = engine.audit(record)
    assert (verdict.verdict, verdict.at) == ("malformed", "/hands/0/actions/0/call")


NOTATION = {
    r"(?P<number>\d\d)(?P<names>[SHDC])": "number suit",
    r"(?P<number>\d\d)NS": "number NOS",
    r"(?P<number>\d\d)NT": "number no-trump",
    r"(?P<number>\d\d)P": "number pass",
    r"(?P<names>[SHDC])(?P<number>\d\d)": "reverse",
    r"\+(?P<rise>[1-7]?)(?P<names>[SHDC])": "plus suit",
    r"(?P<names>[SHDC])\+(?P<rise>[1-7]?)": "reverse plus",
    r"\+(?P<rise>[1-7])NS": "plus NOS",
    r"\+(?P<rise>[089])(?P<names>[SHDC])|(?P<also>[SHDC])\+(?P<by>[089])": "",
    r"\+(?P<rise>[089]?)NS|\+(?P<by>\d?)NT|N[ST]\+(?P<up>\d?)|N[ST](?P<number>\d\d)": "",
}


def test_the_notation_is_that_of_the_ledger() -> None:
    """56-AUC-4, 56-AUC-5: each text with its form, what it names, and its number or rise."""
    for text, said in readable():
        found = [
            (form, match) for form, match in ((form, re.fullmatch(it, text)) for it, form in NOTATION.items()) if match
        ]
        ((form, match),) = found
        parts = match.groupdict()
        number = parts.get("number")
        rises = [parts[name] for name in ("rise", "by", "up") if parts.get(name) is not None]
        assert said == ParsedCall(
            next((one for one in FORMS if one.name == form), None),
            parts.get("names") or parts.get("also") or "NT",
            None if number is None else int(number),
            int(rises[0] or 1) if rises else 0,
        ), text
    assert dict(readable()) == READABLE


def test_the_notation_has_just_so_many_texts() -> None:
    """56-AUC-4: numbers with two digits before or after, rises with one or none."""
    suits, numbers, rises = 4, 100, 11
    with_numbers = numbers * (suits + 3 + suits + 2)
    with_rises = rises * (suits + suits + 1 + 1 + 2)
    assert len(list(readable())) == len(READABLE) == with_numbers + with_rises
    assert sum(said.form is None for said in READABLE.values()) == 2 * numbers + 8 * 3 + 4 + 3 * rises
    for form in FORMS:
        assert all(READABLE[text].form is form for text in form.examples)


@pytest.mark.parametrize(
    ("text", "number"),
    [("+S", 28), ("+1S", 28), ("+3S", 30), ("+7S", 34), ("S+", 28), ("S+2", 29), ("+1NS", 28), ("+2NS", 29)],
)
def test_an_opening_plus_counts_from_27(text: str, number: int) -> None:
    """56-AUC-5."""
    assert contract(called(dealt(INT), text))[:2] == (0, number)


def test_a_plus_rises_from_the_last_bid_whatever_was_said_since() -> None:
    """56-AUC-5, 56-AUC-3: and may rise too high."""
    assert contract(called(dealt(INT), "30S double pass +3H"))[:3] == (3, 33, "H")
    assert refused_call(called(dealt(INT), "50NS"), "+6S") is None
    assert refused_call(called(dealt(INT), "50NS"), "+7S") == ("bid-too-high", "56-AUC-3")


@pytest.mark.parametrize(
    ("before", "text", "refusal"),
    [
        # Each call breaks what is named and everything tested after it.
        ("28S pass pass pass pass pass 30S", "+8H", (NOT_ALLOWED, "56-AUC-4")),
        ("28S pass pass pass pass pass 30S double redouble pass", "27H", (NOT_ALLOWED, "56-AUC-15")),
        ("28S double redouble pass pass pass pass pass", "27H", (NOT_ALLOWED, "56-AUC-13")),
        ("28S double pass pass pass pass pass", "27H", (NOT_ALLOWED, "56-AUC-14")),
        ("28S pass pass pass pass pass", "27H", (NOT_ALLOWED, "56-AUC-14")),
        ("28S", "27H", (NOT_ALLOWED, "56-AUC-9")),
        ("28S", "57H", (NOT_ALLOWED, "56-AUC-9")),
    ],
)
def test_the_tests_of_a_bid_have_an_order(before: str, text: str, refusal: tuple[str, str]) -> None:
    """56-AUD-4: by a player without a heart."""
    hands = dict.fromkeys((0, 1), "SJ S9 SA DJ D9 CJ C9 CA")
    assert refused_call(called(dealt(INT, hands), before), text) == refusal


def test_one_suit_comes_before_the_number() -> None:
    """56-AUD-4."""
    state = called(dealt(INT, {1: EIGHT_SPADES}), "30NS")

    for text in ("29S", "57S"):
        assert refused_call(state, text) == (NOT_ALLOWED, "56-AUC-10")


def test_bids_are_offered_by_number_then_form_then_denomination() -> None:
    """56-AUC-4: every text that is accepted, each as a call of its own."""
    assert callable_texts(called(dealt(INT), "54NS"))[:9] == [
        *("55S", "55H", "55D", "55C", "55NS", "55NT", "55P", "S55", "H55"),
    ]
    last = called(dealt(INT, {1: NO_HEARTS}), "55NS")
    assert callable_texts(last) == [
        *("56S", "56D", "56C", "56NS", "56NT", "56P", "S56", "D56", "C56"),
        *("+S", "+1S", "+D", "+1D", "+C", "+1C", "S+", "S+1", "D+", "D+1", "C+", "C+1", "+1NS"),
    ]
    assert callable_texts(called(dealt(KER), "54NS"))[:6] == ["55S", "55H", "55D", "55C", "55NS", "56S"]
    assert len(callable_texts(dealt(STD))) == 29 * 6


CONVENTIONS = {
    INT: "28NS 28NT 29NT 28S +S 29S 30S 31S +2S +3S S28 29NS +1S 28P 29P S29 S+ S+1 S+2 +1NS 30NS",
    KER: "28NS 29NS 30NS 28S 29S 30S 31S 40S 39S 38S",
    STD: "28NS 28NT 29NT 28S 29S 30S 31S 29NS 30NS",
}


@pytest.mark.parametrize("rule_set", CONVENTIONS)
def test_every_call_of_the_conventions_can_be_made_and_binds_nobody(rule_set: str) -> None:
    """56-CNV-1, 56-CNV-2, 56-CNV-3, 56-CNV-4: with whatever cards."""
    weak = "SQ SQ HQ HQ DQ DQ CQ CQ"
    state = dealt(rule_set, {0: weak})

    assert [text for text in CONVENTIONS[rule_set].split() if refused_call(state, text)] == []
