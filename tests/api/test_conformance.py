"""The API does what its schema says, whatever is sent to it (schemathesis), with a real database behind it.

The requests go through the whole application. Their path parameters mostly name things that exist, so that they get
past the first look-up.
"""

import json
import random
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, time, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, settings
from rest_framework.throttling import SimpleRateThrottle
from schemathesis import BaseSchema
from schemathesis.config import SchemathesisConfig

from clubs.api.idempotency import HEADER
from clubs.base import guesses
from clubs.calendar.services import plan_meeting
from clubs.exchange.services import take_in
from clubs.house.services import make_house_rules
from clubs.ledger.seasons import make_season
from clubs.ledger.services import grant
from clubs.members.doors import ask_to_join, make_invitation
from clubs.members.guests import claim_guest, make_guest, offer_claim
from clubs.members.societies import change_club
from clubs.models import AccessToken, Club, Player
from clubs.notices.services.telling import notify
from clubs.teams.services import make_team
from games.models import HandCheck, Table
from games.results.services import enter_result
from tests.api.calls import Caller, caller
from tests.api.playing import deal, open_table, play
from tests.api.shapes import description
from tests.clubs.notices.devices import Phone
from tests.factories import ClubFactory, PlayerFactory, TournamentFactory

# A body that fits the schema may be refused all the same: by who asks, by how things stand (409), or by the rule set,
# the club or the game (422). It is never 400, which says that a body does not fit.
IN_FORM = ["2xx", "304", "401", "403", "404", "409", "422"]
ON_WHAT_WAS_SEEN = [*IN_FORM, "412"]
CONFIG: dict[str, Any] = {
    # Otherwise constants of the loaded modules are sent too, so that requests depend on which other tests run.
    "analysis": {"constants": {"enabled": False}},
    # No text of the API has a NUL character; free names of members cannot say so in the schema.
    "generation": {"allow-x00": False},
    "checks": {
        "positive_data_acceptance": {"expected-statuses": IN_FORM},
        # And the other way round: what does not fit is 400 at the latest, before anything judges its values.
        "negative_data_rejection": {
            "expected-statuses": ["400", "401", "403", "404", "405", "406", "413", "415", "428"],
        },
        "missing_required_header": {"expected-statuses": ["400", "401", "403", "428"]},
    },
    "operations": [
        # Ten messages in half a minute are enough, and so are twelve calls for the director in ten.
        {
            "include-operation-id": ["chat_create", "tournaments_call_director", "tournaments_announce"],
            "checks": {"positive_data_acceptance": {"expected-statuses": [*IN_FORM, "429"]}},
        },
        # Sessions follow one another, which a schema cannot say.
        {
            "include-operation-id": ["tournaments_propose_schedule"],
            "checks": {"positive_data_acceptance": {"expected-statuses": [*IN_FORM, "400"]}},
        },
        # A time of RFC 3339 with its zone is a format, which a schema only notes.
        {
            "include-operation-id": ["cases_deadline", "cases_polls_create"],
            "checks": {"positive_data_acceptance": {"expected-statuses": [*IN_FORM, "400"]}},
        },
        # These name the version that was seen, which mostly is not the one there is.
        {
            "include-operation-id": [
                "actions_create",
                "practices_act",
                "practices_back",
                "practices_deal",
                "sheets_contract",
                "sheets_hand",
                "sheets_rule",
                "sheets_lift",
                "sheets_withdraw",
                "sheets_settle",
                "sheets_clear",
                "sheets_stop",
                "tournaments_do",
                "tournaments_enter",
                "tournaments_undo",
            ],
            "checks": {"positive_data_acceptance": {"expected-statuses": ON_WHAT_WAS_SEEN}},
        },
    ],
}


def examples(count: int) -> settings:
    """Return the settings of a profile: so many generated requests of an operation, the same in every run."""
    return settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=True,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )


class World(NamedTuple):
    """A player with a token, and by the names of path parameters what exists."""

    ammini: Caller
    existing: dict[str, list[str]]


