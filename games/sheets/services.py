"""The commands on score sheets: one function a use case, keyword arguments, one transaction each.

`player` gives the command on the sheet `sheet_id`. `command` is the command's id: a repeated command is not done again.
`expected_version` is the version that the player saw; the command is refused if the sheet has changed since. `now` is
the time of the command, by default the present. A command on a sheet returns its version after it.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import engine
from clubs.accounts.visitors import make_visiting_player
from clubs.errors import ClubError
from clubs.models import Club, Membership, Player
from clubs.officers.permissions import may
from engine import sheets
from engine.fiftysix import rulings
from engine.fiftysix import sheet as fiftysix
from engine.fiftysix.rulings import Ruling
from engine.fiftysix.state import Contract
from engine.reckoning import standing_of_tally
from engine.written import SheetHand
from games import store
from games.errors import NotAllowed
from games.events import sheets as events
from games.events.base import BOOKS, Book
from games.models import Sheet, SheetSeat
from games.sheets import reckoning
from games.sheets.errors import BadEntry, NotNow, refused
from games.sheets.notices import tell_sheet_ruling
from games.sheets.selectors import may_rule, not_the_director, ruled_sheet, written_sheet
from games.sheets.state import SheetState, fold_all, irregularities, rules_of
from games.sheets.writing import Decide, write
from games.tables.services.terms import rules_for
from games.words.names import name_or_none

LONGEST_NAME = 60
LONGEST_PLAYER = 40

_SHEETS = UUID("0a6ab5de-6f0e-4c53-9b0b-1c2f6a9d2b56")


@transaction.atomic
def open_sheet(
    *,
    player: Player,
    rules: str = "",
    options: Mapping[str, Any] | None = None,
    house: UUID | None = None,
    ending: Mapping[str, Any] | None = None,
    name: str = "",
    club: Club | None = None,
    names: Sequence[str] = (),
    players: Mapping[int, Player] | None = None,
    present: Mapping[int, Player] | None = None,
    visitors: Collection[int] = (),
    dealer: int = 0,
    version: int = engine.VERSION,
    counts: tuple[Book, ...] = BOOKS,
    stream: UUID | None = None,
    command: UUID | None = None,
    now: datetime | None = None,
) -> Sheet:
    """Open a score sheet for a game at a real table.

    Args:
        player: The player who opens the sheet; without a club, also its keeper.
        rules: The id of a rule set; empty with house rules.
        options: The rule set's options that differ from its defaults; none with house rules.
        house: The id of a club's house rules, which fix the rule set, its options and the club.
        ending: The ending of the game, if other than that of the options.
        name: The sheet's name; empty for its day.
        club: The club of the sheet; the player keeps score sheets there.
        names: The names by seat; an empty name stands for the seat's own.
        players: Members of the club by seat, guests included. A match with all players known counts in the club when
            it is over. Their own names are used unless others are given.
        present: Players by seat who are not of the club: they read the sheet and report on it, and the match counts for
            nobody.
        visitors: Seats of people who are on no list, by their names: each becomes a visiting player, and the match
            moves nothing in the club, like a live table with one.
        dealer: The seat that deals the first hand.
        version: The version of the engine by which the sheet is kept.
        counts: What the match moves in the club, if it counts there.
        stream: The id of the sheet, where a game of a match that was called is kept on it: then its club's scorers keep
            it, whoever `player` is.

    Raises:
        RulesError: There is no such rule set, option or ending.
        BadTerms: A name is unreadable, or the house rules do not fit (`games.tables.services.terms.rules_for`).
        BadEntry: There is no such seat, there are too many names, or a player is given twice or is not of the club.
        NotAllowed: The player does not keep score sheets in the club.
    """
    command = command or uuid4()
    sheet_id = stream or uuid5(_SHEETS, f"{player.pk}:{command}")
    # Before the house rules are looked at: a repeated command may come when they are retired.
    store.lock_streams([sheet_id])
    known = Sheet.objects.filter(pk=sheet_id).first()
    if known is not None:
        return known
    rule_set, by_house = rules_for(
        rules=rules, options=options or {}, version=version, house=house, ending=ending, club=club,
        promised=stream is not None,
    )  # fmt: skip
    club = club if by_house is None else by_house.club
    if club is not None and stream is None and not may(player, "keep_sheets", club):
        raise NotAllowed("not-the-scorer", _("Only scorers of a club can open its score sheets."))
    known_players, cleaned = _seated(club, rule_set.players, players or {}, names, visitors)
    named = name_or_none(name, longest=LONGEST_NAME)
    opened = events.SheetOpened(
        rules=rule_set.id,
        options=rule_set.options,
        engine=rule_set.version,
        dealer=dealer,
        opened_by=str(player.pk),
        club=None if club is None else str(club.pk),
        players=tuple(str(known_players[seat].pk) if seat in known_players else "" for seat in range(rule_set.players)),
        counts=() if visitors else counts,
        house=None if by_house is None else str(by_house.pk),
        salaams=club is not None and club.salaams,
    )
    try:
        sheets.open_sheet(rule_set, dealer)
    except engine.SheetError as error:
        raise refused(error) from None
    begun = fold_all(
        None,
        store.append(
            sheet_id, expected=0, events=[opened], command=command, actor=str(player.pk), now=now or timezone.now()
        ),
    )
    assert begun is not None
    sheet = Sheet.objects.create(
        id=sheet_id,
        name=named,
        club=club,
        opened_by=player,
        rules=rule_set.id,
        options=rule_set.options,
        engine=rule_set.version,
        house=by_house,
        names=cleaned,
        version=1,
        score=list(standing_of_tally(begun.sheet.tally)),
    )
    sitting = {**(present or {}), **known_players}
    SheetSeat.objects.bulk_create(SheetSeat(sheet=sheet, seat=seat, player=sitter) for seat, sitter in sitting.items())
    return sheet


def enter_hand(
    *,
    sheet_id: UUID,
    player: Player,
    outcome: str = "",
    told: SheetHand | None = None,
    contract: tuple[int, int, str, int] | None = None,
    points: int | None = None,
    expected_version: int | None = None,
    command: UUID | None = None,
) -> int:
    """Enter the result of the running hand.

    Args:
        outcome: `made`, `failed`, `passed_out` or `cancelled`; left out with `told`.
        told: The hand as it is written on a sheet, of either family.
        contract: In 56: declarer, number, denomination and doubles; by default the contract noted before, if any.
        points: The declarers' card points, if they were counted.

    Raises:
        UnknownSheet: There is no such sheet, or the player may not know of it.
        NotAllowed: Someone else keeps the sheet.
        BadEntry: The hand cannot have this result.
        ConflictError: The sheet is not at the expected version.
    """

    def decide(state: SheetState) -> list[Any]:
        sheet = state.sheet
        if told is not None:
            return reckoning.enter_hand(state, sheets.tidied(state.rules, told), "scorer")
        played: Contract | None = None
        if contract is not None:
            played = fiftysix.contract_of(sheet.rules, *contract)
        elif outcome in ("made", "failed"):
            played = sheet.contract
        written = SheetHand(outcome, points=points)
        if played is not None:
            written = SheetHand(
                outcome, played.declarer, played.number, played.denomination, played.doubled, points=points
            )
        return reckoning.enter_hand(state, written, "scorer")

    return _write(sheet_id, player, decide, expected_version, command)


def note_contract(
    *,
    sheet_id: UUID,
    player: Player,
    contract: tuple[int, int, str, int],
    expected_version: int | None = None,
    command: UUID | None = None,
) -> int:
    """Note the contract of the running hand, before its result.

    Raises:
        BadEntry: There is no such contract, or the match is over.
        UnknownSheet, NotAllowed, ConflictError: As `enter_hand`.
    """

    def decide(state: SheetState) -> list[Any]:
        if state.rules.family != "56":
            raise engine.SheetError("no-contract", "For 28, enter the contract together with the result.", "rules")
        noted = fiftysix.contract_of(state.rules, *contract)  # type: ignore[arg-type]
        fiftysix.note_contract(state.sheet, noted)
        return [events.ContractNoted(state.sheet.running.hand, *contract)]

    return _write(sheet_id, player, decide, expected_version, command)


def give_ruling(
    *,
    sheet_id: UUID,
    player: Player,
    ruling: Ruling,
    expected_version: int | None = None,
    command: UUID | None = None,
) -> int:
    """Rule on an irregularity; its consequences are applied at once.

    Raises:
        BadEntry: There is no such row or option, or a required detail is missing.
        NotAllowed: Someone else gives the rulings on this sheet.
        UnknownSheet, ConflictError: As `enter_hand`.

    Source: 56-IRR-1 to 56-IRR-30.
    """
    ruled_sheet(sheet_id, player)

    def decide(state: SheetState) -> list[Any]:
        if not irregularities(state.rules):
            raise engine.SheetError("no-rulings", "The rule book of this game has no table of irregularities.", "rule")
        return rulings.rule(state.sheet, ruling)

    return _write(sheet_id, player, decide, expected_version, command)


def lift_card(
    *,
    sheet_id: UUID,
    player: Player,
    seat: int,
    card: str,
    expected_version: int | None = None,
    command: UUID | None = None,
) -> int:
    """Enter that a penalty card was played.

    Raises:
        BadEntry: No such card lies open.
        UnknownSheet, NotAllowed, ConflictError: As `enter_hand`.
    """

    def decide(state: SheetState) -> list[Any]:
        if not any((lying.seat, lying.card) == (seat, card) for lying in state.standing.cards):
            raise BadEntry("no-such-card", _("There is no such open penalty card."), "card")
        return [engine.PenaltyCardLifted(seat, card)]

    return _write(sheet_id, player, decide, expected_version, command)


def withdraw(
    *,
    sheet_id: UUID,
    player: Player,
    entry: int | None = None,
    expected_version: int | None = None,
    command: UUID | None = None,
) -> int:
    """Withdraw the last entry with all its consequences.

    Args:
        entry: The version of the entry to withdraw; by default the last entry.

    Raises:
        NotNow: There is a later entry, or no entry.
        NotAllowed: Someone else keeps the sheet, or gives its rulings if the entry is one.
        UnknownSheet, ConflictError: As `enter_hand`.
    """
    sheet = written_sheet(sheet_id, player)

    def decide(state: SheetState) -> list[Any]:
        last = state.last
        if last is None:
            raise NotNow("nothing-to-withdraw", _("There is nothing to undo."), "entry")
        if entry is not None and entry != last.version:
            raise NotNow("not-the-last", _("You can undo only the last entry. Undo the later ones first."), "entry")
        if isinstance(last.event, engine.IrregularityRuled):
            if not may_rule(sheet, player):
                raise not_the_director()
            return [engine.RulingWithdrawn(last.ruling)]
        known = None if not isinstance(last.event, events.HandEntered) else state.facts_of(last.event.hand)
        if known is not None and (known.reports or last.event.source != "scorer"):
            # Else the reports, or what was settled, would enter the hand again at once.
            return [events.ReportsCleared(last.event.hand, known.last_edit)]
        return [events.EntryWithdrawn(last.version)]

    return _write(sheet_id, player, decide, expected_version, command)


def stop_match(
    *, sheet_id: UUID, player: Player, expected_version: int | None = None, command: UUID | None = None
) -> int:
    """End the match at the present score, when the time is over or play has stopped.

    Raises:
        BadEntry: The match is over.
        UnknownSheet, NotAllowed, ConflictError: As `enter_hand`.

    Source: 56-FMT-2, 56-MATCH-1, 56-MATCH-3.
    """

    def decide(state: SheetState) -> list[Any]:
        return reckoning.stop(state)

    return _write(sheet_id, player, decide, expected_version, command)


def close_sheet(*, sheet_id: UUID, reason: events.Closed, now: datetime | None = None) -> None:
    """Close a running sheet without a result, as its match counts by another one; one that is over stays as it ended.

    What its hands have moved in the club stays moved, as at a table that is closed.
    """
    _write_for_server(sheet_id, lambda state: [events.SheetClosed(reason)] if state.is_running else [], now)


def reopen_sheet(*, sheet_id: UUID, now: datetime | None = None) -> None:
    """Let a closed sheet run again as it stood."""
    _write_for_server(sheet_id, lambda state: [events.SheetReopened()] if state.closed else [], now)


def _write_for_server(sheet_id: UUID, decide: Decide, now: datetime | None) -> None:
    # Decided by the state under the lock of the stream, so twice is once without the id of a command.
    write(sheet_id, decide, actor="", now=now)


@transaction.atomic
def name_seats(*, sheet_id: UUID, player: Player, names: Sequence[str]) -> Sheet:
    """Set the names of the players by seat.

    Raises:
        BadTerms: A name is unreadable.
        BadEntry: There are too many names.
        UnknownSheet, NotAllowed: As `enter_hand`.
    """
    sheet = written_sheet(sheet_id, player)
    rules = rules_of(sheet.rules, sheet.options, sheet.engine)
    sheet.names = _clean_names(rules.players, names)
    sheet.save(update_fields=["names"])
    return sheet


def withhold_sheets(sheet_ids: Collection[UUID], *, withheld: bool = True) -> None:
    """Let only those who may write on some sheets, and their players, read them; or again all who may read others."""
    Sheet.objects.filter(pk__in=sheet_ids).update(withheld=withheld)


@transaction.atomic
def rename_seats(*, sheet_id: UUID, names: Mapping[int, str], was: Collection[str]) -> None:
    """Set the names of seats whose players were replaced in a match; a name that the scorers gave themselves stays.

    Args:
        names: The names by seat.
        was: The names that may be replaced: those of the other players who could sit there.
    """
    sheet = Sheet.objects.select_for_update(no_key=True).filter(pk=sheet_id).first()
    if sheet is None:
        return
    called = [names.get(seat, name) if name in was else name for seat, name in enumerate(sheet.names)]
    if called != sheet.names:
        sheet.names = called
        sheet.save(update_fields=["names"])


def _write(sheet_id: UUID, player: Player, decide: Decide, expected: int | None, command: UUID | None) -> int:
    """Write on a sheet that the player keeps, and tell those whom a ruling concerns; return the version after it."""
    written_sheet(sheet_id, player)
    after, happened = write(sheet_id, decide, actor=str(player.pk), expected=expected, command=command)
    tell_sheet_ruling(sheet_id, after.players, happened, by=player, key=f"{sheet_id}:{after.version}")
    return after.version


def _seated(
    club: Club | None, seats: int, players: Mapping[int, Player], names: Sequence[str], visitors: Collection[int]
) -> tuple[dict[int, Player], list[str]]:
    """Return the known players by seat, with new players for the visitors, and the names by seat. As `open_sheet`."""
    _check_players(club, seats, players)
    cleaned = [
        name or (players[seat].name if seat in players else "") for seat, name in enumerate(_clean_names(seats, names))
    ]
    made = _make_visitors(club, cleaned, set(visitors) - set(players)) if visitors else {}
    return {**players, **made}, cleaned


def _check_players(club: Club | None, seats: int, players: Mapping[int, Player]) -> None:
    if not players:
        return
    if club is None:
        raise BadEntry("no-club", _("Players belong to a club: choose the club."), "club")
    members = set(Membership.objects.filter(club=club, player__in=players.values()).values_list("player_id", flat=True))
    seen: set[UUID] = set()
    for seat, player in sorted(players.items()):
        if not 0 <= seat < seats:
            raise BadEntry("no-such-seat", _("There is no such seat at this table."), "players")
        if player.is_bot or player.pk not in members:
            text = _("{name} is not on the list of {club}.").format(name=player.name, club=club.name)
            raise BadEntry("not-a-member", text, f"name_{seat}")
        if player.pk in seen:
            raise BadEntry("player-twice", _("{name} sits at two seats.").format(name=player.name), f"name_{seat}")
        seen.add(player.pk)


def _make_visitors(club: Club | None, names: Sequence[str], seats: Collection[int]) -> dict[int, Player]:
    """Make visiting players of people on no list, by their names.

    Raises:
        BadEntry: A seat has no name, or one that belongs to an account; or there is no club.
    """
    if club is None:
        raise BadEntry("no-club", _("Players belong to a club: choose the club."), "club")
    made = {}
    for seat in sorted(seats):
        if not 0 <= seat < len(names) or not names[seat]:
            raise BadEntry("name-missing", _("Give the visitor's name."), f"name_{seat}")
        try:
            made[seat] = make_visiting_player(name=names[seat])
        except ClubError as refusal:
            raise BadEntry(refusal.code, refusal.message, f"name_{seat}") from None
    return made


def _clean_names(players: int, names: Sequence[str]) -> list[str]:
    if len(names) > players:
        raise BadEntry("names-wrong", _("Give one name for each seat, or none."), "names")
    cleaned = [name_or_none(name, longest=LONGEST_PLAYER, field=f"name_{seat}") for seat, name in enumerate(names)]
    return cleaned + [""] * (players - len(cleaned))
