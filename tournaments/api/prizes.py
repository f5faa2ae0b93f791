"""Reading the prizes and categories of a tournament with its best players, and what the asking account follows."""

from datetime import UTC, datetime
from functools import partial
from typing import Annotated
from uuid import UUID

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import ApiView, described
from games.api.etags import ETAG, SEEN_BEFORE, answer_if_changed
from tournaments.api.finding import AsOf, found, state_as_of
from tournaments.desk.prizes import CategoryShown, shown_prizes
from tournaments.directing.roles import doer_of
from tournaments.log.seen import seen
from tournaments.overview.own import next_and_last
from tournaments.selectors.best import best_players
from tournaments.selectors.followed import followed_in
from tournaments.selectors.naming import names_in

operation = partial(described, tag="tournaments", headers=[SEEN_BEFORE, ETAG])


class WinnerShown(msgspec.Struct, frozen=True):
    """An entrant that gets a prize."""

    entrant: int
    name: str


class PrizeEntry(msgspec.Struct, frozen=True):
    """A prize: for which place, what it is, an amount as text, and who gets it; several entrants share it."""

    place: int
    words: str
    amount: str
    winners: tuple[WinnerShown, ...]


class CategoryEntry(msgspec.Struct, frozen=True):
    """A category with its prizes; nothing for the name of all entrants. `entrants` counts those in the category."""

    name: str | None
    entrants: int
    prizes: tuple[PrizeEntry, ...]


class BestEntry(msgspec.Struct, frozen=True):
    """A player by the hands that were played.

    Attributes:
        rank: The place; players with the same average share one.
        points: Those of the measure (docs/reference/tournaments.md).
        average: The points of a hand, exactly: an integer or "p/q".
        declared: The contracts that the player declared, and of those the `made` ones.
    """

    rank: int
    player: UUID
    name: str
    hands: int
    declared: int
    made: int
    points: int
    average: str


class PrizesShown(msgspec.Struct, frozen=True):
    """The prizes of a tournament.

    Attributes:
        final: They are those of its close; else as it stands.
        withheld: Results are under embargo: the prizes are shown by what was known before.
        until: The hour at which the embargo ends; nothing: without one, or when a director releases the results.
    """

    version: int
    final: bool
    withheld: bool
    until: datetime | None
    several: bool
    categories: tuple[CategoryEntry, ...]
    best: tuple[BestEntry, ...]


class FollowedEntry(msgspec.Struct, frozen=True):
    """An entrant that is followed, by itself or for a player, with its next match and last result in words."""

    entrant: int
    name: str
    coming: str
    last: str


class FollowedHere(msgspec.Struct, frozen=True):
    """What an account follows in a tournament, and the players that it follows anywhere."""

    version: int
    entrants: tuple[FollowedEntry, ...]
    players: Annotated[tuple[UUID, ...], msgspec.Meta(max_length=200)]


class PrizesOfTournament(ApiView):
    """The prizes of a tournament."""

    @operation("tournaments_prizes", PrizesShown, parameters=AsOf)
    def get(self, request: Request, slug: str) -> Response:
        """Show the prizes with those who get them, as it stands or as the close fixed it, and the best players."""
        tournament, asked = found(slug), self.asked(AsOf)
        state = state_as_of(tournament, asked, self.player())
        until = state.embargo.until if state.withheld and state.embargo is not None else None
        shown = PrizesShown(
            state.version,
            state.status == "closed" and not state.withheld,
            state.withheld,
            None if until is None else datetime.fromtimestamp(until, UTC),
            tournament.several_prizes,
            tuple(_category(one) for one in shown_prizes(tournament, state, names_in(tournament))),
            tuple(
                BestEntry(
                    one.rank,
                    one.player,
                    one.name,
                    one.tally.hands,
                    one.tally.declared,
                    one.tally.made,
                    one.tally.points,
                    str(one.tally.average),
                )
                for one in best_players(state)
            ),
        )
        return answer_if_changed(request, shown, version=state.version)


class FollowedInTournament(ApiView):
    """What the asking account follows in a tournament."""

    @operation("tournaments_followed", FollowedHere)
    def get(self, request: Request, slug: str) -> Response:
        """List the entrants that you follow in a tournament, with their next matches and last results."""
        player, tournament = self.require_player(), found(slug)
        state = seen(tournament.pk)
        state = seen(tournament.pk, doer_of(tournament, player, state))
        followed, names = followed_in(tournament, player), names_in(tournament)
        entrants = tuple(
            FollowedEntry(number, names.of.get(number, ""), *next_and_last(state, number, names))
            for number in sorted(followed.entrants)
        )
        shown = FollowedHere(state.version, entrants, tuple(sorted(followed.players)))
        return answer_if_changed(request, shown, version=state.version)


def _category(shown: CategoryShown) -> CategoryEntry:
    return CategoryEntry(
        shown.name if shown.id else None,
        shown.count,
        tuple(
            PrizeEntry(one.place, one.words, one.amount, tuple(WinnerShown(*winner) for winner in one.winners))
            for one in shown.prizes
        ),
    )
