"""Addresses of the API below `/api/` for clubs, players and access tokens."""

from django.urls import path

from clubs.api import house, people, privacy, tokens

urlpatterns = [
    path("clubs/", people.Clubs.as_view()),
    path("clubs/<slug:slug>/", people.OneClub.as_view()),
    path("clubs/<slug:slug>/members/", people.Members.as_view()),
    path("clubs/<slug:slug>/house-rules/", house.ListOfHouseRules.as_view()),
    path("clubs/<slug:slug>/house-rules/<uuid:house_id>/", house.OneHouseRules.as_view()),
    path("clubs/<slug:slug>/house-rules/<uuid:house_id>/freeze/", house.FreezeHouseRules.as_view()),
    path("clubs/<slug:slug>/house-rules/<uuid:house_id>/retire/", house.RetireHouseRules.as_view()),
    path("players/", people.Players.as_view()),
    path("players/<uuid:player_id>/", people.OnePlayer.as_view()),
    path("me/", people.Myself.as_view()),
    path("me/privacy/", privacy.MyPrivacy.as_view()),
    path("me/copy/", privacy.MyCopy.as_view()),
    path("me/copy/file/", privacy.MyCopyFile.as_view()),
    path("me/erasure/", privacy.MyErasure.as_view()),
    path("tokens/", tokens.Tokens.as_view()),
    path("tokens/<uuid:token_id>/", tokens.Token.as_view()),
]
