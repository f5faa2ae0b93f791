"""The match page: how a match stands, and everything that its staff and its captains can do about it."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.models import Player
from clubs.people.selectors import ids_of
from games.models import Sheet, SheetSeat
from games.sheets.selectors import may_write
from tournaments.deeds.agreeing import AcceptTime
from tournaments.deeds.base import DIRECTORS, SCORERS, STAFF, Doer
from tournaments.deeds.ending import CallTime
from tournaments.deeds.playing import CallMatch, ConfirmResult, confirmable
from tournaments.deeds.seating import has_choice
from tournaments.desk.asking import Ask, Field, ask, time_field
from tournaments.desk.disputes import CaseShown, cases_of
from tournaments.desk.penalties import penalty_ask
from tournaments.directing.following import TABLE_ENDED
from tournaments.directing.rows import DECIDED
from tournaments.events.settings import MatchPlan
from tournaments.models import MatchGame, Tournament
from tournaments.overview.matches import MatchShown, game_name, match_shown
from tournaments.overview.wording import DASH, moment_text, number_text
from tournaments.selectors.naming import Names, names_in
from tournaments.state.outcomes import is_level, match_plan, next_extra, outcome_of
from tournaments.state.published import is_released
from tournaments.state.times import deadline_of, is_open_for_times
from tournaments.state.tournament import MatchState, TournamentState
from tournaments.summaries.matches import match_view


@dataclass(frozen=True, slots=True)
class LineUpShown:
    """The line-up of an entrant: its names where the reader may know them, else whether it is in."""

    name: str
    players: tuple[str, ...]
    is_named: bool


@dataclass(frozen=True, slots=True)
class SheetOfMatch:
    """The score sheet of a game of a match, for who keeps it or plays on it.

    Attributes:
        name: The game's name among several rooms; empty where there is one.
        address: The address of the sheet.
        phones: The address of its passes; empty for who does not keep it.
        report: The address where the reader reports hands; empty for who does not.
    """

    name: str
    address: str
    phones: str
    report: str


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match with the forms of what the reader may do.

    Attributes:
        notes: The time of the match, what is proposed, until when it is to be played, and what it waits for, in
            sentences.
        refused: The code with which the tournament refused a result of it; empty without.
        table_ended: Its table was ended by a decision that was taken back since.
        sheets: The score sheets on which it is kept, as far as the reader keeps them or plays on them.
        cases: The open cases about it: until they are closed its result may change.
    """

    tournament: Tournament
    version: int
    match: MatchShown
    line_ups: tuple[LineUpShown, ...]
    asks: tuple[Ask, ...]
    notes: tuple[str, ...]
    refused: str
    table_ended: bool
    sheets: tuple[SheetOfMatch, ...] = ()
    cases: tuple[CaseShown, ...] = ()


def may_see(state: TournamentState, match: MatchState, doer: Doer) -> bool:
    """Tell whether a person may see a match: all do once its round is released, before that the staff."""
    return doer.is_one_of(SCORERS) or is_released(state, match)


def match_page(
    tournament: Tournament,
    state: TournamentState,
    match: MatchState,
    doer: Doer,
    *,
    deeds: bool = True,
    reader: Player | None = None,
) -> MatchPage:
    """Return the page of a match for a reader, with the forms of `deeds` or as of an earlier moment without.

    Args:
        reader: The player who reads the page; None for a visitor.
    """
    names = names_in(tournament, match.entrants)
    refused = MatchGame.objects.filter(tournament=tournament, match=match.number).exclude(refused__in=("", DECIDED))
    code = refused.values_list("refused", flat=True).first()
    return MatchPage(
        tournament,
        state.version,
        match_shown(match_view(state, match), names),
        tuple(
            line_up
            for entrant in match.entrants
            if (line_up := _line_up(state, match, entrant, doer, names)) is not None
        ),
        tuple(_asks(state, match, doer, names, stuck=bool(code))) if deeds and not state.is_over else (),
        (*_times(state, match, names), *_waits(state, match, doer), *_weighed(match)),
        (code or "") if deeds else "",
        deeds and code == TABLE_ENDED,
        tuple(_sheets(state, match, reader)) if deeds else (),
        cases_of(state, timezone.now(), (match.number,), named=doer.is_one_of(SCORERS)) if match.disputes else (),
    )


