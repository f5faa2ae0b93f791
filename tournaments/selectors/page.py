"""The page of a tournament: its stage, the table with its reasons, the fixtures, the final."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from clubs.models import Player
from clubs.teams.squads import present
from games.words.events import listed
from tournaments.models import Entry, LineUp, Match, MatchResult, Standing, Tournament
from tournaments.pairing.round_robin import byes
from tournaments.selectors.lineups import Viewer, line_ups, results_aloud, shown_players, viewer_of, waits_until
from tournaments.selectors.results import match_results, winner_of

ORDINALS = (
    pgettext_lazy("a place in the table", "first"),
    pgettext_lazy("a place in the table", "second"),
    pgettext_lazy("a place in the table", "third"),
    pgettext_lazy("a place in the table", "fourth"),
    pgettext_lazy("a place in the table", "fifth"),
    pgettext_lazy("a place in the table", "sixth"),
    pgettext_lazy("a place in the table", "seventh"),
    pgettext_lazy("a place in the table", "eighth"),
    pgettext_lazy("a place in the table", "ninth"),
    pgettext_lazy("a place in the table", "tenth"),
    pgettext_lazy("a place in the table", "eleventh"),
    pgettext_lazy("a place in the table", "twelfth"),
)
MINUS = "\N{MINUS SIGN}"
NUMBERS = (
    pgettext_lazy("so many teams", "no"),
    pgettext_lazy("so many teams", "one"),
    pgettext_lazy("so many teams", "two"),
    pgettext_lazy("so many teams", "three"),
    pgettext_lazy("so many teams", "four"),
    pgettext_lazy("so many teams", "five"),
    pgettext_lazy("so many teams", "six"),
    pgettext_lazy("so many teams", "seven"),
    pgettext_lazy("so many teams", "eight"),
    pgettext_lazy("so many teams", "nine"),
    pgettext_lazy("so many teams", "ten"),
    pgettext_lazy("so many teams", "eleven"),
    pgettext_lazy("so many teams", "twelve"),
)


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage: its name, its text, its progress (0 to 1), and whether it is the current one."""

    name: str
    text: str
    progress: float
    now: bool


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match in the list of fixtures.

    Attributes:
        state: `waiting`, `playing` or `finished`.
        score: Game points of home and away, None before the first hand is over.
        winner: The team that won its game, or the final after a draw; None while it is played or if it was drawn.
        level: Its game was drawn.
        ended_by: How it ended (`MatchResult.EndedBy`); None while it is played, or not known yet.
        line_ups: The players of home and away; None: hidden from this viewer, or not named yet.
        named: Whether home and away have named their line-ups.
        names: The viewer names the line-up of one of the teams, or of both.
        until: The time at which the match is called even without line-ups; None: it does not wait for them.
    """

    match: Match
    state: str
    hands: int
    of_hands: int
    score: tuple[int, int] | None
    winner: Entry | None
    level: bool
    mine: bool
    line_ups: tuple[tuple[Player, ...] | None, tuple[Player, ...] | None] = (None, None)
    named: tuple[bool, bool] = (False, False)
    names: bool = False
    until: datetime | None = None
    ended_by: str | None = None

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
class LeagueRow:
    """A line of the table with everything that explains it.

    Attributes:
        form: The last five results, the latest last: `W`, `D` or `L`.
        title: The reason for the team's place, in a sentence.
        steps: The criteria in the order they were tried.
        total: The sum that makes the difference.
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
        return results_aloud(self.form) or _("nothing played")


@dataclass(frozen=True, slots=True)
class RoundOfFixtures:
    """The matches of one round, and the team with the bye."""

    number: int
    fixtures: tuple[Fixture, ...]
    rests: Entry | None
    now: bool


@dataclass(frozen=True, slots=True)
class TournamentPage:
    """The content of a tournament's page."""

    tournament: Tournament
    entries: tuple[Entry, ...]
    sentence: str
    stages: tuple[Stage, ...]
    rows: tuple[LeagueRow, ...]
    rounds: tuple[RoundOfFixtures, ...]
    final: Fixture | None
    my_match: Fixture | None
    my_next: Fixture | None
    finished: bool


def tournament_page(tournament: Tournament, player: Player | None) -> TournamentPage:
    """Return the tournament in this player's view (None: a visitor)."""
    squads = Prefetch("team__places", present())
    entries = tuple(Entry.objects.filter(tournament=tournament).select_related("team__club").prefetch_related(squads))
    viewer = viewer_of(tournament, player)
    mine = set(viewer.entries)
    results = match_results(tournament)
    matches = list(tournament.matches.select_related("home__team", "away__team", "table").order_by("round", "pk"))
    known = line_ups(matches)
    fixtures = [_fixture(tournament, match, results.get(match.pk), viewer, known) for match in matches]
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


