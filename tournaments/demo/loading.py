"""Loading the demo: people, a finished tournament, a check, disputes, one open for entries, the ones of `living`."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from django.conf import settings
from django.utils import timezone
from msgspec.structs import replace

from clubs.house.services import make_house_rules
from clubs.models import Club, HouseRules, Player, Team
from engine import load_rules
from games.hands.checks import audit_check, check_hand
from games.models import HandCheck, Table
from games.tables.services.clock import advance_table
from tournaments.demo.disputes import load_disputes, load_review
from tournaments.demo.hall import SINCE, keep_a_hall
from tournaments.demo.living import keep_playing
from tournaments.demo.people import BOTS, CLUB, PEOPLE, make_people
from tournaments.demo.sheets import load_sheet
from tournaments.demo.swiss import direct
from tournaments.demo.weeks import load_weeks
from tournaments.directing.entering import enter
from tournaments.directing.opening import open_tournament
from tournaments.directing.reporting import take_result
from tournaments.directing.tending import tend
from tournaments.events.settings import MatchPlan, Settings
from tournaments.models import MatchGame, Tournament
from tournaments.plans.presets import PRESETS

FINISHED = "Monsoon Cup"
OPEN = "Onam Cup"
HOUSE: dict[str, Any] = {
    "name": "Friday 28",
    "rules": "28-house-4",
    "options": {"cot": True, "thani": True, "surrender": True, "ending": {"type": "hands", "count": 8}},
}
"""The club's house rules."""
PRESET: Final = next(preset for preset in PRESETS if preset.id == "cup")
QUESTION = "Was every card of this hand played by the rules?"


def load(say: Callable[[str], None]) -> Club:
    """Load the missing parts of the demo.

    Args:
        say: Called with a line about each step.

    Returns:
        The demo's club.
    """
    say(f"The {CLUB} with its members and teams")
    club = make_people()
    director = Player.objects.get(user__email="annamma@demo.example")
    if not HouseRules.objects.filter(club=club).exists():
        make_house_rules(club=club, by=director, **HOUSE)
    say("Two months of Fridays: results, games, stakes and kunukku")
    load_weeks(club, director)
    cup = _tournament(club, director, FINISHED, hands=2, hands_in_final=3, teams=BOTS)
    if cup.status != Tournament.Status.FINISHED:
        say(f"{FINISHED}: bots play seven matches")
        play_out(cup, director)
    if not HandCheck.objects.filter(table__in=cup.games.values("pk")).exists():
        say("A check of a hand")
        _check(cup)
    _tournament(club, director, OPEN, hands=4, hands_in_final=6, teams=[*PEOPLE, "Vembanad"])
    say("A game with real cards, kept by two phones")
    load_sheet(club, director)
    say("A knock-out with disputed hands, and a dispute that waits for a director")
    load_disputes(club, director)
    load_review(club)
    say("A tournament that is being played, and a table with a free seat")
    keep_playing()
    say("An event in a hall, whose desk has something to do")
    keep_a_hall(club, since=SINCE)
    return club


def play_out(tournament: Tournament, director: Player) -> None:
    """Play a tournament of bots to its end without letting them take their time."""
    pace = settings.LELAM_BOT_SECONDS
    # Otherwise the games would last into the future, which the log refuses.
    settings.LELAM_BOT_SECONDS = 0
    try:
        while tournament.status != Tournament.Status.FINISHED:
            direct(tournament, director)
            tend(tournament.pk)
            _play_games(tournament)
            tournament.refresh_from_db()
    finally:
        settings.LELAM_BOT_SECONDS = pace


def _play_games(tournament: Tournament) -> None:
    for game in MatchGame.objects.filter(tournament=tournament, reported=0).values_list("pk", flat=True):
        due: datetime | None = timezone.now()
        while due is not None:
            advance_table(table_id=game, now=due)
            due = Table.objects.values_list("due_at", flat=True).get(pk=game)
        take_result(game)


def _tournament(
    club: Club, director: Player, name: str, *, hands: int, hands_in_final: int, teams: Iterable[str]
) -> Tournament:
    """Return the demo's own tournament of this name; a missing one is opened, and the teams are entered."""
    command = uuid5(NAMESPACE_URL, f"lelam:demo:{club.pk}:{name}")
    rules = load_rules("28-kerala-4")
    usual, final = PRESET.stages(len(BOTS))
    tournament = open_tournament(
        club=club,
        by=director,
        name=name,
        settings=Settings(
            rules=rules.id, options={}, engine=rules.version, bots=True, automatic=True, **PRESET.settings
        ),
        plans=(replace(usual, match=MatchPlan(hands=hands)), replace(final, match=MatchPlan(hands=hands_in_final))),
        command=command,
    )
    for team in teams:
        known = Team.objects.get(club=club, name=team)
        enter(tournament, by=director, team=known, command=uuid5(command, f"enter:{team}"))
    return tournament


def _check(cup: Tournament) -> None:
    """Open a member's check of the first hand of the final, and audit it at once."""
    final = MatchGame.objects.filter(tournament=cup).latest("match")
    asker = Player.objects.get(user__email="beeran@demo.example")
    check = check_hand(table_id=final.pk, hand=1, player=asker, question=QUESTION)
    audit_check(check_id=check.pk)
