"""Queries about tournaments, for pages and services."""
