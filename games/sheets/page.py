"""What the page of a score sheet shows, put together from its row and its state."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import engine
from clubs.models import Player
from engine.reckoning import standing_of_tally
from engine.written import SheetHand
from games import store
from games.events import sheets as events
from games.models import Sheet
from games.rescoring.recount import Recount, recount
from games.rulings import words as said
from games.sheets.authors import Author, sides_of
from games.sheets.errors import UnknownSheet
from games.sheets.history import LogLine, log_lines
from games.sheets.reports import Report
from games.sheets.selectors import may_rule, may_write, written_sheet
from games.sheets.state import Entry, SheetState, fold_all
from games.sheets.waiting import OpenHand, open_hands
from games.sheets.words import closed_words, contract_by, told_contract, told_extras, told_rows, unit_words
from games.tables.selectors.house import house_named
from games.tables.view.table import HouseNamed
from games.words import events as words
from games.words.citations import result_rules
from games.words.notation import contract_notation
from games.words.outcomes import outcome_word


@dataclass(frozen=True, slots=True)
class SideRow:
    """A side with its stakes, base cards or score; `games` is None where the match does not go by games.

    Attributes:
        worn: The kunukku that each of its players wears, or the salaams that each has made, as many as `names`; empty
            where none are kept.
    """

    side: int
    names: tuple[str, ...]
    score: int
    games: int | None
    won: bool
    worn: tuple[int, ...] = ()

    @property
    def players(self) -> tuple[tuple[str, int], ...]:
        """The names of its players, each with the kunukku worn or the salaams made."""
        return tuple(zip(self.names, self.worn or (0,) * len(self.names), strict=True))


@dataclass(frozen=True, slots=True)
class HandRow:
    """A decided hand.

    Attributes:
        extras: What is written of it beside contract, outcome and points.
        effects: What followed beside the score, a sentence each: kunukku put on and taken off.
        change: What each side got in it.
        score: Each side's stakes, base cards or score after it.
        ruling: The number of the ruling that ended it, or 0.
        since: Since a ruling after the match: `adjusted`, or `dropped` if it counts no more; else empty.
    """

    number: int
    contract: str
    declarer: str
    side: int | None
    outcome: str
    points: int | None
    extras: tuple[str, ...]
    effects: tuple[str, ...]
    change: tuple[int, ...]
    score: tuple[int, ...]
    rules: tuple[str, ...]
    ruling: int
    since: str = ""


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A ruling, with what followed from it in words."""

    number: int
    hand: int
    rule: str
    happened: str
    remedy: str
    offender: str
    effects: tuple[str, ...]
    at: datetime
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class CardRow:
    """A penalty card that lies open."""

    seat: int
    name: str
    card: str
    text: str


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """A hand that waits for somebody.

    Attributes:
        kind: `differs`, `side` or `earlier` (`games.sheets.waiting`).
        columns: The headings of its reports, and of what is entered.
        rows: Label, a value a column, and whether they differ there.
        missing: The sides that have reported nothing, by the names of their players.
        since: When the first report came.
    """

    number: int
    kind: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...], bool], ...]
    missing: str
    since: datetime | None


@dataclass(frozen=True, slots=True)
class SheetPage:
    """A score sheet as its reader sees it.

    Attributes:
        row: The sheet's row.
        state: What stands on it.
        names: Who sits where.
        title: What the match is called.
        sides: The score.
        unit: What the sides' totals are counted in, as a heading.
        dealer: Who deals the running hand.
        opener: Who calls and leads first in it.
        contract: Its contract in words, if it is known.
        cards: The penalty cards that lie open.
        owed: What else is owed in the running hand, a sentence each.
        hands: The decided hands, the latest first.
        rulings: The rulings, the latest first, the withdrawn too.
        over: How the match ended, or why the sheet is closed, in words; empty while it runs.
        last: The last entry in words; empty where there is none.
        waiting: The hands that wait for somebody, those whose reports differ first.
        log: What was done on the sheet, in words, the latest first.
        may_write: Whether the reader keeps the sheet.
        may_rule: Whether the reader gives rulings on it.
        speaks_for: The sides that the reader reports for on a phone.
    """

    row: Sheet
    state: SheetState
    names: tuple[str, ...]
    title: str
    sides: tuple[SideRow, ...]
    unit: str
    dealer: str
    opener: str
    contract: str
    cards: tuple[CardRow, ...]
    owed: tuple[str, ...]
    hands: tuple[HandRow, ...]
    rulings: tuple[RulingRow, ...]
    over: str
    last: str
    waiting: tuple[WaitingRow, ...]
    log: tuple[LogLine, ...]
    may_write: bool
    may_rule: bool
    speaks_for: tuple[int, ...]

    @property
    def may_take_back(self) -> bool:
        """Whether the reader may take the last entry back: a ruling is for who gives them."""
        last = self.state.last if self.state.takes_entries else None
        return last is not None and self.may_write and (self.may_rule or not last.ruling)

    @property
    def entered(self) -> HandRow | None:
        """The hand that the last entry is the result of, if it is one."""
        event = None if self.state.last is None else self.state.last.event
        number = event.hand if isinstance(event, events.HandEntered) else 0
        return next((hand for hand in self.hands if hand.number == number), None)

    @property
    def side_names(self) -> tuple[str, ...]:
        """The sides by the names of their players."""
        return tuple(words.listed(side.names) for side in self.sides)

    @property
    def family(self) -> str:
        """The family of its game: only 56 has contracts noted ahead and a table of irregularities."""
        return self.state.rules.family

    @property
    def house(self) -> HouseNamed | None:
        """The house rules that it is kept by."""
        return house_named(self.row.house)

    @property
    def keeps_stakes(self) -> bool:
        """Whether stakes or base cards are kept, so that totals are no sums of what the hands brought."""
        return self.state.sheet.running.stakes is not None

    @property
    def goes_by_games(self) -> bool:
        """Whether it is a match of several games."""
        return self.sides[0].games is not None

    @property
    def worn(self) -> str:
        """The tokens of its players: `kunukku` worn, `salaams` made, or neither."""
        tally = self.state.sheet.running
        if tally.kunukku is not None:
            return "kunukku"
        return "" if tally.salaams is None else "salaams"

    @property
    def number(self) -> int:
        """The number of the running hand."""
        return self.state.sheet.running.hand


