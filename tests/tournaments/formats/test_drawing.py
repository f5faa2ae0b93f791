"""The draw of a stage by its format, and what can be read can be ranked, paired and drawn, or is refused."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.strategies import SEEDS
from tests.tournaments.helpers.invented import invented
from tests.tournaments.helpers.written import cases, field, match, read, stage
from tournaments.formats.drawing import draw
from tournaments.formats.errors import DrawError, PairingError
from tournaments.formats.swiss import pair_next
from tournaments.stages.stage import STAGE_TYPES
from tournaments.tiebreaks.ranking import standings

DRAWN = ["round_robin", "cross_group", "knock_out", "double_elimination", "individual"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["case"]) for case in cases("draw")])
def test_the_published_cases_can_be_drawn(case):
    """Any draw with the properties of the document is right; the tests of each format hold these."""
    drawn = draw(read(case["input"]))

    assert drawn.get("rounds") or drawn.get("matches")


def test_every_format_but_the_swiss_can_be_drawn():
    assert set(DRAWN) | {"swiss"} == set(STAGE_TYPES)


@pytest.mark.parametrize(
    ("kind", "options", "member"),
    [
        ("round_robin", {}, "rounds"),
        ("cross_group", {"halves": [["T1", "T2"], ["T3", "T4"]]}, "rounds"),
        ("knock_out", {}, "matches"),
        ("double_elimination", {}, "matches"),
        ("individual", {"rounds": 3}, "rounds"),
    ],
)
def test_a_draw_has_rounds_or_matches(kind, options, member):
    assert draw(field(4, kind, **options))[member]


@pytest.mark.parametrize("kind", DRAWN)
def test_a_stage_that_has_matches_is_not_drawn_again(kind):
    with pytest.raises(DrawError, match="this one has some"):
        draw(stage(match(1, "AB"), type=kind))


def test_a_swiss_is_not_drawn():
    with pytest.raises(DrawError, match="paired round by round"):
        draw(stage())


@pytest.mark.parametrize("kind", DRAWN)
@pytest.mark.parametrize("size", [0, 1])
def test_a_draw_is_for_two_entrants_at_least(kind, size):
    with pytest.raises(DrawError, match="two entrants at least"):
        draw(field(size, kind))


OPTION = st.none() | st.booleans() | st.integers(-1, 7) | st.text(max_size=2) | st.lists(st.lists(st.text(max_size=2)))


@given(SEEDS, st.sampled_from(STAGE_TYPES), st.data())
def test_any_stage_can_be_ranked_and_is_paired_or_drawn_or_refused(seed, kind, data):
    found = read(invented(seed))
    names = ("legs", "halves", "rounds", "third_place", "reset", "seats", "forbidden")
    options = data.draw(st.dictionaries(st.sampled_from(names), OPTION, max_size=2))
    found = replace(found, type=kind, options=options)
    assume(kind != "individual" or len(found.entrants) < 6)

    assert len(standings(found)) == len(found.entrants)
    try:
        answer = pair_next(found).pairs if kind == "swiss" else draw(replace(found, matches=()))
    except (DrawError, PairingError) as refusal:
        answer = str(refusal)
    assert answer
