"""The proof of the ledger: silent about what is right, and it finds each kind of fault that somebody could plant."""

import io
from contextlib import contextmanager
from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.utils import timezone

import engine
from clubs.ledger import services
from clubs.models import LedgerAccount, LedgerEntry, Season
from engine.written import SheetHand
from games.events import sheets
from games.events.results import ResultEntered, ResultWithdrawn
from games.models import ProjectionCheckpoint
from games.projections import Stakes
from games.stakes.proof.whole import prove
from games.store import projector
from tests.database import owner_connection
from tests.games.helpers.logs import guards_down
from tests.games.helpers.played import begun, bots_play, club_of, hand, happens
from tests.games.helpers.stakes import OVER, TARGET, kept
from tests.games.helpers.tables import people, person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def four():
    return people()


@pytest.fixture
def club(four):
    return club_of(*four)


@pytest.fixture
def stream(club, four):
    """A game for stakes of two hands, beside a game to a target, a result taken back, and what officers do."""
    stream = begun(four, club=club)
    happens(stream, kept(1, (2, 0), (22, 18)), kept(2, (0, -1), (23, 17)), OVER)
    happens(begun(four, club=club, options=TARGET), hand(1, (6, 0), score=(6, 0)), OVER)
    players = tuple(str(player.pk) for player in four)
    result = uuid4()
    happens(result, ResultEntered("28-kerala-4", 1, str(club.pk), players, (6, 2), 9, date(2026, 7, 4)))
    happens(result, ResultWithdrawn())
    base_cards = begun(four, "28-wikipedia-4", club=club)
    happens(
        base_cards,
        hand(1, (-3, 0), made=False, stakes=(3, 9), kunukku=(0,) * 4),
        hand(2, (-4, 0), made=False, stakes=(6, 6), kunukku=(1, 0, 1, 0)),
    )
    projector.run_once(Stakes)
    services.grant(club=club, by=four[0], units=20)
    services.settle(club=club, by=four[0], player=four[1], units=3, pays=True)
    return stream


def codes(**only) -> set[str]:
    return {fault.code for fault in prove(**only).faults}


@contextmanager
def villain():
    """Yield the owner of the tables for whom the ledger is ordinary tables."""
    tables = ("clubs_ledgerposting", "clubs_ledgerentry", "clubs_ledgerbalance", "clubs_ledgeraccount")
    with owner_connection() as owner, owner.transaction():
        for table in tables:
            owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        yield owner
        # What was deferred is checked now: a trigger cannot be put back before.
        owner.execute("SET CONSTRAINTS ALL IMMEDIATE")
        guards = owner.execute(
            "SELECT c.relname, t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
            " WHERE NOT t.tgisinternal AND c.relname = ANY(%s)",
            [list(tables)],
        ).fetchall()
        for table, guard in guards:
            owner.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {guard}")


def test_a_ledger_that_says_what_the_log_says_is_proved(stream):
    proof = prove()

    assert proof.faults == []
    assert proof.entries == LedgerEntry.objects.count() > 5
    assert proof.waiting == 0
    assert proof.balances


def test_several_processes_find_the_same(stream):
    one, three = prove(processes=1), prove(processes=3)

    assert (one.faults, one.events, one.entries, one.balances) == (
        three.faults, three.events, three.entries, three.balances,
    )  # fmt: skip


def test_an_entry_that_leaves_a_sum(stream):
    entry = LedgerEntry.objects.get(stream=stream, hand=1).pk
    with villain() as owner:
        owner.execute("UPDATE clubs_ledgerposting SET amount = amount + 1 WHERE entry_id = %s AND amount > 0", [entry])
    faults = prove().faults

    assert {fault.code for fault in faults} == {"not-zero", "differs", "balance"}
    assert any((fault.entry, fault.event) == (entry, f"{stream}/6") for fault in faults)


def test_units_that_went_to_another_player(stream, four):
    """The sum is 0 and the balances are right; only the log says otherwise."""
    with villain() as owner:
        first, second = (LedgerAccount.objects.get(player=player).pk for player in four[:2])
        entry = LedgerEntry.objects.get(stream=stream, hand=1).pk
        swap = (
            "UPDATE {} SET amount = amount + %s * (SELECT p.amount FROM clubs_ledgerposting p"
            " WHERE p.entry_id = %s AND p.account_id = {}.account_id) WHERE account_id = ANY(%s)"
        )
        owner.execute(swap.format(*["clubs_ledgerbalance"] * 2), [-2, entry, [first, second]])
        owner.execute(
            "UPDATE clubs_ledgerposting SET amount = -amount WHERE entry_id = %s AND account_id = ANY(%s)",
            [entry, [first, second]],
        )

    assert codes() == {"differs"}


