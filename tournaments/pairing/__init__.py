"""Pairings: pure functions over positions 0 to n - 1, without database or clock."""
