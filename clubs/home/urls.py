"""Addresses of the first page, of players and of the language."""

from django.urls import path

from clubs.home import views

urlpatterns = [
    path("", views.home, name="home"),
    path("me/", views.me, name="me"),
    path("language/", views.language, name="language"),
    path("players/<uuid:player_id>/", views.player_page, name="player"),
]
