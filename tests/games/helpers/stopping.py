"""A worker that stops for good in the middle of an audit, to be killed: `-m tests.games.helpers.stopping`.

It says so on its output. The arguments are the name of the section in which it stops, and those of `celery`.
"""

import sys
import time
from typing import Any

from celery.__main__ import main


def stop_in(section: str) -> None:
    """Have this process make no audit beyond a section."""
    from games.audits import services

    make = services.make_section

    def stopping(material: Any, name: str) -> Any:
        if name == section:
            assert sys.__stdout__ is not None  # Celery takes the other one for its log
            sys.__stdout__.write(f"stopped in {name}\n")
            sys.__stdout__.flush()
            time.sleep(600)
        return make(material, name)

    services.make_section = stopping


if __name__ == "__main__":
    import django

    django.setup()
    stop_in(sys.argv.pop(1))
    main()
