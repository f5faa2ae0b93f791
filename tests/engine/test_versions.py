"""A game keeps the rules it was begun with: a rule set that comes to play otherwise is a new version of the engine.

When one of these fails after a change of the engine, the change alters games that people have played: keep the old
rules, give the new ones the next version (`engine.registry`), and store it by `python -m tests.engine.fingerprints`.
"""

import json
from typing import Any, get_args

import pytest
from msgspec.structs import replace

import engine
from engine.twentyeight.ruleset import Band
from tests.engine.fingerprints import SHAPE, STORED, digest, fingerprint, game
from tests.strategies import EVERY_RULE_SET

VERSIONS: dict[str, dict[str, Any]] = json.loads(STORED.read_text())
RULINGS = {
    "IrregularityRuled", "PenaltyCardPlaced", "PenaltyCardLifted", "SuitDemanded", "SuitForbidden", "CallLimited",
    "PassesOwed", "LeadGiven", "PenaltyAwarded", "HandAdjusted", "HandCancelled", "MatchForfeited", "RulingWithdrawn",
}  # fmt: skip
"""What a director rules, and no player does."""
KEPT = [(version, rules_id) for version, known in VERSIONS.items() for rules_id in known]


@pytest.mark.parametrize(("version", "rules_id"), KEPT)
def test_every_version_of_a_rule_set_plays_as_it_did_when_it_was_made(version: str, rules_id: str) -> None:
    kept, now = VERSIONS[version][rules_id], fingerprint(rules_id, int(version))

    assert {name: now["data"].get(name) for name in kept["data"]} == kept["data"]
    assert now["options"] == kept["options"]
    assert now["games"] == kept["games"]
    assert now["happened"] == kept["happened"]


@EVERY_RULE_SET
def test_every_rule_set_is_kept_under_the_version_that_new_games_are_played_by(rule_set: str) -> None:
    assert rule_set in VERSIONS[str(engine.VERSION)]


@pytest.mark.parametrize(("version", "rules_id"), KEPT)
def test_seats_sides_and_cards_belong_to_an_id_in_every_version(version: str, rules_id: str) -> None:
    now = engine.load_rules(rules_id)
    then = engine.load_rules(rules_id, version=int(version))

    assert [getattr(then, name) for name in SHAPE] == [getattr(now, name) for name in SHAPE]


def test_a_rule_set_knows_its_version_and_a_view_tells_it() -> None:
    rules = engine.load_rules("28-kerala-4", version=1)

    assert rules.version == 1
    assert engine.view(engine.new_game(rules), None).version == 1


@pytest.mark.parametrize("version", [0, -1, engine.VERSION + 1])
def test_a_version_that_is_not_known_is_an_error_and_no_guess(version: int) -> None:
    with pytest.raises(engine.RulesError, match=f"not version {version}$"):
        engine.load_rules("28-kerala-4", version=version)


def test_a_change_of_what_a_contract_is_worth_would_be_noticed() -> None:
    rules = engine.load_rules("28-pagat-4")
    changed = replace(rules, bands=(Band(0, 1, 2), Band(20, 2, 3), Band(26, 3, 4)))

    assert digest(game(rules, "28-pagat-4 {}")) == VERSIONS["1"]["28-pagat-4"]["games"]["{}"]
    assert any(digest(game(rules, f"seed {number}")) != digest(game(changed, f"seed {number}")) for number in range(8))


def test_what_is_compared_is_whole_games_with_all_that_can_happen() -> None:
    happened = {word for known in VERSIONS.values() for kept in known.values() for word in kept["happened"]}

    assert {event.__name__ for event in get_args(engine.Event)} - happened == RULINGS
