"""Members of a club, their roles and suspensions, players without an account, the log: as the table of roles allows."""

from datetime import date, datetime
from functools import partial
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL, Paging, created, described, page_of, published
from clubs.api.common import ClubView, PublicClubView, club_of, judged, no_member, place_of
from clubs.api.people import PlayerRef, Search, player_ref
from clubs.api.problems import Problem
from clubs.members import selectors
from clubs.members.guests import claim_guest, make_guest, offer_claim, release_guest, rename_guest, withdraw_claim
from clubs.members.offices import give_office, remove_member, restore_member, suspend_member
from clubs.members.selectors import LogLine
from clubs.members.societies import leave_club
from clubs.models import GuestClaim, Membership, Player
from clubs.officers.permissions import allowed, require

operation = partial(described, tag="clubs")

Role = Literal["guest", "player", "scorer", "director", "secretary", "owner"]
Name = Annotated[str, msgspec.Meta(max_length=40, pattern=NO_NUL)]
Reason = Annotated[str, msgspec.Meta(max_length=200, pattern=NO_NUL)]


class MemberShown(msgspec.Struct, frozen=True):
    """A member of a club.

    Attributes:
        player: Who it is.
        role: What the member may do.
        joined_at: Since when.
        has_account: Whether it is a person with an account or a bot; if not, the club keeps the name.
        suspended: The member may do nothing for the time; told to the member and to who suspends members.
        suspended_until: The last day of it; nothing: until an officer ends it.
        reason: Why, told to the same.
    """

    player: PlayerRef
    role: str
    joined_at: datetime
    has_account: bool
    suspended: bool = False
    suspended_until: date | None = None
    reason: str = ""


class MemberQuery(Paging):
    """Which members; `role` may be `suspended` for who suspends members."""

    search: Search = ""
    role: Literal["", "guest", "player", "scorer", "director", "secretary", "owner", "suspended"] = ""


class RoleWish(msgspec.Struct, forbid_unknown_fields=True):
    """The role that a member is given."""

    role: Role


class SuspensionWish(msgspec.Struct, forbid_unknown_fields=True):
    """Why a member is suspended, and the last day of it; without one it lasts until an officer ends it."""

    reason: Reason
    until: date | None = None


class RemovalQuery(msgspec.Struct, forbid_unknown_fields=True):
    """How a member is removed."""

    reason: Annotated[str, msgspec.Meta(max_length=200, pattern=NO_NUL, description="Why; the log keeps it.")] = ""
    stay_out: Annotated[bool, msgspec.Meta(description="Whether an officer has to allow it before they return.")] = (
        False
    )


class GuestWish(msgspec.Struct, forbid_unknown_fields=True):
    """What the club calls a player without an account."""

    name: Name


class GuestLink(msgspec.Struct, frozen=True):
    """The link by which one account takes over a player without one."""

    token: str
    page: str
    expires_at: datetime


class ClaimWish(msgspec.Struct, forbid_unknown_fields=True):
    """The secret part of a link for a player without an account."""

    token: Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)]


class ClaimShown(msgspec.Struct, frozen=True):
    """That an account took over a player without one; `name` is what the club called it."""

    id: UUID
    name: str
    guest: UUID
    player: PlayerRef
    claimed_at: datetime


class KeptOutShown(msgspec.Struct, frozen=True):
    """Somebody whom no door lets into the club; `until` is the last day of it."""

    player: PlayerRef
    since: datetime
    until: date | None


class ActShown(msgspec.Struct, frozen=True):
    """Something an officer did.

    Attributes:
        id: Its number; later acts have higher ones.
        action: A stable word for it.
        sentence: The same for people.
        actor: The officer.
        subject: Whom it concerns, or nothing.
        details: Ids, codes and numbers that say the rest.
        reason: Why, in the officer's words.
        done_at: When.
    """

    id: int
    action: str
    sentence: str
    actor: PlayerRef
    subject: PlayerRef | None
    details: dict[str, Any]
    reason: str
    done_at: datetime


class LogQuery(Paging):
    """Which acts: by officers and about members with these texts in the name, and of this action."""

    officer: Search = ""
    member: Search = ""
    action: Annotated[str, msgspec.Meta(max_length=40, pattern=NO_NUL, description="Only this action.")] = ""


MemberPage = page_of(MemberShown)
ClaimPage = page_of(ClaimShown)
KeptOutPage = page_of(KeptOutShown)
ActPage = page_of(ActShown)


