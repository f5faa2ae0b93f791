"""Events that nobody played, appended by whoever holds the application's password, or laid by the table's owner.

Each is refused by the append function, or named by `manage.py verify_events`, which goes on behind it. What only the
game can tell is named by `--replay`.
"""

import hashlib
import io
import re
from collections.abc import Callable
from datetime import date, timedelta
from importlib import import_module
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from msgspec.structs import replace

import engine
from engine.events import BidMade, Passed
from engine.written import SheetHand
from games import store
from games.events import results
from games.events import tables as events
from games.hands.projection import Hands
from games.models import ProjectionCheckpoint
from games.store import limits, projector, registry
from games.store.verify import Verification
from games.tables import fair
from games.tables.services.play import commit_entropy, deal_now, give_entropy, pause_deal, return_to_seat
from games.tables.services.seats import leave_seat, open_table
from games.tables.services.substitutes import substitute
from tests.database import app_connection
from tests.games.helpers.logs import A_HAND, append, guards_down, lay
from tests.games.helpers.played import bots_play
from tests.games.helpers.tables import START, dealt_table, due, people, person, play_on, state_of, table_of

pytestmark = pytest.mark.django_db(transaction=True)

APPEND = """
    SELECT outcome FROM games_event_append(
        %(stream)s, %(expected)s, %(command)s, %(actor)s, %(at)s::timestamptz, %(types)s, %(schemas)s::smallint[],
        %(bodies)s::text[], %(digests)s::bytea[], %(sealed)s::bytea[]
    )
"""
DEEP = '{"seat":' + "[" * 5000 + "]" * 5000 + "}"
MEMBERS_DEEP = '{"seat":' + '{"a":' * 3000 + "0" + "}" * 3000 + "}"
LONG_NUMBER = '{"seat":' + "7" * 5000 + "}"


@pytest.fixture
def stream() -> UUID:
    """A stream of five events that somebody has appended."""
    stream = uuid4()
    append(stream, *A_HAND)
    return stream


def forged(stream: UUID, **said: Any) -> dict[str, Any]:
    """Return the arguments of an append by the application's role: an honest pass, but for what is said."""
    body = said.pop("body", '{"seat":0}')
    return {
        "stream": stream,
        "expected": 5,
        "command": uuid4(),
        "actor": "",
        "at": "now",
        "types": [said.pop("type", "Passed")],
        "schemas": [said.pop("schema", 1)],
        "bodies": [body],
        "digests": [hashlib.sha256(body.encode()).digest()],
        "sealed": [None],
        **said,
    }


def send(arguments: dict[str, Any]) -> None:
    """Append by a connection of the application's role, past the program."""
    with app_connection() as app:
        app.execute(APPEND, arguments)


