"""The Django app of tables, hands and their events."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Live tables, the event store and hand histories."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have the worker called when events are stored that a projection applies, and clubs know of tables."""
        from allauth.account.signals import user_logged_in

        from clubs import claims
        from clubs.notices import holding, words
        from games import store, telling
        from games.models import Practice, Seat
        from games.selectors.claims import why_not
        from games.services import waiting
        from games.services.substitutes import hand_over_seats
        from games.store import projector
        from games.wishes import sit_after_sign_in

        user_logged_in.connect(sit_after_sign_in, dispatch_uid="games.sit_after_sign_in")
        store.subscribe(projector.wake)
        claims.obstacle(why_not)
        claims.HANDOVERS.append(hand_over_seats)
        claims.MOVED.extend([(Seat, "player"), (Practice, "player")])
        words.register("table", telling.names_of_tables)
        words.register("sheet", telling.names_of_sheets)
        holding.register(waiting.YOUR_TURN, waiting.is_waited_for)
