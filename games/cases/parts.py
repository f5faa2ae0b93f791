"""The part that a person has in a case, and the acts that a person is allowed. Pure.

`Actor` holds what is known of a person outside the case; what the case itself says of the person (a side, the office of
its director, a seat in the committee) is asked of its state. `require_may` refuses, `allowed` lists.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, get_args

from django.utils.translation import gettext as _
from msgspec import Struct

from clubs.errors import ClubError
from games.cases.state import CaseState, Happened
from games.errors import BadTerms, NotAllowed, WrongMoment
from games.events import cases as events

Act = Literal[
    "answer", "add-evidence", "withdraw-evidence", "withdraw-case", "take", "release", "move-deadline", "open-poll",
    "close-poll", "answer-poll", "rule", "withdraw-ruling", "appeal", "withdraw-appeal", "name-committee", "propose",
    "vote", "withhold-names", "show-names",
]  # fmt: skip
ACTS: Final[tuple[Act, ...]] = get_args(Act)
"""What people do in a case; raising the dispute comes before it."""
MAX_SHOWN: Final = 10
"""How often one person has the names of a case shown again; withheld, they can always be."""
MAX_CHANGES: Final = 20
"""How often one person answers, answers a poll, or votes on an appeal; each time replaces the one before."""


class Actor(Struct, frozen=True):
    """A person, as known outside the case.

    Attributes:
        id: The id under which events know the person from now on.
        ids: All ids under which events may know the person: the own one, and those of claimed guests.
        directs: Gives rulings in the club, or directs the tournament.
        officer: An owner or a director of the club.
        beside: In the squad or the team of one of the sides.
        only: No other officer of the club could name a committee.
        left: A member of the committee who has left the club, or is suspended.
    """

    id: str
    ids: frozenset[str]
    directs: bool = False
    officer: bool = False
    beside: bool = False
    only: bool = False
    left: bool = False


def is_party(state: CaseState, actor: Actor) -> bool:
    """Tell whether a person played the hand, or raised the dispute."""
    return not actor.ids.isdisjoint(state.parties)


def is_neutral(state: CaseState, actor: Actor) -> bool:
    """Tell whether a person is party to nothing: played for no side, is in no squad of theirs, and raised nothing."""
    return not is_party(state, actor) and not actor.beside


def is_director(state: CaseState, actor: Actor) -> bool:
    """Tell whether a person is a director who belongs to neither side."""
    return actor.directs and is_neutral(state, actor)


def has_taken(state: CaseState, actor: Actor) -> bool:
    """Tell whether a person is the director of the case."""
    return bool(state.director) and state.director in actor.ids


def has_ruled(state: CaseState, actor: Actor) -> bool:
    """Tell whether a person gave one of the rulings of the case."""
    return any(ruling.by in actor.ids for ruling in state.rulings)


def is_member(state: CaseState, actor: Actor) -> bool:
    """Tell whether a person is a member of the committee."""
    return not actor.ids.isdisjoint(state.committee)


def is_insider(state: CaseState, actor: Actor) -> bool:
    """Tell whether a person reads what was written in the case: a party, a neutral director, the committee."""
    return (
        is_party(state, actor) or is_director(state, actor) or is_neutral_officer(state, actor)
        or has_ruled(state, actor) or is_member(state, actor)
    )  # fmt: skip


def is_neutral_officer(state: CaseState, actor: Actor) -> bool:
    """Tell whether a person is an officer of the club who belongs to neither side."""
    return actor.officer and is_neutral(state, actor)


def known_as(state: CaseState, actor: Actor) -> str:
    """Return the id under which a person stands in the case; of others the own id."""
    return next((player for player in sorted(state.parties) if player in actor.ids), actor.id)


def require_may(act: Act, state: CaseState, actor: Actor, now: int) -> None:
    """Refuse what a person may not do in a case at a moment.

    Raises:
        NotAllowed: It is for somebody else: `not-a-party`, `own-dispute`, `not-a-witness`, `not-the-raiser`,
            `not-a-director`, `not-neutral`, `not-taken`, `not-your-ruling`, `not-asked`, `not-the-appellant`,
            `not-an-officer`, `ruled-oneself`, `not-a-member`, `member-left`, `not-of-the-case`.
        WrongMoment: `case-closed`, `wrong-step`, `poll-open`, `no-poll`, `appeal-over`, `voting-over`, `votes-cast`,
            `names-shown`, `names-withheld`, `taken-already`.
        BadTerms: `too-many-changes`.
    """
    _CHECKS[act](state, actor, now)


def allowed(state: CaseState, actor: Actor, now: int) -> frozenset[Act]:
    """Return the acts that a person may do in a case at a moment."""
    return frozenset(act for act in ACTS if _is_allowed(act, state, actor, now))


def _is_allowed(act: Act, state: CaseState, actor: Actor, now: int) -> bool:
    try:
        require_may(act, state, actor, now)
    except ClubError:
        return False
    return True


def require_step(state: CaseState, *statuses: str) -> None:
    """Refuse what has no place where a case stands.

    Raises:
        WrongMoment: `case-closed`, `wrong-step`.
    """
    if state.is_closed and "closed" not in statuses:
        raise WrongMoment("case-closed", _("The case is closed."))
    if state.status not in statuses:
        raise WrongMoment("wrong-step", _("The case is now at another step. Reload the page."))


def _require_director(state: CaseState, actor: Actor) -> None:
    if not actor.directs:
        raise NotAllowed("not-a-director", _("This is for the directors."))
    if not is_neutral(state, actor):
        raise NotAllowed("not-neutral", _("You belong to one of the sides: another director decides this case."))


def _require_taken(state: CaseState, actor: Actor) -> None:
    _require_director(state, actor)
    if not has_taken(state, actor):
        raise NotAllowed("not-taken", _("Take the case first."))


def _require_own_ruling(state: CaseState, actor: Actor) -> None:
    _require_director(state, actor)
    if state.ruling is None or state.ruling.by not in actor.ids:
        raise NotAllowed("not-your-ruling", _("This is for the director who ruled."))


def _answer(state: CaseState, actor: Actor, now: int) -> None:
    side = state.side_of(actor.ids)
    if side is None:
        raise NotAllowed("not-a-party", _("This is for the players of the hand."))
    if side == state.side:
        raise NotAllowed("own-dispute", _("The other side answers: yours raised the dispute."))
    require_step(state, "open", "review")
    require_changes_left(_done_by(state, actor, events.CaseAnswered))


def _evidence(state: CaseState, actor: Actor, now: int) -> None:
    if not (is_party(state, actor) or has_taken(state, actor) or is_member(state, actor)):
        text = _("Evidence comes from the players of the hand and the director of the case.")
        raise NotAllowed("not-a-witness", text)
    require_step(state, "open", "review", "appealed", "voting")


def _withdraw_case(state: CaseState, actor: Actor, now: int) -> None:
    if state.raised_by not in actor.ids:
        raise NotAllowed("not-the-raiser", _("Only the person who raised the dispute can withdraw it."))
    require_step(state, "open", "review")


def _take(state: CaseState, actor: Actor, now: int) -> None:
    _require_director(state, actor)
    require_step(state, "open", "review")
    if has_taken(state, actor):
        raise WrongMoment("taken-already", _("You have already taken this case."))


def _release(state: CaseState, actor: Actor, now: int) -> None:
    _require_taken(state, actor)
    require_step(state, "open", "review")


def _move_deadline(state: CaseState, actor: Actor, now: int) -> None:
    if state.status in ("appealed", "voting"):
        _require_naming(state, actor)
    elif state.status == "ruled":
        _require_own_ruling(state, actor)
    else:
        _require_taken(state, actor)
    require_step(state, "open", "review", "ruled", "appealed", "voting")


def _open_poll(state: CaseState, actor: Actor, now: int) -> None:
    _require_taken(state, actor)
    require_step(state, "review")


def _close_poll(state: CaseState, actor: Actor, now: int) -> None:
    _require_taken(state, actor)
    require_step(state, "review")
    if not state.open_polls:
        raise WrongMoment("no-poll", _("No poll is open."))


def _answer_poll(state: CaseState, actor: Actor, now: int) -> None:
    asked = [poll for poll in state.polls if not actor.ids.isdisjoint(poll.voters)]
    if not asked:
        raise NotAllowed("not-asked", _("You were not asked."))
    if not any(poll.is_open and now < poll.until for poll in asked):
        raise WrongMoment("poll-closed", _("This poll takes no more answers."))


def _rule(state: CaseState, actor: Actor, now: int) -> None:
    _require_taken(state, actor)
    require_step(state, "review")
    if state.open_polls:
        raise WrongMoment("poll-open", _("Close the poll first, or wait for its answers."))


def _withdraw_ruling(state: CaseState, actor: Actor, now: int) -> None:
    _require_own_ruling(state, actor)
    require_step(state, "ruled")
    _before_the_appeal_is_over(state, now)


def _appeal(state: CaseState, actor: Actor, now: int) -> None:
    if state.side_of(actor.ids) is None:
        raise NotAllowed("not-a-party", _("This is for the players of the hand."))
    require_step(state, "ruled")
    _before_the_appeal_is_over(state, now)


def _before_the_appeal_is_over(state: CaseState, now: int) -> None:
    if state.until is not None and now >= state.until:
        raise WrongMoment("appeal-over", _("The time to appeal is over: the ruling is final."))


def _withdraw_appeal(state: CaseState, actor: Actor, now: int) -> None:
    side = state.side_of(actor.ids)
    if side is None or state.appeal is None or state.appeal.side != side:
        raise NotAllowed("not-the-appellant", _("Only the side that appealed can withdraw its appeal."))
    require_step(state, "appealed", "voting")
    _require_no_votes(state)


def _require_no_votes(state: CaseState) -> None:
    if state.votes:
        raise WrongMoment("votes-cast", _("The committee has begun to vote."))


def _require_naming(state: CaseState, actor: Actor) -> None:
    if not actor.officer:
        raise NotAllowed("not-an-officer", _("This is for the owner and the directors of the club."))
    if not is_neutral(state, actor):
        raise NotAllowed("not-neutral", _("You belong to one of the sides: another officer names the committee."))
    if has_ruled(state, actor) and not actor.only:
        raise NotAllowed("ruled-oneself", _("You gave the ruling: another officer names the committee."))


def _name_committee(state: CaseState, actor: Actor, now: int) -> None:
    _require_naming(state, actor)
    require_step(state, "appealed", "voting")
    _require_no_votes(state)


def _vote(state: CaseState, actor: Actor, now: int) -> None:
    if not is_member(state, actor):
        raise NotAllowed("not-a-member", _("This is for the members of the committee."))
    if actor.left:
        text = _("You have left the club or are suspended: you can neither propose nor vote on its committees.")
        raise NotAllowed("member-left", text)
    require_step(state, "voting")
    if state.until is not None and now >= state.until:
        raise WrongMoment("voting-over", _("The time to vote is over."))


def _vote_again(state: CaseState, actor: Actor, now: int) -> None:
    _vote(state, actor, now)
    named = max(each.version for each in state.timeline if isinstance(each.event, events.CommitteeNamed))
    require_changes_left([each for each in _done_by(state, actor, events.VoteCast) if each.version > named])


def require_changes_left(done: Sequence[Any]) -> None:
    """Refuse to replace once more what a person has said often enough: each time is an event.

    Raises:
        BadTerms: `too-many-changes`.
    """
    if len(done) >= MAX_CHANGES:
        text = _("You have changed this {most} times: your last choice counts.").format(most=MAX_CHANGES)
        raise BadTerms("too-many-changes", text)


def _done_by(state: CaseState, actor: Actor, kind: type[Any]) -> list[Happened]:
    """Return the events of a type that are a person's."""
    return [each for each in state.timeline if isinstance(each.event, kind) and each.actor in actor.ids]


