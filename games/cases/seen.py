"""A case as one reader may know it: the parts of its state that are secret to the reader are taken out. Pure.

Words, evidence, audits, polls and votes are for the parties, the neutral directors and officers, and the committee. The
votes are secret until the committee has decided, but for one's own; answers to a poll until it is closed, and the names
of its voters are known to directors alone. Other readers of the hand know the subject, the step, the deadlines and the
outcome; of a closed case also its decisions.
"""

from typing import Any, Final

from msgspec.structs import replace

from games.cases.parts import Actor, has_ruled, has_taken, is_director, is_insider
from games.cases.state import CaseState, Happened, Poll
from games.events import cases as events

_PUBLIC: Final = (
    events.CaseOpened, events.CaseRuled, events.CaseRulingWithdrawn, events.CaseAppealed, events.AppealWithdrawn,
    events.CommitteeNamed, events.AppealDecided, events.DeadlinePassed, events.DeadlineMoved, events.CaseWithdrawn,
    events.CaseClosed,
)  # fmt: skip
"""The events of which other readers know that they happened, without what was decided while the case is open."""
_HIDDEN: Final = (events.NamesWithheld, events.NamesShown)
"""The events that nobody is shown: who asked that names be withheld."""


def seen_by(state: CaseState, actor: Actor | None) -> CaseState:
    """Return a case as a reader may know it.

    Args:
        state: The case.
        actor: The reader; None for a visitor.
    """
    if actor is None or not is_insider(state, actor):
        return _outside(state)
    polls = tuple(_poll(poll, actor, directs=_sees_voters(state, actor)) for poll in state.polls)
    votes = state.votes if state.verdict is not None else _own(state, actor)
    withheld = state.withheld & actor.ids
    timeline = tuple(
        happened for happened in (_happened(state, actor, each) for each in state.timeline) if happened is not None
    )
    return replace(state, polls=polls, votes=votes, withheld=withheld, timeline=timeline)


def _sees_voters(state: CaseState, actor: Actor) -> bool:
    return is_director(state, actor) or has_taken(state, actor) or has_ruled(state, actor)


def _own(state: CaseState, actor: Actor) -> dict[str, Any]:
    return {member: vote for member, vote in state.votes.items() if member in actor.ids}


def _poll(poll: Poll, actor: Actor, *, directs: bool) -> Poll:
    """Return a poll without what is secret: the answers while it is open, and the voters."""
    if poll.is_open:
        poll = replace(poll, answers={})
    if directs:
        return poll
    numbered = {voter: str(number) for number, voter in enumerate(sorted(poll.voters), start=1)}
    answers = {numbered[voter]: replace(answer, voter=numbered[voter]) for voter, answer in poll.answers.items()}
    return replace(poll, voters=tuple(numbered.values()), answers=answers)


def _happened(state: CaseState, actor: Actor, happened: Happened) -> Happened | None:
    """Return an event of the timeline as an insider may know it; None: it is secret."""
    event = happened.event
    if isinstance(event, _HIDDEN):
        return None
    if isinstance(event, events.VoteCast):
        own = event.member in actor.ids
        return happened if own or state.verdict is not None else None
    if isinstance(event, events.PollAnswered):
        return None  # the poll has its answers
    if isinstance(event, events.PollOpened) and not _sees_voters(state, actor):
        return replace(happened, event=replace(event, voters=()))
    return happened


def _outside(state: CaseState) -> CaseState:
    """Return what readers of the hand know who have no part in the case."""
    closed = state.is_closed
    carried = state.verdict.proposal if state.verdict is not None else 0
    told = replace(
        state, answers={}, evidence=(), audits=(), polls=(), committee=(), votes={}, withheld=frozenset(),
        rulings=state.rulings if closed else (), appeal=state.appeal if closed else None,
        proposals=tuple(each for each in state.proposals if each.number == carried) if closed else (),
        applied=state.applied if closed else None, kept=state.kept and closed,
        timeline=tuple(each for each in state.timeline if isinstance(each.event, _PUBLIC)),
    )  # fmt: skip
    if not closed:
        told = replace(told, timeline=tuple(map(_undecided, told.timeline)))
    return told if closed and not state.withheld else _nameless(told)


def _undecided(happened: Happened) -> Happened:
    """Return an event without what was decided."""
    if not isinstance(happened.event, events.CaseRuled):
        return happened
    return replace(happened, event=replace(happened.event, decision=events.Decision("stands", "other")))


def _nameless(state: CaseState) -> CaseState:
    """Return what other readers know without the people: who played the hand is on its own page."""
    return replace(
        state, raised_by="", director="", sides=tuple(() for _side in state.sides),
        seats=tuple("" for _seat in state.seats),
        rulings=tuple(replace(ruling, by="") for ruling in state.rulings),
        proposals=tuple(replace(proposal, by="") for proposal in state.proposals),
        appeal=None if state.appeal is None else replace(state.appeal, by=""),
        timeline=tuple(
            replace(happened, actor="", event=_without_people(happened.event)) for happened in state.timeline
        ),
    )  # fmt: skip


_PEOPLE: Final = {"by": "", "raised_by": "", "members": (), "sides": (), "seats": ()}
"""The members of public events that name people, with what stands in their place."""


def _without_people(event: Any) -> Any:
    names = {name: empty for name, empty in _PEOPLE.items() if name in event.__struct_fields__}
    return replace(event, **names) if names else event
