"""Refusals: each code that the deeds have is provoked here, by the deeds whose deciders name it and by no others."""

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

import tournaments.deeds
import tournaments.drafting
from tests.tournaments.helpers.play import DIRECTOR, SERVER, Play, settings
from tournaments.deeds import (
    agents,
    agreeing,
    ending,
    entering,
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
from tournaments.deeds.base import Deed, Doer, Role
from tournaments.deeds.deciding import DECIDERS, DRAFTED
from tournaments.events import entering as entering_events
from tournaments.events.cases import WeighedReport
from tournaments.events.playing import Report
from tournaments.events.scheduling import RoundTime, Session, VenueTable
from tournaments.events.settings import MatchPlan, Qualifiers, StagePlan

PLAYER = Doer("somebody", frozenset({Role.PLAYER}))
CAPTAIN = Doer("p1a", frozenset({Role.CAPTAIN, Role.PLAYER}))
OTHER_CAPTAIN = Doer("p2a", frozenset({Role.CAPTAIN, Role.PLAYER}))
SWISS = StagePlan(type="swiss", rounds=3, tie_breaks=("points", "seed"))
LEVEL = StagePlan(type="swiss", rounds=3, tie_breaks=("points",))
OF_EIGHT = StagePlan(type="swiss", rounds=3, match=MatchPlan(hands=8, place="desk"))
KNOCK_OUT = StagePlan(type="knock_out")
SHEETS = MatchPlan(place="sheet")
IN_TWO_ROOMS = StagePlan(type="round_robin", match=MatchPlan(games=2, rooms=2))


def warn(**changes: Any) -> penalties.GivePenalty:
    return penalties.GivePenalty(**{"entrant": 1, "kind": "warning", "reason": "conduct", **changes})


def lose(**changes: Any) -> penalties.GivePenalty:
    return warn(**{"kind": "points", "points": "1", **changes})


class Case(NamedTuple):
    """A deed that is refused."""

    code: str
    play: Callable[[], Play]
    deed: Deed
    doer: Doer = DIRECTOR


def opened(**changes: Any) -> Callable[[], Play]:
    return lambda: Play(**changes)


def entered(count: int = 4, **changes: Any) -> Callable[[], Play]:
    def make() -> Play:
        play = Play(**{"squad": 3, **changes})
        play.enter(count)
        return play

    return make


def fours_begun() -> Callable[[], Play]:
    """Return a Swiss in two rooms that has begun with two squads of four."""
    squads = (tuple(f"{letter}{number}" for number in range(4)) for letter in "pq")
    plan = replace(SWISS, match=MatchPlan(games=2, rooms=2))
    entries = (entering.Enter(squad=squad) for squad in squads)
    return after(opened(squad=4), *entries, opening.PlanStage(plan=plan), staging.BeginStage(stage=1))


def planned(*plans: StagePlan, **changes: Any) -> Callable[[], Play]:
    def make() -> Play:
        play = entered(**changes)()
        for plan in plans:
            play.do(opening.PlanStage(plan=plan))
        return play

    return make


def begun(plan: StagePlan = SWISS, **changes: Any) -> Callable[[], Play]:
    def make() -> Play:
        play = entered(**changes)()
        play.begin(plan)
        return play

    return make


def drafted(plan: StagePlan = SWISS, **changes: Any) -> Callable[[], Play]:
    return after(begun(plan, **changes), staging.PairRound(stage=1))


def called(plan: StagePlan = SWISS, **changes: Any) -> Callable[[], Play]:
    def make() -> Play:
        play = begun(plan, **changes)()
        play.pair(1)
        return play

    return make


def begun_draft(plan: StagePlan) -> Callable[[], Play]:
    """Return a stage whose matches are released and not called."""
    return after(drafted(plan), staging.ReleaseRound(stage=1, round=1))


def played(plan: StagePlan = SWISS, **changes: Any) -> Callable[[], Play]:
    def make() -> Play:
        play = called(plan, **changes)()
        play.play_round(1)
        return play

    return make


def after(before: Callable[[], Play], *deeds: Deed, doer: Doer = DIRECTOR) -> Callable[[], Play]:
    def make() -> Play:
        play = before()
        for deed in deeds:
            play.do(deed, doer)
        return play

    return make


TABLE = VenueTable("1", "Hall")
VENUE = scheduling.SetVenue(tables=(TABLE, VenueTable("2", "Hall")))
NOON = 1_767_268_800
"""In seconds since 1970."""


def seated() -> Callable[[], Play]:
    """Return four entrants, the first with a fixed seat at table 1."""
    return after(entered(), VENUE, scheduling.FixSeat(entrant=1, table="1", room="Hall"))


def begun_in_venue() -> Callable[[], Play]:
    return after(seated(), opening.PlanStage(plan=SWISS), staging.BeginStage(stage=1))


def times(*rounds: RoundTime) -> scheduling.SetSchedule:
    return scheduling.SetSchedule(rounds=rounds)


DRAFTED_IN_VENUE = after(begun_in_venue(), staging.PairRound(stage=1))
RELEASED_IN_VENUE = after(DRAFTED_IN_VENUE, staging.ReleaseRound(stage=1, round=1))
CLOSED = after(played(), staging.CloseStage(stage=1))
OVER = after(CLOSED, opening.CloseTournament())
NEXT = after(CLOSED, opening.PlanStage(plan=StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=2),))))
SEMI_FINALS = called(KNOCK_OUT)
FINAL = after(played(KNOCK_OUT), playing.CallMatch(match=3))
LATER_CALLED = after(called(), playing.CallMatch(match=1))
REPORTED = after(called(StagePlan(type="swiss", rounds=3, match=SHEETS)), playing.ReportGame(match=1, points=(3, 1)))
WAITING = after(
    called(StagePlan(type="swiss", rounds=3, match=SHEETS)),
    playing.ReportGame(match=1, points=(3, 1)),
    doer=CAPTAIN,
)


