"""What the games of a tournament move in its club: stakes, ratings and kunukku, each for itself."""

from uuid import uuid4

import pytest

import engine
from clubs.members.guests import add_guest
from clubs.models import Club, LedgerEntry, Player
from games import store
from games.events.base import BOOKS
from games.models import KunukkuGame, PlayedGame, Rating, Sheet, Table
from games.players.ratings.services import update_ratings
from games.projections import Kunukkus, Results, Stakes
from games.sheets.selectors import load_state as load_sheet
from games.sheets.services import enter_hand
from games.stakes.proof.whole import prove
from games.store import projector
from tests.games.helpers.projections import serving_run
from tests.tournaments.helpers.directed import called, opened
from tests.tournaments.helpers.matches import check_replay, dealt, match_of_people, play_hand, table_of_match
from tournaments.directing.entering import enter
from tournaments.directing.tending import tend
from tournaments.events.settings import Counting, MatchPlan, StagePlan
from tournaments.log import states
from tournaments.models import MatchGame

pytestmark = pytest.mark.django_db(transaction=True)

SWITCHES = [(), *((book,) for book in BOOKS), BOOKS]


def counting(*books: str) -> Counting:
    return Counting(**{book: book in books for book in BOOKS})


def moved() -> set[str]:
    """Return the books that the game of the match moved, after all projections have followed it."""
    for projection in (Stakes, Results, Kunukkus):
        projector.run_once(projection)
    assert projector.stopped_lanes() == []
    update_ratings()
    stream = MatchGame.objects.get().pk
    found = {
        "stakes": LedgerEntry.objects.filter(stream=stream),
        "ratings": Rating.objects.filter(stream=stream),
        "kunukku": KunukkuGame.objects.filter(stream=stream),
    }
    assert prove().faults == []
    return {book for book, rows in found.items() if rows.exists()}


@pytest.mark.parametrize("books", SWITCHES, ids=lambda books: "+".join(books) or "friendly")
def test_a_game_at_a_table_moves_what_the_tournament_says(books: tuple[str, ...], club: Club, director: Player):
    match_of_people(club, director, plan=MatchPlan(hands=1), rules="28-wikipedia-4", counting=counting(*books))
    dealt()
    assert play_hand().status == "finished"
    assert moved() == set(books)
    assert Table.objects.get().friendly == (not books)
    game = PlayedGame.objects.get(projection_version=serving_run(Results).number)
    assert (game.counts, game.rated) == (bool(books), "ratings" in books)
    assert store.load(game.stream)[0].event.counts == books
    check_replay(table_of_match())


@pytest.mark.parametrize("books", SWITCHES, ids=lambda books: "+".join(books) or "friendly")
def test_a_match_on_a_sheet_moves_what_the_tournament_says(books: tuple[str, ...], club: Club, director: Player):
    states.forget_all()
    plan = StagePlan(type="round_robin", match=MatchPlan(hands=1, place="sheet"))
    more = {"rules": "56-kerala-4", "engine": engine.VERSION, "bots": False, "counting": counting(*books)}
    cup = opened(club, director, plan, **more)
    for number in (1, 2):
        pair = [add_guest(club=club, by=director, name=f"Guest {number}{letter}") for letter in "ab"]
        enter(cup, by=director, players=pair, command=uuid4())
    called(cup, director)
    tend(cup.pk)
    sheet = Sheet.objects.get()
    enter_hand(sheet_id=sheet.pk, player=director, outcome="made", contract=(0, 30, "S", 0), command=uuid4())
    # 56 has no kunukku to wear.
    assert moved() == set(books) - {"kunukku"}
    assert load_sheet(sheet.pk).counts == bool(books)
