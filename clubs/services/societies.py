"""Founding clubs, their settings, and the open door: joining and leaving."""

from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.acts import note_act
from clubs.days import today_in
from clubs.errors import ClubError
from clubs.models import Club, Invitation, JoinRequest, KeptOut, Membership, Player
from clubs.names import clean_name, free_slug, is_called, skeleton
from clubs.notices.times import find_zone, zones_like
from clubs.permissions import PERMISSIONS, require
from clubs.selectors import active

Role = Membership.Role


def locked(club: Club) -> Club:
    """Return the club with its row locked: what happens to its people happens one after another."""
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


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
    """Return a club's name and place cleaned, if no other club of that place has the name."""
    name = clean_name(name, longest=80, kept=but.name if but else "")
    place = clean_name(place, longest=80, field="place", kept=but.place if but else "") if place.strip() else ""
    others = Club.objects.filter(skeleton=skeleton(name))
    if but is not None:
        others = others.exclude(pk=but.pk)
    if is_called(place, others.values_list("place", flat=True)):
        raise ClubError(
            "club-exists", _("There is already a club of this name. Join it, or say where yours is."), "name"
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
    """Change a club's settings; what is not named stays. Its address stays too, so that links go on leading there.

    Args:
        club: The club.
        by: The officer.
        name: What it is called.
        place: Where it is.
        door: How people come in (`Club.Door`).
        salaams: Whether its players make salaams instead of wearing kunukku.
        time_zone: By which the club's days are counted, such as `Asia/Kolkata`.

    Raises:
        NotAllowed: `by` may not change the club.
        ClubError: The name or the place cannot be used, `club-exists`, `unknown-door`, or `unknown-zone`.
    """
    club = locked(club)
    require(by, "change_club", club)
    if door is not None and door not in Club.Door.values:
        raise ClubError("unknown-door", _("Choose one of the ways to come in."), "door")
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
    """Return the own name of a time zone.

    Raises:
        ClubError: `unknown-zone`, with those that are like it.
    """
    zone = find_zone(name)
    if zone is not None:
        return zone.key
    like = ", ".join(zones_like(name)[:4])
    said = _("There is no such time zone. Is it one of these: {zones}?") if like else _("There is no such time zone.")
    raise ClubError("unknown-zone", said.format(zones=like), "time_zone")


@transaction.atomic
def join_club(*, club: Club, player: Player) -> Membership:
    """Make the player a member by the open door. Who is one already stays as they are.

    Raises:
        ClubError: `door-request`, `door-invited`: the club has another door; `kept-out`.
    """
    found = Membership.objects.filter(club=club, player=player).first()
    if found is not None:
        return found
    club = locked(club)
    if club.door == Club.Door.REQUEST:
        raise ClubError("door-request", _("An officer of {club} lets people in: ask to join.").format(club=club.name))
    if club.door == Club.Door.INVITED:
        raise ClubError("door-invited", _("People join {club} by invitation only.").format(club=club.name))
    return admit(club=club, player=player)


def admit(*, club: Club, player: Player, role: str = Role.PLAYER) -> Membership:
    """Put a player into a club whose row the caller has locked; an open request of the player is answered by it.

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
    """Refuse somebody whom the club keeps out.

    Raises:
        ClubError: `kept-out`.
    """
    kept = KeptOut.objects.filter(club=club, player=player).exclude(until__lt=today_in(club)).first()
    if kept is None:
        return
    if kept.until is None:
        raise ClubError("kept-out", _("The officers of {club} do not let you in.").format(club=club.name))
    raise ClubError(
        "kept-out",
        _("The officers of {club} do not let you in before {day} is over.").format(
            club=club.name, day=date_format(kept.until, "j F Y")
        ),
    )


@transaction.atomic
def leave_club(*, club: Club, player: Player) -> None:
    """End a membership. Teams keep their places, so that a running tournament goes on; results and the ledger stay.

    A suspension goes on: who leaves during one cannot come back before it is over.

    Raises:
        ClubError: `last-owner`: somebody else has to own the club first.
    """
    club = locked(club)
    membership = Membership.objects.select_for_update(no_key=True).filter(club=club, player=player).first()
    if membership is None:
        return
    if membership.role == Role.OWNER:
        keep_an_owner(club, player)
    end_membership(membership)


def end_membership(membership: Membership) -> None:
    """Take a membership away, and with it what hung on it: invitations made in office, a suspension that goes on."""
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
    """Take back the invitations that somebody with this role could not make."""
    found = Invitation.objects.filter(club=club, made_by=maker, revoked_at=None)
    if role in PERMISSIONS["admit_members"]:
        found = found.exclude(role__in=(Role.GUEST, Role.PLAYER))
    if role not in PERMISSIONS["give_offices"]:
        found.update(revoked_at=timezone.now())


def keep_an_owner(club: Club, leaving: Player) -> None:
    """Refuse to leave the club without an owner who can act.

    Raises:
        ClubError: `last-owner`.
    """
    owners = Membership.objects.filter(active(), club=club, role=Role.OWNER).exclude(player=leaving)
    if not owners.exists():
        raise ClubError("last-owner", _("A club needs an owner: make somebody else one first."))
