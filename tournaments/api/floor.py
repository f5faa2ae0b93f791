"""The floor of a tournament: calls for the director, announcements, and sides that are at their tables."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Annotated, Literal

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL, ApiView, described, published
from clubs.api.common import judged
from clubs.api.problems import Problem
from games.api.writing import PublicWritingView, WritingView
from games.sheets.authors import Author
from tournaments.api.finding import found, needs_staff
from tournaments.deeds.base import MAX_TIME, SCORERS
from tournaments.directing.roles import doer_of
from tournaments.floor import services
from tournaments.floor.codes import Audience, Outcome, Phrase, Reason
from tournaments.floor.rights import is_caller
from tournaments.floor.selectors import floor_of, names_of, texts_of_announcements, words_of_calls
from tournaments.floor.state import Announcement, Call, median_answer
from tournaments.floor.words import reason_words
from tournaments.log import states
from tournaments.models import MAX_WORDS, Tournament

operation = partial(described, tag="tournaments")

Number = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
Words = Annotated[str, msgspec.Meta(max_length=MAX_WORDS, pattern=NO_NUL)]


class CallAsked(msgspec.Struct, forbid_unknown_fields=True):
    """A call for the director.

    Attributes:
        match: The number of the match.
        reason: Why.
        hand: The number of the hand it is about.
        trick: The number of the trick in it.
        words: Own words, which the staff alone reads; needed for the reason `other`.
    """

    match: Number
    reason: Reason
    hand: Annotated[int, msgspec.Meta(ge=1, le=services.MAX_HAND)] | None = None
    trick: Annotated[int, msgspec.Meta(ge=1, le=services.MAX_TRICK)] | None = None
    words: Words = ""


class CallClosing(msgspec.Struct, forbid_unknown_fields=True):
    """How a call ended."""

    outcome: Literal["ruled", "settled", "corrected", "nothing"]


class CallShown(msgspec.Struct, frozen=True):
    """A call for the director.

    Attributes:
        game: The number of the game in the match; nothing where none was called.
        table: The table where the match was played then, as the tournament calls it.
        by: The name of the caller; empty for a phone with a pass.
        reason: The code.
        text: The reason in words, with the hand and the trick.
        words: The caller's own words; empty without, or once they were erased.
        claimed_by: The name of the member of the staff who is on the way; empty: nobody is, and it can be claimed.
        claim_until: When the claim ends.
        answered_at: When somebody of the staff claimed it first, or closed it unclaimed.
        outcome: How it ended; empty while it is open.
    """

    number: int
    match: int
    game: int | None
    hand: int | None
    trick: int | None
    table: str
    by: str
    reason: Reason
    text: str
    words: str
    made_at: datetime
    claimed_by: str
    claim_until: datetime | None
    answered_at: datetime | None
    closed_at: datetime | None
    outcome: Outcome | Literal[""]


class CallsShown(msgspec.Struct, frozen=True):
    """The calls of a tournament, the latest first; the median of the seconds until they were answered."""

    median_answer: int | None
    calls: tuple[CallShown, ...]


class CallsAsked(msgspec.Struct, forbid_unknown_fields=True):
    """Which calls: the open ones, or all."""

    open: Annotated[bool, msgspec.Meta(description="Leave out those that are done with.")] = False


class AnnouncementAsked(msgspec.Struct, forbid_unknown_fields=True):
    """An announcement: a ready phrase with what fills its places, or own words.

    Attributes:
        audience: The readers: all, the tables of the matches in `to`, or the entrants in it.
        phrase: A ready phrase, which each reader gets in the own language.
        round: The number of the round that the phrase names.
        at: The time that it names, in seconds since 1970 UTC.
        minutes: The minutes that it names.
        words: Own words in place of a phrase.
        malayalam: The same for readers of Malayalam.
        shown_minutes: For how long it is shown; null: until it is withdrawn.
    """

    audience: Audience = "all"
    to: Annotated[tuple[Number, ...], msgspec.Meta(max_length=services.MAX_READERS)] = ()
    phrase: Phrase | None = None
    round: Annotated[int, msgspec.Meta(ge=1, le=services.MAX_ROUND)] | None = None
    at: Annotated[int, msgspec.Meta(ge=1, le=MAX_TIME)] | None = None
    minutes: Annotated[int, msgspec.Meta(ge=1, le=services.MAX_MINUTES)] | None = None
    words: Words = ""
    malayalam: Words = ""
    shown_minutes: Annotated[int, msgspec.Meta(ge=1, le=services.MAX_SHOWN_MINUTES)] | None = services.SHOWN_MINUTES


class AnnouncementShown(msgspec.Struct, frozen=True):
    """An announcement.

    Attributes:
        at: When it was made.
        audience: The readers, with the numbers of matches or entrants in `to`.
        phrase: The code of a ready phrase; nothing: own words.
        text: What it says, in the language asked for; empty once own words were erased.
        until: When it is over; nothing: not before it is withdrawn.
        withdrawn: It was withdrawn.
    """

    number: int
    at: datetime
    audience: Audience
    to: tuple[int, ...]
    phrase: Phrase | None
    text: str
    until: datetime | None
    withdrawn: bool


class AnnouncementsShown(msgspec.Struct, frozen=True):
    """Announcements, the latest first."""

    announcements: tuple[AnnouncementShown, ...]


class ArrivalAsked(msgspec.Struct, forbid_unknown_fields=True):
    """A side of a match that is at its table; without `here` it is not after all."""

    match: Number
    entrant: Number
    here: bool = True


class ArrivalShown(msgspec.Struct, frozen=True):
    """A side of a match, and since when it is at its table."""

    match: int
    entrant: int
    at: datetime | None


class ArrivalsShown(msgspec.Struct, frozen=True):
    """The sides that are at their tables."""

    arrivals: tuple[ArrivalShown, ...]


class Calls(WritingView):
    """The calls for the director in a tournament."""

    @operation("tournaments_calls", CallsShown, parameters=CallsAsked)
    def get(self, request: Request, slug: str) -> Response:
        """List the calls: for the staff."""
        player, tournament, asked = self.require_player(), found(slug), self.asked(CallsAsked)
        needs_staff(doer_of(tournament, player, states.current(tournament.pk)))
        floor = floor_of(tournament.pk)
        calls = [call for call in reversed(floor.calls) if call.is_open or not asked.open]
        return Response(CallsShown(median_answer(floor), calls_shown(tournament, calls)))

    @operation("tournaments_call_director", {201: CallShown}, body=CallAsked)
    def post(self, request: Request, slug: str) -> Response:
        """Call the director: for the players of the match and the staff."""
        player, tournament, asked = self.require_player(), found(slug), self.read(CallAsked)
        terms = msgspec.structs.asdict(asked)
        call = judged(
            lambda: services.call_director(tournament=tournament, by=Author(player), command=self.command, **terms),
            in_the_input=None,
        )
        return _answer(tournament, call, status=201)


class OneCall(ApiView):
    """A call for the director."""

    @operation("tournaments_one_call", CallShown)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return a call: for its caller and the staff."""
        player, tournament = self.require_player(), found(slug)
        call = floor_of(tournament.pk).call(number)
        staff = doer_of(tournament, player, states.current(tournament.pk)).is_one_of(SCORERS)
        if call is None or not (staff or is_caller(call, Author(player))):
            raise no_such_call()
        return _answer(tournament, call)


