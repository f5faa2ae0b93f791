"""Addresses below `/api/`: the first page, those of the apps, the schema, its browsable pages, the kinds of problem."""

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularSwaggerSplitView

from config.api.pages import start
from config.api.views import Kinds, Nothing, OneKind, Schema

app_name = "api"

urlpatterns = [
    path("", start, name="start"),
    path("", include("clubs.api.urls")),
    path("", include("games.api.urls")),
    path("", include("tournaments.api.urls")),
    path("problems/", Kinds.as_view()),
    path("problems/<slug:kind>/", OneKind.as_view()),
    path("schema/", Schema.as_view(), name="schema"),
    path(
        "docs/", SpectacularSwaggerSplitView.as_view(url_name="api:schema", template_name="api/docs.html"), name="docs"
    ),
    re_path("", Nothing.as_view()),
]
