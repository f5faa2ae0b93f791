"""Who meets whom: pure functions over positions 0 to n - 1, without database or clock."""

from tournaments.pairing.round_robin import Pairing, Round, byes, round_robin

__all__ = ["Pairing", "Round", "byes", "round_robin"]
