"""The form of a rule set with its options: every option of every game, and nothing that does not go together."""

from typing import Any

import msgspec
import pytest

import engine
from clubs.house import words
from clubs.house.forms import HouseRulesForm, RulesForm, conditions, initial_of, option_fields, rule_choices

ENDINGS: dict[str, dict[str, Any]] = {
    "elimination": {},
    "hands": {"hands": 7},
    "target": {"game_points": 9},
    "games": {"best_of": 5, "target": 10, "lead": 3},
    "open": {},
}
MEMBERS = {"hands": "count"}


def chosen(**fields: Any) -> HouseRulesForm:
    """Return the form as a browser sends it, with what is not said left as it stands on the page."""
    plain = RulesForm()
    said = {name: plain.get_initial_for_field(field, name) for name, field in plain.fields.items()}
    said |= {"name": "Friday 28", "ending": "", **fields}
    sent = {name: str(value) for name, value in said.items() if value is not None and value is not False}
    return HouseRulesForm(sent)


def every_option() -> list[tuple[str, engine.Option]]:
    return [(rules_id, option) for rules_id in engine.rule_set_ids() for option in engine.load_rules(rules_id).declared]


def other_value(option: engine.Option) -> Any:
    """Return a value that is not the default."""
    match option:
        case engine.Flag():
            return not option.default
        case engine.Number():
            return option.high if option.default != option.high else option.low
        case engine.Choice():
            return next(value for value in option.values if value != option.default)
    raise AssertionError(option)


def with_needed(rules_id: str, name: str) -> dict[str, bool]:
    """Return the flags that an option counts with."""
    declared = {option.name: option for option in engine.load_rules(rules_id).declared}
    found, at = {}, name
    while at := getattr(declared[at], "needs", "") or getattr(declared[at], "within", ""):
        found[at] = True
    return found


@pytest.mark.parametrize(("rules_id", "option"), every_option(), ids=lambda one: getattr(one, "name", one))
def test_every_option_of_every_game_goes_through_the_form_and_back(rules_id: str, option: engine.Option):
    if isinstance(option, engine.EndingOption):
        return
    needed = with_needed(rules_id, option.name)
    value = other_value(option)
    if option.name == "starting_stakes":
        form = chosen(rules=rules_id, ending="elimination", starting_stakes=value)
    else:
        form = chosen(rules=rules_id, **needed, **{option.name: value})

    assert form.is_valid(), form.errors
    rules = engine.load_rules(rules_id, form.options())
    assert rules.chosen_options == {**needed, option.name: value}

    again = chosen(**initial_of(rules_id, rules.chosen_options))
    assert again.is_valid(), again.errors
    assert engine.load_rules(rules_id, again.options()) == rules


@pytest.mark.parametrize("rules_id", engine.rule_set_ids())
@pytest.mark.parametrize("word", ENDINGS)
def test_a_game_ends_as_it_can_end_and_not_otherwise(rules_id: str, word: str):
    (declared,) = (one for one in engine.load_rules(rules_id).declared if isinstance(one, engine.EndingOption))
    form = chosen(rules=rules_id, ending=word, **ENDINGS[word])

    if word in {kind.__struct_config__.tag for kind in declared.kinds}:
        assert form.is_valid(), form.errors
        members = {MEMBERS.get(name, name): value for name, value in ENDINGS[word].items()}
        ending = engine.load_rules(rules_id, form.options()).options["ending"]
        assert ending == {"type": word, **members}
        again = chosen(**initial_of(rules_id, {"ending": ending}))
        assert again.is_valid(), again.errors
        assert engine.load_rules(rules_id, again.options()).options["ending"] == ending
    else:
        assert form.errors == {"ending": ["This game does not end in this way."]}


@pytest.mark.parametrize("rules_id", engine.rule_set_ids())
def test_what_is_left_alone_is_as_usual(rules_id: str):
    form = chosen(rules=rules_id)

    assert form.is_valid(), form.errors
    assert engine.load_rules(rules_id, form.options()) == engine.load_rules(rules_id)


@pytest.mark.parametrize(
    ("flag", "needed"),
    [
        (name, option.needs)
        for name, option in {o.name: o for _, o in every_option()}.items()
        if getattr(option, "needs", "")
    ],
)
def test_an_option_without_the_one_it_needs_is_refused_beside_it_in_words(flag: str, needed: str):
    form = chosen(rules="28-house-4", **{flag: True})

    label, other = words.label_of(flag), words.label_of(needed).lower()
    assert form.errors == {flag: [f"{label} is played only together with {other}: choose both, or neither."]}


