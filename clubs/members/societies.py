"""Founding clubs, their settings, and joining and leaving a club."""

from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.base.days import today_in
from clubs.errors import ClubError
from clubs.models import Club, Invitation, JoinRequest, KeptOut, Membership, Player
from clubs.names import clean_name, free_slug, is_called, skeleton
from clubs.notices.times import find_zone, zones_like
from clubs.officers.acts import note_act
from clubs.officers.permissions import PERMISSIONS, require
from clubs.officers.roles import active, locked

Role = Membership.Role


@transaction.atomic
def found_club(*, founder: Player, name: str, place: str = "") -> Club:
    """Found a club; its founder becomes the owner.

    Raises:
        ClubError: The name cannot be used, or another club of this place has it.
    """
    name, place = _free_name(name, place)
    club = Club.objects.create(
        name=name,
        place=place,
        slug=free_slug(name, taken=lambda slug: Club.objects.filter(slug=slug).exists()),
    )
    Membership.objects.create(club=club, player=founder, role=Role.OWNER)
    return club


def _free_name(name: str, place: str, *, but: Club | None = None) -> tuple[str, str]:
    """Return a club's cleaned name and place, if no other club of that place has the name."""
    name = clean_name(name, longest=80, kept=but.name if but else "")
    place = clean_name(place, longest=80, field="place", kept=but.place if but else "") if place.strip() else ""
    others = Club.objects.filter(skeleton=skeleton(name))
    if but is not None:
        others = others.exclude(pk=but.pk)
    if is_called(place, others.values_list("place", flat=True)):
        raise ClubError(
            "club-exists", _("There is already a club of this name. Join it, or add the place of yours."), "name"
        )
    return name, place


@transaction.atomic
def change_club(
    *,
    club: Club,
    by: Player,
    name: str | None = None,
    place: str | None = None,
    door: str | None = None,
    salaams: bool | None = None,
    time_zone: str | None = None,
) -> Club:
    """Change the given settings of a club. Its address stays, so that links to it keep working.

    Args:
        door: The way of admission (`Club.Door`).
        salaams: Whether players make salaams instead of wearing kunukku.
        time_zone: The time zone of the club's days, such as `Asia/Kolkata`.

    Raises:
        NotAllowed: `by` may not change the club.
        ClubError: The name or the place cannot be used, `club-exists`, `unknown-door`, or `unknown-zone`.
    """
    club = locked(club)
    require(by, "change_club", club)
    if door is not None and door not in Club.Door.values:
        raise ClubError("unknown-door", _("Choose how people join."), "door")
    new_name, new_place = _free_name(
        club.name if name is None else name, club.place if place is None else place, but=club
    )
    wanted: dict[str, Any] = {"name": new_name, "place": new_place}
    wanted["door"] = club.door if door is None else door
    wanted["salaams"] = club.salaams if salaams is None else salaams
    if time_zone is not None and time_zone != club.time_zone:
        wanted["time_zone"] = _zone(time_zone)
    changed = [field for field, value in wanted.items() if getattr(club, field) != value]
    if not changed:
        return club
    for field in changed:
        setattr(club, field, wanted[field])
    club.save(update_fields=changed)
    codes = {field: wanted[field] for field in changed if field in ("door", "salaams", "time_zone")}
    note_act(club=club, actor=by, action="club.changed", details={"settings": " ".join(changed), **codes})
    return club


def _zone(name: str) -> str:
    """Return the canonical name of a time zone.

    Raises:
        ClubError: `unknown-zone`, with similar names.
    """
    zone = find_zone(name)
    if zone is not None:
        return zone.key
    like = ", ".join(zones_like(name)[:4])
    said = _("There is no such time zone. Is it one of these: {zones}?") if like else _("There is no such time zone.")
    raise ClubError("unknown-zone", said.format(zones=like), "time_zone")


