"""Paper that is cut, folded or framed: result slips, table numbers, certificates."""

from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import groupby

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from msgspec import Struct

from clubs.web.qr import qr_code
from games.paper.columns import side_letter
from games.paper.typesetting import Document, printable, typeset
from tournaments.overview.heads import group_name, stage_name
from tournaments.overview.wording import moment_text
from tournaments.prints import rows
from tournaments.prints.listing import MAX_DATA_BYTES, name_printed, side_printed
from tournaments.prints.lists import Shape, opponents_printed, partner_printed, table_printed
from tournaments.prints.shapes import AwardRow, PrizeRow
from tournaments.prints.wish import NothingToPrintError, Wish
from tournaments.state.outcomes import match_plan
from tournaments.summaries.matches import MatchView, match_view
from tournaments.summaries.rounds import rounds_in_all

MAX_GAMES = 5
"""The games of a match for which a slip has boxes of their own."""
MAX_CODE_BYTES = 8 * 1024 * 1024
"""The data of slips with a code each: 512 matches have some 4 MB."""


class SideOfSlip(Struct, frozen=True):
    """A side on a slip, with its letter."""

    letter: str
    name: str


class Slip(Struct, frozen=True):
    """A result slip.

    Attributes:
        label: What its number is: of a table, or of a match.
        number: Empty: a line to write it on.
        beside: Room and time.
        about: Stage, round, group and match.
    """

    label: str
    number: str
    beside: tuple[str, ...]
    about: str
    sides: tuple[SideOfSlip, ...]
    signatures: tuple[str, ...]
    code: str


class Slips(Document, frozen=True):
    """Result slips, four on a page; `games` are the heads of the boxes for points."""

    tournament: str
    games: tuple[str, ...]
    code_words: str
    slips: tuple[Slip, ...]


class Head(Struct, frozen=True):
    """The head of a column of a personal card; a wide one has names."""

    label: str
    wide: bool = False


class PersonalCard(Struct, frozen=True):
    """The matches of an entrant, a row for each round."""

    name: str
    rows: tuple[tuple[str, ...], ...]


class PersonalCards(Document, frozen=True):
    """Personal cards, four on a page; `of` names the stage."""

    tournament: str
    of: str
    heads: tuple[Head, ...]
    cards: tuple[PersonalCard, ...]


class PassPrinted(Struct, frozen=True):
    """A pass: its entrant, and the code that opens it."""

    number: str
    name: str
    code: str


class Passes(Document, frozen=True):
    """Passes, eight on a page; `words` say what they are for."""

    tournament: str
    words: str
    passes: tuple[PassPrinted, ...]


class Card(Struct, frozen=True):
    """The number of a table, and its room."""

    number: str
    room: str


class Numbers(Document, frozen=True):
    """Table numbers."""

    tournament: str
    label: str
    cards: tuple[Card, ...]


class Certificate(Struct, frozen=True):
    """A certificate: the place, the name, those who played, and for what."""

    award: str
    name: str
    players: str
    words: str


class Certificates(Document, frozen=True):
    """Certificates; `signatures` are lines with what stands on them already."""

    club: str
    certificates: tuple[Certificate, ...]
    signatures: tuple[tuple[str, str], ...]


def result_slips(wish: Wish) -> bytes:
    """Return a slip for each match of a round as PDF, to be filled in at the table and handed in.

    Raises:
        NothingToPrintError: No round is released.
    """
    views = [view for view in wish.matches() if view.status != "bye"]
    if not views:
        raise NothingToPrintError(_("There is no match to print a slip for: no round is released."))
    shape = Shape.of(views)
    games = max((match_plan(wish.state, wish.state.matches[view.number]).games for view in views), default=1)
    heads = tuple(_("Game {number}").format(number=number) for number in range(1, games + 1))
    document = Slips(
        **_head(_("Result slips")),
        tournament=printable(wish.tournament.name),
        games=(*heads, _("Total")) if 1 < games <= MAX_GAMES else (_("Points"),),
        code_words=_("This match in Lelam"),
        slips=tuple(_slip(wish, view, shape) for view in views),
    )
    return typeset("tournament/slips", document, MAX_CODE_BYTES)


