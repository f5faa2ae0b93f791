"""The guided first hands, one of 28 and one of 56: a fixed deal, and what the coach says to each decision.

A guide follows one course of the hand: that of a good player, against whom the bots always do the same.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from engine.phrases import phrase


class Step(msgspec.Struct, frozen=True):
    """A decision of a guided hand.

    Attributes:
        do: What the coach would do, as the form field says it: `bid:16`.
        says: Why, in English; translated when it is said.
        others: What the coach says to other choices, by field.
    """

    do: str
    says: str
    others: Mapping[str, str] = {}


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """A guided hand.

    Attributes:
        family: The game: "28" or "56".
        rules: The rule set's id.
        options: Its options that differ from their defaults.
        seat: The person's seat.
        dealer: The seat that deals.
        pack: The cards from the top.
        steps: The decisions, in their order.
        end: What is said when the hand went as the coach would have played it.
    """

    family: str
    rules: str
    options: Mapping[str, Any]
    seat: int
    dealer: int
    pack: tuple[str, ...]
    steps: tuple[Step, ...]
    end: str

    def __repr__(self) -> str:
        return f"Guide({self.family})"


def _pack(text: str) -> tuple[str, ...]:
    return tuple(text.split())


TOO = phrase("That works too.")
OF_28: Final = Guide(
    family="28",
    rules="28-kerala-4",
    options={},
    seat=0,
    dealer=3,
    pack=_pack("CK SA CA CJ H9 DA D8 ST HT D9 HQ C8 SK HA D7 CQ CT DK HJ S9 HK H7 SJ C7 DT S8 DJ S7 H8 DQ SQ C9"),
    steps=(
        Step(
            "bid:14",
            phrase(
                "You speak first, and the first player must bid. A bid is the number of points your side will "
                "take: bid the least."
            ),
            {
                "bid:15": phrase("That works too; but the least is enough, as nobody has bid yet."),
                "bid:16": phrase("That works too; but the least is enough, as nobody has bid yet."),
            },
        ),
        Step(
            "bid:16",
            phrase(
                "An opponent bid 15. You hold the jack, the ace and the king of clubs: with clubs as trump, bid 16."
            ),
            {
                "pass": phrase("With three good clubs you would rather choose the trump yourself."),
                "bid:17": phrase("That works too; but 16 was enough, and wins as much."),
                "bid:18": phrase("That works too; but 16 was enough, and wins as much."),
            },
        ),
        Step(
            "fold:CK",
            phrase(
                "You won the auction. Fold the king of clubs: it is out of play until asked for, so keep the "
                "better ones."
            ),
            {
                "fold:CA": phrase("That works too; but the king is the smaller one to do without."),
                "fold:CJ": phrase("Clubs are trump now, but your best trump is out of play until it is turned up."),
                "fold:SA": phrase("Now spades are trump, and you hold only one so far. Clubs are your long suit."),
            },
        ),
        Step(
            "pass",
            phrase(
                "Everybody has eight cards now and may bid once more, 24 or higher. Your 16 is the highest: leave it."
            ),
        ),
        Step("keep", phrase("Clubs are still your longest suit: four with the folded one. Keep it as trump.")),
        Step(
            "play:HJ",
            phrase("You lead to the first trick. No heart beats the jack, so it brings home any points played on it."),
            {
                "play:SA": phrase(
                    "A jack or a nine of spades would beat the ace. The jack of hearts cannot be beaten."
                ),
                "play:DK": phrase("That works too; but lead sure winners early, before the trump is turned up."),
            },
        ),
        Step(
            "play:DK",
            phrase(
                "4 points for you. You may not lead trumps while they are hidden, so lead the king: it is worth "
                "nothing."
            ),
            {
                "play:SA": phrase("A jack or a nine of spades would beat the ace, and its point would be lost."),
                "play:S9": phrase("The jack of spades would beat the nine, and its 2 points would be lost."),
            },
        ),
        Step(
            "play:S9",
            phrase(
                "Your partner leads the highest diamond, and you have none: give your side points, the nine of spades."
            ),
            {
                "play:SA": phrase("That works too; but the nine brings 2 points, the ace only 1."),
                "reveal": phrase(
                    "Your partner is winning this trick already. Turn your trump up for a trick of the others."
                ),
            },
        ),
        Step(
            "play:CK",
            phrase(
                "An opponent asked for the trump and put the queen of clubs on it. Your king is back, and beats it."
            ),
            {
                "play:CT": phrase("That works too: its point stays with you."),
                "play:CA": phrase("That works too; but the king was enough to win."),
                "play:CJ": phrase("That works too; but the king was enough to win."),
            },
        ),
        Step(
            "play:CJ",
            phrase("Trumps are open, so you may lead them. The jack takes the trumps out of the other hands."),
            {"play:CA": phrase("The nine of clubs would beat the ace. Lead the jack first.")},
        ),
        Step(
            "play:CA",
            phrase("All other clubs are gone: your ace and ten are the last two trumps, and nothing can beat them."),
            {"play:CT": TOO, "play:SA": TOO},
        ),
        Step(
            "play:SA",
            phrase("You have 20 points: your bid is made. Lead the ace, and keep the last trump for the last trick."),
            {"play:CT": TOO},
        ),
        Step("play:CT", phrase("Hearts are led and you have none. Your last trump takes the last trick.")),
    ),
    end=phrase("Your side took 24 points and had bid 16: the bid is made, and you win 1 stake from the other side."),
)
OF_56: Final = Guide(
    family="56",
    rules="56-kerala-6",
    options={"ending": {"type": "open"}},
    seat=0,
    dealer=5,
    pack=_pack(
        "SA DA H9 HJ S9 CK CQ HA SJ HQ CT SQ DJ DT CQ HQ SJ SK SQ ST SK DK CK HT "
        "HT HK DQ ST DJ DA CT CA HJ CA C9 DK H9 D9 HK DQ C9 CJ CJ D9 HA S9 SA DT"
    ),
    steps=(
        Step(
            "call:28H",
            phrase("You hold four hearts with a jack. “28 hearts” tells your partners so, and hearts would be trump."),
            {"pass": phrase("Four cards with a jack are worth a call: your partners learn what you hold.")},
        ),
        Step(
            "call:31H",
            phrase(
                "A partner raised hearts, which shows the other jack; the next one showed spades. Say hearts again."
            ),
            {
                "pass": phrase("With four hearts and a partner who likes them, hearts are the better trump."),
                "call:32H": phrase("That works too; but 31 is enough, and wins as much."),
            },
        ),
        Step("pass", phrase("All others passed, and the last word is yours. Pass: you play 31 hearts.")),
        Step(
            "play:H9",
            phrase("You lead, and hearts are trump. Both jacks are with your side, so nobody beats your nine."),
            {
                "play:HJ": phrase("That works too; but the nine takes this trick as well, and the jack the next."),
                "play:SA": phrase("That works too; but a trump first takes trumps out of the other hands."),
            },
        ),
        Step(
            "play:SA",
            phrase("7 points. Your partner showed spades: lead your ace, and let your partner take the trick."),
            {"play:HJ": phrase("That works too: it takes more trumps out of the other hands.")},
        ),
        Step(
            "play:DQ",
            phrase(
                "Bad luck: an opponent had no spade and trumped. Now the jack of diamonds leads. Follow with the queen."
            ),
            {"play:DA": phrase("The ace cannot beat the jack, so its point goes to the other side.")},
        ),
        Step(
            "play:DA",
            phrase(
                "Diamonds again: you must follow. Your ace wins; of two equal cards the first one played is the higher."
            ),
        ),
        Step(
            "play:HJ",
            phrase("Your lead. The jack of hearts takes the last trumps out, and your partners throw points on it."),
            {"play:HT": phrase("A higher heart is still out: the jack is sure.")},
        ),
        Step(
            "play:ST",
            phrase("Your two trumps are the last ones: keep them. Lead the ten of spades, which you can spare."),
            {"play:HK": TOO, "play:HT": TOO},
        ),
        Step(
            "play:HK",
            phrase("A spade is led and you have none left: trump it. The king is enough, for no other heart is out."),
            {"play:HT": TOO},
        ),
        Step("play:HT", phrase("Your last trump takes the last trick, and your partners add their points.")),
    ),
    end=phrase("Your side took 34 points and had called 31: the contract is made, and your side scores 1."),
)
GUIDES: Final = {guide.family: guide for guide in (OF_28, OF_56)}
"""The guided hands, by the game."""
