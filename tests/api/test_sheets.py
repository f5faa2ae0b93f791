"""Score sheets and rulings over the API."""

import json
from uuid import UUID

import pytest

from clubs.members.societies import join_club
from games.hands.checks import audit_check
from games.models import Sheet
from games.projections import Hands
from games.store import projector
from games.tables.selectors.states import load_state
from tests.api.calls import Caller, caller, problem
from tests.factories import ClubFactory, HouseRulesFactory
from tests.games.helpers.tables import dealt_table, people

pytestmark = pytest.mark.django_db

SPADES = {"declarer": 0, "number": 34, "denomination": "S"}


@pytest.fixture
def director() -> Caller:
    return caller("Devaki")


def opened(who: Caller, **wish: object) -> str:
    answer = who.post("sheets/", {"rules": "56-kerala-6", "dealer": 5, **wish})
    assert answer.status_code == 201, answer.content
    assert answer.headers["Location"] == f"/api/sheets/{answer.json()['sheet']}/"
    return answer.json()["sheet"]


def read(who: Caller, sheet: str) -> dict:
    answer = who.get(f"sheets/{sheet}/")
    assert answer.status_code == 200
    return answer.json()


def write(who: Caller, sheet: str, what: str, body: object = None, if_match: str = "*") -> dict:
    answer = who.post(f"sheets/{sheet}/{what}/", body, if_match=if_match)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_match_is_kept_from_the_first_hand_to_the_ruling_that_loses_it(director):
    """56-IRR-25, 56-SCORE-3, 56-DEAL-3."""
    sheet = opened(director, name="Meenachil against Pamba", names=["Ammini", "Beeran"])
    write(director, sheet, "hands", {"outcome": "made", "contract": SPADES, "points": 40})
    for _ in range(2):
        write(director, sheet, "contract", SPADES)
        remedy = "match" if _ else "lose"
        write(director, sheet, "rulings", {"rule": "56-IRR-25", "remedy": remedy, "offender": 2})

    shown = read(director, sheet)

    assert [hand["score"] for hand in shown["hands"]] == [[1, 0], [1, 4], [1, 8]]
    assert [hand["outcome"] for hand in shown["hands"]] == ["made", "adjusted", "adjusted"]
    assert [hand["ruling"] for hand in shown["hands"]] == [None, 1, 2]
    assert (shown["status"], shown["winners"], shown["names"][:3]) == ("finished", [1], ["Ammini", "Beeran", "Seat 3"])
    assert shown["rulings"][1]["effects"][-1].endswith("win.")


def test_penalty_cards_lie_on_the_sheet_until_they_are_played(director):
    """56-IRR-2."""
    sheet = opened(director)
    write(director, sheet, "rulings", {"rule": "56-IRR-2", "remedy": "demand", "offender": 1, "card": "SJ"})
    shown = read(director, sheet)
    assert shown["cards"] == [{"seat": 1, "card": "SJ", "first": False}]
    assert shown["owed"] == ["The next leader leads a spade."]

    write(director, sheet, "cards", {"seat": 1, "card": "SJ"})
    assert read(director, sheet)["cards"] == []
    write(director, sheet, "withdraw", {"entry": read(director, sheet)["last"]})

    assert read(director, sheet)["cards"] == shown["cards"]


def test_an_entry_is_made_once_and_on_what_was_seen(director):
    sheet = opened(director)
    seen = director.get(f"sheets/{sheet}/").headers["ETag"]
    entry = {"outcome": "cancelled"}

    first = director.post(f"sheets/{sheet}/hands/", entry, key="mine", if_match=seen)
    again = director.post(f"sheets/{sheet}/hands/", entry, key="mine", if_match=seen)
    stale = director.post(f"sheets/{sheet}/hands/", entry, if_match=seen)
    blind = director.post(f"sheets/{sheet}/hands/", entry)

    assert (first.json(), first.headers["ETag"]) == (again.json(), '"3"')
    assert again.headers["Idempotency-Replayed"] == "true"
    assert problem(stale) == (412, "stale")
    assert problem(blind) == (428, "version-required")
    assert (
        director.get(f"sheets/{sheet}/", if_none_match=director.get(f"sheets/{sheet}/").headers["ETag"]).status_code
        == 304
    )


@pytest.mark.parametrize(
    ("what", "body", "code"),
    [
        ("hands", {"outcome": "made"}, "contract-missing"),
        ("hands", {"outcome": "passed_out"}, "somebody-must-bid"),
        ("hands", {"outcome": "made", "contract": {**SPADES, "declarer": 6}}, "no-such-seat"),
        ("rulings", {"rule": "56-IRR-24", "remedy": "lose", "offender": 1}, "contract-missing"),
        ("rulings", {"rule": "56-IRR-2", "remedy": "lose", "offender": 1}, "no-such-remedy"),
        ("rulings", {"rule": "56-IRR-2", "remedy": "penalty-card", "offender": 1}, "card-missing"),
        ("cards", {"seat": 1, "card": "SJ"}, "no-such-card"),
    ],
)
def test_what_the_sheet_does_not_take_is_a_problem_with_its_place(director, what, body, code):
    """56-CON-3, 56-AUC-7, 56-IRR-2, 56-IRR-24."""
    sheet = opened(director)

    answer = director.post(f"sheets/{sheet}/{what}/", body, if_match="*")

    assert problem(answer) == (422, code)
    assert answer.json()["errors"][0]["at"].startswith("/")


