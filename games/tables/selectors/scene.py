"""A table at one version, as each viewer may see it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import NamedTuple
from uuid import UUID

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from msgspec.structs import replace

import engine
from clubs.models import Player
from clubs.names import is_called
from clubs.officers.roles import is_suspended
from games.models import Table
from games.tables import recall
from games.tables.selectors.access import is_invited, may_invite, needs_account
from games.tables.selectors.house import house_named
from games.tables.selectors.meanings import askable_by, asked_by, cards_of
from games.tables.selectors.seats import may_replace
from games.tables.selectors.told import FREE, Known, happenings_of, known_players, result_in, seat_names
from games.tables.state.conceding import concession_refused
from games.tables.state.table import PAUSE_LASTS, TableState
from games.tables.view.deal import Shuffle
from games.tables.view.seats import SeatView
from games.tables.view.table import ClockView, HandResult, Happening, SideView, TableView
from games.words.phrases import translated


class _Told(NamedTuple):
    """The texts of a table that are the same for all viewers of one language."""

    names: tuple[str, ...]
    spoken: tuple[str, ...]
    happenings: tuple[Happening, ...]
    result: HandResult | None


class Scene:
    """A table at one version, for all who look at it: what does not depend on the viewer is found once.

    Args:
        table: The table's row with its seats and their players.
        state: The table's state.
        names: The names at the seats, where they are known; by default they are looked up.
    """

    def __init__(self, table: Table, state: TableState, *, names: Sequence[str] | None = None) -> None:
        self.table = table
        self.state = state
        self._given = names
        self._told: dict[str | None, _Told] = {}

    @cached_property
    def public(self) -> engine.View:
        """The game as everybody may see it."""
        return engine.view(self.state.game, None)

    @cached_property
    def _known(self) -> "dict[str, Known]":
        return known_players(self.table, self.state) if self._given is None else {}

    def _game(self, seen: engine.View) -> engine.View | None:
        """Return what may be looked at of a view of the game; None before the first deal."""
        state = self.state
        if not state.hand or not (state.cards or state.is_running):
            return None
        return recall.reviewed(without_claims(seen), counted=state.terms.running_count)

    def told(self) -> _Told:
        """Return the texts that are the same for all viewers, in the active language."""
        language = get_language()
        told = self._told.get(language)
        if told is None:
            state = self.state
            names = seat_names(state, self._known) if self._given is None else tuple(self._given)
            spoken = tuple(name or _(FREE) for name in names)
            reviewable = recall.reviewable_events(state.notes, self.public, lambda note: note.event)
            told = self._told[language] = _Told(
                names=names,
                spoken=spoken,
                happenings=tuple(happenings_of(reviewable, spoken, state.rules)),
                result=result_in(state, self._game(self.public), spoken),
            )
        return told

    def view(self, player: Player | None, *, invitation: str = "", now: datetime | None = None) -> TableView:
        """Return the table as a player may see it; whether the player may see it at all is for the caller to check.

        Args:
            player: The viewer; None for a visitor.
            invitation: The code that came with the request, if any.
            now: The time of the view; by default now.
        """
        table, state = self.table, self.state
        now = now or timezone.now()
        viewer = state.seat_of(player.pk) if player else None
        told = self.told()
        names = told.names
        seen = self.public if viewer is None else engine.view(state.game, viewer)
        counted = state.terms.running_count
        game = self._game(seen)
        status = state.status
        legal = game.legal if game is not None and status == "playing" and state.claim is None else ()
        shown = state.terms.shown_seat
        invited = is_invited(table, player, invitation)
        joining = _joining(table, state, player, viewer, names) if invited else ""
        takes_over = state.next_seat_of(player.pk) if player and status == "playing" else None
        offered = (False,) * len(state.seats)
        if status == "playing" and player is not None and viewer is None and takes_over is None:
            offered = may_replace(table, state, player, invited)
        return TableView(
            table_id=table.pk,
            number=table.number,
            name=table.name,
            version=state.version,
            rules=state.rules.id,
            rules_name=translated(state.rules.name),
            options=state.rules.options,
            engine_version=state.rules.version,
            house=house_named(table.house),
            status=status,
            viewer=viewer,
            invitation_needed=bool(table.invitation) and not invited,
            invitation=table.invitation if table.invitation and _may_pass_on(table, player, viewer) else "",
            players_needed=sum(not seat.player for seat in state.seats),
            seats=_seats(state, names, game, self._known, offered),
            takes_over=takes_over,
            sides=_sides(state, names, game, self.public),
            game=game,
            running_count=counted,
            clock=_clock(state, now),
            legal=legal,
            can_concede=any(isinstance(action, engine.Concede) for action in legal),
            claim=state.claim.seat if state.claim is not None else None,
            may=_may(table, state, player, viewer, invited and not joining, offered) | _may_claim(state, viewer),
            joining=joining,
            result=told.result,
            happenings=told.happenings,
            winners=game.winners if game is not None else (),
            winners_now=state.winners_now,
            honours_from=_honours_from(state.rules),
            shown_seat=shown,
            shown_delay=state.terms.shown_delay,
            shown_hand=state.shown_hand(now) if viewer is None and shown is not None else (),
            shuffle=_shuffle(state, viewer, self.public),
            opened_by_viewer=player is not None and table.opened_by_id == player.pk,
            # The players of a match are named by its tournament, whoever of the staff started it.
            opened_by=table.opened_by.name if table.opened_by is not None and not table.fixed_seats else "",
            chat=state.terms.chat,
            cards=cards_of(state),
            askable=askable_by(state, viewer, game),
            asked=asked_by(table.pk, state, viewer),
        )

    def looks_public_to(self, player: Player | None, invitation: str = "") -> bool:
        """Tell whether a viewer sees what every visitor sees, so that both may be sent the same page.

        It may say no where the views are equal; `tests/games/tables/test_scene.py` holds that a yes is true.
        """
        table, state = self.table, self.state
        if table.invitation or player is None:
            return not table.invitation and not invitation
        if state.status == "waiting" or table.opened_by_id == player.pk:
            return False
        taking = (seat.left or seat.bot or seat.next for seat in state.seats)
        return state.seat_of(player.pk) is None and (state.status != "playing" or not any(taking))


def view_of(
    table: Table,
    state: TableState,
    player: Player | None,
    *,
    now: datetime | None = None,
    names: Sequence[str] | None = None,
) -> TableView:
    """Return a state as a player may see it.

    Args:
        table: The table's row with its seats and their players.
        state: The table's state.
        player: The viewer; None for a visitor.
        now: The time of the view; by default now.
        names: The names at the seats, where they are known; by default they are looked up.
    """
    return Scene(table, state, names=names).view(player, now=now)


def without_claims(view: engine.View) -> engine.View:
    """Return a view without the claims of the rules: at a live table the others agree first (`TableView.may`)."""
    return replace(view, legal=tuple(action for action in view.legal if not isinstance(action, engine.Claim)))


def _may_claim(state: TableState, viewer: int | None) -> frozenset[str]:
    """Return which of these the viewer may: claim the remaining tricks, concede the hand, answer a claim.

    Source: 56-PLAY-6, 56-IRR-30.
    """
    if viewer is None or state.ended_at is not None:
        return frozenset()
    if state.claim is not None:
        return frozenset({"answer"}) if viewer in state.answering else frozenset()
    may = {"concede_hand"} if concession_refused(state, viewer) is None else set()
    legal = engine.legal_actions(state.game, viewer) if viewer not in state.refused else []
    return frozenset(may | {"claim"} if any(isinstance(action, engine.Claim) for action in legal) else may)


def _open_hands(state: TableState, game: engine.View | None) -> tuple[tuple[str, ...], ...]:
    """Return the hands that lie open: by the rules, or by a claim that waits for answers."""
    if state.claim is not None:
        cards = engine.view(state.game, state.claim.seat).hand
        return tuple(cards if seat == state.claim.seat else () for seat in range(state.rules.players))
    return game.open_hands if game else ()


def _may_pass_on(table: Table, player: Player | None, viewer: int | None) -> bool:
    return viewer is not None or may_invite(table, player)


def _honours_from(rules: engine.RuleSet) -> int | None:
    above, highest = getattr(rules, "honours_above", None), getattr(rules, "highest_bid", 0)
    return None if above is None or above >= highest else above + 1


def _last_calls(game: engine.View | None) -> dict[int, str]:
    """Return each seat's last call, while an auction runs."""
    if game is None or game.phase not in ("auction", "auction2", "fold", "trump", "raise"):
        return {}
    number = game.auction[-1].auction if game.auction else 1
    return {
        step.seat: step.call or (step.word if step.value is None else str(step.value))
        for step in game.auction
        if step.auction == number
    }


