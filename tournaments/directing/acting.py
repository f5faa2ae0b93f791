"""The way of a deed from a person, or from the clock, to the log and to the rows beside it."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.utils import timezone
from msgspec.structs import replace

from clubs.house.services import play_by_house_rules
from clubs.models import Club, Membership, Player, Team
from clubs.officers.roles import active, is_suspended
from engine.phrases import phrase
from games.tables.services.seats import LIMITS
from tournaments import announce, telling
from tournaments.deeds.agents import EnterFreeAgent
from tournaments.deeds.agreeing import AcceptTime, ProposeTime
from tournaments.deeds.base import SERVER, STAFF, Deed, Doer, Refused
from tournaments.deeds.entering import ChangeSquad, Enter
from tournaments.deeds.ladder import AcceptChallenge
from tournaments.deeds.opening import ChangeTournament, NameStaff
from tournaments.deeds.playing import CallMatch, Substitute
from tournaments.deeds.seating import seated
from tournaments.directing import noting, rows
from tournaments.directing.accounts import without_account
from tournaments.directing.clashing import TIMED, check_clashes, with_taken
from tournaments.directing.follows import tell_followers
from tournaments.directing.roles import doer_of
from tournaments.directing.squads import check_entry
from tournaments.events.settings import Settings
from tournaments.log import door, states
from tournaments.log.door import Done
from tournaments.models import Reason, Tournament
from tournaments.state.outcomes import match_plan
from tournaments.state.tournament import MatchState, TournamentState
from tournaments.webhooks import outbox

MAX_REASON: Final = 200
"""The characters of people's words about a deed."""
SWITCHES: Final = ("running_count", "chat")
TERMS: Final = ("action_seconds", "reserve_seconds", "pause_seconds", *SWITCHES)
"""The terms of play of a table that a tournament settles; a match's plan has its minutes."""


def act(
    tournament: Tournament,
    deed: Deed,
    *,
    by: Player | None,
    command: UUID,
    expected: int | None = None,
    about: int | None = None,
    words: str = "",
    name: str = "",
    now: datetime | None = None,
) -> Done:
    """Do a deed in a tournament; the same command again does nothing and gets the first answer.

    Args:
        tournament: The tournament, with its club.
        deed: The deed.
        by: The player who does it; None: the server.
        command: The command's id.
        expected: The version that the player saw; refused if the tournament has changed since.
        about: The match that it is about: then only what concerns that match is a change.
        words: The player's words about it, kept beside the log.
        name: The name of an entrant that is entered; empty: that of its team or its players.
        now: The time of the deed; by default the present.

    Raises:
        Refused, DrawError, PairingError, ConflictError, TooBusy, UnknownTournament: As `tournaments.log.door.perform`;
            those of `check_clashes`, `taken-in`, `unknown-player`, `unknown-team`, `words-too-long`, `time-past`,
            `no-account`, and of entries those of `check_entry`, beside those of the deed.
    """
    check_own(tournament)
    _check_ids(tournament, deed)
    _check_words(words)
    doer = replace(_doer(tournament, by), at=int((now or timezone.now()).timestamp()))
    _check_to_come(deed, doer)
    if isinstance(deed, Enter | ChangeSquad | EnterFreeAgent):
        check_entry(tournament, states.current(tournament.pk), deed, doer, by)
    state = states.current(tournament.pk)
    if isinstance(deed, TIMED) and door.answered(tournament.pk, command) is None:
        check_clashes(tournament, state, deed)
    return door.perform(
        tournament.pk,
        with_taken(tournament, state, _with_absent(tournament, deed)),
        doer,
        command=command,
        expected=expected,
        about=about,
        beside=partial(_beside, tournament, by, doer, words=" ".join(words.split()), name=name),
        now=now,
    )


def undo(
    tournament: Tournament,
    version: int,
    *,
    by: Player,
    command: UUID,
    expected: int | None = None,
    words: str = "",
    now: datetime | None = None,
) -> Done:
    """Undo the deed to which an event belongs, if nothing stands on it.

    Raises:
        Refused, NotUndoable, ConflictError, TooBusy, UnknownTournament: As `tournaments.log.door.undo`; `taken-in`.
    """
    check_own(tournament)
    _check_words(words)
    doer = _doer(tournament, by)
    return door.undo(
        tournament.pk,
        version,
        doer,
        command=command,
        expected=expected,
        beside=partial(_beside, tournament, by, doer, words=" ".join(words.split()), name=""),
        now=now,
    )


