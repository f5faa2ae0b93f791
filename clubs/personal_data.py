"""What the tables of people and clubs hold of persons, and those of the libraries that keep accounts."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.base.days import today_in
from clubs.models import ActReason, Club, ImportRun, LedgerEntry, LedgerPosting, Membership, Picture, Upload, User
from clubs.officers.roles import active
from clubs.privacy.holdings import Holding, Person, declare, delete, emptied
from clubs.privacy.selectors import choices_of

Rows = Iterator[Mapping[str, Any]]
_WITH_THE_ACCOUNT = "goes with the account"
_OFFICE = "what an officer did is the club's; it names nobody but by id"


def _account(person: Person) -> Rows:
    for user in User.objects.filter(player=person.player):
        yield {
            "email": user.email,
            "language": user.language,
            "signed_up_at": user.date_joined,
            "last_signed_in_at": user.last_login,
            "has_password": user.has_usable_password(),
        }


def _player(person: Person) -> Rows:
    yield {
        "name": person.player.name,
        "id": person.player.pk,
        "claimed": [str(one) for one in person.ids if one != person.player.pk],
        "here_since": person.player.created_at,
        "page": person.link(reverse("clubs:player", args=[person.player.pk])),
        "what_others_see": choices_of(person.player),
    }


def _ledger(person: Person) -> Rows:
    postings = LedgerPosting.objects.filter(account__player__in=person.ids).order_by("entry_id")
    for one in postings.values(
        "account__club__name", "entry__season__name", "entry__kind", "entry__day", "amount", "entry__stream",
        "entry__hand", "entry__act__given_reason__text",
    ).iterator(chunk_size=1000):  # fmt: skip
        stream = one["entry__stream"]
        yield {
            "club": one["account__club__name"],
            "season": one["entry__season__name"],
            "day": one["entry__day"],
            "kind": one["entry__kind"],
            "units": one["amount"],
            "game": stream,
            "hand": one["entry__hand"],
            "reason": one["entry__act__given_reason__text"],
        }


def _sessions_of(person: Person) -> Iterator[tuple[Session, dict[str, Any]]]:
    """Find one's sessions: what a session holds is signed, so each has to be looked into."""
    for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        held = session.get_decoded()
        if person.user is not None and held.get("_auth_user_id") == str(person.user):
            yield session, held


def _sessions(person: Person) -> Rows:
    for session, _held in _sessions_of(person):
        yield {"ends_at": session.expire_date}


def _end_sessions(rows: "QuerySet[Any]", person: Person) -> None:
    Session.objects.filter(pk__in=[session.pk for session, _held in _sessions_of(person)]).delete()
    Session.objects.filter(expire_date__lte=timezone.now()).delete()


def _passkeys(person: Person) -> Rows:
    from allauth.mfa.models import Authenticator

    for one in Authenticator.objects.filter(user_id=person.user):
        yield {"kind": one.type, "name": str(one), "made_at": one.created_at, "last_used_at": one.last_used_at}


def _pictures(person: Person) -> Rows:
    for one in Picture.objects.filter(added_by__in=person.ids).defer("image", "thumbnail"):
        yield {"file": f"pictures/{one.pk}.webp", "of": one.kind, "id": one.about, "added_at": one.added_at}


def _picture_files(person: Person) -> Iterator[tuple[str, bytes]]:
    for pk, image in Picture.objects.filter(added_by__in=person.ids).values_list("pk", "image").iterator(chunk_size=4):
        yield f"{pk}.webp", bytes(image)


def _forget_in_admin(rows: "QuerySet[Any]", person: Person) -> None:
    """Remove what the administrator's log calls the person, whoever did it."""
    wanted = {str(one) for one in person.ids} | ({str(person.user)} if person.user else set())
    LogEntry.objects.filter(object_id__in=wanted).update(object_repr="", change_message="")
    rows.delete()


def _leave_teams(rows: "QuerySet[Any]", person: Person) -> None:
    """End the places of the person; who played for a team when stays."""
    here = rows.filter(left_on=None)
    for club in Club.objects.filter(teams__places__in=here).distinct():
        here.filter(team__club=club).update(left_on=today_in(club))


def _forget_files(rows: "QuerySet[Any]", person: Person) -> None:
    """Remove the person's files, and empty those that name the person, or may: those of the person's clubs."""
    rows.delete()
    naming = Q(club__in=person.clubs)
    for name in person.names:
        naming |= Q(said__icontains=name)
    found = ImportRun.objects.annotate(said=Cast("report", TextField())).filter(naming)
    Upload.objects.filter(club__in=person.clubs).delete()
    found.update(data=b"", seen=b"", report={}, file_name="")


def _end_invitations(rows: "QuerySet[Any]", person: Person) -> None:
    """Take back the invitations of somebody who is no officer any more."""
    rows.filter(revoked_at=None).update(revoked_at=timezone.now())


def _no_captain(rows: "QuerySet[Any]", person: Person) -> None:
    rows.update(captain=None)


def _no_reasons(rows: "QuerySet[Any]", person: Person) -> None:
    """Remove what officers wrote about the person, and what the person wrote as an officer.

    A correction of the ledger, or what takes an entry back, is about everybody whose units it moves.
    """
    moved = LedgerEntry.objects.filter(postings__account__player__in=person.ids).exclude(kind=LedgerEntry.Kind.GRANT)
    ActReason.objects.filter(Q(act__in=rows.values("pk")) | Q(act__entries__in=moved)).delete()