def _weighed(match: MatchState) -> Iterator[str]:
    """Yield as what the games of a match count that a ruling weighed."""
    for game in match.games:
        if game.weighed:
            parts = (
                _("{share} of {score}").format(share=one.share, score=DASH.join(map(number_text, one.report.points)))
                for one in game.weighed
            )
            text = _("By a ruling game {number} counts as {results}.")
            yield text.format(number=game.number, results=", ".join(parts))


def _sheets(state: TournamentState, match: MatchState, reader: Player | None) -> Iterator[SheetOfMatch]:
    """Yield the score sheets of a match that the reader keeps or reports on."""
    plan = match_plan(state, match)
    if reader is None or plan.place != "sheet":
        return
    called = {UUID(game.stream): game for game in match.games if game.stream}
    mine = set(SheetSeat.objects.filter(sheet__in=called, player__in=ids_of(reader)).values_list("sheet_id", flat=True))
    for sheet in Sheet.objects.filter(pk__in=called).select_related("club").order_by("created_at", "pk"):
        keeps, game = may_write(sheet, reader), called[sheet.pk]
        if keeps or sheet.pk in mine:
            running = sheet.status == Sheet.Status.OPEN
            yield SheetOfMatch(
                name=game_name(plan.room_of(game.number) + 1) if plan.rooms > 1 else "",
                address=reverse("games:sheet", args=[sheet.pk]),
                phones=reverse("games:sheet_phones", args=[sheet.pk]) if keeps and running else "",
                report=reverse("games:sheet_phone", args=[sheet.pk]) if running else "",
            )


def _times(state: TournamentState, match: MatchState, names: Names) -> Iterator[str]:
    """Yield when a match is played, and what its sides have yet to settle."""
    if match.at is not None:
        yield _("The match is on {at}.").format(at=moment_text(match.at))
    if outcome_of(state, match) is not None:
        return
    if match.proposed is not None:
        side = names.side(match.sides[match.side_of(match.proposed.entrant) or 0])
        yield _("{name} proposes {at}.").format(name=side, at=moment_text(match.proposed.at))
    elif match.at is None and is_open_for_times(state, match):
        yield _("The two captains agree on a time.")
    if (deadline := deadline_of(state, match)) is not None:
        over = deadline < timezone.now()
        text = _("It was due by {at}.") if over else _("It is due by {at}.")
        yield text.format(at=moment_text(deadline))


def _waits(state: TournamentState, match: MatchState, doer: Doer) -> Iterator[str]:
    """Yield for what a match waits that is being played."""
    if outcome_of(state, match) is None and any(game.time_called for game in match.running_games):
        yield _("Time is called: the running hand is the last.")
    captain = any(doer.is_captain_of(state.entrants[entrant]) for entrant in match.entrants)
    if captain and match_view(state, match).status == "unconfirmed" and not confirmable(state, match, doer):
        yield _("Waiting for the other side to confirm.")


def _time_asks(state: TournamentState, match: MatchState, doer: Doer, names: Names) -> Iterator[Ask]:
    """Yield the answer to a proposed time and the form of a proposal, for each entrant that the person captains."""
    if not is_open_for_times(state, match):
        return
    number, proposed = match.number, match.proposed
    for entrant in match.entrants:
        if not doer.is_captain_of(state.entrants[entrant]):
            continue
        if proposed is not None and match.side_of(proposed.entrant) != match.side_of(entrant):
            yield ask(
                AcceptTime(match=number, entrant=entrant, at=proposed.at),
                _("Play at {at}").format(at=moment_text(proposed.at)),
                _("{name} proposes a time").format(name=names.of.get(proposed.entrant, "")),
                look="go",
            )
        title = _("Propose a time") if match.at is None and proposed is None else _("Propose another time")
        proposal = {"do": "ProposeTime", "match": number, "entrant": entrant}
        yield ask(proposal, _("Propose"), title, [time_field(_("Time"))])


