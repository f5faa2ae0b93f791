"""What pages and services read of tournaments."""

from tournaments.selectors.lineups import SideOfMatch, TeamRecord, match_sides, team_record
from tournaments.selectors.page import Fixture, Row, Stage, Step, TournamentPage, tournament_page
from tournaments.selectors.results import (
    PROJECTION,
    called_matches,
    finished_scores,
    match_results,
    tournaments,
    winners,
)

__all__ = [
    "PROJECTION",
    "Fixture",
    "Row",
    "SideOfMatch",
    "Stage",
    "Step",
    "TeamRecord",
    "TournamentPage",
    "called_matches",
    "finished_scores",
    "match_results",
    "match_sides",
    "team_record",
    "tournament_page",
    "tournaments",
    "winners",
]
