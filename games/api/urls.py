"""Addresses of the API below `/api/` for tables, hands, disputes and rule sets."""

from django.urls import path

from games.api import chat, hands, meanings, play, rules, seats, sheets, tables

urlpatterns = [
    path("rules/", rules.ListOfRules.as_view()),
    path("rules/<str:rules_id>/", rules.OneRuleSet.as_view()),
    path("tables/", tables.Tables.as_view()),
    path("tables/<uuid:table_id>/", tables.OneTable.as_view()),
    path("tables/<uuid:table_id>/view/", tables.View.as_view()),
    path("tables/<uuid:table_id>/happenings/", tables.HappeningsOfTable.as_view()),
    path("tables/<uuid:table_id>/seats/<int:seat>/take/", seats.TakeSeat.as_view()),
    path("tables/<uuid:table_id>/seats/<int:seat>/substitute/", seats.TakeSeatOver.as_view()),
    path("tables/<uuid:table_id>/seats/<int:seat>/bot/", seats.SeatBot.as_view()),
    path("tables/<uuid:table_id>/leave/", seats.Leave.as_view()),
    path("tables/<uuid:table_id>/return/", seats.Return.as_view()),
    path("tables/<uuid:table_id>/pause/", seats.Pause.as_view()),
    path("tables/<uuid:table_id>/deal/", seats.Deal.as_view()),
    path("tables/<uuid:table_id>/actions/", play.Actions.as_view()),
    path("tables/<uuid:table_id>/claim/", play.Claims.as_view()),
    path("tables/<uuid:table_id>/concede/", play.Concessions.as_view()),
    path("tables/<uuid:table_id>/meanings/", meanings.Meanings.as_view()),
    path("tables/<uuid:table_id>/meanings/additions/", meanings.Additions.as_view()),
    path("tables/<uuid:table_id>/rulings/", sheets.TableRulings.as_view()),
    path("tables/<uuid:table_id>/entropy/", play.Entropies.as_view()),
    path("tables/<uuid:table_id>/chat/", chat.Chat.as_view()),
    path("tables/<uuid:table_id>/hands/", hands.Hands.as_view()),
    path("tables/<uuid:table_id>/hands/<int:number>/", hands.OneHand.as_view()),
    path("tables/<uuid:table_id>/hands/<int:number>/dispute/", hands.DisputeHand.as_view()),
    path("tables/<uuid:table_id>/record/", hands.RecordOfTable.as_view()),
    path("disputes/<uuid:dispute_id>/", hands.OneDispute.as_view()),
    path("sheets/", sheets.Sheets.as_view()),
    path("sheets/<uuid:sheet_id>/", sheets.OneSheet.as_view()),
    path("sheets/<uuid:sheet_id>/irregularities/", sheets.IrregularitiesOfSheet.as_view()),
    path("sheets/<uuid:sheet_id>/contract/", sheets.SheetContracts.as_view()),
    path("sheets/<uuid:sheet_id>/hands/", sheets.SheetHands.as_view()),
    path("sheets/<uuid:sheet_id>/rulings/", sheets.SheetRulings.as_view()),
    path("sheets/<uuid:sheet_id>/cards/", sheets.SheetCards.as_view()),
    path("sheets/<uuid:sheet_id>/withdraw/", sheets.SheetWithdrawals.as_view()),
    path("sheets/<uuid:sheet_id>/end/", sheets.SheetEnd.as_view()),
]
