"""The knock-out: its bracket, drawn for any number, and played out with any results."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import SEEDS
from tests.tournaments.helpers.brackets import RESULTS, Bracket, at_random, check_byes, check_first_seeds_apart
from tests.tournaments.helpers.written import field
from tournaments.formats.drawing import draw
from tournaments.formats.errors import DrawError
from tournaments.formats.knock_out import draw_knock_out

SIZES = st.one_of(st.integers(2, 40), st.integers(2, 200), st.sampled_from((256, 512, 1024)))
SOME = [2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 33, 64, 100, 200, 256, 512, 1024]


def bracket(size, **options) -> Bracket:
    return Bracket(draw(field(size, "knock_out", **options))["matches"])


def test_five_entrants_are_drawn_as_the_format_has_it():
    assert draw(field(5, "knock_out", third_place=True)) == {
        "matches": [
            {"match": 1, "round": 1, "home": {"seed": 4}, "away": {"seed": 5}},
            {"match": 2, "round": 2, "home": {"seed": 1}, "away": {"winner": 1}},
            {"match": 3, "round": 2, "home": {"seed": 2}, "away": {"seed": 3}},
            {"match": 4, "round": 3, "home": {"loser": 2}, "away": {"loser": 3}},
            {"match": 5, "round": 3, "home": {"winner": 2}, "away": {"winner": 3}},
        ]
    }


@given(SIZES, st.booleans())
def test_each_place_is_filled_once(size, third_place):
    cup = bracket(size, third_place=third_place)
    sources = Counter(source for match in cup.matches for source in cup.sources(match))
    final = cup.matches[-1]["match"]
    winners = {("winner", number) for number in cup.by_number} - {("winner", final)}

    assert set(sources.values()) == {1}
    assert {source for source in sources if source[0] == "seed"} == {("seed", seed) for seed in range(1, size + 1)}
    if third_place and size >= 4:
        winners.remove(("winner", final - 1))
    assert {source for source in sources if source[0] == "winner"} == winners


@given(SIZES, st.booleans())
def test_numbers_and_rounds_rise_and_sources_lie_in_earlier_rounds(size, third_place):
    cup = bracket(size, third_place=third_place)
    rounds = [match["round"] for match in cup.matches]

    assert [match["match"] for match in cup.matches] == list(range(1, len(rounds) + 1))
    assert rounds == sorted(rounds)
    assert set(rounds) == set(range(1, (size - 1).bit_length() + 1))
    for match in cup.matches:
        assert all(
            kind == "seed" or cup.by_number[number]["round"] < match["round"] for kind, number in cup.sources(match)
        )


@given(SIZES, st.booleans(), SEEDS)
def test_nobody_plays_after_a_loss_but_for_third_place(size, third_place, seed):
    cup = bracket(size, third_place=third_place)
    played = cup.play(at_random(Random(seed)))
    lost: Counter[int] = Counter()
    for match in played:
        for_third = lost[match.home] and lost[match.away]
        assert for_third == bool(lost[match.home] or lost[match.away])
        assert not for_third or (third_place and match.round == played[-1].round)
        lost[match.loser] += 1
        assert match.winner != match.loser

    champion = played[-1].winner
    assert lost[champion] == 0
    assert all(lost[entrant] for entrant in range(1, size + 1) if entrant != champion)


@given(SIZES)
def test_the_first_seeds_cannot_meet_before_as_many_are_left(size):
    cup = bracket(size)
    check_first_seeds_apart(cup, cup.matches, size)


@given(SIZES)
def test_the_byes_go_to_the_first_seeds(size):
    check_byes(bracket(size), size)


@pytest.mark.parametrize("size", SOME)
@pytest.mark.parametrize("won_by", RESULTS)
def test_if_always_the_better_or_the_worse_wins_it_is_first(size, won_by):
    played = bracket(size).play(RESULTS[won_by])

    assert len(played) == size - 1
    assert played[-1].winner == (1 if won_by == "the-better" else size)


@pytest.mark.parametrize("size", SOME)
def test_a_match_for_third_exists_from_four_entrants_on(size):
    cup = bracket(size, third_place=True)
    semi_finals = {match["match"] for match in cup.matches if match["round"] == (size - 1).bit_length() - 1}

    for_third = [match for match in cup.matches if {kind for kind, _ in cup.sources(match)} == {"loser"}]
    assert len(cup.matches) == size - (size < 4)
    assert [{number for _, number in cup.sources(match)} for match in for_third] == ([semi_finals] if size >= 4 else [])


def test_there_is_no_match_for_third_unless_it_is_asked_for():
    assert bracket(8, third_place=False).matches == bracket(8).matches
    assert not any("loser" in match["home"] for match in bracket(8).matches)


@pytest.mark.parametrize("value", [1, 0, None, "true", []])
def test_third_place_is_true_or_false(value):
    with pytest.raises(DrawError, match="third_place is true or false"):
        bracket(8, third_place=value)


@pytest.mark.parametrize("size", [0, 1])
def test_fewer_than_two_entrants_are_refused(size):
    with pytest.raises(DrawError, match="two entrants"):
        draw_knock_out(field(size, "knock_out"))
