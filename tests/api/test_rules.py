"""The rule sets over the API."""

import json

import engine
from tests.api.calls import Caller


def test_all_rule_sets_are_listed(anybody: Caller):
    listed = json.loads(anybody.get("rules/").content)["results"]

    assert [one["id"] for one in listed] == list(engine.rule_set_ids())
    for one in listed:
        assert one["about"]
        assert json.loads(anybody.get(f"rules/{one['id']}/").content) == one


def test_no_table_is_opened_for_a_game_that_there_is_not(ammini: Caller):
    answer = ammini.post("tables/", {"rules": "56-kerala-7"})

    assert answer.status_code == 400
    assert json.loads(answer.content)["errors"][0]["at"] == "/rules"
