"""What changes a practice. Each verb is one transaction, and names the version it was meant for (None: any)."""

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec.structs import replace

import engine
from clubs.base import locks
from clubs.models import Player
from games.bots.certainty import is_certain
from games.bots.least import default_action
from games.bots.levels import LEVELS, STEADY, choose_at
from games.bots.memory import tricks_of
from games.errors import BadTerms, WrongMoment
from games.models import Practice
from games.practice import state
from games.practice.coach import action_named
from games.practice.guides import Guide
from games.practice.selectors import bound_to, practice_of, room_in
from games.practice.state import Room
from games.sealing.keyring import keyring
from games.tables.services.recording import ConflictError

logger = logging.getLogger(__name__)

MOST = 12
"""So many practices of a player are kept; the longest untouched goes first."""
LOCK_NAMESPACE = 37
"""What the lock of a player's practices is of (`clubs.base.locks`)."""


class Changed(NamedTuple):
    """A practice after a change: its row, its game, and how many deeds of the hand the person has seen or done."""

    practice: Practice
    room: Room
    seen: int


@transaction.atomic
def begin_practice(
    *,
    player: Player,
    rules: str,
    options: Mapping[str, Any],
    place: int | None = None,
    level: str = STEADY,
) -> Practice:
    """Deal the first hand of a new practice.

    Args:
        player: Whose it is.
        rules: The rule set's id.
        options: Values for its options; the others have their defaults.
        place: When the player speaks in the first hand: 1 opens, the last one deals; by default by lot.
        level: How well the bots play: `steady` or `strong`.

    Raises:
        BadTerms: There is no such rule set, place or level.
        RulesError: There is no such option or value.
    """
    if rules not in engine.rule_set_ids():
        raise BadTerms("no-such-rules", _("There is no such rule set."), "rules")
    if level not in LEVELS:
        raise BadTerms("no-such-level", _("There is no such level."), "level")
    played = engine.load_rules(rules, options)
    if place is not None and not 1 <= place <= played.players:
        raise BadTerms("no-such-place", _("This table has places 1 to {last}.").format(last=played.players), "place")
    place = place or 1 + secrets.randbelow(played.players)
    room = state.begin(played, seat=0, dealer=-place % played.players, pack=_shuffled(played), level=level)
    return _keep(player, room)


@transaction.atomic
def begin_guided(*, player: Player, guide: Guide, decided: int = 0) -> Practice:
    """Deal a guided hand as the first hand of a new practice.

    Args:
        player: Whose it is.
        guide: The hand, and what is said to it.
        decided: So many of its decisions are made already, as the coach would make them.
    """
    played = engine.load_rules(guide.rules, guide.options)
    room = state.begin(played, seat=guide.seat, dealer=guide.dealer, pack=guide.pack, level=STEADY)
    room = replace(room, kept=replace(room.kept, guided=guide.family))
    for step in guide.steps[:decided]:
        room = _played_on(room)
        action = action_named(engine.view(room.game, guide.seat), step.do)
        if action is None:
            break
        room = state.act(room, action, mine=True)
    return _keep(player, room)


@transaction.atomic
def begin_from(
    *,
    player: Player,
    rules: str,
    options: Mapping[str, Any],
    pack: Sequence[str],
    dealer: int,
    seat: int,
    done: Sequence[engine.Action],
) -> Practice:
    """Begin a practice in the middle of a hand; what was done before cannot be taken back.

    Args:
        player: Whose it is.
        rules: The rule set's id.
        options: Values for its options; the others have their defaults.
        pack: The pack from the top.
        dealer: The seat that deals.
        seat: The player's seat.
        done: The actions so far.

    Raises:
        IllegalAction: The cards are no pack, or an action so far is not legal.
    """
    played = engine.load_rules(rules, options)
    room = state.begin(played, seat=seat, dealer=dealer, pack=pack, level=STEADY)
    for action in done:
        room = state.act(room, action, mine=False)
    return _keep(player, room)


def _keep(player: Player, room: Room) -> Practice:
    """Store a new practice after the bots' actions, and drop the player's longest untouched ones."""
    practice = Practice(player=player, rules=room.rules.id, options=room.rules.options)
    played_on = _played_on(room)
    # Each of several begun at once has to see the others, or none of them would let the oldest go.
    locks.take(LOCK_NAMESPACE, str(practice.player_id))
    _save(practice, played_on, fresh=True)
    kept = Practice.objects.filter(player_id=practice.player_id).values_list("pk", flat=True)
    Practice.objects.filter(pk__in=list(kept[MOST:])).delete()
    return practice


def act(*, practice_id: UUID, player: Player, version: int | None, action: engine.Action) -> Changed:
    """Do what the rules of the game admit; then the bots play on until it is the player's turn.

    Raises:
        IllegalAction: The rules do not allow it.
        ConflictError: The practice is not at that version.
        UnknownTable: There is no such practice of this player.
    """

    def change(room: Room) -> tuple[Room, int]:
        if isinstance(action, engine.Claim):
            _require_certain(room)
        return state.act(room, action, mine=True), len(room.hand.done) + 1

    return _change(practice_id, player, version, f"act:{msgspec.json.encode(action).decode()}", change)


