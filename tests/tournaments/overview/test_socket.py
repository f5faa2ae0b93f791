"""The socket of a tournament's page: it says the version now, and each later one; nothing else."""

from uuid import UUID, uuid4

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter

from clubs.models import Club, Player
from tests.games.helpers.lines import ANSWER_SECONDS
from tests.tournaments.helpers.directed import do, opened, state_of
from tournaments.deeds.opening import CloseEntries
from tournaments.log import states
from tournaments.overview.consumers import NOT_HERE
from tournaments.overview.routing import websocket_urlpatterns

pytestmark = pytest.mark.django_db(transaction=True)


async def line_to(tournament: UUID) -> ApplicationCommunicator:
    """Return an open connection to the page of a tournament."""
    scope = {"type": "websocket", "path": f"/ws/tournament/{tournament}/", "query_string": b"", "headers": []}
    line = ApplicationCommunicator(URLRouter(websocket_urlpatterns), scope)
    await line.send_input({"type": "websocket.connect"})
    assert (await line.receive_output(timeout=ANSWER_SECONDS))["type"] == "websocket.accept"
    return line


async def test_a_reader_is_told_each_version(club: Club, director: Player):
    states.forget_all()
    cup = await sync_to_async(opened)(club, director)
    line = await line_to(cup.pk)
    assert (await line.receive_output(timeout=ANSWER_SECONDS))["text"] == "1"
    await line.send_input({"type": "websocket.receive", "text": "what?"})
    await sync_to_async(do)(cup, director, CloseEntries())
    told = await line.receive_output(timeout=ANSWER_SECONDS)
    assert told == {"type": "websocket.send", "text": str((await sync_to_async(state_of)(cup)).version)}
    await line.send_input({"type": "websocket.disconnect", "code": 1000})


async def test_there_is_no_line_to_what_is_not_there():
    line = await line_to(uuid4())
    answer = await line.receive_output(timeout=ANSWER_SECONDS)
    assert (answer["type"], answer["code"]) == ("websocket.close", NOT_HERE)
