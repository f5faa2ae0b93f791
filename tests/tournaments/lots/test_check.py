"""A lot that is written down: our check and the players' script find every cheat, each by its own reading."""

import json
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.helpers.scripts import SCRIPT, run_script
from tests.tournaments.helpers.lots import CHEATS, Document, cheated, closed, document, drawn, step
from tournaments.lots import lot
from tournaments.lots.check import check_lot

DOCS = Path(__file__).parents[3] / "docs"


@pytest.fixture(scope="module")
def script():
    """The script as a module: starting it anew for each of many lots would take too long."""
    namespace = {"__name__": "verify_deal"}
    exec(compile(SCRIPT.read_text(), str(SCRIPT), "exec"), namespace)
    return namespace


def verdict(script, written) -> bool:
    """Tell whether the script finds a lot in order."""
    try:
        return not list(script["faults_of_lot"](script["read_lot"](json.loads(json.dumps(written)))))
    except ValueError:
        return False


def found(written: object, earlier: object = None) -> list[tuple[str, str]]:
    return [(finding.code, finding.at) for finding in check_lot(written, earlier)]


def by_script(written: object) -> tuple[int, str]:
    return run_script("-", given=json.dumps(written))


def test_an_honest_lot_checks():
    status, said = by_script(document())

    assert found(document()) == found(json.dumps(document())) == []
    assert (status, "Captains' numbers in this lot: 2, of 5 entrants." in said) == (0, True)


def test_a_number_that_was_not_opened_is_named():
    written = document(held_back=(7,))
    status, said = by_script(written)

    assert found(written) == []
    assert (status, "Entrant 7 promised a number and did not open it." in said) == (0, True)


def test_a_lot_without_a_captains_number_says_so():
    written = document(numbers=())
    status, said = by_script(written)

    assert found(written) == []
    assert (status, "No captain's number is in this lot." in said) == (0, True)


def test_the_example_of_the_documentation_checks():
    written = json.loads((DOCS / "reference" / "example-lot.json").read_text())

    assert found(written) == []
    assert by_script(written)[0] == 0


@pytest.mark.parametrize("name", CHEATS)
def test_every_cheat_is_found_by_check_and_script(name):
    written = cheated(name)

    assert CHEATS[name][1] in found(written)
    assert by_script(written)[0] == 1


@pytest.mark.parametrize("name", CHEATS)
def test_every_finding_says_what_and_where(name):
    for finding in check_lot(cheated(name)):
        assert finding.text.endswith(".")
        assert finding.at.split("[")[0].split(".")[0] in ("secret", "steps", "order", "entrants")


def _leaves(value: object, path: tuple = ()) -> list[tuple]:
    """Return the paths of all texts and numbers in a document."""
    if isinstance(value, dict):
        return [leaf for name, member in value.items() for leaf in _leaves(member, (*path, name))]
    if isinstance(value, list):
        return [leaf for place, member in enumerate(value) for leaf in _leaves(member, (*path, place))]
    return [path]


LEAVES = _leaves(document())


@settings(max_examples=300)
@given(st.sampled_from(LEAVES), st.data())
def test_one_changed_byte_changes_the_verdict(script, path, data):
    written = deepcopy(document())
    holder = written
    for name in path[:-1]:
        holder = holder[name]
    value = holder[path[-1]]
    if isinstance(value, str):
        at = data.draw(st.integers(0, len(value) - 1))
        other = data.draw(st.sampled_from("0123456789abcdef-xé ").filter(lambda char: char != value[at]))
        holder[path[-1]] = value[:at] + other + value[at + 1 :]
    else:
        holder[path[-1]] = data.draw(st.integers(-1, 2**33).filter(lambda number: number != value))

    assert check_lot(written)
    assert not verdict(script, written)


