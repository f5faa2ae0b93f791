"""What is kept on paper and after play: score sheets, cards, practice, results, kunukku and the ledger."""

from datetime import date, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

import engine
from clubs.ledger.seasons import NextSeason, close_season
from clubs.ledger.services import correct, grant, settle
from clubs.models import Club, LedgerEntry, Season
from clubs.pictures.kinds import Access
from clubs.pictures.services import add_picture
from engine.written import SheetHand
from games.conventions.services import invite_partner, join_card, make_card, publish_card
from games.practice.services import begin_practice
from games.results.services import enter_result, lift_kunukku, reckon_seasons, withdraw_result
from games.sheets.authors import Author
from games.sheets.passes import issue_pass
from games.sheets.reporting import report_hand
from games.sheets.services import enter_hand, open_sheet
from games.store import projector
from tests.browser.world_tables import RULES
from tests.clubs.pictures.samples import photograph
from tests.factories import ONE_HAND, TWO_HANDS, SeasonFactory
from tests.games.helpers.kunukku import lost, made
from tests.games.helpers.played import begun, club_of, happens, later

if TYPE_CHECKING:
    from tests.browser.world import World


def furnish(world: "World") -> None:
    """Let the member have papers, and a club with results."""
    _papers(world)
    _results(world)


def _papers(world: "World") -> None:
    """Let the member keep score sheets, a convention card and a practice."""
    sheet = open_sheet(player=world.member, rules="56-kerala-6", options=TWO_HANDS, names=("Ammini", "Beeran"))
    enter_hand(sheet_id=sheet.pk, player=world.member, outcome="made", contract=(0, 34, "S", 0), points=40)
    add_picture(kind="sheet", about=sheet.pk, data=photograph(), access=Access(world.member, may_add=True))
    world.page("clubs:pictures", kind="sheet", about=sheet.pk)
    world.page("games:paper")
    world.page("games:sheet_print", sheet_id=sheet.pk)
    world.page("games:sheets")
    world.page("games:sheet_open")
    world.page("games:sheet", sheet_id=sheet.pk)
    world.page("games:hand_of_sheet", sheet_id=sheet.pk, number=1)
    world.page("games:check_hand_of_sheet", sheet_id=sheet.pk, number=1)
    world.page("games:transcript", sheet_id=sheet.pk, number=2)
    world.page("games:sheet_phone", sheet_id=sheet.pk)
    world.page("games:sheet_settle", sheet_id=sheet.pk, hand=1)
    issue_pass(sheet_id=sheet.pk, player=world.member, sides=[0])
    world.page("games:sheet_phones", sheet_id=sheet.pk)
    world.page("games:sheet_irregularities", sheet_id=sheet.pk)
    world.page("games:sheet_ruling", sheet_id=sheet.pk, rule="56-IRR-14")
    differing = open_sheet(player=world.member, rules="28-wikipedia-4", options={}, names=("Ammini", "Beeran"))
    for side, outcome in enumerate(("made", "failed")):
        told = SheetHand(outcome, declarer=0, number=20)
        report_hand(sheet_id=differing.pk, author=Author(world.member), sides=[side], hand=1, edit=1, told=told)
    world.page("games:sheet", sheet_id=differing.pk)
    world.page("games:sheet_settle", sheet_id=differing.pk, hand=1)
    card = make_card(player=world.member, rules="56-kerala-4", name="Ponnani")
    invite_partner(card_id=card.pk, player=world.member, partner=world.others[0])
    join_card(card_id=card.pk, player=world.others[0], invitation="")
    publish_card(card_id=card.pk, player=world.member)
    world.page("games:card_edition", card_id=card.pk, number=1)
    world.page("games:card", card_id=card.pk)
    world.page("games:card_editions", card_id=card.pk)
    world.page("games:card_row", card_id=card.pk, row="opening-three-jacks")
    world.page("games:new_treatment", card_id=card.pk)
    world.page("games:default_card", rules_id="56-kerala-4")
    practice = begin_practice(player=world.member, rules=RULES, options=ONE_HAND)
    world.page("games:practices")
    world.page("games:learn")
    world.page("games:learn_game", game=28)
    world.page("games:learn_game", game=56)
    world.page("games:practice", practice_id=practice.pk)