def sees_line_up(state: TournamentState, match: MatchState, entrant: int, doer: Doer) -> bool:
    """Tell whether a person may know a line-up.

    Before both are in only the own captain may, and staff who play for neither of the others.
    """
    if match.is_called or len(match.line_ups) == len(match.entrants):
        return True
    ids = {doer.player, *doer.known_as}
    if any(not ids.isdisjoint(state.entrants[other].squad) for other in match.entrants if other != entrant):
        return False
    return doer.is_one_of(STAFF) or doer.is_captain_of(state.entrants[entrant])


def _line_up(state: TournamentState, match: MatchState, entrant: int, doer: Doer, names: Names) -> LineUpShown | None:
    """Return a line-up; None where there is nothing to name: no choice, or the match is over."""
    named = dict(match.line_ups).get(entrant, ())
    seated = [player for side in match.seated for player in side if player in state.entrants[entrant].squad]
    shown = seated or (named if sees_line_up(state, match, entrant, doer) else ())
    players = Player.objects.in_bulk([UUID(one) for one in shown])
    listed = [players[UUID(one)].name for one in shown]
    plan, size = match_plan(state, match), state.settings.side
    if not listed and (not has_choice(state, plan, entrant) or outcome_of(state, match) is not None):
        return None
    if plan.rooms > 1 and len(listed) == plan.rooms * size:
        by_room = [listed[place : place + size] for place in range(0, len(listed), size)]
        listed = [f"{game_name(room)}: {' & '.join(players)}" for room, players in enumerate(by_room, start=1)]
    return LineUpShown(names.of.get(entrant, ""), tuple(listed), bool(named or seated))


def _asks(state: TournamentState, match: MatchState, doer: Doer, names: Names, *, stuck: bool) -> Iterator[Ask]:
    """Yield the forms, the usual next one first; a match is stuck whose table has brought no result."""
    view, plan = match_view(state, match), match_plan(state, match)
    if view.status in ("bye", "open", "draft"):
        return
    staff, scores, directs = (doer.is_one_of(roles) for roles in (STAFF, SCORERS, DIRECTORS))
    if not (scores or any(doer.is_captain_of(state.entrants[entrant]) for entrant in match.entrants)):
        return
    number, over = match.number, outcome_of(state, match) is not None
    sides = [names.side(side) for side in match.sides]
    if view.status == "unconfirmed" and confirmable(state, match, doer):
        yield ask(
            ConfirmResult(match=number), _("Confirm the result"), _("A result is waiting for confirmation"), look="go"
        )
    yield from _time_asks(state, match, doer, names)
    paired = state.stages[match.stage].round_of(match.round, match.group)
    called = paired is not None and paired.called
    if staff and called and not over and plan.place != "desk" and not any(game.stream for game in match.games):
        yield ask(CallMatch(match=number), _("Call it now"), look="go")
    if directs and over:
        yield from _corrections(match, plan, sides, stuck=stuck)
    level = match.confirmed and is_level(match, plan)
    if staff and level and not match.decision:
        hands = Field("hands", _("Hands"), value=str(next_extra(match, plan) or 1), least=1)
        yield ask(
            {"do": "ExtendMatch", "match": number}, _("Go on"), _("Another game, because the match is level"), [hands]
        )
    if not match.is_called:
        yield from _line_up_asks(state, match, plan, doer, names)
    if not over:
        yield from _substitute_asks(state, match, doer, names)
    if not over and (scores or plan.place != "table"):
        for game in _to_report(match, plan):
            yield ask(
                {"do": "ReportGame", "match": number, "game": game},
                _("Report"),
                _title_of(plan, game),
                [Field("points", _("Game points of {name}").format(name=name)) for name in sides],
            )
    if scores:
        yield ask(
            {"do": "PlaceMatch", "match": number},
            _("Save"),
            _("Place and time of the match"),
            [
                time_field(_("Time"), match.at, optional=True),
                Field("table", _("Table"), "text", match.table, longest=20, optional=True),
                Field("room", _("Room"), "text", match.room, longest=40, optional=True),
                Field(
                    "anyway",
                    _("If it clashes with another match"),
                    "choice",
                    "false",
                    (("false", _("warn me and change nothing")), ("true", _("do it anyway"))),
                ),
            ],
        )
    times = [game for game in match.running_games if not game.time_called]
    if directs and not over and plan.place == "table" and times:
        yield ask(CallTime(match=number), _("Time: end after this hand"), _("Time"), look="danger")
    if (penalty := penalty_ask(state, names, match.entrants, doer, match=match)) is not None:
        yield penalty
    if directs:
        if not over:
            yield from _corrections(match, plan, sides, stuck=stuck)
        yield from _rulings(match, sides, state.stages[match.stage].scoring.draw)


