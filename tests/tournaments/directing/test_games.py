"""The way of a match: called, opened at a table once, played by bots, and reported once."""

from uuid import uuid4

import pytest

from clubs.members.offices import suspend_member
from clubs.members.societies import join_club
from clubs.models import Club, Player
from games.models import Seat, Table
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import (
    ONE_HAND,
    ROUND_ROBIN,
    bot_pairs,
    called,
    do,
    opened,
    play_to_the_end,
    state_of,
)
from tournaments.deeds.base import Refused
from tournaments.deeds.entering import ChangeSquad
from tournaments.deeds.playing import CallMatch, ReportGame, Substitute
from tournaments.directing.accounts import missed_at_tables
from tournaments.directing.acting import undo
from tournaments.directing.calling import open_games
from tournaments.directing.entering import enter
from tournaments.directing.reporting import NO_GAME, take_result, take_results
from tournaments.directing.tending import tend
from tournaments.events.settings import StagePlan
from tournaments.log import states
from tournaments.models import MatchGame, Tournament
from tournaments.state.outcomes import outcome_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cup(club: Club, director: Player) -> Tournament:
    """A round robin of four pairs of bots, its first round called."""
    states.forget_all()
    cup = opened(club, director, ROUND_ROBIN)
    bot_pairs(cup, director, 4)
    called(cup, director)
    return cup


def test_called_matches_are_opened_once(cup: Tournament):
    tend(cup.pk)
    state = state_of(cup)
    games = MatchGame.objects.filter(tournament=cup)
    assert [game.match for game in games] == [1, 2]
    assert all(game.opened_at is not None for game in games)
    assert (tend(cup.pk), open_games(), Table.objects.count()) == (0, 0, 2)
    for game in games:
        match = state.matches[game.match]
        seated = Seat.objects.filter(table=game.pk).order_by("number").values_list("player", flat=True)
        home, away = match.seated
        assert [str(player) for player in seated] == [home[0], away[0], home[1], away[1]]
        table = Table.objects.get(pk=game.pk)
        assert (table.club, table.fixed_seats, table.status) == (cup.club, True, "playing")


def test_a_guest_without_an_account_sits_at_no_live_table(club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, ROUND_ROBIN, bots=False, squad=3)
    enter(cup, by=director, guests=("Kunjali", "Pathu"), command=uuid4())
    regulars = [PlayerFactory() for _ in range(5)]
    enter(cup, by=director, players=regulars[:2], command=uuid4())
    called(cup, director)
    tend(cup.pk)
    assert not MatchGame.objects.exists()
    assert missed_at_tables(state_of(cup)) == state_of(cup).entrants[1].squad
    with pytest.raises(Refused) as refused:
        do(cup, director, CallMatch(match=1))
    assert refused.value.code == "no-account"
    guest, _other = state_of(cup).entrants[1].squad
    others = (regulars[2], regulars[3])
    do(cup, director, ChangeSquad(entrant=1, squad=(guest, *(str(player.pk) for player in others))))
    assert missed_at_tables(state_of(cup)) == ()
    tend(cup.pk)
    seated = set(Seat.objects.filter(table__in=MatchGame.objects.values("pk")).values_list("player", flat=True))
    assert seated == {player.pk for player in regulars[:4]}, "the next of the squad sits for the guest"
    with pytest.raises(Refused) as refused:
        do(cup, director, Substitute(match=1, entrant=1, replaced=str(others[0].pk), player=guest))
    assert refused.value.code == "no-account"


def test_a_house_bot_plays_for_a_guest_where_bots_may(club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, ROUND_ROBIN)
    regulars = [PlayerFactory() for _ in range(3)]
    enter(cup, by=director, squad=("Kunjali", regulars[0]), command=uuid4())
    enter(cup, by=director, players=regulars[1:], command=uuid4())
    assert len(missed_at_tables(state_of(cup))) == 1
    called(cup, director)
    tend(cup.pk)
    seats = Seat.objects.filter(table__in=MatchGame.objects.values("pk"))
    assert sorted(seat.player.is_bot for seat in seats) == [False, False, False, True]
    assert not seats.filter(player__name="Kunjali").exists()


def test_a_game_that_ends_is_reported_once(cup: Tournament):
    tend(cup.pk)
    tables = list(MatchGame.objects.values_list("pk", flat=True))
    play_to_the_end(tables)
    assert take_results() == 2
    state = state_of(cup)
    for number in (1, 2):
        (game,) = state.matches[number].games
        assert game.report is not None
        assert (game.by, game.confirmed, game.report.hands, game.report.ended_by) == ("game", True, 1, "ending")
        assert outcome_of(state, state.matches[number]) is not None
    assert [take_result(table) for table in tables] == [False, False]
    MatchGame.objects.update(reported=0)
    assert take_results() == 2, "delivered late and twice: the log has it already"
    assert state_of(cup).version == state.version


def test_a_result_of_an_undone_call_is_kept_for_the_director(cup: Tournament, director: Player):
    tend(cup.pk)
    first = MatchGame.objects.get(match=1)
    version = next(
        one.version for one in reversed(list(_stored(cup))) if one.type == "MatchCalled" and one.event.match == 1
    )
    undo(cup, version, by=director, command=uuid4())
    play_to_the_end([first.pk])
    assert not take_result(first.pk)
    first.refresh_from_db()
    assert first.refused == NO_GAME
    assert tend(cup.pk) == 0, "the clock does not call again what a director took back"
    do(cup, director, CallMatch(match=1))
    tend(cup.pk)
    assert MatchGame.objects.filter(match=1).count() == 2


def test_a_call_undone_before_its_table_opens_leaves_no_row(cup: Tournament, director: Player):
    done = do(cup, director, CallMatch(match=2))
    undo(cup, done.version, by=director, command=uuid4())
    assert open_games() == 0
    assert not MatchGame.objects.filter(match=2).exists()


def test_results_that_the_desk_enters_open_no_table(club: Club, director: Player):
    cup = opened(club, director, StagePlan(type="round_robin", match=ONE_HAND.__class__(hands=24, place="desk")))
    bot_pairs(cup, director, 4)
    called(cup, director)
    assert tend(cup.pk) == 0
    do(cup, director, ReportGame(match=1, points=(3, 1)))
    assert not MatchGame.objects.exists()


def _stored(cup: Tournament):
    from games import store

    return store.load(cup.pk)


def test_a_suspended_player_does_not_sit_and_the_next_of_the_squad_does(club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, ROUND_ROBIN, squad=3)
    people = [PlayerFactory(name=name, password="x") for name in ("Beeran", "Chacko", "Devaki")]
    for player in people:
        join_club(club=club, player=player)
    enter(cup, by=director, players=people, command=uuid4())
    bot_pairs(cup, director, 1)
    suspend_member(club=club, by=director, player=people[0], reason="stakes unpaid")
    called(cup, director)
    tend(cup.pk)

    (match,) = state_of(cup).matches_of(1)
    assert match.seated[match.side_of(1)] == (str(people[2].pk), str(people[1].pk))
    assert set(Seat.objects.values_list("player", flat=True)).isdisjoint({people[0].pk})
