"""Addresses of people and clubs."""

from django.urls import path

from clubs.calendar.urls import urlpatterns as calendar
from clubs.choosing.views import player_search, team_search
from clubs.exchange.urls import urlpatterns as exchange
from clubs.home.urls import urlpatterns as home
from clubs.house.urls import urlpatterns as house
from clubs.ledger.urls import urlpatterns as ledger
from clubs.members.urls import urlpatterns as members
from clubs.notices.urls import urlpatterns as notices
from clubs.pictures.urls import urlpatterns as pictures
from clubs.privacy.urls import urlpatterns as privacy
from clubs.teams.urls import urlpatterns as teams
from clubs.uploads.urls import urlpatterns as uploads
from clubs.web.part_views import parts

app_name = "clubs"

urlpatterns = [
    path("parts/", parts, name="parts"),
    path("clubs/<slug:slug>/players/search/", player_search, name="player_search"),
    path("clubs/<slug:slug>/teams/search/", team_search, name="team_search"),
    *home,
    *notices,
    *privacy,
    *pictures,
    *exchange,
    *uploads,
    *ledger,
    *members,
    *house,
    *calendar,
    *teams,
]
