"""The Django app of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments, their matches and standings."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register events, the obstacles to leaving a team, and the rows that a takeover moves.

        Notices and the officers' log name tournaments.
        """
        from clubs.calendar.sources import source
        from clubs.home import duties
        from clubs.notices import words
        from clubs.officers import acts
        from clubs.people import takeovers
        from clubs.teams.squads import object_to_leaving
        from games.reviews.hosts import register_running
        from games.tables.selectors.withheld import withheld_by
        from tournaments.cases import hosts
        from tournaments.directing.reporting import note_end
        from tournaments.floor import log as floor
        from tournaments.linked import subjects as linked
        from tournaments.log.games import when_one_ends
        from tournaments.log.kinds import register_all
        from tournaments.models import EntrantPlayer
        from tournaments.overview.first_page import desk_duties
        from tournaments.selectors.days import tournament_days
        from tournaments.selectors.records import played_after
        from tournaments.selectors.running import belongs_to_running
        from tournaments.selectors.withheld import games_under_embargo
        from tournaments.telling import names_of_entrants, names_of_tournaments

        register_all()
        linked.register_all()
        floor.register_all()
        words.register("tournament", names_of_tournaments)
        words.register("entrant", names_of_entrants)
        words.register("opponent", names_of_entrants)
        acts.WORDS["tournament"] = names_of_tournaments
        object_to_leaving(played_after)
        takeovers.MOVED.append((EntrantPlayer, "player"))
        source(tournament_days)
        duties.register(desk_duties)
        when_one_ends(note_end)
        withheld_by(games_under_embargo)
        hosts.register()
        register_running(belongs_to_running)
