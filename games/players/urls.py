"""URLs of a player's history."""

from django.urls import path

from games.players import views

urlpatterns = [
    path("players/<uuid:player_id>/figures/", views.figures, name="player_figures"),
    path("players/<uuid:player_id>/standing/", views.standing, name="player_standing"),
    path("players/<uuid:player_id>/rating/now/", views.rating_now, name="player_rating_now"),
    path("first-steps/", views.first_steps, name="first_steps"),
    path("players/<uuid:player_id>/games/", views.games, name="player_games"),
    path("players/<uuid:player_id>/partners/", views.partners, name="player_partners"),
    path("players/<uuid:player_id>/rating/", views.rating, name="player_rating"),
    path("players/<uuid:player_id>/hands/", views.hands, name="player_hands"),
    path("clubs/<slug:slug>/form/", views.club_form, name="club_form"),
]
