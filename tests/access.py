"""Letting another user into the embedded PostgreSQL of the tests, which knows only the one who runs the program."""

import contextlib
from collections.abc import Iterator, Sequence

import psycopg

from config.embedded import ADMIN, Embedded
from config.embedded.system import user_name


@contextlib.contextmanager
def let_in(servers: Embedded, user: tuple[int, int] | None, roles: Sequence[str], rule: str = "") -> Iterator[None]:
    """Let a user be some roles until the block ends.

    Args:
        servers: The servers.
        user: The uid and gid; None: those of the program, which need no rule.
        roles: The roles.
        rule: One more line for `pg_hba.conf`.
    """
    data = servers.home / "postgres"
    files = {name: (data / name).read_text() for name in ("pg_ident.conf", "pg_hba.conf")}

    def put(**texts: str) -> None:
        for name, text in texts.items():
            (data / f"{name}.conf").write_text(text)
        with psycopg.connect(servers.addresses.database(ADMIN, "postgres"), autocommit=True) as admin:
            admin.execute("SELECT pg_reload_conf()")

    more = "" if user is None else "".join(f'lelam "{user_name(user[0])}" {role}\n' for role in roles)
    put(pg_ident=files["pg_ident.conf"] + more, pg_hba=files["pg_hba.conf"] + rule)
    try:
        yield
    finally:
        put(pg_ident=files["pg_ident.conf"], pg_hba=files["pg_hba.conf"])
