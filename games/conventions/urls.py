"""Addresses of convention cards."""

from django.urls import path

from games.conventions import views

urlpatterns = [
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
]
