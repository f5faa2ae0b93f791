"""Line-ups: who names them, who sees them, what the call makes of them, and for whom a player plays."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

import engine
from clubs.errors import ClubError, NotAllowed
from clubs.members.offices import give_office
from clubs.members.selectors import acts, log_lines
from clubs.members.societies import join_club
from clubs.models import Membership, Notice, OfficerAct, Player, Team
from clubs.teams.services import add_player, make_team, remove_player, transfer_player
from engine import HandScored, PenaltyAwarded
from games import store
from games.store import projector
from tests.days import fresh
from tests.factories import PlayerFactory
from tests.lanes import in_lanes
from tests.tournaments.conftest import NAMES
from tournaments.models import Entry, LineUp, LineUpPlace, Match, MatchResult, Tournament
from tournaments.projections import MatchResults
from tournaments.selectors.lineups import match_sides, team_record
from tournaments.selectors.page import tournament_page
from tournaments.services.entries import enter_team, open_tournament
from tournaments.services.lineups import name_line_up
from tournaments.services.running import advance_tournament, call_round, start_tournament

NOW = timezone.now()
"""Two hours ago, so that what is played an hour and a half later is played today, or yesterday, and not tomorrow."""
_now = fresh(__name__, NOW=lambda: timezone.now() - timedelta(hours=2))


def refusal(function, **arguments) -> str:
    """Return the code with which a call is refused."""
    with pytest.raises(ClubError) as raised:
        function(**arguments)
    return raised.value.code


@pytest.fixture
def person(club):
    """Make a member of the club with an account."""

    def make(name: str) -> Player:
        player = PlayerFactory(name=name, password="x")
        join_club(club=club, player=player)
        return player

    return make


@pytest.fixture
def kallada(club, person) -> Team:
    """Beeran, its captain, and Chacko, with Devaki as a substitute."""
    players = [person(name) for name in ("Beeran", "Chacko", "Devaki")]
    return make_team(club=club, by=players[0], name="Kallada", players=players)


@pytest.fixture
def pamba(club, person) -> Team:
    """Eapen, its captain, and Faisal, with Gouri as a substitute."""
    players = [person(name) for name in ("Eapen", "Faisal", "Gouri")]
    return make_team(club=club, by=players[0], name="Pampa", players=players)


@pytest.fixture
def cup(club, director, teams, kallada, pamba) -> Tournament:
    """A tournament of both and two teams of bots that has begun and waits half an hour for line-ups."""
    made = open_tournament(
        club=club, director=director, name="Onam Cup", hands_a_match=2, hands_in_final=3, lineup_minutes=30
    )
    for team in (kallada, teams[0], teams[1], pamba):
        enter_team(tournament_id=made.pk, team=team, by=director)
    return start_tournament(tournament_id=made.pk, by=director, now=NOW)


@pytest.fixture
def match(cup, kallada, pamba) -> Match:
    """The match of Kallada and Pampa, in the first round."""
    found = cup.matches.get(home__team=kallada, away__team=pamba)
    assert found.round == 1
    return found


def entry(team: Team) -> Entry:
    return Entry.objects.select_related("team").get(team=team)


def squad(team: Team) -> list[Player]:
    return [place.player for place in team.places.order_by("position")]


def name(match: Match, team: Team, *players: Player, by: Player | None = None) -> LineUp:
    return name_line_up(match_id=match.pk, entry=entry(team), by=by or team.captain, players=players)


def sat(match: Match) -> dict[int, str]:
    match.refresh_from_db()
    return {seat.number: seat.player.name for seat in match.table.seats.all()}


def test_a_captain_names_a_substitute_who_then_sits_at_the_table(match, cup, kallada, pamba):
    beeran, _chacko, devaki = squad(kallada)
    name(match, kallada, devaki, beeran)

    call_round(tournament_id=cup.pk, number=1, now=NOW + timedelta(hours=1))
    call_round(tournament_id=cup.pk, number=1, now=NOW + timedelta(hours=1, minutes=30))

    assert sat(match) == {0: "Devaki", 1: "Eapen", 2: "Beeran", 3: "Faisal"}
    fixed = {
        line_up.entry.team.name: [place.player.name for place in line_up.places.all()]
        for line_up in LineUp.objects.filter(match=match).exclude(fixed_at=None)
    }
    assert fixed == {"Kallada": ["Devaki", "Beeran"], "Pampa": ["Eapen", "Faisal"]}


def test_a_round_waits_for_its_line_ups_and_no_longer(match, cup, kallada, pamba):
    assert call_round(tournament_id=cup.pk, number=1, now=NOW) == 0
    assert call_round(tournament_id=cup.pk, number=1, now=NOW + timedelta(minutes=29)) == 0
    name(match, kallada, *squad(kallada)[:2])
    assert call_round(tournament_id=cup.pk, number=1, now=NOW + timedelta(minutes=29)) == 0
    name(match, pamba, *squad(pamba)[:2])

    assert call_round(tournament_id=cup.pk, number=1, now=NOW + timedelta(minutes=29)) == 1
    assert call_round(tournament_id=cup.pk, number=1, now=NOW + timedelta(minutes=30)) == 1


def test_captains_are_told_once_that_a_line_up_is_due(match, cup, kallada, pamba):
    for minutes in (0, 1):
        call_round(tournament_id=cup.pk, number=1, now=NOW + timedelta(minutes=minutes))

    told = Notice.objects.filter(kind="line-up-due")
    assert {notice.player for notice in told} == {kallada.captain, pamba.captain}
    assert told.count() == 2
    assert told.first().details["at"] == (NOW + timedelta(minutes=30)).isoformat()


def test_no_match_is_called_before_the_tournament_begins(club, director, teams):
    begins = NOW + timedelta(days=2)
    cup = open_tournament(club=club, director=director, name="Onam Cup", starts_at=begins)
    for team in teams[:4]:
        enter_team(tournament_id=cup.pk, team=team, by=director)
    start_tournament(tournament_id=cup.pk, by=director)

    assert not advance_tournament(tournament_id=cup.pk)
    assert call_round(tournament_id=cup.pk, number=1, now=begins - timedelta(seconds=1)) == 0
    assert call_round(tournament_id=cup.pk, number=1, now=begins) == 2


def test_only_the_captain_and_officers_of_neither_side_name_a_line_up(match, club, director, kallada, pamba, person):
    first_two = squad(kallada)[:2]
    for nobody in (kallada.places.get(position=1).player, pamba.captain, person("Hari")):
        with pytest.raises(NotAllowed):
            name(match, kallada, *first_two, by=nobody)
    give_office(club=club, by=director, player=pamba.captain, role="director")
    with pytest.raises(NotAllowed):
        name(match, kallada, *first_two, by=pamba.captain)

    assert name(match, kallada, *first_two, by=director).named_by == director


def test_a_line_up_that_cannot_sit_is_refused(match, club, teams, kallada, pamba):
    beeran, chacko, devaki = squad(kallada)
    arguments = {"match_id": match.pk, "entry": entry(kallada), "by": beeran}

    def refused(*players: Player, **changed) -> str:
        return refusal(name_line_up, **arguments | {"players": players} | changed)

    assert refused(beeran) == refused(beeran, chacko, devaki) == "line-up-size"
    assert refused(beeran, beeran) == "player-twice"
    assert refused(beeran, squad(pamba)[0]) == "not-in-team"
    assert refused(beeran, chacko, entry=entry(teams[0])) == "other-match"
    Membership.objects.filter(player=chacko).update(suspended_at=NOW)
    assert refused(beeran, chacko) == "suspended"


def test_after_the_call_a_line_up_is_fixed(match, cup, director, kallada):
    call_round(tournament_id=cup.pk, number=1, now=NOW)
    call_round(tournament_id=cup.pk, number=1, now=NOW + timedelta(hours=1))

    for by in (kallada.captain, director):
        assert refusal(
            name_line_up, match_id=match.pk, entry=entry(kallada), by=by, players=squad(kallada)[:2]
        ) == "line-up-fixed"  # fmt: skip


def seen(match: Match, player: Player | None) -> list[bool]:
    """Return whether a viewer sees who sits for home and for away."""
    match = Match.objects.select_related("tournament__club").get(pk=match.pk)
    sides = [side.players is not None for side in match_sides(match, player)]
    page = tournament_page(match.tournament, player)
    [fixture] = [one for number in page.rounds for one in number.fixtures if one.match == match]
    assert [players is not None for players in fixture.line_ups] == sides
    return sides


def test_the_other_captain_sees_a_line_up_only_when_both_are_in(match, club, director, kallada, pamba, person):
    give_office(club=club, by=director, player=pamba.places.get(position=2).player, role="director")
    stranger = person("Hari")
    name(match, kallada, *squad(kallada)[1:])

    for player in squad(kallada):
        assert seen(match, player) == [True, False]
    for player in (*squad(pamba), stranger, None):
        assert seen(match, player) == [False, False], player
    assert seen(match, director) == [True, False]

    name(match, pamba, *squad(pamba)[1:])
    for player in (*squad(kallada), *squad(pamba), stranger, None, director):
        assert seen(match, player) == [True, True]


def test_a_hidden_line_up_is_neither_on_the_pages_nor_in_the_api(match, cup, client, kallada, pamba):
    name(match, kallada, *squad(kallada)[1:])
    client.force_login(pamba.captain.user)

    shown = client.get(reverse("tournaments:line_ups", args=[cup.slug, match.pk])).content.decode()
    assert "It is shown when both line-ups are in" in shown
    for address in (
        reverse("tournaments:line_ups", args=[cup.slug, match.pk]),
        reverse("tournaments:tournament", args=[cup.slug]) + "?why=",
        f"/api/tournaments/{cup.slug}/matches/",
    ):
        page = client.get(address).content.decode()
        side = page.split("Standings")[0] if "tournament" in address and "<html" in page else page
        assert "Chacko, Devaki" not in side
        assert '"name":"Devaki"' not in page


def test_a_captain_who_has_seen_both_changes_nothing_and_a_director_may(match, director, kallada, pamba):
    name(match, kallada, *squad(kallada)[:2])
    name(match, kallada, *squad(kallada)[1:])
    name(match, pamba, *squad(pamba)[:2])

    with pytest.raises(ClubError, match="only a director"):
        name(match, kallada, *squad(kallada)[:2])
    assert name(match, kallada, *squad(kallada)[:2], by=director)


def logged() -> list[tuple[str, str]]:
    """Return the lines of the officers' log about line-ups: who named one, and all that the line holds."""
    lines = OfficerAct.objects.filter(action="tournament.line_up").order_by("pk")
    return [(act.actor.name, f"{act.subject} {act.details} {act.reason}") for act in lines]