DEALT = {"type": "HandDealt", "body": '{"dealer":3,"hand":2}'}
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "a time without end": ({"at": "infinity"}, "LE001"),
    "a time without beginning": ({"at": "-infinity"}, "LE001"),
    "a time before Christ": ({"at": "4713-01-01 BC"}, "LE001"),
    "a time beyond the years of Python": ({"at": "294276-01-01"}, "LE001"),
    "a time before the event before it": ({"at": "2001-01-01"}, "LE001"),
    "a time to come": ({"at": "2099-01-01"}, "LE001"),
    "no time": ({"at": None}, "LE001"),
    "a body nested deep": ({"body": DEEP}, "LE001"),
    "a body nested as deep as its length lets it": ({"body": '{"seat":' + "[" * 8000 + "]" * 8000 + "}"}, "LE001"),
    "members nested deep": ({"body": MEMBERS_DEEP}, "LE001"),
    "a number of 5000 digits": ({"body": LONG_NUMBER}, "LE001"),
    "a number of 19 digits": ({"body": '{"seat":' + "7" * 19 + "}"}, "LE001"),
    "a body of 20 MB": ({"body": '{"seat":"' + "x" * 20_000_000 + '"}'}, "LE001"),
    "an actor of 1 MB": ({"actor": "x" * 1_000_000}, "LE001"),
    "no actor": ({"actor": None}, "LE001"),
    "cards in clear": ({**DEALT, "body": '{"cards":[["SJ"]],"dealer":3,"hand":2}'}, "LE001"),
    "cards in clear beside a seal": (
        {**DEALT, "body": '{"cards":[["SJ"]],"dealer":3,"hand":2}', "sealed": [bytes(60)]}, "LE001",
    ),
    "a deal without its seal": (DEALT, "LE001"),
    "a seal around nothing": ({**DEALT, "sealed": [b"x"]}, "LE001"),
    "a seal of 20 MB": ({**DEALT, "sealed": [bytes(20_000_000)]}, "LE001"),
    "a seal where none is": ({"sealed": [bytes(60)]}, "LE001"),
    "another digest": ({"digests": [bytes(32)]}, "LE001"),
    "a digest of one byte": ({"digests": [b"x"]}, "LE001"),
    "no digest": ({"digests": [None]}, "LE001"),
    "an unknown type": ({"type": "Shrugged", "body": "{}"}, "LE001"),
    "a type of 1 MB": ({"type": "x" * 1_000_000}, "LE001"),
    "a schema to come": ({"schema": 2}, "LE001"),
    "schema 0": ({"schema": 0}, "LE001"),
    "a schema below": ({"schema": -1}, "LE001"),
    "no members": ({"body": "{}"}, "LE001"),
    "a member more": ({"body": '{"seat":0,"value":1}'}, "LE001"),
    "another member": ({"body": '{"place":0}'}, "LE001"),
    "a list": ({"body": "[]"}, "LE001"),
    "a text": ({"body": '"seat"'}, "LE001"),
    "no JSON": ({"body": "{"}, "22P02"),
    "a zero byte escaped": ({"body": '{"seat":"\\u0000"}'}, "22P05"),
    "no body": ({"bodies": [None]}, "LE001"),
    "spaces": ({"body": '{"seat": 0}'}, "LE001"),
    "a line's end": ({"body": '{"seat":0}\n'}, "LE001"),
    "a tab": ({"body": '{"seat":\t0}'}, "LE001"),
    "a member twice": ({"body": '{"seat":1,"seat":0}'}, "LE001"),
    "members out of order": ({"type": "BidMade", "body": '{"value":16,"seat":0}'}, "LE001"),
    "members within out of order": (
        {"type": "SheetOpened", "schema": 1, "body": '{"options":{"b":1,"a":2}}'}, "LE001",
    ),
    "a float": ({"body": '{"seat":0.5}'}, "LE001"),
    "an exponent as long as its number": ({"body": '{"seat":1e2}'}, "LE001"),
    "less than nothing": ({"body": '{"seat":-0}'}, "LE001"),
    "an escape that need not be": ({"body": '{"seat":"\\u0041"}'}, "LE001"),
    "1001 events": (
        {"types": ["Passed"] * 1001, "schemas": [1] * 1001, "bodies": ['{"seat":0}'] * 1001,
         "digests": [hashlib.sha256(b'{"seat":0}').digest()] * 1001, "sealed": [None] * 1001}, "LE001",
    ),
    "no events": ({"types": [], "schemas": [], "bodies": [], "digests": [], "sealed": []}, "LE001"),
    "fewer bodies than types": ({"types": ["Passed", "Passed"], "schemas": [1, 1]}, "LE001"),
}  # fmt: skip
"""What the append function refuses of the application's role, with its SQLSTATE."""


@pytest.mark.parametrize(("said", "state"), REFUSED.values(), ids=REFUSED)
def test_the_append_function_refuses(stream: UUID, said: dict[str, Any], state: str):
    with pytest.raises(psycopg.DatabaseError) as refusal:
        send(forged(stream, **said))

    assert refusal.value.sqlstate == state
    assert len(str(refusal.value.diag.message_primary)) < 200
    assert len(store.load(stream)) == 5
    append(stream, Passed(seat=1))
    assert list(Verification()) == []


