"""Hands of score sheets: their pages, lists and searches, records, and checks with their audits."""

from random import Random
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

import engine
from clubs.models import Notice
from clubs.privacy.holdings import Person
from engine import sheets
from engine.fiftysix.rulings import Ruling
from engine.record import record_to_json
from engine.written import SheetHand
from games import errors, personal_data, store
from games.hands import checks
from games.hands.checks import audit_check, check_sheet_hand
from games.hands.history import record_of
from games.hands.lists import get_check, recent_hands
from games.hands.on_sheets import sheet_hand, sheet_names
from games.hands.sheet_records import record_of_sheet
from games.models import HandCheck, SheetPass
from games.players.hands import Wanted, hands_of
from games.projections import Hands, Kunukkus, Results
from games.results.kunukku.selectors import worn_in
from games.results.selectors.played import game_path
from games.sheets import passes, reporting, services
from games.sheets.authors import Author
from games.sheets.errors import UnknownSheet
from games.sheets.selectors import load_state
from games.store import projector
from tests.factories import PlayerFactory
from tests.games.helpers.played import club_of
from tests.games.helpers.sheets import FAILED, MADE, OPEN, THEIRS, WIKIPEDIA, enter, settle, sheet_of, take_back
from tests.games.helpers.tables import dealt_table, people, person, play_on
from tests.strategies import lively

pytestmark = pytest.mark.django_db


