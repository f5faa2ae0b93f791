"""Addresses of the sockets of tournaments."""

from django.urls import path

from tournaments.overview.consumers import TournamentConsumer

websocket_urlpatterns = [path("ws/tournament/<uuid:tournament_id>/", TournamentConsumer.as_asgi())]
