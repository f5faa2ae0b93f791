"""The appeal of a side, the committee, its proposals and votes."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.models import Player
from games.cases import deciding, log
from games.cases.access import case_row
from games.cases.hosts import find_host
from games.cases.log import Written
from games.cases.outcomes import check_applicable
from games.cases.roles import gone_from, is_of_club, person_of
from games.cases.services.acting import cleaned, do
from games.errors import BadTerms
from games.events.cases import Decision
from games.models import Case


def appeal(*, case_id: UUID, player: Player, words: str, command: UUID, now: datetime | None = None) -> Written:
    """Appeal against a ruling, for a side of the hand.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
        BadTerms: `words-missing`, `words-too-long`.
    """
    text = cleaned(words, missing=_("Write the reasons of the appeal."))
    return do(case_id, player, deciding.appeal, command=command, words=text, now=now)


def withdraw_appeal(*, case_id: UUID, player: Player, command: UUID, now: datetime | None = None) -> Written:
    """Withdraw the appeal of one's side before the first vote: the ruling is final.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
    """
    return do(case_id, player, deciding.withdraw_appeal, command=command, now=now)


def name_committee(
    *, case_id: UUID, player: Player, members: Collection[Player], command: UUID, now: datetime | None = None
) -> Written:
    """Name the committee, or name it anew before its first vote; for an officer who did not rule.

    Args:
        members: 1, 3 or 5 people of the club who are party to nothing.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
        BadTerms: `bad-committee`, `member-involved`, `member-unknown`: a person is no member of the club.
    """
    case = case_row(case_id)
    ids = [_member(case, member) for member in members]
    return do(
        case_id, player, lambda state, actor, at: deciding.name_committee(state, actor, ids, at),
        command=command, now=now,
    )  # fmt: skip


def _member(case: Case, player: Player) -> str:
    """Return the id under which a person would stand in a committee.

    Raises:
        BadTerms: `member-unknown`, `member-involved`.
    """
    person = player.real
    if person.is_bot or person.user_id is None or not is_of_club(case.club, person.pk):
        raise BadTerms("member-unknown", _("Choose members of the club who have an account."), "members")
    known = person_of(case.club, person, find_host(case.game))
    if known.beside:
        text = _("Nobody from the two squads can be on the committee.")
        raise BadTerms("member-involved", text, "members")
    return min(known.ids & log.current(case.pk).parties, default=known.id)


def propose(
    *, case_id: UUID, player: Player, decision: Decision, words: str, command: UUID, now: datetime | None = None
) -> Written:
    """Propose another decision to the committee.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
        BadTerms: `too-many-proposals`, and as `ruling.rule`.
    """
    text = cleaned(words, missing=_("Write the reasons of the proposal."))
    check_applicable(case_row(case_id), decision)
    return do(
        case_id, player, lambda state, actor, at: deciding.propose(state, actor, decision, at),
        command=command, words=text, now=now,
    )  # fmt: skip


def vote(
    *, case_id: UUID, player: Player, proposal: int, words: str = "", command: UUID, now: datetime | None = None
) -> Written:
    """Vote for a proposal, or with 0 for the ruling; a later vote replaces it.

    More than half decide of the members who have voted, or can still: those who left the club or are suspended count
    no more.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
        BadTerms: `unknown-proposal`, `words-too-long`.
    """
    text, case = cleaned(words), case_row(case_id)
    return do(
        case_id, player,
        lambda state, actor, at: deciding.vote(state, actor, proposal, at, gone=gone_from(case, state)),
        command=command, words=text, now=now,
    )  # fmt: skip
