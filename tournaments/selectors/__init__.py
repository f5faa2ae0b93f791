"""What pages and services read of tournaments."""

from tournaments.selectors.page import Fixture, Row, Stage, Step, TournamentPage, tournament_page
from tournaments.selectors.results import (
    PROJECTION,
    called_matches,
    finished_scores,
    match_results,
    tournaments,
)

__all__ = [
    "PROJECTION",
    "Fixture",
    "Row",
    "Stage",
    "Step",
    "TournamentPage",
    "called_matches",
    "finished_scores",
    "match_results",
    "tournament_page",
    "tournaments",
]
