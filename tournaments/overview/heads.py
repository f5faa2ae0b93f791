"""How a tournament stands, in sentences; the names of its stages and groups."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from tournaments.drawings.bracket import round_name
from tournaments.overview.wording import FORMATS, moment_text, named, time_text
from tournaments.selectors.naming import Names
from tournaments.stages.stage import BRACKETS, KNOCK_OUT, LADDER
from tournaments.state.outcomes import round_plan
from tournaments.state.schedule import planned_start
from tournaments.state.tournament import StageState, TournamentState
from tournaments.summaries.matches import match_views
from tournaments.summaries.rounds import current_round, round_of, rounds_in_all
from tournaments.summaries.tables import places_that_go_on


@dataclass(frozen=True, slots=True)
class Head:
    """The sentences above the page: the first says where the tournament stands."""

    lead: str
    more: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the round is that is played, over all groups of its stage."""

    stage: StageState
    round: int
    rounds: int
    done: int
    count: int


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
    progress = progress_of(state, stage)
    name = stage_name(stage, several=len(state.stages) > 1)
    if progress is None:
        return _("{stage} is being played.").format(stage=name)
    said = ngettext(
        "{stage}, round {number} of {rounds}: {done} of {count} match done.",
        "{stage}, round {number} of {rounds}: {done} of {count} matches done.",
        progress.count,
    )
    return said.format(
        stage=name, number=progress.round, rounds=progress.rounds, done=progress.done, count=progress.count
    )


def progress_of(state: TournamentState, stage: StageState) -> Progress | None:
    """Return how far the round of a stage is that is played now; None: it has none."""
    current = [
        round_of(state, stage.number, group, number)
        for group in range(len(stage.groups))
        if (number := current_round(state, stage.number, group)) is not None
    ]
    if stage.plan.type == LADDER or not current:
        return None
    number = min(one.number for one in current)
    done = sum(one.done for one in current if one.number == number)
    count = sum(one.count for one in current if one.number == number)
    return Progress(stage, number, rounds_in_all(state, stage.number), done, count)


def head_of(state: TournamentState, names: Names) -> Head:
    """Return the sentences above the page: where the tournament stands, what comes, and what is at stake."""
    progress = progress_of(state, state.running[-1]) if state.running and not state.is_over else None
    if progress is None:
        return Head(sentence_of(state, names), tuple(_facts(state)) if not state.is_over else ())
    lead = _lead(state, progress)
    done = ngettext("{done} of {count} match is done.", "{done} of {count} matches are done.", progress.count)
    return Head(
        lead,
        (
            done.format(done=progress.done, count=progress.count),
            *_live(state, progress.stage),
            *_next_round(state, progress),
            *_facts(state),
            *_hands(progress),
            *_goes_on(state, progress.stage),
        ),
    )


def _lead(state: TournamentState, progress: Progress) -> str:
    """Return the stage that is played and its round: by its name in a knock-out, else by its number."""
    stage, number = progress.stage, progress.round
    name = stage_name(stage, several=len(state.stages) > 1)
    if stage.plan.type == KNOCK_OUT:
        matches = [match for match in state.matches_of(stage.number) if match.round == number]
        round_text = named(round_name(stage, matches, number, progress.rounds))
        return _("{stage}: {round}.").format(stage=name, round=round_text)
    text = _("{stage}, round {number} of {rounds}.")
    return text.format(stage=name, number=number, rounds=progress.rounds)


def _live(state: TournamentState, stage: StageState) -> Iterator[str]:
    """Yield how many matches of a bracket are being played."""
    if stage.plan.type not in BRACKETS:
        return
    live = sum(view.status == "playing" for view in match_views(state, stage))
    if live:
        yield ngettext("{count} match is being played.", "{count} matches are being played.", live).format(count=live)


def _next_round(state: TournamentState, progress: Progress) -> Iterator[str]:
    begins = planned_start(state, progress.stage.number, progress.round + 1)
    if begins is not None and progress.round < progress.rounds:
        yield _("Round {number} starts about {time}.").format(number=progress.round + 1, time=time_text(begins))


def _facts(state: TournamentState) -> Iterator[str]:
    count = len(state.entered())
    if not count or (state.status == "open" and not state.running):
        return
    texts = {
        "team": ngettext("{count} team.", "{count} teams.", count),
        "pair": ngettext("{count} pair.", "{count} pairs.", count),
        "player": ngettext("{count} player.", "{count} players.", count),
    }
    yield texts[state.settings.kind].format(count=count)


def _hands(progress: Progress) -> Iterator[str]:
    plan = round_plan(progress.stage.plan, progress.round, progress.rounds)
    if plan.hands:
        yield ngettext("Matches of {count} hand.", "Matches of {count} hands.", plan.hands).format(count=plan.hands)


def _goes_on(state: TournamentState, stage: StageState) -> Iterator[str]:
    places = places_that_go_on(state, stage.number)
    if not places or stage.plan.type in BRACKETS:
        return
    if len(stage.groups) > 1:
        text = ngettext("The first of each group goes on.", "The first {places} of each group go on.", places)
    else:
        # With a context: the template's plural of the same sentence has a placeholder of another kind.
        text = npgettext("a tournament", "The first goes on.", "The first {places} go on.", places)
    yield text.format(places=places)


def group_name(group: int) -> str:
    """Return the name of a group, from 0: a letter, and two letters after Z."""
    letters = ""
    number = group + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def embargo_words(state: TournamentState, now: datetime | None = None) -> str:
    """Return that results are under embargo, in a sentence: to the staff that others do not see them."""
    embargo = state.embargo
    if embargo is None or not (state.withheld or embargo.holds(now or timezone.now())):
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
