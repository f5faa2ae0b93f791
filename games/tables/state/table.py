"""The state of a live table: its seats, its game, its clocks, the promised deal. Pure."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec

import engine
from games.events import tables as events
from games.events.adjusting import ResultAdjusted
from games.tables import fair
from games.tables.state import claims, promises
from games.tables.state.questions import Question

OPENING_SECONDS = 3
"""The pause before the first deal, so that players can give their numbers."""
PAUSE_LASTS = timedelta(minutes=5)
"""The longest time for which a player may hold back a deal."""
WAITING_LASTS = timedelta(hours=6)
"""A table that has not filled up within this time is closed."""
ABANDONED_AFTER = timedelta(minutes=30)
"""A game without an action by a person for so long ends with the hand, if bots sit in for all of them."""
TIMEOUTS_UNTIL_AWAY = 2


class SeatState(msgspec.Struct, frozen=True):
    """The occupant of a seat.

    Attributes:
        player: The player's id; empty for a free seat.
        bot: The house plays it.
        level: How well, then; empty for a person.
        sat_in: The player is away and a bot acts.
        left: The player left during the game and a bot acts; `player` is still the one who left.
        reserve: What is left of the reserve of time, in milliseconds.
        timeouts: How often in succession the clock ran out.
        seated: The version of the table by which the player sat down.
        since: The hand from which the player holds the seat; 0 for a player who began.
        next: The id of the player who takes the seat over when the running hand is over; empty where nobody does.
    """

    player: str = ""
    bot: bool = False
    level: str = ""
    sat_in: bool = False
    left: bool = False
    reserve: int = 0
    timeouts: int = 0
    seated: int = 0
    since: int = 0
    next: str = ""

    @property
    def attended(self) -> bool:
        """Whether a person is expected to act for the seat."""
        return bool(self.player) and not (self.bot or self.sat_in or self.left)


class Note(msgspec.Struct, frozen=True):
    """An event noted for the table's viewers, without its sealed members, and its version."""

    version: int
    event: Any

    def __repr__(self) -> str:
        return f"Note({self.version})"


