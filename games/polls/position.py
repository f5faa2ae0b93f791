"""A position exactly as one seat saw it, out of the log of a finished hand, without anything that tells whose it was.

The state of the table is folded up to the event before the seat's action, and painted as the live page would have
painted it: `engine.view` of that seat, through `games.tables.recall`. Before that all that is not the position is
replaced: players, table, club, clock, version, number of the hand. So names and ids cannot get onto the page, and two
hands that differ only in what the seat could not see give equal positions.

Of a hand on a score sheet the position is made from its record, where the seat's own cards are all known.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from msgspec.structs import replace

import engine
from clubs.models import Player
from engine.cards import NO_CARD
from engine.conventions import meaning_of
from engine.fiftysix.ruleset import FiftySix
from engine.record import HandRecord
from games import store
from games.conventions.force import in_force
from games.conventions.words import meaning_words
from games.errors import UnknownTable, WrongMoment
from games.events import tables as events
from games.hands.history import rules_of, told_by
from games.hands.sheet_records import before_hand, written_hand
from games.hands.steps import HandEvents, Teller, hands_of
from games.hands.told import HandTold, Step
from games.hands.written import tell_written
from games.models import Table
from games.polls.labels import labels_of
from games.sheets.state import SheetState
from games.store import StoredEvent
from games.tables.selectors.scene import Scene
from games.tables.state.folding import fold_all
from games.tables.state.table import SeatState, TableState
from games.tables.view.table import ClockView, TableView

_THEN: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Stands for every moment."""
NOWHERE: Final = UUID(int=0)
"""Stands for every id."""


class Choice(msgspec.Struct, frozen=True):
    """A moment of a hand at which a seat was to act.

    Attributes:
        step: The step of the hand's history with which it acted.
        seat: The seat.
        name: The name of its player.
        phase: The phase of the hand, in words.
        text: What it did, in words.
    """

    step: int
    seat: int
    name: str
    phase: str
    text: str


class Position(msgspec.Struct, frozen=True):
    """A position, for the seat that is to act.

    Attributes:
        view: The table as the live page would have shown it, without names, ids, times and numbers.
        seen: What `engine.view` gave the seat.
        legal: What the seat could do.
        tricks: The complete tricks of the hand with their cards, as the seat saw them lie there.
        meanings: What each call of the auction means by the card in force, in words; empty texts where it says
            nothing, and nothing at all in 28 and on a score sheet.
        seconds_left: The seconds that the seat had left when it acted; None where no clock ran.
        game: The game itself, to say why something is not legal; what is shown never comes from it.
    """

    view: TableView
    seen: engine.View
    legal: tuple[engine.Action, ...]
    tricks: tuple[engine.TrickTaken, ...] = ()
    meanings: tuple[str, ...] = ()
    seconds_left: int | None = None
    game: engine.State | None = None

    def __repr__(self) -> str:
        return "Position()"


def no_position() -> WrongMoment:
    """Return the refusal of a step at which the seat was not to act."""
    return WrongMoment("no-position", _("It was not this seat's turn at this step of the hand: choose another step."))


# Hands at tables ------------------------------------------------------------------------------------------------------


def told_at_table(stored: Sequence[StoredEvent], hand: int, names: Sequence[str]) -> HandTold:
    """Return a finished hand of a table step by step, with all cards open.

    Raises:
        UnknownTable: There is no such hand, or it is not finished.
    """
    return told_by(Teller(_hand_in(stored, hand), rules_of(stored), tuple(names), None), hand)


def seats_at_table(stored: Sequence[StoredEvent], hand: int) -> tuple[str, ...]:
    """Return the ids of the players of a finished hand of a table by seat, as they sat when it ended.

    Raises:
        UnknownTable: There is no such hand, or it is not finished.
    """
    return _hand_in(stored, hand).seats


def _hand_in(stored: Sequence[StoredEvent], hand: int) -> HandEvents:
    for told in hands_of(stored, rules_of(stored)):
        if told.dealt is not None and told.opened is not None and told.dealt.event.hand == hand:
            return told
    raise UnknownTable(_("This hand is not finished."))


