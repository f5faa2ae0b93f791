"""The desk in the middle of a round: what waits for somebody, done with one press, on one desk or on two at once."""

import re
from datetime import timedelta
from html import unescape
from uuid import uuid4, uuid5

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Player
from games.models import Case
from games.sheets.authors import Author
from games.sheets.selectors import load_state
from games.tables import presence
from tests.tournaments.helpers import halls
from tests.tournaments.helpers.directed import do, state_of
from tests.tournaments.helpers.floor import assistant, call, claim
from tests.tournaments.helpers.pages import at, forms_of, press, signed_in
from tournaments.deeds.playing import ConfirmResult, ReportGame
from tournaments.deeds.ruling import CloseDispute, NoteDispute
from tournaments.deeds.staging import CallRound, PairRound, ReleaseRound
from tournaments.directing.acting import act_for_server
from tournaments.floor import log as floor_log
from tournaments.floor.selectors import floor_of
from tournaments.log import states
from tournaments.models import MatchGame, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """Nothing is kept from other tests, and nobody has called too often."""
    cache.clear()
    states.forget_all()
    floor_log.forget_all()


@pytest.fixture
def cup(club: Club, director: Player) -> Tournament:
    """Three tables on score sheets, called forty minutes ago."""
    return halls.hall(club, director, 3)


def shown(client: Client, cup: Tournament, **query: str) -> str:
    return unescape(client.get(at("desk", cup), query).content.decode())


def tiles(client: Client, cup: Tournament, **query: str) -> dict[str, str]:
    """Return the states of the tables of the desk, in its order."""
    return {tile.label: tile.word for tile in client.get(at("desk", cup), query).context["tiles"]}


def post(client: Client, address: str, **fields: object) -> str:
    answer = client.post(address, fields, follow=True)
    return unescape(answer.content.decode())


def test_late_tables_come_first_with_the_time_of_their_end(officer: Client, cup: Tournament):
    now = timezone.now()
    for table, hands in ((1, 10), (2, 10), (3, 3)):
        halls.played(cup, table, hands, now - timedelta(minutes=1))
    assert list(tiles(officer, cup)) == ["3", "1", "2"]
    assert tiles(officer, cup)["3"].startswith("Late ")
    page = shown(officer, cup)
    assert "Forecast end of the 3 tables in play" in page
    assert re.search(r"<dt>Last table</dt>\s*<dd class=\"loss\">\d\d:\d\d <small>Table 3</small>", page)
    assert tiles(officer, cup, show="late") == {"3": tiles(officer, cup)["3"]}
    name = halls.RIVERS[state_of(cup).matches[2].sides[0][0] - 1]
    assert list(tiles(officer, cup, q=name)) == ["2"]
    assert list(tiles(officer, cup, by="number")) == ["1", "2", "3"]


def test_a_result_is_confirmed_with_one_press_also_when_another_table_was_confirmed_meanwhile(
    officer: Client, cup: Tournament, director: Player
):
    halls.reported(cup, 1, (7, 5))
    halls.reported(cup, 2, (9, 3))
    page = officer.get(at("desk", cup))
    confirm = {one.match: one.ask for one in page.context["panels"].results}
    form = {"version": str(page.context["version"]), "back": "desk"}
    do(cup, director, ConfirmResult(match=2))
    sent = {**form, "deed": confirm[1].deed, "command": str(confirm[1].command)}
    assert "The result of match 1 (" in post(officer, at("do", cup), **sent)
    assert state_of(cup).matches[1].confirmed
    stale = {**form, "deed": confirm[2].deed, "command": str(confirm[2].command)}
    assert "has changed in the meantime" in post(officer, at("do", cup), **stale)


def test_a_result_is_typed_in_one_line_and_what_is_wrong_stands_beside_it(officer: Client, cup: Tournament):
    assert "Enter a result" in shown(officer, cup)
    address, fields = reverse("tournaments:report_result"), {"desk": cup.slug, "command": str(uuid4())}
    said = post(officer, address, **fields, table="41", points="7 5")
    assert "There is no table 41; tables run from 1 to 3." in said
    assert 'value="7 5"' in said, "what was typed is still there"
    sides = [halls.RIVERS[side[0] - 1] for side in state_of(cup).matches[2].sides]
    assert f"Give the points of each side, such as 34 20: {', '.join(sides)}." in post(
        officer, address, **fields, table="2", points="7"
    )
    impossible = post(officer, address, **fields, table="2", points="900 -3")
    assert "Check the number: a side has \N{MINUS SIGN}72 to 48 points." in impossible
    assert state_of(cup).matches[2].games[0].report is None
    assert f"Table 2: {sides[0]} 7, {sides[1]} -5." in post(officer, address, **fields, table="2", points="7 : -5")
    assert state_of(cup).matches[2].games[0].report.points == (7, -5)
    again = {**fields, "command": str(uuid4())}
    assert "Table 2 already has a result." in post(officer, address, **again, table="2", points="1 1")


