"""Hands that were played with real cards, as their page and the API show them: from the stream of their score sheet."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from clubs.models import Player
from clubs.people.selectors import ids_of
from engine.partly import Broken
from engine.reckoning import standing_of_tally
from engine.record import Result, result_of
from games.events.sheets import HandEntered
from games.hands.claims import Claimed, claimed_rows
from games.hands.history import names_by_id
from games.hands.sheet_records import before_hand, record_of_sheet, verdict_on, written_hand
from games.hands.told import HandTold
from games.hands.written import tell_written
from games.models import Sheet, SheetNote
from games.sheets.authors import Author, read_by, sides_of
from games.sheets.errors import UnknownSheet
from games.sheets.page import names_on, title_of
from games.sheets.reports import Report, differing
from games.sheets.selectors import load_state
from games.sheets.state import Entry, SheetState
from games.sheets.words import MEMBERS, REASONS, told_extras, told_line
from games.tables.selectors.house import house_named
from games.tables.selectors.told import result_of as shown_result
from games.tables.view.table import HandResult, HouseNamed
from games.words import events as words
from games.words.citations import family_of
from games.words.notes import LISTED
from games.words.numbers import signed
from games.words.phrases import refusal_words, translated

_HOLDER: Final = "pass:"
"""The beginning of the id of an author who holds a pass (`games.sheets.authors`)."""


class ReportTold(msgspec.Struct, frozen=True, kw_only=True):
    """A report of a side.

    Attributes:
        sides: The sides that it speaks for.
        by: The name of its author; for a pass "a phone with a pass".
        at: When it arrived.
        text: What it says, in a line.
        differs: The labels of the members in which it differs from what stands on the sheet.
    """

    sides: tuple[int, ...]
    by: str
    at: datetime
    text: str
    differs: tuple[str, ...]


class SettledTold(msgspec.Struct, frozen=True, kw_only=True):
    """A result given by a scorer against what was reported, or a correction.

    Attributes:
        by: The scorer's name.
        at: When.
        was: What stood before, in a line; empty if nothing did.
        text: What stands since.
        reason: Why, in words.
        note: The scorer's own words, if any.
    """

    by: str
    at: datetime
    was: str
    text: str
    reason: str
    note: str


class SheetHandHistory(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of a score sheet.

    Attributes:
        sheet_id: The sheet's id.
        sheet_title: What the match is called.
        version: The version of the sheet.
        number: The hand's number.
        rules: The rule set's id.
        rules_name: What people call it.
        options: The options that differ from the rule set's defaults.
        engine_version: The version of the rules by which it is kept.
        house: The club's house rules that the options are from, or None.
        players: The names, a seat each.
        player_ids: The ids of the players whom the club knows, a seat each.
        sides: The seats of each side.
        dealer: The seat that dealt.
        opener: The seat that spoke and led first.
        result: How it came out.
        extras: What is written of it beside contract, outcome and points.
        brought: The points that it brought each side.
        source: Whose word it is: `scorer`, `reports`, `settled`, or `ruling`.
        entered_by: The name of whoever entered or ruled it first; for reports of the author of the last one.
        entered_at: When it was entered, or entered again after a correction.
        first_at: When it was entered first.
        reports: The reports of the sides, the first first.
        settled: What a scorer settled or corrected, the first first.
        rulings: The director's rulings in it, in words.
        written: Its calls and cards are written down, as far as they are known.
        history: The hand step by step, if they are; a wrong deal has no steps.
        verdict: What the auditor says of it; of one that is not written down whether its result can be.
        claim: What stands on the sheet beside what the cards or the rules give, member by member.
        unlike: The labels of the members in which the last reports differ.
        previous: The number of the hand before, or None.
        next: The number of the hand after, or None.
        may_check: The viewer may have it audited in public.
        may_transcribe: The viewer may write its calls and cards down.
    """

    sheet_id: UUID
    sheet_title: str
    version: int
    number: int
    rules: str
    rules_name: str
    options: dict[str, Any]
    engine_version: int
    house: HouseNamed | None
    players: tuple[str, ...]
    player_ids: tuple[UUID | None, ...]
    sides: tuple[tuple[int, ...], ...]
    dealer: int
    opener: int
    result: HandResult
    extras: tuple[str, ...]
    brought: tuple[int, ...]
    source: str
    entered_by: str
    entered_at: datetime
    first_at: datetime
    reports: tuple[ReportTold, ...]
    settled: tuple[SettledTold, ...]
    rulings: tuple[str, ...]
    written: bool
    history: HandTold | None
    verdict: engine.HandVerdict
    claim: tuple[Claimed, ...]
    unlike: tuple[str, ...]
    previous: int | None
    next: int | None
    may_check: bool
    may_transcribe: bool

    @property
    def is_corrected(self) -> bool:
        """Whether it was entered again later, for a correction of it or of a hand before it."""
        return self.entered_at != self.first_at

    @property
    def gains(self) -> tuple[str, ...]:
        """The points that it brought each side, with their signs and what they are."""
        return tuple(map(self._gain, self.brought))

    def _gain(self, points: int) -> str:
        if family_of(self.rules) == "56":
            text = ngettext("{gain} stake point", "{gain} stake points", abs(points))
        else:
            text = ngettext("{gain} game point", "{gain} game points", abs(points))
        return text.format(gain=signed(points))