@pytest.mark.parametrize(
    "said",
    [{}, {"at": "now() - interval '30 seconds'"}, {"at": "now() + interval '30 seconds'"}, {"actor": "x" * 100}],
    ids=["an honest event", "a clock behind", "a clock before", "a long id"],
)
def test_the_append_function_takes(stream: UUID, said: dict[str, Any]):
    with app_connection() as app:
        if "at" in said:
            (said["at"],) = app.execute(f"SELECT {said['at']}").fetchone()
        app.execute(APPEND, forged(stream, **said))

    assert len(store.load(stream)) == 6
    assert list(Verification()) == []


def test_a_game_of_the_past_is_appended_in_its_order():
    stream, then = uuid4(), timezone.now() - timedelta(days=200)
    for version in range(3):
        at = then + timedelta(hours=version)
        store.append(stream, expected=version, events=[Passed(seat=0)], command=uuid4(), now=at)

    with pytest.raises(store.RefusedEventError, match="the time is before that of the event before it"):
        store.append(stream, expected=3, events=[Passed(seat=0)], command=uuid4(), now=then)


@pytest.mark.parametrize(
    ("event", "more", "what"),
    [
        (BidMade(seat=0, value=10**18), {}, r"after version 5: event 1 \(BidMade\): its body is not canonical"),
        (events.EntropyGiven(1, 0, "x" * 17_000), {}, r"event 1 \(EntropyGiven\): its body is too long"),
        (events.EntropyGiven(1, 0, "\0"), {}, "a body is no JSON that the database can read"),
        (Passed(seat=0), {"now": timezone.now() + timedelta(days=1)}, "the time is to come"),
        (Passed(seat=0), {"actor": "x" * 101}, "the actor is too long"),
    ],
)
def test_the_program_is_told_what_was_refused(stream: UUID, event: Any, more: dict[str, Any], what: str):
    with pytest.raises(store.RefusedEventError, match=what) as refusal:
        store.append(stream, expected=5, events=[event], command=uuid4(), **more)

    assert (refusal.value.stream, len(store.load(stream))) == (stream, 5)


def test_a_refused_event_leaves_none_of_its_command(stream: UUID):
    two = [Passed(seat=0), BidMade(seat=1, value=10**18)]

    with pytest.raises(store.RefusedEventError, match=r"event 2 \(BidMade\)"):
        store.append(stream, expected=5, events=two, command=uuid4())

    assert len(store.load(stream)) == 5


def test_a_command_that_was_done_is_answered_before_anything_is_refused(stream: UUID):
    command = uuid4()
    (first,) = store.append(stream, expected=5, events=[Passed(seat=0)], command=command)

    (again,) = store.append(stream, expected=5, events=[BidMade(seat=0, value=10**18)], command=command)

    assert again.pos == first.pos


LAID: dict[str, tuple[dict[str, Any], str]] = {
    "a time without end": ({"at": "infinity"}, "its time is not finite"),
    "a time without beginning": ({"at": "-infinity"}, "its time is not finite"),
    "a time before Christ": ({"at": "4713-01-01 BC"}, "its time is before 2000"),
    "a time beyond the years of Python": ({"at": "294276-01-01"}, "its time is still to come"),
    "a time before the event before it": ({"at": "2001-01-01"}, "its time is before that of an event before it"),
    "a time to come": ({"at": "2099-01-01"}, "its time is still to come"),
    "a body nested deep": ({"body": DEEP}, "its body cannot be read: RecursionError"),
    "members nested deep": ({"body": MEMBERS_DEEP}, "its body cannot be read: RecursionError"),
    "a number of 5000 digits": ({"body": LONG_NUMBER}, "its body cannot be read: Integer value out of range"),
    "a body of 2 MB": ({"body": '{"seat":"' + "x" * 2_000_000 + '"}'}, "its body is too long"),
    "an actor of 1 MB": ({"actor": "x" * 1_000_000}, "its actor is too long"),
    "a type of 1 MB": ({"name": "x" * 1_000_000}, "its type is too long"),
    "cards in clear": (
        {"name": "HandDealt", "body": '{"cards":[["SJ"]],"dealer":3,"hand":2}'}, "what its type seals is not sealed",
    ),
    "a seal where none is": ({"sealed": bytes(60)}, "it is sealed, and its type is not"),
    "a seal of 2 MB": (
        {"name": "HandDealt", "body": '{"dealer":3,"hand":2}', "sealed": bytes(2_000_000)},
        "its sealed text is too short or too long",
    ),
    "a seal that is none": (
        {"name": "HandDealt", "body": '{"dealer":3,"hand":2}', "sealed": bytes(60)},
        "the key 00000000 is not among the sealing keys",
    ),
    "another digest": ({"digest": bytes(32)}, "its hash does not fit what it says"),
    "an unknown type": ({"name": "Shrugged", "body": "{}"}, "there is no event type Shrugged"),
    "a schema to come": ({"schema": 9}, "Passed has schema 9, newer than the 1 known here"),
    "a schema below": ({"schema": -1}, "no upcaster from schema -1 of Passed"),
    "another shape": ({"body": '{"seat":"zero"}'}, "a body of Passed does not fit"),
    "a list": ({"body": "[]"}, "a body of Passed does not fit"),
    "a list of an old schema": ({"name": "SeatTaken", "body": "[1]"}, "a body of SeatTaken does not fit"),
    "a text of an old schema": ({"name": "SeatTaken", "body": '"bot"'}, "a body of SeatTaken does not fit"),
    "a place that is none": ({"seq": -5, "body": '{"seat":"x"}'}, "a body of Passed does not fit"),
}  # fmt: skip
"""What the owner of the table can lay there, and the words by which it is named."""


