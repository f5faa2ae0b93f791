"""Addresses of printed matter."""

from django.urls import path

from games.paper import views

urlpatterns = [
    path("paper/", views.paper, name="paper"),
    path("paper/sheet.pdf", views.paper_sheet, name="paper_sheet"),
]
