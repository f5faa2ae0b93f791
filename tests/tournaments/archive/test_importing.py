"""Taking an archive in: all of it or nothing, marked, to be read only, and nobody's account is touched."""

import io
import uuid
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Membership, Player
from clubs.privacy.holdings import FORMER
from engine.events import Passed
from games import store
from games.models import Event, ForeignStream, PlayedGame, PlayedHand, Rating, Sheet, Table
from games.results.projection import Results
from games.sealing import signing
from games.sheets.selectors import load_state as load_sheet
from games.sheets.selectors import may_write
from games.store import projector
from games.tables.services.bots import house_bots
from games.tables.state.folding import fold_all
from tests.database import clean
from tests.factories import ClubFactory, PlayerFactory
from tests.tournaments.helpers.archives import OTHER_KEY, Value, archive_of, changed, fault_of
from tests.tournaments.helpers.directed import opened
from tests.tournaments.helpers.pages import at, signed_in
from tournaments.archive import importing
from tournaments.archive.importing import ImportRefused, TakenIn, take_in_archive
from tournaments.deeds.base import Refused
from tournaments.deeds.opening import CloseTournament, ReopenTournament
from tournaments.directing.acting import act, undo
from tournaments.directing.reporting import take_results
from tournaments.directing.tending import tend
from tournaments.log import states
from tournaments.models import Entrant, ImportedPlayer, MatchGame, Tournament
from tournaments.state.standing import rows_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def elsewhere(settings: Any) -> Callable[[], tuple[Club, Player]]:
    """Leave this installation for another: an empty database, another key, one club with its owner."""

    def move() -> tuple[Club, Player]:
        clean()
        states.forget_all()
        settings.LELAM_SEAL_KEY = OTHER_KEY
        owner = PlayerFactory(name="Mariamma", password="x")
        return ClubFactory(founder=owner, name="Kuttanad Card Club", place="Alappuzha"), owner

    return move


def taken(archive: bytes, club: Club, **more: Any) -> TakenIn:
    return take_in_archive(io.BytesIO(archive), club=club, **more)


def everything() -> list[Any]:
    models = (Event, ForeignStream, Player, ImportedPlayer, Tournament, Entrant, MatchGame, Table, Sheet, Membership)
    return [list(model.objects.order_by("pk").values_list()) for model in models]


def test_a_tournament_is_taken_in_whole_with_its_games(
    at_tables: Tournament, elsewhere: Callable[[], tuple[Club, Player]]
):
    archive, key = archive_of(at_tables), signing.public_key().hex()
    before = states.current(at_tables.pk)
    club, _owner = elsewhere()
    came = taken(archive, club)
    cup = came.tournament
    assert cup is not None
    assert (came.came, cup.pk, cup.club, cup.origin, cup.status) == ("taken", at_tables.pk, club, key, "finished")
    state = states.current(cup.pk)
    assert (state.places, state.matches, state.entrants) == (before.places, before.matches, before.entrants)
    assert rows_of(state, 1) == rows_of(before, 1)
    assert states.at_version(cup.pk, 5).version == 5
    tables = list(Table.objects.all())
    assert [(table.status, table.club, table.friendly, table.due_at) for table in tables] == [
        ("finished", club, True, None)
    ] * 3
    for table in tables:
        stored = store.load(table.pk)
        folded = fold_all(None, stored)
        assert folded is not None
        assert store.load(table.pk, after=3, only=["HandDealt"]) == [one for one in stored if one.type == "HandDealt"]
    call_command("verify_events", replay=True)
    assert fault_of(archive) is None
    assert (tend(cup.pk), take_results()) == (0, 0)


def test_its_pages_can_be_read_and_say_where_it_comes_from(
    at_tables: Tournament, elsewhere: Callable[[], tuple[Club, Player]]
):
    archive, prints = archive_of(at_tables), signing.fingerprint(signing.public_key())
    club, owner = elsewhere()
    cup = taken(archive, club).tournament
    assert cup is not None
    projector.run_all()
    browser = signed_in(owner)
    table = Table.objects.earliest("number")
    match = MatchGame.objects.get(pk=table.pk).match
    for page in ("tournament", "entries", "desk", "history"):
        answer = browser.get(at(page, cup))
        assert answer.status_code == 200, page
        assert prints in answer.content.decode(), page
        assert "/undo/" not in answer.content.decode(), page
    moment = states.at_version(cup.pk, states.current(cup.pk).version - 1).at
    assert browser.get(at("tournament", cup), {"at": moment.isoformat()}).status_code == 200
    assert browser.get(at("match", cup, match)).status_code == 200
    for name, arguments in (
        ("games:table", [table.pk]), ("games:hand", [table.pk, 1]), ("games:hand_proof", [table.pk, 1]),
        ("games:hand_record", [table.pk, 1]), ("games:record", [table.pk]),
    ):  # fmt: skip
        answer = browser.get(reverse(name, args=arguments))
        assert answer.status_code == 200, name
    assert prints in browser.get(reverse("games:hand", args=[table.pk, 1])).content.decode()
    assert PlayedHand.objects.filter(projection_version=projector.serving("hands")).count() == 3
    assert browser.get(reverse("tournaments:list")).status_code == 200


