"""The API of tournaments with a log: a whole tournament by it, rights, keys, versions, and what stays hidden."""

from typing import Any
from uuid import uuid4

import pytest

from clubs.models import Club
from tests.factories import PlayerFactory
from tests.tournaments.helpers.calling import PLAN, SETTINGS, Caller, begun
from tournaments.log import states
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def test_teams_are_made_of_single_players_by_the_api(caller: Caller, club: Club, client):
    settings = {**SETTINGS, "free_agents": True}
    body = {"club": club.slug, "name": "By lot", "settings": settings, "stages": [{**PLAN, "by_lot": True}]}
    slug = caller.post("open/", body).json()["tournament"]
    for name in ("Ammini", "Beeran", "Chathan"):
        answer = caller.post(f"{slug}/entrants/", {"guests": [name], "free_agent": True})
        assert answer.status_code == 201, answer.content
    own = Caller(client, PlayerFactory(name="Devaki"))
    stranger = own.post(f"{slug}/entrants/", {"players": [str(PlayerFactory().pk)], "free_agent": True})
    assert stranger.status_code == 409
    assert (
        caller.post(f"{slug}/entrants/", {"guests": ["One", "Two"], "free_agent": True}).json()["code"] == "one-player"
    )
    for name, more in (("PromiseLot", {"free_agents": True}), ("DrawLot", {"lot": 1}), ("MakeTeams", {})):
        assert caller.do(slug, name, **more).status_code == 200, name
    assert caller.do(slug, "MakeTeams").json()["code"] == "too-few-free-agents"
    told = caller.get(f"{slug}/state/").json()["entrants"]
    assert sorted(one["status"] for one in told) == ["entered", "free_agent", "in_team", "in_team"]
    (team,) = (one for one in told if one["status"] == "entered")
    assert team["name"] == " & ".join(team["players"])


def test_a_tournament_is_run_by_the_api(caller: Caller, slug: str):
    begun(caller, slug)
    rounds = caller.get(f"{slug}/stages/1/rounds/").json()["rounds"]
    assert [match["status"] for match in rounds[0]["matches"]] == ["waiting", "waiting"]
    for match in rounds[0]["matches"]:
        done = caller.do(slug, "ReportGame", match=match["number"], points=[4, 2]).json()
        assert [event["type"] for event in done["events"]] == ["MatchReported"]
    lines = caller.get(f"{slug}/stages/1/standings/").json()["lines"]
    assert [(line["rank"], line["values"]["points"], line["played"]) for line in lines] == [
        (1, "2", 1),
        (2, "2", 1),
        (3, "0", 1),
        (4, "0", 1),
    ]
    state = caller.get(f"{slug}/state/").json()
    assert (state["status"], len(state["entrants"]), state["stages"][0]["rounds"]) == ("playing", 4, 1)


def test_as_of_a_version_nothing_had_happened_yet(caller: Caller, slug: str):
    before = caller.get(f"{slug}/state/").json()["version"]
    begun(caller, slug)
    assert caller.get(f"{slug}/state/?version={before}").json()["status"] == "open"
    assert caller.get(f"{slug}/stages/1/rounds/?version={before}").status_code == 404
    assert caller.get(f"{slug}/state/?version=9999").status_code == 404
    assert caller.get(f"{slug}/state/?at=2020-01-01T00:00:00Z").status_code == 404


def test_the_same_key_does_a_deed_once(caller: Caller, slug: str):
    body, key = {"deed": {"do": "CloseEntries"}}, str(uuid4())
    first = caller.post(f"{slug}/deeds/", body, key=key)
    second = caller.post(f"{slug}/deeds/", body, key=key)
    assert first.json() == second.json()
    assert second.headers["Idempotency-Replayed"] == "true"
    assert len(first.json()["events"]) == 1


def test_a_deed_on_an_old_version_is_stale(caller: Caller, slug: str):
    seen = f'"{caller.get(f"{slug}/state/").json()["version"]}"'
    assert caller.post(f"{slug}/deeds/", {"deed": {"do": "CloseEntries"}}, seen=seen).status_code == 200
    answer = caller.post(f"{slug}/deeds/", {"deed": {"do": "OpenEntries"}}, seen=seen)
    assert (answer.status_code, answer.json()["type"].split("/")[-2]) == (412, "stale")


def test_a_refusal_says_what_and_where(caller: Caller, slug: str):
    answer = caller.do(slug, "PairRound", stage=7)
    assert (answer.status_code, answer.json()["code"]) == (409, "unknown-stage")
    assert answer.json()["errors"][0]["at"] == "/stage"
    assert "There is no stage 7." in answer.json()["detail"]


