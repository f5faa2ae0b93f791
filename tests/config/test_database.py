"""The pool of database connections: one that the server has ended is not lent."""

import psycopg
import pytest
from django.db import connection

from config.database.base import check_open

pytestmark = pytest.mark.django_db(transaction=True)


def own_connection() -> psycopg.Connection:
    parameters = connection.get_connection_params()
    return psycopg.connect(**{key: value for key, value in parameters.items() if key != "pool"}, autocommit=True)


def test_an_open_connection_is_lent_without_a_question(monkeypatch):
    with own_connection() as lent:
        monkeypatch.setattr(psycopg.Connection, "execute", None)
        check_open(lent)


def test_a_connection_that_the_server_has_ended_is_found_out():
    with own_connection() as lent, own_connection() as other:
        other.execute("SELECT pg_terminate_backend(%s, 10000)", [lent.info.backend_pid])

        with pytest.raises(psycopg.OperationalError):
            check_open(lent)
