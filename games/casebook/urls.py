"""Addresses of the case book: all of it, a club's, a case by its number, and what is like a case."""

from django.urls import path

from games.casebook import views

urlpatterns = [
    path("casebook/", views.book, name="casebook"),
    path("clubs/<slug:slug>/casebook/", views.book_of_club, name="club_casebook"),
    path("clubs/<slug:slug>/casebook/<int:number>/", views.case, name="casebook_case"),
    path("clubs/<slug:slug>/casebook/<int:number>/case.json", views.case_json, name="casebook_case_json"),
    path("cases/<uuid:case_id>/similar/", views.similar, name="case_similar"),
]
