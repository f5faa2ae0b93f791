"""What pages and the API read of polls: the position, the moments to choose from, the players to ask, the results."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy
from msgspec import Struct

import engine
from clubs.models import Membership, Player
from clubs.officers.roles import active
from clubs.people.selectors import ids_of
from games import store
from games.cases import log
from games.cases.hosts import find_host
from games.cases.roles import officers_of
from games.cases.selectors import SeenCase
from games.cases.state import CaseState, Poll
from games.errors import UnknownTable
from games.events import tables as events
from games.hands.history import names_by_id
from games.hands.on_sheets import sheet_names
from games.hands.told import HandTold
from games.models import Case, CaseText, PollInvitation, Rating, Seat, SheetSeat
from games.players.ratings.formula import Shown, shown
from games.players.ratings.selectors import strength_of
from games.polls.position import (
    Choice,
    Position,
    at_table,
    before_step,
    before_step_on_sheet,
    choices_in,
    on_sheet,
    seats_at_table,
    stored_of,
    told_at_table,
    told_on_sheet,
)
from games.sheets.selectors import load_state
from games.sheets.state import SheetState, fold_all
from games.tables.selectors.told import GONE
from games.words.phrases import translated

SUGGESTED: Final = 12
"""The most players that are suggested for a poll."""
ACTIVE: Final = timedelta(days=365)
"""A player who has not finished a game within this time is not suggested."""
MOST_LISTED: Final = 50
LONGEST_NUMBER: Final = 3
"""The digits of the number that stands for a voter whose name the reader may not know."""


_SURE: Final = (
    pgettext_lazy("answers to a poll", "{count} sure"),
    pgettext_lazy("answers to a poll", "{count} fairly sure"),
    pgettext_lazy("answers to a poll", "{count} guessed"),
)


class Suggested(Struct, frozen=True):
    """A player whom a director may ask, with the rating in the family."""

    player: Player
    rating: Shown


class Reason(Struct, frozen=True):
    """An answer with its words: what a player would do, how sure, and why; the name for those alone who may know."""

    action: str
    sure: int
    words: str
    name: str = ""


class Count(Struct, frozen=True):
    """How many players gave an answer, by how sure they were, and their reasons.

    Attributes:
        action: The answer as pages write it.
        count: How many gave it.
        sure: The number of those who were sure, fairly sure, and of those who guessed.
        reasons: The answers with their words.
    """

    action: str
    count: int
    sure: tuple[int, ...]
    reasons: tuple[Reason, ...]

    @property
    def sure_words(self) -> str:
        """How sure they were: "2 sure, 1 fairly sure"."""
        said = zip(self.sure, _SURE, strict=True)
        return ", ".join(str(words).format(count=count) for count, words in said if count)


class Results(Struct, frozen=True):
    """What came of a poll.

    Attributes:
        number: The number of the poll in the case.
        seat: The seat whose position was shown, and `name` the name of its player.
        step: The step before which it acts.
        is_open: It takes answers still; then there are no counts.
        until: Until when it takes answers.
        asked: How many players were asked.
        answered: How many of them said what they would do.
        known: How many knew the hand, and so do not count.
        counts: The answers, the most frequent first.
        took: What the seat did at the table, in words; empty while the poll is open.
    """

    number: int
    seat: int
    name: str
    step: int
    is_open: bool
    until: datetime
    asked: int
    answered: int
    known: int
    counts: tuple[Count, ...] = ()
    took: str = ""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The answers that say something beside what is counted: a reason, or a name."""
        return tuple(one for count in self.counts for one in count.reasons if one.words or one.name)

    @property
    def summary(self) -> str:
        """How many were asked and answered, in a sentence."""
        asked = ngettext("{count} player was asked", "{count} players were asked", self.asked).format(count=self.asked)
        given = ngettext("{count} answered", "{count} answered", self.answered).format(count=self.answered)
        if not self.known:
            return _("{asked}, {answered}.").format(asked=asked, answered=given)
        known = ngettext(
            "{count} knew the hand and does not count", "{count} knew the hand and do not count", self.known
        )
        return _("{asked}, {answered}; {known}.").format(
            asked=asked, answered=given, known=known.format(count=self.known)
        )


class Asked(Struct, frozen=True):
    """A poll as one of the players sees it who are asked.

    Attributes:
        invitation: The row, whose id is the address.
        seat: The seat for which the player answers.
        until: Until when.
        is_open: Answers are taken.
        answer: What the player has answered: empty for nothing yet, or for `known`.
        sure: How sure the player was.
        words: The reasons given.
        known: The player has said that the hand is known.
        clock: The page tells how many seconds were left.
        game: The name of the rule set.
    """

    invitation: PollInvitation
    seat: int
    until: datetime
    is_open: bool
    answer: str
    sure: int
    words: str
    known: bool
    clock: bool
    game: str


