"""Tournaments without a database, to be printed: entrants with made-up names, of any number."""

from typing import Any

from clubs.models import Club
from tests.tournaments.helpers.play import Play
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.models import Tournament
from tournaments.prints.wish import Wish, usual_round, usual_stage
from tournaments.selectors.naming import Names
from tournaments.state.published import as_published

DESK = MatchPlan(hands=100, place="desk")
SWISS = StagePlan(type="swiss", rounds=3, match=DESK, tie_breaks=("points", "buchholz", "difference", "seed"))
KNOCK_OUT = StagePlan(type="knock_out", match=DESK)
MALAYALAM = "ക്ഷേത്രപാലൻ & സ്ത്രീധനം"


def played(entrants: int, plan: StagePlan, rounds: int = 0) -> Play:
    """Return a tournament whose first rounds are played, and the next one called."""
    play = Play()
    play.enter(entrants)
    play.begin(plan)
    play.pair(1)
    for number in range(rounds):
        play.play_round(1)
        if plan.type == "swiss" and number < plan.rounds - 1:
            play.pair(1)
    return play


def names_of(play: Play, **given: str) -> Names:
    """Return a name for each entrant that no other contains, such as "Pair 007."; `n3` gives the third another."""
    of = {number: given.get(f"n{number}", f"Pair {number:04}.") for number in play.state.entrants}
    return Names(of, {number: (f"First {number:04}", f"Second {number:04}") for number in of})


def wish_of(play: Play, **more: Any) -> Wish:
    """Return what is to be printed of a tournament: its last stage, the round that is played."""
    cup = Tournament(club=Club(name="Meenachil Card Club", place="Pala"), name="Onam Cup", slug="onam-cup")
    state = as_published(play.state)
    names = more.pop("names", None) or names_of(play)
    stage = more.pop("stage", usual_stage(state))
    number = more.pop("round", usual_round(state, stage))
    return Wish(cup, state, names, stage, number, site="https://cards.example.org", **more)