def _seats(
    state: TableState,
    names: Sequence[str],
    game: engine.View | None,
    known: Mapping[str, Known],
    offered: Sequence[bool],
) -> tuple[SeatView, ...]:
    calls = _last_calls(game)
    turns = state.answering or (state.turn,)
    turn = turns if state.ended_at is None else ()
    laid_open = _open_hands(state, game)
    return tuple(
        SeatView(
            number=number,
            player_id=UUID(seat.player) if seat.player else None,
            name=names[number],
            bot=seat.bot,
            visiting=seat.player in known and known[seat.player].visiting,
            level=seat.level,
            sat_in=seat.sat_in,
            left=seat.left,
            since_hand=seat.since if seat.since > 1 else 0,
            open_to_viewer=offered[number],
            next_id=UUID(seat.next) if seat.next and state.is_running else None,
            next_name=(known[seat.next].name if seat.next in known else "") if state.is_running else "",
            side=state.rules.side_of(number),
            on_turn=number in turn,
            cards=game.counts[number] if game else 0,
            tricks=game.taken[number] if game else 0,
            last_call=calls.get(number),
            dealer=game is not None and game.dealer == number,
            opener=game is not None and game.opener == number,
            declarer=game is not None and game.declarer == number,
            reserve_left=seat.reserve // 1000,
            kunukku=game.kunukku[number] if game and game.kunukku else 0,
            salaams=game.salaams[number] if game and game.salaams else 0,
            open_hand=laid_open[number] if laid_open else (),
        )
        for number, seat in enumerate(state.seats)
    )