def test_a_line_up_that_an_officer_names_for_a_team_is_logged_once_and_without_its_players(
    match, club, director, kallada, pamba
):
    beeran, chacko, devaki = squad(kallada)
    name(match, kallada, beeran, devaki, by=director)
    name(match, kallada, beeran, devaki, by=director)

    ((actor, content),) = logged()
    assert actor == director.name
    line = log_lines(acts(club=club, action="tournament.line_up"))[0]
    assert line.sentence == "Annamma named the line-up of Kallada in Onam Cup. Round: 1."
    for player in (beeran, chacko, devaki):
        assert str(player.pk) not in content
        assert player.name not in content + line.html

    name(match, kallada, devaki, beeran, by=director)
    assert [actor for actor, _content in logged()] == ["Annamma"] * 2


def test_a_line_up_that_its_captain_names_is_no_deed_of_an_officer(match, kallada, pamba):
    beeran, chacko, _devaki = squad(kallada)
    name(match, kallada, beeran, chacko)
    name(match, kallada, chacko, beeran)
    name(match, pamba, *squad(pamba)[:2])

    assert logged() == []


def test_a_captain_who_changes_a_line_up_as_director_after_both_are_in_is_logged(match, club, director, kallada, pamba):
    beeran, chacko, devaki = squad(kallada)
    give_office(club=club, by=director, player=beeran, role="director")
    name(match, kallada, beeran, chacko)
    name(match, pamba, *squad(pamba)[:2])
    assert logged() == []

    name(match, kallada, beeran, devaki)

    assert [actor for actor, _content in logged()] == ["Beeran"]


