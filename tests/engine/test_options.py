"""What a rule set's options admit, at the edges of what they declare."""

from typing import Any

import msgspec
import pytest

import engine
from engine.options import Choice, Elimination, EndingOption, Flag, Games, Hands, Number, Open, Target
from tests.strategies import EVERY_RULE_SET

ENDINGS = EndingOption("ending", Open(), (Elimination, Target, Hands, Games, Open))


def fault(option: engine.Option, value: object) -> tuple[str | None, str]:
    """Return what is said of a value that is refused: the option's name, and the words."""
    with pytest.raises(engine.RulesError) as refused:
        option.read(value)
    return refused.value.option, str(refused.value)


@EVERY_RULE_SET
def test_every_option_admits_its_default(rule_set: str) -> None:
    """28-AUD-5: a record with the defaults written out in full says the same as one without."""
    for option in engine.load_rules(rule_set).declared:
        assert option.read(msgspec.to_builtins(option.default)) == option.default


@EVERY_RULE_SET
def test_a_number_is_admitted_from_the_lowest_to_the_highest_and_no_further(rule_set: str) -> None:
    """28-AUD-5, 28-STK-1: the lowest and the highest are both among them."""
    for option in engine.load_rules(rule_set).declared:
        if not isinstance(option, Number):
            continue
        assert option.read(option.low) == option.low
        assert option.read(option.high) == option.high
        for value in (option.low - 1, option.high + 1, float(option.low), True, str(option.low), None):
            assert fault(option, value) == (
                option.name,
                f"{option.name} is a whole number from {option.low} to {option.high}",
            )


def test_a_flag_is_true_or_false_and_no_number() -> None:
    """28-AUD-5."""
    assert [Flag("cot", False).read(value) for value in (True, False)] == [True, False]
    for value in (0, 1, "true", None):
        assert fault(Flag("cot", False), value) == ("cot", "cot is true or false")


def test_a_choice_is_one_of_its_words() -> None:
    """28-AUD-5."""
    choice = Choice("low", "keep", ("keep", "turn"))
    assert choice.read("turn") == "turn"
    for value in ("Keep", 1, None, ["keep"]):
        assert fault(choice, value) == ("low", 'low is "keep" or "turn"')


@pytest.mark.parametrize(
    ("value", "ending"),
    [
        ({"type": "elimination"}, Elimination()),
        ({"type": "open"}, Open()),
        ({"type": "hands", "count": 1}, Hands(1)),
        ({"type": "hands", "count": 500}, Hands(500)),
        ({"type": "target", "game_points": 1}, Target(1)),
        ({"type": "target", "game_points": 100}, Target(100)),
        ({"type": "games", "best_of": 1, "target": 1, "lead": 1}, Games(1, 1, 1)),
        ({"type": "games", "best_of": 9, "target": 100, "lead": 20}, Games(9, 100, 20)),
    ],
)
def test_an_ending_has_the_members_of_its_type(value: Any, ending: object) -> None:
    """28-END-1 to 28-END-3, 56-MATCH-1 to 56-MATCH-3: at the edges of what is admitted."""
    assert ENDINGS.read(value) == ending


@pytest.mark.parametrize(
    "value",
    [
        {"type": "hands"},
        {"type": "hands", "count": 0},
        {"type": "hands", "count": 501},
        {"type": "hands", "count": 3, "game_points": 3},
        {"type": "target", "game_points": 0},
        {"type": "target", "game_points": 101},
        {"type": "elimination", "count": 3},
        {"type": "games", "best_of": 2, "target": 21, "lead": 2},
        {"type": "games", "best_of": 0, "target": 21, "lead": 2},
        {"type": "games", "best_of": 11, "target": 21, "lead": 2},
        {"type": "games", "best_of": 3, "target": 101, "lead": 2},
        {"type": "games", "best_of": 3, "target": 21, "lead": 21},
        {"type": "games", "best_of": 3, "target": 21},
        {"type": "open", "\ud800": 1},
    ],
)
def test_an_ending_with_a_member_wrong_is_refused_by_its_type(value: Any) -> None:
    """28-AUD-5: unknown, missing or out of range."""
    kind = value["type"]
    assert fault(ENDINGS, value) == (
        "ending",
        f"a member of the ending {kind} is unknown, missing or out of range",
    )


@pytest.mark.parametrize("value", [None, "open", [], {}, {"type": "points"}, {"type": None}])
def test_what_is_no_ending_of_the_rule_set_is_refused(value: object) -> None:
    """28-AUD-5."""
    words = '"elimination" or "target" or "hands" or "games" or "open"'
    assert fault(ENDINGS, value) == ("ending", f"ending is an ending of the type {words}")


def test_a_game_of_another_version_of_the_engine_is_refused_rather_than_played_otherwise():
    with pytest.raises(engine.RulesError, match="version 2"):
        engine.load_rules("28-kerala-4", version=engine.VERSION + 1)
