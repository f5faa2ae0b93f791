"""The subjects of import of the tournaments: their archives."""

from clubs.exchange.subjects import offer
from tournaments.archive.subject import ARCHIVES

offer(ARCHIVES)
