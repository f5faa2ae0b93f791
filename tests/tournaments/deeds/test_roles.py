"""Roles: which deeds a director, an assistant, a scorer, a captain, a stranger and the server may do."""

from typing import Any

import pytest

from tests.tournaments.helpers.play import SERVER, Play, settings
from tournaments.deeds import (
    agents,
    agreeing,
    ending,
    entering,
    ladder,
    lots,
    opening,
    penalties,
    playing,
    presence,
    publishing,
    ruling,
    scheduling,
    staging,
)
from tournaments.deeds.base import Deed, Doer, Refused, Role
from tournaments.deeds.deciding import DECIDERS, DRAFTED
from tournaments.events.playing import Report
from tournaments.events.settings import MatchPlan, StagePlan

NOT_FOR_THEM = {"not-allowed", "not-your-entrant", "not-your-match", "own-report", "entries-closed"}
"""The codes that say that a deed is for others."""

DOERS = {
    "director": Doer("d", frozenset({Role.DIRECTOR})),
    "assistant": Doer("a", frozenset({Role.ASSISTANT})),
    "scorer": Doer("s", frozenset({Role.SCORER})),
    "captain": Doer("p1a", frozenset({Role.CAPTAIN, Role.PLAYER})),
    "other captain": Doer("p3a", frozenset({Role.CAPTAIN, Role.PLAYER})),
    "captain elsewhere": Doer("p2a", frozenset({Role.CAPTAIN, Role.PLAYER})),
    "player": Doer("p1b", frozenset({Role.PLAYER})),
    "stranger": Doer("x"),
    "server": SERVER,
}
DIRECTORS = {"director", "server"}
STAFF = {"director", "assistant", "server"}
SCORERS = {"director", "assistant", "scorer", "server"}
PLAN = StagePlan(type="swiss", rounds=2, match=MatchPlan(place="sheet"))
SQUAD = ("p1a", "p1c")
NOW = 1_893_456_000


def played() -> Play:
    """Return a Swiss of four by directors only, with a lot promised: 1 against 3 is called."""
    play = Play(squad=3, open_to="director")
    play.enter(4)
    play.do(lots.PromiseLot())
    play.pair(play.begin(PLAN))
    play.do(playing.CallMatch(match=1))
    return play