def at_table(stored: Sequence[StoredEvent], hand: int, seat: int, step: int) -> Position:
    """Return the position of a seat before a step of a finished hand of a table.

    Args:
        stored: The events of the table, sealed members opened.
        hand: The number of the hand.
        seat: The seat.
        step: The step of the hand's history with which the seat acted.

    Raises:
        WrongMoment: The seat was not to act there.
        UnknownTable: There is no such hand, or it is not finished.
    """
    rules = rules_of(stored)
    told = _hand_in(stored, hand)
    acted = _step(told_by(Teller(told, rules, ("",) * rules.players, None), hand), seat, step)
    by_version = {one.version: one for one in stored}
    at = _first(acted, lambda version: by_version[version].event)
    state = fold_all(None, (one for one in stored if one.version < at))
    if state is None or state.turn != seat or state.claim is not None:
        raise no_position()
    left = None
    if state.deadline is not None:
        left = max(0, round((state.deadline - by_version[at].recorded_at).total_seconds()))
    assert told.dealt is not None
    since = range(told.dealt.version, at)
    return painted(
        state.game,
        seat,
        running_count=state.terms.running_count,
        tricks=tricks_in(told.before, (one.event for one in stored if one.version in since), seat),
        meanings=_meanings(state),
        seconds_left=left,
    )


def tricks_in(before: engine.State, happened: Iterable[Any], seat: int) -> tuple[engine.TrickTaken, ...]:
    """Return the complete tricks of a hand as a seat saw each of them lie on the table.

    Args:
        before: The game before the hand.
        happened: What happened since, from the deal on; events that are none of the game are left out.
        seat: The seat.
    """
    game, tricks = before, list[engine.TrickTaken]()
    for event in happened:
        if isinstance(event, engine.Event):
            game = engine.evolve(game, event)
        if isinstance(event, engine.CardPlayed):
            last = engine.view(game, seat).last_trick
            if last is not None and last.number > len(tricks):
                tricks.append(last)
    return tuple(tricks)


def _step(told: HandTold, seat: int, step: int) -> Step:
    """Return the step of a history with which a seat acted."""
    acted = next((one for one in told.steps if one.index == step), None)
    if acted is None or acted.action is None or acted.seat != seat:
        raise no_position()
    return acted


def _first(acted: Step, event_at: Any) -> int:
    """Return the version of the first event of a step: asking for the trump and turning it up are one step."""
    if acted.kind == "ask" and isinstance(event_at(acted.version), engine.TrumpRevealed):
        return acted.version - 1
    return acted.version


def _meanings(state: TableState) -> tuple[str, ...]:
    """Return what each call means by its side's convention card, which everybody at the table could read.

    Source: 56-SHOW-26.
    """
    rules = state.rules
    if not isinstance(rules, FiftySix):
        return ()
    auction = engine.view(state.game, None).auction
    cards = [in_force(state, side).card for side in range(len(rules.sides))]
    meant = [meaning_of(cards[rules.side_of(one.seat)], auction, at, rules) for at, one in enumerate(auction)]
    return tuple("" if meaning is None else meaning_words(meaning) for meaning in meant)


def before_step(stored: Sequence[StoredEvent], hand: int, step: int) -> tuple[engine.State, int | None]:
    """Return the game before a step of a finished hand of a table, and the seat that acts there.

    Raises:
        UnknownTable: There is no such hand or step, or the hand is not finished.
    """
    rules = rules_of(stored)
    told = _hand_in(stored, hand)
    steps = told_by(Teller(told, rules, ("",) * rules.players, None), hand).steps
    if not 0 < step < len(steps):
        raise UnknownTable(_("There is no such step."))
    by_version = {one.version: one for one in stored}
    at = _first(steps[step], lambda version: by_version[version].event)
    assert told.dealt is not None
    since = range(told.dealt.version, at)
    game = told.before
    for one in stored:
        if one.version in since and isinstance(one.event, engine.Event):
            game = engine.evolve(game, one.event)
    return game, steps[step].seat


# Hands on score sheets ------------------------------------------------------------------------------------------------


def told_on_sheet(state: SheetState, hand: int, names: Sequence[str]) -> HandTold | None:
    """Return a hand of a score sheet step by step as far as it is written down; None if nobody did."""
    record = written_hand(state, hand) if hand in state.hands else None
    return None if record is None else tell_written(before_hand(state, hand), record, tuple(names), hand)[0]


def on_sheet(state: SheetState, hand: int, seat: int, step: int) -> Position:
    """Return the position of a seat before a step of a hand that is written down card by card.

    Args:
        state: The sheet.
        hand: The number of the hand.
        seat: The seat.
        step: The step of the hand's history with which the seat acted.

    Raises:
        WrongMoment: The seat was not to act there, or not all its cards are known.
    """
    record = written_hand(state, hand) if hand in state.hands else None
    if record is None:
        raise no_position()
    return of_record(before_hand(state, hand), record, hand, seat, step)


