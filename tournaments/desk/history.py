"""The log of a tournament told back: what was done, when and by whom, and whether it can be undone."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Final
from uuid import UUID

from clubs.models import Player
from engine.phrases import Member, phrase
from games.words.phrases import translated
from tournaments.log.told import Told, log_of
from tournaments.models import Reason, Tournament

MAX_DEEDS: Final = 50

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
    "TournamentReopened": phrase("The tournament was opened again"),
    "TournamentAbandoned": phrase("The tournament was abandoned"),
    "DeedUndone": phrase("Events {first} to {last} were undone"),
    "EntrantEntered": phrase("{entrant} was entered"),
    "FreeAgentEntered": phrase("{entrant} was entered as a single player"),
    "TeamsMade": phrase("Teams were made of single players in the order of lot {lot}"),
    "EntrantsHeldOut": phrase("Held out as absent: {entrants}"),
    "EntrantReadmitted": phrase("{entrant} was let in again"),
    "EntrantMovedUp": phrase("{entrant} came from the waiting list into the field"),
    "EntrantWithdrew": phrase("The entry of {entrant} was taken back"),
    "SquadChanged": phrase("The squad of {entrant} was changed"),
    "FeeNoted": phrase("The fee of {entrant} was noted"),
    "EntrantCheckedIn": phrase("The presence of {entrant} was noted"),
    "ByeWished": phrase("{entrant} wished a bye, or took the wish back"),
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
    "LotDropped": phrase("Lot {lot} was given up"),
    "StageBegun": phrase("Stage {stage} began"),
    "BracketDrawn": phrase("The bracket of stage {stage} was drawn"),
    "RoundPaired": phrase("Round {round} of stage {stage} was paired"),
    "PairingsEdited": phrase("Round {round} of stage {stage} was paired by hand"),
    "RoundUnpaired": phrase("The draft of round {round} was thrown away"),
    "RoundReleased": phrase("Round {round} was released"),
    "RoundCalled": phrase("Round {round} was called"),
    "StageClosed": phrase("Stage {stage} was closed"),
    "StageReopened": phrase("Stage {stage} was opened again"),
    "QualificationDeclined": phrase("{entrant} does not go on to stage {stage}"),
    "WildCardGiven": phrase("{entrant} got a wild card for stage {stage}"),
    "PointsAdjusted": phrase("{entrant} was given or lost match points"),
    "TieDecided": phrase("The order of level entrants was decided"),
    "MatchPlaced": phrase("Match {match} got its place"),
    "TimeProposed": phrase("{entrant} proposed a time for match {match}"),
    "LineUpNamed": phrase("{entrant} named the line-up for match {match}"),
    "MatchCalled": phrase("Match {match}, game {game}, was called"),
    "MatchReported": phrase("Match {match}, game {game}, was reported"),
    "MatchConfirmed": phrase("The result of match {match} was confirmed"),
    "MatchDecided": phrase("Match {match} was decided by the director"),
    "MatchExtended": phrase("Match {match} goes on with a further game"),
    "MatchReopened": phrase("Match {match} was opened again"),
    "MatchCorrected": phrase("The result of match {match} was corrected"),
    "FollowUpChosen": phrase("What follows from match {match} was chosen"),
    "TimeCalled": phrase("The time of match {match} was called"),
    "SubstitutePlayed": phrase("A substitute of {entrant} plays in match {match}"),
    "ChallengeMade": phrase("{challenger} challenged {challenged}"),
    "ChallengeAccepted": phrase("A challenge was accepted: match {match}"),
    "ChallengeRefused": phrase("A challenge was refused"),
    "ChallengeExpired": phrase("A challenge was not answered in time"),
    "ChallengeWithdrawn": phrase("A challenge was taken back"),
    "EntrantMovedDown": phrase("{entrant} moved down for not playing"),
}
"""What each event says, with the members of it that are told."""


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


def history_of(tournament: Tournament, names: Mapping[int, str], *, before: int = 0) -> tuple[DeedTold, ...]:
    """Return the last deeds of a tournament, the latest first.

    Args:
        tournament: The tournament.
        names: Of its entrants.
        before: Only those whose first event has a lower version; 0: all.
    """
    told = [one for one in log_of(tournament.pk) if not before or one.version < before]
    commands = [list(together) for _command, together in groupby(told, key=lambda one: one.command)][-MAX_DEEDS:]
    reasons = dict(Reason.objects.filter(tournament=tournament).values_list("version", "text"))
    actors = {one.actor for together in commands for one in together if one.actor}
    people = Player.objects.in_bulk([UUID(actor) for actor in actors])
    return tuple(
        DeedTold(
            together[0].version,
            together[0].at,
            people[UUID(actor)].name if (actor := together[0].actor) and UUID(actor) in people else "",
            # An event of several rooms is said once.
            tuple(dict.fromkeys(_said(one, names) for one in together)),
            reasons.get(together[0].version, ""),
            together[0].undone,
            _can_undo(together[0]),
        )
        for together in reversed(commands)
    )


def _said(one: Told, names: Mapping[int, str]) -> str:
    """Return what an event says: numbers of entrants as names, and nothing of what it holds beside."""
    text = HAPPENED[one.type]
    members: dict[str, Member] = {
        name: _member(name, value, names) for name, value in one.members.items() if f"{{{name}}}" in text
    }
    return translated(text, members)


def _member(name: str, value: Any, names: Mapping[int, str]) -> Member:
    """Return a member of an event as it is told."""
    if name == "entrants":
        return ", ".join(names.get(number, "") for number in value)
    return names.get(value, "") if name in ("entrant", "challenger", "challenged") else value


def _can_undo(one: Told) -> bool:
    return not (
        one.undone
        or one.type in ("TournamentOpened", "DeedUndone", "TimeCalled")
        or (one.type == "MatchReported" and one.members.get("by") == "game")
    )