@pytest.mark.parametrize(("said", "what"), LAID.values(), ids=LAID)
def test_what_lies_there_is_named_and_verification_goes_on(stream: UUID, said: dict[str, Any], what: str):
    row = {"name": "Passed", "body": '{"seat":0}', **said}
    version = lay(stream, row.pop("name"), row.pop("body"), **row)
    behind = uuid4()
    append(behind, Passed(seat=0))
    lay(behind, "Shrugged", "{}")

    for replay in (False, True):
        told = verified("in 8 events of 2 streams", replay=replay)
        assert any(f"stream {stream}, version {version}:" in line and what in line for line in told), told
        assert any(f"stream {behind}, version 2: there is no event type Shrugged" in line for line in told), told
        assert max(map(len, told)) < 300, "the whole text is told"


def verified(faults: str, **options: Any) -> list[str]:
    """Return the lines of a verification that finds faults, so many of them, or in such events."""
    out = io.StringIO()
    with pytest.raises(CommandError, match=faults):
        call_command("verify_events", stdout=out, **options)
    return out.getvalue().splitlines()


@pytest.mark.parametrize("at", ["infinity", "-infinity", "4713-01-01 BC", "294276-01-01"])
def test_a_time_that_cannot_be_read_stops_its_lane_where_it_stands_and_is_named(stream: UUID, at: str):
    """What lies before it in the lane is applied, and the other lanes go on."""
    other = UUID(int=stream.int ^ 1)
    # Of an hour ago: passes that are new wait for more of their kind.
    lay(other, "Passed", '{"seat":0}', at=(timezone.now() - timedelta(hours=1)).isoformat())
    before, beside = store.load(stream)[-1].pos, store.load(other)[-1].pos
    version = lay(stream, "Passed", '{"seat":0}', at=at)

    projector.run_once(Hands)

    (stopped,) = projector.stopped_lanes()
    assert stopped.lane == store.lane_of(stream)
    assert f"{stream}/{version}: its time cannot be read" in stopped.error
    pos = dict(ProjectionCheckpoint.objects.filter(run__name="hands").values_list("lane", "pos"))
    assert (pos[stopped.lane], pos[store.lane_of(other)]) == (before, beside)
    with pytest.raises(store.UnknownEventError, match="its time cannot be read"):
        store.load(stream)


@pytest.mark.parametrize("body", [DEEP, MEMBERS_DEEP, LONG_NUMBER], ids=["lists", "members", "a number"])
def test_a_body_that_cannot_be_read_stops_its_lane_where_it_stands_and_is_named(stream: UUID, body: str):
    lay(stream, "HandScored", body)

    projector.run_once(Hands)

    (stopped,) = projector.stopped_lanes()
    assert f"{stream}/6: a body of HandScored does not fit" in stopped.error


# What follows has the form of an honest event: only the game can tell.