def test_a_line_up_that_is_refused_leaves_no_line_in_the_log(match, director, kallada, pamba):
    with pytest.raises(ClubError):
        name(match, kallada, squad(kallada)[0], by=director)

    assert logged() == []


def test_who_left_since_is_followed_by_the_next_of_the_squad(match, cup, club, director, kallada, pamba):
    _beeran, chacko, devaki = squad(kallada)
    name(match, kallada, chacko, devaki)
    remove_player(team=kallada, by=director, player=chacko)
    Membership.objects.filter(player=squad(pamba)[0]).update(suspended_at=NOW)

    call_round(tournament_id=cup.pk, number=1, now=NOW)
    call_round(tournament_id=cup.pk, number=1, now=NOW + timedelta(hours=1))

    assert sat(match) == {0: "Beeran", 1: "Faisal", 2: "Devaki", 3: "Gouri"}


def test_a_seat_for_which_nobody_is_left_goes_to_a_bot_of_the_house(match, cup, director, kallada):
    for player in squad(kallada)[1:]:
        remove_player(team=kallada, by=director, player=player)

    call_round(tournament_id=cup.pk, number=1, now=NOW)
    call_round(tournament_id=cup.pk, number=1, now=NOW + timedelta(hours=1))

    match.refresh_from_db()
    seats = {seat.number: seat.player for seat in match.table.seats.all()}
    assert seats[0].name == "Beeran"
    assert seats[2].is_bot
    assert not LineUpPlace.objects.filter(line_up__match=match, player=seats[2]).exists()