def second_final() -> Play:
    play = called(StagePlan(type="double_elimination", options={"reset": True}), count=2)()
    play.report(1, 5, 3)
    play.report(2, 5, 3)
    return play


def final_after_a_walkover() -> Play:
    """Return a final that began because an entrant left its first match; the table of that match is open."""
    play = after(SEMI_FINALS, playing.CallMatch(match=1), entering.Leave(entrant=1))()
    play.report(2, 5, 3)
    play.do(playing.CallMatch(match=3))
    return play


def full() -> Play:
    play = Play()
    squads = [(f"a{number}", f"b{number}") for number in range(entering.MAX_ENTRANTS)]
    play._keep([entering_events.EntrantEntered(number, squad) for number, squad in enumerate(squads, start=1)])
    play.state = play.folded()
    return play


def full_of_agents() -> Play:
    play = Play(free_agents=True)
    numbers = range(1, entering.MAX_ENTRANTS + 1)
    play._keep([entering_events.FreeAgentEntered(number, f"f{number}") for number in numbers])
    play.state = play.folded()
    return play


FREE = after(
    opened(free_agents=True), agents.EnterFreeAgent(player="f1"), agents.EnterFreeAgent(player="f2", club="club")
)
DRAWN = after(FREE, lots.PromiseLot(free_agents=True), lots.DrawLot(lot=1))
WINDOW = {"check_in": True, "starts_at": 10_000, "check_in_opens": 60, "check_in_closes": 10}
HELD_OUT = after(
    planned(SWISS, check_in=True),
    *(entering.CheckIn(entrant=entrant) for entrant in (2, 3, 4)),
    presence.GoOnWithout(),
)
JOINS = entering.Join(entrant=5, stage=1)
CHANGE = opening.ChangeTournament(settings=settings(capacity=9))
REPORT = playing.ReportGame(match=1, points=(3, 1))
LINE_UP = playing.NameLineUp(match=1, entrant=1, players=("p1a", "p1b"))
CORRECTION = playing.CorrectResult(match=1, points=(1, 9), reason="misread")
WALKOVER = playing.DecideMatch(match=1, decision="walkover", winner=0)
PAIRS = (((1,), (2,)), ((3,), (4,)))
LOST = Report((1, 9), (1,))


def mixed(*shares: str) -> tuple[WeighedReport, ...]:
    """Return a mixture of results that differ, each with a share."""
    return tuple(WeighedReport(share, Report((number, 9), (1,))) for number, share in enumerate(shares))


def rule(**changes: Any) -> ruling.ApplyRuling:
    return ruling.ApplyRuling(**{"match": 1, "game": 1, "case": "a", "reason": "revoke", "report": LOST, **changes})


def take_back(**changes: Any) -> ruling.TakeBackRuling:
    return ruling.TakeBackRuling(**{"match": 1, "game": 1, "case": "a", "reason": "appeal", **changes})


RULED = after(played(), rule(), rule(case="b", report=Report((2, 9), (1,))), doer=SERVER)
RACE = called(StagePlan(type="points_race", rounds=2), count=6, rules="28-kerala-3", kind="player", side=1, squad=2)
RACED = after(RACE, playing.ReportGame(match=1, points=(5, 3, 1)))

AT = 1_800_000_000
LEAGUE = StagePlan(type="round_robin", days=14)
PROPOSED = after(called(LEAGUE), agreeing.ProposeTime(match=1, entrant=1, at=1_767_300_000))
AGREED = after(PROPOSED, agreeing.AcceptTime(match=1, entrant=4, at=1_767_300_000))
ACCEPT = agreeing.AcceptTime(match=1, entrant=4, at=1_767_300_000)