def test_after_the_end_nothing_can_be_entered(director):
    sheet = opened(director)
    write(director, sheet, "end")

    assert problem(director.post(f"sheets/{sheet}/end/", if_match="*")) == (409, "match-over")
    write(director, sheet, "withdraw", {})
    assert problem(director.post(f"sheets/{sheet}/withdraw/", {}, if_match="*")) == (409, "nothing-to-withdraw")


def test_a_clubs_sheets_are_read_by_members_and_written_by_officers(director):
    club = ClubFactory(founder=director.player, name="Meenachil")
    member, stranger = caller("Beeran"), caller("Chacko")
    join_club(club=club, player=member.player)
    sheet = opened(director, club="meenachil")

    assert not read(member, sheet)["may_write"]
    assert member.get("sheets/?club=meenachil").json()["count"] == 1
    assert member.get("sheets/?status=finished").json()["count"] == 0
    assert problem(member.post(f"sheets/{sheet}/end/", if_match="*")) == (403, "not-the-scorer")
    assert problem(stranger.get(f"sheets/{sheet}/")) == (404, "unknown-sheet")
    assert problem(stranger.post("sheets/", {"rules": "56-kerala-6", "club": "meenachil"})) == (403, "not-the-scorer")
    assert problem(Caller().get(f"sheets/{sheet}/"))[0] == 404
    assert problem(Caller().post("sheets/", {"rules": "56-kerala-6"}))[0] == 401
    assert Caller().get("sheets/").json()["count"] == 0


def test_the_rows_say_what_a_ruling_needs(director):
    """56-IRR-29: where it holds."""
    rows = {row["id"]: row for row in director.get(f"sheets/{opened(director)}/irregularities/").json()["results"]}
    standard = director.get(f"sheets/{opened(director, rules='56-standard-6')}/irregularities/").json()["results"]

    assert (len(rows), len(standard)) == (30, 29)
    assert [remedy["key"] for remedy in rows["56-IRR-27"]["remedies"]] == ["warn", "lose", "match"]
    assert [remedy["needs_card"] for remedy in rows["56-IRR-2"]["remedies"]] == [False, True, True, True]


def test_a_director_rules_at_a_live_table(director):
    """56-IRR-27."""
    players = people()
    club = ClubFactory(founder=director.player, name="Meenachil")
    for player in players:
        join_club(club=club, player=player)
    table = dealt_table(players, club=club, rules="56-kerala-4")
    wish = {"rule": "56-IRR-27", "remedy": "lose", "offender": 0, "hand": 1}

    assert problem(caller("Gopi").post(f"tables/{table.pk}/rulings/", wish)) == (403, "not-the-director")
    answer = director.post(f"tables/{table.pk}/rulings/", wish)
    late = director.post(f"tables/{table.pk}/rulings/", wish)

    assert answer.json() == {"table": str(table.pk), "version": load_state(table.pk).version}
    assert problem(late) == (409, "no-hand")


def test_what_is_written_is_no_other_than_what_the_page_shows(director):
    sheet = opened(director)
    write(director, sheet, "hands", {"outcome": "failed", "contract": SPADES})

    row = Sheet.objects.get()

    assert (row.score, row.hands) == ([0, 2], 1)
    assert json.loads(json.dumps(row.score)) == [side["score"] for side in read(director, sheet)["sides"]]


TWENTY = {"outcome": "made", "declarer": 0, "number": 20, "points": 21}
LOST = {"outcome": "failed", "declarer": 0, "number": 20, "points": 18}


def test_a_game_of_28_is_kept_over_the_api(director):
    sheet = opened(director, rules="28-wikipedia-4", dealer=0)
    write(director, sheet, "hands", {"told": {"outcome": "failed", "declarer": 0, "number": 25, "points": 3}})

    shown = read(director, sheet)

    (hand,) = shown["hands"]
    assert (hand["contract"], hand["told"]["number"], hand["outcome"]) == (None, 25, "failed")
    assert shown["sides"][0]["kunukku"] == [0, 0]
    assert sum(side["score"] for side in shown["sides"]) == 12
    refused = director.post(
        f"sheets/{sheet}/hands/", {"told": {"outcome": "made", "declarer": 0, "number": 13}}, if_match="*"
    )
    assert problem(refused) == (422, "no-such-number")


def test_house_rules_open_a_sheet_over_the_api(director):
    club = ClubFactory(founder=director.player)
    house = HouseRulesFactory(club=club)

    answer = director.post("sheets/", {"house": str(house.pk)})

    assert answer.status_code == 201, answer.content
    assert read(director, answer.json()["sheet"])["club"]["slug"] == club.slug
    assert problem(director.post("sheets/", {})) == (400, "invalid-input")


