"""The desk, a match, the log, and what if: the pages that show a tournament to its staff, its captains and readers."""

from collections import Counter
from collections.abc import Collection
from typing import Final

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.people.selectors import find_player
from clubs.web.pages import current_player, reads, shows
from games.words.phrases import translated
from tournaments.deeds.base import DIRECTORS, SCORERS
from tournaments.desk.absent import absent_shown
from tournaments.desk.asking import Ask, ask, number_in
from tournaments.desk.entries import guests_warning, idle_shown
from tournaments.desk.history import history_of
from tournaments.desk.ladders import staff_asks
from tournaments.desk.matches import match_page, may_see
from tournaments.desk.moments import Reading, frame, get_tournament, present, reading_of
from tournaments.desk.pairings import drafts_of
from tournaments.desk.suppositions import simplified, supposed_in
from tournaments.desk.ties import tie_asks
from tournaments.desk.whatif import what_if_page
from tournaments.directing.rows import DECIDED
from tournaments.models import MatchGame, Tournament
from tournaments.overview.matches import match_shown
from tournaments.overview.pages import sentence_of
from tournaments.overview.views import clocks_of
from tournaments.overview.wording import moment_text
from tournaments.selectors.naming import Names, names_in
from tournaments.state.times import deadline_of
from tournaments.state.times import overdue as late_matches
from tournaments.state.tournament import MatchState, TournamentState
from tournaments.summaries.matches import MatchView, match_views
from tournaments.summaries.steps import NextStep, next_steps

MAX_TYPED: Final = 30
"""The characters of a time that was refused and stands in its form again."""
MAX_MATCHES: Final = 60
"""The matches that the desk shows at once."""
MAX_NAMED: Final = 5
"""The entrants that a sentence names."""
SHOWN: Final = ("open", "unconfirmed", "playing", "waiting", "draft", "over")


@reads
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """The next steps, what is missing, and the matches that want something. `?show=` chooses, `?q=` finds by name."""
    tournament = get_tournament(slug)
    with clocks_of(tournament.club):
        return _desk(request, tournament, reading_of(request, tournament, current_player(request)))


def _desk(request: HttpRequest, tournament: Tournament, reading: Reading) -> HttpResponse:
    state, doer = reading.state, reading.doer
    if not doer.is_one_of(SCORERS):
        raise PermissionDenied(_("The desk is for the staff of the tournament."))
    names = names_in(tournament)
    show = request.GET.get("show", "")
    show = show if show in SHOWN else ""
    wanted = " ".join(request.GET.get("q", "").split())[:60].casefold()
    views = [
        view
        for stage in state.running or tuple(state.stages.values())
        for view in match_views(state, stage)
        if view.status != "bye"
    ]
    counts = Counter(view.status for view in views)
    matching = {number for number, name in names.of.items() if wanted in name.casefold()} if wanted else None
    listed = [view for view in views if _is_listed(view, show, matching)]
    refused = MatchGame.objects.filter(tournament=tournament).exclude(refused__in=("", DECIDED)).order_by("match")
    overdue = [_overdue(state, late, names) for late in late_matches(state, reading.at or timezone.now())]
    steps = next_steps(state) if reading.at is None else ()
    context = frame(tournament, "desk", reading) | {
        "overdue": overdue[:MAX_MATCHES],
        "overdue_more": max(0, len(overdue) - MAX_MATCHES),
        "ladders": staff_asks(state, doer, names) if reading.at is None else (),
        "sentence": sentence_of(state, names),
        "steps": [_step(step, names) for step in steps],
        "by_server": [translated(step.by_server, step.members) for step in steps if step.by_server],
        "guests": guests_warning(state) if reading.at is None else "",
        "idle": idle_shown(state, names, doer) if reading.at is None else (),
        "drafts": list(drafts_of(tournament, state)) if doer.is_one_of(DIRECTORS) and reading.at is None else [],
        "counts": [(status, counts[status]) for status in SHOWN if counts[status] and status != "open"],
        "matches": [match_shown(view, names) for view in listed[:MAX_MATCHES]],
        "left_out": max(0, len(listed) - MAX_MATCHES),
        "show": show,
        "search": request.GET.get("q", ""),
        "refused": list(refused) if reading.at is None else [],
        "check_in": absent_shown(state, names, doer) if reading.at is None else None,
        "ties": tie_asks(state, names) if doer.is_one_of(DIRECTORS) and reading.at is None else (),
        "is_over": state.is_over,
    }
    return render(request, "tournaments/desk/desk.html", context)


