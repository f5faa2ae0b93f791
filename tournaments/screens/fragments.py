"""The pages of a big screen as a fragment: the same for every screen that asks for the same."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format

from clubs.web.fragments import Fragment, shared_fragment
from tournaments.floor.selectors import texts_of_announcements
from tournaments.floor.state import Announcement
from tournaments.models import Award, Prize, Tournament
from tournaments.overview.announced import first_end, for_everybody
from tournaments.overview.fragments import key_of
from tournaments.screens.asked import asked_in
from tournaments.screens.slides import AnnouncementShown, PrizeRow, Screen
from tournaments.selectors.naming import Names, names_in
from tournaments.state.tournament import TournamentState

SCREEN: Final = "screen"
"""The name of the part."""


def screen_fragment(
    tournament: Tournament, state: TournamentState, query: QueryDict
) -> tuple[Fragment, datetime | None]:
    """Return the pages of a screen, and when an announcement on it is over; None: none is at a time.

    Args:
        tournament: The tournament.
        state: The tournament as everybody may know it.
        query: What the screen is to show (`asked.asked_in`).
    """
    asked = asked_in(query)
    shown = for_everybody(tournament)

    def render() -> str:
        names = names_in(tournament)
        prizes = _prizes(tournament, names) if state.places and not state.withheld else []
        screen = Screen(tournament, state, names, asked, _told(tournament, shown), prizes)
        context = {
            "sentence": screen.sentence,
            "slides": screen.slides(),
            "told": screen.told,
            "decided": screen.decided() if not state.is_over else (),
        }
        return render_to_string("tournaments/screens/_slides.html", context)

    # What is announced to everybody stands on it, and when that is over it is gone without a version.
    announced = ".".join(str(told.number) for told in shown)
    key = key_of(SCREEN, tournament, state, f"{asked.query()}#{announced}")
    return shared_fragment(key, render, part=SCREEN), first_end(shown)


def _told(tournament: Tournament, shown: Sequence[Announcement]) -> list[AnnouncementShown]:
    """Return announcements in the active language."""
    texts = texts_of_announcements(tournament.pk, shown)
    return [
        AnnouncementShown(told.number, int(told.at.timestamp()), _hour(told.at), text)
        for told in shown
        if (text := texts[told.number])
    ]


def _prizes(tournament: Tournament, names: Names) -> list[PrizeRow]:
    """Return the prizes that were given, the first places first, with those who share each."""
    winners: dict[Prize, list[str]] = {}
    given = Award.objects.filter(prize__tournament=tournament).select_related("entrant", "prize__category")
    for award in given:
        winners.setdefault(award.prize, []).append(names.of.get(award.entrant.number, ""))
    ordered = sorted(winners, key=lambda prize: (prize.category_id or 0, prize.place, prize.pk))
    return [PrizeRow(_prize_words(prize), " \N{MIDDLE DOT} ".join(winners[prize])) for prize in ordered]


def _prize_words(prize: Prize) -> str:
    category = str(prize.category) if prize.category is not None else ""
    return " \N{MIDDLE DOT} ".join(text for text in (category, str(prize) or prize.amount) if text)


def _hour(at: datetime) -> str:
    return date_format(timezone.localtime(at), "H:i")
