"""The lots of a tournament: what was published, the order drawn, and the steps of captains and directors.

What is shown of a lot comes from `tournaments.lots.lot.written`, which has no secret before the draw. The captain's
number is made and kept by the captain's browser (`static/js/lots.js`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.web.htmx import part_asked
from clubs.web.pages import shows, viewer_of
from tournaments.deeds.agents import MakeTeams, is_ready_for_teams, lot_of_agents
from tournaments.deeds.base import DIRECTORS, Doer
from tournaments.deeds.lots import CloseLot, DrawLot, PromiseLot, agents_here
from tournaments.deeds.staging import drawn_lot
from tournaments.desk.asking import Ask, Field, ask
from tournaments.desk.moments import frame, get_tournament, present
from tournaments.flow.qualifying import field_of
from tournaments.lots.construction import MAX_NUMBER_BYTES
from tournaments.lots.lot import MIN_ENTRANTS, Lot, written
from tournaments.overview.views import clocks_of
from tournaments.selectors.naming import Names, names_in
from tournaments.state.tournament import TournamentState
from tournaments.summaries.seeding import lot_of


@dataclass(frozen=True, slots=True)
class NumberShown:
    """The number of a captain: its fingerprint, and the number once it is opened."""

    entrant: int
    name: str
    fingerprint: str
    number: str


@dataclass(frozen=True, slots=True)
class OwnShown:
    """The step of a captain in a lot.

    Attributes:
        phase: `promise`: a number can be committed to; `wait`: the list is not closed; `open`: the number can be
            opened; `over`: nothing is left to be done; `late`: the list was closed without a number of this entrant.
        promised: The fingerprint that was sent; empty before.
        opened: The number, once it is opened.
        ask: The form of the step; None without.
    """

    entrant: int
    name: str
    phase: str
    promised: str
    opened: str
    ask: Ask | None


@dataclass(frozen=True, slots=True)
class LotShown:
    """A lot.

    Attributes:
        look: Of its badge.
        state: How it stands, in a few words.
        entrants: All that take part, each with its number.
        order: The entrants in the order drawn; empty before.
        secret: The server's secret, once it is published.
        unopened: The names of the entrants whose captains have not opened their numbers.
        uses: The stages or teams that were made by it, or will be.
        asks: What a director may do.
        own: What a captain may do, for each own entrant.
    """

    number: int
    is_open: bool
    is_drawn: bool
    look: str
    state: str
    commitment: str
    entrants: tuple[tuple[int, str], ...]
    listed: str
    numbers: tuple[NumberShown, ...]
    order: tuple[tuple[int, str], ...]
    secret: str
    unopened: tuple[str, ...]
    uses: tuple[str, ...]
    asks: tuple[Ask, ...]
    own: tuple[OwnShown, ...]


@shows
def lots(request: HttpRequest, slug: str) -> HttpResponse:
    """The lots of a tournament, the latest first, or only their living part where htmx asks for that."""
    live = part_asked(request, "live")
    tournament = get_tournament(slug)
    reading = present(tournament, viewer_of(request))
    state, doer = reading.state, reading.doer
    names = names_in(tournament)
    directs = doer.is_one_of(DIRECTORS) and not state.is_over
    context = frame(tournament, "lots", reading) | {
        "lots": [_lot(state, lot, names, doer) for lot in reversed(state.lots.values())],
        "promises": list(_promises(state, names)) if directs else [],
        "here": request.path,
        "is_live": not state.is_over,
    }
    with clocks_of(tournament.club):
        return render(request, f"tournaments/desk/lots.html{live}", context)


@shows
def lot_file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A lot as a file of the format `lelam-lot/1`; before it is drawn the steps so far."""
    tournament = get_tournament(slug)
    lot = present(tournament, viewer_of(request)).state.lots.get(number)
    if lot is None:
        raise Http404(_("There is no such lot."))
    answer = JsonResponse(written(lot), json_dumps_params={"indent": 1})
    answer.headers["Content-Disposition"] = f'attachment; filename="lot-{tournament.pk}-{number}.json"'
    return answer


def _lot(state: TournamentState, lot: Lot, names: Names, doer: Doer) -> LotShown:
    published: dict[str, Any] = written(lot)
    opened = dict(lot.opened)
    look, text = _status(lot)
    return LotShown(
        number=lot.number,
        is_open=lot.is_open,
        is_drawn=lot.is_drawn,
        look=look,
        state=text,
        commitment=lot.commitment,
        entrants=tuple((entrant, names.of.get(entrant, "")) for entrant in lot.entrants),
        listed=" ".join(map(str, lot.entrants)),
        numbers=tuple(
            NumberShown(entrant, names.of.get(entrant, ""), fingerprint, opened.get(entrant, ""))
            for entrant, fingerprint in lot.promised
        ),
        order=tuple((entrant, names.of.get(entrant, "")) for entrant in lot.order),
        # A lot that is given up shows its secret; before that, and before the draw, nobody sees it.
        secret=published.get("secret", "") or (lot.secret if lot.dropped else ""),
        unopened=tuple(names.of.get(entrant, "") for entrant in lot.unopened),
        uses=tuple(_uses(state, lot)),
        asks=tuple(_asks(state, lot)) if doer.is_one_of(DIRECTORS) and not state.is_over else (),
        own=tuple(
            _own(lot, entrant, names.of.get(entrant, ""), may=not state.is_over)
            for entrant in lot.entrants
            if doer.is_captain_of(state.entrants[entrant])
        ),
    )


