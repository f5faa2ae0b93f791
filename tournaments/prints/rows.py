"""The lists of a tournament as rows (`shapes.py`). Values are exact; names are those of now."""

from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from django.db.models import F
from msgspec import Struct
from msgspec.structs import asdict, replace

from tournaments.drawings.bracket import Place, drawing_of
from tournaments.models import Award
from tournaments.overview.disputes import disputed_in, entrants_in
from tournaments.prints.shapes import (
    AwardRow,
    BracketRow,
    EntryRow,
    NamePairingRow,
    PairingRow,
    PassRow,
    PrizeRow,
    ResultRow,
    ScheduleRow,
    StandingRow,
    TableRow,
)
from tournaments.prints.wish import Wish, natural, players_of, released_rounds, standing_for
from tournaments.selectors.passes import pass_addresses
from tournaments.stages.stage import BRACKETS
from tournaments.state.published import is_released
from tournaments.state.schedule import starts
from tournaments.state.tournament import EntrantState
from tournaments.summaries.matches import MatchView, exactly
from tournaments.summaries.tables import table_of


def pairings(wish: Wish) -> Iterator[PairingRow]:
    """Yield the matches of a round by table, byes last."""
    for view in wish.matches():
        yield PairingRow(
            *_place(view),
            table=view.table,
            room=view.room,
            at=_moment(view.at),
            status=view.status,
            **_sides(wish, view),
        )


def pairings_by_name(wish: Wish) -> Iterator[NamePairingRow]:
    """Yield the entrants of a round in the order of their names, each once for each of its matches."""
    found: list[NamePairingRow] = []
    for view in wish.matches():
        for number, side in enumerate(view.sides):
            others = [wish.name_of(other) for place, other in enumerate(view.sides) if place != number]
            for entrant in players_of(side):
                partners = [wish.names.of.get(one, "") for one in players_of(side) if one != entrant]
                found.append(
                    NamePairingRow(
                        view.stage,
                        view.group + 1,
                        view.round,
                        entrant,
                        wish.names.of.get(entrant, ""),
                        wish.names.below(entrant),
                        view.table,
                        view.room,
                        _moment(view.at),
                        view.number,
                        " & ".join(partners),
                        " : ".join(filter(None, others)),
                        view.status,
                    )
                )
    yield from sorted(found, key=lambda row: (row.name.casefold(), row.entrant, row.match))


def personal(wish: Wish) -> Iterator[NamePairingRow]:
    """Yield the released rounds of each entrant of a stage, in the order of the names and of the rounds."""
    numbers = () if wish.shown is None else released_rounds(wish.state, wish.stage)
    found = [row for number in numbers for row in pairings_by_name(replace(wish, round=number))]
    yield from sorted(found, key=lambda row: (row.name.casefold(), row.entrant, row.round, row.match))


def results(wish: Wish) -> Iterator[ResultRow]:
    """Yield the matches of a round by table with their results, byes last."""
    for view in wish.matches():
        points = dict(enumerate(view.points if view.status != "bye" else (), start=1))
        yield ResultRow(
            *_place(view),
            table=view.table,
            room=view.room,
            **_sides(wish, view),
            points_1=_points(points.get(1)),
            points_2=_points(points.get(2)),
            points_3=_points(points.get(3)),
            status=view.status,
            outcome="bye" if view.status == "bye" else view.outcome,
            winner=None if view.winner is None or view.status != "over" else view.winner + 1,
            provisional=bool(view.disputes),
        )


def missing(wish: Wish) -> Iterator[PairingRow]:
    """Yield the matches of called rounds of the stage that have no certain result, by round and table."""
    numbers = () if wish.shown is None else released_rounds(wish.state, wish.stage)
    for number in numbers:
        whole = replace(wish, round=number)
        called = {
            view.number
            for view in whole.matches()
            if view.called and view.status in ("waiting", "playing", "unconfirmed")
        }
        yield from (row for row in pairings(whole) if row.match in called)


def standings(wish: Wish) -> Iterator[StandingRow]:
    """Yield the lines of the standings, group by group; of a bracket only once its stage is closed."""
    stage = wish.shown
    if stage is None or (stage.plan.type in BRACKETS and stage.status != "closed"):
        return
    for group in wish.groups():
        disputing = entrants_in(disputed_in(wish.state, stage.number, group))
        for line in table_of(wish.state, standing_for(wish, group)).lines:
            yield StandingRow(
                stage.number,
                group + 1,
                line.rank,
                line.entrant,
                wish.names.of.get(line.entrant, ""),
                wish.names.below(line.entrant),
                line.played,
                line.won,
                line.drawn,
                line.lost,
                line.decided_by,
                **{name: _exact(value) for name, value in line.values.items()},
                provisional=line.entrant in disputing,
            )


def bracket(wish: Wish) -> Iterator[BracketRow]:
    """Yield the matches of the brackets of a stage in the order of their numbers; none before they are released."""
    stage = wish.shown
    if stage is None or stage.plan.type not in BRACKETS or not released_rounds(wish.state, stage.number):
        return
    for group in wish.groups():
        drawing = drawing_of(wish.state, stage.number, group)
        boxes = sorted(
            ((part.name, box) for part in drawing.parts for box in part.boxes if not box.unneeded),
            key=lambda found: found[1].view.number,
        )
        first = min((box.view.number for _part, box in boxes), default=1)
        for part, box in boxes:
            view = box.view
            points = view.points or (None, None)
            home, away = box.places
            yield BracketRow(
                view.stage,
                group + 1,
                part,
                view.round,
                view.number - first + 1,
                view.number,
                view.table,
                view.room,
                _moment(view.at),
                home.seed,
                _source(home, first),
                wish.name_of(home.entrants),
                _points(points[0]),
                away.seed,
                _source(away, first),
                wish.name_of(away.entrants),
                _points(points[1]),
                "open" if view.status == "draft" else view.status,
                view.outcome,
                None if view.winner is None else view.winner + 1,
                bool(view.disputes),
            )


