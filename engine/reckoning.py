"""The results of a hand and of a game: for the sides, for the players, and in units of stake. Pure.

One reckoning for all who count: results, the stakes ledger, score sheets and tournaments.

| rule | where |
| --- | --- |
| 28-AUD-6, 56-SCORE-1, 56-MATCH-2 | `scored_by`: what each side won in a hand |
| 56-IRR-14 | `awarded`: stake points that a director awarded |
| 28-STK-2, 28-STK-3, 28-STK-4 | `moved_by_hand`: what the stakes after a hand differ by from those before it |
| 28-WIK-2, 28-WIK-3 | `moved_by_hand`: what is paid; that all have six again is no payment |
| 28-SCO-4, 28-END-3 | `Game.scored`, `differences`: a game without stakes is settled once, at its end |

Each player of a side moves what the side moves, for each answers for the side's stake. Sides have equally many players,
so what the players get comes to 0 just as what the sides get does.
"""

from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import msgspec

from engine.events import HandScored, PenaltyAwarded
from engine.game import view
from engine.rules import RuleSet, State

CANCELLED = "cancelled"
"""The outcome of a hand that is not counted."""

Points = tuple[int, ...]
"""A number a side, or a seat."""

Seats = tuple[Any, ...]
"""The players by seat."""


class Score(msgspec.Struct, frozen=True, gc=False):
    """The score of a decided hand; `engine.events.HandScored` has the same members."""

    hand: int
    game_points: Points | None = None
    stakes: Points | None = None
    score: Points | None = None
    kunukku: Points | None = None
    games: Points | None = None


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """The accounts carried from hand to hand of a game, needed to compute the next result.

    Attributes:
        score: Each side's stake points of 56 after the last hand, penalties since included.
        games: The games of 56 that each side had won by then, in a match of games.
        again: That hand won a game of the match: the score starts at nought with the next.
    """

    score: Points = ()
    games: Points = ()
    again: bool = False


A = TypeVar("A", bound=Account)


def scored_by(account: A, scored: Score | HandScored, sides: int) -> tuple[A, Points]:
    """Return the account after a hand, and the points each side won in it: game points, or in 56 stake points.

    Args:
        account: The account before it.
        scored: The score of the hand.
        sides: The number of sides.

    Source: 28-AUD-6, 56-SCORE-1, 56-MATCH-2.
    """
    if scored.game_points is not None:
        return account, scored.game_points
    before = _standing(account, sides)
    after = scored.score or before
    won = scored.games or ()
    account = msgspec.structs.replace(account, score=after, games=won, again=won != (account.games or (0,) * len(won)))
    return account, _less(after, before)


def awarded(account: A, award: PenaltyAwarded, sides: int) -> tuple[A, Points]:
    """Return the account after an award of stake points, and the points each side won by it. Source: 56-IRR-14."""
    more = tuple(award.stake if side == award.side else 0 for side in range(sides))
    return msgspec.structs.replace(account, score=_plus(_standing(account, sides), more), again=False), more


def _standing(account: Account, sides: int) -> Points:
    """Return the score with which the next hand begins."""
    return account.score if account.score and not account.again else (0,) * sides


def standing_of(game: State) -> Points:
    """Return each side's stakes, or its score if no stakes are kept."""
    seen = view(game, None)
    return seen.stakes or seen.score or ()


def standing_of_tally(tally: Any) -> Points:
    """Return each side's stakes in a tally, or its score if no stakes are kept."""
    kept: Points = getattr(tally, "stakes", None) or tally.score or ()
    return kept


class Contract(NamedTuple):
    """The contract of a hand: its number, its declarer, and whether it was made."""

    declarer: int
    number: int
    made: bool


def contract_of(rules: RuleSet, scored: HandScored) -> Contract | None:
    """Return the contract of a hand and whether it was made; None if none was played out.

    Source: 28-SCO-1, 28-CON-1, 56-CON-3, 56-PLAY-6.
    """
    if scored.declarer is None or scored.bid is None:
        return None
    if scored.outcome in ("made", "failed", "conceded"):
        return Contract(scored.declarer, scored.bid, scored.outcome == "made")
    if scored.outcome in ("claimed", "adjusted") and scored.points is not None:
        return Contract(scored.declarer, scored.bid, scored.points[rules.side_of(scored.declarer)] >= scored.bid)
    return None


