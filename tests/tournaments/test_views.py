"""Pages of tournaments, as a browser without scripts uses them."""

from uuid import uuid4

import pytest
from django.urls import reverse

from clubs.members.societies import join_club
from clubs.teams.services import make_team
from games import store
from games.events.tables import TableClosed
from games.store import projector
from tests.factories import PlayerFactory
from tests.markup import one_line
from tournaments.models import MatchResult, Tournament
from tournaments.projections import MatchResults
from tournaments.selectors.page import tournament_page
from tournaments.services.entries import enter_team
from tournaments.services.running import advance_tournament, call_round, start_tournament
from tournaments.services.standings import compute_standings

pytestmark = pytest.mark.django_db


def address(tournament: Tournament, name: str = "tournament", *more) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.slug, *more])


def text(response) -> str:
    return " ".join(response.content.decode().split())


@pytest.fixture
def officer(client, director):
    """A client signed in as the director."""
    client.force_login(director.user)
    return client


@pytest.fixture
def pair(club, director):
    """Two people of the club and their team."""
    players = [PlayerFactory(name=name, password="x") for name in ("Beeran", "Devaki")]
    for player in players:
        join_club(club=club, player=player)
    return players, make_team(club=club, by=director, name="Meenachil", players=players)


@pytest.fixture
def begun(director, tournament) -> Tournament:
    made = start_tournament(tournament_id=tournament().pk, by=director)
    call_round(tournament_id=made.pk, number=1)
    return made


def test_an_officer_opens_a_tournament_from_its_form(officer, club):
    form = {"name": "Onam Cup", "rules": "28-kerala-4", "hands_a_match": 4, "hands_in_final": 6, "action_seconds": 20}

    wrong = officer.post(reverse("tournaments:new", args=[club.slug]), form | {"hands_a_match": 0, "name": "♠"})
    assert wrong.status_code == 422
    assert "hands_a_match" in wrong.context["form"].errors
    assert officer.post(reverse("tournaments:new", args=[club.slug]), form).status_code == 302
    made = Tournament.objects.get()
    assert (made.name, made.hands_a_match, made.hands_in_final, made.action_seconds) == ("Onam Cup", 4, 6, 20)


def test_a_form_that_is_sent_twice_opens_one_tournament(officer, club):
    new = reverse("tournaments:new", args=[club.slug])
    form = {"name": "Onam Cup", "rules": "28-kerala-4", "hands_a_match": 4, "hands_in_final": 6, "action_seconds": 20}

    def command() -> dict[str, str]:
        page = officer.get(new)
        found = str(page.context["form"]["command"].value())
        assert f'value="{found}"' in page.content.decode()
        return {"command": found}

    once = command()
    first, second = (officer.post(new, form | once) for _ in range(2))

    assert first.headers["Location"] == second.headers["Location"]
    assert Tournament.objects.count() == 1
    officer.post(new, form | command())
    assert Tournament.objects.count() == 2


def test_the_form_offers_games_of_two_sides_only(officer, club):
    offered = officer.get(reverse("tournaments:new", args=[club.slug])).context["form"]["rules"].field.choices

    assert "28-kerala-4" in dict(offered)
    assert "28-kerala-3" not in dict(offered)


def test_a_member_is_not_shown_the_form(client, club, pair):
    client.force_login(pair[0][0].user)

    response = client.get(reverse("tournaments:new", args=[club.slug]), follow=True)

    assert "these do: directors, owners" in text(response)
    assert response.redirect_chain


def test_a_player_enters_the_own_team_and_sees_no_other(client, pair, tournament):
    opened = tournament(3)
    client.force_login(pair[0][0].user)

    choices = client.get(address(opened)).context["form"].fields["team"].queryset
    assert [team.name for team in choices] == ["Meenachil"]
    client.post(address(opened, "enter"), {"team": pair[1].pk})

    assert opened.entries.filter(team=pair[1]).exists()


def test_a_refused_entry_is_said_beside_the_field(officer, club, director, teams, tournament):
    opened = tournament(3)
    mixed = make_team(club=club, by=director, name="Mixed", players=[teams[0].places.first().player, director])

    response = officer.post(address(opened, "enter"), {"team": mixed.pk})

    assert response.status_code == 422
    assert "plays for Vembanad in this tournament" in text(response)


def test_an_officer_starts_and_a_player_has_no_button(client, director, pair, tournament):
    opened = tournament()
    client.force_login(pair[0][0].user)
    assert address(opened, "start") not in text(client.get(address(opened)))
    client.post(address(opened, "start"))
    opened.refresh_from_db()
    assert opened.status == Tournament.Status.OPEN

    client.force_login(director.user)
    client.post(address(opened, "start"))
    opened.refresh_from_db()
    assert opened.status == Tournament.Status.PLAYING


def test_a_team_is_withdrawn_by_its_button(officer, teams, tournament):
    opened = tournament()

    officer.post(address(opened, "withdraw", teams[0].pk))

    assert not opened.entries.filter(team=teams[0]).exists()


@pytest.mark.parametrize("name", ["enter", "start"])
def test_nothing_changes_by_following_a_link(officer, tournament, name):
    assert officer.get(address(tournament(), name)).status_code == 405


def test_a_running_tournament_says_where_it_stands_and_links_its_tables(client, begun, score):
    first, second = begun.matches.filter(round=1)
    score(first, 1, 0, last=True)
    score(second, -2, 0)
    compute_standings(tournament_id=begun.pk)

    page = text(client.get(address(begun)))

    assert "Round 1 of 3: 1 of 2 matches done." in page
    assert reverse("games:table", args=[second.table_id]) in page
    assert reverse("games:hand", args=[first.table_id, 1]) in page
    assert "▸ 1 of 2 hands" in page
    assert "every 5s" in page


