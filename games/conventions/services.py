"""The commands on partnerships' convention cards: making, changing, publishing and holding them.

`player` gives the command and, unless said otherwise, holds the card `card_id`. `revision` is the draft that the player
saw; the command is refused if a partner has changed the card since.
"""

import secrets
from collections.abc import Callable
from datetime import datetime
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec.structs import replace

import engine
from clubs.models import Player
from engine.conventions import default_card
from games.conventions.changes import Changes, RowChange, StoredPattern, Treatment
from games.conventions.check import LONGEST_MEANING, LONGEST_NAME, MOST_TREATMENTS, check_places, check_said, clean_line
from games.conventions.force import rules_of
from games.errors import BadTerms, UnknownCard, WrongMoment
from games.models import CardEdition, CardHolder, PartnershipCard

MOST_PARTNERS = 4
FEWEST_PARTNERS = 2
MOST_CARDS = 30
"""The most cards that a player holds."""


@transaction.atomic
def make_card(*, player: Player, rules: str, name: str) -> PartnershipCard:
    """Make a card from the default card of a rule set of 56; the player holds it.

    Args:
        rules: The rule set's id.
        name: The name of the card.

    Raises:
        BadTerms: There is no such rule set of 56, the name cannot be used, or the player holds too many cards.
    """
    try:
        rules_of(rules)
    except (engine.RulesError, TypeError):
        raise BadTerms("no-such-rules", _("Choose a rule set of 56."), "rules") from None
    called = clean_line(name, longest=LONGEST_NAME, field="name")
    if CardHolder.objects.filter(player=player, left_at=None).count() >= MOST_CARDS:
        message = _("You hold %(most)s cards; leave one before you make another.")
        raise BadTerms("too-many-cards", message % {"most": MOST_CARDS}, "name")
    card = PartnershipCard.objects.create(
        rules=rules, name=called, made_by=player, invitation=secrets.token_urlsafe(12), changes=Changes().to_json()
    )
    CardHolder.objects.create(card=card, player=player, accepted_at=timezone.now())
    return card


@transaction.atomic
def rename_card(*, card_id: UUID, player: Player, name: str) -> PartnershipCard:
    """Rename a card; published editions keep their names.

    Raises:
        UnknownCard: The player does not hold such a card.
        BadTerms: The name cannot be used.
    """
    card = _held(card_id, player)
    card.name = clean_line(name, longest=LONGEST_NAME, field="name")
    card.save(update_fields=["name"])
    return card


@transaction.atomic
def invite_partner(*, card_id: UUID, player: Player, partner: Player) -> CardHolder:
    """Invite another player to hold a card too.

    Raises:
        UnknownCard: The player does not hold such a card.
        BadTerms: The partner is a bot, holds the card or is invited already, or the partnership is full.
    """
    card = _held(card_id, player)
    if partner.is_bot:
        raise BadTerms("bot", _("Bots play by the default card only."), "partner")
    if card.holders.filter(player=partner, left_at=None).exists():
        raise BadTerms(
            "holds-it", _("%(name)s holds this card, or has already been asked.") % {"name": partner.name}, "partner"
        )
    _require_room(card)
    return CardHolder.objects.create(card=card, player=partner)


@transaction.atomic
def join_card(*, card_id: UUID, player: Player, invitation: str, now: datetime | None = None) -> CardHolder:
    """Become a holder of a card, by name or by the invitation link.

    Args:
        invitation: The code of the link; not needed if the player was invited by name.

    Raises:
        UnknownCard: There is no such card, or the player was not invited.
        BadTerms: The partnership is full.
    """
    card = PartnershipCard.objects.select_for_update().filter(pk=card_id).first()
    if card is None:
        raise UnknownCard()
    holder = card.holders.filter(player=player, left_at=None).first()
    if holder is None:
        if not secrets.compare_digest(invitation.encode(), card.invitation.encode()):
            raise UnknownCard()
        _require_room(card)
        holder = CardHolder(card=card, player=player)
    if holder.accepted_at is None:
        holder.accepted_at = now or timezone.now()
        holder.save()
    return holder


@transaction.atomic
def leave_card(*, card_id: UUID, player: Player, now: datetime | None = None) -> None:
    """Leave a card, or decline an invitation to it. An unpublished card without holders is deleted.

    Raises:
        UnknownCard: The player neither holds such a card nor is invited to it.
    """
    card = PartnershipCard.objects.select_for_update().filter(pk=card_id).first()
    holder = card.holders.filter(player=player, left_at=None).first() if card is not None else None
    if card is None or holder is None:
        raise UnknownCard()
    if holder.accepted_at is None:
        holder.delete()
    else:
        holder.left_at = now or timezone.now()
        holder.save(update_fields=["left_at"])
    if not card.holders.filter(left_at=None, accepted_at__isnull=False).exists() and not card.editions.exists():
        card.delete()


