"""Replaying a case: each stored command is decided again from the case before it.

Facts of other tables are not checked, such as that a director holds the office, or that a picture is there.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from clubs.errors import ClubError
from games.cases import deciding
from games.cases.folding import fold_all
from games.cases.opening import check_opening
from games.cases.parts import Actor
from games.cases.state import EMPTY, CaseState
from games.events import cases as events
from games.replaying.refused import Refused, compare, require


def replay_case(commands: Iterator[Sequence[Any]]) -> None:
    """Replay a case.

    Raises:
        Refused: An event has no place where it stands.
    """
    state = EMPTY
    for command in commands:
        first = command[0]
        now = int(first.recorded_at.timestamp())
        actor = Actor(first.actor, frozenset({first.actor}), directs=True, officer=True, only=True)
        try:
            expected = _opened(first, now) if state.version == 0 else _expected(state, first, actor, now)
        except ClubError as refusal:
            raise Refused(first.version, f"the case refuses it: {refusal.code}") from None
        compare(command, expected)
        require(len(command) == len(expected), command[-1], "it does not follow from its command")
        state = fold_all(state, command)


def _opened(one: Any, now: int) -> Sequence[Any]:
    event = one.event
    require(isinstance(event, events.CaseOpened), one, "a case begins with its opening")
    require(event.raised_by == one.actor, one, "its actor is not the person whom it names")
    check_opening(event, directs=True, now=now)
    return [event]


def _expected(state: CaseState, one: Any, actor: Actor, now: int) -> Sequence[Any]:
    """Return the events of a command by its first.

    Raises:
        Refused: No command begins with it.
        ClubError: The case refuses it.
    """
    event = one.event
    served = isinstance(event, _SERVER)
    require(bool(one.actor) != served, one, "it has an actor, or none, where it must not")
    match event:
        case events.CaseAnswered():
            return deciding.answer(state, actor, event.stance, now)
        case events.EvidenceAdded():
            return deciding.add_evidence(state, actor, event.kind, now, item=event.item, step=event.step)
        case events.EvidenceWithdrawn():
            return deciding.withdraw_evidence(state, actor, event.evidence, now)
        case events.CaseTaken():
            return deciding.take(state, actor, now)
        case events.CaseReleased():
            return deciding.release(state, actor, now)
        case events.PollOpened():
            return deciding.open_poll(state, actor, event.seat, event.step, event.voters, event.until, now)
        case events.PollAnswered():
            return deciding.answer_poll(state, actor, event.poll, event.action, event.sure, now)
        case events.PollClosed():
            return deciding.close_poll(state, actor, event.poll, now)
        case events.CaseRuled():
            return deciding.rule(state, actor, event.decision, now)
        case events.CaseRulingWithdrawn():
            return deciding.withdraw_ruling(state, actor, now)
        case events.CaseAppealed():
            return deciding.appeal(state, actor, now)
        case events.AppealWithdrawn():
            return deciding.withdraw_appeal(state, actor, now)
        case events.CommitteeNamed():
            return deciding.name_committee(state, actor, event.members, now)
        case events.DecisionProposed():
            return deciding.propose(state, actor, event.decision, now)
        case events.VoteCast():
            return deciding.vote(state, actor, event.proposal, now, gone=event.gone)
        case events.DeadlineMoved():
            return deciding.move_deadline(state, actor, event.step, event.until, now)
        case events.CaseWithdrawn():
            return deciding.withdraw_case(state, actor, now)
        case events.NamesWithheld():
            return deciding.withhold_names(state, actor, now)
        case events.NamesShown():
            return deciding.show_names(state, actor, now)
    return _expected_of_server(state, one, now)


_SERVER = (events.CaseAudited, events.DeadlinePassed, events.DecisionApplied, events.DecisionReversed)
"""The events with which commands of the server begin."""


def _expected_of_server(state: CaseState, one: Any, now: int) -> Sequence[Any]:
    event = one.event
    match event:
        case events.CaseAudited():
            return deciding.record_audit(state, event.audit, event.through, event.digest, event.verdict, event.findings)
        case events.DeadlinePassed():
            return deciding.pass_deadline(state, now)
        case events.DecisionApplied():
            return deciding.apply(state, event.ruling, event.adjustment, event.hosted)
        case events.DecisionReversed():
            return deciding.reverse(state, kept=event.kept)
    raise Refused(one.version, f"{one.type} has no place here")