def position_of(case: Case, seat: int, step: int, through: int | None = None) -> Position:
    """Return the position of a seat before a step of a disputed hand, in the active language.

    Args:
        case: The case.
        seat: The seat.
        step: The step of the hand's history before which it acts.
        through: The version of the game's stream that it is made from; by default the latest.

    Raises:
        WrongMoment: `no-position`, `not-known`.
        UnknownTable: There is no such hand.
    """
    if case.table_id is not None:
        return at_table(stored_of(case.table_id, through), case.hand, seat, step)
    return on_sheet(_sheet_state(case, through), case.hand, seat, step)


class WrittenHand(Struct, frozen=True):
    """A disputed hand, read once: the players by seat, as they sat when it ended, and its steps with all cards.

    Attributes:
        names: The names of the players.
        told: The steps; None: nobody wrote it down card by card.
    """

    names: tuple[str, ...]
    told: HandTold | None


def written_hand(case: Case, labels: Sequence[str] = ()) -> WrittenHand:
    """Return a disputed hand step by step, for those who may see it.

    Args:
        case: The case.
        labels: What stands for the players in the steps, by seat; by default their names.

    Raises:
        UnknownTable: There is no such hand.
    """
    if case.sheet is not None:
        state = load_state(case.sheet.pk)
        names = sheet_names(case.sheet, state)
        return WrittenHand(names, told_on_sheet(state, case.hand, labels or names))
    assert case.table_id is not None
    stored = stored_of(case.table_id)
    seats = seats_at_table(stored, case.hand)
    known = names_by_id(seats)
    names = tuple(known.get(seat) or _(GONE) for seat in seats)
    return WrittenHand(names, told_at_table(stored, case.hand, labels or names))


def game_before(case: Case, step: int) -> tuple[engine.State, int | None]:
    """Return the game before a step of a disputed hand, and the seat that acts there; it is for what is public of it.

    Raises:
        UnknownTable: There is no such step, or nobody wrote the hand down.
    """
    if case.table_id is not None:
        return before_step(stored_of(case.table_id), case.hand, step)
    return before_step_on_sheet(_sheet_state(case, None), case.hand, step)


def _sheet_state(case: Case, through: int | None) -> SheetState:
    assert case.sheet_id is not None
    if through is None:
        return load_state(case.sheet_id)
    state = fold_all(None, [one for one in store.load(case.sheet_id) if one.version <= through])
    assert state is not None
    return state


def choices_of(case: Case) -> tuple[Choice, ...]:
    """Return the moments of a disputed hand at which a seat acted; none if nobody wrote it down card by card."""
    try:
        told = written_hand(case).told
    except UnknownTable:
        return ()
    return () if told is None else choices_in(told)


def suggested(case: Case, state: CaseState, now: datetime | None = None) -> list[Suggested]:
    """Return the strongest players of the club in the game's family, without those who had to do with the hand.

    They have an account, have finished a game within `ACTIVE`, and are no party, in no squad of the sides, not in the
    game, and no director or member of a committee of this case.
    """
    now = now or timezone.now()
    members = Membership.objects.filter(active(), club=case.club).values("player")
    rows = (
        Rating.objects.filter(family=case.family, latest=True, rated_at__gte=now - ACTIVE, player__in=members)
        .filter(player__is_bot=False, player__user__isnull=False, player__erased_at__isnull=True)
        .select_related("player")
        .order_by("-mu", "player__name")
    )
    beside = involved(case, state)
    rated = [
        Suggested(row.player, shown(strength_of(row), now))
        for row in rows[: 8 * SUGGESTED]
        if row.player_id not in beside
    ]
    rated.sort(key=lambda each: each.rating.margin - each.rating.rating)
    return rated[:SUGGESTED]


def involved(case: Case, state: CaseState) -> frozenset[UUID]:
    """Return the ids of the players who are not asked: they had to do with hand, game or case, or may read it."""
    known = {*state.parties, state.director, *state.committee, *(ruling.by for ruling in state.rulings)}
    players = {UUID(player) for player in known if player} | _in_game(case)
    players |= {UUID(officer.id) for officer in officers_of(case.club)}
    host = find_host(case.game)
    if host is not None:
        players |= {UUID(player) for player in host.directors}
        players |= {UUID(player) for squad in host.squads for player in squad if player}
    merged = Player.objects.filter(pk__in=players).values_list("merged_into", flat=True)
    return frozenset(players | {player for player in merged if player is not None})


def _in_game(case: Case) -> set[UUID]:
    """Return the ids of all who sat in the game, in any of its hands."""
    if case.sheet_id is not None:
        return set(SheetSeat.objects.filter(sheet=case.sheet_id).values_list("player_id", flat=True))
    assert case.table_id is not None
    sat = {
        UUID(one.event.player)
        for one in store.load(case.table_id, opened=False)
        if isinstance(one.event, events.SeatTaken | events.PlayerSubstituted) and not getattr(one.event, "bot", False)
    }
    return sat | set(Seat.objects.filter(table=case.table_id).values_list("player_id", flat=True))


