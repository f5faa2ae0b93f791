"""The steps of a lot and the order drawn: each step in its place only, every order equally likely."""

from collections import Counter
from itertools import permutations
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.helpers.lots import (
    CUP,
    ENTRANTS,
    NUMBERS,
    ONE,
    SECRET,
    TWO,
    closed,
    document,
    drawn,
    fingerprint,
)
from tournaments.lots import lot
from tournaments.lots.check import check_lot
from tournaments.lots.lot import Lot, LotError

hexadecimal = st.binary(min_size=16, max_size=64).map(bytes.hex)
secrets = st.binary(min_size=32, max_size=32).map(bytes.hex)
fields = st.sets(st.integers(1, 2**32 - 1), min_size=2, max_size=40)


def refusal(step, *arguments) -> tuple[str, str]:
    with pytest.raises(LotError) as refused:
        step(*arguments)
    return refused.value.code, refused.value.at


@given(fields, secrets, st.data())
def test_every_lot_is_a_permutation_and_checks(entrants, secret, data):
    captains = data.draw(st.lists(st.sampled_from(sorted(entrants)), unique=True))
    numbers = tuple((captain, data.draw(hexadecimal)) for captain in captains)
    held_back = data.draw(st.sets(st.sampled_from(captains))) if captains else ()
    made = drawn(sorted(entrants), numbers, held_back=tuple(held_back), secret=secret)

    assert sorted(made.order) == sorted(entrants)
    assert made.unopened == tuple(sorted(held_back))
    assert check_lot(lot.written(made)) == []


def test_the_construction_is_pinned():
    """Changing it would make every lot drawn before look false."""
    made = drawn()

    assert made.commitment == "b954095a019cacdda313d6146fbff4d5c50215f782d522eb2ebcfe6fd2d8ef21"
    assert dict(made.promised)[7] == "2e13be9a69232a585767ce21d7547dd71e98c199a342a6a1afc1a9a89451f08b"
    assert made.order == (7, 1, 9, 4, 2)
    assert drawn(range(1, 13)).order == (3, 4, 10, 1, 7, 2, 8, 12, 9, 11, 6, 5)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_every_order_is_reached_and_none_is_favoured(size):
    """Chi-square over fixed secrets, below the value that chance passes once in about ten thousand times."""
    draws = 60 * factorial(size)
    entrants = range(1, size + 1)
    counts = Counter(drawn(entrants, (), secret=f"{number:064x}").order for number in range(draws))
    expected = draws / factorial(size)
    freedom = factorial(size) - 1

    assert set(counts) == set(permutations(entrants))
    statistic = sum((count - expected) ** 2 / expected for count in counts.values())
    assert statistic < freedom * (1 - 2 / (9 * freedom) + 3.72 * (2 / (9 * freedom)) ** 0.5) ** 3


def test_every_entrant_comes_to_every_place_equally_often():
    draws, size = 8_000, 16
    counts = Counter(
        pair
        for number in range(draws)
        for pair in enumerate(drawn(range(1, size + 1), (), secret=f"{number:064x}").order)
    )
    expected = draws / size
    freedom = (size - 1) ** 2

    statistic = sum((counts[place, entrant] - expected) ** 2 / expected
                    for place in range(size) for entrant in range(1, size + 1))  # fmt: skip
    assert statistic < freedom * (1 - 2 / (9 * freedom) + 3.72 * (2 / (9 * freedom)) ** 0.5) ** 3


def test_one_captains_number_alone_spreads_over_every_order():
    orders = Counter(drawn((1, 2, 3), ((2, f"{number:032x}"),)).order for number in range(600))

    assert set(orders) == set(permutations((1, 2, 3)))
    assert all(abs(count - 100) < 40 for count in orders.values())


def test_the_order_depends_on_every_part():
    many = range(1, 31)
    orders = [
        drawn(many, NUMBERS).order,
        drawn(many, NUMBERS, number=2).order,
        drawn(many, NUMBERS, secret="11" * 32).order,
        drawn(many, NUMBERS, held_back=(2,)).order,
        drawn(many, NUMBERS[:1]).order,
        drawn(many, ((7, ONE), (2, ONE))).order,
        drawn(many, ((6, ONE), (2, TWO))).order,
        drawn(many, ()).order,
    ]
    assert len(set(orders)) == len(orders)
    assert drawn(many, NUMBERS[::-1]).order == orders[0], "the order in which numbers come does not matter"