def member_shown(place: Membership, viewer: Player | None, can: frozenset[str], *, why: bool = False) -> MemberShown:
    """Return a member as the viewer may know one; `why` reads the reason of a suspension too."""
    told = "suspend_members" in can or viewer == place.player
    suspended = told and selectors.is_suspended_now(place)
    return MemberShown(
        player=player_ref(place.player),
        role=place.role,
        joined_at=place.joined_at,
        has_account=place.player.kept_by_id is None,
        suspended=suspended,
        suspended_until=place.suspended_until if suspended else None,
        reason=selectors.suspension_reason(place) if suspended and why else "",
    )


class Members(PublicClubView):
    """The members of a club."""

    @operation("clubs_members_list", MemberPage, parameters=MemberQuery)
    def get(self, request: Request, slug: str) -> Response:
        """List the members of a club by name, without those who are in no list that you see."""
        asked, club, viewer = self.asked(MemberQuery), club_of(slug), self.player()
        can = allowed(viewer, club)
        found = selectors.roster(club=club, viewer=viewer, search=asked.search, role=asked.role)
        return self.page(found, MemberPage, asked, lambda rows: [member_shown(row, viewer, can) for row in rows])


class OneMember(PublicClubView):
    """A member of a club."""

    def _answer(self, place: Membership) -> Response:
        viewer = self.player()
        return Response(member_shown(place, viewer, allowed(viewer, place.club), why=True))

    @operation("clubs_members_retrieve", MemberShown)
    def get(self, request: Request, slug: str, player_id: UUID) -> Response:
        """Show a member, to who sees this one in the list; a suspension and its reason to the member and officers."""
        place = place_of(slug, player_id)
        if not selectors.roster(club=place.club, viewer=self.player()).filter(pk=place.pk).exists():
            raise no_member()
        return self._answer(place)

    @operation("clubs_members_update", MemberShown, body=RoleWish)
    def patch(self, request: Request, slug: str, player_id: UUID) -> Response:
        """Give a member another role: for owners. The last owner stays one."""
        place, by = place_of(slug, player_id), self.require_player()
        wish = self.read(RoleWish)
        judged(lambda: give_office(club=place.club, by=by, player=place.player, role=wish.role))
        return self._answer(place_of(slug, player_id))

    @operation("clubs_members_destroy", parameters=RemovalQuery)
    def delete(self, request: Request, slug: str, player_id: UUID) -> Response:
        """Remove a member, or leave the club yourself. Results, the ledger and places in teams stay."""
        place, by = place_of(slug, player_id), self.require_player()
        asked = self.asked(RemovalQuery)
        if place.player == by:
            judged(lambda: leave_club(club=place.club, player=by))
        else:
            judged(
                lambda: remove_member(
                    club=place.club, by=by, player=place.player, reason=asked.reason, stay_out=asked.stay_out
                )
            )
        return Response(status=204)


class Suspension(ClubView):
    """The suspension of a member."""

    @operation("clubs_members_suspend", MemberShown, body=SuspensionWish)
    def put(self, request: Request, slug: str, player_id: UUID) -> Response:
        """Suspend a member, or change the last day: for secretaries and owners; an owner only by another owner."""
        place, by = place_of(slug, player_id), self.require_player()
        wish = self.read(SuspensionWish)
        judged(
            lambda: suspend_member(club=place.club, by=by, player=place.player, reason=wish.reason, until=wish.until)
        )
        place = place_of(slug, player_id)
        return Response(member_shown(place, by, allowed(by, place.club), why=True))

    @operation("clubs_members_restore")
    def delete(self, request: Request, slug: str, player_id: UUID) -> Response:
        """End a suspension, also of somebody who has left since and is kept out."""
        club, by = club_of(slug), self.require_player()
        player = Player.objects.filter(pk=player_id).first()
        if player is None:
            raise Problem("not-found", _("There is no such player."))
        judged(lambda: restore_member(club=club, by=by, player=player))
        return Response(status=204)


class KeptOutList(ClubView):
    """Who cannot come in for now."""

    @operation("clubs_kept_out_list", KeptOutPage, parameters=Paging)
    def get(self, request: Request, slug: str) -> Response:
        """List who is no member and let in by no door: for who suspends members."""
        club, asked = club_of(slug), self.asked(Paging)
        require(self.require_player(), "suspend_members", club)
        return self.page(selectors.kept_out(club), KeptOutPage, asked)