@pytest.mark.parametrize(
    ("rules_id", "field", "value"),
    [
        ("28-kerala-4", "starting_stakes", 0),
        ("28-kerala-4", "starting_stakes", 1001),
        ("28-house-4", "four_card_cot_won", 0),
        ("28-house-4", "late_thani_lost", 101),
    ],
)
def test_a_number_out_of_range_is_refused_beside_its_field(rules_id: str, field: str, value: int):
    flags = {"four_card_cot": True, "late_thani": True} if rules_id == "28-house-4" else {"ending": "elimination"}

    assert list(chosen(rules=rules_id, **flags, **{field: value}).errors) == [field]


def test_an_even_number_of_games_cannot_be_chosen():
    """56-MATCH-2."""
    form = chosen(rules="56-kerala-6", ending="games", best_of=4, target=10, lead=2)

    assert list(form.errors) == ["best_of"]


def test_what_another_game_has_is_not_read():
    form = chosen(rules="28-kerala-4", cot=True, surrender=True, doubling="add", four_card_cot_won=9999)

    assert form.is_valid(), form.errors
    assert form.options() == {}


def test_an_amount_without_its_form_is_not_kept():
    """28-HSE-8: it would have no effect."""
    form = chosen(rules="28-house-4", four_card_cot_won=9)

    assert form.is_valid(), form.errors
    assert "four_card_cot_won" not in form.options()


def test_a_rule_set_that_there_is_not_is_refused():
    assert list(chosen(rules="28-house-5").errors) == ["rules"]


def test_every_option_and_ending_has_words_and_each_game_is_in_the_list():
    named = {option.name for _, option in every_option()}
    kinds = {
        str(kind.__struct_config__.tag)
        for _, option in every_option()
        if isinstance(option, engine.EndingOption)
        for kind in option.kinds
    }

    assert set(words.LABELS) == named
    assert {word for word, _ in words.ENDINGS} == kinds
    assert set(option_fields()) == named - {"ending"}
    assert [value for _, group in rule_choices() for value, _ in group] == list(engine.rule_set_ids())
    assert conditions()["surrender"] == "cot"


@pytest.mark.parametrize(("rules_id", "option"), every_option(), ids=lambda one: getattr(one, "name", one))
def test_every_option_names_the_rule_that_says_what_it_does(rules_id: str, option: engine.Option):
    assert option.rule


@pytest.mark.parametrize(
    ("rules_id", "options", "said"),
    [
        ("28-kerala-4", {}, [
            "28, Kerala rules, four players.",
            "The game ends when a side has no stakes left; each starts with 20.",
        ]),
        ("28-house-4", {"cot": True, "thani": True, "surrender": True, "ending": {"type": "hands", "count": 1}}, [
            "28 by house rules, four players, with cot, thani and surrender.",
            "The game ends after 1 hand.",
        ]),
        ("28-house-4", {"four_card_cot": True, "four_card_cot_won": 6, "late_thani_won": 9}, [
            "28 by house rules, four players, with four-card cot.",
            "Four-card cot made is worth: 6.",
            "The game ends when players stop, or when the time is over.",
        ]),
        ("56-kerala-6", {"doubling": "add", "ending": {"type": "games", "best_of": 3, "target": 12, "lead": 2}}, [
            "56, Kerala rules, six players.",
            "Value of a double: adds one point, a redouble two.",
            "The match is the best of 3 games; a game is won with 12 stake points and a lead of 2.",
        ]),
        ("28-book-4", {"ending": {"type": "target", "game_points": 9}}, [
            "28, the race to fifteen, four players.",
            "The first side to have 9 game points wins the game.",
        ]),
    ],
)  # fmt: skip
def test_the_game_is_told_in_plain_words(rules_id: str, options: dict[str, Any], said: list[str]):
    assert words.summary_of(engine.load_rules(rules_id, options)) == said


def test_what_differs_from_the_rule_set_is_marked_and_comes_first():
    said = words.options_said(engine.load_rules("28-house-4", {"thani": True}))

    assert [(option.name, option.value, option.usual) for option in said if option.differs] == [
        ("thani", "played", "not played")
    ]
    assert said[0].name == "thani"
    assert {option.name for option in said if option.idle} == {
        "four_card_cot_won", "four_card_cot_lost", "late_thani_won", "late_thani_lost",
    }  # fmt: skip


def test_the_options_in_force_are_those_that_a_record_writes():
    rules = engine.load_rules("28-house-4", {"thani": True})

    assert {option.name for option in words.options_said(rules)} == set(msgspec.to_builtins(rules.options))
