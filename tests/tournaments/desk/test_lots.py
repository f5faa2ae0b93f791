"""The page of the lots: every step by forms, the file, and no secret before the draw."""

import json
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player
from tests.factories import PlayerFactory
from tests.games.helpers.scripts import run_script
from tests.tournaments.helpers.directed import bot_pairs, do, opened, state_of
from tests.tournaments.helpers.pages import at, forms_of, press, signed_in
from tournaments.deeds.entering import CheckIn
from tournaments.deeds.lots import CloseLot, DrawLot, PromiseLot, PromiseNumber
from tournaments.directing.entering import enter
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.lots.construction import number_commitment
from tournaments.models import Tournament
from tournaments.state.tournament import TournamentState

pytestmark = pytest.mark.django_db(transaction=True)

BY_LOT = StagePlan(type="knock_out", by_lot=True, match=MatchPlan(hands=24, place="desk"))
NUMBER = "a1" * 32
BEGINNING = {
    "Begin stage 1": "Stage 1 began.",
    "Draw the matches": "The bracket of stage 1 was drawn.",
    "Release round 1": "Round 1 was released.",
}
"""The buttons by which a bracket begins, and what each says that it did."""


@pytest.fixture
def captain() -> Player:
    return PlayerFactory(name="Janaki")


@pytest.fixture
def cup(club: Club, director: Player, captain: Player, officer: Client) -> Tournament:
    """A knock-out by lot of four pairs; the first has a captain with an account."""
    cup = opened(club, director, BY_LOT)
    enter(cup, by=director, players=[captain, PlayerFactory(bot=True)], name="Pamba", command=uuid4())
    bot_pairs(cup, director, 3)
    return cup


def lots(client: Client, cup: Tournament) -> str:
    answer = client.get(at("lots", cup))
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


def fingerprint(state: TournamentState, number: str = NUMBER, entrant: int = 1) -> str:
    lot = state.lots[max(state.lots)]
    return number_commitment(number, lot.place, lot.commitment, entrant)


def test_a_lot_is_promised_drawn_and_checked_by_pages_alone(officer: Client, cup: Tournament, captain, tmp_path):
    desk = officer.get(at("desk", cup)).content.decode()
    assert "Draw the lot for the places in the bracket first." in desk
    assert at("lots", cup) in desk
    page = at("lots", cup)
    assert "Lot 1 was promised." in press(officer, cup, page, "Promise a lot for stage 1: 4 entrants")
    own = signed_in(captain)
    assert at("lots", cup) in own.get(at("tournament", cup)).content.decode(), "the captain is led there"
    press(own, cup, page, "Send the fingerprint", commitment=fingerprint(state_of(cup)))
    saved = Client().get(at("lot_file", cup, 1))
    (tmp_path / "earlier.json").write_bytes(saved.content)
    assert "Lot 1 was closed." in press(officer, cup, page, "Close the list of numbers")
    assert "0 of 1 numbers are open" in lots(Client(), cup)
    press(own, cup, page, "Open the number", number=NUMBER)
    assert "Lot 1 was drawn." in press(officer, cup, page, "Draw the lot")
    shown = lots(Client(), cup)
    assert "Stage 1 will be drawn by it." in shown
    assert state_of(cup).lots[1].secret in shown
    answer = Client().get(at("lot_file", cup, 1))
    assert f"lot-{cup.pk}-1.json" in answer.headers["Content-Disposition"]
    assert f"lot-{cup.pk}-1.json" in shown
    (tmp_path / "lot.json").write_bytes(answer.content)
    status, said = run_script(tmp_path / "lot.json", tmp_path / "earlier.json")
    assert status == 0, said
    for button, done in BEGINNING.items():
        assert done in press(officer, cup, at("desk", cup), button)
    assert state_of(cup).stages[1].groups[0] == tuple(json.loads(answer.content)["order"])
    public = Client().get(at("tournament", cup)).content.decode()
    assert public.count("in lot 1") == 4
    assert "Stage 1 was drawn by it." in lots(Client(), cup)


def test_the_secret_is_on_no_page_and_in_no_file_before_the_draw(officer: Client, cup: Tournament, captain: Player):
    do(cup, None, PromiseLot())
    do(cup, captain, PromiseNumber(lot=1, entrant=1, commitment=fingerprint(state_of(cup))))
    secret = state_of(cup).lots[1].secret
    assert len(secret) == 64
    pages = [at("lots", cup), at("lot_file", cup, 1), at("desk", cup), at("history", cup), at("tournament", cup)]
    for _step in range(2):
        for client in (officer, signed_in(captain)):
            for page in pages:
                assert secret not in client.get(page).content.decode()
        if not state_of(cup).lots[1].closed:
            do(cup, None, CloseLot(lot=1))