def test_a_balance_that_was_changed(stream):
    with villain() as owner:
        owner.execute(
            "UPDATE clubs_ledgerbalance SET amount = amount + 7 WHERE id = (SELECT min(id) FROM clubs_ledgerbalance)"
        )
    (fault,) = prove().faults

    assert fault.code == "balance"
    assert "postings come to" in fault.what


def test_a_balance_of_nothing_and_one_that_is_gone(stream):
    with villain() as owner:
        owner.execute("DELETE FROM clubs_ledgerbalance WHERE amount > 0")
    assert codes() == {"balance"}


def test_an_entry_that_is_gone(stream):
    with villain() as owner:
        entry = LedgerEntry.objects.get(stream=stream, hand=2).pk
        owner.execute("DELETE FROM clubs_ledgerposting WHERE entry_id = %s", [entry])
        owner.execute("DELETE FROM clubs_ledgerentry WHERE id = %s", [entry])
    faults = prove().faults

    missing = [fault for fault in faults if fault.code == "missing"]
    assert [fault.event for fault in missing] == [f"{stream}/7"]
    assert "no entry says so" in missing[0].what


def test_postings_that_are_gone(stream):
    with villain() as owner:
        entry = LedgerEntry.objects.get(stream=stream, hand=2).pk
        owner.execute("DELETE FROM clubs_ledgerposting WHERE entry_id = %s", [entry])
    assert {"few-postings", "differs"} <= codes()


def test_an_entry_of_an_event_that_moved_nothing(stream, club, four):
    from tests.clubs.helpers.ledgers import game, put

    put(game(club, {four[0]: 2, four[1]: -2}, stream=stream, version=1))
    (fault,) = prove().faults

    assert (fault.code, fault.event) == ("too-many", f"{stream}/1")


def test_an_event_put_down_twice(stream):
    with villain() as owner:
        entry = LedgerEntry.objects.get(stream=stream, hand=2).pk
        owner.execute("DROP INDEX clubs_entry_of_event")
        (again,) = owner.execute(
            "INSERT INTO clubs_ledgerentry (club_id, season_id, kind, stream, version, hand, day, late, recorded_at)"
            " SELECT club_id, season_id, kind, stream, version, hand, day, late, recorded_at FROM clubs_ledgerentry"
            " WHERE id = %s RETURNING id",
            [entry],
        ).fetchone()
        owner.execute(
            "INSERT INTO clubs_ledgerposting (entry_id, account_id, amount)"
            " SELECT %s, account_id, amount FROM clubs_ledgerposting WHERE entry_id = %s",
            [again, entry],
        )
    faults = prove().faults
    with owner_connection() as owner:
        owner.execute("ALTER TABLE clubs_ledgerposting DISABLE TRIGGER USER")
        owner.execute("ALTER TABLE clubs_ledgerentry DISABLE TRIGGER USER")
        owner.execute("DELETE FROM clubs_ledgerposting WHERE entry_id = %s", [again])
        owner.execute("DELETE FROM clubs_ledgerentry WHERE id = %s", [again])
        for table, guard in (
            ("clubs_ledgerposting", "clubs_ledgerposting_keep"),
            ("clubs_ledgerposting", "clubs_ledgerposting_keep_row"),
            ("clubs_ledgerposting", "clubs_ledgerposting_balance"),
            ("clubs_ledgerentry", "clubs_ledgerentry_keep"),
            ("clubs_ledgerentry", "clubs_ledgerentry_keep_row"),
        ):
            owner.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {guard}")
        owner.execute(
            "CREATE UNIQUE INDEX clubs_entry_of_event ON clubs_ledgerentry (stream, version) WHERE stream IS NOT NULL"
        )

    assert [(fault.code, fault.entry) for fault in faults if fault.code == "too-many"] == [("too-many", again)]


def test_an_entry_in_another_clubs_season_or_account(stream, four):
    other = club_of(four[0], name="Pamba Card Club")
    theirs = Season.objects.create(club=other, name="Winter", begins=date(2026, 1, 1), ends=date(2026, 12, 31))
    services.grant(club=other, by=four[0], units=5)
    with villain() as owner:
        entry = LedgerEntry.objects.get(stream=stream, hand=1).pk
        owner.execute("UPDATE clubs_ledgerentry SET season_id = %s WHERE id = %s", [theirs.pk, entry])
    assert "other-season" in codes()
    with villain() as owner:
        account = LedgerAccount.objects.get(club=other, player=four[0]).pk
        owner.execute(
            "UPDATE clubs_ledgerposting SET account_id = %s WHERE entry_id = %s AND amount > 0 AND account_id ="
            " (SELECT id FROM clubs_ledgeraccount WHERE player_id = %s AND club_id <> %s)",
            [account, entry, four[0].pk, other.pk],
        )
    assert "other-club" in codes()


def test_an_event_that_was_changed_after_the_fact(stream):
    with guards_down() as owner:
        owner.execute(
            "UPDATE games_event SET body = jsonb_set(body, '{stakes}', '[30, 10]') WHERE stream = %s AND version = 6",
            [stream],
        )
    found = [fault for fault in prove().faults if fault.code == "differs"]
    assert {fault.event for fault in found} == {f"{stream}/6", f"{stream}/7"}


