"""Games in a sentence, for the entries of a club's ledger."""

from collections.abc import Collection, Mapping
from uuid import UUID

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.ledger.naming import NamedGame
from clubs.models import Club, Player
from clubs.officers.permissions import may
from games.models import PlayedGame, Sheet, Table
from games.results.selectors.played import GameShown, SideShown, shown_games
from games.sheets.page import title_of
from games.store import projector
from games.tables.selectors.withheld import is_withheld
from games.words.events import listed


def name_games(club: Club, streams: Collection[UUID], viewer: Player | None) -> Mapping[UUID, NamedGame]:
    """Return games of a club in a sentence: "Table 3, 22 Nov: Chacko and Beeran beat Ammini and Devaki"."""
    found = PlayedGame.objects.filter(
        projection_version=projector.serving("results"), club=club, stream__in=streams, ended_at__isnull=False
    )
    # As in the list of the club's games: a result under an embargo is for its members only.
    rows = list(found if may(viewer, "read_sheets", club) else found.exclude(is_withheld("stream")))
    titles = _titles(streams)
    return {
        game.stream: NamedGame(_sentence(game, titles.get(game.stream, "")), game.path)
        for game in shown_games(rows, club, viewer)
    }


def _titles(streams: Collection[UUID]) -> dict[UUID, str]:
    tables = {table.pk: str(table) for table in Table.objects.filter(pk__in=streams)}
    return tables | {sheet.pk: title_of(sheet) for sheet in Sheet.objects.filter(pk__in=streams)}


def _sentence(game: GameShown, title: str) -> str:
    place = title or _("Result")
    if game.day is not None:
        place = _("{game}, {day}").format(game=place, day=date_format(game.day, "j M"))
    named = [(side, _players(side)) for side in game.sides]
    won = [names for side, names in named if side.outcome == "W"]
    others = [names for side, names in named if side.outcome != "W"]
    if len(won) == 1 and others:
        return _("{game}: {winners} beat {losers}").format(game=place, winners=won[0], losers=listed(others))
    return _("{game}: {players} played").format(game=place, players=listed([names for _side, names in named]))


def _players(side: SideShown) -> str:
    return listed([name or _("a player") for _player, name in side.players])