def act_for_server(
    tournament: Tournament, deed: Deed, *, command: UUID, by: Player | None = None, now: datetime | None = None
) -> Done:
    """Do a deed of the server, such as one of a case; the same command again does nothing and gets the first answer.

    Args:
        tournament: The tournament, with its club.
        deed: The deed.
        command: The command's id.
        by: The person who decided it elsewhere, for the log; None: nobody.
        now: The time of the deed; by default the present.

    Raises:
        Refused, DrawError, PairingError, TooBusy, UnknownTournament: As `tournaments.log.door.perform`; `taken-in`.
    """
    check_own(tournament)
    doer = _server_for(by)
    beside = partial(_beside, tournament, None, doer, words="", name="")
    return door.perform(tournament.pk, deed, doer, command=command, beside=beside, now=now)


def undo_for_server(
    tournament: Tournament, version: int, *, command: UUID, by: Player | None = None, now: datetime | None = None
) -> Done:
    """Undo a deed of the server, if nothing stands on it.

    Raises:
        Refused, NotUndoable, TooBusy, UnknownTournament: As `tournaments.log.door.undo`; `taken-in`.
    """
    check_own(tournament)
    doer = _server_for(by)
    beside = partial(_beside, tournament, None, doer, words="", name="")
    return door.undo(tournament.pk, version, doer, command=command, beside=beside, now=now)


def _server_for(by: Player | None) -> Doer:
    """Return the server, with the player in whose name it acts; who has acted knows, and is told nothing."""
    return SERVER if by is None else replace(SERVER, player=str(by.real_id))


def check_own(tournament: Tournament) -> None:
    """Refuse deeds in a tournament that was taken in with the archive of another installation.

    Raises:
        Refused: `taken-in`.
    """
    if tournament.origin:
        text = phrase("This tournament was played on another server, so it is read-only here.")
        raise Refused("taken-in", text)


def _check_to_come(deed: Deed, doer: Doer) -> None:
    """Refuse that captains agree on a time that is over.

    Raises:
        Refused: `time-past`.
    """
    at = deed.at if isinstance(deed, AcceptTime | ProposeTime | AcceptChallenge) else None
    if at is not None and doer.at is not None and at < doer.at and not doer.is_one_of(STAFF):
        raise Refused("time-past", phrase("That time is over. Choose a later time."), "at")


def _with_absent(tournament: Tournament, deed: Deed) -> Deed:
    """Return a call that seats nobody suspended in the club, nor a guest at a live table; other deeds as they are.

    Raises:
        Refused: `no-account`: a seat at a live table would stay empty, where no house bot may fill it.
    """
    if not isinstance(deed, CallMatch):
        return deed
    state = states.current(tournament.pk)
    match = state.matches.get(deed.match)
    entrants = [] if match is None else [state.entrants[entrant] for entrant in match.entrants]
    squads = [UUID(player) for entrant in entrants for player in entrant.squad]
    members = Membership.objects.filter(~active(), club=tournament.club, player__in=squads)
    suspended = tuple(map(str, members.values_list("player_id", flat=True)))
    absent = (*deed.absent, *suspended)
    if match is not None and (plan := match_plan(state, match)).place == "table":
        guests = tuple(sorted(without_account(map(str, squads))))
        missed = _seats(state, match, absent, plan.rooms) - _seats(state, match, (*absent, *guests), plan.rooms)
        if missed and not state.settings.bots:
            text = phrase(
                "Match {match} has players without an account, who cannot play at a live table: {count}. "
                "Report its result, or name others."
            )
            raise Refused("no-account", text, "match", match=match.number, count=missed)
        absent = (*absent, *guests)
    return replace(deed, absent=absent) if absent != deed.absent else deed


def _seats(state: TournamentState, match: MatchState, absent: Sequence[str], rooms: int) -> int:
    """Return how many seats of a match are taken by players."""
    return sum(len(side) for room in seated(state, match, absent, rooms) for side in room)


def _doer(tournament: Tournament, by: Player | None) -> Doer:
    return SERVER if by is None else doer_of(tournament, by, states.current(tournament.pk))


def _beside(
    tournament: Tournament,
    by: Player | None,
    doer: Doer,
    state: TournamentState,
    stored: Sequence[Any],
    *,
    words: str,
    name: str,
) -> None:
    """Write what stands beside the events of a deed: rows, words, notices, and lines of the officers' log."""
    happened = [one.event for one in stored]
    rows.follow(state, happened, name)
    outbox.note(tournament, state, happened)
    telling.tell(tournament, state, happened, but=doer.player)
    tell_followers(tournament, state, happened, but=doer.player)
    if by is not None and doer.is_one_of(STAFF):
        noting.note(tournament, state, happened, by)
    if words:
        Reason.objects.create(tournament_id=state.stream, version=stored[0].version, text=words)
    announce.tournament_advanced(state.stream, state.version)


