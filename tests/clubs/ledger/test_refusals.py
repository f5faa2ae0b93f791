"""What the database itself refuses: to the program, to the owner of the tables, and to a mistaken caller."""

import itertools
from datetime import date, timedelta

import psycopg
import pytest
from django.db import connection, transaction
from django.utils import timezone

from clubs.ledger.posting import LedgerRefused, Moved
from clubs.models import LedgerAccount, LedgerEntry, LedgerPosting, Season
from tests.clubs.helpers.ledgers import AT, DAY, balance, books_are_right, deed, game, put
from tests.database import app_connection, owner_connection
from tests.factories import ClubFactory
from tests.games.helpers.logs import administrator

TABLES = ("clubs_ledgeraccount", "clubs_ledgerentry", "clubs_ledgerposting", "clubs_ledgerbalance")


@pytest.fixture
def beeran(person):
    return person("Beeran")


@pytest.fixture
def chacko(person):
    return person("Chacko")


@pytest.fixture
def entry(club, annamma, beeran) -> LedgerEntry:
    """An entry by which Beeran got two units from Annamma."""
    return LedgerEntry.objects.get(pk=put(game(club, {annamma: -2, beeran: 2}))[0].entry)


def season(club, begins: date, ends: date, name: str = "Monsoon") -> Season:
    return Season.objects.create(club=club, name=name, begins=begins, ends=ends)


def refusal(*moved: Moved) -> str:
    with pytest.raises(LedgerRefused) as refused:
        put(*moved)
    return refused.value.code


ATTACKS = (
    "UPDATE {} SET {} = {}",
    "DELETE FROM {}",
    "TRUNCATE {} CASCADE",
)
COLUMN = {
    "clubs_ledgeraccount": "player_id",
    "clubs_ledgerentry": "hand",
    "clubs_ledgerposting": "amount",
    "clubs_ledgerbalance": "amount",
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("who", ["program", "owner", "superuser as a replica"])
def test_nobody_changes_or_removes_what_is_in_the_ledger(who, entry):
    before = list(LedgerPosting.objects.order_by("account").values_list("account", "amount"))
    connect = {"program": app_connection, "owner": owner_connection, "superuser as a replica": administrator}[who]
    with connect() as attacker:
        if who == "superuser as a replica":
            attacker.execute("SET session_replication_role = replica")
        for table, attack in itertools.product(TABLES, ATTACKS):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                attacker.execute(attack.format(table, COLUMN[table], COLUMN[table]))

    assert list(LedgerPosting.objects.order_by("account").values_list("account", "amount")) == before
    books_are_right()


INSERTS = [
    "INSERT INTO clubs_ledgerposting (entry_id, account_id, amount) SELECT max(entry_id), max(account_id), 5"
    " FROM clubs_ledgerposting",
    "INSERT INTO clubs_ledgeraccount (club_id, player_id) SELECT club_id, NULL FROM clubs_ledgeraccount LIMIT 1",
    "INSERT INTO clubs_ledgerentry (club_id, kind, stream, version, day, late, recorded_at)"
    " SELECT club_id, 'game', stream, 99, day, late, recorded_at FROM clubs_ledgerentry",
    "INSERT INTO clubs_ledgerbalance (club_id, account_id, amount, moved)"
    " SELECT club_id, id, 5, 1 FROM clubs_ledgeraccount",
    "SELECT clubs_ledger_refuse('not-zero', 'nothing')",
]


@pytest.mark.django_db(transaction=True)
def test_the_program_writes_through_the_function_only(entry):
    with app_connection() as attacker:
        for insert in INSERTS:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                attacker.execute(insert)


@pytest.mark.django_db(transaction=True)
def test_even_the_owner_puts_down_no_posting_that_leaves_a_sum_and_no_balance_at_all(entry, chacko):
    with owner_connection() as owner:
        with pytest.raises(psycopg.Error, match="not-zero"):
            owner.execute(
                "WITH a AS (INSERT INTO clubs_ledgeraccount (club_id, player_id) VALUES (%s, %s) RETURNING id)"
                " INSERT INTO clubs_ledgerposting (entry_id, account_id, amount) SELECT %s, id, 1 FROM a",
                [entry.club_id, chacko.pk, entry.pk],
            )
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="follow from the postings"):
            owner.execute("UPDATE clubs_ledgerbalance SET amount = amount + 1")
    books_are_right()


def test_an_entry_comes_to_nothing_over_at_least_two_accounts(club, annamma, beeran):
    assert refusal(game(club, {annamma: -2, beeran: 1})) == "not-zero"
    assert refusal(game(club, {annamma: 0, beeran: 0})) == "not-zero"
    assert refusal(game(club, {})) == "not-zero"
    assert not LedgerEntry.objects.exists()
    assert not LedgerAccount.objects.exists()


def test_of_several_entries_all_are_put_down_or_none(club, annamma, beeran):
    assert refusal(game(club, {annamma: -2, beeran: 2}), game(club, {annamma: -2, beeran: 1})) == "not-zero"
    assert not LedgerEntry.objects.exists()


