"""The pages of a club's results: what they show to whom, and the forms by which results are written down."""

import re
from datetime import date, timedelta
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import engine
from clubs.models import Membership, OfficerAct, Player, PrivacyChoices, Season, Team, TeamPlace
from engine.limits import least_and_most
from games.models import GamePlayer, Table, WrittenResult
from games.projections import Kunukkus, Results
from games.results import services
from games.results.selectors.played import club_games
from games.results.selectors.records import records
from games.results.selectors.standing import standing
from games.store import projector
from games.words.numbers import figure
from tests.factories import PlayerFactory
from tests.games.helpers.kunukku import WIKIPEDIA, lost, made
from tests.games.helpers.played import begun, club_of, hand, happens, later
from tests.games.helpers.tables import people, person

pytestmark = pytest.mark.django_db(transaction=True)

PART = {"HX-Request": "true"}


def member(name: str) -> Player:
    """A player with an account."""
    return PlayerFactory(name=name, password=uuid4().hex)


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player.user)
    return client


@pytest.fixture
def players():
    return [member("Ammini"), *people()[1:]]


@pytest.fixture
def club(players):
    return club_of(*players)


@pytest.fixture
def owner(players):
    return signed_in(players[0])


def followed():
    projector.run_once(Results)
    projector.run_once(Kunukkus)
    assert projector.stopped_lanes() == []


def played(club, players, *winners, at=None, bid=16, **more):
    """A game of one hand, won by these sides."""
    stream = begun(players, club=club, at=at or later(0), **more)
    won = (3, 0) if winners == (0,) else (0, 3) if winners == (1,) else (0, 0)
    happens(stream, hand(1, won, declarer=winners[0], bid=bid), engine.GameFinished(winners), at=at or later(0))
    return stream


def page(client, name, *args, status=200, part=False, **query):
    answer = client.get(reverse(f"games:{name}", args=args), query, headers=PART if part else {})
    assert answer.status_code == status
    return answer.content.decode()


def test_the_standing_is_by_points_then_difference_then_fewer_games(club, players):
    _, beeran, _, devaki = players
    eapen, fathima = person("Eapen"), person("Fathima")
    Membership.objects.bulk_create(Membership(club=club, player=one) for one in (eapen, fathima))
    played(club, players, 0)
    played(club, players, 0, 1)
    played(club, [eapen, beeran, fathima, devaki], 0)
    followed()

    found = standing(club=club, family="28").lines
    figures = {one.name: (one.place, one.points, one.difference, one.games) for one in found}
    assert figures == {
        "Ammini": (1, 3, 3, 2),
        "Chacko": (1, 3, 3, 2),
        "Eapen": (3, 2, 3, 1),
        "Fathima": (3, 2, 3, 1),
        "Beeran": (5, 1, -6, 3),
        "Devaki": (5, 1, -6, 3),
    }
    assert [one.place for one in found] == [1, 1, 3, 3, 5, 5]


@pytest.mark.parametrize(
    ("begins", "ends", "days"),
    [
        ("2026-04-10", "2026-07-20", (0, 14, 30, 31, 60, 61, 80)),
        ("2026-05-01", "2026-05-31", (0, 14, 30)),
        ("2026-05-02", "2026-05-30", (14,)),
        ("2026-05-15", "2026-07-01", (14, 30, 31, 60, 61)),
        ("2026-06-01", "2026-06-30", (31, 60)),
        ("2026-05-31", "2026-06-01", (30, 31)),
        ("2026-07-20", "2026-07-20", (80,)),
    ],
)
def test_a_season_has_the_games_of_its_days_whatever_months_they_are_of(club, players, begins, ends, days):
    for day in (-60, 0, 14, 30, 31, 60, 61, 80):
        played(club, players, 0, at=later(day))
    followed()
    season = Season.objects.create(
        club=club, name="Season", begins=date.fromisoformat(begins), ends=date.fromisoformat(ends)
    )
    assert standing(club=club, family="28", season=season).lines[0].games == len(days)
    assert standing(club=club, family="28").lines[0].games == 8


def test_what_a_guest_won_is_the_accounts_once_it_has_claimed_the_guest(club, players):
    guest, *others = players[1], players[0], players[2], players[3]
    played(club, [guest, *others], 0)
    played(club, players, 0)
    followed()
    Player.objects.filter(pk=guest.pk).update(merged_into=players[0])

    lines = {one.player_id: one for one in standing(club=club, family="28").lines}
    assert guest.pk not in lines
    assert (lines[players[0].pk].games, lines[players[0].pk].won) == (2 + 2, 2)


