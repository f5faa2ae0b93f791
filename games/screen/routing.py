"""Addresses of the WebSocket."""

from django.urls import path

from games.screen.sockets import table_socket

websocket_urlpatterns = [path("ws/table/<uuid:table_id>/", table_socket)]  # type: ignore[arg-type]  # an ASGI application
