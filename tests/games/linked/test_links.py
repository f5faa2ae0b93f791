"""Links as chats show them: what is in the head of a page, and the pictures; both as anybody may know it."""

import re
from datetime import date
from html import unescape
from io import BytesIO
from random import Random
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from PIL import Image

from clubs.members.societies import join_club
from clubs.models import PrivacyChoices
from clubs.web.links import FEWEST, HEIGHT, MOST, WIDTH, described, registered
from games.linked import pictures
from games.linked.hands import hand_picture
from games.linked.pictures import general_png
from games.linked.results import result_picture, standing_picture
from games.models import Table
from games.projections import Results
from games.results import services
from games.store import projector
from tests.factories import ClubFactory, PlayerFactory
from tests.games.helpers.tables import dealt_table, people, play_on
from tests.strategies import lively

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "ml")


@pytest.fixture(autouse=True)
def nothing_drawn():
    cache.clear()


def finished_hand(seed: int = 1, **terms: object) -> Table:
    players = people()
    table = dealt_table(players, **terms)
    play_on(table, players, lively(Random(seed), concede=0), lambda state: state.hand == 2)
    return table


def head(client: Client, path: str, language: str = "en") -> dict[str, str]:
    """What the head of a page says of it, by name."""
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = client.get(path).content.decode()
    found = re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)"', page.partition("<body")[0])
    return {name: unescape(content) for name, content in found}


def seen(answer) -> Image.Image:
    """The picture of an answer, decoded, with something drawn on it."""
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
    picture = Image.open(BytesIO(answer.content))
    picture.load()
    assert picture.size == (WIDTH, HEIGHT)
    colours = picture.convert("RGB").getcolors(WIDTH * HEIGHT)
    ground = max(count for count, _colour in colours)
    assert len(colours) > 50
    assert WIDTH * HEIGHT - ground > 30_000
    return picture


