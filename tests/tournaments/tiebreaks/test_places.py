"""Places in brackets: by the round of the loss that put an entrant out."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.strategies import SEEDS
from tests.tournaments.helpers.brackets import Bracket, Played, at_random
from tests.tournaments.helpers.written import entrants, field, match, stage
from tournaments.formats.drawing import draw
from tournaments.stages.stage import Match, Stage
from tournaments.tiebreaks.ranking import standings

SIZES = st.integers(2, 40)


def written(chance: Random, one: Played) -> Match:
    """Return a match of a bracket as it can have ended: by points, by ruling, forfeited or awarded."""
    home, away, winner = (f"T{seed}" for seed in (one.home, one.away, one.winner))
    more, fewer = 9, chance.randint(0, 8)
    points = (more, fewer) if winner == home else (fewer, more)
    how = chance.choice(("played", "played", "played", "ruling", "forfeit", "awarded"))
    if how == "ruling":
        return Match(one.round, home, away, "played", *reversed(points), winner=winner)
    if how == "forfeit":
        return Match(one.round, home, away, "forfeit", winner=winner)
    if how == "awarded":
        return Match(one.round, home, away, "awarded", *reversed(points), match_points=points)
    return Match(one.round, home, away, "played", *points)


def played_out(kind: str, size: int, seed: int, **options) -> tuple[Stage, list[Played]]:
    """Return a stage of that format with all its matches in any order, and the matches in theirs."""
    chance = Random(seed)
    drawn = field(size, kind, **options)
    played = Bracket(draw(drawn)["matches"]).play(at_random(chance))
    matches = [written(chance, one) for one in played]
    chance.shuffle(matches)
    return replace(drawn, matches=tuple(matches)), played


def rows(found: Stage):
    return [(row.entrant, row.rank, row.decided_by) for row in standings(found)]


def expected(better: list[list[int]]):
    """Return rows for groups of seeds that share a place, the best first."""
    found: list[tuple[str, int, str]] = []
    for group in better:
        rank = len(found) + 1
        for place, seed in enumerate(sorted(group)):
            found.append((f"T{seed}", rank, "" if not found else "level" if place else "bracket"))
    return found


@given(SIZES, SEEDS)
def test_in_a_knock_out_those_who_lost_in_the_same_round_share_a_place(size, seed):
    found, played = played_out("knock_out", size, seed)
    rounds = range(played[-1].round, 0, -1)
    losers = [[one.loser for one in played if one.round == number] for number in rounds]

    assert rows(found) == expected([[played[-1].winner], *losers])


@given(st.integers(4, 40), SEEDS)
def test_the_match_for_third_tells_third_from_fourth(size, seed):
    found, played = played_out("knock_out", size, seed, third_place=True)
    *_, third, final = played
    rounds = range(final.round - 2, 0, -1)
    losers = [[one.loser for one in played if one.round == number] for number in rounds]

    assert rows(found) == expected([[final.winner], [final.loser], [third.winner], [third.loser], *losers])


@given(SIZES, SEEDS, st.booleans())
def test_in_a_double_elimination_the_second_loss_gives_the_place(size, seed, reset):
    found, played = played_out("double_elimination", size, seed, reset=reset)
    losses: Counter[int] = Counter()
    out: dict[int, list[int]] = {}
    for one in played:
        losses[one.loser] += 1
        if losses[one.loser] == 2:
            out.setdefault(one.round, []).append(one.loser)
    last = played[-1]
    out[last.round] = [last.loser]  # also where it had not lost before, without a second final

    assert rows(found) == expected([[last.winner], *(out[number] for number in sorted(out, reverse=True))])


EIGHT = [
    match(1, "AH", 1, 0),
    match(1, "DE", 1, 0),
    match(1, "BG", 1, 0),
    match(1, "CF", 1, 0),
    match(2, "AD", 1, 0),
    match(2, "BC", 1, 0),
    match(3, "AB", 1, 0),
]


def cup(*matches, names="ABCDEFGH", kind="knock_out", **options):
    return [(row.entrant, row.rank) for row in standings(stage(*matches, names=names, type=kind, options=options))]


def test_places_of_a_knock_out_are_one_two_three_three_five():
    assert cup(*EIGHT) == [("A", 1), ("B", 2), ("C", 3), ("D", 3), ("E", 5), ("F", 5), ("G", 5), ("H", 5)]


@pytest.mark.parametrize(
    "third",
    [
        pytest.param(match(3, "DC"), id="not-played-yet"),
        pytest.param(match(3, "DC", 2, 2), id="drawn"),
        pytest.param(match(3, "DC", outcome="double_forfeit"), id="forfeited-by-both"),
        pytest.param(match(3, "DC", 9, 0, outcome="void"), id="void"),
    ],
)
def test_without_a_winner_of_the_match_for_third_both_are_third(third):
    assert cup(*EIGHT, third, third_place=True)[2:5] == [("C", 3), ("D", 3), ("E", 5)]


def test_the_match_for_third_may_be_written_before_the_final():
    assert cup(*EIGHT[:-1], match(3, "DC", 1, 0), EIGHT[-1], third_place=True)[:4] == [
        ("A", 1),
        ("B", 2),
        ("D", 3),
        ("C", 4),
    ]


def test_the_match_for_third_gives_its_places_before_the_final_is_played():
    assert cup(*EIGHT[:-1], match(3, "DC", 1, 0), third_place=True)[:5] == [
        ("A", 1),
        ("B", 1),
        ("D", 3),
        ("C", 4),
        ("E", 5),
    ]


def test_entrants_that_are_not_out_share_the_first_place():
    assert cup(names="BCA") == [("B", 1), ("C", 1), ("A", 1)]
    assert cup(*EIGHT[:3], match(1, "CF")) == [
        ("A", 1),
        ("B", 1),
        ("C", 1),
        ("D", 1),
        ("F", 1),
        ("E", 6),
        ("G", 6),
        ("H", 6),
    ]


@pytest.mark.parametrize("undecided", [match(3, "AB"), match(3, "AB", 9, 0, outcome="void"), match(3, "AB", 5, 5)])
def test_a_match_that_nobody_has_won_puts_nobody_out(undecided):
    assert cup(*EIGHT[:-1], undecided)[:3] == [("A", 1), ("B", 1), ("C", 3)]


def test_a_match_that_both_forfeit_puts_both_out():
    found = cup(match(1, "AD", outcome="double_forfeit"), match(1, "BC", 1, 0), names="ABCD")

    assert found == [("B", 1), ("A", 2), ("C", 2), ("D", 2)]


def test_a_double_forfeit_counts_as_a_loss_of_both_in_a_double_elimination():
    matches = [match(1, "AB", 1, 0), match(2, "AB", outcome="double_forfeit")]

    assert cup(*matches, names="AB", kind="double_elimination", reset=True) == [("A", 1), ("B", 2)]


def test_with_a_second_final_the_first_does_not_put_the_side_out_that_had_not_lost():
    matches = [match(1, "AB", 1, 0), match(2, "AB", 0, 1)]

    assert cup(*matches, names="AB", kind="double_elimination", reset=True) == [("A", 1), ("B", 1)]
    assert cup(*matches, names="AB", kind="double_elimination", reset=False) == [("B", 1), ("A", 2)]
    assert cup(*matches, match(3, "AB", 1, 0), names="AB", kind="double_elimination", reset=True) == [
        ("A", 1),
        ("B", 2),
    ]


def test_a_first_loss_puts_nobody_out_of_a_double_elimination():
    found = cup(match(1, "AD", 1, 0), match(1, "BC", 1, 0), names="ABCD", kind="double_elimination")

    assert found == [("A", 1), ("B", 1), ("C", 1), ("D", 1)]


def test_those_who_share_a_place_are_listed_by_seed_and_have_the_values_that_were_asked_for():
    of = list(reversed(entrants("ABCD")))
    found = standings(
        stage(match(1, "AD", 7, 3), match(1, "BC", 2, 4), of=of, type="knock_out", tie_breaks=["scored", "seed"])
    )

    assert [(row.entrant, row.rank, row.decided_by, dict(row.values)) for row in found] == [
        ("A", 1, "", {"scored": 7, "seed": 1}),
        ("C", 1, "level", {"scored": 4, "seed": 3}),
        ("B", 3, "bracket", {"scored": 2, "seed": 2}),
        ("D", 3, "level", {"scored": 3, "seed": 4}),
    ]


def left(found: Stage, name: str, until: int) -> Stage:
    """Return the stage with an entrant that left after a round."""
    return replace(
        found,
        entrants=tuple(replace(one, until_round=until) if one.id == name else one for one in found.entrants),
    )


def test_an_entrant_that_left_without_a_written_loss_is_out_in_its_next_round():
    """A opponent that comes through without a match leaves nothing written but the end of the other's rounds."""
    semi_finals = stage(*EIGHT[:4], match(2, "AC", 9, 0), match(3, "AB", 9, 0), names="ABCDEFGH", type="knock_out")
    ranks = {row.entrant: row.rank for row in standings(left(semi_finals, "D", 1))}
    assert (ranks["A"], ranks["B"]) == (1, 2)
    assert (ranks["C"], ranks["D"]) == (3, 3)


def test_the_final_without_a_second_one_decides_although_a_third_entrant_left():
    matches = [match(1, "AD", 1, 0), match(1, "BC", 1, 0), match(2, "AB", 1, 0), match(3, "BC", 1, 0)]
    final = stage(*matches, match(4, "AB", 0, 1), names="ABCD", type="double_elimination")
    ranks = {row.entrant: row.rank for row in standings(left(final, "D", 1))}
    assert (ranks["B"], ranks["A"]) == (1, 2)