class Guests(ClubView):
    """Players without an account."""

    @operation("clubs_guests_create", {201: MemberShown}, body=GuestWish)
    def post(self, request: Request, slug: str) -> Response:
        """Put a player without an account on the list, to stand in teams and results: for secretaries and owners."""
        club, by = club_of(slug), self.require_player()
        wish = self.read(GuestWish)
        guest = judged(lambda: make_guest(club=club, by=by, name=wish.name))
        place = place_of(slug, guest.pk)
        return created(member_shown(place, by, allowed(by, club)), f"/api/clubs/{slug}/members/{guest.pk}/")


class OneGuest(ClubView):
    """A player without an account."""

    @operation("clubs_guests_update", MemberShown, body=GuestWish)
    def patch(self, request: Request, slug: str, player_id: UUID) -> Response:
        """Change what the club calls a player without an account."""
        place, by = place_of(slug, player_id), self.require_player()
        wish = self.read(GuestWish)
        judged(lambda: rename_guest(club=place.club, by=by, guest=place.player, name=wish.name))
        place = place_of(slug, player_id)
        return Response(member_shown(place, by, allowed(by, place.club)))


class GuestLinks(ClubView):
    """The link for a player without an account."""

    @operation("clubs_guests_offer", {201: GuestLink})
    def post(self, request: Request, slug: str, player_id: UUID) -> Response:
        """Make the link by which one account takes over the player; an earlier link stops working."""
        place, by = place_of(slug, player_id), self.require_player()
        claim = judged(lambda: offer_claim(club=place.club, by=by, guest=place.player))
        token = selectors.claim_token(claim)
        page = reverse("clubs:claim", args=[token])
        return created(GuestLink(token, page, claim.expires_at), page)

    @operation("clubs_guests_withdraw")
    def delete(self, request: Request, slug: str, player_id: UUID) -> Response:
        """Take the link back."""
        place, by = place_of(slug, player_id), self.require_player()
        judged(lambda: withdraw_claim(club=place.club, by=by, guest=place.player))
        return Response(status=204)


class TakeOver(ClubView):
    """Taking over a player without an account."""

    @operation("guests_claim", ClaimShown, body=ClaimWish, tag="players")
    def post(self, request: Request) -> Response:
        """Take over a player without an account by the link that the club gave you: its history is yours then."""
        player = self.require_player()
        claim = selectors.find_claim(self.read(ClaimWish).token)
        if claim is None:
            raise Problem("not-found", _("There is no such link."))
        judged(lambda: claim_guest(claim_id=claim.pk, player=player))
        claim.refresh_from_db()
        return Response(_claim_shown(claim))


def _claim_shown(claim: GuestClaim) -> ClaimShown:
    return published(ClaimShown, claim, guest=claim.guest_id, player=claim.claimed_by)


class Claims(ClubView):
    """The players without an account whom accounts took over."""

    @operation("clubs_claims_list", ClaimPage, parameters=Paging)
    def get(self, request: Request, slug: str) -> Response:
        """List which accounts took over players without one, the latest first: for owners."""
        club, asked = club_of(slug), self.asked(Paging)
        require(self.require_player(), "give_offices", club)
        return self.page(selectors.claims(club), ClaimPage, asked, lambda rows: map(_claim_shown, rows))


class OneClaim(ClubView):
    """That an account took over a player without one."""

    @operation("clubs_claims_undo")
    def delete(self, request: Request, slug: str, claim_id: UUID) -> Response:
        """Undo it within 30 days: for owners. The player is the club's again, with its name, teams and results."""
        club, by = club_of(slug), self.require_player()
        if not GuestClaim.objects.filter(pk=claim_id, club=club).exists():
            raise Problem("not-found", _("There is no such link."))
        judged(lambda: release_guest(claim_id=claim_id, by=by))
        return Response(status=204)


class Log(ClubView):
    """The officers' log."""

    @operation("clubs_log_list", ActPage, parameters=LogQuery)
    def get(self, request: Request, slug: str) -> Response:
        """List what officers did, the latest first: for directors, secretaries and owners. Nobody can change it."""
        club, asked = club_of(slug), self.asked(LogQuery)
        require(self.require_player(), "see_log", club)
        found = selectors.acts(club=club, officer=asked.officer, action=asked.action, member=asked.member)
        return self.page(found, ActPage, asked, lambda rows: map(_act_shown, selectors.log_lines(rows)))


def _act_shown(line: LogLine) -> ActShown:
    return published(ActShown, line.act, sentence=line.sentence, reason=line.reason)