def test_who_has_played_for_a_team_plays_for_no_other_in_the_same_tournament(
    match, cup, club, director, kallada, pamba, score
):
    call_round(tournament_id=cup.pk, number=1, now=NOW)
    call_round(tournament_id=cup.pk, number=1, now=NOW + timedelta(hours=1))
    played, fresh = squad(kallada)[0], squad(kallada)[2]
    for player in (played, fresh):
        transfer_player(source=kallada, team=pamba, by=director, player=player)
    again = cup.matches.filter(Q(home__team=pamba) | Q(away__team=pamba)).exclude(pk=match.pk).first()
    pamba.refresh_from_db()

    assert refusal(
        name_line_up, match_id=again.pk, entry=entry(pamba), by=pamba.captain, players=[squad(pamba)[0], played]
    ) == "played-for-another"  # fmt: skip
    assert name_line_up(match_id=again.pk, entry=entry(pamba), by=pamba.captain, players=[squad(pamba)[0], fresh])


def test_a_player_cannot_have_left_before_a_match_played_for_the_team(match, cup, director, kallada):
    yesterday = NOW - timedelta(days=1)
    kallada.places.update(joined_on=timezone.localdate() - timedelta(days=9))
    cup.matches.update(next_at=yesterday)
    call_round(tournament_id=cup.pk, number=1, now=yesterday + timedelta(minutes=30))
    arguments = {"team": kallada, "by": director, "player": squad(kallada)[0]}

    assert refusal(remove_player, **arguments, on=timezone.localdate() - timedelta(days=3)) == "needed"
    assert remove_player(**arguments).left_on == timezone.localdate()


@pytest.mark.parametrize(
    "rules", in_lanes(name for name in engine.rule_set_ids() if len(engine.load_rules(name).sides) == 2)
)
def test_teams_of_every_size_play_by_every_rule_set_of_two_sides(club, director, rules):
    size = len(engine.load_rules(rules).sides[0])
    cup = open_tournament(club=club, director=director, name="Cup", rules=rules, hands_a_match=1)
    for team in NAMES[:3]:
        bots = [PlayerFactory(bot=True, name=f"{team} {number}") for number in range(size)]
        made = make_team(club=club, by=director, name=team, players=bots, size=size)
        enter_team(tournament_id=cup.pk, team=made, by=director)
    start_tournament(tournament_id=cup.pk, by=director)

    assert call_round(tournament_id=cup.pk, number=1) == 1

    match = cup.matches.exclude(table=None).get()
    sides = engine.load_rules(rules).sides
    seats = {seat.number: seat.player.name for seat in match.table.seats.all()}
    for side, entered in zip(sides, (match.home, match.away), strict=True):
        assert [seats[seat] for seat in side] == [f"{entered.team.name} {number}" for number in range(size)]


def test_a_team_of_another_size_does_not_enter(club, director, teams, tournament):
    bots = [PlayerFactory(bot=True, name=f"Three {number}") for number in range(3)]
    three = make_team(club=club, by=director, name="Three", players=bots, size=3)

    assert refusal(enter_team, tournament_id=tournament(3).pk, team=three, by=director) == "team-size"


def test_matches_of_56_are_counted_by_stake_points(match, cup, score):
    """56-SCORE-5, 56-IRR-14: each side's total of stake points, with what a director awarded."""
    call_round(tournament_id=cup.pk, number=1, now=NOW)
    call_round(tournament_id=cup.pk, number=1, now=NOW + timedelta(hours=1))
    match.refresh_from_db()

    def scored(outcome: str, total: tuple[int, int]) -> HandScored:
        return HandScored(hand=1, outcome=outcome, declarer=0, bid=30, points=None, game_points=None, score=total)

    told = [
        scored("made", (1, 0)),
        scored("failed", (1, 3)),
        PenaltyAwarded(side=0, stake=2),
        scored("cancelled", (3, 3)),
    ]
    store.append(match.table_id, expected=len(store.load(match.table_id)), events=told, command=uuid4())
    projector.run_once(MatchResults)

    result = MatchResult.objects.get(match=match)
    assert (result.hands, result.home_points, result.away_points) == (2, 3, 3)


