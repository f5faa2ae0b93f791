"""Calls and cards of a hand at a real table, written down by tapping."""
