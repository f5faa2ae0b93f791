"""The API speaks the language that is asked for; what programs read is the same in each."""

import pytest

from tests.api.calls import Caller
from tests.languages import MALAYALAM

ASKED = {"accept_language": "ml-IN,en;q=0.5"}


@pytest.mark.parametrize(
    ("path", "status"), [("nowhere/", 404), ("me/", 401), ("clubs/none/", 404), ("clubs/?page=9", 404)]
)
def test_a_problem_is_told_in_the_language_asked_for(anybody: Caller, path: str, status: int):
    english, malayalam = anybody.get(path), anybody.get(path, **ASKED)

    assert (english.status_code, malayalam.status_code) == (status, status)
    told = [name for name in english.json() if english.json()[name] != malayalam.json()[name]]
    assert told == ["title", "detail"]
    assert all(MALAYALAM.search(malayalam.json()[name]) for name in told)
    assert (english["Content-Language"], malayalam["Content-Language"]) == ("en", "ml")
    assert "Accept-Language" in malayalam["Vary"]


def test_a_body_too_large_is_refused_in_the_language_asked_for(anybody: Caller):
    body = b"{" + b" " * 100_000 + b"}"
    refused = anybody.call("POST", "tables/", body, **ASKED)

    assert (refused.status_code, refused.json()["code"]) == (413, "too-large")
    assert MALAYALAM.search(refused.json()["detail"])


def test_a_wrong_option_is_explained_in_the_language_asked_for(ammini: Caller):
    wish = {"rules": "28-kerala-4", "options": {"starting_stakes": 0}}
    english = ammini.post("tables/", wish).json()
    malayalam = ammini.post("tables/", wish, **ASKED).json()

    assert english["errors"][0]["at"] == malayalam["errors"][0]["at"] == "/options/starting_stakes"
    assert "a whole number from 1" in english["detail"]
    assert MALAYALAM.search(malayalam["detail"])
    assert "starting_stakes" in malayalam["detail"]
    assert "{" not in malayalam["detail"]


def test_rule_sets_are_named_in_the_language_asked_for(anybody: Caller):
    english, malayalam = anybody.get("rules/28-kerala-4/").json(), anybody.get("rules/28-kerala-4/", **ASKED).json()

    assert {name for name in english if english[name] != malayalam[name]} == {"name", "about"}
