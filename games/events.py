"""What happens at a table beside the play itself: people, clocks, and the proof of the deal.

The events of play are the engine's (`engine.events`). Every event names seats and opaque ids only; names live in tables
that can be erased. `sealed_fields` are stored encrypted until an event opens them.
"""

from typing import Any, ClassVar

import msgspec


class TableEvent(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """Base of the events below; the stored name is the class's own."""

    schema: ClassVar[int] = 1
    sealed_fields: ClassVar[tuple[str, ...]] = ()


class TableOpened(TableEvent):
    """The first event of every stream: the game to be played and the terms of play, fixed for good."""

    rules: str
    options: dict[str, Any]
    action_seconds: int
    reserve_seconds: int
    pause_seconds: int
    play_minutes: int | None = None
    shown_seat: int | None = None
    shown_delay: int = 60
    opened_by: str | None = None


class SeatTaken(TableEvent):
    """A player sat down. `bot`: the house plays this seat."""

    seat: int
    player: str
    bot: bool = False


class SeatLeft(TableEvent):
    """The player got up: before the first deal the seat is free, later a bot sits in until somebody substitutes."""

    seat: int
    player: str


class PlayerSubstituted(TableEvent):
    """Another player took the seat over, with its cards, clock and score."""

    seat: int
    player: str
    replaced: str


class BotSatIn(TableEvent):
    """The player has been absent for long: a bot acts for the seat until the player is back."""

    seat: int


class PlayerReturned(TableEvent):
    """The player acts again; the bot that sat in steps aside."""

    seat: int


class PlayPaused(TableEvent):
    """A player held the next deal back."""

    seat: int


class PlayResumed(TableEvent):
    """A player asked for the next deal; `seat` is None when the pause ran out."""

    seat: int | None = None


class TurnTimedOut(TableEvent):
    """The clock of the seat ran out; the action that follows in the same command is the server's."""

    seat: int


class DealCommitted(TableEvent):
    """The server bound itself to a secret before anybody's number came in. `secret` stays sealed until the hand is over."""

    sealed_fields: ClassVar[tuple[str, ...]] = ("secret",)

    hand: int
    commitment: str
    secret: str


class EntropyGiven(TableEvent):
    """A player's own number for the shuffle, sent after the commitment and before the deal (hex)."""

    hand: int
    seat: int
    entropy: str


class HandOpened(TableEvent):
    """The hand is over: the deal's secret, the order of the pack, every card and every folded card, for all to check."""

    hand: int
    secret: str
    pack: tuple[str, ...]
    cards: tuple[tuple[str, ...], ...]
    folded: tuple[tuple[int, str], ...]


class TableClosed(TableEvent):
    """Not enough players came: the table was given up before the first deal."""
