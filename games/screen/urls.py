"""Addresses of the live tables."""

from django.urls import path

from games.screen import lobby, views

urlpatterns = [
    path("tables/", lobby.lobby, name="lobby"),
    path("tables/new/", views.open_table, name="open"),
    path("tables/mine/", lobby.mine, name="mine"),
    path("tables/list/", lobby.tables, name="list"),
    path("tables/<uuid:table_id>/", views.table, name="table"),
    path("tables/<uuid:table_id>/sit/", views.sit, name="sit"),
    path("tables/<uuid:table_id>/do/", views.deed, name="deed"),
    path("tables/<uuid:table_id>/chat/", views.chat, name="chat"),
]