@pytest.fixture
def four():
    return [PlayerFactory(name=name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]


@pytest.fixture
def club(four):
    return club_of(*four)


def followed() -> None:
    for projection in (Hands, Results):
        projector.run_once(projection)


def found(player, viewer, **wanted: Any) -> list[tuple[str, int]]:
    return [(entry.title, entry.number) for entry in hands_of(player, viewer, Wanted(**wanted))]


def test_a_players_search_finds_the_hands_on_sheets_that_the_viewer_may_read(club, four):
    sheet = sheet_of(four, club=club, name="Evening")
    enter(sheet, four[0], MADE, THEIRS, FAILED)
    followed()

    ammini = four[0]
    assert found(ammini, ammini) == [("Evening", 3), ("Evening", 2), ("Evening", 1)]
    assert found(ammini, four[1], came="made", declarer="me") == [("Evening", 1)]
    assert found(ammini, ammini, declarer="opponent") == [("Evening", 2)]
    assert found(ammini, ammini, family="28", club=club.slug, number=16, partner="chacko") == [
        ("Evening", 3),
        ("Evening", 1),
    ]
    assert found(ammini, ammini, family="56") == []
    assert found(ammini, None) == found(ammini, person("Gopalan")) == []


def test_the_latest_hands_are_those_of_tables_and_of_sheets_that_one_may_read(club, four):
    sheet = sheet_of([*four[:3], None], club=club, name="Evening")
    services.name_seats(sheet_id=sheet.pk, player=four[0], names=["", "", "", "Visitor"])
    enter(sheet, four[0], MADE, THEIRS)
    followed()

    second, first = recent_hands(four[1])
    assert (second.number, second.real_cards, second.title) == (2, True, "Evening")
    assert second.path == reverse("games:hand_of_sheet", args=[sheet.pk, 2])
    assert second.players == ("Ammini", "Beeran", "Chacko", "Visitor")
    assert first.sentence == "Ammini and Chacko made 16 with 18 points."
    assert [entry.number for entry in recent_hands(four[1], club=club.slug, people=True)] == [2, 1]
    assert [entry.number for entry in recent_hands(four[1], search="evening")] == [2, 1]
    assert [entry.number for entry in recent_hands(four[1], search="beeran", player_id=four[0].pk)] == [2, 1]
    assert len(recent_hands(None)) == len(recent_hands(person("Gopalan"))) == 0


def test_a_thani_on_a_sheet_is_told_beside_the_result(club, four):
    """28-THANI-1."""
    sheet = sheet_of(four, "28-house-4", club=club, options={"thani": True})
    enter(sheet, four[0], SheetHand("made", 1, 20, alone="thani"))
    followed()

    assert recent_hands(four[0])[0].notes == ("Beeran says thani: to win every trick alone.",)
    hand = sheet_hand(sheet.pk, 1, Author(four[0]))
    assert "thani" in hand.extras


def test_a_hand_says_whose_word_it_is_and_what_it_brought(club, four):
    sheet = sheet_of(four, club=club)
    sides = [SheetPass.objects.create(sheet=sheet, sides=[side]) for side in (0, 1)]
    for held, told in ((0, MADE), (1, FAILED), (1, MADE)):
        edit = 2 if (held, told) == (1, MADE) else 1
        reporting.report_hand(
            sheet_id=sheet.pk, author=Author(sheet_pass=sides[held]), sides=[held], hand=1, edit=edit, told=told
        )
    settle(sheet, four[0], 1, THEIRS, note="The cards were counted again.", reason="miscounted")
    settle(sheet, four[0], 1, MADE)

    hand = sheet_hand(sheet.pk, 1, Author(four[2]))

    assert (hand.number, hand.source, hand.brought, hand.result.after) == (1, "settled", (1, 0), (21, 19))
    assert (hand.previous, hand.next, hand.may_check, hand.written) == (None, None, True, False)
    assert hand.may_transcribe
    assert hand.result.rules == ("28-SCO-1",)
    assert [(report.sides, report.by, bool(report.differs)) for report in hand.reports] == [
        ((0,), "a phone with a pass", False),
        ((1,), "a phone with a pass", True),
        ((1,), "a phone with a pass", False),
    ]
    first, second = hand.settled
    assert (first.by, first.note, first.reason) == ("Ammini", "The cards were counted again.", "a miscount")
    assert (first.was, second.was) == (
        "16 by Ammini, first auction, made, 18 card points",
        "17 by Beeran, first auction, made, 20 card points",
    )
    assert hand.first_at < hand.entered_at


def test_a_hand_is_read_by_readers_of_the_sheet_and_holders_of_a_pass(club, four, client):
    sheet = sheet_of(four, club=club)
    enter(sheet, four[0], MADE)
    held = SheetPass.objects.create(sheet=sheet, sides=[1])

    assert sheet_hand(sheet.pk, 1, Author(sheet_pass=held)).may_check is False
    with pytest.raises(UnknownSheet):
        sheet_hand(sheet.pk, 1, Author(person("Gopalan")))
    with pytest.raises(UnknownSheet):
        sheet_hand(sheet.pk, 2, Author(four[0]))
    address = reverse("games:hand_of_sheet", args=[sheet.pk, 1])
    assert client.get(address).status_code == 404
    session = client.session
    passes.keep_pass(session, held)
    session.save()
    assert "Ammini and Chacko made 16 with 18 points." in client.get(address).content.decode()


def played_record(seed: int = 0) -> tuple[dict[str, Any], SheetHand, int]:
    """Return a hand that was played here: in record form, as a sheet says it, and its dealer."""
    players = people()
    table = dealt_table(players)
    play_on(table, players, lively(Random(seed), concede=0), lambda state: state.hand == 2)
    stored = store.load(table.pk)
    record = record_of(stored, upto=1)
    hand = record_to_json(record)["hands"][0]
    events = [one.event for one in stored if isinstance(one.event, engine.Event)]
    told = sheets.told_of(record.rules, events)
    return {key: value for key, value in hand.items() if key != "result"}, told, hand["dealer"]


def written_sheet(club, players, miscounted: int = 0):
    """Return a sheet with one hand that is written down card by card, perhaps with a wrong count of its points."""
    record, played, dealer = played_record()
    sheet = sheet_of(players, club=club, dealer=dealer)
    # So that made stays made and failed stays failed, and no side has more than there are.
    more = -miscounted if played.outcome == "failed" or played.points == 28 else miscounted
    enter(sheet, players[0], msgspec.structs.replace(played, points=played.points + more))
    reporting.transcribe_hand(sheet_id=sheet.pk, author=Author(players[0]), hand=1, record=record)
    return sheet, played, record


def test_a_hand_that_is_written_down_is_told_step_by_step_and_judged(club, four):
    """28-AUD-7."""
    sheet, _played, record = written_sheet(club, four)

    hand = sheet_hand(sheet.pk, 1, Author(four[0]))

    assert (hand.written, hand.verdict.verdict, hand.claim) == (True, "clean", ())
    assert [step.action for step in hand.history.steps if step.action is not None] == list(
        range(len(record["actions"]))
    )
    assert hand.history.result.points == hand.result.points
    assert hand.history.players == ("Ammini", "Beeran", "Chacko", "Devaki")


def test_the_cards_are_compared_with_what_stands_on_the_sheet(club, four):
    """28-AUD-7."""
    sheet, _played, _record = written_sheet(club, four, miscounted=1)

    hand = sheet_hand(sheet.pk, 1, Author(four[0]))

    assert (hand.verdict.verdict, hand.verdict.differs) == ("mismatch", ("points",))
    (row,) = [row for row in hand.claim if row.differs]
    assert (row.label, row.printed != row.found) == ("Card points", True)


def test_what_breaks_a_rule_ends_the_telling_or_is_marked_where_play_went_on(club, four):
    """28-PLAY-4: a card of another suit than the one led."""
    sheet, _played, record = written_sheet(club, four)
    plays = [at for at, action in enumerate(record["actions"]) if action["type"] == "play"]
    # The first follower who holds the suit led and another one plays the other.
    lead = record["actions"][plays[0]]["card"]
    for at in plays[1:4]:
        seat = record["actions"][at]["seat"]
        own = record["cards"][seat]
        others = [card for card in own if card[0] != lead[0]]
        if any(card[0] == lead[0] for card in own) and others:
            break
    wrong = {**record, "actions": [*record["actions"][:at], {"seat": seat, "type": "play", "card": others[0]}]}
    reporting.transcribe_hand(sheet_id=sheet.pk, author=Author(four[0]), hand=1, record=wrong)

    broken = sheet_hand(sheet.pk, 1, Author(four[0]))

    assert broken.verdict.verdict == "violation"
    assert broken.history.steps[-1].kind == "violation"
    marked = {**wrong, "actions": [*wrong["actions"][:-1], {**wrong["actions"][-1], "irregular": "28-PLAY-3"}]}
    reporting.transcribe_hand(sheet_id=sheet.pk, author=Author(four[0]), hand=1, record=marked)
    stands = sheet_hand(sheet.pk, 1, Author(four[0]))
    last = stands.history.steps[-1]
    assert last.kind == "play"
    assert last.broken
    assert last.broken in last.text


def test_unknown_cards_are_face_down(club, four):
    sheet, _played, record = written_sheet(club, four)
    some = {
        **record,
        "cards": [[] for _ in range(4)],
        "unseen": [8] * 4,
        "actions": [action for action in record["actions"] if action["type"] in ("bid", "pass")][:4],
    }
    reporting.transcribe_hand(sheet_id=sheet.pk, author=Author(four[0]), hand=1, record=some)

    hand = sheet_hand(sheet.pk, 1, Author(four[0]))

    assert hand.history.cards == (("",) * 8,) * 4
    assert hand.verdict.verdict == "incomplete"
    page = Client()
    page.force_login(four[0].user)
    answer = page.get(reverse("games:hand_of_sheet", args=[sheet.pk, 1]))
    assert "8 not noted" in answer.content.decode()


def test_a_match_is_a_record_whatever_of_it_is_known(club, four):
    sheet, _played, record = written_sheet(club, four)
    enter(sheet, four[0], THEIRS)
    state = load_state(sheet.pk)

    whole = record_of_sheet(state, sheet_names(sheet, state))

    assert [hand.unseen for hand in whole.hands] == [None, (8, 8, 8, 8)]
    assert whole.players == ("Ammini", "Beeran", "Chacko", "Devaki")
    verdict = engine.audit(record_to_json(whole))
    assert [hand.verdict for hand in verdict.hands] == ["clean", "incomplete"]
    assert verdict.standing.stakes == state.sheet.tally.stakes
    assert record_to_json(whole)["hands"][0]["cards"] == record["cards"]
    assert len(record_of_sheet(state, [""] * 4, upto=1).hands) == 1


def test_a_check_over_a_hand_of_a_sheet_is_audited_by_what_is_known(club, four):
    sheet = sheet_of(four, club=club)
    enter(sheet, four[0], MADE, THEIRS)
    ask = {"sheet_id": sheet.pk, "hand": 2, "author": Author(four[2])}

    check = check_sheet_hand(**ask, question="Was it not 19?")
    with pytest.raises(errors.WrongMoment):
        check_sheet_hand(**ask, question="And again?")
    audit_check(check_id=check.pk)

    check.refresh_from_db()
    assert check.status == HandCheck.Status.AUDITED
    assert (check.verdict["verdict"], check.verdict["written"]) == ("incomplete", False)
    assert check.verdict["stands"]["points"] == [8, 20]
    assert {notice.player.name for notice in Notice.objects.filter(kind="hand-checked")} == {
        player.name for player in four
    }
    assert get_check(check.pk, four[3]) == check
    with pytest.raises(UnknownSheet):
        get_check(check.pk, person("Gopalan"))


def test_a_check_over_a_hand_that_was_taken_back_cannot_be_audited(club, four):
    sheet = sheet_of(four, club=club)
    enter(sheet, four[0], MADE)
    check = check_sheet_hand(sheet_id=sheet.pk, hand=1, author=Author(four[2]), question="Why?")
    take_back(sheet.pk, four[0])

    checks.audit_open_checks()

    check.refresh_from_db()
    assert check.status == HandCheck.Status.FAILED
    page = Client()
    page.force_login(four[2].user)
    answer = page.get(reverse("games:check", args=[check.pk]))
    assert "is no longer on the score sheet" in answer.content.decode()


@pytest.mark.parametrize(
    ("wish", "refused"),
    [({"hand": 3}, UnknownSheet), ({"question": " "}, errors.BadTerms), ({"author": Author()}, UnknownSheet)],
)
def test_a_question_that_cannot_be_asked_is_refused(club, four, wish, refused):
    sheet = sheet_of(four, club=club)
    enter(sheet, four[0], MADE)
    with pytest.raises(refused):
        check_sheet_hand(**{"sheet_id": sheet.pk, "hand": 1, "author": Author(four[0]), "question": "Why?", **wish})
    assert not HandCheck.objects.exists()


def test_the_pages_of_a_hand_lead_to_each_other(club, four):
    sheet, _played, _record = written_sheet(club, four)
    enter(sheet, four[0], THEIRS)
    page = Client()
    page.force_login(four[2].user)

    first = page.get(reverse("games:hand_of_sheet", args=[sheet.pk, 1])).content.decode()
    second = page.get(reverse("games:hand_of_sheet", args=[sheet.pk, 2])).content.decode()
    assert reverse("games:hand_of_sheet", args=[sheet.pk, 2]) in first
    assert reverse("games:hand_of_sheet", args=[sheet.pk, 1]) in second
    assert 'id="replay"' in first
    assert 'id="replay"' not in second
    assert (
        reverse("games:hand_of_sheet", args=[sheet.pk, 1])
        in page.get(reverse("games:sheet", args=[sheet.pk])).content.decode()
    )

    asked = page.post(reverse("games:check_hand_of_sheet", args=[sheet.pk, 1]), {"question": "Why?"})
    check = HandCheck.objects.get()
    assert asked.url == reverse("games:check", args=[check.pk])
    audit_check(check_id=check.pk)
    assert "Clean" in page.get(asked.url).content.decode()
    record = page.get(reverse("games:hand_of_sheet_record", args=[sheet.pk, 2])).json()
    assert len(record["hands"]) == 2
    assert len(page.get(reverse("games:record_of_sheet", args=[sheet.pk])).json()["hands"]) == 2


def test_what_links_to_a_hand_leads_to_its_page(club, four):
    """28-WIK-3: a kunukku leads to the hand that put it on, and an entry of the ledger to the hand that moved it."""
    lost = SheetHand("failed", 0, 17, points=10)
    sheet = sheet_of(four, WIKIPEDIA, club=club, options=OPEN)
    enter(sheet, four[0], lost, lost, lost, lost)
    projector.run_once(Kunukkus)
    address = reverse("games:hand_of_sheet", args=[sheet.pk, 4])

    assert {one.path for one in worn_in(club=club, players=[four[0].pk], viewer=four[1])[four[0].pk]} == {address}
    assert {one.path for one in worn_in(club=club, players=[four[0].pk], viewer=None)[four[0].pk]} == {""}
    assert game_path(sheet.pk, "sheet", 4) == address
    page = Client()
    page.force_login(four[1].user)
    assert page.get(reverse("games:game", args=[sheet.pk]), {"hand": "4"}).url == address
    assert page.get(reverse("games:game", args=[sheet.pk])).url == reverse("games:sheet", args=[sheet.pk])


def test_ones_own_data_has_the_hands_on_sheets(club, four):
    sheet = sheet_of(four, club=club)
    enter(sheet, four[0], MADE)
    followed()
    mine = Person(four[1], (four[1].pk,), None, (four[1].name,))

    (row,) = personal_data._hands(mine)

    assert (row["sheet"], row["hand"], row["seat"]) == (sheet.pk, 1, 1)
    assert row["link"].endswith(reverse("games:hand_of_sheet", args=[sheet.pk, 1]))


def test_a_hand_of_56_that_a_ruling_ended_says_so_and_the_match_is_a_record_all_the_same():
    """56-IRR-24, 56-CON-1."""
    scorer = person("Ammini")
    sheet = sheet_of([scorer, *[None] * 5], "56-kerala-6", dealer=5)
    write = {"sheet_id": sheet.pk, "player": scorer}
    services.enter_hand(**write, outcome="made", contract=(0, 34, "S", 1), points=40)
    services.note_contract(**write, contract=(1, 40, "H", 0))
    services.give_ruling(**write, ruling=Ruling(rule="56-IRR-24", remedy="lose", offender=1))
    services.enter_hand(**write, outcome="failed", contract=(3, 30, "C", 0))

    first, ruled, last = (sheet_hand(sheet.pk, number, Author(scorer)) for number in (1, 2, 3))

    assert (first.result.contract, first.extras, first.gains) == (
        "34♠ doubled",
        (),
        ("+2 stake points", "0 stake points"),
    )
    assert (ruled.source, ruled.entered_by, ruled.result.rules[0]) == ("ruling", "Ammini", "56-IRR-24")
    assert ruled.rulings[0] == "The director rules against Seat 2 by 56-IRR-24."
    assert ruled.verdict.verdict == "incomplete"
    assert last.result.sentence == "Seat 2, Seat 4 and Seat 6 bid 30♣ and did not make it."
    assert last.result.before == ruled.result.after
    record = record_of_sheet(load_state(sheet.pk), [""] * 6)
    assert engine.decode_record(engine.encode_record(record)) == record
    assert len(engine.audit(record).hands) == 3
