"""The search through a player's hands: what each choice finds, and what nobody may find."""

from datetime import timedelta
from typing import Any

import pytest

from clubs.models import Club, Player
from games.models import GamePlayer, Seat, Table
from games.players.hands import Wanted, hands_of
from tests.factories import ClubFactory
from tests.games.helpers.rows import at, finished, sat, table_with_hands
from tests.games.helpers.tables import people, person

pytestmark = pytest.mark.django_db


def found(player: Player, viewer: Player | None = None, **wanted: Any) -> list[int]:
    """Return the numbers of the hands that are found, in their order; their count must say the same."""
    hands = hands_of(player, viewer, Wanted(**wanted))
    numbers = [entry.number for entry in hands[:100]]
    assert len(hands) == len(numbers)
    return numbers


@pytest.fixture
def four() -> list[Player]:
    """Return Ammini, Beeran, Chacko and Devaki."""
    return people()


def test_all_hands_of_the_latest_game_stand_first(four: list[Player]):
    table_with_hands(four, [{}, {}], days=0)
    late = table_with_hands(four, [{}], days=3)

    hands = hands_of(four[0], None, Wanted())[:10]

    assert [(str(late.stream) in hand.path, hand.number) for hand in hands] == [(True, 1), (False, 2), (False, 1)]


def test_hands_of_others_are_not_among_them(four: list[Player]):
    table_with_hands([person("Other"), *four[1:]], [{}])

    assert found(four[0]) == []


def test_the_declarer_is_the_player_a_partner_or_an_opponent(four: list[Player]):
    table_with_hands(four, [{"declarer": seat} for seat in range(4)])

    assert found(four[1], declarer="me") == [2]
    assert found(four[1], declarer="partner") == [4]
    assert found(four[1], declarer="opponent") == [3, 1]


def test_where_there_are_three_sides_partners_sit_three_seats_apart():
    six = [person(f"Player {number}") for number in range(6)]
    table_with_hands(six, [{"declarer": seat} for seat in range(6)], rules="28-pagat-6")

    assert found(six[0], declarer="partner") == [4]
    assert found(six[0], declarer="opponent") == [6, 5, 3, 2]


def test_contracts_made_and_failed_and_hands_without(four: list[Player]):
    table_with_hands(
        four,
        [
            {},
            {"outcome": "failed"},
            {"outcome": "conceded"},
            {"outcome": "passed_out", "declarer": None, "bid": None, "points": None},
        ],
    )

    assert found(four[0], came="made") == [1]
    assert found(four[0], came="failed") == [3, 2]
    assert found(four[0], came="none") == [4]


def test_a_claimed_contract_is_made_by_its_points(four: list[Player]):
    """56-SCORE-3: who claims takes what is left; the points of the declarer's side decide."""
    claimed = {"outcome": "claimed", "bid": 30}
    table_with_hands(
        four,
        [{**claimed, "declarer": 0, "points": [30, 26]}, {**claimed, "declarer": 1, "points": [30, 26]}],
        rules="56-kerala-4",
    )

    assert found(four[0], came="made") == [1]
    assert found(four[0], came="failed") == [2]


def test_number_and_doubled(four: list[Player]):
    table_with_hands(four, [{"bid": 28}, {"bid": 30, "doubled": 1}, {"bid": 30, "doubled": 2}], rules="56-kerala-4")

    assert found(four[0], number=28) == [1]
    assert found(four[0], number=30) == [3, 2]
    assert found(four[0], doubled=True) == [3, 2]


def test_family_rules_and_club(four: list[Player]):
    club = ClubFactory(founder=four[0], name="Ponnani")
    table_with_hands(four, [{}], club=club, days=0)
    table_with_hands(four, [{}, {}], rules="56-kerala-4", days=1)

    assert found(four[0], family="28") == [1]
    assert found(four[0], rules="56-kerala-4") == [2, 1]
    assert found(four[0], rules="56-standard-4") == []
    assert found(four[0], club="ponnani") == [1]
    assert found(four[0], club="elsewhere") == []


def test_days_are_those_of_the_clock_on_the_wall(four: list[Player]):
    table_with_hands(four, [{}], days=0)
    table_with_hands(four, [{}, {}], days=1)
    first, second = at(0).date(), at(1).date()

    assert found(four[0], begins=second) == [2, 1]
    assert found(four[0], ends=first) == [1]
    assert found(four[0], begins=first, ends=second) == [2, 1, 1]
    assert found(four[0], begins=second + timedelta(days=1)) == []


def test_partner_and_opponent_by_name_or_id(four: list[Player]):
    table_with_hands(four, [{}])
    _ammini, beeran, chacko, devaki = four

    assert found(four[0], partner="chac") == [1]
    assert found(four[0], partner=str(chacko.pk)) == [1]
    assert found(four[0], partner="Beeran") == []
    assert found(four[0], opponent=str(beeran.pk)) == [1]
    assert found(four[0], opponent="EVAK") == [1]
    assert found(four[0], partner="Chacko", opponent=devaki.name) == [1]
    assert found(four[0], partner="100%") == []


def test_who_came_later_has_played_the_later_hands_only(four: list[Player]):
    late = person("Late")
    game = table_with_hands(four, [{}, {}, {"players": [four[0], four[1], late, four[3]]}])
    GamePlayer.objects.filter(game=game, player=four[2]).update(hands=2)
    sat(game, late, 2, 0, hands=1)

    assert found(four[2]) == [2, 1]
    assert found(late) == [3]
    assert found(four[0], partner="Late") == [3]
    assert found(four[0], partner="Chacko") == [2, 1]
    assert found(four[1], opponent="Late") == [3]


def test_the_hands_of_a_claimed_guest_are_the_claiming_players(four: list[Player]):
    guest = person("Guest")
    table_with_hands([guest, *four[1:]], [{}])
    Player.objects.filter(pk=guest.pk).update(merged_into=four[0])

    assert found(four[0]) == [1]
    assert found(four[2], partner=str(four[0].pk)) == [1]


def test_hands_at_tables_by_invitation_are_for_those_who_may_see_them(four: list[Player]):
    """What sits there now, opened it, or directs the club sees it: `games.tables.selectors.access`."""
    opener, stranger = person("Opener"), person("Stranger")
    club = ClubFactory(founder=person("Owner"), name="Ponnani")
    game = table_with_hands(four, [{}], invitation="secret", opened_by=opener, club=club)
    Seat.objects.create(table_id=game.stream, number=0, player=four[0])

    assert found(four[0], four[0]) == [1]
    assert found(four[1], opener) == [1]
    assert found(four[1], club.memberships.get().player) == [1]
    assert found(four[0], stranger) == found(four[0], None) == []


def test_games_on_paper_have_no_hands_to_look_at(four: list[Player]):
    finished(four)

    assert found(four[0]) == []


def test_more_hands_than_are_found_at_once_are_paged_and_counted(four: list[Player], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.players.hands.MANY", 3)
    table_with_hands(four, [{} for _ in range(7)])
    hands = hands_of(four[0], None, Wanted())

    assert len(hands) == 7
    assert [hand.number for hand in hands[0:3]] == [7, 6, 5]
    assert [hand.number for hand in hands[3:6]] == [4, 3, 2]
    assert [hand.number for hand in hands[6:7]] == [1]


def test_before_the_first_game_there_is_nothing(four: list[Player]):
    assert Table.objects.count() == Club.objects.count() == 0
    assert found(four[0]) == []
