"""What the page of a tournament shows to everybody, and what it shows to one player beside that."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.models import Player
from clubs.people.selectors import ids_of
from tournaments.deeds.base import STAFF
from tournaments.directing.roles import doer_of
from tournaments.drawings.bracket import Box, Drawing, Heading, Part, Way, drawing_of
from tournaments.log import states
from tournaments.log.standings import standing_in
from tournaments.models import Tournament
from tournaments.overview.asked import Asked
from tournaments.overview.naming import Names, names_in
from tournaments.overview.wording import (
    DASH,
    FORMATS,
    MINUS,
    SHORT,
    criterion_words,
    named,
    said,
    source_words,
    value_text,
    working_text,
)
from tournaments.plans.words import settings_in_words, stage_in_words
from tournaments.stages.stage import BRACKETS, FORFEIT, LADDER, PLAYED
from tournaments.state.standing import Standing, standing_of
from tournaments.state.tournament import StageState, TournamentState
from tournaments.summaries.matches import MatchView, match_view
from tournaments.summaries.rounds import RoundView, current_round, rounds_in_all, rounds_of
from tournaments.summaries.tables import Compared, Line, Table, table_of, why

MAX_MATCHES: Final = 60
"""The matches of a round that a page shows; a search finds the others."""


@dataclass(frozen=True, slots=True)
class SideShown:
    """A side of a match: its name, or what will fill the place; its points; whether it won."""

    entrants: tuple[int, ...]
    name: str
    points: str
    won: bool
    lost: bool
    open: bool
    before: str = ""
    seed: str = ""


@dataclass(frozen=True, slots=True)
class MatchShown:
    """A match in a list or in a drawing.

    Attributes:
        badge: How it stands, in a few words.
        note: What else is to be said: how it was won without play, further games, the points of each game.
        link: The address of its table or its hands; empty where there is none to see.
    """

    view: MatchView
    number: int
    sides: tuple[SideShown, ...]
    badge: str
    note: str
    link: str

    @property
    def words(self) -> str:
        """The match and its result as a sentence, to be read aloud."""
        if self.view.status == "bye":
            return _("{name} has a bye").format(name=self.sides[0].name)
        scores = [side.points for side in self.sides if side.points]
        winner = next((side for side in self.sides if side.won), None)
        others = [side for side in self.sides if side is not winner]
        if winner is not None and len(others) == 1:
            if not scores:
                return _("{winner} beat {loser} without play").format(winner=winner.name, loser=others[0].name)
            said = _("{winner} beat {loser} {points} to {others}")
            return said.format(winner=winner.name, loser=others[0].name, points=winner.points, others=others[0].points)
        listed = ", ".join(f"{side.name} {side.points}".strip() for side in self.sides)
        return f"{listed} ({self.badge})"


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round: its matches, and how many more there are than are shown."""

    view: RoundView
    title: str
    status: str
    matches: tuple[MatchShown, ...]
    left_out: int


@dataclass(frozen=True, slots=True)
class Cell:
    """The value of a criterion in the standings; `link` opens how it comes about."""

    text: str
    link: str


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of the standings."""

    line: Line
    name: str
    below: str
    cells: tuple[Cell, ...]
    form: tuple[str, ...]
    form_words: str
    cut: bool
    link: str


@dataclass(frozen=True, slots=True)
class WhyShown:
    """The reason for a place: each criterion with the values compared, and the sum that makes the own value."""

    entrant: int
    title: str
    steps: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class TableShown:
    """The standings of a group."""

    table: Table
    columns: tuple[tuple[str, str], ...]
    lines: tuple[LineShown, ...]
    why: WhyShown | None
    has_results: bool

    @property
    def width(self) -> int:
        """The number of its columns."""
        return len(self.columns) + (7 if self.has_results else 2)


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
        words: Its rounds in words, for a bracket.
        plan: How it is played, in sentences.
    """

    stage: StageState
    name: str
    plan: tuple[str, ...]
    groups: tuple[Chip, ...]
    rounds: tuple[Chip, ...]
    table: TableShown | None
    round: RoundShown | None
    bracket: "BracketShown | None"
    followable: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class BoxShown:
    """A match in the drawing with the words that stand in it."""

    box: Box
    match: MatchShown
    label: str
    rows: tuple[tuple[int, SideShown], ...]
    mine: bool


@dataclass(frozen=True, slots=True)
class PartShown:
    """A part of the drawing."""

    part: Part
    name: str
    headings: tuple[tuple[Heading, str], ...]
    boxes: tuple[BoxShown, ...]
    ways: tuple[tuple[Way, bool], ...]