def test_who_shows_no_results_has_no_name_and_no_figures_in_the_standing(club, players, owner):
    """Who writes the club's results down reads all names in them, but in no standing."""
    played(club, players, 0)
    followed()
    PrivacyChoices.objects.create(player=players[1], results="nobody")

    text = page(Client(), "club_results", club.slug, season="all")

    assert players[0].name in text
    assert players[1].name not in text
    assert players[1].name in page(owner, "club_games", club.slug)
    assert "a player who shows no results" in text


def test_a_long_standing_has_pages_and_says_where_one_stands_oneself(
    club, players, owner, django_assert_max_num_queries
):
    others = [person(f"Player {number}") for number in range(60)]
    for at in range(0, 60, 4):
        played(club, [others[at], others[at + 1], others[at + 2], others[at + 3]], 0)
    played(club, players, 1)
    followed()

    with django_assert_max_num_queries(55):
        text = page(owner, "club_results", club.slug)
    assert "Page 1 of 3" in text
    assert "Your own place: 33" in text
    assert "Player" in page(owner, "club_results", club.slug, page=3)
    assert "There is no such page." in page(owner, "club_results", club.slug, page=9)


def test_the_records_name_the_highest_contract_the_biggest_win_and_the_rest_with_their_pages(club, players, owner):
    first = played(club, players, 0, bid=17)
    played(club, players, 0, bid=22, at=later(1))
    second = begun(players, club=club, at=later(2))
    happens(
        second, hand(1, (4, 0), bid=18), hand(2, (4, 0), declarer=2, bid=24), engine.GameFinished((0,)), at=later(2)
    )
    followed()

    found = {one.kind: one for one in records(club=club, family="28", viewer=None)}
    assert (found["highest"].value, found["highest"].players[0][1]) == (24, "Chacko")
    assert found["highest"].path == reverse("games:hand", args=[second, 2])
    assert (found["biggest"].value, {name for _, name in found["biggest"].players}) == (8, {"Ammini", "Chacko"})
    assert found["biggest"].path == reverse("games:table", args=[second])
    assert found["longest"].value == 3
    assert (found["made"].value, found["hands"].value, found["hands"].day) == (1, 2, date(2026, 5, 3))
    text = page(owner, "club_records", club.slug)
    assert str(second) in text
    assert str(first) not in text


def test_a_record_at_a_table_by_invitation_has_no_link_for_others(club, players):
    stream = played(club, players, 0, bid=24)
    Table.objects.filter(pk=stream).update(invitation="secret")
    followed()
    found = {one.kind: one for one in records(club=club, family="28", viewer=None)}
    assert found["highest"].path == ""
    assert str(stream) not in page(Client(), "club_games", club.slug)
    assert str(stream) in page(signed_in(players[0]), "club_games", club.slug)


def test_the_list_of_games_goes_on_from_where_it_ended(club, players):
    streams = [played(club, players, 0, at=later(day)) for day in range(20)]
    followed()
    first = club_games(club=club, viewer=None)
    second = club_games(club=club, viewer=None, before=first.more)
    assert [one.stream for one in (*first.games, *second.games)] == streams[::-1]
    assert second.more == ""
    assert "Earlier ones" in page(Client(), "club_games", club.slug)
    for nonsense in ("x", "~", "2026-13-01T00:00:00~1", "2026-01-01T00:00:00~1", "2026-01-01T00:00:00+00:00~x"):
        assert page(Client(), "club_games", club.slug, before=nonsense)


def test_the_list_of_games_is_by_day_kind_and_family(club, players):
    played(club, players, 0, at=later(0))
    other = played(club, players, 0, at=later(1))
    followed()
    text = page(Client(), "club_games", club.slug, day="2026-05-02")
    assert str(other) in text
    assert "Games of 2 May" in text
    assert "No finished game matches." in page(Client(), "club_games", club.slug, kind="sheet")
    assert "No finished game matches." in page(Client(), "club_games", club.slug, family="56")
    assert page(Client(), "club_games", club.slug, day="2026-99-99", kind="x", family="x")


def test_games_that_do_not_count_are_listed_only_when_they_are_asked_for(club, players):
    """Many matches of tournaments are friendly, and a club's own games are not to be looked for among them."""
    counts = played(club, players, 0, at=later(0))
    bots = played(club, [PlayerFactory(bot=True, name=f"Bot {number}") for number in range(4)], 0, at=later(20))
    friendly = [str(played(club, players, 0, at=later(day), friendly=True)) for day in range(1, 17)]
    followed()
    for name in ("club_results", "club_games"):
        text = page(Client(), name, club.slug)
        assert str(counts) in text
        assert friendly[0] not in text
        assert str(bots) not in text
    everything = page(Client(), "club_games", club.slug, all="1")
    assert friendly[-1] in everything
    assert str(bots) in everything
    more = club_games(club=club, viewer=None).more
    assert f"before={quote(more)}&amp;all=1" in everything


