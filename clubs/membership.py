"""What pages and the API read of members, of who wants to come in, and of the officers' log."""

from collections.abc import Iterable
from dataclasses import dataclass
from string import Formatter
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubs import keys
from clubs.acts import ACTIONS, WORDS
from clubs.days import today_in
from clubs.models import (
    Club,
    GuestClaim,
    Invitation,
    InvitationUse,
    JoinRequest,
    KeptOut,
    Membership,
    OfficerAct,
    Player,
)
from clubs.permissions import PERMISSIONS, may
from clubs.privacy.selectors import hidden_players
from clubs.selectors import active

SUSPENDED = "suspended"
"""The filter of members that is no role."""
SHOWN_USES = 25
"""So many of those who used an invitation are named with it."""
GONE = "\u2013"


def roster(*, club: Club, viewer: Player | None, search: str = "", role: str = "") -> QuerySet[Membership]:
    """Return the club's members by name, with their players, as far as one may see them.

    Args:
        club: The club.
        viewer: Who looks; officers who let people in see everybody.
        search: Only names that contain this.
        role: Only this role, or `SUSPENDED`, which finds nobody for who may not suspend members.
    """
    found = Membership.objects.filter(club=club).select_related("player", "club").order_by("player__name", "pk")
    if not may(viewer, "admit_members", club):
        # Of the club's own people only: elsewhere there may be very many.
        hidden = hidden_players(viewer, "lists").filter(memberships__club=club)
        found = found.exclude(player__in=hidden.values("pk"))
    if search:
        found = found.filter(player__name__icontains=search)
    if role == SUSPENDED:
        return found.exclude(active()) if may(viewer, "suspend_members", club) else found.none()
    return found.filter(role=role) if role else found


def is_suspended_now(membership: Membership) -> bool:
    """Tell whether a membership that was read already is suspended on this day in its club."""
    until = membership.suspended_until
    return membership.suspended_at is not None and (until is None or until >= today_in(membership.club))


def suspension_reason(membership: Membership) -> str:
    """Return why a member is suspended, in the officer's words; empty where they are gone."""
    act = (
        OfficerAct.objects.filter(club=membership.club_id, subject=membership.player_id, action="member.suspended")
        .select_related("given_reason")
        .first()
    )
    return act.reason if act is not None else ""


def open_requests(club: Club) -> QuerySet[JoinRequest]:
    """Return who waits to be let in, the longest waiting first."""
    return JoinRequest.objects.filter(club=club, answered_at=None).select_related("player")


def request_of(*, club: Club, player: Player | None) -> JoinRequest | None:
    """Return a player's request that nobody has answered yet."""
    return JoinRequest.objects.filter(club=club, player=player, answered_at=None).first() if player else None


def kept_out(club: Club) -> QuerySet[KeptOut]:
    """Return who cannot come in for now though they are no members."""
    return KeptOut.objects.filter(club=club).exclude(until__lt=today_in(club)).select_related("player")


def invitations(club: Club) -> QuerySet[Invitation]:
    """Return the club's invitations, the newest first, with their makers and, as `last_uses`, who used them last."""
    uses = InvitationUse.objects.select_related("player").order_by("-used_at", "-pk")[:SHOWN_USES]
    found = Invitation.objects.filter(club=club).select_related("made_by")
    return found.prefetch_related(Prefetch("uses", uses, to_attr="last_uses"))


def is_live(invitation: Invitation) -> bool:
    """Tell whether somebody can still join by an invitation."""
    return (
        invitation.revoked_at is None and invitation.expires_at > timezone.now() and invitation.used < invitation.places
    )


def invitation_token(invitation: Invitation) -> str:
    """Return the secret part of an invitation's link."""
    return keys.token_of("invitation", invitation.pk)


def invitation_code(invitation: Invitation) -> str:
    """Return the code of an invitation as it is read aloud."""
    return keys.spaced(keys.code_of("invitation", invitation.pk))


def find_invitation(token: str) -> Invitation | None:
    """Return the invitation that a link leads to, whether it is good still or not."""
    row = keys.row_of("invitation", token)
    return Invitation.objects.select_related("club", "made_by").filter(pk=row).first() if row else None


