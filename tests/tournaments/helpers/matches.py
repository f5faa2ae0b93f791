"""A match of people at a real table: opened, dealt and played through the services."""

from collections.abc import Sequence
from uuid import uuid4

import engine
from clubs.members.societies import join_club
from clubs.models import Club, Player
from games import store
from games.models import Seat, Table
from games.replaying.streams import first_refused
from games.tables.selectors.states import load_state
from games.tables.services.clock import advance_table
from games.tables.services.play import act
from games.tables.state.table import TableState
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import called, opened
from tournaments.directing.entering import enter
from tournaments.directing.tending import tend
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log import states
from tournaments.models import MatchGame, Tournament

SQUADS = (("Ammini", "Beeran", "Chacko"), ("Devaki", "Eapen", "Fathima"))


def match_of_people(
    club: Club,
    director: Player,
    *,
    plan: MatchPlan | None = None,
    squads_of: Sequence[Sequence[str]] = SQUADS,
    **changes: object,
) -> tuple[Tournament, list[list[Player]]]:
    """Return a tournament of two squads whose only match is called and opened, and the squads by their names."""
    states.forget_all()
    stage = StagePlan(type="round_robin", match=plan or MatchPlan(hands=3))
    cup = opened(club, director, stage, **{"bots": False, "squad": len(squads_of[0]), **changes})
    squads = []
    for names in squads_of:
        squad = [PlayerFactory(name=name, password="x") for name in names]
        for player in squad:
            join_club(club=club, player=player)
        enter(cup, by=director, players=squad, command=uuid4())
        squads.append(squad)
    called(cup, director)
    tend(cup.pk)
    return cup, squads


def table_of_match(game: int | None = None) -> TableState:
    """Return a table of match 1, the last or that of a game, as its log has it."""
    games = MatchGame.objects.filter(match=1, **({} if game is None else {"game": game}))
    return load_state(games.order_by("-game", "-opened_at")[0].pk)


def wait(state: TableState) -> None:
    """Let the clock do at a table what comes next, such as the deal."""
    assert advance_table(table_id=state.stream, now=Table.objects.get(pk=state.stream).due_at)


def dealt(game: int | None = None) -> TableState:
    """Let the clock go on until a hand is dealt."""
    while not (state := table_of_match(game)).is_running:
        wait(state)
    return state


def play_hand(game: int | None = None) -> TableState:
    """Let those who sit at the table play the running hand to its end; bots and absent players act by the clock."""
    number = table_of_match(game).hand
    while (state := table_of_match(game)).is_running and state.hand == number:
        turn = state.turn
        assert turn is not None
        if not state.seats[turn].attended:
            wait(state)
            continue
        player = Player.objects.get(pk=state.seats[turn].player)
        act(
            table_id=state.stream,
            player=player,
            action=engine.legal_actions(state.game, turn)[0],
            expected_version=state.version,
            command=uuid4(),
            now=state.since,
        )
    return state


def sitting(state: TableState) -> list[str]:
    """Return the names of those who sit at a table by its log, and check that its rows say the same."""
    names = [Player.objects.get(pk=seat.player).name for seat in state.seats]
    rows = dict(Seat.objects.filter(table=state.stream).values_list("number", "player__name"))
    assert rows == {number: name for number, name in enumerate(names) if not state.seats[number].left}
    return names


def check_replay(state: TableState) -> None:
    """Check that every event of the table may stand where it does."""
    assert first_refused(store.load(state.stream)) is None
