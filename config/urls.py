"""All addresses."""

import contextlib

from django.contrib import admin
from django.urls import include, path

from config.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
]
for prefix, module in (
    ("api/", "config.api.urls"),
    ("", "clubs.urls"),
    ("", "games.urls"),
    ("", "tournaments.urls"),
):
    with contextlib.suppress(ModuleNotFoundError):
        urlpatterns.append(path(prefix, include(module)))
