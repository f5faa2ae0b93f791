"""Double elimination: its three brackets, drawn for any number, and played out with any results."""

from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import SEEDS
from tests.tournaments.helpers.brackets import RESULTS, Bracket, at_random, check_byes, check_first_seeds_apart
from tests.tournaments.helpers.written import field
from tournaments.formats.double_elimination import DROPS, MAX_ENTRANTS, draw_double_elimination
from tournaments.formats.drawing import draw
from tournaments.formats.errors import DrawError

SIZES = st.one_of(st.integers(2, 40), st.integers(2, 200), st.sampled_from((256, 512, 1024)))
SOME = [2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 33, 64, 100, 200, 256, 512, 1024]


def bracket(size, **options) -> Bracket:
    return Bracket(draw(field(size, "double_elimination", **options))["matches"])


def test_four_entrants_are_drawn_as_the_format_has_it():
    assert draw(field(4, "double_elimination", reset=True)) == {
        "matches": [
            {"match": 1, "round": 1, "home": {"seed": 1}, "away": {"seed": 4}, "bracket": "winners"},
            {"match": 2, "round": 1, "home": {"seed": 2}, "away": {"seed": 3}, "bracket": "winners"},
            {"match": 3, "round": 2, "home": {"loser": 1}, "away": {"loser": 2}, "bracket": "losers"},
            {"match": 4, "round": 3, "home": {"winner": 1}, "away": {"winner": 2}, "bracket": "winners"},
            {"match": 5, "round": 4, "home": {"winner": 3}, "away": {"loser": 4}, "bracket": "losers"},
            {"match": 6, "round": 5, "home": {"winner": 4}, "away": {"winner": 5}, "bracket": "final"},
            {
                "match": 7,
                "round": 6,
                "home": {"winner": 6},
                "away": {"loser": 6},
                "bracket": "final",
                "if_needed": True,
            },
        ]
    }


@given(SIZES)
def test_each_place_is_filled_once(size):
    cup = bracket(size)
    sources = Counter(source for match in cup.matches for source in cup.sources(match))
    final = cup.matches[-1]["match"]

    assert set(sources.values()) == {1}
    assert {number for kind, number in sources if kind == "seed"} == set(range(1, size + 1))
    assert {number for kind, number in sources if kind == "winner"} == cup.by_number.keys() - {final}
    # Those that lose in the winners' bracket go on, all others are out.
    assert {number for kind, number in sources if kind == "loser"} == {match["match"] for match in cup.of("winners")}


@given(SIZES, st.booleans())
def test_numbers_and_rounds_rise_and_sources_lie_in_earlier_rounds(size, reset):
    cup = bracket(size, reset=reset)
    rounds = [match["round"] for match in cup.matches]

    assert [match["match"] for match in cup.matches] == list(range(1, len(rounds) + 1))
    assert rounds == sorted(rounds)
    assert set(rounds) == set(range(1, rounds[-1] + 1))
    for match in cup.matches:
        assert all(
            kind == "seed" or cup.by_number[number]["round"] < match["round"] for kind, number in cup.sources(match)
        )


@given(SIZES, st.booleans(), SEEDS)
def test_nobody_plays_after_a_second_loss_and_all_but_the_champion_are_out(size, reset, seed):
    cup = bracket(size, reset=reset)
    played = cup.play(at_random(Random(seed)))
    losses: Counter[int] = Counter()
    for match in played:
        assert max(losses[match.home], losses[match.away]) < 2
        assert (match.bracket == "winners") == (losses[match.home] == losses[match.away] == 0)
        losses[match.loser] += 1

    champion = played[-1].winner
    assert all(losses[entrant] == 2 for entrant in range(1, size + 1) if entrant not in (champion, played[-1].loser))
    assert losses[champion] < 2
    # Without a second final the first decides, also against the side that had not lost before.
    assert losses[played[-1].loser] == 2 or not reset


@pytest.mark.parametrize("size", SOME)
def test_a_second_final_is_played_when_the_side_from_the_losers_bracket_wins_the_first(size):
    cup = bracket(size, reset=True)
    first, second = cup.of("final")

    assert (second["home"], second["away"]) == ({"winner": first["match"]}, {"loser": first["match"]})
    assert second["if_needed"] is True
    assert "if_needed" not in first
    assert len(cup.play(RESULTS["the-better"])) == 2 * size - 2
    # The worst wins all, so the other side of the final has lost to it and comes from the losers' bracket.
    assert len(cup.play(RESULTS["the-worse"])) == 2 * size - 2
    lost: list[int] = []

    def first_loses_once(home, away):
        """Seed 1 loses its first match and wins all others."""
        if 1 in (home, away) and not lost:
            lost.append(1)
            return away if home == 1 else home
        return min(home, away)

    played = cup.play(first_loses_once)
    assert len(played) == 2 * size - 1
    assert played[-1].winner == played[-2].winner == 1


@pytest.mark.parametrize("size", SOME)
def test_without_reset_there_is_one_final(size):
    assert len(bracket(size).of("final")) == 1
    assert bracket(size, reset=False).matches == bracket(size).matches
    assert len(bracket(size).matches) == 2 * size - 2


@given(SIZES)
def test_in_the_winners_bracket_the_first_seeds_cannot_meet_before_as_many_are_left_in_it(size):
    cup = bracket(size)
    check_first_seeds_apart(cup, list(cup.of("winners")), size)


@given(SIZES)
def test_the_byes_go_to_the_first_seeds(size):
    check_byes(bracket(size), size)


@pytest.mark.parametrize(
    ("size", "first"),
    [(4, 2), (8, 3), (16, 4), (32, 5), (64, 7), (128, 8), (256, 9), (512, 11), (1024, 13)],
)
def test_two_who_met_in_the_winners_bracket_are_kept_apart_in_the_losers_bracket(size, first):
    assert bracket(size).first_rematch() == first


@pytest.mark.parametrize("size", [*range(3, 17), 17, 20, 24, 27, 31])
def test_no_other_numbers_for_the_drops_keep_them_apart_for_longer(size, monkeypatch):
    """With byes too they are kept apart as long as the size allows."""
    own = bracket(size).first_rematch()
    rounds = (size - 1).bit_length()
    for drops in product(*(range(1 << number) for number in reversed(range(rounds - 1)))):
        monkeypatch.setitem(DROPS, rounds, drops)
        assert bracket(size).first_rematch() <= own


@given(st.sampled_from((8, 16, 32, 64)), SEEDS)
def test_with_any_results_no_rematch_comes_before_that_round(size, seed):
    first = {8: 3, 16: 4, 32: 5, 64: 7}[size]
    cup = bracket(size)
    rounds = sorted({match["round"] for match in cup.of("losers")})
    met = set()
    for match in cup.play(at_random(Random(seed))):
        pair = frozenset((match.home, match.away))
        if match.bracket == "losers" and pair in met:
            assert rounds.index(match.round) + 1 >= first
        met.add(pair)


@pytest.mark.parametrize("value", [1, 0, None, "true", []])
def test_reset_is_true_or_false(value):
    with pytest.raises(DrawError, match="reset is true or false"):
        bracket(8, reset=value)


@pytest.mark.parametrize("size", [0, 1, MAX_ENTRANTS + 1])
def test_fewer_than_two_entrants_or_too_many_are_refused(size):
    with pytest.raises(DrawError, match="2 to 1024 entrants"):
        draw_double_elimination(field(size, "double_elimination"))
