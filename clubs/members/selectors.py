"""Reads for pages and the API: members, requests to join, invitations, claims, and the officers' log."""

from collections.abc import Iterable
from dataclasses import dataclass
from string import Formatter
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubs.base import keys
from clubs.base.days import today_in
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
from clubs.officers.acts import ACTIONS, WORDS
from clubs.officers.permissions import PERMISSIONS, may
from clubs.officers.roles import active
from clubs.privacy.selectors import hidden_players

SUSPENDED = "suspended"
"""The one filter of members that is not a role."""
SHOWN_USES = 25
"""The number of an invitation's last users that are named with it."""
GONE = "\u2013"


def roster(*, club: Club, viewer: Player | None, search: str = "", role: str = "") -> QuerySet[Membership]:
    """Return the members of the club that the viewer may see, with their players, by name.

    Args:
        viewer: The player who reads; officers who admit people see everybody.
        search: A part of the name.
        role: A role, or `SUSPENDED`, which finds nobody for a viewer who may not suspend members.
    """
    found = Membership.objects.filter(club=club).select_related("player", "club").order_by("player__name", "pk")
    if not may(viewer, "admit_members", club):
        # Search the club's own people only: there may be very many others.
        hidden = hidden_players(viewer, "lists").filter(memberships__club=club)
        found = found.exclude(player__in=hidden.values("pk"))
    if search:
        found = found.filter(player__name__icontains=search)
    if role == SUSPENDED:
        return found.exclude(active()) if may(viewer, "suspend_members", club) else found.none()
    return found.filter(role=role) if role else found


def is_suspended_now(membership: Membership) -> bool:
    """Tell whether a loaded membership is suspended today, by its club's time zone."""
    until = membership.suspended_until
    return membership.suspended_at is not None and (until is None or until >= today_in(membership.club))


def suspension_reason(membership: Membership) -> str:
    """Return the officer's reason for a suspension; empty if it was erased."""
    act = (
        OfficerAct.objects.filter(club=membership.club_id, subject=membership.player_id, action="member.suspended")
        .select_related("given_reason")
        .first()
    )
    return act.reason if act is not None else ""


def open_requests(club: Club) -> QuerySet[JoinRequest]:
    """Return the open requests to join, the oldest first."""
    return JoinRequest.objects.filter(club=club, answered_at=None).select_related("player")


def request_of(*, club: Club, player: Player | None) -> JoinRequest | None:
    """Return a player's open request to join, or None."""
    return JoinRequest.objects.filter(club=club, player=player, answered_at=None).first() if player else None


def kept_out(club: Club) -> QuerySet[KeptOut]:
    """Return the non-members who cannot join for now."""
    return KeptOut.objects.filter(club=club).exclude(until__lt=today_in(club)).select_related("player")


def invitations(club: Club) -> QuerySet[Invitation]:
    """Return the club's invitations, the newest first, with their makers and last users (`last_uses`)."""
    uses = InvitationUse.objects.select_related("player").order_by("-used_at", "-pk")[:SHOWN_USES]
    found = Invitation.objects.filter(club=club).select_related("made_by")
    return found.prefetch_related(Prefetch("uses", uses, to_attr="last_uses"))


def is_live(invitation: Invitation) -> bool:
    """Tell whether an invitation is still valid."""
    return (
        invitation.revoked_at is None and invitation.expires_at > timezone.now() and invitation.used < invitation.places
    )


def invitation_token(invitation: Invitation) -> str:
    """Return the secret part of an invitation's link."""
    return keys.token_of("invitation", invitation.pk)


def invitation_code(invitation: Invitation) -> str:
    """Return the code of an invitation in groups, as people read it aloud."""
    return keys.spaced(keys.code_of("invitation", invitation.pk))


def find_invitation(token: str) -> Invitation | None:
    """Return the invitation of a link, valid or not."""
    row = keys.row_of("invitation", token)
    return Invitation.objects.select_related("club", "made_by").filter(pk=row).first() if row else None


def claim_token(claim: GuestClaim) -> str:
    """Return the secret part of a guest's claim link."""
    return keys.token_of("guest-claim", claim.pk)


def find_claim(token: str) -> GuestClaim | None:
    """Return the claim of a link, valid or not."""
    row = keys.row_of("guest-claim", token)
    found = GuestClaim.objects.select_related("club", "guest", "made_by", "claimed_by")
    return found.filter(pk=row).first() if row else None


def live_claim(guest: Player) -> GuestClaim | None:
    """Return the valid claim link of a guest, or None."""
    return GuestClaim.objects.filter(
        guest=guest, claimed_at=None, withdrawn_at=None, expires_at__gt=timezone.now()
    ).first()


def claims(club: Club) -> QuerySet[GuestClaim]:
    """Return the claims of the club's guests that were not undone, the latest first."""
    found = GuestClaim.objects.filter(club=club, claimed_at__isnull=False, undone_at=None)
    return found.select_related("claimed_by", "guest").order_by("-claimed_at", "pk")


def claims_by(*, club: Club, player: Player) -> QuerySet[GuestClaim]:
    """Return the player's claims of the club's guests that were not undone."""
    return GuestClaim.objects.filter(club=club, claimed_by=player, undone_at=None).select_related("guest")


# The officers' log


def acts(
    *, club: Club, officer: str = "", action: str = "", member: str = "", subject: Player | None = None
) -> QuerySet[OfficerAct]:
    """Return the acts of officers, the latest first.

    Args:
        officer: A part of the officer's name.
        action: A key of `ACTIONS`.
        member: A part of the name of the member concerned.
        subject: The player concerned.
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
    """An act in words.

    Attributes:
        act: The row.
        sentence: The act as plain text.
        html: The same with links to the people.
        reason: The officer's reason.
    """

    act: OfficerAct
    sentence: str
    html: SafeString
    reason: str


def log_lines(found: Iterable[OfficerAct]) -> list[LogLine]:
    """Return acts in words, with one query for each kind of thing that they name."""
    rows = list(found)
    words = {
        member: resolve({row.details[member] for row in rows if _plain(row.details.get(member))})
        for member, resolve in WORDS.items()
        if any(_plain(row.details.get(member)) for row in rows)
    }
    return [_line(row, words) for row in rows]


def _plain(value: Any) -> bool:
    """Tell whether a detail can be looked up by its value."""
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
    """Return the members who may admit people to the club and so are notified of requests."""
    places = Membership.objects.filter(
        active(), club=club, role__in=PERMISSIONS["admit_members"], player=OuterRef("pk")
    )
    return Player.objects.filter(Exists(places), user__isnull=False)


def clubs(*, search: str = "") -> QuerySet[Club]:
    """Return the clubs whose name or place contains the text, with `size`, the number of members."""
    found = Club.objects.annotate(size=Count("memberships"))
    if search:
        found = found.filter(name__icontains=search) | found.filter(place__icontains=search)
    return found.order_by("name")


def clubs_of(player: Player | None) -> QuerySet[Club]:
    """Return the clubs of which the player is a member."""
    if player is None:
        return Club.objects.none()
    return Club.objects.filter(memberships__player=player).order_by("name")
