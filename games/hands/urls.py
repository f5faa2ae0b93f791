"""Addresses of hands that were played, checks of them, and hands to study."""

from collections.abc import Callable

from django.http import HttpResponseBase
from django.urls import path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from games.hands import check_views, sheet_views, study_views, views


def moved(name: str) -> Callable[..., HttpResponseBase]:
    """Return a view that leads to the page of this name for good."""
    return require_safe(RedirectView.as_view(pattern_name=name, permanent=True, query_string=True))


urlpatterns = [
    path("tables/hands/", views.recent, name="recent"),
    path("tables/<uuid:table_id>/record/", views.game_record, name="record"),
    path("tables/<uuid:table_id>/hands/<int:number>/", views.hand, name="hand"),
    path("tables/<uuid:table_id>/hands/<int:number>/record/", views.hand_record, name="hand_record"),
    path("tables/<uuid:table_id>/hands/<int:number>/verify/", views.hand_proof, name="hand_proof"),
    path("tables/<uuid:table_id>/hands/<int:number>/proof.json", views.hand_proof_file, name="hand_proof_file"),
    path("tables/<uuid:table_id>/hands/<int:number>/check/", check_views.check_hand, name="check_hand"),
    path("sheets/<uuid:sheet_id>/record/", sheet_views.sheet_record, name="record_of_sheet"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/", sheet_views.hand, name="hand_of_sheet"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/record/", sheet_views.hand_record, name="hand_of_sheet_record"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/check/", sheet_views.check_hand, name="check_hand_of_sheet"),
    path("checks/<uuid:check_id>/", check_views.check, name="check"),
    # The addresses of before, when a check was called a dispute.
    path("disputes/<uuid:check_id>/", moved("games:check"), name="once_check"),
    path(
        "tables/<uuid:table_id>/hands/<int:number>/dispute/",
        moved("games:check_hand"),
        name="once_check_hand",
    ),
    path(
        "sheets/<uuid:sheet_id>/hands/<int:number>/dispute/",
        moved("games:check_hand_of_sheet"),
        name="once_check_hand_of_sheet",
    ),
    path("study/", study_views.studies, name="studies"),
    path("study/<slug:name>/", study_views.study, name="study"),
    path("study/<slug:name>/record/", study_views.study_record, name="study_record"),
    path("verify/", views.verify, name="verify"),
]
