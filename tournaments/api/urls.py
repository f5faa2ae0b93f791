"""Addresses of the API of tournaments."""

from django.urls import path

from tournaments.api import directing, leagues, reading

urlpatterns = [
    path("tournaments/", leagues.ListOfTournaments.as_view()),
    path("tournaments/open/", directing.Tournaments.as_view()),
    path("tournaments/<slug:slug>/", leagues.OneTournament.as_view()),
    path("tournaments/<slug:slug>/standings/", leagues.StandingsOfTournament.as_view()),
    path("tournaments/<slug:slug>/matches/", leagues.MatchesOfTournament.as_view()),
    path("tournaments/<slug:slug>/matches/<int:match_id>/line-ups/<uuid:team_id>/", leagues.LineUpOfMatch.as_view()),
    path("tournaments/<slug:slug>/state/", reading.OneLog.as_view()),
    path("tournaments/<slug:slug>/stages/<int:stage>/standings/", reading.StandingsOfStage.as_view()),
    path("tournaments/<slug:slug>/stages/<int:stage>/rounds/", reading.RoundsOfStage.as_view()),
    path("tournaments/<slug:slug>/log/", reading.EventsOfTournament.as_view()),
    path("tournaments/<slug:slug>/entrants/", directing.Entrants.as_view()),
    path("tournaments/<slug:slug>/deeds/", directing.Deeds.as_view()),
    path("tournaments/<slug:slug>/undo/", directing.Undone.as_view()),
    path("tournaments/<slug:slug>/previews/", directing.Previews.as_view()),
]
