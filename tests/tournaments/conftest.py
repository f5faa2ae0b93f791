"""A club with teams of bots, for the tests of this folder."""

from uuid import uuid4

import pytest
from hypothesis import settings

from clubs.models import Club, Player, Team
from engine import GameFinished, HandScored
from engine.reckoning import winners_by
from games import store
from games.store import projector
from tests.factories import ClubFactory, PlayerFactory, TeamFactory, TournamentFactory
from tournaments.models import Match, Tournament
from tournaments.projections import MatchResults

# No deadline: how long an example takes says something of the machine, nothing of the formats.
settings.register_profile("tournaments", deadline=None)
settings.load_profile("tournaments")

NAMES = ("Vembanad", "Illikkal", "Pamba", "Kabani", "Periyar", "Nila")


@pytest.fixture
def director(db) -> Player:
    """The owner of the club."""
    return PlayerFactory(name="Annamma", password="x")


@pytest.fixture
def club(director) -> Club:
    return ClubFactory(founder=director, name="Meenachil Card Club", place="Pala")


@pytest.fixture
def teams(club, director) -> list[Team]:
    """Six teams of two bots each."""
    return [TeamFactory(club=club, by=director, name=name) for name in NAMES]


@pytest.fixture
def tournament(club, director, teams):
    """Open a tournament with so many of the teams."""

    def make(size: int = 4, hands: int = 2, final: int = 3) -> Tournament:
        return TournamentFactory(
            club=club,
            director=director,
            name="Monsoon Cup",
            hands_a_match=hands,
            hands_in_final=final,
            teams=teams[:size],
        )

    return make


@pytest.fixture
def score():
    """Let a hand of a match be scored, as its table would; `last` ends the match.

    The game is won by more game points (28-END-3), or else by the `winners`.
    """

    def record(
        match: Match, home: int, away: int, *, last: bool = False, winners: tuple[int, ...] | None = None
    ) -> None:
        match.refresh_from_db()
        stored = store.load(match.table_id)
        hands = [one.event.game_points for one in stored if one.type == "HandScored"] + [(home, away)]
        total = tuple(map(sum, zip(*hands, strict=True)))
        events = [
            HandScored(
                hand=len(hands),
                outcome="made",
                declarer=0,
                bid=16,
                points=(20, 8),
                game_points=(home, away),
                score=total,
            )
        ]
        if last:
            events.append(GameFinished(winners=winners_by(total) if winners is None else winners))
        store.append(match.table_id, expected=len(stored), events=events, command=uuid4())
        projector.run_once(MatchResults)

    return record