@pytest.mark.django_db(transaction=True)
def test_a_player_who_changes_teams_as_both_are_called_sits_at_one_table(cup, director, kallada, pamba, score):
    """A transfer between two calls of one round: whoever is called second sees who sat for the first."""
    first = cup.matches.get(home__team=kallada, away__team=pamba)
    other = cup.matches.filter(Q(home__team=pamba) | Q(away__team=pamba), round=2).get()
    Match.objects.filter(pk=first.pk).update(away=cup.entries.get(team__name="Vembanad"))
    Match.objects.filter(pk=other.pk).update(next_at=NOW - timedelta(hours=1))
    Match.objects.filter(pk=first.pk).update(next_at=NOW - timedelta(hours=1))
    from tournaments.services.running import call_match

    together = Barrier(3)

    def run(deed) -> None:
        together.wait()
        try:
            deed()
        finally:
            connection.close()

    deeds = [
        lambda: call_match(match_id=first.pk, now=NOW),
        lambda: transfer_player(source=kallada, team=pamba, by=director, player=kallada.captain),
        lambda: call_match(match_id=other.pk, now=NOW),
    ]
    with ThreadPoolExecutor(3) as workers:
        list(workers.map(run, deeds))

    sat_for = LineUpPlace.objects.filter(player=kallada.captain).values_list("line_up__entry__team__name", flat=True)
    assert len(set(sat_for)) <= 1


def test_a_captain_names_the_line_up_on_its_page(client, match, cup, kallada, pamba):
    client.force_login(kallada.captain.user)
    address = reverse("tournaments:line_ups", args=[cup.slug, match.pk])
    assert address in client.get(reverse("tournaments:tournament", args=[cup.slug])).content.decode()
    beeran, chacko, devaki = squad(kallada)
    prefix = f"side-{entry(kallada).pk}"

    twice = client.post(address, {"team": kallada.pk, f"{prefix}-seat_0": beeran.pk, f"{prefix}-seat_1": beeran.pk})
    assert twice.status_code == 422
    assert "A player has one seat." in twice.content.decode()
    other = client.post(address, {"team": pamba.pk, f"{prefix}-seat_0": beeran.pk, f"{prefix}-seat_1": chacko.pk})
    assert other.status_code == 403
    assert not LineUp.objects.filter(match=match).exists()
    made = client.post(address, {"team": kallada.pk, f"{prefix}-seat_0": devaki.pk, f"{prefix}-seat_1": beeran.pk})
    assert made.status_code == 302
    assert [place.player for place in LineUp.objects.get(match=match).places.all()] == [devaki, beeran]


def test_a_captain_names_the_line_up_through_the_api(client, match, cup, kallada, pamba):
    address = f"/api/tournaments/{cup.slug}/matches/{match.pk}/line-ups/{kallada.pk}/"
    body = {"players": [str(player.pk) for player in squad(kallada)[1:]]}
    assert client.put(address, body, content_type="application/json").status_code == 401

    client.force_login(pamba.captain.user)
    assert client.put(address, body, content_type="application/json").status_code == 403
    client.force_login(kallada.captain.user)
    answer = client.put(address, body, content_type="application/json")
    assert answer.status_code == 200
    assert [player["name"] for player in answer.json()["line_ups"][0]] == ["Chacko", "Devaki"]
    assert answer.json()["line_ups"][1] is None
    assert client.put(address, {"players": []}, content_type="application/json").status_code == 400


def test_a_team_page_tells_how_its_matches_ended_and_who_sat(client, match, cup, kallada, score):
    assert "No match played yet." in client.get(reverse("tournaments:of_team", args=[kallada.pk])).content.decode()
    call_round(tournament_id=cup.pk, number=1, now=NOW)
    call_round(tournament_id=cup.pk, number=1, now=NOW + timedelta(hours=1))
    score(match, 2, 1, last=True)

    record = team_record(kallada)
    page = client.get(reverse("tournaments:of_team", args=[kallada.pk])).content.decode()

    assert (record.won, record.drawn, record.lost) == (1, 0, 0)
    assert "<b>1</b> won, <b>0</b> drawn, <b>0</b> lost" in page
    assert "against Pampa" in page
    assert "Beeran, Chacko" in page


def test_the_squad_of_a_playing_team_takes_in_new_players(cup, match, kallada, person):
    hari = person("Hari")
    add_player(team=kallada, by=kallada.captain, player=hari)

    assert name(match, kallada, hari, squad(kallada)[0])