def _results(world: "World") -> None:
    """Let a club have results, records, a season that is over, and kunukku worn and taken off."""
    four = [world.member, *world.others]
    club = club_of(*four, name="Vembanad Card Friends")
    kept, withdrawn = (
        enter_result(
            club=club, player=world.member, rules="28-kerala-4", players=four, points=points, hands=9,
            played_on=date(2026, 5, day), note="Final of the Onam evening",
        )
        for day, points in ((1, (7, 3)), (2, (-1, 4)))
    )  # fmt: skip
    withdraw_result(result_id=withdrawn.pk, player=world.member, reason="The pairs were mixed up.")
    stream = begun(four, "28-wikipedia-4", club=club, at=later(0))
    happens(
        stream, *lost(1, (0, 2)), *lost(2, (0, 2), (2, 0, 2, 0)), made(3, 0), engine.GameFinished((1,)), at=later(1)
    )
    Season.objects.create(club=club, name="Summer", begins=date(2026, 4, 1), ends=date(2026, 5, 31))
    projector.run_all()
    _ledger(world, club)
    lift_kunukku(club=club, player=world.member, wearer=world.others[1], reason="His wedding")
    reckon_seasons(club=club)
    projector.run_all()
    empty = club_of(world.others[0], name="Kabani Card Friends")
    for route in ("club_results", "club_games", "club_records", "club_hall", "club_kunukku"):
        world.page(f"games:{route}", slug=club.slug)
        world.page(f"games:{route}", slug=empty.slug)
    world.page("games:club_results", slug=club.slug, query="?season=all&family=56")
    world.page("games:result_new", slug=club.slug)
    world.page("games:evening", slug=club.slug)
    world.page("games:evening_of", slug=club.slug, day=kept.played_on.isoformat())
    for result in (kept, withdrawn):
        world.page("games:result", result_id=result.pk)
    world.page("games:kunukku_of_player", player_id=world.member.pk)
    world.page("games:kunukku_of_player", player_id=world.others[0].pk)


def _ledger(world: "World", club: Club) -> None:
    """Let a club have entries of every kind, a season that is closed and one that runs."""
    by, today = world.member, timezone.localdate()
    summer = Season.objects.get(club=club, name="Summer")
    begins, ends = date(today.year, today.month, 1), today + timedelta(days=90)
    running = SeasonFactory(
        club=club, by=by, name="Winter", begins=max(begins, summer.ends + timedelta(days=1)), ends=ends
    )
    granted = grant(club=club, by=by, units=20, reason="To begin with")
    settle(club=club, by=by, player=world.others[0], units=5, pays=False)
    correct(club=club, by=by, entry=granted, giver=by, taker=None, units=1, reason="One was counted twice")
    game = LedgerEntry.objects.filter(club=club, kind="game").latest("pk")
    close_season(season=summer, by=by, carry=False, following=NextSeason(season=running.pk))
    for query in ("", "?kind=grant", "?kind=opening"):
        world.page("clubs:ledger", slug=club.slug, query=query)
    for query in ("", "?q=nobody", f"?season={summer.pk}"):
        world.page("clubs:ledger_balances", slug=club.slug, query=query)
    for route in ("ledger_grant", "ledger_settle", "seasons", "season_new"):
        world.page(f"clubs:{route}", slug=club.slug)
    for entry in (granted, game.pk):
        world.page("clubs:ledger_entry", slug=club.slug, entry_id=entry)
        world.page("clubs:ledger_correct", slug=club.slug, entry_id=entry)
    world.page("clubs:ledger_reverse", slug=club.slug, entry_id=granted)
    world.page("clubs:ledger_statement", slug=club.slug, player_id=by.pk)
    for season in (summer, running):
        world.page("clubs:season", slug=club.slug, season_id=season.pk)
    for route in ("season_change", "season_close"):
        world.page(f"clubs:{route}", slug=club.slug, season_id=running.pk)
