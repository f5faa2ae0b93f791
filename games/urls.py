"""Addresses of the tables, the hands, the rules and the disputes."""

from django.urls import path

from games import views
from games.players.urls import urlpatterns as players
from games.practice.urls import urlpatterns as practice
from games.results.urls import urlpatterns as results
from games.sheets.urls import urlpatterns as sheets

app_name = "games"

urlpatterns = [
    path("tables/", views.lobby, name="lobby"),
    path("tables/new/", views.open_table, name="open"),
    path("tables/mine/", views.mine, name="mine"),
    path("tables/list/", views.tables, name="list"),
    path("tables/hands/", views.recent, name="recent"),
    path("tables/<uuid:table_id>/", views.table, name="table"),
    path("tables/<uuid:table_id>/sit/", views.sit, name="sit"),
    path("tables/<uuid:table_id>/do/", views.deed, name="deed"),
    path("tables/<uuid:table_id>/director/", views.direct, name="direct"),
    path("tables/<uuid:table_id>/chat/", views.chat, name="chat"),
    path("tables/<uuid:table_id>/record/", views.game_record, name="record"),
    path("tables/<uuid:table_id>/hands/<int:number>/", views.hand, name="hand"),
    path("tables/<uuid:table_id>/hands/<int:number>/record/", views.hand_record, name="hand_record"),
    path("tables/<uuid:table_id>/hands/<int:number>/verify/", views.hand_proof, name="hand_proof"),
    path("tables/<uuid:table_id>/hands/<int:number>/proof.json", views.hand_proof_file, name="hand_proof_file"),
    path("tables/<uuid:table_id>/hands/<int:number>/dispute/", views.dispute_hand, name="dispute_hand"),
    path("games/<uuid:stream>/", views.game, name="game"),
    path("disputes/<uuid:dispute_id>/", views.dispute, name="dispute"),
    path("cards/", views.cards, name="cards"),
    path("cards/new/", views.new_card, name="new_card"),
    path("cards/of/<uuid:player_id>/", views.cards_of_player, name="cards_of_player"),
    path("cards/of-team/<uuid:team_id>/", views.cards_of_team, name="cards_of_team"),
    path("cards/<uuid:card_id>/", views.card, name="card"),
    path("cards/<uuid:card_id>/join/", views.card_join, name="card_join"),
    path("cards/<uuid:card_id>/name/", views.card_name, name="card_name"),
    path("cards/<uuid:card_id>/partner/", views.card_partner, name="card_partner"),
    path("cards/<uuid:card_id>/publish/", views.card_publish, name="card_publish"),
    path("cards/<uuid:card_id>/leave/", views.card_leave, name="card_leave"),
    path("cards/<uuid:card_id>/editions/", views.card_editions, name="card_editions"),
    path("cards/<uuid:card_id>/rows/<slug:row>/", views.card_row, name="card_row"),
    path("cards/<uuid:card_id>/treatments/new/", views.card_treatment, name="new_treatment"),
    path("cards/<uuid:card_id>/treatments/<slug:treatment>/", views.card_treatment, name="card_treatment"),
    path("cards/default/<slug:rules_id>/", views.default_card, name="default_card"),
    path("cards/<uuid:card_id>/<int:number>/", views.card_edition, name="card_edition"),
    path("rules/", views.rule_sets, name="rule_sets"),
    path("rules/<slug:rules_id>/", views.rules, name="rules"),
    path("study/", views.studies, name="studies"),
    path("study/<slug:name>/", views.study, name="study"),
    path("study/<slug:name>/record/", views.study_record, name="study_record"),
    path("verify/", views.verify, name="verify"),
    *players,
    *practice,
    *results,
    *sheets,
]
