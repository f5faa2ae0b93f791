"""Runs of the sweep: begun, claimed, resumed after a kill, finished; findings kept and told once."""

from datetime import UTC, datetime, timedelta
from io import StringIO
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from msgspec.structs import replace

from clubs.models import Notice
from games.models import SweepChunk, SweepFinding, SweepRun, Table
from games.sweep import services, working
from games.sweep.hours import night_of
from games.sweep.judging import Found
from games.sweep.working import Seen
from tests.factories import ClubFactory, MembershipFactory, PlayerFactory
from tests.games.helpers.forging import table, write
from tests.games.helpers.logs import guards_down

pytestmark = pytest.mark.django_db(transaction=True)


def written(*seeds: int, rules: str = "28-kerala-4"):
    """Write a table for each seed; return their streams."""
    tables = [table(rules, seed) for seed in seeds]
    with guards_down() as owner:
        for stream, deeds in tables:
            write(owner, stream, deeds)
    return [stream for stream, _ in tables]


def tamper(stream):
    """Change a card that was played."""
    with guards_down() as owner:
        owner.execute(
            "UPDATE games_event SET body = jsonb_set(body, '{seat}', '2') WHERE type = 'CardPlayed' AND stream = %s",
            [stream],
        )


def restore(stream):
    """Write the stream as it was played."""
    with guards_down() as owner:
        owner.execute("DELETE FROM games_event WHERE stream = %s", [stream])
    written(next(seed for seed in range(9) if table("28-kerala-4", seed)[0] == stream))


def swept(**asked):
    """Sweep to the end; return the run."""
    run = services.begin(**asked)
    assert run is not None
    while services.sweep_some(seconds=60):
        pass
    run.refresh_from_db()
    return run


def test_a_run_goes_through_the_log_and_the_next_through_what_is_new():
    written(1, 2)
    first = swept()
    written(3)
    second = swept()
    third = swept()

    assert (first.status, first.everything, first.hands, first.streams) == ("done", True, 4, 2)
    assert (second.everything, second.hands, second.streams) == (False, 2, 1)
    assert (third.hands, third.chunks, third.status) == (0, 0, "done")
    assert swept(everything=True).hands == 6


def test_a_new_version_of_the_rules_sweeps_everything(monkeypatch):
    written(1)
    swept()
    monkeypatch.setattr(services, "VERSION", services.VERSION + 1)

    assert swept().hands == 2


def test_a_run_of_one_club_and_one_since_a_day_leave_the_next_nights_where_they_were():
    streams = written(1, 2)
    club = ClubFactory()
    Table.objects.create(
        number=1, pk=streams[0], club=club, rules="28-kerala-4", options={}, status=Table.Status.FINISHED
    )

    assert swept(club=club).hands == 2
    assert swept(club=club, since=datetime(2026, 2, 1, tzinfo=UTC)).hands == 2
    assert swept(club=club, since=datetime(2026, 4, 1, tzinfo=UTC)).hands == 0
    assert swept(since=datetime(2026, 2, 1, tzinfo=UTC)).hands == 4
    assert swept(since=datetime(2026, 4, 1, tzinfo=UTC)).hands == 0
    assert swept().hands == 4


def test_a_run_of_one_club_reads_the_streams_of_the_club_and_nothing_else(monkeypatch):
    streams = written(1, 2)
    club = ClubFactory()
    Table.objects.create(
        number=1, pk=streams[0], club=club, rules="28-kerala-4", options={}, status=Table.Status.FINISHED
    )
    read, read_streams = [], working.read_streams
    monkeypatch.setattr(working, "read_span", lambda *args, **named: pytest.fail("the log was read as it lies"))
    monkeypatch.setattr(working, "read_streams", lambda seen, **ends: read.extend(seen) or read_streams(seen, **ends))
    tamper(streams[0])

    run = swept(club=club)
    assert (run.status, run.hands, run.streams, run.chunks_done) == ("done", 2, 1, services.CLUB_CHUNKS)
    assert set(SweepFinding.objects.values_list("stream", flat=True)) == {streams[0]} == set(read)


def test_one_run_at_a_time():
    written(1)

    assert services.begin() is not None
    assert services.begin() is None


def test_a_chunk_whose_worker_was_killed_is_claimed_again_and_counted_once():
    written(1)
    run = services.begin()
    now = timezone.now()
    killed = services.claim(run, now=now)

    assert services.claim(run, now=now + services.LEASE / 2) is None
    again = services.claim(run, now=now + services.LEASE * 2)
    assert again.pk == killed.pk
    services.work(again, run)
    # The first one was not dead, only slow.
    with pytest.raises(services.LostLease):
        services.work(killed, run)
    run.refresh_from_db()
    assert (run.hands, run.chunks_done, services.finish(run)) == (2, 1, True)


