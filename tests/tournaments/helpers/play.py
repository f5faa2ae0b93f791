"""A tournament without a database: deeds are decided and folded, the events are kept in a list."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from tournaments.deeds import entering, opening, playing, staging
from tournaments.deeds.base import SERVER, Deed, Doer, Refused, Role
from tournaments.deeds.deciding import check, decide
from tournaments.deeds.staging import Draft
from tournaments.drafting.drafts import draft_of
from tournaments.events.opening import TournamentOpened
from tournaments.events.settings import Settings, StagePlan
from tournaments.state.brackets import is_needed
from tournaments.state.folding import fold_all
from tournaments.state.outcomes import outcome_of
from tournaments.state.standing import rows_of
from tournaments.state.tournament import MatchState, TournamentState
from tournaments.state.undoing import deed_of, live, standing_on, undone

STREAM = UUID("11111111-2222-3333-4444-555555555555")
BEGAN = datetime(2026, 1, 1, 9, tzinfo=UTC)
DIRECTOR = Doer("director", frozenset({Role.DIRECTOR}))


class Kept(NamedTuple):
    """An event in its place, as the store would return it."""

    stream: UUID
    version: int
    command: UUID
    event: Any
    recorded_at: datetime


def settings(**changes: Any) -> Settings:
    """Return settings of pairs at 28."""
    return Settings(**{"rules": "28-kerala-4", "options": {}, "engine": 1, "kind": "pair", **changes})


class Play:
    """A tournament that is played by deeds."""

    def __init__(self, **changes: Any) -> None:
        self.kept: list[Kept] = []
        self._keep([TournamentOpened("club", settings(**changes))])
        self.state = self.folded()

    def folded(self, version: int | None = None) -> TournamentState:
        """Return the tournament folded from the beginning, up to a version."""
        state = fold_all(None, live(one for one in self.kept if version is None or one.version <= version))
        assert state is not None
        return state

    def do(self, deed: Deed, doer: Doer = DIRECTOR) -> list[Any]:
        """Decide a deed, keep its events and fold them; return them."""
        check(self.state, deed, doer)
        happened = decide(self.state, deed, doer, draft_of(self.state, deed, lambda: f"{len(self.kept):064x}"))
        if happened:
            new = self._keep(happened)
            folded = fold_all(self.state, new)
            assert folded is not None
            self.state = folded
        return happened

    def refusal(self, deed: Deed, doer: Doer = DIRECTOR) -> str:
        """Return the code with which a deed is refused; check that the tournament stays as it is."""
        before = self.state.copied()
        try:
            self.do(deed, doer)
        except Refused as refused:
            code = refused.code
        else:
            raise AssertionError(f"{deed} was not refused")
        assert self.state == before
        return code

    def events(self, kind: type[Any]) -> list[Any]:
        """Return the events of a kind, undone ones among them, in order."""
        return [one.event for one in self.kept if isinstance(one.event, kind)]

    def version_of(self, kind: type[Any], nth: int = -1) -> int:
        """Return the version of an event of a kind, by default of the last one."""
        return [one.version for one in self.kept if isinstance(one.event, kind)][nth]

    def standing(self, version: int) -> list[str]:
        """Return the names of the events that stand on the deed of an event."""
        counted = live(self.kept)
        return [type(one.event).__name__ for one in standing_on(self.state, counted, deed_of(counted, version))]

    def draft(self, deed: Deed) -> Draft:
        """Return what is computed before a deed of `DRAFTED`."""
        draft = draft_of(self.state, deed, lambda: f"{len(self.kept):064x}")
        assert draft is not None
        return draft

    def undo(self, version: int) -> None:
        """Undo the deed of an event on which nothing stands."""
        counted = live(self.kept)
        deed = deed_of(counted, version)
        assert standing_on(self.state, counted, deed) == ()
        self._keep([undone(self.state, deed)])
        self.state = self.folded()

    def enter(self, count: int, clubs: Sequence[str] = ()) -> None:
        """Enter so many pairs, with their clubs in turn."""
        for _ in range(count):
            number = len(self.state.entrants) + 1
            club = clubs[(number - 1) % len(clubs)] if clubs else None
            self.do(entering.Enter(squad=(f"p{number}a", f"p{number}b"), club=club))

    def begin(self, plan: StagePlan, stage: int | None = None) -> int:
        """Plan and begin a stage; return its number."""
        self.do(opening.PlanStage(plan=plan, stage=stage))
        number = stage or max(self.state.stages)
        self.do(staging.BeginStage(stage=number))
        return number

    def level(self, stage: int = 1) -> tuple[int, ...]:
        """Return the entrants of the first place of a stage that several share; nobody where none is shared."""
        known = self.state.stages.get(stage)
        rows = rows_of(self.state, stage) if known is not None and known.groups else ()
        shared = next((rank for rank, count in Counter(row.rank for row in rows).items() if count > 1), None)
        return tuple(int(row.entrant) for row in rows if row.rank == shared)

    def pair(self, stage: int) -> int:
        """Pair the next round, release and call it; return its number."""
        first = self.state.stages[stage].last_round() + 1
        self.do(staging.PairRound(stage=stage))
        for number in sorted({one.number for one in self.state.stages[stage].rounds}):
            if number >= first:
                self.do(staging.ReleaseRound(stage=stage, round=number))
                self.do(staging.CallRound(stage=stage, round=number))
        return first

    def all_paired(self, stage: int) -> bool:
        """Tell whether no round of a stage is left to be paired."""
        try:
            draft_of(self.state, staging.PairRound(stage=stage))
        except Refused as refused:
            return refused.code == "all-rounds-paired"
        return False

    def report(self, match: int, home: int, away: int, game: int = 1, **more: Any) -> None:
        """Let the desk report a game."""
        self.do(playing.ReportGame(match=match, game=game, points=(home, away), **more))

    def open_matches(self, stage: int) -> list[MatchState]:
        """Return the matches of a stage that can be played now."""
        return [
            match
            for match in self.state.matches_of(stage)
            if not match.is_bye
            and match.is_filled
            and is_needed(self.state, match)
            and outcome_of(self.state, match) is None
        ]

    def play_round(self, stage: int, points: Any = None) -> None:
        """Report every match that can be played; `points` maps a match to the points of its sides."""
        for match in self.open_matches(stage):
            home, away = points(match) if points else (100 - match.sides[0][0], 100 - match.sides[1][0])
            self.report(match.number, home, away)

    def _keep(self, happened: Sequence[Any]) -> list[Kept]:
        command = uuid5(STREAM, str(len(self.kept)))
        at = BEGAN + timedelta(minutes=len(self.kept))
        new = [
            Kept(STREAM, len(self.kept) + place, command, event, at) for place, event in enumerate(happened, start=1)
        ]
        self.kept += new
        return new


__all__ = ["BEGAN", "DIRECTOR", "SERVER", "STREAM", "Kept", "Play", "settings"]
