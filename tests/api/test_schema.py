"""The published schema and the documentation say what there is, both of them the same."""

import json
import re
from pathlib import Path

import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "api.md"


@pytest.fixture(scope="module")
def schema() -> dict:
    return json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True)))


def operations(schema: dict):
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def test_the_schema_is_made_without_a_warning(schema: dict):
    assert not GENERATOR_STATS


def test_every_endpoint_is_in_the_documentation_and_the_other_way_round(schema: dict):
    listed = re.findall(r"^\| `([A-Z]+) (/api/\S+)` \|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    own = {"/api/schema/", "/api/docs/"}

    assert sorted(listed) == sorted((method.upper(), path) for method, path, _ in operations(schema) if path not in own)


def test_every_operation_says_what_it_does_and_that_it_may_be_refused(schema: dict):
    for method, path, operation in operations(schema):
        assert operation["summary"], (method, path)
        assert operation["tags"] != ["api"], (method, path)
        assert "application/problem+json" in operation["responses"]["default"]["content"]
    names = [operation["operationId"] for _, _, operation in operations(schema)]
    assert len(names) == len(set(names))


def test_every_reference_leads_somewhere(schema: dict):
    wanted = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(schema)))
    assert wanted <= set(schema["components"]["schemas"])


def test_every_writing_endpoint_of_a_table_asks_for_a_key(schema: dict):
    """So does what writes a result down: an event is made once."""
    of_clubs = ("/api/clubs/{slug}/results/", "/api/clubs/{slug}/kunukku/")
    for method, path, operation in operations(schema):
        asks = any(parameter["name"] == "Idempotency-Key" for parameter in operation.get("parameters", ()))
        kept = path.startswith(("/api/tables/", "/api/sheets/", "/api/practices/", "/api/results/", *of_clubs))
        assert asks == (method == "post" and kept), (method, path)


def test_no_body_may_have_members_that_the_schema_does_not_know(schema: dict):
    for method, path, operation in operations(schema):
        for content in operation.get("requestBody", {"content": {}})["content"].values():
            if "$ref" not in content["schema"]:
                continue  # a file, as it is
            name = content["schema"]["$ref"].rpartition("/")[2]
            found = schema["components"]["schemas"][name]
            for one in found.get("oneOf", [found]):
                body = schema["components"]["schemas"][one["$ref"].rpartition("/")[2]] if "$ref" in one else one
                assert body["additionalProperties"] is False, (method, path)
