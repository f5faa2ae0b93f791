"""What a director decides before a tournament or a stage begins: values that events hold whole."""

from typing import Any, Final, Literal

import msgspec

MAX_HANDS: Final = 500
"""The hands of a game of a match."""


class Counting(msgspec.Struct, frozen=True, kw_only=True):
    """What the games of a tournament move in its club."""

    stakes: bool = True
    ratings: bool = True
    kunukku: bool = True


class DisputeWindows(msgspec.Struct, frozen=True, kw_only=True):
    """How many minutes each step of a disputed result takes at most.

    Attributes:
        dispute: To dispute a hand, from the publication of its result.
        answer: For the answer of the other side.
        poll: For the answers to a poll.
        ruling: For the ruling of a director.
        appeal: To appeal against the ruling.
        committee: For the officers to name a committee.
        vote: For the committee to decide.
    """

    dispute: int = 30
    answer: int = 10
    poll: int = 10
    ruling: int = 30
    appeal: int = 30
    committee: int = 60
    vote: int = 60


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a tournament.

    Attributes:
        rules: The id of the rule set.
        options: The options of the rule set that differ from its defaults.
        engine: The version of the rules by which all matches are played.
        house: The id of the house rules that the options come from; None without.
        kind: What an entrant is. A team and a pair play together, players change partners from round to round.
        side: Players of an entrant at a table; where a match has several rooms, at each.
        squad: Players that an entrant may name, substitutes among them.
        capacity: The greatest number of entrants; entries beyond it wait. None: no limit.
        open_to: Entries come from `players` themselves or by the `director` only.
        free_agents: Single players may be entered, to be put into teams by lot.
        check_in: Entrants have to check in before the first round.
        check_in_opens: Captains check in from so many minutes before `starts_at`; None: from the beginning.
        check_in_closes: Captains check in until so many minutes before `starts_at`, or after it if negative; None:
            until the first stage begins. The staff is bound by neither.
        starts_at: The server calls no match before this time, in seconds since 1970 UTC; None: as soon as it is begun.
        line_up_minutes: How long a round waits for line-ups.
        no_show_minutes: So long after the call of a match the desk proposes a walkover against a side that is missing;
            None: it never does. Nothing follows from it by itself.
        bots: A house bot may fill a seat without a player.
        automatic: The server pairs, releases and calls each round as soon as nothing is missing; else a director does.
        counting: What the games move in the club.
        terms: The terms of play of a table that differ from the usual (`games.events.tables.Terms`).
        disputes: How long the steps of a disputed result take.
    """

    rules: str
    options: dict[str, Any]
    engine: int
    house: str | None = None
    kind: Literal["team", "pair", "player"] = "team"
    side: int = 2
    squad: int = 2
    capacity: int | None = None
    open_to: Literal["players", "director"] = "players"
    free_agents: bool = False
    check_in: bool = False
    check_in_opens: int | None = None
    check_in_closes: int | None = None
    starts_at: int | None = None
    line_up_minutes: int = 0
    no_show_minutes: int | None = 15
    bots: bool = False
    automatic: bool = False
    counting: Counting = Counting()
    terms: dict[str, Any] = msgspec.field(default_factory=dict)
    disputes: DisputeWindows = DisputeWindows()


class MatchPlan(msgspec.Struct, frozen=True, kw_only=True):
    """How a match is played.

    Attributes:
        hands: The hands of a game; 0: to the end that the rule set has.
        games: The greatest number of games: legs, or the games of a best of three.
        best_of: The match ends as soon as a side has won more than half of its games; else all games are played and
            their points are added.
        rooms: The tables at which a match is played at the same time, each by other players of the entrant; `games` is
            a multiple of it. A further game of a level match is played in every room.
        extra: The hands of each further game while the match is level, such as (6, 1); empty: it may end level.
        minutes: No hand begins after so many minutes; None: no limit.
        place: Games are played at live tables (`table`), kept on score sheets (`sheet`) or entered by the `desk`.

    Source: 56-FMT-1, 56-FMT-2.
    """

    hands: int = 0
    games: int = 1
    best_of: bool = False
    rooms: int = 1
    extra: tuple[int, ...] = ()
    minutes: int | None = None
    place: Literal["table", "sheet", "desk"] = "table"

    def room_of(self, game: int) -> int:
        """Return the room, from 0, in which a game of a match is played."""
        return (game - 1) % self.rooms

    def last_beside(self, game: int) -> int:
        """Return the last of the games that are played at the same time as a game."""
        return game - self.room_of(game) + self.rooms - 1


class Qualifiers(msgspec.Struct, frozen=True, kw_only=True):
    """Entrants that a stage takes over from an earlier one.

    Attributes:
        stage: The number of the earlier stage.
        first: The first place taken, from 1, in each of its groups.
        last: The last place taken.
        best: Of the entrants on the place after `last`, how many of the best in all groups are taken as well.
    """

    stage: int
    first: int = 1
    last: int = 1
    best: int = 0


class StagePlan(msgspec.Struct, frozen=True, kw_only=True):
    """How a stage is played.

    Attributes:
        type: One of `tournaments.stages.stage.RUNNING_TYPES`.
        options: The settings of the format, as `docs/reference/tournament-format.md` names them; of the formats that
            are not there, as their modules in `tournaments.formats` do.
        scoring: Match points as integers or "p/q", where they differ from the usual.
        tie_breaks: The criteria of the standings in their order.
        rounds: The number of rounds of a Swiss or a points race; 0 where the format decides.
        groups: The number of groups, each with its own standings.
        by_lot: Groups and seeds within them are drawn by lot; else they follow the seeds.
        apart: For so many rounds entrants of one club do not meet, as far as it can be avoided; with several groups
            they are spread over the groups.
        acceleration: In so many first rounds of a Swiss the upper half of the seeds is paired as if it had won one
            match more.
        source: The entrants by their places in earlier stages; empty: the entry list.
        carry: Match points of the earlier stages are kept (`tournaments.state.stages.carried`).
        days: The days that a round is open for, in which the entrants agree on their times; 0: played at once.
        match: How a match is played.
        rounds_from_last: How the last rounds are played where they differ, the final first.
    """

    type: str
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    scoring: dict[str, str] = msgspec.field(default_factory=dict)
    tie_breaks: tuple[str, ...] = ("points", "head_to_head", "difference", "seed")
    rounds: int = 0
    groups: int = 1
    by_lot: bool = False
    apart: int = 0
    acceleration: int = 0
    source: tuple[Qualifiers, ...] = ()
    carry: bool = False
    days: int = 0
    match: MatchPlan = MatchPlan()
    rounds_from_last: tuple[MatchPlan, ...] = ()

    @property
    def most_rooms(self) -> int:
        """The rooms in which its matches are played, at most."""
        return max(match.rooms for match in (self.match, *self.rounds_from_last))
