"""Ratings of players by the games they finish: `docs/reference/ratings.md`."""
