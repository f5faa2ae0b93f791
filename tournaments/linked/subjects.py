"""A tournament as a link: how it stands, those who lead, its next round; what is withheld from readers is in none."""

from collections.abc import Iterable, Iterator

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.web.links import Link, described, language, register
from games.linked.documents import Card, Row, name_or
from games.words.events import listed
from tournaments.log.errors import UnknownTournament
from tournaments.log.seen import seen
from tournaments.log.standings import standing_in
from tournaments.models import Tournament
from tournaments.overview.brackets import rounds_shown
from tournaments.overview.heads import group_name, head_of
from tournaments.overview.matches import MatchShown
from tournaments.overview.views import clocks_of
from tournaments.overview.wording import value_text
from tournaments.selectors.naming import Names, names_in
from tournaments.stages.stage import BRACKETS, LADDER
from tournaments.state.tournament import StageState, TournamentState
from tournaments.summaries.tables import table_of

LINES = 6
LEADERS = 3
WINS = "points"


def find_tournament(slug: str) -> tuple[Tournament, TournamentState, Names] | None:
    """Return a tournament as everybody may know it now, with its names; None: there is none of this address."""
    tournament = Tournament.objects.select_related("club").filter(slug=slug).first()
    if tournament is None:
        return None
    try:
        return tournament, seen(tournament.pk), names_in(tournament)
    except UnknownTournament:
        return None


def tournament_link(slug: str) -> Link | None:
    """Return the link of a tournament, or None if there is none of this address."""
    found = find_tournament(slug)
    if found is None:
        return None
    tournament, state, names = found
    with clocks_of(tournament.club):
        head = head_of(state, names)
        leaders = [row.text for row in _places(state, names) or _lines(state, names)][:LEADERS]
        leading = ""
        if leaders and not state.places:
            leading = ngettext("{names} leads.", "{names} lead.", len(leaders)).format(names=listed(leaders))
        host = _("A tournament of {club}.").format(club=tournament.club.name)
        description = described(head.lead, leading, *head.more, host)
    return Link(tournament.name, description, reverse("tournaments:picture", args=[slug]))


def tournament_picture(slug: str) -> Card | None:
    """Return the picture of a tournament, or None if there is none of this address."""
    found = find_tournament(slug)
    if found is None:
        return None
    tournament, state, names = found
    with clocks_of(tournament.club):
        head = head_of(state, names)
        rows = _places(state, names) or _matches(state, names, slug) or _lines(state, names)
        return Card(
            language=language(),
            title=name_or(tournament.name, _("A tournament")),
            eyebrow=name_or(tournament.club.name, _("Tournament")),
            lead=name_or(head.lead, ""),
            rows=rows[:LINES],
            foot=next(iter(head.more), "") if rows else "",
        )


def _places(state: TournamentState, names: Names) -> tuple[Row, ...]:
    """Return the first places of a tournament that is closed."""
    rows: list[Row] = []
    rank = 1
    for together in state.places:
        rows += [Row(_name(names, one), place=str(rank), strong=rank == 1) for one in together]
        rank += len(together)
        if len(rows) >= LINES:
            break
    return tuple(rows[:LINES])


def _stage(state: TournamentState) -> StageState | None:
    """Return the stage that is played, else the last that was."""
    if state.running:
        return state.running[-1]
    begun = [stage for stage in state.stages.values() if stage.groups]
    return begun[-1] if begun else None


def _lines(state: TournamentState, names: Names) -> tuple[Row, ...]:
    """Return the first lines of the standing; of a stage with groups the first of each."""
    stage = _stage(state)
    if stage is None or stage.plan.type == LADDER or stage.plan.type in BRACKETS:
        return ()
    several = len(stage.groups) > 1
    rows: list[Row] = []
    for group in range(min(len(stage.groups), LINES)):
        table = table_of(state, standing_in(state, stage.number, group))
        # Before the first result a standing is the order of the lots.
        if not several and not any(line.played for line in table.lines):
            return ()
        for line in table.lines[: 1 if several else LINES]:
            value = line.values.get(WINS)
            rows.append(
                Row(
                    _name(names, line.entrant),
                    "" if value is None else value_text(WINS, value),
                    group_name(group) if several else str(line.rank),
                    strong=line.rank == 1,
                )
            )
    return tuple(rows)


def _matches(state: TournamentState, names: Names, slug: str) -> tuple[Row, ...]:
    """Return the matches of the bracket's round that is played, or was last."""
    stage = _stage(state)
    if stage is None or stage.plan.type not in BRACKETS or not stage.groups:
        return ()
    rounds = rounds_shown(state, stage.number, 0, names, slug)
    known = [one for one in rounds if any(all(side.entrants for side in match.sides) for match in one.matches)]
    current = next((one for one in known if one.now), known[-1] if known else None)
    return () if current is None else tuple(_of_match(current.matches))


def _of_match(matches: Iterable[MatchShown]) -> Iterator[Row]:
    for match in matches:
        sides = [name_or(side.name, "?") for side in match.sides]
        points = " : ".join(side.points for side in match.sides if side.points)
        yield Row(" \N{EN DASH} ".join(sides), points)


def _name(names: Names, entrant: int) -> str:
    return name_or(names.of.get(entrant, ""), _("Entrant {number}").format(number=entrant))


def register_all() -> None:
    """Register what tells of the pages of tournaments."""
    register("tournaments:tournament", tournament_link)
