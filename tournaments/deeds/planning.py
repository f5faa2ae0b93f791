"""Whether a stage can be played as it is planned, as far as the plan alone can tell.

Formats read their own options; those that only a running tournament has do so already here.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engine import RulesError, load_rules
from engine.phrases import phrase
from tournaments.deeds.base import MAX_TIME, POINTS, Refused
from tournaments.deeds.entering import MAX_ENTRANTS, MAX_SQUAD
from tournaments.events.settings import MAX_HANDS, DisputeWindows, MatchPlan, Settings, StagePlan
from tournaments.formats import consolation, ladder, points_race
from tournaments.formats.errors import DrawError
from tournaments.stages.reading import CRITERIA
from tournaments.stages.stage import CONSOLATION, LADDER, POINTS_RACE, RUNNING_TYPES, SWISS, Scoring, Stage

MAX_GROUPS: Final = 64
"""As many as one command can pair side by side."""
MAX_ROUNDS: Final = 400
MAX_GAMES: Final = 99
MAX_ROOMS: Final = 4
MAX_PLACE: Final = 1_024
MAX_WAIT: Final = 24 * 60
"""In minutes."""
MAX_MINUTES: Final = 720
"""The minutes of a game at a live table: as many as a table's terms of play can have."""
MAX_DAYS: Final = 365
"""The days that a round is open for."""
MAX_AHEAD: Final = 7 * MAX_WAIT
"""The minutes before the start from which entrants may check in."""
MAX_WINDOW: Final = 30 * MAX_WAIT
"""The minutes of a step of a dispute."""

_RULES: Final[Mapping[str, Callable[[Stage], Any]]] = {
    CONSOLATION: consolation.rules_of,
    LADDER: ladder.rules_of,
    POINTS_RACE: points_race.rules_of,
}
"""How the options of some formats are read."""


def check_settings(settings: Settings) -> None:
    """Refuse settings with which no tournament can be played.

    Raises:
        Refused: `settings-impossible`, with the member of the settings.
    """
    for field, text in _faults_of_settings(settings):
        raise Refused("settings-impossible", text, field)


def _faults_of_settings(settings: Settings) -> Iterator[tuple[str, str]]:
    try:
        sides = load_rules(settings.rules, settings.options, version=settings.engine).sides
    except RulesError:
        yield "rules", phrase("There is no such game, or it has no such options.")
        return
    if len({len(side) for side in sides}) != 1:
        yield "rules", phrase("All sides of a match must have the same size: choose another game.")
    alone = settings.kind == "player" and settings.side == 1
    if settings.side != len(sides[0]) and not alone:
        yield "side", phrase("An entrant has as many players at a table as a side of the game.")
    if not 1 <= settings.squad <= MAX_SQUAD:
        yield "squad", phrase("A squad has 12 players at most.")
    if settings.capacity is not None and not 2 <= settings.capacity <= MAX_ENTRANTS:
        yield "capacity", phrase("A tournament has room for 2 to 1,024 entrants.")
    if settings.free_agents and settings.kind == "player":
        yield "free_agents", phrase("Teams by lot need a tournament of teams or pairs.")
    opens, closes = settings.check_in_opens, settings.check_in_closes
    if opens is not None and not 0 <= opens <= MAX_AHEAD:
        yield "check_in_opens", phrase("Check-in opens 0 to 10,080 minutes before the start.")
    if closes is not None and not -MAX_WAIT <= closes <= MAX_AHEAD:
        yield "check_in_closes", phrase("Check-in closes 10,080 minutes before the start to 1,440 after it.")
    if opens is not None and closes is not None and closes >= opens:
        yield "check_in_closes", phrase("Check-in closes after it has opened.")
    if not 0 <= settings.line_up_minutes <= MAX_WAIT:
        yield "line_up_minutes", phrase("A round waits at most 1,440 minutes for its line-ups.")
    if settings.no_show_minutes is not None and not 1 <= settings.no_show_minutes <= MAX_WAIT:
        yield (
            "no_show_minutes",
            phrase("A side counts as missing 1 to 1,440 minutes after its match is called, or never."),
        )
    for window in DisputeWindows.__struct_fields__:
        if not 1 <= getattr(settings.disputes, window) <= MAX_WINDOW:
            yield "disputes", phrase("Each step of a dispute takes 1 to 43,200 minutes.")
    if settings.starts_at is not None and not 0 <= settings.starts_at < MAX_TIME:
        yield "starts_at", phrase("Give the start in seconds since 1970.")


