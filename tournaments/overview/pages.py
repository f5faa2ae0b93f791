"""What the page of a tournament shows to everybody, and what it shows to one player beside that."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

import engine
from games.words.phrases import translated
from tournaments.log import states
from tournaments.log.standings import standing_in
from tournaments.models import PublishedStanding, Tournament
from tournaments.overview.asked import Asked
from tournaments.overview.brackets import BracketShown, bracket_shown
from tournaments.overview.disputes import disputed_in, disputed_words
from tournaments.overview.glances import Found, GroupGlance, found_by, glance_heads, glances_of
from tournaments.overview.heads import Head, embargo_words, group_name, head_of, stage_name
from tournaments.overview.ladders import LadderShown, ladder_shown
from tournaments.overview.matches import RoundShown, round_shown
from tournaments.overview.pairings import origin_words, round_words
from tournaments.overview.standings import TableShown, table_shown
from tournaments.overview.timing import RoundTimeShown, schedule_shown
from tournaments.overview.wording import said, time_text
from tournaments.plans.words import settings_in_words, stage_in_words
from tournaments.selectors.naming import Names, names_in
from tournaments.stages.stage import BRACKETS, LADDER
from tournaments.state.disputes import disputed
from tournaments.state.published import as_published, paired_by_withheld
from tournaments.state.schedule import planned_start
from tournaments.state.standing import standing_of
from tournaments.state.tournament import StageState, TournamentState
from tournaments.summaries.matches import match_views
from tournaments.summaries.pairings import notes_of
from tournaments.summaries.rounds import current_round, points_before, round_numbers, round_of, rounds_in_all
from tournaments.summaries.seeding import origins

MAX_EARLIER: Final = 6
"""The earlier moments to which the standings lead."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A link to another group or round; `current` is the one shown."""

    text: str
    link: str
    current: bool


