"""The migration that gives a log to the round robins with a final of before: nothing is lost, and play goes on."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from clubs.models import Player
from games import store
from games.models import Table
from games.replaying.streams import first_refused
from games.tables.services.seats import open_table
from tests.factories import TeamFactory
from tests.tournaments.helpers.directed import play_to_the_end
from tournaments.deeds.staging import BeginStage, CloseStage
from tournaments.directing.acting import act
from tournaments.directing.entering import enter
from tournaments.directing.reporting import take_result
from tournaments.directing.tending import tend
from tournaments.log import states
from tournaments.models import Entrant, MatchGame, Tournament
from tournaments.state.outcomes import outcome_of

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

BEFORE = [("tournaments", "0006_rows_beside_the_log")]
NOW: list[tuple[str, str]] = []
"""As it is today: the last migration, whichever it is."""
ROUNDS = (((0, 1), (2, 3)), ((0, 2), (3, 1)), ((0, 3), (1, 2)))
"""Places in the entry list, of the home and the away side."""


class Old:
    """A club's round robin of four teams of bots, in the rows of before."""

    def __init__(self, apps: Any, club: Any, director: Player) -> None:
        self.rows = {name: apps.get_model("tournaments", name).objects for name in OLD}
        self.club, self.director = club, director
        self.opened = timezone.now() - timedelta(days=3)

    def open(self, teams: Sequence[Any], slug: str, **more: Any) -> Any:
        """Make a tournament with entries."""
        cup = self.rows["Tournament"].create(
            club_id=self.club.pk, slug=slug, name=slug.title(), director_id=self.director.pk, rules="28-kerala-4",
            hands_a_match=1, hands_in_final=1, action_seconds=20, lineup_minutes=30, **more,
        )  # fmt: skip
        self.rows["Tournament"].filter(pk=cup.pk).update(created_at=self.opened)
        for seed, team in enumerate(teams, start=1):
            self.rows["Entry"].create(tournament=cup, team_id=team.pk, seed=seed)
        return cup

    def pair(self, cup: Any) -> None:
        """Draw up the rounds."""
        entries = list(cup.entries.order_by("seed"))
        for number, pairs in enumerate(ROUNDS, start=1):
            for home, away in pairs:
                self.match(cup, "round_robin", number, entries[home], entries[away])

    def match(self, cup: Any, stage: str, number: int, home: Any, away: Any) -> Any:
        """Make a match without a table."""
        return self.rows["Match"].create(tournament=cup, stage=stage, round=number, home=home, away=away)

    def name(self, match: Any, entry: Any, *, fixed: bool) -> list[Player]:
        """Put the players of a team into its line-up."""
        players = [place.player for place in entry.team.places.order_by("position").select_related("player")]
        at = timezone.now() if fixed else None
        line_up = self.rows["LineUp"].create(match=match, entry=entry, fixed_at=at)
        for position, player in enumerate(players):
            self.rows["LineUpPlace"].create(line_up=line_up, player_id=player.pk, position=position)
        return players

    def call(self, match: Any) -> UUID:
        """Seat both sides at a table."""
        home, away = (self.name(match, entry, fixed=True) for entry in (match.home, match.away))
        seats = {seat: Player.objects.get(pk=one.pk) for side, of in ((0, home), (1, away))
                 for seat, one in zip((side, side + 2), of, strict=True)}  # fmt: skip
        table = open_table(
            player=self.director, rules="28-kerala-4", ending={"type": "hands", "count": 1}, club=self.club,
            seat=None, players=seats,
        )  # fmt: skip
        self.rows["Match"].filter(pk=match.pk).update(table_id=table.pk)
        return table.pk


OLD = ("Tournament", "Entry", "Match", "LineUp", "LineUpPlace", "Standing")


def migrate(to: list[tuple[str, str]]) -> Any:
    executor = MigrationExecutor(connections["owner"])
    to = to or executor.loader.graph.leaf_nodes("tournaments")
    executor.migrate(to)
    return executor.loader.project_state(to).apps


@pytest.fixture
def old(club, director) -> Iterator[Old]:
    """The rows of before, in tables that are there until `migrate(NOW)`."""
    try:
        yield Old(migrate(BEFORE), club, director)
    finally:
        migrate(NOW)


@pytest.fixture
def four(club, director):
    return [TeamFactory(club=club, by=director, name=name) for name in ("Pamba", "Nila", "Kabani", "Periyar")]


