"""The pages of what a player has played: form, games, bids, partners, ratings, and the search through the hands."""

from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubs.ledger.selectors import Point as Day
from clubs.models import Membership, Player, PrivacyChoices
from games.models import ClubTally
from games.players import selectors
from games.players.club import members_form
from games.players.pages import form_shown, thinned
from games.players.ratings.services import update_ratings
from tests.browser.world import account
from tests.factories import ClubFactory
from tests.games.helpers.rows import at, bid, finished, sat, serving, table_with_hands
from tests.games.helpers.tables import people, person
from tests.markup import tight

pytestmark = pytest.mark.django_db

PAGES = ("figures", "standing", "games", "partners", "rating", "hands")
HIDES = {
    "figures": ("results", "does not show results to you"),
    "standing": ("rating", "does not show ratings to you"),
    "games": ("results", "does not show results to you"),
    "partners": ("partners", "does not show partners to you"),
    "rating": ("rating", "does not show ratings to you"),
    "hands": ("histories", "does not show the list of hands to you"),
}


def page(name: str, player: Player, viewer: Player | None = None, *, part: bool = False, **asked: Any) -> Any:
    """Return a page of a player, or the part that the player's own page loads."""
    client = Client()
    if viewer is not None:
        client.force_login(viewer.user)
    headers = {"HX-Request": "true"} if part else {}
    return client.get(reverse(f"games:player_{name}", args=[player.pk]), asked, headers=headers)


def said(answer: Any) -> str:
    """Return what a page says."""
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize("name", PAGES)
def test_every_page_stands_before_the_first_game(name: str):
    player = people()[0]

    assert page(name, player).status_code == page(name, player, part=True).status_code == 200


@pytest.mark.parametrize("name", PAGES)
def test_every_page_stands_after_games(name: str):
    four = people()
    for days in range(14):
        finished(four, winners=(days % 3 == 0,), days=days)
    finished(four, winners=(0, 1), days=15, rules="56-kerala-4")
    table_with_hands(four, [{}], days=16)
    bid(four[0], 14, 8, 2)
    bid(four[0], 28, 1, 1, family="56")
    update_ratings()

    answer = page(name, four[0])

    assert answer.status_code == 200
    assert "Ammini" in said(answer)


@pytest.mark.parametrize("name", PAGES)
def test_there_is_no_page_of_nobody(name: str):
    assert Client().get(reverse(f"games:player_{name}", args=[uuid4()])).status_code == 404


@pytest.mark.parametrize("name", PAGES)
def test_a_claimed_guest_is_the_claiming_player(name: str):
    guest, real = person("Guest"), person("Ammini")
    Player.objects.filter(pk=guest.pk).update(merged_into=real, name="Ammini")

    assert reverse("clubs:player", args=[real.pk]) in said(page(name, guest))


@pytest.mark.parametrize("name", HIDES)
def test_what_a_player_hides_is_a_sentence_to_others_and_all_there_for_oneself(name: str):
    me, other = account("Devaki"), account("Ammini")
    finished([me, other, *people()[1:3]])
    table_with_hands([me, other, *people()[1:3]], [{}])
    update_ratings()
    what, sentence = HIDES[name]
    PrivacyChoices.objects.create(player=me, **{what: "nobody"})

    for viewer in (None, other):
        assert sentence in said(page(name, me, viewer))
    assert sentence not in said(page(name, me, me))
    assert "Only you see this" in said(page(name, me, me)) or name in ("games", "partners")


def test_what_is_hidden_is_not_in_the_page_at_all():
    me, four = account("Devaki"), people()
    finished([me, *four[:3]])
    update_ratings()
    bid(me, 17, 3, 1)
    PrivacyChoices.objects.create(player=me, **dict.fromkeys(("results", "rating", "partners", "stakes"), "nobody"))

    text = said(page("figures", me)) + said(page("standing", me))

    assert "<svg" not in text.partition("<main")[2].partition("</main>")[0]
    assert "Beeran" not in text


def test_the_form_shows_the_last_twelve_games_that_count():
    four = people()
    for days in range(20):
        finished(four, winners=(days % 2,), days=days)
    finished(four, winners=(1,), days=30, counts=False)

    games = selectors.form_of(four[0])

    assert [outcome for outcome, _difference in games] == ["W", "L"] * 6
    shown = form_shown("Ammini", games)
    assert shown is not None
    assert shown.sentence == "Ammini, last 12 games: 6 won, 0 drawn, 6 lost"


def test_a_game_names_partners_opponents_and_points():
    four = people()
    finished(four, winners=(0,), points=(7, 4))

    (game,) = selectors.games_of(four[2], None)[:10]

    assert (game.partners, game.opponents) == (("Ammini",), ("Beeran", "Devaki"))
    assert (game.points, game.others, game.difference, game.outcome) == (7, (4,), 3, "W")