class HandShown(msgspec.Struct, frozen=True):
    """The cards that the shown seat held from a time on, and those it had played by then."""

    since: datetime
    hand: int
    cards: tuple[str, ...]
    played: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return "HandShown()"


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """A table at one version.

    Attributes:
        stream: The table's id.
        version: The version of its stream.
        terms: How it was opened.
        rules: The rule set with its options.
        seats: One a seat.
        game: The engine's state.
        opened_at: When it was opened.
        began_at: When the first deal was committed to, or None.
        ended_at: When the game was decided or the table closed, or None.
        closed: It was given up before play, or closed by a tournament without a result.
        hand: The hand last committed to, from 1; 0 before the first.
        awaiting_deal: That hand is not dealt yet.
        promise: What is fixed of its deal; None before the first.
        cards: Each seat's cards of the running or last hand.
        folded: The cards folded in it, seat and card.
        before: Each side's stakes or score before it.
        paused_by: The seat that holds the deal back, or None.
        paused_at: Since when.
        resumed_at: When the deal was asked for, or None.
        since: When the turn began.
        timed_out: The seat whose clock ran out and for which the server's action comes next, or None.
        acted_at: When a person last acted.
        notes: What was last spoken of, the oldest first.
        shown: What the shown seat held, and since when; the oldest first.
        claim: The claim that waits for answers, or None.
        refused: The seats whose claims were refused in the running hand.
        rulings: The director's rulings in this game.
        questions: The questions about the meaning of calls in the running hand.
        moved: The version of the last event that every viewer sees.
        stopped: The time was called: no further hand begins.
        held: The players who left a seat since the running hand was dealt, with the seat: they know its cards.
        adjustments: The adjusted results that stand, the oldest first.
        winners_now: The sides that win the game by the adjusted results; None where none stands.
    """

    stream: UUID
    version: int
    terms: events.TableOpened
    rules: engine.RuleSet
    seats: tuple[SeatState, ...]
    game: engine.State
    opened_at: datetime
    began_at: datetime | None = None
    ended_at: datetime | None = None
    closed: bool = False
    hand: int = 0
    awaiting_deal: bool = False
    promise: promises.Promise | None = None
    cards: tuple[tuple[str, ...], ...] = ()
    folded: tuple[tuple[int, str], ...] = ()
    before: tuple[int, ...] = ()
    paused_by: int | None = None
    paused_at: datetime | None = None
    resumed_at: datetime | None = None
    since: datetime
    timed_out: int | None = None
    acted_at: datetime
    notes: tuple[Note, ...] = ()
    shown: tuple[HandShown, ...] = ()
    held: tuple[tuple[int, str], ...] = ()
    adjustments: tuple[ResultAdjusted, ...] = ()
    winners_now: tuple[int, ...] | None = None
    claim: claims.Proposed | None = None
    refused: tuple[int, ...] = ()
    rulings: tuple[engine.IrregularityRuled, ...] = ()
    questions: tuple[Question, ...] = ()
    moved: int = 1
    stopped: bool = False

    def __repr__(self) -> str:
        return f"TableState({self.stream}/{self.version})"

    def is_as_seen(self, version: int) -> bool:
        """Whether the view of a version is still current: it is this one, or only questions came after it."""
        return self.moved <= version <= self.version

    @property
    def status(self) -> str:
        """`waiting`, `playing`, `finished` or `closed`."""
        if self.closed:
            return "closed"
        if self.ended_at is not None:
            return "finished"
        return "waiting" if self.began_at is None else "playing"

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is, or None between hands."""
        return next(iter(engine.to_act(self.game)), None)

    @property
    def answering(self) -> tuple[int, ...]:
        """The seats that have yet to answer a claim."""
        return claims.answering(self.claim, self.rules) if self.claim is not None else ()

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.player for seat in self.seats)

    @property
    def has_people(self) -> bool:
        """Whether a person sits here, connected or not, and did not get up."""
        return any(seat.player and not (seat.bot or seat.left) for seat in self.seats)

    @property
    def is_running(self) -> bool:
        """Whether a hand is being played."""
        return self.turn is not None

    def seat_of(self, player: UUID | str | None) -> int | None:
        """Return the seat of a player who sits here and has not left, or None."""
        wanted = "" if player is None else str(player)
        return next(
            (number for number, seat in enumerate(self.seats) if wanted and seat.player == wanted and not seat.left),
            None,
        )

    def next_seat_of(self, player: UUID | str | None) -> int | None:
        """Return the seat that a player takes over when the running hand is over, or None."""
        wanted = "" if player is None else str(player)
        return next((number for number, seat in enumerate(self.seats) if wanted and seat.next == wanted), None)

    @property
    def next_hand(self) -> int:
        """The number of the first hand dealt to a player who sits down now."""
        return self.hand + (not self.awaiting_deal)

    def knows_another_hand(self, ids: Iterable[UUID], seat: int) -> bool:
        """Tell whether a player held another seat's cards in the running hand, and so may not play this one's.

        Args:
            ids: The ids under which events know the player: a visiting player that an account has taken over is the
                account.
            seat: The seat to be taken.
        """
        known = {str(one) for one in ids}
        return self.is_running and any(one in known and other != seat for other, one in self.held)

    @property
    def plays_until(self) -> datetime | None:
        """The time at which the set time is over, or None."""
        if self.began_at is None or self.terms.play_minutes is None:
            return None
        return self.began_at + timedelta(minutes=self.terms.play_minutes)

    @property
    def paused_until(self) -> datetime | None:
        """The end of the pause before the next deal, or None if no deal is awaited."""
        if not self.awaiting_deal or self.promise is None or self.ended_at is not None:
            return None
        if self.resumed_at is not None:
            return self.resumed_at
        if self.paused_at is not None:
            return self.paused_at + PAUSE_LASTS
        pause = self.terms.pause_seconds
        return self.promise.committed_at + timedelta(seconds=min(pause, OPENING_SECONDS) if self.hand == 1 else pause)

    @property
    def numbers_close_at(self) -> datetime | None:
        """The time at which the list of the players' commitments is closed, or None if there is none to close."""
        until = self.paused_until
        return None if until is None else promises.closes_at(self, until)

    @property
    def deal_at(self) -> datetime | None:
        """The time of the next deal, or None if none is awaited: after the pause, and with the players' numbers."""
        until = self.paused_until
        return None if until is None else max(until, promises.complete_at(self, until))

    @property
    def action_until(self) -> datetime | None:
        """The time at which the reserve of the seat on turn begins, or None."""
        turn = self.turn
        if self.claim is not None:
            asked = any(self.seats[seat].attended for seat in self.answering)
            return self.claim.since + timedelta(seconds=self.terms.action_seconds) if asked else None
        if turn is None or self.ended_at is not None or not self.seats[turn].attended:
            return None
        return self.since + timedelta(seconds=self.terms.action_seconds)

    @property
    def deadline(self) -> datetime | None:
        """The time at which the server acts for the seat on turn, reserve included; None if no person's clock runs."""
        until, turn = self.action_until, self.turn
        if until is None or turn is None:
            return None
        if self.claim is not None:
            return until
        return until + timedelta(milliseconds=self.seats[turn].reserve)

    def due_at(self, bot_seconds: float) -> datetime | None:
        """Return the time of the server's next action if no player acts first, or None if nothing is left to do.

        Args:
            bot_seconds: How long a bot takes over an action.
        """
        if self.ended_at is not None:
            return None
        if self.began_at is None:
            return self.since if self.is_full else self.opened_at + WAITING_LASTS
        if self.turn is None:
            return self.numbers_close_at or self.deal_at if self.awaiting_deal else self.since
        if self.claim is not None and not all(self.seats[seat].attended for seat in self.answering):
            return self.claim.since + timedelta(seconds=bot_seconds)
        return self.deadline or self.since + timedelta(seconds=bot_seconds)

    def is_abandoned(self, now: datetime) -> bool:
        """Tell whether people sat here and all of them have been absent for long."""
        people = [seat for seat in self.seats if not seat.bot]
        return bool(people) and not any(seat.attended for seat in people) and now - self.acted_at >= ABANDONED_AFTER

    def leaders(self) -> tuple[int, ...]:
        """Return the sides that win if the game ends now."""
        return engine.leaders(self.rules, engine.view(self.game, None))

    def shown_hand(self, now: datetime) -> tuple[str, ...]:
        """Return the shown seat's hand as spectators see it: delayed, less the cards played since."""
        if not self.shown or self.ended_at is not None:
            return ()
        limit = now - timedelta(seconds=self.terms.shown_delay)
        late = next((shown for shown in reversed(self.shown) if shown.since <= limit), None)
        if late is None or late.hand != self.shown[-1].hand:
            return ()
        # Only cards played openly: a folded card disappears with the same delay as everything else.
        left = list(late.cards)
        for card in self.shown[-1].played:
            # One of a deck's two copies of a card may still be held.
            if card in left:
                left.remove(card)
        return tuple(left)


def pack_of(state: TableState) -> fair.Dealt:
    """Return the pack of the hand last committed to, and the dealer by lot."""
    assert state.promise is not None
    return fair.shuffled(
        state.rules.deck,
        players=state.rules.players,
        secret=state.promise.secret,
        stream=state.stream,
        hand=state.hand,
        numbers=state.promise.shuffle,
    )
