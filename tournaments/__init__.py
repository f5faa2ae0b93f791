"""Tournaments: rounds of matches at live tables, standings and a final."""
