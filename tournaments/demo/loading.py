"""Loading the demo: people, a finished tournament, a dispute, one open for entries, and the live ones of `living`."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from clubs.house.services import make_house_rules
from clubs.models import Club, HouseRules, Player, Team
from games.hands.disputes import audit_dispute, dispute_hand
from games.models import Dispute, Table
from games.store import projector
from games.tables.services.clock import advance_table
from tournaments.demo.living import keep_playing
from tournaments.demo.people import BOTS, CLUB, PEOPLE, make_people
from tournaments.demo.weeks import load_weeks
from tournaments.models import Tournament
from tournaments.projections import MatchResults
from tournaments.services.entries import enter_team, open_tournament
from tournaments.services.running import advance_tournament, start_tournament

FINISHED = "Monsoon Cup"
OPEN = "Onam Cup"
HOUSE: dict[str, Any] = {
    "name": "Friday 28",
    "rules": "28-house-4",
    "options": {"cot": True, "thani": True, "surrender": True, "ending": {"type": "hands", "count": 8}},
}
"""The club's house rules."""
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
    cup = _tournament(club, director, FINISHED, hands_a_match=2, hands_in_final=3, teams=BOTS)
    if cup.status == Tournament.Status.OPEN:
        start_tournament(tournament_id=cup.pk, by=director)
    if cup.status != Tournament.Status.FINISHED:
        say(f"{FINISHED}: bots play seven matches")
        play_out(cup)
    if not Dispute.objects.filter(table__match__tournament=cup).exists():
        say("A dispute, and the audit of its hand")
        _dispute(cup)
    _tournament(club, director, OPEN, hands_a_match=4, hands_in_final=6, teams=[*PEOPLE, "Vembanad"])
    say("A tournament that is being played, and a table with a free seat")
    keep_playing()
    return club


def play_out(tournament: Tournament) -> None:
    """Play a tournament of bots to its end without letting them take their time."""
    pace = settings.LELAM_BOT_SECONDS
    # Otherwise the games would last into the future, which the log refuses.
    settings.LELAM_BOT_SECONDS = 0
    try:
        _play_out(tournament)
    finally:
        settings.LELAM_BOT_SECONDS = pace


def _play_out(tournament: Tournament) -> None:
    while advance_tournament(tournament_id=tournament.pk):
        playing = Table.objects.filter(match__tournament=tournament, status=Table.Status.PLAYING)
        for table in playing.values_list("pk", flat=True):
            due: datetime | None = timezone.now()
            while due is not None:
                advance_table(table_id=table, now=due)
                due = Table.objects.values_list("due_at", flat=True).get(pk=table)
        projector.run_once(MatchResults)
    tournament.refresh_from_db()


def _tournament(
    club: Club, director: Player, name: str, *, hands_a_match: int, hands_in_final: int, teams: Iterable[str]
) -> Tournament:
    """Return the club's tournament of this name; a missing one is opened, and the teams are entered."""
    found = Tournament.objects.filter(club=club, name=name).first()
    if found is not None:
        return found
    tournament = open_tournament(
        club=club, director=director, name=name, hands_a_match=hands_a_match, hands_in_final=hands_in_final
    )
    for team in teams:
        enter_team(tournament_id=tournament.pk, team=Team.objects.get(club=club, name=team), by=director)
    return tournament


def _dispute(cup: Tournament) -> None:
    """Open a member's dispute over the first hand of the final, and audit it at once."""
    final = cup.matches.get(stage="final")
    assert final.table_id is not None
    asker = Player.objects.get(user__email="beeran@demo.example")
    dispute = dispute_hand(table_id=final.table_id, hand=1, player=asker, question=QUESTION)
    audit_dispute(dispute_id=dispute.pk)
