"""The form of a decision: what is offered, what is missing, and what is decided."""

import pytest

import engine
from engine.written import SheetHand
from games.cases.ruling.forms import DecisionForm, Terms
from games.cases.ruling.rows import rows_after
from games.cases.ruling.words import decision_sentence
from games.events.adjusting import RowApplied
from games.events.cases import Decision, Weighed

NAMES = ("Ammini", "Beeran", "Chacko", "Devaki", "Eapen", "Fathima")
SIDES = ("Ammini, Chacko and Eapen", "Beeran, Devaki and Fathima")
PLAYED = SheetHand("made", declarer=0, number=34, denomination="S", doubled=0, points=40)
FAILED = SheetHand("failed", declarer=0, number=34, denomination="S", doubled=0)
TWENTY = SheetHand("failed", declarer=2, number=20, points=18)


def terms(rules="56-international-6", *, played=PLAYED, subject="revoke", hosted=True):
    loaded = engine.load_rules(rules)
    names = NAMES[: loaded.players]
    sides = SIDES if loaded.players == 6 else ("Ammini and Chacko", "Beeran and Devaki")
    return Terms(loaded, names, sides, subject, played=played, hosted=hosted)


def in_28(**more):
    return terms("28-kerala-4", played=TWENTY, **more)


def form(of=None, **sent):
    return DecisionForm({"reason": "other", "words": "As the cards lay.", **sent}, terms=of or terms())


def decided(of=None, **sent):
    filled = form(of, **sent)
    assert filled.is_valid(), [part.errors for part in filled.forms]
    return filled.decision()


def wrong(field, of=None, part=None, **sent):
    filled = form(of, **sent)
    assert not filled.is_valid()
    errors = (filled if part is None else part(filled)).errors
    return " ".join(errors.get(field, []))


def test_a_game_of_28_offers_no_rows_and_only_a_tournament_offers_shares():
    assert terms().kinds == ("stands", "warning", "row", "adjusted", "weighted")
    assert terms(hosted=False).kinds == ("stands", "warning", "row", "adjusted")
    assert in_28().kinds == ("stands", "warning", "adjusted", "weighted")
    assert in_28(hosted=False).kinds == ("stands", "warning", "adjusted")
    assert "valid choice" in wrong("kind", in_28(), kind="row", remedy="56-IRR-24:lose", offender="1")
    assert "valid choice" in wrong("kind", terms(hosted=False), kind="weighted")


def test_the_rows_are_those_that_can_still_be_applied_after_the_hand():
    offered = {(row.id, remedy.key) for row, remedies in rows_after(terms().rules) for remedy in remedies}

    # 56-IRR-14: the stake point is awarded in each case; 56-IRR-27 can be no more than a warning.
    assert {
        ("56-IRR-14", "redeal"),
        ("56-IRR-14", "complete"),
        ("56-IRR-14", "go-on"),
        ("56-IRR-27", "warn"),
    } <= offered
    assert {rule for rule, _ in offered} == {
        f"56-IRR-{number}" for number in (1, 14, 20, 21, 24, 25, 26, 27, 28, 29, 30)
    }
    # 56-IRR-29 holds in International and Kerala events.
    assert "56-IRR-29" not in {row.id for row, _ in rows_after(engine.load_rules("56-standard-6"))}


def test_the_rows_of_the_subject_come_first():
    assert [row[0] for row in form(terms(subject="conduct")).rows] == ["56-IRR-26", "56-IRR-27"]
    filled = form(terms(subject="time"))
    assert (filled.rows, len(filled.other_rows)) == ((), 11)


def test_the_result_stands():
    assert decided(kind="stands", reason="no-fault") == Decision("stands", "no-fault")


def test_reason_and_words_are_needed():
    assert "required" in wrong("reason", kind="stands", reason="")
    assert "required" in wrong("words", kind="stands", words="  ")


def test_a_warning_names_a_side():
    assert wrong("warned", kind="warning") == "Choose the side that is warned."
    assert decided(in_28(), kind="warning", warned="1", reason="conduct") == Decision("warning", "conduct", warned=1)


def test_a_row_names_remedy_and_offender_and_is_cited():
    assert wrong("remedy", kind="row", offender="1") == "Choose the row and the remedy."
    assert wrong("offender", kind="row", remedy="56-IRR-25:lose") == "Say who did it."
    assert decided(kind="row", reason="row", remedy="56-IRR-25:lose", offender="1", extra="2", rule="56-PLAY-1") == (
        Decision("row", "row", row=RowApplied("56-IRR-25", "lose", offender=1), rule="56-IRR-25")
    )


def test_only_a_false_ruff_takes_further_stake_points():
    made = decided(kind="row", reason="row", remedy="56-IRR-29:false-ruff", offender="1", extra="3")

    assert made.row == RowApplied("56-IRR-29", "false-ruff", offender=1, extra=3)


