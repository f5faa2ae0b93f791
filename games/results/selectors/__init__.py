"""Queries about results: games, standings and records of clubs."""
