"""Ratings of players by the games they finish: `docs/ratings.md`."""
