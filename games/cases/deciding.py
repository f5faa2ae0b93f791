"""The commands of a case: one pure function each, from the case as it stands to its events.

`now` is the moment of the command in seconds since 1970 UTC. Facts of elsewhere come as arguments, so that the replay
decides each stored command again (`games.cases.replay`). Refusals are `games.errors` with stable codes; those of the
person and the moment are in `games.cases.parts`.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final, cast, get_args

from django.utils.translation import gettext as _

from games.cases.decisions import check_decision
from games.cases.moves import deadline_passed, whose_move
from games.cases.parts import Actor, known_as, require_changes_left, require_may
from games.cases.state import CaseState
from games.cases.windows import MAX_SECONDS
from games.errors import BadTerms, NotAllowed, WrongMoment
from games.events import cases as events
from games.events.base import TableEvent

Events = Sequence[TableEvent]

COMMITTEES: Final = (1, 3, 5)
"""The numbers of members that a committee can have."""
MAX_STEP: Final = 999
MAX_EVIDENCE: Final = 20
"""The pieces of evidence that one person adds to a case, those that were withdrawn included."""
MAX_PICTURES: Final = 4
"""The pictures among them that are not withdrawn."""
MAX_POLLS: Final = 10
MAX_VOTERS: Final = 30
MAX_PROPOSALS: Final = 12
MAX_ACTION: Final = 40
"""Characters of an action as pages write it."""
SURE: Final = (1, 2, 3)
"""How sure a voter is, from a guess to sure."""


def answer(state: CaseState, actor: Actor, stance: str, now: int) -> Events:
    """Answer for a side; a later answer of the side replaces it.

    Raises:
        NotAllowed, WrongMoment: As `parts.require_may`.
        BadTerms: `unknown-stance`.
    """
    require_may("answer", state, actor, now)
    if stance not in get_args(events.Stance):
        raise BadTerms("unknown-stance", _("Choose whether you agree or contest it."), "stance")
    side = state.side_of(actor.ids)
    assert side is not None  # require_may
    return [events.CaseAnswered(side, known_as(state, actor), cast(events.Stance, stance))]


def add_evidence(
    state: CaseState, actor: Actor, kind: events.EvidenceKind, now: int, *, item: str = "", step: int | None = None
) -> Events:
    """Add evidence: a text or a picture that lies in a row, or a step of the hand.

    Raises:
        NotAllowed, WrongMoment: As `parts.require_may`.
        BadTerms: `unknown-step`, `too-much-evidence`.
    """
    require_may("add-evidence", state, actor, now)
    own = [piece for piece in state.evidence if piece.by in actor.ids]
    if len(own) >= MAX_EVIDENCE:
        text = _("You have added {most} pieces of evidence, the most for one person.").format(most=MAX_EVIDENCE)
        raise BadTerms("too-much-evidence", text)
    if kind == "picture" and sum(piece.kind == kind and not piece.withdrawn for piece in own) >= MAX_PICTURES:
        text = _("You have added {most} pictures. Withdraw one first.").format(most=MAX_PICTURES)
        raise BadTerms("too-much-evidence", text, "picture")
    check_step(step, missing=kind == "step")
    return [events.EvidenceAdded(len(state.evidence) + 1, known_as(state, actor), kind, item, step)]


def withdraw_evidence(state: CaseState, actor: Actor, number: int, now: int) -> Events:
    """Withdraw a piece of evidence of one's own.

    Raises:
        NotAllowed, WrongMoment: As `parts.require_may`; `not-yours`.
        BadTerms: `unknown-evidence`.
    """
    require_may("withdraw-evidence", state, actor, now)
    piece = next((piece for piece in state.evidence if piece.number == number and not piece.withdrawn), None)
    if piece is None:
        raise BadTerms("unknown-evidence", _("There is no such evidence, or it is withdrawn."), "evidence")
    if piece.by not in actor.ids:
        raise NotAllowed("not-yours", _("Only the person who added it can withdraw it."))
    return [events.EvidenceWithdrawn(number, piece.by)]


def withdraw_case(state: CaseState, actor: Actor, now: int) -> Events:
    """Withdraw the dispute before a ruling.

    Raises:
        NotAllowed, WrongMoment: As `parts.require_may`.
    """
    require_may("withdraw-case", state, actor, now)
    return [events.CaseWithdrawn(state.raised_by), events.CaseClosed("withdrawn")]


def take(state: CaseState, actor: Actor, now: int) -> Events:
    """Take the case up, or over from another director.

    Raises:
        NotAllowed, WrongMoment: As `parts.require_may`.
    """
    require_may("take", state, actor, now)
    return [events.CaseTaken(actor.id)]


def release(state: CaseState, actor: Actor, now: int) -> Events:
    """Give the case back.

    Raises:
        NotAllowed, WrongMoment: As `parts.require_may`.
    """
    require_may("release", state, actor, now)
    return [events.CaseReleased(state.director)]


def move_deadline(state: CaseState, actor: Actor, step: str, until: int, now: int) -> Events:
    """Set a later deadline for the step at which the case is; of polls for all that are open.

    Raises:
        NotAllowed, WrongMoment: As `parts.require_may`.
        BadTerms: `other-step`: the case waits for another step; `not-later`, `too-far`.
    """
    require_may("move-deadline", state, actor, now)
    move = whose_move(state)
    if step != move.step:
        raise BadTerms("other-step", _("The case is now at another step. Reload the page."), "step")
    latest = max(poll.until for poll in state.open_polls) if step == "poll" else move.until
    check_until(until, now, after=latest)
    return [events.DeadlineMoved(move.step, until, actor.id)]


def open_poll(
    state: CaseState, actor: Actor, seat: int, step: int, voters: Sequence[str], until: int | None, now: int
) -> Events:
    """Put the position before a step of the hand, as a seat saw it, before players.

    Args:
        voters: Their ids.
        until: The deadline; None: by the window of the case.

    Raises:
        NotAllowed, WrongMoment: As `parts.require_may`.
        BadTerms: `unknown-seat`, `unknown-step`, `no-voters`, `too-many-voters`, `voter-involved`, `too-many-polls`,
            `not-later`, `too-far`.
    """
    require_may("open-poll", state, actor, now)
    chosen = tuple(dict.fromkeys(voters))
    if len(state.polls) >= MAX_POLLS:
        raise BadTerms("too-many-polls", _("A case has {most} polls at most.").format(most=MAX_POLLS))
    if not 0 <= seat < len(state.seats):
        raise BadTerms("unknown-seat", _("There is no such seat."), "seat")
    check_step(step, missing=True)
    if not chosen:
        raise BadTerms("no-voters", _("Choose the players who are asked."), "voters")
    if len(chosen) > MAX_VOTERS:
        text = _("Ask {most} players at most.").format(most=MAX_VOTERS)
        raise BadTerms("too-many-voters", text, "voters")
    if not state.parties.isdisjoint(chosen) or not actor.ids.isdisjoint(chosen):
        text = _("The players of the hand and the director of the case cannot be asked.")
        raise BadTerms("voter-involved", text, "voters")
    if until is None:
        until = now + state.windows.poll
    else:
        check_until(until, now, after=now)
    return [events.PollOpened(len(state.polls) + 1, actor.id, seat, step, chosen, until)]


def answer_poll(state: CaseState, actor: Actor, poll: int, action: str, sure: int, now: int) -> Events:
    """Answer a poll; the last answer closes it.

    Args:
        action: What the player would do; empty: the player knows the hand and does not answer.
        sure: How sure, from 1 to 3; 0 without an action.

    Raises:
        NotAllowed: `not-asked`.
        WrongMoment: `poll-closed`.
        BadTerms: `bad-action`, `not-sure`, `too-many-changes`.
    """
    asked = state.poll(poll)
    voter = next((each for each in asked.voters if each in actor.ids), "") if asked else ""
    if asked is None or not voter:
        raise NotAllowed("not-asked", _("You were not asked."))
    if not asked.is_open or now >= asked.until:
        raise WrongMoment("poll-closed", _("This poll takes no more answers."))
    if len(action) > MAX_ACTION or not action.isprintable():
        raise BadTerms("bad-action", _("Choose one of the actions."), "action")
    if sure not in SURE if action else sure:
        raise BadTerms("not-sure", _("Say how sure you are."), "sure")
    polled = [each.event for each in state.timeline if isinstance(each.event, events.PollAnswered)]
    require_changes_left([one for one in polled if (one.poll, one.voter) == (poll, voter)])
    done = [*asked.answers, voter]
    answered: list[TableEvent] = [events.PollAnswered(poll, voter, action, sure)]
    return [*answered, events.PollClosed(poll, "")] if set(done) >= set(asked.voters) else answered


def close_poll(state: CaseState, actor: Actor, poll: int, now: int) -> Events:
    """Close a poll before its deadline, with the answers that it has.

    Raises:
        NotAllowed, WrongMoment: As `parts.require_may`; `poll-closed`.
    """
    require_may("close-poll", state, actor, now)
    asked = state.poll(poll)
    if asked is None or not asked.is_open:
        raise WrongMoment("poll-closed", _("This poll takes no more answers."))
    return [events.PollClosed(poll, actor.id)]


def rule(state: CaseState, actor: Actor, decision: events.Decision, now: int) -> Events:
    """Rule on the case.

    Raises:
        NotAllowed, WrongMoment: As `parts.require_may`.
        BadTerms: As `decisions.check_decision`.
    """
    require_may("rule", state, actor, now)
    check_decision(state, decision)
    return [events.CaseRuled(len(state.rulings) + 1, actor.id, decision, now + state.windows.appeal)]


def withdraw_ruling(state: CaseState, actor: Actor, now: int) -> Events:
    """Take the ruling back before anybody has appealed.

    Raises:
        NotAllowed, WrongMoment: As `parts.require_may`.
    """
    require_may("withdraw-ruling", state, actor, now)
    assert state.ruling is not None  # require_may
    return [events.CaseRulingWithdrawn(state.ruling.number, actor.id)]


def appeal(state: CaseState, actor: Actor, now: int) -> Events:
    """Appeal against the ruling, for a side.

    Raises:
        NotAllowed, WrongMoment: As `parts.require_may`.
    """
    require_may("appeal", state, actor, now)
    side = state.side_of(actor.ids)
    assert side is not None  # require_may
    return [events.CaseAppealed(known_as(state, actor), side, now + state.windows.committee)]


def withdraw_appeal(state: CaseState, actor: Actor, now: int) -> Events:
    """Withdraw the appeal of one's side: the ruling is final.

    Raises:
        NotAllowed, WrongMoment: As `parts.require_may`.
    """
    require_may("withdraw-appeal", state, actor, now)
    return [events.AppealWithdrawn(known_as(state, actor)), events.CaseClosed("ruled")]


def name_committee(state: CaseState, actor: Actor, members: Sequence[str], now: int) -> Events:
    """Name the committee, or name it anew before its first vote.

    Raises:
        NotAllowed, WrongMoment: As `parts.require_may`.
        BadTerms: `bad-committee`: not 1, 3 or 5 people; `member-involved`: one of them is party, raised the dispute, or
            ruled.
    """
    require_may("name-committee", state, actor, now)
    chosen = tuple(dict.fromkeys(members))
    if len(chosen) not in COMMITTEES:
        raise BadTerms("bad-committee", _("A committee has 1, 3 or 5 members."), "members")
    if not state.parties.isdisjoint(chosen) or any(ruling.by in chosen for ruling in state.rulings):
        text = _("Nobody who played the hand, raised the dispute or ruled can be on the committee.")
        raise BadTerms("member-involved", text, "members")
    return [events.CommitteeNamed(actor.id, chosen, now + state.windows.vote)]


def propose(state: CaseState, actor: Actor, decision: events.Decision, now: int) -> Events:
    """Propose another decision to the committee.

    Raises:
        NotAllowed, WrongMoment: As `parts.require_may`.
        BadTerms: `too-many-proposals`, and as `decisions.check_decision`.
    """
    require_may("propose", state, actor, now)
    if len(state.proposals) >= MAX_PROPOSALS:
        text = _("There are {most} proposals already: vote on them.").format(most=MAX_PROPOSALS)
        raise BadTerms("too-many-proposals", text)
    check_decision(state, decision)
    return [events.DecisionProposed(len(state.proposals) + 1, _member(state, actor), decision)]


def vote(state: CaseState, actor: Actor, proposal: int, now: int, *, gone: Collection[str] = ()) -> Events:
    """Vote for a proposal, or with 0 for the ruling; more than half of all members decide who voted or still can.

    Args:
        state: The case.
        actor: The member.
        proposal: The number of the proposal.
        now: The moment.
        gone: The members who cannot vote any more; a vote that one gave before counts.

    Raises:
        NotAllowed, WrongMoment: As `parts.require_may`.
        BadTerms: `unknown-proposal`.
    """
    require_may("vote", state, actor, now)
    if proposal and proposal not in (proposed.number for proposed in state.ballot):
        raise BadTerms("unknown-proposal", _("There is no such proposal."), "proposal")
    member = _member(state, actor)
    lost = tuple(each for each in state.committee if each in gone and each != member and each not in state.votes)
    cast_: list[TableEvent] = [events.VoteCast(member, proposal, lost)]
    others = [given.proposal for given in state.votes.values() if given.member != member]
    votes = 1 + others.count(proposal)
    if 2 * votes <= len(state.committee) - len(lost):
        return cast_
    return [*cast_, *_decided(proposal, votes)]


def _member(state: CaseState, actor: Actor) -> str:
    return next(member for member in state.committee if member in actor.ids)


def _decided(proposal: int, votes: int) -> Events:
    return [events.AppealDecided(proposal, votes), events.CaseClosed("changed" if proposal else "upheld")]


def withhold_names(state: CaseState, actor: Actor, now: int) -> Events:
    """Ask that the case book name nobody.

    Raises:
        NotAllowed, WrongMoment: As `parts.require_may`.
    """
    require_may("withhold-names", state, actor, now)
    return [events.NamesWithheld(known_as(state, actor))]


def show_names(state: CaseState, actor: Actor, now: int) -> Events:
    """Take that back.

    Raises:
        NotAllowed, WrongMoment: As `parts.require_may`.
    """
    require_may("show-names", state, actor, now)
    return [events.NamesShown(next(player for player in sorted(state.withheld) if player in actor.ids))]


def record_audit(
    state: CaseState, audit: int, through: int, digest: str, verdict: str, findings: Sequence[str]
) -> Events:
    """Note an audit of the hand; nothing where the case is closed, or a later audit is noted already."""
    if state.is_closed or (state.audits and audit <= state.audits[-1].number):
        return []
    return [events.CaseAudited(audit, through, digest, verdict, tuple(findings))]


def pass_deadline(state: CaseState, now: int) -> Events:
    """Return what follows from the deadline that has passed; nothing where none has."""
    move = deadline_passed(state, now)
    if move is None or move.step is None or move.until is None:
        return []
    match move.step:
        case "poll":
            return [events.DeadlinePassed("poll", move.until, None), events.PollClosed(move.poll, "")]
        case "ruling":
            return [events.DeadlinePassed("ruling", move.until, now + state.windows.ruling)]
        case "appeal":
            return [events.DeadlinePassed("appeal", move.until, None), events.CaseClosed("ruled")]
        case "committee":
            return [events.DeadlinePassed("committee", move.until, now + state.windows.committee)]
        case "vote" if not state.votes:
            return [events.DeadlinePassed("vote", move.until, now + state.windows.committee)]
        case "vote":
            return [events.DeadlinePassed("vote", move.until, None), *_decided(*_carried(state))]
    return [events.DeadlinePassed(move.step, move.until, None)]


def _carried(state: CaseState) -> tuple[int, int]:
    """Return the proposal that has more than half of the votes cast; else the ruling stands. With its votes."""
    counts = Counter(given.proposal for given in state.votes.values())
    most, votes = counts.most_common(1)[0]
    return (most, votes) if 2 * votes > len(state.votes) else (0, counts[0])


def apply(state: CaseState, ruling: int, adjustment: int, hosted: bool) -> Events:
    """Note that the decision that holds has taken effect.

    Raises:
        WrongMoment: `nothing-owed`: another decision holds, or one is in effect.
    """
    if state.applied is not None or state.decided != ruling:
        raise WrongMoment("nothing-owed", _("This decision is not valid, or has already taken effect."))
    return [events.DecisionApplied(ruling, adjustment, hosted)]


def reverse(state: CaseState, *, kept: bool = False) -> Events:
    """Note that the decision that was in effect, and holds no longer, was taken back.

    Args:
        state: The case.
        kept: The tournament refused it, and counts the game as it was ruled.

    Raises:
        WrongMoment: `nothing-owed`: none is in effect, or it holds.
    """
    if state.applied is None or state.applied.ruling == state.decided:
        raise WrongMoment("nothing-owed", _("There is no decision to withdraw."))
    return [events.DecisionReversed(state.applied.ruling, kept)]


def check_step(step: int | None, *, missing: bool = False) -> None:
    """Refuse the number of a step that no hand has.

    Raises:
        BadTerms: `unknown-step`.
    """
    if step is None and not missing:
        return
    if step is None or not 0 <= step <= MAX_STEP:
        raise BadTerms("unknown-step", _("Point to a step of the hand."), "step")


def check_until(until: int, now: int, *, after: int | None) -> None:
    """Refuse a deadline that is not later than what holds, or is too far away.

    Raises:
        BadTerms: `not-later`, `too-far`.
    """
    if until <= max(now, after or now):
        raise BadTerms("not-later", _("You can only move a deadline to a later time."), "until")
    if until > now + MAX_SECONDS:
        raise BadTerms("too-far", _("Choose a time within 90 days."), "until")