def test_a_call_is_answered_and_its_claim_taken_over_from_who_has_left(
    officer: Client, cup: Tournament, director: Player
):
    caller, eapen = Author(halls.captain_of(cup, 2)), assistant(cup, director, "Eapen")
    call(cup, caller, 2, "other", words="The cards are marked.")
    assert tiles(officer, cup)["2"].startswith("Call ")
    assert next(iter(tiles(officer, cup))) == "2"
    assert "The cards are marked." in shown(officer, cup)
    claim(cup, eapen)
    page = shown(officer, cup)
    assert tiles(officer, cup)["2"] == "Eapen is going"
    assert "Eapen has 1 call and no desk open." in page
    signed_in(eapen).get(at("desk", cup))
    page = shown(officer, cup)
    assert "Also at this desk: Eapen" in page
    assert "no desk open" not in page
    presence.leave(uuid5(cup.pk, "desk"), eapen.pk, "desk")
    of = {"of": str(eapen.pk), "back": "desk"}
    assert "The calls are yours now." in post(officer, at("take_over", cup), **of)
    assert floor_of(cup.pk).open_calls[0].claimant(timezone.now()) == str(director.pk)
    assert "There are no calls to take over" in post(officer, at("take_over", cup), **of)
    assert "The call is closed." in post(officer, at("answer_call", cup, 1), what="close", outcome="ruled")
    assert not floor_of(cup.pk).open_calls
    assert "median answer" not in shown(officer, cup), "nothing waits, so the panel is gone"


def test_sheets_that_differ_are_compared_taken_or_asked_for_again(officer: Client, cup: Tournament):
    halls.differ(cup, 1)
    halls.differ(cup, 2)
    assert tiles(officer, cup)["1"] == "Sheets differ"
    page = officer.get(at("desk", cup))
    one, other = page.context["panels"].differing
    assert one.hand.fields == ("Bid",)
    assert "They differ in: Bid." in unescape(page.content.decode())
    take = {"take": str(one.hand.choices[0][0]), "seen": str(one.hand.version), "back": "desk"}
    sheet = one.hand.sheet.pk
    assert "Hand 1 is settled." in post(officer, at("settle_sheet", cup, sheet, 1), **take)
    assert load_state(sheet).hands[1].event.told.number == 21
    assert "Look again" in post(officer, at("settle_sheet", cup, sheet, 1), **take)
    ask = {"ask": "1", "seen": str(other.hand.version), "back": "desk"}
    assert "Both sides are asked again." in post(officer, at("settle_sheet", cup, other.hand.sheet.pk, 1), **ask)
    assert not load_state(other.hand.sheet.pk).facts_of(1).reports
    assert officer.post(at("settle_sheet", cup, uuid4(), 1), take).status_code == 404


def test_a_walkover_is_proposed_never_given_by_the_clock(officer: Client, cup: Tournament):
    for table in (1, 2):
        halls.played(cup, table, 5)
    page = officer.get(at("desk", cup))
    (missing,) = page.context["panels"].missing
    assert (missing.table, len(missing.names), len(missing.asks)) == ("Table 3", 2, 3)
    assert tiles(officer, cup)["3"] == "No-show?"
    assert state_of(cup).matches[3].decision is None
    first, second = state_of(cup).matches[3].entrants
    said = post(officer, at("note_arrival", cup), match=3, entrant=first, back="desk")
    assert "The side is noted as present." in said
    (missing,) = officer.get(at("desk", cup)).context["panels"].missing
    (proposal,) = missing.asks
    assert missing.names == (halls.RIVERS[second - 1],)
    fields = {"deed": proposal.deed, "command": str(proposal.command), "version": state_of(cup).version, "back": "desk"}
    preview = post(officer, at("do", cup), **fields, preview="1")
    assert "went to " in preview
    assert state_of(cup).matches[3].decision is None, "it was looked at"
    assert "without play, by the director." in post(officer, at("do", cup), **fields)
    assert state_of(cup).matches[3].decision.winner == 0
    undo = forms_of_undo(shown(officer, cup))
    assert "Undone: Match 3 (" in post(officer, undo, back="desk")
    assert state_of(cup).matches[3].decision is None


def forms_of_undo(page: str) -> str:
    found = re.search(r'action="([^"]+/undo/)"', page)
    assert found is not None
    return found[1]


