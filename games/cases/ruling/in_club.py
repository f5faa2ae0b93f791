"""What a decision would change in the club, in words: the ledger, seasons, standings, ratings."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.models import Player, Season
from clubs.privacy.selectors import seen_of
from games.adjusting.consequences import Consequences, Entry, Moved, Standing, consequences_of
from games.adjusting.kunukku import Wearing
from games.adjusting.previews import Foreseen
from games.words.events import listed
from games.words.numbers import figure, signed

MAX_PLACES: Final = 8
"""The most players of a standing that are shown; of the others their number is said."""


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry of the ledger: what it is, the season that it would be of, and the units by name."""

    reverses: bool
    title: str
    where: str
    units: str


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A player's place in a standing, now and then, each with points and difference."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class StandingLines:
    """The places of a standing that change.

    Attributes:
        heading: The standing, and how many places change.
        places: The first of them.
        more: How many others there are, in words; empty for none.
    """

    heading: str
    places: tuple[PlaceLine, ...]
    more: str


@dataclass(frozen=True, slots=True)
class InClub:
    """What a decision would change in the club; each in words, and empty where nothing changes.

    Attributes:
        entries: The entries of the ledger.
        net: What each player gets by all of them.
        seasons: What becomes of the seasons that the entries are about.
        kunukku: What becomes of kunukku and salaams.
        standings: The standings.
        ratings: What becomes of the ratings.
    """

    entries: tuple[EntryLine, ...]
    net: str
    seasons: tuple[str, ...]
    kunukku: tuple[str, ...]
    standings: tuple[StandingLines, ...]
    ratings: str


def in_club(foreseen: Foreseen, viewer: Player | None) -> InClub:
    """Return what a decision would change in the club.

    Args:
        foreseen: What the game would come to.
        viewer: The reader, from whom players may hide their results in a standing.
    """
    consequences = consequences_of(foreseen)
    ids = {player for entry in consequences.entries for player in entry.amounts}
    ids |= {one.player_id for one in consequences.wearing}
    ids |= {one.player_id for standing in consequences.standings for one in standing.moved}
    names = {player.pk: player.real.name for player in Player.objects.select_related("merged_into").filter(pk__in=ids)}
    seasons = Season.objects.in_bulk(
        {season for one in consequences.entries for season in (one.season, one.closed) if season}
    )
    hidden = ids - seen_of(viewer, ids, "results")
    return InClub(
        entries=tuple(_entry(entry, names, seasons) for entry in consequences.entries),
        net=_net(consequences, names),
        seasons=tuple(_seasons(consequences.entries, seasons)),
        kunukku=tuple(text for one in consequences.wearing for text in _wearing(one, names)),
        standings=tuple(_standing(standing, names, hidden) for standing in consequences.standings),
        ratings=_ratings(consequences.rated_again),
    )


def _entry(entry: Entry, names: Mapping[UUID, str], seasons: Mapping[UUID, Season]) -> EntryLine:
    if entry.hand is None:
        title = _("The whole game, undone") if entry.reverses else _("The whole game, again")
    else:
        text = _("Hand {number}, undone") if entry.reverses else _("Hand {number}, again")
        title = text.format(number=entry.hand)
    where = "" if entry.season is None else seasons[entry.season].name
    return EntryLine(entry.reverses, title, where, _units(entry.amounts, names))


def _units(amounts: Mapping[UUID, int], names: Mapping[UUID, str]) -> str:
    ranked = sorted(amounts.items(), key=lambda item: (-item[1], names.get(item[0], "")))
    return ", ".join(f"{names.get(player, '')}\N{NO-BREAK SPACE}{signed(units)}" for player, units in ranked)


def _net(found: Consequences, names: Mapping[UUID, str]) -> str:
    if not found.entries:
        return ""
    if not found.units:
        return _("In total nobody gets or gives anything.")
    return _("In total: {units}.").format(units=_units(found.units, names))


def _seasons(entries: Sequence[Entry], seasons: Mapping[UUID, Season]) -> Iterator[str]:
    closed = sorted({seasons[entry.closed].name for entry in entries if entry.closed is not None})
    if not closed:
        return
    late = {entry.season for entry in entries if entry.closed is not None}
    names = listed([seasons[season].name for season in late if season is not None])
    text = _("{closed} is closed and stays as it is: the entries are made in {names}.")
    if not names:
        text = _("{closed} is closed and stays as it is: the entries belong to no season.")
    yield text.format(closed=listed(closed), names=names)


def _wearing(one: Wearing, names: Mapping[UUID, str]) -> Iterator[str]:
    name = names.get(one.player_id, "")
    if one.before != one.after:
        text = _("{name} wears {count} kunukku instead of {before}.")
        yield text.format(name=name, count=one.after, before=one.before)
    if one.salaams_before != one.salaams_after:
        text = ngettext(
            "{name} has made {count} salaam instead of {before}.",
            "{name} has made {count} salaams instead of {before}.",
            one.salaams_after,
        )
        yield text.format(name=name, count=one.salaams_after, before=one.salaams_before)


def _standing(standing: Standing, names: Mapping[UUID, str], hidden: Set[UUID]) -> StandingLines:
    where = pgettext("a standing", "All time") if standing.season is None else standing.season.name
    changing = [one for one in standing.moved if one.before.place != one.after.place]
    shown = [one for one in changing if one.player_id not in hidden][:MAX_PLACES]
    if changing:
        text = ngettext("{standing}: {count} place changes.", "{standing}: {count} places change.", len(changing))
    elif standing.moved:
        text = _("{standing}: points or differences change, and no place.")
    else:
        text = _("{standing}: nothing changes.")
    left = len(changing) - len(shown)
    more = ngettext("And {count} more player.", "And {count} more players.", left).format(count=left) if left else ""
    heading = text.format(standing=where, count=len(changing))
    return StandingLines(heading, tuple(_place(one, names) for one in shown), more)


def _place(one: Moved, names: Mapping[UUID, str]) -> PlaceLine:
    before, after = (
        # Translators: a place in a standing, its points and its difference: "3. with 12 points, +4".
        ngettext("{place}. with {count} point, {difference}", "{place}. with {count} points, {difference}", at.points)
        .format(place=at.place, count=figure(at.points), difference=signed(at.difference))
        for at in (one.before, one.after)
    )  # fmt: skip
    return PlaceLine(names.get(one.player_id, ""), before, after)


def _ratings(count: int) -> str:
    if not count:
        return _("The ratings stay as they are.")
    text = ngettext("{count} game is rated again: this one.", "{count} games are rated again, from this one on.", count)
    return text.format(count=count)
