"""How people come into a club: the open door, requests to its officers, invitations by link and by code."""

from datetime import datetime
from functools import partial
from typing import Annotated
from uuid import UUID

import msgspec
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL, Paging, created, described, page_of, published
from clubs.api.common import ClubView, club_of, judged
from clubs.api.members import MemberShown, Role, member_shown
from clubs.api.people import PlayerRef
from clubs.api.problems import Problem
from clubs.base import keys
from clubs.base.networks import IPV6_SITE_PREFIX, network_of_request
from clubs.members import selectors
from clubs.members.doors import (
    MOST_DAYS,
    MOST_PLACES,
    WORD_LENGTH,
    accept_invitation,
    answer_request,
    ask_to_join,
    find_by_code,
    make_invitation,
    revoke_invitation,
    withdraw_request,
)
from clubs.members.societies import join_club
from clubs.models import Invitation, JoinRequest, Membership
from clubs.officers.permissions import allowed, require

operation = partial(described, tag="clubs")


class RequestWish(msgspec.Struct, forbid_unknown_fields=True):
    """A word to the officers: who you are, or who knows you."""

    word: Annotated[str, msgspec.Meta(max_length=WORD_LENGTH, pattern=NO_NUL)] = ""


class RequestShown(msgspec.Struct, frozen=True):
    """Somebody who asks to be let in; `admitted` is the answer, nothing while there is none."""

    id: UUID
    player: PlayerRef
    word: str
    asked_at: datetime
    admitted: bool | None


class AnswerWish(msgspec.Struct, forbid_unknown_fields=True):
    """Whether somebody who asks is let in."""

    admitted: bool


class InvitationWish(msgspec.Struct, forbid_unknown_fields=True):
    """An invitation to be made.

    Attributes:
        role: The role that it gives; an office only if you give offices, and never an owner's.
        places: How many may use it.
        days: How many days it lasts.
    """

    role: Role = "player"
    places: Annotated[int, msgspec.Meta(ge=1, le=MOST_PLACES)] = 1
    days: Annotated[int, msgspec.Meta(ge=1, le=MOST_DAYS)] = 14


class InvitationUseShown(msgspec.Struct, frozen=True):
    """Who came in by an invitation, and when."""

    player: PlayerRef
    used_at: datetime


class InvitationShown(msgspec.Struct, frozen=True):
    """An invitation.

    Attributes:
        id: Its id, which lets nobody in.
        role: The role that it gives.
        places: How many may use it.
        used: How many have.
        live: Somebody can still join by it; only then `code` and `page` are shown.
        code: The ten digits to read out.
        page: The address of its page on this server.
        made_by: The officer who made it.
        made_at: When.
        expires_at: When it ends by itself.
        revoked_at: When it was taken back, or nothing.
        uses: Who came in by it last, 25 at most.
    """

    id: UUID
    role: str
    places: int
    used: int
    live: bool
    code: str
    page: str
    made_by: PlayerRef
    made_at: datetime
    expires_at: datetime
    revoked_at: datetime | None
    uses: tuple[InvitationUseShown, ...]


class AcceptWish(msgspec.Struct, forbid_unknown_fields=True):
    """An invitation by its code, or by the last part of its page's address.

    Attributes:
        code: The ten digits; blanks and hyphens between them do not matter.
        token: The 43 characters after `/join/`.
    """

    code: Annotated[str, msgspec.Meta(max_length=40, pattern=NO_NUL)] = ""
    token: Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)] = ""


class Joined(msgspec.Struct, frozen=True):
    """The club that one has joined, and as what."""

    club: str
    member: MemberShown


RequestPage = page_of(RequestShown)
InvitationPage = page_of(InvitationShown)


def _joined(place: Membership) -> Response:
    member = member_shown(place, place.player, allowed(place.player, place.club))
    return created(Joined(place.club.slug, member), f"/api/clubs/{place.club.slug}/members/{place.player_id}/")


def _shown(row: Invitation) -> InvitationShown:
    live = selectors.is_live(row)
    return published(
        InvitationShown,
        row,
        live=live,
        code=keys.code_of("invitation", row.pk) if live else "",
        page=reverse("clubs:invitation", args=[selectors.invitation_token(row)]) if live else "",
        uses=getattr(row, "last_uses", ()),
    )


class Join(ClubView):
    """The open door of a club."""

    @operation("clubs_join", {201: Joined})
    def post(self, request: Request, slug: str) -> Response:
        """Join a club that anybody may join."""
        club, player = club_of(slug), self.require_player()
        return _joined(judged(lambda: join_club(club=club, player=player)))