@transaction.atomic
def change_row(
    *,
    card_id: UUID,
    player: Player,
    row: str,
    off: bool = False,
    call: StoredPattern | None = None,
    says: str = "",
    revision: int | None = None,
) -> PartnershipCard:
    """Change or drop a row of the default card; without changes, restore the default.

    Args:
        row: The row's name.
        off: The partnership does not play the row.
        call: Other calls for the row; None for the default's.
        says: Another meaning; empty for the default's.

    Raises:
        UnknownCard: The player does not hold such a card, or it has no such row.
        BadTerms: The call is not of the rule set, or the words cannot be used.
        WrongMoment: A partner has changed the card since.
    """
    card = _held(card_id, player)
    rules = rules_of(card.rules)
    convention = next((one for one in default_card(rules).conventions if one.name == row), None)
    if convention is None:
        raise UnknownCard(_("The card has no such row."))
    said = None if call is None else check_said(call, rules, convention.situations)
    if said is not None and said.pattern() == convention.call:
        said = None
    text = clean_line(says, longest=LONGEST_MEANING, field="says") if says.strip() else ""
    change = RowChange(off=True) if off else RowChange(call=said, says=text)

    def changed(changes: Changes) -> Changes:
        rows = {name: one for name, one in changes.rows.items() if name != row}
        return replace(changes, rows=rows if change == RowChange() else {**rows, row: change})

    return _change(card, changed, revision)


@transaction.atomic
def put_treatment(
    *,
    card_id: UUID,
    player: Player,
    situations: tuple[str, ...],
    positions: tuple[str, ...],
    call: StoredPattern,
    says: str,
    treatment: str = "",
    revision: int | None = None,
) -> PartnershipCard:
    """Add a treatment to a card, or change one.

    Args:
        situations: The situations in which the call is made.
        positions: The positions on the side that make it.
        call: The calls.
        says: Their meaning.
        treatment: The id of the treatment to change; empty for a new one.

    Raises:
        UnknownCard: The player does not hold such a card, or it has no such treatment.
        BadTerms: The call is not of the rule set, the words cannot be used, or there are too many treatments.
        WrongMoment: A partner has changed the card since.
    """
    card = _held(card_id, player)
    check_places(situations, positions)
    one = Treatment(
        id=treatment or uuid4().hex[:12],
        situations=situations,
        positions=positions,
        call=check_said(call, rules_of(card.rules), situations),
        says=clean_line(says, longest=LONGEST_MEANING, field="says"),
    )

    def changed(changes: Changes) -> Changes:
        known = [other.id for other in changes.treatments]
        if treatment:
            if treatment not in known:
                raise UnknownCard(_("The card has no such treatment."))
            kept = tuple(one if other.id == treatment else other for other in changes.treatments)
            return replace(changes, treatments=kept)
        if len(known) >= MOST_TREATMENTS:
            message = _("A card has %(most)s treatments at most.") % {"most": MOST_TREATMENTS}
            raise BadTerms("too-many-treatments", message, "says")
        return replace(changes, treatments=(*changes.treatments, one))

    return _change(card, changed, revision)


@transaction.atomic
def drop_treatment(*, card_id: UUID, player: Player, treatment: str) -> PartnershipCard:
    """Remove a treatment from a card.

    Raises:
        UnknownCard: The player does not hold such a card.
    """

    def changed(changes: Changes) -> Changes:
        return replace(changes, treatments=tuple(one for one in changes.treatments if one.id != treatment))

    return _change(_held(card_id, player), changed, None)


@transaction.atomic
def publish_card(*, card_id: UUID, player: Player, now: datetime | None = None) -> CardEdition:
    """Publish a new edition of a card, in force from the next deal for every side whose players all hold it.

    Raises:
        UnknownCard: The player does not hold such a card.
        WrongMoment: The card has no other holder, or has not changed since the last edition.
    """
    card = _held(card_id, player)
    if card.holders.filter(left_at=None, accepted_at__isnull=False).count() < FEWEST_PARTNERS:
        raise WrongMoment("no-partner", _("A card is a partnership's: publish it when a partner holds it too."))
    last = card.editions.first()
    if last is not None and (last.changes, last.name) == (card.changes, card.name):
        raise WrongMoment("nothing-changed", _("Nothing has changed since the last edition."))
    return CardEdition.objects.create(
        card=card,
        number=1 if last is None else last.number + 1,
        name=card.name,
        rules=card.rules,
        changes=card.changes,
        published_by=player,
        published_at=now or timezone.now(),
    )


def _held(card_id: UUID, player: Player) -> PartnershipCard:
    """Return a card that the player holds, with its row locked."""
    card = PartnershipCard.objects.select_for_update().filter(pk=card_id).first()
    held = card is not None and card.holders.filter(player=player, left_at=None, accepted_at__isnull=False).exists()
    if card is None or not held:
        raise UnknownCard()
    return card


def _require_room(card: PartnershipCard) -> None:
    if card.holders.filter(left_at=None).count() >= MOST_PARTNERS:
        message = _("A side has at most %(most)s players, and so has a card.") % {"most": MOST_PARTNERS}
        raise BadTerms("card-full", message, "partner")


def _change(card: PartnershipCard, changed: Callable[[Changes], Changes], revision: int | None) -> PartnershipCard:
    """Store the changes of a draft."""
    if revision is not None and revision != card.revision:
        raise WrongMoment("card-changed", _("A partner has changed the card in the meantime; look at it again."))
    card.changes = changed(Changes.from_json(card.changes)).to_json()
    card.revision += 1
    card.save(update_fields=["changes", "revision"])
    return card
