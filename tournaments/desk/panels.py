"""What waits for the desk, beside its tables: calls, results, sheets that differ, sides that are missing, cases."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.models import Player
from clubs.officers.permissions import may
from games.sheets.differing import Differing
from tournaments.deeds.playing import ConfirmResult, DecideMatch
from tournaments.desk.asking import Ask, ask
from tournaments.desk.disputes import CaseShown
from tournaments.desk.gathering import EventDesk
from tournaments.desk.tiles import clock, minutes_text
from tournaments.floor import selectors as floors
from tournaments.floor.state import Call, median_answer
from tournaments.floor.words import reason_words
from tournaments.overview.wording import DASH, number_text
from tournaments.state.outcomes import match_plan


@dataclass(frozen=True, slots=True)
class CallShown:
    """A call that is open.

    Attributes:
        who: The name of the caller; empty: somebody with a phone of the table.
        since: When it was made, in seconds since 1970 UTC.
        words: The caller's own words.
        claimant: The name of who is on the way; empty: nobody is.
        mine: It is the reader who is on the way.
        until: When the claim ends.
        look: The address of the hand, sheet or match that it is about.
    """

    desk: EventDesk
    number: int
    match: int
    table: str
    who: str
    since: int
    waited: str
    reason: str
    words: str
    claimant: str
    mine: bool
    until: str
    look: str


@dataclass(frozen=True, slots=True)
class TakeOver:
    """A member of the staff who is on the way to calls and has no desk open any more."""

    desk: EventDesk
    who: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class ResultShown:
    """A result that waits for a confirmation: the sides with their points, and the form that confirms it."""

    desk: EventDesk
    match: int
    table: str
    sides: tuple[tuple[str, str], ...]
    by: str
    ask: Ask


@dataclass(frozen=True, slots=True)
class DifferShown:
    """A hand whose reports differ.

    Attributes:
        columns: The sides that reported, by their names in the tournament.
        choices: The reports that can be taken: version, the text of the button, and what the report says.
        writes: The reader keeps the sheet, and may settle it.
    """

    desk: EventDesk
    table: str
    match: int
    hand: Differing
    columns: tuple[str, ...]
    choices: tuple[tuple[int, str, str], ...]
    writes: bool


@dataclass(frozen=True, slots=True)
class MissingShown:
    """A match whose side has not come.

    Attributes:
        names: Those of the sides that are missing.
        asks: The walkovers that are proposed, which are looked at before they are done.
        arrivals: The sides that may be noted as there: the number of an entrant, and its name.
    """

    desk: EventDesk
    match: int
    table: str
    sides: tuple[str, ...]
    names: tuple[str, ...]
    since: str
    minutes: int
    asks: tuple[Ask, ...]
    arrivals: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class CaseOfEvent:
    """An open case about a hand of an event."""

    desk: EventDesk
    table: str
    case: CaseShown


@dataclass(frozen=True, slots=True)
class AnnouncementShown:
    """An announcement that is shown now, and to whom it is."""

    desk: EventDesk
    number: int
    at: str
    text: str
    to: str
    until: str


@dataclass(frozen=True, slots=True)
class Panels:
    """The panels of a desk; `median` is the median of the times until a call was answered."""

    calls: tuple[CallShown, ...]
    median: str
    take_overs: tuple[TakeOver, ...]
    results: tuple[ResultShown, ...]
    differing: tuple[DifferShown, ...]
    missing: tuple[MissingShown, ...]
    cases: tuple[CaseOfEvent, ...]
    announcements: tuple[AnnouncementShown, ...]


def panels_of(desks: Sequence[EventDesk], player: Player, present: frozenset[str]) -> Panels:
    """Return the panels of a desk of one event or of several.

    Args:
        desks: The events.
        player: The reader.
        present: The ids of the people who have a desk of these events open.
    """
    calls = sorted(
        (one for desk in desks for one in _calls(desk, player)), key=lambda one: (bool(one.claimant), one.since)
    )
    waits = [seconds for desk in desks if (seconds := median_answer(desk.floor)) is not None]
    return Panels(
        tuple(calls),
        minutes_text(sorted(waits)[len(waits) // 2]) if waits else "",
        tuple(one for desk in desks for one in _take_overs(desk, player, present)),
        tuple(one for desk in desks for one in _results(desk)),
        tuple(one for desk in desks for one in _differing(desk, player)),
        tuple(one for desk in desks for one in _missing(desk)),
        tuple(sorted((one for desk in desks for one in _cases(desk)), key=lambda one: not one.case.overdue)),
        tuple(one for desk in desks for one in _announcements(desk)),
    )


def _calls(desk: EventDesk, player: Player) -> Iterator[CallShown]:
    for call in desk.floor.open_calls:
        claimant = call.claimant(desk.now)
        yield CallShown(
            desk,
            call.number,
            call.match,
            desk.called(call.match),
            desk.people.get(call.by, ""),
            int(call.made_at.timestamp()),
            minutes_text(call.waited(desk.now)),
            reason_words(call),
            desk.words.get(call.number, ""),
            desk.people.get(claimant, _("Somebody")) if claimant else "",
            claimant == str(player.real_id),
            clock(call.claim_until) if claimant and call.claim_until is not None else "",
            _look(desk, call),
        )


def _look(desk: EventDesk, call: Call) -> str:
    """Return the address of what a call is about: the hand if it is over, else its table, sheet, or match."""
    match = desk.state.matches.get(call.match)
    game = None if match is None or call.game is None else match.game(call.game)
    if match is None or game is None or not game.stream:
        return reverse("tournaments:match", args=[desk.slug, call.match])
    place, ending = match_plan(desk.state, match).place, desk.forecast.endings.get(call.match)
    if place == "sheet":
        return reverse("games:sheet", args=[game.stream])
    if place != "table":
        return reverse("tournaments:match", args=[desk.slug, call.match])
    if call.hand is not None and ending is not None and ending.done is not None and call.hand <= ending.done:
        return reverse("games:hand", args=[game.stream, call.hand])
    return reverse("games:table", args=[game.stream])


def _take_overs(desk: EventDesk, player: Player, present: frozenset[str]) -> Iterator[TakeOver]:
    claims: dict[str, int] = {}
    for call in desk.floor.open_calls:
        who = call.claimant(desk.now)
        if who and who != str(player.real_id) and who not in present:
            claims[who] = claims.get(who, 0) + 1
    for who, count in claims.items():
        yield TakeOver(desk, who, desk.people.get(who, _("Somebody")), count)


def _results(desk: EventDesk) -> Iterator[ResultShown]:
    for number, view in desk.views.items():
        if view.status != "unconfirmed" or not desk.scores:
            continue
        match = desk.state.matches[number]
        waiting = [game for game in match.games if game.report is not None and not game.confirmed]
        side = next((game.side for game in waiting if game.side is not None), None)
        sides = desk.sides(number)
        points = [number_text(each) for each in view.points]
        yield ResultShown(
            desk,
            number,
            desk.called(number),
            tuple(zip(sides, points, strict=False)),
            "" if side is None or side >= len(sides) else sides[side],
            ask(ConfirmResult(match=number), _("Confirm"), look="go"),
        )


def _differing(desk: EventDesk, player: Player) -> Iterator[DifferShown]:
    clubs: dict[UUID | None, bool] = {}
    for hand in desk.differing:
        club = hand.sheet.club
        if hand.sheet.club_id not in clubs:
            clubs[hand.sheet.club_id] = club is not None and may(player, "keep_sheets", club)
        number = desk.match_of_sheet[hand.sheet.pk]
        columns = tuple(_reporter(desk.sides(number), sides) for sides in hand.sides)
        writes = clubs[hand.sheet.club_id] and desk.scores
        yield DifferShown(desk, desk.called(number), number, hand, columns, tuple(_choices(hand, columns)), writes)


def _reporter(names: Sequence[str], sides: Sequence[int]) -> str:
    """Return who reported a hand, by the names of the sides; without a side it is what was entered."""
    return ", ".join(names[side] for side in sides if side < len(names)) or pgettext("a hand", "Entered")


def _choices(hand: Differing, columns: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Yield the reports that can be taken; where they differ in one value, that stands on the button."""
    differing = [values for _label, values, differs in hand.rows if differs]
    for version, place, line in hand.choices:
        if len(differing) == 1 and differing[0][place] != DASH:
            yield version, _("Take {value}").format(value=differing[0][place]), line
        else:
            yield version, _("Take that of {name}").format(name=columns[place]), line