def make_world() -> World:
    """Open a table that waits, one that plays and one that is finished."""
    ammini = caller("Ammini")
    finished = open_table(ammini, bots=[1, 2, 3], options={"ending": {"type": "hands", "count": 1}})
    deal([ammini], finished)
    for _ in play([ammini] * 4, finished, random.Random(7)):
        deal([ammini], finished)
    check = ammini.post(f"tables/{finished}/hands/1/check/", {"question": "Was the ace led?"})
    playing = open_table(ammini, bots=[1, 2, 3])
    deal([ammini], playing)
    waiting = open_table(ammini)
    club = ClubFactory(founder=ammini.player, name="Meenachil", place="Pala")
    people = _people_of(club, ammini.player)
    house = [
        make_house_rules(club=club, by=ammini.player, name=name, rules="28-house-4", options={"cot": True})
        for name in ("Friday 28", "Sunday 28")
    ]
    sheets = [
        json.loads(ammini.post("sheets/", {"rules": rules}).content)["sheet"]
        for rules in ("56-kerala-4", "56-kerala-6", "28-kerala-4")
    ]
    passes = [json.loads(ammini.post(f"sheets/{sheet}/passes/", {"sides": [0]}).content)["id"] for sheet in sheets]
    practices = [
        json.loads(ammini.post("practices/", {"rules": rules}).content)["practice"]
        for rules in ("28-kerala-4", "56-standard-4")
    ]
    return World(
        ammini,
        {
            "table_id": [waiting, playing, finished],
            "check_id": [json.loads(check.content)["check"]],
            "practice_id": practices,
            "sheet_id": sheets,
            "pass_id": passes,
            "player_id": [str(ammini.player.pk), *people.pop("players")],
            **people,
            "slug": [club.slug],
            "house_id": [str(one.pk) for one in house],
            "subject": ["members", "teams", "results"],
            "run_id": [str(take_in(club=club, by=ammini.player, subject="members", data=b"name\nChacko\n").pk)],
            "result_id": _results_of(club, ammini.player),
            **_ledger_of(club, ammini.player),
            **_teams_of(club, ammini.player),
            "rules_id": ["28-kerala-4", "28-kerala-3"],
            "kind": ["conflict", "stale"],
            "seat": ["0", "1", "2", "3"],
            "number": ["1"],
            **_notices_of(ammini.player),
        },
    )


def _people_of(club: Club, owner: Player) -> dict[str, list[str]]:
    """Let somebody ask to join a club, and put guests and an invitation beside; return their ids by parameter."""
    guests = [make_guest(club=club, by=owner, name=name) for name in ("Thomas", "Mathai", "Ouseph")]
    claims = [offer_claim(club=club, by=owner, guest=guest) for guest in guests[1:]]
    claim_guest(claim_id=claims[0].pk, player=caller("Ravi").player)
    change_club(club=club, by=owner, door="request")
    asked = ask_to_join(club=club, player=caller("Beeran").player, word="Let me in.")
    invited = make_invitation(club=club, by=owner, places=5)
    return {
        "players": [str(guests[0].pk), str(guests[2].pk)],
        "request_id": [str(asked.pk)],
        "invitation_id": [str(invited.pk)],
        "claim_id": [str(claims[0].pk)],
    }


def _notices_of(player: Player) -> dict[str, list[str]]:
    """Tell somebody something and add devices; return their ids by parameter."""
    notify(players=[player], kind="ruling", path="/clubs/", key="1")
    return {
        "notice_id": [str(player.notices.get(kind="ruling", key="1").pk)],
        "device_id": [str(Phone().added_for(player).pk) for _ in range(2)],
    }


def _results_of(club: Club, owner: Player) -> list[str]:
    """Write results down in a club; return their ids."""
    players = [owner, *(make_guest(club=club, by=owner, name=name) for name in ("Kunjan", "Varkey", "Pappan"))]
    said: dict[str, Any] = {"rules": "28-kerala-4", "players": players, "played_on": date(2026, 5, 1)}
    return [str(enter_result(club=club, player=owner, points=points, **said).pk) for points in ((7, 3), (0, 5))]


def _ledger_of(club: Club, owner: Player) -> dict[str, list[str]]:
    """Make seasons of a club and an entry in its ledger; return their ids by parameter."""
    days = [(date(2025, 1, 1), date(2025, 6, 30)), (date(2020, 1, 1), date(2020, 6, 30))]
    made = [make_season(club=club, by=owner, name=f"{begins}", begins=begins, ends=ends) for begins, ends in days]
    return {
        "season_id": [str(season.pk) for season in made],
        "entry_id": [str(grant(club=club, by=owner, units=20)), str(grant(club=club, by=owner, units=3))],
    }