def test_the_same_event_again_puts_nothing_down_and_another_answer_to_it_is_loud(club, annamma, beeran, chacko):
    moved = game(club, {annamma: -2, beeran: 2})
    (first,) = put(moved)
    (again,) = put(moved)

    assert first.fresh
    assert not again.fresh
    assert first.entry == again.entry
    for other in (
        game(club, {annamma: -3, beeran: 3}, stream=moved.stream),
        game(club, {annamma: -2, chacko: 2}, stream=moved.stream),
        game(club, {annamma: -2, beeran: 1, chacko: 1}, stream=moved.stream),
        game(club, {annamma: -2, beeran: 2}, stream=moved.stream, hand=2),
    ):
        assert refusal(other) == "differs"
    assert balance(club, beeran) == 2


def test_kinds_need_what_they_follow_from(club, annamma, beeran, entry):
    units = {annamma: 1, beeran: -1}
    assert refusal(deed(club, annamma, "correction", units)) == "not-so"
    assert refusal(deed(club, annamma, "game", units)) == "not-so"
    assert refusal(deed(club, annamma, "gift", units)) == "not-so"
    assert refusal(deed(club, annamma, "grant", units, corrects=entry.pk)) == "not-so"
    assert refusal(deed(club, annamma, "correction", units, corrects=entry.pk + 1)) == "no-such-entry"


def test_a_game_is_reversed_by_its_own_events_only_once_and_exactly(club, annamma, beeran, entry):
    back = {annamma: 2, beeran: -2}
    of_game = {"kind": "reversal", "day": DAY, "at": AT, "club": club.pk, "corrects": entry.pk}
    amounts = {player.pk: more for player, more in back.items()}

    assert refusal(deed(club, annamma, "reversal", back, corrects=entry.pk)) == "not-so"
    other = Moved(**of_game, stream=entry.stream, version=9, amounts={annamma.pk: 1, beeran.pk: -1})
    assert refusal(other) == "not-so"
    put(Moved(**of_game, stream=entry.stream, version=9, amounts=amounts))
    assert refusal(Moved(**of_game, stream=entry.stream, version=10, amounts=amounts)) == "reversed-already"
    assert balance(club, beeran) == 0


def test_an_act_of_another_club_moves_nothing_here(club, annamma, beeran, person):

    other = ClubFactory(founder=person("Devaki"), name="Pamba Card Club")
    moved = deed(other, annamma, "grant", {None: -2, beeran: 2})
    assert refusal(Moved(**{name: getattr(moved, name) for name in moved.__struct_fields__} | {"club": club.pk})) == (
        "no-such-act"
    )


def test_units_of_a_day_go_to_its_season_and_those_of_no_season_to_none(club, annamma, beeran):
    monsoon = season(club, DAY - timedelta(days=3), DAY + timedelta(days=3))
    put(game(club, {annamma: -2, beeran: 2}), game(club, {annamma: -5, beeran: 5}, day=DAY + timedelta(days=4)))

    assert balance(club, beeran, monsoon) == 2
    assert balance(club, beeran) == 5


def test_what_comes_late_for_a_closed_season_goes_to_the_next_open_one_and_is_marked(club, annamma, beeran):
    monsoon = season(club, DAY - timedelta(days=3), DAY)
    monsoon.closed_at = timezone.now()
    monsoon.save()
    (none,) = put(game(club, {annamma: -2, beeran: 2}))
    winter = season(club, DAY + timedelta(days=1), DAY + timedelta(days=90), "Winter")
    (late,) = put(game(club, {annamma: -3, beeran: 3}))

    found = {entry.pk: entry for entry in LedgerEntry.objects.all()}
    assert (found[none.entry].season, found[none.entry].late) == (None, True)
    assert (found[late.entry].season, found[late.entry].late) == (winter, True)


def test_nothing_is_put_into_a_closed_season_nor_into_another_clubs(club, annamma, beeran, person):

    other = ClubFactory(founder=person("Devaki"), name="Pamba Card Club")
    theirs = season(other, DAY, DAY)
    closed = season(club, DAY, DAY)
    closed.closed_at = timezone.now()
    closed.save()

    units = {annamma: 1, beeran: -1}
    assert refusal(deed(club, annamma, "grant", units, season=theirs.pk)) == "no-such-season"
    assert refusal(deed(club, annamma, "grant", units, season=closed.pk)) == "season-closed"


def test_a_closed_season_stays_closed_and_a_season_its_clubs(club, person):

    monsoon = season(club, DAY, DAY)
    monsoon.closed_at = timezone.now()
    monsoon.save()
    other = ClubFactory(founder=person("Devaki"), name="Pamba Card Club")
    for change in ({"closed_at": None}, {"club": other}):
        with pytest.raises(Exception, match="stays"), transaction.atomic():
            Season.objects.filter(pk=monsoon.pk).update(**change)


def test_the_ledger_is_read_but_not_written_by_the_programs_role(db):
    with connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(
                "SELECT privilege FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES',"
                " 'TRIGGER']) AS privilege WHERE has_table_privilege(current_user, %s, privilege)",
                [table],
            )
            assert cursor.fetchall() == [("SELECT",)]
