"""Ids of commands that a captain chooses: they keep no result out of a tournament, and no match from being called."""

from typing import Any
from uuid import UUID, uuid5

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player
from games.sheets.services import enter_hand
from tests.tournaments.helpers.directed import bot_pairs, called, do, opened, state_of
from tests.tournaments.helpers.disputed import sheet_cup, sheet_of
from tournaments.deeds.base import Deed
from tournaments.deeds.playing import CallMatch, NameLineUp, ReportGame
from tournaments.deeds.staging import CallRound, ReleaseRound
from tournaments.directing.acting import act, undo
from tournaments.directing.reporting import take_result
from tournaments.directing.tending import tend
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log import states
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def captain_of(cup: Tournament, match: int, side: int) -> Player:
    state = state_of(cup)
    return Player.objects.get(pk=UUID(state.entrants[state.matches[match].sides[side][0]].squad[0]))


def send(cup: Tournament, player: Player, deed: Deed, command: UUID) -> Any:
    """Send a deed as the page of the match does, with an id of one's own."""
    client = Client()
    client.force_login(player.user)
    form = {"deed": msgspec.json.encode(deed).decode(), "command": str(command), "version": state_of(cup).version}
    return client.post(reverse("tournaments:do", args=[cup.slug]), form)


def test_a_captain_who_uses_the_id_of_the_result_s_command_keeps_it_not_out(club: Club, director: Player):
    cup = sheet_cup(club, director, "swiss", members=True)
    sheet, loser = sheet_of(cup, 1), captain_of(cup, 1, 1)
    version = state_of(cup).version
    for guess in range(1, 12):
        deed = ReportGame(match=1, points=(0, guess))
        assert send(cup, loser, deed, uuid5(sheet, f"result:{guess}")).status_code == 302
    assert state_of(cup).version > version, "the captain's reports are taken"

    enter_hand(sheet_id=sheet, player=director, outcome="made", contract=(0, 30, "S", 0), command=UUID(int=1))

    assert take_result(sheet)
    (game,) = state_of(cup).matches[1].games
    assert (game.by, game.report.winners) == ("game", (0,))


def test_the_clock_calls_a_match_whose_command_s_id_somebody_has_used(club: Club, director: Player):
    cup = sheet_cup(club, director, "knock_out", members=True)
    for match in (1, 2):
        enter_hand(
            sheet_id=sheet_of(cup, match), player=director, outcome="made", contract=(0, 30, "S", 0),
            command=UUID(int=match),
        )  # fmt: skip
        assert take_result(sheet_of(cup, match))
    final = state_of(cup).matches[3]
    entrant = final.sides[0][0]
    used = uuid5(cup.pk, f"clock:call:3:{final.filled_at}:0")
    do(cup, director, ReleaseRound(stage=1, round=2))
    players = state_of(cup).entrants[entrant].squad[::-1]
    act(cup, NameLineUp(match=3, entrant=entrant, players=players), by=captain_of(cup, 3, 0), command=used)
    do(cup, director, CallRound(stage=1, round=2))

    tend(cup.pk)

    assert state_of(cup).matches[3].running_games


def test_a_call_that_an_older_clock_made_and_a_director_undid_stays_undone(club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, StagePlan(type="round_robin", match=MatchPlan(hands=1)))
    bot_pairs(cup, director, 4)
    called(cup, director)
    older = uuid5(cup.pk, f"clock:call:2:{state_of(cup).matches[2].filled_at}:0")
    done = act(cup, CallMatch(match=2), by=None, command=older)
    undo(cup, done.version, by=director, command=UUID(int=1))

    tend(cup.pk)
    state = state_of(cup)
    assert [bool(state.matches[match].running_games) for match in (1, 2)] == [True, False]
