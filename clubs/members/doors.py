"""Admission to a club: requests to join, and invitations by link and by code."""

from datetime import timedelta
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.base import keys
from clubs.base.guesses import note_wrong, require_patience
from clubs.errors import ClubError, NotAllowed
from clubs.members.selectors import lets_in
from clubs.members.societies import admit, require_welcome
from clubs.models import Club, Invitation, InvitationUse, JoinRequest, Membership, Player
from clubs.notices.services.telling import notify
from clubs.officers.acts import note_act
from clubs.officers.permissions import may, require
from clubs.officers.roles import locked

Role = Membership.Role
INVITATION = "invitation"
WORD_LENGTH = 300
MOST_PLACES = 500
MOST_DAYS = 90
ASK_AGAIN_AFTER = timedelta(days=7)


@transaction.atomic
def ask_to_join(*, club: Club, player: Player, word: str = "") -> JoinRequest:
    """Send a request to join; a second request replaces the text of the first.

    Args:
        club: A club whose officers admit people.
        word: A text for the officers, at most 300 characters.

    Raises:
        ClubError: `door-open`, `door-invited`: the club admits people otherwise; `already-member`, `kept-out`,
            `word-too-long`; `asked-lately`: a request was declined less than a week ago.
    """
    word = " ".join(word.split())
    if len(word) > WORD_LENGTH:
        raise ClubError("word-too-long", _("Write at most {longest} characters.").format(longest=WORD_LENGTH), "word")
    club = locked(club)
    _require_stranger(club, player)
    if club.door == Club.Door.OPEN:
        raise ClubError("door-open", _("Anybody may join {club}: you need not ask.").format(club=club.name))
    if club.door == Club.Door.INVITED:
        raise ClubError("door-invited", _("People join {club} by invitation only.").format(club=club.name))
    require_welcome(club=club, player=player)
    lately = timezone.now() - ASK_AGAIN_AFTER
    if JoinRequest.objects.filter(club=club, player=player, admitted=False, answered_at__gt=lately).exists():
        raise ClubError("asked-lately", _("The officers have said no. You can ask again after a week."))
    request, made = JoinRequest.objects.get_or_create(
        club=club, player=player, answered_at=None, defaults={"word": word}
    )
    if made:
        notify(
            players=lets_in(club),
            kind="request-made",
            path=reverse("clubs:requests", args=[club.slug]),
            details={"club": str(club.pk), "player": str(player.pk)},
            key=f"request:{request.pk}",
        )
    elif request.word != word:
        request.word = word
        request.save(update_fields=["word"])
    return request


@transaction.atomic
def withdraw_request(*, request_id: UUID, player: Player) -> None:
    """Withdraw the player's own request and delete its text.

    Raises:
        NotAllowed: The request is another player's.
        ClubError: `answered-already`.
    """
    request = _open_request(request_id)
    if request.player_id != player.pk:
        raise NotAllowed(_("Only the person who asked can withdraw a request."))
    request.delete()


@transaction.atomic
def answer_request(*, request_id: UUID, by: Player, admitted: bool) -> JoinRequest:
    """Accept or decline a request to join.

    Raises:
        NotAllowed: `by` may not admit people.
        ClubError: `answered-already`: another officer answered, or the player joined otherwise.
    """
    club = locked(JoinRequest.objects.select_related("club").get(pk=request_id).club)
    require(by, "admit_members", club)
    request = _open_request(request_id)
    if admitted:
        admit(club=club, player=request.player)
    request.answered_at, request.answered_by, request.admitted = timezone.now(), by, admitted
    request.save(update_fields=["answered_at", "answered_by", "admitted"])
    action = "member.admitted" if admitted else "member.refused"
    note_act(club=club, actor=by, action=action, subject=request.player, details={"request": str(request.pk)})
    notify(
        players=[request.player],
        kind="request-answered",
        path=reverse("clubs:club", args=[club.slug]),
        details={"club": str(club.pk)} | ({} if admitted else {"what": "refused"}),
        key=f"request:{request.pk}",
    )
    return request


def _open_request(request_id: UUID) -> JoinRequest:
    found = JoinRequest.objects.select_for_update(of=("self",)).select_related("player", "answered_by")
    request = found.filter(pk=request_id).first()
    if request is None:
        raise ClubError("answered-already", _("This request has been withdrawn."))
    if request.answered_at is None:
        return request
    if request.answered_by is None:
        raise ClubError("answered-already", _("{player} has already joined.").format(player=request.player.name))
    raise ClubError(
        "answered-already",
        _("{officer} has already answered this request.").format(officer=request.answered_by.name),
    )


def _require_stranger(club: Club, player: Player) -> None:
    if Membership.objects.filter(club=club, player=player).exists():
        raise ClubError("already-member", _("You are already a member of {club}.").format(club=club.name))


def roles_to_invite(*, club: Club, by: Player) -> tuple[Role, ...]:
    """Return the roles that invitations by a player may give: never owner, and offices only with that permission."""
    if not may(by, "admit_members", club):
        return ()
    if may(by, "give_offices", club):
        return tuple(role for role in Role if role != Role.OWNER)
    return (Role.GUEST, Role.PLAYER)


