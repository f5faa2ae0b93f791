"""Doing deeds in a tournament: open, enter, every deed, undo, and what a deed would change."""

from functools import partial
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL, described, published
from clubs.api.problems import Problem, unknown
from clubs.models import Club, Player, Team
from games.api.writing import WritingView
from tournaments.api.finding import found, needs_staff
from tournaments.deeds.deciding import AnyDeed, check
from tournaments.directing import acting
from tournaments.directing.entering import enter
from tournaments.directing.opening import open_tournament
from tournaments.directing.refusals import in_words
from tournaments.directing.roles import doer_of
from tournaments.events.settings import Settings, StagePlan
from tournaments.log import states
from tournaments.log.door import Done
from tournaments.models import Tournament
from tournaments.previews.comparing import FieldChange, MatchChange, impact
from tournaments.previews.supposing import supposing

operation = partial(described, tag="tournaments")

Name = Annotated[str, msgspec.Meta(max_length=80, pattern=NO_NUL)]
Words = Annotated[str, msgspec.Meta(max_length=acting.MAX_REASON, pattern=NO_NUL)]
Slug = Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)]


class TournamentAsked(msgspec.Struct, forbid_unknown_fields=True):
    """A tournament to be opened; `club` is the word in the club's address, `stages` are planned in their order."""

    club: Slug
    name: Name
    settings: Settings
    stages: Annotated[tuple[StagePlan, ...], msgspec.Meta(max_length=20)] = ()


class DeedAsked(msgspec.Struct, forbid_unknown_fields=True):
    """A deed, told apart by its `do`; `words` say why, to the staff, and are kept beside the log."""

    deed: AnyDeed
    words: Words = ""


class UndoAsked(msgspec.Struct, forbid_unknown_fields=True):
    """The deed to be undone: the version of one of its events. `words` say why."""

    version: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
    words: Words = ""


class EntryAsked(msgspec.Struct, forbid_unknown_fields=True):
    """An entry: a team of a club, or players and guests for this tournament alone, the captain first.

    Attributes:
        team: The id of the team; its players are the squad.
        players: The ids of players.
        guests: Names of players without an account, who become guests of the tournament's club.
        name: The name of the entrant; empty: that of the team or of the players.
        free_agent: It is one single player, to be put into a team by lot.
    """

    team: UUID | None = None
    players: Annotated[tuple[UUID, ...], msgspec.Meta(max_length=12)] = ()
    guests: Annotated[tuple[Name, ...], msgspec.Meta(max_length=12)] = ()
    name: Name = ""
    free_agent: bool = False


class DeedsSupposed(msgspec.Struct, forbid_unknown_fields=True):
    """Deeds that are supposed to be done, one after the other."""

    deeds: Annotated[tuple[AnyDeed, ...], msgspec.Meta(min_length=1, max_length=20)]


class EventDone(msgspec.Struct, frozen=True):
    """An event that a deed appended, by its type and the version it has in the log."""

    version: int
    type: str


class DeedDone(msgspec.Struct, frozen=True):
    """What a deed did.

    Attributes:
        tournament: The word in the tournament's address.
        version: The version of the tournament after it.
        events: What it appended; nothing where there was nothing to do.
    """

    tournament: str
    version: int
    events: tuple[EventDone, ...]

    @property
    def location(self) -> str:
        """The address of the tournament."""
        return f"/api/tournaments/{self.tournament}/"


class MoveShown(msgspec.Struct, frozen=True):
    """An entrant that would stand elsewhere, or have other match points; points are integers or "p/q".

    Attributes:
        before: Its rank now; nothing: it does not stand there.
        after: Its rank then.
    """

    stage: int
    group: int
    entrant: int
    before: int | None
    after: int | None
    points_before: str
    points_after: str


class Preview(msgspec.Struct, frozen=True):
    """What deeds would change: whose place, which matches, and who plays in the stages to come."""

    moves: tuple[MoveShown, ...]
    matches: tuple[MatchChange, ...]
    fields: tuple[FieldChange, ...]


