"""Addresses of the sweep."""

from django.urls import path

from games.sweep import views

urlpatterns = [
    path("sweep/", views.sweep, name="sweep"),
    path("clubs/<slug:slug>/sweep/", views.club_sweep, name="club_sweep"),
]
