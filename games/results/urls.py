"""Addresses of a club's results and of kunukku."""

from django.urls import path

from games.results import views

urlpatterns = [
    path("results/mine/", views.mine, name="results_mine"),
    path("clubs/<slug:slug>/results/", views.club_results, name="club_results"),
    path("clubs/<slug:slug>/results/standing/", views.club_standing, name="club_standing"),
    path("clubs/<slug:slug>/results/games/", views.club_games, name="club_games"),
    path("clubs/<slug:slug>/results/records/", views.club_records, name="club_records"),
    path("clubs/<slug:slug>/results/hall/", views.club_hall, name="club_hall"),
    path("clubs/<slug:slug>/results/new/", views.result_new, name="result_new"),
    path("clubs/<slug:slug>/kunukku/", views.club_kunukku, name="club_kunukku"),
    path("players/<uuid:player_id>/kunukku/", views.kunukku_of_player, name="kunukku_of_player"),
    path("teams/<uuid:team_id>/kunukku/", views.kunukku_of_team, name="kunukku_of_team"),
    path("results/<uuid:result_id>/", views.result, name="result"),
    path("results/<uuid:result_id>/withdraw/", views.result_withdraw, name="result_withdraw"),
]
