"""Addresses of what one decides about one's own data."""

from django.urls import path

from clubs.privacy import views

urlpatterns = [
    path("me/privacy/", views.choices, name="privacy"),
    path("me/privacy/preview/", views.preview, name="privacy_preview"),
    path("me/data/", views.my_data, name="my_data"),
    path("me/data/file/", views.my_data_file, name="my_data_file"),
    path("me/erase/", views.erase, name="erase"),
    path("me/erase/not/", views.erase_not, name="erase_not"),
]