@settings(max_examples=300)
@given(st.data())
def test_steps_in_any_other_order_get_the_same_verdict_of_both(script, data):
    """Only fingerprints among themselves, and numbers among themselves, may come in any order."""
    written = deepcopy(document())
    steps = written["steps"]
    written["steps"] = data.draw(st.lists(st.sampled_from(steps), max_size=8) | st.permutations(steps))

    names = [one["step"] for one in written["steps"]]
    honest = sorted(map(str, written["steps"])) == sorted(map(str, steps)) and names == [one["step"] for one in steps]
    assert (check_lot(written) == []) == verdict(script, written) == honest


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("format", "lelam-deal/2"),
        ("format", None),
        ("tournament", 1),
        ("tournament", "1111"),
        ("lot", 0),
        ("lot", True),
        ("lot", 2**32),
        ("lot", 1e999),
        ("entrants", None),
        ("entrants", [1, "2"]),
        ("entrants", [0, 1]),
        ("entrants", []),
        ("steps", None),
        ("steps", [None]),
        ("steps", [{"step": []}]),
        ("steps", [{"step": "promised"}]),
        ("steps", [{"step": "promised", "commitment": "é"}]),
        ("steps", [{"step": "promised", "commitment": 5}, *document()["steps"]]),
        ("steps", [{"step": "promised", "commitment": "\ud800"}]),
        ("secret", None),
        ("secret", "00"),
        ("secret", " " * 64),
        ("order", None),
        ("order", ["1"]),
        ("order", [True, 2, 4, 7, 9]),
    ],
)
def test_whatever_stands_in_a_lot_check_and_script_say_that_it_is_wrong(member, value):
    written = document() | {member: value}

    assert check_lot(written)
    status, said = by_script(written)
    assert (status in (1, 2), bool(said)) == (True, True)


@pytest.mark.parametrize(
    "changes", [{"entrant": "7"}, {"entrant": None}, {"commitment": 5}, {"commitment": "00"}, {"entrant": 2**32}]
)
def test_a_promise_that_cannot_be_read_is_refused(script, changes):
    written = deepcopy(document())
    step(written, "number-promised").update(changes)

    assert check_lot(written)
    assert not verdict(script, written)


@pytest.mark.parametrize("text", [[], 3, None, "", "{", "[" * 100_000, {"format": "lelam-lot/1"}])
def test_a_document_that_is_no_lot_is_malformed(text):
    assert found(text)[0][0] == "malformed"
    assert by_script(text)[0] == 2


def copies() -> list[Document]:
    """Return what could be saved of a lot at each of its steps."""
    whole = document()
    return [
        {name: member for name, member in whole.items() if name not in ("secret", "order")}
        | {"steps": whole["steps"][:count]}
        for count in range(1, len(whole["steps"]) + 1)
    ]


@pytest.mark.parametrize("earlier", copies())
def test_a_copy_saved_earlier_agrees_at_every_step(tmp_path, earlier):
    (tmp_path / "lot.json").write_text(json.dumps(document()))
    (tmp_path / "earlier.json").write_text(json.dumps(earlier))
    status, said = run_script(tmp_path / "lot.json", tmp_path / "earlier.json")

    assert found(document(), earlier) == []
    assert (status, "The earlier copy agrees with the lot." in said) == (0, True)


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ({"secret": "11" * 32}, "earlier-step"),
        ({"numbers": ()}, "earlier-step"),
        ({"number": 2}, "earlier-lot"),
        ({"entrants": (1, 2, 4, 7)}, "earlier-entrants"),
    ],
)
def test_another_lot_than_the_one_saved_earlier_is_found(tmp_path, other, code):
    """The lot is honest by itself: only the copy shows that another one was promised."""
    (tmp_path / "lot.json").write_text(json.dumps(document(**other)))
    (tmp_path / "earlier.json").write_text(json.dumps(lot.written(closed())))

    assert found(document(**other)) == []
    assert code in [finding for finding, _ in found(document(**other), lot.written(closed()))]
    assert run_script(tmp_path / "lot.json", tmp_path / "earlier.json")[0] == 1


def test_a_copy_with_more_steps_than_the_lot_is_found():
    """The list was published with a number that the lot has no more."""
    assert found(document(numbers=()), document())[-1] == ("earlier-step", "steps[1]")
    shorter = document() | {"steps": document()["steps"][:3]}
    assert ("earlier-step", "steps") in found(shorter, lot.written(closed()))


def test_a_copy_that_is_no_lot_is_called_so(tmp_path):
    (tmp_path / "lot.json").write_text(json.dumps(document()))
    (tmp_path / "earlier.json").write_text("{}")

    assert found(document(), {}) == [("malformed-earlier", "format")]
    assert run_script(tmp_path / "lot.json", tmp_path / "earlier.json")[0] == 2


def test_a_large_lot_is_the_same_for_the_script(script):
    assert verdict(script, lot.written(drawn(range(1, 2_001))))


def test_a_captains_number_fits_one_commitment_of_the_server(script):
    """A captain who knows only the own number finds a commitment that was put in the place of the promised one."""
    other = drawn(secret="11" * 32)
    forged = lot.written(other)
    for number, honest in enumerate(one for one in document()["steps"] if one["step"] == "number-promised"):
        step(forged, "number-promised", number)["commitment"] = honest["commitment"]

    assert ("other-number", "steps[4].number") in found(forged)
    assert not verdict(script, forged)
