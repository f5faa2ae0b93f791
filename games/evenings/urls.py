"""Addresses of a club's evenings."""

from django.urls import path

from games.evenings import views

urlpatterns = [
    path("clubs/<slug:slug>/evening/", views.evening, name="evening"),
    path("clubs/<slug:slug>/evening/<slug:day>/", views.evening, name="evening_of"),
    path("clubs/<slug:slug>/evening/<slug:day>/enter/", views.enter, name="evening_enter"),
    path("clubs/<slug:slug>/evening/<slug:day>/here/", views.note_here, name="evening_here"),
    path("clubs/<slug:slug>/evening/<slug:day>/people/", views.add_person, name="evening_person"),
    path("clubs/<slug:slug>/evening/<slug:day>/<uuid:result_id>/correct/", views.correct, name="evening_correct"),
    path("clubs/<slug:slug>/evening/<slug:day>/<uuid:result_id>/undo/", views.undo, name="evening_undo"),
]