@dataclass(frozen=True, slots=True)
class BracketShown:
    """A drawing with its words."""

    drawing: Drawing
    parts: tuple[PartShown, ...]
    words: tuple[tuple[str, tuple[MatchShown, ...]], ...]


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
        winners: The names of those in the first place, once the tournament is closed.
        places: The final places, once it is closed.
    """

    tournament: Tournament
    version: int
    at: datetime | None
    as_of: datetime
    sentence: str
    steps: tuple[Step, ...]
    stage: StageShown | None
    settings: tuple[str, ...]
    entrants: tuple[tuple[int, str, str, bool], ...]
    waiting: tuple[tuple[int, str, str], ...]
    winners: tuple[str, ...]
    places: tuple[tuple[int, str], ...]
    over: bool


@dataclass(frozen=True, slots=True)
class Mine:
    """What concerns the reader: own entrants, the match that is played or comes next, and whether staff."""

    entrants: tuple[int, ...]
    match: MatchShown | None
    opponents: str
    staff: bool


def state_asked(tournament: Tournament, asked: Asked) -> TournamentState:
    """Return the tournament as it is now, or was at the moment asked for.

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
        steps=_steps(state, asked),
        stage=None if number is None else _stage(state, number, names, asked),
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
            if state.entrants[number].waiting and not state.entrants[number].withdrawn
        ),
        winners=tuple(names.of.get(entrant, "") for entrant in state.places[0]) if state.places else (),
        places=_places(state, names),
        over=state.is_over,
    )


