"""What a director can do next with a tournament as a whole, and what has to come first."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.phrases import Member, phrase
from tournaments.deeds.agents import MakeTeams, is_ready_for_teams, lot_of_agents
from tournaments.deeds.base import Deed, Refused
from tournaments.deeds.lots import agents_here
from tournaments.deeds.opening import CloseEntries, CloseTournament, OpenEntries, ReopenTournament
from tournaments.deeds.placing import free_placings
from tournaments.deeds.scheduling import GiveTables
from tournaments.deeds.staging import (
    UNPAIRED,
    BeginStage,
    CallRound,
    CloseStage,
    PairRound,
    ReleaseRound,
    UnpairRound,
    absent_from,
    check_results,
    drawn_lot,
    least_of,
    no_lot,
    too_few,
    unpaired,
)
from tournaments.drafting.rounds import has_rounds_left
from tournaments.flow.qualifying import field_of
from tournaments.stages.stage import BRACKETS, LADDER, POINTS_RACE, SWISS
from tournaments.state.outcomes import last_round
from tournaments.state.tournament import StageState, TournamentState


class NextStep(Struct, frozen=True):
    """A deed that a director can do next.

    Attributes:
        deed: The deed, with its members.
        text: What it does, for a button, with named places.
        members: What fills the places.
        why_not: Why it cannot be done yet, likewise; empty: it can.
        chief: The usual next step; the others are beside it.
        mend: The page on which that is mended for which it waits; empty: none in particular.
        without: The entrants that came after the round was paired, which it waits for.
        by_server: That the server does it by itself, likewise; empty where it waits for a director.
    """

    deed: Deed
    text: str
    members: dict[str, Member] = {}
    why_not: str = ""
    why_members: dict[str, Member] = {}
    chief: bool = True
    mend: Literal["", "lots", "entries"] = ""
    without: tuple[int, ...] = ()
    by_server: str = ""


def next_steps(state: TournamentState) -> tuple[NextStep, ...]:
    """Return what a director can do next, the usual step first."""
    if state.is_over:
        text = phrase("Reopen the tournament")
        return (NextStep(ReopenTournament(reason="correction"), text, chief=False),) if state.status == "closed" else ()
    steps = [
        _with_server(state, stage, step)
        for stage in state.running
        for step in sorted(_of_stage(state, stage), key=lambda step: not step.chief)
    ]
    steps += _of_tables(state)
    if not state.running:
        steps += _between(state)
    if state.status == "open":
        steps.append(NextStep(CloseEntries(), phrase("Close the entries"), chief=False))
    elif state.status == "closed_entries":
        steps.append(NextStep(OpenEntries(), phrase("Reopen the entries"), chief=False))
    return tuple(sorted(steps, key=lambda step: not step.chief))


def _of_tables(state: TournamentState) -> Iterator[NextStep]:
    """Yield that free tables are given to the matches that wait for one; a full hall has no such step."""
    if state.venue is None or not any(match.waits_for_table for match in state.matches.values()):
        return
    if placings := free_placings(state):
        by_server = phrase("The server assigns free tables automatically.") if state.settings.automatic else ""
        text = phrase("Assign the next free tables to waiting matches: {count}")
        yield NextStep(GiveTables(), text, {"count": len(placings)}, by_server=by_server, chief=not by_server)


def _with_server(state: TournamentState, stage: StageState, step: NextStep) -> NextStep:
    """Return a step with what the server does by itself where it runs the rounds: that is not the director's next one.

    What it does is in `tournaments.directing.due`.
    """
    if not state.settings.automatic or stage.plan.type == LADDER:
        return step
    match step.deed:
        case PairRound(anyway=False) if stage.plan.type in (SWISS, POINTS_RACE):
            now = phrase("The server pairs round {round} automatically.")
            later = phrase("The server pairs round {round} automatically, as soon as all results are in.")
            text = later if stage.rounds else now
        case PairRound(anyway=False):
            text = phrase("The server draws the matches automatically.")
        case ReleaseRound():
            text = phrase("The server releases round {round} automatically.")
        case CallRound() if stage.plan.type in BRACKETS:
            text = phrase("The server calls round {round} automatically.")
        case CallRound():
            text = phrase("The server calls round {round} automatically, as soon as the earlier rounds are over.")
        case _:
            return step
    return replace(step, chief=False, by_server=text)


def _between(state: TournamentState) -> Iterator[NextStep]:
    """Yield what can be done while no stage is being played."""
    planned = [stage for stage in state.stages.values() if stage.status == "planned"]
    for stage in planned[:1]:
        missing = [source.stage for source in stage.plan.source if state.stages[source.stage].status != "closed"]
        why = phrase("Stage {stage} is not closed.") if missing else ""
        why_members: dict[str, Member] = {"stage": missing[0]} if missing else {}
        if not stage.plan.source and (away := absent_from(state, stage)):
            why = phrase("Entrants that have not checked in: {count}. Go on without them, or wait.")
            why_members = {"count": len(away)}
        text = phrase("Begin stage {stage}")
        makes_teams = is_ready_for_teams(state, lot_of_agents(state))
        if makes_teams:
            yield NextStep(MakeTeams(), phrase("Make the teams"))
        mend: Literal["", "lots", "entries"] = ""
        if not why:
            why, why_members, mend = _waits_for(state, stage)
        members: dict[str, Member] = {"stage": stage.number}
        yield NextStep(
            BeginStage(stage=stage.number), text, members, why, why_members, chief=not makes_teams, mend=mend
        )
    if state.stages and not planned:
        yield NextStep(CloseTournament(), phrase("Close the tournament"))


def _waits_for(
    state: TournamentState, stage: StageState
) -> tuple[str, dict[str, Member], Literal["", "lots", "entries"]]:
    """Return why a stage cannot begin with the entrants that there are, and the page where that is mended."""
    field, least = field_of(state, stage.number), least_of(stage.plan)
    if len(field) < least * stage.plan.groups:
        agents = () if stage.plan.source else agents_here(state)
        if is_ready_for_teams(state, lot_of_agents(state)):
            return phrase("First make the teams of single players."), {}, ""
        if len(agents) >= state.settings.side:
            text = phrase("Single players without a team: {count}. Draw a lot among them, and make the teams.")
            return text, {"count": len(agents)}, "lots"
        return too_few(stage.plan), {"least": least, "count": len(field)}, "entries"
    if stage.plan.by_lot and drawn_lot(state, field) is None:
        return no_lot(stage.plan), {}, "lots"
    return "", {}, ""


def _of_stage(state: TournamentState, stage: StageState) -> Iterator[NextStep]:
    """Yield the next steps of a stage that is being played."""
    number = stage.number
    drafts = sorted({one.number for one in stage.rounds if not one.released})
    waiting = sorted({one.number for one in stage.rounds if one.released and not one.called})
    # Where the rounds are drawn at once, a round that is released begins before the one after it is released.
    calls_first = bool(waiting) and not (drafts and drafts[0] <= waiting[0])
    for one in drafts[:1]:
        about: dict[str, Member] = {"round": one}
        late = unpaired(state, stage, one)
        yield NextStep(
            ReleaseRound(stage=number, round=one),
            phrase("Release round {round}"),
            about,
            UNPAIRED if late else "",
            {**about, "entrants": ", ".join(map(str, late[:20]))} if late else {},
            chief=not calls_first,
            without=late,
        )
        if stage.plan.type not in BRACKETS and one == max(other.number for other in stage.rounds):
            text = phrase("Discard the draft of round {round}")
            yield NextStep(UnpairRound(stage=number, round=one), text, about, chief=bool(late))
    for one in waiting[:1]:
        yield NextStep(
            CallRound(stage=number, round=one), phrase("Call round {round}"), {"round": one}, chief=calls_first
        )
    if drafts or waiting:
        return
    why, members = _missing(state, stage)
    if stage.plan.type != LADDER and _has_more(state, stage, settled=not why):
        following = max((one.number for one in stage.rounds), default=0) + 1
        text = phrase("Pair round {round}") if stage.plan.type in (SWISS, POINTS_RACE) else phrase("Draw the matches")
        # Only a Swiss is paired by its results.
        held = stage.plan.type == SWISS and bool(stage.rounds)
        yield NextStep(
            PairRound(stage=number),
            text,
            {"round": following} if "{round}" in text else {},
            why if held else "",
            members if held else {},
        )
        if held and why:
            anyway = phrase("Pair round {round} anyway: the missing matches count as not played")
            yield NextStep(PairRound(stage=number, anyway=True), anyway, {"round": following}, chief=False)
    else:
        # A ladder ends when its director wants it to.
        goes_on = stage.plan.type == LADDER and sum(not state.entrants[one].is_away for one in stage.field) > 1
        text, about = phrase("Close stage {stage}"), {"stage": number}
        yield NextStep(CloseStage(stage=number), text, about, why, members, chief=not goes_on)


def _missing(state: TournamentState, stage: StageState) -> tuple[str, dict[str, Member]]:
    """Return why a stage cannot go on; empty where no result is missing or unconfirmed."""
    try:
        check_results(state, stage)
    except Refused as refused:
        return refused.text, refused.members
    return "", {}


def _has_more(state: TournamentState, stage: StageState, *, settled: bool) -> bool:
    if not stage.rounds:
        return True
    if stage.plan.type in (SWISS, POINTS_RACE):
        return max(one.number for one in stage.rounds) < last_round(state, stage)
    # Whether a schedule has more rounds takes long to find out, and matters only when all is played.
    return settled and has_rounds_left(state, stage)