def test_a_finished_tournament_keeps_its_places_results_and_times(old, four):
    cup = old.open(four, "monsoon", status="finished", finished_at=timezone.now())
    old.pair(cup)
    tables = [old.call(match) for match in cup.matches.order_by("round", "pk")]
    play_to_the_end(tables)
    entries = list(cup.entries.order_by("seed"))
    for rank, entry in enumerate(reversed(entries), start=1):
        old.rows["Standing"].create(
            tournament=cup, entry=entry, rank=rank, played=3, won=0, drawn=0, lost=0, points=0, difference=0
        )
    final = old.match(cup, "final", 4, entries[3], entries[2])
    play_to_the_end([old.call(final)])
    cup.finished_at, cup.winner = timezone.now(), entries[2]
    cup.save(update_fields=["finished_at", "winner"])

    migrate(NOW)

    tournament, state = Tournament.objects.get(pk=cup.pk), states.current(cup.pk)
    assert (tournament.status, tournament.version) == (Tournament.Status.FINISHED, state.version)
    assert tournament.won_by == "Kabani"
    assert state.places == ((3,), (4,), (2,), (1,))
    assert [entrant.called for entrant in Entrant.objects.filter(tournament=cup.pk)] == [team.name for team in four]
    assert state.settings.terms == {"action_seconds": 20}
    for number, table in enumerate(tables, start=1):
        match, row = state.matches[number], MatchGame.objects.get(pk=table)
        assert (row.match, row.reported > 0) == (number, True)
        assert outcome_of(state, match) is not None
        assert match.seated[0] == tuple(str(place.player_id) for place in four[match.sides[0][0] - 1].places.all())
    stored = store.load(cup.pk)
    assert first_refused(stored) is None
    assert stored[0].recorded_at == old.opened
    ended = {str(table.pk): table.finished_at for table in Table.objects.filter(pk__in=tables)}
    called = {one.event.match: one.event.stream for one in stored if one.type == "MatchCalled"}
    assert all(
        one.recorded_at == ended[called[one.event.match]]
        for one in stored
        if one.type == "MatchReported" and one.event.match <= len(tables)
    )
    assert not any(take_result(table) for table in tables)


def test_a_tournament_that_is_being_played_is_played_on_to_its_end(old, four, director):
    cup = old.open(four, "onam", status="playing")
    old.pair(cup)
    first, second, third, *_later = cup.matches.order_by("round", "pk")
    over, playing = old.call(first), old.call(second)
    play_to_the_end([over])
    old.name(third, third.home, fixed=False)

    migrate(NOW)

    tournament = Tournament.objects.select_related("club").get(pk=cup.pk)
    state = states.current(cup.pk)
    assert outcome_of(state, state.matches[1]) is not None
    assert outcome_of(state, state.matches[2]) is None
    assert dict(state.matches[3].line_ups) == {1: tuple(str(place.player_id) for place in four[0].places.all())}
    hidden = next(one for one in store.load(cup.pk, opened=False) if one.type == "LineUpNamed")
    assert hidden.event.players is store.SEALED
    play_to_the_end([playing])
    assert take_result(playing)
    for _ in range(3):
        tend(cup.pk)
        games = list(MatchGame.objects.filter(tournament=cup.pk, reported=0).values_list("pk", flat=True))
        play_to_the_end(games)
        assert all(take_result(game) for game in games)
    for deed in (CloseStage(stage=1), BeginStage(stage=2)):
        act(tournament, deed, by=director, command=uuid4())
    tend(cup.pk)
    assert MatchGame.objects.filter(tournament=cup.pk).count() == 7
    assert first_refused(store.load(cup.pk)) is None


def test_one_that_is_open_takes_entries_still(old, four, director):
    cup = old.open(four[:3], "harvest", starts_at=timezone.now() + timedelta(days=1))

    migrate(NOW)

    tournament = Tournament.objects.select_related("club").get(pk=cup.pk)
    state = states.current(cup.pk)
    assert state.status == "open"
    assert [stage.plan.type for stage in state.stages.values()] == ["round_robin", "knock_out"]
    assert state.settings.starts_at == int(cup.starts_at.timestamp())
    assert tournament.version == state.version
    entered = enter(tournament, by=director, team=four[3], command=uuid4())
    assert [entrant.number for entrant in entered.state.entrants.values()] == [1, 2, 3, 4]
