"""A tournament as its page shows it: where it stands, the table with its reasons, the fixtures, the final."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from clubs.models import Player
from tournaments.models import Entry, Match, MatchResult, Standing, Tournament
from tournaments.pairing import byes
from tournaments.selectors.results import match_results

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
            "twelfth")  # fmt: skip
MINUS = "\N{MINUS SIGN}"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
           "twelve")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage: its name, what is to say, how far it is (0 to 1), and whether it is the present one."""

    name: str
    text: str
    progress: float
    now: bool


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match as the list of fixtures shows it.

    Attributes:
        state: `waiting`, `playing` or `finished`.
        score: Game points of home and away, None before the first hand is over.
        winner: The team that won; None while it is played or if it was drawn.
    """

    match: Match
    state: str
    hands: int
    of_hands: int
    score: tuple[int, int] | None
    winner: Entry | None
    mine: bool

    @property
    def drawn(self) -> bool:
        """Whether the match is over without a winner."""
        return self.state == "finished" and self.winner is None


@dataclass(frozen=True, slots=True)
class Step:
    """One criterion in an explanation: its name, the values compared, and what it decided."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table with everything that explains it.

    Attributes:
        form: The last five results, the latest last: `W`, `D` or `L`.
        title: Why the team stands where it does, in a sentence.
        steps: The criteria in the order they were tried.
        total: How the difference adds up.
    """

    standing: Standing
    players: tuple[str, ...]
    form: tuple[str, ...]
    mine: bool
    title: str
    steps: tuple[Step, ...]
    total: str

    @property
    def difference(self) -> str:
        """The difference with its sign."""
        return signed(self.standing.difference)

    @property
    def form_words(self) -> str:
        """The form as it is read aloud."""
        return " ".join({"W": "won", "D": "drew", "L": "lost"}[letter] for letter in self.form) or "nothing played"


@dataclass(frozen=True, slots=True)
class RoundOfFixtures:
    """The matches of one round, and who rests."""

    number: int
    fixtures: tuple[Fixture, ...]
    rests: Entry | None
    now: bool


@dataclass(frozen=True, slots=True)
class TournamentPage:
    """Everything a tournament's page shows."""

    tournament: Tournament
    entries: tuple[Entry, ...]
    sentence: str
    stages: tuple[Stage, ...]
    rows: tuple[Row, ...]
    rounds: tuple[RoundOfFixtures, ...]
    final: Fixture | None
    my_match: Fixture | None
    my_next: Fixture | None
    finished: bool


def tournament_page(tournament: Tournament, player: Player | None) -> TournamentPage:
    """Return the tournament as this player sees it (None: somebody who is not signed in)."""
    entries = tuple(
        Entry.objects.filter(tournament=tournament).select_related("team").prefetch_related("team__places__player")
    )
    mine = {entry.pk for entry in entries if player and any(p.player_id == player.pk for p in entry.team.places.all())}
    results = match_results(tournament)
    matches = list(tournament.matches.select_related("home__team", "away__team", "table").order_by("round", "pk"))
    fixtures = [_fixture(tournament, match, results.get(match.pk), mine) for match in matches]
    league = [fixture for fixture in fixtures if fixture.match.stage == Match.Stage.ROUND_ROBIN]
    final = next((fixture for fixture in fixtures if fixture.match.stage == Match.Stage.FINAL), None)
    rounds = _rounds(entries, league)
    return TournamentPage(
        tournament=tournament,
        entries=entries,
        sentence=_sentence(tournament, entries, rounds, final),
        stages=_stages(tournament, entries, league, rounds, final),
        rows=_rows(tournament, entries, league, mine),
        rounds=rounds,
        final=final,
        my_match=next((fixture for fixture in fixtures if fixture.mine and fixture.state == "playing"), None),
        my_next=next((fixture for fixture in fixtures if fixture.mine and fixture.state == "waiting"), None),
        finished=tournament.status == Tournament.Status.FINISHED,
    )


def _fixture(tournament: Tournament, match: Match, result: MatchResult | None, mine: set[int]) -> Fixture:
    finished = result is not None and result.finished
    winner = None
    if result is not None and finished and result.home_points != result.away_points:
        winner = match.home if result.home_points > result.away_points else match.away
    final = match.stage == Match.Stage.FINAL
    if final and finished and winner is None:
        winner = tournament.winner
    return Fixture(
        match=match,
        state="finished" if finished else "playing" if match.table is not None else "waiting",
        hands=result.hands if result else 0,
        of_hands=tournament.hands_in_final if final else tournament.hands_a_match,
        score=(result.home_points, result.away_points) if result else None,
        winner=winner,
        mine=match.home_id in mine or match.away_id in mine,
    )


def _rounds(entries: Sequence[Entry], league: Sequence[Fixture]) -> tuple[RoundOfFixtures, ...]:
    resting = byes(len(entries))
    rounds, before_done = [], True
    for number, together in groupby(league, key=lambda fixture: fixture.match.round):
        fixtures = tuple(together)
        done = all(fixture.state == "finished" for fixture in fixtures)
        rest = resting[number - 1] if number <= len(resting) else None
        rounds.append(
            RoundOfFixtures(number, fixtures, None if rest is None else entries[rest], now=before_done and not done)
        )
        before_done = before_done and done
    return tuple(rounds)


