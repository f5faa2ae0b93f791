"""The Django app of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments, their matches and standings."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Say how tournaments are called, what keeps players in a team, and what follows a guest to an account."""
        from clubs import claims
        from clubs.calendar.sources import source
        from clubs.notices import words
        from clubs.squads import object_to_leaving
        from tournaments.models import LineUpPlace
        from tournaments.selectors.days import tournament_days
        from tournaments.selectors.lineups import played_after
        from tournaments.telling import names_of_tournaments

        words.register("tournament", names_of_tournaments)
        object_to_leaving(played_after)
        claims.MOVED.append((LineUpPlace, "player"))
        source(tournament_days)
