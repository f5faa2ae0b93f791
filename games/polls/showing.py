"""The page of a position: the parts of the live table's page, with nothing to press but the answers."""

from typing import Any

import msgspec
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from msgspec.structs import replace

import engine
from games.polls.answers import answer_of
from games.polls.position import Position
from games.screen.inputs import Refusal
from games.screen.layout import board_of
from games.screen.parts.build import frame_of, parts_of
from games.screen.parts.values import Controls, Hand, Part
from games.screen.rendering import render_position
from games.screen.words import names_trump
from games.words.events import call_word
from games.words.notation import call_notation

_SHOWN = ("head", "score", "middle", "beside", "opened", "ring", "turn", "own", "controls", "hand", "auction")
"""The parts of the live table that a position has, beside the seats. Of the tricks it tells more than the table."""
BELOW = ("claim", "concede")
"""The answers for which the live page has no button beside the hand."""


class Said(msgspec.Struct, frozen=True):
    """An entry of the auction with everything said: the seat, its side, the call, and what its card says it means."""

    name: str
    side: int
    said: str
    auction: int
    meaning: str


class Laid(msgspec.Struct, frozen=True):
    """A trick: its number, its cards with their seats, the seat that took it (empty: it is running), its points."""

    number: int
    cards: tuple[tuple[str, str], ...]
    name: str
    points: int | None


def render(
    position: Position, language: str, *, answer: str = "", refusal: Refusal | None = None, clock: bool = False,
    asks: bool = True, top: str = "", below: dict[str, Any] | None = None,
) -> SafeString:  # fmt: skip
    """Return a position as HTML.

    Args:
        position: The position, made in the language.
        language: The active language.
        answer: HTML that stands over the hand.
        refusal: Why what was pressed cannot be done.
        clock: Tell how many seconds were left.
        asks: Legal actions can be pressed.
        top: HTML of the line above the table.
        below: More for the template of what stands below the table.
    """
    board = board_of(position.view, refusal)
    parts = parts_of(board, 0)
    shown: dict[str, Part] = {key: part for key, part in parts.items() if key in _SHOWN or key.startswith("seat-")}
    if not asks:
        shown["controls"] = Controls()
        shown["hand"] = _resting(shown["hand"])
    context = {
        "auction": _said(position),
        "tricks": _laid(position),
        "counted": bool(position.view.running_count),
        "other": [answer_of(action) for action in position.legal if answer_of(action) in BELOW] if asks else [],
        "seen": position.seen,
    }
    return render_position(
        frame_of(board),
        shown,
        language,
        seconds_left=position.seconds_left if clock else None,
        answer=answer,
        top=top,
        beside=render_to_string("games/polls/_below.html", context | (below or {})),
    )


def _resting(hand: Part) -> Part:
    """Return a hand that is only looked at."""
    assert isinstance(hand, Hand)
    return replace(hand, cards=tuple(replace(card, may=False) for card in hand.cards), lit=False, refused="")


def _said(position: Position) -> tuple[Said, ...]:
    """Return the whole auction of 56, of which the table shows the latest calls: the seat heard every one.

    Source: 56-SHOW-10.
    """
    if not names_trump(position.seen):
        return ()
    seats, meanings = position.view.seats, position.meanings
    return tuple(
        Said(
            seats[step.seat].name,
            seats[step.seat].side,
            _step_words(step),
            step.auction,
            meanings[at] if meanings else "",
        )
        for at, step in enumerate(position.seen.auction)
    )


def _step_words(step: engine.AuctionStep) -> str:
    if step.call is not None:
        return call_notation(step.call)
    return str(step.value) if step.value is not None and step.word == "bid" else call_word(step.word)


def _laid(position: Position) -> tuple[Laid, ...]:
    """Return the tricks; the running one too where the table does not show it, as while a surrender is answered."""
    seats, seen = position.view.seats, position.seen
    counted = position.view.running_count
    tricks = [
        Laid(
            number=trick.number,
            cards=tuple((seats[laid.seat].name, laid.card) for laid in trick.cards),
            name=seats[trick.winner].name,
            points=trick.points if counted else None,
        )
        for trick in position.tricks
    ]
    if seen.trick and seen.phase != "play":
        cards = tuple((seats[laid.seat].name, laid.card) for laid in seen.trick)
        tricks.append(Laid(number=len(tricks) + 1, cards=cards, name="", points=None))
    return tuple(tricks)