def test_an_announcement_names_tables_that_there_are(officer: Client, cup: Tournament):
    address, fields = reverse("tournaments:announce"), {"desk": cup.slug, "audience": "tables", "shown_minutes": "20"}
    wrong = officer.post(address, {**fields, "command": str(uuid4()), "to": "2, 41", "words": "Tea at the north door."})
    assert wrong.status_code == 422
    page = unescape(wrong.content.decode())
    assert "There is no table 41; tables run from 1 to 3." in page
    assert 'value="2, 41"' in page
    assert "Tea at the north door." in page
    forged = {**fields, "audience": "=1", "command": str(uuid4()), "to": "1", "words": "Tea."}
    assert officer.post(address, forged).status_code == 422
    fields |= {"command": str(uuid4()), "to": "1-2", "words": "Tea at the north door."}
    assert "The announcement is made." in post(officer, address, **fields)
    (told,) = floor_of(cup.pk).announcements
    assert told.to == (1, 2)
    assert "Tea at the north door." in shown(officer, cup)
    phrase = {"desk": cup.slug, "command": str(uuid4()), "audience": "all", "phrase": "round-starts"}
    assert "This phrase needs it." in post(officer, address, **phrase)
    assert "The announcement is made." in post(officer, address, **phrase, round="2", at="15:00")
    assert (floor_of(cup.pk).announcements[1].round, floor_of(cup.pk).announcements[1].phrase) == (2, "round-starts")
    assert "The announcement is withdrawn." in post(officer, at("withdraw_announcement", cup, 1), back="desk")


def test_a_penalty_is_listed_with_its_words_for_the_staff_and_kept(officer: Client, cup: Tournament, director: Player):
    entrant = state_of(cup).matches[1].entrants[0]
    fields = {"entrant": str(entrant), "kind": "points", "points": "1/2", "reason": "conduct", "words": "They shouted."}
    unnamed = press(officer, cup, at("match", cup, 1), "Give the penalty", **fields | {"entrant": ""})
    assert "Fill in all fields; enter numbers in figures." in unnamed
    assert "They shouted." in unnamed, "what was typed is still there"
    assert not state_of(cup).penalties, "no entrant is chosen before somebody chooses one"
    said = press(officer, cup, at("match", cup, 1), "Give the penalty", **fields)
    assert "lost 1/2 match points in stage 1, as a penalty." in said
    (given,) = state_of(cup).penalties
    assert (given.entrant, given.points, given.match, given.stage) == (entrant, "1/2", 1, 1)
    for page in (at("desk", cup), at("entrant", cup, entrant)):
        told = unescape(officer.get(page).content.decode())
        assert "1/2 match points lost in stage 1" in told
        assert "They shouted." in told
    own = signed_in(halls.captain_of(cup, 1)).get(at("entrant", cup, entrant)).content.decode()
    assert "1/2 match points lost in stage 1" in own
    assert "They shouted." not in own
    assert "Give a penalty" not in own


def disputed(cup: Tournament, table: int, **more: object) -> Case:
    """Return a case, overdue by default, about the fourth hand at a table; the tournament has noted it."""
    sheet = halls.sheet_at(cup, table)
    opened = timezone.now() - timedelta(hours=1)
    case = Case.objects.create(
        number=Case.objects.count() + 1, club=cup.club, sheet=sheet, host=cup.pk, hand=4, rules=cup.rules, family="56",
        subject="revoke", version=1, due_at=opened + timedelta(minutes=10), opened_at=opened, **more,
    )  # fmt: skip
    match = MatchGame.objects.get(pk=sheet.pk).match
    act_for_server(cup, NoteDispute(match=match, game=1, hand=4, case=str(case.pk)), command=uuid4())
    return case


def test_disputes_about_hands_of_the_event_are_named(officer: Client, cup: Tournament):
    case = disputed(cup, 3)
    assert case.sheet is not None
    number = MatchGame.objects.get(pk=case.sheet.pk).match
    assert tiles(officer, cup)["3"] == "Disputed"
    page = shown(officer, cup)
    assert reverse("games:case", args=[case.pk]) in page
    assert "Table 3</b>, hand 4" in " ".join(page.split())
    assert "Waiting for the other side" in page
    assert "overdue" in page
    assert "Hand 4 is disputed; the result may change." in " ".join(
        unescape(officer.get(at("match", cup, number)).content.decode()).split()
    )
    act_for_server(cup, CloseDispute(match=number, case=str(case.pk)), command=uuid4())
    assert "disputed" not in {kind for tile in officer.get(at("desk", cup)).context["tiles"] for kind in tile.kinds}


