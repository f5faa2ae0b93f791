"""The address of a hand that is written down."""

from django.urls import path

from games.transcripts import views

urlpatterns = [
    path("sheets/<uuid:sheet_id>/hands/<int:number>/transcript/", views.transcript, name="transcript"),
]