AFTER_THE_END = (
    opening.ReopenTournament,
    opening.NameStaff,
    opening.ReleaseStaff,
    publishing.SetEmbargo,
    publishing.ReleaseResults,
    entering.NoteFee,
    ruling.NoteDispute,
    ruling.CloseDispute,
)
MATRIX: list[tuple[Deed, set[str]]] = [
    (opening.ChangeTournament(settings=settings()), DIRECTORS),
    (opening.RunRounds(automatic=True), DIRECTORS),
    (opening.PlanStage(plan=PLAN), DIRECTORS),
    (opening.DropStage(stage=1), DIRECTORS),
    (opening.NameStaff(player="x", role="scorer"), DIRECTORS),
    (opening.ReleaseStaff(player="x"), DIRECTORS),
    (opening.ExtendCheckIn(minutes=5), DIRECTORS),
    (opening.OpenEntries(), DIRECTORS),
    (opening.CloseEntries(), DIRECTORS),
    (opening.CloseTournament(), DIRECTORS),
    (opening.ReopenTournament(reason="mistake"), DIRECTORS),
    (opening.AbandonTournament(reason="rain"), DIRECTORS),
    (publishing.SetEmbargo(), DIRECTORS),
    (publishing.ReleaseResults(), DIRECTORS),
    (entering.Enter(squad=("x", "y")), STAFF),
    (entering.Withdraw(entrant=1), {*STAFF, "captain"}),
    (entering.ChangeSquad(entrant=1, squad=SQUAD), {*STAFF, "captain"}),
    (entering.NoteFee(entrant=1, paid=True), STAFF),
    (entering.CheckIn(entrant=1), {*STAFF, "captain"}),
    (presence.CheckInAll(), STAFF),
    (presence.GoOnWithout(), DIRECTORS),
    (presence.Readmit(entrant=1), DIRECTORS),
    (agents.EnterFreeAgent(player="x"), STAFF),
    (agents.MakeTeams(), DIRECTORS),
    (entering.WishBye(entrant=1, stage=1, round=2), {*STAFF, "captain"}),
    (entering.Leave(entrant=1), STAFF),
    (entering.Return(entrant=1), STAFF),
    (entering.Disqualify(entrant=1), DIRECTORS),
    (entering.Join(entrant=1, stage=1), STAFF),
    (entering.ForbidMeeting(entrants=(1, 2)), DIRECTORS),
    (entering.AllowMeeting(entrants=(1, 2)), DIRECTORS),
    (entering.SetSeeds(order=(4, 3, 2, 1)), DIRECTORS),
    (entering.GiveSeed(entrant=1, seed=2), DIRECTORS),
    (lots.PromiseLot(), DIRECTORS),
    (lots.PromiseNumber(lot=1, entrant=1, commitment="00"), {"captain"}),
    (lots.CloseLot(lot=1), DIRECTORS),
    (lots.OpenNumber(lot=1, entrant=1, number="00"), {"captain"}),
    (lots.DrawLot(lot=1), DIRECTORS),
    (lots.DropLot(lot=1, reason="mistake"), DIRECTORS),
    (staging.BeginStage(stage=1), DIRECTORS),
    (staging.PairRound(stage=1), DIRECTORS),
    (staging.EditPairings(stage=1, round=1, matches=()), DIRECTORS),
    (staging.UnpairRound(stage=1, round=1), DIRECTORS),
    (staging.ReleaseRound(stage=1, round=1), STAFF),
    (staging.CallRound(stage=1, round=1), STAFF),
    (staging.CloseStage(stage=1), DIRECTORS),
    (staging.ReopenStage(stage=1, reason="mistake"), DIRECTORS),
    (staging.DeclineQualification(stage=1, entrant=1), DIRECTORS),
    (staging.GiveWildCard(stage=1, entrant=1), DIRECTORS),
    (staging.AdjustPoints(stage=1, entrant=1, points="1", reason="late"), DIRECTORS),
    (penalties.GivePenalty(entrant=1, kind="warning", reason="slow-play"), STAFF),
    (penalties.GivePenalty(entrant=1, kind="points", points="1", reason="slow-play"), DIRECTORS),
    (staging.DecideTie(stage=1, order=(1, 2)), DIRECTORS),
    (playing.PlaceMatch(match=1, table="1"), SCORERS),
    (scheduling.SetVenue(tables=()), DIRECTORS),
    (scheduling.SetSchedule(), DIRECTORS),
    (scheduling.FixSeat(entrant=1), STAFF),
    (scheduling.DelayRound(stage=1, round=1, minutes=5), STAFF),
    (scheduling.PlaceRound(stage=1, round=1), STAFF),
    (scheduling.GiveTables(), STAFF),
    (scheduling.SwapTables(match=1, other=2), STAFF),
    (agreeing.ProposeTime(match=1, entrant=1, at=1_767_300_000), {*STAFF, "captain"}),
    (agreeing.AcceptTime(match=1, entrant=1, at=1_767_300_000), {*STAFF, "captain"}),
    (playing.NameLineUp(match=1, entrant=1, players=("p1a", "p1b")), {*STAFF, "captain"}),
    (playing.CallMatch(match=1), STAFF),
    (playing.ReportGame(match=1, points=(3, 1)), {*SCORERS, "captain", "other captain"}),
    (playing.DecideMatch(match=1, decision="void"), DIRECTORS),
    (playing.ExtendMatch(match=1), STAFF),
    (playing.ReopenMatch(match=1, reason="appeal"), DIRECTORS),
    (playing.CorrectResult(match=1, points=(1, 3), reason="misread"), DIRECTORS),
    (playing.Substitute(match=1, entrant=1, player="p1c", replaced="p1a"), {*STAFF, "captain"}),
    (ending.CallTime(match=1), DIRECTORS),
    (ruling.NoteDispute(match=1, game=1, hand=1, case="a"), {"server"}),
    (ruling.CloseDispute(match=1, case="a"), {"server"}),
    (ruling.ApplyRuling(match=1, game=1, case="a", reason="revoke", report=Report((1, 3), (1,))), {"server"}),
    (ruling.TakeBackRuling(match=1, game=1, case="a", reason="appeal"), {"server"}),
]

CHALLENGES: list[tuple[Deed, set[str]]] = [
    (ladder.Challenge(stage=1, challenger=4, challenged=2), {*STAFF, "captain below"}),
    (ladder.AcceptChallenge(stage=1, challenge=1), {*STAFF, "captain"}),
    (ladder.RefuseChallenge(stage=1, challenge=1), {*STAFF, "captain"}),
    (ladder.WithdrawChallenge(stage=1, challenge=1), {*STAFF, "other captain"}),
    (ladder.ExpireChallenge(stage=1, challenge=1, now=NOW), STAFF),
    (ladder.MoveDown(stage=1, entrant=2, now=NOW), STAFF),
]
"""The deeds of a ladder, in which entrant 3 has challenged entrant 1."""