def mine_of(tournament: Tournament, state: TournamentState, player: Player | None) -> Mine:
    """Return what concerns a player: the match that is played, else the next one of a released round."""
    if player is None:
        return Mine((), None, "", staff=False)
    ids = set(map(str, ids_of(player)))
    own = tuple(number for number, one in state.entrants.items() if not ids.isdisjoint(one.squad) and not one.withdrawn)
    staff = doer_of(tournament, player, state).is_one_of(STAFF)
    views = [
        view
        for match in state.matches.values()
        if not match.is_bye and match.decision is None and any(entrant in match.entrants for entrant in own)
        if (view := match_view(state, match)).status in ("playing", "unconfirmed", "waiting")
    ]
    views.sort(key=lambda view: (view.status == "waiting", view.stage, view.round, view.number))
    if not views:
        return Mine(own, None, "", staff)
    names = names_in(tournament, views[0].entrants)
    match = _match(views[0], names)
    others = [side.name for side in match.sides if not set(side.entrants) & set(own)]
    return Mine(own, match, " · ".join(others), staff)


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
        if state.status == "playing":
            return _("The next stage has not begun yet.")
        if state.status == "open":
            return ngettext("Open for entries: {count} so far.", "Open for entries: {count} so far.", count).format(
                count=count
            )
        return ngettext(
            "Entries are closed: {count} has entered.", "Entries are closed: {count} have entered.", count
        ).format(count=count)
    stage = state.running[-1]
    rounds = [rounds_of(state, stage.number, group) for group in range(len(stage.groups))]
    current = [one for each in rounds if (one := current_round(each)) is not None]
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
        matches = [match_view(state, match) for match in state.matches_of(stage.number) if not match.is_bye]
        over = sum(view.status == "over" for view in matches)
        rounds = rounds_in_all(state, stage.number)
        if stage.status == "planned":
            text = pgettext("a stage", "to come")
        elif stage.status == "closed" or stage.plan.type == LADDER:
            text = ngettext("{count} match", "{count} matches", over).format(count=over)
        else:
            number = max((one.number for one in stage.rounds if one.called), default=0)
            text = _("round {number} of {rounds}").format(number=max(1, number), rounds=max(1, rounds))
        per_round = max(1, sum(len(group) // 2 for group in stage.groups))
        whole = len(matches) if stage.plan.type in BRACKETS else max(len(matches), per_round * rounds)
        progress = 1.0 if stage.status == "closed" else over / max(1, whole)
        link = asked.query(stage=stage.number, group=0, round=0, why=0)
        steps.append(Step(stage_name(stage, several=several), text, progress, stage.status == "running", link))
    return tuple(steps)


def _stage(state: TournamentState, number: int, names: Names, asked: Asked) -> StageShown:
    stage = state.stages[number]
    group = min(max(1, asked.group), max(1, len(stage.groups))) - 1
    here = asked.query
    bracket = table = shown = None
    rounds: tuple[Chip, ...] = ()
    if stage.groups:
        views = rounds_of(state, number, group)
        if stage.plan.type in BRACKETS:
            bracket = _bracket(state, number, group, names, asked) if views else None
        if stage.plan.type not in BRACKETS or stage.status == "closed":
            standing = standing_in(state, number, group) if asked.at is None else standing_of(state, number, group)
            table = _table(state, standing, names, asked)
        current = next((one for one in views if one.number == asked.round), None) or current_round(views)
        if current is not None and bracket is None:
            shown = _round(current, names, asked, rounds_in_all(state, number))
            rounds = tuple(
                Chip(str(one.number), here(stage=number, round=one.number, why=0) + "#round", one is current)
                for one in views
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
        followable=tuple(sorted(((one, names.of.get(one, "")) for one in stage.groups[group]), key=lambda one: one[1]))
        if bracket is not None
        else (),
    )


def group_name(group: int) -> str:
    """Return the name of a group, from 0: a letter, and two letters after Z."""
    letters = ""
    number = group + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _table(state: TournamentState, standing: Standing, names: Names, asked: Asked) -> TableShown:
    table = table_of(state, standing)
    lines = tuple(
        LineShown(
            line=line,
            name=names.of.get(line.entrant, ""),
            below=names.below(line.entrant),
            cells=tuple(
                Cell(value_text(name, value), "" if name == "points" else _why_link(line, asked))
                for name, value in line.values.items()
            ),
            form=line.form,
            form_words=_form_words(line.form),
            cut=_is_last_to_go_on(table, place),
            link=_why_link(line, asked),
        )
        for place, line in enumerate(table.lines)
    )
    shown = next((line for line in lines if line.line.entrant == asked.why), None)
    return TableShown(
        table=table,
        columns=tuple((str(SHORT.get(name, name)), criterion_words(name)) for name in table.criteria),
        lines=lines,
        why=None if shown is None else _why(standing, shown, names),
        has_results=standing.standings is not None,
    )


def _is_last_to_go_on(table: Table, place: int) -> bool:
    following = table.lines[place + 1 : place + 2]
    return table.lines[place].goes_on and not any(line.goes_on for line in following)


def _why_link(line: Line, asked: Asked) -> str:
    other = 0 if asked.why == line.entrant else line.entrant
    return f"{asked.query(why=other) or '?'}#place-{line.entrant}"


def _why(standing: Standing, shown: LineShown, names: Names) -> WhyShown:
    compared = why(standing, shown.line.entrant)
    title = _("{name} is number {rank}.").format(name=shown.name, rank=shown.line.rank)
    if compared and len(compared[0].values) > 1 and not _decides_at_once(compared):
        level = sum(value == dict(compared[0].values)[shown.line.entrant] for _one, value in compared[0].values)
        text = ngettext(
            "{name} is number {rank}: nobody else has as many points.",
            "{name} is number {rank}: {count} have as many points.",
            level,
        )
        title = text.format(name=shown.name, rank=shown.line.rank, count=level)
    return WhyShown(shown.line.entrant, title, tuple(_step(one, names, shown.line.entrant) for one in compared))


def _decides_at_once(compared: Sequence[Compared]) -> bool:
    return len(compared) == 1


def _step(compared: Compared, names: Names, entrant: int) -> tuple[str, str, str]:
    """Return the name of a criterion, the values around the entrant's own, and how that comes about."""
    own = next(place for place, (one, _value) in enumerate(compared.values) if one == entrant)
    near = compared.values[max(0, own - 3) : own + 4]
    listed = ", ".join(f"{names.of.get(one, '')} {value_text(compared.criterion, value)}" for one, value in near)
    return criterion_words(compared.criterion), listed, working_text(compared.own, names.of)


def _form_words(form: Iterable[str]) -> str:
    words = {"W": pgettext("a match", "won"), "D": pgettext("a match", "drawn"), "L": pgettext("a match", "lost")}
    return ", ".join(words[letter] for letter in form) or _("nothing played")


def _round(view: RoundView, names: Names, asked: Asked, rounds: int) -> RoundShown:
    matches = [_match(match, names, view) for match in view.matches]
    if asked.search:
        wanted = asked.search.casefold()
        matches = [one for one in matches if any(wanted in side.name.casefold() for side in one.sides)]
    texts = {"released": _("released"), "called": _("being played"), "over": pgettext("a round", "over")}
    return RoundShown(
        view=view,
        title=_("Round {number} of {rounds}").format(number=view.number, rounds=max(rounds, view.number)),
        status=texts.get(view.status, ""),
        matches=tuple(matches[:MAX_MATCHES]),
        left_out=max(0, len(matches) - MAX_MATCHES),
    )


def _match(view: MatchView, names: Names, of: RoundView | None = None) -> MatchShown:
    sides = tuple(
        SideShown(
            entrants=tuple(entrant for entrant in side if entrant > 0),
            name=names.side(side),
            points=str(view.points[place]).replace("-", MINUS) if view.points and view.status != "bye" else "",
            won=view.winner == place and view.status == "over",
            lost=view.winner not in (None, place) and view.status == "over",
            open=not names.side(side),
            before=""
            if of is None or of.number == 1 or not of.before or not side
            else value_text("points", of.before.get(side[0], 0)),
        )
        for place, side in enumerate(view.sides)
    )
    return MatchShown(view, view.number, sides, _badge(view), _note(view), _link(view))


def _points_before(of: RoundView | None, side: Sequence[int]) -> str:
    """Return the points by which a side was paired; empty where they say nothing."""
    if of is None or of.number == 1 or not of.before or not side:
        return ""
    return value_text("points", of.before.get(side[0], 0))


def _badge(view: MatchView) -> str:
    texts = {
        "bye": pgettext("a match", "bye"),
        "open": pgettext("a match", "to come"),
        "draft": pgettext("a match", "draft"),
        "waiting": pgettext("a match", "waits for its call"),
        "playing": pgettext("a match", "being played"),
        "unconfirmed": pgettext("a match", "to be confirmed"),
    }
    if view.status != "over":
        if view.status == "waiting" and view.table:
            return _("table {table}").format(table=view.table)
        return texts[view.status]
    if view.winner is None and view.outcome == PLAYED:
        return pgettext("a match", "drawn")
    return pgettext("a match", "done")


def _note(view: MatchView) -> str:
    notes = {
        FORFEIT: _("walkover"),
        "double_forfeit": _("forfeited by both"),
        "awarded": _("decided by the director"),
        "void": _("does not count"),
    }
    found = [notes[view.outcome]] if view.outcome in notes else []
    if view.games:
        found.append(", ".join(DASH.join(str(points).replace("-", MINUS) for points in game) for game in view.games))
    return " · ".join(found)


def _link(view: MatchView) -> str:
    if not view.stream or view.place != "table":
        return ""
    if view.status == "over":
        return reverse("games:hand", args=[view.stream, 1])
    return reverse("games:table", args=[view.stream])


def _bracket(state: TournamentState, number: int, group: int, names: Names, asked: Asked) -> BracketShown:
    drawing = drawing_of(state, number, group)
    first = min((box.view.number for part in drawing.parts for box in part.boxes), default=1)
    parts = tuple(_part(part, names, asked, first) for part in drawing.parts)
    words = []
    for part in parts:
        for heading, name in part.headings:
            told = tuple(one.match for one in part.boxes if one.box.view.round == heading.round)
            words.append((f"{part.name}: {name}" if part.name else name, told))
    return BracketShown(drawing, parts, tuple(words))


def _part(part: Part, names: Names, asked: Asked, first: int) -> PartShown:
    follow = asked.follow
    return PartShown(
        part=part,
        name=_(part.name) if part.name else "",
        headings=tuple((heading, named(heading.name)) for heading in part.headings),
        boxes=tuple(_box(box, names, follow, first) for box in part.boxes if not box.unneeded),
        ways=tuple((way, follow in way.follows) for way in part.ways),
    )


def _box(box: Box, names: Names, follow: int, first: int) -> BoxShown:
    match = _match(box.view, names)
    sides = []
    for place, side in zip(box.places, match.sides, strict=True):
        name = side.name
        if place.nobody:
            name = pgettext("a place in a bracket", "nobody")
        elif side.open and place.source is not None:
            name = source_words(place.source, lambda number: number - first + 1)
        seed = "" if place.seed is None else str(place.seed)
        sides.append(SideShown(side.entrants, name, side.points, side.won, side.lost, side.open, seed=seed))
    number = box.view.number - first + 1
    match = MatchShown(box.view, number, tuple(sides), match.badge, match.note, match.link)
    label = _("Third place") if box.third else _("Match {number}").format(number=number)
    extra = match.note or (match.badge if box.view.status in ("playing", "unconfirmed", "waiting") else "")
    return BoxShown(
        box,
        match,
        f"{label} · {extra}" if extra else label,
        ((box.y + 20, sides[0]), (box.middle + 20, sides[1])),
        follow in box.follows,
    )


def _places(state: TournamentState, names: Names) -> tuple[tuple[int, str], ...]:
    """Return the final places with the names, those that share a place each with its number."""
    places, rank = [], 1
    for together in state.places:
        places += [(rank, names.of.get(entrant, "")) for entrant in together]
        rank += len(together)
    return tuple(places)


def moment_text(moment: datetime) -> str:
    """Return a moment as an address has it."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")
