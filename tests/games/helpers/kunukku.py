"""Kunukku for the tests: hands that put one on or take one off."""

import engine
from tests.games.helpers.played import hand

WIKIPEDIA = "28-wikipedia-4"


def made(number: int, declarer: int, kunukku=(0, 0, 0, 0), bid: int = 18):
    """Return a contract made in a game with kunukku."""
    return hand(number, (1, 0) if declarer % 2 == 0 else (0, 1), declarer, bid, stakes=(6, 6), kunukku=kunukku)


def lost(number: int, seats: tuple[int, ...], kunukku=(1, 0, 1, 0), declarer: int = 0):
    """Return the events of a hand by which the players at these seats put one on."""
    return [
        engine.KunukkuPlaced(seats),
        hand(number, (-2, 0), declarer, 17, made=False, stakes=(6, 6), kunukku=kunukku),
    ]
