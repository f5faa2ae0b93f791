"""What the page of a tournament shows to one reader: the own match, what is followed, what the desk announced."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.models import Player
from clubs.people.selectors import ids_of
from tournaments.deeds.base import DIRECTORS, SCORERS
from tournaments.directing.roles import doer_of
from tournaments.floor.selectors import floor_of
from tournaments.floor.state import EMPTY, Arrival, FloorState
from tournaments.log.standings import standing_in
from tournaments.models import Tournament
from tournaments.overview.announced import AnnouncementShown, in_words
from tournaments.overview.asked import Asked
from tournaments.overview.matches import MatchShown, match_shown
from tournaments.overview.standings import needs_said
from tournaments.overview.wording import MINUS, moment_text, number_text, time_text
from tournaments.selectors.followed import NOTHING, Followed
from tournaments.selectors.naming import Names, names_in
from tournaments.stages.stage import BRACKETS, LADDER
from tournaments.state.schedule import by_round, match_start
from tournaments.state.times import deadline_of, is_open_for_times
from tournaments.state.tournament import MatchState, TournamentState
from tournaments.summaries.matches import MatchView, match_view

MAX_OWN: Final = 20
"""The open matches of a reader that are listed beside the next."""
MAX_FOLLOWED: Final = 12
"""The followed entrants whose matches are shown."""
MAX_TOLD: Final = 5
"""The announcements that are shown."""


@dataclass(frozen=True, slots=True)
class Card:
    """The next match of a reader.

    Attributes:
        when: The round, and about when it begins.
        below: The players of the opponents, and where they stand.
        you: The entrant that the reader plays for.
        badge: How the match stands, where its table does not say it.
        here: The own entrant is noted as at the table.
        entrant: The number of the own entrant.
    """

    when: str
    table: str
    below: str
    you: str
    badge: str
    here: bool
    entrant: int


@dataclass(frozen=True, slots=True)
class FollowedShown:
    """An entrant that is followed, with its next match and its last result in a few words."""

    number: int
    name: str
    coming: str
    last: str


@dataclass(frozen=True, slots=True)
class Mine:
    """What concerns the reader: own entrants, the match that is played or comes next.

    Attributes:
        scores: The reader is of the staff, at least a scorer.
        directs: The reader directs the tournament.
        captain: The reader is the captain of an entrant.
        times: What the two sides have yet to settle about the time of the match, in sentences.
        later: The other matches that are open to the reader, in the order in which they are played: number, round,
            opponents, and how each stands.
        needs: What the own entrant needs to go on, in sentences.
        stream: The game of the match in which the reader sits, or sat last; empty where there is none.
        card: The table, the opponents and their place, as the card of the match shows it.
        following: The entrants that are followed, each with its next match and its last result.
        told: What the desk announced, the latest first.
        lot: The number of a lot to which the own entrant can give a number, or has to open it; 0: there is none.
    """

    entrants: tuple[int, ...]
    match: MatchShown | None
    opponents: str
    scores: bool
    directs: bool
    captain: bool
    needs: tuple[str, ...] = ()
    stream: str = ""
    lot: int = 0
    times: tuple[str, ...] = ()
    later: tuple[tuple[int, int, str, str], ...] = ()
    card: Card | None = None
    following: tuple[FollowedShown, ...] = ()
    followed: Followed = NOTHING
    told: tuple[AnnouncementShown, ...] = ()


def mine_of(tournament: Tournament, state: TournamentState, player: Player | None) -> Mine:
    """Return what concerns a player: the match that is played, else the next one of a released round."""
    if player is None:
        return Mine((), None, "", scores=False, directs=False, captain=False)
    ids = set(map(str, ids_of(player)))
    own = tuple(number for number, one in state.entrants.items() if not ids.isdisjoint(one.squad) and not one.is_gone)
    doer = doer_of(tournament, player, state)
    scores, directs = doer.is_one_of(SCORERS), doer.is_one_of(DIRECTORS)
    captain = any(doer.is_captain_of(state.entrants[number]) for number in own)
    views = [
        view
        for match in state.matches.values()
        if not match.is_bye and match.decision is None and any(entrant in match.entrants for entrant in own)
        if (view := match_view(state, match)).status in ("playing", "unconfirmed", "waiting")
    ]
    views.sort(
        key=lambda view: (view.status == "waiting", view.at is None, view.at or 0, view.stage, view.round, view.number)
    )
    needs = () if state.withheld else tuple(_needs(state, own))
    lot = _lot_waiting(state, [number for number in own if doer.is_captain_of(state.entrants[number])])
    if not views:
        return Mine(own, None, "", scores, directs, captain, needs, lot=lot)
    names = names_in(tournament, {entrant for view in views for entrant in view.entrants})
    match, *others = (match_shown(view, names) for view in views[: MAX_OWN + 1])
    games = state.matches[match.number].games
    sat = [game.stream for game in games if any(not ids.isdisjoint(side) for side in game.seated)]
    last = sat[-1] if sat else ""
    times = tuple(_times(state, state.matches[match.number], own))
    later = tuple((one.number, one.view.round, _opponents(one, own), one.badge) for one in others)
    return Mine(own, match, _opponents(match, own), scores, directs, captain, needs, last, lot, times, later)


def _opponents(match: MatchShown, own: Sequence[int]) -> str:
    return " · ".join(side.name for side in match.sides if not set(side.entrants) & set(own))


def _times(state: TournamentState, match: MatchState, own: Sequence[int]) -> Iterator[str]:
    """Yield what an own match waits for until its time is settled, and when its days are over."""
    if not is_open_for_times(state, match):
        return
    if match.proposed is not None:
        mine = any(match.side_of(entrant) == match.side_of(match.proposed.entrant) for entrant in own)
        text = _("Your side proposes {at}.") if mine else _("The other side proposes {at}.")
        yield text.format(at=moment_text(match.proposed.at))
    elif match.at is None:
        yield _("The two captains agree on a time.")
    if (deadline := deadline_of(state, match)) is not None:
        yield _("It is due by {at}.").format(at=moment_text(deadline))


def _needs(state: TournamentState, own: Sequence[int]) -> Iterator[str]:
    """Yield what the own entrant needs in the stages that are being played."""
    for stage in state.running:
        for group, field in enumerate(stage.groups):
            for entrant in field:
                if entrant in own and not state.entrants[entrant].is_away:
                    yield from needs_said(state, stage.number, group, entrant)


def _lot_waiting(state: TournamentState, captained: Sequence[int]) -> int:
    """Return the number of the open lot that waits for something of an entrant's captain; 0 without."""
    for lot in state.lots.values():
        waits = lot.unopened if lot.closed else set(lot.entrants) - {entrant for entrant, _number in lot.promised}
        if lot.is_open and not state.is_over and any(entrant in waits for entrant in captained):
            return lot.number
    return 0


