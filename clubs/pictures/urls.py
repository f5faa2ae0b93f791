"""Addresses of pictures."""

from django.urls import path

from clubs.pictures import views

urlpatterns = [
    path("pictures/<slug:kind>/<uuid:about>/", views.pictures, name="pictures"),
    path("pictures/<uuid:picture_id>/", views.of_one("image"), name="picture"),
    path("pictures/<uuid:picture_id>/small/", views.of_one("thumbnail"), name="picture_small"),
    path("pictures/<uuid:picture_id>/remove/", views.remove, name="picture_remove"),
]