def test_who_hides_results_is_named_only_to_those_who_were_there():
    me, shy, four = account("Devaki"), account("Shy"), people()
    finished([me, four[0], shy, four[1]])
    PrivacyChoices.objects.create(player=shy, results="nobody")

    for viewer, name in ((None, "somebody"), (four[2], "somebody"), (me, "Shy"), (four[0], "Shy")):
        assert selectors.games_of(me, viewer)[:1][0].partners == (name,)


def test_games_at_tables_by_invitation_are_not_listed_for_strangers():
    four = people()
    opener = person("Opener")
    table_with_hands(four, [{}], invitation="secret", opened_by=opener)

    assert len(selectors.games_of(four[0], None)) == 0
    assert [game.may_open for game in selectors.games_of(four[0], opener)[:5]] == [True]


def test_partners_are_those_on_the_same_side_with_what_came_of_it():
    four = people()
    finished(four, winners=(0,), points=(9, 4), hands=10)
    finished(four, winners=(1,), points=(2, 3), hands=8, days=1)
    finished([four[0], four[2], four[1], four[3]], winners=(0, 1), points=(3, 3), days=2)
    finished(four, winners=(0,), days=3, counts=False)

    chacko, beeran = selectors.partners_of(four[0], None)

    assert (chacko.name, chacko.games, chacko.won, chacko.drawn, chacko.lost) == ("Chacko", 2, 1, 0, 1)
    assert (chacko.hands, chacko.difference) == (18, 4)
    assert (beeran.name, beeran.games, beeran.drawn) == ("Beeran", 1, 1)


def test_with_a_partner_who_came_later_only_the_later_hands_are_shared():
    four, late = people(), person("Late")
    game = finished([four[0], four[1], None, four[3]], points=(9, 4), hands=10)
    sat(game, four[2], 2, 0, hands=7)
    row = sat(game, late, 2, 0, hands=3)
    row.difference = -2
    row.save()

    hands = {one.name: (one.hands, one.difference) for one in selectors.partners_of(four[0], None)}

    assert hands == {"Chacko": (7, 5), "Late": (3, -2)}


def test_partners_are_sorted_and_searched():
    four = people()
    for days in range(3):
        finished(four, winners=(1,), points=(1, 9), days=days)
    finished([four[0], four[2], four[1], four[3]], winners=(0,), points=(9, 1), days=5)

    assert [one.name for one in selectors.partners_of(four[0], None)] == ["Chacko", "Beeran"]
    assert [one.name for one in selectors.partners_of(four[0], None, sort="difference")] == ["Beeran", "Chacko"]
    assert [one.name for one in selectors.partners_of(four[0], None, search="bee")] == ["Beeran"]


def test_who_hides_the_own_partners_is_nobodys_partner_for_others():
    me, shy, four = account("Devaki"), account("Shy"), people()
    finished([me, four[0], shy, four[1]])
    PrivacyChoices.objects.create(player=shy, partners="nobody")

    assert selectors.partners_of(me, None) == []
    assert [one.name for one in selectors.partners_of(me, me)] == ["Shy"]


def test_bids_of_a_claimed_guest_are_added():
    me, guest = person("Ammini"), person("Guest")
    bid(me, 16, 3, 1)
    bid(guest, 16, 1, 1)
    bid(guest, 20, 0, 1)
    Player.objects.filter(pk=guest.pk).update(merged_into=me)

    assert [(one.number, one.made, one.failed) for one in selectors.bids_of(me)["28"]] == [(16, 4, 2), (20, 0, 1)]


def test_charts_have_a_sentence_and_their_numbers_in_a_table():
    four = people()
    for days in range(5):
        finished(four, winners=(0,), days=days)
    update_ratings()
    bid(four[0], 14, 38, 3)

    bids, rating = tight(said(page("figures", four[0]))), tight(said(page("rating", four[0])))

    assert 'role="img" aria-label="Bids of 28 made and failed by number: 38 made, 3 failed"' in bids
    assert '<th scope="row" class="n">14</th><td class="n">38</td><td class="n">3</td><td class="n">93</td>' in bids
    assert 'role="img" aria-label="Rating in 28 from 1 May 2026 to today: at first' in rating
    assert "style=" not in bids + rating


def test_stakes_are_a_line_from_nothing_with_their_days_beneath():
    me = account("Devaki")
    days = [Day(at(0).date(), 4, 4), Day(at(7).date(), -6, -2)]

    with patch("games.players.pages.series", return_value=days):
        text = tight(said(page("figures", me, me)))

    assert 'aria-label="Stakes from 1 May 2026 to 8 May 2026: −2 units in all"' in text  # noqa: RUF001
    assert '<td class="n loss">−6</td>' in text  # noqa: RUF001


def test_a_bad_search_says_what_is_wrong_beside_the_field():
    answer = page("hands", people()[0], begins="2026-05-02", ends="2026-05-01", number="99", rules="chess")

    assert answer.status_code == 422
    assert "This is before the first day" in said(answer)
    assert "No game has a bid above 56" in said(answer)


