"""The Django app of the project: health, and parts that no single package owns."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class ConfigConfig(AppConfig):
    """Puts the parts together."""

    name = "config"
    verbose_name = "Lelam"

    def ready(self) -> None:
        """Set up the log, the metrics of tasks, and the reports of errors."""
        from django.conf import settings

        from config import log, metrics

        log.configure()
        metrics.connect()
        if settings.SENTRY_DSN:
            from config import reports

            reports.start(settings.SENTRY_DSN)


class AdministrationConfig(AdminConfig):
    """Puts the administrators' site in place of Django's."""

    default_site = "config.administration.Administration"
