"""The Django app of tables, hands and their events."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Live tables, the event store and hand histories."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have the worker called when events are stored that a projection applies, and clubs know of tables."""
        from allauth.account.signals import user_logged_in

        from clubs.base.metrics import EVENTS
        from clubs.home import duties
        from clubs.ledger import disputes, naming
        from clubs.notices import holding, words
        from clubs.people import takeovers
        from clubs.pictures import kinds
        from games import store
        from games.cases import notices as case_notices
        from games.cases.pictures import CASE_PICTURES
        from games.cases.provisional import games_in_dispute
        from games.cases.replay import replay_case
        from games.cases.takeover import why_not as why_not_by_cases
        from games.evenings.duties import evenings_to_enter
        from games.events.cases import CaseOpened
        from games.linked import pages as linked
        from games.models import PlayReview, Practice, Seat
        from games.replaying.streams import register_replay
        from games.results.naming import name_games
        from games.results.takeover import why_not
        from games.screen.wishes import sit_after_sign_in
        from games.sheets import notices as sheet_notices
        from games.sheets.pictures import SHEET_PICTURES
        from games.store import openers, projector
        from games.tables import notices
        from games.tables.services import waiting
        from games.tables.services.substitutes import hand_over_seats
        from games.tables.state.opened import opened_at_table

        user_logged_in.connect(sit_after_sign_in, dispatch_uid="games.sit_after_sign_in")
        linked.register_all()
        register_replay(CaseOpened, replay_case)
        openers.register_opener("TableOpened", opened_at_table)
        store.subscribe(projector.wake)
        store.subscribe(lambda events: EVENTS.inc(len(events)))
        takeovers.obstacle(why_not)
        takeovers.obstacle(why_not_by_cases)
        takeovers.HANDOVERS.append(hand_over_seats)
        takeovers.MOVED.extend([(Seat, "player"), (Practice, "player"), (PlayReview, "player")])
        words.register("table", notices.names_of_tables)
        words.register("sheet", sheet_notices.names_of_sheets)
        kinds.register(SHEET_PICTURES)
        kinds.register(CASE_PICTURES)
        disputes.register(games_in_dispute)
        naming.register(name_games)
        duties.register(evenings_to_enter)
        holding.register(waiting.YOUR_TURN, waiting.is_waited_for)
        holding.register(case_notices.DUE, case_notices.still_holds)