class DirectingView(WritingView):
    """An endpoint that does deeds in a tournament; `If-Match` names the version they were decided on."""

    version_required = True

    def answer(self, tournament: Tournament, done: Done, *, status: int = 200) -> Response:
        """Answer with what a deed did."""
        first = done.version - len(done.events) + 1
        events = tuple(EventDone(first + place, type(event).__name__) for place, event in enumerate(done.events))
        return self.receipt(DeedDone(tournament.slug, done.version, events), status=status)


class Tournaments(WritingView):
    """The tournaments of clubs, to be opened."""

    @operation("tournaments_open", {201: DeedDone}, body=TournamentAsked)
    def post(self, request: Request) -> Response:
        """Open a tournament of a club: for those who run its tournaments."""
        player, asked = self.require_player(), self.read(TournamentAsked)
        club = Club.objects.filter(slug=asked.club).first()
        if club is None:
            raise unknown("/club", _("There is no such club."))
        with in_words():
            tournament = open_tournament(
                club=club,
                by=player,
                name=asked.name,
                settings=asked.settings,
                plans=asked.stages,
                command=self.command,
            )
        return self.receipt(DeedDone(tournament.slug, tournament.version, ()), status=201)


class Deeds(DirectingView):
    """The deeds of a tournament."""

    @operation("tournaments_do", DeedDone, body=DeedAsked)
    def post(self, request: Request, slug: str) -> Response:
        """Do a deed: each is for the roles that it names, captains among them; the tournament's log keeps it."""
        player, tournament, asked = self.require_player(), found(slug), self.read(DeedAsked)
        with in_words():
            done = acting.act(
                tournament,
                asked.deed,
                by=player,
                command=self.command,
                expected=self.version_seen(),
                words=asked.words,
            )
        return self.answer(tournament, done)


class Undone(DirectingView):
    """The deeds of a tournament that are taken back."""

    @operation("tournaments_undo", DeedDone, body=UndoAsked)
    def post(self, request: Request, slug: str) -> Response:
        """Undo a deed on which nothing stands: for directors."""
        player, tournament, asked = self.require_player(), found(slug), self.read(UndoAsked)
        with in_words():
            done = acting.undo(
                tournament,
                asked.version,
                by=player,
                command=self.command,
                expected=self.version_seen(),
                words=asked.words,
            )
        return self.answer(tournament, done)


class Entrants(DirectingView):
    """The entrants of a tournament."""

    @operation("tournaments_enter", {201: DeedDone}, body=EntryAsked)
    def post(self, request: Request, slug: str) -> Response:
        """Enter a team or players: for the staff, and for the captain who plays there."""
        player, tournament, asked = self.require_player(), found(slug), self.read(EntryAsked)
        team = None if asked.team is None else Team.objects.filter(pk=asked.team).first()
        if asked.team is not None and team is None:
            raise unknown("/team", _("There is no such team."))
        known = Player.objects.select_related("merged_into").in_bulk(asked.players)
        if len(known) != len(set(asked.players)):
            raise unknown("/players", _("There is no such player."))
        with in_words():
            done = enter(
                tournament,
                by=player,
                team=team,
                players=[known[pk] for pk in asked.players],
                guests=asked.guests,
                name=asked.name,
                free_agent=asked.free_agent,
                command=self.command,
                expected=self.version_seen(),
            )
        return self.answer(tournament, done, status=201)


class Previews(WritingView):
    """What deeds would change."""

    key_required = False

    @operation("tournaments_preview", Preview, body=DeedsSupposed)
    def post(self, request: Request, slug: str) -> Response:
        """Show what deeds would change, without doing them: for the staff."""
        player, tournament, asked = self.require_player(), found(slug), self.read(DeedsSupposed)
        state = states.current(tournament.pk)
        doer = doer_of(tournament, player, state)
        needs_staff(doer)
        with in_words():
            for deed in asked.deeds:
                check(state, deed, doer)
            after: Any = supposing(state, asked.deeds, doer)
        changed = impact(state, after)
        moves = tuple(
            published(
                MoveShown,
                move,
                points_before=str(move.points_before),
                points_after=str(move.points_after),
                group=move.group + 1,
            )
            for move in changed.moves
        )
        return Response(Preview(moves, changed.matches, changed.fields))


def no_such_stage() -> Problem:
    """Return the problem of a stage that is not there."""
    return Problem("not-found", _("There is no such stage."))
