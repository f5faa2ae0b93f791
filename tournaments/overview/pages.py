"""What the page of a tournament shows to everybody, and what it shows to one player beside that."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

import engine
from clubs.models import Player
from clubs.people.selectors import ids_of
from games.words.phrases import translated
from tournaments.deeds.base import DIRECTORS, SCORERS
from tournaments.directing.roles import doer_of
from tournaments.log import states
from tournaments.log.standings import standing_in
from tournaments.models import PublishedStanding, Tournament
from tournaments.overview.asked import Asked
from tournaments.overview.brackets import BracketShown, bracket_shown
from tournaments.overview.ladders import LadderShown, ladder_shown
from tournaments.overview.matches import MatchShown, RoundShown, match_shown, round_shown
from tournaments.overview.pairings import origin_words, round_words
from tournaments.overview.standings import TableShown, needs_said, table_shown
from tournaments.overview.wording import FORMATS, moment_text, said
from tournaments.plans.words import settings_in_words, stage_in_words
from tournaments.selectors.naming import Names, names_in
from tournaments.stages.stage import BRACKETS, LADDER
from tournaments.state.published import as_published, paired_by_withheld
from tournaments.state.standing import standing_of
from tournaments.state.times import deadline_of, is_open_for_times
from tournaments.state.tournament import MatchState, StageState, TournamentState
from tournaments.summaries.matches import match_view, match_views
from tournaments.summaries.pairings import notes_of
from tournaments.summaries.rounds import current_round, points_before, round_numbers, round_of, rounds_in_all
from tournaments.summaries.seeding import origins

MAX_OWN: Final = 20
"""The open matches of a reader that are listed beside the next."""
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
        sentence: How the tournament stands.
        rules: What people call the game, or the house rules, that it is played by.
        winners: The names of those in the first place, once the tournament is closed.
        places: The final places, once it is closed.
        embargo: That results are under embargo, and until when, in a sentence; empty: they are not.
    """

    tournament: Tournament
    version: int
    at: datetime | None
    as_of: datetime
    sentence: str
    rules: str
    steps: tuple[Step, ...]
    stage: StageShown | None
    settings: tuple[str, ...]
    entrants: tuple[tuple[int, str, str, bool], ...]
    waiting: tuple[tuple[int, str, str], ...]
    winners: tuple[str, ...]
    places: tuple[tuple[int, str], ...]
    over: bool
    embargo: str = ""


@dataclass(frozen=True, slots=True)
class Mine:
    """What concerns the reader: own entrants, the match that is played or comes next.

    Attributes:
        scores: The reader is of the staff, at least a scorer.
        directs: The reader directs the tournament.
        captain: The reader is the captain of an entrant.
        times: What the two sides have yet to settle about the time of the match, in sentences.
        later: The other matches that are open to the reader, in the order in which they are played: number, round,
            opponents, and how each stands.
        needs: What the own entrant needs to go on, in sentences.
        stream: The game of the match in which the reader sits, or sat last; empty where there is none.
        lot: The number of a lot to which the own entrant can give a number, or has to open it; 0: there is none.
    """

    entrants: tuple[int, ...]
    match: MatchShown | None
    opponents: str
    scores: bool
    directs: bool
    captain: bool
    needs: tuple[str, ...] = ()
    stream: str = ""
    lot: int = 0
    times: tuple[str, ...] = ()
    later: tuple[tuple[int, int, str, str], ...] = ()


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
        sentence=sentence_of(state, names),
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
        embargo=embargo_words(state, timezone.now()),
    )


def embargo_words(state: TournamentState, now: datetime) -> str:
    """Return that results are under embargo, in a sentence: to the staff that others do not see them."""
    embargo = state.embargo
    if embargo is None or not (state.withheld or embargo.holds(now)):
        return ""
    since = moment_text(embargo.known.at)
    if embargo.until is None:
        if state.withheld:
            return _("Results since {since} are under embargo until the directors release them.").format(since=since)
        return _("Only the staff sees the results since {since}, until the directors release them.").format(since=since)
    until = moment_text(embargo.until)
    if state.withheld:
        return _("Results since {since} are under embargo until {until}.").format(since=since, until=until)
    return _("Only the staff sees the results since {since}, until {until}.").format(since=since, until=until)


