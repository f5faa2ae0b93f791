"""An account that takes over a player without one: what games have against it, and what old games then say."""

from uuid import UUID

import pytest
from django.urls import reverse

from clubs.errors import ClubError
from clubs.members.guests import claim_guest, make_guest, offer_claim
from clubs.members.societies import join_club
from clubs.models import Club, Player
from clubs.people.selectors import ids_of
from games.hands.history import hand_history
from games.hands.lists import recent_hands
from games.models import GamePlayer
from games.results.services import enter_result
from games.store import projector
from tests.factories import ClubFactory, PlayerFactory
from tests.games.helpers.played import begun
from tests.games.helpers.tables import START, play_on, table_of

pytestmark = pytest.mark.django_db


def account(name: str) -> Player:
    """Make a player with an account."""
    return PlayerFactory(name=name)


@pytest.fixture
def annamma() -> Player:
    """An owner."""
    return account("Annamma")


@pytest.fixture
def club(annamma) -> Club:
    """Annamma's club."""
    return ClubFactory(founder=annamma, name="Meenachil")


@pytest.fixture
def guests(club, annamma) -> list[Player]:
    """Four players without an account."""
    return [make_guest(club=club, by=annamma, name=name) for name in ("Thomas", "Mathai", "Ouseph", "Varkey")]


def claim(club: Club, owner: Player, guest: Player, player: Player) -> None:
    """Let a player take a guest over."""
    claim_guest(claim_id=offer_claim(club=club, by=owner, guest=guest).pk, player=player)


def written(club: Club, owner: Player, players: list[Player]) -> UUID:
    """Write down a result of these players."""
    result = enter_result(
        club=club, player=owner, rules="28-kerala-4", players=players, points=(6, 2), played_on=START.date()
    )
    projector.run_all()
    return result.pk


def test_a_result_of_a_guest_is_the_accounts_after_the_claim(club, annamma, guests, client):
    ravi = account("Ravi")
    join_club(club=club, player=ravi)
    written(club, annamma, guests)
    other = written(club, annamma, [ravi, *guests[1:]])

    with pytest.raises(ClubError, match="played in the same game") as refused:
        claim(club, annamma, guests[1], ravi)
    assert refused.value.code == "not-the-same"
    claim(club, annamma, guests[0], ravi)

    assert GamePlayer.objects.filter(player__in=ids_of(ravi)).count() == 2
    page = client.get(reverse("games:game", args=[other]), follow=True).content.decode()
    assert "Ravi" in page
    for row in GamePlayer.objects.select_related("player"):
        assert row.player.name != "Thomas"


def test_a_guest_whose_game_is_not_over_is_taken_over_after_it(club, annamma, guests):
    begun(guests, club=club)

    with pytest.raises(ClubError, match="has a seat at") as refused:
        claim(club, annamma, guests[0], account("Ravi"))

    assert refused.value.code == "not-the-same"


def test_old_hands_show_the_accounts_name_and_are_found_under_it(club, annamma, guests):
    ravi = account("Ravi")
    table = table_of(guests, club=club, options={"ending": {"type": "hands", "count": 1}})
    play_on(table, guests, lambda actions: actions[0], lambda state: state.ended_at is not None)
    projector.run_all()

    claim(club, annamma, guests[0], ravi)

    history = hand_history(table.pk, 1, ravi)
    assert history.players[0] == "Ravi"
    found = list(recent_hands(ravi, player_id=ravi.pk))
    assert [entry.players[0] for entry in found] == ["Ravi"]
