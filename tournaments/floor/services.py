"""The commands on the floor of a tournament: one function a use case, keyword arguments, one transaction each.

`command` is the command's id: a repeated command is not done again and gets the first answer. `now` is the time of the
command, by default the present. Two that do the same at once are decided one after the other, each on the floor as it
stands then: of two assistants who claim a call, one gets it and the other is told who did.
"""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar, cast
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.base.pace import count_act
from clubs.errors import NotAllowed
from clubs.models import Player
from games.errors import TooFast
from games.sheets.authors import Author
from tournaments.deeds.base import DIRECTORS, MAX_TIME, SCORERS, Doer
from tournaments.directing.acting import check_own
from tournaments.directing.roles import doer_of
from tournaments.errors import TournamentError
from tournaments.floor import codes, events, log, telling
from tournaments.floor.codes import Audience, Phrase, Reason
from tournaments.floor.rights import caller_of, entrants_of, is_caller, match_at, staff_of
from tournaments.floor.state import Announcement, Arrival, Call, FloorState
from tournaments.log import states
from tournaments.models import MAX_WORDS, FloorWords, Tournament
from tournaments.state.tournament import TournamentState
from tournaments.webhooks import outbox

CLAIM: Final = timedelta(minutes=6)
"""The time for which a claim holds; claimed again it holds for so long from then on."""
SHOWN_MINUTES: Final = 30
"""The minutes for which an announcement is shown unless its author chooses otherwise."""
MAX_SHOWN_MINUTES: Final = 24 * 60
MAX_MINUTES: Final = 600
"""The minutes that a ready phrase may name."""
MAX_ROUND: Final = 999
MAX_HAND: Final = 999
MAX_TRICK: Final = 16
MAX_READERS: Final = 1_000
"""The number of matches or entrants that an announcement names."""
WINDOW: Final = 600
"""The seconds in which commands of one person are counted, from the first of them."""
MAX_CALLS: Final = 12
MAX_ANNOUNCEMENTS: Final = 60
MAX_ARRIVALS: Final = 200

Value = TypeVar("Value")


def call_director(
    *,
    tournament: Tournament,
    match: int,
    by: Author,
    reason: str,
    command: UUID,
    hand: int | None = None,
    trick: int | None = None,
    words: str = "",
    now: datetime | None = None,
) -> Call:
    """Call the director to a match; for its players, the holders of passes to its sheets, and the staff.

    Args:
        tournament: The tournament, with its club.
        match: The number of the match.
        by: The player, or the phone with a pass.
        reason: Its code (`codes.REASONS`).
        hand: The number of the hand it is about; None without.
        trick: The number of the trick in it; None without.
        words: The caller's own words, for the staff alone; needed for the reason `other`.

    Raises:
        NotAllowed: It is another table's match.
        TournamentError: `unknown-match`, `no-opponents`, `tournament-over`, `unknown-reason`, `unknown-hand`,
            `unknown-trick`, `words-missing`, `words-too-long`, `called-already`.
        TooFast: Too many calls in a short time.
    """
    if first := _first_of(tournament, command, events.DirectorCalled):
        return _call(log.current(tournament.pk), first.call)
    state, own = states.current(tournament.pk), _cleaned(words)
    known = match_at(tournament, state, match, by.player)
    caller = caller_of(tournament, state, known, by)
    if caller is None:
        raise NotAllowed(_("Only the players of the match can call the director, from their own table."))
    if state.is_over:
        raise TournamentError("tournament-over", _("The tournament is over."))
    _check_reason(reason, hand, trick, own)
    _keep_pace("call", caller.id, MAX_CALLS)
    number = 0

    def decide(floor: FloorState) -> Sequence[events.FloorEvent]:
        nonlocal number
        if any((call.match, call.game) == (match, caller.game) for call in floor.open_calls):
            raise TournamentError("called-already", _("The director has already been called to this table."))
        number = len(floor.calls) + 1
        called = events.DirectorCalled(
            number, match, caller.id, cast(Reason, reason),
            game=caller.game, hand=hand, trick=trick, table=known.table, worded=bool(own),
        )  # fmt: skip
        return [called]

    def beside(floor: FloorState) -> None:
        if own:
            author = None if caller.id.startswith("pass:") else by.player
            FloorWords.objects.create(
                tournament=tournament, about=FloorWords.About.CALL, number=number, text=own,
                author=None if author is None else author.real,
            )  # fmt: skip

    floor, happened = log.write(tournament.pk, decide, actor=caller.id, command=command, beside=beside, now=now)
    made = _call(floor, _done(happened, events.DirectorCalled).call)
    # After the append: nobody waits at the lane while many are notified. The same call notifies nobody twice.
    telling.tell_call(tournament, state, made)
    return made


