"""The page of an entrant for its captain and the staff: its squad, wishes, seed, meetings, and its way out."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.deeds.base import DIRECTORS, STAFF, Doer
from tournaments.deeds.entering import AllowMeeting, WishBye
from tournaments.desk.asking import Ask, Field, ask
from tournaments.desk.entries import badges_of, fate_of_matches, joins_of, leaves, returns
from tournaments.desk.penalties import penalty_ask
from tournaments.selectors.naming import Names
from tournaments.stages.stage import POINTS_RACE, SWISS
from tournaments.state.outcomes import last_round
from tournaments.state.tournament import EntrantState, StageState, TournamentState

MAX_AHEAD = 20
"""The coming rounds of a stage that a bye can be wished for on the page."""


@dataclass(frozen=True, slots=True)
class EntrantPage:
    """An entrant, and what the reader may do about it.

    Attributes:
        wishes: The byes that it has asked for, each with the form that takes the wish back.
        forbidden: The entrants that it does not meet, each with the form that allows it.
        asks: The other deeds.
    """

    number: int
    name: str
    below: str
    badges: tuple[str, ...]
    wishes: tuple[tuple[str, Ask], ...]
    forbidden: tuple[tuple[str, Ask], ...]
    asks: tuple[Ask, ...]


def entrant_page(state: TournamentState, names: Names, entrant: EntrantState, doer: Doer) -> EntrantPage:
    """Return the page of an entrant, for its captain or the staff."""
    return EntrantPage(
        entrant.number,
        names.of.get(entrant.number, ""),
        names.below(entrant.number),
        tuple(badges_of(entrant, staff=doer.is_one_of(STAFF))),
        tuple(_wishes(state, entrant)),
        tuple(_forbidden(state, names, entrant)) if doer.is_one_of(DIRECTORS) else (),
        tuple(_asks(state, names, entrant, doer)),
    )


def coming_rounds(state: TournamentState, stage: StageState) -> range:
    """Return the rounds of a stage for which a bye can be wished: those that are paired one by one and not yet."""
    if stage.plan.type not in (SWISS, POINTS_RACE) or stage.status == "closed":
        return range(0)
    paired = max((paired.number for paired in stage.rounds), default=0)
    last = last_round(state, stage) or paired + MAX_AHEAD
    return range(paired + 1, min(last, paired + MAX_AHEAD) + 1)


def _plays_in(state: TournamentState, stage: StageState, entrant: EntrantState) -> bool:
    """Tell whether an entrant plays in a stage, or may come into it."""
    return not entrant.is_away and (stage.status == "planned" or entrant.number in stage.field)


def _wishes(state: TournamentState, entrant: EntrantState) -> Iterator[tuple[str, Ask]]:
    for number, round_number in sorted(entrant.byes):
        stage = state.stages.get(number)
        if stage is not None and round_number in coming_rounds(state, stage):
            text = _("A bye in round {round} of stage {stage}").format(round=round_number, stage=number)
            deed = WishBye(entrant=entrant.number, stage=number, round=round_number, wished=False)
            yield text, ask(deed, _("Withdraw the wish for a bye"))


def _forbidden(state: TournamentState, names: Names, entrant: EntrantState) -> Iterator[tuple[str, Ask]]:
    for pair in sorted(state.forbidden):
        if entrant.number in pair:
            other = next(number for number in pair if number != entrant.number)
            yield names.of.get(other, ""), ask(AllowMeeting(entrants=pair), _("They may meet again"))


def _asks(state: TournamentState, names: Names, entrant: EntrantState, doer: Doer) -> Iterator[Ask]:
    yield from _byes(state, entrant)
    if doer.is_one_of(DIRECTORS):
        yield from _seed(state, entrant)
        yield from _keep_apart(state, names, entrant)
    if (penalty := penalty_ask(state, names, (entrant.number,), doer)) is not None:
        yield penalty
    if not doer.is_one_of(STAFF):
        return
    stages = [stage for stage in state.running if entrant.number in stage.field]
    if not stages:
        yield from () if entrant.is_away else joins_of(state, entrant)
    elif not entrant.is_away:
        yield from _ways_out(state, entrant, doer)
    elif returns(state, entrant):
        deed = {"do": "Return", "entrant": entrant.number}
        yield ask(deed, _("Return"), _("It plays again from the next round"), previews=True)


def _byes(state: TournamentState, entrant: EntrantState) -> Iterator[Ask]:
    """Yield a form for each stage in which a bye can be wished."""
    for stage in state.stages.values():
        rounds = [number for number in coming_rounds(state, stage) if (stage.number, number) not in entrant.byes]
        if not rounds or not _plays_in(state, stage, entrant):
            continue
        field = Field(
            "round", _("Round"), "choice", str(rounds[0]), tuple((str(number), str(number)) for number in rounds)
        )
        yield ask(
            {"do": "WishBye", "entrant": entrant.number, "stage": stage.number},
            _("Ask for a bye"),
            _("It does not play in a round of stage {stage}").format(stage=stage.number),
            [field],
        )


def _seed(state: TournamentState, entrant: EntrantState) -> Iterator[Ask]:
    entered = state.entered()
    if state.status == "playing" or entrant.number not in entered or len(entered) < 2:
        return
    here = entered.index(entrant.number) + 1
    field = Field("seed", _("Seed, of {count}").format(count=len(entered)), value=str(here))
    title = _("Give it another seed; the others move up or down")
    yield ask({"do": "GiveSeed", "entrant": entrant.number}, _("Set the seed"), title, [field])


def _keep_apart(state: TournamentState, names: Names, entrant: EntrantState) -> Iterator[Ask]:
    forbidden = {number for pair in state.forbidden if entrant.number in pair for number in pair}
    others = [number for number in state.entered() if number != entrant.number and number not in forbidden]
    if not others or not any(stage.status != "closed" for stage in state.stages.values()):
        return
    choices = (("", _("choose")), *((str(number), names.of.get(number, "")) for number in others))
    yield ask(
        {"do": "ForbidMeeting"},
        _("Keep them apart"),
        _("It meets another entrant only if that cannot be avoided"),
        [Field("entrants", "", "hidden", str(entrant.number)), Field("entrants", _("Entrant"), "choice", "", choices)],
    )


def _ways_out(state: TournamentState, entrant: EntrantState, doer: Doer) -> Iterator[Ask]:
    yield leaves(state, entrant)
    if doer.is_one_of(DIRECTORS):
        words = Field("words", _("Reason (for the staff)"), "words", longest=200, optional=True)
        yield ask(
            {"do": "Disqualify", "entrant": entrant.number, "reason": "disqualified"},
            _("Disqualify"),
            _("Disqualify it"),
            [fate_of_matches(state, entrant), words],
            look="danger",
            previews=True,
        )