def _check_ids(tournament: Tournament, deed: Deed) -> None:
    """Refuse ids that no player, team or club has, which a log could never make good."""
    if isinstance(deed, Enter | ChangeSquad):
        _check_known(Player, deed.squad, "unknown-player", "squad")
    if isinstance(deed, EnterFreeAgent):
        _check_known(Player, [deed.player], "unknown-player", "player")
    if isinstance(deed, EnterFreeAgent | Enter):
        _check_known(Club, [deed.club] if deed.club is not None else [], "unknown-club", "club")
    if isinstance(deed, Enter):
        _check_known(Team, [deed.team] if deed.team is not None else [], "unknown-team", "team")
    if isinstance(deed, ChangeTournament):
        check_terms(deed.settings)
        fix_house_rules(tournament.club, deed.settings, promised=tournament.house_id)
    if isinstance(deed, Substitute):
        _check_substitute(tournament, deed)
    if isinstance(deed, NameStaff):
        _check_known(Player, [deed.player], "unknown-player", "player")


def _check_substitute(tournament: Tournament, deed: Substitute) -> None:
    """Refuse a substitute who takes no seat: a house bot, somebody suspended in the club, a guest at a live table."""
    _check_known(Player, [deed.player], "unknown-player", "player")
    player = Player.objects.get(pk=deed.player)
    if player.is_bot:
        raise Refused("house-bot", phrase("A house bot cannot take over a seat in the middle of a match."), "player")
    if is_suspended(club=tournament.club, player=player):
        raise Refused("suspended", phrase("This player is suspended in the club."), "player")
    state = states.current(tournament.pk)
    match = state.matches.get(deed.match)
    if match is not None and match_plan(state, match).place == "table" and without_account([deed.player]):
        text = phrase("This player has no account, and cannot play at a live table.")
        raise Refused("no-account", text, "player")


def _check_known(model: Any, ids: Sequence[str], code: str, field: str) -> None:
    """Refuse ids that there are not, or that are written otherwise than the log writes them."""
    try:
        wanted = {UUID(one) for one in ids if str(UUID(one)) == one}
    except ValueError:
        wanted = set()
    if len(wanted) != len(set(ids)) or model.objects.filter(pk__in=wanted).count() != len(wanted):
        raise Refused(code, _UNKNOWN[code], field)


def check_terms(settings: Settings) -> None:
    """Refuse terms of play that no table has.

    Raises:
        Refused: `terms-impossible`, with the term.
    """
    for term, value in settings.terms.items():
        least, most = LIMITS.get(term, (0, 1))
        if term not in TERMS or not isinstance(value, bool if term in SWITCHES else int) or not least <= value <= most:
            text = phrase("There is no such setting, or its value is out of range.")
            raise Refused("terms-impossible", text, f"terms.{term}")


def fix_house_rules(club: Club, settings: Settings, promised: UUID | None = None) -> None:
    """Keep the version of the house rules that a tournament is played by, whatever the club changes later.

    Args:
        club: The club that holds it.
        settings: Its settings, which may name no house rules.
        promised: The house rules that it is played by already, though the club may have replaced them.

    Raises:
        Refused: `unknown-house-rules`, `other-club`, `other-rules`.
        ClubError: The house rules are retired or replaced.
    """
    if settings.house is None:
        return
    try:
        pk = UUID(settings.house)
    except ValueError:
        raise Refused("unknown-house-rules", phrase("There are no such house rules."), "house") from None
    house = play_by_house_rules(house_id=pk, promised=pk == promised)
    if house.club_id != club.pk:
        raise Refused("other-club", phrase("These are house rules of another club."), "house")
    if (house.rules, house.options, house.engine) != (settings.rules, settings.options, settings.engine):
        raise Refused("other-rules", phrase("The settings and the house rules name different rule sets."), "house")


_UNKNOWN: Final = {
    "unknown-player": phrase("There is no such player."),
    "unknown-team": phrase("There is no such team."),
    "unknown-club": phrase("There is no such club."),
}


def _check_words(words: str) -> None:
    if len(words) > MAX_REASON:
        raise Refused("words-too-long", phrase("Write {most} characters at most."), "words", most=MAX_REASON)
