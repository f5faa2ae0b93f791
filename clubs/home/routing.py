"""The address of the socket of news."""

from django.urls import path

from clubs.home.sockets import news_socket

websocket_urlpatterns = [path("ws/news/", news_socket)]  # type: ignore[arg-type]  # an ASGI application
