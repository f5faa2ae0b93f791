"""The API does what its schema says, whatever is sent to it (schemathesis), with a real database behind it.

The requests go through the whole application. Their path parameters mostly name things that exist, so that they get
past the first look-up.
"""

import itertools
import random
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, Phase, settings
from schemathesis.config import SchemathesisConfig

from clubs.models import AccessToken
from clubs.services import found_club
from games.models import Table
from tests.api.calls import Caller, caller
from tests.api.playing import deal, open_table, play

# What a request in form may come to besides success: the rules of the game and of the table go beyond a schema.
REFUSALS = ["2xx", "304", "401", "403", "404", "409"]
CONFIG: dict[str, Any] = {
    "checks": {
        "positive_data_acceptance": {"expected-statuses": REFUSALS},
        "missing_required_header": {"expected-statuses": ["400", "401", "403", "428"]},
    },
    "operations": [
        # The options of a rule set are an object to the schema, and judged by the rule set.
        {
            "include-operation-id": ["tables_create", "entropy_create", "disputes_create"],
            "checks": {"positive_data_acceptance": {"expected-statuses": [*REFUSALS, "400"]}},
        },
        {
            "include-operation-id": "actions_create",
            "checks": {"positive_data_acceptance": {"expected-statuses": [*REFUSALS, "412", "422"]}},
        },
    ],
}
BOUNDED = settings(
    max_examples=12,
    deadline=None,
    database=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def ammini_and_her_tables(db: None) -> tuple[Caller, dict[str, list[str]]]:
    """A player with a token, and what exists: a table that waits, one that plays and one that is finished."""
    ammini = caller("Ammini")
    finished = open_table(ammini, bots=[1, 2, 3], options={"ending": {"type": "hands", "count": 1}})
    deal([ammini], finished)
    for _ in play([ammini] * 4, finished, random.Random(7)):
        deal([ammini], finished)
    playing = open_table(ammini, bots=[1, 2, 3])
    deal([ammini], playing)
    waiting = open_table(ammini)
    club = found_club(founder=ammini.player, name="Meenachil")
    return ammini, {
        "table_id": [waiting, playing, finished],
        "player_id": [str(ammini.player.pk)],
        "slug": [club.slug],
        "rules_id": ["28-kerala-4", "28-kerala-3"],
        "kind": ["conflict", "stale"],
        "seat": ["0", "1", "2", "3"],
        "number": ["1"],
    }


@pytest.fixture
def api(ammini_and_her_tables: tuple[Caller, dict[str, list[str]]]) -> Any:
    """The schema as the application serves it, with what exists filled in."""
    _, existing = ammini_and_her_tables
    schema = schemathesis.openapi.from_wsgi(
        "/api/schema/", get_wsgi_application(), config=SchemathesisConfig.from_dict(CONFIG)
    )
    turns = itertools.count()

    @schema.hook
    def map_path_parameters(context: Any, path_parameters: dict[str, Any]) -> dict[str, Any]:
        turn = next(turns)
        if not path_parameters or turn % 4 == 3:
            return path_parameters
        return {name: existing[name][turn % len(existing[name])] if name in existing else value
                for name, value in path_parameters.items()}  # fmt: skip

    return schema


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@BOUNDED
def test_the_api_keeps_to_its_schema_for_somebody_who_is_signed_in(
    case: schemathesis.Case, ammini_and_her_tables: tuple[Caller, dict[str, list[str]]]
):
    ammini, _ = ammini_and_her_tables
    case.call_and_validate(headers={"Authorization": f"Bearer {ammini.token}"})


@schema.parametrize()
@BOUNDED
def test_the_api_keeps_to_its_schema_for_a_visitor(case: schemathesis.Case):
    tables, tokens = Table.objects.count(), AccessToken.objects.count()
    response = case.call_and_validate()
    if case.operation.method.upper() != "GET":
        assert response.status_code >= 400
    assert (Table.objects.count(), AccessToken.objects.count()) == (tables, tokens)