def _rules_name(tournament: Tournament, state: TournamentState) -> str:
    if tournament.house is not None:
        return tournament.house.name
    return translated(engine.load_rules(state.settings.rules, version=state.settings.engine).name)


def mine_of(tournament: Tournament, state: TournamentState, player: Player | None) -> Mine:
    """Return what concerns a player: the match that is played, else the next one of a released round."""
    if player is None:
        return Mine((), None, "", scores=False, directs=False, captain=False)
    ids = set(map(str, ids_of(player)))
    own = tuple(number for number, one in state.entrants.items() if not ids.isdisjoint(one.squad) and not one.is_gone)
    doer = doer_of(tournament, player, state)
    scores, directs = doer.is_one_of(SCORERS), doer.is_one_of(DIRECTORS)
    captain = any(doer.is_captain_of(state.entrants[number]) for number in own)
    views = [
        view
        for match in state.matches.values()
        if not match.is_bye and match.decision is None and any(entrant in match.entrants for entrant in own)
        if (view := match_view(state, match)).status in ("playing", "unconfirmed", "waiting")
    ]
    views.sort(
        key=lambda view: (view.status == "waiting", view.at is None, view.at or 0, view.stage, view.round, view.number)
    )
    needs = () if state.withheld else tuple(_needs(state, own))
    lot = _lot_waiting(state, [number for number in own if doer.is_captain_of(state.entrants[number])])
    if not views:
        return Mine(own, None, "", scores, directs, captain, needs, lot=lot)
    names = names_in(tournament, {entrant for view in views for entrant in view.entrants})
    match, *others = (match_shown(view, names) for view in views[: MAX_OWN + 1])
    games = state.matches[match.number].games
    sat = [game.stream for game in games if any(not ids.isdisjoint(side) for side in game.seated)]
    last = sat[-1] if sat else ""
    times = tuple(_times(state, state.matches[match.number], own))
    later = tuple((one.number, one.view.round, _opponents(one, own), one.badge) for one in others)
    return Mine(own, match, _opponents(match, own), scores, directs, captain, needs, last, lot, times, later)


def _opponents(match: MatchShown, own: Sequence[int]) -> str:
    return " · ".join(side.name for side in match.sides if not set(side.entrants) & set(own))


def _times(state: TournamentState, match: MatchState, own: Sequence[int]) -> Iterator[str]:
    """Yield what an own match waits for until its time is settled, and when its days are over."""
    if not is_open_for_times(state, match):
        return
    if match.proposed is not None:
        mine = any(match.side_of(entrant) == match.side_of(match.proposed.entrant) for entrant in own)
        text = _("Your side proposes {at}.") if mine else _("The other side proposes {at}.")
        yield text.format(at=moment_text(match.proposed.at))
    elif match.at is None:
        yield _("The two captains agree on a time.")
    if (deadline := deadline_of(state, match)) is not None:
        yield _("It is to be played by {at}.").format(at=moment_text(deadline))


def _needs(state: TournamentState, own: Sequence[int]) -> Iterator[str]:
    """Yield what the own entrant needs in the stages that are being played."""
    for stage in state.running:
        for group, field in enumerate(stage.groups):
            for entrant in field:
                if entrant in own and not state.entrants[entrant].is_away:
                    yield from needs_said(state, stage.number, group, entrant)


def _lot_waiting(state: TournamentState, captained: Sequence[int]) -> int:
    """Return the number of the open lot that waits for something of an entrant's captain; 0 without."""
    for lot in state.lots.values():
        waits = lot.unopened if lot.closed else set(lot.entrants) - {entrant for entrant, _number in lot.promised}
        if lot.is_open and not state.is_over and any(entrant in waits for entrant in captained):
            return lot.number
    return 0


