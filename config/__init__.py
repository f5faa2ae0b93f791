"""The assembly of the program: settings, addresses, servers, worker and the one-command start."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
