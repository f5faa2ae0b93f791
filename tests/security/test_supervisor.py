"""Killing a part of `make run` again and again stops nothing else for good."""

import pytest

from config.parts import FALSE_STARTS_ALLOWED, LONGEST_PAUSE_SECONDS, Log, Part, Parts, RunError, pause_after


@pytest.fixture
def parts() -> Parts:
    """One part that ends as it starts."""
    return Parts([Part("web", ("no_such_module",))], Log())


def die(parts: Parts) -> Part:
    """Let the part start, and end."""
    (part,) = parts.parts
    part.start_at = 0.0
    parts.watch()
    assert part.child is not None
    part.child.wait()
    parts.watch()
    return part


def test_a_part_that_dies_again_and_again_is_started_again_for_good(parts: Parts):
    """Five quick deaths of the web server ended the database with it."""
    parts.served = True

    for deaths in range(1, FALSE_STARTS_ALLOWED + 4):
        part = die(parts)
        assert (part.short_lives, part.child) == (deaths, None)
        assert part.start_at > 0


def test_pauses_grow_to_a_minute():
    pauses = [pause_after(lives) for lives in range(40)]

    assert pauses[0] == 0.5
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST_PAUSE_SECONDS == 60


def test_what_never_starts_is_said_to_whom_started_it(parts: Parts):
    for _ in range(FALSE_STARTS_ALLOWED - 1):
        die(parts)

    with pytest.raises(RunError, match="web ends again and again"):
        die(parts)