class ClaimedCall(WritingView):
    """The claim of a call."""

    @operation("tournaments_claim_call", CallShown)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Claim a call, or hold it for longer: of those who claim it at once, one gets it."""
        player, tournament = self.require_player(), _with_call(slug, number)
        call = services.claim_call(tournament=tournament, call=number, by=player, command=self.command)
        return _answer(tournament, call)


class ReleasedCall(WritingView):
    """The claim of a call that is given up."""

    @operation("tournaments_release_call", CallShown)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Give up a claim: the own one, or as a director anybody's."""
        player, tournament = self.require_player(), _with_call(slug, number)
        call = services.release_call(tournament=tournament, call=number, by=player, command=self.command)
        return _answer(tournament, call)


class ClosedCall(WritingView):
    """The end of a call."""

    @operation("tournaments_close_call", CallShown, body=CallClosing)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Close a call that is done with."""
        player, tournament, asked = self.require_player(), _with_call(slug, number), self.read(CallClosing)
        call = services.close_call(
            tournament=tournament, call=number, by=player, outcome=asked.outcome, command=self.command
        )
        return _answer(tournament, call)


class WithdrawnCall(WritingView):
    """A call that is taken back."""

    @operation("tournaments_withdraw_call", CallShown)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take the own call back."""
        player, tournament = self.require_player(), _with_call(slug, number)
        call = services.withdraw_call(tournament=tournament, call=number, by=Author(player), command=self.command)
        return _answer(tournament, call)


