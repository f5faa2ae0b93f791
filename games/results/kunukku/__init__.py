"""Kunukku in a club: the players wearing one, since when and why, and the reason each came off."""