def claim_call(*, tournament: Tournament, call: int, by: Player, command: UUID, now: datetime | None = None) -> Call:
    """Claim an open call: the member of the staff is on the way. Claimed again by the same, it holds for longer.

    Raises:
        NotAllowed: The player is neither a director nor an assistant.
        TournamentError: `unknown-call`, `call-closed`; `claimed-already`: somebody else is on the way.
    """
    doer, at = _staff(tournament, by), now or timezone.now()

    def decide(floor: FloorState) -> Sequence[events.FloorEvent]:
        claimant = _open_call(floor, call).claimant(at)
        if claimant and claimant != doer.player:
            raise TournamentError("claimed-already", _already(claimant))
        return [events.CallClaimed(call, doer.player, int((at + CLAIM).timestamp()))]

    floor, _happened = log.write(tournament.pk, decide, actor=doer.player, command=command, now=at)
    return _call(floor, call)


def release_call(*, tournament: Tournament, call: int, by: Player, command: UUID, now: datetime | None = None) -> Call:
    """Give up the claim of a call; the own one, or as a director anybody's.

    Raises:
        NotAllowed: It is somebody else's claim.
        TournamentError: `unknown-call`, `call-closed`; `not-claimed`: nobody is on the way.
    """
    doer, at = _staff(tournament, by), now or timezone.now()

    def decide(floor: FloorState) -> Sequence[events.FloorEvent]:
        claimant = _open_call(floor, call).claimant(at)
        if not claimant:
            raise TournamentError("not-claimed", _("Nobody has claimed this call, or the claim has run out."))
        if claimant != doer.player and not doer.is_one_of(DIRECTORS):
            raise NotAllowed(_already(claimant))
        return [events.CallReleased(call)]

    floor, _happened = log.write(tournament.pk, decide, actor=doer.player, command=command, now=now)
    return _call(floor, call)


def close_call(
    *, tournament: Tournament, call: int, by: Player, outcome: str, command: UUID, now: datetime | None = None
) -> Call:
    """Close a call: it is done with, claimed or not.

    Raises:
        NotAllowed: The player is neither a director nor an assistant.
        TournamentError: `unknown-call`, `call-closed`, `unknown-outcome`.
    """
    doer = _staff(tournament, by)
    if outcome not in codes.OUTCOMES:
        raise TournamentError("unknown-outcome", _("Choose how the call ended."), "outcome")

    def decide(floor: FloorState) -> Sequence[events.FloorEvent]:
        _open_call(floor, call)
        return [events.CallClosed(call, doer.player, outcome)]

    floor, _happened = log.write(tournament.pk, decide, actor=doer.player, command=command, now=now)
    telling.take_back(tournament, _call(floor, call))
    return _call(floor, call)


def withdraw_call(*, tournament: Tournament, call: int, by: Author, command: UUID, now: datetime | None = None) -> Call:
    """Take an own call back.

    Raises:
        NotAllowed: Somebody else made the call.
        TournamentError: `unknown-call`, `call-closed`.
    """
    made = _call(log.current(tournament.pk), call)
    # Also where the command was given before, maybe about another call.
    if not is_caller(made, by):
        raise NotAllowed(_("Only the caller can withdraw a call."))

    def decide(floor: FloorState) -> Sequence[events.FloorEvent]:
        return [events.CallClosed(_open_call(floor, call).number, made.by, "withdrawn")]

    floor, _happened = log.write(tournament.pk, decide, actor=by.id, command=command, now=now)
    telling.take_back(tournament, _call(floor, call))
    return _call(floor, call)


