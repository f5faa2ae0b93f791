"""What pages, the API and other rooms read of cases; nothing is changed."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct

from clubs.models import CaseWindows, Club, Membership, Player
from clubs.officers.permissions import may
from clubs.people.selectors import ids_of
from games.cases import log, parts, windows
from games.cases.access import case_row, may_know
from games.cases.facts import place_of, published_at
from games.cases.hosts import Host, find_host
from games.cases.moves import Move, whose_move
from games.cases.opening import closes_at
from games.cases.parts import Act, Actor
from games.cases.roles import actor_of
from games.cases.seen import seen_by
from games.cases.state import CaseState
from games.cases.windows import Windows
from games.errors import UnknownCase
from games.models import Case, CasePerson, CaseText


class Window(Struct, frozen=True):
    """The time in which a finished hand can be disputed.

    Attributes:
        open: It can be disputed now.
        closes_at: Until when; None: the result is not published yet, so there is no end yet.
        reason: Why not, in words; empty where it can be.
        case_id: The open case about the hand; None without.
    """

    open: bool
    closes_at: datetime | None = None
    reason: str = ""
    case_id: UUID | None = None


class SeenCase(Struct, frozen=True):
    """A case as one reader may know it.

    Attributes:
        case: The row.
        state: The state, without what is secret to the reader (`games.cases.seen`).
        insider: The reader has a part in the case: a party, a neutral director or officer, the committee.
        actor: The reader; None for a visitor.
        side: The side for which the reader played the hand; None for none.
        move: Whose move it is, and until when; the people in it only for insiders.
        mine: It is the reader's own move.
        may: The acts that the reader may do now.
        words: What people wrote, by the version of the event; for insiders.
        host: The tournament that the game is part of, if any.
    """

    case: Case
    state: CaseState
    insider: bool
    actor: Actor | None
    side: int | None
    move: Move
    mine: bool
    may: frozenset[Act]
    words: Mapping[int, str]
    host: Host | None


def seen_case(case_id: UUID, player: Player | None, *, invitation: str = "", now: datetime | None = None) -> SeenCase:
    """Return a case as a reader may know it.

    Args:
        case_id: The case's id.
        player: The reader; None for a visitor.
        invitation: The code of an invitation to the table that came with the request.
        now: The time; by default the present.

    Raises:
        UnknownCase: There is no such case, or the reader may not know of it.
    """
    case, state = case_row(case_id), log.current(case_id)
    host = find_host(case.game)
    actor = None if player is None else actor_of(case, state, player, host)
    if not may_know(case, state, actor, player, invitation):
        raise UnknownCase()
    insider = actor is not None and parts.is_insider(state, actor)
    move = whose_move(state)
    moment = log.seconds_of(now or timezone.now())
    seen = seen_by(state, actor)
    if not insider:
        _blank(case, seen)
    return SeenCase(
        case=case, state=seen, insider=insider, actor=actor,
        side=None if actor is None else state.side_of(actor.ids),
        move=move if insider and move.who != "voters" else Move(move.who, move.step, move.until),
        mine=actor is not None and is_awaited(state, actor),
        may=frozenset() if actor is None else parts.allowed(state, actor, moment),
        words=words_of(case_id, seen) if insider else {}, host=host,
    )  # fmt: skip


def _blank(case: Case, seen: CaseState) -> None:
    """Take out of the row what its reader may not know; it is not saved."""
    if not seen.raised_by:
        case.raised_by = None
    if not seen.director:
        case.director = None
    if not case.closed_at:
        case.decision = case.rule = ""


def is_awaited(state: CaseState, actor: Actor) -> bool:
    """Tell whether a case waits for a person's move."""
    move = whose_move(state)
    if move.who == "directors":
        return parts.is_director(state, actor)
    if move.who == "officers":
        return parts.is_neutral_officer(state, actor) and (actor.only or not parts.has_ruled(state, actor))
    if move.who in ("parties", "nobody", "voters"):
        return False  # an appeal is a right, and polls have their own page
    return not actor.left and not actor.ids.isdisjoint(move.people)


