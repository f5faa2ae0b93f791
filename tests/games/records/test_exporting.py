"""Games as files of records: what is selected, what is left out, and that a file is taken in elsewhere as it is."""

import io
import json
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

import engine
from clubs.models import Membership, OfficerAct
from engine.record import result_of
from games.models import Sheet, Table
from games.records.exporting import Selection, record_lines
from games.sheets.selectors import load_state
from games.sheets.services import enter_hand, open_sheet
from tests.api.calls import program_of
from tests.factories import ClubFactory, MembershipFactory
from tests.games.helpers.played import bots_play
from tests.games.helpers.tables import TWO_HANDS, dealt_table, people, play_on
from tests.games.records.files import NAMES, games, lines, played
from tests.strategies import lively

pytestmark = pytest.mark.django_db


def exported(**selection: Any) -> list[engine.Record]:
    return [engine.decode_record(line) for line in record_lines(Selection(**selection))]


def command(*more: str) -> list[dict[str, Any]]:
    """Return the records that the command writes to a file."""
    return [json.loads(line) for line in written(*more).splitlines()]


def written(*more: str) -> bytes:
    import tempfile

    with tempfile.NamedTemporaryFile() as file:
        call_command("export_records", *more, "--output", file.name, stderr=io.StringIO())
        return file.read()


@pytest.mark.parametrize("rules_id", ["28-kerala-4", "28-house-4", "28-pagat-3", "56-international-6", "56-standard-4"])
def test_what_was_imported_is_exported_as_it_was_and_audits_the_same(take, club, rules_id):
    records = [played(rules_id, hands=3, seed=seed) for seed in range(3)]
    take(lines(*records))
    out = exported(club=club)

    assert sorted(map(engine.encode_record, out)) == sorted(map(engine.encode_record, records))
    assert sorted(map(str, map(engine.audit, out))) == sorted(map(str, map(engine.audit, records)))


def test_an_exported_file_changes_nothing_here_and_is_the_same_game_elsewhere(take, club, owner):
    take(lines(*games(3)))
    bots_play("28-kerala-4", club=club, by=owner)
    sheets, data = Sheet.objects.count(), written("--club", club.slug)
    assert data.count(b"\n") == 4

    sheets_only = written("--club", club.slug, *(f"--game={pk}" for pk in Sheet.objects.values_list("pk", flat=True)))
    assert (take(sheets_only).made, Sheet.objects.count()) == (0, sheets)
    other = ClubFactory(founder=owner, name="Vembanad")
    report = take(data, to=other)
    assert (report.made, report.wrong) == (4, 0)
    assert sorted(written("--club", other.slug).splitlines()) == sorted(data.splitlines())


def test_of_a_table_only_the_finished_hands_are_given_out(club):
    players = people()
    for player in players:
        MembershipFactory(club=club, player=player)
    table = dealt_table(players, club=club)
    assert exported(club=club) == []
    play_on(table, players, lively(Random(3), concede=0), lambda state: state.hand == 2 and state.turn is not None)

    ((hand,),) = [record.hands for record in exported(club=club)]
    assert hand.claim is not None
    assert engine.audit(exported(club=club)[0]).verdict == "clean"
    running = load_state_of(table).game
    cards = "".join(str(hand) for hand in hand.cards)
    assert str(tuple(engine.view(running, 0).hand)) not in cards


def load_state_of(table: Table) -> Any:
    from games.tables.selectors.states import load_state

    return load_state(table.pk)


def test_games_are_selected(take, club, owner):
    take(lines(*games(2)))
    for name in NAMES[:6]:
        MembershipFactory(club=club, player__name=name)
    take(lines(played("56-kerala-6", hands=2, seed=5), played("56-kerala-6", hands=3, seed=6, count=1)))
    other = ClubFactory(founder=owner, name="Vembanad")
    take(lines(*games(1)), to=other)
    eapen = Membership.objects.get(player__name="Eapen").player
    first = Sheet.objects.filter(club=club).first()
    Sheet.objects.filter(pk=first.pk).update(created_at=datetime(2024, 8, 15, 20, 0, tzinfo=UTC))  # 1:30 of the 16th

    def count(*more: str) -> int:
        return len(command("--club", club.slug, *more))

    assert len(command()) == 5
    assert count() == 4
    assert count("--rules", "56-kerala-6") == 2
    assert count("--player", str(eapen.pk)) == 2
    assert count("--finished") == 3
    assert count("--to", "2024-08-16") == 1
    assert count("--to", "2024-08-15") == 0
    assert count("--from", "2024-08-17") == 3
    assert count("--game", str(first.pk)) == 1
    with pytest.raises(CommandError, match="There is no club nowhere"):
        command("--club", "nowhere")