@dataclass(frozen=True, slots=True)
class StageShown:
    """The stage that the page shows.

    Attributes:
        bracket: Its drawing, for a bracket.
        ladder: Its order and challenges, for a ladder; it has no standings and no rounds beside.
        words: Its rounds in words, for a bracket.
        seeds: Of a bracket the seeds with their names, and where they come from.
        plan: How it is played, in sentences.
        earlier: When its standings were other ones, with the addresses of the page as of then.
        heading: The name of the group that is shown; empty where there is one.
        after: After which round the standings are.
        glances: All groups at a glance, where there are several.
        glances_of: What they name.
        disputed: How many results of its bracket may change, in a sentence; empty where none may.
    """

    stage: StageState
    name: str
    plan: tuple[str, ...]
    groups: tuple[Chip, ...]
    rounds: tuple[Chip, ...]
    table: TableShown | None
    round: RoundShown | None
    bracket: BracketShown | None
    ladder: LadderShown | None
    followable: tuple[tuple[int, str], ...]
    seeds: tuple[tuple[int, str, str], ...]
    earlier: tuple[tuple[datetime, str], ...]
    heading: str = ""
    after: str = ""
    glances: tuple[GroupGlance, ...] = ()
    glances_of: str = ""
    disputed: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A stage in the bar above the page: its name, how it stands, its progress from 0 to 1."""

    name: str
    text: str
    progress: float
    now: bool
    link: str


@dataclass(frozen=True, slots=True)
class Page:
    """The public part of the page: the same for everybody who asks for the same.

    Attributes:
        at: The moment as of which it is shown; None: now.
        head: How the tournament stands, in sentences.
        rules: What people call the game, or the house rules, that it is played by.
        winners: The names of those in the first place, once the tournament is closed.
        places: The final places, once it is closed.
        schedule: The round that is played and those to come, with their times.
        found: The entrants that a search names.
        started: A stage is being played.
        seekable: There are entrants to be found.
        embargo: That results are under embargo, and until when, in a sentence; empty: they are not.
        disputed: How many results may change, of a tournament that is over or whose stage shown has none of them.
    """

    tournament: Tournament
    version: int
    at: datetime | None
    as_of: datetime
    head: Head
    rules: str
    steps: tuple[Step, ...]
    stage: StageShown | None
    settings: tuple[str, ...]
    entrants: tuple[tuple[int, str, str, bool], ...]
    waiting: tuple[tuple[int, str, str], ...]
    winners: tuple[str, ...]
    places: tuple[tuple[int, str], ...]
    over: bool
    schedule: tuple[RoundTimeShown, ...] = ()
    found: tuple[Found, ...] = ()
    started: bool = False
    seekable: bool = False
    embargo: str = ""
    disputed: str = ""


def state_asked(tournament: Tournament, asked: Asked) -> TournamentState:
    """Return the tournament as it is now, or was at the moment asked for, with what only its staff may see.

    Raises:
        UnknownTournament: It had not been opened then.
    """
    return states.current(tournament.pk) if asked.at is None else states.at_time(tournament.pk, asked.at)


def page_of(tournament: Tournament, state: TournamentState, asked: Asked) -> Page:
    """Return the public part of the page of a tournament."""
    names = names_in(tournament)
    number = _stage_shown(state, asked)
    return Page(
        tournament=tournament,
        version=state.version,
        at=asked.at,
        as_of=state.at,
        head=head_of(state, names),
        rules=_rules_name(tournament, state),
        steps=_steps(state, asked),
        stage=None if number is None else _stage(state, number, names, asked, tournament.slug),
        settings=tuple(map(said, settings_in_words(state.settings))),
        entrants=tuple(
            (entrant, names.of.get(entrant, ""), names.below(entrant), state.entrants[entrant].present)
            for entrant in state.entered()
        )
        if not state.running and not state.is_over
        else (),
        waiting=tuple(
            (number, names.of.get(number, ""), names.below(number))
            for number in state.order
            if state.entrants[number].waiting and not state.entrants[number].is_gone
        ),
        winners=tuple(names.of.get(entrant, "") for entrant in state.places[0]) if state.places else (),
        places=_places(state, names),
        over=state.is_over,
        schedule=schedule_shown(state),
        found=found_by(state, names, asked.search) if asked.search else (),
        started=bool(state.running),
        seekable=bool(state.order),
        embargo=embargo_words(state),
        disputed=_disputed(state, number),
    )


def _disputed(state: TournamentState, stage: int | None) -> str:
    """Return how many results may change, where that is not told with the stage that is shown."""
    return disputed_words(tuple(match for match in disputed(state) if state.is_over or match.stage != stage))


def _rules_name(tournament: Tournament, state: TournamentState) -> str:
    if tournament.house is not None:
        return tournament.house.name
    return translated(engine.load_rules(state.settings.rules, version=state.settings.engine).name)


def _stage_shown(state: TournamentState, asked: Asked) -> int | None:
    """Return the stage to be shown: the one asked for, else the last that has begun, else the first planned."""
    if asked.stage in state.stages:
        return asked.stage
    begun = [stage.number for stage in state.stages.values() if stage.status != "planned"]
    if begun:
        return begun[-1]
    return min(state.stages, default=None)


def _steps(state: TournamentState, asked: Asked) -> tuple[Step, ...]:
    count = len(state.entered())
    text = ngettext("{count} entrant", "{count} entrants", count).format(count=count)
    begun = state.status not in ("open", "closed_entries")
    several = len(state.stages) > 1
    steps = [Step(_("Entries"), text, float(begun), not begun, "")]
    for stage in state.stages.values():
        matches = [view.status for view in match_views(state, stage) if view.status != "bye"]
        over = matches.count("over")
        rounds = rounds_in_all(state, stage.number)
        begins = planned_start(state, stage.number, 1)
        if stage.status == "planned":
            text = pgettext("a stage", "to come") if begins is None else time_text(begins)
        elif stage.status == "closed" or stage.plan.type == LADDER:
            text = ngettext("{count} match", "{count} matches", over).format(count=over)
        else:
            number = current_round(state, stage.number, 0) or 1
            text = _("round {number} of {rounds}").format(number=number, rounds=max(1, rounds))
        per_round = max(1, sum(len(group) // 2 for group in stage.groups))
        whole = len(matches) if stage.plan.type in BRACKETS else max(len(matches), per_round * rounds)
        progress = 1.0 if stage.status == "closed" else over / max(1, whole)
        link = asked.query(stage=stage.number, group=0, round=0, why=0)
        steps.append(Step(stage_name(stage, several=several), text, progress, stage.status == "running", link))
    return tuple(steps)


def _stage(state: TournamentState, number: int, names: Names, asked: Asked, slug: str) -> StageShown:
    stage = state.stages[number]
    group = min(max(1, asked.group), max(1, len(stage.groups))) - 1
    here = asked.query
    bracket = table = shown = ladder = None
    rounds: tuple[Chip, ...] = ()
    if stage.groups and stage.plan.type == LADDER:
        ladder = ladder_shown(state, stage, names)
    elif stage.groups:
        numbers = round_numbers(state, number, group)
        if stage.plan.type in BRACKETS:
            bracket = bracket_shown(state, number, group, names, asked, slug) if numbers else None
        if stage.plan.type not in BRACKETS or stage.status == "closed":
            now = asked.at is None
            standing = standing_in(state, number, group) if now else standing_of(as_published(state), number, group)
            table = table_shown(state, standing, names, asked)
        current = asked.round if asked.round in numbers else current_round(state, number, group)
        if current is not None and bracket is None:
            view = round_of(state, number, group, current)
            # The points and the reasons of a pairing would tell the results that it was made by.
            told = not paired_by_withheld(state, number, group, current)
            shown = round_shown(
                view,
                points_before(state, number, group, current) if told else {},
                names,
                asked,
                rounds_in_all(state, number),
                notes_of(state, number, group, current, tuple(match.sides for match in view.matches)) if told else {},
                round_words(stage.plan, current) if told else "",
            )
            rounds = tuple(
                Chip(str(one), here(stage=number, round=one, why=0) + "#round", one == current) for one in numbers
            )
    return StageShown(
        stage=stage,
        name=stage_name(stage, several=len(state.stages) > 1),
        plan=tuple(map(said, stage_in_words(stage.plan))),
        groups=tuple(
            Chip(group_name(one), here(stage=number, group=one + 1, round=0, why=0), one == group)
            for one in range(len(stage.groups))
        )
        if len(stage.groups) > 1
        else (),
        rounds=rounds if len(rounds) > 1 else (),
        table=table,
        round=shown,
        bracket=bracket,
        ladder=ladder,
        followable=tuple(sorted(((one, names.of.get(one, "")) for one in stage.groups[group]), key=lambda one: one[1]))
        if bracket is not None
        else (),
        seeds=_seeds(state, number, group, names) if bracket is not None else (),
        earlier=_earlier(state, number, group, asked) if table is not None else (),
        heading=_("Group {name}").format(name=group_name(group)) if len(stage.groups) > 1 else "",
        after=_after_round(state, number, group) if table is not None else "",
        glances=tuple(glances_of(state, stage, group, names, asked)) if table is not None else (),
        glances_of=glance_heads(state, stage),
        disputed=disputed_words(disputed_in(state, number, group)) if bracket is not None else "",
    )


def _after_round(state: TournamentState, number: int, group: int) -> str:
    """Return after, or in, which round the standings of a group are; empty before the first."""
    current = current_round(state, number, group)
    if current is None:
        return ""
    over = round_of(state, number, group, current).status == "over"
    text = _("after round {number}") if over else _("in round {number}")
    return text.format(number=current)


def _seeds(state: TournamentState, number: int, group: int, names: Names) -> tuple[tuple[int, str, str], ...]:
    return tuple(
        (one.seed, names.of.get(one.entrant, ""), origin_words(one, group_name(one.group or 0)))
        for one in origins(state, number, group)
    )


def _earlier(state: TournamentState, number: int, group: int, asked: Asked) -> tuple[tuple[datetime, str], ...]:
    """Return the last moments at which other standings were published, the latest first."""
    published = PublishedStanding.objects.filter(tournament=state.stream, stage=number, group=group)
    last = state.embargo.known.version if state.withheld and state.embargo is not None else state.version
    before = published.filter(version__lte=last).values_list("at", flat=True)[: MAX_EARLIER + 1]
    # The latest are those that stand now.
    return tuple((at, asked.query(at=at.isoformat(), why=0)) for at in before[1:])


def _places(state: TournamentState, names: Names) -> tuple[tuple[int, str], ...]:
    """Return the final places with the names, those that share a place each with its number."""
    places, rank = [], 1
    for together in state.places:
        places += [(rank, names.of.get(entrant, "")) for entrant in together]
        rank += len(together)
    return tuple(places)
