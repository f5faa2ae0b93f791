"""The Django app of the whole: health, and what no single package owns."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Puts the parts together."""

    name = "config"
    verbose_name = "Lelam"
