"""Addresses of the first page, of players, of one's own settings and tokens, and of the language."""

from django.urls import path

from clubs.home import token_views, views

urlpatterns = [
    path("", views.home, name="home"),
    path("waiting/", views.waiting, name="waiting_mine"),
    path("me/", views.me, name="me"),
    path("me/settings/", views.my_settings, name="my_settings"),
    path("me/tokens/", token_views.tokens, name="tokens"),
    path("me/tokens/<uuid:token_id>/revoke/", token_views.revoke, name="token_revoke"),
    path("language/", views.language, name="language"),
    path("players/<uuid:player_id>/", views.player_page, name="player"),
]
