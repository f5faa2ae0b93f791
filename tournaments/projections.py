"""Read models of tournaments, built from the events of their tables."""

from engine import HandScored, PenaltyAwarded
from games.store import StoredEvent, projector
from tournaments import announce
from tournaments.models import Match, MatchResult
from tournaments.selectors import PROJECTION


@projector.register
class MatchResults(projector.Projection):
    """How each match stands, hand by hand; tables that are no match are passed over."""

    name = PROJECTION
    version = 2
    models = (MatchResult,)

    def on_hand_scored(self, stored: StoredEvent) -> None:
        """Add the points of a hand: side 0, the even seats, is the home team's. Cancelled hands are not counted.

        56 keeps each side's total of stake points, penalties among them. Source: 28-SCO-4, 56-SCORE-5, 56-IRR-1.
        """
        match = Match.objects.filter(table_id=stored.stream).first()
        if match is None:
            return
        scored = stored.event
        assert isinstance(scored, HandScored)
        result, _ = MatchResult.objects.get_or_create(projection_version=self.run, match=match)
        result.hands += scored.outcome != "cancelled"
        if scored.game_points is not None:
            home, away = scored.game_points
            result.home_points, result.away_points = result.home_points + home, result.away_points + away
        elif scored.score is not None:
            result.home_points, result.away_points = scored.score
        result.save()

    def on_penalty_awarded(self, stored: StoredEvent) -> None:
        """Add stake points that a director gave to a side. Source: 56-IRR-14, 56-IRR-29."""
        match = Match.objects.filter(table_id=stored.stream).first()
        if match is None:
            return
        awarded = stored.event
        assert isinstance(awarded, PenaltyAwarded)
        result, _ = MatchResult.objects.get_or_create(projection_version=self.run, match=match)
        if awarded.side == 0:
            result.home_points += awarded.stake
        else:
            result.away_points += awarded.stake
        result.save()

    def on_game_finished(self, stored: StoredEvent) -> None:
        """Close the result, and have the standings computed. Source: 28-END-3."""
        match = Match.objects.filter(table_id=stored.stream).first()
        if match is None:
            return
        MatchResult.objects.filter(projection_version=self.run, match=match).update(finished=True)
        self.effect(lambda: announce.results_changed(match.tournament_id))
