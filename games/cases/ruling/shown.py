"""The ruling, the appeal and the committee of a case as pages show them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cases import log
from games.cases.log import moment_of
from games.cases.roles import gone_from
from games.cases.ruling.foreseen import hand_line
from games.cases.ruling.page import CasePage, Voice
from games.cases.ruling.words import REASONS, decision_sentence
from games.events.cases import Decision
from games.words.numbers import figure


@dataclass(frozen=True, slots=True)
class DecisionShown:
    """A decision.

    Attributes:
        number: The number of the ruling or the proposal; 0 for the ruling where the committee votes.
        sentence: What is decided.
        by: The name of the person who decided.
        at: When.
        reason: The reason.
        rule: The rule that it cites; empty without.
        words: The reason in words; empty where they were erased.
        withdrawn: It was taken back, or came from a committee that was dissolved.
        votes: The number of votes for it; None before the committee has decided, and for readers without a part.
        carried: The committee decided so.
    """

    number: int
    sentence: str
    by: str
    at: datetime
    reason: str
    rule: str
    words: str
    withdrawn: bool = False
    votes: int | None = None
    carried: bool = False


@dataclass(frozen=True, slots=True)
class EffectShown:
    """What became of the decision that holds.

    Attributes:
        sentence: Whether it has taken effect.
        changed: What it changed in the game, a sentence each.
        hosted: It counts in the tournament.
    """

    sentence: str
    changed: tuple[str, ...]
    hosted: bool


@dataclass(frozen=True, slots=True)
class RulingShown:
    """The ruling that stands, and those before it.

    Attributes:
        decision: The last ruling that was not withdrawn; None: there is none.
        earlier: The rulings that were withdrawn, the latest first.
        holds: It is the decision that holds now: no committee has changed it.
        effect: What became of it; None where it does not hold any more.
        until: Until when an appeal is possible; None: it is not, or not any more.
    """

    decision: DecisionShown | None
    earlier: tuple[DecisionShown, ...]
    holds: bool
    effect: EffectShown | None
    until: datetime | None


@dataclass(frozen=True, slots=True)
class BallotShown:
    """The ruling and the proposals that a committee votes on.

    Attributes:
        proposals: The ruling as number 0, then the proposals.
        members: The names of the members.
        gone: The names of those who cannot vote any more; only for the people of the case, while it is voted.
        own: The number that the reader voted for; None: for none yet.
        verdict: What was decided and by how many votes, a sentence; empty before.
        effect: What became of it; None where the ruling stands.
        reasons: The words of the members with their votes; none before it is decided.
        until: Until when the members vote; None: they do not.
    """

    proposals: tuple[DecisionShown, ...]
    members: tuple[str, ...]
    gone: tuple[str, ...]
    own: int | None
    verdict: str
    effect: EffectShown | None
    reasons: tuple[Voice, ...]
    until: datetime | None


def ruling_shown(page: CasePage) -> RulingShown:
    """Return the ruling of a case."""
    state = page.state
    shown = [
        _shown(page, ruling.number, ruling.decision, ruling, withdrawn=ruling.withdrawn) for ruling in state.rulings
    ]
    standing = [each for each in shown if not each.withdrawn]
    until = moment_of(state.until) if state.status == "ruled" and state.until is not None else None
    return RulingShown(
        decision=standing[-1] if standing else None,
        earlier=tuple(each for each in reversed(shown) if each.withdrawn),
        holds=state.outcome != "changed",
        effect=_effect(page) if standing and state.outcome != "changed" else None,
        until=until,
    )


def proposals_shown(page: CasePage) -> BallotShown:
    """Return what the committee of a case votes on, and what it decided."""
    state = page.state
    verdict = state.verdict
    given = [vote.proposal for vote in state.votes.values()] if verdict is not None else []

    def counted(number: int) -> dict[str, Any]:
        if verdict is None or not page.seen.insider:
            return {"carried": verdict is not None and verdict.proposal == number}
        return {"votes": given.count(number), "carried": verdict.proposal == number}

    ballot = [] if state.ruling is None else [_shown(page, 0, state.ruling.decision, state.ruling, **counted(0))]
    ballot += [
        _shown(page, proposal.number, proposal.decision, proposal, **counted(proposal.number))
        for proposal in state.ballot
    ]
    actor = page.seen.actor
    own = next((vote.proposal for vote in state.votes.values() if actor is not None and vote.member in actor.ids), None)
    return BallotShown(
        proposals=tuple(ballot),
        members=tuple(page.name_of(member) for member in state.committee),
        gone=_gone(page),
        own=own,
        verdict=_verdict(page),
        effect=_effect(page) if state.outcome == "changed" else None,
        reasons=() if verdict is None else tuple(_reasons(page)),
        until=moment_of(state.until) if state.status == "voting" and state.until is not None else None,
    )


def _gone(page: CasePage) -> tuple[str, ...]:
    if page.state.status != "voting" or not page.seen.insider:
        return ()
    state = log.current(page.seen.case.pk)  # who has voted is secret to the reader
    return tuple(page.name_of(member) for member in gone_from(page.seen.case, state))


def _shown(page: CasePage, number: int, decision: Decision, made: Any, **more: Any) -> DecisionShown:
    return DecisionShown(
        number=number,
        sentence=decision_sentence(decision, page.names, page.sides),
        by=page.name_of(made.by),
        at=moment_of(made.at),
        reason=str(REASONS[decision.reason]),
        rule=decision.rule,
        words=page.words_at(made.version),
        **more,
    )


_KEEP = ("stands", "warning")
"""The decisions that let the result be as it was."""


def _effect(page: CasePage) -> EffectShown:
    """Return what became of the decision that holds."""
    applied = page.state.applied
    hosted = applied is not None and applied.hosted
    return EffectShown(_effect_sentence(page), tuple(_changed(page)), hosted)


def _effect_sentence(page: CasePage) -> str:
    state, decision = page.state, page.state.decision
    if decision is None or decision.kind in _KEEP:
        if state.carried is not None and state.ruling is not None and state.ruling.decision.kind not in _KEEP:
            return _("The changes of the decision were undone.")
        return _("Nothing changes in the game.")
    if state.applied is not None:
        return _("It has taken effect.") if state.is_closed else _("It has taken effect, but can still change.")
    if page.counts is not None and page.counts.played.ended is None:
        return _("It takes effect when the game is over.")
    return _("It is about to take effect.")


def _changed(page: CasePage) -> Iterator[str]:
    """Say what the decision that is in effect changed in the game."""
    applied, counts = page.state.applied, page.counts
    if applied is None or not applied.adjustment or counts is None:
        return
    was, now = (
        hand_line(hand, page.names, page.rules) for hand in (counts.was(page.state.hand), counts.now(page.state.hand))
    )
    if was and now and was != now:
        yield _("The hand was: {was}. It is: {now}.").format(was=was, now=now)
    before, after = (" : ".join(map(figure, game.points)) for game in (counts.before, counts.after))
    if before != after:
        yield _("The game was {before}. It is {after}.").format(before=before, after=after)


def _reasons(page: CasePage) -> Iterator[Voice]:
    for vote in sorted(page.state.votes.values(), key=lambda vote: vote.version):
        if text := page.words_at(vote.version):
            name = page.name_of(vote.member)
            if vote.proposal:
                label = _("{name} votes for proposal {number}").format(name=name, number=vote.proposal)
            else:
                label = _("{name} votes for the ruling").format(name=name)
            yield Voice(label, text)


def _verdict(page: CasePage) -> str:
    verdict = page.state.verdict
    if verdict is None:
        return ""
    if not verdict.votes:
        return _("Nobody voted: the ruling stands.")
    if verdict.proposal:
        text = ngettext(
            "The committee decided otherwise, by {count} vote.",
            "The committee decided otherwise, by {count} votes.",
            verdict.votes,
        )
    else:
        text = ngettext(
            "The committee upheld the ruling, by {count} vote.",
            "The committee upheld the ruling, by {count} votes.",
            verdict.votes,
        )
    return text.format(count=verdict.votes)
