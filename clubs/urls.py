"""Addresses of people and clubs."""

from django.urls import path

from clubs.calendar.urls import urlpatterns as calendar
from clubs.exchange.urls import urlpatterns as exchange
from clubs.house import views as house
from clubs.ledger.urls import urlpatterns as ledger
from clubs.notices.urls import urlpatterns as notices
from clubs.privacy.urls import urlpatterns as privacy
from clubs.views import choosing, doors, log, members, parts, people, roles, societies, teams

app_name = "clubs"

urlpatterns = [
    path("", people.home, name="home"),
    path("me/", people.me, name="me"),
    *notices,
    *privacy,
    *exchange,
    *ledger,
    path("parts/", parts.parts, name="parts"),
    path("language/", people.language, name="language"),
    path("players/<uuid:player_id>/", people.player_page, name="player"),
    path("clubs/", societies.club_list, name="list"),
    path("clubs/new/", societies.club_new, name="new"),
    path("clubs/<slug:slug>/", societies.club_page, name="club"),
    path("clubs/<slug:slug>/rules/", societies.club_rules, name="rules"),
    path("clubs/<slug:slug>/settings/", societies.club_settings, name="settings"),
    path("clubs/<slug:slug>/log/", log.log, name="log"),
    path("clubs/<slug:slug>/join/", doors.join, name="join"),
    path("clubs/<slug:slug>/leave/", doors.leave, name="leave"),
    path("clubs/<slug:slug>/ask/", doors.ask, name="ask"),
    path("clubs/<slug:slug>/ask/withdraw/", doors.ask_withdraw, name="ask_withdraw"),
    path("clubs/<slug:slug>/requests/", doors.requests, name="requests"),
    path("clubs/<slug:slug>/requests/<uuid:request_id>/", doors.request_answer, name="request_answer"),
    path("clubs/<slug:slug>/invitations/", doors.invitations, name="invitations"),
    path(
        "clubs/<slug:slug>/invitations/<uuid:invitation_id>/revoke/", doors.invitation_revoke, name="invitation_revoke"
    ),
    path("join/", doors.code, name="code"),
    path("join/<str:token>/", doors.invitation, name="invitation"),
    path("claim/<str:token>/", doors.claim, name="claim"),
    path("clubs/<slug:slug>/members/", members.member_list, name="members"),
    path("clubs/<slug:slug>/members/kept-out/", members.kept_out, name="kept_out"),
    path("clubs/<slug:slug>/members/<uuid:player_id>/", members.member_page, name="member"),
    path("clubs/<slug:slug>/members/<uuid:player_id>/role/", members.member_role, name="member_role"),
    path("clubs/<slug:slug>/members/<uuid:player_id>/suspend/", members.member_suspend, name="member_suspend"),
    path("clubs/<slug:slug>/members/<uuid:player_id>/restore/", members.member_restore, name="member_restore"),
    path("clubs/<slug:slug>/members/<uuid:player_id>/remove/", members.member_remove, name="member_remove"),
    path("clubs/<slug:slug>/guests/new/", members.guest_new, name="guest_new"),
    path("clubs/<slug:slug>/guests/<uuid:player_id>/name/", members.guest_rename, name="guest_rename"),
    path("clubs/<slug:slug>/guests/<uuid:player_id>/link/", members.guest_offer, name="guest_offer"),
    path("clubs/<slug:slug>/guests/<uuid:player_id>/link/withdraw/", members.guest_withdraw, name="guest_withdraw"),
    path("clubs/<slug:slug>/claims/<uuid:claim_id>/undo/", members.guest_release, name="guest_release"),
    path("clubs/<slug:slug>/roles/", roles.roles, name="roles"),
    path("clubs/<slug:slug>/house-rules/new/", house.new, name="house_new"),
    path("clubs/<slug:slug>/house-rules/summary/", house.summary, name="house_summary"),
    path("clubs/<slug:slug>/house-rules/<uuid:house_id>/", house.page, name="house"),
    path("clubs/<slug:slug>/house-rules/<uuid:house_id>/change/", house.change, name="house_change"),
    path("clubs/<slug:slug>/house-rules/<uuid:house_id>/freeze/", house.freeze, name="house_freeze"),
    path("clubs/<slug:slug>/house-rules/<uuid:house_id>/retire/", house.retire, name="house_retire"),
    path("clubs/<slug:slug>/players/search/", choosing.player_search, name="player_search"),
    *calendar,
    path("clubs/<slug:slug>/teams/", teams.team_list, name="teams"),
    path("clubs/<slug:slug>/teams/new/", teams.team_new, name="team_new"),
    path("clubs/<slug:slug>/teams/search/", choosing.team_search, name="team_search"),
    path("clubs/<slug:slug>/teams/<uuid:team_id>/", teams.team_page, name="team"),
    path("clubs/<slug:slug>/teams/<uuid:team_id>/name/", teams.team_rename, name="team_rename"),
    path("clubs/<slug:slug>/teams/<uuid:team_id>/join/", teams.team_join, name="team_join"),
    path("clubs/<slug:slug>/teams/<uuid:team_id>/transfer/", teams.team_transfer, name="team_transfer"),
    path("clubs/<slug:slug>/teams/<uuid:team_id>/disband/", teams.team_disband, name="team_disband"),
    path("clubs/<slug:slug>/teams/<uuid:team_id>/<uuid:player_id>/leave/", teams.team_leave, name="team_leave"),
    path("clubs/<slug:slug>/teams/<uuid:team_id>/<uuid:player_id>/captain/", teams.team_captain, name="team_captain"),
    path("clubs/<slug:slug>/teams/<uuid:team_id>/<uuid:player_id>/order/", teams.team_order, name="team_order"),
]
