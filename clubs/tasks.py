"""What the worker does for clubs: the tasks of each part, where Celery looks for them."""

from clubs.notices import tasks as notices

__all__ = ["notices"]
