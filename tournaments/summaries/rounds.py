"""The rounds of a group of a stage, with what each pairing was made by."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from tournaments.events.settings import MatchPlan
from tournaments.stages.stage import SWISS
from tournaments.state.brackets import is_needed
from tournaments.state.outcomes import is_over, last_round, outcome_of, round_plan
from tournaments.state.stages import stage_of
from tournaments.state.tournament import MatchState, RoundState, StageState, TournamentState
from tournaments.summaries.matches import MatchView, match_view
from tournaments.tiebreaks.record import records_of


class RoundView(Struct, frozen=True):
    """A round of a group.

    Attributes:
        status: `draft`: for the staff only; `released`; `called`; `over`: all its matches are.
        matches: Byes last.
        by_hand: A director changed the engine's pairing.
        broken: The criteria in which that is worse than the engine's.
    """

    number: int
    status: str
    matches: tuple[MatchView, ...]
    by_hand: bool = False
    broken: tuple[str, ...] = ()

    @property
    def done(self) -> int:
        """The number of its matches that are over, byes left out."""
        return sum(match.status == "over" for match in self.matches)

    @property
    def count(self) -> int:
        """The number of its matches, byes left out."""
        return sum(match.status != "bye" for match in self.matches)


def rounds_of(state: TournamentState, number: int, group: int = 0, *, drafts: bool = False) -> tuple[RoundView, ...]:
    """Return the rounds of a group of a stage in order.

    Args:
        number: The stage's number.
        group: The group, from 0.
        drafts: With those that are not released yet, which only the staff may see.
    """
    return tuple(round_of(state, number, group, one) for one in round_numbers(state, number, group, drafts=drafts))


def round_numbers(state: TournamentState, number: int, group: int = 0, *, drafts: bool = False) -> tuple[int, ...]:
    """Return the numbers of the rounds of a group, as `rounds_of` does."""
    rounds = (one for one in state.stages[number].rounds if one.group == group)
    return tuple(one.number for one in rounds if one.released or drafts)


def current_round(state: TournamentState, number: int, group: int = 0) -> int | None:
    """Return the number of the first released round of a group that is not over, else of the last; None without."""
    stage, last = state.stages[number], None
    for paired in stage.rounds:
        if paired.group == group and paired.released:
            last = paired.number
            if not _is_over(state, stage, paired):
                break
    return last


def running_rounds(state: TournamentState, stage: StageState) -> tuple[RoundState, ...]:
    """Return the rounds of a stage that are being played: those called that are not over, of all groups.

    While none is, the one that was released last, so that what is to be called, or is just over, can be seen.
    """
    last = last_round(state, stage)
    plans = {number: round_plan(stage.plan, number, last) for number in {one.number for one in stage.rounds}}
    called = [paired for paired in stage.rounds if paired.called]
    running = [
        paired for paired in called if _is_played_now(state, [state.matches[one] for one in paired.matches], plans)
    ]
    if running:
        return tuple(running)
    released = [paired for paired in stage.rounds if paired.released]
    to_come = [paired.number for paired in released if not paired.called]
    shown = min(to_come) if to_come else max((paired.number for paired in released), default=0)
    return tuple(paired for paired in released if paired.number == shown)


def _is_played_now(state: TournamentState, matches: Sequence[MatchState], plans: Mapping[int, MatchPlan]) -> bool:
    """Tell whether a match of a round can be played and is not over."""
    return any(
        match.is_filled and not match.is_bye and not _is_settled(state, match, plans[match.round]) for match in matches
    )


def rounds_in_all(state: TournamentState, number: int) -> int:
    """Return the number of rounds that a stage is going to have, as far as it is known."""
    return last_round(state, state.stages[number])


def round_of(state: TournamentState, number: int, group: int, wanted: int) -> RoundView:
    """Return a round of a group that is paired."""
    stage = state.stages[number]
    paired = stage.round_of(wanted, group)
    assert paired is not None
    views = sorted((match_view(state, state.matches[match]) for match in paired.matches), key=_is_bye)
    over = paired.released and _is_over(state, stage, paired)
    status = "draft" if not paired.released else "over" if over else "called" if paired.called else "released"
    return RoundView(wanted, status, tuple(views), is_by_hand(state, paired), paired.broken)


def is_by_hand(state: TournamentState, paired: RoundState) -> bool:
    """Tell whether a director paired a round otherwise than the engine."""
    if not paired.engine:
        return False
    return {state.matches[match].sides for match in paired.matches} != set(paired.engine)


def _is_over(state: TournamentState, stage: StageState, paired: RoundState) -> bool:
    plan = round_plan(stage.plan, paired.number, last_round(state, stage))
    return all(_is_settled(state, state.matches[match], plan) for match in paired.matches)


def _is_bye(view: MatchView) -> bool:
    return view.status == "bye"


def _is_settled(state: TournamentState, match: MatchState, plan: MatchPlan) -> bool:
    """Tell whether nothing more is played in a match: it is over, or the final before it has decided already."""
    if is_over(state, match, plan):
        return True
    if match.slot is None or not match.slot.if_needed or is_needed(state, match):
        return False
    final = state.matches[match.number - match.slot.number + int(match.slot.home[1:])]
    return outcome_of(state, final) is not None


def points_before(state: TournamentState, stage: int, group: int, number: int) -> dict[int, Fraction]:
    """Return the match points by which a round of a Swiss was paired, by the results of now; of others nothing."""
    if state.stages[stage].plan.type != SWISS:
        return {}
    value = stage_of(state, stage, group)
    records = records_of(replace(value, matches=tuple(match for match in value.matches if match.round < number)))
    return {int(name): records.fraction(record.points) for name, record in records.of.items()}