def test_a_lot_is_drawn_without_a_number_that_does_not_come_and_names_it(officer: Client, cup: Tournament, captain):
    do(cup, None, PromiseLot())
    do(cup, captain, PromiseNumber(lot=1, entrant=1, commitment=fingerprint(state_of(cup))))
    do(cup, None, CloseLot(lot=1))
    forms = forms_of(officer.get(at("lots", cup)).content.decode())
    assert "Draw the lot" not in forms
    press(officer, cup, at("lots", cup), "Draw anyway: unopened numbers stay out", words="He has left.")
    assert state_of(cup).lots[1].is_drawn
    assert "Promised, but not opened before the end: the number of Pamba." in lots(Client(), cup)
    assert "Your number was not opened." in lots(signed_in(captain), cup)


def test_a_lot_that_is_given_up_shows_its_secret_and_another_is_promised(officer: Client, cup: Tournament):
    do(cup, None, PromiseLot())
    page = at("lots", cup)
    assert not [text for text in forms_of(officer.get(page).content.decode()) if text.startswith("Promise")]
    press(officer, cup, page, "Drop the lot", reason="entries")
    shown = lots(Client(), cup)
    assert "dropped" in shown
    assert state_of(cup).lots[1].secret in shown
    press(officer, cup, page, "Promise a lot among the chosen entrants", entrants=["1", "3"])
    assert state_of(cup).lots[2].entrants == (1, 3)
    assert "No captain has given a number yet." in lots(Client(), cup)
    press(officer, cup, page, "Draw the lot without any captain's number")
    assert "number is in this lot. It proves" in lots(Client(), cup)
    assert "Draw the lot for the places in the bracket first." in officer.get(at("desk", cup)).content.decode()


def test_only_captains_give_numbers_and_only_directors_draw(officer: Client, cup: Tournament, captain: Player):
    do(cup, None, PromiseLot())
    stranger = signed_in(PlayerFactory(name="Fathima"))
    assert not forms_of(stranger.get(at("lots", cup)).content.decode())
    assert list(forms_of(signed_in(captain).get(at("lots", cup)).content.decode())) == ["Send the fingerprint"]
    assert "Send the fingerprint" not in forms_of(officer.get(at("lots", cup)).content.decode())
    form = {"deed": '{"do":"DrawLot","lot":1}', "command": str(uuid4())}
    assert signed_in(captain).post(at("do", cup), form).status_code == 403
    assert not state_of(cup).lots[1].is_drawn


def test_a_captain_that_was_late_is_told_so(officer: Client, cup: Tournament, captain: Player):
    second = PlayerFactory(name="Hamsa")
    enter(cup, by=cup.director, players=[second, PlayerFactory(bot=True)], name="Nila", command=uuid4())
    do(cup, None, PromiseLot())
    do(cup, captain, PromiseNumber(lot=1, entrant=1, commitment=fingerprint(state_of(cup))))
    do(cup, None, CloseLot(lot=1))
    assert "The list was closed without a number of yours." in lots(signed_in(second), cup)
    assert "Its fingerprint is in the list" not in lots(signed_in(captain), cup)


def test_captains_that_open_their_numbers_at_once_do_not_get_in_each_others_way(
    officer: Client, cup: Tournament, captain: Player, director: Player
):
    do(cup, None, PromiseLot())
    do(cup, captain, PromiseNumber(lot=1, entrant=1, commitment=fingerprint(state_of(cup))))
    do(cup, None, CloseLot(lot=1))
    own = signed_in(captain)
    form = forms_of(own.get(at("lots", cup)).content.decode())["Open the number"]
    do(cup, director, CheckIn(entrant=2, present=True))
    own.post(at("do", cup), {**form, "number": NUMBER})
    assert state_of(cup).lots[1].opened == ((1, NUMBER),)


def test_the_living_part_is_fetched_alone(officer: Client, cup: Tournament):
    do(cup, None, PromiseLot())
    part = officer.get(at("lots", cup), headers={"HX-Request": "true", "HX-Target": "live"}).content.decode()
    assert "<html" not in part
    assert 'id="lot-1"' in part


