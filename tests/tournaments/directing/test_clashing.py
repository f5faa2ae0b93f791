"""Clashes between tournaments: tables of one hall, and players who cannot be in two places at once."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from clubs.models import Club, Player
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import called, do, opened, state_of
from tournaments.deeds.agreeing import AcceptTime, ProposeTime
from tournaments.deeds.base import Refused
from tournaments.deeds.playing import PlaceMatch, ReportGame
from tournaments.deeds.publishing import ReleaseResults, SetEmbargo
from tournaments.deeds.scheduling import GiveTables, SetVenue
from tournaments.deeds.staging import BeginStage, PairRound, ReleaseRound
from tournaments.directing.acting import act
from tournaments.directing.entering import enter
from tournaments.events.scheduling import VenueTable
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

DESK = MatchPlan(hands=24, place="desk", minutes=45)
ROUND = StagePlan(type="round_robin", match=DESK)
LEAGUE = StagePlan(type="round_robin", days=7, match=DESK)


def pair(tournament: Tournament, by: Player, *players: Player) -> None:
    enter(tournament, by=by, players=[*players, PlayerFactory(), PlayerFactory()][:2], command=uuid4())


def tables(count: int) -> tuple[VenueTable, ...]:
    return tuple(VenueTable(str(number)) for number in range(1, count + 1))


def league(club: Club, director: Player, *players: Player) -> Tournament:
    tournament = opened(club, director, LEAGUE, bots=False)
    pair(tournament, director, *players)
    pair(tournament, director)
    called(tournament, director)
    return tournament


def test_two_events_in_one_hall_never_get_the_same_table(club, director):
    tournaments = [opened(club, director, ROUND, bots=False) for _ in range(2)]
    for tournament in tournaments:
        for _ in range(4):
            pair(tournament, director)
        do(tournament, director, SetVenue(tables=tables(3), hall="TOWN"), BeginStage(stage=1), PairRound(stage=1))
        do(tournament, director, ReleaseRound(stage=1, round=1))
    first, second = ([one.table for one in state_of(each).matches.values()] for each in tournaments)
    assert first[:2] == ["1", "2"]
    assert second[:2] == ["3", ""]
    assert do(tournaments[1], director, GiveTables()).events == ()


def test_a_hall_of_its_own_shares_no_table(club, director):
    for hall in ("", "EAST"):
        tournament = opened(club, director, ROUND, bots=False)
        for _ in range(4):
            pair(tournament, director)
        do(tournament, director, SetVenue(tables=tables(2), hall=hall), BeginStage(stage=1), PairRound(stage=1))
        do(tournament, director, ReleaseRound(stage=1, round=1))
        assert [one.table for one in state_of(tournament).matches.values()][:2] == ["1", "2"]


def test_captains_cannot_agree_on_a_time_at_which_a_player_must_play_elsewhere(club, director):
    busy = PlayerFactory(name="Thomas")
    one, other = league(club, director, busy), league(club, director, busy)
    at = int((datetime.now(UTC) + timedelta(days=2)).timestamp())
    home, away = (side[0] for side in state_of(one).matches[1].sides)
    do(one, director, ProposeTime(match=1, entrant=home, at=at), AcceptTime(match=1, entrant=away, at=at))

    with pytest.raises(Refused) as refused:
        act(other, ProposeTime(match=1, entrant=1, at=at + 600), by=director, command=uuid4())

    assert (refused.value.code, refused.value.field) == ("clash-players", "at")
    assert str(refused.value) == "Thomas must play in match 1 of Onam Swiss at that time. Choose another time."
    do(other, director, ProposeTime(match=1, entrant=1, at=at + 3600))


def test_no_clash_tells_who_has_reached_a_match_of_another_event_under_embargo(club, director):
    busy = PlayerFactory(name="Thomas")
    cup = opened(club, director, StagePlan(type="knock_out", days=7, match=DESK), bots=False)
    for players in ((busy,), (), (), ()):
        pair(cup, director, *players)
    called(cup, director)
    do(cup, director, SetEmbargo())
    for number in (1, 2):
        home = state_of(cup).matches[number].entrants[0] == 1
        do(cup, director, ReportGame(match=number, points=(9, 0) if home or number == 2 else (0, 9)))
    do(cup, director, ReleaseRound(stage=1, round=2))
    at = int((datetime.now(UTC) + timedelta(days=2)).timestamp())
    (final,) = (match for match in state_of(cup).matches.values() if match.round == 2 and 1 in match.entrants)
    do(cup, director, PlaceMatch(match=final.number, at=at))

    other = league(club, director, busy)
    do(other, director, ProposeTime(match=1, entrant=1, at=at))

    do(cup, director, ReleaseResults())
    with pytest.raises(Refused, match="Thomas must play"):
        do(other, director, ProposeTime(match=1, entrant=1, at=at + 60))


def test_a_director_places_a_match_in_spite_of_a_clash_only_on_purpose_and_a_repeated_command_is_answered(
    club, director
):
    busy = PlayerFactory(name="Thomas")
    one, other = league(club, director, busy), league(club, director, busy)
    at = int((datetime.now(UTC) + timedelta(days=2)).timestamp())
    do(one, director, PlaceMatch(match=1, at=at))
    with pytest.raises(Refused, match="Thomas must play"):
        do(other, director, PlaceMatch(match=1, at=at))
    command = uuid4()
    deed = PlaceMatch(match=1, at=at, anyway=True)
    assert act(other, deed, by=director, command=command) == act(other, deed, by=director, command=command)


def test_a_squad_with_players_to_spare_and_house_bots_clash_with_nothing(club, director):
    bot, spare = PlayerFactory(bot=True), PlayerFactory()
    at = int((datetime.now(UTC) + timedelta(days=2)).timestamp())
    for players in ([bot], [spare, PlayerFactory()]):
        for _ in range(2):
            tournament = opened(club, director, LEAGUE, squad=3)
            enter(tournament, by=director, players=[*players, PlayerFactory()], command=uuid4())
            pair(tournament, director)
            called(tournament, director)
            do(tournament, director, PlaceMatch(match=1, at=at))
            assert state_of(tournament).matches[1].at == at
