"""The pool's check of a connection: by its socket, where Django's asks the server a question each time.

Each move takes a connection out of the pool in two processes, and the question cost as much as a third of the append.
"""

import select
from collections.abc import Callable

from django.db.backends.base.base import NO_DB_ALIAS
from django.db.backends.postgresql import base
from psycopg import Connection
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's, with the pool's check exchanged."""

    _connection_pools: dict[str, ConnectionPool]
    _configure_connection: Callable[[Connection], None]

    @property
    def pool(self) -> ConnectionPool | None:
        """The pool of this database in this process; None where connections are not kept."""
        options = self.settings_dict["OPTIONS"].get("pool")
        if not options or self.alias == NO_DB_ALIAS:
            return None
        if self.alias not in self._connection_pools:
            pool = ConnectionPool(
                kwargs={**self.get_connection_params(), "autocommit": True},
                open=False,
                configure=self._configure_connection,
                check=check_open,
                **options,
            )
            self._connection_pools.setdefault(self.alias, pool)
        return self._connection_pools[self.alias]


def check_open(connection: Connection) -> None:
    """Check that a connection that lay in the pool is still open.

    A server that ends a session, or is stopped, closes the socket: then there is something to be read from a
    connection that has asked nothing, and the server is asked.

    Raises:
        psycopg.Error: The connection is closed.
    """
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN | select.POLLHUP | select.POLLERR)
    if poll.poll(0):
        ConnectionPool.check_connection(connection)