def with_more(tournament: Tournament, state: TournamentState, mine: Mine, followed: Followed) -> Mine:
    """Return what concerns a reader with the card of the next match, what is followed, and what the desk announced.

    Args:
        state: The tournament as the reader may know it.
        mine: What is the reader's own.
        followed: What the reader follows.
    """
    shown = followed.entrants - set(mine.entrants)
    names = names_in(tournament) if shown or mine.match is not None else None
    # Readers without an entrant have neither a match nor an announcement of their own: what is for all is public.
    floor = floor_of(tournament.pk) if mine.entrants else EMPTY
    card = None if mine.match is None or names is None else _card(state, mine, names, floor)
    following = tuple(_followed(state, sorted(shown)[:MAX_FOLLOWED], names)) if names is not None else ()
    told = tuple(_told(tournament, mine, floor))
    return replace(mine, card=card, following=following, followed=followed, told=told)


def with_own_group(asked: Asked, state: TournamentState, mine: Mine) -> Asked:
    """Return what is asked with the group of the reader's own entrant, where no stage and no group is asked for."""
    if asked.group or asked.stage or not mine.entrants or not state.running:
        return asked
    groups = state.running[-1].groups
    own = next((number for number, group in enumerate(groups, start=1) if set(group) & set(mine.entrants)), 0)
    return replace(asked, group=own) if own > 1 else asked


def _card(state: TournamentState, mine: Mine, names: Names, floor: FloorState) -> Card:
    assert mine.match is not None
    view = mine.match.view
    others = [entrant for entrant in view.entrants if entrant not in mine.entrants]
    own = [entrant for entrant in view.entrants if entrant in mine.entrants]
    below = [names.below(entrant) for entrant in others if names.below(entrant)]
    below += [text for entrant in others if (text := place_text(state, view, entrant))]
    # Its table stands in large letters already.
    badge = "" if view.table and view.status == "waiting" else mine.match.badge
    return Card(
        when=_when(state, view),
        table=view.table,
        below=", ".join(below),
        you=" & ".join(names.of.get(entrant, "") for entrant in own),
        badge=" · ".join(filter(None, (badge, mine.match.note))),
        here=any(Arrival(view.number, entrant) in floor.arrived for entrant in own),
        entrant=own[0] if own else 0,
    )


