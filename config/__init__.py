"""The assembly of the program: settings, addresses, servers, worker and the one-command start."""

import gc

# A process that starts makes some hundred thousand objects that stay. By its own threshold, 700, the collector looks at
# them again and again, which takes a sixth of the start.
gc.set_threshold(20_000)

from config.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
