"""Advisory locks of the database for things without a row to lock: by name, until the transaction ends.

The first number of a lock is its namespace: 28 the event log's lanes, 29 projections, 30 the ledger of a club (in its
database functions), 31 results, 32 kunukku, 33 ratings, 34 notices, 35 the tables that a player opens, 36 a player's
checks, 37 a player's practices, 39 the pictures of a thing, 40 the numbers of a club's cases, 41 the
effects of a case.
"""

from django.db import connection


def take(namespace: int, name: str | int, *, wait: bool = True) -> bool:
    """Take a lock for this transaction.

    Args:
        namespace: What it is of.
        name: Which one; a number is the second of the lock itself.
        wait: Wait while somebody else has it.

    Returns:
        Whether it was taken; always, if it is waited for.
    """
    call = "pg_advisory_xact_lock" if wait else "pg_try_advisory_xact_lock"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {call}(%s, {'%s' if isinstance(name, int) else 'hashtext(%s)'})", [namespace, name])
        return wait or bool(cursor.fetchone()[0])
