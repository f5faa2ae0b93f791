"""The rows of the lists of a tournament: the public shape of its CSV and JSON."""

from msgspec import Struct


class PairingRow(Struct, frozen=True):
    """A match or a bye of a round.

    Attributes:
        stage: The number of the stage.
        group: From 1.
        match: Its number in the tournament.
        at: The time that is settled, as ISO 8601 in UTC; nothing: none is.
        entrants_1: The numbers of the entrants of the first side, with a space between partners; so for the others.
        side_1: The name of the first side; empty while it is open.
        status: `bye`, `open`, `waiting`, `playing`, `unconfirmed` or `over`.
    """

    stage: int
    group: int
    round: int
    match: int
    table: str
    room: str
    at: str | None
    entrants_1: str
    side_1: str
    entrants_2: str
    side_2: str
    entrants_3: str
    side_3: str
    status: str


class NamePairingRow(Struct, frozen=True):
    """An entrant in a round.

    Attributes:
        opponents: The names of the other sides; empty for a bye.
        partners: The names of those beside it on its side, where partners change.
        match: The number of its match; so for a bye.
    """

    stage: int
    group: int
    round: int
    entrant: int
    name: str
    players: str
    table: str
    room: str
    at: str | None
    match: int
    partners: str
    opponents: str
    status: str


class ResultRow(Struct, frozen=True):
    """A match of a round with what it came to.

    Attributes:
        points_1: The points of the first side over all games; nothing before the first is reported. So for the others.
        outcome: `played`, `forfeit`, `double_forfeit`, `awarded`, `void` or `bye`; empty while it is not over.
        winner: The number of the side that won, from 1; nothing: no side did, or it is not over.
        provisional: It is disputed, and may change.
    """

    stage: int
    group: int
    round: int
    match: int
    table: str
    room: str
    entrants_1: str
    side_1: str
    points_1: int | str | None
    entrants_2: str
    side_2: str
    points_2: int | str | None
    entrants_3: str
    side_3: str
    points_3: int | str | None
    status: str
    outcome: str
    winner: int | None
    provisional: bool = False


class StandingRow(Struct, frozen=True, omit_defaults=True):
    """An entrant in the standings of a group.

    A criterion by which the stage ranks has a member of its own, exactly: an integer or "p/q", nothing where it
    separates nobody. The others are left out.

    Attributes:
        group: From 1.
        rank: Entrants that nothing separates share one.
        decided_by: The criterion that put it below the line above.
        provisional: A result of it is disputed, and may change.
    """

    stage: int
    group: int
    rank: int
    entrant: int
    name: str
    players: str
    played: int
    won: int
    drawn: int
    lost: int
    decided_by: str
    provisional: bool
    points: str | None = None
    wins: str | None = None
    head_to_head: str | None = None
    difference: str | None = None
    quotient: str | None = None
    scored: str | None = None
    buchholz: str | None = None
    buchholz_cut_1: str | None = None
    median_buchholz: str | None = None
    sonneborn_berger: str | None = None
    progressive: str | None = None
    behind: str | None = None
    lot: str | None = None
    seed: str | None = None


class BracketRow(Struct, frozen=True):
    """A match of a bracket.

    Attributes:
        part: The part of the bracket, such as `Winners' bracket`; empty where there is one.
        number: Its number in the drawing, from 1.
        match: Its number in the tournament.
        seed_1: The place in the seeding order of the first side, so far as it is known.
        from_1: The number in the drawing of the match that fills the place, `w12` by its winner, `l12` by its loser;
            empty where a seed does.
        provisional: It is disputed, and may change.
    """

    stage: int
    group: int
    part: str
    round: int
    number: int
    match: int
    table: str
    room: str
    at: str | None
    seed_1: int | None
    from_1: str
    side_1: str
    points_1: int | str | None
    seed_2: int | None
    from_2: str
    side_2: str
    points_2: int | str | None
    status: str
    outcome: str
    winner: int | None
    provisional: bool = False


class EntryRow(Struct, frozen=True):
    """An entrant.

    Attributes:
        status: `entered`, `waiting`, `withdrawn`, `held_out`, `left` or `disqualified`; of a single player
            `free_agent`, or `in_team` once teams are made.
        present: 1: it has checked in; 0: it has not.
        fee: 1: its fee is noted as paid; 0: it is not.
    """

    entrant: int
    name: str
    players: str
    status: str
    present: int
    fee: int


class AwardRow(Struct, frozen=True):
    """A certificate: the place of an entrant, 0 for taking part."""

    place: int
    entrant: int
    name: str
    players: str


class PassRow(Struct, frozen=True):
    """A pass of an entrant; whoever has its `address` checks the entrant in."""

    entrant: int
    name: str
    players: str
    address: str


class TableRow(Struct, frozen=True):
    """A table, and the room in which it stands; empty where that is not settled."""

    table: str
    room: str


class ScheduleRow(Struct, frozen=True):
    """A round that is planned for a time; times are ISO 8601 in UTC.

    Attributes:
        begins: With the delays.
        planned: Without them.
        late: The minutes between the two.
        ends: When its time is over; nothing: its matches have no limit.
    """

    stage: int
    round: int
    begins: str
    planned: str
    late: int
    ends: str | None


class PrizeRow(Struct, frozen=True):
    """A prize with an entrant who won it; entrants that nothing separates share one.

    Attributes:
        category: The name of its category; empty: it is for all entrants.
        place: In the category, or of all.
    """

    category: str
    place: int
    prize: str
    amount: str
    entrant: int
    name: str
    players: str