def announce(
    *,
    tournament: Tournament,
    by: Player,
    command: UUID,
    audience: str = "all",
    to: Collection[int] = (),
    phrase: str = "",
    round_number: int | None = None,
    at: int | None = None,
    minutes: int | None = None,
    words: str = "",
    malayalam: str = "",
    shown_minutes: int | None = SHOWN_MINUTES,
    now: datetime | None = None,
) -> Announcement:
    """Announce something to everybody, to the tables of some matches, or to some entrants.

    Args:
        tournament: The tournament, with its club.
        by: A director or an assistant.
        audience: `all`, `tables` or `entrants`.
        to: The numbers of the matches at these tables, or of the entrants; none for all.
        phrase: The code of a ready phrase (`codes.PHRASES`), which each reader gets in the own language; empty with
            `words`.
        round_number: The number of the round that the phrase names.
        at: The time that it names, in seconds since 1970 UTC.
        minutes: The minutes that it names.
        words: Own words in place of a phrase.
        malayalam: The same for readers of Malayalam; empty: they read `words`.
        shown_minutes: For how long it is shown; None: until it is withdrawn.

    Raises:
        NotAllowed: The player is neither a director nor an assistant.
        TournamentError: `unknown-audience`, `unknown-match`, `unknown-entrant`, `no-readers`, `too-many-readers`,
            `unknown-phrase`, `phrase-or-words`, `place-missing`, `place-extra`, `out-of-range`, `words-missing`,
            `words-too-long`.
        TooFast: Too many announcements in a short time.
    """
    doer, moment = _staff(tournament, by), now or timezone.now()
    if first := _first_of(tournament, command, events.AnnouncementMade):
        return _announcement(log.current(tournament.pk), first.announcement)
    own, second = _cleaned(words), _cleaned(malayalam, "malayalam")
    state = states.current(tournament.pk)
    _check_readers(state, audience, to)
    _check_phrase(phrase, {"round": round_number, "at": at, "minutes": minutes}, own, second)
    _check_range(shown_minutes, "shown_minutes", MAX_SHOWN_MINUTES)
    _keep_pace("announce", doer.player, MAX_ANNOUNCEMENTS)
    number = 0

    def decide(floor: FloorState) -> Sequence[events.FloorEvent]:
        nonlocal number
        number = len(floor.announcements) + 1
        made = events.AnnouncementMade(
            number,
            doer.player,
            cast(Audience, audience),
            tuple(sorted(set(to))),
            cast(Phrase, phrase) if phrase else None,
            round=round_number,
            at=at,
            minutes=minutes,
            until=None if shown_minutes is None else int((moment + timedelta(minutes=shown_minutes)).timestamp()),
        )
        return [made]

    def beside(floor: FloorState) -> None:
        outbox.note_announcement(tournament, number, audience, floor.version)
        if own:
            FloorWords.objects.create(
                tournament=tournament, about=FloorWords.About.ANNOUNCEMENT, number=number, text=own, malayalam=second,
                author=by.real,
            )  # fmt: skip

    floor, happened = log.write(tournament.pk, decide, actor=doer.player, command=command, beside=beside, now=moment)
    told = _announcement(floor, _done(happened, events.AnnouncementMade).announcement)
    telling.tell_announcement(tournament, state, told)
    return told


def withdraw_announcement(
    *, tournament: Tournament, announcement: int, by: Player, command: UUID, now: datetime | None = None
) -> Announcement:
    """Withdraw an announcement: it is shown no longer.

    Raises:
        NotAllowed: The player is neither a director nor an assistant.
        TournamentError: `unknown-announcement`; `withdrawn-already`.
    """
    doer = _staff(tournament, by)

    def decide(floor: FloorState) -> Sequence[events.FloorEvent]:
        if _announcement(floor, announcement).withdrawn:
            raise TournamentError("withdrawn-already", _("This announcement is already withdrawn."))
        return [events.AnnouncementWithdrawn(announcement)]

    floor, _happened = log.write(tournament.pk, decide, actor=doer.player, command=command, now=now)
    telling.take_back(tournament, _announcement(floor, announcement))
    return _announcement(floor, announcement)


