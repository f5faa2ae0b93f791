"""Addresses of pictures for chats."""

from django.urls import path

from games.linked import views

urlpatterns = [
    path("picture.png", views.general, name="picture"),
    path("tables/<uuid:table_id>/hands/<int:number>/picture.png", views.hand, name="hand_picture"),
    path("results/<uuid:result_id>/picture.png", views.result, name="result_picture"),
    path("clubs/<slug:slug>/standing/picture.png", views.standing, name="standing_picture"),
    path("players/<uuid:player_id>/picture.png", views.player, name="player_picture"),
    path("rules/<slug:rules_id>/picture.png", views.rules, name="rules_picture"),
]
