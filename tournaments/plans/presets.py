"""Presets: the settings and stages of usual events, as a beginning that a director changes.

Sources: 56-FMT-1, 56-FMT-2; `docs/reference/tournaments.md`.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from msgspec import Struct, field

from engine.phrases import phrase
from tournaments.events.settings import Counting, DisputeWindows, MatchPlan, Qualifiers, StagePlan
from tournaments.stages.stage import CROSS_GROUP, KNOCK_OUT, LADDER, ROUND_ROBIN, SWISS

Stages: TypeAlias = tuple[StagePlan, ...]


class Preset(Struct, frozen=True):
    """The plan of a usual event.

    Attributes:
        id: A stable word for programs.
        title: Its name, for people.
        text: What is played, in a sentence.
        rules: The id of the rule set that it is usually played by.
        stages: Returns the stages for a number of entrants.
        settings: The settings that differ from the usual (`tournaments.events.settings.Settings`).
    """

    id: str
    title: str
    text: str
    rules: str
    stages: Callable[[int], Stages]
    settings: Mapping[str, Any] = field(default_factory=dict)


def book56(entrants: int) -> Stages:
    """Return a round robin in groups whose best teams go on to a knock-out; small events leave out its early rounds.

    Source: 56-FMT-1.
    """
    going_on = 8 if entrants >= 24 else 4 if entrants >= 8 else 2
    groups = max(1, min(entrants // 6, going_on))
    first, best = divmod(going_on, groups)
    match = MatchPlan(hands=12)
    final = MatchPlan(hands=18, extra=(6, 1))
    tie_breaks = ("points", "head_to_head", "difference", "seed")
    return (
        StagePlan(type=ROUND_ROBIN, options={"legs": 1}, groups=groups, tie_breaks=tie_breaks, match=match),
        StagePlan(
            type=KNOCK_OUT,
            options={"third_place": going_on >= 4},
            source=(Qualifiers(stage=1, last=first, best=best),),
            match=MatchPlan(hands=12, extra=(6, 1)),
            rounds_from_last=(final,),
        ),
    )


def international56(entrants: int) -> Stages:
    """Return eight matches of 18 hands against the other half of the field, then a knock-out of the best."""
    going_on = 16 if entrants >= 48 else 8 if entrants >= 16 else 4
    extra = (6, 1)
    return (
        StagePlan(
            type=CROSS_GROUP,
            options={"rounds": max(1, min(8, entrants // 2))},
            tie_breaks=("points", "difference", "buchholz", "seed"),
            match=MatchPlan(hands=18),
        ),
        StagePlan(
            type=KNOCK_OUT,
            options={"third_place": True},
            source=(Qualifiers(stage=1, last=going_on),),
            match=MatchPlan(hands=18, extra=extra),
            rounds_from_last=(MatchPlan(hands=24, extra=extra),),
        ),
    )


def kerala_club28(entrants: int) -> Stages:
    """Return a knock-out of teams made by lot: 24 deals, six more while a match is level, then one by one."""
    return (StagePlan(type=KNOCK_OUT, by_lot=True, match=MatchPlan(hands=24, extra=(6, 1))),)


def friday_pairs(entrants: int) -> Stages:
    """Return an evening's Swiss: as many rounds as an evening has, fewer where there are fewer opponents."""
    rounds = max(1, min(5, entrants - 1 + entrants % 2))
    return (
        StagePlan(
            type=SWISS,
            rounds=rounds,
            scoring={"bye": "1"},
            tie_breaks=("points", "buchholz_cut_1", "difference", "seed"),
            match=MatchPlan(hands=8, minutes=35),
        ),
    )


def home_and_away(entrants: int) -> Stages:
    """Return a league: everybody meets everybody twice, at times that the two agree on within two weeks a round."""
    return (
        StagePlan(
            type=ROUND_ROBIN,
            options={"legs": 2},
            scoring={"win": "3"},
            tie_breaks=("points", "difference", "head_to_head", "wins", "seed"),
            days=14,
            match=MatchPlan(hands=16),
        ),
    )


def cup(entrants: int) -> Stages:
    """Return a round robin whose first two meet in a final."""
    return (
        StagePlan(type=ROUND_ROBIN, match=MatchPlan(hands=8)),
        StagePlan(
            type=KNOCK_OUT,
            source=(Qualifiers(stage=1, last=2),),
            tie_breaks=("seed",),
            match=MatchPlan(hands=12, extra=(6, 1)),
        ),
    )


def knock_out(entrants: int) -> Stages:
    """Return a knock-out by the seeds, which the order of the entries is at first."""
    return (StagePlan(type=KNOCK_OUT, tie_breaks=("seed",), match=MatchPlan(hands=12, extra=(6, 1))),)


def ladder(entrants: int) -> Stages:
    """Return a ladder: entrants challenge those up to three places above them, and may refuse once."""
    return (
        StagePlan(
            type=LADDER,
            options={"reach": 3, "days": 7, "refusals": 1},
            tie_breaks=("seed",),
            days=14,
            match=MatchPlan(hands=16, extra=(6, 1)),
        ),
    )


_OF_DAYS: Final = DisputeWindows(
    dispute=48 * 60, answer=24 * 60, poll=24 * 60, ruling=72 * 60, appeal=48 * 60, committee=48 * 60, vote=72 * 60
)
"""How long the steps of a dispute take where matches are played from home, over weeks."""

PRESETS: Final = (
    Preset(
        "book-56",
        phrase("The 56 book's tournament"),
        phrase("Groups, in which everybody meets everybody; the best teams go on to a knock-out."),
        "56-kerala-6",
        book56,
        {"squad": 5},
    ),
    Preset(
        "international-56",
        phrase("56 International"),
        phrase("Two halves: eight matches of 18 hands against the other half, then a knock-out of the best."),
        "56-international-6",
        international56,
        {"squad": 5},
    ),
    Preset(
        "kerala-club-28",
        phrase("Kerala Club 28"),
        phrase("Teams of three by lot in a knock-out: 24 deals; six more if level, then one at a time."),
        "28-central-kerala-6",
        kerala_club28,
        {"open_to": "players", "free_agents": True},
    ),
    Preset(
        "friday-pairs",
        phrase("Friday pairs"),
        phrase("A Swiss for one evening of pairs: everybody present plays every round."),
        "28-kerala-4",
        friday_pairs,
        {"kind": "pair", "check_in": True, "open_to": "players"},
    ),
    Preset(
        "cup",
        phrase("Round robin with a final"),
        phrase("Every team meets every other once; the first two play a final."),
        "28-kerala-4",
        cup,
        {"squad": 6, "open_to": "players"},
    ),
    Preset(
        "knock-out",
        phrase("Knock-out"),
        phrase("Lose a match, and you are out; early entries meet last. Level matches go on."),
        "28-kerala-4",
        knock_out,
        {"squad": 6, "open_to": "players"},
    ),
    Preset(
        "home-and-away",
        phrase("Home-and-away league"),
        phrase("Everybody meets everybody twice, at times that both agree on; a round is open for two weeks."),
        "56-kerala-6",
        home_and_away,
        {"squad": 6, "counting": Counting(), "disputes": _OF_DAYS},
    ),
    Preset(
        "ladder",
        phrase("Ladder"),
        phrase("Pairs are in an order and challenge those above them, until you end it."),
        "28-kerala-4",
        ladder,
        {"kind": "pair", "open_to": "players", "disputes": _OF_DAYS},
    ),
)
"""The presets that a director chooses from."""
