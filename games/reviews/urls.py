"""Addresses of reviews."""

from django.urls import path

from games.reviews import views

urlpatterns = [
    path("tables/<uuid:table_id>/hands/<int:number>/my-play/", views.play_review, name="play_review"),
    path("practice/<uuid:practice_id>/my-play/", views.play_review_of_practice, name="play_review_of_practice"),
]