CASES = [
    Case("not-in-match", called(LEAGUE), agreeing.ProposeTime(match=1, entrant=2, at=AT)),
    Case("time-impossible", called(LEAGUE), agreeing.ProposeTime(match=1, entrant=1, at=-1)),
    Case("no-agreed-times", called(), agreeing.ProposeTime(match=1, entrant=1, at=AT)),
    Case("no-agreed-times", begun_draft(LEAGUE), agreeing.ProposeTime(match=1, entrant=1, at=AT)),
    Case("after-deadline", called(LEAGUE), agreeing.ProposeTime(match=1, entrant=1, at=AT), CAPTAIN),
    Case("time-agreed", AGREED, agreeing.ProposeTime(match=1, entrant=1, at=1_767_300_000)),
    Case("not-in-match", PROPOSED, agreeing.AcceptTime(match=1, entrant=2, at=AT)),
    Case("time-impossible", PROPOSED, agreeing.AcceptTime(match=1, entrant=1, at=-1)),
    Case("no-agreed-times", after(PROPOSED, playing.CallMatch(match=1)), ACCEPT),
    Case("other-proposal", PROPOSED, agreeing.AcceptTime(match=1, entrant=4, at=AT)),
    Case("other-proposal", AGREED, ACCEPT),
    Case("own-proposal", PROPOSED, agreeing.AcceptTime(match=1, entrant=1, at=1_767_300_000)),
    Case("already-begun", begun(), CHANGE),
    Case("settings-impossible", opened(), opening.ChangeTournament(settings=settings(side=3))),
    Case("over", OVER, CHANGE),
    Case("not-allowed", entered(), CHANGE, CAPTAIN),
    Case("reason-unreadable", entered(), opening.AbandonTournament(reason="Because of Anil.")),
    Case("plan-impossible", opened(), opening.PlanStage(plan=StagePlan(type="stairs"))),
    Case("plan-impossible", opened(), opening.PlanStage(plan=IN_TWO_ROOMS)),
    Case(
        "plan-impossible",
        after(opened(squad=4), opening.PlanStage(plan=IN_TWO_ROOMS)),
        opening.ChangeTournament(settings=settings(squad=3)),
    ),
    Case(
        "squad-too-small",
        after(fours_begun(), opening.CloseEntries(), entering.Enter(squad=("x", "y"))),
        entering.Join(entrant=3, stage=1),
    ),
    Case("squad-too-small", after(entered(squad=4), opening.PlanStage(plan=IN_TWO_ROOMS)), staging.BeginStage(stage=1)),
    Case("too-many-stages", planned(*[SWISS] * opening.MAX_STAGES), opening.PlanStage(plan=SWISS)),
    Case("unknown-stage", opened(), opening.PlanStage(stage=1, plan=SWISS)),
    Case("stage-running", begun(), opening.PlanStage(stage=1, plan=SWISS)),
    Case("stage-closed", CLOSED, opening.PlanStage(stage=1, plan=SWISS)),
    Case("later-stage", opened(), opening.PlanStage(plan=StagePlan(type="round_robin", source=(Qualifiers(stage=1),)))),
    Case(
        "later-stage",
        planned(SWISS, SWISS),
        opening.PlanStage(stage=1, plan=StagePlan(type="round_robin", source=(Qualifiers(stage=2),))),
    ),
    Case(
        "later-stage",
        planned(SWISS),
        opening.PlanStage(stage=1, plan=StagePlan(type="round_robin", source=(Qualifiers(stage=1),))),
    ),
    Case("unknown-stage", opened(), opening.DropStage(stage=1)),
    Case("stage-running", begun(), opening.DropStage(stage=1)),
    Case("stage-closed", CLOSED, opening.DropStage(stage=1)),
    Case(
        "stage-needed",
        planned(SWISS, StagePlan(type="round_robin", source=(Qualifiers(stage=1),))),
        opening.DropStage(stage=1),
    ),
    Case("already-begun", begun(), opening.OpenEntries()),
    Case("stages-open", planned(SWISS), opening.CloseTournament()),
    Case("nothing-played", opened(), opening.CloseTournament()),
    Case("over", OVER, opening.CloseTournament()),
    Case("time-impossible", opened(), publishing.SetEmbargo(until=-1)),
    Case("time-past", opened(), publishing.SetEmbargo(until=60), replace(DIRECTOR, at=60)),
    Case("not-over", opened(), opening.ReopenTournament(reason="mistake")),
    Case("over", OVER, opening.AbandonTournament(reason="rain")),
    # Entrants.
    Case("entries-closed", after(opened(), opening.CloseEntries()), entering.Enter(squad=("somebody", "b")), PLAYER),
    Case("entries-by-director", opened(open_to="director"), entering.Enter(squad=("somebody", "b")), PLAYER),
    Case("not-in-squad", opened(), entering.Enter(squad=("a", "b")), PLAYER),
    Case("squad-size", opened(), entering.Enter(squad=("a",))),
    Case("squad-size", opened(), entering.Enter(squad=("a", "b", "c"))),
    Case("player-twice", opened(), entering.Enter(squad=("a", "a"))),
    Case("player-entered", entered(), entering.Enter(squad=("a", "p1b"))),
    Case(
        "team-entered",
        after(opened(), entering.Enter(squad=("a", "b"), team="t")),
        entering.Enter(squad=("c", "d"), team="t"),
    ),
    Case("full", full, entering.Enter(squad=("a", "b"))),
    Case("over", OVER, entering.Enter(squad=("a", "b"))),
    Case("unknown-entrant", opened(), entering.Withdraw(entrant=1)),
    Case("unknown-entrant", after(entered(), entering.Withdraw(entrant=1)), entering.Withdraw(entrant=1)),
    Case("not-your-entrant", entered(), entering.Withdraw(entrant=1), OTHER_CAPTAIN),
    Case("already-begun", begun(), entering.Withdraw(entrant=1)),
    Case("unknown-entrant", opened(), entering.ChangeSquad(entrant=1, squad=("a", "b"))),
    Case("not-your-entrant", entered(), entering.ChangeSquad(entrant=1, squad=("a", "b")), OTHER_CAPTAIN),
    Case("squad-size", entered(), entering.ChangeSquad(entrant=1, squad=("a",))),
    Case("player-twice", entered(), entering.ChangeSquad(entrant=1, squad=("a", "a"))),
    Case("player-entered", entered(), entering.ChangeSquad(entrant=1, squad=("a", "p2b"))),
    Case("unknown-entrant", opened(), entering.NoteFee(entrant=1, paid=True)),
    Case("free-agent", FREE, entering.ChangeSquad(entrant=1, squad=("a", "b"))),
    Case("entries-closed", after(FREE, opening.CloseEntries()), agents.EnterFreeAgent(player="somebody"), PLAYER),
    Case(
        "entries-by-director",
        opened(free_agents=True, open_to="director"),
        agents.EnterFreeAgent(player="somebody"),
        PLAYER,
    ),
    Case("no-free-agents", opened(), agents.EnterFreeAgent(player="x")),
    Case("not-yourself", FREE, agents.EnterFreeAgent(player="x"), PLAYER),
    Case("player-entered", FREE, agents.EnterFreeAgent(player="f1")),
    Case("full", full_of_agents, agents.EnterFreeAgent(player="x")),
    Case("no-lot", FREE, agents.MakeTeams()),
    Case("no-lot", after(FREE, lots.PromiseLot(free_agents=True)), agents.MakeTeams()),
    Case("too-few-free-agents", after(DRAWN, entering.Withdraw(entrant=2)), agents.MakeTeams()),
    Case("unknown-entrant", opened(), entering.CheckIn(entrant=1)),
    Case("held-out", HELD_OUT, entering.CheckIn(entrant=1)),
    Case("check-in-early", entered(**WINDOW), entering.CheckIn(entrant=1), replace(CAPTAIN, at=6_399)),
    Case("check-in-over", entered(**WINDOW), entering.CheckIn(entrant=1), replace(CAPTAIN, at=9_400)),
    Case("no-check-in", entered(), presence.GoOnWithout()),
    Case("no-check-in", after(HELD_OUT, staging.BeginStage(stage=1)), presence.GoOnWithout()),
    Case("not-absent", HELD_OUT, presence.GoOnWithout(entrants=(2,))),
    Case("unknown-entrant", HELD_OUT, presence.Readmit(entrant=9)),
    Case("not-held-out", HELD_OUT, presence.Readmit(entrant=2)),
    Case("already-begun", begun(), opening.ExtendCheckIn(minutes=5)),
    Case("no-end", entered(check_in=True, starts_at=10_000), opening.ExtendCheckIn(minutes=5)),
    Case("no-end", entered(check_in=True, check_in_closes=10), opening.ExtendCheckIn(minutes=5)),
    Case("minutes-impossible", entered(**WINDOW), opening.ExtendCheckIn(minutes=0)),
    Case(
        "settings-impossible",
        after(entered(**WINDOW), opening.ExtendCheckIn(minutes=1_440)),
        opening.ExtendCheckIn(minutes=1_440),
    ),
    Case("unknown-entrant", opened(), entering.GiveSeed(entrant=1, seed=1)),
    Case("no-seed", FREE, entering.GiveSeed(entrant=1, seed=1)),
    Case("seed-impossible", entered(), entering.GiveSeed(entrant=1, seed=5)),
    Case("already-begun", begun(), entering.GiveSeed(entrant=1, seed=2)),
    Case("free-agent", FREE, entering.ForbidMeeting(entrants=(1, 2))),
    Case("free-agent", FREE, entering.AllowMeeting(entrants=(1, 2))),
    Case("free-agent", FREE, entering.WishBye(entrant=1, stage=1, round=1)),
    Case("free-agent", after(begun(free_agents=True), agents.EnterFreeAgent(player="x")), JOINS),
    Case(
        "free-agent",
        after(planned(SWISS, free_agents=True), agents.EnterFreeAgent(player="x")),
        staging.GiveWildCard(stage=1, entrant=5),
    ),
    Case("entrants-absent", planned(SWISS, check_in=True), staging.BeginStage(stage=1)),
    Case("no-byes", planned(StagePlan(type="round_robin")), entering.WishBye(entrant=1, stage=1, round=1)),
    Case("not-your-entrant", entered(), entering.CheckIn(entrant=1), OTHER_CAPTAIN),
    Case("unknown-entrant", opened(), entering.WishBye(entrant=1, stage=1, round=1)),
    Case("not-your-entrant", begun(), entering.WishBye(entrant=1, stage=1, round=1), OTHER_CAPTAIN),
    Case("unknown-stage", entered(), entering.WishBye(entrant=1, stage=1, round=1)),
    Case("stage-closed", CLOSED, entering.WishBye(entrant=1, stage=1, round=2)),
    Case("no-byes", begun(StagePlan(type="ladder")), entering.WishBye(entrant=1, stage=1, round=1)),
    Case("no-byes", begun(KNOCK_OUT), entering.WishBye(entrant=1, stage=1, round=1)),
    Case("round-paired", drafted(), entering.WishBye(entrant=1, stage=1, round=1)),
    Case("unknown-entrant", begun(), entering.Leave(entrant=5)),
    Case("not-in-stage", entered(), entering.Leave(entrant=1)),
    Case("already-left", after(begun(), entering.Leave(entrant=1)), entering.Leave(entrant=1)),
    Case("choice-of-format", begun(KNOCK_OUT), entering.Leave(entrant=1, matches="void")),
    Case("choice-of-format", begun(StagePlan(type="ladder")), entering.Leave(entrant=1, matches="void")),
    Case("unknown-entrant", begun(), entering.Disqualify(entrant=5)),
    Case("not-in-stage", entered(), entering.Disqualify(entrant=1)),
    Case("already-left", after(begun(), entering.Leave(entrant=1)), entering.Disqualify(entrant=1)),
    Case("choice-of-format", begun(KNOCK_OUT), entering.Disqualify(entrant=1, matches="average")),
    Case("unknown-entrant", begun(), entering.Return(entrant=5)),
    Case("not-away", begun(), entering.Return(entrant=1)),
    Case("disqualified", after(begun(), entering.Disqualify(entrant=1)), entering.Return(entrant=1)),
    Case("no-return", after(begun(KNOCK_OUT), entering.Leave(entrant=1)), entering.Return(entrant=1)),
    Case(
        "no-return",
        after(
            begun(),
            opening.PlanStage(plan=KNOCK_OUT),
            staging.BeginStage(stage=2),
            entering.Leave(entrant=1),
        ),
        entering.Return(entrant=1),
    ),
    Case("unknown-entrant", begun(), entering.Join(entrant=5, stage=1)),
    Case("unknown-stage", entered(), entering.Join(entrant=1, stage=1)),
    Case("stage-planned", planned(SWISS), entering.Join(entrant=1, stage=1)),
    Case("stage-closed", CLOSED, entering.Join(entrant=1, stage=1)),
    Case("no-late-entry", begun(KNOCK_OUT), entering.Join(entrant=1, stage=1)),
    Case("already-plays", begun(), entering.Join(entrant=1, stage=1)),
    Case(
        "already-left",
        after(begun(), entering.Leave(entrant=1), opening.PlanStage(plan=SWISS), staging.BeginStage(stage=2)),
        entering.Join(entrant=1, stage=2),
    ),
    Case(
        "unknown-group",
        after(begun(), entering.Enter(squad=("a", "b"))),
        entering.Join(entrant=5, stage=1, group=1),
    ),
    Case("unknown-entrant", entered(), entering.ForbidMeeting(entrants=(1, 5))),
    Case("same-entrant", entered(), entering.ForbidMeeting(entrants=(1, 1))),
    Case("unknown-entrant", entered(), entering.AllowMeeting(entrants=(5, 1))),
    Case("same-entrant", entered(), entering.AllowMeeting(entrants=(1, 1))),
    Case("not-every-entrant", entered(), entering.SetSeeds(order=(1, 2, 3))),
    Case("not-every-entrant", entered(), entering.SetSeeds(order=(1, 2, 3, 3))),
    Case("already-begun", begun(), entering.SetSeeds(order=(4, 3, 2, 1))),
    # Stages.
    Case("unknown-stage", opened(), staging.BeginStage(stage=1)),
    Case("stage-running", begun(), staging.BeginStage(stage=1)),
    Case("stage-closed", CLOSED, staging.BeginStage(stage=1)),
    Case(
        "stage-planned",
        planned(SWISS, StagePlan(type="round_robin", source=(Qualifiers(stage=1),))),
        staging.BeginStage(stage=2),
    ),
    Case("too-few-entrants", planned(StagePlan(type="round_robin", groups=3)), staging.BeginStage(stage=1)),
    Case("no-lot", planned(StagePlan(type="round_robin", by_lot=True)), staging.BeginStage(stage=1)),
    Case("wrong-sides", planned(StagePlan(type="points_race")), staging.BeginStage(stage=1)),
    Case("no-rounds", begun(StagePlan(type="ladder")), staging.PairRound(stage=1)),
    Case("results-missing", called(), staging.PairRound(stage=1)),
    Case("unconfirmed", after(WAITING, playing.ReportGame(match=2, points=(3, 1))), staging.PairRound(stage=1)),
    Case("all-rounds-paired", drafted(KNOCK_OUT), staging.PairRound(stage=1)),
    Case("all-rounds-paired", drafted(StagePlan(type="round_robin")), staging.PairRound(stage=1)),
    Case("all-rounds-paired", played(StagePlan(type="swiss", rounds=1)), staging.PairRound(stage=1)),
    Case("no-rounds", drafted(KNOCK_OUT), staging.EditPairings(stage=1, round=1, matches=PAIRS)),
    Case("not-paired", begun(), staging.EditPairings(stage=1, round=1, matches=PAIRS)),
    Case("not-paired", drafted(), staging.EditPairings(stage=1, round=1, group=1, matches=PAIRS)),
    Case("released", called(), staging.EditPairings(stage=1, round=1, matches=PAIRS)),
    Case("wrong-sides", drafted(), staging.EditPairings(stage=1, round=1, matches=(((1, 2), (3, 4)),))),
    Case("wrong-sides", drafted(), staging.EditPairings(stage=1, round=1, matches=(((1,), (2,), (3,)), ((4,),)))),
    Case("wrong-entrants", drafted(), staging.EditPairings(stage=1, round=1, matches=(((1,), (2,)),))),
    Case("wrong-entrants", drafted(), staging.EditPairings(stage=1, round=1, matches=(*PAIRS, ((1,),)))),
    Case("wrong-entrants", drafted(), staging.EditPairings(stage=1, round=1, matches=(*PAIRS, ((5,),)))),
    Case("no-rounds", drafted(KNOCK_OUT), staging.UnpairRound(stage=1, round=1)),
    Case("not-paired", begun(), staging.UnpairRound(stage=1, round=1)),
    Case("released", called(), staging.UnpairRound(stage=1, round=1)),
    Case("not-last", drafted(StagePlan(type="round_robin")), staging.UnpairRound(stage=1, round=1)),
    Case("unknown-stage", opened(), staging.UnpairRound(stage=1, round=1)),
    Case("stage-planned", planned(SWISS), staging.UnpairRound(stage=1, round=1)),
    Case("stage-closed", CLOSED, staging.UnpairRound(stage=1, round=1)),
    Case("not-paired", begun(), staging.ReleaseRound(stage=1, round=1)),
    Case("stage-closed", CLOSED, staging.ReleaseRound(stage=1, round=1)),
    Case(
        "entrants-unpaired",
        after(drafted(), entering.Enter(squad=("x", "y")), entering.Join(entrant=5, stage=1)),
        staging.ReleaseRound(stage=1, round=1),
    ),
    Case("not-paired", begun(), staging.CallRound(stage=1, round=1)),
    Case("not-released", drafted(), staging.CallRound(stage=1, round=1)),
    Case("stage-closed", CLOSED, staging.CallRound(stage=1, round=1)),
    Case("results-missing", called(), staging.CloseStage(stage=1)),
    Case("unconfirmed", after(WAITING, playing.ReportGame(match=2, points=(3, 1))), staging.CloseStage(stage=1)),
    Case("rounds-missing", begun(), staging.CloseStage(stage=1)),
    Case("unknown-stage", opened(), staging.ReopenStage(stage=1, reason="mistake")),
    Case("stage-planned", planned(SWISS), staging.ReopenStage(stage=1, reason="mistake")),
    Case("stage-running", begun(), staging.ReopenStage(stage=1, reason="mistake")),
    Case("stage-needed", after(NEXT, staging.BeginStage(stage=2)), staging.ReopenStage(stage=1, reason="mistake")),
    Case("unknown-entrant", NEXT, staging.DeclineQualification(stage=2, entrant=5)),
    Case("not-qualified", NEXT, staging.DeclineQualification(stage=2, entrant=4)),
    Case("stage-running", begun(), staging.DeclineQualification(stage=1, entrant=1)),
    Case("unknown-entrant", NEXT, staging.GiveWildCard(stage=2, entrant=5)),
    Case("already-qualified", NEXT, staging.GiveWildCard(stage=2, entrant=1)),
    Case("stage-running", begun(), staging.GiveWildCard(stage=1, entrant=1)),
    Case("not-in-stage", begun(), staging.AdjustPoints(stage=1, entrant=5, points="1", reason="late")),
    Case("points-unreadable", begun(), staging.AdjustPoints(stage=1, entrant=1, points="1.5", reason="late")),
    Case("points-unreadable", begun(), staging.AdjustPoints(stage=1, entrant=1, points="1/0", reason="late")),
    Case("stage-closed", CLOSED, staging.AdjustPoints(stage=1, entrant=1, points="1", reason="late")),
    Case("unknown-entrant", begun(), warn(entrant=9)),
    Case("free-agent", FREE, warn()),
    Case("not-in-squad", begun(), warn(player="p2a")),
    Case("unknown-match", begun(), warn(match=9)),
    Case("not-in-match", drafted(), warn(match=1, entrant=2)),
    Case("reason-missing", begun(), warn(reason="")),
    Case("points-extra", begun(), warn(points="1")),
    Case("points-unreadable", begun(), lose(points="-1")),
    Case("points-unreadable", begun(), lose(points="0")),
    Case("points-unreadable", begun(), lose(points="100")),
    Case("not-allowed", begun(), lose(), Doer("a", frozenset({Role.ASSISTANT}))),
    Case("stage-missing", entered(), lose()),
    Case("stage-closed", CLOSED, lose(stage=1)),
    Case("not-in-stage", after(begun(), entering.Enter(squad=("n1", "n2"))), lose(entrant=5)),
    Case("too-many-tables", opened(), scheduling.SetVenue(tables=tuple(VenueTable(str(n), "") for n in range(1001)))),
    Case("names-too-long", opened(), scheduling.SetVenue(tables=tuple(VenueTable(f"{n:040}") for n in range(400)))),
    Case("place-unreadable", opened(), scheduling.SetVenue(tables=(VenueTable("", "Hall"),))),
    Case("place-unreadable", opened(), scheduling.SetVenue(tables=(), hall="x" * 21)),
    Case("table-twice", opened(), scheduling.SetVenue(tables=(TABLE, TABLE))),
    Case("seat-fixed", seated(), scheduling.SetVenue(tables=(VenueTable("2", "Hall"),))),
    Case("schedule-too-long", begun(), times(*(RoundTime(1, number, 0) for number in range(501)))),
    Case("time-impossible", begun(), scheduling.SetSchedule(sessions=(Session(-1, 5),))),
    Case("time-impossible", begun(), times(RoundTime(1, 1, -1))),
    Case("session-backwards", begun(), scheduling.SetSchedule(sessions=(Session(9, 5),))),
    Case("sessions-overlap", begun(), scheduling.SetSchedule(sessions=(Session(1, 9), Session(5, 12)))),
    Case("minutes-impossible", begun(), scheduling.SetSchedule(rest_minutes=-1)),
    Case("unknown-stage", begun(), times(RoundTime(2, 1, NOON))),
    Case("unknown-round", begun(), times(RoundTime(1, 0, NOON))),
    Case("round-twice", begun(), times(RoundTime(1, 1, NOON), RoundTime(1, 1, NOON))),
    Case("rounds-disordered", begun(), times(RoundTime(1, 1, NOON, 60), RoundTime(1, 2, NOON + 60))),
    Case("unknown-entrant", seated(), scheduling.FixSeat(entrant=9, table="1")),
    Case("free-agent", FREE, scheduling.FixSeat(entrant=1)),
    Case("no-venue", entered(), scheduling.FixSeat(entrant=1, table="1")),
    Case("unknown-table", seated(), scheduling.FixSeat(entrant=1, table="7", room="Hall")),
    Case("no-time-planned", begun(), scheduling.DelayRound(stage=1, round=1, minutes=5)),
    Case("minutes-impossible", begun(), scheduling.DelayRound(stage=1, round=1, minutes=-5)),
    Case("no-venue", begun(), scheduling.PlaceRound(stage=1, round=1)),
    Case("not-paired", begun_in_venue(), scheduling.PlaceRound(stage=1, round=1)),
    Case("not-released", DRAFTED_IN_VENUE, scheduling.PlaceRound(stage=1, round=1)),
    Case("no-venue", begun(), scheduling.GiveTables()),
    Case("same-match", called(), scheduling.SwapTables(match=1, other=1)),
    Case("has-begun", after(called(), playing.CallMatch(match=1)), scheduling.SwapTables(match=1, other=2)),
    Case("no-table", begun_draft(SWISS), scheduling.SwapTables(match=1, other=2)),
    Case("seat-fixed", RELEASED_IN_VENUE, scheduling.SwapTables(match=1, other=2)),
    Case("unknown-table", RELEASED_IN_VENUE, playing.PlaceMatch(match=1, table="7", room="Hall")),
    Case("seat-fixed", RELEASED_IN_VENUE, playing.PlaceMatch(match=1, table="2", room="Hall")),
    Case("not-in-stage", begun(), staging.DecideTie(stage=1, order=(1, 5))),
    Case("entrant-twice", begun(), staging.DecideTie(stage=1, order=(1, 1))),
    Case("entrant-twice", begun(), staging.DecideTie(stage=1, order=(1,))),
    Case("stage-closed", CLOSED, staging.DecideTie(stage=1, order=(1, 2))),
    Case("not-level", begun(), staging.DecideTie(stage=1, order=(1, 2))),
    Case("not-level", begun(LEVEL), staging.DecideTie(stage=1, order=(1, 2))),
    Case(
        "not-level",
        after(begun(LEVEL), staging.AdjustPoints(stage=1, entrant=4, points="1", reason="late")),
        staging.DecideTie(stage=1, order=(4, 3, 2, 1)),
    ),
    # Matches.
    Case("unknown-match", called(), playing.PlaceMatch(match=9, table="1")),
    Case("stage-closed", CLOSED, playing.PlaceMatch(match=1, table="1")),
    Case("bye", called(count=5), playing.PlaceMatch(match=3, table="1")),
    Case("match-open", SEMI_FINALS, playing.PlaceMatch(match=3, table="1")),
    Case(
        "table-taken",
        after(called(), playing.PlaceMatch(match=1, table="1", room="hall")),
        playing.PlaceMatch(match=2, table="1", room="hall"),
    ),
    Case("too-long", called(), playing.PlaceMatch(match=1, table="t" * 201)),
    Case("time-impossible", called(), playing.PlaceMatch(match=1, at=-1)),
    Case("time-impossible", called(), playing.PlaceMatch(match=1, at=1 << 40)),
    Case("place-unreadable", called(), playing.PlaceMatch(match=1, table="t" * 41)),
    Case("place-unreadable", called(), playing.PlaceMatch(match=1, room="a\nb")),
    Case("not-released", drafted(), LINE_UP),
    Case("not-your-entrant", called(), LINE_UP, OTHER_CAPTAIN),
    Case("not-in-match", called(), playing.NameLineUp(match=1, entrant=4, players=("p4a", "p4b"))),
    Case("called", LATER_CALLED, LINE_UP),
    Case(
        "both-named",
        after(called(), LINE_UP, playing.NameLineUp(match=1, entrant=3, players=("p3a", "p3b"))),
        playing.NameLineUp(match=1, entrant=1, players=("p1b", "p1a")),
        CAPTAIN,
    ),
    Case("line-up-size", called(), playing.NameLineUp(match=1, entrant=1, players=("p1a",))),
    Case("player-twice", called(), playing.NameLineUp(match=1, entrant=1, players=("p1a", "p1a"))),
    Case("not-in-squad", called(), playing.NameLineUp(match=1, entrant=1, players=("p1a", "p4a"))),
    Case("not-called", after(drafted(), staging.ReleaseRound(stage=1, round=1)), playing.CallMatch(match=1)),
    Case("not-needed", second_final, playing.CallMatch(match=3)),
    Case("decided", played(), playing.CallMatch(match=1)),
    Case("decided", after(called(), WALKOVER), playing.CallMatch(match=1)),
    Case("game-running", LATER_CALLED, playing.CallMatch(match=1)),
    Case("no-more-games", WAITING, playing.CallMatch(match=1)),
    Case("not-released", drafted(), REPORT),
    Case("not-needed", second_final, playing.ReportGame(match=3, points=(3, 1))),
    Case("not-your-match", called(), REPORT, OTHER_CAPTAIN),
    Case("decided", played(), REPORT),
    Case("decided", after(called(), WALKOVER), REPORT),
    Case("unknown-game", called(), playing.ReportGame(match=1, game=2, points=(3, 1))),
    Case("unknown-game", called(), playing.ReportGame(match=1, game=0, points=(3, 1))),
    Case(
        "unknown-game",
        called(StagePlan(type="round_robin", match=MatchPlan(games=3))),
        playing.ReportGame(match=1, game=2, points=(3, 1)),
    ),
    Case("points-impossible", called(), playing.ReportGame(match=1, points=(3,))),
    Case("points-impossible", called(), playing.ReportGame(match=1, points=(3, 1_201))),
    Case("points-impossible", called(), playing.ReportGame(match=1, points=(-1_801, 3))),
    Case("points-impossible", called(OF_EIGHT), playing.ReportGame(match=1, points=(33, 0))),
    Case("points-impossible", called(OF_EIGHT), playing.ReportGame(match=1, points=(33, 0)), CAPTAIN),
    Case("points-impossible", called(OF_EIGHT), playing.ReportGame(match=1, points=(9, 0), hands=2)),
    Case("points-impossible", called(), playing.ReportGame(match=1, points=(playing.MAX_POINTS + 1, 0)), SERVER),
    Case("winners-impossible", called(), playing.ReportGame(match=1, points=(3, 1), winners=(2,))),
    Case("winners-impossible", called(), playing.ReportGame(match=1, points=(3, 1), winners=(0, 0))),
    Case("hands-impossible", called(), playing.ReportGame(match=1, points=(3, 1), hands=-1)),
    Case("called-elsewhere", called(), REPORT, CAPTAIN),
    Case("follows-started", final_after_a_walkover, playing.ReportGame(match=1, points=(3, 1), version=7), SERVER),
    Case("nothing-to-confirm", called(), playing.ConfirmResult(match=1)),
    Case("nothing-to-confirm", REPORTED, playing.ConfirmResult(match=1)),
    Case("own-report", WAITING, playing.ConfirmResult(match=1), CAPTAIN),
    Case("own-report", WAITING, playing.ConfirmResult(match=1), OTHER_CAPTAIN),
    Case("not-released", drafted(), WALKOVER),
    Case("not-needed", second_final, playing.DecideMatch(match=3, decision="void")),
    Case("winner-missing", called(), playing.DecideMatch(match=1, decision="walkover")),
    Case("winner-missing", called(), playing.DecideMatch(match=1, decision="walkover", winner=2)),
    Case("winner-missing", called(), playing.DecideMatch(match=1, decision="void", winner=0)),
    Case(
        "winner-missing",
        called(),
        playing.DecideMatch(match=1, decision="awarded", winner=0, match_points=("0", "2")),
    ),
    Case("points-missing", called(), playing.DecideMatch(match=1, decision="awarded", match_points=("2",))),
    Case("points-unreadable", called(), playing.DecideMatch(match=1, decision="split", match_points=("2", "x"))),
    Case("points-unreadable", called(), playing.DecideMatch(match=1, decision="split", match_points=("2", "1/0"))),
    Case("points-unreadable", called(), playing.DecideMatch(match=1, decision="split", match_points=("2", "1e9"))),
    Case("follows-started", FINAL, WALKOVER),
    Case("not-level", called(), playing.ExtendMatch(match=1)),
    Case("not-level", played(), playing.ExtendMatch(match=1)),
    Case(
        "hands-missing",
        after(called(), playing.ReportGame(match=1, points=(3, 3))),
        playing.ExtendMatch(match=1),
    ),
    Case(
        "hands-missing",
        after(called(), playing.ReportGame(match=1, points=(3, 3))),
        playing.ExtendMatch(match=1, hands=0),
    ),
    Case("nothing-to-reopen", called(), playing.ReopenMatch(match=1, reason="appeal")),
    Case("follows-started", FINAL, playing.ReopenMatch(match=1, reason="appeal")),
    Case("unknown-game", called(), CORRECTION),
    Case("unknown-game", played(), playing.CorrectResult(match=1, game=2, points=(1, 9), reason="misread")),
    Case("points-impossible", played(), playing.CorrectResult(match=1, points=(1,), reason="misread")),
    Case("points-impossible", played(), playing.CorrectResult(match=1, points=(1_201, 0), reason="misread")),
    Case("winners-impossible", played(), playing.CorrectResult(match=1, points=(1, 9), winners=(5,), reason="misread")),
    Case("hands-impossible", played(), playing.CorrectResult(match=1, points=(1, 9), hands=501, reason="misread")),
    Case("follows-started", FINAL, CORRECTION),
    Case("stage-closed", CLOSED, CORRECTION),
    Case("of-a-case", played(), playing.CorrectResult(match=1, points=(1, 9), reason="misread", case="a")),
    Case("unknown-game", called(), rule(), SERVER),
    Case("unknown-game", played(), rule(game=2), SERVER),
    Case("points-impossible", played(), rule(report=Report((1,), ())), SERVER),
    Case("winners-impossible", played(), rule(report=Report((1, 9), (5,))), SERVER),
    Case("hands-impossible", played(), rule(report=Report((1, 9), (1,), hands=-1)), SERVER),
    Case("shares-impossible", played(), rule(results=mixed("1/2", "1/3")), SERVER),
    Case("shares-impossible", played(), rule(results=mixed("3/2", "-1/2")), SERVER),
    Case("shares-impossible", played(), rule(results=mixed("1e9", "1/2")), SERVER),
    Case("shares-impossible", played(), rule(results=mixed(*["1/13"] * 13)), SERVER),
    Case(
        "not-weighable",
        RACED,
        rule(
            report=Report((5, 3, 1), (0,)),
            results=(
                WeighedReport("1/2", Report((5, 3, 1), (0,))),
                WeighedReport("1/2", Report((1, 3, 5), (2,))),
            ),
        ),
        SERVER,
    ),
    Case("follows-started", FINAL, rule(), SERVER),
    Case("stage-closed", CLOSED, rule(), SERVER),
    Case("unknown-game", called(), take_back(), SERVER),
    Case("points-impossible", RULED, take_back(report=Report((1,), ())), SERVER),
    Case("winners-impossible", RULED, take_back(report=Report((1, 9), (5,))), SERVER),
    Case("hands-impossible", RULED, take_back(report=Report((1, 9), (1,), hands=-1)), SERVER),
    Case("shares-impossible", RULED, take_back(report=LOST, results=mixed("1/2", "1/3")), SERVER),
    Case(
        "not-in-match",
        LATER_CALLED,
        playing.Substitute(match=1, entrant=4, player="p1c", replaced="p1a"),
    ),
    Case(
        "not-your-entrant",
        LATER_CALLED,
        playing.Substitute(match=1, entrant=1, player="p1c", replaced="p1a"),
        OTHER_CAPTAIN,
    ),
    Case(
        "decided",
        after(LATER_CALLED, WALKOVER),
        playing.Substitute(match=1, entrant=1, player="p1c", replaced="p1a"),
    ),
    Case("not-playing", called(), playing.Substitute(match=1, entrant=1, player="p1c", replaced="p1a")),
    Case("plays-already", LATER_CALLED, playing.Substitute(match=1, entrant=1, player="p1b", replaced="p1a")),
    Case("not-in-squad", LATER_CALLED, playing.Substitute(match=1, entrant=1, player="x", replaced="p1a")),
    Case("no-table", called(), ending.CallTime(match=1)),
    Case("decided", after(LATER_CALLED, WALKOVER), ending.CallTime(match=1)),
]