def form(players, **more):
    said = {f"player_{seat}": str(player.pk) for seat, player in enumerate(players)}
    played_on = timezone.localdate() - timedelta(days=7)
    return {
        "rules": "28-kerala-4", "played_on": played_on, "points_0": "7", "points_1": "3", "hands": "9",
        **said, **more,
    }  # fmt: skip


def test_a_result_is_written_down_by_its_form_and_taken_back_with_a_reason(club, players, owner):
    new = reverse("games:result_new", args=[club.slug])
    assert owner.get(new).status_code == 200
    answer = owner.post(new, form(players, note="Onam evening"))
    result = WrittenResult.objects.get()
    assert answer["Location"] == reverse("games:result", args=[result.pk])
    text = owner.get(answer["Location"]).content.decode()
    assert "Onam evening" in text
    assert "Ammini" in text

    withdraw = reverse("games:result_withdraw", args=[result.pk])
    refused = owner.post(withdraw, {"reason": ""})
    assert refused.status_code == 422
    assert "Give a reason." in refused.content.decode()
    assert owner.post(withdraw, {"reason": "Wrong pairs"}).status_code == 302
    assert "Wrong pairs" in owner.get(answer["Location"]).content.decode()


MOST_OF_NINE = " to ".join(figure(one) for one in least_and_most(engine.load_rules("28-kerala-4"), 9))


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"player_3": ""}, "Choose the player of this seat."),
        ({"player_3": "Nobody"}, "Nobody in the club is called Nobody."),
        ({"points_1": ""}, "Enter the points; 0 for none."),
        ({"points_1": "999"}, f"a side has {MOST_OF_NINE} points."),
        ({"played_on": "2999-01-01"}, "That day is in the future."),
        ({"played_on": "1950-05-01"}, "Older results are imported from a file."),
        ({"rules": "28-none-4"}, "28-none-4"),
    ],
)
def test_a_result_that_cannot_be_is_refused_beside_the_field(club, players, owner, more, sentence):
    answer = owner.post(reverse("games:result_new", args=[club.slug]), form(players, **more))
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not WrittenResult.objects.exists()


def test_a_form_sent_twice_writes_one_result(club, players, owner):
    twice = form(players, command=str(uuid4()))
    for _ in range(2):
        assert owner.post(reverse("games:result_new", args=[club.slug]), twice).status_code == 302
    assert WrittenResult.objects.count() == 1


def test_only_who_keeps_the_score_has_the_forms(club, players):
    plain = signed_in(member("Govindan"))
    result = services.enter_result(
        club=club, player=players[0], rules="28-kerala-4", players=players, points=[1, 0], played_on=date(2026, 5, 1)
    )
    assert plain.get(reverse("games:result_new", args=[club.slug])).status_code == 403
    assert plain.post(reverse("games:result_withdraw", args=[result.pk]), {"reason": "x"}).status_code == 403
    assert plain.post(reverse("games:club_kunukku", args=[club.slug]), {"reason": "x"}).status_code == 403
    assert Client().post(reverse("games:club_kunukku", args=[club.slug]), {"reason": "x"}).status_code == 403
    assert "Withdraw" not in page(plain, "result", result.pk)
    assert "Enter one result" not in page(plain, "club_results", club.slug)
    assert Client().get(reverse("games:result", args=[uuid4()])).status_code == 404


def test_the_board_says_who_wears_how_many_since_when_and_why(club, players, owner):
    """28-WIK-3, 28-WIK-4."""
    stream = begun(players, WIKIPEDIA, club=club, at=later(0))
    happens(stream, *lost(1, (0, 2)), *lost(2, (0, 2), (2, 0, 2, 0)), at=later(0))
    followed()

    text = page(owner, "club_kunukku", club.slug)
    assert "wears two" in text
    assert "since 1 May" in text
    assert reverse("games:hand", args=[stream, 1]) in text
    assert "Ammini did not make 17." in text
    part = page(owner, "club_kunukku", club.slug, part=True)
    assert "wears two" in part
    assert "<html" not in part

    happens(begun(players, WIKIPEDIA, club=club), made(1, 0), at=later(2))
    followed()
    text = page(owner, "kunukku_of_player", players[0].pk)
    assert "Ammini wears one since 1 May" in text
    assert "Off since 3 May" in text


