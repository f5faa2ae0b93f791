"""The codes of the floor: reasons and outcomes of calls, phrases of announcements. Their words are in `words`."""

from typing import Final, Literal, get_args

from msgspec import Struct

Reason = Literal["early-card", "wrong-bid", "revoke", "score", "away", "sheet-full", "slow", "other"]
"""Why a table calls: a card was shown before its turn, a bid was wrong, a suit was not followed, the scores differ,
a player is away, the score sheet is full, play is slow, or something else, in the caller's own words."""
Outcome = Literal["ruled", "settled", "corrected", "nothing", "withdrawn"]
"""How a call ended: by a ruling, settled at the table, by a corrected score, nothing was the matter, or it was taken
back by its caller."""
Phrase = Literal[
    "round-starts", "round-delayed", "pairings-out", "take-seats", "time-left", "last-hand", "hand-in", "results-out",
    "tea-break", "lunch-break", "prizes-at", "come-to-desk",
]  # fmt: skip
"""The ready phrases of announcements."""
Audience = Literal["all", "tables", "entrants"]
"""The readers of an announcement: everybody, the tables of some matches, or some entrants."""

REASONS: Final[tuple[Reason, ...]] = get_args(Reason)
OUTCOMES: Final[tuple[Outcome, ...]] = tuple(code for code in get_args(Outcome) if code != "withdrawn")
"""The outcomes that the staff gives a call."""
PHRASES: Final[tuple[Phrase, ...]] = get_args(Phrase)
OTHER: Final = "other"
"""The reason that needs the caller's own words."""


class Places(Struct, frozen=True):
    """Which places of a phrase are to be filled: the number of a round, a time, minutes."""

    round: bool = False
    at: bool = False
    minutes: bool = False


PLACES: Final[dict[str, Places]] = {
    "round-starts": Places(round=True, at=True),
    "round-delayed": Places(round=True, minutes=True),
    "pairings-out": Places(round=True),
    "take-seats": Places(),
    "time-left": Places(minutes=True),
    "last-hand": Places(),
    "hand-in": Places(),
    "results-out": Places(round=True),
    "tea-break": Places(at=True),
    "lunch-break": Places(at=True),
    "prizes-at": Places(at=True),
    "come-to-desk": Places(),
}
"""The places of each phrase."""