def outcome_for(side: int, winners: Sequence[int]) -> str:
    """Return `W`, `D` or `L` for a side of a finished game; several winners have drawn, none means nobody has won."""
    if not winners:
        return "D"
    if side not in winners:
        return "L"
    return "W" if len(winners) == 1 else "D"


def winners_by(points: Sequence[int]) -> tuple[int, ...]:
    """Return the sides with most points, ties together."""
    return tuple(side for side, own in enumerate(points) if own == max(points))


@lru_cache(maxsize=100_000)
def differences(points: Points) -> Points:
    """Return for each side its own points less those of each other side; the sum over all sides is 0.

    >>> differences((3, 1))
    (2, -2)
    """
    total = sum(points)
    return tuple(len(points) * own - total for own in points)


@lru_cache(maxsize=100_000)
def moved_by_hand(before: Points, after: Points, game_points: Points, base_cards: bool) -> Points:
    """Return the units that each side gets by a hand of a game that keeps stakes or base cards.

    Args:
        before: Each side's stakes before the hand.
        after: Those after it, as `HandScored` says.
        game_points: The hand's change by side.
        base_cards: The stakes are base cards, of which all have six again when somebody cannot pay.

    >>> moved_by_hand((20, 20), (22, 18), (2, 0), False)  # 28-STK-2
    (2, -2)
    >>> moved_by_hand((39, 1), (40, 0), (2, 0), False)  # 28-STK-4: there is one to pay
    (1, -1)
    >>> moved_by_hand((20, 20, 20), (16, 22, 22), (-4, 0, 0), False)  # 28-STK-3: two units to each
    (-4, 2, 2)
    >>> moved_by_hand((5, 7), (3, 9), (-2, 0), True)  # 28-WIK-2
    (-2, 2)
    >>> moved_by_hand((2, 10), (6, 6), (-3, 0), True)  # 28-WIK-3: two are paid, and the six are none of it
    (-2, 2)
    >>> moved_by_hand((5, 6, 7), (6, 6, 6), (-3, 0, 0), True)  # 28-WIK-3: three, and two are left
    (-5, 3, 2)
    >>> moved_by_hand((6, 6), (6, 6), (0, 0), True)  # 28-WIK-6: passed out
    (0, 0)

    Source: 28-STK-2, 28-STK-3, 28-STK-4, 28-WIK-2, 28-WIK-3.
    """
    if base_cards:
        paid = _base_cards_paid(before, game_points)
        if paid is not None:
            return paid
    return _less(after, before)


def _base_cards_paid(before: Points, game_points: Points) -> Points | None:
    """Return the units that each side gets if one has fewer base cards than it owes; None if all can pay.

    A side that owes several pays them in the order of seats, as long as there is something. Source: 28-WIK-3, 28-STK-4.
    """
    scoring = next((side for side, change in enumerate(game_points) if change), None)
    if scoring is None:
        return None
    change, sides = game_points[scoring], len(game_points)
    others = [(scoring + step) % sides for step in range(1, sides)]
    if change > 0:
        owed = [(other, scoring, change) for other in others]
    else:
        owed = [(scoring, other, -change) for other in others]
    left, short = list(before), False
    for payer, payee, units in owed:
        paid = min(units, left[payer])
        short = short or paid < units
        left[payer] -= paid
        if change < 0:
            left[payee] += paid
    if not short:
        return None
    got = [now - then for now, then in zip(left, before, strict=True)]
    if change > 0:
        got[scoring] = -sum(got)
    return tuple(got)