def test_reports_are_taken_once_and_settled(director):
    sheet = opened(director, rules="28-pagat-4", dealer=0, options={"ending": {"type": "open"}})
    report = {"sides": [0], "hand": 1, "edit": 1, "told": TWENTY}
    first = write(director, sheet, "reports", report)
    assert write(director, sheet, "reports", report)["version"] == first["version"]
    write(director, sheet, "reports", {**report, "sides": [1], "told": LOST})
    (waiting,) = read(director, sheet)["waiting"]
    assert (waiting["kind"], waiting["differs"], len(waiting["reports"])) == ("differs", ["outcome", "points"], 2)

    write(director, sheet, "hands/1/settle", {"told": TWENTY, "reason": "miscounted", "note": "Counted again."})
    assert [hand["outcome"] for hand in read(director, sheet)["hands"]] == ["made"]
    write(director, sheet, "hands/1/settle", {"told": LOST, "reason": "slip"})
    assert [hand["outcome"] for hand in read(director, sheet)["hands"]] == ["failed"]
    assert problem(director.post(f"sheets/{sheet}/hands/1/clear/", if_match="*")) == (409, "entered")

    write(director, sheet, "reports", {**report, "hand": 2})
    write(director, sheet, "hands/2/clear")
    assert read(director, sheet)["waiting"] == []


def test_a_phone_reads_the_sheet_and_what_can_be_written_of_a_hand(director):
    sheet = opened(director, rules="28-kerala-4", dealer=1)
    write(director, sheet, "reports", {"sides": [0], "hand": 1, "edit": 3, "told": TWENTY})

    seen = director.get(f"sheets/{sheet}/phone/").json()

    assert (seen["running"], seen["speaks_for"], seen["form"]["lowest"]) == (1, [0, 1], 14)
    assert seen["hands"][0]["edits"] == [3, 0]


def test_a_hand_is_written_down_after_it_is_entered(director):
    sheet = opened(director, rules="28-kerala-4", dealer=1)
    record = {"dealer": 1, "cards": [[], [], [], []], "actions": []}
    where = f"sheets/{sheet}/hands/1/transcript/"
    assert problem(director.post(where, {"record": record})) == (409, "not-entered")
    write(director, sheet, "hands", {"told": TWENTY})
    assert director.get(where).status_code == 404

    assert director.post(where, {"record": record}).status_code == 200
    assert director.get(where).json() == {"record": record}
    assert problem(director.post(where, {"record": {"dealer": 9}})) == (422, "malformed")

    write(director, sheet, "withdraw", {})
    assert director.get(where).status_code == 404, "nobody's cards are shown before the hand is entered"


def test_passes_are_issued_listed_and_revoked_over_the_api(director):
    sheet = opened(director, rules="28-kerala-4", dealer=1)

    issued = director.post(f"sheets/{sheet}/passes/", {"sides": [1]})

    assert issued.status_code == 201, issued.content
    assert "/sheets/pass/" in issued.json()["address"]
    (one,) = director.get(f"sheets/{sheet}/passes/").json()["results"]
    assert one == issued.json()
    assert problem(director.post(f"sheets/{sheet}/passes/", {"sides": [2]})) == (422, "no-such-side")
    assert director.post(f"sheets/{sheet}/passes/{one['id']}/revoke/").status_code == 204
    assert director.get(f"sheets/{sheet}/passes/").json()["results"] == []


def test_a_hand_of_a_sheet_is_listed_shown_taken_home_and_questioned(director):
    """28-STK-2, 28-AUD-7."""
    sheet = opened(director, rules="28-kerala-4", dealer=0)
    told = {"outcome": "made", "declarer": 0, "number": 16, "auction": 1, "points": 18}
    write(director, sheet, "hands", {"told": told})
    projector.run_once(Hands)

    (listed,) = director.get(f"sheets/{sheet}/hands/").json()["results"]
    hand = director.get(f"sheets/{sheet}/hands/1/").json()
    record = director.get(f"sheets/{sheet}/record/").json()
    asked = director.post(f"sheets/{sheet}/hands/1/check/", {"question": "Was it not 19?"})
    audit_check(check_id=UUID(asked.json()["check"]))
    check = director.get(asked.headers["Location"].removeprefix("/api/")).json()

    assert (listed["number"], listed["result"]["stakes"]) == (1, [21, 19])
    assert (hand["result"]["after"], hand["source"], hand["written"]) == ([21, 19], "scorer", False)
    assert (hand["verdict"]["verdict"], hand["history"]) == ("incomplete", None)
    assert record["hands"][0]["unseen"] == [8, 8, 8, 8]
    assert record["hands"][0]["result"]["points"] == [18, 10]
    assert (check["table"], check["sheet"], check["status"]) == (None, sheet, "audited")
    assert check["verdict"]["stands"]["points"] == [18, 10]
    assert problem(director.get(f"sheets/{sheet}/hands/2/"))[0] == 404
    assert problem(caller("Eapen").get(f"sheets/{sheet}/hands/1/"))[0] == 404