def test_a_tournament_without_lots_has_a_page_but_no_tab(club: Club, director: Player, officer: Client):
    cup = opened(club, director, StagePlan(type="swiss", rounds=2))
    assert at("lots", cup) not in officer.get(at("tournament", cup)).content.decode()
    assert "No lot has been promised yet." in lots(officer, cup)
    assert officer.get(at("lot_file", cup, 1)).status_code == 404


def test_kerala_club_28_is_played_from_single_players_to_the_drawn_knock_out_by_pages_alone(
    officer: Client, club: Club, captain: Player
):
    sent = {
        "command": str(uuid4()),
        "name": "Kottayam Trophy",
        "preset": "kerala-club-28",
        "expected": "4",
        "rules": "",
    }
    assert officer.post(reverse("tournaments:open", args=[club.slug]), {**sent, "bots": "on"}).status_code == 302
    cup = Tournament.objects.get(name="Kottayam Trophy")
    for team in ("Pamba", "Nila"):
        guests = {f"guest_{seat}": f"{team} {seat}" for seat in (1, 2, 3)}
        entry = {"command": str(uuid4()), "name": team, **guests}
        assert officer.post(at("enter_entrant", cup), entry).status_code == 302
    own = signed_in(captain)
    for client, fields in ((own, {}), *((officer, {"single-guest": f"Guest {number}"}) for number in range(6))):
        body = {"single": "1", "single-command": str(uuid4()), **fields}
        assert client.post(at("enter_entrant", cup), body).status_code == 302
    page = at("lots", cup)
    assert page in officer.get(at("entries", cup)).content.decode()
    assert "Lot 1 was promised." in press(officer, cup, page, "Promise a lot among 7 single players")
    agent = state_of(cup).free_agents()[0]
    press(own, cup, page, "Send the fingerprint", commitment=fingerprint(state_of(cup), entrant=agent))
    assert "Your number for Janaki" in lots(own, cup), "a single player gives the own number"
    press(officer, cup, page, "Close the list of numbers")
    press(own, cup, page, "Open the number", number=NUMBER)
    press(officer, cup, page, "Draw the lot")
    shown = lots(Client(), cup)
    assert "Teams of single players are drawn by it." in shown
    assert "Stage 1 will be drawn by it." not in shown
    assert all(f"Guest {number}" in shown for number in range(6))
    assert "Begin stage 1" not in forms_of(officer.get(at("desk", cup)).content.decode()), "the teams are made before"
    press(officer, cup, at("desk", cup), "Make the teams")
    assert "Draw the lot for the places in the bracket first." in officer.get(at("desk", cup)).content.decode()
    assert "Make the teams" not in forms_of(officer.get(page).content.decode())
    press(officer, cup, page, "Promise a lot for stage 1: 4 entrants")
    press(officer, cup, page, "Draw the lot without any captain's number")
    for button, done in BEGINNING.items():
        assert done in press(officer, cup, at("desk", cup), button)
    assert state_of(cup).stages[1].groups == (state_of(cup).lots[2].order,)
    shown = lots(Client(), cup)
    assert shown.count("Stage 1 was drawn by it.") == 1
    assert shown.count("Teams of single players are drawn by it.") == 1
    assert Client().get(at("tournament", cup)).content.decode().count("in lot 2") == 4


def test_a_lot_among_single_players_is_none_of_a_stage_without_entrants(officer: Client, club: Club, director: Player):
    cup = opened(club, director, BY_LOT, free_agents=True)
    for name in ("Ammini", "Beeran"):
        body = {"single": "1", "single-command": str(uuid4()), "single-guest": name}
        assert officer.post(at("enter_entrant", cup), body).status_code == 302
    assert "Lots" in officer.get(at("tournament", cup)).content.decode()
    desk = officer.get(at("desk", cup)).content.decode()
    assert "Single players without a team: 2. Draw a lot among them, and make the teams." in desk
    assert "To the lots" in desk
    assert "Open for entries: 0 so far. 2 single players have no team yet." in desk
    do(cup, director, PromiseLot(free_agents=True))
    do(cup, director, DrawLot(lot=1))
    assert "will be drawn by it" not in lots(officer, cup)
    desk = officer.get(at("desk", cup)).content.decode()
    assert "Begin stage 1" not in forms_of(desk)
    assert 'class="btn go" type="submit">Make the teams<' in desk
    press(officer, cup, at("desk", cup), "Make the teams")
    desk = officer.get(at("desk", cup)).content.decode()
    assert "At least 2 entrants are needed; there are 1." in desk
    assert "To the entries" in desk
