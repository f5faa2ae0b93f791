"""Entries by forms: single players and their lot, squads, the page of an entrant, check-in, and shared places."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from msgspec.structs import replace

from clubs.members.societies import join_club
from clubs.models import Club, OfficerAct, Player
from tests.factories import ClubFactory, PlayerFactory, TeamFactory
from tests.markup import tight
from tests.tournaments.helpers.directed import ROUND_ROBIN, bot_pairs, called, do, opened, state_of
from tests.tournaments.helpers.pages import at, forms_of, press, signed_in
from tournaments.deeds.agents import MakeTeams
from tournaments.deeds.entering import CheckIn, Enter, Leave, WishBye
from tournaments.deeds.lots import DrawLot, PromiseLot
from tournaments.deeds.opening import CloseEntries
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.presence import GoOnWithout, Readmit
from tournaments.deeds.staging import BeginStage, CallRound, CloseStage, PairRound, ReleaseRound
from tournaments.directing.entering import enter
from tournaments.events.settings import MatchPlan, Qualifiers, StagePlan
from tournaments.log import states
from tournaments.models import Entrant, Tournament
from tournaments.selectors.naming import names_in

pytestmark = pytest.mark.django_db(transaction=True)

DESK = MatchPlan(hands=24, place="desk")
SWISS = StagePlan(type="swiss", rounds=3, tie_breaks=("points",), match=DESK)


@pytest.fixture
def member(club: Club) -> Player:
    states.forget_all()
    player = PlayerFactory(name="Devaki")
    join_club(club=club, player=player)
    return player


def of_threes(club: Club, director: Player, **changes: Any) -> Tournament:
    settings = {"rules": "28-central-kerala-6", "kind": "team", "side": 3, "squad": 3, "free_agents": True}
    return opened(club, director, StagePlan(type="knock_out", by_lot=True, match=DESK), **{**settings, **changes})


def enter_guests(client: Client, cup: Tournament, *names: str) -> None:
    for name in names:
        body = {"single": "1", "single-command": str(uuid4()), "single-guest": name}
        assert client.post(at("enter_entrant", cup), body).status_code == 302


def test_single_players_are_made_into_teams_by_the_page(officer: Client, club: Club, director: Player, member: Player):
    cup = of_threes(club, director)
    page = at("entries", cup)
    own = signed_in(member)
    assert "Enter as a single player" in own.get(page).content.decode()
    assert own.post(at("enter_entrant", cup), {"single": "1", "single-command": str(uuid4())}).status_code == 302
    assert "Enter as a single player" not in own.get(page).content.decode(), "who is entered is offered no second entry"
    enter_guests(officer, cup, "Ammini", "Beeran", "Chathan", "Devassy", "Eapen", "Faizal")
    assert [one.status for one in cup.entrants.all()] == [Entrant.Status.FREE] * 7
    lots = at("lots", cup)
    assert lots in tight(officer.get(page).content.decode()).partition('id="single"')[2]
    assert "Make the teams" not in forms_of(officer.get(lots).content.decode())
    promise, draw = "Promise a lot among 7 single players", "Draw the lot without any captain's number"
    for button, done in (
        (promise, "Lot 1 was promised."),
        (draw, "Lot 1 was drawn."),
        ("Make the teams", "Teams of single players were made in the order of lot 1."),
    ):
        assert button not in forms_of(own.get(lots).content.decode())
        assert done in press(officer, cup, lots, button)
    state, names = state_of(cup), names_in(cup)
    first, second = (state.entrants[number] for number in state.entered())
    assert names.of[first.number] == " & ".join(names.of[agent] for agent in state.lots[1].order[:3])
    assert second.squad == tuple(state.entrants[agent].squad[0] for agent in state.lots[1].order[3:6])
    shown = tight(officer.get(page).content.decode())
    assert names.of[state.lots[1].order[6]] in shown.partition('id="single"')[2], "one is left over"
    assert {one.status for one in cup.entrants.filter(number__lte=7)} == {Entrant.Status.FREE, Entrant.Status.IN_TEAM}
    history = officer.get(at("history", cup)).content.decode()
    assert "Teams of single players were made in the order of lot 1." in history
    officer.post(at("undo", cup, state.version), {"version": state.version})
    assert len(state_of(cup).free_agents()) == 7
    assert set(cup.entrants.values_list("status", flat=True)) == {Entrant.Status.FREE}


def test_a_single_player_is_oneself_or_comes_by_the_staff(
    officer: Client, club: Club, director: Player, member: Player
):
    cup = of_threes(club, director)
    own = signed_in(member)
    body = {"single": "1", "single-command": str(uuid4()), "single-player": str(director.pk), "single-guest": "Pathu"}
    own.post(at("enter_entrant", cup), body)
    (agent,) = state_of(cup).entrants.values()
    assert agent.squad == (str(member.pk),), "another name in the form counts for nothing"
    empty = officer.post(at("enter_entrant", cup), {"single": "1", "single-command": str(uuid4())})
    assert empty.status_code == 422
    assert "Choose a player, or enter the name of a guest." in empty.content.decode()
    do(cup, director, CloseEntries())
    late = PlayerFactory(name="Late")
    join_club(club=club, player=late)
    refused = signed_in(late).post(at("enter_entrant", cup), {"single": "1", "single-command": str(uuid4())})
    assert refused.status_code == 422
    assert "Entries are closed" in refused.content.decode()


def test_single_players_have_their_lot_once_no_other_is_open(officer: Client, club: Club, director: Player):
    cup = of_threes(club, director)
    enter_guests(officer, cup, "Ammini", "Beeran", "Chathan")
    for _ in range(2):
        enter(cup, by=director, guests=[f"Guest {uuid4().hex[:6]}" for _ in range(3)], command=uuid4())
    do(cup, director, PromiseLot())
    promise = "Promise a lot among 3 single players"
    assert promise not in forms_of(officer.get(at("lots", cup)).content.decode())
    do(cup, director, DrawLot(lot=1))
    assert promise in forms_of(officer.get(at("lots", cup)).content.decode())


def test_a_squad_is_entered_with_substitutes_and_guests_in_their_order(officer: Client, club: Club, director: Player):
    cup = opened(club, director, SWISS, squad=4)
    entry = {
        "command": str(uuid4()),
        "guest_1": "Kunjali",
        "player_2": str(director.pk),
        "guest_3": "Pathu",
        "guest_4": "Thomman",
    }
    assert officer.post(at("enter_entrant", cup), entry).status_code == 302
    assert names_in(cup).players[1] == ("Kunjali", director.name, "Pathu", "Thomman")


def test_a_late_pair_joins_the_running_swiss_by_its_entry(officer: Client, club: Club, director: Player):
    cup = opened(club, director, SWISS)
    bot_pairs(cup, director, 4)
    called(cup, director)
    entry = {"command": str(uuid4()), "guest_1": "Kumily", "guest_2": "Munnar"}
    page = officer.post(at("enter_entrant", cup), entry, follow=True).content.decode()
    assert "The entry is made; it plays from round 2." in page
    state = state_of(cup)
    assert state.stages[1].joined == ((5, 2),)
    officer.post(at("enter_entrant", cup), entry)
    assert state_of(cup).version == state.version, "a repeated command does nothing"
    for match in (1, 2):
        do(cup, director, ReportGame(match=match, points=(3, 1)))
    do(cup, director, PairRound(stage=1))
    assert 5 in [entrant for match in state_of(cup).matches.values() if match.round == 2 for entrant in match.entrants]


def test_the_desk_names_entrants_that_play_nowhere_and_drafts_without_late_ones(
    officer: Client, club: Club, director: Player
):
    cup = opened(club, director, SWISS)
    bot_pairs(cup, director, 4)
    called(cup, director)
    for match in (1, 2):
        do(cup, director, ReportGame(match=match, points=(3, 1)))
    do(cup, director, PairRound(stage=1))
    pair = [PlayerFactory(bot=True) for _ in range(2)]
    do(cup, director, Enter(squad=tuple(str(player.pk) for player in pair)))
    late = names_in(cup).of[5]
    desk = tight(officer.get(at("desk", cup)).content.decode())
    assert "1 entrant plays in no stage" in desk
    page = press(officer, cup, at("desk", cup), "Joins stage 1")
    assert "plays in no stage" not in page
    assert f"Round 2 was paired without {escape(late)}: discard the draft" in page
    assert "Release round 2" not in forms_of(page)
    by_hand = officer.get(at("pairings", cup, 1, 2)).content.decode()
    assert escape(late) in by_hand
    press(officer, cup, at("desk", cup), "Discard the draft of round 2")
    press(officer, cup, at("desk", cup), "Pair round 2")
    assert "Release round 2" in forms_of(officer.get(at("desk", cup)).content.decode())


@pytest.mark.parametrize(
    ("bots", "follows"), [(True, "house bots play instead"), (False, "their matches are not called")]
)
def test_guests_who_would_sit_at_live_tables_are_named_before(
    officer: Client, club: Club, director: Player, bots: bool, follows: str
):
    cup = opened(club, director, replace(SWISS, match=MatchPlan(hands=1)), bots=bots)
    enter(cup, by=director, guests=("Kunjali", "Pathu"), command=uuid4())
    for page in (at("entries", cup), at("desk", cup)):
        shown = tight(officer.get(page).content.decode())
        assert "2 players have no account and cannot play at a live table (Kunjali, Pathu)" in shown
        assert follows in shown
        assert f"{at('settings', cup)}?stage=1#stage-1" in shown
    assert "no account" not in Client().get(at("entries", cup)).content.decode()
    of_the_desk = opened(club, director, SWISS, bots=bots)
    enter(of_the_desk, by=director, guests=("Ammini", "Beeran"), command=uuid4())
    assert "no account" not in officer.get(at("desk", of_the_desk)).content.decode()


def test_before_guests_are_entered_the_form_says_that_they_sit_at_no_live_table(
    officer: Client, club: Club, director: Player
):
    assert (
        "at live tables here; each player needs an account"
        in officer.get(reverse("tournaments:open", args=[club.slug])).content.decode()
    )
    cup = opened(club, director, replace(SWISS, match=MatchPlan(hands=1)))
    hint, setting = "a guest without an account cannot sit", f"{at('settings', cup)}?stage=1"
    shown = officer.get(at("entries", cup)).content.decode()
    assert hint in shown
    assert f"{setting}#stage-1" in shown
    assert '<details class="fold" open>' in officer.get(setting).content.decode(), "the link opens the form"
    bot_pairs(cup, director, 4)
    do(cup, director, BeginStage(stage=1))
    assert setting not in officer.get(at("entries", cup)).content.decode(), "its plan is fixed"
    assert hint not in officer.get(at("entries", opened(club, director, SWISS))).content.decode()


def beside(answer: Any, field: str) -> list[str]:
    """Return the refusals that stand beside a field of a form that came back."""
    assert answer.status_code == 422
    form = answer.context["single" if field.startswith("single") else "form"]
    errors = form[field.removeprefix("single-")].errors
    assert all(escape(error) in answer.content.decode() for error in errors)
    return list(errors)


def test_a_row_with_a_player_and_a_guest_is_refused_beside_the_guest(officer: Client, club: Club, director: Player):
    cup = of_threes(club, director)
    both = "Choose a player or enter the name of a guest, not both."
    row = {"player_2": str(director.pk), "guest_2": "Pathu"}
    entry = {"command": str(uuid4()), "guest_1": "Kunjali", **row, "guest_3": "Thomman"}
    assert beside(officer.post(at("enter_entrant", cup), entry), "guest_2") == [both]
    single = {"single": "1", "single-command": str(uuid4()), "single-player": str(director.pk), "single-guest": "Pathu"}
    assert beside(officer.post(at("enter_entrant", cup), single), "single-guest") == [both]
    assert not state_of(cup).entrants
    assert officer.post(at("enter_entrant", cup), {**entry, "guest_2": ""}).status_code == 302
    page = at("entrant", cup, 1)
    version = {"command": str(uuid4()), "version": state_of(cup).version}
    ids = {f"player_{seat}": pk for seat, pk in enumerate(state_of(cup).entrants[1].squad, 1)}
    assert beside(officer.post(page, {**version, **ids, "guest_3": "Pathu"}), "guest_3") == [both]


def test_a_guest_who_is_known_already_is_to_be_chosen_from_the_list(officer: Client, club: Club, director: Player):
    cup = opened(club, director, SWISS)
    robot = PlayerFactory(name="Ammini", bot=True)
    join_club(club=club, player=robot)
    entry = {"command": str(uuid4()), "guest_1": "Ammini", "guest_2": "Pathu"}
    for _ in range(2):
        assert officer.post(at("enter_entrant", cup), entry).status_code == 302, "a bot of the club may have the name"
    assert names_in(cup).players[1] == ("Ammini", "Pathu")
    again = {"command": str(uuid4()), "guest_1": "Kunjali", "guest_2": "PATHU"}
    answer = officer.post(at("enter_entrant", cup), again)
    (text,) = beside(answer, "guest_2")
    assert text.startswith(f"PATHU is already in {club.name}: choose the name from the list, or")
    assert not answer.context["form"]["name"].errors
    twice = {"command": str(uuid4()), "guest_1": "Kunjali", "guest_2": "Kunjali"}
    (text,) = beside(officer.post(at("enter_entrant", cup), twice), "guest_2")
    assert "Two guests have this name" in text
    odd = {"command": str(uuid4()), "guest_1": "Kunjali", "guest_2": "?!"}
    (text,) = beside(officer.post(at("enter_entrant", cup), odd), "guest_2")
    assert "at least one letter" in text
    assert len(state_of(cup).entrants) == 1


def test_teams_of_any_club_are_entered_by_their_captains_and_the_staff(
    officer: Client, club: Club, director: Player, member: Player
):
    cup = opened(club, director, SWISS, kind="team", open_to="players")
    other = ClubFactory(name="Aluva Club")
    for player in (member, director):
        join_club(club=other, player=player)
    pamba = TeamFactory(club=other, name="Pamba", players=[member, PlayerFactory(bot=True)])
    nila = TeamFactory(club=other, name="Nila")
    TeamFactory(club=other, name="Kabani", size=3)
    home = TeamFactory(club=club, name="Periyar")

    def offered(client: Client) -> list[tuple[object, object]]:
        return list(client.get(at("entries", cup)).context["form"].fields["team"].choices)

    own = signed_in(member)
    none = ("", "no team")
    assert offered(own) == [none, ("Aluva Club", [(str(pamba.pk), "Pamba")])], "a captain enters the own teams"
    aluva = [(str(nila.pk), "Nila"), (str(pamba.pk), "Pamba")]
    assert offered(officer) == [none, (club.name, [(str(home.pk), "Periyar")]), ("Aluva Club", aluva)]
    assert '<optgroup label="Aluva Club">' in officer.get(at("entries", cup)).content.decode()

    refused = own.post(at("enter_entrant", cup), {"command": str(uuid4()), "team": str(nila.pk)})
    assert (refused.status_code, len(state_of(cup).entrants)) == (422, 0)
    for client, team in ((own, pamba), (officer, nila)):
        body = {"command": str(uuid4()), "team": str(team.pk)}
        assert client.post(at("enter_entrant", cup), body).status_code == 302
    entrants = state_of(cup).entrants
    assert [(entrants[number].team, entrants[number].club) for number in (1, 2)] == [
        (str(team.pk), str(other.pk)) for team in (pamba, nila)
    ]
    assert offered(officer) == [none, (str(home.pk), "Periyar")], "without others the club is not named"


def test_a_captain_changes_the_squad_and_the_name(officer: Client, club: Club, director: Player, member: Player):
    cup = opened(club, director, SWISS, squad=4)
    friend = PlayerFactory(name="Friend")
    join_club(club=club, player=friend)
    enter(cup, by=member, players=[member, friend], command=uuid4())
    page = at("entrant", cup, 1)
    own = signed_in(member)
    assert page in own.get(at("entries", cup)).content.decode()
    form = own.get(page).context["form"]
    assert [form[f"player_{seat}"].value() for seat in (1, 2, 3)] == [member.pk, friend.pk, None]
    body = {
        "command": str(uuid4()), "version": state_of(cup).version, "name": "The river",
        "player_1": str(member.pk), "player_2": str(friend.pk), "guest_3": "Kunjali",
    }  # fmt: skip
    assert own.post(page, body).status_code == 302
    assert (names_in(cup).of[1], names_in(cup).players[1]) == ("The river", ("Devaki", "Friend", "Kunjali"))
    stale = own.post(page, {**body, "command": str(uuid4()), "name": "The sea", "player_3": "", "guest_3": ""})
    assert stale.status_code == 422
    assert names_in(cup).of[1] == "The river", "of a form that is refused nothing is kept"
    alone = {**body, "command": str(uuid4()), "version": state_of(cup).version, "player_2": "", "guest_3": ""}
    refused = own.post(page, alone)
    assert "Name 2 to 4 players." in refused.content.decode()
    assert signed_in(friend).get(page).status_code == 403
    assert officer.get(page).status_code == 200


def test_an_entrant_is_shown_the_byes_it_may_ask_for(club: Club, director: Player, member: Player):
    cup = opened(club, director, SWISS)
    enter(cup, by=member, players=[member, director], command=uuid4())
    bot_pairs(cup, director, 4)
    own, page = signed_in(member), at("entrant", cup, 1)
    called(cup, director)
    assert "asked for a bye, or withdrew the wish." in press(own, cup, page, "Ask for a bye", round="3")
    assert state_of(cup).entrants[1].byes == ((1, 3),)
    shown = own.get(page).content.decode()
    assert "A bye in round 3 of stage 1" in shown
    assert "What would change?" not in shown, "that is for the staff"
    press(own, cup, page, "Withdraw the wish for a bye")
    assert state_of(cup).entrants[1].byes == ()


def test_the_director_rules_on_an_entrants_page(officer: Client, club: Club, director: Player):
    cup = opened(club, director, SWISS)
    bot_pairs(cup, director, 4)
    page = at("entrant", cup, 3)
    press(officer, cup, page, "Set the seed", seed="1")
    assert state_of(cup).order == (3, 1, 2, 4)
    form = forms_of(officer.get(page).content.decode())["Keep them apart"]
    officer.post(at("do", cup), {**form, "entrants": ["3", "4"]})
    assert state_of(cup).forbidden == {(3, 4)}
    press(officer, cup, page, "They may meet again")
    assert state_of(cup).forbidden == set()
    called(cup, director)
    form = forms_of(officer.get(page).content.decode())["Leaves"]
    preview = officer.post(at("do", cup), {**form, "matches_": "void", "preview": "1"})
    assert "nothing is changed yet" in preview.content.decode()
    assert not state_of(cup).entrants[3].is_away
    press(officer, cup, page, "Leaves", matches_="average")
    assert state_of(cup).entrants[3].absences[0].matches == "average"
    press(officer, cup, page, "Return")
    press(officer, cup, page, "Disqualify", matches_="void", words="Played with marked cards.")
    assert state_of(cup).entrants[3].is_disqualified


def test_an_entrant_leaves_by_a_form_in_the_list_and_is_here_no_more(
    officer: Client, club: Club, director: Player, member: Player
):
    cup = opened(club, director, SWISS, check_in=True, open_to="players")
    enter(cup, by=member, players=[member, director], command=uuid4())
    bot_pairs(cup, director, 3)
    do(cup, director, *(CheckIn(entrant=number) for number in range(1, 5)))
    page = at("entries", cup)
    assert "Leaves" not in forms_of(officer.get(page).content.decode()), "before play the entry is taken back"
    called(cup, director)
    assert "Leaves" not in forms_of(signed_in(member).get(page).content.decode())
    form = forms_of(officer.get(page).content.decode())["Leaves"]
    sent = {**form, "deed": '{"do":"Leave","entrant":1}', "matches_": "void"}
    assert "nothing is changed yet" in officer.post(at("do", cup), {**sent, "preview": "1"}).content.decode()
    shown = officer.post(at("do", cup), sent, follow=True)
    assert shown.redirect_chain[-1][0] == page
    assert state_of(cup).entrants[1].is_away
    assert next(one for one in shown.context["entries"] if one.number == 1).badges == ("has left",)


@pytest.mark.parametrize(
    ("plan", "choices"),
    [
        (SWISS, ["keep", "void", "average"]),
        (StagePlan(type="knock_out", match=DESK), ["keep"]),
        (StagePlan(type="ladder", match=DESK), ["keep"]),
    ],
)
def test_only_the_choices_of_the_format_are_offered(officer: Client, club: Club, director: Player, plan, choices):
    cup = opened(club, director, plan)
    bot_pairs(cup, director, 4)
    do(cup, director, BeginStage(stage=1))
    shown = officer.get(at("entrant", cup, 1)).content.decode()
    assert [choice for choice in ("keep", "void", "average") if f'value="{choice}"' in shown] == choices
    if plan.type == "knock_out":
        do(cup, director, Leave(entrant=1))
        assert "Return" not in officer.get(at("entries", cup)).content.decode(), "there is no way back into it"
        assert "Return" not in officer.get(at("entrant", cup, 1)).content.decode()


def test_no_field_hides_a_method_of_its_form_from_scripts(officer: Client, club: Club, director: Player):
    """Of a form with a field `matches` a browser finds no method `matches`, which htmx calls."""
    cup = opened(club, director, SWISS)
    bot_pairs(cup, director, 4)
    do(cup, director, BeginStage(stage=1))
    shown = officer.get(at("entrant", cup, 1)).content.decode()
    assert 'name="matches_"' in shown
    assert not re.findall(r'name="(matches|closest|submit|reset|remove|after|before|children)"', shown)


def test_the_page_of_nobody_and_of_a_single_player_is_none(officer: Client, club: Club, director: Player):
    cup = of_threes(club, director)
    enter_guests(officer, cup, "Ammini")
    assert officer.get(at("entrant", cup, 1)).status_code == 404
    assert officer.get(at("entrant", cup, 9)).status_code == 404


def test_the_desk_names_those_absent_and_goes_on_without_them(officer: Client, club: Club, director: Player):
    cup = opened(club, director, SWISS, check_in=True, capacity=3)
    bot_pairs(cup, director, 5)
    do(cup, director, CheckIn(entrant=1), CheckIn(entrant=2), CheckIn(entrant=5))
    desk = at("desk", cup)
    shown = officer.get(desk).content.decode()
    assert "Begin stage 1" not in forms_of(shown)
    assert "Entrants that have not checked in: 1." in shown
    assert escape(names_in(cup).of[3]) in officer.get(desk).content.decode().partition('id="check-in"')[2]
    form = forms_of(officer.get(desk).content.decode())["Go on without them"]
    preview = officer.post(at("do", cup), {**form, "preview": "1"}).content.decode()
    assert escape(names_in(cup).of[5]) in preview, "it says who would move up"
    press(officer, cup, desk, "Go on without them")
    assert state_of(cup).entered() == (1, 2, 5)
    assert escape(f"Held out as absent: {names_in(cup).of[3]}.") in officer.get(at("history", cup)).content.decode()
    assert cup.entrants.get(number=3).status == Entrant.Status.HELD_OUT
    press(officer, cup, desk, "Readmit it")
    assert state_of(cup).entrants[3].waiting, "its place is taken: it waits"
    assert "Begin stage 1" in forms_of(officer.get(desk).content.decode())
    press(officer, cup, desk, "Begin stage 1")
    assert state_of(cup).stages[1].field == (1, 2, 5)
    assert 'id="check-in"' not in officer.get(desk).content.decode()


def test_everybody_is_checked_in_by_one_press_that_one_undoing_takes_back(
    officer: Client, club: Club, director: Player
):
    cup = opened(club, director, SWISS, check_in=True, capacity=4)
    bot_pairs(cup, director, 5)
    form = forms_of(officer.get(at("desk", cup)).content.decode())["Everybody is here"]
    do(cup, director, CheckIn(entrant=2))
    said = officer.post(at("do", cup), form, follow=True).content.decode()
    assert "3 entrants were noted as here." in said, "one came meanwhile"
    assert [one.number for one in state_of(cup).entrants.values() if one.present] == [1, 2, 3, 4], "5 has no place"
    page = officer.get(at("desk", cup))
    assert 'id="check-in"' not in page.content.decode()
    assert page.context["undo"].said == ("3 entrants were noted as here",)
    officer.post(at("undo", cup, page.context["undo"].version), {"back": "desk"})
    assert [one.number for one in state_of(cup).entrants.values() if one.present] == [2]
    assert "Undone: 3 entrants were noted as here." in officer.get(at("history", cup)).content.decode()
    do(cup, director, *(CheckIn(entrant=number) for number in (1, 3)))
    assert "Everybody is here" not in forms_of(officer.get(at("desk", cup)).content.decode()), "one is missing"


def test_check_in_is_extended_and_captains_see_no_button_before_and_after(
    officer: Client, club: Club, director: Player, member: Player
):
    start = int(timezone.now().timestamp()) + 600
    cup = opened(club, director, SWISS, check_in=True, starts_at=start, check_in_opens=60, check_in_closes=20)
    enter(cup, by=member, players=[member, director], command=uuid4())
    own, page = signed_in(member), at("entries", cup)
    assert "Check in" not in forms_of(own.get(page).content.decode()), "it closed ten minutes ago"
    assert "Check in" in forms_of(officer.get(page).content.decode())
    deed = '{"do":"CheckIn","entrant":1}'
    answer = own.post(at("do", cup), {"deed": deed, "back": "entries"}, follow=True)
    assert "Check-in is over" in answer.content.decode()
    desk = at("desk", cup)
    assert "Check-in closed at" in officer.get(desk).content.decode()
    press(officer, cup, desk, "Extend check-in", minutes="15")
    assert "Check-in is open until" in officer.get(desk).content.decode()
    press(own, cup, page, "Check in")
    assert state_of(cup).entrants[1].present


def all_reported(cup: Tournament, director: Player) -> None:
    """Play a round robin in which 1 wins and all other matches are drawn."""
    called(cup, director)
    for number in sorted({match.round for match in state_of(cup).matches.values()} - {1}):
        do(cup, director, ReleaseRound(stage=1, round=number), CallRound(stage=1, round=number))
    for match in state_of(cup).matches.values():
        if not match.is_bye:
            points = (5, 1) if 1 in match.sides[0] else (1, 5) if 1 in match.sides[1] else (2, 2)
            do(cup, director, ReportGame(match=match.number, points=points))


def test_a_shared_place_that_matters_is_decided_on_the_desk(officer: Client, club: Club, director: Player):
    final = StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=2),), match=DESK)
    table = StagePlan(type="round_robin", tie_breaks=("points",), match=DESK)
    cup = opened(club, director, table, final)
    bot_pairs(cup, director, 4)
    desk = at("desk", cup)
    do(cup, director, BeginStage(stage=1))
    assert 'id="ties"' not in officer.get(desk).content.decode(), "nothing is played yet"
    all_reported(cup, director)
    shown = officer.get(desk).content.decode()
    assert "Places 2 to 4 of stage 1 are shared" in shown
    twice = press(officer, cup, desk, "Decide the order", order=["4", "4", "2"], by="desk")
    assert "Name at least two entrants, each once." in twice
    press(officer, cup, desk, "Decide the order", order=["4", "3", "2"], by="play")
    assert 'id="ties"' not in officer.get(desk).content.decode()
    do(cup, director, CloseStage(stage=1))
    assert state_of(cup).stages[1].places == (((1,), (4,), (3,), (2,)),)


def test_a_shared_place_that_decides_nothing_is_not_asked_about(officer: Client, club: Club, director: Player):
    table = StagePlan(type="round_robin", tie_breaks=("points",), match=DESK)
    cup = opened(club, director, table)
    bot_pairs(cup, director, 3)
    all_reported(cup, director)
    assert 'id="ties"' not in officer.get(at("desk", cup)).content.decode()


def test_wishes_for_byes_are_told_where_they_hold(officer: Client, club: Club, director: Player):
    cup = opened(club, director, SWISS)
    bot_pairs(cup, director, 5)
    do(cup, director, WishBye(entrant=2, stage=1, round=1))
    called(cup, director)
    assert [match.entrants for match in state_of(cup).matches.values() if match.is_bye] == [(2,)]


def test_held_out_and_single_players_are_told_apart_by_the_api(officer: Client, club: Club, director: Player):
    cup = of_threes(club, director, check_in=True)
    enter_guests(officer, cup, "Ammini")
    enter(cup, by=director, guests=["Kunjali", "Pathu", "Thomman"], command=uuid4())
    do(cup, director, GoOnWithout())
    told = officer.get(f"/api/tournaments/{cup.slug}/state/").json()
    assert [one["status"] for one in told["entrants"]] == ["free_agent", "held_out"]
    assert reverse("tournaments:entrant", args=[cup.slug, 2]) in officer.get(at("entries", cup)).content.decode()


def test_the_officers_log_tells_of_those_held_out_let_in_again_and_made_into_teams(
    officer: Client, club: Club, director: Player
):
    cup = of_threes(club, director, check_in=True)
    enter_guests(officer, cup, "Ammini", "Beeran", "Chandu")
    enter(cup, by=director, guests=["Kunjali", "Pathu", "Thomman"], command=uuid4())
    do(cup, director, *(CheckIn(entrant=number) for number in (1, 2, 3)), GoOnWithout(), Readmit(entrant=4))
    do(cup, director, PromiseLot(free_agents=True), DrawLot(lot=1), MakeTeams())
    told = OfficerAct.objects.filter(club=club).order_by("pk").values_list("action", flat=True)
    names = ("held_out", "readmitted", "teams_made")
    assert [one for one in told if one.partition(".")[2] in names] == [f"tournament.{name}" for name in names]
    page = officer.get(reverse("clubs:log", args=[club.slug])).content.decode()
    assert "went on without absent entrants in Onam Swiss. Entrants: 1." in page
    assert "made teams of single players by lot 1 in Onam Swiss. Teams: 1." in page


def test_how_many_players_are_missing_is_said_in_one_number(officer: Client, club: Club, director: Player):
    cup = opened(club, director, ROUND_ROBIN)
    one = officer.post(at("enter_entrant", cup), {"command": str(uuid4()), "guest_1": "Kunjali"})
    assert "Name 2 players." in one.content.decode()


def test_several_are_entered_at_once_and_what_is_refused_stays_in_the_form(
    officer: Client, club: Club, director: Player, member: Player
):
    cup = opened(club, director, SWISS, kind="team", squad=3)
    body = {"several-command": str(uuid4()), "several-lines": "Pamba: Devaki, Pathu\n\nKunjali, Moidu\nNila: Chacko"}
    page = officer.post(at("enter_entrant", cup), body)
    assert page.status_code == 422
    assert page.context["several"]["lines"].value() == "Nila: Chacko"
    assert "2 entries are made. New guests: Pathu, Kunjali, Moidu." in page.content.decode()
    assert next(entrant.squad[:1] for entrant in state_of(cup).entrants.values()) == (str(member.pk),)
    assert list(names_in(cup).of.values()) == ["Pamba", "Kunjali & Moidu"]
    body["several-lines"] = "Nila: Chacko, Rosamma"
    for _ in range(2):
        assert officer.post(at("enter_entrant", cup), body).status_code == 302
    assert len(state_of(cup).entrants) == 3, "what is sent twice is entered once"
