"""The events of a table other than the play itself: people, clocks, and the proof of the deal.

The events of play are the engine's (`engine.events`). Every event names seats and opaque ids only; names live in tables
that can be erased. `sealed_fields` are stored encrypted until an event opens them.
"""

from typing import Any, ClassVar

import msgspec

from games.events.base import BOOKS, Book, TableEvent


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of play of a table, fixed when it is opened.

    Attributes:
        action_seconds: The time for each action.
        reserve_seconds: The time that a player may use beyond it in the whole game.
        pause_seconds: The time between a hand's result and the next deal.
        play_minutes: No hand begins after so many minutes; None for no limit.
        shown_seat: The seat whose hand spectators see late, that of the player who opens the table; None for none.
        shown_delay: By how many seconds.
        running_count: Card points are shown during the hand; else when it is over only. Source: 56-SHOW-19.
        chat: The players may write to each other. Source: 56-SHOW-17.
        counts: What the game moves in the club: of its ledger, ratings and kunukku; of none if it is friendly.
    """

    action_seconds: int = 30
    reserve_seconds: int = 120
    pause_seconds: int = 8
    play_minutes: int | None = None
    shown_seat: int | None = None
    shown_delay: int = 60
    running_count: bool = True
    chat: bool = True
    counts: tuple[Book, ...] = BOOKS

    @property
    def is_friendly(self) -> bool:
        """Whether the game moves nothing in the club."""
        return not self.counts


class TableOpened(TableEvent, Terms, frozen=True, kw_only=True):
    """The first event of every stream: the game to be played and the terms of play, members of the event itself.

    `engine` is the version of the rules it is played by; `house` the id of the club's house rules that its options are
    from. `club` is the id of the club it is played in, in whose books it `counts`. With `salaams` the club has salaams
    made instead of kunukku worn when the game is over.
    """

    schema: ClassVar[int] = 5

    rules: str
    options: dict[str, Any]
    # A stored event without them is refused: what is usual today may be another thing tomorrow.
    action_seconds: int
    reserve_seconds: int
    pause_seconds: int
    opened_by: str | None = None
    engine: int = 1
    house: str | None = None
    club: str | None = None
    salaams: bool = False


class SeatTaken(TableEvent, frozen=True):
    """A player sat down. `bot`: the house plays this seat, at a `level` (empty for a person)."""

    schema: ClassVar[int] = 2

    seat: int
    player: str
    bot: bool = False
    level: str = ""


class SeatLeft(TableEvent, frozen=True):
    """The player left: before the first deal the seat is free, later a bot plays until someone takes over the seat."""

    seat: int
    player: str


class PlayerSubstituted(TableEvent, frozen=True):
    """Another player took the seat over, with its clock and score, between two hands.

    By the player, by a tournament whose match is played, or with the end of the hand. In the middle of a hand it is the
    player who had left the seat, or the account that took its visiting player over; in old logs it could be anybody,
    who then had the cards as well.
    """

    seat: int
    player: str
    replaced: str


class SubstituteNamed(TableEvent, frozen=True):
    """A player is to take the seat over when the running hand is over.

    Until then a bot plays it, or the player who is replaced in a match of a tournament.
    """

    seat: int
    player: str


class SubstituteWithdrew(TableEvent, frozen=True):
    """The player who was to take over the seat does not."""

    seat: int
    player: str


class BotSatIn(TableEvent, frozen=True):
    """The player has been absent for long: a bot acts for the seat until the player is back."""

    seat: int


class PlayerReturned(TableEvent, frozen=True):
    """The player acts again; the bot that sat in steps aside."""

    seat: int


class PlayPaused(TableEvent, frozen=True):
    """A player held the next deal back."""

    seat: int


class PlayResumed(TableEvent, frozen=True):
    """A player asked for the next deal; `seat` is None when the pause ran out."""

    seat: int | None = None


class TurnTimedOut(TableEvent, frozen=True):
    """The clock of the seat ran out; the action that follows in the same command is the server's."""

    seat: int


class ClaimProposed(TableEvent, frozen=True):
    """A player claims the remaining tricks and lays the cards open; play waits for the other side's answers."""

    seat: int


class ClaimAgreed(TableEvent, frozen=True):
    """A player of the other side agrees to the claim; once all of them have, the claim of the rules follows."""

    seat: int


class ClaimObjected(TableEvent, frozen=True):
    """A player of the other side objects, or did not answer in time: play goes on."""

    seat: int


class MeaningAsked(TableEvent, frozen=True):
    """A player asked what a call of the other side means; `call` is its place in the auction, from 0.

    `card` and `edition` say which published card answered; None for the rule set's own. Nobody else is told. Source:
    56-SHOW-26.
    """

    seat: int
    of: int
    call: int
    card: str | None = None
    edition: int | None = None


class MeaningAdded(TableEvent, frozen=True):
    """A partner of the caller added words to the answer; they lie in a table that can be erased."""

    seat: int
    asker: int
    call: int


class HandConceded(TableEvent, frozen=True):
    """A player of 56 concedes the hand for the side: the other side's claim follows at once. Source: 56-IRR-30."""

    seat: int


class DealCommitted(TableEvent, frozen=True):
    """The server bound itself to a secret before anybody's number came in; it stays sealed until the hand is over.

    Under `protocol` 2 players commit to their numbers before any is opened; under 1 numbers came without commitments.
    """

    schema: ClassVar[int] = 2
    sealed_fields: ClassVar[tuple[str, ...]] = ("secret",)

    hand: int
    commitment: str
    secret: str
    protocol: int = 1


class EntropyCommitted(TableEvent, frozen=True):
    """A player committed to a number for the shuffle: the fingerprint of the number (hex), which is opened later."""

    hand: int
    seat: int
    commitment: str


class EntropiesClosed(TableEvent, frozen=True):
    """The list of the players' commitments was closed: from now on the numbers are opened, and none is added."""

    hand: int


class EntropyGiven(TableEvent, frozen=True):
    """A player's own number for the shuffle, the one committed to, opened before the deal (hex)."""

    hand: int
    seat: int
    entropy: str


class HandOpened(TableEvent, frozen=True):
    """The hand is over: the deal's secret, the order of the pack, all cards and the folded ones, for all to check."""

    hand: int
    secret: str
    pack: tuple[str, ...]
    cards: tuple[tuple[str, ...], ...]
    folded: tuple[tuple[int, str], ...]


class GameStopped(TableEvent, frozen=True):
    """A tournament ended the game before its rules did.

    By the time: the running hand is the last one, and `GameFinished` follows it, or comes next between two hands
    (`TableClosed` before the first). `at_once`: the table is closed by this event, without a result.
    """

    at_once: bool = False


class TableClosed(TableEvent, frozen=True):
    """Not enough players came: the table was given up before the first deal."""