def test_a_search_without_a_match_says_so_and_a_nul_finds_nothing():
    four = people()
    table_with_hands(four, [{}])

    assert "No hand matches." in said(page("hands", four[0], number=20))
    assert page("hands", four[0], partner="a\x00b").status_code in (200, 422)


@pytest.mark.parametrize(("name", "most"), [("figures", 24), ("standing", 18), ("games", 20), ("hands", 20)])
def test_a_page_asks_as_often_for_many_games_as_for_few(
    name: str, most: int, django_assert_max_num_queries: DjangoAssertNumQueries
):
    four = people()
    for days in range(30):
        table_with_hands(four, [{"bid": 14 + days % 10}], days=days)
    update_ratings()

    with django_assert_max_num_queries(most):
        page(name, four[0])


def test_a_long_row_is_thinned_with_both_its_ends():
    assert thinned(range(100), 4) == [0, 33, 66, 99]
    assert thinned("abc", 4) == ["a", "b", "c"]


# The members of a club


def club_of(*players: Player) -> Any:
    """Return a club of these."""
    club = ClubFactory(founder=players[0], name="Ponnani")
    Membership.objects.bulk_create(Membership(club=club, player=player) for player in players[1:])
    return club


def test_members_stand_by_rating_those_on_few_games_after_the_others():
    four, new = people(), person("New")
    club = club_of(*four, new)
    for days in range(12):
        finished(four, winners=(1,), days=days, club=club)
    finished([new, *four[1:]], winners=(0,), days=20, club=club)
    update_ratings()

    names = [one.name for one in members_form(club, None, family="28")[:25]]

    assert names[0] in ("Beeran", "Devaki")
    assert names[-1] == "New"


def test_a_hidden_rating_neither_shows_nor_sorts():
    four = [account(name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]
    club = club_of(*four)
    for days in range(12):
        finished(four, winners=(1,), days=days, club=club)
    update_ratings()
    PrivacyChoices.objects.create(player=four[1], rating="nobody", results="nobody", partners="nobody")

    seen = {one.name: one for one in members_form(club, None, family="28")[:25]}

    assert list(seen)[-1] == "Beeran"
    assert (seen["Beeran"].rating, seen["Beeran"].last, seen["Beeran"].games) == (None, (), None)
    assert seen["Devaki"].mostly_with == ""
    assert seen["Ammini"].mostly_with == "Chacko"
    assert next(iter(members_form(club, four[1], family="28")[:1])).rating is not None


def test_form_and_partners_are_those_of_the_club_and_the_family():
    four = people()
    club = club_of(*four)
    finished(four, winners=(0,), days=0, club=club)
    finished(four, winners=(1,), days=1)
    finished(four, winners=(1,), days=2, club=club, rules="56-kerala-4")

    row = next(one for one in members_form(club, None, family="28")[:25] if one.name == "Ammini")

    assert [outcome for outcome, _difference in row.last] == ["W"]
    assert row.mostly_with == "Chacko"


def test_members_are_sorted_by_the_games_they_played_in_the_club():
    four = people()
    club = club_of(*four)
    for player, games in zip(four, (3, 9, 1, 4), strict=True):
        ClubTally.objects.create(
            projection_version=serving(), club=club, player=player, family="28", span="all", begins="0001-01-01",
            games=games, won=games, last_at=at(0),
        )  # fmt: skip

    found = members_form(club, None, family="28", order="games")

    assert [(one.name, one.won) for one in found[:25]] == [("Beeran", 9), ("Devaki", 4), ("Ammini", 3), ("Chacko", 1)]


@pytest.mark.parametrize("asked", [{}, {"sort": "name"}, {"sort": "games", "family": "56"}, {"q": "amm", "page": "9"}])
def test_the_table_of_members_is_a_page_and_a_part_of_the_clubs(asked: dict[str, str]):
    four = people()
    club = club_of(*four)
    finished(four, club=club)
    update_ratings()
    address = reverse("games:club_form", args=[club.slug])

    whole, part = Client().get(address, asked), Client().get(address, asked, headers={"HX-Request": "true"})

    assert whole.status_code == part.status_code == 200
    assert "Ammini" in said(whole)
    assert "<html" not in said(part)


def test_members_are_paged_with_as_many_questions_as_for_a_few(django_assert_max_num_queries: DjangoAssertNumQueries):
    players = [person(f"Member {number:02}") for number in range(40)]
    club = club_of(*players)
    for days in range(20):
        finished([players[(days + seat) % 40] for seat in range(4)], days=days, club=club)
    update_ratings()

    with django_assert_max_num_queries(22):
        answer = Client().get(reverse("games:club_form", args=[club.slug]), {"page": 2})

    assert "Page 2 of 2" in said(answer)
