"""The Django app of tables, hands and their events."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Live tables, the event store and hand histories."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
