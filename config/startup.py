"""What a web process prepares before it takes its first connection: addresses and compiled templates.

Otherwise the first page of a new process waits for the one, and the first frame of a table, and with it every other
table of that process, for the other.
"""

import gc
from typing import Any

from django.urls import reverse

from clubs.base.threads import in_thread
from config.interface import Receive, Send
from games.screen.rendering import compile_templates

COLLECTED_AFTER = (20_000, 50, 100)
"""The thresholds of the garbage collector: an action makes some thousand objects, and frees them without it."""


async def lifespan(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Answer the server's messages that the process starts and ends (the lifespan protocol of ASGI)."""
    await receive()
    await in_thread(prepare)
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})


def prepare() -> None:
    """Load all addresses, compile the templates of the live table in each language, and spare them the collector."""
    reverse("clubs:home")
    compile_templates()
    # What is loaded now stays, and an action leaves no circles: the collector need not look at every one.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)
