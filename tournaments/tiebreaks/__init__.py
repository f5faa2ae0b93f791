"""In which order teams stand: pure functions over results, without database or clock."""

from tournaments.tiebreaks.league import CRITERIA, Line, Score, rank

__all__ = ["CRITERIA", "Line", "Score", "rank"]
