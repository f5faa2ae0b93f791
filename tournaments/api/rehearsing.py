"""Reading the rehearsal of a tournament."""

from datetime import UTC, datetime
from typing import Literal

import msgspec
from django.utils.translation import gettext as _
from msgspec.structs import replace
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import ApiView
from clubs.api.problems import Problem
from games.words.phrases import translated
from tournaments.api.finding import found
from tournaments.api.reading import operation
from tournaments.deeds.base import DIRECTORS
from tournaments.desk.rehearsals import finding_words
from tournaments.directing.rehearsing import Rehearsal, last
from tournaments.directing.roles import doer_of
from tournaments.log import states
from tournaments.overview.views import clocks_of
from tournaments.rehearsal.assumptions import Assumptions
from tournaments.rehearsal.report import Finding, Finish, Report, Topic


class FindingOfRehearsal(msgspec.Struct, frozen=True):
    """Something that a rehearsal showed.

    Attributes:
        grave: It has to be mended; else it is good to know.
        text: What is wrong, and why.
        right: What would be right; empty: nothing in particular.
    """

    topic: Topic
    grave: bool
    text: str
    right: str
    entrants: tuple[int, ...]


class RoundOfRehearsal(msgspec.Struct, frozen=True):
    """A round in the middle run; `late` is when it ends at the latest in nine of ten runs."""

    stage: int
    number: int
    matches: int
    byes: int
    tables: int
    planned: datetime | None
    begins: datetime
    ends: datetime
    late: datetime


class ReportOfRehearsal(msgspec.Struct, frozen=True):
    """What a rehearsal showed.

    Attributes:
        version: The version of the tournament that was rehearsed.
        stand_ins: So many of the entrants were made up.
        hands: So many hands were played by bots.
        seconds: What a hand took on average.
    """

    version: int
    entrants: int
    stand_ins: int
    runs: int
    hands: int
    seconds: int
    findings: tuple[FindingOfRehearsal, ...]
    rounds: tuple[RoundOfRehearsal, ...]
    finish: Finish | None


class RehearsalShown(msgspec.Struct, frozen=True):
    """The last rehearsal of a tournament within the hour.

    Attributes:
        status: `none`: none was asked for; `running`; `done`; `refused`, with the reason; `lost`: the server stopped.
        done: The runs that were made.
    """

    status: Literal["none", "running", "done", "refused", "lost"]
    assumptions: Assumptions | None = None
    done: int = 0
    refused: str = ""
    report: ReportOfRehearsal | None = None


class RehearsalOfTournament(ApiView):
    """The rehearsal of a tournament."""

    @operation("tournaments_rehearsal", RehearsalShown)
    def get(self, request: Request, slug: str) -> Response:
        """Show what the last rehearsal showed, and how far one is: for directors. It is asked for on its page."""
        player, tournament = self.require_player(), found(slug)
        if not doer_of(tournament, player, states.current(tournament.pk)).is_one_of(DIRECTORS):
            raise Problem("not-allowed", _("Rehearsals are for the directors of the tournament."))
        with clocks_of(tournament.club):
            return Response(_shown(last(tournament)))


def _shown(known: Rehearsal | None) -> RehearsalShown:
    if known is None:
        return RehearsalShown("none")
    asked = RehearsalShown("lost" if known.is_lost else "running", known.assumptions, known.done)
    if known.report is not None:
        return replace(asked, status="done", report=_report(known.report))
    if known.refused:
        return replace(asked, status="refused", refused=translated(known.refused, known.refused_members))
    return asked


def _report(report: Report) -> ReportOfRehearsal:
    return ReportOfRehearsal(
        report.version,
        report.entrants,
        report.stand_ins,
        report.runs,
        report.hands,
        report.seconds,
        tuple(map(_finding, report.findings)),
        tuple(
            RoundOfRehearsal(
                one.stage,
                one.number,
                one.matches,
                one.byes,
                one.tables,
                _moment(one.planned) if one.planned else None,
                _moment(one.begins),
                _moment(one.ends),
                _moment(one.late),
            )
            for one in report.rounds
        ),
        report.finish,
    )


def _finding(finding: Finding) -> FindingOfRehearsal:
    sentences, right = finding_words(finding)
    return FindingOfRehearsal(finding.topic, finding.grave, " ".join(sentences), right, finding.entrants)


def _moment(at: int) -> datetime:
    return datetime.fromtimestamp(at, UTC)
