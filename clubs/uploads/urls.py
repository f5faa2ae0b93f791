"""Addresses of uploads."""

from django.urls import path

from clubs.uploads import views

urlpatterns = [
    path("clubs/<slug:slug>/uploads/", views.uploads, name="uploads"),
    path("clubs/<slug:slug>/uploads/<uuid:upload_id>/", views.upload, name="upload"),
]