@transaction.atomic
def make_invitation(*, club: Club, by: Player, role: str = Role.PLAYER, places: int = 1, days: int = 14) -> Invitation:
    """Make an invitation: a link (`link_token`) and a code (`code`) by which people join the club.

    Args:
        role: The role of those who join by it (`roles_to_invite`).
        places: The number of uses, 1 to 500.
        days: The days until it expires, 1 to 90.

    Raises:
        NotAllowed: `by` may not admit people.
        ClubError: `unknown-office`, `office-not-yours`, `bad-places`, or `bad-days`.
    """
    club = locked(club)
    require(by, "admit_members", club)
    if role not in Role.values:
        raise ClubError("unknown-office", _("Choose one of the roles."), "role")
    if role not in roles_to_invite(club=club, by=by):
        raise ClubError(
            "office-not-yours",
            _(
                "Your invitations cannot give this role. Only owners give offices, and nobody becomes an owner "
                "by a link."
            ),
            "role",
        )
    if not 1 <= places <= MOST_PLACES:
        raise ClubError("bad-places", _("Choose a number from 1 to {most}.").format(most=MOST_PLACES), "places")
    if not 1 <= days <= MOST_DAYS:
        raise ClubError("bad-days", _("Choose a number from 1 to {most}.").format(most=MOST_DAYS), "days")
    row = uuid4()
    digest = keys.digest_of(INVITATION, keys.code_of(INVITATION, row))
    while Invitation.objects.filter(digest=digest).exists():  # two of one code: never seen, and easily avoided
        row = uuid4()
        digest = keys.digest_of(INVITATION, keys.code_of(INVITATION, row))
    made = Invitation.objects.create(
        pk=row,
        club=club,
        role=role,
        places=places,
        made_by=by,
        digest=digest,
        expires_at=timezone.now() + timedelta(days=days),
    )
    note_act(
        club=club,
        actor=by,
        action="invitation.made",
        details={"invitation": str(made.pk), "role": role, "places": places, "days": days},
    )
    return made


@transaction.atomic
def revoke_invitation(*, invitation_id: UUID, by: Player) -> Invitation:
    """Revoke an invitation. Members who have joined by it stay.

    Raises:
        NotAllowed: `by` may not admit people.
    """
    club = locked(Invitation.objects.select_related("club").get(pk=invitation_id).club)
    require(by, "admit_members", club)
    invitation = Invitation.objects.select_for_update(of=("self",)).get(pk=invitation_id)
    if invitation.revoked_at is None:
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        note_act(club=club, actor=by, action="invitation.revoked", details={"invitation": str(invitation.pk)})
    return invitation


def find_by_code(*, code: str, guesser: str, network: str) -> Invitation:
    """Return the invitation of a code. Wrong codes are rate-limited.

    Args:
        code: The code as typed.
        guesser: The id of the player who typed it, or the network of a visitor without an account.
        network: The network of the request.

    Raises:
        ClubError: `unknown-code`.
        TooManyGuesses: The guesser or the network has sent too many wrong codes.
    """
    require_patience(guesser, network)
    digits = keys.bare(code)
    found = Invitation.objects.select_related("club").filter(digest=keys.digest_of(INVITATION, digits)).first()
    if not digits or found is None:
        note_wrong(guesser, network)
        raise ClubError(
            "unknown-code",
            _("No invitation has this code. Compare it with the ten digits that you were given."),
            "code",
        )
    return found


@transaction.atomic
def accept_invitation(*, invitation_id: UUID, player: Player) -> Membership:
    """Join a club by an invitation. The caller has checked its link or its code.

    Raises:
        ClubError: `already-member`, `kept-out`; `invitation-over`, `invitation-revoked`, `invitation-used-up`.
    """
    club = locked(Invitation.objects.select_related("club").get(pk=invitation_id).club)
    invitation = Invitation.objects.select_for_update(of=("self",)).get(pk=invitation_id)
    _require_stranger(club, player)
    require_valid(invitation)
    membership = admit(club=club, player=player, role=invitation.role)
    InvitationUse.objects.get_or_create(invitation=invitation, player=player)
    Invitation.objects.filter(pk=invitation.pk).update(used=F("used") + 1)
    return membership


def require_valid(invitation: Invitation) -> None:
    """Refuse an invitation that is revoked, expired or used up.

    Raises:
        ClubError: `invitation-revoked`, `invitation-over` or `invitation-used-up`.
    """
    if invitation.revoked_at is not None:
        raise ClubError("invitation-revoked", _("This invitation has been withdrawn. Ask the club for another."))
    if invitation.expires_at <= timezone.now():
        raise ClubError("invitation-over", _("This invitation has expired. Ask the club for another."))
    if invitation.used >= invitation.places:
        raise ClubError("invitation-used-up", _("All places of this invitation are taken. Ask the club for another."))
