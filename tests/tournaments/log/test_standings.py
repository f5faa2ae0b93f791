"""The standings that are kept from one request to the next."""

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from msgspec.structs import replace

from clubs.base.kept import Kept
from tests.tournaments.helpers.play import Play
from tournaments.deeds.publishing import SetEmbargo
from tournaments.events.settings import StagePlan
from tournaments.log import standings
from tournaments.log.outlooks import outlook_in
from tournaments.log.standings import MAX_KEPT, standing_in
from tournaments.state.published import without_results
from tournaments.state.standing import standing_of
from tournaments.summaries.outlooks import outlook_of_group


@pytest.fixture(autouse=True)
def kept(monkeypatch):
    """Standings that no other test has kept."""
    empty = Kept(MAX_KEPT, lambda standing: standing.shown.state.version)
    monkeypatch.setattr(standings, "_standings", empty)
    return empty


@pytest.fixture
def play():
    play = Play()
    play.enter(8)
    play.begin(StagePlan(type="swiss", rounds=3))
    play.pair(1)
    return play


def test_the_next_standings_are_made_from_those_that_were_kept(play):
    first = standing_in(play.state, 1)
    play.report(play.open_matches(1)[0].number, 3, 1)

    second = standing_in(play.state, 1)

    assert second.rows == standing_of(play.state, 1).rows != first.rows
    same = [number for number, match in second.shown.matches.items() if match is first.shown.matches[number]]
    assert len(same) == len(first.shown.matches) - 1
    assert standing_in(play.state, 1) is second


def test_an_earlier_version_is_answered_and_does_not_take_the_place_of_the_latest(play):
    early = play.state
    play.play_round(1)
    latest = standing_in(play.state, 1)

    assert standing_in(early, 1).rows == standing_of(early, 1).rows != latest.rows
    assert standing_in(play.state, 1) is latest


def test_threads_that_ask_for_different_versions_at_once_get_their_own(play):
    states = [play.state]
    for match in play.open_matches(1):
        play.report(match.number, match.number % 3, 1)
        states.append(play.state)

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda state: standing_in(state, 1).rows, states * 8))

    assert answers == [standing_of(state, 1).rows for state in states] * 8


def test_no_more_than_so_many_are_kept(play, kept):
    for number in range(MAX_KEPT + 3):
        standing_in(replace(play.state, stream=UUID(int=number)), 1)

    assert len(kept) == MAX_KEPT
    assert kept.find((UUID(int=0), 1, 0)) is None


@pytest.mark.django_db
def test_the_outlook_that_a_player_sees_under_embargo_is_kept_for_nobody_else():
    play = Play()
    play.enter(4)
    play.begin(StagePlan(type="round_robin"))
    play.do(SetEmbargo())
    while not play.all_paired(1):
        play.pair(1)
    for match in play.open_matches(1):
        play.report(match.number, *((9, 0) if match.entrants[0] == 1 else (0, 9)))
    embargo = play.state.embargo
    assert embargo is not None
    everybody, mine, other = (without_results(play.state, embargo, own) for own in ((), ("p1a",), ("p2a",)))

    assert outlook_in(mine, 1) == outlook_of_group(mine, 1, 0) != outlook_of_group(everybody, 1, 0)
    assert outlook_in(everybody, 1) == outlook_of_group(everybody, 1, 0)
    assert outlook_in(other, 1) == outlook_of_group(other, 1, 0)