def _when(state: TournamentState, view: MatchView) -> str:
    begins = match_start(state, state.matches[view.number], by_round(state))
    if begins is None or view.status != "waiting" or begins < timezone.now().timestamp():
        return _("round {number}").format(number=view.round)
    return _("round {number}, about {time}").format(number=view.round, time=time_text(begins))


def next_words(state: TournamentState, view: MatchView) -> str:
    """Return the next match of a reader in a few words: the round, about when it begins, the table."""
    words = [_when(state, view)]
    if view.table:
        words.append(_("table {table}").format(table=view.table))
    if view.status == "playing":
        words.append(pgettext("a match", "being played"))
    return ", ".join(words)


def place_text(state: TournamentState, view: MatchView, entrant: int) -> str:
    """Return where an entrant stands in the group of a match; empty in brackets, or where results are withheld."""
    stage = state.stages[view.stage]
    if state.withheld or stage.plan.type in (*BRACKETS, LADDER) or view.group >= len(stage.groups):
        return ""
    rows = standing_in(state, view.stage, view.group).rows
    row = next((row for row in rows if row.entrant == str(entrant)), None)
    if row is None:
        return ""
    points = row.values.get("points")
    if points is None:
        return _("place {rank}").format(rank=row.rank)
    count = Fraction(points)
    text = ngettext("place {rank} with {points} point", "place {rank} with {points} points", 1 if count == 1 else 2)
    return text.format(rank=row.rank, points=number_text(count))


def _followed(state: TournamentState, numbers: Sequence[int], names: Names) -> Iterator[FollowedShown]:
    for number in numbers:
        coming, last = next_and_last(state, number, names)
        yield FollowedShown(number, names.of.get(number, ""), coming, last)


def next_and_last(state: TournamentState, entrant: int, names: Names) -> tuple[str, str]:
    """Return the next match of an entrant and its last result, in a few words each; empty where there is none."""
    views = [match_view(state, match) for match in state.matches.values() if entrant in match.entrants]
    coming = [view for view in views if view.status in ("waiting", "playing", "unconfirmed")]
    over = [view for view in views if view.status == "over"]
    return (
        coming_text(state, coming[0], entrant, names) if coming else "",
        result_text(over[-1], entrant, names) if over else "",
    )


def coming_text(state: TournamentState, view: MatchView, entrant: int, names: Names) -> str:
    """Return a match to come, or being played, as one of its entrants has it: opponents, table, hour."""
    others = " & ".join(names.side(side) for side in view.sides if entrant not in side)
    words = [_("against {name}").format(name=others)]
    if view.table:
        words.append(_("table {table}").format(table=view.table))
    if view.status != "waiting":
        words.append(pgettext("a match", "being played"))
    elif (begins := match_start(state, state.matches[view.number], by_round(state))) is not None:
        words.append(time_text(begins))
    return ", ".join(words)


def result_text(view: MatchView, entrant: int, names: Names) -> str:
    """Return the result of a match as one of its entrants has it."""
    own = next(place for place, side in enumerate(view.sides) if entrant in side)
    others = " & ".join(names.side(side) for place, side in enumerate(view.sides) if place != own)
    points = [view.points[own], *(one for place, one in enumerate(view.points) if place != own)] if view.points else []
    score = ":".join(str(one).replace("-", MINUS) for one in points)
    texts = {
        True: _("won against {name} {score}"),
        False: _("lost against {name} {score}"),
        None: _("drew with {name} {score}"),
    }
    won = None if view.winner is None else view.winner == own
    return texts[won].format(name=others, score=score).strip()


def _told(tournament: Tournament, mine: Mine, floor: FloorState) -> Iterator[AnnouncementShown]:
    """Yield the announcements that are for the reader and not for everybody: those stand in the public part."""
    matches = () if mine.match is None else (mine.match.number,)
    shown = [told for told in floor.shown(timezone.now()) if told.audience != "all"]
    return in_words(tournament, [told for told in shown if told.is_for(matches, mine.entrants)][:MAX_TOLD])
