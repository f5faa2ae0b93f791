"""The rounds of a group of a stage, with what each pairing was made by."""

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from tournaments.stages.stage import SWISS
from tournaments.state.brackets import is_needed
from tournaments.state.outcomes import last_round, outcome_of
from tournaments.state.stages import stage_of
from tournaments.state.tournament import MatchState, StageState, TournamentState
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
    stage = state.stages[number]
    return tuple(
        _round(state, stage, one.number, group)
        for one in stage.rounds
        if one.group == group and (one.released or drafts)
    )


def current_round(rounds: tuple[RoundView, ...]) -> RoundView | None:
    """Return the first round that is not over, else the last one; None without rounds."""
    return next((one for one in rounds if one.status != "over"), rounds[-1] if rounds else None)


def rounds_in_all(state: TournamentState, number: int) -> int:
    """Return the number of rounds that a stage is going to have, as far as it is known."""
    return last_round(state, state.stages[number])


def _round(state: TournamentState, stage: StageState, number: int, group: int) -> RoundView:
    paired = stage.round_of(number, group)
    assert paired is not None
    matches = [state.matches[match] for match in paired.matches]
    views = sorted((match_view(state, match) for match in matches), key=_is_bye)
    over = paired.released and all(_is_settled(state, match) for match in matches)
    status = "draft" if not paired.released else "over" if over else "called" if paired.called else "released"
    return RoundView(
        number,
        status,
        tuple(views),
        bool(paired.edited_cost or paired.broken),
        paired.broken,
    )


def _is_bye(view: MatchView) -> bool:
    return view.status == "bye"


def _is_settled(state: TournamentState, match: MatchState) -> bool:
    """Tell whether nothing more is played in a match: it is over, or the final before it has decided already."""
    if outcome_of(state, match) is not None:
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