def _sentence(
    tournament: Tournament, entries: Sequence[Entry], rounds: Sequence[RoundOfFixtures], final: Fixture | None
) -> str:
    """Return where the tournament stands."""
    if tournament.status == Tournament.Status.OPEN:
        return f"Open for entries: {_count(len(entries), 'team')} so far."
    if tournament.winner is not None:
        return f"{tournament.winner.team.name} won."
    current = next((number for number in rounds if number.now), None)
    if current is not None:
        done = sum(fixture.state == "finished" for fixture in current.fixtures)
        of_all = _count(len(current.fixtures), "match", "matches")
        return f"Round {current.number} of {len(rounds)}: {done} of {of_all} done."
    return "The final is being played." if final else "The round robin is over; the final is next."


def _stages(
    tournament: Tournament,
    entries: Sequence[Entry],
    league: Sequence[Fixture],
    rounds: Sequence[RoundOfFixtures],
    final: Fixture | None,
) -> tuple[Stage, ...]:
    opened, over = (
        tournament.status == Tournament.Status.OPEN,
        tournament.status == Tournament.Status.FINISHED,
    )
    done = sum(fixture.hands for fixture in league) / max(1, sum(fixture.of_hands for fixture in league))
    current = next((number.number for number in rounds if number.now), 0)
    league_over = bool(league) and not current
    text = (
        f"round {current} of {len(rounds)}"
        if current
        else _count(len(league), "match", "matches")
        if league
        else "everybody meets once"
    )
    last = "not yet paired"
    if final is not None:
        last = f"{final.match.home.team.name} v {final.match.away.team.name}"
    return (
        Stage("Entries", _count(len(entries), "team"), float(not opened), opened),
        Stage("Round robin", text, 1.0 if league_over else done, bool(current)),
        Stage(
            "Final",
            last,
            1.0 if over else final.hands / final.of_hands if final else 0.0,
            league_over and not over,
        ),
    )


def _rows(
    tournament: Tournament, entries: Sequence[Entry], league: Sequence[Fixture], mine: set[int]
) -> tuple[Row, ...]:
    standings = list(Standing.objects.filter(tournament=tournament).select_related("entry__team").order_by("rank"))
    players = {entry.pk: tuple(place.player.name for place in entry.team.places.all()) for entry in entries}
    finished = [fixture for fixture in league if fixture.state == "finished"]
    rows = []
    for standing in standings:
        level = [other for other in standings if other.points == standing.points]
        title, steps = _why(standing, level)
        played = [
            (fixture, fixture.match.home_id == standing.entry_id)
            for fixture in finished
            if standing.entry_id in (fixture.match.home_id, fixture.match.away_id)
        ]
        rows.append(
            Row(
                standing=standing,
                players=players.get(standing.entry_id, ()),
                form=tuple(_letter(fixture, standing.entry_id) for fixture, _ in played[-5:]),
                mine=standing.entry_id in mine,
                title=title,
                steps=steps,
                total=_total(standing, played),
            )
        )
    return tuple(rows)


def _letter(fixture: Fixture, entry: int) -> str:
    if fixture.winner is None:
        return "D"
    return "W" if fixture.winner.pk == entry else "L"


def _total(standing: Standing, played: Sequence[tuple[Fixture, bool]]) -> str:
    """Return the sum that makes the difference, such as `+3 = +4 against Pala, 0 against Kallada`."""
    parts = []
    for fixture, home in played:
        ours, theirs = fixture.score if home else reversed(fixture.score or (0, 0))  # type: ignore[misc]
        other = fixture.match.away if home else fixture.match.home
        parts.append(f"{signed(ours - theirs)} against {other.team.name}")
    return f"{signed(standing.difference)} = {', '.join(parts)}" if parts else ""


def _why(standing: Standing, level: Sequence[Standing]) -> tuple[str, tuple[Step, ...]]:
    """Return why a team stands where it does: the criteria in order, until one tells it from the others."""
    name, place = standing.entry.team.name, ORDINALS[standing.rank - 1]
    points = _count(standing.points, "point")
    if len(level) < 2:
        return f"{name} is {place}: nobody else has {points}.", ()
    values: tuple[tuple[str, str, Mapping[int, int]], ...] = (
        ("Mutual", "match points from the matches among them", {row.pk: row.mutual or 0 for row in level}),
        ("Diff", "game points won less lost", {row.pk: row.difference for row in level}),
        ("Draw", "the order of entry", {row.pk: -row.entry.seed for row in level}),
    )
    left, steps = list(level), []
    for label, meaning, value in values:
        still = [row for row in left if value[row.pk] == value[standing.pk]]
        show = signed if label == "Diff" else str
        listed = ", ".join(
            f"{row.entry.team.name} {show(abs(value[row.pk]) if label == 'Draw' else value[row.pk])}" for row in left
        )
        if len(still) == 1:
            verdict = f"{name} is {place}."
        elif len(still) == len(left):
            verdict = "Not decided."
        else:
            verdict = f"{_names(still)} are still level."
        steps.append(Step(label, f"{meaning}: {listed}. {verdict}"))
        if len(still) == 1:
            break
        left = still
    teams = NUMBERS[len(level)] if len(level) < len(NUMBERS) else str(len(level))
    return f"Why {name} is {place}: {teams} teams have {points}.", tuple(steps)


def signed(number: int) -> str:
    """Return the number with its sign, a true minus sign for less than nothing."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number < 0 else "0"


def _names(rows: Sequence[Standing]) -> str:
    names = [row.entry.team.name for row in rows]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