@pytest.fixture
def table() -> Any:
    """The state of a table of four people whose first hand is dealt."""
    return state_of(dealt_table(people()))


def other(state: Any, steps: int = 1) -> int:
    """Return a seat so many after the one on turn."""
    return int(state.turn + steps) % 4


def player(state: Any, seat: int) -> str:
    return str(state.seats[seat].player)


def scored(state: Any) -> engine.HandScored:
    return engine.HandScored(1, "made", state.turn, 14, (15, 13), (1, -1), stakes=(13, 11))


def first(actions: list[engine.Action]) -> engine.Action:
    return actions[0]


def dealt(state: Any) -> engine.HandDealt:
    return engine.HandDealt(state.hand, 0, tuple(reversed(state.cards)))


Forgery = Callable[[Any], tuple[list[Any], str]]
PLAYED: dict[str, tuple[Forgery, str]] = {
    "a bid by another player": (
        lambda t: ([BidMade(t.turn, 14)], player(t, other(t))), "its actor is not the seat's player",
    ),
    "a bid by nobody of the table": (
        lambda t: ([BidMade(t.turn, 14)], str(uuid4())), "its actor is not the seat's player",
    ),
    "a bid by the server": (lambda t: ([BidMade(t.turn, 14)], ""), "the server acted for a player who is there"),
    "a bid out of turn": (
        lambda t: ([BidMade(other(t), 14)], player(t, other(t))), "the rules refuse it: not-your-turn",
    ),
    "a bid below the least": (lambda t: ([BidMade(t.turn, 1)], player(t, t.turn)), "the rules refuse it"),
    "a bid at no seat": (lambda t: ([BidMade(-1, 14)], player(t, 3)), "there is no such seat"),
    "a card in the auction": (
        lambda t: ([engine.CardPlayed(t.turn, t.cards[t.turn][0])], player(t, t.turn)), "the rules refuse it",
    ),
    "a score of nothing": (lambda t: ([scored(t)], player(t, t.turn)), "it has no place here"),
    "a score behind a bid": (
        lambda t: ([BidMade(t.turn, 14), scored(t)], player(t, t.turn)), "it has no place here",
    ),
    "an end of nothing": (lambda t: ([engine.GameFinished((0,))], ""), "it has no place here"),
    "a hand opened early": (
        lambda t: ([events.HandOpened(1, t.promise.secret, (), t.cards, ())], ""), "it has no place here",
    ),
    "a deal in the hand": (lambda t: ([dealt(t)], ""), "it has no place here"),
    "a promise in the hand": (
        lambda t: ([events.DealCommitted(2, "00" * 32, "11" * 32)], ""), "it has no place here",
    ),
    "a second promise of the hand": (
        lambda t: ([events.DealCommitted(1, t.promise.commitment, t.promise.secret)], ""), "it has no place here",
    ),
    "a number after the deal": (
        lambda t: ([events.EntropyGiven(1, 0, "ab")], player(t, 0)), "EntropyGiven for hand 1, which is not awaited",
    ),
    "a commitment after the deal": (
        lambda t: ([events.EntropyCommitted(1, 0, "00" * 32)], player(t, 0)), "EntropyCommitted for hand 1",
    ),
    "a list closed after the deal": (lambda t: ([events.EntropiesClosed(1)], ""), "EntropiesClosed for hand 1"),
    "a seat that is taken": (
        lambda t: ([events.SeatTaken(0, str(uuid4()))], player(t, 1)), "it has no place here",
    ),
    "a player got up by another": (
        lambda t: ([events.SeatLeft(0, player(t, 0))], player(t, 1)), "its actor is not the seat's player",
    ),
    "a seat taken over for another": (
        lambda t: ([events.PlayerSubstituted(0, str(uuid4()), player(t, 0))], player(t, 1)),
        "its actor is not the one who sat down",
    ),
    "a seat taken over by who sits elsewhere": (
        lambda t: ([events.PlayerSubstituted(0, player(t, 1), player(t, 0))], player(t, 1)),
        "the player sits elsewhere",
    ),
    "a bot called by a player": (lambda t: ([events.BotSatIn(0)], player(t, 1)), "only the server does that"),
    "a return of who is there": (lambda t: ([events.PlayerReturned(0)], player(t, 0)), "it has no place here"),
    "a time-out before its time": (lambda t: ([events.TurnTimedOut(t.turn)], ""), "the time was not up"),
    "a time-out of who is not on turn": (lambda t: ([events.TurnTimedOut(other(t))], ""), "it has no place here"),
    "a pause in the hand": (lambda t: ([events.PlayPaused(0)], player(t, 0)), "it has no place here"),
    "a claim that nobody agreed to": (
        lambda t: ([engine.ClaimMade(t.turn)], player(t, t.turn)), "nobody has agreed to it",
    ),
    "an answer to no claim": (lambda t: ([events.ClaimAgreed(0)], player(t, 0)), "it has no place here"),
    "a hand of 28 conceded as in 56": (
        lambda t: ([events.HandConceded(0)], player(t, 0)), "it has no place here",
    ),
    "a question in 28": (
        lambda t: ([events.MeaningAsked(0, 1, 0)], player(t, 0)), "that call is not open to questions",
    ),
    "a ruling in 28": (
        lambda t: ([engine.IrregularityRuled("56-IRR-27", "warn", 1)], str(uuid4())), "it cannot be replayed",
    ),
    "a ruling by a player": (
        lambda t: ([engine.IrregularityRuled("56-IRR-27", "warn", 1)], player(t, 0)), "who plays rules on nothing",
    ),
    "a table closed in the hand": (lambda t: ([events.TableClosed()], ""), "it has no place here"),
    "an event of a sheet": (lambda t: ([registry.event_names()["MatchStopped"]()], ""), "it has no place here"),
}  # fmt: skip
"""What the application's role can append to a running table, and the words by which `--replay` names it."""


