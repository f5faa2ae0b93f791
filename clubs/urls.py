"""Addresses of people and clubs."""

from django.urls import path

from clubs import views
from clubs.house import views as house

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
    path("clubs/<slug:slug>/house-rules/new/", house.new, name="house_new"),
    path("clubs/<slug:slug>/house-rules/summary/", house.summary, name="house_summary"),
    path("clubs/<slug:slug>/house-rules/<uuid:house_id>/", house.page, name="house"),
    path("clubs/<slug:slug>/house-rules/<uuid:house_id>/change/", house.change, name="house_change"),
    path("clubs/<slug:slug>/house-rules/<uuid:house_id>/freeze/", house.freeze, name="house_freeze"),
    path("clubs/<slug:slug>/house-rules/<uuid:house_id>/retire/", house.retire, name="house_retire"),
    path("clubs/<slug:slug>/teams/new/", views.team_new, name="team_new"),
    path("clubs/<slug:slug>/teams/<uuid:team_id>/disband/", views.team_disband, name="team_disband"),
]
