"""Raising a dispute about a finished hand, and withdrawing it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, cast
from uuid import UUID

from celery import current_app
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.base import locks
from clubs.models import Club, Player
from games.cases import deciding, log
from games.cases.facts import HandFacts, club_of, facts_of, place_of, published_at
from games.cases.hosts import Host, find_host
from games.cases.log import Written
from games.cases.opening import check_opening, closes_at, is_answered
from games.cases.parts import Actor
from games.cases.roles import person_of, reads_hand
from games.cases.selectors import windows_of
from games.cases.services.acting import cleaned, do
from games.cases.services.announcing import announce
from games.errors import AlreadyDisputed, NotAllowed, TooFast, UnknownTable, WrongMoment
from games.events.cases import CaseOpened, Subject
from games.models import Case, Sheet, SheetPass, Table
from games.sheets.authors import Author, read_by
from games.words.citations import family_of

MAX_A_DAY: Final = 8
"""The disputes that a person raises in 24 hours."""
AUDIT: Final = "games.tasks.audit_case"
"""The name of the task that audits the hand of a case."""
_LOCK: Final = 40
"""Of a club's cases, so that they are numbered one after the other."""


def dispute(
    *,
    game: UUID,
    hand: int,
    player: Player,
    subject: str,
    words: str,
    command: UUID,
    step: int | None = None,
    rule: str = "",
    invitation: str = "",
    sheet_pass: SheetPass | None = None,
    now: datetime | None = None,
) -> Case:
    """Raise a dispute about a finished hand; the other side is asked for an answer, and the hand is audited.

    Args:
        game: The id of the table or the score sheet.
        hand: The number of the hand.
        player: A player of the hand, or a director.
        subject: What it is about (`games.events.cases.SUBJECTS`).
        words: The player's words.
        step: The step of the hand's history that it is about.
        rule: The rule that the player cites.
        invitation: The code of an invitation to the table that came with the request.
        sheet_pass: The pass to the score sheet that the browser holds.

    Returns:
        The case.

    Raises:
        UnknownTable, UnknownSheet: There is no such finished hand, or the player may not know of it.
        NotAllowed: `no-account`, `not-a-player`.
        AlreadyDisputed: `already-disputed`: there is an open case about the hand.
        WrongMoment: `window-closed`; `decided-already`: the same was disputed and decided; a director can raise it.
        BadTerms: `no-club`, `foreign`, `words-missing`, `words-too-long`, and as `opening.check_opening`.
        TooFast: `too-many-disputes`.
    """
    at, case_id = now or timezone.now(), log.case_id_of(game, command)
    if (known := Case.objects.filter(pk=case_id).first()) is not None:
        return known
    place = _seen_place(game, player, invitation, sheet_pass)
    if player.real.user_id is None:
        raise NotAllowed("no-account", _("Sign in with an account to dispute a hand."))
    facts, club, host = facts_of(place, hand), club_of(place), find_host(game)
    text = cleaned(words, missing=_("Write what happened."))
    person = person_of(club, player, host)
    opened = _opening(place, hand, facts, club, host, person, subject, step, rule, at)
    case = Case(
        pk=case_id, club=club, table=place if isinstance(place, Table) else None,
        sheet=place if isinstance(place, Sheet) else None, host=None if host is None else host.id, hand=hand,
        step=step, rules=place.rules, family=family_of(place.rules), subject=subject, opened_at=at,
        raised_by_id=UUID(opened.raised_by),
    )  # fmt: skip
    written = _open(case, opened, directs=person.directs, words=text, command=command, now=at)
    return announce(written).case


def _seen_place(game: UUID, player: Player, invitation: str, sheet_pass: SheetPass | None) -> Table | Sheet:
    place = place_of(game)
    if isinstance(place, Sheet):
        read_by(place.pk, Author(player, sheet_pass))
    elif not reads_hand(place, player, invitation):
        raise UnknownTable()
    return place


def _opening(
    place: Table | Sheet,
    hand: int,
    facts: HandFacts,
    club: Club,
    host: Host | None,
    person: Actor,
    subject: str,
    step: int | None,
    rule: str,
    at: datetime,
) -> CaseOpened:
    """Return the first event of a case, before it is checked."""
    windows = windows_of(club) if host is None else host.windows
    published = published_at(place, host)
    since = None if published is None else log.seconds_of(published)
    side = next((number for number, ids in enumerate(facts.sides) if not person.ids.isdisjoint(ids)), None)
    known = [player for players in facts.sides for player in players if player in person.ids]
    guests = _without_account(facts.sides)
    awaited = is_answered(facts.sides, side, guests)
    return CaseOpened(
        game=str(place.pk), kind="table" if isinstance(place, Table) else "sheet", hand=hand,
        subject=cast(Subject, subject), raised_by=known[0] if known else person.id, side=side, sides=facts.sides,
        seats=facts.seats, club=str(club.pk), host="" if host is None else str(host.id), rules=place.rules, step=step,
        rule=rule.strip().upper(), published_at=since, closes_at=closes_at(since, windows.dispute),
        answer_until=log.seconds_of(at) + windows.answer if awaited else None, windows=windows, without_account=guests,
    )  # fmt: skip


def _without_account(sides: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """Return the sides of people of whom nobody has an account."""
    ids = [UUID(player) for players in sides for player in players]
    rows = Player.objects.select_related("merged_into").filter(pk__in=ids)
    reached = {str(player.pk) for player in rows if player.real.user_id is not None}
    return tuple(number for number, players in enumerate(sides) if players and reached.isdisjoint(players))


@transaction.atomic
def _open(case: Case, opened: CaseOpened, *, directs: bool, words: str, command: UUID, now: datetime) -> Written:
    """Open a case under the next number of its club, unless its hand has an open one."""
    # Before the lane: all disputes of a club take this lock first.
    locks.take(_LOCK, str(case.club_id))
    if (known := Case.objects.filter(pk=case.pk).first()) is not None:
        state = log.current(case.pk)
        return Written(known, state, state, (), new=False, at=now)
    check_opening(opened, directs=directs, now=log.seconds_of(now))
    _check_room(case, directs=directs, now=now)
    last = Case.objects.filter(club=case.club_id).order_by("-number").values_list("number", flat=True).first()
    case.number = (last or 0) + 1
    written = log.write(case, lambda _state, _moment: [opened], command=command, words=words, now=now)
    transaction.on_commit(partial(_send_audit, case.pk), robust=True)
    return written


def _check_room(case: Case, *, directs: bool, now: datetime) -> None:
    game = case.table_id or case.sheet_id
    same = Case.objects.filter(game=game, hand=case.hand)
    standing = same.filter(closed_at__isnull=True).first()
    if standing is not None:
        raise AlreadyDisputed(standing.pk)
    decided = same.filter(subject=case.subject, closed_at__isnull=False).exclude(outcome="withdrawn")
    if not directs and decided.exists():
        text = _("This dispute has been decided for good. Only directors can reopen it.")
        raise WrongMoment("decided-already", text)
    own: Any = Case.objects.filter(raised_by=case.raised_by_id, opened_at__gt=now - timedelta(days=1))
    if own.count() >= MAX_A_DAY:
        raise TooFast("too-many-disputes", _("You have disputed many hands today. Wait until tomorrow."))


def _send_audit(case_id: UUID) -> None:
    current_app.send_task(AUDIT, args=(str(case_id),), retry=False)


def withdraw_case(*, case_id: UUID, player: Player, command: UUID, now: datetime | None = None) -> Case:
    """Withdraw a dispute before the ruling; for the person who raised it.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
    """
    return do(case_id, player, deciding.withdraw_case, command=command, now=now).case
