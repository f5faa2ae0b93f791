"""What happens on commit, for whatever is announced then: tasks, mails, messages to pages."""

from collections.abc import Callable

from django.db import transaction


def afterwards(call: Callable[..., object], *arguments: object, **named: object) -> None:
    """Make a call once this is committed; what is done stays done if it fails, and the clock makes it good."""

    # A function of its own: Django logs the name of one that fails, and a partial has none.
    def run() -> None:
        call(*arguments, **named)

    transaction.on_commit(run, robust=True)
