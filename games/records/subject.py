"""Records among the files of a club."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from clubs.exchange.streams import Choice, Streaming
from clubs.exchange.subjects import Subject
from games.records.importing import COUNTS, HANDS, NAMES, UNKNOWN, import_lines

STREAM: Final = Streaming(
    work=import_lines,
    accept=".jsonl,.ndjson,.json,application/jsonl",
    choices=(
        Choice(
            UNKNOWN,
            _("Names not on the club's list"),
            (
                ("keep", _("Keep them as names")),
                ("refuse", _("Leave such games out")),
            ),
        ),
        Choice(
            COUNTS,
            _("Games with members only"),
            (
                ("standings", _("Count in standings and ratings")),
                ("all", _("Count, and also move stakes and kunukku")),
                ("nothing", _("Do not count")),
            ),
        ),
    ),
    amounts=((HANDS, _("Hands in new games")), (NAMES, _("Unknown names"))),
    selection="games:export_records",
)

RECORDS: Final = Subject(
    name="records",
    title=_("Games as records"),
    about=_(
        "One record a line (lelam-record/1), as written by Lelam and other programs. The auditor judges each; a "
        "sound record becomes a score sheet of the club with all its hands, and records that the club already "
        "has stay as they are."
    ),
    columns=(),
    plan=None,
    rows=None,
    needs=("keep_sheets",),
    whole=False,
    place=3,
    stream=STREAM,
)
