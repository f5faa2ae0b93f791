"""A tournament played at random: deeds that may be possible or not, decided, folded, and now and then undone."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from uuid import UUID

from tests.tournaments.helpers.play import DIRECTOR, SERVER, Play
from tournaments.deeds import agreeing, ending, entering, ladder, opening, playing, ruling, scheduling, staging
from tournaments.deeds.base import MAX_TIME, Deed, Doer, Refused, Role
from tournaments.deeds.deciding import BY_SERVER, DRAFTED, decide
from tournaments.events import entering as enterings
from tournaments.events import staging as stagings
from tournaments.events.cases import WeighedReport
from tournaments.events.playing import Report
from tournaments.events.scheduling import RoundTime, VenueTable
from tournaments.events.settings import MatchPlan, Qualifiers, StagePlan
from tournaments.formats.errors import DrawError, PairingError
from tournaments.stages.stage import LADDER
from tournaments.state.folding import fold_all
from tournaments.state.outcomes import match_plan, outcome_of
from tournaments.state.tournament import NOBODY, OPEN, MatchState, Side, StageState, TournamentState
from tournaments.state.undoing import deed_of, live, standing_on

CRITERIA = ("points", "head_to_head", "difference", "buchholz", "seed")
LEVEL_MAY_EXTEND = MatchPlan(hands=8, extra=(6, 1))
BEST_OF_THREE = MatchPlan(games=3, best_of=True)
LEGS = MatchPlan(games=2)
TWO_ROOMS = MatchPlan(games=4, rooms=2, extra=(6,))

PLANS: dict[str, tuple[StagePlan, ...]] = {
    "swiss": (StagePlan(type="swiss", rounds=4, tie_breaks=CRITERIA),),
    "round robin": (StagePlan(type="round_robin", match=LEGS),),
    "groups": (
        StagePlan(type="round_robin", groups=2, apart=1),
        StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=1, best=1),), match=LEVEL_MAY_EXTEND),
    ),
    "knock-out": (StagePlan(type="knock_out", options={"third_place": True}, match=LEVEL_MAY_EXTEND),),
    "double elimination": (StagePlan(type="double_elimination", options={"reset": True}, match=BEST_OF_THREE),),
    "placing": (StagePlan(type="placing", match=LEVEL_MAY_EXTEND),),
    "consolation": (StagePlan(type="consolation", match=LEVEL_MAY_EXTEND),),
    "carried": (
        StagePlan(type="round_robin", groups=2),
        StagePlan(type="swiss", rounds=2, carry=True, source=(Qualifiers(stage=1, last=2),)),
    ),
    "individual": (StagePlan(type="individual", options={"rounds": 5}),),
    "two rooms": (
        StagePlan(type="round_robin", groups=2, match=TWO_ROOMS, rounds_from_last=(MatchPlan(),)),
        StagePlan(
            type="knock_out", source=(Qualifiers(stage=1, last=2),), match=MatchPlan(games=2, rooms=2, extra=(6, 1))
        ),
    ),
    "ladder": (StagePlan(type="ladder", options={"reach": 3, "refusals": 1}),),
    "league": (StagePlan(type="round_robin", days=3),),
    "side by side": (
        StagePlan(type="swiss", rounds=3, tie_breaks=CRITERIA),
        StagePlan(type="double_elimination"),
    ),
}


_PREPARATIONS = (playing.PlaceMatch, playing.NameLineUp)
"""What was prepared for a match does not keep its entrants in it."""


class RandomPlay(Play):
    """A tournament that remembers what was done in it, and its state at each version."""

    def __init__(self, format_name: str, random: Random) -> None:
        individual = format_name == "individual"
        super().__init__(
            kind="player" if individual else "pair",
            side=1 if individual else 2,
            squad=1 if individual else 5 if format_name == "two rooms" else 3,
        )
        self.random = random
        self.plans = PLANS[format_name]
        self.done: dict[UUID, tuple[Deed, Doer]] = {}
        self.at: dict[int, TournamentState] = {self.state.version: self.state}
        self.given: dict[int, tuple[int, int]] = {}
        """By the number of a match, the version and the place of the event that gave it."""
        self.sides: dict[int, tuple[Side, ...]] = {}
        """The sides by which a match that has begun is played."""
        for _ in range(random.randint(4, 9)):
            self.attempt(self._entry(), DIRECTOR)
        for plan in self.plans:
            self.attempt(opening.PlanStage(plan=plan), DIRECTOR)

    def attempt(self, deed: Deed, doer: Doer) -> str:
        """Do a deed; return the code if it is refused, or nothing."""
        before, version = self.state.copied(), self.state.version
        try:
            self.do(deed, doer)
        except (Refused, DrawError, PairingError) as fault:
            code = getattr(fault, "code", "no-draw")
        else:
            code = ""
        if code:
            assert self.state == before, f"{code} has changed the tournament"
            return code
        assert [one.version for one in self.kept] == list(range(1, len(self.kept) + 1))
        new = [one for one in self.kept if one.version > version]
        if new:
            self.done[new[0].command] = deed, doer
            for one in new:
                self._note_numbers(one.version, one.event)
        self.at[self.state.version] = self.state
        return ""

    def _note_numbers(self, version: int, event: Any) -> None:
        if isinstance(event, stagings.BracketDrawn):
            numbers = range(event.first, event.first + len(event.slots))
        elif isinstance(event, stagings.RoundPaired):
            numbers = [pairing.match for pairing in event.pairings]
        elif isinstance(event, stagings.PairingsEdited):
            before = self.at[max(known for known in self.at if known < version)]
            paired = before.stages[event.stage].round_of(event.round, event.group)
            assert paired is not None
            numbers = [one.match for one in event.pairings if one.match not in paired.matches]
        else:
            return
        for place, number in enumerate(numbers):
            assert number not in self.given, f"the number of match {number} is given twice"
            self.given[number] = version, place

    def undo_one(self) -> str:
        """Undo a deed at random if nothing stands on it; return what it was, or nothing."""
        counted = live(self.kept)
        deed = deed_of(counted, self.random.choice(counted).version)
        if deed[0].command not in self.done or standing_on(self.state, counted, deed):
            return ""
        self.check_could_be_missing(deed)
        self.undo(deed[0].version)
        self.at[self.state.version] = self.state
        return type(deed[0].event).__name__

    def check_could_be_missing(self, deed: tuple[Any, ...]) -> None:
        """Check that all later deeds are possible without one, and come to the same."""
        counted = live(self.kept)
        without = [one for one in counted if one not in deed]
        for later in {one.command: one for one in reversed(without) if one.version > deed[-1].version}.values():
            if later.command not in self.done:
                continue
            then, doer = self.done[later.command]
            state = fold_all(None, [one for one in without if one.version < later.version])
            assert state is not None
            try:
                happened = decide(state, then, doer, self._drafted(state, then))
            except Refused as refused:
                if refused.code in ("match-open", "not-in-match") and isinstance(then, _PREPARATIONS):
                    continue
                if refused.code == "out-of-reach":
                    # A challenge that was made stays, whatever becomes of the order that it was made in.
                    continue
                raise AssertionError(f"{then} would be {refused.code} without {deed}") from None
            kept = [one.event for one in without if one.command == later.command]
            # With nothing to do there is no event: a fee that was not noted need not be taken back.
            assert not happened or _essence(happened) == _essence(kept), f"without {deed}"

    def _drafted(self, state: TournamentState, deed: Deed) -> Any:
        now, self.state = self.state, state
        try:
            return self.draft(deed) if type(deed) in DRAFTED else None
        finally:
            self.state = now

    def step(self) -> None:
        """Do something at random, and look whether the tournament is sound."""
        kind = self.random.random()
        if kind < 0.06:
            self.undo_one()
        else:
            deeds = list(self._likely()) if kind < 0.75 else []
            deed = self.random.choice(deeds or list(self._unlikely()))()
            by_server = isinstance(deed, BY_SERVER) or (isinstance(deed, playing.ReportGame) and deed.version)
            self.attempt(deed, SERVER if by_server else self._doer())
            if isinstance(deed, ruling.TakeBackRuling):
                # What was played by the sides of before may have come back.
                self.sides.clear()
        self.check()

    def check(self) -> None:
        """Check the tournament as it is now."""
        state = self.state
        folded = self.folded()
        assert folded == state
        assert list(folded.matches) == list(state.matches), "the order of the matches"
        check_brackets(state)
        assert max(state.matches, default=0) <= state.last_match
        for stage in state.stages.values():
            rounds = [(one.number, one.group) for one in stage.rounds]
            assert len(set(rounds)) == len(rounds), "a round is paired twice"
            paired = [number for one in stage.rounds for number in one.matches]
            assert sorted(paired) == sorted(match.number for match in state.matches_of(stage.number))
        for match in state.matches.values():
            self._check_match(match)

    def _check_match(self, match: MatchState) -> None:
        assert [game.number for game in match.games] == list(range(1, len(match.games) + 1))
        if not match.games:
            self.sides.pop(match.number, None)
            return
        assert match.is_filled, "a match has begun without its entrants"
        assert self.sides.setdefault(match.number, match.sides) == match.sides, "the entrants of a match that has begun"
        assert {named for named, _players in match.line_ups} <= set(match.entrants)

    def _doer(self) -> Doer:
        if self.random.random() < 0.9 or not self.state.entrants:
            return DIRECTOR
        captain = self.random.choice(list(self.state.entrants.values())).squad[0]
        return Doer(captain, frozenset({Role.CAPTAIN, Role.PLAYER}))

    def _likely(self) -> Iterator[Callable[[], Deed]]:
        """Yield what a director may well do now."""
        state, stages = self.state, self.state.stages
        if state.is_over:
            yield lambda: opening.ReopenTournament(reason="mistake")
        if stages and all(stage.status == "closed" for stage in stages.values()):
            yield lambda: opening.CloseTournament() if self.random.random() < 0.2 else self._entry()
        for stage in stages.values():
            number = stage.number
            if stage.status == "planned":
                yield lambda number=number: staging.BeginStage(stage=number)
            if stage.status == "running":
                yield lambda number=number: staging.PairRound(stage=number)
                yield lambda number=number: staging.CloseStage(stage=number)
                for one in stage.rounds:
                    if not one.called:
                        kind = staging.CallRound if one.released else staging.ReleaseRound
                        yield lambda kind=kind, number=number, one=one: kind(stage=number, round=one.number)
        for match in state.matches.values():
            if any(game.ruled for game in match.games):
                yield lambda match=match: self._take_back(match)
            if not self._is_open(match):
                if match.games:
                    yield lambda match=match: self._rule(match)
                continue
            for _ in range(3):
                yield lambda match=match: self._report(match)
            yield lambda match=match: playing.CallMatch(match=match.number)
            yield lambda match=match: playing.ConfirmResult(match=match.number)
            yield lambda match=match: playing.ExtendMatch(match=match.number)
            yield lambda match=match: playing.DecideMatch(
                match=match.number, decision="walkover", winner=self.random.randint(0, 1)
            )

            yield lambda match=match: self._propose(match)
            if match.proposed is not None:
                yield lambda match=match: self._accept(match)
            if match.running_games:
                yield lambda match=match: ending.CallTime(match=match.number)
        for stage in state.running:
            if stage.plan.type == LADDER:
                yield from self._challenges(stage)

    def _challenges(self, stage: StageState) -> Iterator[Callable[[], Deed]]:
        """Yield new challenges in a ladder, and the answers to those that are open."""
        random, number = self.random, stage.number
        answers = (ladder.AcceptChallenge, ladder.RefuseChallenge, ladder.WithdrawChallenge)
        for _ in range(4):
            yield lambda: ladder.Challenge(
                stage=number, challenger=random.choice(stage.field), challenged=random.choice(stage.field)
            )
        for one in stage.challenges:
            if one.status == "open":
                yield lambda one=one: random.choice(answers)(stage=number, challenge=one.number)
                yield lambda one=one: ladder.ExpireChallenge(stage=number, challenge=one.number, now=MAX_TIME - 1)

    def _propose(self, match: MatchState) -> Deed:
        # Each time is proposed once: two sides that name the same agree.
        at = MAX_TIME // 2 + self.state.version
        return agreeing.ProposeTime(match=match.number, entrant=self.random.choice(match.entrants), at=at)

    def _accept(self, match: MatchState) -> Deed:
        assert match.proposed is not None
        return agreeing.AcceptTime(match=match.number, entrant=self.random.choice(match.entrants), at=match.proposed.at)

    def _is_open(self, match: MatchState) -> bool:
        stage = self.state.stages[match.stage]
        paired = stage.round_of(match.round, match.group)
        released = stage.status == "running" and paired is not None and paired.released
        return released and match.is_filled and not match.is_bye and outcome_of(self.state, match) is None

    def _unlikely(self) -> Iterator[Callable[[], Deed]]:
        """Yield everything else: corrections, decisions, those that leave and return, plans, seeds."""
        random = self.random
        entrant = random.randint(1, len(self.state.entrants) + 1)
        stage = random.randint(1, len(self.plans))
        matches = list(self.state.matches.values())
        yield self._entry
        yield lambda: entering.Withdraw(entrant=entrant)
        yield lambda: entering.CheckIn(entrant=entrant)
        yield lambda: entering.NoteFee(entrant=entrant, paid=True)
        yield lambda: entering.WishBye(entrant=entrant, stage=stage, round=random.randint(1, 4))
        yield lambda: entering.Leave(entrant=entrant, matches=random.choice(("keep", "keep", "void", "average")))
        yield lambda: entering.Return(entrant=entrant)
        yield lambda: entering.Disqualify(entrant=entrant)
        yield lambda: entering.Join(entrant=entrant, stage=stage)
        yield lambda: entering.ForbidMeeting(entrants=(entrant, random.randint(1, 4)))
        yield lambda: entering.AllowMeeting(entrants=(entrant, random.randint(1, 4)))
        yield lambda: entering.SetSeeds(order=tuple(random.sample(self.state.order, len(self.state.order))))
        yield lambda: entering.ChangeSquad(entrant=entrant, squad=(f"p{entrant}a", f"p{entrant}c"))
        yield lambda: opening.PlanStage(stage=stage, plan=self.plans[stage - 1])
        yield lambda: opening.DropStage(stage=stage)
        yield opening.CloseEntries
        yield opening.OpenEntries
        yield lambda: opening.NameStaff(player="s", role=random.choice(("scorer", "assistant")))
        yield lambda: opening.AbandonTournament(reason="rain") if random.random() < 0.1 else opening.CloseEntries()
        yield lambda: staging.GiveWildCard(stage=stage, entrant=entrant)
        yield lambda: staging.DeclineQualification(stage=stage, entrant=entrant)
        yield lambda: staging.AdjustPoints(stage=stage, entrant=entrant, points="-1/2", reason="late")
        yield lambda: staging.DecideTie(stage=stage, order=(entrant, random.randint(1, 4)))
        yield lambda: staging.DecideTie(stage=stage, order=self.level(stage))
        yield lambda: entering.GiveSeed(entrant=entrant, seed=random.randint(1, 5))
        yield lambda: staging.ReopenStage(stage=stage, reason="mistake")
        yield lambda: scheduling.SetVenue(tables=tuple(map(VenueTable, "12345"[: random.randint(1, 5)])))
        yield lambda: scheduling.PlaceRound(stage=stage, round=random.randint(1, 3))
        yield scheduling.GiveTables
        yield lambda: scheduling.FixSeat(entrant=entrant, table=random.choice(("", "1", "2")))
        yield lambda: scheduling.SwapTables(match=random.randint(1, 6), other=random.randint(1, 6))
        yield lambda: self._schedule(stage)
        yield lambda: scheduling.DelayRound(stage=stage, round=random.randint(1, 2), minutes=random.randint(0, 40))
        yield lambda: staging.UnpairRound(stage=stage, round=random.randint(1, 4))
        yield lambda: self._edit(stage)
        if matches:
            match = random.choice(matches)
            yield from self._about(match)
            yield from self._about(max(matches, key=lambda one: len(one.games)))

    def _about(self, match: MatchState) -> Iterator[Callable[[], Deed]]:
        random, number = self.random, match.number
        named = random.choice(match.entrants or (1,))
        squad = self.state.entrants[named].squad if named in self.state.entrants else ()
        yield lambda: playing.DecideMatch(match=number, decision="walkover", winner=random.randint(0, 1))
        yield lambda: playing.DecideMatch(
            match=number, decision=random.choice(("double_forfeit", "void", "split")), match_points=("1", "1")
        )
        yield lambda: playing.DecideMatch(
            match=number, decision="awarded", match_points=(str(random.randint(0, 2)), str(random.randint(0, 2)))
        )
        yield lambda: playing.ReopenMatch(match=number, reason="mistake", replay=random.random() < 0.5)
        for _ in range(3):
            yield lambda: playing.CorrectResult(
                match=number,
                points=(random.randint(-2, 2), random.randint(-2, 2)),
                reason="misread",
                game=random.randint(1, 2),
                follow_up=random.choice(("keep", "re_pair", "replay")),
            )
        yield lambda: self._rule(match)
        yield lambda: self._take_back(match)
        yield lambda: ruling.NoteDispute(match=number, game=1, hand=1, case=random.choice("ab"))
        yield lambda: ruling.CloseDispute(match=number, case=random.choice("ab"))
        yield lambda: playing.PlaceMatch(match=number, table=str(random.randint(1, 4)))
        needed = self.state.settings.side * match_plan(self.state, match).rooms
        yield lambda: playing.NameLineUp(match=number, entrant=named, players=squad[:needed])
        yield lambda: playing.Substitute(match=number, entrant=named, player=f"p{named}c", replaced=f"p{named}a")
        yield lambda: self._report(match)

    def _rule(self, match: MatchState) -> Deed:
        random = self.random
        report, other = (
            Report((random.randint(-2, 2), random.randint(-2, 2)), random.choice(((), (0,), (1,)))) for _ in range(2)
        )
        share = random.randint(1, 6)
        mixed = (WeighedReport(f"{share}/7", report), WeighedReport(f"{7 - share}/7", other))
        return ruling.ApplyRuling(
            match=match.number,
            game=random.randint(1, max(1, len(match.games))),
            case=random.choice("ab"),
            reason="revoke",
            report=report,
            results=mixed if report != other and random.random() < 0.5 else (),
            follow_up=random.choice(("keep", "re_pair", "replay")),
        )

    def _take_back(self, match: MatchState) -> Deed:
        ruled = [(game.number, case) for game in match.games for case in game.ruled]
        game, case = self.random.choice(ruled or [(1, "a")])
        return ruling.TakeBackRuling(match=match.number, game=game, case=case, reason="appeal")

    def _schedule(self, stage: int) -> Deed:
        rounds = tuple(RoundTime(stage, number, number * 4_000) for number in range(1, self.random.randint(2, 4)))
        return scheduling.SetSchedule(rounds=rounds, match_minutes=self.random.randint(0, 60))

    def _entry(self) -> Deed:
        number = len(self.state.entrants) + 1
        squad = tuple(f"p{number}{letter}" for letter in "abcde"[: self.state.settings.squad])
        return entering.Enter(squad=squad, club=f"club{number % 3}")

    def _report(self, match: MatchState) -> Deed:
        game = len(match.games) + self.random.randint(0, 1)
        if match_plan(self.state, match).rooms > 1:
            # The rooms report in any order.
            game += self.random.randint(-1, 1)
        # A game reports with the version of its own stream; sometimes later than the desk, or anew after a ruling.
        version = self.random.choice((0, 0, 0, self.random.randint(1, 99)))
        return playing.ReportGame(
            match=match.number,
            game=max(1, game),
            points=(self.random.randint(-2, 2), self.random.randint(-2, 2)),
            version=version,
        )

    def _edit(self, stage: int) -> Deed:
        known = self.state.stages.get(stage)
        drafts = [one for one in known.rounds if not one.released] if known is not None else []
        if not drafts:
            return staging.EditPairings(stage=stage, round=1, matches=())
        chosen = drafts[-1]
        sides = [side for number in chosen.matches for side in self.state.matches[number].sides]
        self.random.shuffle(sides)
        cut = len(sides) % 2
        pairs = [(sides[place], sides[place + 1]) for place in range(cut, len(sides), 2)]
        return staging.EditPairings(
            stage=stage,
            round=chosen.number,
            group=chosen.group,
            matches=(*pairs, *((side,) for side in sides[:cut])),
        )


def _essence(happened: Any) -> list[Any]:
    """Return events without the numbers that are given in turn, such as those of matches and entrants."""
    essence: list[Any] = []
    for event in happened:
        if isinstance(event, stagings.RoundPaired | stagings.PairingsEdited):
            essence.append((event.round, event.group, [pairing.sides for pairing in event.pairings], event.cost))
        elif isinstance(event, stagings.BracketDrawn):
            essence.append((event.group, event.slots))
        elif isinstance(event, enterings.TeamsMade):
            essence.append(event.teams)
        elif isinstance(event, stagings.StageBegun | stagings.StageClosed):
            essence.append(event)
        else:
            essence.append(type(event).__name__)
    return essence


def check_brackets(state: TournamentState) -> None:
    """Check that in every place of a bracket stands who comes from its source, by the results as they are."""
    for match in state.matches.values():
        if match.slot is not None:
            expected = tuple(_side_from(state, match, source) for source in (match.slot.home, match.slot.away))
            assert match.sides == expected, f"match {match.number} of {match.slot}"


def _side_from(state: TournamentState, match: MatchState, source: str) -> Side:
    assert match.slot is not None
    group = state.stages[match.stage].groups[match.group]
    if source[0] == "s":
        return (group[int(source[1:]) - 1],)
    (feeding,) = (
        other
        for other in state.matches_of(match.stage, match.group)
        if other.slot is not None and other.slot.number == int(source[1:])
    )
    outcome = outcome_of(state, feeding)
    if outcome is None or (outcome.winner is None and outcome.kind != "double_forfeit"):
        return OPEN
    if outcome.winner is None:
        return NOBODY
    place = outcome.winner if source[0] == "w" else 1 - outcome.winner
    if source[0] == "f" and feeding.sides[place] not in (OPEN, NOBODY):
        # Nobody comes that lost a match before: only a seed had none.
        assert feeding.slot is not None
        return feeding.sides[place] if (feeding.slot.home, feeding.slot.away)[place][0] == "s" else NOBODY
    return feeding.sides[place]