def note_arrival(
    *,
    tournament: Tournament,
    match: int,
    entrant: int,
    by: Player,
    command: UUID,
    here: bool = True,
    now: datetime | None = None,
) -> datetime | None:
    """Note that a side of a match is at its table, or is not after all; for its squad and the staff.

    Returns:
        When it came; None: it is not noted as there.

    Raises:
        NotAllowed: It is somebody else's side.
        TournamentError: `unknown-match`, `no-opponents`, `unknown-entrant`, `tournament-over`.
        TooFast: Too much of it in a short time.
    """
    state = states.current(tournament.pk)
    known = match_at(tournament, state, match, by)
    if entrant not in known.entrants:
        raise TournamentError("unknown-entrant", _("This entrant does not play in the match."), "entrant")
    doer = doer_of(tournament, by, state)
    if entrant not in entrants_of(state, known, by) and not doer.is_one_of(SCORERS):
        raise NotAllowed(_("Only the players of this entrant, or the staff, can do this."))
    if state.is_over:
        raise TournamentError("tournament-over", _("The tournament is over."))
    if not _first_of(tournament, command, events.ArrivalNoted):
        _keep_pace("arrival", doer.player, MAX_ARRIVALS)

    def decide(floor: FloorState) -> Sequence[events.FloorEvent]:
        if (Arrival(match, entrant) in floor.arrived) == here:
            return ()
        return [events.ArrivalNoted(match, entrant, here)]

    floor, _happened = log.write(tournament.pk, decide, actor=doer.player, command=command, now=now)
    return floor.arrived.get(Arrival(match, entrant))


def _staff(tournament: Tournament, by: Player) -> Doer:
    check_own(tournament)
    return staff_of(tournament, states.current(tournament.pk), by)


def _first_of(tournament: Tournament, command: UUID, kind: type[Value]) -> Value | None:
    """Return the event of a kind that a command appended; None: it was never done."""
    return next((event for event in log.answered(tournament.pk, command) if isinstance(event, kind)), None)


def _done(happened: Sequence[Any], kind: type[Value]) -> Value:
    """Return the event of a kind that a command appended.

    Raises:
        TournamentError: `command-used`: the id of the command was given to another one before.
    """
    event = next((event for event in happened if isinstance(event, kind)), None)
    if event is None:
        raise TournamentError("command-used", _("This form has already been used. Reload the page."))
    return event


def _call(floor: FloorState, number: int) -> Call:
    """Return a call.

    Raises:
        TournamentError: `unknown-call`.
    """
    call = floor.call(number)
    if call is None:
        raise TournamentError("unknown-call", _("There is no such call."), "call")
    return call


def _open_call(floor: FloorState, number: int) -> Call:
    """Return a call that is open.

    Raises:
        TournamentError: `unknown-call`, `call-closed`.
    """
    call = _call(floor, number)
    if call.withdrawn:
        raise TournamentError("call-closed", _("This call was withdrawn."))
    if not call.is_open:
        raise TournamentError("call-closed", _("This call is already closed."))
    return call


def _announcement(floor: FloorState, number: int) -> Announcement:
    told = floor.announcement(number)
    if told is None:
        raise TournamentError("unknown-announcement", _("There is no such announcement."), "announcement")
    return told


def _already(claimant: str) -> str:
    """Return the sentence that says who is on the way."""
    name = Player.objects.filter(pk=claimant).values_list("name", flat=True).first()
    return _("{name} is already on the way to this table.").format(name=name or _("Somebody"))


