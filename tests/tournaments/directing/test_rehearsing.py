"""A rehearsal that a director asks for: made by the worker, kept in the cache, and nothing of it in the database."""

import json
from io import StringIO

import pytest
from django.apps import apps
from django.core import mail
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import bot_pairs, do, opened, state_of
from tournaments.deeds.base import Refused
from tournaments.deeds.opening import CloseEntries
from tournaments.directing import rehearsing
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.rehearsal.assumptions import Assumptions
from tournaments.tasks import rehearse

pytestmark = pytest.mark.django_db

SWISS = StagePlan(type="swiss", rounds=2, tie_breaks=("points", "seed"), match=MatchPlan(hands=4))
QUICK = Assumptions(entrants=6, tables=2, runs=2, hands=8)


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()


@pytest.fixture
def cup(club, director):
    tournament = opened(club, director, SWISS)
    bot_pairs(tournament, director, 3)
    return tournament


def rows() -> dict[str, int]:
    return {model._meta.label: model._default_manager.count() for model in apps.get_models()}


def address(tournament) -> str:
    return f"/tournaments/{tournament.slug}/rehearsal/"


def form(**changes):
    return {"entrants": 6, "tables": 2, "seconds": 100, "between": 10, "rest": 5, "runs": 2, **changes}


def made(tournament, by, assumptions=QUICK) -> rehearsing.Rehearsal:
    """Ask for a rehearsal and make it, as the worker does."""
    asked = rehearsing.ask(tournament, by=by, assumptions=assumptions)
    rehearse(str(tournament.pk), asked.run)
    known = rehearsing.last(tournament)
    assert known is not None
    return known


def test_nothing_of_a_rehearsal_is_written_sent_or_noted(cup, director, django_capture_on_commit_callbacks):
    before, version = rows(), state_of(cup).version
    asked = rehearsing.ask(cup, by=director, assumptions=QUICK)

    with (
        CaptureQueriesContext(
            connection,
        ) as queries,
        django_capture_on_commit_callbacks() as later,
    ):
        rehearse(str(cup.pk), asked.run)

    known = rehearsing.last(cup)
    assert known is not None
    assert known.report is not None
    assert known.report.entrants == 6
    assert all(query["sql"].startswith(("SELECT", "SAVEPOINT", "RELEASE")) for query in queries)
    assert later == []
    assert mail.outbox == []
    assert (rows(), state_of(cup).version) == (before, version)


def test_a_rehearsal_tells_how_far_it_is_and_twice_is_once(cup, director, monkeypatch):
    asked = rehearsing.ask(cup, by=director, assumptions=QUICK)
    steps = []
    keep = rehearsing._keep
    monkeypatch.setattr(rehearsing, "_keep", lambda pk, known: (steps.append(known.done), keep(pk, known)))

    rehearse(str(cup.pk), asked.run)
    rehearse(str(cup.pk), asked.run)

    assert steps == [0, 1, 2, 2]


def test_the_last_one_that_was_asked_for_counts(cup, director):
    first = rehearsing.ask(cup, by=director, assumptions=QUICK)
    again = rehearsing.ask(cup, by=director, assumptions=QUICK)
    other = rehearsing.ask(cup, by=director, assumptions=Assumptions(entrants=8, runs=2, hands=8))

    rehearse(str(cup.pk), first.run)

    assert again.run == first.run
    known = rehearsing.last(cup)
    assert known is not None
    assert (known.run, known.report) == (other.run, None)


def test_a_rehearsal_whose_worker_is_gone_is_over(cup, director):
    asked = rehearsing.ask(cup, by=director, assumptions=QUICK)
    assert not asked.is_over
    silent = rehearsing.replace(asked, heard_at=timezone.now().timestamp() - rehearsing.SILENT_SECONDS - 1)

    assert (silent.is_over, silent.is_lost) == (True, True)


def test_others_than_directors_are_refused(cup):
    with pytest.raises(Refused) as refused:
        rehearsing.ask(cup, by=PlayerFactory(), assumptions=QUICK)
    assert refused.value.code == "not-allowed"
    assert rehearsing.last(cup) is None


def test_the_page_asks_shows_how_far_it_is_and_the_report(cup, director, client):
    client.force_login(director.user)
    assert "No rehearsal within the last hour" in client.get(address(cup)).content.decode()

    answer = client.post(address(cup), form())

    assert (answer.status_code, answer["Location"]) == (302, address(cup))
    running = client.get(address(cup), headers={"HX-Request": "true", "HX-Target": "last"}).content.decode()
    assert "The event is being rehearsed" in running
    assert "hx-trigger" in running
    assert "<html" not in running
    known = rehearsing.last(cup)
    rehearse(str(cup.pk), known.run)
    page = client.get(address(cup)).content.decode()
    assert "Errors to correct" in page
    assert "matches that wait for a table: 2" in page
    assert "With 3 tables none would wait." in page
    assert "2 runs with 6 entrants, 3 of them invented." in page
    assert 'hx-trigger="every 1s' not in page
    assert 'value="6"' in page
    assert "has changed since" not in page

    do(cup, director, CloseEntries())

    assert "has changed since" in client.get(address(cup)).content.decode()


def test_what_cannot_be_stands_beside_its_field(cup, director, client):
    client.force_login(director.user)

    answer = client.post(address(cup), form(tables=5_000, begins_at="2026-12-01T10:00", closes_at="2026-12-01T09:00"))
    late = client.post(address(cup), form(begins_at="2026-12-01T10:00", closes_at="2026-12-01T09:00"))

    assert answer.status_code == late.status_code == 422
    assert 'id="id_tables_error"' in answer.content.decode()
    assert "The hall must close after the beginning of the event." in late.content.decode()
    assert rehearsing.last(cup) is None


def test_a_player_does_not_see_it(cup, client):
    client.force_login(PlayerFactory(password="x").user)

    assert client.get(address(cup)).status_code == 403


def test_the_api_tells_the_report(cup, director, client):
    client.force_login(director.user)
    url = f"/api/tournaments/{cup.slug}/rehearsal/"
    assert client.get(url).json()["status"] == "none"
    made(cup, director)

    told = client.get(url).json()

    assert told["status"] == "done"
    assert told["report"]["entrants"] == 6
    assert [one["number"] for one in told["report"]["rounds"]] == [1, 2]
    assert any(finding["topic"] == "tables" and finding["right"] for finding in told["report"]["findings"])


def test_the_command_prints_the_same_rehearsal(cup, director):
    printed, as_json = StringIO(), StringIO()
    call_command("rehearse", cup.slug, entrants=6, tables=2, runs=2, hands=8, stdout=printed)
    call_command("rehearse", cup.slug, entrants=6, tables=2, runs=2, hands=8, json=True, stdout=as_json)

    assert "2 runs, 6 entrants (3 made up)" in printed.getvalue()
    assert "Stage 1: matches that wait for a table: 2" in printed.getvalue()
    assert json.loads(as_json.getvalue())["runs"] == 2
    with pytest.raises(CommandError, match="There is no tournament"):
        call_command("rehearse", "nowhere")
    with pytest.raises(CommandError, match="from 0 to 1024"):
        call_command("rehearse", cup.slug, tables=-1)
