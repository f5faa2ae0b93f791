"""Playing over the API: reading views, acting on them, and knowing what nobody may have told."""

import hashlib
import json
import os
import random
import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.utils import timezone

import engine
from games import store
from games.events.tables import HandOpened
from games.models import Table
from games.tables.selectors.states import load_state
from games.tables.services.clock import advance_table
from tests.api.calls import Caller

RANKS = {
    "J": "jack",
    "9": "nine",
    "A": "ace",
    "T": "ten",
    "K": "king",
    "Q": "queen",
    "8": "eight",
    "7": "seven",
    "6": "six",
}
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
CODE = re.compile(r"(?<![0-9A-Za-z])([SHDC][J9ATKQ876])(?![0-9A-Za-z])")
WORDS = re.compile(rf"\b({'|'.join(RANKS.values())}) of ({'|'.join(SUITS.values())})\b", re.IGNORECASE)
RANK_OF = {word: code for code, word in RANKS.items()}
SUIT_OF = {word: code for code, word in SUITS.items()}


def open_table(caller: Caller, **terms: Any) -> str:
    """Open a table without waiting times and return its id."""
    wish = {"rules": "28-kerala-4", "pause_seconds": 0, "action_seconds": 600, **terms}
    response = caller.post("tables/", wish)
    assert response.status_code == 201, response.content
    return json.loads(response.content)["table"]


def full_table(callers: list[Caller], **terms: Any) -> str:
    """Open a table at which the callers sit, the first one in seat 0."""
    table = open_table(callers[0], **terms)
    for seat, caller in enumerate(callers[1:], 1):
        response = caller.post(f"tables/{table}/seats/{seat}/take/", {})
        assert response.status_code == 200, response.content
    return table


def view(caller: Caller, table: str) -> dict[str, Any]:
    """Read the view of a caller, with its ETag as `etag`."""
    response = caller.get(f"tables/{table}/view/")
    assert response.status_code == 200, response.content
    return {**json.loads(response.content), "etag": response["ETag"]}


def let_time_pass(table: str) -> None:
    """Do what is due at the table now, as the worker would."""
    for _ in range(100):
        if not advance_table(table_id=UUID(table)):
            return
    raise AssertionError("the table never comes to rest")


def mix(callers: list[Caller], table: str) -> None:
    """Have every caller whose number is wanted commit to one, and open it when the list is closed."""
    numbers = {}
    for number, caller in enumerate(callers):
        seen = view(caller, table)
        if (seen["shuffle"] or {}).get("wanted") == "commitment":
            hand, seat = seen["shuffle"]["hand"], seen["viewer"]
            numbers[number] = os.urandom(32)
            place = UUID(table).bytes + hand.to_bytes(4, "big") + bytes((seat,))
            commitment = hashlib.sha256(b"lelam-number/1\0" + place + numbers[number]).hexdigest()
            response = caller.post(f"tables/{table}/entropy/commitments/", {"hand": hand, "commitment": commitment})
            assert response.status_code == 200, response.content
    if load_state(UUID(table)).promise.closed_at is None:
        wait(table)
    for number, entropy in numbers.items():
        hand = view(callers[number], table)["shuffle"]["hand"]
        response = callers[number].post(f"tables/{table}/entropy/", {"hand": hand, "entropy": entropy.hex()})
        assert response.status_code == 200, response.content


def wait(table: str) -> None:
    """Let the table come to what is due next there."""
    due = Table.objects.get(pk=table).due_at
    advance_table(table_id=UUID(table), now=max(due, timezone.now()))


def deal(callers: list[Caller], table: str) -> None:
    """Let bots move, and see the next hand dealt if one is awaited, with a number of every caller in it."""
    let_time_pass(table)
    if load_state(UUID(table)).awaiting_deal:
        mix(callers, table)
        wait(table)
    if "deal" in view(callers[0], table)["may"]:
        assert callers[0].post(f"tables/{table}/deal/", {}).status_code == 200
        let_time_pass(table)


def body_of(action: dict[str, Any]) -> dict[str, Any]:
    """Return what is sent to do a legal action of a view."""
    return {name: value for name, value in action.items() if name != "seat"}


def play(callers: list[Caller], table: str, chance: random.Random) -> Iterator[int]:
    """Play a game to its end with random legal actions; yields the number of the hand after every action."""
    for _ in range(2000):
        seen = view(callers[0], table)
        if seen["status"] != "playing":
            return
        turn = seen["game"]["to_act"] if seen["game"] else []
        if not turn:
            deal(callers, table)
            yield view(callers[0], table)["game"]["hand_number"]
            continue
        mine = view(callers[turn[0]], table)
        legal = [action for action in mine["legal"] if action["type"] != "concede"]
        response = callers[turn[0]].post(
            f"tables/{table}/actions/", body_of(chance.choice(legal)), if_match=mine["etag"]
        )
        assert response.status_code == 200, response.content
        yield mine["game"]["hand_number"]
    raise AssertionError("the game never ends")


def named(text: str) -> set[str]:
    """Return the cards that an answer names, by code or in words."""
    in_words = {SUIT_OF[suit.lower()] + RANK_OF[rank.lower()] for rank, suit in WORDS.findall(text)}
    return set(CODE.findall(text)) | in_words


def may_know(table: str, seat: int | None) -> set[str]:
    """Return the cards of the running hand that a seat, or the public, may know: told by the events alone.

    Everything of a hand that has been opened counts as known.
    """
    known: set[str] = set()
    row = Table.objects.get(pk=table)
    rules = engine.load_rules(row.rules, row.options)
    auction_over = False
    mine: tuple[str, ...] = ()
    for stored in store.load(UUID(table)):
        match stored.event:
            case engine.HandDealt(cards=cards):
                mine = () if seat is None else cards[seat]
                known, auction_over = set(mine[: rules.batches[0]]), False
            case engine.TrumpFolded():
                if not auction_over:
                    auction_over = True
                    known |= set(mine)
            case engine.CardPlayed(card=card) | engine.TrumpRevealed(card=card):
                known.add(card)
            case HandOpened():
                known = set(rules.deck)
    return known
