"""28 once more, told as a story: slow, plain, and sharing nothing with the engine.

It is written from the rule ledger alone, so that the two can be held against each other: `story` tells one
hand, `books` keeps a game's accounts, `judge` audits a record, `invent` plays at random and spoils records.
"""

from tests.engine.naive.books import Books
from tests.engine.naive.judge import fault, judge
from tests.engine.naive.story import Moment, Move, Story, follow, perft, tell

__all__ = ["Books", "Moment", "Move", "Story", "fault", "follow", "judge", "perft", "tell"]
