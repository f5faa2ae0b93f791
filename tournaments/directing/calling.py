"""Opening the tables and score sheets of called games.

Each is an idempotent step of its own, so that a crash loses and doubles none.
"""

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

import engine
from clubs.base.isolation import run_each
from clubs.models import Membership, Player
from games.events.base import BOOKS, Book
from games.events.tables import Terms
from games.sheets.services import LONGEST_PLAYER, open_sheet, withhold_sheets
from games.tables.services.seats import open_table
from tournaments.directing.rows import DECIDED
from tournaments.events.settings import MatchPlan, Settings
from tournaments.log import states
from tournaments.log.games import lock_game
from tournaments.models import MatchGame, Tournament
from tournaments.selectors.naming import names_in
from tournaments.state.embargoes import embargo_at
from tournaments.state.outcomes import match_plan
from tournaments.state.tournament import GameState, MatchState, TournamentState
from tournaments.telling import tell_game

logger = logging.getLogger(__name__)

PAUSE_SECONDS: Final = 5
"""The pause between the hands of a match; any player may extend it."""
MAX_NAME: Final = 60
"""The characters of the name of a table."""


def open_games(tournament_id: UUID | None = None, *, limit: int = 200, now: datetime | None = None) -> int:
    """Open the tables and sheets of games that were called and have none yet, of one tournament or of all.

    Returns:
        The number of tables opened; one that fails does not stop the others.
    """
    waiting = MatchGame.objects.filter(opened_at=None, refused="").order_by("pk")
    if tournament_id is not None:
        waiting = waiting.filter(tournament=tournament_id)
    opened = run_each(
        waiting.values_list("pk", flat=True)[:limit],
        lambda stream: open_game(stream, now=now),
        task="The table of a match",
        logger=logger,
    )
    return sum(opened.results)


@transaction.atomic
def open_game(stream: UUID, *, now: datetime | None = None) -> bool:
    """Open the table of a called game and seat its players, or its score sheet; an empty seat goes to a house bot.

    Returns:
        Whether the game has a table or sheet that it did not have before; False too if the call was undone meanwhile,
        or the match decided.
    """
    # The stream's lock first: a deed that notes something in the row has the lock of its tournament before.
    lock_game(stream)
    row = MatchGame.objects.select_for_update(no_key=True, of=("self",)).filter(pk=stream, opened_at=None).first()
    if row is None:
        return False
    state = states.current(row.tournament_id)
    match, game = find_game(state, row)
    if match is None or game is None:
        row.delete()
        return False
    if is_settled(match, game):
        # Once the decision is taken back it is opened after all.
        MatchGame.objects.filter(pk=stream).update(refused=DECIDED)
        return False
    tournament = Tournament.objects.select_related("club", "director").get(pk=row.tournament_id)
    seats = seats_of(state, game)
    if match_plan(state, match).place == "sheet":
        _open_sheet(tournament, state, match, game, seats, now)
    else:
        _open_table(tournament, state, match, game, seats, now)
        tell_game(tournament, stream, [player for player in seats.values() if not player.is_bot])
    row.opened_at = now or timezone.now()
    row.save(update_fields=["opened_at"])
    return True


def _open_table(
    tournament: Tournament,
    state: TournamentState,
    match: MatchState,
    game: GameState,
    seats: Mapping[int, Player],
    now: datetime | None,
) -> None:
    """Open the live table of a game; its stream is known already."""
    settings, plan, stream = state.settings, match_plan(state, match), UUID(game.stream)
    sides = engine.load_rules(settings.rules, settings.options, version=settings.engine).sides
    open_table(
        stream=stream,
        player=tournament.director or next(iter(seats.values())),
        rules="" if settings.house is not None else settings.rules,
        options={} if settings.house is not None else settings.options,
        house=None if settings.house is None else UUID(settings.house),
        version=settings.engine,
        ending=_ending(plan, game),
        name=_name(tournament, state, match, game),
        club=tournament.club,
        invitation=embargo_at(state, now or timezone.now()) is not None,
        terms=_terms(state, plan.minutes),
        seat=None,
        players=seats,
        bots=tuple(seat for side in sides for seat in side if seat not in seats),
        command=uuid5(stream, "open"),
        now=now,
    )


