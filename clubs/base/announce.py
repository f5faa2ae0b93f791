"""Calls on commit: tasks, mails, messages to pages."""

from collections.abc import Callable

from django.db import transaction


def afterwards(call: Callable[..., object], *arguments: object, **named: object) -> None:
    """Make a call once this is committed; if it fails the commit stands, and the clock makes up for it."""

    # A function of its own: Django logs the name of one that fails, and a partial has none.
    def run() -> None:
        call(*arguments, **named)

    transaction.on_commit(run, robust=True)
