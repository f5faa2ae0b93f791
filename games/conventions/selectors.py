"""Queries about the convention cards of partnerships, for their holders and others."""

import hmac
from collections.abc import Collection
from uuid import UUID

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery

from clubs.models import Player, TeamPlace
from games.errors import UnknownCard
from games.models import CardEdition, CardHolder, PartnershipCard


def _with_holders() -> QuerySet[PartnershipCard]:
    holders = CardHolder.objects.filter(left_at=None).select_related("player").order_by("asked_at", "pk")
    newest = CardEdition.objects.filter(card=OuterRef("pk")).order_by("-number")
    return PartnershipCard.objects.prefetch_related(Prefetch("holders", holders, to_attr="now")).annotate(
        edition=Subquery(newest.values("number")[:1]), published_at=Subquery(newest.values("published_at")[:1])
    )


def cards_held(player: Player) -> QuerySet[PartnershipCard]:
    """Return the cards that a player holds, with their holders (`now`) and the number of the last `edition`."""
    mine = CardHolder.objects.filter(player=player, left_at=None, accepted_at__isnull=False)
    return _with_holders().filter(pk__in=mine.values("card"))


def cards_offered(player: Player) -> QuerySet[PartnershipCard]:
    """Return the cards that a player is asked to hold."""
    asked = CardHolder.objects.filter(player=player, left_at=None, accepted_at=None)
    return _with_holders().filter(pk__in=asked.values("card"))


def held_card(card_id: UUID, player: Player) -> PartnershipCard:
    """Return a card that a player holds.

    Raises:
        UnknownCard: There is no such card, or the player does not hold it.
    """
    card = cards_held(player).filter(pk=card_id).first()
    if card is None:
        raise UnknownCard()
    return card


def offered_card(card_id: UUID, player: Player | None, invitation: str) -> PartnershipCard:
    """Return a card that a player is invited to hold, by name or by the invitation link.

    Raises:
        UnknownCard: There is no such card, or this is not its link.
    """
    card = _with_holders().filter(pk=card_id).first()
    if card is None:
        raise UnknownCard()
    asked = player is not None and any(holder.player_id == player.pk for holder in card.now)  # type: ignore[attr-defined]
    if not asked and not hmac.compare_digest(invitation.encode(), card.invitation.encode()):
        raise UnknownCard()
    return card


def editions_of(card: PartnershipCard) -> QuerySet[CardEdition]:
    """Return the published editions of a card, the newest first."""
    return card.editions.select_related("published_by").order_by("-number")


def find_edition(card_id: UUID, number: int) -> CardEdition:
    """Return a published edition of a card, open to all.

    Raises:
        UnknownCard: There is no such edition.
    """
    found = CardEdition.objects.select_related("card", "published_by").filter(card=card_id, number=number).first()
    if found is None:
        raise UnknownCard()
    return found


def published_cards(player: Player) -> list[CardEdition]:
    """Return the last editions of the cards that a player holds, the newest first."""
    mine = CardHolder.objects.filter(player=player, left_at=None, accepted_at__isnull=False)
    editions = CardEdition.objects.filter(card__in=mine.values("card")).order_by("card_id", "-number")
    return sorted(editions.distinct("card_id"), key=lambda one: one.published_at, reverse=True)


def cards_among(players: Collection[UUID]) -> list[tuple[CardEdition, list[Player]]]:
    """Return the last editions of the cards that two or more of some players hold together, with these players."""
    holders = CardHolder.objects.filter(left_at=None, accepted_at__isnull=False, player__in=players)
    partners: dict[UUID, list[Player]] = {}
    for holder in holders.select_related("player").order_by("player__name"):
        partners.setdefault(holder.card_id, []).append(holder.player)
    shared = [card for card, held_by in partners.items() if len(held_by) > 1]
    editions = CardEdition.objects.filter(card__in=shared).order_by("card_id", "-number").distinct("card_id")
    found = [(edition, partners[edition.card_id]) for edition in editions]
    return sorted(found, key=lambda one: one[0].published_at, reverse=True)


def partners_of(player: Player, card: PartnershipCard) -> list[Player]:
    """Return the players to invite by name: partners in teams and on other cards, not yet holders or invited."""
    mine = TeamPlace.objects.filter(player=player, left_on=None).values("team")
    teams = Player.objects.filter(pk__in=TeamPlace.objects.filter(team__in=mine, left_on=None).values("player"))
    cards = Player.objects.filter(held_cards__left_at=None, held_cards__card__in=cards_held(player).values("pk"))
    known = (teams | cards).filter(is_bot=False).exclude(pk=player.pk).distinct()
    return list(known.exclude(pk__in=card.holders.filter(left_at=None).values("player")).order_by("name"))