def test_a_chunk_that_kills_its_workers_is_given_up_and_the_run_says_so():
    written(1)
    run, now = services.begin(), timezone.now()
    for number in range(services.MAX_TRIES):
        assert services.claim(run, now=now + services.LEASE * 2 * number) is not None

    assert services.claim(run, now=now + services.LEASE * 20) is None
    assert services.finish(run)
    run.refresh_from_db()
    assert run.status == "failed"
    # The next night begins where this one did.
    assert swept().hands == 2


def test_two_workers_share_the_chunks(monkeypatch):
    monkeypatch.setattr(services, "POSITIONS", 60)
    written(1, 2)
    run = services.begin()
    chunks = [services.claim(run) for _ in range(run.chunks)]

    assert len({chunk.number for chunk in chunks}) == run.chunks > 3
    assert services.claim(run) is None
    for chunk in reversed(chunks):
        services.work(chunk, run)
    run.refresh_from_db()
    assert (run.hands, run.streams, services.finish(run)) == (4, 2, True)
    assert SweepChunk.objects.filter(run=run, status="done").count() == run.chunks


def test_a_finding_is_kept_told_once_and_cleared_when_it_is_gone():
    _good, bad = written(1, 2)
    director, operator, player = PlayerFactory(), PlayerFactory(), PlayerFactory()
    operator.user.is_staff = True
    operator.user.save()
    club = ClubFactory(founder=director, with_=[player])
    Table.objects.create(number=1, pk=bad, club=club, rules="28-kerala-4", options={}, status=Table.Status.FINISHED)
    tamper(bad)
    run = swept()
    findings = SweepFinding.objects.filter(cleared_at=None)

    assert {finding.stream for finding in findings} == {bad}
    assert {finding.club for finding in findings} == {club}
    assert run.found == len(findings) > 1
    assert "log-hash" in {finding.code for finding in findings}
    told = Notice.objects.filter(kind="sweep-finding")
    assert {notice.player for notice in told} == {director, operator}
    assert len(told) == 2

    swept(everything=True)
    assert Notice.objects.filter(kind="sweep-finding").count() == 2
    restore(bad)
    swept(everything=True)
    assert not SweepFinding.objects.filter(cleared_at=None).exists()
    assert SweepFinding.objects.exists()


def kept(now, *findings):
    """Begin a run of all, keep findings of its only part, and end it; return who was told since by this."""
    before = set(Notice.objects.values_list("pk", flat=True))
    run = services.begin(everything=True)
    services.keep(services.claim(run), run, Seen(findings=dict(findings)), now=now)
    assert services.finish(run)
    return sorted(notice.player.name for notice in Notice.objects.exclude(pk__in=before))


def test_a_later_finding_of_another_code_in_the_same_game_is_told_and_one_of_the_same_is_not():
    (stream,) = written(1)
    operator = PlayerFactory(name="Operator")
    operator.user.is_staff = True
    operator.user.save()
    now = timezone.now()
    nights = [now + timedelta(days=number) for number in range(5)]
    follow = Found(subject="play", code="must-follow", hand=1)

    assert kept(nights[0], (stream, (follow, replace(follow, hand=2)))) == ["Operator"]
    assert kept(nights[1], (stream, (follow, replace(follow, hand=2, version=9)))) == []
    assert kept(nights[2], (stream, (follow, replace(follow, code="deal-pack")))) == ["Operator"]
    assert kept(nights[3], (stream, ())) == []
    assert kept(nights[4], (stream, (follow,))) == ["Operator"], "it was gone, and is there again"


