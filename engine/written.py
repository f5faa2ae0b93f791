"""A hand as it is written on a score sheet, and the form in which a rule set lets it be written."""

import msgspec


class SheetHand(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A hand as written on a score sheet; members that its rules or outcome do not have keep their defaults.

    Attributes:
        outcome: `made`, `failed`, `conceded`, `claimed`, `passed_out` or `cancelled`.
        declarer: The seat that plays the contract, or goes alone where there is none.
        number: The number of the contract.
        denomination: What a contract of 56 names: `S`, `H`, `D`, `C` or `NT`.
        doubled: How often a contract of 56 is doubled: 0, 1 or 2.
        auction: The auction of 28 in which the number was bid: 1, or 2 for the second auction or a raise; None where
            that is worth the same.
        points: The card points of the declarer's side, if they were counted.
        shares: The card points by side, if all were counted, where `points` does not say as much: with more than two
            sides, and in a four-card cot.
        alone: What somebody undertook alone in 28: `thani`, `late_thani`, or `cot` with four cards, which has no
            number; or empty. Source: 28-THANI-1, 28-HSE-6, 28-HSE-9.
        soloist: The seat that said `late_thani`, if it is not the declarer.
        swept: One camp took every trick, where the game points double for that. Source: 28-COT-1.
        surrender: An offer to give in was `accepted` or `refused`; or empty. Source: 28-HSE-2.
    """

    outcome: str
    declarer: int | None = None
    number: int | None = None
    denomination: str | None = None
    doubled: int | None = None
    auction: int | None = None
    points: int | None = None
    shares: tuple[int, ...] = ()
    alone: str = ""
    soloist: int | None = None
    swept: bool = False
    surrender: str = ""


class SheetForm(msgspec.Struct, frozen=True):
    """The form in which a rule set lets a hand be written, on a page and on a phone.

    Attributes:
        outcomes: The outcomes there are.
        lowest: The lowest number of a contract.
        highest: The highest.
        denominations: What a contract can name; empty in 28.
        doubles: Whether contracts can be doubled.
        later_lowest: The lowest number of a second auction or a raise; 0 where there is none.
        auctions_differ: Whether a contract is worth something else if it was bid later.
        deck_points: The card points of all cards.
        alone: What a player can undertake alone.
        sweeps: Whether all tricks count double.
        surrenders: Whether a side can offer to give in.
    """

    outcomes: tuple[str, ...]
    lowest: int
    highest: int
    denominations: tuple[str, ...] = ()
    doubles: bool = False
    later_lowest: int = 0
    auctions_differ: bool = False
    deck_points: int = 0
    alone: tuple[str, ...] = ()
    sweeps: bool = False
    surrenders: bool = False