@transaction.atomic
def join_club(*, club: Club, player: Player) -> Membership:
    """Join a club with open admission; an existing membership stays as it is.

    Raises:
        ClubError: `door-request`, `door-invited`: admission is not open; `kept-out`.
    """
    found = Membership.objects.filter(club=club, player=player).first()
    if found is not None:
        return found
    club = locked(club)
    if club.door == Club.Door.REQUEST:
        raise ClubError(
            "door-request", _("An officer of {club} admits new members: ask to join.").format(club=club.name)
        )
    if club.door == Club.Door.INVITED:
        raise ClubError("door-invited", _("People join {club} by invitation only.").format(club=club.name))
    return admit(club=club, player=player)


def admit(*, club: Club, player: Player, role: str = Role.PLAYER) -> Membership:
    """Make a player a member and close an open request to join. The caller has locked the club's row.

    Raises:
        ClubError: `kept-out`.
    """
    require_welcome(club=club, player=player)
    try:
        with transaction.atomic():
            membership, _made = Membership.objects.get_or_create(club=club, player=player, defaults={"role": role})
    except IntegrityError:  # the same click twice, at the same moment
        membership = Membership.objects.get(club=club, player=player)
    JoinRequest.objects.filter(club=club, player=player, answered_at=None).update(
        answered_at=timezone.now(), admitted=True
    )
    KeptOut.objects.filter(club=club, player=player).delete()
    return membership


def require_welcome(*, club: Club, player: Player) -> None:
    """Refuse a player whom the club keeps out.

    Raises:
        ClubError: `kept-out`.
    """
    kept = KeptOut.objects.filter(club=club, player=player).exclude(until__lt=today_in(club)).first()
    if kept is None:
        return
    if kept.until is None:
        raise ClubError("kept-out", _("The officers of {club} have blocked you.").format(club=club.name))
    raise ClubError(
        "kept-out",
        _("The officers of {club} have blocked you until the end of {day}.").format(
            club=club.name, day=date_format(kept.until, "j F Y")
        ),
    )


@transaction.atomic
def leave_club(*, club: Club, player: Player) -> None:
    """Leave a club. Places in teams stay, so that a running tournament goes on; so do results and the ledger.

    A suspension continues: the player cannot come back before it is over.

    Raises:
        ClubError: `last-owner`: the club needs another owner first.
    """
    club = locked(club)
    membership = Membership.objects.select_for_update(no_key=True).filter(club=club, player=player).first()
    if membership is None:
        return
    if membership.role == Role.OWNER:
        keep_an_owner(club, player)
    end_membership(membership)


def end_membership(membership: Membership) -> None:
    """Delete a membership, revoke the invitations made in office, and keep a suspended player out."""
    suspended = Membership.objects.filter(pk=membership.pk).exclude(active()).exists()
    if suspended:
        keep_out(membership)
    membership.delete()
    end_invitations(club=membership.club, maker=membership.player, role="")


def keep_out(membership: Membership) -> None:
    """Keep a suspended member out for as long as the suspension lasts."""
    KeptOut.objects.update_or_create(
        club=membership.club,
        player=membership.player,
        defaults={"since": membership.suspended_at or timezone.now(), "until": membership.suspended_until},
    )


def end_invitations(*, club: Club, maker: Player, role: str) -> None:
    """Revoke a player's invitations that the role does not permit."""
    found = Invitation.objects.filter(club=club, made_by=maker, revoked_at=None)
    if role in PERMISSIONS["admit_members"]:
        found = found.exclude(role__in=(Role.GUEST, Role.PLAYER))
    if role not in PERMISSIONS["give_offices"]:
        found.update(revoked_at=timezone.now())


def keep_an_owner(club: Club, leaving: Player) -> None:
    """Refuse an act that leaves the club without an owner able to act.

    Raises:
        ClubError: `last-owner`.
    """
    owners = Membership.objects.filter(active(), club=club, role=Role.OWNER).exclude(player=leaving)
    if not owners.exists():
        raise ClubError("last-owner", _("A club needs an owner: first make somebody else an owner."))