def test_a_sheet_without_its_cards_is_left_out_and_the_command_says_so(take, club, owner, tmp_path):
    take(lines(*games(1)))
    sheet = open_sheet(player=owner, club=club, rules="56-kerala-4", options=TWO_HANDS, names=NAMES[:4])
    enter_hand(sheet_id=sheet.pk, player=owner, outcome="made", contract=(1, 30, "S", 0))
    err = io.StringIO()
    call_command("export_records", "--club", club.slug, "--output", str(tmp_path / "out.jsonl"), stderr=err)

    assert (tmp_path / "out.jsonl").read_bytes().count(b"\n") == 1
    assert err.getvalue() == "1 score sheets are left out: not every hand is written down card by card.\n"


def test_the_claimed_results_are_those_of_the_sheet(take, club):
    take(lines(*games(1)))
    state = load_state(Sheet.objects.get().pk)
    (record,) = exported(club=club)

    claims = [json.loads(json.dumps(hand.claim)) for hand in record.hands]
    assert claims == [
        json.loads(engine.encode_record(record))["hands"][number]["result"] for number in range(len(record.hands))
    ]
    assert [claim["outcome"] for claim in claims] == [result_of(scored).outcome for _entry, scored in state.results]


# The page and the API


def test_an_officer_selects_on_the_page_and_fetches_the_file(take, client, club, owner):
    take(lines(*games(2), played("56-kerala-4", hands=2)))
    client.force_login(owner.user)
    page = client.get(reverse("games:export_records", args=[club.slug]), {"rules": "56-kerala-4"}).content.decode()
    address = f"{reverse('games:records_file', args=[club.slug])}?rules=56-kerala-4"
    assert f'href="{address}"' in page

    answer = client.get(address)
    data = b"".join(answer.streaming_content)
    assert answer["Content-Type"] == "application/jsonl"
    assert 'filename="meenachil-card-club-records-' in answer["Content-Disposition"]
    assert [json.loads(line)["rules"] for line in data.splitlines()] == ["56-kerala-4"]
    act = OfficerAct.objects.get(action="data.exported")
    assert (act.actor, act.details) == (owner, {"kind": "records"})


@pytest.mark.parametrize(
    ("query", "status"), [("since=2024-02-30", 422), ("since=2024-02-02&until=2024-02-01", 422), ("rules=chess", 422)]
)
def test_a_selection_that_makes_no_sense_is_refused_beside_its_field(client, club, owner, query, status):
    client.force_login(owner.user)
    answer = client.get(f"{reverse('games:export_records', args=[club.slug])}?{query}")
    assert answer.status_code == status
    assert 'class="err"' in answer.content.decode()
    assert client.get(f"{reverse('games:records_file', args=[club.slug])}?{query}").status_code == 302


def test_a_secretary_gets_no_table_that_the_secretary_may_not_see(client, club, owner):
    bots_play("28-kerala-4", club=club, by=owner, invitation=True)
    secretary = MembershipFactory(club=club, role="secretary").player
    for player, count in ((owner, 1), (secretary, 0)):
        client.force_login(player.user)
        answer = client.get(reverse("games:records_file", args=[club.slug]))
        assert b"".join(answer.streaming_content).count(b"\n") == count


def test_a_program_gets_the_records_of_a_club(take, club, owner):
    take(lines(*games(2)))
    program = program_of(owner)
    path = f"/api/clubs/{club.slug}/records/export/?rules=28-kerala-4&finished=true"
    answer = program.client.get(path, headers={"authorization": f"Bearer {program.token}"})
    assert answer.status_code == 200
    assert b"".join(answer.streaming_content).count(b"\n") == 2
    assert program.get(f"clubs/{club.slug}/records/export/?rules=chess").status_code == 404
    assert program.get(f"clubs/{club.slug}/records/export/?since=never").status_code == 400
    stranger = program_of(MembershipFactory(club=club).player)
    assert stranger.get(f"clubs/{club.slug}/records/export/").status_code == 403
