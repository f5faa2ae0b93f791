"""What the runs of a rehearsal showed to be wrong with a plan, and what would be right."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil
from statistics import median_high
from typing import Final

from engine.phrases import Member, phrase
from tournaments.deeds.staging import least_of
from tournaments.rehearsal.assumptions import Assumptions
from tournaments.rehearsal.notes import Run, Stopped
from tournaments.rehearsal.report import Finding
from tournaments.rehearsal.summary import late, rounds_of
from tournaments.stages.stage import BRACKETS, CROSS_GROUP, ROUND_ROBIN, SWISS
from tournaments.state.tournament import TournamentState

MAX_NAMED: Final = 12
"""The entrants that a finding names."""
RARE: Final = 10
"""In so many of 100 runs a fault may happen that is not grave."""
FEW: Final = 10
"""With fewer runs the late case says little."""
STOPS: Final = {
    "BeginStage": phrase("Stage {stage} cannot begin in {count} of {runs} runs."),
    "PairRound": phrase("Stage {stage}: round {round} cannot be paired in {count} of {runs} runs."),
    "CloseStage": phrase("Stage {stage} cannot be closed in {count} of {runs} runs."),
}
"""The sentences that a plan stops at a step."""
GOES_NO_FURTHER: Final = phrase("Stage {stage} cannot go on in {count} of {runs} runs.")
"""The same of all other steps."""


def findings_of(
    state: TournamentState, start: TournamentState, assumptions: Assumptions, runs: Sequence[Run]
) -> tuple[Finding, ...]:
    """Return what was found, grave faults first.

    Args:
        state: The tournament as it stands.
        start: The tournament with which each run began.
        assumptions: What was supposed.
        runs: The runs, at least one.
    """
    found = [
        *_of_plan(start, runs),
        *_of_time(start, assumptions, runs),
        *_of_tables(start, assumptions, runs),
        *_of_rests(assumptions, runs),
        *_of_byes(start, runs),
        *_of_meetings(start, runs),
        *_of_ties(runs),
        *_of_limits(assumptions, runs),
    ]
    return tuple(sorted(found, key=lambda finding: not finding.grave))


def _share(holds: Sequence[bool]) -> int:
    """Return in how many of 100 runs something holds, by whether it does in each; 0 only where it holds in none."""
    return ceil(100 * sum(holds) / len(holds))


def _of_plan(start: TournamentState, runs: Sequence[Run]) -> Iterator[Finding]:
    stops = Counter((run.stopped.deed, run.stopped.stage, run.stopped.round) for run in runs if run.stopped)
    for (_deed, _stage, _round), count in stops.most_common():
        stopped = next(run.stopped for run in runs if run.stopped and _place(run.stopped) == (_deed, _stage, _round))
        yield _of_stop(start, stopped, count, len(runs))
    waiting = sum(entrant.waiting and not entrant.is_gone for entrant in start.entrants.values())
    if waiting:
        yield Finding(
            "plan",
            True,
            phrase("There is no room for {count} of the expected entrants: they stay on the waiting list."),
            {"count": waiting},
            right=phrase("Make room for {room} on Settings, or close the entries earlier."),
            right_members={"room": waiting + len(start.entered())},
        )
    for stage in sorted({stage for run in runs for stage in run.skipped}):
        text = phrase("Stage {stage} is a ladder: it runs until its director ends it, so it is not rehearsed.")
        yield Finding("plan", False, text, {"stage": stage})
    for stage in sorted({stage for run in runs for stage in run.lots}):
        text = phrase("Stage {stage} begins after a lot: promise it early, so that captains can give their numbers.")
        yield Finding("plan", False, text, {"stage": stage})


def _place(stopped: Stopped) -> tuple[str, int, int]:
    return stopped.deed, stopped.stage, stopped.round


def _of_stop(start: TournamentState, stopped: Stopped, count: int, runs: int) -> Finding:
    """Return that runs stopped at a step, with the reason, and what would be right where that is known."""
    members: dict[str, Member] = {"stage": stopped.stage, "round": stopped.round, "count": count, "runs": runs}
    text = STOPS.get(stopped.deed, GOES_NO_FURTHER)
    right, about = "", {}
    plan = start.stages[stopped.stage].plan if stopped.stage in start.stages else None
    if stopped.code == "too-few-entrants" and plan is not None:
        about = {"needed": least_of(plan) * plan.groups}
        if plan.source:
            right = phrase("Let at least {needed} entrants go on to it, or plan it with fewer groups.")
        else:
            right = phrase("Wait for at least {needed} entrants, or plan fewer groups.")
    elif plan is not None and plan.type == CROSS_GROUP and stopped.deed == "PairRound":
        right = phrase("Let an even number of entrants play in it.")
    elif stopped.code == "wrong-sides":
        right = phrase("Choose another format for the stage, or another game for the tournament.")
    return Finding("plan", True, text, members, stopped.text, stopped.members, right, dict[str, Member](about))


def _of_time(start: TournamentState, assumptions: Assumptions, runs: Sequence[Run]) -> Iterator[Finding]:
    begun = {(stage.number, one.number) for stage in start.stages.values() for one in stage.rounds if one.called}
    closes = assumptions.closes_at
    if closes and (share := _share([run.ends > closes for run in runs])):
        end = late([run.ends for run in runs])
        yield Finding(
            "time",
            share > RARE,
            phrase("In {share} of 100 runs the last match ends after the hall closes; nine of ten end by {time}."),
            {"share": share},
            right=phrase("Gain {minutes} minutes: begin earlier, play fewer hands, or limit the minutes of a match."),
            right_members={"minutes": max(1, ceil((end - closes) / 60))},
            times={"time": int(end)},
        )
    for place in range(len(assumptions.sessions)):
        over = [run.overrun.get(place, 0.0) for run in runs]
        if share := _share([seconds >= 60 for seconds in over]):
            text = phrase(
                "Session {session}: in {share} of 100 runs a match goes on after its end, up to {minutes} minutes."
            )
            minutes = ceil(max(over) / 60)
            yield Finding(
                "time",
                share > RARE,
                text,
                {"session": place + 1, "share": share, "minutes": minutes},
                right=phrase("Let the session end {minutes} minutes later, or play a round less in it."),
                right_members={"minutes": minutes},
            )
    for one in rounds_of(runs, assumptions):
        minutes = ceil((one.begins - one.planned) / 60)
        if one.planned and minutes > 0 and (one.stage, one.number) not in begun:
            yield Finding(
                "time",
                True,
                phrase("Stage {stage}, round {round} begins {minutes} minutes after its time in the middle run."),
                {"stage": one.stage, "round": one.number, "minutes": minutes},
                right=phrase("Plan it for {time}, or give the rounds before it more time."),
                times={"time": one.begins},
            )


def _of_tables(start: TournamentState, assumptions: Assumptions, runs: Sequence[Run]) -> Iterator[Finding]:
    rounds = rounds_of(runs, assumptions)
    most = max((one.tables for one in rounds), default=0)
    if not assumptions.tables:
        if most:
            text = phrase("The event needs {tables} tables, so that no match waits for one.")
            yield Finding("tables", False, text, {"tables": most})
        return
    needed = max((one.matches * start.stages[one.stage].plan.most_rooms for one in rounds), default=0)
    for stage in dict.fromkeys(one.stage for one in rounds):
        counts, longest = [], 0.0
        for run in runs:
            waits = [wait for (of, _number), one in run.rounds.items() if of == stage for wait in one.waited]
            counts.append(len(waits))
            longest = max([longest, *waits])
        if count := median_high(counts):
            yield Finding(
                "tables",
                longest >= 600,
                phrase("Stage {stage}: matches that wait for a table: {count}, the longest {minutes} minutes."),
                {"stage": stage, "count": count, "minutes": ceil(longest / 60)},
                right=phrase("With {tables} tables none would wait."),
                right_members={"tables": needed},
            )
    if 0 < most < assumptions.tables:
        text = phrase("Of {tables} tables, at most {count} are in use at once.")
        yield Finding("tables", False, text, {"tables": assumptions.tables, "count": most})


def _of_rests(assumptions: Assumptions, runs: Sequence[Run]) -> Iterator[Finding]:
    count = median_high([len(run.short) for run in runs])
    if not count:
        return
    least = min(pause for run in runs for pause in run.short.values())
    often = Counter(entrant for run in runs for entrant in run.short)
    yield Finding(
        "rests",
        True,
        phrase("Entrants with less than {rest} minutes between two matches: {count}; the shortest pause is {minutes}."),
        {"count": count, "rest": assumptions.rest, "minutes": int(least / 60)},
        right=phrase("Leave {rest} minutes between the rounds."),
        right_members={"rest": assumptions.rest},
        entrants=_often(often),
    )


def _often(counted: Counter[int]) -> tuple[int, ...]:
    return tuple(entrant for entrant, _count in counted.most_common(MAX_NAMED))


def _of_byes(start: TournamentState, runs: Sequence[Run]) -> Iterator[Finding]:
    for number in sorted({stage for run in runs for stage, _entrant in run.byes}):
        who = Counter(entrant for run in runs for stage, entrant in run.byes if stage == number)
        count = median_high([sum(stage == number for stage, _entrant in run.byes) for run in runs])
        stage = start.stages[number]
        if stage.plan.type in BRACKETS:
            text = phrase("Stage {stage}: entrants that begin in the second round: {count}.")
            yield Finding(
                "byes",
                False,
                text,
                {"stage": number, "count": count},
                entrants=() if stage.plan.by_lot or stage.plan.source else _often(who),
            )
            continue
        text = phrase("Stage {stage}: because a number is odd, an entrant rests in each round; byes in all: {count}.")
        right = phrase("With one entrant more or fewer nobody would rest.") if stage.plan.groups == 1 else ""
        yield Finding("byes", False, text, {"stage": number, "count": count}, right=right, entrants=_often(who))
        twice = Counter(
            entrant for run in runs for (of, entrant), times in run.byes.items() if of == number and times > 1
        )
        if twice:
            share = _share([any(of == number and n > 1 for (of, _), n in run.byes.items()) for run in runs])
            yield Finding(
                "byes",
                stage.plan.type == SWISS,
                phrase("Stage {stage}: in {share} of 100 runs an entrant rests twice or more."),
                {"stage": number, "share": share},
                right=phrase("Plan fewer rounds than there are entrants."),
                entrants=_often(twice),
            )


def _of_meetings(start: TournamentState, runs: Sequence[Run]) -> Iterator[Finding]:
    for number in sorted({stage for run in runs for stage, count in run.rematches.items() if count}):
        count = median_high([run.rematches[number] for run in runs])
        field = len(start.entered()) // start.stages[number].plan.groups
        right = phrase("{count} entrants can play {rounds} rounds before they meet again.")
        is_long = not start.stages[number].plan.source and start.stages[number].plan.rounds >= field > 1
        yield Finding(
            "rematches",
            True,
            phrase("Stage {stage}: in {share} of 100 runs entrants meet again; in the middle run {count} matches."),
            {"stage": number, "share": _share([run.rematches[number] > 0 for run in runs]), "count": count},
            right=right if is_long else "",
            right_members={"count": field, "rounds": field - 1 + field % 2} if is_long else {},
        )
    for number in sorted({stage for run in runs for stage, count in run.again.items() if count}):
        sources = [start.stages[source.stage].plan for source in start.stages[number].plan.source]
        if all(plan.type == ROUND_ROBIN and plan.groups == 1 for plan in sources):
            # All have met there.
            continue
        share = _share([run.again[number] > 0 for run in runs])
        text = phrase("Stage {stage}: in {share} of 100 runs first matches repeat a match of an earlier stage.")
        yield Finding("rematches", False, text, {"stage": number, "share": share})


def _of_ties(runs: Sequence[Run]) -> Iterator[Finding]:
    kinds = (
        (
            "ties",
            phrase("Stage {stage}: in {share} of 100 runs a place that counts is shared, and must be decided."),
            phrase("Add a criterion to the standings, or keep time for extra play."),
        ),
        (
            "level",
            phrase("Stage {stage}: in {share} of 100 runs a match stays level after all its games."),
            phrase("Plan further games of a level match, the last of them of 1 hand."),
        ),
        (
            "by_seed",
            phrase("Stage {stage}: in {share} of 100 runs the seed alone decides a place that counts."),
            phrase("Put a criterion won by playing before the seed."),
        ),
    )
    for name, text, right in kinds:
        for stage in sorted({stage for run in runs for stage, count in getattr(run, name).items() if count}):
            share = _share([getattr(run, name)[stage] > 0 for run in runs])
            grave = share > RARE and name != "by_seed"
            yield Finding("ties", grave, text, {"stage": stage, "share": share}, right=right)


def _of_limits(assumptions: Assumptions, runs: Sequence[Run]) -> Iterator[Finding]:
    if runs[-1].is_cut:
        text = phrase("Time ran out within the first run: only its beginning is shown.")
        yield Finding("limits", True, text, right=phrase("Rehearse with fewer entrants or rounds."))
    elif len(runs) < assumptions.runs and not any(run.stopped for run in runs):
        text = phrase("Time ran out after {count} of {runs} runs.")
        yield Finding("limits", False, text, {"count": len(runs), "runs": assumptions.runs})
    if len(runs) < FEW and not any(run.stopped for run in runs):
        yield Finding("limits", False, phrase("With so few runs the late case is not reliable."))
