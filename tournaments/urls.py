"""Addresses of tournaments."""

from django.urls import path

from tournaments import views

app_name = "tournaments"

urlpatterns = [
    path("tournaments/", views.tournament_list, name="list"),
    path("tournaments/mine/", views.mine, name="mine"),
    path("tournaments/now/", views.now, name="now"),
    path("tournaments/team/<uuid:team_id>/", views.of_team, name="of_team"),
    path("tournaments/<slug:slug>/", views.tournament_page, name="tournament"),
    path("tournaments/<slug:slug>/enter/", views.tournament_enter, name="enter"),
    path("tournaments/<slug:slug>/withdraw/<uuid:team_id>/", views.tournament_withdraw, name="withdraw"),
    path("tournaments/<slug:slug>/start/", views.tournament_start, name="start"),
    path("tournaments/<slug:slug>/matches/<int:match_id>/line-ups/", views.line_ups, name="line_ups"),
    path("clubs/<slug:slug>/tournaments/winners/", views.winners_of_club, name="winners_of_club"),
    path("clubs/<slug:slug>/tournaments/new/", views.tournament_new, name="new"),
]
