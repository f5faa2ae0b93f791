"""Blind polls: a position as one seat saw it, put before strong players who do not know whose it is."""
