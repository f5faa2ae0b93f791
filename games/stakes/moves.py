"""The units that a game moves between its players, from the events of its stream, one after the other. Pure.

Where a game keeps stakes or base cards, each decided hand moves what changes hands in it; every other game is settled
once, when it is finished, by the difference in game points (`engine.reckoning`). Where a ruling adjusts a result, the
game is scored again (`games.rescoring`), and each entry that comes out otherwise is reversed and put down anew.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, Final

import msgspec

import engine
from engine import adjusting
from engine.reckoning import Game, Points, Score, Seats, amounts_of
from games.rescoring.reading import Played, Stored
from games.rescoring.recount import recount


class Posting(msgspec.Struct, frozen=True, gc=False):
    """The units that an event moves.

    Attributes:
        version: The version of the event.
        players: Ids; one may stand here twice.
        units: The units that each of these gets.
        hand: The hand that moved them, where one did.
        reverses: The version of the event whose entry is taken back by it.
        day: The day of it, where it is not that on which the event was recorded.
        part: Which of the postings of the event it is, from 1; 0 where there is one.
        reverses_part: The part of the entry that is taken back.
        beside: The part of the reversal in the place of which it stands.
        of: The version of the event that moves the units by itself, where a ruling changed what it moves.
    """

    version: int
    players: Seats
    units: Points
    hand: int | None = None
    reverses: int | None = None
    day: date | None = None
    part: int = 0
    reverses_part: int = 0
    beside: int | None = None
    of: int | None = None

    @property
    def amounts(self) -> dict[str, int]:
        """The units that each player gets, by id; the sum is 0."""
        return amounts_of(self.players, self.units)


ENTRIES: Final = frozenset({"ContractNoted", "HandEntered", "MatchStopped", "IrregularityRuled", "PenaltyCardLifted"})
"""The events of a score sheet that are taken back, the last first, with all that follows from them."""

ADJUSTING: Final = frozenset({"ResultAdjusted", "AdjustmentWithdrawn"})
"""The events by which a result is adjusted, or adjusted no longer."""

BEGINNINGS: Final = frozenset({"TableOpened", "SheetOpened", "ResultEntered"})
"""The first events of the streams that can move units."""

LAST_WITHOUT_CLUB: Final = 2
"""The last schema of `TableOpened` that did not say the club: only the table's row does."""

EVENTS: Final = ENTRIES | BEGINNINGS | ADJUSTING | {
    "SeatTaken", "PlayerSubstituted", "HandScored", "PenaltyAwarded", "GameFinished",
    "EntryWithdrawn", "RulingWithdrawn", "ResultWithdrawn",
}  # fmt: skip
"""The events that a stream has to be read for; all others move nothing."""

Whole = Callable[[], Sequence[Stored]]
"""Reads all events of a stream, what is sealed left shut; asked for where a result is adjusted."""


