"""Tests of games.evenings."""
