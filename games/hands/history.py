"""The histories of hands that were played, and the records of games.

A finished hand is open to all who may see its table. Of a running hand each viewer gets what `engine.view` gives.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from msgspec.structs import asdict, replace

import engine
from clubs.models import Player
from clubs.privacy.holdings import FORMER
from engine.reckoning import standing_of
from games import store
from games.errors import UnknownTable
from games.events import tables as events
from games.hands.deals import deals_of, proof_of
from games.hands.recall import of_history
from games.hands.steps import Placed, Teller, hands_of
from games.hands.told import HandHistory, HandTold
from games.models import Table
from games.store import StoredEvent
from games.tables import recall
from games.tables.selectors.access import visible_table
from games.tables.selectors.holders import held_until
from games.tables.selectors.house import find_house_named, house_named
from games.tables.selectors.states import load_state
from games.tables.selectors.told import GONE, result_of
from games.words.notes import conceded_sentence, notes_of
from games.words.phrases import translated


def record(
    table_id: UUID,
    player: Player | None = None,
    *,
    invitation: str = "",
    upto: int | None = None,
    checked: bool = False,
) -> engine.Record:
    """Return the record of a game's finished hands.

    Args:
        table_id: The table's id.
        player: Who asks; None for a visitor.
        invitation: The code that came with the request, if any.
        upto: The last hand to be in it; all finished ones by default.
        checked: Whoever asks has seen to it that the table may be seen.

    Raises:
        UnknownTable: There is no such table or hand, or this player may not know of it.
    """
    table = Table.objects.filter(pk=table_id).first() if checked else visible_table(table_id, player, invitation)
    if table is None:
        raise UnknownTable()
    return record_of(store.load(table_id), upto=upto)


def record_of(stored: Sequence[StoredEvent], *, upto: int | None = None) -> engine.Record:
    """Return the record of the finished hands in a stream; the players' names are those of today.

    Raises:
        UnknownTable: Hand `upto` is not finished.
    """
    house = find_house_named(stored[0].event.house)
    return record_with(stored, names_by_id, unknown=GONE, house="" if house is None else house.name, upto=upto)


def record_with(
    stored: Sequence[StoredEvent],
    named: Callable[[Collection[str]], Mapping[str, str]],
    *,
    unknown: str = "",
    house: str = "",
    upto: int | None = None,
) -> engine.Record:
    """Return the record of the finished hands in a stream. Reads nothing else.

    Args:
        stored: The events of the table, sealed members opened.
        named: Returns the names of players by their ids.
        unknown: The name of a player who has none.
        house: What the club calls these rules, or empty.
        upto: The last hand to be in it; all finished ones by default.

    Raises:
        UnknownTable: Hand `upto` is not finished.
    """
    terms = stored[0].event
    seats: dict[int, str] = {}
    played: list[Any] = []
    running: list[Any] = []
    finished: int | None = None
    for one in stored:
        event = one.event
        if isinstance(event, events.SeatTaken | events.PlayerSubstituted):
            seats[event.seat] = event.player
        elif isinstance(event, engine.Event):
            running.append(event)
        elif isinstance(event, events.HandOpened):
            played += running
            running, finished = [], event.hand
            if finished == upto:
                break
    if upto is not None and finished != upto:
        raise UnknownTable(_("This hand is not finished."))
    known = named(seats.values())
    names = [known.get(seats.get(seat, ""), unknown) for seat in range(rules_of(stored).players)]
    return engine.record_from_events(terms.rules, terms.options, names, played, version=terms.engine, house=house)


def rules_of(stored: Sequence[StoredEvent]) -> engine.RuleSet:
    """Return the rules that a stream's game is played by: the rule set, the options and the version it began with.

    Raises:
        RulesError: This program does not know that version.
    """
    terms = stored[0].event
    return engine.load_rules(terms.rules, terms.options, version=terms.engine)


def names_by_id(players: Any) -> dict[str, str]:
    """Return the names of players by their ids as texts, with a mark of visiting ones; unknown ones are left out."""
    wanted = {player for player in players if player}
    found = Player.objects.filter(pk__in=wanted).values_list("pk", "name", "erased_at", "visited_at")
    return {
        str(pk): _(FORMER) if erased_at else _("{name} (visitor)").format(name=name) if visited_at else name
        for pk, name, erased_at, visited_at in found
    }


def hand_history(table_id: UUID, number: int, player: Player | None, *, invitation: str = "") -> HandHistory:
    """Return a hand, step by step, as a player may know it, or a visitor (None).

    Raises:
        UnknownTable: There is no such table or hand, or this player may not know of it.
    """
    table = visible_table(table_id, player, invitation)
    stored = store.load(table_id)
    rules = rules_of(stored)
    hands = {told.dealt.event.hand: told for told in hands_of(stored, rules) if told.dealt is not None}
    told = hands.get(number)
    if told is None or told.dealt is None:
        raise UnknownTable(_("There is no such hand."))
    known = names_by_id({*told.seats, *(one.player for one in told.held)})
    names = tuple(known.get(seat) or _(GONE) for seat in told.seats)
    finished = told.opened is not None
    viewer = None
    if not finished and player is not None:
        viewer = load_state(table_id, stored[-1].version).seat_of(player.pk)
    teller = Teller(told, rules, names, viewer)
    hand = replace(
        told_by(teller, number),
        options=rules.chosen_options,
        engine_version=rules.version,
        house=house_named(table.house),
        folded=told.folded if finished else (),
        verdict=verdict_of(record_of(stored, upto=number)) if finished else None,
    )
    history = HandHistory(
        **asdict(hand),
        table_id=table_id,
        table_title=str(table),
        player_ids=tuple(UUID(seat) if seat else None for seat in told.seats),
        held=tuple(held_until(told.held, number, known, _(GONE))),
        proof=proof_of(deals_of(stored)[number], rules) if finished else None,
        previous=number - 1 if number - 1 in hands else None,
        next=number + 1 if number + 1 in hands else None,
        dealt_at=_milliseconds(told.dealt),
        ended_at=_milliseconds(told.scored) if told.scored is not None else None,
        may_check=finished and player is not None,
    )
    if finished:
        return history
    seen = engine.view(teller.game, viewer)
    versions = frozenset(one.version for one in recall.reviewable_events(told.after, seen, lambda one: one.event))
    return of_history(history, seen, versions, counted=stored[0].event.running_count)


def told_by(teller: Teller, number: int) -> HandTold:
    """Return a hand as it is told, with how it came out once that is decided."""
    teller.tell()
    told, rules, names = teller.told, teller.rules, teller.names
    assert told.dealt is not None
    dealer, result = told.dealt.event.dealer, None
    if told.scored is not None:
        result = result_of(
            told.scored.event,
            standing_of(told.before),
            names,
            rules,
            told.winners,
            ruled=told.ruled,
            notes=notes_of(engine.view(teller.game, None), told.noted, names, rules),
            conceded=conceded_sentence(told.scored.event, (one.event for one in told.after), names, rules),
        )
    return HandTold(
        number=number,
        rules=rules.id,
        rules_name=translated(rules.name),
        direction=rules.direction,
        finished=told.opened is not None,
        players=names,
        sides=rules.sides,
        dealer=dealer,
        opener=rules.next_seat(dealer),
        cards=teller.cards,
        steps=tuple(teller.steps),
        auction=teller.auction(),
        tricks=tuple(teller.tricks),
        result=result,
    )


def verdict_of(game: engine.Record) -> engine.HandVerdict | None:
    """Return what the auditor says of the last hand of a record; None where an earlier one stops it."""
    judged = engine.audit(game)
    hands = judged.hands if isinstance(judged.hands, tuple) else ()
    return hands[-1] if len(hands) == len(game.hands) else None


def _milliseconds(placed: Placed) -> int:
    assert isinstance(placed, StoredEvent)
    return int(placed.recorded_at.timestamp() * 1000)


def finished_hands(stored: Sequence[StoredEvent]) -> list[int]:
    """Return the numbers of the finished hands of a stream."""
    return [one.event.hand for one in stored if isinstance(one.event, events.HandOpened)]
