"""Tournaments that are over, for the tests of their archives."""

from uuid import uuid4

import pytest

import engine
from clubs.members.guests import add_guest
from clubs.models import Club, Player
from games.models import Sheet
from games.sheets.services import enter_hand
from tests.tournaments.helpers.archives import archive_of
from tests.tournaments.helpers.directed import (
    ONE_HAND,
    bot_pairs,
    called,
    do,
    opened,
    play_to_the_end,
)
from tournaments.deeds.opening import CloseTournament
from tournaments.deeds.staging import CallRound, CloseStage, ReleaseRound
from tournaments.directing.entering import enter
from tournaments.directing.reporting import take_results
from tournaments.directing.tending import tend
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log import states
from tournaments.models import MatchGame, Tournament

_archives: dict[str, bytes] = {}


@pytest.fixture
def table_archive(request: pytest.FixtureRequest) -> bytes:
    """The archive of a tournament at live tables, played once for all tests that need no more than its file."""
    if "tables" not in _archives:
        _archives["tables"] = archive_of(request.getfixturevalue("at_tables"))
    return _archives["tables"]


@pytest.fixture
def sheet_archive(request: pytest.FixtureRequest) -> bytes:
    """The archive of a tournament on score sheets, likewise."""
    if "sheets" not in _archives:
        _archives["sheets"] = archive_of(request.getfixturevalue("on_sheets"))
    return _archives["sheets"]


@pytest.fixture
def at_tables(club: Club, director: Player) -> Tournament:
    """A round robin of three pairs of bots at live tables, closed."""
    states.forget_all()
    cup = opened(club, director, StagePlan(type="round_robin", match=ONE_HAND))
    bot_pairs(cup, director, 3)
    called(cup, director)
    for number in (1, 2, 3):
        if number > 1:
            do(cup, director, ReleaseRound(stage=1, round=number), CallRound(stage=1, round=number))
        tend(cup.pk)
        play_to_the_end(list(MatchGame.objects.filter(reported=0).values_list("pk", flat=True)))
        take_results()
    do(cup, director, CloseStage(stage=1), CloseTournament())
    cup.refresh_from_db()
    return cup


@pytest.fixture
def on_sheets(club: Club, director: Player) -> Tournament:
    """A match of two pairs of guests on a score sheet, closed."""
    states.forget_all()
    plan = StagePlan(type="round_robin", match=MatchPlan(hands=2, place="sheet"))
    cup = opened(club, director, plan, rules="56-kerala-4", engine=engine.VERSION, kind="pair", bots=False)
    for number in (1, 2):
        pair = [add_guest(club=club, by=director, name=f"Guest {number}{letter}") for letter in "ab"]
        enter(cup, by=director, players=pair, command=uuid4())
    called(cup, director)
    tend(cup.pk)
    sheet = Sheet.objects.get()
    for declarer, outcome in ((0, "made"), (2, "made")):
        enter_hand(
            sheet_id=sheet.pk, player=director, outcome=outcome, contract=(declarer, 30, "S", 0), command=uuid4()
        )
    take_results()
    do(cup, director, CloseStage(stage=1), CloseTournament())
    cup.refresh_from_db()
    return cup
