"""What a decision would change in the tournament, before it is made: standings, the bracket, what is replayed."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import engine
from clubs.models import Player
from games.cases.hosts import Change, Impact
from games.events.cases import Decision
from games.models import Case
from games.words.phrases import translated
from tournaments.cases.closing import reopening
from tournaments.cases.ruling import deed_of, taking_back
from tournaments.deeds.base import SERVER, Deed, Refused
from tournaments.directing.calling import find_game
from tournaments.directing.roles import doer_of
from tournaments.log import states
from tournaments.log.seen import EVERYBODY, seen_by
from tournaments.models import MatchGame, Tournament
from tournaments.overview.wording import DASH, MINUS, value_text
from tournaments.previews.comparing import FieldChange, MatchChange, Move, impact
from tournaments.previews.supposing import supposing
from tournaments.selectors.naming import Names, names_in
from tournaments.stages.stage import BRACKETS
from tournaments.state.outcomes import outcome_of, total_points
from tournaments.state.tournament import GameState, MatchState, Side, TournamentState

MAX_CHANGES: Final = 60
"""The changes of a kind that are shown."""


def preview(tournament: Tournament, row: MatchGame, decision: Decision, hand: int, viewer: Player | None) -> Impact:
    """Return what a decision on a hand would change; a ruling of the same case that holds now is taken back first.

    Under embargo it is what the viewer may see: the committee of a club reads no standing that is withheld.
    """
    state = states.current(tournament.pk)
    match, game = find_game(state, row)
    if match is None or game is None:
        return Impact()
    case = Case.objects.filter(game=row.pk, hand=hand, closed_at=None).values_list("pk", flat=True).first()
    try:
        deeds = list(_deeds(state, match, game, "" if case is None else str(case), hand, decision))
        opened = reopening(state, match.stage, "case") if deeds else ()
        after = supposing(state, [*opened, *deeds], SERVER)
    except Refused as refused:
        return Impact(refusal=refused.code, message=translated(refused.text, refused.members))
    except engine.SheetError as fault:
        return Impact(refusal=fault.code, message=translated(fault.text, fault.members))
    names = names_in(tournament)
    changes = tuple(_changes(state, after, match, names))
    later = any(change.kind in ("bracket", "replay") for change in changes)
    doer = EVERYBODY if viewer is None else doer_of(tournament, viewer, state)
    before = seen_by(state, doer)
    if not before.withheld:
        return Impact(changes, later=later)
    return Impact(tuple(_changes(before, seen_by(after, doer), match, names)), later=later, withheld=True)


def _deeds(
    state: TournamentState, match: MatchState, game: GameState, case: str, hand: int, decision: Decision
) -> Iterator[Deed]:
    """Yield the deeds by which a decision would take effect."""
    if case in game.ruled:
        taken = taking_back(match, game, case)
        yield taken
        opened = reopening(state, match.stage, "case")
        game = supposing(state, [*opened, taken], SERVER).matches[match.number].game(game.number)
    deed = deed_of(match, game, case or "preview", hand, decision)
    if deed is not None:
        yield deed


def _changes(before: TournamentState, after: TournamentState, match: MatchState, names: Names) -> Iterator[Change]:
    different = impact(before, after)
    is_bracket = before.stages[match.stage].plan.type in BRACKETS
    yield from _winner(before, after, match, names)
    yield from (_field(change, names) for change in different.fields)
    for change in different.matches[:MAX_CHANGES]:
        yield _match(change, names)
    yield from _replayed(before, after, names)
    moves = [move for move in different.moves if not (is_bracket and move.stage == match.stage)]
    for move in moves[:MAX_CHANGES]:
        yield _move(move, names)


def _winner(before: TournamentState, after: TournamentState, match: MatchState, names: Names) -> Iterator[Change]:
    """Yield what the match comes to."""
    was, now = (_came_to(state, state.matches[match.number], names) for state in (before, after))
    if was != now:
        what = _("Match {number}").format(number=match.number)
        kind = "advances" if before.stages[match.stage].plan.type in BRACKETS else "standing"
        yield Change(kind, what, was, now)  # type: ignore[arg-type]


def _came_to(state: TournamentState, match: MatchState, names: Names) -> str:
    outcome = outcome_of(state, match)
    points = DASH.join(str(each).replace("-", MINUS) for each in total_points(match))
    if outcome is None:
        return pgettext("a match", "not decided")
    if outcome.winner is None:
        return _("level, {points}").format(points=points)
    return _("{name} wins, {points}").format(name=names.side(match.sides[outcome.winner]), points=points)


def _move(move: Move, names: Names) -> Change:
    what = _("{name} in stage {stage}").format(name=names.of.get(move.entrant, ""), stage=move.stage)
    placed = (
        _("place {rank}, {points} match points").format(rank=rank or DASH, points=value_text("points", points))
        for rank, points in ((move.before, move.points_before), (move.after, move.points_after))
    )
    return Change("standing", what, *placed)


def _match(change: MatchChange, names: Names) -> Change:
    what = _("Match {number}").format(number=change.match)
    return Change("bracket", what, _sides(change.before, names), _sides(change.after, names))


def _field(change: FieldChange, names: Names) -> Change:
    went, came = (", ".join(names.of.get(number, "") for number in several) for several in (change.went, change.came))
    return Change("advances", _("Stage {number}").format(number=change.stage), went, came)


def _replayed(before: TournamentState, after: TournamentState, names: Names) -> Iterator[Change]:
    """Yield the matches that had begun and are begun anew."""
    for number, match in sorted(before.matches.items()):
        later = after.matches.get(number)
        if later is not None and match.has_begun and not later.has_begun:
            what = _("Match {number}").format(number=number)
            yield Change("replay", what, _came_to(before, match, names), _("to be played again"))


def _sides(sides: tuple[Side, ...], names: Names) -> str:
    return " · ".join(names.side(side) or _("somebody") for side in sides)
