"""Addresses of what one decides about one's own data."""

from django.urls import path

from clubs.privacy import views

urlpatterns = [
    path("me/privacy/", views.choices, name="privacy"),
    path("me/privacy/preview/", views.preview, name="privacy_preview"),
]
