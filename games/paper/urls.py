"""Addresses of printed matter."""

from django.urls import path

from games.paper import views

urlpatterns = [
    path("paper/", views.paper, name="paper"),
    path("paper/sheet.pdf", views.paper_sheet, name="paper_sheet"),
    path("sheets/<uuid:sheet_id>/print/", views.sheet_print, name="sheet_print"),
    path("sheets/<uuid:sheet_id>/print/passes/", views.sheet_print_passes, name="sheet_print_passes"),
    path("sheets/<uuid:sheet_id>/print/<slug:document>.pdf", views.sheet_pdf, name="sheet_pdf"),
]