def test_a_lot_needs_two_entrants_each_once_and_a_secret():
    assert refusal(lot.promise, CUP, 1, (3,), SECRET) == ("too-few-entrants", "entrants")
    assert refusal(lot.promise, CUP, 1, (3, 4, 3), SECRET) == ("entrant-twice", "entrants")
    assert refusal(lot.promise, CUP, 1, (3, 4), "00" * 31) == ("malformed-secret", "secret")
    assert refusal(lot.promise, CUP, 1, (3, 4), " " + SECRET[1:]) == ("malformed-secret", "secret")
    assert lot.promise(CUP, 1, (4, 3), SECRET).entrants == (3, 4)


def test_a_captain_commits_once_and_before_the_list_is_closed():
    made = lot.promise(CUP, 1, ENTRANTS, SECRET)
    text = fingerprint(made, 2, ONE)
    committed = lot.promise_number(made, 2, text.upper())

    assert committed.promised == ((2, text),)
    assert refusal(lot.promise_number, committed, 2, text) == ("number-twice", "entrant")
    assert refusal(lot.promise_number, committed, 3, text) == ("not-in-lot", "entrant")
    assert refusal(lot.promise_number, committed, 4, text[:-2]) == ("malformed-commitment", "commitment")
    assert refusal(lot.promise_number, lot.close_list(committed), 4, text) == ("list-closed", "")


def test_a_captain_opens_the_number_committed_to_once_and_after_the_list_is_closed():
    made = closed()

    assert refusal(lot.open_number, made, 7, TWO) == ("other-number", "number")
    assert refusal(lot.open_number, made, 7, ONE[:-2]) == ("malformed-number", "number")
    assert refusal(lot.open_number, made, 7, "a1" * 65) == ("malformed-number", "number")
    assert refusal(lot.open_number, made, 4, ONE) == ("not-promised", "entrant")
    assert refusal(lot.open_number, made, 5, ONE) == ("not-in-lot", "entrant")
    opened = lot.open_number(made, 7, ONE)
    assert refusal(lot.open_number, opened, 7, ONE) == ("number-twice", "entrant")
    assert refusal(lot.open_number, lot.draw(opened), 2, TWO) == ("lot-drawn", "")
    unclosed = lot.promise_number(lot.promise(CUP, 1, ENTRANTS, SECRET), 7, made.promised[0][1])
    assert refusal(lot.open_number, unclosed, 7, ONE) == ("list-open", "")


def test_a_list_is_closed_once_and_not_empty_and_a_lot_drawn_after_it():
    made = lot.promise(CUP, 1, ENTRANTS, SECRET)
    assert refusal(lot.close_list, made) == ("no-numbers", "")
    assert refusal(lot.close_list, closed()) == ("list-closed", "")
    committed = lot.promise_number(made, 2, fingerprint(made, 2, ONE))
    assert refusal(lot.draw, committed) == ("list-open", "")
    assert lot.draw(made).is_drawn, "without any number"


@pytest.mark.parametrize(
    "step",
    [
        lot.draw,
        lot.drop,
        lot.close_list,
        lambda made: lot.promise_number(made, 2, "00" * 32),
        lambda made: lot.open_number(made, 2, TWO),
    ],
)
def test_nothing_comes_after_the_draw_or_after_a_lot_was_dropped(step):
    assert refusal(step, drawn()) == ("lot-drawn", "")
    assert refusal(step, lot.drop(closed())) == ("lot-dropped", "")


def test_nothing_shows_the_secret_before_the_draw():
    made = closed()
    shown = lot.written(made)

    assert SECRET not in repr(made) + str(shown)
    assert ("secret" in shown, "order" in shown) == (False, False)
    assert document()["secret"] == SECRET
    assert isinstance(made, Lot)
