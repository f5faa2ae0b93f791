"""A whole tournament by bots through the real services, which may be killed at any moment and goes on.

    python -m benchmarks.bench_ninety [--home FOLDER] [--teams N] [--hands N] [--sample N] [--threads N]

*56 International* as the preset has it: two halves, eight matches of 18 hands against the other half, then a knock-out
of the best sixteen. The server runs the rounds: `tend` pairs, releases and calls them, and opens the live tables; house
bots play at these by `advance_table`, as in the worker; a game that ends reports itself by `take_result`; `publish`
keeps the standings. The director's deeds (beginning and closing stages, a match that stays level) are done here.

Nothing but the log says how far it has come. With `--home` the folder is kept: started there again after whatever end,
the same command goes on where it was, and once all is played it only proves. Bots wait for nothing, and tables have no
pause between hands; the clock is the real one.

At the end it proves: every event is as it was appended, and those of the tournament and of a sample of tables could
happen where they stand; every match that was called was reported once, with the points that its table has; standings
are, as they are kept from result to result and as they were published, those made from nothing.
"""

import argparse
import statistics
import sys
import time
from collections import Counter, deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from benchmarks.product import product

RULES = "56-kerala-6"
KEY = uuid5(NAMESPACE_URL, "lelam:bench:ninety")
SAY_EVERY = 30.0
"""Seconds between two lines that say how far it has come."""


def main() -> None:
    """Play what is not played yet, prove and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, help="the data folder, kept; without it nothing is kept")
    parser.add_argument("--teams", type=int, default=90)
    parser.add_argument("--hands", type=int, default=0, help="hands of every match (default: those of the preset)")
    parser.add_argument("--sample", type=int, default=20, help="tables whose events are replayed (0: all)")
    parser.add_argument("--threads", type=int, default=3, help="how many play at once, each at a table of its own")
    parser.add_argument("--say", type=float, default=SAY_EVERY, help="seconds between lines")
    arguments = parser.parse_args()
    with product(arguments.home, LELAM_BOT_SECONDS="0"):
        run = Run(arguments)
        run.play()
        run.prove()


class Run:
    """One run of the tournament's program, from its start to its end or death."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        from django.utils import timezone

        from tournaments.log import states

        self.sample, self.pause, self.threads = arguments.sample, arguments.say, arguments.threads
        self.tournament, self.director = opened(arguments.teams, arguments.hands)
        state = states.current(self.tournament.pk)
        teams = len(state.entrants)
        if teams != arguments.teams:
            sys.exit(f"The tournament in this folder has {teams} teams.")
        self.started, self.began, self.first = timezone.now(), time.monotonic(), events()
        self.told = 0.0
        self.seconds: list[float] = []
        if self.first > teams + 10:
            self.say("goes on")
        else:
            self.say("begins")

    def play(self) -> None:
        """Play to the end of the tournament."""
        from tournaments.demo.swiss import direct
        from tournaments.directing.publishing import publish
        from tournaments.directing.reporting import take_results
        from tournaments.directing.tending import tend
        from tournaments.log import states

        pk = self.tournament.pk
        while not states.current(pk).is_over:
            # Results that were not taken because the process died before it.
            take_results()
            direct(self.tournament, self.director)
            tend(pk)
            publish(pk)
            self.play_tables()

    def play_tables(self) -> None:
        """Let bots play at the tables that are open, in turn, and report each game as it ends."""
        from games.models import Table
        from tournaments.models import MatchGame

        waiting = MatchGame.objects.filter(tournament=self.tournament, reported=0, refused="", opened_at__isnull=False)
        tables = list(waiting.order_by("match", "game").values_list("pk", flat=True))
        # Only a game that this run plays whole says how long one takes.
        untouched = Table.objects.filter(pk__in=tables, created_at__gte=self.started)
        spent = dict.fromkeys(untouched.values_list("pk", flat=True), 0.0)
        turns = deque(tables)
        with ThreadPoolExecutor(self.threads) as pool:
            workers = [pool.submit(self.play_in_turn, turns, spent) for _ in range(self.threads)]
            while wait(workers, timeout=1).not_done:
                self.say_sometimes()
            for worker in workers:
                worker.result()

    def play_in_turn(self, turns: deque[UUID], spent: dict[UUID, float]) -> None:
        """Take the next table, do what is due there and put it last, until all games are over."""
        from django.db import connections

        from games.models import Table
        from games.tables.services.clock import advance_table
        from tournaments.directing.publishing import publish
        from tournaments.directing.reporting import take_result

        try:
            while turns:
                try:
                    table = turns.popleft()
                except IndexError:
                    break
                began = time.thread_time()
                moved = advance_table(table_id=table)
                if table in spent:
                    spent[table] += time.thread_time() - began
                if Table.objects.filter(pk=table, finished_at__isnull=False).exists():
                    take_result(table)
                    publish(self.tournament.pk)
                    if table in spent:
                        self.seconds.append(spent[table])
                elif moved:
                    turns.append(table)
                else:
                    raise RuntimeError(f"Table {table} hangs.")
        finally:
            connections.close_all()

    def say_sometimes(self) -> None:
        """Say how far it has come, if that was not said lately."""
        if time.monotonic() - self.told >= self.pause:
            self.say("plays")

    def say(self, what: str) -> None:
        """Say how far it has come."""
        from tournaments.log import states

        self.told = time.monotonic()
        state, more = states.current(self.tournament.pk), events() - self.first
        stage = max((stage.number for stage in state.running), default=0)
        rounds = [one.number for one in state.stages[stage].rounds if one.called] if stage else []
        games = [game for match in state.matches.values() for game in match.games]
        reported = [game.report for game in games if game.report is not None]
        spent = self.told - self.began
        print(
            f"{what}: stage {stage}, round {max(rounds, default=0)}, {len(reported)} of {len(games)} games reported, "
            f"{sum(report.hands for report in reported):,} hands, {self.first + more:,} events"
            + (f", {more / spent:,.0f} a second in {spent:,.0f} s" if more else ""),
            flush=True,
        )

    def prove(self) -> None:
        """Print what was played, and prove it."""
        from tournaments.log import states

        self.say("played")
        if self.seconds:
            typical = statistics.median(self.seconds)
            print(f"processor time of a whole game: {typical:.1f} s (median of {len(self.seconds)})")
        kept = states.current(self.tournament.pk)
        states.forget_all()
        state = states.current(self.tournament.pk)
        check(state == kept, "the state as it is kept is the one folded from nothing")
        games = prove_reports(state)
        prove_points(state)
        prove_standings(state)
        prove_log(state, sampled(games, self.sample))
        (first, *_others), *_ = state.places
        print(f"entrant {first} of {len(state.entrants)} won, {state.version:,} events in the tournament's own stream")


