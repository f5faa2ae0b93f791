"""Addresses of exported records."""

from django.urls import path

from games.records import views

urlpatterns = [
    path("clubs/<slug:slug>/exchange/records/", views.export_records, name="export_records"),
    path("clubs/<slug:slug>/exchange/records/file/", views.records_file, name="records_file"),
]