def words_of(case_id: UUID, seen: CaseState) -> dict[int, str]:
    """Return what people wrote in a case, by version, of the events that a reader may know."""
    rows = CaseText.objects.filter(case=case_id).values_list("version", "text")
    versions = {happened.version for happened in seen.timeline}
    versions |= {answer.version for poll in seen.polls for answer in poll.answers.values()}
    return {version: text for version, text in rows if version in versions}


def window_of(game: UUID, hand: int, *, now: datetime | None = None) -> Window:
    """Return the time in which a finished hand of a game can be disputed.

    Args:
        game: The id of the table or the score sheet.
        hand: The number of the hand.
        now: The time; by default the present.

    Raises:
        UnknownTable: There is no such game.
    """
    place = place_of(game)
    if place.club is None:
        return Window(False, reason=_("This game belongs to no club: nobody could decide a dispute."))
    host = find_host(game)
    spans = windows_of(place.club) if host is None else host.windows
    published = published_at(place, host)
    end = closes_at(None if published is None else log.seconds_of(published), spans.dispute)
    until = None if end is None else log.moment_of(end)
    standing = Case.objects.filter(game=game, hand=hand, closed_at__isnull=True).values_list("pk", flat=True).first()
    if standing is not None:
        return Window(False, until, _("This hand is already disputed."), standing)
    if until is not None and (now or timezone.now()) >= until:
        return Window(False, until, _("The time to dispute this hand is over."))
    return Window(True, until)


def cases_of_game(game: UUID) -> QuerySet[Case]:
    """Return the cases about the hands of a game, the latest first, whoever may know of them."""
    return Case.objects.filter(game=game).select_related("club", "table", "sheet").order_by("-opened_at")


def cases_for(player: Player) -> QuerySet[Case]:
    """Return the cases in which a player has a part, open ones first, the latest first; polls are elsewhere."""
    mine = CasePerson.objects.filter(player__in=ids_of(player)).exclude(part=CasePerson.Part.VOTER)
    return (
        Case.objects.filter(pk__in=mine.values("case"))
        .select_related("club", "table", "sheet", "director")
        .order_by(*_OPEN_FIRST)
    )


def cases_before(player: Player) -> QuerySet[Case]:
    """Return the open cases that may wait for a player; whether one does is told by `is_awaited`.

    Beside those in which the player has a part, these are the cases that wait for any director, or any officer, in the
    clubs where the player is one.
    """
    mine = CasePerson.objects.filter(player__in=ids_of(player)).exclude(part=CasePerson.Part.VOTER)
    clubs = Membership.objects.filter(player__in=ids_of(player), role__in=_OFFICES).values("club")
    nobodys = Q(status=Case.Status.REVIEW, director=None) | Q(status=Case.Status.APPEALED)
    return (
        Case.objects.filter(Q(pk__in=mine.values("case")) | Q(nobodys, club__in=clubs), closed_at__isnull=True)
        .select_related("club", "table", "sheet", "director")
        .order_by(*_OPEN_FIRST)
    )


_OFFICES = (Membership.Role.OWNER, Membership.Role.DIRECTOR)
"""The roles that take cases and name committees."""
_OPEN_FIRST = ("-closed_at", "-opened_at")
"""PostgreSQL puts rows without a time first where the order is descending."""


def queue(club: Club, player: Player | None = None) -> Sequence[Case]:
    """Return the open cases of a club, the one whose deadline comes first at the top.

    Args:
        club: The club.
        player: Only those that this player could decide: a neutral director or officer; None for all.
    """
    rows = list(
        Case.objects.filter(club=club, closed_at__isnull=True)
        .select_related("club", "table", "sheet", "director", "raised_by")
        .order_by("due_at", "number")
    )
    return rows if player is None else [case for case in rows if _decides(case, player)]


def _decides(case: Case, player: Player) -> bool:
    state = log.state_of(case)
    actor = actor_of(case, state, player, find_host(case.game))
    return parts.is_director(state, actor) or parts.is_neutral_officer(state, actor)


def reads_queue(club: Club, player: Player | None) -> bool:
    """Tell whether a player may read the queue of a club's cases."""
    return may(player, "give_rulings", club)


def windows_of(club: Club) -> Windows:
    """Return the windows of cases in a club: its own, or the usual ones."""
    row = CaseWindows.objects.filter(club=club).first()
    if row is None:
        return windows.CLUB
    return Windows(**{name: getattr(row, name) for name in Windows.__struct_fields__})
