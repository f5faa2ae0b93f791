"""Addresses of tournaments."""

from django.urls import path

from tournaments import views
from tournaments.archive import views as archives
from tournaments.delivery import views as delivery
from tournaments.desk import (
    answering,
    doing,
    entering,
    lots,
    opening,
    pairings,
    passing,
    prizes,
    rehearsals,
    scheduling,
    way,
)
from tournaments.desk import views as desk
from tournaments.floor import views as floor
from tournaments.linked import views as linked
from tournaments.overview import following
from tournaments.prints import views as prints
from tournaments.screens import views as screens
from tournaments.webhooks import views as hooks

app_name = "tournaments"

urlpatterns = [
    path("desk/", desk.hall, name="desks"),
    path("desk/result/", answering.report_result, name="report_result"),
    path("desk/announce/", answering.announce, name="announce"),
    path("tournaments/", views.tournament_list, name="list"),
    path("tournaments/mine/", views.mine, name="mine"),
    path("tournaments/now/", views.now, name="now"),
    path("tournaments/team/<uuid:team_id>/", views.of_team, name="of_team"),
    path("tournaments/game/<uuid:stream>/", views.of_game, name="of_game"),
    path("tournaments/floor/<uuid:stream>/", floor.at_stream, name="floor_at"),
    path("tournaments/pass/<str:token>/", passing.entrant_pass, name="entrant_pass"),
    path("tournaments/<slug:slug>/", views.tournament_page, name="tournament"),
    path("tournaments/<slug:slug>/parts/<slug:part>/", delivery.part, name="part"),
    path("tournaments/<slug:slug>/picture.png", linked.picture, name="picture"),
    path("tournaments/<slug:slug>/screen/", screens.screen, name="screen"),
    path("tournaments/<slug:slug>/entries/", entering.entries, name="entries"),
    path("tournaments/<slug:slug>/entries/new/", entering.enter_entrant, name="enter_entrant"),
    path("tournaments/<slug:slug>/entries/passes/", passing.entrant_passes, name="entrant_passes"),
    path("tournaments/<slug:slug>/entries/<int:number>/", entering.entrant, name="entrant"),
    path("tournaments/<slug:slug>/entrants/<int:number>/", way.way, name="way"),
    path("tournaments/<slug:slug>/prizes/", prizes.prizes, name="prizes"),
    path("tournaments/<slug:slug>/prizes/edit/", prizes.edit_prizes, name="edit_prizes"),
    path("tournaments/<slug:slug>/follow/", following.follow_one, name="follow"),
    path("tournaments/<slug:slug>/desk/", desk.desk, name="desk"),
    path("tournaments/<slug:slug>/desk/calls/<int:number>/", answering.answer_call, name="answer_call"),
    path("tournaments/<slug:slug>/desk/calls/take-over/", answering.take_over_calls, name="take_over"),
    path("tournaments/<slug:slug>/desk/arrivals/", answering.note_arrival, name="note_arrival"),
    path(
        "tournaments/<slug:slug>/desk/announcements/<int:number>/withdraw/",
        answering.withdraw_announcement,
        name="withdraw_announcement",
    ),
    path("tournaments/<slug:slug>/desk/sheets/<uuid:sheet>/<int:hand>/", answering.settle_sheet, name="settle_sheet"),
    path("tournaments/<slug:slug>/settings/", opening.settings, name="settings"),
    path("tournaments/<slug:slug>/desk/do/", doing.do_deed, name="do"),
    path("tournaments/<slug:slug>/desk/pairings/<int:stage>/<int:number>/", pairings.pairings, name="pairings"),
    path("tournaments/<slug:slug>/lots/", lots.lots, name="lots"),
    path("tournaments/<slug:slug>/lots/<int:number>/lot.json", lots.lot_file, name="lot_file"),
    path("tournaments/<slug:slug>/schedule/", scheduling.schedule, name="schedule"),
    path("tournaments/<slug:slug>/schedule/edit/", scheduling.edit, name="schedule_edit"),
    path("tournaments/<slug:slug>/schedule/schedule.ics", scheduling.feed, name="schedule_feed"),
    path("tournaments/<slug:slug>/rehearsal/", rehearsals.rehearsal, name="rehearsal"),
    path("tournaments/<slug:slug>/what-if/", desk.what_if, name="what_if"),
    path("tournaments/<slug:slug>/paper/", prints.paper, name="paper"),
    path("tournaments/<slug:slug>/paper/<slug:document>.<slug:form>", prints.document, name="print"),
    path("tournaments/<slug:slug>/archive/", archives.archive, name="archive"),
    path("tournaments/<slug:slug>/archive/make/", archives.make, name="make_archive"),
    path("tournaments/<slug:slug>/archive/state/", archives.archive_state, name="archive_state"),
    path("tournaments/<slug:slug>/archive/<uuid:archive_id>/", archives.archive_file, name="archive_file"),
    path("tournaments/<slug:slug>/history/", desk.history, name="history"),
    path("tournaments/<slug:slug>/history/<int:version>/undo/", doing.undo_deed, name="undo"),
    path("tournaments/<slug:slug>/matches/<int:number>/", desk.match, name="match"),
    path("tournaments/<slug:slug>/matches/<int:number>/floor/", floor.floor_of_match, name="floor"),
    path("clubs/<slug:slug>/screen/", screens.hall, name="hall"),
    path("clubs/<slug:slug>/webhooks/", hooks.webhooks, name="webhooks"),
    path("clubs/<slug:slug>/webhooks/<uuid:webhook_id>/", hooks.webhook, name="webhook"),
    path("clubs/<slug:slug>/tournaments/open/", opening.open_new, name="open"),
    path("clubs/<slug:slug>/tournaments/winners/", views.winners_of_club, name="winners_of_club"),
]
