"""Audits of hands on score sheets: the result, the reports, what was ruled and corrected, cards written down."""

from uuid import uuid4

import pytest

import engine
from engine.fiftysix.rulings import Ruling
from games import store
from games.audits.gathering import gather, header_of
from games.audits.making import make_section
from games.events.adjusting import ResultAdjusted
from games.models import SheetPass
from games.sheets import reporting
from games.sheets.authors import Author
from games.sheets.services import enter_hand, give_ruling, open_sheet
from games.transcripts import offers, services
from games.transcripts.services import Writing
from tests.factories import PlayerFactory
from tests.games.helpers.adjusting import CASE, adjust, finished_sheet, withdraw
from tests.games.helpers.audits import codes, finding, report, section
from tests.games.helpers.played import club_of
from tests.games.helpers.sheets import FAILED, MADE, THEIRS, enter, settle, sheet_of, take_back

pytestmark = pytest.mark.django_db


@pytest.fixture
def four():
    return [PlayerFactory(name=name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]


@pytest.fixture
def sheet(four):
    return sheet_of(four, club=club_of(*four))


def test_of_a_hand_whose_cards_nobody_wrote_down_the_result_alone_is_judged(sheet, four):
    """28-SCO-1."""
    enter(sheet, four[0], MADE, THEIRS)

    made = report(sheet.pk, 2, "sheet")

    assert (made.kind, made.verdict, codes(made)) == ("sheet", "incomplete", [])
    assert {"not-written-down", "nothing-written", "no-cards", "no-clock", "dealt-by-hand"} <= set(
        codes(made, "unknown")
    )
    told = next(fact for fact in section(made, "score").looked_at if fact.code == "told")
    assert told.members["source"] == "scorer"
    results = {fact.code: fact.members for fact in section(made, "score").looked_at}
    assert results["recomputed"] == results["result"]
    assert section(made, "stakes").findings == ()


def test_reports_of_the_sides_and_corrections_are_told_member_by_member(sheet, four):
    sides = [SheetPass.objects.create(sheet=sheet, sides=[side]) for side in (0, 1)]
    for held, told, edit in ((0, MADE, 1), (1, FAILED, 1), (1, MADE, 2)):
        reporting.report_hand(
            sheet_id=sheet.pk, author=Author(sheet_pass=sides[held]), sides=[held], hand=1, edit=edit, told=told
        )
    settle(sheet, four[0], 1, THEIRS, reason="miscounted", note="SECRETWORDS")

    made = report(sheet.pk, 1, "sheet")

    differs = [each for each in section(made, "score").findings if each.code == "report-differs"]
    assert [each.members["side"] for each in differs] == [0, 1]
    assert differs[0].members["members"] == ["declarer", "number", "points"]
    assert [each.code for each in section(made, "irregularities").findings] == [
        "report-changed", "settled", "entry-withdrawn",
    ]  # fmt: skip
    assert finding(made, "settled").members["reason"] == "miscounted"
    between = next(fact for fact in section(made, "irregularities").looked_at if fact.code == "between-reports")
    assert between.members["ms"] >= 0
    assert "SECRETWORDS" not in str(made)


def test_a_hand_that_was_taken_back_leaves_its_trace(sheet, four):
    enter(sheet, four[0], MADE)
    take_back(sheet.pk, four[0])

    made = report(sheet.pk, 1, "sheet")

    assert finding(made, "entry-withdrawn").severity == "notice"
    assert {"not-on-sheet"} <= set(codes(made, "unknown"))


def test_a_partly_known_hand_is_judged_however_the_unknown_cards_lie():
    """56-AUD-3, 56-PLAY-3: seat 1 does not follow clubs, and plays one in the next trick."""
    scorer = PlayerFactory(name="Eapen")
    sheet = open_sheet(player=scorer, rules="56-standard-6", options={}, dealer=5)
    author = Author(scorer)
    texts = ["0 call 28H", *(f"{seat} pass" for seat in (1, 2, 3, 4, 5, 0))]
    texts += ["0 play CJ", "1 play D9", "2 play C9", "3 play CQ", "4 play CQ", "5 play CK", "0 play DJ"]
    for text in texts:
        seat, *words = text.split()
        action = offers.action_of_key(int(seat), words)
        assert action is not None
        seen = len(Writing(sheet.pk, 1, author).hand.actions)
        services.write_action(sheet_id=sheet.pk, number=1, author=author, seen=seen, action=action)
    services.write_as_happened(sheet_id=sheet.pk, number=1, author=author, seen=len(texts), action=engine.Play(1, "CA"))
    enter_hand(sheet_id=sheet.pk, player=scorer, outcome="made", contract=(0, 28, "H", 0))
    services.save(sheet_id=sheet.pk, number=1, author=author)

    made = report(sheet.pk, 1, "sheet")

    revoke = finding(made, "rule-broken")
    assert (revoke.rule, revoke.members["action"], revoke.members["seat"]) == ("56-PLAY-3", 8, 1)
    unseen = finding(made, "unseen-cards")
    assert (unseen.severity, unseen.members["cards"]) == ("unknown", 48 - 8)
    steps = make_section(gather(sheet.pk, "sheet", 1, header_of(sheet.pk)[0]), "legality").looked_at
    assert len(steps) == len(texts)
    call = next(fact for fact in section(made, "conventions").looked_at if fact.members.get("text") == "28H")
    assert (call.code, call.step, len(call.members["held"])) == ("hand-unknown", 1, 2)
    opened = [fact.members["cards"] for fact in section(made, "sight").looked_at if fact.code == "open"]
    assert opened == [[text.split()[2]] for text in texts if "play" in text] + [["CA"]]


def test_a_ruling_on_a_sheet_is_told_with_its_row():
    """56-IRR-2: a penalty card."""
    players = [PlayerFactory(name=name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]
    sheet = sheet_of(players, "56-kerala-4", club=club_of(*players))
    ruling = Ruling(rule="56-IRR-2", remedy="penalty-card", offender=1, card="SJ")
    give_ruling(sheet_id=sheet.pk, player=players[0], ruling=ruling)
    enter_hand(sheet_id=sheet.pk, player=players[0], outcome="made", contract=(0, 28, "H", 0))

    made = report(sheet.pk, 1, "sheet")

    ruled = finding(made, "ruled")
    assert (ruled.rule, ruled.members["seat"], ruled.members["card"]) == ("56-IRR-2", 1, "SJ")
    card = next(fact for fact in section(made, "irregularities").looked_at if fact.code == "penalty-card")
    assert card.members == {"seat": 1, "card": "SJ", "first": True}


def test_an_adjusted_result_is_told_and_scored_again(four):
    """28-SCO-1."""
    sheet = finished_sheet(four, club=club_of(*four))
    first = adjust(sheet.pk, 1, FAILED)
    second = adjust(sheet.pk, 1, THEIRS)
    withdraw(sheet.pk, first)

    made = report(sheet.pk, 1, "sheet")

    adjusted = finding(made, "adjusted")
    assert (adjusted.severity, adjusted.members["adjustment"], adjusted.members["case"]) == (
        "notice",
        second,
        str(CASE),
    )
    facts = {fact.code for fact in section(made, "score").looked_at}
    assert "adjustment-withdrawn" in facts
    assert codes(made, "fault") == []
    assert section(report(sheet.pk, 2, "sheet"), "score").findings == ()


def test_an_adjustment_that_does_not_come_to_what_it_says_is_a_fault(four):
    sheet = finished_sheet(four, club=club_of(*four))
    version = header_of(sheet.pk)[0]
    wrong = ResultAdjusted(1, 1, str(CASE), FAILED, None, (7, 7), (0, 1))
    store.append(sheet.pk, expected=version, events=[wrong], command=uuid4())

    differs = next(each for each in section(report(sheet.pk, 1, "sheet"), "score").findings if each.severity == "fault")

    assert (differs.code, differs.members["stands"], differs.members["version"]) == (
        "adjustment-differs",
        [7, 7],
        version + 1,
    )
