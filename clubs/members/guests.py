"""Guests: players without an account, whom a club names so that they can appear in its teams and results."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.errors import ClubError
from clubs.members.societies import admit, end_membership, require_welcome
from clubs.models import Club, GuestClaim, Membership, Player, TeamPlace
from clubs.names import clean_name, skeleton
from clubs.notices.services.telling import notify
from clubs.officers.acts import note_act
from clubs.officers.permissions import require
from clubs.officers.roles import locked
from clubs.people.services import NAME_LENGTH
from clubs.people.takeovers import OBSTACLES, move, move_back

CLAIM_DAYS = 30
"""The days until a claim link expires, and those in which a claim can be undone."""
_ORDINARY = (Membership.Role.GUEST, Membership.Role.PLAYER)


def namesakes(club: Club, name: str, *, people_only: bool = False) -> QuerySet[Membership]:
    """Return the memberships in a club of those whose name is this one, or looks the same."""
    found = Membership.objects.filter(club=club, player__skeleton=skeleton(name))
    return found.filter(player__is_bot=False) if people_only else found


def _free_in_club(name: str, *, club: Club, but: Player | None = None, people_only: bool = False) -> str:
    """Return the cleaned name, if nobody else in the club has it or one that looks the same.

    The name may be in use outside the club; often the guest's own account has it.

    Raises:
        ClubError: As `clean_name`, and `name-taken`.
    """
    cleaned = clean_name(name, longest=NAME_LENGTH, kept=but.name if but else "")
    others = namesakes(club, cleaned, people_only=people_only)
    if but is not None:
        others = others.exclude(player=but)
    if others.exists():
        raise ClubError(
            "name-taken",
            _("{club} already has a member called {name}. Add a surname, a place or an initial.").format(
                club=club.name, name=cleaned
            ),
            "name",
        )
    return cleaned


@transaction.atomic
def make_guest(*, club: Club, by: Player, name: str) -> Player:
    """Add a player without an account to a club, with the role of a guest.

    Args:
        club: The club of the guest.
        name: The guest's name, unique in the club.

    Raises:
        NotAllowed: `by` may not manage guests.
        ClubError: `name-taken`, or the name cannot be used (`clean_name`).
    """
    require(by, "keep_guests", club)
    return add_guest(club=club, by=by, name=name)


@transaction.atomic
def add_guest(*, club: Club, by: Player, name: str, people_only: bool = False) -> Player:
    """Add a player without an account to a club for a caller that has checked the right to do so, as `make_guest`.

    Args:
        club: The club of the guest.
        by: Whose deed it is.
        name: The guest's name.
        people_only: It has to be unique among the people of the club, and a bot may have it.

    Raises:
        ClubError: `name-taken`, or the name cannot be used (`clean_name`).
    """
    club = locked(club)
    guest = Player.objects.create(name=_free_in_club(name, club=club, people_only=people_only), kept_by=club)
    Membership.objects.create(club=club, player=guest, role=Membership.Role.GUEST)
    note_act(club=club, actor=by, action="guest.made", subject=guest)
    return guest


def _guest(club: Club, guest: Player) -> Player:
    """Return an unclaimed guest of the club, with the row locked.

    Raises:
        ClubError: `no-guest`.
    """
    found = Player.objects.select_for_update(of=("self",)).filter(pk=guest.pk, kept_by=club, merged_into=None).first()
    if found is None or not Membership.objects.filter(club=club, player=found).exists():
        raise ClubError(
            "no-guest",
            _("{player} is not a player without an account on the list of {club}.").format(
                player=guest.name, club=club.name
            ),
        )
    return found


@transaction.atomic
def rename_guest(*, club: Club, by: Player, guest: Player, name: str) -> Player:
    """Rename a guest, in old results too.

    Raises:
        NotAllowed: `by` may not manage guests.
        ClubError: `no-guest`, `name-taken`, or the name cannot be used.
    """
    club = locked(club)
    require(by, "keep_guests", club)
    guest = _guest(club, guest)
    name = _free_in_club(name, club=club, but=guest)
    if name != guest.name:
        guest.name = name
        guest.save(update_fields=["name"])
        note_act(club=club, actor=by, action="guest.renamed", subject=guest)
    return guest


@transaction.atomic
def offer_claim(*, club: Club, by: Player, guest: Player) -> GuestClaim:
    """Create the link by which an account claims a guest; an earlier link stops working.

    Raises:
        NotAllowed: `by` may not manage guests.
        ClubError: `no-guest`.
    """
    club = locked(club)
    require(by, "keep_guests", club)
    guest = _guest(club, guest)
    _withdraw(guest)
    made = GuestClaim.objects.create(
        club=club, guest=guest, made_by=by, expires_at=timezone.now() + timedelta(days=CLAIM_DAYS)
    )
    note_act(club=club, actor=by, action="guest.offered", subject=guest, details={"claim": str(made.pk)})
    return made


@transaction.atomic
def withdraw_claim(*, club: Club, by: Player, guest: Player) -> None:
    """Withdraw the unused claim link of a guest.

    Raises:
        NotAllowed: `by` may not manage guests.
    """
    club = locked(club)
    require(by, "keep_guests", club)
    if _withdraw(guest):
        note_act(club=club, actor=by, action="guest.withdrawn", subject=guest)


def _withdraw(guest: Player) -> int:
    open_ones = GuestClaim.objects.filter(guest=guest, claimed_at=None, withdrawn_at=None)
    return open_ones.update(withdrawn_at=timezone.now())


def require_claimable(claim: GuestClaim) -> None:
    """Refuse a claim link that is used, withdrawn or expired.

    Raises:
        ClubError: `claim-used`, `claim-withdrawn` or `claim-over`.
    """
    if claim.claimed_at is not None:
        raise ClubError("claim-used", _("This link has been used. Ask the club for another if it was not you."))
    if claim.withdrawn_at is not None:
        raise ClubError("claim-withdrawn", _("This link has been withdrawn. Ask the club for another."))
    if claim.expires_at <= timezone.now():
        raise ClubError("claim-over", _("This link has expired. Ask the club for another."))


def why_not(guest: Player, player: Player) -> str:
    """Return why a guest and the player of an account cannot be merged (now); empty if they can."""
    if player.user_id is None or player.is_bot:
        return _("Only an account can do this.")
    mine = TeamPlace.objects.filter(player=player, left_on=None).values("team")
    both = TeamPlace.objects.filter(player=guest, left_on=None, team__in=mine).select_related("team").first()
    if both is not None:
        return _("You and {guest} both have a place in {team}, so you are two people.").format(
            guest=guest.name, team=both.team.name
        )
    return next((said for check in OBSTACLES if (said := check(guest, player))), "")


@transaction.atomic
def claim_guest(*, claim_id: UUID, player: Player) -> Player:
    """Merge a guest into the player of an account, who gets the guest's results, teams and membership.

    The caller has checked the link. Events keep the guest's id; readers find the account's player by `merged_into`. The
    guest's row takes the account's name, so that old results show it.

    Args:
        claim_id: The id of the claim link.
        player: The player of the account.

    Raises:
        ClubError: `claim-used`, `claim-withdrawn`, `claim-over`, `kept-out`; `not-the-same`: the two cannot be merged.
    """
    club = locked(GuestClaim.objects.select_related("club").get(pk=claim_id).club)
    claim = GuestClaim.objects.select_for_update(of=("self",)).get(pk=claim_id)
    require_claimable(claim)
    guest = _guest(club, claim.guest)
    player = Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
    require_welcome(club=club, player=player)
    said = why_not(guest, player)
    if said:
        raise ClubError("not-the-same", said)
    try:
        with transaction.atomic():
            moved: dict[str, Any] = dict(move(guest, player))
    except IntegrityError:  # two of one line-up, say
        raise ClubError(
            "not-the-same",
            _("You and {guest} have places side by side, so you are two people.").format(guest=guest.name),
        ) from None
    moved["membership"] = _join_for(club, guest, player)
    claim.claimed_by, claim.claimed_at, claim.name, claim.moved = player, timezone.now(), guest.name, moved
    claim.save(update_fields=["claimed_by", "claimed_at", "name", "moved"])
    guest.merged_into, guest.name = player, player.name
    guest.save(update_fields=["merged_into", "name"])
    note_act(club=club, actor=player, action="guest.claimed", subject=guest, details={"claim": str(claim.pk)})
    notify(
        players=[player],
        kind="membership",
        path=reverse("clubs:player", args=[player.pk]),
        details={"club": str(club.pk), "what": "claimed"},
        key=f"claim:{claim.pk}",
    )
    return guest


def _join_for(club: Club, guest: Player, player: Player) -> str:
    """Give the guest's membership to the player; an existing membership stays as it is."""
    was_member = Membership.objects.filter(club=club, player=player).exists()
    place = Membership.objects.get(club=club, player=guest)
    place.delete()
    if not was_member:
        admit(club=club, player=player)
        # A suspension continues: else a claim link would end it.
        Membership.objects.filter(club=club, player=player).update(
            suspended_at=place.suspended_at, suspended_until=place.suspended_until
        )
    return "kept" if was_member else "made"


