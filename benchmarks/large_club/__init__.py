"""A large club, written straight into the tables: what a club of 5,000 members has after years of play.

The hands are true ones: a pool of games is played by the house's bots, and every game of the club repeats one of the
pool with other players at another time. Each stream has what read models are made of (`TableOpened`, `SeatTaken`,
the hands' outcomes, `GameFinished`) in a valid chain; deals and cards, which no page of a club reads, are left out.
"""

from benchmarks.large_club.filling import SLUG, LargeClub, fill

__all__ = ["SLUG", "LargeClub", "fill"]
