"""What clubs take in and give out as files: their members and teams."""

from clubs.exchange.members import MEMBERS
from clubs.exchange.subjects import offer
from clubs.exchange.teams import TEAMS

offer(MEMBERS)
offer(TEAMS)