def sheet_hand(sheet_id: UUID, number: int, author: Author) -> SheetHandHistory:
    """Return a hand that stands on a score sheet.

    Raises:
        UnknownSheet: There is no such sheet, or its reader may not know of it, or no such hand stands on it.
    """
    row = read_by(sheet_id, author)
    state = load_state(sheet_id)
    entry = state.hands.get(number)
    if entry is None:
        raise UnknownSheet(_("This score sheet has no such hand."))
    known = _names(state)
    names = names_on(row, _players(state), known)
    rules, scored = state.rules, entry.find(engine.HandScored)
    numbers = sorted(state.hands)
    told = entry.event.told if isinstance(entry.event, HandEntered) else None
    checked = verdict_on(state, number)
    history, verdict = _told(state, number, names, checked.hand)
    facts = state.facts_of(number)
    first = next(one for one in state.entries if one.find(engine.HandScored) and _number(one) == number)
    return SheetHandHistory(
        sheet_id=sheet_id,
        sheet_title=title_of(row),
        version=state.version,
        number=number,
        rules=rules.id,
        rules_name=translated(rules.name),
        options=rules.chosen_options,
        engine_version=rules.version,
        house=house_named(row.house),
        players=names,
        player_ids=tuple(UUID(player) if player else None for player in _players(state)),
        sides=rules.sides,
        dealer=entry.before.sheet.dealer,
        opener=entry.before.sheet.opener,
        result=_result(state, entry, scored, names),
        extras=() if told is None else told_extras(told, names),
        brought=state.changes[number][1],
        source=entry.event.source if isinstance(entry.event, HandEntered) else "ruling",
        entered_by=_by(first.by, known),
        entered_at=entry.at,
        first_at=first.at,
        reports=tuple(_report(report, told, names, known) for report in facts.reports),
        settled=_settled(row, state, number, names, known),
        rulings=tuple(
            words.sentence(event, names, rules)
            for one in state.standing_entries
            if one.ruling and one.event.hand == number
            for event in (one.event, *one.followed)
            if not isinstance(event, engine.HandScored | engine.GameFinished)
        ),
        written=checked.written,
        history=history,
        verdict=verdict,
        claim=_claim(state, number, names, verdict),
        unlike=tuple(str(MEMBERS[member]) for member in checked.reports),
        previous=max((one for one in numbers if one < number), default=None),
        next=min((one for one in numbers if one > number), default=None),
        may_check=author.player is not None,
        may_transcribe=bool(sides_of(row, state, author)),
    )


def own_seat(hand: SheetHandHistory, player: Player | None) -> int:
    """Return the seat of a player in a hand; the first for anybody else."""
    ids = ids_of(player) if player is not None else ()
    return next((seat for seat, one in enumerate(hand.player_ids) if one in ids), 0)


