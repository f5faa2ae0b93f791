"""Addresses of disputes: raising one, its page, mine, those of a hand, a game and a club."""

from django.urls import path

from games.cases import act_views, audit_views, list_views, views

urlpatterns = [
    path("cases/", list_views.my_cases, name="cases"),
    path("cases/waiting/", list_views.waiting, name="cases_waiting"),
    path("cases/<uuid:case_id>/", views.case, name="case"),
    path("cases/<uuid:case_id>/live/", views.case_live, name="case_live"),
    path("cases/<uuid:case_id>/audit/", audit_views.case_audit, name="case_audit"),
    path("cases/<uuid:case_id>/audit/again/", audit_views.case_audit_again, name="case_audit_again"),
    path("cases/<uuid:case_id>/audit.json", audit_views.case_audit_json, name="case_audit_json"),
    path("cases/<uuid:case_id>/audit.pdf", audit_views.case_audit_pdf, name="case_audit_pdf"),
    path("cases/<uuid:case_id>/acts/<slug:act>/", act_views.act, name="case_act"),
    path("cases/of/<uuid:game>/", list_views.of_game, name="cases_of_game"),
    path("cases/of/<uuid:game>/<int:number>/", list_views.of_hand, name="cases_of_hand"),
    path("cases/of/<uuid:game>/<int:number>/new/", views.dispute, name="case_new"),
    path("clubs/<slug:slug>/cases/", list_views.of_club, name="club_cases"),
    path("clubs/<slug:slug>/cases/windows/", list_views.windows, name="club_case_windows"),
]
