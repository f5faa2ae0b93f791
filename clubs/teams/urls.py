"""Addresses of teams."""

from django.urls import path

from clubs.teams import views

urlpatterns = [
    path("clubs/<slug:slug>/teams/", views.team_list, name="teams"),
    path("clubs/<slug:slug>/teams/new/", views.team_new, name="team_new"),
    path("clubs/<slug:slug>/teams/<uuid:team_id>/", views.team_page, name="team"),
    path("clubs/<slug:slug>/teams/<uuid:team_id>/name/", views.team_rename, name="team_rename"),
    path("clubs/<slug:slug>/teams/<uuid:team_id>/join/", views.team_join, name="team_join"),
    path("clubs/<slug:slug>/teams/<uuid:team_id>/transfer/", views.team_transfer, name="team_transfer"),
    path("clubs/<slug:slug>/teams/<uuid:team_id>/disband/", views.team_disband, name="team_disband"),
    path("clubs/<slug:slug>/teams/<uuid:team_id>/<uuid:player_id>/leave/", views.team_leave, name="team_leave"),
    path("clubs/<slug:slug>/teams/<uuid:team_id>/<uuid:player_id>/captain/", views.team_captain, name="team_captain"),
    path("clubs/<slug:slug>/teams/<uuid:team_id>/<uuid:player_id>/order/", views.team_order, name="team_order"),
]
