"""Killing a part of `make run` again and again stops nothing else for good."""

import pytest

from config.run import FALSE_STARTS_ALLOWED, LONGEST_PAUSE_SECONDS, Log, Part, RunError, Supervisor, pause_after


@pytest.fixture
def supervisor() -> Supervisor:
    """A supervisor of one part that ends as it starts."""
    made = Supervisor(Log(), 8000, "127.0.0.1")
    made._parts = [Part("web", ("no_such_module",))]
    return made


def die(supervisor: Supervisor) -> Part:
    """Let the part start, and end."""
    (part,) = supervisor._parts
    part.start_at = 0.0
    supervisor._watch()
    assert part.child is not None
    part.child.wait()
    supervisor._watch()
    return part


def test_a_part_that_dies_again_and_again_is_started_again_for_good(supervisor: Supervisor):
    """Five quick deaths of the web server ended the database with it."""
    supervisor._served = True

    for deaths in range(1, FALSE_STARTS_ALLOWED + 4):
        part = die(supervisor)
        assert (part.short_lives, part.child) == (deaths, None)
        assert part.start_at > 0


def test_pauses_grow_to_a_minute():
    pauses = [pause_after(lives) for lives in range(40)]

    assert pauses[0] == 0.5
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST_PAUSE_SECONDS == 60


def test_what_never_starts_is_said_to_whom_started_it(supervisor: Supervisor):
    for _ in range(FALSE_STARTS_ALLOWED - 1):
        die(supervisor)

    with pytest.raises(RunError, match="web ends again and again"):
        die(supervisor)
