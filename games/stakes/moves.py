"""What a game moves between its players, in units: from the events of its stream, one after the other. Pure.

Where a game keeps stakes or base cards, each decided hand moves what changes hands in it; every other game is settled
once, when it is finished, by the difference in game points.

| rule | where |
| --- | --- |
| 28-STK-2, 28-STK-3, 28-STK-4 | `moved_by_hand`: what the stakes after a hand differ by from those before it |
| 28-WIK-2, 28-WIK-3 | `moved_by_hand`: what is paid; that all have six again is no payment |
| 28-SCO-4, 28-END-3 | `Game.scored`, `difference` |
| 56-SCORE-1, 56-MATCH-2, 56-IRR-14 | `stake_points`, `difference` |

Each player of a side moves what the side moves, for each answers for the side's stake. Sides have equally many players,
so what the players get comes to 0 just as what the sides get does.
"""

from copy import copy
from datetime import date
from functools import lru_cache
from typing import Any, Final

import msgspec

import engine
from games.results.reckoning import differences

Points = tuple[int, ...]
"""A number a side, or a seat."""

Seats = tuple[Any, ...]
"""Who sits where."""


@lru_cache(maxsize=100_000)
def moved_by_hand(before: Points, after: Points, game_points: Points, base_cards: bool) -> Points:
    """Return what each side gets by a hand of a game that keeps stakes or base cards.

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
    return tuple(now - then for now, then in zip(after, before, strict=True))


def _base_cards_paid(before: Points, game_points: Points) -> Points | None:
    """Return what each side gets where one has fewer base cards than it owes; None where all can pay.

    Who owes several pays them in the order of seats, as long as there is something. Source: 28-WIK-3, 28-STK-4.
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


@lru_cache(maxsize=100_000)
def stake_points(before: Points, score: Points) -> Points:
    """Return the stake points that each side of 56 won by a hand, those a director awarded in it among them.

    Args:
        before: The score before the hand: 0 : 0 at the beginning, and after a hand that won a game.
        score: The score after it.

    >>> stake_points((3, 0), (3, 2))  # 56-SCORE-1: one side scores
    (0, 2)

    Source: 56-SCORE-1, 56-MATCH-2, 56-IRR-14.
    """
    return tuple(now - then for now, then in zip(score, before, strict=True))


difference = lru_cache(maxsize=100_000)(differences)
"""What each side gets for game points, a number a side: its own less those of each other side."""


class Score(msgspec.Struct, frozen=True, gc=False):
    """What of a decided hand matters here; `engine.HandScored` has the same members."""

    hand: int
    game_points: Points | None = None
    stakes: Points | None = None
    score: Points | None = None
    kunukku: Points | None = None
    games: Points | None = None


class Game:
    """A game as far as it moves units: who sits where, and what they have won.

    Attributes:
        seats: Who sits where now.

    >>> game = Game(engine.load_rules("28-kerala-4"))
    >>> for seat, player in enumerate("abcd"):
    ...     game.sit(seat, player)
    >>> game.scored(Score(1, game_points=(-1, 0), stakes=(19, 21)))  # each hand moves its stakes: 28-STK-2
    {'a': -1, 'b': 1, 'c': -1, 'd': 1}
    >>> game.finished()
    {}

    >>> game = Game(engine.load_rules("28-kerala-4", {"ending": {"type": "target", "game_points": 6}}))
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

    __slots__ = ("_base", "_games", "_points", "_side", "_stakes", "_won", "_zero", "seats")

    def __init__(self, rules: engine.RuleSet) -> None:
        self._zero: Points = (0,) * len(rules.sides)
        self._side = tuple(rules.side_of(seat) for seat in range(rules.players))
        self.seats: Seats = (None,) * rules.players
        self._stakes: Points = (getattr(rules, "starting_stakes", 0),) * len(rules.sides)
        self._base = self._games = self._points = self._zero
        self._won: dict[Any, int] = {}

    def copy(self) -> "Game":
        """Return the game as it stands, to come back to."""
        other = copy(self)
        other._won = self._won.copy()
        return other

    def sit(self, seat: int, player: Any) -> None:
        """Have a player take a seat, at the beginning or over from another."""
        self._share()
        self.seats = (*self.seats[:seat], player, *self.seats[seat + 1 :])

    def scored(self, hand: Any) -> dict[Any, int]:
        """Return what each player gets by a decided hand: nothing where the game is settled at its end.

        Args:
            hand: A `Score`, or the `engine.HandScored` itself.
        """
        return amounts_of(self.seats, self.units(hand))

    def units(self, hand: Any) -> Points:
        """Return what `scored` does, a number a seat; none where nothing moves."""
        if hand.stakes is not None:
            moved = moved_by_hand(self._stakes, hand.stakes, hand.game_points, hand.kunukku is not None)
            self._stakes = hand.stakes
            return _by_seat(moved, self._side) if any(moved) else ()
        if hand.game_points is not None:
            self._points = _plus(self._points, hand.game_points)
        elif hand.score is not None:
            self._points = _plus(self._points, stake_points(self._base, hand.score))
            game_won = hand.games is not None and hand.games != self._games
            self._base = self._zero if game_won else hand.score
            self._games = hand.games or self._games
        return ()

    def awarded(self, side: int, stake: int) -> None:
        """Add stake points that a director awarded. Source: 56-IRR-14."""
        more = tuple(stake * (one == side) for one in range(len(self._zero)))
        self._points = _plus(self._points, more)
        self._base = _plus(self._base, more)

    def finished(self) -> dict[Any, int]:
        """Return what each player gets by the whole game, now that it is over: nothing where each hand moved stakes."""
        self._share()
        return {player: units for player, units in self._won.items() if units}

    def _share(self) -> None:
        """Give the points since somebody last took a seat to those who have sat here."""
        if any(self._points):
            units = _by_seat(difference(self._points), self._side)
            for player, more in zip(self.seats, units, strict=True):
                self._won[player] = self._won.get(player, 0) + more
            self._points = self._zero


def amounts_of(seats: Seats, units: Points) -> dict[Any, int]:
    """Return what each player gets of what the seats get; a player may have several."""
    got: dict[Any, int] = {}
    for player, more in zip(seats, units, strict=False):
        got[player] = got.get(player, 0) + more
    return {player: more for player, more in got.items() if more}


@lru_cache(maxsize=100_000)
def _by_seat(sides: Points, side: Points) -> Points:
    """Return what each seat gets of what the sides get, by the side of each seat."""
    return tuple(sides[one] for one in side)


@lru_cache(maxsize=100_000)
def _plus(points: Points, more: Points) -> Points:
    return tuple(one + other for one, other in zip(points, more, strict=True))


class Posting(msgspec.Struct, frozen=True, gc=False):
    """What an event moves.

    Attributes:
        version: The version of the event.
        players: Ids; one may stand here twice.
        units: What each of these gets.
        hand: The hand that moved them, where one did.
        reverses: The version of the event whose entry is taken back by it.
        day: The day of it, where it is not that on which the event was recorded.
    """

    version: int
    players: Seats
    units: Points
    hand: int | None = None
    reverses: int | None = None
    day: date | None = None

    @property
    def amounts(self) -> dict[str, int]:
        """What each player gets, by id: 0 in sum."""
        return amounts_of(self.players, self.units)


ENTRIES: Final = frozenset({"ContractNoted", "HandEntered", "MatchStopped", "IrregularityRuled", "PenaltyCardLifted"})
"""The events of a score sheet that are taken back, the last first, with all that follows from them."""

BEGINNINGS: Final = frozenset({"TableOpened", "SheetOpened", "ResultEntered"})
"""The first events of the streams that can move units."""

LAST_WITHOUT_CLUB: Final = 2
"""The last schema of `TableOpened` that did not say the club: only the table's row does."""