def test_a_sheet_can_be_read_and_not_written_on(on_sheets: Tournament, elsewhere: Callable[[], tuple[Club, Player]]):
    archive, prints = archive_of(on_sheets), signing.fingerprint(signing.public_key())
    names = Sheet.objects.get().names
    club, owner = elsewhere()
    cup = taken(archive, club).tournament
    assert cup is not None
    projector.run_all()
    sheet = Sheet.objects.get()
    assert (sheet.names, sheet.status, sheet.hands) == (names, "finished", 2)
    assert load_sheet(sheet.pk).is_finished
    assert not may_write(sheet, owner)
    answer = signed_in(owner).get(reverse("games:sheet", args=[sheet.pk]))
    assert answer.status_code == 200
    assert prints in answer.content.decode()
    assert "does not count here" in answer.content.decode()
    assert PlayedHand.objects.filter(sheet=sheet).count() == 2


def test_it_counts_in_nothing_of_the_club(at_tables: Tournament, elsewhere: Callable[[], tuple[Club, Player]]):
    archive = archive_of(at_tables)
    club, owner = elsewhere()
    taken(archive, club)
    projector.run_all()
    assert not PlayedGame.objects.exists()
    assert not Rating.objects.exists()
    assert not any(projector.miscounts(kind) for kind in projector.projections().values())
    assert projector.stopped_lanes() == []
    assert not Results.foreign
    page = signed_in(owner).get(reverse("tournaments:winners_of_club", args=[club.slug])).content.decode()
    assert "Onam Swiss" not in page


def test_the_same_archive_twice_changes_nothing(at_tables: Tournament, elsewhere: Callable[[], tuple[Club, Player]]):
    archive = archive_of(at_tables)
    club, _owner = elsewhere()
    taken(archive, club)
    Player.objects.filter(imported__isnull=False).update(name=FORMER)
    before = everything()
    again = taken(archive, club)
    assert (again.came, again.tournament is not None) == ("known", True)
    assert everything() == before, "those who were erased here stay erased"


def test_at_home_an_archive_changes_nothing(at_tables: Tournament, club: Club):
    archive, before = archive_of(at_tables), everything()
    assert taken(archive, club).came == "own"
    assert everything() == before


def test_a_dry_run_changes_nothing(at_tables: Tournament, elsewhere: Callable[[], tuple[Club, Player]]):
    archive = archive_of(at_tables)
    club, _owner = elsewhere()
    before = everything()
    assert (taken(archive, club, dry=True).came, everything()) == ("taken", before)


def test_a_crash_in_the_middle_leaves_nothing_half_done(
    at_tables: Tournament, elsewhere: Callable[[], tuple[Club, Player]], monkeypatch: pytest.MonkeyPatch
):
    archive = archive_of(at_tables)
    club, _owner = elsewhere()
    before, calls, first = everything(), [], importing.take_in

    def failing(*arguments: Any, **more: Any) -> Any:
        calls.append(arguments)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return first(*arguments, **more)

    monkeypatch.setattr(importing, "take_in", failing)
    with pytest.raises(KeyboardInterrupt):
        taken(archive, club)
    assert everything() == before
    monkeypatch.undo()
    assert taken(archive, club).came == "taken"


def test_no_deed_changes_it(at_tables: Tournament, elsewhere: Callable[[], tuple[Club, Player]]):
    archive = archive_of(at_tables)
    club, owner = elsewhere()
    cup = taken(archive, club).tournament
    assert cup is not None
    before = everything()
    with pytest.raises(Refused) as refused:
        act(cup, ReopenTournament(reason="other"), by=owner, command=uuid4())
    assert refused.value.code == "taken-in"
    with pytest.raises(Refused) as refused:
        undo(cup, cup.version, by=owner, command=uuid4())
    assert refused.value.code == "taken-in"
    with pytest.raises(Refused) as refused:
        archive_of(cup)
    assert refused.value.code == "taken-in"
    assert everything() == before


def test_players_become_guests_and_no_account_is_taken_over(
    on_sheets: Tournament, elsewhere: Callable[[], tuple[Club, Player]]
):
    archive = archive_of(on_sheets)
    club, _owner = elsewhere()
    namesake = PlayerFactory(name="Guest 1a")
    taken(archive, club)
    guests = Player.objects.filter(imported__isnull=False)
    assert set(guests.values_list("name", flat=True)) >= {"Guest 1a", "Guest 1b", "Guest 2a", "Guest 2b"}
    assert {(guest.user_id, guest.kept_by, guest.merged_into) for guest in guests} == {(None, club, None)}
    assert not Membership.objects.filter(player__in=guests).exists()
    assert not guests.filter(pk=namesake.pk).exists()


