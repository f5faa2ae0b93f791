"""A club's results as links: a result that was written down, and the standing."""

from datetime import date
from uuid import UUID

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.base.days import today_in
from clubs.models import Club
from clubs.web.links import Link, described, language
from games.errors import TableError
from games.linked.documents import Card, Row, name_or
from games.results.selectors.played import ResultShown, SideShown, one_result
from games.results.selectors.standing import FAMILIES, StandingPage, families_of, season_at, standing
from games.tables.selectors.withheld import withheld_games
from games.words.events import listed
from games.words.numbers import figure, signed

LINES = 7
"""The lines of a standing in a picture: read on a phone, where it is as wide as a hand."""
LEADERS = 3


def find_result(result_id: UUID) -> ResultShown | None:
    """Return a result that counts as a visitor sees it, or None."""
    try:
        shown = one_result(result_id, None)
    except TableError:
        return None
    withheld = shown.row.withdrawn_at is not None or result_id in withheld_games()
    return None if withheld else shown


def result_link(result_id: UUID) -> Link | None:
    """Return the link of a result that was written down, or None if it does not count."""
    shown = find_result(result_id)
    if shown is None:
        return None
    title = _result_title(shown)
    place = _("Played at {club} on {day}: {game}.").format(
        club=shown.row.club.name, day=_day_text(shown.row.played_on), game=shown.rules_name
    )
    return Link(title, described(f"{title}.", place), reverse("games:result_picture", args=[result_id]))


def result_picture(result_id: UUID) -> Card | None:
    """Return the picture of a result, or None if it does not count."""
    shown = find_result(result_id)
    if shown is None:
        return None
    return Card(
        language=language(),
        title=name_or(shown.row.club.name, _("Result in a club")),
        eyebrow=shown.rules_name,
        rows=tuple(
            Row(_side(side), figure(side.points), strong=side.outcome == "W")
            for side in sorted(shown.sides, key=lambda side: -side.points)
        ),
        foot=_day_text(shown.row.played_on),
    )


def _result_title(shown: ResultShown) -> str:
    best, *others = sorted(shown.sides, key=lambda side: -side.points)
    points = f"{figure(best.points)} : {' : '.join(figure(other.points) for other in others)}"
    if best.outcome == "W":
        title = _("{names} won {points}").format(names=_side(best), points=points)
    else:
        names = " \N{EN DASH} ".join(_side(side) for side in shown.sides)
        title = _("{names} drew {points}").format(names=names, points=points)
    # The first may be "a player": one who hides results.
    return title[:1].upper() + title[1:]


def _side(side: SideShown) -> str:
    return listed([name_or(name, _("a player")) for _player, name in side.players])


def find_standing(slug: str, family: str = "") -> tuple[Club, str, str, StandingPage] | None:
    """Return a club, a game, the season's name, and the standing as a visitor sees it; by default its usual game."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        return None
    family = family if family in FAMILIES else (families_of(club) or FAMILIES)[0]
    season = season_at(club, today_in(club))
    found = standing(club=club, family=family, season=season, viewer=None)
    return club, family, "" if season is None else season.name, found


def standing_link(slug: str) -> Link | None:
    """Return the link of a club's results: those who lead."""
    found = find_standing(slug)
    if found is None:
        return None
    club, family, season, page = found
    title = _("Standing of {club}").format(club=club.name)
    sentences = [leaders_of(page, family)]
    if season:
        sentences.append(_("Season: {season}.").format(season=season))
    sentences.append(_("Results, records and the hall of fame of {club}.").format(club=club.name))
    return Link(title, described(*sentences), picture_of(slug))


def picture_of(slug: str) -> str:
    """Return the path of the picture of a club's standing."""
    return reverse("games:standing_picture", args=[slug])


def leaders_of(page: StandingPage, family: str) -> str:
    """Return who leads a standing, in a sentence; empty while nobody who shows it has played."""
    names = [line.name for line in page.lines if line.name][:LEADERS]
    if not names:
        return ""
    text = ngettext("{names} leads in {family}.", "{names} lead in {family}.", len(names))
    return text.format(names=listed(names), family=family)


def standing_picture(slug: str, family: str = "") -> Card | None:
    """Return the picture of a club's standing, or None if there is no such club."""
    found = find_standing(slug, family)
    if found is None:
        return None
    club, family, season, page = found
    rows = tuple(
        Row(
            name_or(line.name, _("a player")),
            f"{line.points}  ({signed(line.difference)})" if line.name else "",
            str(line.place),
            strong=bool(line.name) and line.place == 1,
        )
        for line in page.lines[:LINES]
    )
    players = ngettext("{count} player", "{count} players", page.players).format(count=page.players)
    return Card(
        language=language(),
        title=name_or(club.name, _("A club")),
        eyebrow=" \N{MIDDLE DOT} ".join(part for part in (_("Standing"), family, name_or(season, "")) if part),
        lead="" if rows else _("No game is finished yet."),
        rows=rows,
        foot=" \N{MIDDLE DOT} ".join((players, _day_text(today_in(club)))) if rows else "",
    )


def _day_text(day: date) -> str:
    """Return a day with its year: a picture is seen years later too."""
    return date_format(day, "j F Y")
