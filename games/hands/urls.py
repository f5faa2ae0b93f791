"""Addresses of hands that were played, disputes over them, and hands to study."""

from django.urls import path

from games.hands import dispute_views, sheet_views, study_views, views

urlpatterns = [
    path("tables/hands/", views.recent, name="recent"),
    path("tables/<uuid:table_id>/record/", views.game_record, name="record"),
    path("tables/<uuid:table_id>/hands/<int:number>/", views.hand, name="hand"),
    path("tables/<uuid:table_id>/hands/<int:number>/record/", views.hand_record, name="hand_record"),
    path("tables/<uuid:table_id>/hands/<int:number>/verify/", views.hand_proof, name="hand_proof"),
    path("tables/<uuid:table_id>/hands/<int:number>/proof.json", views.hand_proof_file, name="hand_proof_file"),
    path("tables/<uuid:table_id>/hands/<int:number>/dispute/", dispute_views.dispute_hand, name="dispute_hand"),
    path("sheets/<uuid:sheet_id>/record/", sheet_views.sheet_record, name="record_of_sheet"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/", sheet_views.hand, name="hand_of_sheet"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/record/", sheet_views.hand_record, name="hand_of_sheet_record"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/dispute/", sheet_views.dispute_hand, name="dispute_hand_of_sheet"),
    path("disputes/<uuid:dispute_id>/", dispute_views.dispute, name="dispute"),
    path("study/", study_views.studies, name="studies"),
    path("study/<slug:name>/", study_views.study, name="study"),
    path("study/<slug:name>/record/", study_views.study_record, name="study_record"),
    path("verify/", views.verify, name="verify"),
]
