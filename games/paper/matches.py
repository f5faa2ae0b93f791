"""A score sheet as a match to be printed, with the passes of its sides."""

from uuid import UUID

from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.timezone import localdate

import engine
from clubs.base.days import day_of
from clubs.models import Player
from games.models import Sheet, SheetPass
from games.paper.documents import Match, TableOfMatch
from games.sheets.passes import issue_pass, pass_address, passes_out
from games.sheets.state import rules_of


def rules_of_sheet(sheet: Sheet) -> engine.RuleSet:
    """Return the rule set of a sheet with its options."""
    rules: engine.RuleSet = rules_of(sheet.rules, sheet.options, sheet.engine)
    return rules


def passes_of_sides(sheet: Sheet) -> tuple[SheetPass | None, ...]:
    """Return for each side the latest pass that speaks for it alone and is not revoked."""
    latest = {issued.sides[0]: issued for issued in passes_out(sheet) if len(issued.sides) == 1}
    return tuple(latest.get(side) for side in range(len(rules_of_sheet(sheet).sides)))


@transaction.atomic
def issue_missing_passes(*, sheet_id: UUID, player: Player) -> None:
    """Issue a pass for each side that has none of its own.

    Raises:
        UnknownSheet, NotAllowed, BadEntry: As `games.sheets.passes.issue_pass`.
    """
    sheet = Sheet.objects.select_for_update(no_key=True).get(pk=sheet_id)
    for side, issued in enumerate(passes_of_sides(sheet)):
        if issued is None:
            issue_pass(sheet_id=sheet_id, player=player, sides=[side])


def match_of(request: HttpRequest, sheet: Sheet, table: str) -> Match:
    """Return a sheet as a match; the addresses on its paper are those of the request's server."""
    club = sheet.club
    return Match(
        name=sheet.name,
        club="" if club is None else club.name,
        table=table,
        day=localdate(sheet.created_at) if club is None else day_of(club.time_zone, sheet.created_at),
        seats=tuple(map(str, sheet.names)),
        address=request.build_absolute_uri(reverse("games:sheet", args=[sheet.pk])),
    )


def table_of(request: HttpRequest, sheet: Sheet, table: str) -> TableOfMatch | None:
    """Return a sheet as a table with the passes of its sides; None if a side has none."""
    passes = [issued for issued in passes_of_sides(sheet) if issued is not None]
    rules = rules_of_sheet(sheet)
    if len(passes) != len(rules.sides):
        return None
    addresses = tuple(pass_address(request, issued) for issued in passes)
    return TableOfMatch(match_of(request, sheet, table), rules, addresses)
