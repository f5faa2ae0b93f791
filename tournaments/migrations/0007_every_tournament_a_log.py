"""Every tournament gets a log: the rows of round robins with a final become the events that lead to them.

The events carry the times of then: a match is called when its table was opened and reported when its game ended. What a
row does not know is taken to have happened as early as it can have: entries with the opening, pairings with the start.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import chain, groupby
from typing import Any, Final
from uuid import UUID, uuid5

from django.db import migrations
from django.utils import timezone

import engine
from games import store
from tournaments.events import entering, opening, playing, staging
from tournaments.events.settings import MatchPlan, Qualifiers, Settings, StagePlan
from tournaments.log.games import find_ended

LEAGUE: Final = 1
FINAL: Final = 2

Step = tuple[datetime, Sequence[Any]]


def give_logs(apps: Any, schema_editor: Any) -> None:
    """Append the events of each tournament without a log, and write the rows that are found by them.

    The log is another connection's, so it is not undone with a migration that fails: a second try finds the commands.
    """
    alias = schema_editor.connection.alias
    rows = apps.get_model("tournaments", "Tournament").objects.using(alias).filter(version=0)
    for row in rows.select_related("house").order_by("created_at"):
        _Tournament(lambda name: apps.get_model("tournaments", name).objects.using(alias), row).take_over()


class _Tournament:
    """A tournament as its rows have it; entrants are numbered by seed, and matches in the order of their rounds."""

    def __init__(self, rows_of: Callable[[str], Any], row: Any) -> None:
        self.rows_of, self.row = rows_of, row
        self.entries = list(row.entries.select_related("team").order_by("seed"))
        self.number = {entry.pk: number for number, entry in enumerate(self.entries, start=1)}
        matches = row.matches.select_related("table").order_by("round", "pk")
        league = [match for match in matches if match.stage == "round_robin"]
        finals = [match for match in matches if match.stage == "final"]
        self.matches = list(enumerate([*league, *finals], start=1))
        self.line_ups = {
            (line_up.match_id, line_up.entry_id): line_up for line_up in rows_of("LineUp").filter(match__tournament=row)
        }
        self.squads = {entry.pk: self._squad(entry) for entry in self.entries}
        self.ended = {match.pk: find_ended(match.table_id) for _number, match in self.matches if match.table_id}

    def take_over(self) -> None:
        """Write the log and the rows beside it."""
        version = 0
        # In the order of time; what happened at the same time stays in the order in which it is told.
        for number, (at, events) in enumerate(sorted(self._steps(), key=lambda step: step[0])):
            stored = store.append(
                self.row.pk,
                expected=version,
                events=events,
                command=uuid5(self.row.pk, f"take-over:{number}"),
                actor=str(self.row.director_id or "") if number == 0 else "",
                now=at,
            )
            version = stored[-1].version
        self._write_rows(version)

    def _steps(self) -> Iterator[Step]:
        """Yield what happened; the events of a step are of one command."""
        row, opened = self.row, self.row.created_at
        yield opened, [opening.TournamentOpened(str(row.club_id), self._settings())]
        league = StagePlan(type="round_robin", match=MatchPlan(hands=row.hands_a_match))
        final = StagePlan(
            type="knock_out",
            source=(Qualifiers(stage=LEAGUE, last=2),),
            tie_breaks=("seed",),
            match=MatchPlan(hands=row.hands_in_final),
        )
        yield opened, [opening.StagePlanned(LEAGUE, league), opening.StagePlanned(FINAL, final)]
        for entry in self.entries:
            squad = self.squads[entry.pk]
            yield opened, [entering.EntrantEntered(self.number[entry.pk], squad, str(entry.team_id), str(row.club_id))]
        if self.matches:
            yield from self._league()
        if any(match.stage == "final" for _number, match in self.matches):
            yield from self._final()

    def _league(self) -> Iterator[Step]:
        league = [(number, match) for number, match in self.matches if match.stage == "round_robin"]
        began = min(
            [match.next_at for _number, match in league if match.next_at is not None]
            + [match.table.created_at for _number, match in league if match.table is not None],
            default=self.row.created_at,
        )
        rounds = [(number, list(matches)) for number, matches in groupby(league, lambda pair: pair[1].round)]
        paired = [
            staging.RoundPaired(LEAGUE, 0, number, tuple(self._pairing(*pair) for pair in matches), basis=0)
            for number, matches in rounds
        ]
        yield began, [staging.StageBegun(LEAGUE, (tuple(self.number.values()),)), *paired]
        for number, matches in rounds:
            yield from self._round(LEAGUE, number, matches, began)

    def _final(self) -> Iterator[Step]:
        """Yield the second stage: it begins when the last match of the first is over."""
        number, match = self.matches[-1]
        before = [other.table.finished_at for _number, other in self.matches[:-1] if other.table is not None]
        began = max((at for at in before if at is not None), default=self.row.created_at)
        sides = (self.number[match.home_id], self.number[match.away_id])
        standings = self.rows_of("Standing").filter(tournament=self.row).order_by("rank")
        others = [self.number[line.entry_id] for line in standings if self.number[line.entry_id] not in sides]
        order = tuple((entrant,) for entrant in (*sides, *others))
        yield began, [staging.StageClosed(LEAGUE, (order,))]
        slot = staging.Slot(1, 1, "s1", "s2")
        yield began, [staging.StageBegun(FINAL, (sides,)), staging.BracketDrawn(FINAL, 0, number, (slot,))]
        yield from self._round(FINAL, 1, [(number, match)], began)
        if self.row.status == "finished" and self.row.winner_id is not None:
            over = max(self.row.finished_at or began, (match.table and match.table.finished_at) or began)
            won = self.number[self.row.winner_id]
            places = (won, *(entrant for entrant in sides if entrant != won))
            ended = self.ended.get(match.pk)
            if ended is None or len(ended.winners) != 1 or sides[ended.winners[0]] != won:
                # A drawn final went to the first of the round robin.
                yield over, [playing.MatchDecided(number, "walkover", sides.index(won), reason="better-before")]
            yield over, [staging.StageClosed(FINAL, (tuple((entrant,) for entrant in places),))]
            yield over, [opening.TournamentClosed((*((entrant,) for entrant in places), *order[2:]))]

    def _round(self, stage: int, number: int, matches: Sequence[tuple[int, Any]], began: datetime) -> Iterator[Step]:
        called = [match.table.created_at for _number, match in matches if match.table is not None]
        if called:
            yield max(began, min(called)), [staging.RoundReleased(stage, number), staging.RoundCalled(stage, number)]
        for known, match in matches:
            if match.table is not None:
                yield from self._game(known, match, began)
            else:
                yield from self._hidden_line_ups(known, match, began)

    def _game(self, number: int, match: Any, began: datetime) -> Iterator[Step]:
        at = max(began, match.table.created_at)
        seated = tuple(self._placed(match.pk, entry) for entry in (match.home_id, match.away_id))
        yield at, [playing.MatchCalled(number, 1, str(match.table_id), seated)]
        if (ended := self.ended[match.pk]) is not None:
            report = playing.Report(ended.points, ended.winners, ended.hands, ended.ended_by)
            over = max(at, match.table.finished_at or at)
            yield over, [playing.MatchReported(number, 1, report, "game", ended.version)]

    def _hidden_line_ups(self, number: int, match: Any, began: datetime) -> Iterator[Step]:
        """Yield the line-ups that are named for a match to come; they stay sealed."""
        for entry in (match.home_id, match.away_id):
            if (line_up := self.line_ups.get((match.pk, entry))) is not None:
                players = self._placed(match.pk, entry)
                at = max(began, line_up.named_at)
                yield at, [playing.LineUpNamed(number, self.number[entry], players)]

    def _pairing(self, number: int, match: Any) -> staging.Pairing:
        return staging.Pairing(number, ((self.number[match.home_id],), (self.number[match.away_id],)))

    def _placed(self, match: int, entry: int) -> tuple[str, ...]:
        line_up = self.line_ups.get((match, entry))
        places = [] if line_up is None else line_up.places.order_by("position")
        return tuple(str(place.player_id) for place in places)

    def _squad(self, entry: Any) -> tuple[str, ...]:
        """Return the captain, the players of the team as of now, and all who have played for it here."""
        present = entry.team.places.filter(left_on=None).order_by("position").values_list("player_id", flat=True)
        placed = self.rows_of("LineUpPlace").filter(line_up__entry=entry)
        captain = [entry.team.captain_id] if entry.team.captain_id in present else []
        everybody = chain(captain, present, placed.order_by("pk").values_list("player_id", flat=True))
        return tuple(dict.fromkeys(map(str, everybody)))

    def _settings(self) -> Settings:
        row, house = self.row, self.row.house
        options = house.options if house is not None else {}
        side = len(engine.load_rules(row.rules, options, version=row.engine).sides[0])
        return Settings(
            rules=row.rules,
            options=options,
            engine=row.engine,
            house=None if house is None else str(house.pk),
            side=side,
            squad=max([side, *map(len, self.squads.values())]),
            starts_at=None if row.starts_at is None else int(row.starts_at.timestamp()),
            line_up_minutes=row.lineup_minutes,
            bots=True,
            automatic=True,
            terms={"action_seconds": row.action_seconds},
        )

    def _write_rows(self, version: int) -> None:
        row, entrants = self.row, self.rows_of("Entrant")
        places = self.rows_of("EntrantPlayer")
        made = {}
        for entry in self.entries:
            number = self.number[entry.pk]
            made[entry.pk] = entrants.create(
                tournament=row, number=number, name=entry.team.name, team=entry.team, club_id=row.club_id
            )
            for position, player in enumerate(self.squads[entry.pk]):
                places.create(entrant=made[entry.pk], player_id=UUID(player), position=position)
        games = self.rows_of("MatchGame")
        for number, match in self.matches:
            if match.table is not None:
                ended = self.ended[match.pk]
                games.create(
                    stream=match.table_id,
                    tournament=row,
                    match=number,
                    game=1,
                    opened_at=match.table.created_at,
                    reported=0 if ended is None else ended.version,
                )
        row.version, row.champion = version, made.get(row.winner_id)
        row.due_at = timezone.now() if row.status == "playing" else None
        row.save(update_fields=["version", "champion", "due_at"])


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0020_name_skeletons"),
        ("games", "0022_tournament_events"),
        ("tournaments", "0006_rows_beside_the_log"),
    ]

    operations = [migrations.RunPython(give_logs, migrations.RunPython.noop)]