def opened(teams: int, hands: int) -> tuple[Any, Any]:
    """Return the tournament and its director, made as far as they are missing; each step has its own command."""
    from django.utils import timezone

    import engine
    from clubs.members.societies import found_club, join_club
    from clubs.models import Club, Player, User
    from clubs.people.services import make_player
    from tournaments.directing.entering import enter
    from tournaments.directing.opening import open_tournament
    from tournaments.events.settings import Settings
    from tournaments.models import Tournament
    from tournaments.plans.presets import PRESETS

    user = User.objects.filter(email="director@bench.example").first() or User.objects.create_user(
        "director@bench.example"
    )
    director = Player.objects.filter(user=user).first() or make_player(name="Annamma", user=user)
    club = Club.objects.filter(name="Meenachil").first() or found_club(founder=director, name="Meenachil", place="Pala")
    known = Tournament.objects.select_related("club").filter(club=club).first()
    if known is not None and known.status != Tournament.Status.OPEN:
        return known, director
    preset = next(preset for preset in PRESETS if preset.id == "international-56")
    rules = engine.load_rules(RULES)
    settings = Settings(
        **{
            "rules": rules.id,
            "options": {},
            "engine": rules.version,
            "side": len(rules.sides[0]),
            **preset.settings,
            "open_to": "director",
            "automatic": True,
            "bots": True,
            "terms": {"pause_seconds": 0},
        }
    )
    plans = [shortened(plan, hands) for plan in preset.stages(teams)]
    tournament = open_tournament(
        club=club, by=director, name="Ninety teams", settings=settings, plans=plans, command=uuid5(KEY, "open")
    )
    for number in range(1, teams + 1):
        squad = [
            Player.objects.get_or_create(
                pk=uuid5(KEY, f"bot:{number}:{seat}"), defaults={"name": f"Bot {number}.{seat}", "is_bot": True}
            )[0]
            for seat in range(1, settings.side + 1)
        ]
        for bot in squad:
            join_club(club=club, player=bot)
        enter(
            tournament,
            by=director,
            players=squad,
            name=f"Team {number}",
            command=uuid5(KEY, f"enter:{number}"),
            now=timezone.now(),
        )
    return tournament, director


def shortened(plan: Any, hands: int) -> Any:
    """Return a stage with so many hands a match; 0: as it is."""
    from msgspec.structs import replace

    if not hands:
        return plan
    match = replace(plan.match, hands=hands, extra=plan.match.extra and (1, 1))
    return replace(plan, match=match, rounds_from_last=(match,) if plan.rounds_from_last else ())


