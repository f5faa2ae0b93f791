"""Privacy: the visibility of a player's data, its export and its erasure."""
