"""Addresses of the API of tournaments."""

from django.urls import path

from tournaments.api import directing, floor, listing, prints, prizes, reading, rehearsing, scheduling, webhooks

urlpatterns = [
    path("clubs/<slug:slug>/webhooks/", webhooks.WebhooksOfClub.as_view()),
    path("clubs/<slug:slug>/webhooks/<uuid:webhook_id>/", webhooks.OneWebhook.as_view()),
    path("clubs/<slug:slug>/webhooks/<uuid:webhook_id>/rotate/", webhooks.RotatedSecret.as_view()),
    path("clubs/<slug:slug>/webhooks/<uuid:webhook_id>/enable/", webhooks.EnabledWebhook.as_view()),
    path("clubs/<slug:slug>/webhooks/<uuid:webhook_id>/ping/", webhooks.TrialMessages.as_view()),
    path("clubs/<slug:slug>/webhooks/<uuid:webhook_id>/messages/", webhooks.MessagesOfWebhook.as_view()),
    path(
        "clubs/<slug:slug>/webhooks/<uuid:webhook_id>/messages/<uuid:message>/resend/", webhooks.ResentMessage.as_view()
    ),
    path("tournaments/", listing.ListOfTournaments.as_view()),
    path("tournaments/open/", directing.Tournaments.as_view()),
    path("tournaments/<slug:slug>/", listing.OneTournament.as_view()),
    path("tournaments/<slug:slug>/state/", reading.OneLog.as_view()),
    path("tournaments/<slug:slug>/stages/<int:stage>/standings/", reading.StandingsOfStage.as_view()),
    path("tournaments/<slug:slug>/stages/<int:stage>/rounds/", reading.RoundsOfStage.as_view()),
    *(path(f"tournaments/<slug:slug>/lists/{name}/", view.as_view()) for name, view in prints.LISTS.items()),
    path("tournaments/<slug:slug>/calls/", floor.Calls.as_view()),
    path("tournaments/<slug:slug>/calls/<int:number>/", floor.OneCall.as_view()),
    path("tournaments/<slug:slug>/calls/<int:number>/claim/", floor.ClaimedCall.as_view()),
    path("tournaments/<slug:slug>/calls/<int:number>/release/", floor.ReleasedCall.as_view()),
    path("tournaments/<slug:slug>/calls/<int:number>/close/", floor.ClosedCall.as_view()),
    path("tournaments/<slug:slug>/calls/<int:number>/withdraw/", floor.WithdrawnCall.as_view()),
    path("tournaments/<slug:slug>/announcements/", floor.Announcements.as_view()),
    path("tournaments/<slug:slug>/announcements/<int:number>/withdraw/", floor.WithdrawnAnnouncement.as_view()),
    path("tournaments/<slug:slug>/arrivals/", floor.Arrivals.as_view()),
    path("tournaments/<slug:slug>/schedule/", scheduling.ScheduleOfTournament.as_view()),
    path("tournaments/<slug:slug>/schedule/proposals/", scheduling.ScheduleProposals.as_view()),
    path("tournaments/<slug:slug>/schedule/clashes/", scheduling.ClashesOfTournament.as_view()),
    path("tournaments/<slug:slug>/passes/", scheduling.PassesOfTournament.as_view()),
    path("tournaments/<slug:slug>/passes/<uuid:pass_id>/revoked/", scheduling.PassOfTournamentRevoked.as_view()),
    path("tournaments/<slug:slug>/prizes/", prizes.PrizesOfTournament.as_view()),
    path("tournaments/<slug:slug>/followed/", prizes.FollowedInTournament.as_view()),
    path("tournaments/<slug:slug>/log/", reading.EventsOfTournament.as_view()),
    path("tournaments/<slug:slug>/entrants/", directing.Entrants.as_view()),
    path("tournaments/<slug:slug>/deeds/", directing.Deeds.as_view()),
    path("tournaments/<slug:slug>/undo/", directing.Undone.as_view()),
    path("tournaments/<slug:slug>/rehearsal/", rehearsing.RehearsalOfTournament.as_view()),
    path("tournaments/<slug:slug>/previews/", directing.Previews.as_view()),
]
