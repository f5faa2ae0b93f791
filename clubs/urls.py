"""Addresses of people and clubs."""

from django.urls import path

from clubs import views

app_name = "clubs"

urlpatterns = [
    path("", views.home, name="home"),
    path("me/", views.me, name="me"),
    path("language/", views.language, name="language"),
    path("players/<uuid:player_id>/", views.player_page, name="player"),
    path("clubs/", views.club_list, name="list"),
    path("clubs/new/", views.club_new, name="new"),
    path("clubs/<slug:slug>/", views.club_page, name="club"),
    path("clubs/<slug:slug>/join/", views.club_join, name="join"),
    path("clubs/<slug:slug>/leave/", views.club_leave, name="leave"),
    path("clubs/<slug:slug>/offices/", views.club_office, name="office"),
    path("clubs/<slug:slug>/teams/new/", views.team_new, name="team_new"),
    path("clubs/<slug:slug>/teams/<uuid:team_id>/disband/", views.team_disband, name="team_disband"),
]
