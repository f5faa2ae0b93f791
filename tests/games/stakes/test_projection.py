"""Games in the ledgers of their clubs: each event's units once, whatever is followed, rebuilt, or done at once."""

from datetime import date, timedelta
from threading import Barrier
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from msgspec import structs

import engine
from clubs.ledger import posting
from clubs.ledger.posting import lock
from clubs.models import Club, LedgerEntry, LedgerPosting, Season
from engine.written import SheetHand
from games import store
from games.events import sheets
from games.events import tables as events
from games.events.results import ResultEntered, ResultWithdrawn
from games.models import ProjectionCheckpoint, ProjectionRun, Table
from games.projections import Stakes
from games.store import projector, rebuilding
from tests.clubs.helpers.ledgers import balance, books_are_right
from tests.games.helpers.logs import guards_down, in_thread, stream_in_lane
from tests.games.helpers.played import begun, bots_play, club_of, hand, happens, later
from tests.games.helpers.stakes import OVER, TARGET, kept
from tests.games.helpers.tables import people, person

pytestmark = pytest.mark.django_db(transaction=True)


def followed() -> None:
    """Let the projection follow the log, and fail if it stopped."""
    projector.run_once(Stakes)
    assert projector.stopped_lanes() == []


def moved(stream: UUID) -> list[tuple[str, int | None, dict[str, int]]]:
    """Return what a stream moved: kind, hand, and what each player got by name."""
    entries = LedgerEntry.objects.filter(stream=stream).order_by("pk")
    return [
        (
            entry.kind,
            entry.hand,
            dict(LedgerPosting.objects.filter(entry=entry).values_list("account__player__name", "amount")),
        )
        for entry in entries
    ]


@pytest.fixture
def four():
    return people()


@pytest.fixture
def club(four) -> Club:
    return club_of(*four)


def test_each_hand_of_a_game_for_stakes_moves_them_and_its_end_nothing(club, four):
    """28-STK-2, 28-END-2."""
    stream = begun(four, club=club)
    happens(stream, kept(1, (2, 0), (22, 18)), kept(2, (0, -1), (23, 17)), OVER)
    followed()

    assert moved(stream) == [
        ("game", 1, {"Ammini": 2, "Beeran": -2, "Chacko": 2, "Devaki": -2}),
        ("game", 2, {"Ammini": 1, "Beeran": -1, "Chacko": 1, "Devaki": -1}),
    ]
    books_are_right()


def test_a_game_to_a_target_is_settled_when_it_is_over(club, four):
    """28-END-3: the substitute gets what was won since."""
    stream = begun(four, club=club, options=TARGET)
    chacko, eli = four[2], person("Eli")
    happens(stream, hand(1, (3, 0), score=(3, 0)))
    followed()
    assert moved(stream) == []
    happens(
        stream,
        events.PlayerSubstituted(seat=2, player=str(eli.pk), replaced=str(chacko.pk)),
        hand(2, (0, 1), score=(3, 1)),
        OVER,
    )
    followed()

    assert moved(stream) == [("game", None, {"Ammini": 2, "Beeran": -2, "Chacko": 3, "Devaki": -2, "Eli": -1})]


def test_friendly_games_and_those_of_no_club_move_nothing(club, four):
    for stream in (begun(four, club=club, friendly=True), begun(four)):
        happens(stream, kept(1, (2, 0), (22, 18)), OVER)
    followed()

    assert not LedgerEntry.objects.exists()


def test_of_an_old_table_the_row_says_the_club(club, four):
    stream = begun(four, club=club)
    with guards_down() as owner:
        owner.execute(
            "UPDATE games_event SET schema = 2, body = body - 'club' WHERE stream = %s AND version = 1", [stream]
        )
    happens(stream, kept(1, (2, 0), (22, 18)))
    followed()

    assert Table.objects.get(pk=stream).club == club
    assert len(moved(stream)) == 1


def test_bots_have_accounts_too(club, four):
    stream = bots_play("56-kerala-6", club=club, by=four[0])
    followed()

    ((kind, _, amounts),) = moved(stream) or [("game", None, {})]
    assert kind == "game"
    assert sum(amounts.values()) == 0
    books_are_right()


