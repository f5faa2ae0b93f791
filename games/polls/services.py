"""The commands of blind polls: a director asks, players answer. The poll is in the case's stream (`games.cases`)."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Player
from games.cases import log
from games.cases.access import case_row
from games.cases.services import polling
from games.errors import BadTerms
from games.events.cases import PollOpened
from games.models import Case, PollInvitation, PollPosition
from games.polls.answers import action_in, answer_of
from games.polls.notices import tell_asked
from games.polls.selectors import asked_by, involved, position_asked, position_of


@transaction.atomic
def open_poll(
    *,
    case_id: UUID,
    player: Player,
    seat: int,
    step: int,
    voters: Collection[Player],
    until: datetime | None = None,
    clock: bool = False,
    command: UUID,
    now: datetime | None = None,
) -> int:
    """Put a position of a disputed hand before players who do not know whose it is, and tell them.

    Args:
        case_id: The case's id.
        player: The director of the case.
        seat: The seat whose view is shown.
        step: The step of the hand's history before which it acts.
        voters: The players who are asked.
        until: The deadline; None: by the window of the case.
        clock: Whether they see how many seconds were left.
        command: The command's id; the same again does nothing.
        now: The time of the command.

    Returns:
        The number of the poll in the case.

    Raises:
        UnknownCase, NotAllowed, WrongMoment, BadTerms: As `games.cases.services.polling.open_poll`.
        WrongMoment: `no-position`, `not-known`: there is no such position to show.
        BadTerms: `voter-involved`: also a player who sat in the game, an officer of the case or of a committee.
    """
    at = now or timezone.now()
    case = case_row(case_id)
    check_uninvolved(case, voters)
    through = case.place.version
    written = polling.open_poll(
        case_id=case_id, player=player, seat=seat, step=step, voters=voters, until=until, command=command, now=at
    )
    opened = next(event for event in written.events if isinstance(event, PollOpened))
    if not written.new:
        return opened.poll
    # Refused as a whole if there is nothing to show.
    position_of(case, seat, step, through)
    shown = PollPosition.objects.create(case=case, poll=opened.poll, through=through, clock=clock)
    asked = Player.objects.filter(pk__in=[UUID(voter) for voter in opened.voters])
    invitations = PollInvitation.objects.bulk_create(
        PollInvitation(position=shown, voter=voter, asked_at=at) for voter in asked
    )
    tell_asked(invitations, log.moment_of(opened.until), now=at)
    return opened.poll


def check_uninvolved(case: Case, voters: Collection[Player]) -> None:
    """Refuse players who sat in the game or have a part in the case.

    Raises:
        BadTerms: `voter-involved`.
    """
    beside = involved(case, log.current(case.pk))
    if named := sorted(voter.name for voter in voters if voter.real_id in beside or voter.pk in beside):
        text = _("{name} had a part in the hand, the game or the case, and cannot be asked.").format(name=named[0])
        raise BadTerms("voter-involved", text, "voters")


def answer(
    *,
    invitation_id: UUID,
    player: Player,
    action: str,
    sure: int,
    words: str = "",
    command: UUID,
    now: datetime | None = None,
) -> None:
    """Answer a poll, or say that the hand is known; a later answer replaces it until the poll is closed.

    Args:
        invitation_id: The id of the player's invitation.
        player: The player.
        action: What the player would do, as pages write it; empty: the player knows the hand, and does not count.
        sure: How sure, from 1 to 3; 0 without an action.
        words: The player's reasons (optional).
        command: The command's id; the same again does nothing.
        now: The time of the command.

    Raises:
        UnknownTable: The player is not asked at this address.
        WrongMoment: `poll-closed`.
        BadTerms: `bad-action`: the seat could not do that; `not-sure`, `words-too-long`.
    """
    asked = asked_by(invitation_id, player, now)
    shown = asked.invitation.position
    if action:
        legal = action_in(action, asked.seat, position_asked(asked).legal)
        if legal is None:
            raise BadTerms("bad-action", _("Choose one of the seat's possible actions."), "action")
        action = answer_of(legal)
    polling.answer_poll(
        case_id=shown.case_id, player=asked.invitation.voter, poll=shown.poll, action=action,
        sure=sure if action else 0, words=words if action else "", command=command, now=now,
    )  # fmt: skip


def close_poll(*, case_id: UUID, player: Player, poll: int, command: UUID, now: datetime | None = None) -> None:
    """Close a poll before its deadline, with the answers that it has.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `games.cases.services.polling.close_poll`.
    """
    polling.close_poll(case_id=case_id, player=player, poll=poll, command=command, now=now)
