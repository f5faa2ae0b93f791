"""What a person does at a table in the browser: read from a form or a socket's message, and handed to one service.

Pages and sockets send the same fields, so that a table is played alike with and without a socket:

    do        the word of an action or of a thing to do with seats, with what it is done to behind a colon:
              `play:SJ`, `fold:H9`, `call:+2S`, `bid`, `pass`, `sit:2`, `pause`, ...
    value     the number of a `bid`
    word      with `call`: `call`, or `pass`, `double`, `redouble`, `redeal` instead of it
    call      the text of a `call`, such as `+2S`
    version   the version of the table the person saw
    commitment   with `commit-entropy`: the fingerprint of the player's own number for the shuffle of hand `hand`
    entropy   with `entropy`: that number
    meaning-C.S   with `add-meaning:C.S`: the line added on call C, by its place in the auction, for the seat S
              that asked by `ask-meaning:C`

What is refused comes back as a `Refusal`; nothing has happened then.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, cast
from uuid import UUID, uuid5

import msgspec
from django.utils.translation import gettext as _

import engine
from clubs.models import Player
from games.errors import TableError
from games.tables.selectors.access import visible_table
from games.tables.selectors.states import find_kept, load_state
from games.tables.services.chat import write_message
from games.tables.services.meanings import add_meaning, ask_meaning
from games.tables.services.play import (
    act,
    answer_claim,
    commit_entropy,
    concede_hand,
    deal_now,
    give_entropy,
    pause_deal,
    return_to_seat,
)
from games.tables.services.recording import ConflictError
from games.tables.services.seats import leave_seat, seat_bot, take_seat
from games.tables.services.substitutes import substitute
from games.words.phrases import refusal_words

CALL = re.compile(r"[0-9+A-Z]{1,6}\Z")
CARD = re.compile(r"[SHDC][J9ATKQ8763]\Z")
NUMBER = re.compile(r"[0-9]{1,6}\Z")
HEXADECIMAL = re.compile(r"([0-9a-f]{2}){1,64}\Z")

ACTIONS = frozenset(engine.ACTION_TYPES)
INSTEAD = frozenset({"pass", "double", "redouble", "redeal"})
"""What can be said from the pad of 56 instead of a call."""
DEEDS = frozenset({
    "agree", "object", "sit", "substitute", "bot", "leave", "pause", "deal", "return", "commit-entropy", "entropy",
    "ask-meaning", "add-meaning", "concede_hand",
})  # fmt: skip
BY_ITSELF = frozenset({"commit-entropy", "entropy"})
"""What a page does without its reader."""
NUMBERED = frozenset(
    {"bid", "sit", "substitute", "bot", "agree", "object", "ask-meaning", "add-meaning", "concede_hand"}
)
"""What needs a number: of a bid, a seat, a call or a hand."""
LONGEST_TEXT = 1000


class Refusal(msgspec.Struct, frozen=True):
    """Why something was not done: a sentence, the rule it comes from, and the card it was about, if any."""

    text: str
    code: str
    rule: str = ""
    card: str = ""


class Deed(msgspec.Struct, frozen=True):
    """What somebody wants to do, read from the fields and in form."""

    do: str
    card: str = ""
    call: str = ""
    number: int | None = None
    version: int | None = None
    hand: int | None = None
    commitment: str = ""
    entropy: str = ""
    asker: int | None = None
    text: str = ""
    invitation: str = ""


class UnreadableError(ValueError):
    """The fields say nothing that can be done."""


def _number(text: object) -> int | None:
    text = str(text or "")
    return int(text) if NUMBER.match(text) else None


def _hexadecimal(text: object) -> str:
    text = str(text or "")
    return text if HEXADECIMAL.match(text) else ""


def read_deed(fields: Mapping[str, object]) -> Deed:
    """Read what is to be done.

    Raises:
        UnreadableError: The fields say nothing that can be done.
    """
    said = fields.get("do")
    if not isinstance(said, str):
        raise UnreadableError("nothing to do")
    do, _colon, what = said.partition(":")
    if do == "call" and not what:
        word = str(fields.get("word") or "")
        do = word if word in INSTEAD else do
        what = str(fields.get("call") or "") if do == "call" else ""
    card = what if CARD.match(what) else ""
    first, _dot, second = what.partition(".") if do == "add-meaning" else (what, "", "")
    number = _number(first) if what else _number(fields.get("value"))
    deed = Deed(
        do=do,
        card=card,
        call=what if do == "call" and CALL.match(what) else "",
        number=number,
        version=_number(fields.get("version")),
        hand=_number(fields.get("hand")),
        commitment=_hexadecimal(fields.get("commitment")),
        entropy=_hexadecimal(fields.get("entropy")),
        asker=_number(second),
        text=str(fields.get(f"meaning-{what}") or "")[:LONGEST_TEXT] if second else "",
        invitation=str(fields.get("invitation") or "")[:64],
    )
    needs_card, needs_number = do in ("play", "fold"), do in NUMBERED
    # Without the version seen, two actions could not be told from one sent twice.
    blind = do in ACTIONS and deed.version is None
    lacks = (needs_card and not card) or (needs_number and number is None) or (do == "call" and not deed.call)
    lacks = lacks or (do == "add-meaning" and deed.asker is None)
    if blind or do not in ACTIONS | DEEDS or lacks:
        raise UnreadableError("nothing that can be done")
    return deed


def command_of(table_id: UUID, player: Player, deed: Deed) -> UUID:
    """Return the id of the command: the same thing sent twice from the same view of the table is one command.

    A view lets its player do one action of play; so all of them share an id, and a second card tapped by
    mistake is not played.
    """
    kind = "act" if deed.do in ACTIONS else f"{deed.do}:{deed.number}:{deed.hand}:{deed.asker}"
    return uuid5(table_id, f"{player.pk}:{deed.version}:{kind}")


def action_of(deed: Deed, seat: int) -> engine.Action:
    """Return the action of the game that a deed is, for a seat."""
    match deed.do:
        case "bid":
            return engine.Bid(seat, deed.number or 0)
        case "play":
            return engine.Play(seat, deed.card)
        case "fold":
            return engine.Fold(seat, deed.card)
        case "call":
            return engine.Call(seat, deed.call)
    plain = cast("Callable[[int], engine.Action]", engine.ACTION_TYPES[deed.do])
    return plain(seat)


def _do(table_id: UUID, player: Player, deed: Deed, command: UUID) -> object:
    """Do what is no action of play: with seats, with the pace, with the shuffle."""
    at: dict[str, Any] = {"table_id": table_id, "player": player, "command": command}
    seat = -1 if deed.number is None else deed.number
    match deed.do:
        case "sit":
            return take_seat(**at, seat=seat, invitation=deed.invitation)
        case "substitute":
            return substitute(**at, seat=seat, invitation=deed.invitation)
        case "bot":
            return seat_bot(**at, seat=seat)
        case "agree" | "object":
            return answer_claim(**at, claimer=seat, agree=deed.do == "agree")
        case "ask-meaning":
            return ask_meaning(**at, call=seat)
        case "add-meaning":
            return add_meaning(**at, call=seat, asker=-1 if deed.asker is None else deed.asker, text=deed.text)
        case "concede_hand":
            return concede_hand(**at, hand=seat)
        case "leave":
            return leave_seat(**at)
        case "pause":
            return pause_deal(**at)
        case "deal":
            return deal_now(**at)
        case "return":
            return return_to_seat(**at)
    if deed.hand is None or not (deed.commitment if deed.do == "commit-entropy" else deed.entropy):
        raise UnreadableError("no number given")
    if deed.do == "commit-entropy":
        return commit_entropy(**at, hand=deed.hand, commitment=deed.commitment)
    return give_entropy(**at, hand=deed.hand, entropy=deed.entropy)


def _seat_of(table_id: UUID, player: Player) -> int | None:
    """Return the player's seat at a table, or None.

    A state that is kept answers for those who sit in it. All others must be allowed to see the table first, so that
    nobody learns of a table by it.

    Raises:
        UnknownTable: There is no such table, or this player may not know of it.
    """
    kept = find_kept(table_id)
    seat = kept.seat_of(player.pk) if kept is not None else None
    if seat is not None:
        return seat
    return load_state(table_id, visible_table(table_id, player).version).seat_of(player.pk)


def _act(table_id: UUID, player: Player, deed: Deed, command: UUID) -> object:
    seat = _seat_of(table_id, player)
    if seat is None:
        return Refusal(_("You do not sit at this table."), "not-seated")
    # A concession or a claim holds whatever has been played since; all else is meant for the table as it was seen.
    expected = None if deed.do in ("concede", "claim") else deed.version
    return act(
        table_id=table_id, player=player, action=action_of(deed, seat), expected_version=expected, command=command
    )


def perform(*, table_id: UUID, player: Player | None, fields: Mapping[str, object]) -> Refusal | None:
    """Do what the fields say at the table, for the player.

    Returns:
        None if it was done, now or when the same was sent before; else why it was not.
    """
    if player is None:
        return Refusal(_("Sign in to do this."), "sign-in")
    card = ""
    try:
        deed = read_deed(fields)
        card = deed.card
        command = command_of(table_id, player, deed)
        done = (_act if deed.do in ACTIONS else _do)(table_id, player, deed, command)
    except UnreadableError:
        return Refusal(_("The input could not be read; nothing was done."), "malformed")
    except engine.IllegalAction as refused:
        return Refusal(refusal_words(refused), refused.code, refused.rule, card)
    except ConflictError:
        return Refusal(_("The table had already moved on; nothing was done."), "conflict", card=card)
    except TableError as refused:
        return Refusal(str(refused), refused.code, card=card)
    return done if isinstance(done, Refusal) else None


def write(*, table_id: UUID, player: Player | None, fields: Mapping[str, object]) -> Refusal | None:
    """Write to those who sit at the table: `text`, and `command`, which the page made up for it.

    Returns:
        None if it was written, now or when the same was sent before; else why it was not.
    """
    if player is None:
        return Refusal(_("Sign in to do this."), "sign-in")
    text, said = fields.get("text"), str(fields.get("command") or "")
    try:
        command = uuid5(table_id, f"{player.pk}:chat:{UUID(said)}") if said else None
        if not isinstance(text, str):
            raise UnreadableError("nothing written")
        write_message(table_id=table_id, player=player, text=text, command=command)
    except ValueError:
        return Refusal(_("The input could not be read; nothing was done."), "malformed")
    except TableError as refused:
        return Refusal(str(refused), refused.code)
    return None