def test_a_result_counts_on_the_day_it_was_played_until_it_is_withdrawn(club, four):
    monsoon = Season.objects.create(club=club, name="Monsoon", begins=date(2026, 6, 1), ends=date(2026, 8, 31))
    stream = uuid4()
    players = tuple(str(player.pk) for player in four)
    happens(stream, ResultEntered("28-kerala-4", 1, str(club.pk), players, (6, 2), 9, date(2026, 7, 4)))
    followed()
    assert moved(stream) == [("game", None, {"Ammini": 4, "Beeran": -4, "Chacko": 4, "Devaki": -4})]
    assert balance(club, four[0], monsoon) == 4
    happens(stream, ResultWithdrawn())
    followed()

    assert [kind for kind, _, _ in moved(stream)] == ["game", "reversal"]
    assert balance(club, four[0], monsoon) == 0


def test_a_sheet_whose_last_entry_is_taken_back_is_settled_anew(club):
    six = [person(name) for name in ("Ammini", "Beeran", "Chacko", "Devaki", "Eli", "Fathima")]
    stream = uuid4()
    players = tuple(str(player.pk) for player in six)
    ending = {"ending": {"type": "hands", "count": 1}}
    happens(
        stream,
        sheets.SheetOpened("56-kerala-6", ending, 1, 0, club=str(club.pk), players=players),
        sheets.HandEntered(1, 0, SheetHand("made", 0, 28, "S", 0)),
        engine.HandScored(1, "made", 0, 28, None, None, score=(1, 0)),
        OVER,
    )
    followed()
    happens(stream, sheets.EntryWithdrawn(2))
    followed()
    happens(
        stream,
        sheets.HandEntered(1, 0, SheetHand("failed", 0, 28, "S", 0)),
        engine.HandScored(1, "failed", 0, 28, None, None, score=(0, 2)),
        OVER,
    )
    followed()

    assert [(kind, amounts["Ammini"]) for kind, _, amounts in moved(stream)] == [
        ("game", 1),
        ("reversal", -1),
        ("game", -2),
    ]


def test_a_rebuild_puts_nothing_down_twice(club, four):
    stream = begun(four, club=club)
    happens(stream, kept(1, (2, 0), (22, 18)), kept(2, (0, -1), (23, 17)), OVER)
    followed()
    before = list(LedgerPosting.objects.order_by("entry", "account").values_list("entry", "account", "amount"))

    run = rebuilding.rebuild(Stakes)

    assert run.status == ProjectionRun.Status.SERVING
    assert list(LedgerPosting.objects.order_by("entry", "account").values_list("entry", "account", "amount")) == before
    assert projector.miscounts(Stakes) == []


def test_an_entry_that_differs_stops_the_lane_there_and_what_lies_before_stays(club, four):
    """The ledger is not mended silently: somebody has changed it, or the program."""
    stream = begun(four, club=club)
    happens(stream, kept(1, (2, 0), (22, 18)), kept(2, (1, 0), (23, 17)))
    others = posting.Moved(
        club=club.pk, kind="game", amounts={four[0].pk: 9, four[1].pk: -9}, day=date(2026, 11, 20), at=later(0),
        stream=stream, version=7, hand=2,
    )  # fmt: skip
    posting.post([others])
    projector.run_once(Stakes)

    (stopped,) = projector.stopped_lanes()
    assert stopped.projection == "stakes"
    assert "differs" in stopped.error
    assert str(stream) in stopped.error
    assert (("game", 1, {"Ammini": 2, "Beeran": -2, "Chacko": 2, "Devaki": -2})) in moved(stream)


def test_a_day_of_the_club_is_that_of_its_own_place(four):
    """Three in the morning in Kottayam is yesterday evening in Toronto; there too after the club has moved."""
    club = club_of(*four, zone="America/Toronto")
    Club.objects.filter(pk=club.pk).update(time_zone="Asia/Kolkata")
    stream = begun(four, club=club)
    happens(stream, kept(1, (2, 0), (22, 18)), at=later(0) + timedelta(hours=9))
    followed()

    assert LedgerEntry.objects.get(stream=stream).day == later(0).date()


def in_lanes(club: Club, four: list, count: int) -> list[UUID]:
    """Return streams of a club, each in a lane of its own, whose one hand is decided."""
    streams = []
    for lane in range(count):
        stream = stream_in_lane(lane)
        terms = events.TableOpened(
            rules="28-kerala-4", options={}, club=str(club.pk), action_seconds=30, reserve_seconds=60, pause_seconds=8
        )  # fmt: skip
        # Each table has them at other seats, so that each would take their rows in another order.
        turned = four[lane % 4 :] + four[: lane % 4]
        sitting = [events.SeatTaken(seat, str(player.pk)) for seat, player in enumerate(turned)]
        happens(stream, terms, *sitting, kept(1, (2, 0), (22, 18)), kept(2, (1, 0), (23, 17)))
        streams.append(stream)
    return streams


