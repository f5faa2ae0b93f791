"""What pages, the API and services read of results: standings, records, games, kunukku."""

from games.results.selectors.played import GameShown, GamesPage, ResultShown, SideShown, club_games, one_result
from games.results.selectors.records import Record, records
from games.results.selectors.standing import (
    FAMILIES,
    Line,
    Standing,
    families_of,
    firsts_of,
    hall_of_fame,
    season_at,
    standing,
)
from games.results.selectors.worn import (
    PAGE,
    PlayersKunukku,
    Wearer,
    WearersPage,
    Worn,
    history,
    kunukku_of,
    kunukku_of_team,
    salaams_of,
    wearers,
    worn_by,
    worn_in,
)

__all__ = [
    "FAMILIES",
    "PAGE",
    "GameShown",
    "GamesPage",
    "Line",
    "PlayersKunukku",
    "Record",
    "ResultShown",
    "SideShown",
    "Standing",
    "Wearer",
    "WearersPage",
    "Worn",
    "club_games",
    "families_of",
    "firsts_of",
    "hall_of_fame",
    "history",
    "kunukku_of",
    "kunukku_of_team",
    "one_result",
    "records",
    "salaams_of",
    "season_at",
    "standing",
    "wearers",
    "worn_by",
    "worn_in",
]
