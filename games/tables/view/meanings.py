"""What one viewer of a live table is shown of the meaning of calls."""

import msgspec


class SideCard(msgspec.Struct, frozen=True, kw_only=True):
    """The convention card that a side plays by.

    Attributes:
        side: The side's number.
        name: What people call the card.
        card: The id of the partnership's card; None for the rule set's default.
        edition: Its edition, or None.
    """

    side: int
    name: str
    card: str | None = None
    edition: int | None = None


class Askable(msgspec.Struct, frozen=True, kw_only=True):
    """A call that the viewer may ask about now.

    Attributes:
        call: The call's place in the auction, from 0.
        seat: Who called.
        said: What: `+2S`, `pass`, `double`.
    """

    call: int
    seat: int
    said: str


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A question about a call, for the viewer who asked it or who may add to the answer. Source: 56-SHOW-26.

    Attributes:
        call: The call's place in the auction, from 0.
        asker: The seat that asked.
        of: The seat that called.
        said: What: `+2S`, `pass`, `double`.
        mine: The viewer asked it, and sees the answer.
        may_add: The viewer is a partner of the caller and may add a line.
        card_name: What people call the card that answers.
        card: Its id; None for the rule set's default.
        edition: Its edition, or None.
        text: What the card says the call means; empty where it says nothing of it.
        row: The row of the card: the situation, who makes the call, the call.
        treatment: The partnership's own, and not usual.
        rule: The rule of the ledger that it comes from.
        added: What the caller's partners have added, as far as the viewer sees it: seat and line.
    """

    call: int
    asker: int
    of: int
    said: str
    mine: bool = False
    may_add: bool = False
    card_name: str = ""
    card: str | None = None
    edition: int | None = None
    text: str = ""
    row: tuple[str, ...] = ()
    treatment: bool = False
    rule: str = ""
    added: tuple[tuple[int, str], ...] = ()
