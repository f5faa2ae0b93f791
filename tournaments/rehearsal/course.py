"""One run of a rehearsal: a whole event through the deeds that people do, from its beginning to its last place.

A clock goes from one moment at which something happens to the next. At each a director does what is next, matches that
wait get a table as long as there are any, and matches that are over report themselves.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from heapq import heappop, heappush
from random import Random
from typing import Final

from msgspec import Struct

from engine import load_rules
from engine.phrases import Member, phrase
from tournaments.deeds.agents import MakeTeams, is_ready_for_teams, lot_of_agents
from tournaments.deeds.base import SERVER, Deed, Refused
from tournaments.deeds.deciding import decide
from tournaments.deeds.lots import DrawLot, PromiseLot, agents_here
from tournaments.deeds.opening import CloseTournament
from tournaments.deeds.playing import CallMatch, ConfirmResult, DecideMatch, ExtendMatch, ReportGame
from tournaments.deeds.staging import (
    BeginStage,
    CallRound,
    CloseStage,
    DecideTie,
    PairRound,
    ReleaseRound,
    UnpairRound,
    drawn_lot,
    unpaired,
)
from tournaments.drafting.drafts import draft_of
from tournaments.drafting.places import cuts_of, places_of
from tournaments.drafting.rounds import has_rounds_left
from tournaments.events.settings import MatchPlan
from tournaments.flow.qualifying import field_of
from tournaments.forecast.pace import usual_seconds
from tournaments.formats.errors import DrawError, PairingError
from tournaments.rehearsal.assumptions import Assumptions
from tournaments.rehearsal.hands import BotsHands
from tournaments.rehearsal.model import Model
from tournaments.rehearsal.notes import RoundRun, Run, Stopped
from tournaments.rehearsal.stand_ins import put_all
from tournaments.stages.stage import BRACKETS, LADDER, PLAYED, POINTS_RACE, SWISS
from tournaments.state.brackets import all_after, is_needed
from tournaments.state.outcomes import is_level, last_round, match_plan, next_extra, outcome_of, round_plan
from tournaments.state.standing import rows_of
from tournaments.state.tournament import MatchState, StageState, TournamentState

DAY: Final = 86_400
UNLIMITED: Final = 1 << 20
LEAST: Final = 60.0
"""The seconds that a game which should be over by now still takes."""
USUAL_HANDS: Final = 16
"""The hands of a game without a number, before the bots have played one, to judge whether it fits into a session."""


class Waiting(Struct):
    """A match that waits for its time and a table.

    Attributes:
        ready: From when on it could be played.
        lacks_table: A table was what it waited for.
        at_home: Its sides agree on a time and find a table themselves.
    """

    match: int
    ready: float
    lacks_table: bool = False
    at_home: bool = False


class Going(Struct):
    """A match that is being played."""

    began: float
    tables: int
    session: int


class Course:
    """A run.

    Args:
        start: The tournament as it begins; it stays as it is.
        assumptions: What is supposed.
        begins: When, in seconds since 1970 UTC.
        hands: What hands come to.
        chance: Draws everything in this run.
        is_late: Tells whether the time for the rehearsal is over.
    """

    def __init__(
        self,
        start: TournamentState,
        assumptions: Assumptions,
        begins: float,
        hands: BotsHands,
        chance: Random,
        is_late: Callable[[], bool],
    ) -> None:
        self.state = start.copied()
        self.run = Run(begins)
        self._assumptions = assumptions
        self._chance = chance
        self._is_late = is_late
        self._now = begins
        self._seconds = seconds_of(start, assumptions)
        order = start.entered() or start.order
        self._seeds = {entrant: seed for seed, entrant in enumerate(order, start=1)}
        self._model = Model(start.order, self._seconds, hands, chance)
        self._queue: list[Waiting] = []
        self._going: dict[int, Going] = {}
        self._ends: list[tuple[float, int, list[ReportGame]]] = []
        self._free = assumptions.tables or UNLIMITED
        self._left: Counter[int] = Counter()
        self._over: dict[int, float] = {}
        self._last: dict[int, float] = {}
        self._busy: set[int] = set()
        self._alarms: list[float] = []
        self._before: tuple[int, bool] | None = None
        self._deed: Deed = CloseTournament()

    def play(self) -> Run:
        """Play the event to its end, or to the step that is refused."""
        try:
            self._resume()
            while not self.state.is_over:
                if self._is_late():
                    self.run.is_cut = True
                    break
                if not (self._direct() or self._seat() or self._wait()):
                    text = phrase("Nothing can go on: the waiting matches cannot be played.")
                    raise Refused("nothing-goes-on", text)
        except Refused as refused:
            self._stop(refused.text, refused.members, refused.code)
        except (DrawError, PairingError) as fault:
            self._stop("{fault}", {"fault": str(fault)}, type(fault).__name__)
        self.run.ends = max((one.ends for one in self.run.rounds.values()), default=self.run.begins)
        if self.state.places and len(self.state.places[0]) == 1:
            self.run.champion = self._seeds.get(self.state.places[0][0], 0)
            if self._before is not None:
                leader, certain = self._before
                self.run.settled, self.run.overtaken = certain, self.state.places[0][0] != leader
        return self.run

    def _stop(self, text: str, members: dict[str, Member], code: str) -> None:
        stage = getattr(self._deed, "stage", 0)
        known = self.state.stages.get(stage)
        number = getattr(self._deed, "round", 0)
        if isinstance(self._deed, PairRound) and known is not None:
            number = known.last_round() + 1
        self.run.stopped = Stopped(type(self._deed).__name__, stage, number, text, members, code)

    def _do(self, deed: Deed) -> None:
        self._deed = deed
        draft = draft_of(self.state, deed, lambda: f"{self._chance.getrandbits(256):064x}")
        put_all(self.state, decide(self.state, deed, SERVER, draft), datetime.fromtimestamp(self._now, UTC))

    # What a director does next

    def _resume(self) -> None:
        """Take up a tournament that is being played: its games go on, and what is reported is confirmed."""
        for stage in self.state.running:
            for match in self.state.matches_of(stage.number):
                if match.games and not match.confirmed and not match.running_games and match.decision is None:
                    self._do(ConfirmResult(match=match.number))
            for number in sorted({one.number for one in stage.rounds if one.called}):
                self._line_up(self.state.stages[stage.number], number)
                called = min(one.called_at for one in stage.rounds if one.number == number and one.called_at)
                self._round(stage.number, number).begins = called.timestamp()

    def _direct(self) -> bool:
        """Do one thing that a director can do now; tell whether there was one."""
        for stage in self.state.running:
            if not self._left[stage.number] and self._next(stage):
                return True
        return not self.state.running and self._between()

    def _between(self) -> bool:
        """Begin the next stage, with the lots that it needs, or close the tournament."""
        planned = [stage for stage in self.state.stages.values() if stage.status == "planned"]
        if not planned:
            self._do(CloseTournament())
            return True
        stage = planned[0]
        if not stage.plan.source and len(agents_here(self.state)) >= self.state.settings.side:
            if not is_ready_for_teams(self.state, lot_of_agents(self.state)):
                self._draw(stage.number, PromiseLot(free_agents=True))
            self._do(MakeTeams())
        field = field_of(self.state, stage.number) if not stage.plan.source or self._is_fed(stage) else ()
        if stage.plan.by_lot and len(field) > 1 and drawn_lot(self.state, field) is None:
            self._draw(stage.number, PromiseLot(entrants=field))
        self._do(BeginStage(stage=stage.number))
        return True

    def _is_fed(self, stage: StageState) -> bool:
        return all(self.state.stages[source.stage].status == "closed" for source in stage.plan.source)

    def _draw(self, stage: int, deed: PromiseLot) -> None:
        self._do(deed)
        self._do(DrawLot(lot=max(self.state.lots)))
        self.run.lots = (*self.run.lots, stage)

    def _next(self, stage: StageState) -> bool:
        """Pair, release, call, or close a stage in which nothing is being played."""
        number = stage.number
        if stage.plan.type == LADDER:
            self.run.skipped = (*self.run.skipped, number)
            self._do(CloseStage(stage=number))
            return True
        waiting = sorted({one.number for one in stage.rounds if not one.called})
        if waiting:
            return self._call(stage, waiting)
        if self._has_more(stage):
            self._do(PairRound(stage=number))
            self._look_at_pairing(number)
        else:
            self._settle(stage)
            self._do(CloseStage(stage=number))
        return True

    def _has_more(self, stage: StageState) -> bool:
        if not stage.rounds:
            return True
        if stage.plan.type in (SWISS, POINTS_RACE):
            return stage.last_round() < last_round(self.state, stage)
        return has_rounds_left(self.state, stage)

    def _call(self, stage: StageState, waiting: list[int]) -> bool:
        """Release and call the next round, or the whole of a bracket, when its time has come."""
        at = self._time_of(stage, waiting[0])
        if at > self._now:
            heappush(self._alarms, at)
            return False
        if unpaired(self.state, stage, waiting[0]):
            self._do(UnpairRound(stage=stage.number, round=waiting[0]))
            return True
        for number in waiting if stage.plan.type in BRACKETS else waiting[:1]:
            self._look_at_leader(stage, number)
            if not all(one.released for one in stage.rounds if one.number == number):
                self._do(ReleaseRound(stage=stage.number, round=number))
            self._do(CallRound(stage=stage.number, round=number))
            self._line_up(self.state.stages[stage.number], number)
        return True

    def _time_of(self, stage: StageState, number: int) -> float:
        """Return when a round may begin: after a pause, in its session, and not before its time."""
        planned = max((at for of, by, at in self._assumptions.rounds if (of, by) == (stage.number, number)), default=0)
        earlier = self._over.get(stage.number) or max(self._over.values(), default=0.0)
        after = earlier + 60 * self._assumptions.between if earlier else self.run.begins
        plan = round_plan(stage.plan, number, last_round(self.state, stage))
        matches = sum(len(one.matches) for one in stage.rounds if one.number == number) * plan.rooms
        turns = -(-matches // self._assumptions.tables) if self._assumptions.tables else 1
        return self._in_session(max(after, planned), self._length(plan) * max(1, turns))

    def _length(self, plan: MatchPlan) -> float:
        """Return the seconds that a match is expected to take."""
        game = (plan.hands or USUAL_HANDS) * self._seconds
        return (game if plan.minutes is None else min(game, 60 * plan.minutes)) * plan.games / plan.rooms

    def _in_session(self, at: float, length: float) -> float:
        """Return when play of some length may begin: where it fits, else at the beginning of a session, or late."""
        sessions = self._assumptions.sessions
        for place, (begins, ends) in enumerate(sessions):
            if at < ends and (at <= begins or at + length <= ends or place == len(sessions) - 1):
                return max(at, begins)
        return at

    def _line_up(self, stage: StageState, number: int) -> None:
        """Let the matches of a round that was called wait for their tables."""
        matches = [self.state.matches[match] for one in stage.rounds if one.number == number for match in one.matches]
        noted = self._round(stage.number, number)
        noted.byes += sum(match.is_bye for match in matches)
        for match in matches:
            self._enqueue(match, self._now)

    def _enqueue(self, match: MatchState, ready: float) -> None:
        """Let a match wait for its table, if it can be played."""
        if match.is_bye or not match.is_filled or match.number in self._going:
            return
        if not is_needed(self.state, match) or outcome_of(self.state, match) is not None:
            return
        days = self.state.stages[match.stage].plan.days
        if days:
            # The sides agree on a time within the days of the round.
            ready += DAY * days * self._chance.uniform(0.1, 1)
        self._queue.append(Waiting(match.number, ready, at_home=bool(days)))
        self._left[match.stage] += 1

    # What happens in the hall

    def _seat(self) -> bool:
        """Begin the matches that have come to their time, as long as there are tables; tell whether any did."""
        begun, kept = False, []
        for waiting in self._queue:
            match = self.state.matches[waiting.match]
            if waiting.ready > self._now or not self._busy.isdisjoint(match.entrants):
                kept.append(waiting)
                continue
            rooms = 0 if waiting.at_home else match_plan(self.state, match).rooms
            if rooms > self._free:
                waiting.lacks_table = True
                kept.append(waiting)
                continue
            self._begin(waiting, match, rooms)
            begun = True
        self._queue = kept
        return begun

    def _begin(self, waiting: Waiting, match: MatchState, rooms: int) -> None:
        noted = self._round(match.stage, match.round)
        if waiting.lacks_table:
            noted.waited.append(self._now - waiting.ready)
        if not waiting.at_home:
            self._look_at_rest(match)
        noted.begins = min(noted.begins, self._now)
        noted.matches += 1
        self._free -= rooms
        noted.tables = max(noted.tables, sum(going.tables for going in self._going.values()) + rooms)
        self._going[match.number] = Going(self._now, rooms, self._session())
        self._busy.update(match.entrants)
        self._play(match)

    def _play(self, match: MatchState) -> None:
        """Call the next games of a match, if they are not called, and make up what they come to."""
        played = 0.0
        if match.running_games:
            # The tournament was being played when the rehearsal began.
            noted = self._round(match.stage, match.round)
            played = self._now - max(noted.begins, match.filled_at.timestamp() if match.filled_at else 0)
        else:
            self._do(CallMatch(match=match.number))
            match = self.state.matches[match.number]
        plan, longest, reports = match_plan(self.state, match), 0.0, []
        for game in match.running_games:
            made = self._model.game(match.sides, plan, game.hands or plan.hands)
            longest = max(longest, made.seconds)
            reports.append(
                ReportGame(
                    match=match.number,
                    game=game.number,
                    points=made.points,
                    winners=made.winners,
                    hands=made.hands,
                    version=game.version + 1,
                )
            )
        heappush(self._ends, (self._now + max(longest - played, LEAST), match.number, reports))

    def _wait(self) -> bool:
        """Let the clock go on to the next moment at which something happens; tell whether there is one."""
        moments = [one.ready for one in self._queue if one.ready > self._now]
        moments += [self._ends[0][0]] if self._ends else []
        moments += [self._alarms[0]] if self._alarms else []
        if not moments:
            return False
        self._now = max(self._now, min(moments))
        while self._alarms and self._alarms[0] <= self._now:
            heappop(self._alarms)
        while self._ends and self._ends[0][0] <= self._now:
            _at, number, reports = heappop(self._ends)
            self._report(number, reports)
        return True

    def _report(self, number: int, reports: list[ReportGame]) -> None:
        """Report the games of a match, and go on with it if it is not over."""
        for report in reports:
            self._do(report)
        match = self.state.matches[number]
        plan, stage = match_plan(self.state, match), self.state.stages[match.stage]
        outcome = outcome_of(self.state, match)
        if outcome is None:
            if is_level(match, plan) and next_extra(match, plan) is not None:
                self._do(ExtendMatch(match=number))
                match = self.state.matches[number]
            self._play(match)
            return
        if stage.plan.type in BRACKETS and outcome.kind == PLAYED and outcome.winner is None:
            self.run.level[stage.number] += 1
            winner = self._chance.randrange(len(match.sides))
            self._do(DecideMatch(match=number, decision="walkover", winner=winner, reason="lot"))
        self._finish(match)

    def _finish(self, match: MatchState) -> None:
        """Free the tables of a match that is over, and let the matches of its bracket follow."""
        going = self._going.pop(match.number)
        self._free += going.tables
        self._busy.difference_update(match.entrants)
        self._last.update(dict.fromkeys(match.entrants, self._now))
        self._left[match.stage] -= 1
        self._over[match.stage] = self._now
        self._round(match.stage, match.round).ends = self._now
        self.run.last = self._now - going.began
        if going.session >= 0 and going.tables:
            late = self._now - self._assumptions.sessions[going.session][1]
            if late > self.run.overrun.get(going.session, 0):
                self.run.overrun[going.session] = late
        queued = {waiting.match for waiting in self._queue}
        for number in all_after(self.state, (match.number,)):
            if number not in queued:
                after = self.state.matches[number]
                at = self._now + 60 * self._assumptions.between
                self._enqueue(after, self._in_session(at, self._length(match_plan(self.state, after))))

    def _session(self) -> int:
        """Return the number, from 0, of the session that is being played; -1: none."""
        begun = [place for place, (begins, _ends) in enumerate(self._assumptions.sessions) if begins <= self._now]
        return begun[-1] if begun else -1

    def _round(self, stage: int, number: int) -> RoundRun:
        known = self.run.rounds.get((stage, number))
        if known is None:
            known = self.run.rounds[stage, number] = RoundRun(stage, number, float("inf"), self._now)
        return known

    # What the report is about

    def _look_at_rest(self, match: MatchState) -> None:
        """Note the entrants of a match that begins sooner after their last one than they should."""
        for entrant in match.entrants:
            pause = self._now - self._last.get(entrant, float("-inf"))
            if pause < 60 * self._assumptions.rest:
                self.run.short[entrant] = min(pause, self.run.short.get(entrant, pause))

    def _look_at_pairing(self, number: int) -> None:
        """Note byes and meetings of the rounds that were just paired."""
        stage = self.state.stages[number]
        drafts = [one for one in stage.rounds if not one.released]
        for one in drafts:
            for match in (self.state.matches[match] for match in one.matches):
                if match.is_bye:
                    self.run.byes[number, match.entrants[0]] += 1
        if stage.plan.type in BRACKETS:
            in_first = {
                entrant for match in self.state.matches_of(number) for entrant in match.entrants if match.round == 1
            }
            self.run.byes.update((number, entrant) for entrant in stage.field if entrant not in in_first)
        if stage.plan.type == SWISS:
            met = self._met(match for match in self.state.matches_of(number) if match.round < drafts[0].number)
            self.run.rematches[number] += sum(
                frozenset(self.state.matches[match].entrants) in met for one in drafts for match in one.matches
            )
        elif stage.plan.type in BRACKETS and stage.plan.source:
            met = self._met(match for match in self.state.matches.values() if match.stage != number)
            matches = (self.state.matches[match] for one in drafts for match in one.matches)
            self.run.again[number] += sum(match.is_filled and frozenset(match.entrants) in met for match in matches)

    @staticmethod
    def _met(matches: Iterator[MatchState]) -> set[frozenset[int]]:
        return {frozenset(match.entrants) for match in matches if not match.is_bye}

    def _look_at_leader(self, stage: StageState, number: int) -> None:
        """Note before the last round of the last stage the leader, and whether nobody can come level any more."""
        is_last = stage.number == max(self.state.stages) and number == last_round(self.state, stage)
        if not is_last or stage.plan.type in (*BRACKETS, POINTS_RACE) or len(stage.groups) > 1 or number < 2:
            return
        rows = rows_of(self.state, stage.number)
        points = [row.values.get("points") for row in rows[:2]]
        if len(points) < 2 or points[0] is None or points[1] is None:
            return
        scoring = stage.scoring
        most = max(scoring.win, scoring.bye, scoring.forfeit_win) - min(scoring.loss, scoring.forfeit_loss)
        self._before = int(rows[0].entrant), points[0] - points[1] > most

    def _settle(self, stage: StageState) -> None:
        """Decide by chance the places that are shared and matter, which a director would have to decide."""
        cuts = cuts_of(self.state, stage)
        for group in range(len(stage.groups)):
            last = 0
            for level in places_of(self.state, stage.number, group):
                first, last = last + 1, last + len(level)
                if len(level) > 1 and any(first <= cut < last for cut in cuts):
                    self.run.ties[stage.number] += 1
                    order = tuple(self._chance.sample(level, len(level)))
                    self._do(DecideTie(stage=stage.number, order=order))
            if stage.plan.type not in BRACKETS and stage.plan.type != POINTS_RACE:
                rows = rows_of(self.state, stage.number, group)
                self.run.by_seed[stage.number] += sum(
                    rows[cut].decided_by == "seed" for cut in cuts if 0 < cut < len(rows)
                )


def seconds_of(state: TournamentState, assumptions: Assumptions) -> int:
    """Return what a hand takes on average, in seconds."""
    if assumptions.seconds:
        return assumptions.seconds
    settings = state.settings
    rules = load_rules(settings.rules, settings.options, version=settings.engine)
    return round(usual_seconds(rules.family, rules.players))