def claim_token(claim: GuestClaim) -> str:
    """Return the secret part of the link by which an account takes over a guest."""
    return keys.token_of("guest-claim", claim.pk)


def find_claim(token: str) -> GuestClaim | None:
    """Return what a link for a guest leads to, whether it is good still or not."""
    row = keys.row_of("guest-claim", token)
    found = GuestClaim.objects.select_related("club", "guest", "made_by", "claimed_by")
    return found.filter(pk=row).first() if row else None


def live_claim(guest: Player) -> GuestClaim | None:
    """Return the link for a guest that can be used now."""
    return GuestClaim.objects.filter(
        guest=guest, claimed_at=None, withdrawn_at=None, expires_at__gt=timezone.now()
    ).first()


def claims(club: Club) -> QuerySet[GuestClaim]:
    """Return the claims of guests of the club, the latest first, those undone left out."""
    found = GuestClaim.objects.filter(club=club, claimed_at__isnull=False, undone_at=None)
    return found.select_related("claimed_by", "guest").order_by("-claimed_at", "pk")


def claims_by(*, club: Club, player: Player) -> QuerySet[GuestClaim]:
    """Return the claims by which a player took over guests of the club, those undone left out."""
    return GuestClaim.objects.filter(club=club, claimed_by=player, undone_at=None).select_related("guest")


# The officers' log


def acts(
    *, club: Club, officer: str = "", action: str = "", member: str = "", subject: Player | None = None
) -> QuerySet[OfficerAct]:
    """Return what officers did, the latest first.

    Args:
        club: The club.
        officer: Only by officers with this in the name.
        action: Only this key of `ACTIONS`.
        member: Only what concerns people with this in the name.
        subject: Only what concerns this player.
    """
    found = OfficerAct.objects.filter(club=club).select_related("actor", "subject", "given_reason").order_by("-pk")
    if officer:
        found = found.filter(actor__in=Player.objects.filter(name__icontains=officer).values("pk"))
    if action:
        found = found.filter(action=action)
    if member:
        found = found.filter(subject__in=Player.objects.filter(name__icontains=member).values("pk"))
    return found.filter(Q(subject=subject) | Q(subject__merged_into=subject)) if subject is not None else found


@dataclass(frozen=True, slots=True)
class LogLine:
    """An act as people read it.

    Attributes:
        act: The row.
        sentence: What was done, without links.
        html: The same with links to the people.
        reason: Why, in the officer's words.
    """

    act: OfficerAct
    sentence: str
    html: SafeString
    reason: str


def log_lines(found: Iterable[OfficerAct]) -> list[LogLine]:
    """Return acts in words: a page of them takes as many queries as kinds of things they name."""
    rows = list(found)
    words = {
        member: resolve({row.details[member] for row in rows if _plain(row.details.get(member))})
        for member, resolve in WORDS.items()
        if any(_plain(row.details.get(member)) for row in rows)
    }
    return [_line(row, words) for row in rows]


def _plain(value: Any) -> bool:
    """Tell whether a member of the details can be looked up by its value."""
    return isinstance(value, str | int)


def _line(act: OfficerAct, words: dict[str, Any]) -> LogLine:
    sentence = str(ACTIONS.get(act.action, "{actor}: " + act.action))
    people = {"actor": act.actor, "subject": act.subject}
    said: dict[str, Any] = {}
    linked: dict[str, Any] = {}
    for name in (field for _text, field, _spec, _conversion in Formatter().parse(sentence) if field):
        if name in people:
            player = people[name]
            said[name] = player.name if player is not None else GONE
            linked[name] = _link(player) if player is not None else GONE
        else:
            value = act.details.get(name, GONE)
            said[name] = linked[name] = words[name].get(value, GONE) if name in words else value
    return LogLine(act=act, sentence=sentence.format(**said), html=format_html(sentence, **linked), reason=act.reason)


def _link(player: Player) -> SafeString:
    return format_html('<a href="{}">{}</a>', reverse("clubs:player", args=[player.pk]), player.name)


def lets_in(club: Club) -> QuerySet[Player]:
    """Return the people who may let others into the club: those who are told that somebody asks."""
    places = Membership.objects.filter(
        active(), club=club, role__in=PERMISSIONS["admit_members"], player=OuterRef("pk")
    )
    return Player.objects.filter(Exists(places), user__isnull=False)