EVERYWHERE = {"not-allowed", "over", "reason-unreadable", "too-long"}
BY_HELPER = {
    "unknown-entrant", "unknown-stage", "stage-planned", "stage-running", "stage-closed",
    "unknown-match", "bye", "match-open", "same-entrant", "not-your-entrant",
}  # fmt: skip
"""The codes of the helpers that look an entrant, a stage or a match up, which the deciders need not name again."""
AS = {"as `leave`": entering.leave}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{type(case.deed).__name__}-{case.code}")
def test_a_deed_is_refused_with_its_code(case: Case) -> None:
    assert case.play().refusal(case.deed, case.doer) == case.code


def codes_in(*packages: Any) -> set[str]:
    """Return the codes with which the code of some packages refuses."""
    codes = set()
    for package in packages:
        for path in (path for path in Path(package.__path__[0]).glob("*.py") if path.stem not in ELSEWHERE):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                    (code,) = node.args[:1]
                    if isinstance(code, ast.Constant):
                        codes.add(code.value)
                    else:
                        assert isinstance(code, ast.JoinedStr)
                        codes |= {"stage-planned", "stage-running", "stage-closed"}
    return codes


ELSEWHERE = ("lots", "ladder")
"""The modules of which the refusals are provoked in `test_lots.py` and `test_ladder.py`."""


def test_every_code_of_a_refusal_is_provoked() -> None:
    assert {case.code for case in CASES} == codes_in(tournaments.deeds, tournaments.drafting)


def named_by(decider: Callable[..., Any]) -> set[str]:
    """Return the codes that the docstring of a decider names."""
    text = (decider.__doc__ or "").partition("Refused:")[2]
    codes = set(re.findall(r"`([a-z]+(?:-[a-z]+)*)`", text)) - {"leave"}
    for words, other in AS.items():
        if words in text:
            codes |= named_by(other)
    return codes


@pytest.mark.parametrize(
    "deed", [deed for deed in DECIDERS if not deed.__module__.endswith(ELSEWHERE)], ids=lambda deed: deed.__name__
)
def test_a_decider_names_the_codes_that_its_deed_can_provoke(deed: type[Deed]) -> None:
    provoked = {case.code for case in CASES if type(case.deed) is deed} - EVERYWHERE
    named = named_by(DECIDERS[deed])
    assert provoked - BY_HELPER <= named, "not named"
    assert named <= provoked | (BY_HELPER if deed not in DRAFTED else set()), "not provoked"