@pytest.mark.parametrize(("forge", "what"), PLAYED.values(), ids=PLAYED)
def test_what_could_not_happen_is_named_by_the_replay(table: Any, forge: Forgery, what: str):
    happened, actor = forge(table)
    at = table.since + timedelta(seconds=1)
    store.append(table.stream, expected=table.version, events=happened, command=uuid4(), actor=actor, now=at)
    behind = uuid4()
    append(behind, Passed(seat=0))
    assert list(Verification()) == []

    told = verified("2 faults in", replay=True)

    version = table.version + len(happened)
    assert any(f"stream {table.stream}, version {version}: {what}" in line for line in told), told
    assert any(f"stream {behind}, version 1: Passed begins no stream" in line for line in told), told
    assert not re.search(r"\b[SHDC][JQKA987]\b", "\n".join(told)), "a card is told"


def replayed(stream: UUID, what: str) -> None:
    """Assert that the replay of a stream names a fault, at its last event."""
    version = len(store.load(stream))
    told = verified("1 faults in", replay=True, stream=stream)
    assert f"stream {stream}, version {version}: {what}" in told[0]


def test_cards_that_do_not_follow_from_the_promise_are_named():
    players = people()
    table = open_table(player=players[0], rules="28-kerala-4", options={}, players=dict(enumerate(players)), seat=None)
    state = state_of(table)
    pack = engine.load_rules("28-kerala-4").deck
    (wrong,) = engine.deal(state.game, pack, dealer=0)
    store.append(state.stream, expected=state.version, events=[wrong], command=uuid4())

    replayed(state.stream, "HandDealt is not what follows by the rules")


def test_a_promise_that_is_not_of_its_secret_is_named():
    stream, players = uuid4(), [str(uuid4()) for _ in range(4)]
    opened = events.TableOpened(
        rules="28-kerala-4", options={}, opened_by=players[0], action_seconds=30, reserve_seconds=60, pause_seconds=8
    )  # fmt: skip
    seated = [events.SeatTaken(seat, one) for seat, one in enumerate(players)]
    promised = events.DealCommitted(1, "00" * 32, "11" * 32)
    store.append(stream, expected=0, events=[opened, *seated, promised], command=uuid4(), actor=players[0])

    replayed(stream, "its commitment is not that of its secret")