def _stage_shown(state: TournamentState, asked: Asked) -> int | None:
    """Return the stage to be shown: the one asked for, else the last that has begun, else the first planned."""
    if asked.stage in state.stages:
        return asked.stage
    begun = [stage.number for stage in state.stages.values() if stage.status != "planned"]
    if begun:
        return begun[-1]
    return min(state.stages, default=None)


def stage_name(stage: StageState, *, several: bool) -> str:
    """Return the name of a stage: its format, with its number where there are several."""
    name = str(FORMATS[stage.plan.type])
    return f"{stage.number}. {name}" if several else name


def sentence_of(state: TournamentState, names: Names) -> str:
    """Return how a tournament stands, in a sentence."""
    if state.status == "abandoned":
        return _("The tournament was abandoned.")
    if state.places:
        won = " & ".join(names.of.get(entrant, "") for entrant in state.places[0])
        return _("{name} won.").format(name=won)
    if not state.running:
        count = len(state.entered())
        if state.status == "playing" and all(stage.status == "closed" for stage in state.stages.values()):
            return _("All stages are played: the tournament can be closed.")
        if state.status == "playing":
            return _("The next stage has not begun yet.")
        if state.status == "open":
            opened = ngettext("Open for entries: {count} so far.", "Open for entries: {count} so far.", count)
            agents = len(state.free_agents())
            singles = ngettext(
                "{count} single player has no team yet.", "{count} single players have no team yet.", agents
            )
            return " ".join((opened.format(count=count), *([singles.format(count=agents)] if agents else ())))
        return ngettext(
            "Entries are closed: {count} has entered.", "Entries are closed: {count} have entered.", count
        ).format(count=count)
    stage = state.running[-1]
    current = [
        round_of(state, stage.number, group, number)
        for group in range(len(stage.groups))
        if (number := current_round(state, stage.number, group)) is not None
    ]
    name = stage_name(stage, several=len(state.stages) > 1)
    if stage.plan.type == LADDER or not current:
        return _("{stage} is being played.").format(stage=name)
    number = min(one.number for one in current)
    done = sum(one.done for one in current if one.number == number)
    count = sum(one.count for one in current if one.number == number)
    said = ngettext(
        "{stage}, round {number} of {rounds}: {done} of {count} match done.",
        "{stage}, round {number} of {rounds}: {done} of {count} matches done.",
        count,
    )
    return said.format(stage=name, number=number, rounds=rounds_in_all(state, stage.number), done=done, count=count)


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
        if stage.status == "planned":
            text = pgettext("a stage", "to come")
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
    )


def _seeds(state: TournamentState, number: int, group: int, names: Names) -> tuple[tuple[int, str, str], ...]:
    return tuple(
        (one.seed, names.of.get(one.entrant, ""), origin_words(one, group_name(one.group or 0)))
        for one in origins(state, number, group)
    )


def _earlier(state: TournamentState, number: int, group: int, asked: Asked) -> tuple[tuple[datetime, str], ...]:
    """Return the last moments at which other standings were published, the latest first."""
    published = PublishedStanding.objects.filter(tournament=state.stream, stage=number, group=group)
    last = state.embargo.known.version + 1 if state.withheld and state.embargo is not None else state.version
    before = published.filter(version__lt=last).values_list("at", flat=True)[: MAX_EARLIER + 1]
    # The latest are those that stand now.
    return tuple((at, asked.query(at=at.isoformat(), why=0)) for at in before[1:])


def group_name(group: int) -> str:
    """Return the name of a group, from 0: a letter, and two letters after Z."""
    letters = ""
    number = group + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _places(state: TournamentState, names: Names) -> tuple[tuple[int, str], ...]:
    """Return the final places with the names, those that share a place each with its number."""
    places, rank = [], 1
    for together in state.places:
        places += [(rank, names.of.get(entrant, "")) for entrant in together]
        rank += len(together)
    return tuple(places)
