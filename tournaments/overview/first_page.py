"""What a tournament puts on a person's first page: the next match, and results and calls that wait for the staff."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final
from uuid import UUID

from django.urls import reverse
from django.utils.translation import ngettext, pgettext

from clubs.home.duties import Duty
from clubs.models import Player
from clubs.people.selectors import ids_of
from tournaments.deeds.playing import confirmable
from tournaments.directing.roles import doer_of, staffed_by
from tournaments.floor.selectors import floor_of
from tournaments.log import states
from tournaments.log.seen import seen_by
from tournaments.models import Entrant, Tournament
from tournaments.overview.own import mine_of, next_words
from tournaments.overview.views import clocks_of
from tournaments.summaries.matches import match_views

MAX_SHOWN: Final = 3
"""The tournaments of which the next match is shown."""
MAX_DIRECTED: Final = 6
"""The most tournaments that are looked through for what waits for their staff."""


@dataclass(frozen=True, slots=True)
class NextMatch:
    """The next match of a player in a tournament.

    Attributes:
        opponents: Their names.
        when: The round, about when it begins, and at which table.
        number: The number of the match.
        to_confirm: The player can confirm its result.
    """

    tournament: Tournament
    opponents: str
    when: str
    number: int
    to_confirm: bool


def next_matches(player: Player, called: Sequence[UUID] = ()) -> list[NextMatch]:
    """Return the next match of a player in each running tournament.

    Args:
        player: The player.
        called: The tournaments that called the player to a table already; they are left out.
    """
    entered = Entrant.objects.filter(status=Entrant.Status.ENTERED, players__player__in=ids_of(player))
    playing = Tournament.objects.filter(
        status=Tournament.Status.PLAYING, hidden=False, origin="", pk__in=entered.values("tournament")
    )
    found = []
    for tournament in playing.exclude(pk__in=called).select_related("club").order_by("starts_at", "created_at"):
        with clocks_of(tournament.club):
            state = states.current(tournament.pk)
            doer = doer_of(tournament, player, state)
            own = seen_by(state, doer)
            mine = mine_of(tournament, own, player)
            if mine.match is not None:
                number, words = mine.match.number, next_words(own, mine.match.view)
                to_confirm = bool(confirmable(state, state.matches[number], doer))
                found.append(NextMatch(tournament, mine.opponents, words, number, to_confirm))
        if len(found) == MAX_SHOWN:
            break
    return found


def desk_duties(player: Player, now: datetime) -> Iterable[Duty]:
    """Yield the tournaments of whose staff a player is in which results wait to be confirmed, or players called."""
    own = ((tournament, state) for tournament, state, _doer in staffed_by(player) if not tournament.origin)
    for tournament, state in islice(own, MAX_DIRECTED):
        views = [view for stage in state.running for view in match_views(state, stage)]
        results, calls = sum(view.status == "unconfirmed" for view in views), len(floor_of(tournament.pk).open_calls)
        texts = []
        if calls:
            texts.append(
                ngettext("{count} call for the director", "{count} calls for the director", calls).format(count=calls)
            )
        if results:
            texts.append(
                ngettext("{count} result to confirm", "{count} results to confirm", results).format(count=results)
            )
        if texts:
            path = reverse("tournaments:desk", args=[tournament.slug])
            yield Duty(", ".join(texts), tournament.name, pgettext("of a director", "Desk"), path, now=True)