def climbed() -> Play:
    """Return a ladder of four in which 3 has challenged 1."""
    play = Play(squad=3, open_to="director")
    play.enter(4)
    play.begin(StagePlan(type="ladder"))
    play.do(ladder.Challenge(stage=1, challenger=3, challenged=1))
    return play


def may(play: Play, deed: Deed, doer: Doer) -> bool:
    """Tell whether a deed is for a person, possible now or not."""
    try:
        play.do(deed, doer)
    except Refused as refused:
        return refused.code not in NOT_FOR_THEM
    return True


@pytest.mark.parametrize(("deed", "allowed"), MATRIX, ids=lambda value: type(value).__name__)
def test_a_deed_is_for_those_with_its_roles_and_for_nobody_else(deed: Deed, allowed: set[str]) -> None:
    assert {name for name, doer in DOERS.items() if may(played(), deed, doer)} == allowed


@pytest.mark.parametrize(("deed", "allowed"), CHALLENGES, ids=lambda value: type(value).__name__)
def test_a_challenge_is_for_its_captains_and_the_staff(deed: Deed, allowed: set[str]) -> None:
    doers = {**DOERS, "captain below": Doer("p4a", frozenset({Role.CAPTAIN, Role.PLAYER}))}
    assert {name for name, doer in doers.items() if may(climbed(), deed, doer)} == allowed


def test_the_roles_of_every_deed_are_stated_here() -> None:
    stated = {type(deed) for deed, _allowed in (*MATRIX, *CHALLENGES)} | {playing.ConfirmResult}
    assert stated == {*DECIDERS, *DRAFTED}


@pytest.mark.parametrize(
    ("name", "allowed"),
    [(name, name in {*SCORERS, "other captain"}) for name in DOERS],
)
def test_a_result_is_confirmed_by_the_other_captain_or_a_scorer(name: str, allowed: bool) -> None:
    play = played()
    play.do(playing.ReportGame(match=1, points=(3, 1)), DOERS["captain"])
    assert may(play, playing.ConfirmResult(match=1), DOERS[name]) == allowed


def test_players_enter_themselves_where_entries_are_open_to_them() -> None:
    play = Play()
    assert play.do(entering.Enter(squad=("p1b", "p9")), DOERS["player"])
    assert play.refusal(entering.Enter(squad=("x", "y")), DOERS["stranger"]) == "not-allowed"


def test_staff_enter_others_after_entries_are_closed() -> None:
    play = Play(open_to="director")
    play.do(opening.CloseEntries())
    assert play.do(entering.Enter(squad=("p1", "p2")), DOERS["assistant"])
    assert play.refusal(entering.Enter(squad=("s", "p4")), DOERS["scorer"]) == "entries-closed"


def test_only_the_first_of_a_squad_is_its_captain() -> None:
    play = played()
    entrant = play.state.entrants[1]
    assert [Doer(player).is_captain_of(entrant) for player in entrant.squad] == [True, False]
    play.do(entering.ChangeSquad(entrant=1, squad=("p1b", "p1a")))
    assert Doer("p1b").is_captain_of(play.state.entrants[1])
    assert not Doer("p1a").is_captain_of(play.state.entrants[1])


def test_the_server_is_no_captain_of_an_entrant_without_players() -> None:
    assert SERVER.is_server
    assert not Doer("x").is_server
    entrant: Any = played().state.entrants[1]
    assert not SERVER.is_captain_of(entrant)


def test_both_roles_of_a_person_count() -> None:
    play = played()
    both = Doer("p1a", frozenset({Role.SCORER, Role.CAPTAIN}))
    play.do(playing.ReportGame(match=1, points=(3, 1)), both)
    assert play.state.matches[1].games[0].by == "desk"
    assert play.state.matches[1].confirmed


@pytest.mark.parametrize("name", ["director", "assistant", "scorer"])
def test_nothing_but_notes_about_people_is_done_after_the_end(name: str) -> None:
    play = played()
    play.do(opening.AbandonTournament(reason="rain"))
    for deed, _allowed in MATRIX:
        if isinstance(deed, AFTER_THE_END):
            continue
        assert play.refusal(deed, DOERS[name]) in {"over", "not-allowed"}
    assert may(play, opening.NameStaff(player="x", role="scorer"), DOERS[name]) == (name == "director")