def _status(lot: Lot) -> tuple[str, str]:
    """Return the look of the badge of a lot, and what it says."""
    if lot.is_drawn:
        return "now", pgettext("a lot", "drawn")
    if lot.dropped:
        return "mute", pgettext("a lot", "dropped")
    if not lot.closed:
        return "attn", pgettext("a lot", "takes numbers")
    missing = len(lot.unopened)
    if missing:
        given = len(lot.promised) - missing
        return "attn", _("{given} of {count} numbers are open").format(given=given, count=len(lot.promised))
    return "attn", pgettext("a lot", "ready to be drawn")


def _uses(state: TournamentState, lot: Lot) -> Iterator[str]:
    """Yield which stages were made by a lot or will be, or that it is one among single players."""
    if not lot.dropped and any(state.entrants[entrant].free for entrant in lot.entrants):
        yield _("Teams of single players are drawn by it.")
    for stage in state.stages.values():
        if not stage.plan.by_lot or not lot.is_drawn:
            continue
        if stage.groups:
            if lot_of(state, stage) == lot:
                yield _("Stage {number} was drawn by it.").format(number=stage.number)
        elif _is_known(state, stage.number) and drawn_lot(state, field_of(state, stage.number)) == lot:
            yield _("Stage {number} will be drawn by it.").format(number=stage.number)


def _is_known(state: TournamentState, number: int) -> bool:
    """Tell whether the field of a planned stage is known."""
    return all(state.stages[source.stage].status == "closed" for source in state.stages[number].plan.source)


def _promises(state: TournamentState, names: Names) -> Iterator[Ask]:
    """Yield the forms that promise a lot; none while one is open."""
    if any(lot.is_open for lot in state.lots.values()):
        return
    agents, entered = agents_here(state), state.entered()
    waits = len(agents) >= max(MIN_ENTRANTS, state.settings.side) and not is_ready_for_teams(
        state, lot_of_agents(state)
    )
    if len(agents) >= MIN_ENTRANTS:
        text = _("Promise a lot among {count} single players").format(count=len(agents))
        yield ask(PromiseLot(free_agents=True), text, look="go" if waits else "")
    fields = {
        stage.number: field_of(state, stage.number)
        for stage in state.stages.values()
        if stage.status == "planned" and stage.plan.by_lot and _is_known(state, stage.number)
    }
    for number, field in fields.items():
        if len(field) >= MIN_ENTRANTS:
            text = _("Promise a lot for stage {number}: {count} entrants").format(number=number, count=len(field))
            # Teams that are yet to be made belong into the lot of the stage too.
            needed = not waits and drawn_lot(state, field) is None
            yield ask(PromiseLot(entrants=tuple(sorted(field))), text, look="go" if needed else "")
    if len(entered) >= MIN_ENTRANTS:
        if set(entered) not in [set(field) for field in fields.values()]:
            text = _("Promise a lot among all {count} entrants").format(count=len(entered))
            yield ask(PromiseLot(), text)
        choices = tuple((str(entrant), names.of.get(entrant, "")) for entrant in entered)
        chosen = Field("entrants", _("Only these entrants (none chosen: all)"), "several", choices=choices)
        yield ask(
            {"do": "PromiseLot"}, _("Promise a lot among the chosen entrants"), _("Among some entrants"), [chosen]
        )


def _asks(state: TournamentState, lot: Lot) -> Iterator[Ask]:
    """Yield what a director may do with a lot, the usual step first."""
    if not lot.is_open:
        if lot == lot_of_agents(state) and is_ready_for_teams(state, lot):
            yield ask(MakeTeams(), _("Make the teams"), look="go")
        return
    if lot.promised and not lot.closed:
        yield ask(CloseLot(lot=lot.number), _("Close the list of numbers"), look="go")
    elif not lot.unopened:
        text = _("Draw the lot") if lot.promised else _("Draw the lot without any captain's number")
        yield ask(DrawLot(lot=lot.number), text, look="go" if lot.promised else "")
    else:
        words = Field("words", _("Reason (for the staff)"), "words", longest=200, optional=True)
        text = _("Draw anyway: unopened numbers stay out")
        yield ask(DrawLot(lot=lot.number, anyway=True), text, _("Numbers not opened"), [words])
    reasons = (
        ("entries", _("the entries have changed")),
        ("numbers", _("numbers are not opened")),
        ("mistake", _("it was a mistake")),
    )
    yield ask(
        {"do": "DropLot", "lot": lot.number},
        _("Drop the lot"),
        _("Drop it"),
        [Field("reason", _("Reason"), "choice", "entries", reasons)],
        look="danger",
    )


def _own(lot: Lot, entrant: int, name: str, *, may: bool) -> OwnShown:
    promised, opened = dict(lot.promised).get(entrant, ""), dict(lot.opened).get(entrant, "")
    form = None
    if not lot.is_open or not may or opened:
        phase = "over"
    elif not promised:
        phase = "late" if lot.closed else "promise"
        if phase == "promise":
            form = ask(
                {"do": "PromiseNumber", "lot": lot.number, "entrant": entrant},
                _("Send the fingerprint"),
                fields=[Field("commitment", _("Fingerprint"), "text", longest=64)],
            )
    elif lot.closed:
        phase = "open"
        form = ask(
            {"do": "OpenNumber", "lot": lot.number, "entrant": entrant},
            _("Open the number"),
            look="go",
            fields=[Field("number", _("Your number"), "text", longest=2 * MAX_NUMBER_BYTES)],
        )
    else:
        phase = "wait"
    return OwnShown(entrant, name, phase, promised, opened, form)
