"""The page of what can be printed, its files, and their counterpart in the API: rights, moments, shapes."""

import csv
import io
import json
import re
from datetime import UTC, datetime
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from clubs.base.cells import unescaped
from clubs.models import Club, Player
from games import store
from tests.factories import PlayerFactory
from tests.games.paper.printed import picture, shows_code, texts
from tests.tournaments.helpers.directed import bot_pairs, called, do, opened, state_of
from tests.tournaments.helpers.pages import at, signed_in
from tests.tournaments.prints.made import KNOCK_OUT, SWISS
from tournaments.deeds.opening import NameStaff
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.publishing import ReleaseResults, SetEmbargo
from tournaments.deeds.scheduling import DelayRound, SetSchedule
from tournaments.deeds.staging import BeginStage, PairRound
from tournaments.directing.entering import enter
from tournaments.directing.passes import issue_passes
from tournaments.events.scheduling import RoundTime, Session
from tournaments.log import states
from tournaments.models import Award, Category, Entrant, Prize, Tournament
from tournaments.prints import views
from tournaments.prints.kinds import KINDS
from tournaments.selectors.naming import names_in
from tournaments.selectors.passes import pass_addresses
from tournaments.state.standing import rows_of

pytestmark = pytest.mark.django_db(transaction=True)

PUBLIC = ("pairings-by-name", "pairings", "results", "standings", "bracket", "schedule")
STAFF = ("slips", "cards", "missing", "entries", "passes", "tables", "certificates", "prizes", "participation")
ODD = ("=SUM(A1:A9)", "+91 98", "-Nila", "@Pamba", "മീനച്ചിലാർ 🏆", 'He said "yes", then; no')


@pytest.fixture
def cup(club: Club, director: Player) -> Tournament:
    """A Swiss of six pairs with odd names; its first round is called, one result is in."""
    states.forget_all()
    cup = opened(club, director, SWISS)
    bot_pairs(cup, director, 6)
    for number, name in enumerate(ODD, start=1):
        Entrant.objects.filter(tournament=cup, number=number).update(name=name)
    called(cup, director)
    do(cup, director, ReportGame(match=1, points=(12, 7)))
    return cup


def file(client: Client, cup: Tournament, document: str, form: str, **asked):
    query = f"?{urlencode(asked)}" if asked else ""
    return client.get(reverse("tournaments:print", args=[cup.slug, document, form]) + query)


def entries_of(answer) -> list[dict[str, str]]:
    """The entries of a CSV file, as the import of this product reads them."""
    text = answer.content.decode("utf-8-sig")
    return [{name: unescaped(cell) for name, cell in row.items()} for row in csv.DictReader(io.StringIO(text))]


def test_the_page_lists_the_public_documents_for_everybody_and_the_others_for_the_staff(client, cup, director):
    shown = client.get(at("paper", cup)).content.decode()
    officer = signed_in(director).get(at("paper", cup)).content.decode()
    for name, kind in KINDS.items():
        address = reverse("tournaments:print", args=[cup.slug, name, "pdf"])
        # A bracket is offered of stages that have one, a schedule where times are planned.
        is_there = name not in ("bracket", "schedule")
        assert (address in shown) == (kind.public and is_there), name
        assert (address in officer) == is_there, name


def test_documents_for_the_staff_are_refused_to_others(client, cup, director, db):
    for name in STAFF:
        for form in ("pdf", "csv", "json"):
            assert file(client, cup, name, form).status_code == 403
    officer = signed_in(director)
    for name in (*PUBLIC, *STAFF):
        asked = {"tables": 2} if name == "tables" else {}
        for form in ("csv", "json"):
            assert file(officer, cup, name, form, **asked).status_code == 200, name
    assert file(client, cup, "poster", "pdf").status_code == 404
    assert file(client, cup, "pairings", "docx").status_code == 404