class Announcements(PublicWritingView):
    """The announcements of a tournament."""

    @operation("tournaments_announcements", AnnouncementsShown)
    def get(self, request: Request, slug: str) -> Response:
        """List the announcements: those that everybody may read now; for the staff all of them."""
        tournament, player = found(slug), self.player()
        floor = floor_of(tournament.pk)
        told: Iterable[Announcement] = [one for one in floor.shown(timezone.now()) if one.audience == "all"]
        if player is not None and doer_of(tournament, player, states.current(tournament.pk)).is_one_of(SCORERS):
            told = reversed(floor.announcements)
        return Response(AnnouncementsShown(_announcements_shown(tournament, list(told))))

    @operation("tournaments_announce", {201: AnnouncementShown}, body=AnnouncementAsked)
    def post(self, request: Request, slug: str) -> Response:
        """Announce something: for directors and assistants."""
        player, tournament, asked = self.require_player(), found(slug), self.read(AnnouncementAsked)
        told = judged(
            lambda: services.announce(
                tournament=tournament,
                by=player,
                command=self.command,
                audience=asked.audience,
                to=asked.to,
                phrase=asked.phrase or "",
                round_number=asked.round,
                at=asked.at,
                minutes=asked.minutes,
                words=asked.words,
                malayalam=asked.malayalam,
                shown_minutes=asked.shown_minutes,
            ),
            in_the_input=None,
        )
        (shown,) = _announcements_shown(tournament, [told])
        location = f"/api/tournaments/{tournament.slug}/announcements/"
        return Response(shown, status=201, headers={"Location": location})


class WithdrawnAnnouncement(WritingView):
    """An announcement that holds no longer."""

    @operation("tournaments_withdraw_announcement", AnnouncementShown)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Withdraw an announcement: for directors and assistants."""
        player, tournament = self.require_player(), found(slug)
        if floor_of(tournament.pk).announcement(number) is None:
            raise Problem("not-found", _("There is no such announcement."))
        told = services.withdraw_announcement(
            tournament=tournament, announcement=number, by=player, command=self.command
        )
        (shown,) = _announcements_shown(tournament, [told])
        return Response(shown)


class Arrivals(WritingView):
    """The sides of matches that are at their tables."""

    @operation("tournaments_arrivals", ArrivalsShown)
    def get(self, request: Request, slug: str) -> Response:
        """List the sides that are at their tables: for the staff."""
        player, tournament = self.require_player(), found(slug)
        needs_staff(doer_of(tournament, player, states.current(tournament.pk)))
        arrived = floor_of(tournament.pk).arrived
        return Response(ArrivalsShown(tuple(ArrivalShown(*key, at) for key, at in sorted(arrived.items()))))

    @operation("tournaments_note_arrival", ArrivalShown, body=ArrivalAsked)
    def post(self, request: Request, slug: str) -> Response:
        """Note that a side is at its table, or is not after all: for its players and the staff."""
        player, tournament, asked = self.require_player(), found(slug), self.read(ArrivalAsked)
        terms = msgspec.structs.asdict(asked)
        at = judged(
            lambda: services.note_arrival(tournament=tournament, by=player, command=self.command, **terms),
            in_the_input=None,
        )
        return Response(ArrivalShown(asked.match, asked.entrant, at))


def calls_shown(tournament: Tournament, calls: list[Call]) -> tuple[CallShown, ...]:
    """Return calls as the API shows them to their callers and the staff."""
    now = timezone.now()
    names = names_of(one for call in calls for one in (call.by, call.claimant(now)))
    words = words_of_calls(tournament.pk, [call.number for call in calls if call.worded])
    return tuple(
        published(
            CallShown,
            call,
            by=names.get(call.by, ""),
            text=reason_words(call),
            words=words.get(call.number, ""),
            claimed_by=names.get(call.claimant(now), ""),
            claim_until=call.claim_until if call.claimant(now) else None,
        )
        for call in calls
    )


def _with_call(slug: str, number: int) -> Tournament:
    """Return the tournament of an address that names one of its calls.

    Raises:
        Problem: `not-found`.
    """
    tournament = found(slug)
    if floor_of(tournament.pk).call(number) is None:
        raise no_such_call()
    return tournament


def no_such_call() -> Problem:
    """Return the problem that there is no such call, or none that one may know of."""
    return Problem("not-found", _("There is no such call."))


def _answer(tournament: Tournament, call: Call, *, status: int = 200) -> Response:
    (shown,) = calls_shown(tournament, [call])
    location = f"/api/tournaments/{tournament.slug}/calls/{call.number}/"
    return Response(shown, status=status, headers={"Location": location} if status == 201 else {})


def _announcements_shown(tournament: Tournament, told: list[Announcement]) -> tuple[AnnouncementShown, ...]:
    texts = texts_of_announcements(tournament.pk, told)
    return tuple(published(AnnouncementShown, one, text=texts[one.number]) for one in told)