def owns_alone(person: Person) -> tuple[str, str] | None:
    """Tell why the last owner of a club cannot go: others would be left without one."""
    mine = Membership.objects.filter(player__in=person.ids, role=Membership.Role.OWNER).select_related("club")
    for membership in mine.order_by("club__name"):
        others = Membership.objects.filter(club=membership.club, player__is_bot=False).exclude(player__in=person.ids)
        people = others.filter(player__user__isnull=False)
        if people.exists() and not others.filter(active(), role=Membership.Role.OWNER).exists():
            return "last-owner", _("You are the only owner of {club}. First make somebody else an owner.").format(
                club=membership.club.name
            )
    return None


declare(
    Holding("clubs.User", file="account", rows=_account, why="removed last, with all that hangs on it"),
    Holding("clubs.User_groups", also=("user",), why=_WITH_THE_ACCOUNT),
    Holding("clubs.User_user_permissions", also=("user",), why=_WITH_THE_ACCOUNT),
    Holding("clubs.Player", file="player", rows=_player, also=("user", "merged_into"), why="stays without its name"),
    Holding("account.EmailAddress", of=("user",), file="addresses", fields=("email", "verified"), erase=delete),
    Holding("mfa.Authenticator", of=("user",), file="passkeys", rows=_passkeys, erase=delete),
    Holding("sessions.Session", file="sessions", rows=_sessions, erase=_end_sessions),
    Holding(
        "admin.LogEntry", of=("user",), file="administration", fields=("action_time", "action_flag"),
        erase=_forget_in_admin,
    ),
    Holding(
        "clubs.AccessToken", of=("user",), file="tokens", fields=("name", "created", "expiry"), erase=delete,
    ),
    Holding(
        "clubs.AnsweredRequest", of=("player",), erase=delete, why="answers to programs, sealed, kept for a day",
    ),
    Holding(
        "clubs.Membership", of=("player",), file="memberships",
        fields=("club__name", "club__slug", "role", "joined_at", "suspended_at", "suspended_until"), erase=delete,
    ),
    Holding(
        "clubs.KeptOut", of=("player",), file="kept-out", fields=("club__name", "since", "until"), erase=delete,
    ),
    Holding(
        "clubs.Team", of=("captain",), also=("players",), file="captain", fields=("name", "club__name"),
        erase=_no_captain,
    ),
    Holding(
        "clubs.TeamPlace", of=("player",), also=("put_by", "taken_by"), file="teams",
        fields=("team__name", "team__club__name", "position", "joined_on", "left_on"), erase=_leave_teams,
    ),
    Holding(
        "clubs.HouseRules", of=("made_by",), also=("frozen_by",), file="house-rules",
        fields=("club__name", "name", "number", "rules", "options", "made_at"),
        why="they are the club's, whoever wrote them",
    ),
    Holding(
        "clubs.Meeting", of=("made_by",), file="meetings-made",
        fields=("club__name", "title", "place", "note", "day", "made_at"), erase=emptied("note"),
    ),
    Holding(
        "clubs.MeetingAnswer", of=("player",), file="meeting-answers",
        fields=("meeting__club__name", "meeting__title", "day", "coming", "answered_at"), erase=delete,
    ),
    Holding(
        "clubs.OfficerAct", of=("actor", "subject"), file="officers-log",
        fields=("club__name", "action", "details", "done_at", "given_reason__text"), erase=_no_reasons,
        why="the log of officers cannot be changed; the reasons, which may name people, are removed",
    ),
    Holding(
        "clubs.Invitation", of=("made_by",), file="invitations-made",
        fields=("club__name", "role", "places", "used", "made_at", "expires_at", "revoked_at"), erase=_end_invitations,
        why=_OFFICE,
    ),
    Holding(
        "clubs.InvitationUse", of=("player",), file="invitations-used",
        fields=("invitation__club__name", "used_at"), erase=delete,
    ),
    Holding(
        "clubs.JoinRequest", of=("player",), also=("answered_by",), file="requests-to-join",
        fields=("club__name", "word", "asked_at", "answered_at", "admitted"), erase=delete,
    ),
    Holding(
        "clubs.GuestClaim", of=("guest", "claimed_by"), also=("made_by",), file="guests-claimed",
        fields=("club__name", "name", "made_at", "claimed_at"), erase=delete,
    ),
    Holding(
        "clubs.ImportRun", of=("by",), file="files-taken-in",
        fields=("club__name", "subject", "stage", "file_name", "asked_at", "status"), erase=_forget_files,
    ),
    Holding(
        "clubs.Picture", of=("added_by",), file="pictures", rows=_pictures, files=_picture_files, erase=delete,
    ),
    Holding(
        "clubs.Upload", of=("by",), file="uploads", fields=("club__name", "file_name", "length", "offset", "begun_at"),
        erase=delete,
    ),
    Holding("clubs.LedgerAccount", of=("player",), file="ledger", rows=_ledger, why="the club's books name nobody"),
    Holding(
        "clubs.Notice", of=("player",), file="notices", fields=("kind", "details", "path", "told_at", "read_at"),
        erase=delete,
    ),
    Holding(
        "clubs.NoticeDelivery", of=("player",), file="notices-sent",
        fields=("notice__kind", "way", "due_at", "done_at", "outcome"), erase=delete,
    ),
    Holding(
        "clubs.PushDevice", of=("player",), file="devices", fields=("name", "added_at", "reached_at"), erase=delete,
    ),
    Holding(
        "clubs.NoticeChoices", of=("player",), file="notice-choices",
        fields=("ways", "digest", "digest_at", "quiet_from", "quiet_until", "time_zone", "paused_until"), erase=delete,
    ),
    Holding("clubs.PrivacyChoices", of=("player",), erase=delete, why="copied with the player"),
    Holding("clubs.DataExport", of=("player",), erase=delete, why="the copies themselves"),
    Holding("clubs.Erasure", of=("player",), why="says only that it was asked for, and when it was done"),
    obstacles=(owns_alone,),
)  # fmt: skip