@pytest.mark.parametrize(
    "event",
    [
        lambda: engine.HandScored(3, "made", 0, 14, (15, 13), (1, -1), stakes=(13, 11)),
        lambda: engine.GameFinished((0,)),
        lambda: events.DealCommitted(3, "00" * 32, "11" * 32),
        events.TableClosed,
        lambda: events.SeatLeft(0, ""),
    ],
    ids=["a score", "another end", "a promise", "a closing", "a leaving"],
)
def test_what_comes_after_the_end_is_named(event: Callable[[], Any]):
    append(stream := bots_play("28-kerala-4", 1), event())

    replayed(stream, "the game is over")


def test_a_score_that_is_not_the_engines_is_named():
    """The owner cuts the end of the stream off and lays another one there: the chain agrees with itself."""
    stream = bots_play("28-kerala-4", 1)
    honest = store.load(stream)
    last = [one for one in honest if one.command == honest[-1].command]
    with guards_down() as owner:
        owner.execute("DELETE FROM games_event WHERE stream = %s AND version >= %s", [stream, last[0].version])
    happened = [replace(one.event, game_points=(5, -5)) if one.type == "HandScored" else one.event for one in last]
    store.append(stream, expected=last[0].version - 1, events=happened, command=uuid4(), now=last[0].recorded_at)
    assert list(Verification()) == []

    told = verified("1 faults in", replay=True, stream=stream)[0]

    version = next(one.version for one in last if one.type == "HandScored")
    assert f"stream {stream}, version {version}: HandScored is not what follows by the rules" in told


def test_a_ruling_of_a_stranger_to_the_sheets_score_is_named():
    """A sheet's hand whose score is not the engine's, and an entry taken back that is not the last."""
    actor = str(uuid4())
    opened = store.event_names()["SheetOpened"]("56-kerala-4", engine.load_rules("56-kerala-4").options, 3, 0, actor)
    opened = replace(opened, engine=engine.VERSION)
    entered = store.event_names()["HandEntered"](1, 0, SheetHand("made", 1, 28, "S", 0))
    scored = engine.HandScored(1, "made", 1, 28, None, None, score=(0, 9), denomination="S", doubled=0)
    for happened, what in (
        ([entered, scored], "HandScored is not what follows by the rules"),
        ([entered], "HandScored should follow"),
        ([scored], "HandScored has no place here"),
        ([store.event_names()["EntryWithdrawn"](1)], "that is not the last entry"),
    ):
        stream = uuid4()
        store.append(stream, expected=0, events=[opened], command=uuid4(), actor=actor)
        store.append(stream, expected=1, events=happened, command=uuid4(), actor=actor)
        replayed(stream, what)


def test_results_and_kunukku_that_are_another_hands_are_named():
    officer, club, players = str(uuid4()), str(uuid4()), tuple(str(uuid4()) for _ in range(4))
    entered = results.ResultEntered(
        "28-kerala-4", engine.VERSION, club, players, (3, -3), 3, date(2026, 5, 1), entered_by=officer
    )
    lifted = results.KunukkuLifted(club, players[0], officer)
    withdrawn = results.ResultWithdrawn(officer)
    for happened, actor, what in (
        ([entered], players[0], "its actor is not the one whom it names"),
        ([replace(entered, points=(10_000, -10_000))], officer, "no game comes to these points"),
        ([replace(entered, players=players[:3])], officer, "it has not the seats and sides of its game"),
        ([replace(entered, rules="28-nowhere-4")], officer, "it cannot be replayed: RulesError"),
        ([entered, withdrawn], officer, "ResultWithdrawn has no place here"),
        ([lifted], players[0], "its actor is not the one whom it names"),
        ([lifted, replace(lifted, player=players[1])], officer, "it is another player's, or of another club"),
        ([lifted, entered], officer, "ResultEntered has no place here"),
    ):
        store.append(stream := uuid4(), expected=0, events=happened, command=uuid4(), actor=actor)
        replayed(stream, what)


def test_a_command_that_is_cut_up_is_named(table: Any):
    command = uuid4()
    for one, by in ((BidMade(table.turn, 14), table.turn), (Passed(other(table)), other(table))):
        lay(
            table.stream, type(one).__name__, registry.split(one)[1].decode(), actor=player(table, by),
            at=str(table.since), command=command, seq=1 + by,
        )  # fmt: skip
    told = verified("1 faults in", replay=True)
    assert f"version {table.version + 1}: it is out of its command's order" in told[0]