@pytest.mark.parametrize(
    ("ended_by", "marks"),
    [
        ("rules", []),
        ("absence", ["○ Ended by absence", "Everybody at the table was away for half an hour."]),
        ("forfeit", ["○ Forfeited", "A director ruled that a team lost the match."]),
    ],
)
def test_a_match_that_was_not_played_to_its_end_is_marked_with_words(client, begun, score, ended_by, marks):
    match = begun.matches.filter(round=1).first()
    score(match, 1, 0, last=True)
    MatchResult.objects.filter(match=match).update(ended_by=ended_by)

    page = text(client.get(address(begun)))
    of_team = text(client.get(reverse("tournaments:of_team", args=[match.home.team_id])))

    assert [mark for mark in ("○ Ended by absence", "○ Forfeited") if mark in page] == marks[:1]
    assert all(mark in page for mark in marks)
    assert [mark for mark in ("○ Ended by absence", "○ Forfeited") if mark in of_team] == marks[:1]


def test_a_match_that_ended_before_its_first_hand_has_no_link_to_its_hands(client, begun):
    match = begun.matches.filter(round=1).first()
    expected = len(store.load(match.table_id))
    store.append(match.table_id, expected=expected, events=[TableClosed()], command=uuid4())
    projector.run_once(MatchResults)

    page = text(client.get(address(begun)))

    assert "○ Ended by absence" in page
    assert reverse("games:hand", args=[match.table_id, 1]) not in page


def test_htmx_gets_the_living_part_alone_and_is_told_when_to_stop(client, begun):
    headers = {"HX-Request": "true", "HX-Target": "live", "HX-Trigger": "live"}

    running = client.get(address(begun), headers=headers)
    assert running.status_code == 200
    assert one_line(running.content.decode()).startswith('<div id="live"')
    begun.status, begun.winner = Tournament.Status.FINISHED, begun.entries.first()
    begun.save()
    assert client.get(address(begun), headers=headers).status_code == 286


def test_a_place_is_explained_by_the_criteria_that_were_tried(client, begun, score):
    first, second = begun.matches.filter(round=1)
    score(first, 1, 0, last=True)
    score(second, 3, -1, last=True)
    rows = compute_standings(tournament_id=begun.pk)

    page = text(client.get(address(begun), {"why": rows[1].entry_id}))

    assert "Why Vembanad is second: two teams have 2 points." in page
    assert "match points from the matches among them: Illikkal 0, Vembanad 0. Not decided." in page
    assert "game points won less lost: Illikkal +4, Vembanad +1. Vembanad is second." in page
    assert "+1 = +1 against Kabani." in page


@pytest.mark.parametrize("why", ["x", "-1", "999999999999999999999", "9" * 5000, "²"])
def test_no_question_breaks_the_page(client, begun, why):
    assert client.get(address(begun), {"why": why}).status_code == 200


def test_the_winner_is_named_and_a_drawn_final_explained(client, begun, score):
    for number in (1, 2, 3):
        advance_tournament(tournament_id=begun.pk)
        for match in begun.matches.filter(round=number):
            score(match, 2, 0, last=True)
    while advance_tournament(tournament_id=begun.pk):
        pass
    score(begun.matches.get(stage="final"), 1, 1, last=True)
    advance_tournament(tournament_id=begun.pk)
    begun.refresh_from_db()

    page = text(client.get(address(begun)))

    assert f"{begun.winner.team.name} won." in page
    assert "The final was drawn" in page
    assert "every 5s" not in page


def test_a_player_sees_that_the_match_is_called(client, director, pair, tournament):
    opened = tournament(3)
    enter_team(tournament_id=opened.pk, team=pair[1], by=director)
    start_tournament(tournament_id=opened.pk, by=director)
    client.force_login(pair[0][0].user)
    assert "Your next match" in text(client.get(address(opened)))
    assert "called" not in text(client.get(reverse("tournaments:mine")))

    call_round(tournament_id=opened.pk, number=1)

    mine = tournament_page(opened, pair[0][0]).my_match
    fragment = text(client.get(reverse("tournaments:mine")))
    assert f"Your match is called: table {mine.match.table.number}" in fragment
    assert reverse("games:table", args=[mine.match.table_id]) in fragment
    assert "Your match is called" in text(client.get(address(opened)))


def test_the_list_shows_what_is_played_first_and_finds_by_name(client, begun, tournament):
    waiting = tournament(3)
    Tournament.objects.filter(pk=waiting.pk).update(name="Onam Cup")

    page = text(client.get(reverse("tournaments:list")))
    assert page.index("▸ Playing") < page.index("○ Open for entries")
    found = text(client.get(reverse("tournaments:list"), {"q": "onam"}))
    assert "Onam Cup" in found
    assert "Monsoon Cup" not in found


def test_the_fragment_for_other_pages_keeps_to_its_club(client, begun, club):
    assert "Monsoon Cup" in text(client.get(reverse("tournaments:now")))
    assert "Monsoon Cup" in text(client.get(reverse("tournaments:now"), {"club": club.slug}))
    assert client.get(reverse("tournaments:now"), {"club": "\x00"}).status_code == 200


def test_the_administrators_pages_of_tournaments_open(client, begun, django_user_model):
    client.force_login(django_user_model.objects.create_superuser("root@example.org", "x"))

    for model in ("tournament", "match", "standing"):
        assert client.get(reverse(f"admin:tournaments_{model}_changelist")).status_code == 200
    assert client.get(reverse("admin:tournaments_tournament_change", args=[begun.pk])).status_code == 200