@pytest.mark.parametrize("more", [{}, {"reason": "misread"}])
def test_points_beyond_what_the_hands_bring_are_refused(caller: Caller, slug: str, more: dict[str, str]):
    begun(caller, slug)
    if more:
        assert caller.do(slug, "ReportGame", match=1, points=[4, 2]).status_code == 200
    answer = caller.do(slug, "CorrectResult" if more else "ReportGame", match=1, points=[5, 2], **more)
    assert (answer.status_code, answer.json()["code"]) == (409, "points-impossible")
    assert answer.json()["errors"][0]["at"] == "/points"
    assert "Check the number: a side has \N{MINUS SIGN}6 to 4 points." in answer.json()["detail"]


def test_a_stranger_does_nothing_and_reads_no_draft_and_no_log(caller: Caller, client, slug: str):
    caller.do(slug, "BeginStage", stage=1)
    caller.do(slug, "PairRound", stage=1)
    stranger = Caller(client, PlayerFactory(name="Fathima"))
    assert stranger.do(slug, "CloseEntries").status_code == 403
    assert stranger.get(f"{slug}/log/").status_code == 403
    assert stranger.post(f"{slug}/previews/", {"deeds": [{"do": "CloseEntries"}]}).status_code == 403
    assert stranger.get(f"{slug}/stages/1/rounds/").json()["rounds"] == []
    assert client.get(f"/api/tournaments/{slug}/stages/1/rounds/").json()["rounds"] == []
    assert caller.get(f"{slug}/stages/1/rounds/").json()["rounds"][0]["status"] == "draft"


def test_the_log_tells_no_line_up(caller: Caller, slug: str):
    begun(caller, slug)
    tournament = Tournament.objects.get(slug=slug)
    squad = list(states.current(tournament.pk).entrants[1].squad)
    match = next(
        match["number"]
        for match in caller.get(f"{slug}/stages/1/rounds/").json()["rounds"][0]["matches"]
        if any(1 in side["entrants"] for side in match["sides"])
    )
    assert caller.do(slug, "NameLineUp", match=match, entrant=1, players=squad[:2]).status_code == 200
    told = caller.get(f"{slug}/log/").json()["results"]
    (named,) = [one for one in told if one["type"] == "LineUpNamed"]
    assert named["members"] == {"match": match, "entrant": 1}


def test_a_deed_is_undone_unless_something_stands_on_it(caller: Caller, slug: str):
    closed = caller.do(slug, "CloseEntries").json()["version"]
    assert caller.post(f"{slug}/undo/", {"version": closed}).status_code == 200
    again = caller.post(f"{slug}/undo/", {"version": closed})
    assert (again.status_code, again.json()["code"]) == (409, "undone-already")
    begun(caller, slug)
    paired = next(
        one["version"] for one in caller.get(f"{slug}/log/").json()["results"] if one["type"] == "RoundPaired"
    )
    stands = caller.post(f"{slug}/undo/", {"version": paired})
    assert (stands.status_code, stands.json()["code"]) == (409, "stands")


def test_a_preview_changes_nothing(caller: Caller, slug: str):
    begun(caller, slug)
    before = caller.get(f"{slug}/state/").json()["version"]
    deed = {"do": "DecideMatch", "match": 1, "decision": "walkover", "winner": 1}
    seen = caller.post(f"{slug}/previews/", {"deeds": [deed]})
    assert seen.status_code == 200, seen.content
    assert seen.json()["moves"]
    assert caller.get(f"{slug}/state/").json()["version"] == before


@pytest.mark.parametrize(
    "deed",
    [
        {"do": "Nonsense"},
        {"do": "BeginStage"},
        {"do": "BeginStage", "stage": "one"},
        {"do": "BeginStage", "stage": 1, "more": 2},
        {"do": "Enter", "squad": ["x"] * 10_000},
        {},
        [],
    ],
)
def test_a_body_that_is_no_deed_is_a_problem(caller: Caller, slug: str, deed: Any):
    answer = caller.post(f"{slug}/deeds/", {"deed": deed})
    assert answer.status_code in (400, 409, 413)
    assert answer.headers["Content-Type"].startswith("application/problem+json")


@pytest.mark.parametrize("ids", [["x", "y"], [str(uuid4()), str(uuid4())], ["", ""]])
def test_players_who_are_not_there_are_refused(caller: Caller, slug: str, ids: list[str]):
    answer = caller.do(slug, "Enter", squad=ids)
    assert (answer.status_code, answer.json()["code"]) == (409, "unknown-player")


def test_guests_are_entered_by_name_once(caller: Caller, club: Club, slug: str):
    body, key = {"guests": ["Kunjali", "Pathu"], "name": "The visitors"}, str(uuid4())
    assert caller.post(f"{slug}/entrants/", body, key=key).status_code == 201
    assert caller.post(f"{slug}/entrants/", body, key=key).status_code == 201
    entrants = caller.get(f"{slug}/state/").json()["entrants"]
    assert [(one["name"], one["players"]) for one in entrants][-1] == ("The visitors", ["Kunjali", "Pathu"])
    assert len(entrants) == 5