def result_of(players, club):
    return services.enter_result(
        club=club,
        player=players[0],
        rules="28-kerala-4",
        players=players,
        points=[6, 4],
        played_on=date(2024, 11, 20),
        hands=0,
        note="",
        command=uuid4(),
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_finished_hand_is_told_in_a_sentence_and_drawn(client, language):
    table = finished_hand()
    page = reverse("games:hand", args=[table.pk, 1])
    told = head(client, page, language)

    assert FEWEST <= len(told["description"]) <= MOST
    assert told["og:description"] == told["description"]
    assert told["og:url"] == f"{settings.LELAM_ADDRESS}{page}"
    assert told["og:image"] == f"{settings.LELAM_ADDRESS}{page}picture.png?lang={language}"
    assert (told["og:image:width"], told["og:image:height"]) == (str(WIDTH), str(HEIGHT))
    assert told["twitter:card"] == "summary_large_image"
    drawn = client.get(told["og:image"].removeprefix(settings.LELAM_ADDRESS))
    seen(drawn)
    assert drawn.content != general_png(language)


def test_the_picture_of_a_hand_shows_the_deal(client):
    table = finished_hand()
    shown = hand_picture(table.pk, 1)

    assert [seat.name for seat in shown.seats] == ["Ammini", "Beeran", "Chacko", "Devaki"]
    assert [sum(len(suit.cards.split()) for suit in seat.suits) for seat in shown.seats] == [8, 8, 8, 8]
    answer = client.get(reverse("games:hand_picture", args=[table.pk, 1]))
    assert answer.content == pictures.drawn("linked/hand", hand_picture(table.pk, 1))


def test_no_card_of_a_running_hand_reaches_a_picture_or_a_description(client):
    """Two hands that differ in their hidden cards alone have the same bytes: those of Lelam's picture."""
    tables = [dealt_table(people()) for _ in range(2)]
    drawn = {client.get(reverse("games:hand_picture", args=[table.pk, 1])).content for table in tables}

    assert drawn == {general_png("en")}
    assert all(hand_picture(table.pk, 1) is None for table in tables)
    told = [head(client, reverse("games:hand", args=[table.pk, 1])) for table in tables]
    assert told[0] == told[1] == head(client, reverse("games:verify"))


def test_what_nobody_may_see_has_the_picture_of_what_is_not_there(client):
    hidden = finished_hand(invitation=True)
    there = client.get(reverse("games:hand_picture", args=[hidden.pk, 1]))
    missing = client.get(reverse("games:hand_picture", args=[uuid4(), 1]))
    names = ("ETag", "Cache-Control", "Content-Type", "Content-Language")

    assert there.content == missing.content == general_png("en")
    assert [there[name] for name in names] == [missing[name] for name in names]
    invited = client.get(f"/tables/{hidden.pk}/?invitation={hidden.invitation}").content.decode()
    assert str(hidden) not in re.findall(r'og:title" content="([^"]*)"', invited)


def test_a_player_who_hides_results_is_in_no_picture_and_no_description(client):
    players = [PlayerFactory(name=name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]
    club = ClubFactory(founder=players[0], name="Ponnani Sports Club")
    for player in players[1:]:
        join_club(club=club, player=player)
    table = dealt_table(players)
    play_on(table, players, lively(Random(1), concede=0), lambda state: state.hand == 2)
    result = result_of(players, club)
    for player in players:
        PrivacyChoices.objects.update_or_create(player=player, defaults={"results": "clubs"})

    pages = [
        reverse("games:hand", args=[table.pk, 1]),
        reverse("games:result", args=[result.pk]),
        reverse("games:club_results", args=[club.slug]),
        reverse("clubs:club", args=[club.slug]),
    ]
    told = " ".join(" ".join(head(client, page).values()) for page in pages)
    documents = (hand_picture(table.pk, 1), result_picture(result.pk), standing_picture(club.slug))
    for name in ("Ammini", "Beeran", "Chacko", "Devaki"):
        assert name not in told
        assert all(name not in str(document) for document in documents)
    assert head(client, pages[1])["og:title"].startswith("A player")


@pytest.mark.django_db(transaction=True)
def test_a_player_who_hides_results_has_a_place_without_a_name_in_the_standing(client):
    players = [PlayerFactory(name=name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]
    club = ClubFactory(founder=players[0], name="Ponnani Sports Club")
    for player in players[1:]:
        join_club(club=club, player=player)
    result_of(players, club)
    projector.run_once(Results)
    PrivacyChoices.objects.update_or_create(player=players[0], defaults={"results": "clubs"})

    shown = standing_picture(club.slug, "28")
    assert [(row.place, row.text) for row in shown.rows[:2]] in (
        [("1", "a player"), ("1", "Chacko")],
        [("1", "Chacko"), ("1", "a player")],
    )
    assert "Ammini" not in str(shown)
    for page in ("games:club_results", "clubs:club"):
        told = head(client, reverse(page, args=[club.slug]))["description"]
        assert "Chacko" in told
        assert "Ammini" not in told


def test_a_result_is_told_and_drawn_until_it_is_withdrawn(client):
    players = [PlayerFactory(name=name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]
    club = ClubFactory(founder=players[0], name="Ponnani Sports Club")
    for player in players[1:]:
        join_club(club=club, player=player)
    result = result_of(players, club)
    page = reverse("games:result", args=[result.pk])

    assert head(client, page)["og:title"] == "Ammini and Chacko won 6 : 4"
    seen(client.get(f"{page}picture.png"))
    services.withdraw_result(result_id=result.pk, player=players[0], reason="Wrong evening")
    assert head(client, page)["og:title"] == "Lelam"
    assert client.get(f"{page}picture.png").content == general_png("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_says_what_it_is(client, language):
    club = ClubFactory(name="Ponnani Sports Club", place="Ponnani")
    player = PlayerFactory(name="Ammini")
    table = finished_hand()
    named = {
        "clubs:club": {"slug": club.slug},
        "clubs:calendar": {"slug": club.slug},
        "games:learn_game": {"game": 56},
        "clubs:player": {"player_id": player.pk},
        "games:club_results": {"slug": club.slug},
        "games:rules": {"rules_id": "28-kerala-4"},
        "games:table": {"table_id": table.pk},
    }
    routes = registered() - {"games:hand", "games:result", "tournaments:tournament"}
    told = {}
    for route in sorted(routes):
        path = reverse(route, kwargs=named.get(route, {}))
        told[route] = head(client, path, language)
        assert FEWEST <= len(told[route]["description"]) <= MOST, route
        assert told[route]["og:image"].endswith(f"picture.png?lang={language}"), route
    assert len({one["description"] for one in told.values()}) == len(told)
    for route in ("clubs:club", "clubs:player", "games:rules", "clubs:home"):
        seen(client.get(told[route]["og:image"].removeprefix(settings.LELAM_ADDRESS)))


def test_a_picture_is_asked_for_again_with_its_tag(client):
    path = reverse("games:picture")
    first = client.get(path, {"lang": "ml"})
    again = client.get(path, {"lang": "ml"}, headers={"If-None-Match": first["ETag"]})

    assert "public" in first["Cache-Control"]
    assert first["Content-Language"] == "ml"
    assert (again.status_code, again.content) == (304, b"")


def test_many_pictures_in_a_minute_are_those_of_lelam(client, monkeypatch):
    monkeypatch.setattr(pictures, "MOST_OF_A_NETWORK", 1)
    club, other = ClubFactory(name="Ponnani"), ClubFactory(name="Kozhikode")
    first = client.get(reverse("games:standing_picture", args=[club.slug]))
    second = client.get(reverse("games:standing_picture", args=[other.slug]))
    kept = client.get(reverse("games:standing_picture", args=[club.slug]))

    assert first.content != second.content == general_png("en")
    assert kept.content == first.content


def test_a_description_has_room_for_whole_sentences():
    assert FEWEST <= len(described("Short.")) <= MOST
    assert described("A" * 150 + ".", "B" * 20 + ".") == "A" * 150 + "."
    assert len(described("word " * 60)) <= MOST


def test_results_have_a_button_that_shares_the_page_and_a_link_to_the_picture(client):
    club = ClubFactory(name="Ponnani Sports Club")
    page = client.get(reverse("games:club_results", args=[club.slug]), {"family": "56"}).content.decode()
    picture = unescape(re.search(r'href="([^"]*picture.png[^"]*)"', page)[1])
    shown = client.get(picture)

    assert shown.content != client.get(picture.replace("family=56", "family=28")).content
    seen(shown)

    assert 'data-share="Ponnani Sports Club"' in page
    assert "js/share" in page
