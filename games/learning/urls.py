"""Addresses of how to play."""

from django.urls import path

from games.learning import views

urlpatterns = [
    path("learn/", views.learn, name="learn"),
    path("learn/<int:game>/", views.learn_game, name="learn_game"),
    path("learn/<int:game>/hand/", views.learn_hand, name="learn_hand"),
]
