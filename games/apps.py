"""The Django app of tables, hands and their events."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Live tables, the event store and hand histories."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have the worker called when events are stored that a projection applies."""
        from games import projector, store

        store.subscribe(projector.wake)
