"""Places that entrants share and that matter, to be decided before a stage is closed."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.deeds.base import Refused
from tournaments.deeds.staging import check_results
from tournaments.desk.asking import Ask, Field, ask
from tournaments.drafting.places import cuts_of, places_of
from tournaments.drafting.rounds import has_rounds_left
from tournaments.log.standings import standing_in
from tournaments.selectors.naming import Names
from tournaments.state.outcomes import outcome_of
from tournaments.state.tournament import StageState, TournamentState

MAX_LEVEL = 12
"""The entrants on a place that the desk offers to put in order; more are an order for the API."""


def tie_asks(state: TournamentState, names: Names) -> tuple[Ask, ...]:
    """Return the forms that put level entrants in order, where the first place or a cut goes through them."""
    return tuple(form for stage in state.running if _is_played(state, stage) for form in _of_stage(state, stage, names))


def _is_played(state: TournamentState, stage: StageState) -> bool:
    """Tell whether a stage has only to be closed."""
    last = stage.rounds[-1].matches if stage.rounds else ()
    if any(outcome_of(state, state.matches[number]) is None for number in last):
        # Soon said while a round is played: to look at all results of all rounds takes long.
        return False
    try:
        check_results(state, stage)
    except Refused:
        return False
    return bool(stage.rounds) and not has_rounds_left(state, stage)


def _of_stage(state: TournamentState, stage: StageState, names: Names) -> Iterator[Ask]:
    cuts = cuts_of(state, stage)
    for group in range(len(stage.groups)):
        last = 0
        for level in places_of(state, stage.number, group, standing_in(state, stage.number, group).rows):
            first, last = last + 1, last + len(level)
            if 1 < len(level) <= MAX_LEVEL and any(first <= cut < last for cut in cuts):
                yield _ask(stage, group, first, level, names)


def _ask(stage: StageState, group: int, first: int, level: tuple[int, ...], names: Names) -> Ask:
    about = {"first": first, "last": first + len(level) - 1, "stage": stage.number, "group": group + 1}
    if len(stage.groups) > 1:
        title = _("Places {first} to {last} of group {group} in stage {stage} are shared")
    else:
        title = _("Places {first} to {last} of stage {stage} are shared")
    entrants = tuple((str(number), names.of.get(number, "")) for number in level)
    ways = (("desk", _("by the desk")), ("play", _("by extra play")))
    return ask(
        {"do": "DecideTie", "stage": stage.number},
        _("Decide the order"),
        title.format(**about),
        [
            *(
                Field("order", _("Place {place}").format(place=first + place), "choice", str(number), entrants)
                for place, number in enumerate(level)
            ),
            Field("by", _("Decided"), "choice", "desk", ways),
        ],
    )
