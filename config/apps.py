"""The Django app of the project: health, and parts that no single package owns."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class ConfigConfig(AppConfig):
    """Puts the parts together."""

    name = "config"
    verbose_name = "Lelam"


class AdministrationConfig(AdminConfig):
    """Puts the administrators' site in place of Django's."""

    default_site = "config.administration.Administration"