def _teams_of(club: Club, owner: Player) -> dict[str, list[str]]:
    """Make teams of a club, a tournament of its name that has begun, and a meeting; return their ids by parameter."""
    teams = []
    for name in ("Kallada", "Pamba", "Nila"):
        bots = [PlayerFactory(bot=True, name=f"{name} {number}") for number in range(2)]
        teams.append(make_team(club=club, by=owner, name=name, players=bots))
    TournamentFactory(club=club, director=owner, name=club.name, teams=teams, started=True)
    day = date(2030, 1, 4)
    evening = plan_meeting(
        club=club, by=owner, title="Cards", day=day, at=time(18), repeats_until=day + timedelta(days=14)
    )
    return {
        "team_id": [str(team.pk) for team in teams],
        "stage": ["1"],
        "meeting_id": [str(evening.pk)],
        "day": [(day + timedelta(days=after)).isoformat() for after in (0, 7, 14)],
    }


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """What exists, made once and taken back after the last test."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        patch.setattr(SimpleRateThrottle, "THROTTLE_RATES", dict.fromkeys(("anon", "user", "write")))
        for most in ("MOST", "MOST_OF_NETWORK", "MOST_OF_ALL"):
            patch.setattr(guesses, most, 1_000_000)
        existing = make_world()
        # As Django's own test client has it: the end of a request closes no connection, and so no transaction.
        for signal in (request_started, request_finished):
            signal.disconnect(close_old_connections)
        yield existing
        transaction.set_rollback(True)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def published(world: World) -> BaseSchema:
    """The schema that is published, for requests drawn from it."""
    return readable(world, coverage=False)


@pytest.fixture(scope="module")
def bounded(world: World) -> BaseSchema:
    """The same one; every boundary of every parameter is tried too."""
    return readable(world, coverage=True)


def readable(world: World, *, coverage: bool) -> BaseSchema:
    """Return the schema as schemathesis reads it."""
    schema = schemathesis.openapi.from_dict(
        json.loads(description()),
        # Of the methods that an operation lacks, only these two are tried.
        config=SchemathesisConfig.from_dict(
            CONFIG | {"phases": {"coverage": {"enabled": coverage, "unexpected-methods": ["delete", "trace"]}}}
        ),
    )
    schema.app = get_wsgi_application()

    @schema.hook
    def map_path_parameters(context: Any, path_parameters: dict[str, Any]) -> dict[str, Any]:
        return lead_somewhere(context.operation.label, path_parameters, world.existing)

    @schema.hook
    def filter_case(context: Any, case: schemathesis.Case) -> bool:
        # No value fits a header that is refused ({"not": {}}); schemathesis takes any for one that does.
        if case.operation.label == "POST /api/tokens/" and HEADER in (case.headers or {}):
            return False
        # A body that is no text is sent as one where it is to be CSV, so that the server cannot refuse it.
        return case.media_type != "text/csv" or isinstance(case.body, str)

    return schema


def lead_somewhere(operation: str, path_parameters: dict[str, Any], existing: dict[str, list[str]]) -> dict[str, Any]:
    """Let most paths lead to something that exists; which of them, and to what, follows from the request alone."""
    if not path_parameters or mark(operation, path_parameters) % 8 == 0:
        return path_parameters
    return {
        name: existing[name][mark(operation, name, value) % len(existing[name])]
        if name in existing and in_form(name, value)
        else value
        for name, value in path_parameters.items()
    }


def mark(*parts: object) -> int:
    """Return a number that follows from the parts alone; `hash` differs from run to run."""
    return zlib.crc32(repr(parts).encode("utf-8", "replace"))


def in_form(name: str, value: object) -> bool:
    """Tell whether a value is one that the schema admits; what is wrong on purpose stays wrong."""
    if name.endswith("_id") and name not in {"rules_id", "entry_id", "match_id"}:
        try:
            return bool(UUID(str(value)))
        except ValueError:
            return False
    return str(value).isdecimal() if name in {"seat", "number", "entry_id", "match_id"} else isinstance(value, str)


@pytest.fixture(autouse=True)
def _named(request: pytest.FixtureRequest) -> None:
    """Keep the test's id where schemathesis looks for it; pytest 9.2 has it elsewhere."""
    request.node._nodeid = request.node.nodeid


# A fixture, because loading the schema takes seconds, and every process of the tests would do it to collect them.
usual = schemathesis.pytest.from_fixture("published")
at_its_bounds = schemathesis.pytest.from_fixture("bounded")


@usual.parametrize()
@examples(2)
def test_the_api_keeps_to_its_schema_for_somebody_who_is_signed_in(case: schemathesis.Case, world: World):
    ask_as_player(case, world)


@usual.parametrize()
@examples(1)
def test_the_api_keeps_to_its_schema_for_a_visitor(case: schemathesis.Case, world: World):
    """Nothing is written for a visitor, either."""
    with taken_back():
        before = Table.objects.count(), AccessToken.objects.count(), HandCheck.objects.count()

        response = case.call_and_validate()

        if case.operation.method.upper() != "GET":
            assert response.status_code >= 400
        assert (Table.objects.count(), AccessToken.objects.count(), HandCheck.objects.count()) == before


# A visitor is refused before anything else is looked at; the boundaries would show nothing new.
@pytest.mark.whole
@pytest.mark.timeout(900)
@at_its_bounds.parametrize()
@examples(1)
def test_every_boundary_of_the_schema_holds_for_somebody_who_is_signed_in(case: schemathesis.Case, world: World):
    ask_as_player(case, world)


def ask_as_player(case: schemathesis.Case, world: World) -> None:
    """Send the request with a token, and hold that the answer is one that the schema has."""
    with taken_back():
        case.call_and_validate(headers={"Authorization": f"Bearer {world.ammini.token}"})


@contextmanager
def taken_back() -> Iterator[None]:
    """Take back what a request does."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
