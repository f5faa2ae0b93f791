"""The lessons for 28, in the order in which they are best read: Kerala rules, four players."""

from typing import Final

from engine.phrases import phrase
from games.lessons.lesson import Choice, Lesson

_RULES: Final = "28-kerala-4"

LESSONS: Final = (
    Lesson(
        slug="the-nine-beats-the-ace",
        title=phrase("The nine beats the ace"),
        rules=_RULES,
        hands=(
            "C8 D8 H7 H9 CQ C7 DK SA",
            "SK HJ D9 D7 S9 DQ SJ HA",
            "DA S8 H8 DJ HT SQ CJ CA",
            "C9 DT HQ CT S7 CK HK ST",
        ),
        dealer=0,
        seat=3,
        done=(
            "bid:14 bid:15 bid:16 pass pass bid:17 pass pass pass fold:DA pass pass pass pass keep "
            "play:SJ play:S8 play:ST play:SA play:HJ play:H8 play:HQ play:H7 play:D7 play:DJ play:DT play:D8 "
            "play:CJ play:CK play:C7 ask play:DQ play:SK play:SQ play:S7 play:DK play:C8 play:HA play:CA"
        ),
        question=phrase(
            "You play last. Clubs were led, and {CA} is winning for the other side. Which card do you play?"
        ),
        choices=(
            Choice(
                "play:C9",
                phrase(
                    "{C9} beats {CA}: the order is jack, nine, ace, ten, king, queen, eight, seven. You play last, so "
                    "nothing can beat it, and you win its 2 points and the 2 aces."
                ),
                right=True,
            ),
            Choice(
                "play:CT",
                phrase(
                    "{CT} ranks below {CA}: the other side keeps the trick, with 1 point more. Only the jack and the "
                    "nine beat an ace."
                ),
            ),
        ),
        cites=("28-DECK-2", "28-DECK-3"),
    ),
    Lesson(
        slug="a-bid-of-your-own",
        title=phrase("A bid of your own"),
        rules=_RULES,
        hands=(
            "D9 H9 HT SA S7 DQ ST D8",
            "CT HJ H7 CK HK CJ DK C9",
            "H8 C7 D7 C8 CA S8 HQ DJ",
            "S9 DT SK SJ SQ CQ HA DA",
        ),
        dealer=1,
        seat=3,
        done="bid:14",
        question=phrase(
            "You have seen four cards. The opener, on the other side, had to speak and bid 14. What do you say?"
        ),
        choices=(
            Choice(
                "pass",
                phrase(
                    "The opener has to bid, with any cards at all: that 14 need not be strong. Do not leave a cheap "
                    "contract to the other side when you hold the jack and the nine of one suit."
                ),
            ),
            Choice(
                "bid:15",
                phrase(
                    "{SJ}, {S9} and {SK} make a good trump suit: half of the cards are still to come, and a partner "
                    "too. Bid, and no more than you have to."
                ),
                right=True,
            ),
            Choice(
                "bid:21",
                phrase(
                    "Above 20 a contract counts 2, lost as well as won. Four cards do not promise 21 of the 28 points; "
                    "15 is enough to outbid the opener."
                ),
            ),
        ),
        cites=("28-AUC-2", "28-AUC-3", "28-SCO-2"),
    ),
)
