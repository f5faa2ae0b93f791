"""The director's pages: a tournament from opening to its end by forms, rights, double clicks, and old versions."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from clubs.models import Club, Player
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import bot_pairs, called, do, opened, state_of
from tests.tournaments.helpers.pages import at, forms_of, press
from tournaments.deeds.opening import CloseEntries
from tournaments.deeds.playing import CorrectResult, NameLineUp, ReportGame
from tournaments.deeds.presence import CheckIn
from tournaments.deeds.staging import BeginStage, CallRound, PairRound, ReleaseRound
from tournaments.desk.history import HAPPENED
from tournaments.directing.entering import enter
from tournaments.directing.tending import tend
from tournaments.events.base import TournamentEvent
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log import states
from tournaments.models import Reason, Tournament
from tournaments.selectors.naming import names_in

pytestmark = pytest.mark.django_db(transaction=True)

SWISS = StagePlan(type="swiss", rounds=1, tie_breaks=("points", "seed"), match=MatchPlan(hands=24, place="desk"))


@pytest.fixture
def cup(club: Club, director: Player, officer: Client) -> Tournament:
    cup = opened(club, director, SWISS)
    bot_pairs(cup, director, 4)
    return cup


def test_a_director_runs_a_tournament_by_its_pages(officer: Client, cup: Tournament):
    desk = at("desk", cup)
    for button, done in (
        ("Begin stage 1", "Stage 1 began."),
        ("Pair round 1", "Round 1 of stage 1 was paired."),
        ("Release round 1", "Round 1 was released."),
        ("Call round 1", "Round 1 was called."),
    ):
        assert done in press(officer, cup, desk, button)
    for match in list(state_of(cup).matches):
        said = press(officer, cup, at("match", cup, match), "Report", points=["7", "3"])
        assert "was reported 7 : 3 by the desk." in said
    asked = [ask.button for ask in officer.get(at("match", cup, 1)).context["page"].asks]
    assert asked[0] == "Correct", "what is done about a result that is in stands first"
    assert "Stage 1 was closed." in press(officer, cup, desk, "Close stage 1")
    assert "The tournament was closed." in press(officer, cup, desk, "Close the tournament")
    assert state_of(cup).status == "closed"
    over = officer.get(desk).content.decode()
    assert all(at(page, cup) in over for page in ("archive", "paper", "prizes"))
    assert "Download the archive" in over
    cup.refresh_from_db()
    assert cup.status == Tournament.Status.FINISHED


def test_a_match_of_the_desk_is_to_be_played_once_its_round_is_called(
    officer: Client, cup: Tournament, director: Player
):
    do(cup, director, BeginStage(stage=1))
    do(cup, director, PairRound(stage=1))
    do(cup, director, ReleaseRound(stage=1, round=1))
    pages = (at("match", cup, 1), at("tournament", cup))
    for page in pages:
        assert "waiting for its call" in officer.get(page).content.decode()
    assert {tile.kind for tile in officer.get(at("desk", cup)).context["tiles"]} == {"waiting"}
    do(cup, director, CallRound(stage=1, round=1))
    for page in pages:
        shown = officer.get(page).content.decode()
        assert "to be played" in shown
        assert "waiting for its call" not in shown
        assert "no line-up yet" not in shown, "a pair has no choice"
    assert {tile.kind for tile in officer.get(at("desk", cup)).context["tiles"]} == {"playing"}


def test_a_form_sent_twice_acts_once(officer: Client, cup: Tournament):
    form = forms_of(officer.get(at("desk", cup)).content.decode())["Close the entries"]
    for _ in range(2):
        assert "Entries were closed." in officer.post(at("do", cup), form, follow=True).content.decode()
    assert state_of(cup).version == int(form["version"]) + 1


def test_of_two_directors_the_second_is_told_and_nothing_is_lost(officer: Client, cup: Tournament, director: Player):
    form = forms_of(officer.get(at("desk", cup)).content.decode())["Begin stage 1"]
    do(cup, director, CloseEntries())
    shown = officer.post(at("do", cup), form, follow=True).content.decode()
    assert "has changed in the meantime" in shown
    assert state_of(cup).stages[1].status == "planned"


def test_points_that_the_hands_cannot_bring_are_refused_beside_their_field(
    officer: Client, cup: Tournament, director: Player
):
    called(cup, director)
    page, wrong = at("match", cup, 1), "Check the number: a side has \N{MINUS SIGN}144 to 96 points."
    said = press(officer, cup, page, "Report", points=["900", "3"])
    assert said.count(wrong) == 1
    assert 'value="900"' in said, "what was typed is still there"
    assert said.count(" autofocus") == 1, "and the page opens where it is"
    press(officer, cup, page, "Report", points=["9", "3"])
    fields = {"game": "1", "points": ["9", "97"], "reason": "mistake", "follow_up": "keep"}
    for more in ({}, {"preview": "1"}):
        said = press(officer, cup, page, "Correct", **fields, **more)
        assert said.count(wrong) == 1
        assert said.count('value="97"') == 1
    assert state_of(cup).matches[1].games[0].report.points == (9, 3)


def test_without_tables_a_result_is_typed_by_the_number_of_its_match(
    officer: Client, cup: Tournament, director: Player
):
    called(cup, director)
    form = officer.get(at("desk", cup)).context["result"]
    assert form["table"].label == "Match"
    sent = {"desk": cup.slug, "command": str(uuid4()), "table": "41", "points": "7 3"}
    answer = officer.post(reverse("tournaments:report_result"), sent)
    assert "There is no match 41." in answer.content.decode()
    officer.post(reverse("tournaments:report_result"), {**sent, "table": "2"})
    assert state_of(cup).matches[2].games[0].report.points == (7, 3)


def test_the_last_result_of_a_round_is_undone_with_the_round_that_it_brought(
    officer: Client, club: Club, director: Player
):
    cup = opened(club, director, replace(SWISS, rounds=2), automatic=True)
    bot_pairs(cup, director, 4)
    do(cup, director, BeginStage(stage=1))
    tend(cup.pk)

    def report(match: int) -> None:
        press(officer, cup, at("match", cup, match), "Report", points=["7", "3"])
        tend(cup.pk)

    def undo() -> str:
        """Undo what was reported last in the first round."""
        deeds = officer.get(at("desk", cup)).context["deeds"]
        last = next(deed for deed in deeds if not deed.undone and deed.said[0].startswith("Match 2 ("))
        return officer.post(at("undo", cup, last.version), {"back": "desk"}, follow=True).content.decode()

    report(1)
    report(2)
    assert state_of(cup).stages[1].last_round() == 2
    said = undo()
    assert "Undone: Round 2 was called; Round 2 was released; Round 2 of stage 1 was paired; Match 2 (" in unescape(
        said
    )
    tend(cup.pk)
    assert state_of(cup).stages[1].last_round() == 1, "the server waits for the result"
    report(2)
    assert state_of(cup).stages[1].last_round() == 2
    report(5)
    assert "You can correct the result instead, on the page of the match." in undo()
    assert state_of(cup).matches[2].games[0].report is not None


def test_a_ruling_keeps_its_words_beside_the_log(officer: Client, cup: Tournament, director: Player):
    called(cup, director)
    page = at("match", cup, 1)
    fields = {"decision": "walkover", "winner": "0", "words": "They missed the bus."}
    assert "without play, by the director." in press(officer, cup, page, "Decide", **fields)
    assert Reason.objects.get().text == "They missed the bus."
    history = officer.get(at("history", cup)).content.decode()
    assert "They missed the bus." in history
    assert "without play, by the director." in history
    version = state_of(cup).version
    officer.post(at("undo", cup, version), {"version": version})
    assert state_of(cup).matches[1].decision is None
    assert "undone" in officer.get(at("history", cup)).content.decode()


def test_what_cannot_be_read_does_nothing(officer: Client, cup: Tournament, director: Player):
    called(cup, director)
    before = state_of(cup).version
    for points in (["x", "1"], ["", ""], ["1"]):
        shown = press(officer, cup, at("match", cup, 1), "Report", points=points)
        assert "was reported" not in shown
    for deed in ("", "[]", "{}", '{"do":"Nothing"}', '{"do":[]}', "x" * 9000):
        assert officer.post(at("do", cup), {"deed": deed}).status_code == 302
    assert state_of(cup).version == before


def test_strangers_do_nothing(cup: Tournament, director: Player):
    called(cup, director)
    client = Client()
    for name in ("desk", "history"):
        assert client.get(at(name, cup)).status_code == 302, "to the sign-in"
    client.force_login(PlayerFactory(name="Fathima").user)
    assert client.get(at("desk", cup)).status_code == 403
    assert client.get(at("history", cup)).status_code == 403
    seen = client.get(at("match", cup, 1))
    assert seen.status_code == 200
    assert 'name="deed"' not in seen.content.decode()
    before = state_of(cup).version
    assert client.post(at("do", cup), {"deed": '{"do":"CloseEntries"}'}).status_code == 403
    assert client.post(at("undo", cup, before)).status_code == 403
    assert state_of(cup).version == before
    assert client.get(at("entries", cup)).status_code == 200


def test_a_match_of_a_draft_is_not_there_but_for_the_staff(officer: Client, cup: Tournament, director: Player):
    do(cup, director, BeginStage(stage=1), PairRound(stage=1))
    assert officer.get(at("match", cup, 1)).status_code == 200
    assert Client().get(at("match", cup, 1)).status_code == 404


def test_a_line_up_is_hidden_until_both_are_in(club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, StagePlan(type="round_robin", match=MatchPlan(hands=1)), squad=3)
    captains = [PlayerFactory(name=name) for name in ("Janaki", "Hamsa")]
    squads = [[captain, *(PlayerFactory(bot=True) for _ in range(2))] for captain in captains]
    for squad in squads:
        enter(cup, by=director, players=squad, name=f"Squad of {squad[0].name}", command=uuid4())
    do(cup, director, BeginStage(stage=1), PairRound(stage=1))
    do(cup, director, ReleaseRound(stage=1, round=1))
    named = tuple(str(one.pk) for one in squads[0][1:])
    do(cup, captains[0], NameLineUp(match=1, entrant=1, players=named))
    secret = squads[0][2].name
    own, other = Client(), Client()
    own.force_login(captains[0].user)
    other.force_login(captains[1].user)
    page = at("match", cup, 1)
    assert secret in own.get(page).content.decode()
    shown = other.get(page).content.decode()
    assert secret not in shown
    assert "the line-up is in" in shown
    press(other, cup, page, "Name the line-up", players=[str(one.pk) for one in squads[1][:2]])
    assert secret in other.get(page).content.decode()


def test_a_tournament_is_opened_and_entered_by_forms(officer: Client, club: Club):
    address = reverse("tournaments:open", args=[club.slug])
    assert officer.get(address).status_code == 200
    command = str(uuid4())
    said = {"command": command, "name": "Friday at Pala", "preset": "friday-pairs", "expected": "6", "rules": ""}
    for _ in range(2):
        answer = officer.post(address, {**said, "bots": "on", "automatic": "on"})
        assert answer.status_code == 302
    cup = Tournament.objects.get(name="Friday at Pala")
    state = state_of(cup)
    assert (state.stages[1].plan.type, state.stages[1].plan.rounds, state.settings.bots) == ("swiss", 5, True)
    entry = {"command": str(uuid4()), "guest_1": "Kunjali", "guest_2": "Pathu", "name": "The visitors"}
    entered = officer.post(at("enter_entrant", cup), entry)
    assert entered["Location"] == f"{at('entries', cup)}#enter", "the next one is entered at once"
    assert cup.entrants.get().name == "The visitors"
    again = officer.post(at("enter_entrant", cup), {**entry, "command": str(uuid4())})
    assert again.status_code == 422


def test_entries_are_checked_in_and_taken_back(officer: Client, cup: Tournament):
    page = at("entries", cup)
    press(officer, cup, page, "Check in")
    press(officer, cup, page, "Withdraw the entry")
    state = state_of(cup)
    assert sum(one.present for one in state.entrants.values()) == 1
    assert sum(one.withdrawn for one in state.entrants.values()) == 1


def test_every_event_is_told():
    assert set(HAPPENED) == {event.__name__ for event in TournamentEvent.__subclasses__()}


def test_the_fields_of_a_result_say_what_they_want(officer: Client, cup: Tournament, director: Player):
    called(cup, director)
    sides = [names_in(cup).side(side) for side in state_of(cup).matches[1].sides]
    page = unescape(officer.get(at("match", cup, 1)).content.decode())
    assert all(f"Game points of {side}" in page for side in sides)
    assert "after the last hand" in page


def told(client: Client, cup: Tournament) -> list[str]:
    """Return what the log says, the latest deed first."""
    return [line for deed in client.get(at("history", cup)).context["deeds"] for line in deed.said]


def test_the_log_names_sides_and_scores_and_what_was_undone(officer: Client, cup: Tournament, director: Player):
    called(cup, director)
    sides = " : ".join(names_in(cup).side(side) for side in state_of(cup).matches[1].sides)
    do(cup, director, ReportGame(match=1, points=(34, 20)))
    do(cup, director, CorrectResult(match=1, points=(20, 34), reason="mistyped"))
    reported = f"Match 1 ({sides}) was reported 34 : 20 by the desk"
    corrected = f"The result of match 1 ({sides}) was corrected from 34 : 20 to 20 : 34"
    assert told(officer, cup)[:2] == [corrected, reported]

    version = state_of(cup).version
    undo = reverse("tournaments:undo", args=[cup.slug, version - 2])
    officer.post(undo, {"version": version})
    refused = unescape(officer.get(at("history", cup)).content.decode())
    refused = refused[refused.index("These depend on it") :].partition("<")[0]
    instead = "You can correct the result instead, on the page of the match."
    assert refused.strip() == f"These depend on it, and are undone first: {corrected}. {instead}"
    officer.post(reverse("tournaments:undo", args=[cup.slug, version]), {"version": version})
    assert told(officer, cup)[0] == f"Undone: {corrected}"


def test_what_the_server_would_do_again_is_not_offered_for_undoing(officer: Client, club: Club, director: Player):
    cup = opened(club, director, StagePlan(type="knock_out", match=SWISS.match), automatic=True)
    bot_pairs(cup, director, 4)
    do(cup, director, BeginStage(stage=1))
    tend(cup.pk)
    lines = told(officer, cup)
    assert "Round 1 was called" in lines
    assert "Round 2 may begin: each match is called once both sides are known" in lines
    assert "Round 2 was called" not in lines, "its match waits for round 1"
    assert officer.get(at("desk", cup)).context["undo"] is None, "the bracket is drawn, and stands on the beginning"
    deeds = officer.get(at("history", cup)).context["deeds"]
    assert {deed.can_undo for deed in deeds if not deed.actor} == {False}
    do(cup, director, ReportGame(match=1, points=(7, 3)))
    undo = officer.get(at("desk", cup)).context["undo"]
    assert undo.said[0].startswith("Match 1 ")
    press(officer, cup, at("settings", cup), "Run rounds by hand")
    deeds = officer.get(at("history", cup)).context["deeds"]
    assert {deed.can_undo for deed in deeds if not deed.actor} == {True}
    assert "Run rounds automatically" in forms_of(officer.get(at("settings", cup)).content.decode())


def test_what_would_change_repeats_what_is_about_to_be_done(officer: Client, cup: Tournament, director: Player):
    called(cup, director)
    winner = names_in(cup).side(state_of(cup).matches[1].sides[1])
    deed = {"deed": '{"do":"DecideMatch","match":1,"decision":"walkover"}', "winner": "1", "words": "They went home."}
    page = unescape(officer.post(at("do", cup), {**deed, "preview": "1", "back": "1"}).content.decode())
    assert f"went to {winner} without play, by the director." in page
    assert "<q>They went home.</q>" in page
    assert f'{at("settings", cup)}"' in page, "all tabs are there"


def test_every_page_is_read_as_of_a_minute_and_offers_no_deed(officer: Client, cup: Tournament, director: Player):
    called(cup, director)
    before = timezone.now()
    assert "was reported 7 : 3" in press(officer, cup, at("match", cup, 1), "Report", points=["7", "3"])
    do(cup, director, CheckIn(entrant=4))
    of_then = {"at": before.isoformat()}
    for page in (at("desk", cup), at("entries", cup), at("match", cup, 1), at("history", cup)):
        now, then = officer.get(page).content.decode(), officer.get(page, of_then).content.decode()
        assert "As it was on" in then
        assert "As it was on" not in now
        assert 'name="deed"' not in then
        assert "/undo/" not in then
        assert "?at=" in re.findall(r'href="(/tournaments/[^"]+/entries/[^"]*)"', then)[0]
    assert "was reported 7 : 3 by the desk" in officer.get(at("history", cup)).content.decode()
    read = {name: officer.get(at(name, cup), of_then).content.decode() for name in ("history", "entries")}
    assert "was reported 7 : 3 by the desk" not in read["history"]
    assert "here" not in re.findall(r'<span class="badge mute">([^<]*)<', read["entries"])
    assert ">7<" in officer.get(at("match", cup, 1)).content.decode()
    assert ">7<" not in officer.get(at("match", cup, 1), of_then).content.decode()
    assert officer.get(at("match", cup, 1), {"at": "1999-01-01T00:00"}).status_code == 404


def test_as_of_a_minute_a_draft_of_then_is_for_the_staff(officer: Client, cup: Tournament, director: Player):
    do(cup, director, BeginStage(stage=1), PairRound(stage=1))
    of_then = {"at": timezone.now().isoformat()}
    do(cup, director, ReleaseRound(stage=1, round=1))
    assert officer.get(at("match", cup, 1), of_then).status_code == 200
    assert Client().get(at("match", cup, 1)).status_code == 200
    assert Client().get(at("match", cup, 1), of_then).status_code == 404


@pytest.mark.parametrize("deed", ["[" * 4_000, '{"do":' * 600, "{", "1", '{"do": ["CloseEntries"]}'])
def test_what_is_no_deed_is_told_to_be_unreadable(officer: Client, cup: Tournament, deed: str):
    before = state_of(cup).version
    for more in ({}, {"preview": "1"}):
        answer = officer.post(at("do", cup), {"deed": deed, **more}, follow=True)
        assert answer.status_code == 200
        assert "The input could not be read" in answer.content.decode()
    assert state_of(cup).version == before


@pytest.mark.parametrize(
    ("address", "more", "page"),
    [("enter_entrant", [], "entries"), ("do", [], "tournament"), ("undo", [1], "history")],
)
def test_the_address_of_a_deed_opened_in_a_browser_leads_to_its_page(
    officer: Client, cup: Tournament, address: str, more: list[int], page: str
):
    answer = officer.get(at(address, cup, *more))
    assert (answer.status_code, answer.headers.get("Location")) == (302, at(page, cup))
    assert officer.put(at(address, cup, *more)).status_code == 405


def test_the_language_changed_on_what_a_deed_would_change_leads_back_to_its_form(
    officer: Client, cup: Tournament, director: Player
):
    called(cup, director)
    form = forms_of(officer.get(at("match", cup, 1)).content.decode())["Decide"]
    shown = officer.post(at("do", cup), {**form, "decision": "walkover", "winner": "0", "preview": "1"})
    assert f'name="next" value="{at("match", cup, 1)}"' in shown.content.decode()


def test_a_step_that_the_server_does_by_itself_is_said_and_not_green(officer: Client, club: Club, director: Player):
    for automatic in (True, False):
        cup = opened(club, director, SWISS, automatic=automatic)
        bot_pairs(cup, director, 4)
        do(cup, director, BeginStage(stage=1))
        answer = officer.get(at("desk", cup))
        assert ("The server pairs round 1 automatically" in answer.content.decode()) is automatic
        looks = {step.button: step.look for step in answer.context["columns"][0].steps}
        assert looks["Pair round 1"] == ("" if automatic else "go")


def test_a_round_that_the_server_calls_later_says_when(officer: Client, club: Club, director: Player):
    tomorrow = int(timezone.now().timestamp()) + 86_400
    for starts_at in (None, tomorrow):
        cup = opened(club, director, SWISS, automatic=True, starts_at=starts_at)
        bot_pairs(cup, director, 4)
        do(cup, director, BeginStage(stage=1), PairRound(stage=1), ReleaseRound(stage=1, round=1))
        shown = officer.get(at("desk", cup)).content.decode()
        assert ("The server calls round 1 automatically, not before" in shown) is (starts_at is not None)
