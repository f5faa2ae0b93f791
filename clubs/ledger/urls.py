"""Addresses of the ledger and of the seasons of a club."""

from django.urls import path

from clubs.ledger import season_views as seasons
from clubs.ledger import views

urlpatterns = [
    path("clubs/<slug:slug>/ledger/entries/", views.ledger, name="ledger"),
    path("clubs/<slug:slug>/ledger/panel/", views.panel, name="ledger_panel"),
    path("clubs/<slug:slug>/ledger/", views.balances, name="ledger_balances"),
    path("clubs/<slug:slug>/ledger/grant/", views.grant, name="ledger_grant"),
    path("clubs/<slug:slug>/ledger/settle/", views.settle, name="ledger_settle"),
    path("clubs/<slug:slug>/ledger/<int:entry_id>/", views.entry, name="ledger_entry"),
    path("clubs/<slug:slug>/ledger/<int:entry_id>/correct/", views.correct, name="ledger_correct"),
    path("clubs/<slug:slug>/ledger/<int:entry_id>/reverse/", views.reverse_entry, name="ledger_reverse"),
    path("clubs/<slug:slug>/ledger/of/<uuid:player_id>/", views.statement, name="ledger_statement"),
    path("clubs/<slug:slug>/ledger/of/<uuid:player_id>/csv/", views.statement_csv, name="ledger_statement_csv"),
    path("clubs/<slug:slug>/seasons/", seasons.season_list, name="seasons"),
    path("clubs/<slug:slug>/seasons/new/", seasons.season_new, name="season_new"),
    path("clubs/<slug:slug>/seasons/<uuid:season_id>/", seasons.season, name="season"),
    path("clubs/<slug:slug>/seasons/<uuid:season_id>/change/", seasons.season_change, name="season_change"),
    path("clubs/<slug:slug>/seasons/<uuid:season_id>/close/", seasons.season_close, name="season_close"),
]
