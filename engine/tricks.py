"""Tricks of every game: a complete trick, and the visible part of any."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from engine.views import Played, TrickTaken


class Trick(msgspec.Struct, frozen=True):
    """A complete trick. `cards` are as the game's state keeps them, in the order played."""

    leader: int
    cards: tuple[int, ...]
    winner: int
    points: int


def laid_out(leader: int, cards: Sequence[int], players: int, code_of: Mapping[int, str]) -> tuple[Played, ...]:
    """Return the cards of a trick with the seats that played them.

    Args:
        leader: The seat that led.
        cards: As the state keeps them, in the order played.
        players: The number of players at the table.
        code_of: The code of each card.
    """
    return tuple(Played((leader + place) % players, code_of[card]) for place, card in enumerate(cards))


def taken_so_far(tricks: Sequence[Trick], reasons: Iterable[str], code_of: Mapping[int, str]) -> tuple[TrickTaken, ...]:
    """Return the complete tricks of a hand; only the last one shows its cards.

    Args:
        tricks: In the order played.
        reasons: Why each was won, in the words of `TrickTaken`.
        code_of: The code of each card.
    """
    last = len(tricks)
    return tuple(
        TrickTaken(
            number,
            trick.leader,
            laid_out(trick.leader, trick.cards, len(trick.cards), code_of) if number == last else (),
            trick.winner,
            trick.points,
            reason,
        )
        for number, (trick, reason) in enumerate(zip(tricks, reasons, strict=True), start=1)
    )
