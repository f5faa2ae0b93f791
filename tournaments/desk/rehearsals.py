"""The page of rehearsals: what is supposed, how far the last one is, and what it showed. For directors."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.timezone import localtime, now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.web.htmx import part_asked
from clubs.web.pages import current_player, edits
from clubs.web.refusals import refusals_beside
from games.words.phrases import translated
from tournaments.deeds.base import DIRECTORS
from tournaments.deeds.entering import MAX_ENTRANTS
from tournaments.desk.moments import frame, get_tournament, present
from tournaments.desk.refused import RefusedForm
from tournaments.directing.refusals import in_words
from tournaments.directing.rehearsing import Rehearsal, ask, last
from tournaments.overview.views import clocks_of
from tournaments.overview.wording import moment_text
from tournaments.rehearsal.assumptions import MAX_MINUTES, MAX_RUNS, MAX_TABLES, SECONDS, Assumptions
from tournaments.rehearsal.report import Finding, Finish, Report
from tournaments.rehearsal.supposing import supposed_of
from tournaments.selectors.naming import Names, names_in
from tournaments.selectors.progress import forecast_of
from tournaments.state.tournament import TournamentState

TOPICS: Final = {
    "plan": gettext_lazy("Plan"),
    "time": gettext_lazy("Time"),
    "tables": gettext_lazy("Tables"),
    "rests": gettext_lazy("Rests"),
    "byes": gettext_lazy("Byes"),
    "rematches": gettext_lazy("Meetings"),
    "ties": pgettext_lazy("of a tournament", "Places"),
    "finish": gettext_lazy("Finish"),
    "limits": gettext_lazy("Rehearsal"),
}
_MOMENT: Final = {"type": "datetime-local"}


class RehearsalForm(RefusedForm):
    """What a rehearsal supposes beyond the plan."""

    entrants = forms.IntegerField(
        label=gettext_lazy("Entrants expected"),
        min_value=0,
        max_value=MAX_ENTRANTS,
        help_text=gettext_lazy("Missing entrants are invented."),
    )
    tables = forms.IntegerField(
        label=gettext_lazy("Tables"),
        required=False,
        min_value=0,
        max_value=MAX_TABLES,
        help_text=gettext_lazy("Empty: as many as needed."),
    )
    seconds = forms.IntegerField(
        label=gettext_lazy("Seconds a hand"),
        min_value=SECONDS[0],
        max_value=SECONDS[1],
        help_text=gettext_lazy("With dealing and scoring."),
    )
    between = forms.IntegerField(
        label=gettext_lazy("Minutes between two rounds"), min_value=0, max_value=MAX_MINUTES
    )  # fmt: skip
    rest = forms.IntegerField(
        label=gettext_lazy("Minutes of rest between two matches"), min_value=0, max_value=MAX_MINUTES
    )
    begins_at = forms.DateTimeField(
        label=gettext_lazy("Begins at"),
        required=False,
        widget=forms.DateTimeInput(attrs=_MOMENT, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("Empty: now."),
    )
    closes_at = forms.DateTimeField(
        label=gettext_lazy("The hall closes at"),
        required=False,
        widget=forms.DateTimeInput(attrs=_MOMENT, format="%Y-%m-%dT%H:%M"),
    )
    runs = forms.IntegerField(
        label=gettext_lazy("Runs"),
        min_value=1,
        max_value=MAX_RUNS,
        help_text=gettext_lazy("Number of rehearsals of the event, as far as time allows."),
    )

    def supposed(self, usual: Assumptions) -> Assumptions:
        """Return what is supposed; what the form does not show is as usual."""
        cleaned = self.cleaned_data
        return Assumptions(
            entrants=cleaned["entrants"],
            tables=cleaned["tables"] or 0,
            seconds=cleaned["seconds"],
            between=cleaned["between"],
            rest=cleaned["rest"],
            begins_at=_seconds(cleaned["begins_at"]),
            closes_at=_seconds(cleaned["closes_at"]),
            sessions=usual.sessions,
            rounds=usual.rounds,
            runs=cleaned["runs"],
        )


@dataclass(frozen=True, slots=True)
class FindingShown:
    """A finding in words."""

    topic: str
    is_grave: bool
    sentences: tuple[str, ...]
    right: str
    names: str


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A line of the table of rounds: moments in words."""

    stage: int
    number: int
    matches: int
    tables: int
    planned: str
    begins: str
    ends: str
    late: str


@dataclass(frozen=True, slots=True)
class ReportShown:
    """A report in words.

    Attributes:
        is_old: The tournament has changed since.
        day: The day on which all is played; empty: there are several.
        facts: On what it rests.
        finish: How wide the finish may be.
    """

    is_old: bool
    facts: tuple[str, ...]
    grave: tuple[FindingShown, ...]
    others: tuple[FindingShown, ...]
    day: str
    rounds: tuple[RoundShown, ...]
    has_stages: bool
    has_planned: bool
    finish: tuple[str, ...]