def personal_cards(wish: Wish) -> bytes:
    """Return a card for each entrant as PDF: its released rounds, with table, partner and opponents.

    Raises:
        NothingToPrintError: No round is released.
    """
    found = list(rows.personal(wish))
    if not found:
        raise NothingToPrintError(_("There is nothing to print: no round is released."))
    views = [match_view(wish.state, wish.state.matches[row.match]) for row in found]
    shape = Shape.of(views)
    partners = any(row.partners for row in found)
    heads = (
        Head(_("Round")),
        Head(_("Table") if shape.tables else _("Match")),
        *((Head(pgettext("in a match", "Partner"), wide=True),) if partners else ()),
        Head(_("Opponent"), wide=True),
    )
    lines = [
        (
            str(row.round),
            " ".join(filter(None, (table_printed(view, shape), printable(view.room)))),
            *((partner_printed(wish, view, row.entrant),) if partners else ()),
            opponents_printed(wish, view, row.entrant),
        )
        for row, view in zip(found, views, strict=True)
    ]
    cards = tuple(
        PersonalCard(name_printed(wish, entrant), tuple(line for _row, line in together))
        for entrant, together in groupby(zip(found, lines, strict=True), key=lambda pair: pair[0].entrant)
    )
    stage = stage_name(wish.state.stages[wish.stage], several=len(wish.state.stages) > 1)
    document = PersonalCards(
        **_head(_("Personal cards")), tournament=printable(wish.tournament.name), of=stage, heads=heads, cards=cards
    )
    return typeset("tournament/personal", document, MAX_CODE_BYTES)


def entrant_passes(wish: Wish) -> bytes:
    """Return the passes that are out as PDF, to be cut apart and handed to the captains.

    Raises:
        NothingToPrintError: No pass is issued.
    """
    passes = tuple(
        PassPrinted(
            _("Entrant {number}").format(number=row.entrant), name_printed(wish, row.entrant), qr_code(row.address)
        )
        for row in rows.passes(wish)
    )
    if not passes:
        raise NothingToPrintError(_("No pass is issued yet. Issue passes on the page of the entries."))
    document = Passes(
        **_head(_("Passes")),
        tournament=printable(wish.tournament.name),
        words=_(
            "Scan this with a phone to report that you are here, at check-in and at the table. No account is needed."
        ),
        passes=passes,
    )
    return typeset("tournament/passes", document, MAX_CODE_BYTES)


def table_numbers(wish: Wish) -> bytes:
    """Return a card for each table as PDF, to be folded so that it stands.

    Raises:
        NothingToPrintError: No match has a table.
    """
    cards = tuple(Card(printable(row.table), printable(row.room)) for row in rows.tables(wish))
    if not cards:
        raise NothingToPrintError(_("No match has a table yet: enter the number of tables."))
    document = Numbers(
        **_head(_("Table numbers")),
        tournament=printable(wish.tournament.name),
        label=_("Table"),
        cards=cards,
    )
    return typeset("tournament/numbers", document, MAX_DATA_BYTES)


def certificates(wish: Wish) -> bytes:
    """Return a certificate for each entrant of the first places as PDF.

    Raises:
        NothingToPrintError: There are no places yet.
    """
    return _certificates(wish, rows.awards(wish))


def prize_certificates(wish: Wish) -> bytes:
    """Return a certificate for each prize that an entrant won as PDF.

    Raises:
        NothingToPrintError: No prize is won yet.
    """
    made = tuple(
        Certificate(
            printable(row.prize) or place_words(row.place),
            printable(row.name),
            _players(AwardRow(row.place, row.entrant, row.name, row.players)),
            _prize_words(wish, row),
        )
        for row in rows.prizes(wish)
    )
    if not made:
        raise NothingToPrintError(_("No prize is won yet: prizes are fixed when the tournament is closed."))
    return _set_certificates(wish, made)


