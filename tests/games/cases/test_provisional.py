"""A disputed result is marked as provisional wherever it is shown, with one query a list."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.models import Season
from games.cases import log
from games.models import Case, Sheet
from games.results.exchange import result_rows
from games.store import projector
from tests.games.helpers.cases import BEGAN, World, disputed, world

pytestmark = pytest.mark.django_db

RESULT = re.compile(
    r"\|figure|\.sentence\b|\|signed|\|units\b|rating\.now|\.rating\.rating|scored_at|\.outcome\b|result\.after"
)
"""What in a template writes a result, or a figure that results add up to."""
MARK = re.compile(r"\{% (?:open_cases|provisional|may_change)")
OF_CASES = re.compile("games/(cases|casebook)/")
"""The pages of cases themselves, and of those that are decided."""
ELSEWHERE = {
    "clubs/_ledger_amounts.html": "the amounts of an entry: its list and its page have the mark",
    "games/_bids_chart.html": "a chart: the page around it has the line",
    "games/_evening.html": "results that were entered have no hands that could be disputed",
    "games/_form_table.html": "the rows of `_club_form.html`, which has the line",
    "games/_rating_now.html": "the head of a rating: the pages around it have the line",
    "games/_replay.html": "the steps of a hand: its page has the mark",
    "games/_sheet_hand_fields.html": "a form: nothing is a result yet",
    "games/_spark.html": "a chart: the list around it has the mark",
    "games/_standing_table.html": "the rows of a standing: the pages around it have the line",
    "games/check_hand.html": "a form about a hand whose page has the mark",
    "games/result.html": "a result that was entered has no hands that could be disputed",
    "games/sheet.html": "what was entered last: the log below it has the mark",
    "live/_result.jinja": "the panel of a live table: the table's page has the mark",
}
"""The templates with figures that have no mark of their own, each with its reason."""


def test_no_template_with_results_forgets_the_mark():
    root = Path(settings.BASE_DIR) / "templates"
    paths = [path for app in ("clubs", "games", "live") for path in (root / app).rglob("*.*")]
    texts = {str(path.relative_to(root)): path.read_text() for path in paths if not OF_CASES.search(str(path))}
    bare = {name for name, text in texts.items() if RESULT.search(text) and not MARK.search(text)}

    assert bare == set(ELSEWHERE)


@pytest.fixture
def there() -> World:
    """A game of two hands of which the second is disputed, with everything that is reckoned from it."""
    log.forget_all()
    made = world(hands=2)
    now = timezone.now()
    Sheet.objects.filter(pk=made.sheet.pk).update(finished_at=now)
    began = (BEGAN - timedelta(days=1)).date()
    Season.objects.create(club=made.club, name="Monsoon", begins=began, ends=timezone.localdate())
    projector.run_all()
    disputed(made, hand=2, now=now)
    return made


def page(player: Any, route: str, *args: Any, query: str = "", part: bool = False) -> str:
    client = Client()
    client.force_login(player.user)
    headers = {"HX-Request": "true"} if part else {}
    answer = client.get(reverse(route, args=args) + query, headers=headers)
    assert answer.status_code == 200, (route, answer)
    return answer.content.decode()


PAGES = {
    "games:hand_of_sheet": lambda there: (there.sheet.pk, 2),
    "games:sheet": lambda there: (there.sheet.pk,),
    "games:sheets": lambda there: (),
    "games:recent": lambda there: (),
    "clubs:home": lambda there: (),
    "clubs:club": lambda there: (there.club.slug,),
    "games:club_results": lambda there: (there.club.slug,),
    "games:club_games": lambda there: (there.club.slug,),
    "games:club_records": lambda there: (there.club.slug,),
    "games:club_form": lambda there: (there.club.slug,),
    "games:player_games": lambda there: (there.players[0].pk,),
    "games:player_hands": lambda there: (there.players[0].pk,),
    "games:player_figures": lambda there: (there.players[0].pk,),
    "games:player_partners": lambda there: (there.players[0].pk,),
    "clubs:ledger": lambda there: (there.club.slug,),
    "clubs:ledger_balances": lambda there: (there.club.slug,),
    "clubs:ledger_panel": lambda there: (there.club.slug,),
    "clubs:ledger_statement": lambda there: (there.club.slug, there.players[0].pk),
}


def test_every_page_of_results_says_that_one_is_provisional_until_the_case_is_closed(there):
    silent = [
        route for route, args in PAGES.items() if "data-provisional" not in page(there.players[0], route, *args(there))
    ]
    assert silent == []

    Case.objects.update(closed_at=timezone.now())
    loud = [route for route, args in PAGES.items() if "data-provisional" in page(there.players[0], route, *args(there))]
    assert loud == []


def test_the_mark_is_a_word_and_leads_to_the_case(there):
    case = Case.objects.get()
    shown = " ".join(page(there.players[0], "games:hand_of_sheet", there.sheet.pk, 2).split())

    assert f'href="{reverse("games:case", args=[case.pk])}" data-provisional' in shown
    assert "provisional" in shown
    assert "This hand is disputed; its result may change." in shown


def test_another_hand_of_the_game_says_which_one_is_disputed(there):
    shown = " ".join(page(there.players[0], "games:hand_of_sheet", there.sheet.pk, 1).split())

    assert "Hand 2 of this game is disputed" in shown
    assert "This hand is disputed" not in shown


def test_a_standing_counts_the_results_that_may_change(there):
    shown = page(there.players[0], "games:club_results", there.club.slug)

    assert "1 result is disputed and may change." in shown
    other = Season.objects.create(
        club=there.club, name="Before", begins=timezone.localdate().replace(year=2001, day=1),
        ends=timezone.localdate().replace(year=2001, day=2),
    )  # fmt: skip
    of_then = page(there.players[0], "games:club_standing", there.club.slug, query=f"?season={other.pk}", part=True)
    assert "may change" not in of_then


def test_a_list_asks_once_which_of_its_games_are_disputed(there):
    with CaptureQueriesContext(
        connection,
    ) as asked:
        page(there.players[0], "games:recent")

    assert len([query for query in asked if '"games_case"' in query["sql"]]) == 1


def test_files_of_results_and_of_the_ledger_have_a_column_for_it(there):
    assert [row["provisional"] for row in result_rows(there.club)] == ["yes"]
    client = Client()
    client.force_login(there.players[0].user)
    answer = client.get(reverse("clubs:ledger_statement_csv", args=[there.club.slug, there.players[0].pk]))
    lines = b"".join(answer.streaming_content).decode().splitlines()
    assert lines[0].endswith(',"provisional"')
    assert {line.rpartition(",")[2] for line in lines[1:]} == {'"yes"'}
