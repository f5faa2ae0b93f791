"""The log of a tournament told back: what was done, when and by whom, and whether it can be undone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain, groupby
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext, ngettext

from clubs.models import Player
from engine.phrases import Member, phrase
from games.words.phrases import translated
from tournaments.events.opening import DeedUndone
from tournaments.log.door import Done
from tournaments.log.told import Told, log_of, open_members
from tournaments.models import Reason, Tournament
from tournaments.overview.wording import DASH, MINUS
from tournaments.selectors.naming import Names, names_in
from tournaments.stages.stage import BRACKETS
from tournaments.state.taking_back import BY_CLOCK
from tournaments.state.tournament import TournamentState

MAX_DEEDS: Final = 50
EPOCH: Final = datetime.fromtimestamp(0, UTC)
"""The time of what has not happened."""

HAPPENED: Final[Mapping[str, str]] = {
    "TournamentOpened": phrase("The tournament was opened"),
    "TournamentChanged": phrase("Settings were changed"),
    "StagePlanned": phrase("Stage {stage} was planned"),
    "StageDropped": phrase("Stage {stage} was dropped"),
    "StaffNamed": phrase("A member of the staff was named"),
    "StaffReleased": phrase("A member of the staff was released"),
    "EntriesOpened": phrase("Entries were opened"),
    "EntriesClosed": phrase("Entries were closed"),
    "TournamentClosed": phrase("The tournament was closed"),
    "TournamentReopened": phrase("The tournament was reopened"),
    "TournamentAbandoned": phrase("The tournament was abandoned"),
    "EmbargoSet": phrase("Results were put under embargo"),
    "ResultsReleased": phrase("The results were released"),
    "DeedUndone": phrase("Events {first} to {last} were undone"),
    "EntrantEntered": phrase("{entrant} was entered"),
    "FreeAgentEntered": phrase("{entrant} was entered as a single player"),
    "TeamsMade": phrase("Teams of single players were made in the order of lot {lot}"),
    "EntrantsHeldOut": phrase("Held out as absent: {entrants}"),
    "EntrantReadmitted": phrase("{entrant} was readmitted"),
    "EntrantMovedUp": phrase("{entrant} came from the waiting list into the field"),
    "EntrantWithdrew": phrase("The entry of {entrant} was withdrawn"),
    "SquadChanged": phrase("The squad of {entrant} was changed"),
    "FeeNoted": phrase("The fee of {entrant} was noted"),
    "EntrantCheckedIn": phrase("The presence of {entrant} was noted"),
    "ByeWished": phrase("{entrant} asked for a bye, or withdrew the wish"),
    "EntrantLeft": phrase("{entrant} left"),
    "EntrantReturned": phrase("{entrant} came back"),
    "EntrantJoined": phrase("{entrant} joined late"),
    "EntrantDisqualified": phrase("{entrant} was disqualified"),
    "MeetingForbidden": phrase("A meeting was forbidden"),
    "MeetingAllowed": phrase("A meeting was allowed again"),
    "SeedsSet": phrase("The seeds were set"),
    "LotPromised": phrase("Lot {lot} was promised"),
    "LotNumberPromised": phrase("{entrant} committed to a number for lot {lot}"),
    "LotClosed": phrase("Lot {lot} was closed"),
    "LotNumberOpened": phrase("{entrant} opened the number for lot {lot}"),
    "LotDrawn": phrase("Lot {lot} was drawn"),
    "LotDropped": phrase("Lot {lot} was dropped"),
    "StageBegun": phrase("Stage {stage} began"),
    "BracketDrawn": phrase("The bracket of stage {stage} was drawn"),
    "RoundPaired": phrase("Round {round} of stage {stage} was paired"),
    "PairingsEdited": phrase("Round {round} of stage {stage} was paired by hand"),
    "RoundUnpaired": phrase("The draft of round {round} was discarded"),
    "RoundReleased": phrase("Round {round} was released"),
    "RoundCalled": phrase("Round {round} was called"),
    "StageClosed": phrase("Stage {stage} was closed"),
    "StageReopened": phrase("Stage {stage} was reopened"),
    "QualificationDeclined": phrase("{entrant} does not go on to stage {stage}"),
    "WildCardGiven": phrase("{entrant} got a wild card for stage {stage}"),
    "PointsAdjusted": phrase("{entrant} gained or lost match points"),
    "PenaltyGiven": phrase("{entrant} was warned"),
    "TieDecided": phrase("The order of level entrants was decided"),
    "MatchPlaced": phrase("Match {match} got its place"),
    "VenueSet": phrase("The tables were named"),
    "ScheduleSet": phrase("The times of the rounds were planned"),
    "SeatFixed": phrase("The fixed seat of {entrant} was changed"),
    "DelaySet": phrase("Round {round} of stage {stage} was set {minutes} minutes later than planned"),
    "MatchesPlaced": phrase("Matches got their tables, or are waiting for one"),
    "TimeProposed": phrase("{entrant} proposed a time for match {match}"),
    "LineUpNamed": phrase("{entrant} named the line-up for match {match}"),
    "MatchCalled": phrase("Match {match}, game {game}, was called"),
    "MatchReported": phrase("Match {match}, game {game}, was reported"),
    "MatchConfirmed": phrase("The result of match {match} was confirmed"),
    "MatchDecided": phrase("Match {match} was decided by the director"),
    "MatchExtended": phrase("Match {match} goes on with another game"),
    "MatchReopened": phrase("Match {match} was reopened"),
    "MatchCorrected": phrase("The result of match {match} was corrected"),
    "FollowUpChosen": phrase("The consequences of match {match} were chosen"),
    "MatchDisputed": phrase("Hand {hand} of match {match} was disputed"),
    "DisputeClosed": phrase("A dispute about match {match} was closed"),
    "MatchWeighed": phrase("Match {match} counts by a ruling as {results}"),
    "MatchSetAside": phrase("Match {match} is played again, because a ruling changed its entrants"),
    "RulingTakenBack": phrase("The ruling about match {match} was withdrawn"),
    "TimeCalled": phrase("The time of match {match} was called"),
    "SubstitutePlayed": phrase("A substitute of {entrant} plays in match {match}"),
    "ChallengeMade": phrase("{challenger} challenged {challenged}"),
    "ChallengeAccepted": phrase("A challenge was accepted: match {match}"),
    "ChallengeRefused": phrase("A challenge was refused"),
    "ChallengeExpired": phrase("A challenge was not answered in time"),
    "ChallengeWithdrawn": phrase("A challenge was withdrawn"),
    "EntrantMovedDown": phrase("{entrant} moved down for not playing"),
}
"""What each event says, with the members of it that are told."""
_REPORTED: Final[Mapping[str, str]] = {
    "desk": phrase("Match {match} was reported {score} by the desk"),
    "side": phrase("Match {match} was reported {score} by {side}"),
    "game": phrase("Match {match} was reported {score} by its table or score sheet"),
}
_DECIDED: Final[Mapping[str, str]] = {
    "walkover": phrase("Match {match} went to {winner} without play, by the director"),
    "double_forfeit": phrase("Match {match} was forfeited by both, by the director"),
    "awarded": phrase("Match points were awarded in match {match}: {match_points}"),
    "split": phrase("Match points were split in match {match}: {match_points}"),
    "void": phrase("Match {match} does not count, by the director"),
}
_BY_RULING: Final = phrase("The result of match {match} was changed from {was} to {now} by a ruling")
_NOT_WEIGHED: Final = phrase("By a ruling match {match} counts as reported, no longer weighted")
_CALLED_AHEAD: Final = phrase("Round {round} may begin: each match is called once both sides are known")
_POINTS_LOST: Final = phrase("{entrant} lost {points} match points in stage {stage}, as a penalty")
_FULLER: Final[Mapping[str, str]] = {
    "MatchCalled": phrase("Match {match} was called"),
    "MatchCorrected": phrase("The result of match {match} was corrected from {was} to {now}"),
    "PointsAdjusted": phrase("{entrant} gained or lost match points in stage {stage}: {points}"),
}
"""What some events say where more of them is told than their type."""
_UNDONE: Final = phrase("Undone: {deeds}")
_BY_CLOCK: Final = frozenset(event.__name__ for event in BY_CLOCK)
"""The steps of the server in an automatic tournament: if one were undone, it would be done again at once."""
MAX_NAMED: Final = 5
"""The events that are named where they were undone, or stand on a deed."""


@dataclass(frozen=True, slots=True)
class DeedTold:
    """The events of one command.

    Attributes:
        version: Of its first event.
        actor: The player's name; empty: the server.
        said: What happened, an event a line.
        why: The words of the person who did it.
        undone: It counts no longer.
        can_undo: It is a deed that can be undone if nothing stands on it.
    """

    version: int
    at: datetime
    actor: str
    said: tuple[str, ...]
    why: str
    undone: bool
    can_undo: bool


@dataclass(frozen=True, slots=True)
class Teller:
    """What events of a tournament are told with.

    Attributes:
        names: Of its entrants and sides.
        state: Where its matches have their sides from.
        log: Its events by version, for those that were undone.
    """

    names: Names
    state: TournamentState
    log: Mapping[int, Told]

    def sentence(self, event: Told) -> str:
        """Return what an event says: numbers of entrants as names, and nothing of what it holds beside."""
        text = self._text(event)
        held = {name: value for name, value in event.members.items() if f"{{{name}}}" in text}
        members: dict[str, Member] = {name: self._member(name, value, event) for name, value in held.items()}
        if event.type == "MatchReported":
            members["score"] = self._score(event.members["report"], event)
        return translated(text, members)

    def listed(self, versions: Sequence[int]) -> str:
        """Return what some events of the log say, in a line."""
        said = self.said([self.log[version] for version in versions if version in self.log])
        parts = list(said[:MAX_NAMED])
        if left := said[MAX_NAMED:]:
            parts.append(ngettext("{count} more", "{count} more", len(left)).format(count=len(left)))
        return "; ".join(parts)

    def said(self, events: Sequence[Told]) -> tuple[str, ...]:
        """Return what some events say, each sentence once; of several entrants noted as here their number.

        Several deeds that were undone together are one sentence.
        """
        sentences: list[str] = []
        # What followed from a result is told by the events that it brought with it.
        told = [one for one in events if one.type != "FollowUpChosen"]
        for kind, run in groupby(told, key=_kind):
            together = list(run)
            if kind == "DeedUndone":
                undone = (range(one.members["first"], one.members["last"] + 1) for one in together)
                sentences.append(translated(_UNDONE, {"deeds": self.listed([*chain.from_iterable(undone)])}))
            elif kind and (count := len(together)) > 1:
                text = ngettext("{count} entrant was noted as here", "{count} entrants were noted as here", count)
                sentences.append(text.format(count=count))
            else:
                sentences += map(self.sentence, together)
        return tuple(dict.fromkeys(sentences))

    def _text(self, event: Told) -> str:
        if event.type == "RoundCalled" and event.members["round"] > 1 and self._is_bracket(event.members["stage"]):
            return _CALLED_AHEAD
        if event.type == "PenaltyGiven" and event.members["points"]:
            return _POINTS_LOST
        if event.type == "MatchReported":
            return _REPORTED[event.members["by"]]
        if event.type == "MatchDecided":
            return _DECIDED[event.members["decision"]]
        if event.type == "MatchCorrected" and event.members["case"]:
            return _BY_RULING
        if event.type == "MatchWeighed" and not event.members["results"]:
            return _NOT_WEIGHED
        return _FULLER.get(event.type, HAPPENED[event.type])

    def _is_bracket(self, number: int) -> bool:
        stage = self.state.stages.get(number)
        return stage is not None and stage.plan.type in BRACKETS

    def _member(self, name: str, value: Any, event: Told) -> Member:
        """Return a member of an event as it is told."""
        if name == "entrants":
            return ", ".join(self.names.of.get(number, "") for number in value)
        if name == "match":
            return self._match(value, event)
        if name == "results":
            return ", ".join(
                gettext("{share} of {score}").format(share=share, score=self._score(report, event))
                for share, report in value
            )
        if name in ("was", "now"):
            return self._score(value, event)
        if name in ("winner", "side"):
            return self._side(event.members["match"], value)
        if name == "match_points":
            return " : ".join(value)
        return self.names.of.get(value, "") if name in ("entrant", "challenger", "challenged") else value

    def _match(self, number: int, event: Told) -> str:
        """Return the number of a match with its sides, and with its game where it has several."""
        match = self.state.matches.get(number)
        # Time is called in all games of a match that are played.
        game = 0 if event.type == "TimeCalled" else event.members.get("game", 0)
        sides = () if match is None else tuple(self.names.side(side) or DASH for side in match.sides)
        parts = [" : ".join(sides)] if sides else []
        if game > 1 or (game and match is not None and len(match.games) > 1):
            parts.append(gettext("game {number}").format(number=game))
        return f"{number} ({', '.join(parts)})" if parts else str(number)

    def _side(self, number: int, side: int | None) -> str:
        match = self.state.matches.get(number)
        if match is None or side is None or side >= len(match.sides):
            return DASH
        return self.names.side(match.sides[side]) or DASH

    def _score(self, report: Sequence[Any], event: Told) -> str:
        """Return the points of a game, and its winner where that is not the side with most of them."""
        points, winners = report[0], report[1]
        score = " : ".join(str(number).replace("-", MINUS) for number in points)
        most = [side for side, number in enumerate(points) if number == max(points)]
        if len(winners) != 1 or most == list(winners):
            return score
        winner = self._side(event.members["match"], winners[0])
        return gettext("{score}, won by {name}").format(score=score, name=winner)


def _kind(event: Told) -> str:
    """Return the type of an event of which several are told in one sentence; empty for all others."""
    is_here = event.type == "EntrantCheckedIn" and event.members["present"]
    return event.type if is_here or event.type == "DeedUndone" else ""


def history_of(
    tournament: Tournament, names: Names, state: TournamentState, *, before: int = 0
) -> tuple[DeedTold, ...]:
    """Return the last deeds of a tournament, the latest first.

    Args:
        tournament: The tournament.
        names: Of its entrants.
        state: The tournament as it is read.
        before: Only those whose first event has a lower version; 0: all.
    """
    log = log_of(tournament.pk)
    teller = Teller(names, state, {event.version: event for event in log})
    told = [event for event in log if not before or event.version < before]
    commands = [list(together) for _command, together in groupby(told, key=lambda one: one.command)][-MAX_DEEDS:]
    reasons = dict(Reason.objects.filter(tournament=tournament).values_list("version", "text"))
    actors = {one.actor for together in commands for one in together if one.actor}
    people = Player.objects.in_bulk([UUID(actor) for actor in actors])
    return tuple(
        DeedTold(
            together[0].version,
            together[0].at,
            people[UUID(actor)].name if (actor := together[0].actor) and UUID(actor) in people else "",
            teller.said(together),
            reasons.get(together[0].version, ""),
            together[0].undone,
            can_undo(together[0], state),
        )
        for together in reversed(commands)
    )


def standing_words(
    tournament: Tournament, names: Names, state: TournamentState, version: int, standing: Sequence[int]
) -> str:
    """Return which deeds stand on that of a version, by what they say, and what can be done instead of undoing it."""
    log = {event.version: event for event in log_of(tournament.pk, after=version - 1)}
    words = gettext("These depend on it, and are undone first: {deeds}.")
    words = words.format(deeds=Teller(names, state, log).listed(standing))
    if log[version].type != "MatchReported":
        return words
    instead = gettext("You can correct the result instead, on the page of the match.")
    return f"{words} {instead}"


def done_words(tournament: Tournament, done: Done) -> str:
    """Return what a deed did, as the log says it; an undoing names the deeds that it took back."""
    if not done.events:
        return gettext("Done.")
    first = done.version - len(done.events) + 1
    since = min((event.first for event in done.events if isinstance(event, DeedUndone)), default=first)
    log = {event.version: event for event in log_of(tournament.pk, after=since - 1)}
    return f"{Teller(names_in(tournament), done.state, log).listed(range(first, done.version + 1))}."


def foretold(state: TournamentState, events: Sequence[Any], names: Names) -> tuple[str, ...]:
    """Return what the log would say of events that are not appended."""
    teller = Teller(names, state, {})
    return teller.said(
        [
            Told(
                version=0, type=type(event).__name__, at=EPOCH, actor="", command=UUID(int=0), undone=False,
                members=open_members(event),
            )
            for event in events
        ]
    )  # fmt: skip


def can_undo(one: Told, state: TournamentState) -> bool:
    """Tell whether an event is of a deed that can be undone if nothing stands on it, and stays undone."""
    return not (
        one.undone
        or one.type in ("TournamentOpened", "DeedUndone", "TimeCalled")
        or bool(one.members.get("case"))
        or (one.type == "MatchReported" and one.members.get("by") == "game")
        or (one.type in _BY_CLOCK and not one.actor and state.settings.automatic)
    )
