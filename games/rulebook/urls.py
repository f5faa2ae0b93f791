"""Addresses of the rule book."""

from django.urls import path

from games.rulebook import views

urlpatterns = [
    path("notation/", views.notation, name="notation"),
    path("rules/", views.rule_sets, name="rule_sets"),
    path("rules/<slug:rules_id>/", views.rules, name="rules"),
]