def _withhold(state: CaseState, actor: Actor, now: int) -> None:
    _require_person(state, actor)
    if not state.withheld.isdisjoint(actor.ids):
        raise WrongMoment("names-withheld", _("You have already asked for this."))


def _show(state: CaseState, actor: Actor, now: int) -> None:
    _require_person(state, actor)
    if state.withheld.isdisjoint(actor.ids):
        raise WrongMoment("names-shown", _("You have not asked to withhold the names."))
    if len(_done_by(state, actor, events.NamesShown)) >= MAX_SHOWN:
        text = _("You have shown the names again {most} times: now they stay withheld.").format(most=MAX_SHOWN)
        raise BadTerms("too-many-changes", text)


def _require_person(state: CaseState, actor: Actor) -> None:
    if not (is_party(state, actor) or has_taken(state, actor) or has_ruled(state, actor) or is_member(state, actor)):
        raise NotAllowed("not-of-the-case", _("This is for the people of the case."))


_CHECKS: Final[dict[Act, Callable[[CaseState, Actor, int], None]]] = {
    "answer": _answer,
    "add-evidence": _evidence,
    "withdraw-evidence": _evidence,
    "withdraw-case": _withdraw_case,
    "take": _take,
    "release": _release,
    "move-deadline": _move_deadline,
    "open-poll": _open_poll,
    "close-poll": _close_poll,
    "answer-poll": _answer_poll,
    "rule": _rule,
    "withdraw-ruling": _withdraw_ruling,
    "appeal": _appeal,
    "withdraw-appeal": _withdraw_appeal,
    "name-committee": _name_committee,
    "propose": _vote,
    "vote": _vote_again,
    "withhold-names": _withhold,
    "show-names": _show,
}