def _sides(
    state: TableState, names: Sequence[str], game: engine.View | None, public: engine.View
) -> tuple[SideView, ...]:
    rules = state.rules
    seen = game or public
    declaring = rules.side_of(game.declarer) if game and game.declarer is not None else None
    deck_points = rules.deck_points
    found = []
    for side, seats in enumerate(rules.sides):
        needed = None
        # A declarer who goes alone for every trick is not measured by points.
        if game is not None and game.bid is not None and declaring is not None and game.thani is None:
            needed = game.bid if side == declaring else deck_points - game.bid + 1
        found.append(
            SideView(
                side=side,
                seats=seats,
                names=tuple(names[seat] for seat in seats),
                points=(game.points[side] if game.points else None) if game else 0,
                needed=needed,
                stakes=seen.stakes[side] if seen.stakes else None,
                score=seen.score[side] if seen.score else None,
                games=seen.games[side] if seen.games else None,
                game_points=seen.result.game_points[side] if seen.result and seen.result.game_points else None,
            )
        )
    return tuple(found)


def _clock(state: TableState, now: datetime) -> ClockView:
    until, deadline = state.action_until, state.deadline
    total = left = 0
    if deadline is not None:
        since = state.claim.since if state.claim is not None else state.since
        total = round((deadline - since).total_seconds())
        left = max(0, round((deadline - now).total_seconds()))
    return ClockView(
        whose=state.turn if deadline is not None and state.claim is None else None,
        deadline=_milliseconds(deadline),
        action_until=_milliseconds(until),
        total_seconds=total,
        left_seconds=left,
        next_deal_at=_milliseconds(state.deal_at),
        paused_by=state.paused_by if state.awaiting_deal else None,
        paused_until=_milliseconds(
            state.paused_at + PAUSE_LASTS if state.paused_at and state.paused_by is not None else None
        ),
        plays_until=_milliseconds(state.plays_until),
    )


def _milliseconds(at: datetime | None) -> int | None:
    return None if at is None else int(at.timestamp() * 1000)


def _shuffle(state: TableState, viewer: int | None, public: engine.View) -> Shuffle | None:
    promise = state.promise
    if promise is None:
        return None
    wanted = ""
    if viewer is not None and state.awaiting_deal and state.ended_at is None:
        if viewer in promise.shuffle.unopened:
            wanted = "number" if promise.closed_at is not None else ""
        elif promise.protocol > 1 and promise.closed_at is None:
            wanted = "commitment"
    return Shuffle(
        hand=state.hand,
        protocol=promise.protocol,
        commitment=promise.commitment,
        promised=promise.promised,
        closed=promise.closed_at is not None,
        given=tuple(seat for seat, _ in promise.numbers),
        # A game that ends in the pause leaves a commitment without its deal.
        dealt=public.hand_number == state.hand,
        wanted=wanted,
    )


def _may(
    table: Table,
    state: TableState,
    player: Player | None,
    viewer: int | None,
    invited: bool,
    offered: Sequence[bool],
) -> frozenset[str]:
    """Return the actions open to the viewer beside playing."""
    status = state.status
    may = set()
    if status == "waiting" and player is not None:
        if viewer is None and invited:
            may.add("sit")
        if viewer is not None or may_invite(table, player):
            may.add("bot")
    if any(offered):
        may.add("substitute")
    named = player is not None and state.next_seat_of(player.pk) is not None
    if status == "playing" and named and not table.fixed_seats:
        may.add("leave")
    if "sit" in may and table.club is not None and is_suspended(club=table.club, player=player):
        may.discard("sit")
    if viewer is not None and status in ("waiting", "playing"):
        may.add("leave")
        if state.seats[viewer].sat_in:
            may.add("return")
        elif state.awaiting_deal and state.resumed_at is None:
            if state.paused_at is None:
                may.add("pause")
            if state.paused_by in (None, viewer):
                may.add("deal")
    return frozenset(may)


def _joining(table: Table, state: TableState, player: Player | None, viewer: int | None, names: Sequence[str]) -> str:
    """Return the requirement for a visitor to sit down: `name` or `account`; empty if there is none."""
    if state.status != "waiting" or state.is_full or viewer is not None:
        return ""
    if player is not None and not player.is_visiting:
        return ""
    if needs_account(table):
        return "account"
    return "" if player is not None and player.name and not is_called(player.name, names) else "name"