def schedule(wish: Wish) -> Iterator[ScheduleRow]:
    """Yield the planned rounds in the order of their times."""
    for start in starts(wish.state):
        yield ScheduleRow(
            start.stage,
            start.round,
            _utc(start.at),
            _utc(start.planned),
            start.late,
            _utc(start.ends) if start.ends != start.at else None,
        )


def entries(wish: Wish) -> Iterator[EntryRow]:
    """Yield all entrants in the order of their names."""
    rows = (
        EntryRow(
            number,
            wish.names.of.get(number, ""),
            wish.names.below(number),
            entry_status(entrant),
            int(entrant.present),
            int(entrant.fee_paid),
        )
        for number, entrant in wish.state.entrants.items()
    )
    yield from sorted(rows, key=lambda row: (row.name.casefold(), row.entrant))


def awards(wish: Wish) -> Iterator[AwardRow]:
    """Yield the entrants of the final places up to the last wanted, of a stage that is closed where there are none."""
    rank = 1
    for together in _places(wish):
        if rank > wish.most:
            return
        for entrant in together:
            yield AwardRow(rank, entrant, wish.names.of.get(entrant, ""), _squad(wish, entrant))
        rank += len(together)


def prizes(wish: Wish) -> Iterator[PrizeRow]:
    """Yield the prizes that were won, as they were fixed when the tournament was closed, those for all first."""
    won = Award.objects.filter(prize__tournament=wish.tournament).select_related("prize__category", "entrant")
    for award in won.order_by(F("prize__category").asc(nulls_first=True), "prize__place", "prize", "entrant__number"):
        prize, number = award.prize, award.entrant.number
        yield PrizeRow(
            "" if prize.category is None else str(prize.category),
            prize.place,
            str(prize),
            prize.amount,
            number,
            wish.names.of.get(number, ""),
            _squad(wish, number),
        )


def participants(wish: Wish) -> Iterator[AwardRow]:
    """Yield all entrants that play or have played, in the order of their names."""
    rows = [
        AwardRow(0, number, wish.names.of.get(number, ""), _squad(wish, number))
        for number in wish.state.entered()
        if not wish.state.entrants[number].is_disqualified
    ]
    yield from sorted(rows, key=lambda row: (row.name.casefold(), row.entrant))


def passes(wish: Wish) -> Iterator[PassRow]:
    """Yield the passes that are out now, in the order of the entrants' names."""
    out = pass_addresses(wish.tournament, wish.site)
    rows = [
        PassRow(number, wish.names.of.get(number, ""), wish.names.below(number), address)
        for number, address in out.items()
    ]
    yield from sorted(rows, key=lambda row: (row.name.casefold(), row.entrant))


def tables(wish: Wish) -> Iterator[TableRow]:
    """Yield so many tables by number; without a number those of the venue and of released matches, each once."""
    if wish.count:
        yield from (TableRow(str(number), "") for number in range(1, wish.count + 1))
        return
    venue = wish.state.venue.tables if wish.state.venue is not None else ()
    released = (match for match in wish.state.matches.values() if not match.is_bye and is_released(wish.state, match))
    tables = (*venue, *(table for match in released for table in match.tables))
    known = {(table.name, table.room) for table in tables}
    yield from (TableRow(table, room) for table, room in sorted(known, key=lambda one: (one[1], natural(one[0]))))


def members(row: Struct) -> dict[str, object]:
    """Return a row as the files have it."""
    return asdict(row)


def entry_status(entrant: EntrantState) -> str:
    """Return how an entry stands, in a word of the public shape."""
    if entrant.withdrawn:
        return "withdrawn"
    if entrant.made_into:
        return "in_team"
    if entrant.free:
        return "free_agent"
    if entrant.held_out:
        return "held_out"
    if entrant.waiting:
        return "waiting"
    if entrant.is_disqualified:
        return "disqualified"
    return "left" if entrant.is_away else "entered"


def _places(wish: Wish) -> tuple[tuple[int, ...], ...]:
    stage = wish.shown
    if wish.state.places:
        return wish.state.places
    if stage is None or stage.status != "closed" or not stage.places:
        return ()
    groups = wish.groups()
    return stage.places[groups[0]] if groups else ()


def _squad(wish: Wish, entrant: int) -> str:
    return ", ".join(wish.names.players.get(entrant, ()))


def _place(view: MatchView) -> tuple[int, int, int, int]:
    return view.stage, view.group + 1, view.round, view.number


def _sides(wish: Wish, view: MatchView) -> dict[str, Any]:
    known: dict[str, Any] = {}
    for place in range(3):
        side = view.sides[place] if place < len(view.sides) else ()
        known[f"entrants_{place + 1}"] = " ".join(map(str, players_of(side)))
        known[f"side_{place + 1}"] = wish.name_of(side)
    return known


def _source(place: Place, first: int) -> str:
    return "" if place.source is None else f"{place.source.kind}{place.source.match - first + 1}"


def _moment(at: int | None) -> str | None:
    return None if at is None else _utc(at)


def _utc(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()


def _points(points: int | Fraction | None) -> int | str | None:
    return None if points is None else exactly(points)


def _exact(value: Fraction | int | None) -> str | None:
    return None if value is None else str(value)
