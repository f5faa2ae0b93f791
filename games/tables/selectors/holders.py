"""Who held which seat of a game, followed through its events."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

import engine
from games.events import tables as events
from games.tables.view.seats import SeatHeld


class Stretch(NamedTuple):
    """A stretch of a game in which a seat is held by one player: see `SeatHeld`."""

    seat: int
    player: str
    bot: bool
    hand: int
    trick: int | None
    version: int


class Holders:
    """Follows who holds which seat."""

    __slots__ = ("_hand", "_is_next", "stretches")

    def __init__(self) -> None:
        self.stretches: tuple[Stretch, ...] = ()
        self._hand = 0
        self._is_next = True

    def __repr__(self) -> str:
        return "Holders()"

    def take(self, version: int, event: Any, game: engine.State) -> None:
        """Take the next event of the stream in.

        Args:
            version: The version of the table by it.
            event: The event.
            game: The game before it.
        """
        match event:
            case events.DealCommitted():
                self._hand = event.hand
            case engine.HandDealt():
                self._is_next = False
            case engine.HandScored():
                self._hand, self._is_next = event.hand + 1, True
            case events.SeatTaken() | events.PlayerSubstituted():
                self._begin(version, event.seat, game, player=event.player)
            case events.SeatLeft() if self._hand == 0:
                self.stretches = tuple(one for one in self.stretches if one.seat != event.seat)
            case events.SeatLeft() | events.BotSatIn():
                self._begin(version, event.seat, game, bot=True)
            case events.PlayerReturned():
                self._begin(version, event.seat, game)

    def _begin(
        self, version: int, seat: int, game: engine.State, *, player: str | None = None, bot: bool = False
    ) -> None:
        mine = [one for one in self.stretches if one.seat == seat]
        last = mine[-1] if mine else None
        held_by = player if player is not None else last.player if last is not None else ""
        hand, trick = max(1, self._hand), None
        if not self._is_next:
            seen = engine.view(game, None)
            trick = len(seen.tricks) + 1 if seen.phase == "play" else 0
        if last is not None and trick is None and (last.hand, last.trick) == (hand, trick):
            # Nothing was played in between: the stretch before was none.
            mine.pop()
            self.stretches = tuple(one for one in self.stretches if one is not last)
        if not mine or (mine[-1].player, mine[-1].bot) != (held_by, bot):
            self.stretches = (*self.stretches, Stretch(seat, held_by, bot, hand, trick, version))


def held_until(stretches: Iterable[Stretch], number: int, names: Mapping[str, str], unknown: str) -> list[SeatHeld]:
    """Return who held the seats until the end of a hand; nothing of a seat that one player has held all along.

    Of bots that played for somebody only those of this hand are told.

    Args:
        stretches: As `Holders` found them.
        number: The hand.
        names: The names of players by their ids.
        unknown: The name of a player who is not among them.
    """
    found: list[SeatHeld] = []
    known = [one for one in stretches if one.hand <= number]
    for seat in sorted({one.seat for one in known}):
        mine = [one for one in known if one.seat == seat]
        told = [one for at, one in enumerate(mine) if _matters(mine, at, number)]
        if len(told) > 1:
            found += (_seat_held(one, number, names, unknown, first=at == 0) for at, one in enumerate(told))
    return found


def _matters(mine: list[Stretch], at: int, number: int) -> bool:
    """Tell whether a stretch is one of another player, or goes on into the hand and is no plain sitting there."""
    one = mine[at]
    if at == 0 or (one.player != mine[at - 1].player):
        return True
    into = at + 1 == len(mine) or mine[at + 1].hand >= number
    return one.hand == number or (one.bot and into)


def _seat_held(one: Stretch, number: int, names: Mapping[str, str], unknown: str, *, first: bool) -> SeatHeld:
    name = names.get(one.player) or unknown
    text = _("a bot for {name}").format(name=name) if one.bot else name
    if not first:
        text = _when(one, number).format(hand=one.hand, trick=one.trick, name=text)
    return SeatHeld(
        seat=one.seat,
        player_id=UUID(one.player) if one.player else None,
        name=name,
        bot=one.bot,
        hand=one.hand,
        trick=one.trick,
        version=one.version,
        text=text,
    )


def _when(one: Stretch, number: int) -> str:
    if one.trick is None:
        return _("from hand {hand}: {name}")
    if one.hand == number:
        return _("from trick {trick}: {name}") if one.trick else _("from the auction on: {name}")
    if one.trick:
        return _("from trick {trick} of hand {hand}: {name}")
    return _("from the auction of hand {hand} on: {name}")