def title_of(row: Sheet) -> str:
    """Return what a match is called."""
    return row.name or _("Match without a name")


def names_on(row: Sheet, players: Sequence[str], known: Mapping[str, str]) -> tuple[str, ...]:
    """Return who sat where: known players by their names of today, all others as somebody wrote it.

    Args:
        row: The sheet.
        players: The ids of the players, a seat each, empty for unknown ones.
        known: Names by id.
    """
    written = [*row.names, *[""] * len(players)]
    return said.seat_names([known.get(player) or written[seat] for seat, player in enumerate(players)])


def written_page(sheet_id: UUID, player: Player) -> SheetPage:
    """Return the page of a sheet that the player keeps.

    Raises:
        UnknownSheet: There is no such sheet, or this player may not know of it.
        NotAllowed: Somebody else keeps it.
    """
    return sheet_page(written_sheet(sheet_id, player), player)


def sheet_page(row: Sheet, player: Player | None) -> SheetPage:
    """Return the page of a sheet that the player may read."""
    stored = store.load(row.pk)
    state = fold_all(None, stored)
    if state is None:
        raise UnknownSheet
    names = said.seat_names(row.names)
    sheet, rules = state.sheet, state.rules
    counts = recount(stored) if state.adjustments else None
    final = sheet.running if counts is None else counts.after.tally
    standing = state.standing
    contract = sheet.contract
    owed = (*standing.leads, *standing.suits, *standing.limits, *standing.passes)
    return SheetPage(
        row=row,
        state=state,
        names=names,
        title=title_of(row),
        sides=_sides(rules, final, names),
        unit=unit_words(rules, sheet.running),
        dealer=names[sheet.dealer],
        opener=names[sheet.opener],
        contract=""
        if contract is None
        else contract_by(names[contract.declarer], contract.number, contract.denomination, contract.doubled),
        cards=tuple(
            CardRow(card.seat, names[card.seat], card.card, words.sentence(card, names, rules))
            for card in standing.cards
        ),
        owed=tuple(words.sentence(event, names, rules) for event in owed),
        hands=_hands(state, counts, names),
        rulings=_rulings(state, names),
        over=words.sentence(engine.GameFinished(final.winners), names, rules)
        if state.is_finished
        else closed_words(state.closed),
        last=_last(state, names),
        waiting=tuple(_waiting(hand, names, rules) for hand in open_hands(state)),
        log=log_lines(stored, sheet_id=row.pk, names=names, rules=rules),
        may_write=may_write(row, player),
        may_rule=may_rule(row, player),
        speaks_for=sides_of(row, state, Author(player)),
    )


def _sides(rules: engine.RuleSet, tally: Any, names: tuple[str, ...]) -> tuple[SideRow, ...]:
    kept, worn = standing_of_tally(tally), worn_by_seat(tally)
    return tuple(
        SideRow(
            side=side,
            names=tuple(names[seat] for seat in seats),
            score=kept[side],
            games=None if tally.games is None else tally.games[side],
            won=side in tally.winners,
            worn=tuple(worn[seat] for seat in seats) if worn else (),
        )
        for side, seats in enumerate(rules.sides)
    )


def _waiting(hand: OpenHand, names: tuple[str, ...], rules: engine.RuleSet) -> WaitingRow:
    sides = [words.listed([names[seat] for seat in seats]) for seats in rules.sides]
    return WaitingRow(
        number=hand.number,
        kind=hand.kind,
        columns=report_columns(hand.reports, hand.entered, sides),
        rows=told_rows(column_hands(hand.reports, hand.entered), names, hand.marked),
        missing=words.listed([sides[side] for side in hand.missing]),
        since=hand.since,
    )