def test_a_csv_file_opens_in_a_spreadsheet_and_no_name_is_a_formula(client, cup):
    answer = file(client, cup, "pairings-by-name", "csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="{cup.slug}-pairings-by-name-round-1.csv"'
    assert answer.content.startswith(b"\xef\xbb\xbf")
    cells = [cell for row in csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))) for cell in row]
    assert "'=SUM(A1:A9)" in cells
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "@") or cell == "-Nila"]
    assert {row["name"] for row in entries_of(answer)} == set(ODD)


def test_csv_and_json_say_the_same_and_what_the_log_has(client, cup):
    state, names = state_of(cup), names_in(cup)
    for name in PUBLIC:
        listed = json.loads(file(client, cup, name, "json").content)
        plain = [{key: "" if value is None else str(value) for key, value in row.items()} for row in listed]
        assert entries_of(file(client, cup, name, "csv")) == plain
    pairings = json.loads(file(client, cup, "pairings", "json").content)
    assert {row["match"]: (row["entrants_1"], row["entrants_2"]) for row in pairings} == {
        match.number: tuple(" ".join(map(str, side)) for side in match.sides) for match in state.matches.values()
    }
    assert all(row["side_1"] == names.of[int(row["entrants_1"])] for row in pairings)
    [done] = [row for row in json.loads(file(client, cup, "results", "json").content) if row["status"] == "over"]
    assert (done["match"], done["points_1"], done["points_2"], done["winner"]) == (1, 12, 7, 1)
    standings = json.loads(file(client, cup, "standings", "json").content)
    assert [(row["entrant"], row["rank"], row["points"]) for row in standings] == [
        (int(row.entrant), row.rank, str(row.values["points"])) for row in rows_of(state, 1)
    ]
    # Columns of criteria by which this stage does not rank are left out.
    assert "buchholz" in standings[0]
    assert "quotient" not in standings[0]


def test_as_of_a_minute_the_paper_is_what_it_was_then(client, cup, director):
    moment = store.load(cup.pk)[-1].recorded_at
    do(cup, director, ReportGame(match=2, points=(3, 9)))
    now = json.loads(file(client, cup, "results", "json").content)
    then = json.loads(file(client, cup, "results", "json", at=moment.isoformat()).content)
    assert [sum(row["status"] == "over" for row in listed) for listed in (then, now)] == [1, 2]
    assert [
        texts(file(client, cup, "results", "pdf", **asked).content)[0].count("done")
        for asked in ({"at": moment.isoformat()}, {})
    ] == [1, 2]
    assert "As it was on" in client.get(f"{at('paper', cup)}?{urlencode({'at': moment.isoformat()})}").content.decode()
    assert file(client, cup, "results", "json", at="2020-01-01T00:00").status_code == 404


def test_a_draft_is_on_no_paper_of_anybody(client, club, director):
    states.forget_all()
    cup = opened(club, director, SWISS)
    bot_pairs(cup, director, 4)
    do(cup, director, BeginStage(stage=1), PairRound(stage=1))
    officer = signed_in(director)
    for name in ("pairings", "pairings-by-name", "results", "slips", "cards", "missing"):
        assert json.loads(file(officer, cup, name, "json", round=1).content) == []
    answer = file(officer, cup, "slips", "pdf")
    assert answer.status_code == 404
    assert "no round is released" in answer.content.decode()
    assert (
        reverse("tournaments:print", args=[cup.slug, "pairings", "pdf"])
        not in officer.get(at("paper", cup)).content.decode()
    )


def test_results_under_embargo_are_on_no_paper_for_everybody_whoever_prints_it(client, cup, director):
    do(cup, director, SetEmbargo())
    do(cup, director, ReportGame(match=2, points=(3, 9)))
    officer = signed_in(director)
    for reader in (client, officer):
        results = json.loads(file(reader, cup, "results", "json").content)
        assert [row["match"] for row in results if row["status"] == "over"] == [1]
        assert "under embargo" in texts(file(reader, cup, "standings", "pdf").content)[0]
    assert "under embargo" in client.get(at("paper", cup)).content.decode()
    assert [row["match"] for row in json.loads(file(officer, cup, "missing", "json").content)] == [3]
    listed = client.get(f"/api/tournaments/{cup.slug}/lists/results/").json()["rows"]
    assert [row["match"] for row in listed if row["status"] == "over"] == [1]
    do(cup, director, ReleaseResults())
    shown = json.loads(file(client, cup, "results", "json").content)
    assert [row["match"] for row in shown if row["status"] == "over"] == [1, 2]