def _fixture(
    tournament: Tournament,
    match: Match,
    result: MatchResult | None,
    viewer: Viewer,
    known: Mapping[tuple[int, int], LineUp],
) -> Fixture:
    home, away = match.home_id, match.away_id
    finished = result is not None and result.finished
    winner = winner_of(match, result)
    final = match.stage == Match.Stage.FINAL
    level = finished and winner is None
    if final and level:
        winner = tournament.winner
    return Fixture(
        match=match,
        state="finished" if finished else "playing" if match.table is not None else "waiting",
        hands=result.hands if result else 0,
        of_hands=tournament.hands_in_final if final else tournament.hands_a_match,
        score=(result.home_points, result.away_points) if result else None,
        winner=winner,
        level=level,
        mine=home in viewer.entries or away in viewer.entries,
        line_ups=(
            shown_players(match, home, away, known, viewer),
            shown_players(match, away, home, known, viewer),
        ),
        named=((match.pk, home) in known, (match.pk, away) in known),
        names=match.table_id is None and (viewer.names(home, away) or viewer.names(away, home)),
        until=waits_until(tournament, match),
        ended_by=(result.ended_by or None) if result else None,
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
    """Return the stages of the tournament."""
    if tournament.status == Tournament.Status.OPEN:
        said = ngettext(
            "Open for entries: {count} team so far.", "Open for entries: {count} teams so far.", len(entries)
        )
        return said.format(count=len(entries))
    if tournament.winner is not None:
        return _("{team} won.").format(team=tournament.winner.team.name)
    current = next((number for number in rounds if number.now), None)
    if current is not None:
        done = sum(fixture.state == "finished" for fixture in current.fixtures)
        said = ngettext(
            "Round {number} of {rounds}: {done} of {count} match done.",
            "Round {number} of {rounds}: {done} of {count} matches done.",
            len(current.fixtures),
        )
        return said.format(number=current.number, rounds=len(rounds), done=done, count=len(current.fixtures))
    return _("The final is being played.") if final else _("The round robin is over; the final is next.")


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
    if current:
        text = _("round {number} of {rounds}").format(number=current, rounds=len(rounds))
    elif league:
        text = ngettext("{count} match", "{count} matches", len(league)).format(count=len(league))
    else:
        text = _("everybody meets once")
    last = _("not yet paired")
    if final is not None:
        last = _("{home} v {away}").format(home=final.match.home.team.name, away=final.match.away.team.name)
    entered = ngettext("{count} team", "{count} teams", len(entries)).format(count=len(entries))
    return (
        Stage(_("Entries"), entered, float(not opened), opened),
        Stage(_("Round robin"), text, 1.0 if league_over else done, bool(current)),
        Stage(
            _("Final"),
            last,
            1.0 if over else final.hands / final.of_hands if final else 0.0,
            league_over and not over,
        ),
    )


def _rows(
    tournament: Tournament, entries: Sequence[Entry], league: Sequence[Fixture], mine: set[int]
) -> tuple[LeagueRow, ...]:
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
            LeagueRow(
                standing=standing,
                players=players.get(standing.entry_id, ()),
                form=tuple(_letter(fixture, standing.entry_id) for fixture, _home in played[-5:]),
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
        parts.append(_("{points} against {team}").format(points=signed(ours - theirs), team=other.team.name))
    return f"{signed(standing.difference)} = {', '.join(parts)}" if parts else ""


def _why(standing: Standing, level: Sequence[Standing]) -> tuple[str, tuple[Step, ...]]:
    """Return the reason for a team's place: the criteria in order, until one separates it from the others."""
    about = {"team": standing.entry.team.name, "place": ORDINALS[standing.rank - 1], "count": standing.points}
    if len(level) < 2:
        said = ngettext(
            "{team} is {place}: nobody else has {count} point.",
            "{team} is {place}: nobody else has {count} points.",
            standing.points,
        )
        return said.format(**about), ()
    values: tuple[tuple[str, str, str, Mapping[int, int]], ...] = (
        (
            "mutual",
            pgettext("a criterion", "Mutual"),
            _("match points from the matches among them: {teams}. {verdict}"),
            {row.pk: row.mutual or 0 for row in level},
        ),
        (
            "difference",
            pgettext("a criterion", "Diff"),
            _("game points won less lost: {teams}. {verdict}"),
            {row.pk: row.difference for row in level},
        ),
        (
            "draw",
            pgettext("a criterion", "Draw"),
            _("the order of entry: {teams}. {verdict}"),
            {row.pk: -row.entry.seed for row in level},
        ),
    )
    left, steps = list(level), []
    for criterion, label, meaning, value in values:
        still = [row for row in left if value[row.pk] == value[standing.pk]]
        show = signed if criterion == "difference" else str
        compared = ", ".join(
            f"{row.entry.team.name} {show(abs(value[row.pk]) if criterion == 'draw' else value[row.pk])}"
            for row in left
        )
        if len(still) == 1:
            verdict = _("{team} is {place}.").format(**about)
        elif len(still) == len(left):
            verdict = _("Not decided.")
        else:
            verdict = _("{teams} are still level.").format(teams=listed([row.entry.team.name for row in still]))
        steps.append(Step(label, meaning.format(teams=compared, verdict=verdict)))
        if len(still) == 1:
            break
        left = still
    teams = NUMBERS[len(level)] if len(level) < len(NUMBERS) else str(len(level))
    said = ngettext(
        "Why {team} is {place}: {teams} teams have {count} point.",
        "Why {team} is {place}: {teams} teams have {count} points.",
        standing.points,
    )
    return said.format(teams=teams, **about), tuple(steps)


def signed(number: int) -> str:
    """Return the number with its sign, a true minus sign for less than nothing."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number < 0 else "0"
