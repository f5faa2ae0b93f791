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
    Lesson(
        slug="leave-it-to-your-partner",
        title=phrase("Leave it to your partner"),
        rules=_RULES,
        hands=(
            "D8 H8 DQ SJ S8 C8 CJ ST",
            "DJ D7 DT HJ S9 CK DK CQ",
            "C9 SK H7 CA DA HT HQ SQ",
            "C7 H9 HA S7 HK D9 SA CT",
        ),
        dealer=0,
        seat=1,
        done="bid:14 bid:15 bid:16 pass",
        question=phrase(
            "You opened with 14, the next player bid 15, your partner 16, and the last one passed. You "
            "have seen {HJ}, {DJ}, {DT} and {D7}. What do you say?"
        ),
        choices=(
            Choice(
                "pass",
                phrase(
                    "The bid is your side's already. A higher one takes the choice of trump from your partner and "
                    "is only harder to make, and 16 pays the same as 20."
                ),
                right=True,
            ),
            Choice(
                "bid:17",
                phrase(
                    "You would outbid your own partner: the contract pays the same and needs one point more. Your "
                    "jacks help just as well when your partner names the trump."
                ),
            ),
            Choice(
                "bid:21",
                phrase(
                    "Above 20 a contract counts 2, lost as well as won. Against your own partner there is nothing "
                    "to gain by it."
                ),
            ),
        ),
        cites=(
            "28-AUC-7",
            "28-SCO-2",
        ),
    ),
    Lesson(
        slug="the-suit-to-fold",
        title=phrase("The suit to fold, and the card"),
        rules=_RULES,
        hands=(
            "H7 SA HQ HT SJ C9 DA SQ",
            "D9 DJ H9 DQ CK C8 D7 CA",
            "CT HA DK CQ D8 HJ CJ C7",
            "H8 SK ST S8 S7 DT S9 HK",
        ),
        dealer=2,
        seat=1,
        done="bid:14 bid:15 bid:16 pass pass pass",
        question=phrase("You won the auction and have seen four cards. Which card do you fold as trump?"),
        choices=(
            Choice(
                "fold:DQ",
                phrase(
                    "Diamonds are your longest suit and hold the jack and the nine. Fold the least card of it: "
                    "the folded card is out of play until the trump is turned up."
                ),
                right=True,
            ),
            Choice(
                "fold:DJ",
                phrase(
                    "The suit is right, the card is not: {DJ} would lie face down, and you could not win a trick "
                    "with it until the trump is turned up."
                ),
            ),
            Choice(
                "fold:H9",
                phrase(
                    "A single nine is a poor trump suit: the jack and six more hearts are elsewhere. Make your "
                    "longest suit trump."
                ),
            ),
        ),
        cites=(
            "28-FOLD-1",
            "28-FOLD-3",
        ),
    ),
    Lesson(
        slug="ask-for-the-trump",
        title=phrase("Ask for the trump"),
        rules=_RULES,
        hands=(
            "S9 C8 C9 DA SK SQ CT CK",
            "C7 H9 S7 HK HQ SA D9 H7",
            "D7 H8 DQ CQ CJ HJ HT DK",
            "HA D8 DT SJ DJ ST S8 CA",
        ),
        dealer=1,
        seat=2,
        done=(
            "bid:14 bid:15 pass pass pass fold:D8 pass pass pass pass keep play:HJ play:HA play:S9 play:H7 "
            "play:CJ play:CA play:C8 play:C7 play:D7 play:DJ play:DA play:D9 play:SJ play:SQ play:SA"
        ),
        question=phrase(
            "The declarer, on your left, led {SJ}; the others followed with {SQ} and {SA}. You have no "
            "spade, and the trump is still face down. What do you do?"
        ),
        choices=(
            Choice(
                "ask",
                phrase(
                    "The trick holds 4 points and the other side is winning it. Ask: the trump is turned up, and "
                    "if you hold one you play it and take the trick."
                ),
                right=True,
            ),
            Choice(
                "play:CQ",
                phrase(
                    "A card of another suit cannot win: the 4 points go to the other side. You may only ask when "
                    "you cannot follow suit, so use the moment."
                ),
            ),
            Choice(
                "play:HT",
                phrase(
                    "This gives the other side a fifth point. Throw points only on a trick that your own side wins."
                ),
            ),
        ),
        cites=(
            "28-REV-1",
            "28-REV-3",
            "28-TRICK-2",
        ),
    ),
    Lesson(
        slug="lead-the-jack",
        title=phrase("Lead the jack, not away from it"),
        rules=_RULES,
        hands=(
            "C7 HQ DK CJ CA S9 SK CT",
            "HA S7 HT D8 CQ C9 H9 D9",
            "ST SJ SA S8 C8 DQ HK DA",
            "SQ HJ DT H7 H8 D7 DJ CK",
        ),
        dealer=3,
        seat=3,
        done=(
            "bid:14 bid:15 bid:16 pass pass pass fold:S8 pass pass pass pass keep play:CJ play:CQ play:C8 "
            "play:CK play:C7 play:C9 reveal play:S8 play:SQ play:HJ play:HQ play:H9 play:HK"
        ),
        question=phrase(
            "You defend and lead. You hold {DJ}, {DT} and {D7}, and two low hearts. Which card do you lead?"
        ),
        choices=(
            Choice(
                "play:DJ",
                phrase(
                    "No card of its suit beats the jack: you win at least while the others can follow. A jack "
                    "that waits is often trumped later."
                ),
                right=True,
            ),
            Choice(
                "play:D7",
                phrase(
                    "A low card away from the jack lets the other side win a cheap trick with the nine or the "
                    "ace, and your jack may be trumped the next time."
                ),
            ),
            Choice(
                "play:DT",
                phrase(
                    "The ten is worth a point and loses to the nine and the ace: you lead a point into the other "
                    "side's hands."
                ),
            ),
        ),
        cites=(
            "28-DECK-2",
            "28-PLAY-1",
        ),
    ),
    Lesson(
        slug="points-for-your-partner",
        title=phrase("Points for your partner's trick"),
        rules=_RULES,
        hands=(
            "CK H7 C9 C7 H8 S7 S9 D8",
            "ST C8 SQ CQ HK SA SK H9",
            "HJ D9 D7 CJ DJ CA CT DQ",
            "DT HT DK HQ HA DA S8 SJ",
        ),
        dealer=0,
        seat=0,
        done=(
            "bid:14 bid:15 pass pass pass fold:D7 pass pass pass pass keep play:SQ play:CT play:S8 play:S9 "
            "play:C7 play:C8 play:CJ ask play:DK play:SJ play:S7 play:ST play:D7 play:DJ play:DT play:D8 "
            "play:CQ play:D9 play:DA"
        ),
        question=phrase(
            "Your partner declares 15, your side has 11 points, and the trump is up: diamonds. Your "
            "partner led {D9}, the next player followed with {DA}; {DJ} is gone. You have no diamond. "
            "Which card do you play?"
        ),
        choices=(
            Choice(
                "play:C9",
                phrase(
                    "Nothing beats {D9} any more, so the trick is your side's. With 2 for the nine, 1 for the ace "
                    "and 2 of yours your side has 16: the contract is made."
                ),
                right=True,
            ),
            Choice(
                "play:H8",
                phrase(
                    "The trick is safe, and a card without points wastes it: your side would have 14 and still "
                    "need another trick."
                ),
            ),
            Choice(
                "play:CK",
                phrase(
                    "The king has no points. On a trick that your side is sure to win, give the points that you "
                    "could lose later."
                ),
            ),
        ),
        cites=(
            "28-TRICK-4",
            "28-SCO-1",
        ),
    ),
    Lesson(
        slug="save-the-nine",
        title=phrase("Save the nine"),
        rules=_RULES,
        hands=(
            "S7 C7 SA DJ SQ CT HT H9",
            "SK CA D7 H8 DK DA HQ D9",
            "DQ SJ CQ S8 HK CK C9 C8",
            "S9 CJ HJ DT D8 HA ST H7",
        ),
        dealer=2,
        seat=2,
        done=("bid:14 bid:15 pass pass bid:16 pass pass pass fold:HJ pass pass pass pass keep play:CJ play:C7 play:CA"),
        question=phrase(
            "The declarer led {CJ}, and {C7} and {CA} followed. You play last and must follow suit. Which "
            "card do you play?"
        ),
        choices=(
            Choice(
                "play:C8",
                phrase(
                    "You cannot beat the jack, so give it nothing. With the jack gone {C9} is the highest club "
                    "there is."
                ),
                right=True,
            ),
            Choice(
                "play:C9",
                phrase(
                    "The nine is worth 2 points and loses to the jack. Once the jack is played your nine is the "
                    "highest of its suit: keep it."
                ),
            ),
        ),
        cites=(
            "28-DECK-2",
            "28-DECK-3",
            "28-PLAY-4",
        ),
    ),
    Lesson(
        slug="count-to-28",
        title=phrase("Count to 28"),
        rules=_RULES,
        hands=(
            "CJ SJ CT S7 DT D7 ST CA",
            "SQ CQ H7 C8 SA HT SK S9",
            "HJ DA C9 CK HA C7 S8 DK",
            "H9 HK HQ H8 DJ DQ D8 D9",
        ),
        dealer=0,
        seat=1,
        done=(
            "bid:14 bid:15 bid:16 bid:17 pass pass pass fold:CT pass pass pass pass keep play:SQ play:S8 "
            "play:H8 play:SJ play:S7 play:S9 play:C7 play:H9 play:H7 play:HJ play:HQ play:ST play:DK play:DJ "
            "play:D7 play:HT play:D9 play:DT"
        ),
        question=phrase(
            "The other side declares 17 and has 7 points; your side has 8. Your partner led {D9}, the "
            "declarer played {DT}; {DJ} is gone. You have no diamond. Which card do you play?"
        ),
        choices=(
            Choice(
                "play:SA",
                phrase(
                    "All points together are 28, so 12 for your side beat a contract of 17. You have 8, the trick "
                    "holds 3, and the ace makes it 12. Your partner's nine is the highest diamond left: only a trump "
                    "could take the trick."
                ),
                right=True,
            ),
            Choice(
                "play:CQ",
                phrase(
                    "With 11 points you need another one, and the chance to give it to a trick of your partner "
                    "may not come back."
                ),
            ),
            Choice(
                "ask",
                phrase(
                    "Your partner is winning this trick already. The trump turned up would let the last player "
                    "take it with a trump."
                ),
            ),
        ),
        cites=(
            "28-DECK-3",
            "28-SCO-1",
            "28-REV-1",
        ),
    ),
    Lesson(
        slug="draw-the-last-trumps",
        title=phrase("Draw the last trumps"),
        rules=_RULES,
        hands=(
            "DJ DK ST DA H8 HA H9 CQ",
            "SQ C8 HJ DT CJ SJ DQ HK",
            "CT S7 C7 D9 HQ HT CA SA",
            "SK C9 S8 S9 D7 H7 D8 CK",
        ),
        dealer=3,
        seat=0,
        done=(
            "bid:14 bid:15 pass pass bid:16 pass pass pass fold:DK pass pass pass pass keep play:H8 play:HJ "
            "play:HQ play:H7 play:SJ play:S7 play:S8 play:ST play:CJ play:C7 play:CK play:CQ play:DQ play:D9 "
            "play:D7 play:DA play:CT play:C9 reveal play:DK play:C8"
        ),
        question=phrase(
            "You declare 16 and your side has 6 points; diamonds are trump and face up, and two of them "
            "are still in other hands. You lead with three cards left. Which one?"
        ),
        choices=(
            Choice(
                "play:DJ",
                phrase(
                    "The highest trump takes a trick and one or both of the trumps that are out. With both gone "
                    "nobody can trump your hearts: {HJ} is gone, and {H9} and {HA} are the best."
                ),
                right=True,
            ),
            Choice(
                "play:H9",
                phrase(
                    "It is the highest heart left, but a player without hearts may trump it. Draw the trumps "
                    "first, then play your high cards."
                ),
            ),
            Choice(
                "play:HA",
                phrase(
                    "While {H9} is in your own hand the ace is high too, but either may be trumped as long as "
                    "trumps are out."
                ),
            ),
        ),
        cites=(
            "28-TRICK-1",
            "28-REV-7",
        ),
    ),
)
