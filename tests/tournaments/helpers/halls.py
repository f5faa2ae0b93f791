"""A hall in the middle of a round: tables on score sheets, some far, some slow, and what waits for the desk."""

from datetime import datetime, timedelta
from uuid import uuid4

from django.utils import timezone

import engine
from clubs.members.societies import join_club
from clubs.models import Club, Player
from engine.written import SheetHand
from games.models import PlayedHand, Sheet
from games.sheets.authors import Author
from games.sheets.reporting import report_hand
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import do, state_of
from tournaments.deeds.playing import CallMatch, PlaceMatch, ReportGame
from tournaments.deeds.staging import BeginStage, CallRound, PairRound, ReleaseRound
from tournaments.directing.calling import open_games
from tournaments.directing.entering import enter
from tournaments.directing.opening import open_tournament
from tournaments.events.settings import MatchPlan, Settings, StagePlan
from tournaments.models import Tournament

RIVERS = (
    "Periyar", "Pamba", "Nila", "Chaliyar", "Kadalundi", "Kabani", "Meenachil", "Manimala", "Achankovil", "Kallada",
    "Muvattupuzha", "Neyyar", "Karamana", "Vamanapuram", "Ithikkara", "Bhavani", "Chandragiri", "Valapattanam",
    "Kuppam", "Perumba", "Anjarakandy", "Mahe", "Kuttiyadi", "Korapuzha", "Kadavu", "Tirur", "Keecheri", "Puzhakkal",
    "Karuvannur", "Chalakudy", "Pallikkal", "Shiriya", "Uppala", "Mogral", "Chittari", "Nileshwaram", "Karingote",
    "Kavvayi", "Ramapuram", "Thootha", "Gayathri", "Kunthi", "Kannadi", "Kalpathy", "Mangalam", "Ayalurpuzha",
    "Kumarakom", "Vembanad", "Ashtamudi", "Sasthamkotta", "Punnamada", "Pookode", "Vellayani", "Kodungallur",
    "Ponnani", "Ettumanoor", "Vaikom", "Cherthala", "Kuttanad", "Edathua", "Ranni", "Punalur", "Attingal", "Varkala",
    "Aluva", "Angamaly", "Guruvayur", "Irinjalakuda", "Kottarakkara", "Nedumangad", "Malayattoor", "Munnar",
    "Thodupuzha", "Kattappana", "Erattupetta", "Pala", "Ponkunnam", "Aranmula", "Thiruvalla", "Adimali",
)  # fmt: skip
HANDS = 12


def hall(
    club: Club, director: Player, tables: int, *, place: str = "sheet", ago: timedelta = timedelta(minutes=40)
) -> Tournament:
    """Return a Swiss whose first round was called so long ago at so many tables, each with its number."""
    match = MatchPlan(hands=HANDS, place=place)  # type: ignore[arg-type]
    plan = StagePlan(type="swiss", rounds=9, tie_breaks=("points", "seed"), match=match)
    begun = timezone.now() - ago
    settings = Settings(rules="28-kerala-4", options={}, engine=engine.VERSION, kind="pair")
    cup = open_tournament(
        club=club, by=director, name="Monsoon Cup", settings=settings, plans=[plan], command=uuid4(), now=begun
    )
    for number in range(2 * tables):
        captain, partner = (PlayerFactory(name=f"{name} {uuid4().hex[:6]}") for name in ("Captain", "Partner"))
        for player in (captain, partner):
            join_club(club=club, player=player)
        name = RIVERS[number] if number < len(RIVERS) else f"Team {number + 1}"
        enter(cup, by=director, players=[captain, partner], name=name, command=uuid4(), now=begun)
    do(cup, director, BeginStage(stage=1), PairRound(stage=1), ReleaseRound(stage=1, round=1), now=begun)
    do(cup, director, CallRound(stage=1, round=1), now=begun)
    for number in sorted(state_of(cup).matches):
        do(cup, director, PlaceMatch(match=number, table=str(number)), now=begun)
        if place != "desk":
            do(cup, director, CallMatch(match=number), now=begun)
    if place != "desk":
        open_games(cup.pk, now=begun)
    return cup


def sheet_at(cup: Tournament, table: int) -> Sheet:
    """Return the score sheet of a table."""
    return Sheet.objects.get(pk=state_of(cup).matches[table].games[0].stream)


def played(cup: Tournament, table: int, hands: int, at: datetime | None = None) -> None:
    """Let so many hands of a table be decided, the last at a time; only what the desk reads of them."""
    sheet = sheet_at(cup, table)
    Sheet.objects.filter(pk=sheet.pk).update(hands=hands)
    PlayedHand.objects.create(
        projection_version=1, sheet=sheet, number=hands, version=hands, outcome="made", declarer=0, bid=16, result={},
        players=["", "", "", ""], scored_at=at or timezone.now(),
    )  # fmt: skip


def captain_of(cup: Tournament, table: int, side: int = 0) -> Player:
    """Return the captain of a side at a table."""
    state = state_of(cup)
    return Player.objects.get(pk=state.entrants[state.matches[table].sides[side][0]].squad[0])


def differ(cup: Tournament, table: int, hand: int = 1) -> None:
    """Let the two sides of a table report a hand otherwise."""
    sheet = sheet_at(cup, table)
    for side, bid in ((0, 21), (1, 20)):
        told = SheetHand("made", 0, bid, points=22)
        report_hand(
            sheet_id=sheet.pk, author=Author(captain_of(cup, table, side)), sides=[side], hand=hand, edit=1, told=told
        )


def reported(cup: Tournament, table: int, points: tuple[int, int] = (7, 5)) -> None:
    """Let a captain report the result of a table, which waits for the other side."""
    do(cup, captain_of(cup, table), ReportGame(match=table, points=points))
