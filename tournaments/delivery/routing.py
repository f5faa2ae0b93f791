"""Addresses of the sockets of tournaments."""

from django.urls import path

from tournaments.delivery.sockets import tournament_socket

websocket_urlpatterns = [path("ws/tournament/<uuid:tournament_id>/", tournament_socket)]  # type: ignore[arg-type]  # an ASGI application
