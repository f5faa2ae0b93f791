"""Addresses of the practice room."""

from django.urls import path

from games.practice import views

urlpatterns = [
    path("practice/", views.practices, name="practices"),
    path("practice/now/", views.play_now, name="play_now"),
    path("practice/<uuid:practice_id>/", views.practice, name="practice"),
    path("practice/<uuid:practice_id>/do/", views.practice_deed, name="practice_deed"),
]
