#!/usr/bin/env python3
"""Django's command line; starts the embedded servers for a command that needs them."""

import base64
import os
import secrets
import sys

# What runs without a database, or says itself what it needs.
WITHOUT_SERVERS = {
    "audit_records", "check", "collectstatic", "compilemessages", "help", "makemessages", "spectacular", "--help",
    "-h", "verify_archive", "version", "--version",
}  # fmt: skip


def main() -> None:
    """Run one command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from config.embedded import EmbeddedError, command_servers

    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    try:
        if command in WITHOUT_SERVERS:
            for name in ("SECRET_KEY", "LELAM_SEAL_KEY"):
                # They sign and seal nothing, so they need no secret that lasts, nor a folder to keep it in.
                os.environ[name] = os.environ.get(name) or base64.b64encode(secrets.token_bytes(32)).decode("ascii")
            execute_from_command_line(sys.argv)
        else:
            with command_servers():
                execute_from_command_line(sys.argv)
    except (EmbeddedError, ImproperlyConfigured) as error:
        sys.exit(f"{error}")


if __name__ == "__main__":
    main()
