"""Addresses of files taken in and given out."""

from django.urls import path

from clubs.exchange import views

urlpatterns = [
    path("clubs/<slug:slug>/exchange/", views.exchange, name="exchange"),
    path("clubs/<slug:slug>/exchange/<uuid:run_id>/", views.import_run, name="import"),
    path("clubs/<slug:slug>/exchange/<uuid:run_id>/carry-out/", views.import_carry, name="import_carry"),
    path("clubs/<slug:slug>/exchange/example/<slug:subject>.csv", views.example, name="import_example"),
    path("clubs/<slug:slug>/exchange/<slug:subject>.<slug:form>", views.export, name="export"),
]
