"""The desk as a page: one event, or all that a person looks after, with their tables, panels and forms."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Player
from games.words.phrases import translated
from tournaments.deeds.staging import CallRound, CloseStage, PairRound
from tournaments.desk import beside
from tournaments.desk.asking import Ask, ask
from tournaments.desk.chart import Chart, chart_of
from tournaments.desk.disputes import warning
from tournaments.desk.entryforms import AnnounceForm, ResultForm
from tournaments.desk.gathering import EventDesk, event_desk
from tournaments.desk.lately import last_undoable, lately
from tournaments.desk.panels import Panels, panels_of, urgent
from tournaments.desk.tiles import FILTERS, MAX_TILES, Tile, chips_of, chosen_tiles, clock, ordered
from tournaments.directing.roles import staffed_by
from tournaments.floor.words import outcome_choices
from tournaments.overview.matches import MatchShown, match_shown
from tournaments.overview.wording import time_text
from tournaments.state.schedule import planned_start
from tournaments.summaries.matches import match_view
from tournaments.summaries.steps import NextStep, next_steps

MAX_EVENTS: Final = 12
"""The events that one desk looks after."""
MAX_FOUND: Final = 60
"""The matches of other rounds that a search finds."""
MAX_NAMED: Final = 5
"""The entrants that a sentence names."""
MAX_SEARCH: Final = 60


@dataclass(frozen=True, slots=True)
class Gauges:
    """The times of an event's round.

    Attributes:
        limit: When its tables are to be over; empty: nothing is known.
        last: When the last of them will end, and which that is.
        late: The last one is after the limit.
        pace: The minutes and seconds of a hand, and from how many hands that was measured.
        next_title: The round after it, where the schedule has one, with its time; `next_late`: tables will not be over.
    """

    limit: str
    planned: bool
    last: str
    last_table: str
    late: bool
    pace: str
    hands: int
    next_title: str = ""
    next_at: str = ""
    next_late: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """An event on the page: its times, the chart of its tables, and its next steps, the usual one first.

    Attributes:
        waits: For how many tables that one waits, where it waits for nothing else.
    """

    desk: EventDesk
    gauges: Gauges | None
    chart: Chart | None
    steps: tuple[Ask, ...]
    waits: str
    by_server: tuple[str, ...]

    @property
    def chief(self) -> Ask | None:
        """The usual next step, where there is one."""
        return self.steps[0] if self.steps else None


def desks_of(player: Player, now: datetime) -> list[EventDesk]:
    """Return the desks of the tournaments that are played in the clubs of a player who is of their staff."""
    staffed = islice(staffed_by(player), MAX_EVENTS)
    return [event_desk(tournament, state, doer, now) for tournament, state, doer in staffed]


def board(
    request: HttpRequest,
    desks: Sequence[EventDesk],
    player: Player,
    *,
    result: ResultForm | None = None,
    announcement: AnnounceForm | None = None,
) -> dict[str, Any]:
    """Return what the page of a desk shows.

    Args:
        request: Its address chooses and seeks: `?show=` a filter, `?q=` a name or a table, `?by=number` the order.
        desks: The event, or all events on this desk.
        player: The reader.
        result: The form of a result that was sent and is wrong.
        announcement: Likewise of an announcement.
    """
    show = request.GET.get("show", "")
    show = show if show in FILTERS else ""
    search = " ".join(request.GET.get("q", "").split())[:MAX_SEARCH]
    by_number = request.GET.get("by") == "number"
    several = len(desks) > 1
    tiles_of = {desk.slug: desk.tiles(desk.tournament.name if several else "") for desk in desks}
    tiles = [tile for desk in desks for tile in tiles_of[desk.slug]]
    shown = ordered(chosen_tiles(tiles, show, search), by_number=by_number)
    live = [desk for desk in desks if desk.live]
    present = frozenset().union(*(beside.stay(desk.tournament.pk, player) for desk in live)) if live else frozenset()
    panels = panels_of(live, player, present)
    columns = [_column(desk, tiles_of[desk.slug]) for desk in desks]
    scoring = [desk for desk in live if desk.scores]
    staffing = [desk for desk in live if desk.staff]
    deeds = sorted((deed for desk in live for deed in lately(desk)), key=lambda deed: deed.at, reverse=True)
    return {
        "columns": columns,
        "several": several,
        "live": bool(live),
        "now": clock(desks[0].now) if desks else clock(timezone.now()),
        "tiles": shown[:MAX_TILES],
        "left_out": max(0, len(shown) - MAX_TILES),
        "all_tiles": len(tiles),
        "has_tables": any(desk.has_tables for desk in desks),
        "chips": chips_of(tiles, show),
        "show": show,
        "search": search,
        "by_number": by_number,
        "found": [match for desk in desks for match in _found(desk, search)] if search else [],
        "panels": panels,
        "news": _news(tiles, panels),
        "others": list(beside.names_of(present, player).values()),
        "deeds": deeds[:8],
        "undo": None if several else last_undoable(deeds),
        "result": result or (ResultForm(desks=scoring) if scoring and _has_results(scoring) else None),
        "announcement": announcement or (AnnounceForm(desks=staffing) if staffing else None),
        "outcomes": outcome_choices(),
        "sockets": " ".join(f"/ws/tournament/{desk.tournament.pk}/" for desk in live if not desk.state.is_over),
    }


def step_asks(desk: EventDesk) -> tuple[list[Ask], list[str]]:
    """Return the next steps of an event, the usual one first, and what the server does by itself, in sentences."""
    steps = next_steps(desk.state)
    return [_step(step, desk) for step in steps], [_by_server(step, desk) for step in steps if step.by_server]


def _by_server(step: NextStep, desk: EventDesk) -> str:
    """Return what the server does by itself; a round whose time is still to come is called no earlier."""
    if isinstance(step.deed, CallRound):
        planned = planned_start(desk.state, step.deed.stage, step.deed.round)
        at = max(planned or 0, desk.state.settings.starts_at or 0)
        if at > desk.now.timestamp():
            text = _("The server calls round {round} automatically, not before {time}.")
            return text.format(round=step.deed.round, time=time_text(at))
    return translated(step.by_server, step.members)


def _step(step: NextStep, desk: EventDesk) -> Ask:
    why_not = translated(step.why_not, step.why_members) if step.why_not else ""
    if step.without:
        text = _("Round {round} was paired without {entrants}: discard the draft and pair it again, or pair by hand.")
        late = ", ".join(desk.names.of.get(number, "") for number in step.without[:MAX_NAMED])
        why_not = text.format(round=step.why_members["round"], entrants=late)
    return ask(
        step.deed,
        translated(step.text, step.members),
        look="go" if step.chief and not step.why_not else "",
        why_not=why_not,
        mend=step.mend,
        warning="" if step.why_not else warning(desk.state, step.deed),
    )


def _column(desk: EventDesk, tiles: Sequence[Tile]) -> Column:
    steps, by_server = step_asks(desk) if desk.live else ([], [])
    return Column(
        desk,
        _gauges(desk, tiles),
        chart_of(tiles, desk.now, desk.forecast.limit) if desk.live else None,
        tuple(steps),
        _waits(desk),
        tuple(by_server),
    )


def _waits(desk: EventDesk) -> str:
    """Return for how many tables the next round or the end of the stage waits, which says more than their numbers."""
    count = sum(view.status != "over" for view in desk.views.values())
    chief = next(iter(next_steps(desk.state)), None) if desk.live and count else None
    if chief is None or not chief.why_not or not isinstance(chief.deed, PairRound | CloseStage):
        return ""
    return ngettext("waits for {count} table", "waits for {count} tables", count).format(count=count)


def _gauges(desk: EventDesk, tiles: Sequence[Tile]) -> Gauges | None:
    """Return the times of the running round; None where no table is in play."""
    forecast = desk.forecast
    running = any(tile.ends is not None for tile in tiles)
    if not running or forecast.ends is None or forecast.last is None:
        return None
    last = next((tile for tile in tiles if tile.match == forecast.last), None)
    minutes, seconds = divmod(round(forecast.pace.seconds), 60)
    return Gauges(
        "" if forecast.limit is None else _clock(forecast.limit),
        forecast.planned,
        _clock(forecast.ends),
        desk.called(forecast.last),
        last is not None and bool(last.late),
        f"{minutes}:{seconds:02}",
        forecast.pace.hands,
        *_next_round(desk),
    )


def _next_round(desk: EventDesk) -> tuple[str, str, bool]:
    """Return the round after the one that is played, its planned time, and whether tables will be in its way."""
    if not desk.rounds or desk.forecast.ends is None:
        return "", "", False
    stage, number = desk.rounds[-1]
    at = planned_start(desk.state, stage, number + 1)
    if at is None:
        return "", "", False
    return _("Round {number}").format(number=number + 1), _clock(at), desk.forecast.ends > at


def _found(desk: EventDesk, search: str) -> list[MatchShown]:
    """Return the matches of other rounds, drafts too, of entrants whose names have what is sought."""
    wanted = search.casefold()
    matching = {number for number, name in desk.names.of.items() if wanted in name.casefold()}
    if not matching:
        return []
    stages = {stage.number for stage in desk.state.running or desk.state.stages.values()}
    others = [
        match
        for match in desk.state.matches.values()
        if match.stage in stages
        and match.number not in desk.views
        and not match.is_bye
        and not matching.isdisjoint(match.entrants)
    ]
    return [match_shown(match_view(desk.state, match), desk.names) for match in others[-MAX_FOUND:][::-1]]


def _has_results(desks: Sequence[EventDesk]) -> bool:
    """Tell whether the desk enters results: of matches played with real cards, or at a table that brought none."""
    return any(facts.is_played and facts.view.place != "table" for desk in desks for facts in desk.facts.values())


def _news(tiles: Sequence[Tile], panels: Panels) -> str:
    """Return what waits for somebody in a sentence, to be read aloud when it changes."""
    counts = urgent(panels)
    late = sum("late" in tile.kinds for tile in tiles)
    parts = [
        late and ngettext("{count} table late", "{count} tables late", late).format(count=late),
        (calls := counts["calls"]) and ngettext("{count} call", "{count} calls", calls).format(count=calls),
        (waiting := counts["results"])
        and ngettext("{count} result to confirm", "{count} results to confirm", waiting).format(count=waiting),
        (differ := counts["differing"])
        and ngettext("{count} hand differs", "{count} hands differ", differ).format(count=differ),
        (missing := counts["missing"])
        and ngettext("{count} side missing", "{count} sides missing", missing).format(count=missing),
    ]
    return ", ".join(part for part in parts if part) or _("Nothing is waiting.")


def _clock(at: float) -> str:
    return clock(datetime.fromtimestamp(at, UTC))
