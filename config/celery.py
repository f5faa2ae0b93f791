"""The Celery application: its worker acts when a turn runs out, builds read models and audits disputes."""

import os
import time

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("lelam")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# Parts of an app have tasks of their own.
app.autodiscover_tasks(["clubs.answers", "clubs.exchange", "clubs.notices", "clubs.privacy"])

HEARTBEAT_KEY = "worker-heartbeat"


@app.task(name="config.celery.heartbeat")
def heartbeat() -> None:
    """Leave a sign of life: beat sent it and a worker ran it. `/healthz` reads it."""
    from django.core.cache import cache

    cache.set(HEARTBEAT_KEY, time.time(), timeout=300)