class Stream:
    """A stream as far as it moves units: a game at a live table, on a score sheet, or whose result was written down.

    Attributes:
        club: The id of the club whose units move; None: nobody's do.
    """

    __slots__ = ("_entries", "_game", "_is_sheet", "_last", "_ruled", "club")

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
        # Where rulings changed what an event moves: the posting that counts now, by the version of the event.
        self._ruled: dict[int, Posting | None] = {}
        self.club: str | None = event.club or club
        if kind == "ResultEntered":
            rules = rules_of(event.rules, "{}", event.engine)
        else:
            rules = rules_of(event.rules, msgspec.json.encode(event.options, order="sorted"), event.engine)
        self._game = Game(rules)
        if kind != "ResultEntered" and "stakes" not in event.counts:
            self.club = None
        if kind == "TableOpened":
            return
        if not event.players or not all(event.players):
            self.club = None
        for seat, player in enumerate(event.players):
            self._game.sit(seat, player)

    def postings(self, version: int, kind: str, event: Any, whole: Whole) -> tuple[Posting, ...]:
        """Return the postings of the next event.

        Args:
            version: Its version.
            kind: Its name, one of `EVENTS`.
            event: The event, or what has those of its members that matter.
            whole: Reads the stream, up to this event at least.
        """
        if kind in ADJUSTING:
            return () if self.club is None else tuple(self._adjusted(version, whole()))
        posting = self.follow(version, kind, event)
        return () if posting is None else (posting,)

    def follow(self, version: int, kind: str, event: Any) -> Posting | None:
        """Return the posting of the next event, or None. It is none of those by which a result is adjusted.

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
                if not units:
                    return None
                moved = Posting(version, self._game.seats, units, event.hand)
                if self._is_sheet:
                    self._last = moved  # taken back with the hand
                return moved
            case "SeatTaken" | "PlayerSubstituted":
                self._game.sit(event.seat, event.player)
            case "PenaltyAwarded":
                self._game.awarded(event)
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
        """Return the posting of the finished game, or None."""
        amounts = self._game.finished()
        if not amounts:
            return None
        self._last = Posting(version, tuple(amounts), tuple(amounts.values()), day=day)
        return self._last

    def _taken_back(self, version: int, before: Posting | None) -> Posting | None:
        """Return the reversal of the moves since then, or None."""
        last, self._last = self._last, before
        if last is None or last is before:
            return None
        # After an adjustment that was withdrawn another entry stands in the place of the first.
        last = self._ruled.pop(last.version, None) or last
        back = tuple(-units for units in last.units)
        return Posting(version, last.players, back, reverses=last.version, day=last.day, reverses_part=last.part)

    def _adjusted(self, version: int, whole: Sequence[Stored]) -> Iterator[Posting]:
        """Yield the reversals of what comes out otherwise since an adjusted result, and what stands in their place."""
        counts = recount([one for one in whole if one.version <= version])
        if counts is None or counts.played.ended is None:
            return
        first = _units_of(counts.played, counts.before)
        wanted = _units_of(counts.played, counts.after)
        part = 0
        for place in sorted({*first, *wanted, *self._ruled}):
            now = self._ruled[place] if place in self._ruled else first.get(place)
            then = wanted.get(place)
            if (now.amounts if now else {}) == (then.amounts if then else {}):
                continue
            hand, beside = (now or then).hand, None  # type: ignore[union-attr]
            if now is not None:
                part += 1
                beside = part
                back = tuple(-units for units in now.units)
                yield Posting(
                    version, now.players, back, hand, now.version, part=part, reverses_part=now.part, of=place
                )
            self._ruled[place] = None
            if then is not None:
                part += 1
                posting = Posting(version, then.players, then.units, hand, part=part, beside=beside, of=place)
                self._ruled[place] = posting
                yield posting


def _units_of(played: Played, game: adjusting.Game) -> dict[int, Posting]:
    """Return what a finished game moves, by the version of the event that moves it; without what comes to nothing.

    Args:
        played: The game as it was played.
        game: What it comes to.
    """
    reckoned, moved = Game(played.rules), dict[int, Posting]()
    for hand in game.hands:
        for seat, player in enumerate(played.seats.get(hand.number, reckoned.seats)):
            if reckoned.seats[seat] != player:
                reckoned.sit(seat, player)
        for event in hand.events:
            if isinstance(event, engine.PenaltyAwarded):
                reckoned.awarded(event)
            elif isinstance(event, engine.HandScored) and (units := reckoned.units(event)):
                version = played.versions[hand.number]
                moved[version] = Posting(version, reckoned.seats, units, hand.number)
    amounts, ended = reckoned.finished(), played.ended
    if amounts and ended is not None:
        moved[ended] = Posting(ended, tuple(amounts), tuple(amounts.values()))
    return {version: posting for version, posting in moved.items() if posting.amounts}


@lru_cache(maxsize=1000)
def rules_of(rules: str, options: bytes | str, version: int) -> engine.RuleSet:
    """Return the rule set of a game, its options as JSON.

    Raises:
        RulesError: There is no such rule set, option or version.
    """
    return engine.load_rules(rules, msgspec.json.decode(options), version=version)
