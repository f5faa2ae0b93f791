"""Texts of a table that all viewers are told alike: names at the seats, happenings, the result of a hand."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec.structs import replace

import engine
from clubs.models import Player
from games.events import tables as events
from games.models import Table
from games.tables.state.table import TableState
from games.tables.view.table import HandResult, Happening
from games.words import events as words
from games.words.citations import result_rules
from games.words.notation import contract_notation
from games.words.notes import conceded_sentence, notes_of

FREE = gettext_noop("a free seat")
GONE = gettext_noop("somebody")


class Known(NamedTuple):
    """A player of a seat, by name."""

    name: str
    visiting: bool


def known_players(table: Table, state: TableState) -> dict[str, Known]:
    """Return the current or last players of the seats by id."""
    known = {str(seat.player_id): Known(seat.player.name, seat.player.is_visiting) for seat in table.seats.all()}
    missing = {one for seat in state.seats for one in (seat.player, seat.next) if one} - known.keys()
    if missing:
        found = Player.objects.filter(pk__in=missing).only("name", "visited_at")
        known |= {str(one.pk): Known(one.name, one.is_visiting) for one in found}
    return known


def seat_names(state: TableState, known: Mapping[str, Known]) -> tuple[str, ...]:
    """Return the name of each seat's player, as far as it is known; empty for a free seat."""
    return tuple(
        (known[seat.player].name if seat.player in known else "") or _(GONE) if seat.player else ""
        for seat in state.seats
    )


def names_of(table: Table, state: TableState) -> tuple[str, ...]:
    """Return the name of the current or last player of each seat; empty for a free one."""
    return seat_names(state, known_players(table, state))


def happenings_of(noted: Sequence[Any], names: Sequence[str], rules: engine.RuleSet) -> list[Happening]:
    """Return events as happenings; in a conceded hand without the claim, which no player made. Source: 56-IRR-30."""
    told: list[Happening] = []
    conceded: list[Any] = []
    for one in noted:
        if isinstance(one.event, engine.HandDealt):
            conceded = []
        elif isinstance(one.event, events.HandConceded):
            conceded = [one.event]
        elif conceded and isinstance(one.event, engine.ClaimMade):
            continue
        happening = _happening(one.version, one.event, names, rules)
        if isinstance(one.event, engine.HandScored):
            happening = replace(happening, text=conceded_sentence(one.event, conceded, names, rules) or happening.text)
        told.append(happening)
    return told


def _happening(version: int, event: object, names: Sequence[str], rules: engine.RuleSet) -> Happening:
    return Happening(version, getattr(event, "seat", None), words.code_of(event), words.sentence(event, names, rules))


def result_of(
    scored: engine.HandScored,
    before: Sequence[int],
    names: Sequence[str],
    rules: engine.RuleSet,
    winners: tuple[int, ...] = (),
    *,
    ruled: str = "",
    notes: tuple[str, ...] = (),
    conceded: str = "",
) -> HandResult:
    """Return the result of a hand, for a page.

    Args:
        scored: Its score.
        before: Each side's stakes or score before it.
        names: The players' names, a seat each.
        rules: The rule set.
        winners: The winning sides, if it decided the game.
        ruled: The rule by which a director ended it, if one did.
        notes: Its effects beside moving points, in the words of `notes_of`.
        conceded: The sentence of `conceded_sentence`, if it was conceded at the table.
    """
    return HandResult(
        hand=scored.hand,
        sentence=conceded or words.result_sentence(scored, names, rules),
        outcome=scored.outcome,
        declarer=scored.declarer,
        bid=scored.bid,
        contract=contract_notation(scored.bid, scored.denomination, scored.doubled) if scored.bid else "",
        points=scored.points,
        game_points=scored.game_points,
        before=tuple(before),
        after=scored.stakes or scored.score or (),
        stakes=scored.stakes is not None,
        base_cards=scored.stakes is not None and scored.kunukku is not None,
        notes=notes,
        rules=(ruled,) if ruled else (("56-IRR-30",) if conceded else ()) + result_rules(rules.id, scored.outcome),
        finished=bool(winners),
        winners=winners,
    )


def result_in(state: TableState, game: engine.View | None, names: Sequence[str]) -> HandResult | None:
    """Return the result of the last hand, if one lies open in the game."""
    if game is None or game.result is None:
        return None
    ended = bool(state.rulings) and game.result.outcome == "adjusted"
    ruled = state.rulings[-1].rule if ended else ""
    happened = _since_the_deal(state)
    notes = notes_of(game, happened, names, state.rules)
    conceded = conceded_sentence(game.result, happened, names, state.rules)
    return result_of(
        game.result, state.before, names, state.rules, game.winners, ruled=ruled, notes=notes, conceded=conceded
    )


def _since_the_deal(state: TableState) -> list[Any]:
    """Return the noted events of the running or last hand, as far as they are kept."""
    happened = [note.event for note in state.notes]
    dealt = max((at for at, event in enumerate(happened) if isinstance(event, engine.HandDealt)), default=-1)
    return happened[dealt + 1 :]
