"""What games take in and give out as files: the results of a club's games."""

from clubs.exchange.subjects import offer
from games.results.exchange import RESULTS

offer(RESULTS)
