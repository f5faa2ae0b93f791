"""Addresses of polls: those that one is asked in, an answer; a director's polls in a case."""

from django.urls import path

from games.polls import director_views, views

urlpatterns = [
    path("polls/", views.polls, name="polls"),
    path("polls/<uuid:invitation_id>/", views.poll, name="poll_answer"),
    path("polls/<uuid:invitation_id>/answer/", views.give, name="poll_give"),
    path("polls/<uuid:invitation_id>/known/", views.known, name="poll_known"),
    path("cases/<uuid:case_id>/polls/", director_views.polls_of_case, name="case_polls"),
    path("cases/<uuid:case_id>/polls/new/", director_views.new, name="poll_new"),
    path("cases/<uuid:case_id>/polls/position/", director_views.look, name="poll_look"),
    path("cases/<uuid:case_id>/polls/<int:number>/close/", director_views.close, name="poll_close"),
]
