"""Addresses of the WebSocket."""

from django.urls import path

from games.screen.consumers import TableConsumer

websocket_urlpatterns = [path("ws/table/<uuid:table_id>/", TableConsumer.as_asgi())]
