"""Entries, rounds, the final and the winner."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from clubs.errors import ClubError, NotAllowed
from clubs.members.offices import give_office
from clubs.members.societies import join_club
from clubs.teams.services import make_team
from games.models import Table
from tests.factories import ClubFactory, PlayerFactory
from tournaments.errors import TournamentError
from tournaments.models import Match, Standing, Tournament
from tournaments.services.entries import enter_team, open_tournament, withdraw_team
from tournaments.services.running import (
    advance_tournament,
    advance_tournaments,
    call_match,
    call_round,
    start_tournament,
)
from tournaments.services.standings import compute_standings

pytestmark = pytest.mark.django_db


def refusal(service, **arguments) -> tuple[str, str]:
    """Return the code and the field by which the service refuses."""
    with pytest.raises(ClubError) as refused:
        service(**arguments)
    return refused.value.code, refused.value.field


def names(matches) -> list[tuple[str, str]]:
    return [(match.home.team.name, match.away.team.name) for match in matches]


def play_round(tournament, number, score, points=(2, 0)) -> None:
    """Let every match of a round end with the same game points for home and away."""
    for match in tournament.matches.filter(round=number):
        score(match, *points, last=True)


def test_only_officers_open_tournaments(club, director):
    member = PlayerFactory(name="Beeran", password="x")
    join_club(club=club, player=member)
    arguments = {"club": club, "name": "Monsoon Cup"}

    with pytest.raises(NotAllowed):
        open_tournament(director=member, **arguments)
    give_office(club=club, by=director, player=member, role="director")
    assert open_tournament(director=member, **arguments).status == Tournament.Status.OPEN


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"rules": "chess"}, "unknown-rules", "rules"),
        ({"rules": "28-kerala-3"}, "rules-without-teams", "rules"),
        ({"hands_a_match": 0}, "hands-out-of-range", "hands_a_match"),
        ({"hands_in_final": 101}, "hands-out-of-range", "hands_in_final"),
        ({"action_seconds": 4}, "seconds-out-of-range", "action_seconds"),
        ({"action_seconds": 601}, "seconds-out-of-range", "action_seconds"),
        ({"name": " "}, "name-empty", "name"),
    ],
)
def test_a_tournament_that_could_not_be_played_is_refused(club, director, changed, code, field):
    arguments = {"club": club, "director": director, "name": "Monsoon Cup"} | changed

    assert refusal(open_tournament, **arguments) == (code, field)


def test_two_tournaments_of_one_name_have_two_addresses(club, director):
    slugs = [open_tournament(club=club, director=director, name="Monsoon Cup").slug for _ in range(2)]

    assert slugs == ["monsoon-cup", "monsoon-cup-2"]


def test_a_team_is_entered_by_its_players_or_by_an_officer(club, director, tournament):
    players = [PlayerFactory(name="Beeran", user=None), PlayerFactory(name="Devaki", user=None)]
    for player in players:
        join_club(club=club, player=player)
    team = make_team(club=club, by=director, name="Meenachil", players=players)
    opened = tournament()

    with pytest.raises(NotAllowed):
        enter_team(tournament_id=opened.pk, team=team, by=PlayerFactory(name="Chacko", user=None))
    assert enter_team(tournament_id=opened.pk, team=team, by=players[1]).seed == 5
    withdraw_team(tournament_id=opened.pk, team=team, by=players[0])
    assert opened.entries.count() == 4


def test_nobody_plays_for_two_teams_of_one_tournament(club, director, teams, tournament):
    opened = tournament()
    first = teams[0].places.first().player
    mixed = make_team(club=club, by=director, name="Mixed", players=[first, teams[5].places.first().player])

    assert refusal(enter_team, tournament_id=opened.pk, team=mixed, by=director) == ("player-entered", "team")
    assert refusal(enter_team, tournament_id=opened.pk, team=teams[0], by=director) == ("already-entered", "team")


def test_teams_of_other_clubs_stay_out(director, tournament):
    other = ClubFactory(founder=director, name="Kabani Friends")
    bots = [PlayerFactory(bot=True, name=f"Wayanad {number}") for number in (1, 2)]
    guests = make_team(club=other, by=director, name="Guests", players=bots)

    assert refusal(enter_team, tournament_id=tournament().pk, team=guests, by=director) == ("other-club", "team")


def test_two_teams_make_no_round_robin(director, tournament):
    assert refusal(start_tournament, tournament_id=tournament(2).pk, by=director) == ("too-few-teams", "")


def test_only_officers_start_and_only_once(director, tournament):
    opened = tournament()

    with pytest.raises(NotAllowed):
        start_tournament(tournament_id=opened.pk, by=PlayerFactory(name="Beeran", user=None))
    start_tournament(tournament_id=opened.pk, by=director)
    assert refusal(start_tournament, tournament_id=opened.pk, by=director) == ("already-begun", "")


def test_entries_close_when_it_starts(director, teams, tournament):
    begun = start_tournament(tournament_id=tournament().pk, by=director)

    assert refusal(enter_team, tournament_id=begun.pk, team=teams[5], by=director) == ("entries-closed", "")
    assert refusal(withdraw_team, tournament_id=begun.pk, team=teams[0], by=director) == ("entries-closed", "")


def test_starting_draws_up_every_round_and_an_empty_table(director, tournament):
    begun = start_tournament(tournament_id=tournament().pk, by=director)

    assert names(begun.matches.filter(round=1)) == [("Vembanad", "Kabani"), ("Illikkal", "Pamba")]
    assert begun.matches.count() == 6
    rows = Standing.objects.filter(tournament=begun)
    assert [(row.entry.team.name, row.played, row.decided_by) for row in rows] == [
        ("Vembanad", 0, ""),
        ("Illikkal", 0, "seed"),
        ("Pamba", 0, "seed"),
        ("Kabani", 0, "seed"),
    ]


def test_calling_a_round_seats_the_home_team_in_the_even_seats(director, tournament):
    """28-SEAT-2."""
    begun = start_tournament(tournament_id=tournament(hands=5).pk, by=director)

    assert call_round(tournament_id=begun.pk, number=1) == 2
    match = begun.matches.filter(round=1).first()
    seats = {seat.number: seat.player.name for seat in match.table.seats.all()}
    assert seats == {0: "Vembanad 1", 1: "Kabani 1", 2: "Vembanad 2", 3: "Kabani 2"}
    assert match.table.status == Table.Status.PLAYING
    assert match.table.options["ending"] == {"type": "hands", "count": 5}
    assert match.table.club == begun.club


def test_calling_a_round_again_opens_no_second_table(director, tournament):
    begun = start_tournament(tournament_id=tournament().pk, by=director)
    call_round(tournament_id=begun.pk, number=1)

    assert call_round(tournament_id=begun.pk, number=1) == 0
    assert Table.objects.count() == 2


def test_a_match_whose_row_has_lost_its_table_is_called_to_the_same_one_again(director, tournament):
    begun = start_tournament(tournament_id=tournament().pk, by=director)
    call_round(tournament_id=begun.pk, number=1)
    match = begun.matches.filter(round=1).first()
    before = match.table_id
    begun.matches.filter(pk=match.pk).update(table=None)

    assert call_match(match_id=match.pk)
    match.refresh_from_db()
    assert match.table_id == before
    assert Table.objects.count() == 2


def test_a_round_waits_for_the_last_match_of_the_one_before(director, tournament, score):
    begun = start_tournament(tournament_id=tournament().pk, by=director)
    assert advance_tournament(tournament_id=begun.pk)
    first, second = begun.matches.filter(round=1)

    score(first, 1, 0, last=True)
    score(second, 1, 0)
    assert not advance_tournament(tournament_id=begun.pk)
    score(second, 1, 0, last=True)
    assert advance_tournament(tournament_id=begun.pk)
    assert all(match.table_id for match in begun.matches.filter(round=2))
    assert not any(match.table_id for match in begun.matches.filter(round=3))


def test_an_odd_number_of_teams_plays_on_while_one_rests(director, tournament, score):
    begun = start_tournament(tournament_id=tournament(5).pk, by=director)

    for number in range(1, 6):
        assert advance_tournament(tournament_id=begun.pk)
        assert begun.matches.filter(round=number).count() == 2
        play_round(begun, number, score)
    assert {row.played for row in compute_standings(tournament_id=begun.pk)} == {4}


def through_the_rounds(tournament, score) -> Match:
    """Play every round, home teams winning, and return the final, called."""
    for number in (1, 2, 3):
        advance_tournament(tournament_id=tournament.pk)
        play_round(tournament, number, score)
    while advance_tournament(tournament_id=tournament.pk):
        pass
    return tournament.matches.get(stage=Match.Stage.FINAL)


def test_the_first_two_play_the_final_and_its_winner_wins(director, tournament, score):
    begun = start_tournament(tournament_id=tournament(final=7).pk, by=director)

    final = through_the_rounds(begun, score)
    first, second = Standing.objects.filter(tournament=begun)[:2]
    assert (final.home, final.away) == (first.entry, second.entry)
    assert final.table.options["ending"] == {"type": "hands", "count": 7}
    score(final, -1, 0, last=True)
    assert advance_tournament(tournament_id=begun.pk)

    begun.refresh_from_db()
    assert begun.status == Tournament.Status.FINISHED
    assert begun.winner == second.entry
    assert begun.finished_at is not None
    assert not advance_tournament(tournament_id=begun.pk)


def test_a_forfeited_final_goes_to_the_other_team_whatever_the_score(director, tournament, score):
    """56-IRR-27."""
    begun = start_tournament(tournament_id=tournament().pk, by=director)
    final = through_the_rounds(begun, score)

    score(final, 7, 0, last=True, winners=(1,))
    advance_tournament(tournament_id=begun.pk)

    begun.refresh_from_db()
    assert begun.winner == final.away


def test_a_drawn_final_goes_to_the_team_that_was_first(director, tournament, score):
    begun = start_tournament(tournament_id=tournament().pk, by=director)
    final = through_the_rounds(begun, score)

    score(final, 1, 1, last=True)
    advance_tournament(tournament_id=begun.pk)

    begun.refresh_from_db()
    assert begun.winner == final.home


def test_the_final_does_not_change_the_table_of_the_round_robin(director, tournament, score):
    begun = start_tournament(tournament_id=tournament().pk, by=director)
    final = through_the_rounds(begun, score)
    before = [(row.entry_id, row.points, row.difference) for row in compute_standings(tournament_id=begun.pk)]

    score(final, 5, 0, last=True)

    assert [(row.entry_id, row.points, row.difference) for row in compute_standings(tournament_id=begun.pk)] == before


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_open_one_table_a_match(director, tournament):
    begun = start_tournament(tournament_id=tournament().pk, by=director)
    together = Barrier(2)

    def advance(_) -> None:
        together.wait()
        advance_tournament(tournament_id=begun.pk)
        connection.close()

    with ThreadPoolExecutor(2) as workers:
        list(workers.map(advance, range(2)))

    assert Table.objects.count() == begun.matches.filter(round=1).exclude(table=None).count() == 2
    assert not begun.matches.exclude(round=1).exclude(table=None).exists()


def test_a_tournament_that_fails_does_not_hold_the_others_up(director, tournament, monkeypatch):
    broken = start_tournament(tournament_id=tournament().pk, by=director)
    sound = start_tournament(tournament_id=tournament().pk, by=director)
    real = advance_tournament

    def advance(*, tournament_id):
        if tournament_id == broken.pk:
            raise TournamentError("broken", "It does not go on.")
        return real(tournament_id=tournament_id)

    monkeypatch.setattr("tournaments.services.running.advance_tournament", advance)

    assert advance_tournaments() == 1
    assert sound.matches.filter(round=1, table=None).count() == 0
