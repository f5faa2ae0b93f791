"""The forms of a ladder: to challenge, to accept with a time, to refuse, to take a challenge back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.deeds.base import STAFF, Doer
from tournaments.deeds.ladder import RefuseChallenge, WithdrawChallenge
from tournaments.desk.asking import Ask, Field, ask, time_field
from tournaments.overview.ladders import ChallengeShown, challenge_shown
from tournaments.overview.wording import moment_text
from tournaments.selectors.naming import Names
from tournaments.stages.stage import LADDER
from tournaments.state.challenging import ChallengeState
from tournaments.state.ladder import ladder_rules, order_of, pending_of, refusals_of, within_reach
from tournaments.state.tournament import StageState, TournamentState
from tournaments.summaries.ladders import OpenChallenge, open_challenges


@dataclass(frozen=True, slots=True)
class LadderAsks:
    """The forms of a captain on a ladder for an entrant, or of the staff about a challenge.

    Attributes:
        sentence: How the entrant, or the challenge, stands.
        match: The number of the match that is to be played; None without.
    """

    title: str
    sentence: str
    match: int | None
    asks: tuple[Ask, ...]


def own_asks(state: TournamentState, doer: Doer, names: Names) -> tuple[LadderAsks, ...]:
    """Return what a captain can do in the ladders that are played, for each own entrant."""
    return tuple(
        _of_entrant(state, stage, entrant, names)
        for stage in _ladders(state)
        for entrant in stage.field
        if doer.is_captain_of(state.entrants[entrant]) and not state.entrants[entrant].is_away
    )


def staff_asks(state: TournamentState, doer: Doer, names: Names) -> tuple[LadderAsks, ...]:
    """Return what the staff can do in the ladders that are played, for others: each open challenge, and a new one."""
    if not doer.is_one_of(STAFF):
        return ()
    rows = []
    for stage in _ladders(state):
        for pending in open_challenges(state, stage):
            challenge = challenge_shown(state, pending, names)
            title = _("{challenger} challenges {challenged}").format(
                challenger=challenge.challenger, challenged=challenge.challenged
            )
            asks = tuple(_answers(stage, pending.challenge, challenged=True, challenger=True))
            rows.append(
                LadderAsks(title, _standing(challenge), challenge.match, asks if challenge.match is None else ())
            )
        rows.append(LadderAsks(_("A challenge for others"), "", None, (_new(state, stage, names),)))
    return tuple(rows)


def _ladders(state: TournamentState) -> tuple[StageState, ...]:
    if state.is_over:
        return ()
    return tuple(stage for stage in state.running if stage.plan.type == LADDER)


def _of_entrant(state: TournamentState, stage: StageState, entrant: int, names: Names) -> LadderAsks:
    rank = order_of(state, stage).index(entrant) + 1
    title = _("{name} is number {rank}").format(name=names.of.get(entrant, ""), rank=rank)
    pending = pending_of(state, stage, entrant)
    if pending is not None:
        waiting = next(each for each in open_challenges(state, stage) if each.challenge.number == pending.number)
        return _of_pending(state, stage, waiting, entrant, title, names)
    above = within_reach(state, stage, ladder_rules(stage), entrant)
    if not above:
        why = _("You are at the top.") if rank == 1 else _("All entrants within your reach are already in a challenge.")
        return LadderAsks(title, why, None, ())
    choice = Field("challenged", _("Entrant"), "choice", str(above[0]), _choices(above, names))
    form = ask({"do": "Challenge", "stage": stage.number, "challenger": entrant}, _("Challenge"), "", [choice])
    return LadderAsks(title, _("If you win, you take the place of the entrant that you challenge."), None, (form,))


def _of_pending(
    state: TournamentState, stage: StageState, pending: OpenChallenge, entrant: int, title: str, names: Names
) -> LadderAsks:
    challenge = challenge_shown(state, pending, names)
    is_challenged = entrant == pending.challenge.challenged
    if challenge.match is not None:
        other = challenge.challenger if is_challenged else challenge.challenged
        text = _("You play {name}.").format(name=other)
        return LadderAsks(title, f"{text} {_standing(challenge)}".strip(), challenge.match, ())
    if is_challenged:
        sentence = _("{name} challenges you. Answer by {at}.").format(
            name=challenge.challenger, at=moment_text(pending.answer_by)
        )
        if _is_lost(stage, entrant):
            sentence += " " + _("A refusal counts as a lost match.")
    else:
        sentence = _("You challenge {name}, who must answer by {at}.").format(
            name=challenge.challenged, at=moment_text(pending.answer_by)
        )
    asks = tuple(_answers(stage, pending.challenge, challenged=is_challenged, challenger=not is_challenged))
    return LadderAsks(title, sentence, None, asks)


def _standing(challenge: ChallengeShown) -> str:
    if challenge.answer_by is not None:
        return _("Answer due by {at}.").format(at=moment_text(challenge.answer_by))
    return (
        _("The match is at {at}.").format(at=challenge.at) if challenge.at else _("The two captains agree on a time.")
    )


def _answers(stage: StageState, challenge: ChallengeState, *, challenged: bool, challenger: bool) -> Iterator[Ask]:
    about = {"stage": stage.number, "challenge": challenge.number}
    if challenged:
        fields = [time_field(_("Time (optional)"), optional=True)]
        yield ask({"do": "AcceptChallenge", **about}, _("Accept"), "", fields, look="go")
        lost = _is_lost(stage, challenge.challenged)
        text = _("Refuse, and lose the place") if lost else _("Refuse")
        yield ask(RefuseChallenge(**about), text, look="bare")
    if challenger:
        yield ask(WithdrawChallenge(**about), _("Withdraw the challenge"), look="bare")


def _is_lost(stage: StageState, entrant: int) -> bool:
    return refusals_of(stage, entrant) >= ladder_rules(stage).refusals


def _new(state: TournamentState, stage: StageState, names: Names) -> Ask:
    everybody = tuple(entrant for entrant in order_of(state, stage) if not state.entrants[entrant].is_away)
    choices = (("", _("choose")), *_choices(everybody, names))
    return ask(
        {"do": "Challenge", "stage": stage.number},
        _("Challenge"),
        "",
        [
            Field("challenger", _("Challenger"), "choice", "", choices),
            Field("challenged", _("Challenged"), "choice", "", choices),
        ],
    )


def _choices(entrants: Sequence[int], names: Names) -> tuple[tuple[str, str], ...]:
    return tuple((str(entrant), names.of.get(entrant, "")) for entrant in entrants)