def _missing(desk: EventDesk) -> Iterator[MissingShown]:
    for one in desk.missing:
        number, sides = one.match.number, desk.sides(one.match.number)
        waited = int((desk.now - one.since).total_seconds()) // 60
        yield MissingShown(
            desk,
            number,
            desk.called(number),
            sides,
            tuple(sides[side] for side in one.absent),
            clock(one.since),
            waited,
            tuple(_walkovers(number, sides, one.absent)) if desk.directs else (),
            tuple(
                (entrant, desk.names.of.get(entrant, "")) for side in one.absent for entrant in one.match.sides[side]
            ),
        )


def _walkovers(number: int, sides: Sequence[str], absent: Sequence[int]) -> Iterator[Ask]:
    """Yield the walkovers that may be given: to the side that is there; where none is, to either or to nobody."""
    for side in (side for side in range(len(sides)) if side not in absent or len(absent) == len(sides)):
        deed = DecideMatch(match=number, decision="walkover", winner=side, reason="no-show")
        yield ask(deed, _("Walkover for {name}…").format(name=sides[side]))
    if len(absent) == len(sides):
        yield ask(
            DecideMatch(match=number, decision="double_forfeit", reason="no-show"), _("Forfeited by both…"), look="bare"
        )


def _cases(desk: EventDesk) -> Iterator[CaseOfEvent]:
    for case in desk.cases:
        yield CaseOfEvent(desk, desk.called(case.match), case)


def _announcements(desk: EventDesk) -> Iterator[AnnouncementShown]:
    shown = desk.floor.shown(desk.now)[:6]
    texts = floors.texts_of_announcements(desk.tournament.pk, shown)
    for told in shown:
        yield AnnouncementShown(
            desk,
            told.number,
            clock(told.at),
            texts[told.number],
            _readers(desk, told.audience, told.to),
            "" if told.until is None else clock(told.until),
        )


def _readers(desk: EventDesk, audience: str, to: Sequence[int]) -> str:
    """Return to whom an announcement is, in words."""
    if audience == "all":
        return _("everybody")
    if audience == "tables":
        return ", ".join(desk.called(number) for number in to)
    return ", ".join(desk.names.of.get(number, "") for number in to)


def urgent(panels: Panels) -> Mapping[str, int]:
    """Return how many of each kind wait for somebody."""
    return {
        "calls": sum(not call.claimant for call in panels.calls),
        "results": len(panels.results),
        "differing": len(panels.differing),
        "missing": len(panels.missing),
        "cases": len(panels.cases),
    }
