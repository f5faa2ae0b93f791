"""Opening a tournament and entering teams."""

from datetime import datetime
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

import engine
from clubs.errors import NotAllowed
from clubs.house.selectors import rules_of
from clubs.house.services import play_by_house_rules
from clubs.models import Club, HouseRules, Player, Team, TeamPlace
from clubs.names import clean_name, free_slug
from clubs.officers.acts import note_act
from clubs.officers.permissions import may, require
from games.tables.services.seats import LIMITS
from tournaments.errors import TournamentError
from tournaments.models import Entry, Tournament
from tournaments.selectors.lineups import side_size
from tournaments.telling import tell_entry

FEWEST_TEAMS, MOST_TEAMS = 3, 12
LONGEST_WAIT = 1440
"""The most minutes that a round waits for its line-ups."""


@transaction.atomic
def open_tournament(
    *,
    club: Club,
    director: Player,
    name: str,
    rules: str = "28-kerala-4",
    house: UUID | None = None,
    hands_a_match: int = 8,
    hands_in_final: int = 12,
    action_seconds: int = 30,
    starts_at: datetime | None = None,
    lineup_minutes: int = 0,
    command: UUID | None = None,
) -> Tournament:
    """Open a tournament for entries.

    Args:
        club: The club of the tournament; its teams may enter.
        director: The player who opens and directs it, and may `run_tournaments` in the club.
        rules: A rule set with two sides, as a match is between two teams; ignored with house rules.
        house: The id of house rules of the club, used for every match whatever becomes of them later.
        hands_a_match: The number of hands in each match of the round robin.
        hands_in_final: The number of hands in the final.
        action_seconds: The time for each action, before the seat's reserve runs (`games.events.tables.Terms`).
        starts_at: No match is called before it; None to call the first ones at the start.
        lineup_minutes: The time that a round waits for the line-ups of its matches.
        command: The command's id; a repeated command returns the tournament of the first.

    Raises:
        NotAllowed: `director` may not run tournaments in the club.
        TournamentError: `unknown-rules`, `other-club`, `rules-without-teams`, `hands-out-of-range`,
            `seconds-out-of-range`, `minutes-out-of-range`.
        ClubError: The name cannot be used, or the house rules are retired or replaced.
    """
    require(director, "run_tournaments", club)
    name = clean_name(name, longest=80)
    by_house, rule_set = _rules(club, rules, house)
    if len(rule_set.sides) != 2:
        raise TournamentError(
            "rules-without-teams",
            _("Matches are between two teams: choose a game of two sides."),
            "rules" if by_house is None else "house",
        )
    for field, hands in (("hands_a_match", hands_a_match), ("hands_in_final", hands_in_final)):
        if not 1 <= hands <= 100:
            raise TournamentError("hands-out-of-range", _("A match has 1 to 100 hands."), field)
    least, most = LIMITS["action_seconds"]
    if not least <= action_seconds <= most:
        raise TournamentError(
            "seconds-out-of-range",
            _("Allow {least} to {most} seconds.").format(least=least, most=most),
            "action_seconds",
        )
    if not 0 <= lineup_minutes <= LONGEST_WAIT:
        said = _("A round waits {most} minutes for line-ups at most.").format(most=LONGEST_WAIT)
        raise TournamentError("minutes-out-of-range", said, "lineup_minutes")
    tournament_id = uuid5(director.pk, f"open-tournament:{command or uuid4()}")
    # Lock the club, so that a concurrent retry waits and finds the tournament.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    known = Tournament.objects.filter(pk=tournament_id).first()
    if known is not None:
        return known
    tournament = Tournament.objects.create(
        id=tournament_id,
        club=club,
        slug=free_slug(name, taken=lambda slug: Tournament.objects.filter(slug=slug).exists()),
        name=name,
        director=director,
        rules=rule_set.id,
        engine=rule_set.version,
        house=by_house,
        hands_a_match=hands_a_match,
        hands_in_final=hands_in_final,
        action_seconds=action_seconds,
        starts_at=starts_at,
        lineup_minutes=lineup_minutes,
    )
    note_act(club=club, actor=director, action="tournament.opened", details={"tournament": str(tournament.pk)})
    return tournament