def report_columns(reports: Sequence[Report], entered: SheetHand | None, sides: Sequence[str]) -> tuple[str, ...]:
    """Return the headings of reports beside each other: the players that each speaks for, and what is entered."""
    headings = [words.listed([sides[side] for side in report.sides]) for report in reports]
    return (*headings, *(() if entered is None else (pgettext("a hand", "Entered"),)))


def column_hands(reports: Sequence[Report], entered: SheetHand | None) -> tuple[SheetHand | None, ...]:
    """Return the hands in those columns."""
    return (*(report.told for report in reports), *(() if entered is None else (entered,)))


def worn_by_seat(tally: Any) -> tuple[int, ...]:
    """Return the kunukku that each seat wears, or the salaams that it has made; empty where none are kept."""
    return tally.kunukku or tally.salaams or ()


def _hands(state: SheetState, counts: Recount | None, names: tuple[str, ...]) -> tuple[HandRow, ...]:
    rows = []
    for entry, scored in reversed(state.results):
        told = None if entry.ruling else entry.event.told
        row = _hand(state.rules, entry, scored, told, state.changes[scored.hand][1], names)
        rows.append(row if counts is None else _since_ruled(state.rules, entry, row, counts, names))
    return tuple(rows)


def _since_ruled(rules: engine.RuleSet, entry: Entry, row: HandRow, counts: Recount, names: tuple[str, ...]) -> HandRow:
    """Return a hand as it counts since a ruling after the match."""
    now, adjustment = counts.now(row.number), counts.standing.get(row.number)
    if now is None or now.scored is None:
        return replace(row, change=(), score=(), since="dropped")
    if adjustment is None:
        return replace(row, score=now.scored.stakes or now.scored.score or ())
    other = _hand(rules, entry, now.scored, adjustment.event.told, now.points, names, now.events)
    return replace(other, since="adjusted")


def _hand(
    rules: engine.RuleSet,
    entry: Entry,
    scored: engine.HandScored,
    told: SheetHand | None,
    change: tuple[int, ...],
    names: tuple[str, ...],
    followed: Sequence[Any] | None = None,
) -> HandRow:
    declarer = scored.declarer
    side = None if declarer is None else rules.side_of(declarer)
    points = None if scored.points is None or side is None else scored.points[side]
    return HandRow(
        number=scored.hand,
        contract=_contract_of(scored, told),
        declarer="" if declarer is None else names[declarer],
        side=side,
        outcome=outcome_word(scored.outcome),
        points=told.points if points is None and told is not None else points,
        extras=() if told is None else told_extras(told, names),
        effects=tuple(
            words.sentence(event, names, rules)
            for event in (entry.followed if followed is None else followed)
            if isinstance(event, engine.KunukkuPlaced | engine.KunukkuRemoved)
        ),
        change=change,
        score=scored.stakes or scored.score or (),
        rules=(entry.event.rule,) if entry.ruling else result_rules(rules.id, scored.outcome),
        ruling=entry.ruling,
    )


def _contract_of(scored: engine.HandScored, told: SheetHand | None) -> str:
    """Return the contract of a decided hand in words; of one that a ruling ended, as far as the ruling has it."""
    if told is not None:
        return told_contract(told)
    if scored.bid is None:
        return ""
    return contract_notation(scored.bid, scored.denomination, scored.doubled)


def _rulings(state: SheetState, names: tuple[str, ...]) -> tuple[RulingRow, ...]:
    rows = []
    for entry in state.entries:
        if not entry.ruling:
            continue
        ruled: engine.IrregularityRuled = entry.event
        rows.append(
            RulingRow(
                number=entry.ruling,
                hand=ruled.hand,
                rule=ruled.rule,
                happened=str(said.HAPPENED[ruled.rule]),
                remedy=str(said.REMEDIES[ruled.rule, ruled.remedy]),
                offender="" if ruled.offender is None else names[ruled.offender],
                effects=said.effects(entry.followed, names, state.rules),
                at=entry.at,
                withdrawn=entry.withdrawn,
            )
        )
    return tuple(reversed(rows))


def _last(state: SheetState, names: tuple[str, ...]) -> str:
    """Say what the last entry is that can be taken back."""
    entry = state.last
    return "" if entry is None else _entry(entry, names, state)


def _entry(entry: Entry, names: tuple[str, ...], state: SheetState) -> str:
    event = entry.event
    match event:
        case events.HandEntered():
            return _("the result of hand {number}").format(number=event.hand)
        case events.ContractNoted():
            return _("the contract of hand {number}").format(number=event.hand)
        case events.MatchStopped():
            return _("the end of the match")
        case engine.PenaltyCardLifted():
            return _("that {name} has played {card}").format(name=names[event.seat], card=words.card_words(event.card))
    return _("ruling {number}, by {rule}").format(number=entry.ruling, rule=event.rule)
