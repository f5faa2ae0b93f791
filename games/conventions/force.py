"""The card in force for a side: by publication and holders at the time of the running hand's commitment.

So the meaning of calls cannot change in the middle of a hand, and the answer stays the same for good.
"""

from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Q

import engine
from engine.conventions import ConventionCard, default_card
from engine.fiftysix.ruleset import FiftySix
from games.conventions.changes import Changes, card_with
from games.models import CardEdition


class InForce(msgspec.Struct, frozen=True, eq=False):
    """A card that a side plays by.

    Attributes:
        card: The meanings of its calls.
        id: The partnership's card; None for the rule set's default.
        edition: Its edition, or None.
    """

    card: ConventionCard
    id: str | None = None
    edition: int | None = None

    @property
    def name(self) -> str:
        """The name of the card."""
        return self.card.name


def card_of(state: Any, side: int) -> ConventionCard:
    """Return the conventions that a side of a table plays by; see `in_force`."""
    return in_force(state, side).card


def in_force(state: Any, side: int) -> InForce:
    """Return the card that a side of a table plays by.

    It is the newest one published for the table's tradition that all players of that side held at the commitment to the
    hand's deal; else the rule set's default card, as always with a bot on that side.

    Args:
        state: The `TableState` of a game of 56.
        side: The side's number.

    Source: 56-CNV-1, 56-SHOW-26.
    """
    rules: FiftySix = state.rules
    seats = [state.seats[seat] for seat in rules.sides[side]]
    usual = _default(rules.id)
    if state.promise is None or any(seat.bot or seat.left or not seat.player for seat in seats):
        return usual
    edition = _newest(rules.conventions, frozenset(seat.player for seat in seats), state.promise.committed_at)
    return usual if edition is None else edition


@lru_cache(maxsize=64)
def _default(rules_id: str) -> InForce:
    return InForce(default_card(rules_of(rules_id)))


@lru_cache(maxsize=4096)
def _newest(tradition: str, players: frozenset[str], at: datetime) -> InForce | None:
    """Return the newest card of these players at a time; it never changes, so it is cached."""
    found = CardEdition.objects.filter(rules__in=family(tradition), published_at__lte=at)
    for player in players:
        found = found.filter(
            Q(card__holders__left_at__isnull=True) | Q(card__holders__left_at__gt=at),
            card__holders__player=UUID(player),
            card__holders__accepted_at__lte=at,
        )
    newest = found.order_by("-published_at", "-number").first()
    return None if newest is None else _of(newest)


def edition_in_force(card: str | None, edition: int | None, rules: FiftySix) -> InForce | None:
    """Return the card that answered a question, or None if it has been deleted.

    Args:
        card: The partnership's card; None for the rule set's default.
        edition: Its edition.
        rules: The rule set of the table.
    """
    if card is None or edition is None:
        return _default(rules.id)
    return _edition(UUID(card), edition)


@lru_cache(maxsize=1024)
def _edition(card: UUID, edition: int) -> InForce | None:
    found = CardEdition.objects.filter(card=card, number=edition).first()
    return None if found is None else _of(found)


def _of(edition: CardEdition) -> InForce:
    base = default_card(rules_of(edition.rules))
    card = card_with(base, Changes.from_json(edition.changes), edition.name)
    return InForce(card, str(edition.card_id), edition.number)


@lru_cache(maxsize=16)
def family(tradition: str) -> tuple[str, ...]:
    """Return the rule sets of 56 that share a tradition's conventions, of any number of players.

    >>> family("Kerala")
    ('56-kerala-4', '56-kerala-6', '56-kerala-8')
    """
    rules = (engine.load_rules(name) for name in engine.rule_set_ids())
    return tuple(one.id for one in rules if isinstance(one, FiftySix) and one.conventions == tradition)


@lru_cache(maxsize=32)
def rules_of(rules_id: str) -> FiftySix:
    """Return a rule set of 56.

    Raises:
        TypeError: It is one of 28.
    """
    rules = engine.load_rules(rules_id)
    if not isinstance(rules, FiftySix):
        raise TypeError(f"{rules_id} is no rule set of 56")
    return rules