@edits
def rehearsal(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the event be rehearsed, and show what the last rehearsal within the hour showed."""
    tournament, player = get_tournament(slug), current_player(request)
    reading = present(tournament, player)
    if not reading.doer.is_one_of(DIRECTORS):
        raise PermissionDenied(_("Rehearsals are for the directors of the tournament."))
    with clocks_of(tournament.club):
        known, usual = last(tournament), supposed_of(reading.state, _measured(reading.state))
        form = RehearsalForm(request.POST or None, initial=_initial(known.assumptions if known else usual, usual))
        if request.method == "POST" and form.is_valid():
            with refusals_beside(form), in_words():
                ask(tournament, by=player, assumptions=form.supposed(usual))
                return redirect("tournaments:rehearsal", slug)
        context = frame(tournament, "rehearsal", reading) | {
            "form": form,
            "known": known,
            "runs": known.assumptions.runs if known else 0,
            "refused": translated(known.refused, known.refused_members) if known and known.refused else "",
            "report": _shown(known, reading.state, names_in(tournament)) if known and known.report else None,
            "is_over": reading.state.is_over,
        }
        part = "" if form.errors else part_asked(request, "last")
        status = 422 if form.errors else 200
        return render(request, f"tournaments/desk/rehearsal.html{part}", context, status=status)


def _measured(state: TournamentState) -> float:
    """Return what a hand of a running tournament takes, in seconds; 0: nothing was measured yet."""
    matches = [match for stage in state.running for match in state.matches_of(stage.number) if match.games]
    pace = forecast_of(state, matches, now()).pace if matches else None
    return min(SECONDS[1], max(SECONDS[0], pace.seconds)) if pace is not None and pace.hands else 0


def _initial(supposed: Assumptions, usual: Assumptions) -> dict[str, Any]:
    moments = {
        name: datetime.fromtimestamp(at, UTC) if (at := getattr(supposed, name)) else None
        for name in ("begins_at", "closes_at")
    }
    return {
        "entrants": supposed.entrants,
        "tables": supposed.tables or None,
        "seconds": supposed.seconds or usual.seconds,
        "between": supposed.between,
        "rest": supposed.rest,
        "runs": supposed.runs,
        **moments,
    }


def _seconds(moment: datetime | None) -> int:
    return 0 if moment is None else max(0, int(moment.timestamp()))


def _shown(known: Rehearsal, state: TournamentState, names: Names) -> ReportShown:
    report = known.report
    assert report is not None
    findings = [_finding(finding, names) for finding in report.findings]
    days = {day_of(at) for one in report.rounds for at in (one.begins, one.late)}
    # Within a day the hour is enough, and its column fits on a phone.
    written = hour_text if len(days) == 1 else moment_text
    return ReportShown(
        state.version != report.version,
        tuple(_facts(report)),
        tuple(finding for finding in findings if finding.is_grave),
        tuple(finding for finding in findings if not finding.is_grave),
        days.pop() if len(days) == 1 else "",
        tuple(
            RoundShown(
                one.stage,
                one.number,
                one.matches,
                one.tables,
                written(one.planned) if one.planned else "",
                written(one.begins),
                written(one.ends),
                written(one.late),
            )
            for one in report.rounds
        ),
        len({one.stage for one in report.rounds}) > 1,
        any(one.planned for one in report.rounds),
        tuple(finish_sentences(report.finish)) if report.finish is not None else (),
    )


def day_of(at: int) -> str:
    """Return the day of a moment by the present time zone, in words."""
    return date_format(localtime(datetime.fromtimestamp(at, UTC)), "D j F")


def hour_text(at: int) -> str:
    """Return the hour of a moment by the present time zone."""
    return date_format(localtime(datetime.fromtimestamp(at, UTC)), "H:i")


def _facts(report: Report) -> Iterator[str]:
    yield _("{runs} runs with {entrants} entrants, {stand_ins} of them invented.").format(
        runs=report.runs, entrants=report.entrants, stand_ins=report.stand_ins
    )
    yield _("Bots played {hands} hands; a hand takes {seconds} seconds on average.").format(
        hands=report.hands, seconds=report.seconds
    )


def _finding(finding: Finding, names: Names) -> FindingShown:
    sentences, right = finding_words(finding)
    return FindingShown(
        str(TOPICS[finding.topic]), finding.grave, sentences, right, ", ".join(_named(finding, names.of))
    )


def finding_words(finding: Finding) -> tuple[tuple[str, ...], str]:
    """Return what is wrong and why, and what would be right, in the reader's language and by the present time zone."""
    times = {name: moment_text(at) for name, at in finding.times.items()}
    sentences = [translated(finding.text, {**finding.members, **times})]
    if finding.cause:
        sentences.append(translated(finding.cause, finding.cause_members))
    right = translated(finding.right, {**finding.right_members, **times}) if finding.right else ""
    return tuple(sentences), right


def _named(finding: Finding, names: Mapping[int, str]) -> list[str]:
    """Return the names of the entrants of a finding; stand-ins have none and are left out."""
    return [names[entrant] for entrant in finding.entrants if entrant in names]


def finish_sentences(finish: Finish) -> Iterator[str]:
    """Yield how wide the finish may be."""
    yield _("The last match ends at {time}; in nine of ten runs by {late}.").format(
        time=moment_text(finish.ends), late=moment_text(finish.late)
    )
    yield _("It takes {minutes} minutes; in nine of ten runs {late} at most.").format(
        minutes=finish.last_minutes, late=finish.late_minutes
    )
    if finish.settled is None:
        if finish.seeds:
            yield _("The last match decides who wins.")
    else:
        yield _("In {count} of 100 runs the last round decides the winner; in the others it is certain before.").format(
            count=100 - finish.settled
        )
        yield _("In {count} of 100 runs the winner had not led before the last round.").format(count=finish.overtaken)
    if finish.seeds:
        seed, count = finish.seeds[0]
        total = sum(runs for _seed, runs in finish.seeds)
        yield _("Most often seed {seed} wins ({count} of {total} runs); in the middle run seed {middle}.").format(
            seed=seed, count=count, total=total, middle=finish.middle_seed
        )
        yield _("The lowest seed that wins is {worst}.").format(worst=finish.worst_seed)
