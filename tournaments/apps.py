"""The Django app of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments, their matches and standings."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"
