"""The Django app of people, clubs and teams."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Clubs, their members and teams, and the accounts of players."""

    name = "clubs"
    default_auto_field = "django.db.models.BigAutoField"
