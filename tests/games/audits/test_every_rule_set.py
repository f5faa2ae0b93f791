"""Audits of whole games by every rule set, played with all that its rules have: no fault, and every line has words."""

from random import Random

import pytest

import engine
from games.audits.page import _section, _tells
from games.audits.sections.legality import _FOLLOWS, _LEADS, _RULES
from games.tables.selectors.states import load_state
from tests.games.helpers.audits import codes, report, section
from tests.games.helpers.tables import dealt_table, person, play_on
from tests.lanes import EVERY_RULE_SET_IN_LANES
from tests.ledgers import ledger_ids
from tests.strategies import lively

pytestmark = pytest.mark.django_db


@EVERY_RULE_SET_IN_LANES
def test_a_lawful_game_has_no_fault_and_all_of_it_can_be_said(rule_set):
    rules = engine.load_rules(rule_set)
    players = [person(f"P{seat}") for seat in range(rules.players)]
    table = dealt_table(players, rules=rule_set, options={"ending": {"type": "hands", "count": 2}})
    choose = lively(Random(len(rule_set)))

    def without_claims(actions):
        return choose([action for action in actions if not isinstance(action, engine.Claim)])

    play_on(table, players, without_claims, lambda state: state.ended_at is not None)
    names = tuple(player.name for player in players)

    for hand in range(1, load_state(table.pk).hand + 1):
        made = report(table.pk, hand)
        assert codes(made, "fault") == []
        actions = [fact for fact in section(made, "legality").looked_at if fact.code == "kept"]
        assert all(fact.rule and fact.step for fact in actions)
        tells = _tells(made)
        for part in made.sections:
            told = _section(part, names, "/hand/", tells)
            assert all(line.text for line in (*told.looked_at, *told.found, *told.unknown))


def test_actions_are_judged_by_rules_that_are_in_the_ledgers():
    known = ledger_ids(r"- \*\*")
    for family, by_word in _RULES.items():
        assert {*by_word.values(), _LEADS[family], _FOLLOWS[family]} <= known