def _rules(club: Club, rules: str, house: UUID | None) -> tuple[HouseRules | None, engine.RuleSet]:
    """Return the house rules of a tournament, if any, and its rule set."""
    if house is not None:
        found = play_by_house_rules(house_id=house)
        if found.club_id != club.pk:
            text = _("These are house rules of %(club)s.") % {"club": found.club.name}
            raise TournamentError("other-club", text, "house")
        return found, rules_of(found)
    try:
        return None, engine.load_rules(rules)
    except engine.RulesError:
        raise TournamentError("unknown-rules", _("There is no such game."), "rules") from None


@transaction.atomic
def enter_team(*, tournament_id: UUID, team: Team, by: Player) -> Entry:
    """Enter a team; the order of the entries is the order of the seeds.

    An entry by a player who may run the club's tournaments is logged as an officer's act.

    Raises:
        NotAllowed: `by` may neither run the club's tournaments nor enter the team as one of its players.
        TournamentError: `entries-closed`, `other-club`, `team-size`, `already-entered`, `player-entered`,
            `full`.
    """
    tournament = _open_for_entries(tournament_id)
    as_officer = _enters_as_officer(tournament, team, by)
    if team.club_id != tournament.club_id:
        raise TournamentError(
            "other-club", _("{team} is not a team of {club}.").format(team=team.name, club=tournament.club.name), "team"
        )
    side = side_size(tournament)
    players = list(TeamPlace.objects.filter(team=team, left_on=None).values_list("player_id", flat=True))
    if team.size != side:
        said = _("{team} is a team of {size} a side; these rules are played by {count} a side.")
        raise TournamentError("team-size", said.format(team=team.name, size=team.size, count=side), "team")
    if len(players) < side:
        raise TournamentError(
            "team-size", _("{team} needs {count} players for these rules.").format(team=team.name, count=side), "team"
        )
    if Entry.objects.filter(tournament=tournament, team=team).exists():
        raise TournamentError("already-entered", _("{team} is entered already.").format(team=team.name), "team")
    entered = TeamPlace.objects.filter(left_on=None, team__entries__tournament=tournament)
    if twice := entered.filter(player__in=players).first():
        raise TournamentError(
            "player-entered",
            _("{player} plays for {team} in this tournament.").format(player=twice.player.name, team=twice.team.name),
            "team",
        )
    entries = Entry.objects.filter(tournament=tournament)
    if entries.count() >= MOST_TEAMS:
        raise TournamentError("full", _("A round robin takes {count} teams at most.").format(count=MOST_TEAMS), "team")
    last = entries.aggregate(last=Max("seed"))["last"] or 0
    entry = Entry.objects.create(tournament=tournament, team=team, seed=last + 1)
    if as_officer:
        _note_entry(tournament, team, "tournament.entered", by)
    tell_entry(entry, "entered", by=by)
    return entry


@transaction.atomic
def withdraw_team(*, tournament_id: UUID, team: Team, by: Player) -> None:
    """Withdraw an entry before the tournament begins; a team that is not entered is left alone.

    A withdrawal by a player who may run the club's tournaments is logged as an officer's act.

    Raises:
        NotAllowed: `by` may neither run the club's tournaments nor enter the team as one of its players.
        TournamentError: `entries-closed`.
    """
    tournament = _open_for_entries(tournament_id)
    as_officer = _enters_as_officer(tournament, team, by)
    entry = Entry.objects.filter(tournament=tournament, team=team).first()
    if entry is not None:
        tell_entry(entry, "withdrawn", by=by)
        entry.delete()
        if as_officer:
            _note_entry(tournament, team, "tournament.withdrawn", by)


def _open_for_entries(tournament_id: UUID) -> Tournament:
    """Return the tournament with its row locked, and no other row: the club's may be in use."""
    tournament = Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=tournament_id)
    if tournament.status != Tournament.Status.OPEN:
        raise TournamentError(
            "entries-closed", _("{tournament} has begun; its entries are closed.").format(tournament=tournament.name)
        )
    return tournament


def _enters_as_officer(tournament: Tournament, team: Team, by: Player) -> bool:
    """Tell whether a player enters the team as an officer or as one of its players.

    Raises:
        NotAllowed: The player may not enter the team.
    """
    if may(by, "run_tournaments", tournament.club):
        return True
    require(by, "enter_own_teams", tournament.club)
    if team.captain_id != by.pk and not TeamPlace.objects.filter(team=team, player=by, left_on=None).exists():
        raise NotAllowed(_("A team is entered by its own players or by the club's directors."))
    return False


def _note_entry(tournament: Tournament, team: Team, action: str, by: Player) -> None:
    details = {"tournament": str(tournament.pk), "team": str(team.pk)}
    note_act(club=tournament.club, actor=by, action=action, details=details)