def events() -> int:
    """Return the number of events in the log."""
    from games.models import Event

    return Event.objects.count()


def check(holds: bool, what: str) -> None:
    """Print what was proved, or end."""
    if not holds:
        sys.exit(f"NOT SO: {what}")
    print(f"proved: {what}", flush=True)


def prove_reports(state: Any) -> list[UUID]:
    """Prove that each game was called once and reported once, and return their streams."""
    from games import store
    from games.models import Table
    from tournaments.models import MatchGame
    from tournaments.state.outcomes import outcome_of

    stored = store.load(state.stream)
    called = Counter((one.event.match, one.event.game) for one in stored if one.type == "MatchCalled")
    reported = Counter((one.event.match, one.event.game) for one in stored if one.type == "MatchReported")
    streams = [UUID(one.event.stream) for one in stored if one.type == "MatchCalled"]
    check(set(called.values()) == {1} and called == reported, f"{len(called)} games were called and reported once each")
    check(
        all(outcome_of(state, match) is not None for match in state.matches.values() if match.is_filled),
        f"{len(state.matches)} matches have an outcome",
    )
    rows = MatchGame.objects.filter(tournament=state.stream, reported__gt=0, refused="").values_list("pk", flat=True)
    tables = Table.objects.filter(finished_at__isnull=False).values_list("pk", flat=True)
    check(set(rows) == set(streams) == set(tables), f"{len(streams)} tables were opened, and no other")
    check(
        len({one.command for one in stored if one.type == "MatchReported"}) == len(reported),
        "each report is a command of its own",
    )
    return streams


def prove_points(state: Any) -> None:
    """Prove that the tournament has the points of each table, folded by the engine, and the hands that were scored."""
    from engine.reckoning import standing_of
    from games import store
    from games.tables.state.folding import fold_all

    games = [game for match in state.matches.values() for game in match.games]
    hands = 0
    for game in games:
        stored = store.load(UUID(game.stream))
        table = fold_all(None, stored)
        assert table is not None
        scored = sum(one.type == "HandScored" and one.event.outcome != "cancelled" for one in stored)
        hands += scored
        if (tuple(standing_of(table.game)), scored, game.hands or scored) != (
            game.report.points,
            game.report.hands,
            scored,
        ):
            sys.exit(f"NOT SO: table {game.stream} has {standing_of(table.game)}, its report is {game.report}")
    check(True, f"{len(games)} games have the points of their tables, and the {hands:,} hands")


def prove_standings(state: Any) -> None:
    """Prove that what was published, and what is kept, are the standings from nothing."""
    from tournaments.directing.publishing import lines_of
    from tournaments.log import states
    from tournaments.log.standings import standing_in
    from tournaments.models import PublishedStanding
    from tournaments.state.standing import standing_of

    published = list(PublishedStanding.objects.filter(tournament=state.stream).order_by("version"))
    before: Any = None
    for row in published:
        then = states.at_version(state.stream, row.version)
        made = standing_of(then, row.stage, row.group)
        if before is not None and (row.stage, row.group) != (before.shown.number, before.shown.group):
            before = None
        before = standing_of(then, row.stage, row.group, before)
        if not lines_of(made) == lines_of(before) == row.lines:
            sys.exit(f"NOT SO: the standings of stage {row.stage} at version {row.version}")
    check(bool(published), f"{len(published)} published standings are those made from nothing")
    for stage in state.stages.values():
        for group in range(len(stage.groups)):
            last = next(row for row in reversed(published) if (row.stage, row.group) == (stage.number, group))
            check(
                lines_of(standing_in(state, stage.number, group)) == last.lines,
                f"stage {stage.number}: the last published standings are those of the end",
            )


def prove_log(state: Any, tables: Sequence[UUID]) -> None:
    """Prove that the log is as it was appended, and that the tournament and some tables can be replayed."""
    from django.core.management import call_command

    call_command("verify_events")
    call_command("verify_events", replay=True, stream=state.stream)
    for table in tables:
        call_command("verify_events", replay=True, stream=table, stdout=Quiet())
    check(True, f"the tournament and {len(tables)} of its tables replay")


class Quiet:
    """Takes what a command prints."""

    def write(self, _text: str) -> None:
        """Drop it."""

    def flush(self) -> None:
        """Do nothing."""


def sampled(streams: Sequence[UUID], count: int) -> Sequence[UUID]:
    """Return so many streams, evenly spread; all if `count` is 0."""
    return streams if not count else streams[:: max(1, len(streams) // count)][:count]


if __name__ == "__main__":
    main()
