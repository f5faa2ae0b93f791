"""What an entrant needs to go on from a stage, in sentences. Only match points count; tie-breaks are left open."""

from collections.abc import Iterator
from typing import Final

from engine.phrases import Member, phrase
from tournaments.outlook.needs import needs_of
from tournaments.outlook.values import LIVE, OUT, SAFE, Needs, OutlookError
from tournaments.plans.words import Sentence
from tournaments.stages.stage import CROSS_GROUP, ROUND_ROBIN, SWISS
from tournaments.state.stages import stage_of
from tournaments.state.tournament import TournamentState
from tournaments.summaries.tables import places_that_go_on

MAX_ENTRANTS: Final = 64
"""In larger groups the question takes longer than a page may."""
MAX_POSITIONS: Final = 300
"""The positions that a page's search looks at."""


def needs_in_words(state: TournamentState, number: int, group: int, entrant: int) -> tuple[Sentence, ...]:
    """Return what an entrant needs for the places from which a later stage takes entrants; empty where none does.

    Args:
        state: The tournament.
        number: The number of a stage that is being played.
        group: The group of the entrant, from 0.
        entrant: The entrant.
    """
    stage, places = state.stages[number], places_that_go_on(state, number)
    usual = stage.plan.type in (ROUND_ROBIN, CROSS_GROUP, SWISS) and stage.status == "running"
    if not usual or not places or not stage.rounds or len(stage.groups[group]) > MAX_ENTRANTS:
        return ()
    left = [str(one) for one in stage.groups[group] if state.entrants[one].is_away]
    try:
        needs = needs_of(stage_of(state, number, group), str(entrant), places, passed_over=left, limit=MAX_POSITIONS)
    except OutlookError:
        return ()
    return tuple(_sentences(needs))


def _sentences(needs: Needs) -> Iterator[Sentence]:
    if needs.outlook.verdict == SAFE:
        yield Sentence(phrase("You go on, whatever happens."))
        return
    if needs.outlook.verdict == OUT:
        yield Sentence(phrase("The places that go on are out of reach."))
        return
    assert needs.outlook.verdict == LIVE
    if needs.safe_points is not None:
        members: dict[str, Member] = {"points": str(needs.safe_points), "now": str(needs.points)}
        yield Sentence(phrase("With {points} match points at the end you go on for certain; you have {now}."), members)
    if needs.wins_suffice is False:
        yield Sentence(phrase("Winning all your matches may not be enough: results of others, or a tie-break, decide."))
    elif needs.wins_suffice:
        yield Sentence(phrase("Win all your matches, and nobody can keep you out."))
    following = needs.next_match
    if following is not None and following.win.verdict == SAFE:
        yield Sentence(phrase("A win in your next match is enough."))
    if following is not None and following.loss.verdict == OUT:
        yield Sentence(phrase("If you lose your next match, you are out."))
    if not needs.outlook.exact:
        yield Sentence(phrase("There are too many ways for it to go on to say more for certain."))
