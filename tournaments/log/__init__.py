"""The stream of a tournament: the one door to it, and the states folded from it."""
