"""A player's own decisions in a finished hand, each with the view that the seat had. Pure.

Actions of the clock, and of a bot that sat in, are left out, as is what a substitute or a predecessor did.
"""

from collections.abc import Collection, Iterator, Sequence

import engine
from games.bots.memory import tricks_of
from games.errors import UnknownTable
from games.events import tables as events
from games.hands.history import record_with, rules_of, told_by
from games.hands.steps import HandEvents, Teller, hands_of
from games.hands.told import Step
from games.practice.state import Room, game_at
from games.store import StoredEvent


class Decision:
    """A moment at which the player acted: the step, the action, the seat's view, and the tricks it may remember."""

    __slots__ = ("action", "step", "tricks", "view")

    def __init__(self, step: int, action: engine.Action, game: engine.State, seat: int) -> None:
        """Take of the game what the seat could see."""
        self.step, self.action = step, action
        self.view, self.tricks = engine.view(game, seat), tricks_of(game)

    def __repr__(self) -> str:
        return f"Decision({self.step})"


def at_table(stored: Sequence[StoredEvent], hand: int, ids: Collection[str]) -> list[Decision]:
    """Return the decisions of a player in a finished hand of a table, in order.

    Args:
        stored: The events of the table, sealed members opened.
        hand: The number of the hand.
        ids: The ids of the player.

    Raises:
        UnknownTable: There is no such hand, or it is not finished.
    """
    rules = rules_of(stored)
    told = next(
        (one for one in hands_of(stored, rules) if one.opened is not None and one.opened.event.hand == hand), None
    )
    if told is None or told.dealt is None:
        raise UnknownTable()
    actions = record_with(stored, lambda _ids: {}, upto=hand).hands[-1].actions
    steps = told_by(Teller(told, rules, ("",) * rules.players, None), hand).steps
    by_version = {one.version: one.event for one in stored}
    game, version = told.before, told.dealt.version
    found = []
    for step in steps:
        if step.action is None or step.seat is None or step.action >= len(actions):
            continue
        # Asking for the trump and turning it up are one step.
        first = step.version - (step.kind == "ask" and isinstance(by_version[step.version], engine.TrumpRevealed))
        game = _played(game, (by_version[at] for at in range(version, first)))
        version = first
        if _is_own(told, step, first, ids) and not _by_the_clock(by_version.get(first - 1), step.seat):
            found.append(Decision(step.index, actions[step.action], game, step.seat))
    return found


def _played(game: engine.State, happened: Iterator[object]) -> engine.State:
    for event in happened:
        if isinstance(event, engine.Event):
            game = engine.evolve(game, event)
    return game


def _is_own(told: HandEvents, step: Step, version: int, ids: Collection[str]) -> bool:
    """Return whether the player held the seat of a step, and no bot played for the player."""
    held = [one for one in told.held if one.seat == step.seat and one.version <= version]
    return bool(held) and held[-1].player in ids and not held[-1].bot


def _by_the_clock(before: object, seat: int) -> bool:
    return isinstance(before, events.TurnTimedOut) and before.seat == seat


def in_practice(room: Room) -> list[Decision]:
    """Return the person's decisions in the hand of a practice; a step is the number of actions before it."""
    return [
        Decision(number, done.action, game_at(room, number), room.kept.seat)
        for number, done in enumerate(room.hand.done)
        if done.mine
    ]
