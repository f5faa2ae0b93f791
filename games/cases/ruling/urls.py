"""Addresses of the ruling on a case, the appeal and the committee."""

from django.urls import path

from games.cases.ruling import views

urlpatterns = [
    path("cases/<uuid:case_id>/ruling/", views.ruling_part, name="case_ruling"),
    path("cases/<uuid:case_id>/ruling/new/", views.rule, name="case_rule"),
    path("cases/<uuid:case_id>/ruling/withdraw/", views.withdraw_ruling, name="case_withdraw_ruling"),
    path("cases/<uuid:case_id>/appeal/", views.appeal, name="case_appeal"),
    path("cases/<uuid:case_id>/appeal/withdraw/", views.withdraw_appeal, name="case_withdraw_appeal"),
    path("cases/<uuid:case_id>/committee/", views.committee, name="case_committee"),
    path("cases/<uuid:case_id>/committee/vote/", views.board, name="case_board"),
    path("cases/<uuid:case_id>/committee/proposals/", views.propose, name="case_propose"),
]
