"""A disputed result is provisional on every page, screen, paper and file of its tournament, and in the API."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player
from tests.tournaments.helpers.directed import do, state_of
from tests.tournaments.helpers.disputed import FAILED, apply, host_of, play, raised, sheet_cup, sheet_of, weighted
from tests.tournaments.helpers.pages import signed_in
from tournaments.deeds.publishing import SetEmbargo
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

WORD = "provisional"


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()


@pytest.fixture
def officer(director: Player) -> Client:
    """The browser of the club's owner."""
    return signed_in(director)


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return " ".join(unescape(answer.content.decode()).split())


def places(cup: Tournament) -> dict[str, str]:
    """Return the addresses of all that shows the first result of a tournament."""
    slug = cup.slug
    paper = {
        f"{document}.{form}": reverse("tournaments:print", args=[slug, document, form])
        for document in ("results", "standings")
        for form in ("csv", "json")
    }
    return {
        "page": reverse("tournaments:tournament", args=[slug]),
        "match": reverse("tournaments:match", args=[slug, 1]),
        "way": reverse("tournaments:way", args=[slug, state_of(cup).matches[1].entrants[0]]),
        "screen": reverse("tournaments:screen", args=[slug]) + "?show=results",
        "rounds": f"/api/tournaments/{slug}/stages/1/rounds/",
        **paper,
    }


def marks(client: Client, cup: Tournament) -> dict[str, bool]:
    """Tell of each place whether it marks a disputed result."""
    signs = {
        "rounds": r'"cases":\["', "results.csv": "True", "standings.csv": "True",
        "results.json": r'"provisional": ?true', "standings.json": r'"provisional": ?true',
    }  # fmt: skip
    return {
        name: re.search(signs.get(name, f"◐ {WORD}"), read(client, address)) is not None
        for name, address in places(cup).items()
    }


def test_every_place_marks_a_disputed_result_until_the_case_is_closed(
    client: Client, officer: Client, club: Club, director: Player
):
    cup = sheet_cup(club, director, "swiss")
    for match in (1, 2):
        play(cup, director, match)
    assert not any(marks(client, cup).values())
    case = raised(sheet_of(cup, 1), director)
    assert all(marks(client, cup).values()), marks(client, cup)
    page = read(client, places(cup)["page"])
    assert "1 result is disputed and may change: match 1." in page
    link = reverse("games:case", args=[case.pk])  # the case is for readers of the sheet
    shown = [link in read(reader, places(cup)[place]) for reader in (client, officer) for place in ("match", "way")]
    assert (link in page, shown) == (False, [False, False, True, True])
    assert "1 result is disputed" in read(client, reverse("tournaments:screen", args=[cup.slug]) + "?show=standings")
    standings = client.get(f"/api/tournaments/{cup.slug}/stages/1/standings/").json()
    assert standings["disputed"] == [1]
    assert "Match 1 is disputed; its result may change." in read(officer, reverse("tournaments:desk", args=[cup.slug]))
    host_of(case.game).note(case, False)
    assert not any(marks(client, cup).values())


def test_a_bracket_marks_it_in_the_drawing_and_in_words(client: Client, club: Club, director: Player):
    cup = sheet_cup(club, director, "knock_out")
    for match in (1, 2):
        play(cup, director, match)
    raised(sheet_of(cup, 1), director)
    page = read(client, reverse("tournaments:tournament", args=[cup.slug]))
    assert 'class="mt over disputed"' in page
    assert "Match 1 · ◐ provisional" in page
    assert "1 result is disputed and may change: match 1." in page
    rows = client.get(reverse("tournaments:print", args=[cup.slug, "bracket", "json"])).content.decode()
    assert '"provisional":true' in rows.replace(" ", "")


def test_a_withheld_dispute_is_told_to_the_staff_alone(client: Client, officer: Client, club: Club, director: Player):
    cup = sheet_cup(club, director, "swiss")
    do(cup, director, SetEmbargo())
    play(cup, director, 1)
    raised(sheet_of(cup, 1), director)
    told = marks(client, cup)
    assert not any(told.values()), told
    assert f"◐ {WORD}" in read(officer, reverse("tournaments:tournament", args=[cup.slug]))
    assert "disputed" in read(officer, reverse("tournaments:desk", args=[cup.slug]))


def test_weighted_points_are_exact_on_pages_and_in_files(client: Client, club: Club, director: Player):
    cup = sheet_cup(club, director, "swiss")
    case = raised(play(cup, director, 1), director)
    assert apply(case, weighted(("3/5", None), ("2/5", FAILED)), director)
    points = state_of(cup).matches[1].games[0].weighed
    expected = f"{(3 * points[0].report.points[0] + 2 * points[1].report.points[0])}/5"
    page = read(client, reverse("tournaments:tournament", args=[cup.slug]))
    assert "weighted by a ruling" in page
    assert f"<span>{expected}</span>" in page
    assert ">6/5<" in page
    rows = client.get(reverse("tournaments:print", args=[cup.slug, "results", "json"])).content.decode()
    assert expected in rows
    match = read(client, reverse("tournaments:match", args=[cup.slug, 1]))
    assert "By a ruling game 1 counts as 3/5 of" in match
    rounds = client.get(f"/api/tournaments/{cup.slug}/stages/1/rounds/").json()
    assert rounds["rounds"][0]["matches"][0]["weighed"]


def test_the_log_tells_what_a_case_did_and_offers_no_undoing(officer: Client, club: Club, director: Player):
    cup = sheet_cup(club, director, "swiss")
    case = raised(play(cup, director, 1), director)
    assert apply(case, weighted(("3/5", None), ("2/5", FAILED)), director)
    log = read(officer, reverse("tournaments:history", args=[cup.slug]))
    assert "Hand 1 of match 1" in log
    assert "counts by a ruling as 3/5 of" in log
    version = state_of(cup).version
    assert reverse("tournaments:undo", args=[cup.slug, version - 1]) not in log
    officer.post(reverse("tournaments:undo", args=[cup.slug, version]), {"command": str(uuid4())})
    assert state_of(cup).version == version