def test_many_games_of_one_club_finish_at_once_without_a_deadlock(club, four):
    in_lanes(club, four, 8)
    projector.run_once(Stakes)  # makes the run; and from here again, all lanes at the same moment
    ProjectionCheckpoint.objects.update(pos=0, applied=0)
    more = in_lanes(club, four, 8)
    start = Barrier(8)

    def follow() -> None:
        start.wait()
        for _ in range(4):
            projector.run_once(Stakes)

    workers = [in_thread(follow) for _ in range(8)]
    for worker in workers:
        worker.finish()
    followed()

    assert all(len(moved(stream)) == 2 for stream in more)
    assert LedgerEntry.objects.count() == 32
    books_are_right()


def test_the_same_event_projected_twice_at_once_is_put_down_once(club, four):
    stream = begun(four, club=club)
    amounts = {four[0].pk: 2, four[1].pk: -2}
    asked = posting.Moved(
        club=club.pk, kind="game", amounts=amounts, day=date(2026, 11, 20), at=later(0), stream=stream, version=6
    )
    start = Barrier(6)
    found = []

    def put() -> None:
        start.wait()
        found.extend(posting.post([asked]))

    workers = [in_thread(put) for _ in range(6)]
    for worker in workers:
        worker.finish()

    assert [one.fresh for one in found].count(True) == 1
    assert len({one.entry for one in found}) == 1
    assert balance(club, four[0]) == 2


def test_a_crash_before_the_commit_leaves_nothing_and_the_next_worker_does_it_all(club, four, monkeypatch):
    stream = begun(four, club=club)
    happens(stream, kept(1, (2, 0), (22, 18)), kept(2, (1, 0), (23, 17)))
    put = Stakes.finish

    class Crash(BaseException):
        pass

    def put_and_crash(self) -> None:
        put(self)
        if self._asked:
            assert LedgerEntry.objects.filter(stream=stream).count() == 2
            raise Crash

    monkeypatch.setattr(Stakes, "finish", put_and_crash)
    with pytest.raises(Crash):
        projector.run_once(Stakes)
    assert moved(stream) == []
    assert balance(club, four[0]) == 0
    monkeypatch.undo()
    followed()

    assert [hand_number for _, hand_number, _ in moved(stream)] == [1, 2]
    books_are_right()


def test_clubs_are_locked_in_one_order_whoever_asks(four):
    """Two transactions that each move units in the same clubs, asked for in opposite orders."""
    clubs = [club_of(four[0], four[1], name=f"Club {number}") for number in range(6)]
    start = Barrier(2)

    def put(order: list[Club]) -> None:
        start.wait()
        for _ in range(10):
            posting.post(
                [
                    posting.Moved(
                        club=each.pk, kind="game", amounts={four[0].pk: 1, four[1].pk: -1}, day=date(2026, 11, 20),
                        at=later(0), stream=uuid4(), version=1,
                    )
                    for each in order
                ]
            )  # fmt: skip

    workers = [in_thread(lambda: put(clubs)), in_thread(lambda: put(clubs[::-1]))]
    for worker in workers:
        worker.finish()

    assert all(balance(each, four[0]) == 20 for each in clubs)


def test_an_officer_waits_for_a_game_of_the_club_and_not_for_one_of_another(four):
    club, other = club_of(*four), club_of(*four[:2], name="Pamba Card Club")
    with transaction.atomic():
        lock([club.pk])
        asked = posting.Moved(
            club=other.pk, kind="game", amounts={four[0].pk: 1, four[1].pk: -1}, day=date(2026, 11, 20),
            at=later(0), stream=uuid4(), version=1,
        )  # fmt: skip
        in_thread(lambda: posting.post([asked])).finish()
        mine = structs.replace(asked, club=club.pk, stream=uuid4())
        waits = in_thread(lambda: posting.post([mine]))
        while not _waiting():
            pass
        assert balance(other, four[0]) == 1
    waits.finish()


def _waiting() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
        return bool(cursor.fetchone()[0])


def test_the_log_alone_says_what_was_moved(club, four):
    """What is asked for follows from the stream up to the event, not from what the batch has seen before."""
    stream = begun(four, club=club)
    happens(stream, kept(1, (2, 0), (22, 18)))
    followed()
    happens(stream, kept(2, (1, 0), (23, 17)))
    followed()

    assert moved(stream)[1] == ("game", 2, {"Ammini": 1, "Beeran": -1, "Chacko": 1, "Devaki": -1})
    assert len(store.load(stream, opened=False, only={"HandScored"})) == 2