# Results --------------------------------------------------------------------------------------------------------------


def results_of(seen: SeenCase) -> list[Results]:
    """Return the polls of a case as a reader may know them, the first one first; none for readers without a part in it.

    While a poll is open nobody sees an answer; the names of those who answered are for directors alone.
    """
    if not seen.state.polls:
        return []
    names = _voter_names(seen.state.polls)
    choices = {one.step: one for one in choices_of(seen.case)}
    return [_result(poll, choices, names, seen.words) for poll in seen.state.polls]


def counts_of(state: CaseState, told: HandTold | None) -> list[Results]:
    """Return the closed polls of a case with the answers counted, without voters and words: for the case book.

    Args:
        state: The case.
        told: The hand step by step; None where nobody wrote it down.
    """
    choices = {one.step: one for one in choices_in(told)} if told is not None and state.polls else {}
    return [_result(poll, choices, {}, {}) for poll in state.polls if not poll.is_open]


def _voter_names(polls: Iterable[Poll]) -> Mapping[str, str]:
    """Return the names of voters whose ids a reader may know; to others they are numbers."""
    return names_by_id({voter for poll in polls for voter in poll.voters if len(voter) > LONGEST_NUMBER})


def _result(poll: Poll, choices: Mapping[int, Choice], names: Mapping[str, str], words: Mapping[int, str]) -> Results:
    answers = [] if poll.is_open else list(poll.answers.values())
    given = [
        Reason(answer.action, answer.sure, words.get(answer.version, ""), names.get(answer.voter, ""))
        for answer in answers
        if answer.action
    ]
    choice = choices.get(poll.step)
    return Results(
        number=poll.number,
        seat=poll.seat,
        name="" if choice is None else choice.name,
        step=poll.step,
        is_open=poll.is_open,
        until=log.moment_of(poll.until),
        asked=len(poll.voters),
        answered=len(given),
        known=len(answers) - len(given),
        counts=_counted(given),
        took="" if choice is None or poll.is_open else choice.text,
    )


def _counted(given: Sequence[Reason]) -> tuple[Count, ...]:
    counts = Counter(one.action for one in given)
    return tuple(
        Count(
            action=action,
            count=count,
            sure=tuple(sum(one.sure == sure for one in given if one.action == action) for sure in (3, 2, 1)),
            reasons=tuple(one for one in given if one.action == action),
        )
        for action, count in sorted(counts.items(), key=lambda counted: (-counted[1], counted[0]))
    )


# Players who are asked ------------------------------------------------------------------------------------------------


def invitations_of(player: Player, now: datetime | None = None) -> list[Asked]:
    """Return the polls in which a player is asked and can still answer, the one that ends first at the top."""
    rows = _invitations().filter(voter__in=ids_of(player))[:MOST_LISTED]
    asked = [one for row in rows if (one := _asked(row, now or timezone.now())) is not None and one.is_open]
    return sorted(asked, key=lambda one: one.until)


def asked_by(invitation_id: UUID, player: Player, now: datetime | None = None) -> Asked:
    """Return a poll as a player sees it who is asked.

    Raises:
        UnknownPoll: There is no such invitation, or it is another player's.
    """
    row = _invitations().filter(pk=invitation_id, voter__in=ids_of(player)).first()
    asked = None if row is None else _asked(row, now or timezone.now())
    if asked is None:
        raise unknown_poll()
    return asked


def unknown_poll() -> UnknownTable:
    """Return the refusal of an address that leads to no poll of the reader."""
    return UnknownTable(_("There is no such question, or you were not asked."))


def _invitations() -> QuerySet[PollInvitation]:
    return PollInvitation.objects.select_related("position__case__table", "position__case__sheet")


def _asked(row: PollInvitation, now: datetime) -> Asked | None:
    case = row.position.case
    state = log.state_of(case)
    poll = state.poll(row.position.poll)
    if poll is None:
        return None
    voter = str(row.voter_id)
    answer = poll.answers.get(voter)
    words = "" if answer is None else _words_at(case, answer.version)
    return Asked(
        invitation=row,
        seat=poll.seat,
        until=log.moment_of(poll.until),
        is_open=poll.is_open and not state.is_closed and log.seconds_of(now) < poll.until,
        answer="" if answer is None else answer.action,
        sure=0 if answer is None else answer.sure,
        words=words,
        known=answer is not None and not answer.action,
        clock=row.position.clock,
        game=translated(engine.load_rules(case.rules).name),
    )


def _words_at(case: Case, version: int) -> str:
    return CaseText.objects.filter(case=case, version=version).values_list("text", flat=True).first() or ""


def position_asked(asked: Asked) -> Position:
    """Return the position that a player is asked about, in the active language."""
    shown_as = asked.invitation.position
    poll = log.current(shown_as.case_id).poll(shown_as.poll)
    assert poll is not None
    return position_of(shown_as.case, poll.seat, poll.step, shown_as.through)
