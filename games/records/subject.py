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
            _("Names that the club's list does not have"),
            (
                ("keep", _("Keep them as names")),
                ("refuse", _("Leave such games out")),
            ),
        ),
        Choice(
            COUNTS,
            _("Games of which all players are members"),
            (
                ("standings", _("Count in standings and ratings")),
                ("all", _("Count, and move stakes and kunukku as well")),
                ("nothing", _("Count in nothing")),
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
        "One record a line (lelam-record/1), as this program and others write them. Each is judged by the auditor; a "
        "sound one becomes a score sheet of the club with all its hands, and one that is there already stays as it is."
    ),
    columns=(),
    plan=None,
    rows=None,
    needs=("keep_sheets",),
    whole=False,
    place=3,
    stream=STREAM,
)