def take_back(*, practice_id: UUID, player: Player, version: int | None) -> Changed:
    """Take the player's last decision of the hand back, with all that the bots did after it.

    Raises:
        WrongMoment: There is none in this hand.
        ConflictError: The practice is not at that version.
        UnknownTable: There is no such practice of this player.
    """

    def change(room: Room) -> tuple[Room, int]:
        before = state.take_back(room)
        if before is None:
            raise WrongMoment("nothing-done", _("You have not decided anything in this hand yet."))
        return before, len(before.hand.done)

    return _change(practice_id, player, version, "back", change)


def deal_again(*, practice_id: UUID, player: Player, version: int | None, seat: int | None = None) -> Changed:
    """Deal the same cards again.

    Args:
        practice_id: The practice's id.
        player: Whose it is.
        version: The version it is meant for, or None for any.
        seat: The seat to play them from, once they have been played to the end; by default the same.

    Raises:
        BadTerms: There is no such seat.
        WrongMoment: The cards of another seat are not to be seen yet.
        ConflictError: The practice is not at that version.
        UnknownTable: There is no such practice of this player.
    """

    def change(room: Room) -> tuple[Room, int]:
        wanted = room.kept.seat if seat is None else seat
        if not 0 <= wanted < room.rules.players:
            raise BadTerms("no-such-seat", _("There is no such seat."), "seat")
        if wanted != room.kept.seat and not room.kept.opened:
            raise WrongMoment(
                "not-opened", _("Play the hand to its end first: from another seat you would see its cards.")
            )
        return state.deal_again(room, wanted), 0

    return _change(practice_id, player, version, f"again:{seat}", change)


def deal_new(*, practice_id: UUID, player: Player, version: int | None) -> Changed:
    """Give this hand up and deal other cards.

    Raises:
        ConflictError: The practice is not at that version.
        UnknownTable: There is no such practice of this player.
    """
    return _change(practice_id, player, version, "new", lambda room: (state.deal_new(room, _shuffled(room.rules)), 0))


def next_hand(*, practice_id: UUID, player: Player, version: int | None) -> Changed:
    """Deal the next hand of the game; after its last hand the first of a new one.

    Raises:
        WrongMoment: The hand is not decided.
        ConflictError: The practice is not at that version.
        UnknownTable: There is no such practice of this player.
    """

    def change(room: Room) -> tuple[Room, int]:
        if not room.is_over:
            raise WrongMoment("hand-running", _("Play this hand to its end first, or deal new cards."))
        return state.next_hand(room, _shuffled(room.rules)), 0

    return _change(practice_id, player, version, "next", change)


@transaction.atomic
def _change(
    practice_id: UUID, player: Player, version: int | None, deed: str, change: Callable[[Room], tuple[Room, int]]
) -> Changed:
    """Change a practice at the version that was meant; the same sent again does nothing more."""
    practice = practice_of(practice_id, player, locked=True)
    room = room_in(practice)
    if version is not None and practice.version == version + 1 and room.kept.last == (version, deed):
        return Changed(practice, room, len(room.hand.done))
    if version not in (None, practice.version):
        raise ConflictError(practice.pk, version or 0, practice.version)
    changed, seen = change(room)
    changed = _played_on(changed)
    changed = replace(changed, kept=replace(changed.kept, last=(practice.version, deed)))
    practice.version += 1
    _save(practice, changed)
    return Changed(practice, changed, seen)


def _save(practice: Practice, room: Room, *, fresh: bool = False) -> None:
    practice.hand_number = len(room.kept.hands)
    practice.sealed = keyring().seal(msgspec.json.encode(room.kept), bound_to(practice))
    practice.save(force_insert=fresh)


def _shuffled(rules: engine.RuleSet) -> tuple[str, ...]:
    pack = list(rules.deck)
    secrets.SystemRandom().shuffle(pack)
    return tuple(pack)


def _played_on(room: Room) -> Room:
    return state.bots_on(room, _bot_action)


def _bot_action(room: Room, view: engine.View) -> engine.Action:
    """Return a bot's action; if the bot fails, the least that the rules admit, so that no practice hangs.

    What a strong bot samples by follows from the hand: who takes something back meets the same bots again.
    """
    chance = Random(f"{room.hand.pack}{len(room.hand.done)}")  # noqa: S311
    try:
        action = choose_at(
            room.kept.level, view, chance=chance, seconds=settings.LELAM_STRONG_SECONDS, tricks=tricks_of(room.game)
        )
    except Exception as failure:  # without its text: that might name cards
        logger.error("A bot failed in a practice: %s", type(failure).__name__)  # noqa: TRY400
        return default_action(view)
    return action if action in view.legal else default_action(view)


def _require_certain(room: Room) -> None:
    """Refuse a claim to which a bot of the other side objects. Source: 56-PLAY-6."""
    seat, rules = room.kept.seat, room.rules
    laid_open = engine.view(room.game, seat).hand
    for other in range(rules.players):
        if rules.side_of(other) == rules.side_of(seat):
            continue
        if not is_certain(engine.view(room.game, other), seat, laid_open, tricks_of(room.game)):
            raise WrongMoment("claim-objected", _("The other side objects to the claim: play on."))
