"""The published schema and the documentation say what there is, both of them the same."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from django import urls
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.utils import extend_schema
from rest_framework.views import APIView

from clubs.api.base import page_of
from clubs.api.problems import ProblemDetails
from config.api.schema import ApiGenerator, NameTakenError
from tests.api.calls import Caller
from tests.api.shapes import description, faults_in_body

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "reference" / "api.md"


@pytest.fixture(scope="module")
def schema() -> dict:
    return json.loads(description())


def operations(schema: dict):
    for address, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield method, address, operation


def test_the_schema_is_made_without_a_warning(capsys: pytest.CaptureFixture):
    ApiGenerator().get_schema(request=None, public=True)

    assert not GENERATOR_STATS
    assert capsys.readouterr().err == ""


class Line(msgspec.Struct):
    """A line of one kind."""

    points: int


class Lines(msgspec.Struct):
    """Many of them."""

    results: tuple[Line, ...]


OtherLine = msgspec.defstruct("Line", [("name", str)])
OtherLines = msgspec.defstruct("Lines", [("results", tuple[OtherLine, ...])])
OtherProblem = msgspec.defstruct("ProblemDetails", [("name", str)])
Both = msgspec.defstruct("Both", [("one", Line), ("other", OtherLine)])


def described(*shapes: type[msgspec.Struct]) -> dict:
    """Return the components of a schema with an operation that answers with each of these structs."""
    patterns = [urls.path(f"{number}/", endpoint(f"show_{number}", shape)) for number, shape in enumerate(shapes)]
    return ApiGenerator(patterns=patterns).get_schema(public=True)["components"]["schemas"]


def endpoint(operation_id: str, shape: type[msgspec.Struct]):
    """Return a view whose answer is described by a struct."""

    class Shown(APIView):
        @extend_schema(operation_id=operation_id, responses=shape)
        def get(self, request: object) -> None:
            """Show: it."""

    return Shown.as_view()


@pytest.mark.parametrize(
    "shapes",
    [
        (Line, OtherLine),
        (Lines, OtherLine),
        (OtherLine, Lines),
        (Lines, OtherLines),
        (page_of(Line), page_of(OtherLine)),
        (page_of(Line), page_of(Line)),
        (Both,),
        (OtherProblem,),
    ],
    ids=lambda shapes: "-".join(shape.__name__ for shape in shapes),
)
def test_two_types_of_one_name_are_not_described_as_one(shapes: tuple[type[msgspec.Struct], ...]):
    with pytest.raises(NameTakenError, match="Rename one"):
        described(*shapes)


def test_one_type_may_be_described_many_times():
    components = described(Line, Lines, page_of(Line), Lines, ProblemDetails)

    assert set(components) == {"Fault", "Line", "LinePage", "Lines", "ProblemDetails"}
    assert components["Line"]["properties"] == {"points": {"type": "integer"}}


def test_two_kinds_of_question_have_a_schema_each():
    assert faults_in_body("meanings_ask", {"call": 0}) == []
    assert faults_in_body("meanings_ask", {"question": "Was the ace led?"})
    assert faults_in_body("checks_create", {"question": "Was the ace led?"}) == []


@pytest.mark.parametrize("wish", [{}, {"house": None}, {"name": "Friday"}])
def test_a_table_without_rules_fits_neither_the_schema_nor_the_service(ammini: Caller, wish: dict):
    assert faults_in_body("tables_create", wish)
    assert ammini.post("tables/", wish).status_code == 400


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


def test_every_operation_that_changes_something_says_whether_it_takes_a_key(schema: dict):
    """It needs one where an event is made, which is made once: at a table, of a result, in a tournament."""
    of_clubs = ("/api/clubs/{slug}/results/", "/api/clubs/{slug}/kunukku/")
    refusing = []
    for method, path, operation in operations(schema):
        key = [one for one in operation.get("parameters", ()) if one["name"] == "Idempotency-Key"]
        assert len(key) == (method != "get"), (method, path)
        games = ("/api/tables/", "/api/sheets/", "/api/practices/", "/api/results/", "/api/cases/", "/api/polls/")
        kept = path.startswith((*games, *of_clubs)) and not path.endswith("ruling/preview/")
        logged = path.startswith("/api/tournaments/") and not path.endswith(("previews/", "rehearsal/", "proposals/"))
        assert all(one.get("required", False) == (kept or logged) for one in key), (method, path)
        refusing += [operation["operationId"] for one in key if "not" in one["schema"]]
    assert refusing == ["tokens_create"]


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