def before_step_on_sheet(state: SheetState, hand: int, step: int) -> tuple[engine.State, int | None]:
    """Return the game before a step of a hand of a score sheet; of what nobody noted it holds cards that are made up.

    Raises:
        UnknownTable: There is no such step, or nobody wrote the hand down.
    """
    record = written_hand(state, hand) if hand in state.hands else None
    told, retold = (
        (None, None)
        if record is None
        else tell_written(before_hand(state, hand), record, ("",) * state.rules.players, hand)
    )
    if told is None or retold is None or not 0 < step < len(told.steps):
        raise UnknownTable(_("There is no such step."))
    at = _first(told.steps[step], lambda version: retold.events[version])
    game = before_hand(state, hand)
    for event in retold.events[:at]:
        game = engine.evolve(game, event)
    return game, told.steps[step].seat


def of_record(before: engine.State, record: HandRecord, hand: int, seat: int, step: int) -> Position:
    """Return the same for a hand of a record, given the game before it."""
    told, retold = tell_written(before, record, ("",) * before.rules.players, hand)
    if told is None:
        raise no_position()
    acted = _step(told, seat, step)
    at = _first(acted, lambda version: retold.events[version])
    hidden = [
        event.seat for event in retold.shown[:at] if isinstance(event, engine.TrumpFolded) and event.card == NO_CARD
    ]
    if retold.unseen[seat] or seat in hidden:
        raise WrongMoment("not-known", _("Not all cards of this seat are known, so nobody can be asked about it."))
    game = before
    for event in retold.events[:at]:
        game = engine.evolve(game, event)
    if seat not in engine.to_act(game):
        raise no_position()
    # Nobody tells the points at a real table.
    position = painted(game, seat, running_count=False, tricks=tricks_in(before, retold.events[:at], seat))
    return _without_guesses(position) if any(retold.unseen) or hidden else position


def _without_guesses(position: Position) -> Position:
    """Return a position of a partly known hand without cards that nobody saw: they were made up to replay it."""
    view = position.view
    assert view.game is not None
    game = replace(view.game, trump_card=None, open_hands=())
    seats = tuple(replace(seat, open_hand=()) for seat in view.seats)
    seen = replace(position.seen, trump_card=None, open_hands=())
    return replace(position, view=replace(view, game=game, seats=seats), seen=seen)


# Both -----------------------------------------------------------------------------------------------------------------


def choices_in(told: HandTold) -> tuple[Choice, ...]:
    """Return the moments of a hand at which a seat acted, in order: those that a position can be asked for."""
    return tuple(
        Choice(one.index, one.seat, told.players[one.seat], one.phase, one.text)
        for one in told.steps
        if one.action is not None and one.seat is not None and one.kind not in ("claim", "ruling")
    )


def painted(game: engine.State, seat: int, *, running_count: bool, **known: Any) -> Position:
    """Return a position: the game as the live page paints it for the seat, at a table of nobody."""
    rules = game.rules
    table = TableState(
        stream=NOWHERE,
        version=0,
        terms=events.TableOpened(
            rules=rules.id,
            options=dict(rules.options),
            action_seconds=0,
            reserve_seconds=0,
            pause_seconds=0,
            engine=rules.version,
            running_count=running_count,
            chat=False,
        ),
        rules=rules,
        seats=tuple(SeatState(player=str(_nobody(place).pk)) for place in range(rules.players)),
        game=game,
        opened_at=_THEN,
        began_at=_THEN,
        since=_THEN,
        acted_at=_THEN,
        hand=1,
    )
    scene = Scene(Table(pk=NOWHERE, number=0), table, names=labels_of(rules, seat))
    view = scene.view(_nobody(seat), now=_THEN)
    assert view.game is not None
    bare = replace(
        view,
        game=replace(view.game, hand_number=0),
        version=0,
        house=None,
        clock=ClockView(),
        may=frozenset(),
        cards=(),
        askable=(),
        asked=(),
        shuffle=None,
    )
    return Position(
        view=bare, seen=engine.view(game, seat), legal=tuple(engine.legal_actions(game, seat)), game=game, **known
    )


def _nobody(seat: int) -> Player:
    """Return a player who is not in the database, for a seat."""
    return Player(pk=UUID(int=seat + 1), name="")


def stored_of(table_id: UUID, through: int | None = None) -> list[StoredEvent]:
    """Return the events of a table, up to a version if one is given."""
    return [one for one in store.load(table_id) if through is None or one.version <= through]
