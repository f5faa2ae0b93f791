"""Tables of 56 at which a call is asked about."""

from datetime import timedelta
from uuid import uuid4

import engine
from games.tables.selectors.live import table_view
from games.tables.selectors.states import load_state
from games.tables.services.meanings import ask_meaning
from games.tables.services.play import act

ONE_HAND = {"ending": {"type": "hands", "count": 1}}


def say(table, players, *calls):
    """Let the players on turn call, in order; `pass` and `double` by their words."""
    for said in calls:
        state = load_state(table.pk)
        words = {"pass": engine.Pass, "double": engine.Double}
        action = words[said](state.turn) if said in words else engine.Call(state.turn, said)
        act(
            table_id=table.pk, player=players[state.turn], action=action, expected_version=state.version,
            command=uuid4(), now=state.since + timedelta(seconds=1),
        )  # fmt: skip


def ask(table, player, call=0, **more):
    at = load_state(table.pk).since + timedelta(seconds=1)
    return ask_meaning(table_id=table.pk, player=player, call=call, now=at, **more)


def view(table, player):
    return table_view(table.pk, player, now=load_state(table.pk).since)