class Game:
    """The seats and winnings of a game, from which the units that it moves follow.

    Attributes:
        seats: The players by seat now.

    >>> from engine import load_rules
    >>> game = Game(load_rules("28-kerala-4"))
    >>> for seat, player in enumerate("abcd"):
    ...     game.sit(seat, player)
    >>> game.scored(Score(1, game_points=(-1, 0), stakes=(19, 21)))  # each hand moves its stakes: 28-STK-2
    {'a': -1, 'b': 1, 'c': -1, 'd': 1}
    >>> game.finished()
    {}

    >>> game = Game(load_rules("28-kerala-4", {"ending": {"type": "target", "game_points": 6}}))
    >>> for seat, player in enumerate("abcd"):
    ...     game.sit(seat, player)
    >>> game.scored(Score(1, game_points=(2, 0), score=(2, 0)))  # 28-END-3: nothing before the end
    {}
    >>> game.sit(3, "e")
    >>> game.scored(Score(2, game_points=(0, -3), score=(2, -3)))
    {}
    >>> game.finished()
    {'a': 5, 'b': -5, 'c': 5, 'd': -2, 'e': -3}
    """

    __slots__ = ("_account", "_points", "_side", "_stakes", "_won", "_zero", "seats")

    def __init__(self, rules: RuleSet) -> None:
        self._zero: Points = (0,) * len(rules.sides)
        self._side = tuple(rules.side_of(seat) for seat in range(rules.players))
        self.seats: Seats = (None,) * rules.players
        self._stakes: Points = (getattr(rules, "starting_stakes", 0),) * len(rules.sides)
        self._account = Account()
        self._points = self._zero
        self._won: dict[Any, int] = {}

    def copy(self) -> "Game":
        """Return a copy of the game, to return to."""
        other = copy(self)
        other._won = self._won.copy()
        return other

    def sit(self, seat: int, player: Any) -> None:
        """Give a player a seat, at the beginning or as a substitute."""
        self._share()
        self.seats = (*self.seats[:seat], player, *self.seats[seat + 1 :])

    def scored(self, hand: Score | HandScored) -> dict[Any, int]:
        """Return the units that each player gets by a decided hand: none if the game is settled at its end."""
        return amounts_of(self.seats, self.units(hand))

    def units(self, hand: Score | HandScored) -> Points:
        """Return what `scored` does, a number a seat; none where nothing moves."""
        if hand.stakes is not None:
            moved = moved_by_hand(self._stakes, hand.stakes, hand.game_points or self._zero, hand.kunukku is not None)
            self._stakes = hand.stakes
            return _by_seat(moved, self._side) if any(moved) else ()
        self._account, won = scored_by(self._account, hand, len(self._zero))
        self._points = _plus(self._points, won)
        return ()

    def awarded(self, award: PenaltyAwarded) -> None:
        """Add stake points that a director awarded. Source: 56-IRR-14."""
        self._account, won = awarded(self._account, award, len(self._zero))
        self._points = _plus(self._points, won)

    def finished(self) -> dict[Any, int]:
        """Return the units that each player gets by the finished game: none if each hand moved stakes."""
        self._share()
        return {player: units for player, units in self._won.items() if units}

    def _share(self) -> None:
        """Credit the points since the last change of seats to the players seated until now."""
        if any(self._points):
            units = _by_seat(differences(self._points), self._side)
            for player, more in zip(self.seats, units, strict=True):
                self._won[player] = self._won.get(player, 0) + more
            self._points = self._zero


def amounts_of(seats: Seats, units: Points) -> dict[Any, int]:
    """Return the units of each player from those of the seats; a player may have several seats."""
    got: dict[Any, int] = {}
    for player, more in zip(seats, units, strict=False):
        got[player] = got.get(player, 0) + more
    return {player: more for player, more in got.items() if more}


@lru_cache(maxsize=100_000)
def _by_seat(sides: Points, side: Points) -> Points:
    """Return the units of each seat from those of the sides, by the side of each seat."""
    return tuple(sides[one] for one in side)


@lru_cache(maxsize=100_000)
def _plus(points: Points, more: Points) -> Points:
    return tuple(one + other for one, other in zip(points, more, strict=True))


@lru_cache(maxsize=100_000)
def _less(points: Points, less: Points) -> Points:
    return tuple(one - other for one, other in zip(points, less, strict=True))
