"""Addresses of clubs and their members."""

from django.urls import path

from clubs.members import door_views, log_views, role_views, society_views, views

urlpatterns = [
    path("clubs/", society_views.club_list, name="list"),
    path("clubs/new/", society_views.club_new, name="new"),
    path("clubs/<slug:slug>/", society_views.club_page, name="club"),
    path("clubs/<slug:slug>/settings/", society_views.club_settings, name="settings"),
    path("clubs/<slug:slug>/log/", log_views.log, name="log"),
    path("clubs/<slug:slug>/join/", door_views.join, name="join"),
    path("clubs/<slug:slug>/leave/", door_views.leave, name="leave"),
    path("clubs/<slug:slug>/ask/", door_views.ask, name="ask"),
    path("clubs/<slug:slug>/ask/withdraw/", door_views.ask_withdraw, name="ask_withdraw"),
    path("clubs/<slug:slug>/requests/", door_views.requests, name="requests"),
    path("clubs/<slug:slug>/requests/<uuid:request_id>/", door_views.request_answer, name="request_answer"),
    path("clubs/<slug:slug>/invitations/", door_views.invitations, name="invitations"),
    path(
        "clubs/<slug:slug>/invitations/<uuid:invitation_id>/revoke/",
        door_views.invitation_revoke,
        name="invitation_revoke",
    ),
    path("join/", door_views.code, name="code"),
    path("join/<str:token>/", door_views.invitation, name="invitation"),
    path("claim/<str:token>/", door_views.claim, name="claim"),
    path("clubs/<slug:slug>/members/", views.member_list, name="members"),
    path("clubs/<slug:slug>/members/kept-out/", views.kept_out, name="kept_out"),
    path("clubs/<slug:slug>/members/<uuid:player_id>/", views.member_page, name="member"),
    path("clubs/<slug:slug>/members/<uuid:player_id>/role/", views.member_role, name="member_role"),
    path("clubs/<slug:slug>/members/<uuid:player_id>/suspend/", views.member_suspend, name="member_suspend"),
    path("clubs/<slug:slug>/members/<uuid:player_id>/restore/", views.member_restore, name="member_restore"),
    path("clubs/<slug:slug>/members/<uuid:player_id>/remove/", views.member_remove, name="member_remove"),
    path("clubs/<slug:slug>/guests/new/", views.guest_new, name="guest_new"),
    path("clubs/<slug:slug>/guests/<uuid:player_id>/name/", views.guest_rename, name="guest_rename"),
    path("clubs/<slug:slug>/guests/<uuid:player_id>/link/", views.guest_offer, name="guest_offer"),
    path("clubs/<slug:slug>/guests/<uuid:player_id>/link/withdraw/", views.guest_withdraw, name="guest_withdraw"),
    path("clubs/<slug:slug>/claims/<uuid:claim_id>/undo/", views.guest_release, name="guest_release"),
    path("clubs/<slug:slug>/roles/", role_views.roles, name="roles"),
]