def numbers(text):
    """The whole numbers in a text: a bot's name may end in any."""
    return re.findall(r"\d+", text)


def test_a_player_s_own_result_under_embargo_is_not_kept_for_others(client, club, director):
    cache.clear()
    states.forget_all()
    cup = opened(club, director, SWISS)
    own = PlayerFactory(name="Devaki")
    enter(cup, by=director, players=(own, PlayerFactory(bot=True)), command=uuid4())
    bot_pairs(cup, director, 3)
    called(cup, director)
    do(cup, director, SetEmbargo())
    [match] = [match for match in state_of(cup).matches.values() if 1 in match.entrants]
    do(cup, director, ReportGame(match=match.number, points=(33, 77)))
    for reader in (signed_in(own), signed_in(director), client):
        assert "77" not in numbers(texts(file(reader, cup, "results", "pdf").content)[0])
        assert "77" not in numbers(file(reader, cup, "results", "csv").content.decode())
    do(cup, director, ReleaseResults())
    assert "77" in numbers(texts(file(client, cup, "results", "pdf").content)[0])


def test_the_schedule_has_the_times_by_the_club_s_clocks_and_the_delays(client, cup, director):
    begins = datetime(2026, 11, 28, 4, 30, tzinfo=UTC)
    at_second = int(begins.timestamp())
    do(
        cup,
        director,
        SetSchedule(
            sessions=(Session(at_second, at_second + 6 * 3600),),
            rounds=tuple(RoundTime(1, number, at_second + (number - 1) * 5400) for number in (2, 3)),
            match_minutes=60,
        ),
        DelayRound(stage=1, round=2, minutes=15),
    )
    rows = json.loads(file(client, cup, "schedule", "json").content)
    assert [(row["round"], row["begins"], row["late"]) for row in rows] == [
        (2, "2026-11-28T06:15:00+00:00", 15),
        (3, "2026-11-28T07:45:00+00:00", 15),
    ]
    shown = " ".join(texts(file(client, cup, "schedule", "pdf").content)[0].split())
    assert "Saturday, 28 November 2026" in shown
    assert "11:45" in shown
    assert "15 minutes" in shown
    page = client.get(at("paper", cup)).content.decode()
    assert reverse("tournaments:print", args=[cup.slug, "schedule", "pdf"]) in page


def test_passes_that_are_issued_are_printed_for_those_who_issue_them(client, cup, director):
    officer = signed_in(director)
    answer = file(officer, cup, "passes", "pdf")
    assert answer.status_code == 404
    assert "No pass is issued yet" in answer.content.decode()
    issue_passes(tournament=cup, by=director, entrants=(1, 5))
    printed = file(officer, cup, "passes", "pdf")
    addresses = pass_addresses(cup, "http://testserver")
    assert {
        row["entrant"]: row["address"] for row in json.loads(file(officer, cup, "passes", "json").content)
    } == addresses
    assert set(addresses) == {1, 5}
    assert all(shows_code(picture(printed.content), address) for address in addresses.values())
    scorer = PlayerFactory(name="Gopalan")
    do(cup, director, NameStaff(player=str(scorer.pk), role="scorer"))
    assert file(signed_in(scorer), cup, "slips", "csv").status_code == 200
    assert file(signed_in(scorer), cup, "passes", "csv").status_code == 403
    assert "passes.pdf" not in signed_in(scorer).get(at("paper", cup)).content.decode()