class Requests(ClubView):
    """Requests to join."""

    @operation("clubs_requests_list", RequestPage, parameters=Paging)
    def get(self, request: Request, slug: str) -> Response:
        """List who waits to be let in, the longest waiting first: for who lets people in."""
        club, asked = club_of(slug), self.asked(Paging)
        require(self.require_player(), "admit_members", club)
        return self.page(selectors.open_requests(club), RequestPage, asked)

    @operation("clubs_requests_create", {201: RequestShown}, body=RequestWish)
    def post(self, request: Request, slug: str) -> Response:
        """Ask the officers to let you in; again: with another word."""
        club, player = club_of(slug), self.require_player()
        wish = self.read(RequestWish)
        made = judged(lambda: ask_to_join(club=club, player=player, word=wish.word))
        return created(published(RequestShown, made), f"/api/clubs/{slug}/requests/{made.pk}/")


def _request(slug: str, request_id: UUID) -> JoinRequest:
    found = JoinRequest.objects.select_related("player").filter(pk=request_id, club=club_of(slug)).first()
    if found is None:
        raise Problem("not-found", _("There is no such request."))
    return found


class OneRequest(ClubView):
    """A request to join."""

    @operation("clubs_requests_answer", RequestShown, body=AnswerWish)
    def post(self, request: Request, slug: str, request_id: UUID) -> Response:
        """Answer a request: for who lets people in. It is answered once."""
        asked, by = _request(slug, request_id), self.require_player()
        wish = self.read(AnswerWish)
        answered = judged(lambda: answer_request(request_id=asked.pk, by=by, admitted=wish.admitted))
        return Response(published(RequestShown, answered))

    @operation("clubs_requests_withdraw")
    def delete(self, request: Request, slug: str, request_id: UUID) -> Response:
        """Take your own request back."""
        asked, player = _request(slug, request_id), self.require_player()
        judged(lambda: withdraw_request(request_id=asked.pk, player=player))
        return Response(status=204)


class Invitations(ClubView):
    """The invitations of a club."""

    @operation("clubs_invitations_list", InvitationPage, parameters=Paging)
    def get(self, request: Request, slug: str) -> Response:
        """List the invitations with their codes and who used them, the newest first: for who lets people in."""
        club, asked = club_of(slug), self.asked(Paging)
        require(self.require_player(), "admit_members", club)
        return self.page(selectors.invitations(club), InvitationPage, asked, lambda rows: map(_shown, rows))

    @operation("clubs_invitations_create", {201: InvitationShown}, body=InvitationWish)
    def post(self, request: Request, slug: str) -> Response:
        """Make an invitation: a page's address and a code by which people join the club."""
        club, by = club_of(slug), self.require_player()
        wish = self.read(InvitationWish)
        made = judged(lambda: make_invitation(club=club, by=by, **msgspec.structs.asdict(wish)))
        return created(_shown(made), f"/api/clubs/{slug}/invitations/{made.pk}/")


class OneInvitation(ClubView):
    """An invitation of a club."""

    @operation("clubs_invitations_revoke")
    def delete(self, request: Request, slug: str, invitation_id: UUID) -> Response:
        """Take an invitation back: nobody joins by it any more, and who has joined stays."""
        club, by = club_of(slug), self.require_player()
        if not Invitation.objects.filter(pk=invitation_id, club=club).exists():
            raise Problem("not-found", _("There is no such invitation."))
        judged(lambda: revoke_invitation(invitation_id=invitation_id, by=by))
        return Response(status=204)


class AcceptInvitation(ClubView):
    """Accepting an invitation."""

    @operation("invitations_accept", {201: Joined}, body=AcceptWish)
    def post(self, request: Request) -> Response:
        """Join a club by an invitation, by its code or its token. After ten wrong codes wait ten minutes."""
        player = self.require_player()
        wish = self.read(AcceptWish)
        if wish.token:
            found = selectors.find_invitation(wish.token)
            if found is None:
                raise Problem("not-found", _("There is no such invitation."))
        else:
            network = network_of_request(request._request, IPV6_SITE_PREFIX)
            found = judged(
                lambda: find_by_code(code=wish.code, guesser=str(player.pk), network=network),
            )
        return _joined(judged(lambda: accept_invitation(invitation_id=found.pk, player=player)))
