"""The words of the table: every event of play has its sentence, every outcome its own."""

import msgspec
import pytest

import engine
from games.words import events as words
from tests.games.helpers.scripts import SCRIPT

NAMES = ("Ammini", "Beeran", "Chacko", "Devaki")
RULES = engine.load_rules("28-kerala-4")
MEMBERS = {
    "seat": 1, "seats": (0, 2), "hand": 3, "dealer": 0, "cards": (), "value": 17, "card": "SJ", "call": "+S",
    "number": 29, "denomination": "S", "outcome": "made", "declarer": 1, "bid": 17, "points": (9, 19),
    "game_points": (0, 1), "winners": (1,), "rule": "56-IRR-27", "remedy": "warn", "offender": 1, "side": 1,
    "suit": "S", "first": True, "stake": 2, "ruling": 1,
}  # fmt: skip
NAMELESS = {engine.TrumpRevealed, engine.IrregularityRuled, engine.HandCancelled, engine.RulingWithdrawn}
"""Told without anybody's name; a ruling has one where somebody did it."""


@pytest.mark.parametrize("kind", engine.events.Happened.__subclasses__(), ids=lambda kind: kind.__name__)
def test_every_event_of_play_is_told(kind):
    members = {
        field.encode_name: MEMBERS[field.encode_name] for field in msgspec.structs.fields(kind) if field.required
    }

    said = words.sentence(kind(**members), NAMES, RULES)

    assert words.is_told(kind(**members))
    assert said.endswith(".")
    assert any(name in said for name in NAMES) or kind in NAMELESS


def scored(**members):
    plain = {"hand": 1, "outcome": "made", "declarer": 1, "bid": 34, "points": (8, 48), "game_points": None}
    return engine.HandScored(**plain | members)


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ({}, "Beeran and Devaki made 34 with 48 points."),
        ({"denomination": "S", "doubled": 1}, "Beeran and Devaki made 34♠ doubled with 48 points."),
        ({"outcome": "failed", "denomination": "NT"}, "Beeran and Devaki bid 34NT and took only 48 points."),
        (
            {"outcome": "claimed", "denomination": "H"},
            "Beeran and Devaki bid 34♥ and have 48 points by the claim.",
        ),
        ({"outcome": "conceded", "points": None}, "Beeran conceded 34."),
        ({"outcome": "passed_out", "declarer": None, "bid": None}, "Nobody bid: the hand is passed out."),
        (
            {"outcome": "cancelled", "declarer": None, "bid": None},
            "The hand is cancelled; the same dealer deals again.",
        ),
        ({"outcome": "adjusted", "points": None}, "The director ended the hand."),
    ],
)
def test_every_outcome_has_its_sentence(members, sentence):
    """28-AUD-6, 56-SCORE-5, 56-DEAL-4."""
    assert words.result_sentence(scored(**members), NAMES, RULES) == sentence


def test_a_call_of_another_form_is_spelled_out():
    """56-AUC-4."""
    said = [
        words.sentence(engine.CallMade(0, call, 29, denomination), NAMES, RULES)
        for call, denomination in (("29S", "S"), ("+S", "S"), ("29NS", "NT"))
    ]

    assert said == ["Ammini calls 29♠.", "Ammini calls +♠: 29♠.", "Ammini calls 29NS: 29NT."]


def test_the_script_that_checks_a_deal_knows_every_game():
    names = {"__name__": "script"}
    exec(SCRIPT.read_text(), names)  # our own file, which stands alone

    assert tuple(names["GAMES"]) == engine.rule_set_ids()
    for rules_id, (players, packet, ranks, copies) in names["GAMES"].items():
        rules = engine.load_rules(rules_id)
        assert (rules.players, rules.packet, rules.ranks) == (players, packet, ranks)
        assert {rules.deck.count(card) for card in rules.deck} == {copies}
