"""Reading `lelam-tournament/1`: what is written is read as it is, and what is malformed refused with its place."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import UNSET

from tests.strategies import SEEDS
from tests.tournaments.helpers.invented import invented
from tests.tournaments.helpers.written import cases, entrants, match, stage, tournament
from tournaments.stages.reading import MalformedTournament, id_of, read_tournament
from tournaments.stages.stage import Entrant, Match, Scoring, Tournament

AWARD = {"outcome": "awarded", "match_points": {"home": "6/5", "away": 1}}


def read(written, **more) -> Tournament:
    return read_tournament(json.dumps(written), **more)


def refusal(written, **more) -> tuple[str, str]:
    """Return the place of the fault and the text."""
    with pytest.raises(MalformedTournament) as caught:
        read(written, **more)
    return caught.value.at, str(caught.value)


def with_entrant(**members):
    return tournament(of=[{"id": "A", "seed": 1}, {"id": "B", "seed": 2, **members}])


def with_match(**members):
    return tournament(match(1, "AC"), {**match(2, "AB"), **members})


# What is written comes back


def test_entrants_are_read_with_all_their_members_in_the_order_of_their_seeds():
    of = [
        {"id": "B", "seed": 9},
        {"id": "A", "seed": 4, "lot": -7, "from_round": 2, "until_round": 5},
    ]

    assert read(tournament(of=of)).entrants == (Entrant("A", 4, -7, 2, 5), Entrant("B", 9, None, 1, None))


def test_an_entrant_is_in_the_field_from_its_first_to_its_last_round_inclusive():
    entrant = Entrant("A", 1, from_round=2, until_round=3)

    assert [number for number in range(6) if entrant.is_in(number)] == [2, 3]
    assert [number for number in range(3) if Entrant("A", 1).is_in(number)] == [1, 2]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        pytest.param(match(3, "AB", 9, -5), Match(3, "A", "B", home_points=9, away_points=-5), id="played"),
        pytest.param(match(1, "AB", 1, 1, winner="B"), Match(1, "A", "B", "played", 1, 1, "B"), id="winner"),
        pytest.param(match(1, "AB", 1, 1, winner=None), Match(1, "A", "B", "played", 1, 1, None), id="draw-by-ruling"),
        pytest.param(match(1, "AB"), Match(1, "A", "B"), id="still-to-be-played"),
        pytest.param(match(1, "AB", winner="A"), Match(1, "A", "B", winner="A"), id="a-winner-without-points"),
        pytest.param(match(1, "A"), Match(1, "A", outcome="bye"), id="bye"),
        pytest.param({**match(1, "A"), "away": None}, Match(1, "A", outcome="bye"), id="bye-with-null"),
        pytest.param(
            match(1, "AB", outcome="forfeit", winner="B"), Match(1, "A", "B", "forfeit", winner="B"), id="forfeit"
        ),
        pytest.param(
            match(1, "AB", outcome="double_forfeit"), Match(1, "A", "B", "double_forfeit"), id="double-forfeit"
        ),
        pytest.param(match(1, "AB", outcome="void"), Match(1, "A", "B", "void"), id="void"),
        pytest.param(
            match(1, "AB", **AWARD),
            Match(1, "A", "B", "awarded", match_points=(Fraction(6, 5), Fraction(1))),
            id="awarded",
        ),
        pytest.param(match(1, "AB", match=12), Match(1, "A", "B", number=12), id="in-a-bracket"),
    ],
)
def test_a_match_is_read_with_all_its_members(written, value):
    assert stage(written).matches == (value,)


def test_a_winner_of_null_is_a_draw_and_a_missing_one_leaves_it_to_the_points():
    assert stage(match(1, "AB", 3, 1, winner=None)).matches[0].winner is None
    assert stage(match(1, "AB", 3, 1)).matches[0].winner is UNSET


@pytest.mark.parametrize(
    ("written", "counted"),
    [
        (match(1, "AB", 0, 0), True),
        (match(1, "AB"), False),
        (match(1, "AB", winner="A"), False),
        (match(1, "A"), False),
        (match(1, "AB", outcome="forfeit", winner="B"), True),
        (match(1, "AB", outcome="double_forfeit"), True),
        (match(1, "AB", **AWARD), True),
        (match(1, "AB", 1, 0, outcome="void"), False),
    ],
)
def test_a_match_is_counted_if_played_with_points_forfeited_or_awarded(written, counted):
    assert stage(written).matches[0].is_counted is counted


def test_what_a_stage_leaves_out_has_the_values_of_the_contract():
    found = read({**tournament(), "stages": [{"id": "s", "type": "swiss"}]}).stages[0]

    assert (found.options, found.tie_breaks, found.matches) == ({}, ("points", "seed"), ())
    assert found.scoring == Scoring(*map(Fraction, (2, 1, 0, 2, 2, 0)))
    assert [entrant.id for entrant in found.entrants] == ["A", "B", "C", "D"]


@pytest.mark.parametrize(
    ("score", "value"), [(3, 3), ("3", 3), ("-1/2", Fraction(-1, 2)), ("0/7", 0), ("007/014", Fraction(1, 2)), (-2, -2)]
)
def test_a_score_is_an_integer_or_a_fraction(score, value):
    assert stage(scoring={"loss": score}).scoring.loss == value


def test_a_stage_with_its_own_entrants_seeds_them_by_their_place_in_its_list():
    of = entrants("ABC", C={"lot": 5, "from_round": 2})

    assert stage(of=of, entrants=["C", "A"]).entrants == (Entrant("C", 1, 5, 2), Entrant("A", 2))


def test_seeds_lots_points_and_fractions_may_be_larger_than_a_computer_counts_in():
    """The contract says "an integer", of no size."""
    large = 2**64
    of = [
        {"id": "A", "seed": 1, "lot": large, "until_round": large},
        {"id": "B", "seed": large, "lot": -large, "from_round": large},
    ]
    found = read(tournament(match(1, "AB", large, -large), of=of, scoring={"win": f"{large}/{large + 1}"}))

    assert found.entrants == (Entrant("A", 1, large, until_round=large), Entrant("B", large, -large, large))
    assert found.stages[0].matches[0].home_points == large
    assert found.stages[0].scoring.win == Fraction(large, large + 1)


def test_members_that_the_contract_does_not_name_are_passed_over():
    written = {**with_match(note="late"), "venue": "Pala"}

    assert read(written) == read(with_match())


@pytest.mark.parametrize("case", [pytest.param(case, id=case["case"]) for case in cases("rank")])
def test_the_published_cases_are_read_or_refused_as_they_expect(case):
    line = case["input"] if isinstance(case["input"], str) else json.dumps(case["input"])
    if case["expect"].get("problem"):
        with pytest.raises(MalformedTournament):
            read_tournament(line)
    else:
        assert len(read_tournament(line).stages) == len(case["expect"]["stages"])


def test_the_example_of_the_contract_is_a_tournament():
    text = (Path(__file__).parents[3] / "docs" / "reference" / "tournament-format.md").read_text("utf-8")
    example = json.loads(text.split("```json")[1].split("```")[0])
    # C plays in it and is left out of its entrants.
    example["entrants"].append({"id": "C", "seed": 3})

    found = read(example)

    assert [entrant.lot for entrant in found.entrants] == [None, 7, None]
    assert found.stages[0].matches == (Match(1, "A", "B", home_points=14, away_points=9), Match(1, "C", outcome="bye"))


def as_written(found: Tournament):
    """Return a tournament of one stage as it would be written."""
    (one,) = found.stages
    return {
        "format": "lelam-tournament/1",
        "id": found.id,
        "entrants": [
            {
                "id": entrant.id,
                "seed": entrant.seed,
                "lot": entrant.lot,
                "from_round": entrant.from_round,
                "until_round": entrant.until_round,
            }
            for entrant in found.entrants
        ],
        "stages": [
            {
                "id": one.id,
                "type": one.type,
                "entrants": [entrant.id for entrant in one.entrants],
                "options": one.options,
                "scoring": {name: str(getattr(one.scoring, name)) for name in Scoring.__struct_fields__},
                "tie_breaks": one.tie_breaks,
                "matches": [match_as_written(each) for each in one.matches],
            }
        ],
    }


def match_as_written(one: Match):
    written = {
        "round": one.round,
        "home": one.home,
        "away": one.away,
        "outcome": one.outcome,
        "home_points": one.home_points,
        "away_points": one.away_points,
        "match": one.number,
    }
    if one.winner is not UNSET:
        written["winner"] = one.winner
    if one.match_points is not None:
        written["match_points"] = dict(zip(("home", "away"), map(str, one.match_points), strict=True))
    return written


@given(SEEDS)
def test_a_tournament_that_is_written_again_is_read_as_the_same(seed):
    # With entrants of its own the seeds of the stage are places in its list; so they are the second time.
    found = read(invented(seed))
    names = [entrant.id for entrant in found.stages[0].entrants]
    again = read(as_written(found))

    assert again.entrants == found.entrants
    assert [entrant.id for entrant in again.stages[0].entrants] == names
    assert again.stages[0].matches == found.stages[0].matches
    assert again.stages[0].scoring == found.stages[0].scoring
    assert as_written(again) == as_written(found)


# What is malformed, and where


@pytest.mark.parametrize(
    "line", ["", "{", "[]", "7", "null", '"text"', "{}", '{"id": "cup"}', b"\xff\xfe", "\ud800", "[" * 100_000]
)
def test_a_line_that_is_no_tournament_is_refused_as_a_whole(line):
    with pytest.raises(MalformedTournament) as caught:
        read_tournament(line)
    assert caught.value.at == ""
    assert str(caught.value)


@pytest.mark.parametrize("name", ["format", "id", "entrants", "stages"])
def test_a_member_that_is_missing_is_named(name):
    written = tournament()
    del written[name]

    assert f"`{name}`" in refusal(written)[1]


@pytest.mark.parametrize("text", ["lelam-tournament/2", "lelam-record/1", ""])
def test_another_format_is_refused(text):
    assert refusal({**tournament(), "format": text}) == ("format", "format: this is not lelam-tournament/1")


@pytest.mark.parametrize(
    ("members", "at"),
    [
        pytest.param({"seed": "1"}, "entrants[1].seed", id="seed-as-text"),
        pytest.param({"seed": 1.5}, "entrants[1].seed", id="seed-as-decimal"),
        pytest.param({"seed": True}, "entrants[1].seed", id="seed-as-truth"),
        pytest.param({"seed": None}, "entrants[1].seed", id="no-seed"),
        pytest.param({"id": 7}, "entrants[1].id", id="id-as-number"),
        pytest.param({"lot": "7"}, "entrants[1].lot", id="lot-as-text"),
        pytest.param({"from_round": None}, "entrants[1].from_round", id="from-no-round"),
        pytest.param({"until_round": "x"}, "entrants[1].until_round", id="until-a-text"),
    ],
)
def test_a_member_of_another_type_is_refused_with_its_place(members, at):
    assert refusal(with_entrant(**members))[0] == at


@pytest.mark.parametrize(
    ("members", "at"),
    [
        ({"id": "A"}, "entrants[1].id"),
        ({"id": ""}, "entrants[1].id"),
        ({"id": "x" * 201}, "entrants[1].id"),
        ({"seed": 1}, "entrants[1].seed"),
        ({"seed": 0}, "entrants[1].seed"),
        ({"seed": -3}, "entrants[1].seed"),
        ({"seed": 10**31}, "entrants[1].seed"),
        ({"seed": 10**40}, "entrants[1].seed"),
        ({"lot": 10**31}, "entrants[1].lot"),
        ({"lot": -(10**31)}, "entrants[1].lot"),
        ({"from_round": 0}, "entrants[1].from_round"),
        ({"from_round": 10**31}, "entrants[1].from_round"),
        ({"until_round": -1}, "entrants[1].until_round"),
        ({"until_round": 10**31}, "entrants[1].until_round"),
    ],
)
def test_an_entrant_is_refused_with_the_place_of_the_fault(members, at):
    assert refusal(with_entrant(**members))[0] == at
    assert refusal(with_entrant(**members), lenient=True)[0] == at


@pytest.mark.parametrize(
    ("members", "at"),
    [
        ({"type": "swis"}, "stages[0].type"),
        ({"entrants": ["A", "X"]}, "stages[0].entrants[1]"),
        ({"entrants": ["A", "B", "A"]}, "stages[0].entrants[2]"),
        ({"tie_breaks": ["points", "luck"]}, "stages[0].tie_breaks[1]"),
        ({"tie_breaks": ["points", "seed", "points"]}, "stages[0].tie_breaks[2]"),
        ({"scoring": {"win": 2, "walkover": 1}}, "stages[0].scoring.walkover"),
        ({"scoring": {"draw": "0.5"}}, "stages[0].scoring.draw"),
        ({"scoring": {"draw": "1/0"}}, "stages[0].scoring.draw"),
        ({"scoring": {"draw": "1/000"}}, "stages[0].scoring.draw"),
        ({"scoring": {"draw": "1/-2"}}, "stages[0].scoring.draw"),
        ({"scoring": {"draw": " 1"}}, "stages[0].scoring.draw"),
        ({"scoring": {"draw": "1\n"}}, "stages[0].scoring.draw"),
        ({"scoring": {"draw": "१"}}, "stages[0].scoring.draw"),
        ({"scoring": {"draw": "+1"}}, "stages[0].scoring.draw"),
        ({"scoring": {"draw": ""}}, "stages[0].scoring.draw"),
        ({"scoring": {"draw": "1" * 31}}, "stages[0].scoring.draw"),
        ({"scoring": {"draw": 10**31}}, "stages[0].scoring.draw"),
    ],
)
def test_a_stage_is_refused_with_the_place_of_the_fault(members, at):
    assert refusal(tournament(**members))[0] == at
    assert refusal(tournament(**members), lenient=True)[0] == at


@pytest.mark.parametrize(
    ("members", "at"),
    [
        ({"options": []}, "stages[0].options"),
        ({"scoring": {"draw": 0.5}}, "stages[0].scoring[...]"),
        ({"scoring": {"draw": None}}, "stages[0].scoring[...]"),
        ({"tie_breaks": "points"}, "stages[0].tie_breaks"),
        ({"matches": {}}, "stages[0].matches"),
        ({"id": None}, "stages[0].id"),
        ({"entrants": "AB"}, "stages[0].entrants"),
    ],
)
def test_a_stage_with_a_member_of_another_type_is_refused_with_its_place(members, at):
    assert refusal(tournament(**members))[0] == at


def test_two_stages_of_one_id_are_refused():
    written = tournament()

    assert refusal({**written, "stages": written["stages"] * 2})[0] == "stages[1].id"


@pytest.mark.parametrize(
    ("members", "at"),
    [
        ({"round": 0}, "round"),
        ({"round": -1}, "round"),
        ({"round": 10_001}, "round"),
        ({"outcome": "walkover"}, "outcome"),
        ({"outcome": "bye"}, "away"),
        ({"away": None}, "away"),
        ({"outcome": "void", "away": None}, "away"),
        ({"outcome": "forfeit"}, "winner"),
        ({"outcome": "forfeit", "winner": None}, "winner"),
        ({"home_points": 3}, "home_points"),
        ({"away_points": 3}, "home_points"),
        ({"home_points": 10**31, "away_points": 0}, "home_points"),
        ({"home_points": 0, "away_points": -(10**31)}, "away_points"),
        ({"match": 0}, "match"),
        ({"outcome": "awarded"}, "match_points"),
        ({"outcome": "awarded", "match_points": None}, "match_points"),
        ({"outcome": "awarded", "match_points": {"home": 1}}, "match_points"),
        ({"outcome": "awarded", "match_points": {"home": 1, "away": 1, "third": 1}}, "match_points"),
        ({"outcome": "awarded", "match_points": {"home": "x", "away": 1}}, "match_points.home"),
        ({"outcome": "awarded", "match_points": {"home": 1, "away": "1/0"}}, "match_points.away"),
    ],
)
def test_a_match_is_refused_with_the_place_of_the_fault(members, at):
    assert refusal(with_match(**members))[0] == f"stages[0].matches[1].{at}"
    assert refusal(with_match(**members), lenient=True)[0] == f"stages[0].matches[1].{at}"


@pytest.mark.parametrize(
    ("members", "at"),
    [
        ({"home_points": "7", "away_points": 1}, "home_points"),
        ({"home_points": 1.5, "away_points": 1}, "home_points"),
        ({"home_points": 1, "away_points": True}, "away_points"),
        ({"round": "1"}, "round"),
        ({"round": None}, "round"),
        ({"home": None}, "home"),
        ({"away": 7}, "away"),
        ({"winner": 7}, "winner"),
        ({"outcome": None}, "outcome"),
        ({"match": "1"}, "match"),
        ({"outcome": "awarded", "match_points": [1, 1]}, "match_points"),
        ({"outcome": "awarded", "match_points": {"home": 0.5, "away": 0.5}}, "match_points[...]"),
    ],
)
def test_a_match_with_a_member_of_another_type_is_refused_with_its_place(members, at):
    assert refusal(with_match(**members))[0] == f"stages[0].matches[1].{at}"


@pytest.mark.parametrize(
    ("members", "at"),
    [
        ({"home": "X"}, "home"),
        ({"away": "X"}, "away"),
        ({"away": "A"}, "away"),
        ({"winner": "C"}, "winner"),
        ({"winner": "X"}, "winner"),
        ({"outcome": "forfeit", "winner": "C"}, "winner"),
    ],
)
def test_an_unknown_or_wrong_entrant_in_a_match_is_refused_but_left_to_a_lenient_reader(members, at):
    assert refusal(with_match(**members))[0] == f"stages[0].matches[1].{at}"

    found = read(with_match(**members), lenient=True).stages[0].matches[1]
    assert {name: getattr(found, name) for name in members} == members


def test_an_entrant_of_the_tournament_that_is_none_of_the_stage_is_refused_in_its_matches():
    assert refusal(tournament(match(1, "AC", 1, 0), entrants=["A", "B"]))[0] == "stages[0].matches[0].away"


def test_a_bye_of_an_unknown_entrant_is_refused():
    assert refusal(tournament(match(1, "X")))[0] == "stages[0].matches[0].home"


def test_the_text_begins_with_the_place_and_says_what_would_be_right():
    at, text = refusal(with_match(outcome="walkover"))

    assert text == f"{at}: an outcome is one of played, bye, forfeit, double_forfeit, awarded, void"


# The id of a line


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('{"id": "cup"}', "cup"),
        ('{"id": "cup", "entrants": 7}', "cup"),
        (b'{"id": "cup"}', "cup"),
        ('{"id": 7}', None),
        ('{"id": null}', None),
        ("{}", None),
        ("[]", None),
        ('{"id": "cup"', None),
        ("", None),
        (b"\xff", None),
        ("\ud800", None),
        ("[" * 100_000, None),
        ('{"id": ' + "[" * 100_000, None),
    ],
)
def test_a_line_is_asked_for_its_id_whatever_else_it_is(line, expected):
    assert id_of(line) == expected


# Anything at all

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(JSON.map(json.dumps) | st.text() | st.binary())
def test_no_line_makes_any_other_exception(line):
    id_of(line)
    with pytest.raises(MalformedTournament):
        read_tournament(line)


@st.composite
def spoilt(draw):
    """A tournament in which one member, however deep, is another JSON value or is missing."""
    written = json.loads(json.dumps(invented(draw(SEEDS))))
    here = written
    while True:
        keys = sorted(here) if isinstance(here, dict) else list(range(len(here)))
        key = draw(st.sampled_from(keys))
        inner = here[key]
        if not isinstance(inner, dict | list) or not inner or draw(st.integers(0, 3)) == 0:
            break
        here = inner
    if draw(st.booleans()):
        here[key] = draw(JSON)
    else:
        del here[key]
    return json.dumps(written)


@given(spoilt(), st.booleans())
@example('{"format":"lelam-tournament/1","id":"x","entrants":[],"stages":[]}', True)
def test_a_spoilt_tournament_is_read_or_refused(line, lenient):
    try:
        found = read_tournament(line, lenient=lenient)
    except MalformedTournament as fault:
        found = fault

    assert isinstance(found, Tournament) or str(found).startswith(f"{found.at}: " if found.at else "")
