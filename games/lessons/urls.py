"""Addresses of the lessons."""

from django.urls import path

from games.lessons import views

urlpatterns = [
    path("learn/lessons/", views.lessons, name="lessons"),
    path("learn/lessons/<slug:slug>/", views.lesson, name="lesson"),
    path("learn/lessons/<slug:slug>/answer/", views.answer, name="lesson_answer"),
    path("learn/lessons/<slug:slug>/play/", views.play, name="lesson_play"),
]