def check_plan(plan: StagePlan) -> None:
    """Refuse a plan by which no stage can be played.

    Raises:
        Refused: `plan-impossible`, with the member of the plan.
    """
    for field, text in _faults(plan):
        raise Refused("plan-impossible", text, field)
    if plan.type in _RULES:
        try:
            _RULES[plan.type](Stage("", plan.type, (), plan.options))
        except DrawError as fault:
            text = phrase("This format cannot be played with these settings: {fault}.")
            raise Refused("plan-impossible", text, "options", fault=str(fault)) from None


def check_rooms(plan: StagePlan, settings: Settings) -> None:
    """Refuse more rooms than a squad has players for.

    Raises:
        Refused: `plan-impossible`, for the match.
    """
    needed = settings.side * plan.most_rooms
    if plan.most_rooms > 1 and settings.squad < needed:
        text = phrase("A match in {rooms} rooms needs squads of {count} players: change the settings first.")
        raise Refused("plan-impossible", text, "match", rooms=plan.most_rooms, count=needed)


def _faults(plan: StagePlan) -> Iterator[tuple[str, str]]:
    if plan.type not in RUNNING_TYPES:
        yield "type", phrase("There is no such format.")
    if plan.type == SWISS and not 1 <= plan.rounds <= MAX_ROUNDS:
        yield "rounds", phrase("A Swiss has 1 to 400 rounds.")
    if plan.type == POINTS_RACE and not 0 <= plan.rounds <= MAX_ROUNDS:
        yield "rounds", phrase("A points race has up to 400 rounds; 0: until every entrant could have met every other.")
    if not 1 <= plan.groups <= MAX_GROUPS:
        yield "groups", phrase("A stage has 1 to 64 groups.")
    if plan.type == LADDER and plan.groups != 1:
        yield "groups", phrase("A ladder has no groups: all entrants are in one order.")
    if plan.type == LADDER and plan.rounds_from_last:
        yield "rounds_from_last", phrase("A ladder has no last rounds: all of its matches are played alike.")
    if plan.options.get("carry", "all") != "all":
        yield "options", phrase('The option carry is "all", or not given.')
    if not 0 <= plan.days <= MAX_DAYS:
        yield "days", phrase("A round is open for 0 to 365 days.")
    if not 0 <= plan.acceleration <= MAX_ROUNDS:
        yield "acceleration", phrase("0 to 400 rounds of a Swiss are accelerated.")
    if plan.apart < 0:
        yield "apart", phrase("Clubs are kept apart for 0 rounds or more.")
    if (
        not plan.tie_breaks
        or len(set(plan.tie_breaks)) != len(plan.tie_breaks)
        or not set(plan.tie_breaks) <= {*CRITERIA}
    ):
        yield "tie_breaks", phrase("Choose one or more criteria for the standings, each once.")
    if not plan.scoring.keys() <= {*Scoring.__struct_fields__}:
        yield "scoring", phrase("Match points are for a win, a draw, a loss, a bye and forfeits.")
    if not all(POINTS.fullmatch(points) for points in plan.scoring.values()):
        yield "scoring", phrase("Enter the points as 1, 3/2 or 0.")
    if not all(1 <= source.first <= source.last <= MAX_PLACE and source.best >= 0 for source in plan.source):
        yield "source", phrase("Places that qualify start from 1.")
    if not _can_be_played(plan.match):
        yield "match", phrase("A match has 1 to 99 games of up to 500 hands.")
    if not all(map(_can_be_played, plan.rounds_from_last)):
        yield "rounds_from_last", phrase("A match has 1 to 99 games of up to 500 hands.")
    for field, matches in (("match", (plan.match,)), ("rounds_from_last", plan.rounds_from_last)):
        yield from ((field, text) for text in map(_fault_of_rooms, matches) if text)


def _can_be_played(match: MatchPlan) -> bool:
    return (
        1 <= match.games <= MAX_GAMES
        and 0 <= match.hands <= MAX_HANDS
        and all(1 <= hands <= MAX_HANDS for hands in match.extra)
        and (match.minutes is None or 1 <= match.minutes <= MAX_MINUTES)
    )


def _fault_of_rooms(match: MatchPlan) -> str:
    """Return why a match cannot be played in so many rooms; empty if it can."""
    if not 1 <= match.rooms <= MAX_ROOMS:
        return phrase("A match is played in 1 to 4 rooms.")
    if match.rooms > 1 and match.best_of:
        return phrase("The points of all rooms are added: a match in several rooms cannot be a best of several games.")
    if match.games % match.rooms:
        return phrase("All rooms play the same number of games: make the games a multiple of the rooms.")
    return ""
