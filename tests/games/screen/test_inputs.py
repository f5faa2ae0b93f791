"""What a form or a socket's message means, and what id its command gets."""

from uuid import UUID, uuid4

import pytest

import engine
from clubs.models import Player
from games.screen.inputs import UnreadableError, command_of, perform, read_deed
from games.tables.selectors import states
from games.tables.selectors.states import load_state
from games.tables.services.seats import leave_seat
from tests.games.helpers.tables import dealt_table, people, person

TABLE = UUID("00000000-0000-4000-8000-000000000003")
DEVAKI, BEERAN = Player(name="Devaki"), Player(name="Beeran")


def test_a_card_stands_behind_the_word():
    deed = read_deed({"do": "play:SJ", "version": "17"})

    assert (deed.do, deed.card, deed.version) == ("play", "SJ", 17)


def test_a_bid_takes_its_number_from_the_pad():
    assert read_deed({"do": "bid", "value": "17", "version": "3"}).number == 17


def test_a_seat_stands_behind_the_word_whatever_the_pad_says():
    assert read_deed({"do": "sit:2", "value": "17"}).number == 2


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"do": None},
        {"do": ["play:SJ"]},
        {"do": "play", "version": "3"},
        {"do": "play:ZZ", "version": "3"},
        {"do": "play:SJ\n", "version": "3"},
        {"do": "fold:", "version": "3"},
        {"do": "bid", "version": "3"},
        {"do": "bid", "value": "-1", "version": "3"},
        {"do": "bid", "value": "9" * 40, "version": "3"},
        {"do": "bid", "value": "\u0661\u0667", "version": "3"},
        {"do": "play:SJ"},
        {"do": "play:SJ", "version": "x"},
        {"do": "sit:x"},
        {"do": "drop table"},
        {"do": "__init__"},
    ],
)
def test_what_makes_no_sense_is_unreadable(fields):
    with pytest.raises(UnreadableError):
        read_deed(fields)


def test_the_same_thing_sent_twice_is_one_command():
    first = read_deed({"do": "play:SJ", "version": "17"})
    again = read_deed({"do": "play:SJ", "version": "17"})

    assert command_of(TABLE, DEVAKI, first) == command_of(TABLE, DEVAKI, again)


def test_a_second_card_tapped_from_the_same_view_is_the_same_command():
    """So a double tap on two cards plays one."""
    first, other = read_deed({"do": "play:SJ", "version": "17"}), read_deed({"do": "play:S9", "version": "17"})

    assert command_of(TABLE, DEVAKI, first) == command_of(TABLE, DEVAKI, other)


def test_other_views_players_and_kinds_are_other_commands():
    ids = {
        command_of(TABLE, DEVAKI, read_deed({"do": "play:SJ", "version": "17"})),
        command_of(TABLE, DEVAKI, read_deed({"do": "play:SJ", "version": "18"})),
        command_of(TABLE, BEERAN, read_deed({"do": "play:SJ", "version": "17"})),
        command_of(TABLE, DEVAKI, read_deed({"do": "pause", "version": "17"})),
        command_of(TABLE, DEVAKI, read_deed({"do": "sit:1", "version": "17"})),
        command_of(TABLE, DEVAKI, read_deed({"do": "sit:2", "version": "17"})),
    }

    assert len(ids) == 6


def test_a_visitor_is_asked_to_sign_in():
    refusal = perform(table_id=TABLE, player=None, fields={"do": "sit:0"})

    assert refusal is not None
    assert refusal.code == "sign-in"


def test_the_pad_of_56_says_a_call_or_something_instead():
    """56-SHOW-8."""
    pad = {"do": "call", "call": "+2S", "version": "3"}

    assert (read_deed(pad).do, read_deed(pad).call) == ("call", "+2S")
    assert read_deed(pad | {"word": "call"}).call == "+2S"
    assert read_deed(pad | {"word": "double"}).do == "double"
    assert read_deed({"do": "call:S28", "version": "3"}).call == "S28"
    for wrong in ({"call": ""}, {"call": "two spades"}, {"call": "+2S\n"}, {"word": "leave", "call": ""}):
        with pytest.raises(UnreadableError):
            read_deed(pad | wrong)


def test_every_word_of_the_engine_can_be_said():
    """Every action of a record has a word on the page."""
    for word in engine.ACTION_TYPES:
        what = {"play": ":SJ", "fold": ":SJ", "call": ":28S"}.get(word, "")
        assert read_deed({"do": word + what, "value": "14", "version": "3"}).do == word


def bid(number: int, version: int) -> dict[str, object]:
    return {"do": "bid", "value": str(number), "version": str(version)}


@pytest.mark.django_db
@pytest.mark.parametrize("fresh", [False, True])
def test_the_seat_of_an_action_is_taken_from_the_folded_state(fresh):
    """Also where the process has no state of the table yet."""
    players = people()
    table = dealt_table(players)
    state = load_state(table.pk)
    turn = state.turn
    if fresh:
        states.forget_all()

    assert perform(table_id=table.pk, player=players[turn], fields=bid(14, state.version)) is None
    assert perform(table_id=table.pk, player=players[turn], fields=bid(14, state.version)) is None, "sent twice"
    assert load_state(table.pk).turn != turn
    late = perform(table_id=table.pk, player=players[turn], fields=bid(15, state.version + 1))
    assert late is not None
    assert late.code == "not-your-turn"


@pytest.mark.django_db
def test_an_action_tells_a_stranger_nothing_of_a_table_by_invitation():
    players = people()
    private, public = dealt_table(players, invitation=True), dealt_table(players)
    stranger = person("Eapen")

    def refusal(table_id: UUID, player: Player = stranger):
        return perform(table_id=table_id, player=player, fields=bid(14, load_state(public.pk).version))

    assert refusal(private.pk) == refusal(uuid4())
    assert refusal(private.pk).code == "unknown-table"
    assert refusal(public.pk).code == "not-seated"


@pytest.mark.django_db
def test_a_player_who_has_left_does_not_act():
    players = people()
    table = dealt_table(players)
    turn = load_state(table.pk).turn
    leave_seat(table_id=table.pk, player=players[turn])

    refusal = perform(table_id=table.pk, player=players[turn], fields=bid(14, load_state(table.pk).version))

    assert refusal is not None
    assert refusal.code == "not-seated"
