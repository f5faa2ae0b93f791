"""Addresses of clubs' calendars."""

from django.urls import path

from clubs.calendar import views

urlpatterns = [
    path("calendar/mine/", views.mine, name="calendar_mine"),
    path("clubs/<slug:slug>/calendar/", views.page, name="calendar"),
    path("clubs/<slug:slug>/calendar.ics", views.subscription, name="calendar_feed"),
    path("clubs/<slug:slug>/calendar/next/", views.coming, name="calendar_next"),
    path("clubs/<slug:slug>/calendar/new/", views.new, name="meeting_new"),
    path("clubs/<slug:slug>/calendar/<uuid:meeting_id>/change/", views.change, name="meeting_change"),
    path("clubs/<slug:slug>/calendar/<uuid:meeting_id>/off/", views.call_off, name="meeting_off"),
    path("clubs/<slug:slug>/calendar/<uuid:meeting_id>/<slug:day>/", views.meeting, name="meeting"),
    path("clubs/<slug:slug>/calendar/<uuid:meeting_id>/<slug:day>/answer/", views.answer, name="meeting_answer"),
    path("clubs/<slug:slug>/calendar/<uuid:meeting_id>/<slug:day>/move/", views.move, name="meeting_move"),
    path("clubs/<slug:slug>/calendar/<uuid:meeting_id>/<slug:day>/off/", views.call_off_day, name="meeting_day_off"),
    path("clubs/<slug:slug>/calendar/<uuid:meeting_id>/<slug:day>/on/", views.restore_day, name="meeting_day_on"),
]