def _overdue(state: TournamentState, late: MatchState, names: Names) -> tuple[int, str, str]:
    """Return the number of a match whose days are over, its sides, and until when it was to be played."""
    deadline = deadline_of(state, late)
    assert deadline is not None
    return late.number, " · ".join(names.side(side) for side in late.sides), moment_text(deadline)


def _is_listed(view: MatchView, show: str, matching: Collection[int] | None) -> bool:
    """Tell whether the desk lists a match: of the status chosen, else what is to be played, or what a search finds."""
    if matching is not None and not any(entrant in matching for entrant in view.entrants):
        return False
    return view.status == show if show else view.status not in ("open", "over") or matching is not None


def _step(step: NextStep, names: Names) -> Ask:
    why_not = translated(step.why_not, step.why_members) if step.why_not else ""
    if step.without:
        text = _(
            "Round {round} was paired without {entrants}: throw the draft away and pair it again, or pair by hand."
        )
        late = ", ".join(names.of.get(number, "") for number in step.without[:MAX_NAMED])
        why_not = text.format(round=step.why_members["round"], entrants=late)
    return ask(
        step.deed,
        translated(step.text, step.members),
        look="go" if step.chief and not step.why_not else "",
        why_not=why_not,
        mend=step.mend,
    )


@shows
def match(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A match with its line-ups, and what its captains and the staff may do about it."""
    tournament, player = get_tournament(slug), find_player(request.user)
    with clocks_of(tournament.club):
        reading = reading_of(request, tournament, player)
        state, doer = reading.state, reading.doer
        known = state.matches.get(number)
        if known is None or not may_see(state, known, doer):
            raise Http404(_("There is no such match."))
        context = frame(tournament, "", reading) | {
            "page": match_page(
                tournament,
                state,
                known,
                doer,
                deeds=reading.at is None,
                typed=request.GET.get("time", "")[:MAX_TYPED],
                reader=player,
            ),
            "back": str(number),
        }
        return render(request, "tournaments/desk/match.html", context)


@shows
def what_if(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings after supposed results, for directors after more; all that is supposed stands in the address."""
    tournament, player = get_tournament(slug), find_player(request.user)
    reading = present(tournament, player)
    query = simplified(reading.state, supposed_in(request.GET))
    if query.raw and not query.problems:
        return redirect(f"{request.path}{query.address()}#would")
    with clocks_of(tournament.club):
        directs = reading.doer.is_one_of(DIRECTORS)
        context = frame(tournament, "what-if", reading) | {
            "page": what_if_page(reading.state, query, names_in(tournament), directs=directs),
        }
        return render(request, "tournaments/desk/what_if.html", context)


@reads
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """The log told back, for the staff. `?before=` goes further back."""
    tournament, player = get_tournament(slug), current_player(request)
    with clocks_of(tournament.club):
        reading = reading_of(request, tournament, player)
        if not reading.doer.is_one_of(SCORERS):
            raise PermissionDenied(_("The log is for the staff of the tournament."))
        earlier = number_in(request.GET.get("before", "")) or 0
        if reading.at is not None:
            earlier = min(earlier or reading.state.version + 1, reading.state.version + 1)
        context = frame(tournament, "history", reading) | {
            "deeds": history_of(tournament, names_in(tournament), reading.state, before=earlier),
        }
        return render(request, "tournaments/desk/history.html", context)
