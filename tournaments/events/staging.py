"""Events about stages and rounds: who is in the field, who meets whom, who goes on."""

from typing import Literal

import msgspec

from tournaments.events.base import TournamentEvent


class Pairing(msgspec.Struct, frozen=True, array_like=True):
    """A match, or a bye.

    Attributes:
        match: Its number in the tournament.
        sides: The entrants of each side, home first: one, or partners who are brought together for this match. One side
            alone rests.
    """

    match: int
    sides: tuple[tuple[int, ...], ...]


class Slot(msgspec.Struct, frozen=True, array_like=True):
    """A match of a bracket: its number in the bracket, its round, and the sources of its two places.

    A source is a letter and a number: `s3` the third seed, `w5` the winner and `l5` the loser of match 5, and `f5` its
    loser if that one came there as a seed, so that it was its first match, and else nobody.
    """

    number: int
    round: int
    home: str
    away: str
    bracket: str = ""
    if_needed: bool = False


class StageBegun(TournamentEvent, frozen=True):
    """A stage began.

    Attributes:
        groups: The entrants of each group in seeding order.
        method: The version of the rules by which the standings are computed.
    """

    stage: int
    groups: tuple[tuple[int, ...], ...]
    method: int = 1


class BracketDrawn(TournamentEvent, frozen=True):
    """The bracket of a stage, or a part of it; `first` is the number in the tournament of the first match here."""

    stage: int
    group: int
    first: int
    slots: tuple[Slot, ...]


class RoundPaired(TournamentEvent, frozen=True):
    """A round was paired and is a draft until it is released.

    Attributes:
        group: The group of the stage, from 0.
        pairings: The matches, byes among them.
        basis: The version of the stream that it was computed on.
        cost: The cost of the pairing by the format's objective, where it has one.
    """

    stage: int
    group: int
    round: int
    pairings: tuple[Pairing, ...]
    basis: int
    cost: tuple[str, ...] = ()


class PairingsEdited(TournamentEvent, frozen=True):
    """A director paired by hand.

    Attributes:
        cost: The cost of the pairing by the format's objective, where it has one.
        broken: The criteria in which it is worse than the pairing of the engine (`formats.swiss.COST_PARTS`; of a
            points race `drafting.by_hand.RACE_PARTS`).
    """

    stage: int
    group: int
    round: int
    pairings: tuple[Pairing, ...]
    cost: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()


class RoundUnpaired(TournamentEvent, frozen=True):
    """The draft of a round was thrown away."""

    stage: int
    round: int


class RoundReleased(TournamentEvent, frozen=True):
    """The pairings of a round were published."""

    stage: int
    round: int


class RoundCalled(TournamentEvent, frozen=True):
    """The matches of a round may begin."""

    stage: int
    round: int


class StageClosed(TournamentEvent, frozen=True):
    """A director closed a stage. `places` are, for each group, its entrants by place; one place may be shared."""

    stage: int
    places: tuple[tuple[tuple[int, ...], ...], ...]


class StageReopened(TournamentEvent, frozen=True):
    """A closed stage goes on, for a correction; no stage that takes entrants from it has begun."""

    stage: int
    reason: str


class QualificationDeclined(TournamentEvent, frozen=True):
    """An entrant does not play in a stage it had qualified for: the next in line does."""

    stage: int
    entrant: int


class WildCardGiven(TournamentEvent, frozen=True):
    """A director took an entrant into a stage that it had not qualified for."""

    stage: int
    entrant: int


class PointsAdjusted(TournamentEvent, frozen=True):
    """A director gave or took match points. `points` is an integer or "p/q"; `reason` is a code."""

    stage: int
    entrant: int
    points: str
    reason: str


class TieDecided(TournamentEvent, frozen=True):
    """Entrants level on all criteria were put in this order, by extra play or by the desk."""

    stage: int
    order: tuple[int, ...]
    by: Literal["play", "desk"]
