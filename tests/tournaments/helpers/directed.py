"""Tournaments as people run them: opened, entered and directed through the services, on a real database."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from clubs.models import Club, Player
from games.models import Table
from games.tables.services.clock import advance_table
from tests.factories import PlayerFactory
from tournaments.deeds.base import Deed
from tournaments.deeds.staging import BeginStage, CallRound, PairRound, ReleaseRound
from tournaments.directing.acting import act
from tournaments.directing.entering import enter
from tournaments.directing.opening import open_tournament
from tournaments.events.settings import MatchPlan, Settings, StagePlan
from tournaments.log import states
from tournaments.log.door import Done
from tournaments.models import Tournament
from tournaments.state.tournament import TournamentState

ONE_HAND = MatchPlan(hands=1)
ROUND_ROBIN = StagePlan(type="round_robin", match=ONE_HAND)


def opened(club: Club, by: Player, *plans: StagePlan, **changes: Any) -> Tournament:
    """Open a tournament of pairs at 28; the changes are to its settings."""
    settings = Settings(**{"rules": "28-kerala-4", "options": {}, "engine": 1, "kind": "pair", "bots": True, **changes})
    return open_tournament(club=club, by=by, name="Onam Swiss", settings=settings, plans=plans, command=uuid4())


def bot_pairs(tournament: Tournament, by: Player, count: int) -> list[tuple[Player, Player]]:
    """Enter pairs of bots."""
    pairs = [(PlayerFactory(bot=True), PlayerFactory(bot=True)) for _ in range(count)]
    for pair in pairs:
        enter(tournament, by=by, players=pair, command=uuid4())
    return pairs


def do(tournament: Tournament, by: Player | None, *deeds: Deed, now: datetime | None = None) -> Done:
    """Do deeds; return the answer to the last."""
    done = [act(tournament, deed, by=by, command=uuid4(), now=now) for deed in deeds]
    return done[-1]


def called(tournament: Tournament, by: Player, stage: int = 1, number: int = 1) -> None:
    """Begin a stage if it has not begun, pair its round, release and call it."""
    if state_of(tournament).stages[stage].status == "planned":
        do(tournament, by, BeginStage(stage=stage))
    do(tournament, by, PairRound(stage=stage))
    do(tournament, by, ReleaseRound(stage=stage, round=number), CallRound(stage=stage, round=number))


def state_of(tournament: Tournament) -> TournamentState:
    """Return a tournament as its log has it now."""
    return states.current(tournament.pk)


def play_to_the_end(tables: Sequence[UUID]) -> None:
    """Let bots play the games at some tables to their ends."""
    for pk in tables:
        for _ in range(2_000):
            table = Table.objects.get(pk=pk)
            if table.finished_at is not None:
                break
            advance_table(table_id=pk, now=table.due_at)
        else:
            raise AssertionError(f"table {pk} hangs")
