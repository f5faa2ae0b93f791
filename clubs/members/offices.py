"""Offices, suspension and removal of members, each noted in the club's log."""

from datetime import date

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.base.days import today_in
from clubs.errors import ClubError, NotAllowed
from clubs.members.societies import end_invitations, end_membership, keep_an_owner, keep_out
from clubs.models import Club, GuestClaim, KeptOut, Membership, OfficerAct, Player
from clubs.notices.services.telling import notify
from clubs.officers.acts import cleaned_reason, note_act
from clubs.officers.permissions import may, require
from clubs.officers.roles import locked

Role = Membership.Role


def _member(club: Club, player: Player) -> Membership:
    """Return a membership with its row locked.

    Raises:
        ClubError: `not-a-member`.
    """
    found = Membership.objects.select_for_update(of=("self",), no_key=True).select_related("player")
    membership = found.filter(club=club, player=player).first()
    if membership is None:
        raise ClubError(
            "not-a-member",
            _("{player} is not a member of {club}.").format(player=player.name, club=club.name),
            "player",
        )
    return membership


def _require_rank(by: Player, member: Membership) -> None:
    """Refuse an act on an owner, unless by another owner, and an act on one's own membership.

    Raises:
        NotAllowed: The member is an owner and `by` is not.
        ClubError: `own-self`.
    """
    if member.player_id == by.pk:
        raise ClubError("own-self", _("Nobody can do this to their own membership: leave the club instead."), "player")
    if member.role == Role.OWNER and not may(by, "give_offices", member.club):
        raise NotAllowed(_("Only another owner can do this to an owner of the club."))


@transaction.atomic
def give_office(*, club: Club, by: Player, player: Player, role: str) -> Membership:
    """Give a member another role.

    Args:
        by: An owner.
        role: A word of `Membership.Role`.

    Raises:
        NotAllowed: `by` is not an owner.
        ClubError: `unknown-office`, `not-a-member`, `no-account`, or `last-owner`.
    """
    club = locked(club)
    require(by, "give_offices", club)
    if role not in Role.values:
        raise ClubError("unknown-office", _("Choose one of the roles."), "role")
    membership = _member(club, player)
    if role not in (Role.GUEST, Role.PLAYER) and membership.player.user_id is None:
        raise ClubError(
            "no-account",
            _("{player} has no account, so cannot hold an office.").format(player=membership.player.name),
            "role",
        )
    if membership.role == role:
        return membership
    if membership.role == Role.OWNER:
        keep_an_owner(club, membership.player)
    before, membership.role = membership.role, role
    membership.save(update_fields=["role"])
    end_invitations(club=club, maker=membership.player, role=role)
    act = note_act(
        club=club, actor=by, action="office.given", subject=membership.player, details={"role": role, "before": before}
    )
    _tell(act, role=role)
    return membership


@transaction.atomic
def suspend_member(*, club: Club, by: Player, player: Player, reason: str, until: date | None = None) -> Membership:
    """Suspend a member from everything in the club that needs a role; a second call changes the last day.

    Args:
        by: An officer; for an owner, another owner.
        reason: The reason, shown to the member and in the officers' log.
        until: The last day; None for an open end.

    Raises:
        NotAllowed: `by` may not suspend this member.
        ClubError: `not-a-member`, `own-self`, `reason-missing`, `reason-too-long`, `until-past`, or `last-owner`.
    """
    club = locked(club)
    require(by, "suspend_members", club)
    membership = _member(club, player)
    _require_rank(by, membership)
    reason = cleaned_reason(reason, missing=_("Give a reason: the member reads it."))
    if until is not None and until < today_in(club):
        raise ClubError("until-past", _("Choose a day that is not past."), "until")
    if membership.role == Role.OWNER:
        keep_an_owner(club, membership.player)
    membership.suspended_at, membership.suspended_until = timezone.now(), until
    membership.save(update_fields=["suspended_at", "suspended_until"])
    end_invitations(club=club, maker=membership.player, role="")
    act = note_act(
        club=club,
        actor=by,
        action="member.suspended",
        subject=membership.player,
        details={"until": until.isoformat() if until else None},
        reason=reason,
    )
    _tell(act, what="suspended")
    return membership


@transaction.atomic
def restore_member(*, club: Club, by: Player, player: Player) -> Membership | None:
    """End a suspension, also of a player who has left the club since and may then join again.

    Raises:
        NotAllowed: `by` may not suspend; an owner's suspension is ended by an owner.
        ClubError: `not-suspended`.
    """
    club = locked(club)
    require(by, "suspend_members", club)
    kept = KeptOut.objects.filter(club=club, player=player).delete()[0]
    membership = Membership.objects.filter(club=club, player=player).select_related("player", "club").first()
    if membership is not None and membership.suspended_at is not None:
        _require_rank(by, membership)
        membership.suspended_at = membership.suspended_until = None
        membership.save(update_fields=["suspended_at", "suspended_until"])
    elif not kept:
        raise ClubError("not-suspended", _("{player} is not suspended.").format(player=player.name), "player")
    _tell(note_act(club=club, actor=by, action="member.restored", subject=player), what="lifted")
    return membership


@transaction.atomic
def remove_member(*, club: Club, by: Player, player: Player, reason: str = "", stay_out: bool = False) -> None:
    """Remove a member. Places in teams, results and the ledger stay.

    Args:
        by: An officer; for an owner, another owner; for a guest, an officer who manages guests.
        reason: The reason; may be empty.
        stay_out: Whether the player needs an officer's permission to come back.

    Raises:
        NotAllowed: `by` may not remove this member.
        ClubError: `not-a-member`, `own-self`, `reason-too-long`, or `last-owner`.
    """
    club = locked(club)
    membership = _member(club, player)
    is_guest = membership.player.kept_by_id is not None
    require(by, "keep_guests" if is_guest else "admit_members", club)
    _require_rank(by, membership)
    if membership.role == Role.OWNER:
        keep_an_owner(club, membership.player)
    reason = cleaned_reason(reason)
    if stay_out and not is_guest:
        membership.suspended_at, membership.suspended_until = timezone.now(), None
        keep_out(membership)
    end_membership(membership)
    GuestClaim.objects.filter(guest=player, claimed_at=None, withdrawn_at=None).update(withdrawn_at=timezone.now())
    act = note_act(
        club=club,
        actor=by,
        action="guest.removed" if is_guest else "member.removed",
        subject=player,
        details={} if is_guest else {"stay_out": stay_out},
        reason=reason,
    )
    _tell(act, what="removed")


def _tell(act: OfficerAct, **details: str) -> None:
    """Notify the member concerned by an act, if the member has an account."""
    assert act.subject is not None
    notify(
        players=[act.subject],
        kind="membership",
        path=reverse("clubs:club", args=[act.club.slug]),
        details={"club": str(act.club_id), **details},
        key=f"act:{act.pk}",
    )
