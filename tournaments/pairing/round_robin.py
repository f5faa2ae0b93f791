"""A round robin by the circle method: every entry meets every other once."""

Pairing = tuple[int, int]
"""Home and away, as positions in the order of the seeds."""

Round = tuple[Pairing, ...]
"""Matches that are played at the same time."""


def round_robin(entries: int) -> tuple[Round, ...]:
    """Pair every two entries once, in as few rounds as there can be.

    The last position stands still while the others move round it by one place a round. An odd number of entries gets an
    empty place; the entry paired with it has a bye, so that each rests once. Home and away alternate such that nobody
    is at home more than once oftener than away, or the reverse.

    Args:
        entries: The number of entries, 0 or more.

    Returns:
        One tuple of (home, away) a round; byes are left out. No rounds for fewer than two entries.

    Raises:
        ValueError: The number is negative.
    """
    if entries < 0:
        raise ValueError("a tournament cannot have fewer than no entries")
    if entries < 2:
        return ()
    places = entries + entries % 2
    moving = places - 1
    rounds: list[Round] = []
    for turn in range(moving):
        pairs = [(moving, turn) if turn % 2 else (turn, moving)]
        for step in range(1, places // 2):
            near, far = (turn + step) % moving, (turn - step) % moving
            pairs.append((near, far) if step % 2 else (far, near))
        rounds.append(tuple(pair for pair in pairs if max(pair) < entries))
    return tuple(rounds)


def byes(entries: int) -> tuple[int | None, ...]:
    """Return the entry with the bye in each round of `round_robin(entries)`; None if there is none."""
    everybody = set(range(entries))
    return tuple(
        next(iter(everybody - {place for pair in pairs for place in pair}), None) for pairs in round_robin(entries)
    )
