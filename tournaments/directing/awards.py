"""Prizes and categories of a tournament: what its directors set, and the awards that its close fixes."""

from collections.abc import Collection
from typing import Final

from django.db import transaction

from clubs.models import Player
from engine.phrases import phrase
from tournaments.deeds.base import DIRECTORS, Refused
from tournaments.directing.roles import doer_of
from tournaments.log import states
from tournaments.models import Award, Category, Entrant, Prize, Tournament
from tournaments.state.tournament import TournamentState
from tournaments.summaries.prizes import Level, PrizeWanted, places_so_far, winners_of

MAX_CATEGORIES: Final = 20
MAX_PRIZES: Final = 100
MAX_PLACE: Final = 1_000


@transaction.atomic
def add_category(
    tournament: Tournament, *, by: Player, english: str, malayalam: str, entrants: Collection[Entrant]
) -> Category:
    """Add a category with its entrants, for directors.

    Raises:
        Refused: `not-allowed`, `over`, `no-words`, `too-many`.
    """
    _check(tournament, by)
    if not (english or malayalam):
        raise Refused("no-words", phrase("Name the category, in at least one language."), "english")
    if tournament.categories.count() >= MAX_CATEGORIES:
        raise Refused("too-many", phrase("A tournament has {most} categories at most."), most=MAX_CATEGORIES)
    category = Category.objects.create(tournament=tournament, english=english, malayalam=malayalam)
    category.entrants.set(entrants)
    return category


@transaction.atomic
def set_members(tournament: Tournament, category: Category, *, by: Player, entrants: Collection[Entrant]) -> None:
    """Say which entrants a category has, for directors.

    Raises:
        Refused: `not-allowed`, `over`.
    """
    _check(tournament, by)
    category.entrants.set(entrants)


@transaction.atomic
def drop_category(tournament: Tournament, category: Category, *, by: Player) -> None:
    """Drop a category with its prizes, for directors.

    Raises:
        Refused: `not-allowed`, `over`.
    """
    _check(tournament, by)
    category.delete()


@transaction.atomic
def add_prize(
    tournament: Tournament,
    *,
    by: Player,
    place: int,
    english: str,
    malayalam: str,
    amount: str = "",
    category: Category | None = None,
) -> Prize:
    """Add a prize for a place overall or in a category, for directors.

    Raises:
        Refused: `not-allowed`, `over`, `no-words`, `too-many`, `place-impossible`.
    """
    _check(tournament, by)
    if not (english or malayalam or amount):
        raise Refused("no-words", phrase("Name the prize, in at least one language."), "english")
    if not 1 <= place <= MAX_PLACE:
        raise Refused("place-impossible", phrase("A place is a number from 1 to {most}."), "place", most=MAX_PLACE)
    if tournament.prizes.count() >= MAX_PRIZES:
        raise Refused("too-many", phrase("A tournament has {most} prizes at most."), most=MAX_PRIZES)
    return Prize.objects.create(
        tournament=tournament, category=category, place=place, english=english, malayalam=malayalam, amount=amount
    )


@transaction.atomic
def drop_prize(tournament: Tournament, prize: Prize, *, by: Player) -> None:
    """Drop a prize, for directors.

    Raises:
        Refused: `not-allowed`, `over`.
    """
    _check(tournament, by)
    prize.delete()


@transaction.atomic
def allow_several(tournament: Tournament, *, by: Player, several: bool) -> None:
    """Say whether an entrant may win more than one prize, for directors.

    Raises:
        Refused: `not-allowed`, `over`.
    """
    _check(tournament, by)
    Tournament.objects.filter(pk=tournament.pk).update(several_prizes=several)


def fix_awards(state: TournamentState) -> None:
    """Keep who gets which prize of a tournament that was closed; of one that goes on again nobody."""
    prizes = Prize.objects.filter(tournament=state.stream)
    Award.objects.filter(prize__in=prizes).delete()
    if state.status != "closed":
        return
    tournament = Tournament.objects.get(pk=state.stream)
    rows = dict(Entrant.objects.filter(tournament=tournament).values_list("number", "pk"))
    Award.objects.bulk_create(
        Award(prize_id=prize, entrant_id=rows[entrant])
        for prize, level in winners(tournament, state).items()
        for entrant in level
    )


def winners(tournament: Tournament, state: TournamentState) -> dict[int, Level]:
    """Return who gets each prize, by its id, as it stands in a state of the tournament."""
    members: dict[int, set[int]] = {}
    pairs = Category.objects.filter(tournament=tournament).values_list("pk", "entrants__number")
    for category, number in pairs:
        members.setdefault(category, set()).update(() if number is None else (number,))
    prizes = sorted(tournament.prizes.all(), key=lambda one: (one.category_id or 0, one.place, one.pk))
    wanted = [
        PrizeWanted(one.pk, one.place, None if one.category_id is None else frozenset(members[one.category_id]))
        for one in prizes
    ]
    barred = [number for number, entrant in state.entrants.items() if entrant.is_disqualified or entrant.is_gone]
    return winners_of(wanted, places_so_far(state), several=tournament.several_prizes, barred=barred)


def _check(tournament: Tournament, by: Player) -> None:
    """Refuse everybody but the directors, and changes after the end.

    Raises:
        Refused: `not-allowed`, `over`.
    """
    state = states.current(tournament.pk)
    if not doer_of(tournament, by, state).is_one_of(DIRECTORS):
        raise Refused("not-allowed", phrase("Only the tournament's directors can do this."))
    if state.is_over:
        raise Refused("over", phrase("The tournament is over; a director can reopen it."))