def test_prizes_that_were_won_have_a_certificate_each(client, cup, director):
    officer = signed_in(director)
    assert "No prize is won yet" in file(officer, cup, "prizes", "pdf").content.decode()
    juniors = Category.objects.create(tournament=cup, english="Juniors")
    overall = Prize.objects.create(tournament=cup, place=1, english="The golden lamp", amount="5,000")
    young = Prize.objects.create(tournament=cup, place=1, english="A book", category=juniors)
    for prize, number in ((overall, 5), (young, 4)):
        Award.objects.create(prize=prize, entrant=Entrant.objects.get(tournament=cup, number=number))
    listed = json.loads(file(officer, cup, "prizes", "json").content)
    assert [(row["category"], row["prize"], row["amount"], row["entrant"]) for row in listed] == [
        ("", "The golden lamp", "5,000", 5),
        ("Juniors", "A book", "", 4),
    ]
    first, second = (" ".join(page.split()) for page in texts(file(officer, cup, "prizes", "pdf").content))
    assert "The golden lamp" in first
    assert "in the category Juniors" in second


def test_a_public_document_is_set_once_for_all_who_ask(client, cup, director, monkeypatch):
    cache.clear()
    made = []
    kind = KINDS["pairings"]
    noting = lambda wish: made.append(wish) or kind.pdf(wish)  # noqa: E731
    monkeypatch.setitem(views.KINDS, "pairings", type(kind)(**{**_members(kind), "pdf": noting}))
    first = file(client, cup, "pairings", "pdf")
    assert first["Content-Type"] == "application/pdf"
    assert file(signed_in(director), cup, "pairings", "pdf").content == first.content
    assert len(made) == 1
    file(client, cup, "pairings", "pdf", language="ml")
    assert len(made) == 2
    do(cup, director, ReportGame(match=2, points=(3, 9)))
    file(client, cup, "pairings", "pdf")
    assert len(made) == 3


def _members(kind):
    return {name: getattr(kind, name) for name in kind.__struct_fields__}


def test_too_many_documents_are_refused_for_a_while(client, cup, monkeypatch):
    cache.clear()
    monkeypatch.setattr(views, "MAX_OF_NETWORK", 1)
    assert file(client, cup, "pairings", "pdf").status_code == 200
    answer = file(client, cup, "pairings", "pdf")
    assert answer.status_code == 429
    assert "Wait ten minutes" in answer.content.decode()
    # A file costs little, and is not counted.
    assert file(client, cup, "pairings", "csv").status_code == 200


def test_a_bracket_is_offered_on_both_papers(client, club, director):
    states.forget_all()
    cup = opened(club, director, KNOCK_OUT)
    bot_pairs(cup, director, 4)
    called(cup, director)
    page = client.get(at("paper", cup)).content.decode()
    assert page.count(reverse("tournaments:print", args=[cup.slug, "bracket", "pdf"])) == 2
    sizes = [file(client, cup, "bracket", "pdf", size=size).content for size in ("", "a3")]
    assert sizes[0] != sizes[1]
    [first, *_others] = json.loads(file(client, cup, "bracket", "json").content)
    assert (first["number"], first["seed_1"], first["from_1"], first["status"]) == (1, 1, "", "waiting")


def test_the_api_has_the_same_rows_with_their_version(client, cup, director):
    for name in PUBLIC:
        answer = client.get(f"/api/tournaments/{cup.slug}/lists/{name}/")
        assert answer.status_code == 200, answer.content
        listed = answer.json()
        assert listed["version"] == state_of(cup).version
        files = json.loads(file(client, cup, name, "json").content)
        assert [{key: row.get(key) for key in entry} for row, entry in zip(listed["rows"], files, strict=True)] == files
        as_csv = client.get(f"/api/tournaments/{cup.slug}/lists/{name}/", headers={"Accept": "text/csv"})
        assert as_csv.content == file(client, cup, name, "csv").content
    unchanged = client.get(
        f"/api/tournaments/{cup.slug}/lists/pairings/",
        headers={"If-None-Match": client.get(f"/api/tournaments/{cup.slug}/lists/pairings/")["ETag"]},
    )
    assert unchanged.status_code == 304


def test_the_desk_and_the_page_of_the_tournament_lead_to_the_paper(client, cup, director):
    assert at("paper", cup) in client.get(at("tournament", cup)).content.decode()
    assert at("paper", cup) in signed_in(director).get(at("desk", cup)).content.decode()