def _to_report(match: MatchState, plan: MatchPlan) -> list[int]:
    """Return the games whose results come next: one, or in several rooms those of all of them."""
    last = max(plan.games, len(match.games))
    open_ones = [number for number in range(1, last + 1) if match.game(number).report is None]
    first = open_ones[0] if open_ones else last
    return [number for number in open_ones if number <= plan.last_beside(first)] or [last]


def _title_of(plan: MatchPlan, number: int) -> str:
    """Return the title of the form that reports a game."""
    if plan.rooms > 1:
        return _("The result: {game}").format(game=_game_name(plan, number))
    if plan.games > 1:
        return _("The result of game {number}: the points of each side after its last hand").format(number=number)
    return _("The result: the points of each side after the last hand")


def _game_name(plan: MatchPlan, number: int) -> str:
    """Return the name of a game in one of several rooms."""
    turn = plan.last_beside(number) // plan.rooms
    return game_name(plan.room_of(number) + 1, turn if turn > 1 or plan.games > plan.rooms else 0)


def _seat_name(plan: MatchPlan, size: int, place: int) -> str:
    """Return the name of a place in a line-up."""
    if plan.rooms > 1:
        return _("Room {room}, seat {number}").format(room=place // size + 1, number=place % size + 1)
    return _("Seat {number}").format(number=place + 1)


def _line_up_asks(
    state: TournamentState, match: MatchState, plan: MatchPlan, doer: Doer, names: Names
) -> Iterator[Ask]:
    """Yield the form of each line-up that the person names, where there is a choice."""
    size = state.settings.side * plan.rooms
    complete = len(match.line_ups) == len(match.entrants)
    for entrant in match.entrants:
        known = state.entrants[entrant]
        own = doer.is_captain_of(known) and not complete
        if not has_choice(state, plan, entrant) or not (own or doer.is_one_of(STAFF)):
            continue
        if not sees_line_up(state, match, entrant, doer):
            continue
        players = Player.objects.in_bulk([UUID(player) for player in known.squad])
        choices = tuple((player, players[UUID(player)].name) for player in known.squad)
        named = dict(match.line_ups).get(entrant, known.squad[:size])
        yield ask(
            {"do": "NameLineUp", "match": match.number, "entrant": entrant},
            _("Name the line-up"),
            _("Line-up of {name}").format(name=names.of.get(entrant, "")),
            [
                Field("players", _seat_name(plan, state.settings.side, seat), "choice", named[seat], choices)
                for seat in range(size)
            ],
        )


def _substitute_asks(state: TournamentState, match: MatchState, doer: Doer, names: Names) -> Iterator[Ask]:
    """Yield the form by which a player of the squad takes over a seat, while a game is played. Source: 56-SEAT-2."""
    if not match.running_games:
        return
    playing = {player for game in match.running_games for side in game.seated for player in side}
    # The players of a room that has reported play in the match too.
    busy = playing.union(*match.seated)
    for entrant in match.entrants:
        known = state.entrants[entrant]
        if not (doer.is_captain_of(known) or doer.is_one_of(STAFF)):
            continue
        players = {str(pk): player for pk, player in Player.objects.in_bulk(map(UUID, known.squad)).items()}
        seated = tuple((pk, players[pk].name) for pk in known.squad if pk in playing)
        spare = tuple((pk, players[pk].name) for pk in known.squad if pk not in busy and not players[pk].is_bot)
        if seated and spare:
            yield ask(
                {"do": "Substitute", "match": match.number, "entrant": entrant},
                _("Substitute"),
                _("Substitute of {name}").format(name=names.of.get(entrant, "")),
                [
                    Field("player", _("Comes in"), "choice", spare[0][0], spare),
                    Field("replaced", _("For"), "choice", seated[0][0], seated),
                ],
            )


def _why() -> Field:
    """Return the field of a director's words about a ruling."""
    return Field("words", _("Reason (for the staff)"), "words", longest=200, optional=True)


def _rulings(match: MatchState, sides: list[str], draw: Fraction) -> Iterator[Ask]:
    """Yield the forms that decide a match without play, or give its match points otherwise."""
    words, number = _why(), match.number
    decisions = (
        ("walkover", _("walkover")),
        ("double_forfeit", _("forfeited by both")),
        ("void", _("does not count")),
    )
    if len(match.sides) == 2:
        winners = (("", _("nobody")), *((str(place), name) for place, name in enumerate(sides)))
        yield ask(
            {"do": "DecideMatch", "match": number},
            _("Decide"),
            _("Decide without play"),
            [
                Field("decision", _("How"), "choice", "walkover", decisions),
                Field("winner", _("Goes to"), "choice", "", winners, optional=True),
                words,
            ],
            previews=True,
        )
    yield ask(
        {"do": "DecideMatch", "match": number, "decision": "awarded"},
        _("Award"),
        _("Award match points"),
        [*(Field("match_points", name, "text", longest=12) for name in sides), words],
        previews=True,
    )
    yield ask(
        {"do": "DecideMatch", "match": number, "decision": "split"},
        _("Split"),
        _("Split the match points"),
        [*(Field("match_points", name, "text", str(draw), longest=12) for name in sides), words],
        previews=True,
    )


def _corrections(match: MatchState, plan: MatchPlan, sides: list[str], *, stuck: bool) -> Iterator[Ask]:
    """Yield the forms that correct a result, or take it or a decision back."""
    words, number = _why(), match.number
    reasons = (
        ("mistake", _("a mistake in entering it")),
        ("protest", _("a protest was upheld")),
        ("no-show", _("a side did not come")),
        ("trouble", _("a technical fault")),
    )
    reason = Field("reason", _("Reason"), "choice", "mistake", reasons)
    reports = {game.number: game.report for game in match.games if game.report is not None}
    if reports:
        games = tuple((str(game), _game_name(plan, game) if plan.rooms > 1 else str(game)) for game in reports)
        last = reports[max(reports)]
        follow = (
            ("keep", _("keep the matches paired from it")),
            ("re_pair", _("pair again the matches that have not begun")),
            ("replay", _("replay the matches that depend on it")),
        )
        yield ask(
            {"do": "CorrectResult", "match": number},
            _("Correct"),
            _("Correct the result"),
            [
                Field("game", _("Game"), "choice" if len(games) > 1 else "hidden", games[-1][0], games),
                *(Field("points", name, value=str(had)) for name, had in zip(sides, last.points, strict=True)),
                reason,
                Field("follow_up", _("Consequences"), "choice", "keep", follow),
                words,
            ],
            previews=True,
        )
    if reports or match.decision is not None or (stuck and match.games):
        replay = (("", _("report it again")), ("true", _("play it again from the beginning")))
        yield ask(
            {"do": "ReopenMatch", "match": number},
            _("Reopen it"),
            _("Withdraw the result"),
            [reason, Field("replay", pgettext("a match", "Then"), "choice", "", replay, optional=True), words],
            look="danger",
            previews=True,
        )
