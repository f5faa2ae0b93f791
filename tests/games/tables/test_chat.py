"""The chat of a table: for those who sit there, and nobody else. 56-SHOW-17, 56-SHOW-18."""

import logging
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player
from games import errors, store
from games.events.tables import Terms
from games.models import ChatMessage
from games.tables.selectors.chat import find_chat
from games.tables.services.chat import write_message
from games.tables.services.seats import leave_seat, open_table
from games.tables.services.substitutes import substitute
from tests.api.calls import caller, problem
from tests.factories import PlayerFactory
from tests.games.helpers.tables import START, dealt_table, people, person, play_on, table_of

pytestmark = pytest.mark.django_db


def write(table, player, text, **more):
    return write_message(table_id=table.pk, player=player, text=text, **more)


def texts(table, player) -> list[str] | None:
    chat = find_chat(table.pk, player)
    return None if chat is None else [line.text for line in chat.lines]


def account(name: str) -> tuple[Player, Client]:
    player = PlayerFactory(name=name)
    client = Client()
    client.force_login(player.user)
    return player, client


def test_who_sits_at_the_table_reads_and_writes():
    """56-SHOW-17."""
    players = people()
    table = table_of(players)

    write(table, players[0], "Good evening.")
    write(table, players[2], "നമസ്കാരം")

    lines = find_chat(table.pk, players[2]).lines
    assert [(line.name, line.seat, line.text, line.mine) for line in lines] == [
        ("Ammini", 0, "Good evening.", False), ("Chacko", 2, "നമസ്കാരം", True),
    ]  # fmt: skip


def test_a_spectator_has_no_chat():
    """56-SHOW-18."""
    players = people()
    table = dealt_table(players)
    write(table, players[0], "Good evening.")
    guest = person("Eapen")

    assert texts(table, guest) is None
    assert texts(table, None) is None
    with pytest.raises(errors.NotSeated):
        write(table, guest, "Hello")
    assert ChatMessage.objects.count() == 1


def test_who_got_up_reads_no_more_and_who_takes_the_seat_over_reads_what_is_written_from_then_on():
    players = people()
    table = dealt_table(players)
    write(table, players[0], "Before.")
    leave_seat(table_id=table.pk, player=players[1], now=START)
    assert texts(table, players[1]) is None

    eapen = person("Eapen")
    substitute(table_id=table.pk, player=eapen, seat=1, now=START)
    write(table, players[0], "During the hand.")
    assert texts(table, eapen) is None, "the seat is theirs from the next deal on"
    play_on(table, players, lambda actions: actions[0], lambda state: state.hand == 2)
    write(table, players[0], "After.")

    assert texts(table, eapen) == ["After."]
    assert texts(table, players[0]) == ["Before.", "During the hand.", "After."]
    leave_seat(table_id=table.pk, player=players[2])
    substitute(table_id=table.pk, player=players[2], seat=2)
    assert texts(table, players[2]) == ["Before.", "During the hand.", "After."], (
        "who comes back to the own seat has missed nothing"
    )


def test_a_table_opened_without_chat_has_none():
    players = people()
    table = table_of(players, chat=False)

    with pytest.raises(errors.NotAllowed) as refused:
        write(table, players[0], "Hello")
    assert refused.value.code == "no-chat"
    assert texts(table, players[0]) is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "chat-empty"),
        (" \n\t", "chat-empty"),
        ("\u200b\u202e", "chat-empty"),
        ("\u061c\u3164\u00ad", "chat-empty"),
        ("x" * 201, "chat-too-long"),
    ],
)
def test_nothing_and_too_much_are_refused(text, code):
    players = people()
    table = table_of(players)

    with pytest.raises(errors.BadTerms) as refused:
        write(table, players[0], text)
    assert (refused.value.code, refused.value.field) == (code, "text")


def test_ten_messages_in_half_a_minute_are_enough():
    players = people()
    table = table_of(players)
    for number in range(10):
        write(table, players[0], f"{number}", now=START + timedelta(seconds=number))

    with pytest.raises(errors.TooFast) as refused:
        write(table, players[0], "one more", now=START + timedelta(seconds=29))
    assert "wait" in str(refused.value)
    write(table, players[1], "another may", now=START + timedelta(seconds=29))
    write(table, players[0], "later", now=START + timedelta(seconds=31))
    assert ChatMessage.objects.count() == 12


def test_the_same_message_sent_twice_is_one():
    players = people()
    table = table_of(players)
    command = uuid4()

    first = write(table, players[0], "Hello", command=command)
    assert write(table, players[0], "Hello", command=command) == first
    assert ChatMessage.objects.count() == 1


def test_what_was_written_stands_in_no_event_and_no_log(caplog):
    caplog.set_level(logging.DEBUG)
    players = people()
    table = table_of(players)
    said = write(table, players[0], "kozhikode-1789")

    assert "kozhikode" not in repr([one.event for one in store.load(table.pk)])
    assert "kozhikode" not in caplog.text
    assert "kozhikode" not in repr(said) + repr(find_chat(table.pk, players[0]))


def test_without_scripts_the_chat_is_a_form_and_its_text_is_no_markup():
    players = [account(name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]
    table = table_of([player for player, _ in players])
    page = reverse("games:table", args=[table.pk])
    client = players[0][1]

    answer = client.post(reverse("games:chat", args=[table.pk]), {"do": "chat", "text": "<b>Hi</b> https://a.example/"})
    assert answer.headers["Location"] == f"{page}#chat"
    shown = players[1][1].get(page).content.decode()
    assert "&lt;b&gt;Hi&lt;/b&gt; https://a.example/" in shown
    assert 'href="https://a.example' not in shown
    assert "&lt;b&gt;Hi" not in Client().get(page).content.decode()

    refused = client.post(reverse("games:chat", args=[table.pk]), {"do": "chat", "text": "y" * 201})
    assert refused.status_code == 422
    text = refused.content.decode()
    assert "200 characters at most" in text
    assert "y" * 201 in text, "what was written is not lost"
    assert client.get(reverse("games:chat", args=[table.pk])).status_code == 405


def test_the_page_of_a_table_without_chat_shows_none():
    player, client = account("Ammini")
    table = open_table(player=player, rules="56-international-6", options={}, terms=Terms(chat=False), command=uuid4())

    assert 'id="talk"' not in client.get(reverse("games:table", args=[table.pk])).content.decode()


def test_the_api_reads_and_writes_for_who_sits_there():
    ammini, guest = caller("Ammini"), caller("Eapen")
    table = open_table(player=ammini.player, rules="28-kerala-4", options={}, command=uuid4())

    assert ammini.post(f"tables/{table.pk}/chat/", {"text": "Hello"}, key="a").status_code == 200
    assert ammini.post(f"tables/{table.pk}/chat/", {"text": "Hello"}, key="a").status_code == 200
    lines = ammini.get(f"tables/{table.pk}/chat/").json()["lines"]

    assert [line["text"] for line in lines] == ["Hello"]
    assert problem(guest.get(f"tables/{table.pk}/chat/")) == (403, "not-seated")
    assert problem(guest.post(f"tables/{table.pk}/chat/", {"text": "Hello"})) == (403, "not-seated")
    for number in range(9):
        ammini.post(f"tables/{table.pk}/chat/", {"text": f"{number}"})
    assert problem(ammini.post(f"tables/{table.pk}/chat/", {"text": "too much"})) == (429, "chat-too-fast")
