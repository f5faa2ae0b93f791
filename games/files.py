"""The subjects of import and export of the games: the results of a club's games, and the games as records."""

from clubs.exchange.subjects import offer
from games.records.subject import RECORDS
from games.results.exchange import RESULTS

offer(RESULTS)
offer(RECORDS)
