"""All addresses."""

from django.contrib import admin
from django.urls import include, path

from config.health import healthz, live, ready

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("healthz/live", live, name="live"),
    path("healthz/ready", ready, name="ready"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("api/", include("config.api.urls")),
    path("", include("clubs.urls")),
    path("", include("games.urls")),
    path("", include("tournaments.urls")),
]