def sheet_names(row: Sheet, state: SheetState) -> tuple[str, ...]:
    """Return who sat where: known players by their names of today, all others as somebody wrote it."""
    return names_on(row, _players(state), names_by_id(_players(state)))


def people_of(state: SheetState) -> list[str]:
    """Return the ids of the players whom the club knows."""
    return [player for player in state.players if player]


def _players(state: SheetState) -> tuple[str, ...]:
    return state.players or ("",) * state.rules.players


def _names(state: SheetState) -> dict[str, str]:
    """Return the names of all who sat there, wrote there or reported, by their ids."""
    authors = {entry.by for entry in state.entries}
    for facts in state.facts.values():
        authors |= {report.by for report in facts.reports} | {one.by for one in facts.settlements}
    return names_by_id({one for one in (*state.players, *authors) if one and not one.startswith(_HOLDER)})


def _by(author: str, known: Mapping[str, str]) -> str:
    if author.startswith(_HOLDER):
        return _("a phone with a pass")
    return known.get(author, "")


def _number(entry: Entry) -> int:
    scored: engine.HandScored = entry.find(engine.HandScored)
    return scored.hand


def _result(state: SheetState, entry: Entry, scored: engine.HandScored, names: tuple[str, ...]) -> HandResult:
    finished = entry.find(engine.GameFinished)
    return shown_result(
        scored,
        standing_of_tally(entry.before.sheet.running),
        names,
        state.rules,
        () if finished is None else finished.winners,
        ruled=entry.event.rule if entry.ruling else "",
        notes=tuple(words.sentence(event, names, state.rules) for event in entry.followed if isinstance(event, LISTED)),
    )


def _told(
    state: SheetState, number: int, names: tuple[str, ...], verdict: engine.HandVerdict
) -> tuple[HandTold | None, engine.HandVerdict]:
    """Return the hand step by step if it is written down, and the verdict in the reader's language."""
    hand = written_hand(state, number)
    if hand is None:
        return None, verdict
    told, retold = tell_written(before_hand(state, number), hand, names, number)
    stopped: Broken | None = retold.broken or (retold.irregular[0] if retold.irregular else None)
    if stopped is not None:
        # The auditor's refusal is in English.
        verdict = msgspec.structs.replace(verdict, message=refusal_words(stopped.refused))
    return (None if told is None else msgspec.structs.replace(told, verdict=verdict)), verdict


def _report(report: Report, stands: Any, names: tuple[str, ...], known: Mapping[str, str]) -> ReportTold:
    unlike = () if stands is None else differing(report.told, stands)
    assert report.at is not None
    return ReportTold(
        sides=report.sides,
        by=_by(report.by, known),
        at=report.at,
        text=told_line(report.told, names),
        differs=tuple(str(MEMBERS[member]) for member in unlike),
    )


def _settled(
    row: Sheet, state: SheetState, number: int, names: tuple[str, ...], known: Mapping[str, str]
) -> tuple[SettledTold, ...]:
    settlements = state.facts_of(number).settlements
    written: Iterable[tuple[int, str]] = SheetNote.objects.filter(
        sheet=row, version__in=[one.version for one in settlements]
    ).values_list("version", "text")
    notes = dict(written)
    return tuple(
        SettledTold(
            by=_by(one.by, known),
            at=one.at,
            was="" if one.event.was is None else told_line(one.event.was, names),
            text=told_line(one.event.told, names),
            reason=str(REASONS[one.event.reason]),
            note=notes.get(one.version, ""),
        )
        for one in settlements
    )


def _claim(state: SheetState, number: int, names: tuple[str, ...], verdict: engine.HandVerdict) -> tuple[Claimed, ...]:
    """Return what stands on the sheet beside what was worked out, if that says more than the verdict."""
    if not isinstance(verdict.result, Result) or not verdict.differs:
        return ()
    stands = msgspec.to_builtins(result_of(state.hands[number].find(engine.HandScored)))
    return claimed_rows(record_of_sheet(state, names, upto=number), verdict, stands)
