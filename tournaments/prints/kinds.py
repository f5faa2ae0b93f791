"""The documents of a tournament: for whom each is, how it is set, and which rows its files have."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal

from django.utils.translation import gettext_lazy as _
from msgspec import Struct
from msgspec.structs import fields

from tournaments.deeds.base import SCORERS, STAFF, Doer, Role
from tournaments.prints import brackets, lists, rows, shapes, slips
from tournaments.prints.wish import Wish
from tournaments.stages.stage import BRACKETS


class Kind(Struct, frozen=True):
    """A document.

    Attributes:
        name: As the address has it.
        label: What people call it.
        about: What it shows, in a sentence.
        of: What has to be chosen for it: a `round`, a `stage`, or nothing but the `tournament`.
        public: Everybody may have it; else it is for the staff.
        shape: The row of its files.
        rows: Makes the rows.
        pdf: Sets the paper.
        brackets: It is for brackets (True), for other stages (False), or for all (None).
        allowed: The roles that have it, if it is not public.
    """

    name: str
    label: Any
    about: Any
    of: Literal["round", "stage", "tournament"]
    public: bool
    shape: type[Struct]
    rows: Callable[[Wish], Iterable[Struct]]
    pdf: Callable[[Wish], bytes]
    brackets: bool | None = None
    allowed: frozenset[Role] = SCORERS

    def is_for(self, doer: Doer) -> bool:
        """Tell whether a reader may have it."""
        return self.public or doer.is_one_of(self.allowed)

    def fits(self, wish: Wish) -> bool:
        """Tell whether there can be something to print."""
        if self.name == "schedule":
            return wish.state.schedule is not None
        if self.of == "tournament":
            return True
        stage = wish.shown
        if stage is None or (self.of == "round" and not wish.round):
            return False
        is_bracket = stage.plan.type in BRACKETS
        if self.name == "standings" and is_bracket:
            return stage.status == "closed"
        return self.brackets is None or self.brackets == is_bracket


KINDS: Final[Mapping[str, Kind]] = {
    kind.name: kind
    for kind in (
        Kind(
            "pairings-by-name",
            _("Pairings by name"),
            _("Every entrant with table and opponent, in the order of the names."),
            "round",
            True,
            shapes.NamePairingRow,
            rows.pairings_by_name,
            lists.pairings_by_name,
        ),
        Kind(
            "pairings",
            _("Pairings by table"),
            _("The matches of the round by table, with space for the results."),
            "round",
            True,
            shapes.PairingRow,
            rows.pairings,
            lists.pairings_by_table,
        ),
        Kind(
            "results",
            _("Results"),
            _("The matches of the round with their results."),
            "round",
            True,
            shapes.ResultRow,
            rows.results,
            lists.results,
        ),
        Kind(
            "standings",
            _("Standings"),
            _("All groups of the stage with every criterion."),
            "stage",
            True,
            shapes.StandingRow,
            rows.standings,
            lists.standings,
        ),
        Kind(
            "bracket",
            _("Bracket"),
            _("On as many pages as needed; each way on names the page where it continues."),
            "stage",
            True,
            shapes.BracketRow,
            rows.bracket,
            brackets.brackets,
            brackets=True,
        ),
        Kind(
            "schedule",
            _("Schedule"),
            _("The start of each round, day by day, with the delays so far."),
            "tournament",
            True,
            shapes.ScheduleRow,
            rows.schedule,
            lists.schedule,
        ),
        Kind(
            "slips",
            _("Result slips"),
            _("One for each match of the round, four on a page, with a code that opens the match."),
            "round",
            False,
            shapes.PairingRow,
            rows.pairings,
            slips.result_slips,
        ),
        Kind(
            "cards",
            _("Personal cards"),
            _("One for each entrant, four on a page: the released rounds, with table and opponent."),
            "stage",
            False,
            shapes.NamePairingRow,
            rows.personal,
            slips.personal_cards,
            brackets=False,
        ),
        Kind(
            "missing",
            _("Missing results"),
            _("Called matches without a certain result, by round and table."),
            "stage",
            False,
            shapes.PairingRow,
            rows.missing,
            lists.missing,
        ),
        Kind(
            "entries",
            _("Check-in list"),
            _("All entrants by name, with boxes to tick as they come."),
            "tournament",
            False,
            shapes.EntryRow,
            rows.entries,
            lists.entries,
        ),
        Kind(
            "passes",
            _("Passes of captains"),
            _("For check-in by phone: eight on a page, each with the code of its entrant, if it is issued."),
            "tournament",
            False,
            shapes.PassRow,
            rows.passes,
            slips.entrant_passes,
            allowed=STAFF,
        ),
        Kind(
            "tables",
            _("Table numbers"),
            _("A page for each table, folded to stand. Without a number: for the tables that matches have."),
            "tournament",
            False,
            shapes.TableRow,
            rows.tables,
            slips.table_numbers,
        ),
        Kind(
            "certificates",
            _("Certificates for places"),
            _("One on a page, with the names of the squad. If the tournament is not closed: for the chosen stage."),
            "tournament",
            False,
            shapes.AwardRow,
            rows.awards,
            slips.certificates,
        ),
        Kind(
            "prizes",
            _("Certificates for prizes"),
            _("One page for each prize won, once the tournament is closed."),
            "tournament",
            False,
            shapes.PrizeRow,
            rows.prizes,
            slips.prize_certificates,
        ),
        Kind(
            "participation",
            _("Certificates of participation"),
            _("One a page for every entrant, with the names of the squad."),
            "tournament",
            False,
            shapes.AwardRow,
            rows.participants,
            slips.participation,
        ),
    )
}
"""The documents, those for everybody first."""


def table_of_rows(kind: Kind, wish: Wish) -> tuple[tuple[str, ...], list[dict[str, object]]]:
    """Return the columns of a document's files, and its entries.

    Columns of criteria by which nothing is ranked are left out; all others are always there.
    """
    entries = [rows.members(row) for row in kind.rows(wish)]
    columns = tuple(
        field.name
        for field in fields(kind.shape)
        if field.required or any(entry[field.name] is not None for entry in entries)
    )
    return columns, entries