def _cleaned(words: str, field: str = "words") -> str:
    """Return words with whitespace collapsed, and without NUL, which no column holds.

    Raises:
        TournamentError: `words-too-long`.
    """
    cleaned = " ".join(words.replace("\x00", "").split())
    if len(cleaned) > MAX_WORDS:
        text = _("Write {most} characters at most.").format(most=MAX_WORDS)
        raise TournamentError("words-too-long", text, field)
    return cleaned


def _check_reason(reason: str, hand: int | None, trick: int | None, words: str) -> None:
    """Refuse a call whose reason cannot be.

    Raises:
        TournamentError: `unknown-reason`, `words-missing`, `unknown-hand`, `unknown-trick`.
    """
    if reason not in codes.REASONS:
        raise TournamentError("unknown-reason", _("Choose a reason for calling the director."), "reason")
    if reason == codes.OTHER and not words:
        raise TournamentError("words-missing", _("Describe the matter in a few words."), "words")
    if hand is not None and not 1 <= hand <= MAX_HAND:
        raise TournamentError("unknown-hand", _("Give the number of a hand, from 1."), "hand")
    if trick is not None and (hand is None or not 1 <= trick <= MAX_TRICK):
        raise TournamentError("unknown-trick", _("Give the number of a hand and of a trick in it, from 1."), "trick")


def _check_readers(state: TournamentState, audience: str, to: Collection[int]) -> None:
    """Refuse an announcement to readers that there are not."""
    if audience == "all":
        if to:
            raise TournamentError("unknown-audience", _("An announcement to all names no tables or entrants."), "to")
        return
    if audience not in ("tables", "entrants"):
        raise TournamentError("unknown-audience", _("Choose the audience of the announcement."), "audience")
    if not to:
        raise TournamentError("no-readers", _("Choose the tables or entrants that the announcement is for."), "to")
    if len(to) > MAX_READERS:
        text = _("Choose {most} at most, or everybody.").format(most=MAX_READERS)
        raise TournamentError("too-many-readers", text, "to")
    if audience == "tables" and not set(to) <= state.matches.keys():
        raise TournamentError("unknown-match", _("There is no such match."), "to")
    if audience == "entrants" and not set(to) <= state.entrants.keys():
        raise TournamentError("unknown-entrant", _("There is no such entrant."), "to")


def _check_phrase(phrase: str, given: dict[str, int | None], words: str, malayalam: str) -> None:
    """Refuse an announcement that says nothing, or whose places are not those of its phrase."""
    if bool(phrase) == bool(words) or (malayalam and not words):
        text = _("Choose a phrase, or enter your own words.")
        raise TournamentError("phrase-or-words", text, "malayalam" if malayalam and not words else "words")
    if phrase and phrase not in codes.PLACES:
        raise TournamentError("unknown-phrase", _("There is no such phrase."), "phrase")
    places = codes.PLACES.get(phrase, codes.Places())
    for name, value in given.items():
        wanted = getattr(places, name)
        if wanted and value is None:
            raise TournamentError("place-missing", _MISSING[name](), name)
        if value is not None and not wanted:
            raise TournamentError("place-extra", _("The phrase does not name that."), name)
        _check_range(value, name, _MOST[name])


_MOST: Final = {"round": MAX_ROUND, "at": MAX_TIME, "minutes": MAX_MINUTES}
_MISSING: Final[dict[str, Callable[[], str]]] = {
    "round": lambda: _("Give the number of the round."),
    "at": lambda: _("Give the time."),
    "minutes": lambda: _("Give the minutes."),
}


def _check_range(value: int | None, field: str, most: int) -> None:
    """Refuse a number out of its range.

    Raises:
        TournamentError: `out-of-range`.
    """
    if value is not None and not 1 <= value <= most:
        text = _("Give a number from 1 to {most}.").format(most=most)
        raise TournamentError("out-of-range", text, field)


def _keep_pace(kind: str, author: str, most: int) -> None:
    """Count a command of a person, and refuse one too many; it can be given again later.

    Raises:
        TooFast: `too-fast`.
    """
    if count_act(f"tournaments.floor.{kind}.{author}", WINDOW) > most:
        raise TooFast("too-fast", _("Too many attempts in a short time. Try again in a few minutes."))