def test_several_events_are_on_one_desk_for_who_is_of_their_staff(
    officer: Client, cup: Tournament, club: Club, director: Player
):
    other = halls.hall(club, director, 2, place="desk")
    Tournament.objects.filter(pk=other.pk).update(name="Second flight")
    eapen = assistant(other, director, "Eapen")
    call(cup, Author(halls.captain_of(cup, 2)), 2, "slow")
    page = officer.get(reverse("tournaments:desks"))
    assert len(page.context["tiles"]) == 5
    assert page.context["tiles"][0].event == "Monsoon Cup"
    assert {column.desk.slug for column in page.context["columns"]} == {cup.slug, other.slug}
    fields = {"desk": "", "event": other.slug, "command": str(uuid4()), "table": "2", "points": "9 4"}
    assert "Table 2: " in post(officer, reverse("tournaments:report_result"), **fields)
    assert state_of(other).matches[2].games[0].report.points == (9, 4)
    assert not state_of(cup).matches[2].games[0].report
    only = signed_in(eapen).get(reverse("tournaments:desks"))
    assert [column.desk.slug for column in only.context["columns"]] == [other.slug]
    nobody = signed_in(halls.captain_of(cup, 1)).get(reverse("tournaments:desks"))
    assert "No tournament of yours is being played." in nobody.content.decode()
    assert (
        signed_in(halls.captain_of(cup, 1)).post(reverse("tournaments:announce"), {"desk": cup.slug}).status_code == 403
    )


def test_an_assistant_answers_calls_and_warns_but_decides_nothing(cup: Tournament, director: Player):
    beena = signed_in(assistant(cup, director, "Beena"))
    scorer = signed_in(assistant(cup, director, "Sunny", "scorer"))
    call(cup, Author(halls.captain_of(cup, 2)), 2, "slow")
    page = shown(beena, cup)
    assert "I go" in page
    assert "Walkover for" not in page
    assert "match points lost" not in forms_of(beena.get(at("match", cup, 1)).content.decode())["Give the penalty"]
    seen = shown(scorer, cup)
    assert "Enter a result" in seen
    assert 'name="what" value="claim"' not in seen
    assert scorer.post(at("answer_call", cup, 1), {"what": "claim"}).status_code == 403
    assert scorer.post(at("take_over", cup), {"of": str(director.pk)}).status_code == 403


def test_the_desk_asks_the_database_as_often_for_ten_tables_as_for_three(
    officer: Client, club: Club, director: Player, cup: Tournament
):
    large = halls.hall(club, director, 10)
    for event in (cup, large):
        for table in (1, 2):
            halls.differ(event, table)
            call(event, Author(halls.captain_of(event, table)), table, "slow")
        halls.reported(event, 3)
    for event, tables in ((cup, (3,)), (large, (3, 4, 5, 6))):
        for table in tables:
            disputed(event, table, director=director, status=Case.Status.REVIEW)

    def queries(event: Tournament) -> int:
        officer.get(at("desk", event))
        with CaptureQueriesContext(
            connection,
        ) as asked:
            officer.get(at("desk", event))
        return len(asked)

    assert queries(large) == queries(cup)
    assert queries(cup) <= MAX_QUERIES


MAX_QUERIES = 45
"""The queries of a desk, the session and the reader's notices among them."""


def test_the_page_of_an_earlier_minute_shows_its_tables_and_asks_nothing(officer: Client, cup: Tournament):
    before = timezone.now()
    halls.reported(cup, 1)
    page = officer.get(at("desk", cup), {"at": before.isoformat()})
    assert {tile.label: tile.kind for tile in page.context["tiles"]} == dict.fromkeys("123", "playing")
    assert 'method="post"' not in page.content.decode().partition('id="desk"')[2].partition("</main>")[0]


def test_the_living_part_is_fetched_alone(officer: Client, cup: Tournament):
    headers = {"HX-Request": "true", "HX-Target": "desk"}
    part = officer.get(at("desk", cup), headers=headers).content.decode()
    assert part.strip().startswith("<div")
    assert 'id="desk"' in part
    assert "<html" not in part


def test_matches_of_other_rounds_are_found_by_a_name(officer: Client, cup: Tournament, director: Player):
    do(cup, director, *(ReportGame(match=number, points=(9, number)) for number in (1, 2, 3)))
    do(cup, director, PairRound(stage=1), ReleaseRound(stage=1, round=2), CallRound(stage=1, round=2))
    assert set(tiles(officer, cup)) == {"4", "5", "6"}
    name = halls.RIVERS[0]
    found = officer.get(at("desk", cup), {"q": name}).context["found"]
    assert [match.view.round for match in found] == [1]


def test_a_place_that_a_form_was_sent_from_is_led_back_to(officer: Client, cup: Tournament):
    call(cup, Author(halls.captain_of(cup, 2)), 2, "slow")
    for back, page in (("desk", at("desk", cup)), ("hall", reverse("tournaments:desks"))):
        answer = officer.post(at("answer_call", cup, 1), {"what": "claim", "back": back})
        assert answer.url == page