def _open_sheet(
    tournament: Tournament,
    state: TournamentState,
    match: MatchState,
    game: GameState,
    seats: Mapping[int, Player],
    now: datetime | None,
) -> None:
    """Open the score sheet of a game, which the club's scorers keep. It counts if all who sit are of the club."""
    settings, stream = state.settings, UUID(game.stream)
    count = engine.load_rules(settings.rules, settings.options, version=settings.engine).players
    members = Membership.objects.filter(club=tournament.club, player__in=seats.values(), player__is_bot=False)
    known = set(members.values_list("player_id", flat=True)) if books_of(settings) else set()
    open_sheet(
        stream=stream,
        player=tournament.director or next(iter(seats.values())),
        rules="" if settings.house is not None else settings.rules,
        options={} if settings.house is not None else settings.options,
        house=None if settings.house is None else UUID(settings.house),
        version=settings.engine,
        ending=_ending(match_plan(state, match), game),
        name=_name(tournament, state, match, game),
        club=tournament.club,
        names=[seats[seat].name[:LONGEST_PLAYER] if seat in seats else "" for seat in range(count)],
        players={seat: player for seat, player in seats.items() if player.pk in known},
        present={seat: player for seat, player in seats.items() if player.pk not in known and not player.is_bot},
        counts=books_of(settings),
        command=uuid5(stream, "open"),
        now=now,
    )
    if embargo_at(state, now or timezone.now()) is not None:
        withhold_sheets([stream])


def _ending(plan: MatchPlan, game: GameState) -> dict[str, Any] | None:
    """Return the ending of a game after so many hands; None: the one that the rules have."""
    hands = game.hands or plan.hands
    return {"type": "hands", "count": hands} if hands else None


def find_game(state: TournamentState, row: MatchGame) -> tuple[MatchState, GameState] | tuple[None, None]:
    """Return the match and the game that a row stands for; None for both if the tournament knows it no more."""
    match = state.matches.get(row.match)
    games = match.games if match is not None else ()
    game = next((game for game in games if game.stream == str(row.stream)), None)
    return (match, game) if match is not None and game is not None else (None, None)


def is_settled(match: MatchState, game: GameState) -> bool:
    """Tell whether a game is played for nothing: its match is decided, or its result came another way."""
    return game.is_certain_elsewhere or (match.decision is not None and not game.confirmed)


def seats_of(state: TournamentState, game: GameState) -> dict[int, Player]:
    """Return the players of a game by seat; the first side sits in the seats of the first side of the rule set."""
    sides = engine.load_rules(state.settings.rules, state.settings.options, version=state.settings.engine).sides
    ids = {UUID(player) for side in game.seated for player in side}
    players = Player.objects.select_related("merged_into").in_bulk(ids)
    return {
        seat: players[UUID(player)].real
        for side, seated in zip(sides, game.seated, strict=False)
        for seat, player in zip(side, seated, strict=False)
    }


def books_of(settings: Settings) -> tuple[Book, ...]:
    """Return what the games of a tournament move in its club."""
    return tuple(book for book in BOOKS if getattr(settings.counting, book))


def _terms(state: TournamentState, minutes: int | None) -> Terms:
    usual = {"pause_seconds": PAUSE_SECONDS, "counts": books_of(state.settings)}
    return Terms(**{**usual, **state.settings.terms, **({} if minutes is None else {"play_minutes": minutes})})


def _name(tournament: Tournament, state: TournamentState, match: MatchState, game: GameState) -> str:
    """Return the name of a table: the sides, and the room if there are several."""
    names, plan = names_in(tournament, match.entrants), match_plan(state, match)
    room = f" · {plan.room_of(game.number) + 1}" if plan.rooms > 1 else ""
    return " v ".join(map(names.side, match.sides))[: MAX_NAME - len(room)] + room