def test_an_officer_lifts_one_by_the_form_of_the_board(club, players, owner):
    stream = begun(players, WIKIPEDIA, club=club, at=later(0))
    happens(stream, *lost(1, (0, 2)), at=later(0))
    followed()
    address = reverse("games:club_kunukku", args=[club.slug])
    assert 'value="Chacko"' in owner.get(address, {"lift": str(players[2].pk)}).content.decode()
    assert owner.post(address, {"player": "Chacko", "reason": ""}).status_code == 422
    assert owner.post(address, {"player": "Beeran", "reason": "x"}).status_code == 422
    assert owner.post(address, {"player": "Chacko", "reason": "His wedding"}).status_code == 302
    followed()
    assert "removed by an officer" in page(owner, "club_kunukku", club.slug)


def test_an_officer_whose_page_is_stale_lifts_nothing_and_may_look_again(club, players, owner):
    stream = begun(players, WIKIPEDIA, club=club, at=later(0))
    happens(stream, *lost(1, (0, 2)), at=later(0))
    happens(stream, *lost(2, (0, 2), (2, 0, 2, 0)), at=later(1))
    followed()
    address = reverse("games:club_kunukku", args=[club.slug])

    def seen_in(text: str) -> str:
        return re.search(r'name="seen" value="([^"]+)"', text).group(1)

    wish = {"player": "Chacko", "reason": "His wedding", "seen": seen_in(owner.get(address).content.decode())}
    assert owner.post(address, wish).status_code == 302
    followed()

    stale = owner.post(address, wish)
    assert stale.status_code == 409
    assert "One that Chacko wore has just come off." in stale.content.decode()
    assert owner.post(address, wish | {"seen": seen_in(stale.content.decode())}).status_code == 302
    assert OfficerAct.objects.filter(action="kunukku.lifted").count() == 2


def test_a_team_wears_what_its_present_players_wear(club, players):
    team = Team.objects.create(club=club, name="Vembanad")
    today = timezone.localdate()
    for position, (player, left) in enumerate(((players[0], None), (players[1], None), (players[2], today))):
        TeamPlace.objects.create(
            team=team, player=player, position=position, joined_on=today - timedelta(days=9), left_on=left
        )
    stream = begun(players, WIKIPEDIA, club=club, at=later(0))
    happens(stream, *lost(1, (0, 2)), *lost(2, (0, 2), (2, 0, 2, 0)), at=later(0))
    followed()

    text = page(Client(), "kunukku_of_team", team.pk, part=True)
    assert "wear two together" in text
    assert "Chacko" not in text


def test_kunukku_that_are_nobodys_business_are_not_told(club, players):
    PrivacyChoices.objects.create(player=players[0], kunukku="nobody")
    stream = begun(players, WIKIPEDIA, club=club, at=later(0))
    happens(stream, *lost(1, (0, 2), declarer=2), at=later(0))
    followed()

    assert "Ammini" not in page(Client(), "club_kunukku", club.slug)
    assert "does not show kunukku to you" in page(Client(), "kunukku_of_player", players[0].pk)


def test_where_the_club_has_salaams_the_board_counts_them(club, players):
    club.salaams = True
    club.save()
    stream = begun(players, WIKIPEDIA, club=club, at=later(0), salaams=True)
    happens(stream, *lost(1, (0, 2)), *lost(2, (0, 2), (2, 0, 2, 0)), at=later(0))
    followed()
    for part in (True, False):
        text = page(Client(), "club_kunukku", club.slug, part=part)
        assert "Salaams" in text
        assert "Ammini" in text
        assert "wears" not in text.replace("wears a kunukku", "")


def test_the_hall_of_fame_names_the_first_of_each_season_that_is_over(club, players, owner):
    Season.objects.create(club=club, name="Monsoon 2026", begins=date(2026, 5, 1), ends=date(2026, 5, 31))
    played(club, players, 0)
    followed()
    assert "No season is over yet." in page(owner, "club_hall", club.slug)
    services.reckon_seasons(club=club)
    text = page(owner, "club_hall", club.slug)
    assert "Monsoon 2026" in text
    assert "Ammini" in text
    assert "Beeran" not in text


def test_the_first_of_a_standing_stand_on_the_clubs_page(club, players, owner):
    played(club, players, 0)
    followed()
    assert "Ammini" in page(owner, "club_standing", club.slug, part=True)
    assert GamePlayer.objects.exists()
    for name in ("club_results", "club_games", "club_records", "club_hall", "club_kunukku"):
        empty = club_of(person(f"Owner of {name}"), name=f"Club {name}")
        assert page(owner, name, empty.slug)
        assert page(owner, name, empty.slug, part=True) is not None