EVENTS: Final = ENTRIES | BEGINNINGS | {
    "SeatTaken", "PlayerSubstituted", "HandScored", "PenaltyAwarded", "GameFinished",
    "EntryWithdrawn", "RulingWithdrawn", "ResultWithdrawn",
}  # fmt: skip
"""The events that a stream has to be read for; all others move nothing."""


class Stream:
    """A stream as far as it moves units: a game at a live table, on a score sheet, or whose result was written down.

    Attributes:
        club: The id of the club whose units move; None: nobody's do.
    """

    __slots__ = ("_entries", "_game", "_is_sheet", "_last", "club")

    def __init__(self, version: int, kind: str, event: Any, club: str | None) -> None:
        """Begin with the first event of a stream.

        Args:
            version: Its version.
            kind: Its name.
            event: The event, or what has those of its members that matter.
            club: The club, where the event does not say it.
        """
        self._is_sheet = kind == "SheetOpened"
        self._entries: list[tuple[Game, Posting | None]] = []
        self._last: Posting | None = None
        self.club: str | None = event.club or club
        if kind == "ResultEntered":
            rules = rules_of(event.rules, "{}", event.engine)
        else:
            rules = rules_of(event.rules, msgspec.json.encode(event.options, order="sorted"), event.engine)
        self._game = Game(rules)
        if kind == "TableOpened":
            self.club = None if event.friendly else self.club
            return
        if not event.players or not all(event.players):
            self.club = None
        for seat, player in enumerate(event.players):
            self._game.sit(seat, player)

    def follow(self, version: int, kind: str, event: Any) -> Posting | None:
        """Return what the next event moves, or None.

        Args:
            version: Its version.
            kind: Its name, one of `EVENTS`.
            event: The event, or what has those of its members that matter.
        """
        if self.club is None:
            return None
        if self._is_sheet and kind in ENTRIES:
            self._entries.append((self._game.copy(), self._last))
        match kind:
            case "HandScored":
                units = self._game.units(event)
                return Posting(version, self._game.seats, units, event.hand) if units else None
            case "SeatTaken" | "PlayerSubstituted":
                self._game.sit(event.seat, event.player)
            case "PenaltyAwarded":
                self._game.awarded(event.side, event.stake)
            case "GameFinished":
                return self._moved(version)
            case "ResultEntered":
                self._game.scored(Score(0, game_points=event.points))
                return self._moved(version, event.played_on)
            case "ResultWithdrawn":
                return self._taken_back(version, None)
            case "EntryWithdrawn" | "RulingWithdrawn" if self._entries:
                self._game, before = self._entries.pop()
                return self._taken_back(version, before)
        return None

    def _moved(self, version: int, day: date | None = None) -> Posting | None:
        """Return what the finished game moves; None where nothing."""
        amounts = self._game.finished()
        if not amounts:
            return None
        self._last = Posting(version, tuple(amounts), tuple(amounts.values()), day=day)
        return self._last

    def _taken_back(self, version: int, before: Posting | None) -> Posting | None:
        """Return the reversal of what has moved since; None where nothing has."""
        last, self._last = self._last, before
        if last is None or last is before:
            return None
        back = tuple(-units for units in last.units)
        return Posting(version, last.players, back, reverses=last.version, day=last.day)


@lru_cache(maxsize=1000)
def rules_of(rules: str, options: bytes | str, version: int) -> engine.RuleSet:
    """Return the rule set of a game, its options as JSON.

    Raises:
        RulesError: There is no such rule set, option or version.
    """
    return engine.load_rules(rules, msgspec.json.decode(options), version=version)