@pytest.mark.parametrize("rules", ["28-kerala-4", "28-house-4", "56-kerala-4", "56-international-6"])
def test_an_honest_game_of_bots_has_no_faults(rules: str):
    bots_play(rules, 2)
    assert honest() == ["Each could happen where it stands."]


@pytest.mark.parametrize("rules", ["28-kerala-4", "56-kerala-4"])
def test_an_honest_game_of_people_has_no_faults(rules: str):
    """With numbers for the deal, somebody late and away, who comes back, another who leaves and is followed."""
    players = people()
    table = table_of(players, rules=rules, options={"ending": {"type": "hands", "count": 2}})
    fingerprint = fair.number_commitment("ab" * 16, table.pk, 1, 1)
    commit_entropy(table_id=table.pk, player=players[1], hand=1, commitment=fingerprint, now=START)
    due(table.pk)
    closed = state_of(table).promise.closed_at
    give_entropy(table_id=table.pk, player=players[1], hand=1, entropy="ab" * 16, now=closed)
    due(table.pk)
    late = state_of(table).turn
    for _ in range(2):
        play_on(table, players, first, lambda state: state.turn == late)
        due(table.pk)
    play_on(table, players, first, lambda state: state.turn not in (late, None))
    now = {"now": state_of(table).since}
    return_to_seat(table_id=table.pk, player=players[late], **now)
    leaves = (late + 1) % 4
    leave_seat(table_id=table.pk, player=players[leaves], **now)
    eapen = person("Eapen")
    substitute(table_id=table.pk, player=eapen, seat=leaves, **now)
    players[leaves] = eapen
    play_on(table, players, first, lambda state: state.awaiting_deal or state.ended_at is not None)
    pause_deal(table_id=table.pk, player=players[2], now=state_of(table).since)
    deal_now(table_id=table.pk, player=players[2], now=state_of(table).since)
    play_on(table, players, first, lambda state: state.ended_at is not None)

    assert honest() == ["Each could happen where it stands."]


def honest() -> list[str]:
    """Return what is said of a log without faults, but for how much of it there is."""
    out = io.StringIO()
    call_command("verify_events", replay=True, stdout=out)
    first_line, *more = out.getvalue().splitlines()
    assert first_line.endswith("streams are as they were appended.")
    return more


def test_the_function_and_verification_have_the_same_limits():
    """The function's stand in its migration, where its caller cannot raise them."""
    guard = import_module("games.migrations.0021_guarded_append")
    longer = import_module("games.migrations.0028_sheets_hands")
    for stated in (
        f"octet_length(p_actor) <= {limits.MOST_ACTOR})",
        f"cardinality(p_types) BETWEEN 1 AND {limits.MOST_EVENTS})",
        f"p_recorded_at >= '{limits.EARLIEST:%Y-%m-%d} 00:00:00+00'",
        f"interval '{limits.SKEW // timedelta(minutes=1)} minute'",
        f"octet_length(p_body) <= {limits.MOST_BODY})",
        f"octet_length(p_text) NOT BETWEEN {limits.LEAST_SEALED} AND {limits.MOST_SEALED} ",
    ):
        assert stated in guard.APPEND + guard.FAULT + longer.LONGER_COMMANDS


def test_the_applications_role_cannot_say_what_may_be_appended():
    with app_connection() as app:
        assert app.execute("SELECT count(*) FROM games_event_type").fetchone()[0] > 50
        for statement in (
            "INSERT INTO games_event_type VALUES ('Shrugged', 1, false, '{}')",
            "UPDATE games_event_type SET schema = 99",
            "DELETE FROM games_event_type",
            "TRUNCATE games_event_type",
            "SELECT games_event_fault(1::smallint, false, '{}', 1::smallint, '{}', '{}', '', '')",
            "SELECT games_event_canonical('{}', 1)",
            "DROP FUNCTION games_event_fault",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                app.execute(statement)