def test_people_are_told_once_a_night_of_each_club_whatever_is_found(settings, monkeypatch):
    settings.LELAM_SWEEP_HOURS = (22, 6)
    monkeypatch.setattr(services, "POSITIONS", 60)
    streams = written(1, 2)
    director, operator = PlayerFactory(name="Director"), PlayerFactory(name="Operator")
    operator.user.is_staff = True
    operator.user.save()
    for number, stream in enumerate(streams):
        club = ClubFactory(founder=director)
        MembershipFactory(club=club, player=operator, role="director")
        Table.objects.create(
            number=number + 1, pk=stream, club=club, rules="28-kerala-4", options={}, status=Table.Status.FINISHED
        )
    run = services.begin(nightly=True)
    evening = datetime(2026, 3, 1, 23, tzinfo=ZoneInfo(settings.TIME_ZONE))

    def told(code, *found_in, now):
        before = set(Notice.objects.values_list("pk", flat=True))
        finding = Found(subject="play", code=code, hand=1)
        services.keep(services.claim(run), run, Seen(findings=dict.fromkeys(found_in, (finding,))), now=now)
        return sorted(notice.player.name for notice in Notice.objects.exclude(pk__in=before))

    assert told("must-follow", *streams, now=evening) == ["Director", "Director", "Operator"]
    assert told("deal-pack", *streams, now=evening + timedelta(hours=3)) == []
    assert told("mismatch", streams[0], now=evening + timedelta(hours=24)) == ["Director", "Operator"]


def test_the_hours_are_those_of_the_servers_zone(settings):
    zone = ZoneInfo(settings.TIME_ZONE)
    settings.LELAM_SWEEP_HOURS = (23, 5)
    opened = datetime(2026, 3, 1, 23, tzinfo=zone)

    assert night_of(opened) == night_of(opened + timedelta(hours=5, minutes=59)) == opened
    assert night_of(opened - timedelta(minutes=1)) is None
    assert night_of(opened + timedelta(hours=6)) is None
    settings.LELAM_SWEEP_HOURS = (3, 3)
    assert night_of(opened) == datetime(2026, 3, 1, 3, tzinfo=zone)


def test_a_nightly_run_begins_once_a_night_and_rests_outside_its_hours(settings, monkeypatch):
    zone = ZoneInfo(settings.TIME_ZONE)
    written(1)
    night = datetime(2026, 3, 2, 1, 30, tzinfo=zone)

    assert not services.tend(now=night - timedelta(hours=2))
    assert services.tend(now=night)
    assert SweepRun.objects.get().is_nightly
    assert services.tend(now=night + timedelta(minutes=1)), "there is work left"
    assert not services.tend(now=night + timedelta(hours=8))
    monkeypatch.setattr(services, "night_of", lambda now: None)
    assert not services.sweep_some()
    monkeypatch.setattr(services, "night_of", lambda now: night)
    assert not services.sweep_some(seconds=60)
    assert SweepRun.objects.get().hands == 2
    assert not services.tend(now=night + timedelta(hours=1)), "once a night"


def test_a_chunk_goes_back_when_the_hours_are_over_in_the_middle_of_it(monkeypatch):
    written(1)
    run = services.begin(nightly=True)
    chunk = services.claim(run)
    monkeypatch.setattr(services, "night_of", lambda now: None)

    with pytest.raises(services.Interrupted):
        services.work(chunk, run)
    chunk.refresh_from_db()
    assert (chunk.status, chunk.tries) == ("waiting", 0)


def test_the_sweep_waits_for_tables_of_people_that_are_late(monkeypatch):
    written(1)
    lags = iter([timedelta(seconds=5), timedelta(seconds=3), timedelta()])
    slept = []
    monkeypatch.setattr(services, "lateness", lambda now: next(lags, timedelta()))
    monkeypatch.setattr(services.time, "sleep", slept.append)

    assert swept().hands == 2
    assert len(slept) == 2


def test_a_rate_holds_the_sweep_back(settings, monkeypatch):
    written(1)
    settings.LELAM_SWEEP_HANDS_A_SECOND = 1
    slept = []
    monkeypatch.setattr(services.time, "sleep", slept.append)

    assert swept().hands == 2
    assert 1 < sum(slept) <= 2


def test_the_command_sweeps_and_names_what_it_finds_without_people():
    (bad,) = written(2)
    tamper(bad)
    out = StringIO()

    with pytest.raises(CommandError, match="findings"):
        call_command("sweep_hands", all=True, stdout=out)
    assert f"{bad}/0  log-hash  event " in out.getvalue()
    with pytest.raises(CommandError, match="There is no club"):
        call_command("sweep_hands", club="nowhere")
    with pytest.raises(CommandError, match="YYYY-MM-DD"):
        call_command("sweep_hands", since="yesterday")


def test_what_was_seen_is_kept_all_or_not_at_all():
    written(1)
    run = services.begin()
    chunk = services.claim(run)
    SweepChunk.objects.filter(pk=chunk.pk).update(worker=None)

    with pytest.raises(services.LostLease):
        services.keep(chunk, run, Seen(hands=9, findings={}))
    run.refresh_from_db()
    assert run.hands == 0