@transaction.atomic
def release_guest(*, claim_id: UUID, by: Player) -> Player:
    """Undo a claim within 30 days: the guest is unclaimed again, with name, teams and results.

    Raises:
        NotAllowed: `by` is not an owner of the club.
        ClubError: `not-claimed`, or `claim-settled`: the 30 days are over.
    """
    club = locked(GuestClaim.objects.select_related("club").get(pk=claim_id).club)
    require(by, "give_offices", club)
    claim = GuestClaim.objects.select_for_update(of=("self",)).select_related("guest", "claimed_by").get(pk=claim_id)
    if claim.claimed_at is None or claim.claimed_by is None or claim.undone_at is not None:
        raise ClubError("not-claimed", _("Nobody has used this link, or it is already undone."))
    if claim.claimed_at < timezone.now() - timedelta(days=CLAIM_DAYS):
        raise ClubError("claim-settled", _("This can no longer be undone after {days} days.").format(days=CLAIM_DAYS))
    guest, player = claim.guest, claim.claimed_by
    move_back(guest, player, claim.moved)
    if claim.moved.get("membership") == "made":
        made = Membership.objects.filter(club=club, player=player, role__in=_ORDINARY).select_related("club", "player")
        for membership in made:
            end_membership(membership)
    guest.merged_into, guest.name = None, claim.name
    guest.save(update_fields=["merged_into", "name"])
    Membership.objects.create(club=club, player=guest, role=Membership.Role.GUEST)
    claim.undone_at = timezone.now()
    claim.save(update_fields=["undone_at"])
    note_act(club=club, actor=by, action="guest.released", subject=guest, details={"claim": str(claim.pk)})
    return guest
