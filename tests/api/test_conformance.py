"""The API does what its schema says, whatever is sent to it (schemathesis), with a real database behind it.

The requests go through the whole application. Their path parameters mostly name things that exist, so that they get
past the first look-up.
"""

import itertools
import json
import random
from collections.abc import Iterator
from datetime import date, time, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, settings
from rest_framework.throttling import SimpleRateThrottle
from schemathesis import BaseSchema
from schemathesis.config import SchemathesisConfig

from clubs import guesses
from clubs.calendar.services import plan_meeting
from clubs.exchange.services import take_in
from clubs.house.services import make_house_rules
from clubs.ledger.seasons import make_season
from clubs.ledger.services import grant
from clubs.models import AccessToken, Club, Player
from clubs.notices.services import notify
from clubs.services import (
    ask_to_join,
    change_club,
    claim_guest,
    found_club,
    make_guest,
    make_invitation,
    make_player,
    make_team,
    offer_claim,
)
from games.models import Dispute, Table
from games.results.services import enter_result
from tests.api.calls import Caller, caller
from tests.api.playing import deal, open_table, play
from tests.clubs.notices.devices import Phone
from tournaments.services import enter_team, open_tournament, start_tournament

# What a request in form may come to besides success: the rules of the game and of the table go beyond a schema.
REFUSALS = ["2xx", "304", "401", "403", "404", "409", "422"]
CONFIG: dict[str, Any] = {
    "checks": {
        "positive_data_acceptance": {"expected-statuses": REFUSALS},
        "missing_required_header": {"expected-statuses": ["400", "401", "403", "428"]},
    },
    "operations": [
        # The options of a rule set are an object to the schema, and judged by the rule set.
        {
            "include-operation-id": [
                "tables_create",
                "entropy_create",
                "chat_create",
                "meanings_ask",
                "meanings_add",
                "hands_concede",
                "claims_answer",
                "disputes_create",
                "sheets_create",
                "practices_create",
                "tables_rule",
                "clubs_house_rules_create",
                "clubs_house_rules_update",
                "clubs_house_rules_freeze",
                "me_notice_choices_update",
                "me_devices_create",
                "clubs_imports_create",
                # A name, a day or a code is judged by more than its shape.
                "results_create",
                "results_withdraw",
                "kunukku_lift",
                "clubs_update",
                "clubs_members_suspend",
                "clubs_guests_create",
                "clubs_guests_update",
                "clubs_invitations_create",
                # Units from one account to another, and days that no other season has.
                "ledger_correct",
                "ledger_grant",
                "ledger_reverse",
                "ledger_settle",
                "seasons_create",
                "seasons_update",
                "seasons_close",
                # Who may be put into a team, and from which day on; days that are planned.
                "clubs_teams_create",
                "clubs_teams_update",
                "clubs_teams_places_create",
                "clubs_teams_places_end",
                "clubs_teams_transfer",
                "clubs_calendar_list",
                "clubs_meetings_create",
                "clubs_meetings_update",
                "clubs_meetings_day_update",
                "tournaments_line_up_name",
            ],
            "checks": {"positive_data_acceptance": {"expected-statuses": [*REFUSALS, "400"]}},
        },
        # What a sheet takes depends on what stands on it; and a schema takes 3.0 for a whole number.
        {
            "include-operation-id": [
                "sheets_contract",
                "sheets_hand",
                "sheets_rule",
                "sheets_lift",
                "sheets_withdraw",
                "sheets_stop",
                "practices_deal",
            ],
            "checks": {"positive_data_acceptance": {"expected-statuses": [*REFUSALS, "400", "412"]}},
        },
        {
            "include-operation-id": ["actions_create", "practices_act", "practices_back"],
            "checks": {"positive_data_acceptance": {"expected-statuses": [*REFUSALS, "412"]}},
        },
    ],
}
BOUNDED = settings(
    max_examples=6,
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
    dispute = ammini.post(f"tables/{finished}/hands/1/dispute/", {"question": "Was the ace led?"})
    playing = open_table(ammini, bots=[1, 2, 3])
    deal([ammini], playing)
    waiting = open_table(ammini)
    club = found_club(founder=ammini.player, name="Meenachil", place="Pala")
    people = _people_of(club, ammini.player)
    house = [
        make_house_rules(club=club, by=ammini.player, name=name, rules="28-house-4", options={"cot": True})
        for name in ("Friday 28", "Sunday 28")
    ]
    sheets = [ammini.post("sheets/", {"rules": f"56-kerala-{players}"}) for players in (4, 6)]
    practices = [
        json.loads(ammini.post("practices/", {"rules": rules}).content)["practice"]
        for rules in ("28-kerala-4", "56-standard-4")
    ]
    return World(
        ammini,
        {
            "table_id": [waiting, playing, finished],
            "dispute_id": [json.loads(dispute.content)["dispute"]],
            "practice_id": practices,
            "sheet_id": [json.loads(sheet.content)["sheet"] for sheet in sheets],
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
        bots = [make_player(name=f"{name} {number}", is_bot=True) for number in range(2)]
        teams.append(make_team(club=club, by=owner, name=name, players=bots))
    cup = open_tournament(club=club, director=owner, name=club.name, lineup_minutes=60)
    for team in teams:
        enter_team(tournament_id=cup.pk, team=team, by=owner)
    start_tournament(tournament_id=cup.pk, by=owner)
    day = date(2030, 1, 4)
    evening = plan_meeting(
        club=club, by=owner, title="Cards", day=day, at=time(18), repeats_until=day + timedelta(days=14)
    )
    return {
        "team_id": [str(team.pk) for team in teams],
        "match_id": [str(match.pk) for match in cup.matches.all()],
        "meeting_id": [str(evening.pk)],
        "day": [(day + timedelta(days=after)).isoformat() for after in (0, 7, 14)],
    }


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """What exists, made once and taken back after the last test."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        patch.setattr(SimpleRateThrottle, "THROTTLE_RATES", dict.fromkeys(("anon", "user", "write")))
        for most in ("MOST", "MOST_OF_ALL"):
            patch.setattr(guesses, most, 1_000_000)
        existing = make_world()
        # As Django's own test client has it: the end of a request closes no connection, and so no transaction.
        for signal in (request_started, request_finished):
            signal.disconnect(close_old_connections)
        yield existing
        transaction.set_rollback(True)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def world(made: World) -> Iterator[World]:
    """What exists; what a test does to it is taken back."""
    _existing.update(made.existing)
    with transaction.atomic():
        yield made
        transaction.set_rollback(True)


_existing: dict[str, list[str]] = {}
_turns = itertools.count()


def published(**config: Any) -> BaseSchema:
    """Return the schema as the application publishes it."""
    schema = schemathesis.openapi.from_dict(
        json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True))),
        config=SchemathesisConfig.from_dict(CONFIG | config),
    )
    schema.app = get_wsgi_application()
    schema.hook("map_path_parameters")(lead_somewhere)
    return schema


def lead_somewhere(context: Any, path_parameters: dict[str, Any]) -> dict[str, Any]:
    """Let three of four paths lead to something that exists."""
    turn = next(_turns)
    if not path_parameters or turn % 4 == 3:
        return path_parameters
    return {
        name: _existing[name][turn % len(_existing[name])] if name in _existing and in_form(name, value) else value
        for name, value in path_parameters.items()
    }


def in_form(name: str, value: object) -> bool:
    """Tell whether a value is one that the schema admits; what is wrong on purpose stays wrong."""
    if name.endswith("_id") and name not in {"rules_id", "entry_id", "match_id"}:
        try:
            return bool(UUID(str(value)))
        except ValueError:
            return False
    return str(value).isdecimal() if name in {"seat", "number", "entry_id", "match_id"} else isinstance(value, str)


for_players = published()
# What a visitor may not do is refused before anything else is looked at; fewer requests show that.
for_visitors = published(phases={"coverage": {"enabled": False}})


@for_players.parametrize()
@BOUNDED
def test_the_api_keeps_to_its_schema_for_somebody_who_is_signed_in(case: schemathesis.Case, world: World):
    case.call_and_validate(headers={"Authorization": f"Bearer {world.ammini.token}"})


@for_visitors.parametrize()
@BOUNDED
def test_the_api_keeps_to_its_schema_for_a_visitor(case: schemathesis.Case, world: World):
    before = Table.objects.count(), AccessToken.objects.count(), Dispute.objects.count()

    response = case.call_and_validate()

    if case.operation.method.upper() != "GET":
        assert response.status_code >= 400
    assert (Table.objects.count(), AccessToken.objects.count(), Dispute.objects.count()) == before
