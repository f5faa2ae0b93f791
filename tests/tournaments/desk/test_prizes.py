"""The page of the prizes, and setting them: as it stands, fixed at the close, under embargo; and the best player."""

from uuid import uuid4

import pytest

from clubs.models import Club, Player
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import called, do, opened, state_of
from tests.tournaments.helpers.pages import at, signed_in
from tournaments.deeds.opening import CloseTournament, ReopenTournament
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.publishing import ReleaseResults, SetEmbargo
from tournaments.deeds.staging import CloseStage
from tournaments.directing.entering import enter
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.models import Award, Category, Entrant, Tournament
from tournaments.selectors import best
from tournaments.selectors.best import Tally, points_of, ranked

pytestmark = pytest.mark.django_db(transaction=True)

ONE_ROUND = StagePlan(type="round_robin", tie_breaks=("points", "seed"), match=MatchPlan(hands=24, place="desk"))


@pytest.fixture
def cup(club: Club, director: Player) -> Tournament:
    """Two pairs that meet once."""
    cup = opened(club, director, ONE_ROUND)
    for number, name in enumerate(("Pamba", "Nila"), start=1):
        enter(cup, by=director, players=(PlayerFactory(), PlayerFactory()), command=uuid4())
        Entrant.objects.filter(tournament=cup, number=number).update(name=name)
    return cup


def set_prizes(cup: Tournament, director: Player) -> None:
    """Set a prize for the first place, and one for the only junior, by the pages."""
    browser, page = signed_in(director), at("edit_prizes", cup)
    junior = Entrant.objects.get(tournament=cup, number=1)
    sent = [
        {
            "what": "category",
            "category-english": "Juniors",
            "category-malayalam": "ജൂനിയർ",
            "category-entrants": junior.pk,
        },
        {"what": "prize", "prize-place": 1, "prize-english": "A lamp", "prize-amount": "₹ 5,000"},
    ]
    for form in sent:
        assert browser.post(page, form).status_code == 302
    assert browser.get(page).context["prize_form"]["place"].value() == 2, "the next prize is for the next place"
    category = Category.objects.get(tournament=cup)
    form = {"what": "prize", "prize-place": 1, "prize-category": category.pk, "prize-english": "Books"}
    assert browser.post(page, form).status_code == 302


def shown(cup: Tournament, client) -> str:
    return " ".join(client.get(at("prizes", cup)).content.decode().split())


def play(cup: Tournament, director: Player) -> None:
    called(cup, director)
    nila = state_of(cup).matches[1].side_of(2)
    do(cup, director, ReportGame(match=1, points=(9, 31) if nila == 1 else (31, 9)))


def test_prizes_are_shown_as_they_stand_and_fixed_at_the_close(client, cup: Tournament, director: Player):
    set_prizes(cup, director)
    assert "nobody yet" in shown(cup, client)
    play(cup, director)
    page = shown(cup, client)
    assert "Present state" in page
    assert page.index("Nila") < page.index("A lamp") < page.index("Juniors") < page.index("Books")
    assert "₹ 5,000" in page
    do(cup, director, CloseStage(stage=1), CloseTournament())
    assert {(one.prize.english, one.entrant.name) for one in Award.objects.all()} == {
        ("A lamp", "Nila"),
        ("Books", "Pamba"),
    }
    assert "fixed when the tournament was closed" in shown(cup, client)
    do(cup, director, ReopenTournament(reason="mistake"))
    assert not Award.objects.exists()


def test_a_category_has_its_name_in_the_readers_language(client, cup: Tournament, director: Player):
    set_prizes(cup, director)
    client.cookies["django_language"] = "ml"
    assert "ജൂനിയർ" in shown(cup, client)


def test_prizes_are_not_given_away_under_embargo(client, cup: Tournament, director: Player):
    set_prizes(cup, director)
    do(cup, director, SetEmbargo())
    play(cup, director)
    do(cup, director, CloseStage(stage=1), CloseTournament())
    page = shown(cup, client)
    assert "nobody yet" in page
    assert "under embargo" in page
    assert "nobody yet" not in shown(cup, signed_in(director))
    do(cup, director, ReleaseResults())
    assert "nobody yet" not in shown(cup, client)


def test_what_is_wrong_stands_beside_its_field_and_nothing_is_saved(cup: Tournament, director: Player):
    browser = signed_in(director)
    answer = browser.post(at("edit_prizes", cup), {"what": "prize", "prize-place": 1})
    assert answer.status_code == 422
    assert "Name the prize, in at least one language" in answer.content.decode()
    assert browser.post(at("edit_prizes", cup), {"what": "category"}).status_code == 422
    assert browser.post(at("edit_prizes", cup), {"what": "drop_prize-7"}).status_code == 404
    assert not cup.prizes.exists()


def test_prizes_and_categories_are_dropped_and_several_prizes_allowed(cup: Tournament, director: Player):
    set_prizes(cup, director)
    browser, page = signed_in(director), at("edit_prizes", cup)
    category = Category.objects.get(tournament=cup)
    browser.post(page, {"what": f"members-{category.pk}"})
    assert not category.entrants.exists()
    browser.post(page, {"what": f"drop_category-{category.pk}"})
    assert cup.prizes.count() == 1
    browser.post(page, {"what": f"drop_prize-{cup.prizes.get().pk}"})
    assert not cup.prizes.exists()
    browser.post(page, {"what": "several", "several": "1"})
    cup.refresh_from_db()
    assert cup.several_prizes


def test_a_contract_is_worth_most_to_its_declarer():
    sides = {0: 0, 1: 1, 2: 0, 3: 1}
    assert [points_of(seat, 0, made=True, side_of=sides) for seat in range(4)] == [2, 0, 1, 0]
    assert [points_of(seat, 0, made=False, side_of=sides) for seat in range(4)] == [-2, 1, -1, 1]


def test_the_best_players_share_a_place_and_have_hands_enough():
    players = [PlayerFactory() for _ in range(4)]
    bot = PlayerFactory(bot=True)
    tallies = {
        str(players[0].pk): Tally(10, 3, 3, 10),
        str(players[1].pk): Tally(20, 3, 3, 20),
        str(players[2].pk): Tally(9, 9, 9, 18),
        str(players[3].pk): Tally(20, 3, 0, -4),
        str(bot.pk): Tally(20, 9, 9, 40),
    }
    assert [(one.rank, one.player) for one in ranked(tallies)] == [
        (1, players[1].pk),
        (1, players[0].pk),
        (3, players[3].pk),
    ]
    assert best.ranked({}) == ()
