"""Read models of tournaments, built from the events of their tables."""

from collections.abc import Iterable
from typing import Any, Final
from uuid import UUID

from engine import PenaltyAwarded
from engine.reckoning import CANCELLED, Account, awarded, scored_by
from games import store
from games.store import StoredEvent, projector
from tournaments import announce
from tournaments.models import Match, MatchResult
from tournaments.selectors.results import PROJECTION

_RECKONED: Final = ("HandScored", "PenaltyAwarded")
_SIDES: Final = 2
_ENDINGS: Final = {"HandScored": MatchResult.EndedBy.RULES, "MatchForfeited": MatchResult.EndedBy.FORFEIT}
"""How a game ended, by the event before `GameFinished`. The engine ends a game by the score of a hand or by a forfeit;
the server ends one by `GameFinished` after an opened hand or a promised deal, when everybody has been away for long. (A
set time of play would end it so too, but a match has none.)"""


@projector.register
class MatchResults(projector.Projection):
    """The score of each match, hand by hand, its winner and its ending; tables that are no match are skipped."""

    name = PROJECTION
    version = 4
    models = (MatchResult,)

    def __init__(self, run: int, *, quiet: bool = False) -> None:
        super().__init__(run, quiet=quiet)
        # What the match at a table has come to: read from its events once a batch, then carried on.
        self._accounts: dict[UUID, Account] = {}

    def on_hand_scored(self, stored: StoredEvent) -> None:
        """Add the points of a hand: side 0, the even seats, is the home team's. Cancelled hands are not counted.

        Source: 28-SCO-4, 56-SCORE-5, 56-MATCH-2, 56-IRR-1.
        """
        result = self._result(stored)
        if result is not None:
            self._add(result, stored)
            result.hands += stored.event.outcome != CANCELLED
            result.save()

    def on_penalty_awarded(self, stored: StoredEvent) -> None:
        """Add stake points that a director gave to a side. Source: 56-IRR-14, 56-IRR-29."""
        result = self._result(stored)
        if result is not None:
            self._add(result, stored)
            result.save()

    def on_game_finished(self, stored: StoredEvent) -> None:
        """Close the result with the game's winner, and send the task that computes the standings.

        Several winners have drawn, and none means that nobody won. Source: 28-END-3, 28-WIK-5, 56-IRR-27.
        """
        result = self._result(stored)
        if result is not None:
            winners = stored.event.winners
            self._close(result, _ending_of(stored), winners[0] if len(winners) == 1 else None)

    def on_table_closed(self, stored: StoredEvent) -> None:
        """Close the result without a winner: everybody was away before the first hand, and none will be played."""
        result = self._result(stored)
        if result is not None:
            self._close(result, MatchResult.EndedBy.ABSENCE, None)

    def _close(self, result: MatchResult, ended_by: MatchResult.EndedBy, winner: int | None) -> None:
        result.finished, result.ended_by, result.winner = True, ended_by, winner
        result.save()
        tournament_id = result.match.tournament_id
        self.effect(lambda: announce.results_changed(tournament_id))

    def _result(self, stored: StoredEvent) -> MatchResult | None:
        """Return the result of the match at an event's table; None if the table is no match."""
        match = Match.objects.filter(table_id=stored.stream).first()
        if match is None:
            return None
        return MatchResult.objects.get_or_create(projection_version=self.run, match=match)[0]

    def _add(self, result: MatchResult, stored: StoredEvent) -> None:
        account = self._accounts.get(stored.stream)
        if account is None:
            before = store.load(stored.stream, opened=False, only=_RECKONED)
            account = _account_of(one.event for one in before if one.version < stored.version)
        self._accounts[stored.stream], (home, away) = _reckoned(account, stored.event)
        result.home_points, result.away_points = result.home_points + home, result.away_points + away


def _ending_of(finished: StoredEvent) -> MatchResult.EndedBy:
    """Return how a game ended, from its `GameFinished`."""
    before = store.load(finished.stream, finished.version - 2, opened=False)[0]
    return _ENDINGS.get(before.type, MatchResult.EndedBy.ABSENCE)


def _account_of(events: Iterable[Any]) -> Account:
    """Return the score of a match after some events of its table."""
    account = Account()
    for event in events:
        account, _points = _reckoned(account, event)
    return account


def _reckoned(account: Account, event: Any) -> tuple[Account, tuple[int, ...]]:
    return (awarded if isinstance(event, PenaltyAwarded) else scored_by)(account, event, _SIDES)