def test_an_id_that_somebody_has_here_is_not_taken_over(
    on_sheets: Tournament, elsewhere: Callable[[], tuple[Club, Player]]
):
    archive = archive_of(on_sheets)
    wanted = Player.objects.get(name="Guest 1a").pk
    club, _owner = elsewhere()
    Player.objects.create(pk=wanted, name="Kunjali")
    before = everything()
    with pytest.raises(ImportRefused) as refused:
        taken(archive, club)
    assert (refused.value.code, everything()) == ("player-known", before)


def test_those_who_were_erased_stay_erased(on_sheets: Tournament, elsewhere: Callable[[], tuple[Club, Player]]):
    gone = Player.objects.get(name="Guest 1a")
    Player.objects.filter(pk=gone.pk).update(name=FORMER, erased_at="2026-01-01T00:00Z")
    sheet = Sheet.objects.get()
    Sheet.objects.update(names=["" if name == "Guest 1a" else name for name in sheet.names])
    Entrant.objects.update(name="")
    archive = archive_of(on_sheets)
    assert b"Guest 1a" not in archive
    assert b"Guest 1b" in archive
    club, _owner = elsewhere()
    taken(archive, club)
    row = Player.objects.get(pk=gone.pk)
    assert (row.name, row.erased_at is not None) == (FORMER, True)


def test_a_house_bot_keeps_its_own_name(at_tables: Tournament, elsewhere: Callable[[], tuple[Club, Player]]):
    archive = archive_of(at_tables)
    club, _owner = elsewhere()
    (bot,) = house_bots(1)
    Player.objects.filter(pk=bot.pk).delete()

    def forge(values: list[Value]) -> None:
        place = next(number for number, value in enumerate(values) if "player" in value)
        line = {"player": str(bot.pk), "name": "Director of the club", "bot": True}
        at = next((n for n in range(place, len(values)) if values[n].get("player", "~") > str(bot.pk)), place)
        values.insert(at, line)

    taken(changed(archive, forge), club)
    assert Player.objects.get(pk=bot.pk).name == bot.name


def test_another_state_of_the_same_tournament_is_refused(
    on_sheets: Tournament, elsewhere: Callable[[], tuple[Club, Player]], director: Player, settings: Any
):
    key = settings.LELAM_SEAL_KEY
    first = archive_of(on_sheets)
    act(on_sheets, ReopenTournament(reason="other"), by=director, command=uuid4())
    act(on_sheets, CloseTournament(), by=director, command=uuid4())
    second = archive_of(on_sheets)
    assert key != OTHER_KEY
    club, _owner = elsewhere()
    taken(first, club)
    before = everything()
    with pytest.raises(ImportRefused) as refused:
        taken(second, club)
    assert (refused.value.code, everything()) == ("some-here", before)


def test_a_stream_that_is_here_keeps_a_whole_archive_out(
    at_tables: Tournament, elsewhere: Callable[[], tuple[Club, Player]]
):
    archive = archive_of(at_tables)
    game = MatchGame.objects.earliest("match").pk
    club, _owner = elsewhere()
    store.append(game, expected=0, events=[Passed(seat=0)], command=uuid.uuid4())
    before = everything()
    with pytest.raises(ImportRefused) as refused:
        taken(archive, club)
    assert (refused.value.code, everything()) == ("some-here", before)


def test_the_id_of_the_hall_of_a_tournament_of_ours_is_given_to_no_archive(
    on_sheets: Tournament, elsewhere: Callable[[], tuple[Club, Player]], monkeypatch: pytest.MonkeyPatch
):
    archive, id_ = archive_of(on_sheets), on_sheets.pk
    club, owner = elsewhere()
    opened(club, owner)
    before = everything()
    monkeypatch.setattr(importing, "stream_of", lambda tournament: id_)
    with pytest.raises(ImportRefused) as refused:
        taken(archive, club)
    assert (refused.value.code, everything()) == ("some-here", before)


def test_the_commands_write_and_take_in(
    on_sheets: Tournament, elsewhere: Callable[[], tuple[Club, Player]], tmp_path: Any, capsys: Any
):
    path = tmp_path / "cup.jsonl"
    call_command("archive_tournament", on_sheets.slug, output=path)
    with pytest.raises(CommandError, match="Cannot write"):
        call_command("archive_tournament", on_sheets.slug, output=path)
    assert path.read_bytes() == archive_of(on_sheets)
    club, _owner = elsewhere()
    call_command("import_archive", path, club=club.slug, dry_run=True)
    assert not Tournament.objects.exists()
    call_command("import_archive", path, club=club.slug)
    call_command("import_archive", path, club=club.slug)
    said = capsys.readouterr().out
    assert "Would be taken in: " in said
    assert "Taken in: " in said
    assert "here already, and was taken in before" in said
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(CommandError, match="No: line "):
        call_command("import_archive", path, club=club.slug)


def test_a_visitor_sees_the_mark(on_sheets: Tournament, elsewhere: Callable[[], tuple[Club, Player]]):
    archive, prints = archive_of(on_sheets), signing.fingerprint(signing.public_key())
    club, _owner = elsewhere()
    cup = taken(archive, club).tournament
    assert cup is not None
    page = Client().get(at("tournament", cup)).content.decode()
    assert prints in page