def test_events_that_wait_for_the_ledger_are_no_fault_until_they_wait_too_long(stream, club, four):
    more = begun(four, club=club, at=timezone.now())
    happens(more, kept(1, (2, 0), (22, 18)))
    proof = prove()
    assert (proof.faults, proof.waiting) == ([], 1)
    with guards_down() as owner:
        owner.execute("UPDATE games_event SET recorded_at = recorded_at - interval '1 hour' WHERE stream = %s", [more])
    assert codes() == {"waiting"}


def test_a_lane_that_stopped_is_a_fault(stream):
    ProjectionCheckpoint.objects.filter(run__name="stakes", lane=stream.int % 16).update(failed_pos=9, error="differs")
    (fault,) = prove().faults
    assert (fault.code, "stopped at position 9" in fault.what) == ("stopped", True)


def test_one_club_or_season_is_proved_by_itself(stream, club, four):
    other = club_of(*four, name="Pamba Card Club")
    winter = Season.objects.create(
        club=other,
        name="Winter",
        begins=timezone.localdate() - timedelta(days=1),
        ends=timezone.localdate() + timedelta(days=30),
    )
    theirs = begun(four, club=other)
    happens(theirs, kept(1, (2, 0), (22, 18)))
    projector.run_once(Stakes)
    with villain() as owner:
        entry = LedgerEntry.objects.get(stream=stream, hand=1).pk
        owner.execute("UPDATE clubs_ledgerposting SET amount = amount * 2 WHERE entry_id = %s", [entry])

    assert codes() == {"differs", "balance"} == codes(club=club)
    assert codes(club=other) == codes(season=winter) == set()
    assert prove(season=winter).entries == 1


def test_the_command_says_what_it_proved_and_ends_with_the_status_of_what_it_found(stream, club):
    said = io.StringIO()
    call_command("prove_ledger", club=club.slug, stdout=said)
    assert "The ledger is proved" in said.getvalue()

    with villain() as owner:
        owner.execute(
            "UPDATE clubs_ledgerposting SET amount = amount * 2 WHERE entry_id = %s",
            [LedgerEntry.objects.get(stream=stream, hand=1).pk],
        )
    said = io.StringIO()
    with pytest.raises(CommandError) as found:
        call_command("prove_ledger", stdout=said)
    assert found.value.returncode == 1
    assert f"event {stream}/6: it says" in said.getvalue()
    for wrong in ({"club": "nowhere"}, {"season": uuid4()}):
        with pytest.raises(CommandError) as found:
            call_command("prove_ledger", **wrong)
        assert found.value.returncode == 2


def test_the_program_proves_with_the_rights_it_has(stream):
    """No superuser is needed, nor the owner of the tables: it reads what the program reads."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        assert cursor.fetchone() == ("lelam_app",)
    assert codes() == set()


def test_a_game_without_stakes_is_proved_from_its_hands(club, four):
    """56-SCORE-1: bots play a whole match; the proof reckons it from the scores."""
    bots_play("56-kerala-6", hands=3, club=club, by=four[0])
    bots_play("28-house-4" if "28-house-4" in engine.rule_set_ids() else "28-pagat-4", hands=3, club=club, by=four[0])
    projector.run_once(Stakes)
    assert prove().faults == []


def test_sheets_taken_back_and_tables_of_old_are_proved_too(club, four):
    """The proof reads what the projection reads: entries withdrawn after the end, and clubs that only the row says."""
    old = begun(four, club=club)
    with guards_down() as owner:
        owner.execute(
            "UPDATE games_event SET schema = 2, body = body - 'club' WHERE stream = %s AND version = 1", [old]
        )
    happens(old, kept(1, (2, 0), (22, 18)))
    six = [*four, *(person(name) for name in ("Eli", "Fathima"))]
    players = tuple(str(player.pk) for player in six)
    ending = {"ending": {"type": "hands", "count": 1}}
    sheet = uuid4()
    happens(
        sheet,
        sheets.SheetOpened("56-kerala-6", ending, 1, 0, club=str(club.pk), players=players),
        sheets.HandEntered(1, 0, SheetHand("made", 0, 28, "S", 0)),
        engine.HandScored(1, "made", 0, 28, None, None, score=(1, 0)),
        OVER,
        sheets.EntryWithdrawn(2),
        sheets.HandEntered(1, 0, SheetHand("failed", 0, 28, "S", 0)),
        engine.HandScored(1, "failed", 0, 28, None, None, score=(0, 2)),
        OVER,
    )
    projector.run_once(Stakes)

    assert LedgerEntry.objects.filter(stream=sheet).count() == 3
    assert LedgerEntry.objects.filter(stream=old).count() == 1
    assert prove().faults == []
