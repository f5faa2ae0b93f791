"""Addresses of house rules."""

from django.urls import path

from clubs.house import views

urlpatterns = [
    path("clubs/<slug:slug>/rules/", views.club_rules, name="rules"),
    path("clubs/<slug:slug>/house-rules/new/", views.new, name="house_new"),
    path("clubs/<slug:slug>/house-rules/summary/", views.summary, name="house_summary"),
    path("clubs/<slug:slug>/house-rules/<uuid:house_id>/", views.page, name="house"),
    path("clubs/<slug:slug>/house-rules/<uuid:house_id>/change/", views.change, name="house_change"),
    path("clubs/<slug:slug>/house-rules/<uuid:house_id>/freeze/", views.freeze, name="house_freeze"),
    path("clubs/<slug:slug>/house-rules/<uuid:house_id>/retire/", views.retire, name="house_retire"),
]