def _prize_words(wish: Wish, row: PrizeRow) -> str:
    name, category = printable(wish.tournament.name), printable(row.category)
    if not category:
        return _("won this prize in the tournament “{tournament}”.").format(tournament=name)
    text = _("won this prize in the category {category} of the tournament “{tournament}”.")
    return text.format(category=category, tournament=name)


def participation(wish: Wish) -> bytes:
    """Return a certificate of taking part for each entrant as PDF.

    Raises:
        NothingToPrintError: Nobody has entered.
    """
    return _certificates(wish, rows.participants(wish))


def place_words(place: int) -> str:
    """Return the words for a place on a certificate; empty for taking part."""
    if not place:
        return ""
    words = {1: _("First place"), 2: _("Second place"), 3: _("Third place")}
    return words.get(place) or _("Place {number}").format(number=place)


def _certificates(wish: Wish, awards: Iterable[AwardRow]) -> bytes:
    for_place = _("won this place in the tournament “{tournament}”.")
    for_part = _("took part in the tournament “{tournament}”.")
    name = printable(wish.tournament.name)
    made = tuple(
        Certificate(
            place_words(award.place),
            printable(award.name),
            _players(award),
            (for_place if award.place else for_part).format(tournament=name),
        )
        for award in awards
    )
    if not made:
        raise NothingToPrintError(
            _("There are no places yet: they are fixed when a stage or the tournament is closed.")
        )
    return _set_certificates(wish, made)


def _set_certificates(wish: Wish, made: tuple[Certificate, ...]) -> bytes:
    club = wish.tournament.club
    day = date_format(localtime(_day(wish)), "j F Y")
    document = Certificates(
        **_head(_("Certificate")),
        club=" · ".join(filter(None, (printable(club.name), printable(club.place)))),
        certificates=made,
        signatures=((day, _("Date")), ("", _("Director of the tournament")), ("", _("For the club"))),
    )
    return typeset("tournament/certificate", document, MAX_DATA_BYTES)


def _players(award: AwardRow) -> str:
    """Return the squad as it is printed; empty where the name says it already, or a letter is lacking."""
    players = award.players.split(", ") if award.players else []
    return "" if " & ".join(players) == award.name else printable(award.players)


def _day(wish: Wish) -> datetime:
    finished = wish.tournament.finished_at
    return finished if finished is not None and wish.at is None else wish.at or datetime.now(UTC)


def _slip(wish: Wish, view: MatchView, shape: Shape) -> Slip:
    stage = wish.state.stages[view.stage]
    about = [
        stage_name(stage, several=len(wish.state.stages) > 1),
        _("Round {number} of {rounds}").format(
            number=view.round, rounds=max(rounds_in_all(wish.state, stage.number), view.round)
        ),
    ]
    if len(stage.groups) > 1:
        about.append(_("Group {name}").format(name=group_name(view.group)))
    if shape.tables:
        about.append(_("Match {number}").format(number=view.number))
    beside = [printable(view.room), moment_text(view.at) if view.at is not None else ""]
    path = reverse("tournaments:match", args=[wish.tournament.slug, view.number])
    return Slip(
        label=_("Table") if shape.tables else _("Match"),
        number=printable(view.table) if shape.tables else str(view.number),
        beside=tuple(filter(None, beside)),
        about=" · ".join(about),
        sides=tuple(
            SideOfSlip(side_letter(number), side_printed(wish, side)) for number, side in enumerate(view.sides)
        ),
        signatures=tuple(
            _("Signature of side {letter}").format(letter=side_letter(side)) for side in range(len(view.sides))
        ),
        code=qr_code(f"{wish.site}{path}") if wish.site else "",
    )


def _head(title: str) -> dict[str, str]:
    return {"language": (get_language() or "en")[:2], "title": title}
