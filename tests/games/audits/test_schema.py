"""The form of reports: the schema that the documentation gives, and every kind of report by it."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from games.audits.making import SECTIONS
from games.audits.report import SECTION_NAMES, canonical
from games.audits.schema import schema
from tests.factories import PlayerFactory
from tests.games.helpers.audits import report
from tests.games.helpers.played import bots_play, club_of
from tests.games.helpers.sheets import MADE, enter, sheet_of

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "reference" / "audit.schema.json").read_text("utf-8"))
PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "audit-format.md").read_text("utf-8")


def test_the_published_schema_is_that_of_the_code():
    Draft202012Validator.check_schema(SCHEMA)

    assert schema() == SCHEMA, "python -m games.audits.schema > docs/reference/audit.schema.json"
    assert tuple(SECTIONS) == SECTION_NAMES
    assert ", ".join(f"`{name}`" for name in SECTION_NAMES) in PAGE


@pytest.mark.django_db
def test_the_reports_of_both_games_and_of_sheets_are_of_this_form():
    players = [PlayerFactory() for _seat in range(4)]
    sheet = sheet_of(players, club=club_of(*players))
    enter(sheet, players[0], MADE)
    for made in (
        report(bots_play("28-kerala-4", 1)),
        report(bots_play("56-kerala-4", 1)),
        report(sheet.pk, 1, "sheet"),
    ):
        Draft202012Validator(SCHEMA).validate(json.loads(canonical(made)))


def test_what_is_no_report_is_refused():
    wrong = {"format": "lelam-audit/1", "sections": []}

    assert list(Draft202012Validator(SCHEMA).iter_errors(wrong))
