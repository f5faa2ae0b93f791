"""The rule sets over the API: all of them, and which tables can be opened for."""

import json

import pytest

import engine
from games.offered import OFFERED
from tests.api.calls import Caller


def test_all_rule_sets_are_listed_and_those_with_tables_marked(anybody: Caller):
    listed = json.loads(anybody.get("rules/").content)["results"]

    assert [one["id"] for one in listed] == list(engine.rule_set_ids())
    assert tuple(one["id"] for one in listed if one["tables"]) == OFFERED
    for one in listed:
        assert one["about"]
        assert json.loads(anybody.get(f"rules/{one['id']}/").content) == one


def test_no_table_is_opened_for_a_game_that_is_not_offered(ammini: Caller, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.services.tables.OFFERED", ("28-kerala-4",))

    answer = ammini.post("tables/", {"rules": "56-kerala-6"})

    assert answer.status_code == 400
    assert json.loads(answer.content)["errors"][0]["at"] == "/rules"
