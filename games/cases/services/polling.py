"""Blind polls: a director asks, players answer. The room `games.polls` shows the position and checks the action."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.models import Player
from games.cases import deciding, log
from games.cases.access import case_row
from games.cases.hosts import find_host
from games.cases.log import Written
from games.cases.roles import person_of
from games.cases.services.acting import cleaned, do
from games.errors import BadTerms, UnknownCase
from games.models import Case


def open_poll(
    *,
    case_id: UUID,
    player: Player,
    seat: int,
    step: int,
    voters: Collection[Player],
    until: datetime | None = None,
    command: UUID,
    now: datetime | None = None,
) -> Written:
    """Put the position before a step of the hand, as a seat saw it, before players.

    Args:
        seat: The seat whose view is shown.
        step: The step of the hand's history before which it acts.
        voters: The players who are asked.
        until: The deadline; None: by the window of the case.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
        BadTerms: `voter-unknown`: a bot, or a player without an account; `voter-involved`: also a player of a squad,
            and a director or officer, who reads the case;
            `no-voters`, `too-many-voters`, `unknown-seat`, `unknown-step`, `too-many-polls`, `not-later`, `too-far`.
    """
    case = case_row(case_id)
    check_voters(case, voters)
    ids = [_id_of(case, voter.real) for voter in voters]
    moment = None if until is None else log.seconds_of(until)
    return do(
        case_id, player,
        lambda state, actor, at: deciding.open_poll(state, actor, seat, step, ids, moment, at),
        command=command, now=now,
    )  # fmt: skip


def check_voters(case: Case, voters: Collection[Player]) -> None:
    """Refuse players who have no account, play in a squad of a side, or read the case.

    Raises:
        BadTerms: `voter-unknown`, `voter-involved`.
    """
    host = find_host(case.game)
    asked = [voter.real for voter in voters]
    if any(voter.is_bot or voter.user_id is None for voter in asked):
        raise BadTerms("voter-unknown", _("Only players with an account are asked."), "voters")
    people = [person_of(case.club, voter, host) for voter in asked]
    if any(person.beside for person in people):
        raise BadTerms("voter-involved", _("Players of the two sides' squads cannot be asked."), "voters")
    if any(person.directs or person.officer for person in people):
        raise BadTerms("voter-involved", _("Directors read the case, so they cannot be asked."), "voters")


def _id_of(case: Case, voter: Player) -> str:
    """Return the id under which a player stands in a case; of others the own id."""
    known = person_of(case.club, voter, None).ids & log.current(case.pk).parties
    return min(known, default=str(voter.pk))


def answer_poll(
    *,
    case_id: UUID,
    player: Player,
    poll: int,
    action: str,
    sure: int,
    words: str = "",
    command: UUID,
    now: datetime | None = None,
) -> Written:
    """Answer a poll; a later answer replaces it until the poll is closed.

    Args:
        poll: The number of the poll in the case.
        action: What the player would do, as pages write it; empty: the player knows the hand.
        sure: How sure, from 1 to 3; 0 without an action.
        words: The player's reasons (optional).

    Raises:
        UnknownCase: There is no such case, or the player is asked in none of its polls.
        NotAllowed: `not-asked`.
        WrongMoment: `poll-closed`.
        BadTerms: `bad-action`, `not-sure`, `words-too-long`.
    """
    text = cleaned(words)
    return do(
        case_id, player, lambda state, actor, at: deciding.answer_poll(state, actor, poll, action, sure, at),
        command=command, words=text, now=now, find=_asked_case,
    )  # fmt: skip


def _asked_case(case_id: UUID, player: Player) -> Case:
    """Return a case in one of whose polls a player is asked."""
    case = case_row(case_id)
    ids = person_of(case.club, player, None).ids
    if not any(not ids.isdisjoint(poll.voters) for poll in log.current(case_id).polls):
        raise UnknownCase()
    return case


def close_poll(*, case_id: UUID, player: Player, poll: int, command: UUID, now: datetime | None = None) -> Written:
    """Close a poll before its deadline, with the answers that it has.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
    """
    return do(
        case_id, player, lambda state, actor, at: deciding.close_poll(state, actor, poll, at),
        command=command, now=now,
    )  # fmt: skip
