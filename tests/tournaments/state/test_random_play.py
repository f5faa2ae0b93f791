"""Tournaments played at random in every format: the fold, brackets, numbers of matches, and undoing."""

from itertools import groupby
from random import Random

import pytest

from tests.tournaments.helpers.random_play import PLANS, RandomPlay
from tournaments.log.replaying import replay_tournament

STEPS = 70


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("format_name", PLANS)
def test_whatever_is_done_the_fold_from_zero_is_the_fold_so_far(format_name: str, seed: int) -> None:
    """Also: brackets agree with the results, no match gets a number that was given, a refusal changes nothing.

    The replay takes what was stored. A deed on which nothing stands could as well not have been done: all later ones
    are possible without it.
    """
    play = RandomPlay(format_name, Random(seed))
    for _ in range(STEPS):
        play.step()
    for version, state in play.at.items():
        assert play.folded(version) == state
    replay_tournament([*together] for _command, together in groupby(play.kept, key=lambda one: one.command))
