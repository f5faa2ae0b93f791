"""Addresses of the tables, the hands, the rules and the disputes."""

from django.urls import path

from games import views
from games.practice.urls import urlpatterns as practice
from games.sheets.urls import urlpatterns as sheets

app_name = "games"

urlpatterns = [
    path("tables/", views.lobby, name="lobby"),
    path("tables/new/", views.open_table, name="open"),
    path("tables/mine/", views.mine, name="mine"),
    path("tables/list/", views.tables, name="list"),
    path("tables/hands/", views.recent, name="recent"),
    path("tables/<uuid:table_id>/", views.table, name="table"),
    path("tables/<uuid:table_id>/do/", views.deed, name="deed"),
    path("tables/<uuid:table_id>/chat/", views.chat, name="chat"),
    path("tables/<uuid:table_id>/record/", views.game_record, name="record"),
    path("tables/<uuid:table_id>/hands/<int:number>/", views.hand, name="hand"),
    path("tables/<uuid:table_id>/hands/<int:number>/record/", views.hand_record, name="hand_record"),
    path("tables/<uuid:table_id>/hands/<int:number>/verify/", views.hand_proof, name="hand_proof"),
    path("tables/<uuid:table_id>/hands/<int:number>/proof.json", views.hand_proof_file, name="hand_proof_file"),
    path("tables/<uuid:table_id>/hands/<int:number>/dispute/", views.dispute_hand, name="dispute_hand"),
    path("disputes/<uuid:dispute_id>/", views.dispute, name="dispute"),
    path("cards/default/<slug:rules_id>/", views.default_card, name="default_card"),
    path("cards/<uuid:card_id>/<int:number>/", views.card_edition, name="card_edition"),
    path("rules/", views.rule_sets, name="rule_sets"),
    path("rules/<slug:rules_id>/", views.rules, name="rules"),
    path("study/", views.studies, name="studies"),
    path("study/<slug:name>/", views.study, name="study"),
    path("study/<slug:name>/record/", views.study_record, name="study_record"),
    path("verify/", views.verify, name="verify"),
    *practice,
    *sheets,
]
