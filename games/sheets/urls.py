"""Addresses of the score sheets."""

from django.urls import path

from games.sheets import pass_views, phone_views, settle_views, views

urlpatterns = [
    path("sheets/", views.sheets, name="sheets"),
    path("sheets/list/", views.sheets_list, name="sheets_list"),
    path("sheets/new/", views.open_sheet, name="sheet_open"),
    path("sheets/pass/<str:token>/", phone_views.open_pass, name="sheet_pass"),
    path("sheets/<uuid:sheet_id>/phone/", phone_views.sheet_phone, name="sheet_phone"),
    path("sheets/<uuid:sheet_id>/phone/state/", phone_views.phone_state, name="sheet_phone_state"),
    path("sheets/<uuid:sheet_id>/reports/", phone_views.report, name="sheet_reports"),
    path("sheets/<uuid:sheet_id>/leave/", phone_views.leave, name="sheet_leave"),
    path("sheets/<uuid:sheet_id>/", views.sheet, name="sheet"),
    path("sheets/<uuid:sheet_id>/live/", views.sheet_live, name="sheet_live"),
    path("sheets/<uuid:sheet_id>/hands/<int:hand>/settle/", settle_views.sheet_settle, name="sheet_settle"),
    path("sheets/<uuid:sheet_id>/hands/<int:hand>/clear/", settle_views.sheet_clear, name="sheet_clear"),
    path("sheets/<uuid:sheet_id>/phones/", pass_views.sheet_phones, name="sheet_phones"),
    path("sheets/<uuid:sheet_id>/phones/new/", pass_views.sheet_pass_new, name="sheet_pass_new"),
    path(
        "sheets/<uuid:sheet_id>/phones/<uuid:pass_id>/revoke/", pass_views.sheet_pass_revoke, name="sheet_pass_revoke"
    ),
    path("sheets/<uuid:sheet_id>/hand/", views.sheet_hand, name="sheet_hand"),
    path("sheets/<uuid:sheet_id>/contract/", views.sheet_contract, name="sheet_contract"),
    path("sheets/<uuid:sheet_id>/lift/", views.sheet_lift, name="sheet_lift"),
    path("sheets/<uuid:sheet_id>/withdraw/", views.sheet_withdraw, name="sheet_withdraw"),
    path("sheets/<uuid:sheet_id>/stop/", views.sheet_stop, name="sheet_stop"),
    path("sheets/<uuid:sheet_id>/names/", views.sheet_names, name="sheet_names"),
    path("sheets/<uuid:sheet_id>/irregularity/", views.sheet_irregularities, name="sheet_irregularities"),
    path("sheets/<uuid:sheet_id>/irregularity/<slug:rule>/", views.sheet_ruling, name="sheet_ruling"),
]