def test_a_row_without_anybody_at_fault_names_no_offender():
    assert decided(kind="row", remedy="56-IRR-28:redeal", offender="1").row == RowApplied("56-IRR-28", "redeal")


def test_prompting_that_is_only_warned_of_is_a_warning_with_its_row():
    made = decided(kind="row", reason="conduct", remedy="56-IRR-27:warn", offender="3")

    assert (made.kind, made.warned, made.rule) == ("warning", 1, "56-IRR-27")
    assert decision_sentence(made, NAMES, SIDES) == "The result stands, and Devaki is warned."


def test_the_other_outcome_of_the_contract_is_offered_without_filling_in_a_hand():
    made = decided(kind="adjusted", **{"hand-choice": "failed-instead"})

    assert made.told == FAILED
    assert decision_sentence(made, NAMES, SIDES) == "The hand now counts: 34♠ by Ammini, failed."


def test_a_hand_is_filled_in_by_the_form_of_its_rules():
    sent = {"hand-choice": "otherwise", "hand-outcome": "counted", "hand-declarer": "2", "hand-bid": "21"}

    made = decided(in_28(), kind="adjusted", reason="miscounted", **sent, **{"hand-points": "22"})

    assert made.told == SheetHand("made", declarer=2, number=21, auction=1, points=22)


@pytest.mark.parametrize(
    ("field", "words", "sent"),
    [
        ("choice", "required", {}),
        ("choice", "how it was played", {"hand-choice": "otherwise", "hand-outcome": "counted", "hand-points": "18"}),
        ("points", "Enter the card points", {"hand-choice": "otherwise", "hand-outcome": "counted"}),
        ("bid", "From 14 to 28", {"hand-choice": "otherwise", "hand-outcome": "made", "hand-bid": "29"}),
    ],
)
def test_what_is_wrong_with_the_hand_stands_beside_its_field(field, words, sent):
    sent = {"hand-declarer": "2", "hand-bid": "20", **sent}

    assert words in wrong(field, in_28(), lambda filled: filled.hand, kind="adjusted", **sent)


def test_a_hand_that_is_not_chosen_is_not_looked_at():
    assert decided(kind="stands", **{"hand-choice": "otherwise", "hand-outcome": "counted"}).told is None


def weights(*lines):
    return {
        f"result-{number}-{name}": value
        for number, (share, choice) in enumerate(lines)
        for name, value in (("share", share), ("choice", choice))
    }


def test_shares_are_exact_fractions_that_come_to_one():
    made = decided(kind="weighted", **weights(("60 %", "played"), ("2/5", "failed-instead")))

    assert made.weights == (Weighed("3/5"), Weighed("2/5", FAILED))
    assert decision_sentence(made, NAMES, SIDES) == (
        "In the tournament the hand counts in shares: 60\N{NO-BREAK SPACE}% as it was played; "
        "40\N{NO-BREAK SPACE}% 34♠ by Ammini, failed."
    )


def test_thirds_are_written_as_fractions():
    made = decided(kind="weighted", **weights(("1/3", "played"), ("1/3", "failed-instead"), ("1/3", "cancelled")))

    assert [weighed.share for weighed in made.weights] == ["1/3", "1/3", "1/3"]


def test_what_is_wrong_with_shares_stands_beside_them():
    def last(filled):
        return filled.weights[1]

    def error(field, *lines):
        return wrong(field, None, last, kind="weighted", **weights(*lines))

    assert "add up to 90" in error("share", ("60 %", "played"), ("30 %", "failed-instead"))
    assert "Give the share" in error("share", ("60 %", "played"), ("", "failed-instead"))
    assert "more than 0 and less than all" in error("share", ("60 %", "played"), ("100", "failed-instead"))
    assert "the same" in error("choice", ("60 %", "failed-instead"), ("40 %", "failed-instead"))


def test_a_rule_that_is_cited_is_in_the_rules_of_the_game():
    assert decided(kind="stands", rule=" 56-play-1 ").rule == "56-PLAY-1"
    assert "no rule with this id" in wrong("rule", kind="stands", rule="28-PLAY-1")


def test_only_a_tournament_has_later_matches_to_follow():
    assert decided(kind="stands", follow_up="replay").follow_up == "replay"
    assert decided(terms(hosted=False), kind="stands", follow_up="replay").follow_up == "keep"


def test_a_hand_that_a_director_decided_at_the_table_can_still_be_given_a_result():
    without = terms(played=None)
    sent = {"hand-choice": "otherwise", "hand-outcome": "made", "hand-declarer": "0", "hand-bid": "34"}

    made = decided(without, kind="adjusted", **sent, **{"hand-denomination": "S", "hand-doubled": "0"})

    assert made.told == SheetHand("made", declarer=0, number=34, denomination="S", doubled=0)
