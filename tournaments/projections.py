"""Read models of tournaments, built from the events of their tables."""

from django.db.models import F

from engine import HandScored
from games import projector
from games.store import StoredEvent
from tournaments import announce
from tournaments.models import Match, MatchResult
from tournaments.selectors import PROJECTION


@projector.register
class MatchResults(projector.Projection):
    """How each match stands, hand by hand; tables that are no match are passed over."""

    name = PROJECTION
    models = (MatchResult,)

    def on_hand_scored(self, stored: StoredEvent) -> None:
        """Add the game points of a hand: side 0, the even seats, is the home team's. Source: 28-SCO-4."""
        match = Match.objects.filter(table_id=stored.stream).first()
        if match is None:
            return
        scored = stored.event
        assert isinstance(scored, HandScored)
        # Matches are played by rule sets that count game points (28).
        home, away = scored.game_points or (0, 0)
        result, _ = MatchResult.objects.get_or_create(projection_version=self.run, match=match)
        MatchResult.objects.filter(pk=result.pk).update(
            hands=F("hands") + 1, home_points=F("home_points") + home, away_points=F("away_points") + away
        )

    def on_game_finished(self, stored: StoredEvent) -> None:
        """Close the result, and have the standings computed. Source: 28-END-3."""
        match = Match.objects.filter(table_id=stored.stream).first()
        if match is None:
            return
        MatchResult.objects.filter(projection_version=self.run, match=match).update(finished=True)
        self.effect(lambda: announce.results_changed(match.tournament_id))
