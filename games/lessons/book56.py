"""The lessons for 56, in the order in which they are best read: International, six players."""

from typing import Final

from engine.phrases import phrase
from games.lessons.lesson import Choice, Lesson

_RULES: Final = "56-international-6"

LESSONS: Final = (
    Lesson(
        slug="the-first-call",
        title=phrase("The first call tells your jacks"),
        rules=_RULES,
        hands=(
            "HT DQ C9 DJ HT DK CA SJ",
            "CK CJ DJ CT SQ HQ CK H9",
            "ST HA HK S9 SA HK C9 DK",
            "HQ ST CT CA CQ SQ HA DT",
            "DQ SA H9 SK DA HJ SJ CQ",
            "SK D9 HJ DA DT D9 S9 CJ",
        ),
        dealer=5,
        seat=0,
        done="",
        question=phrase(
            "You are the opener and must bid. You hold jacks of two suits and no suit of four with a "
            "jack. What do you call?"
        ),
        choices=(
            Choice(
                "call:28NS",
                phrase(
                    "28NS tells your partners of two jacks in different suits, and that you have no suit of four "
                    "headed by one. They name the suit."
                ),
                right=True,
            ),
            Choice(
                "call:28P",
                phrase(
                    "28P says that you have nothing to tell. Two jacks are worth 6 of the 56 points, and your "
                    "partners should know of them."
                ),
            ),
            Choice(
                "call:28D",
                phrase("A call of a suit promises four cards or more with a jack. You have only three diamonds."),
            ),
        ),
        cites=(
            "56-AUC-6",
            "56-CNV-2",
        ),
    ),
    Lesson(
        slug="a-plus-before-the-suit",
        title=phrase("A plus before the suit"),
        rules=_RULES,
        hands=(
            "CK HK CK ST C9 SA DT CJ",
            "C9 DQ CJ HT HK SQ HJ HQ",
            "D9 CT HA SK SQ H9 SJ DQ",
            "DA DK CA CA DJ DT CQ DJ",
            "H9 SA DA S9 SK S9 D9 HA",
            "CQ SJ HQ DK CT HT ST HJ",
        ),
        dealer=5,
        seat=0,
        done="",
        question=phrase(
            "You are the opener. You hold {CJ}, {C9} and two kings of clubs, and no other jack. What do you call?"
        ),
        choices=(
            Choice(
                "call:+C",
                phrase(
                    "The number is 28 all the same, but the way of saying it tells more: four cards with a jack, "
                    "and no other jack."
                ),
                right=True,
            ),
            Choice(
                "call:28C",
                phrase(
                    "28 and the suit tells of five cards with a jack, or of another jack beside it. Your partners "
                    "would count on a card that you do not have."
                ),
            ),
            Choice(
                "call:28P",
                phrase("28P hides a good suit: four cards with the jack and the nine are worth showing."),
            ),
        ),
        cites=(
            "56-AUC-4",
            "56-AUC-5",
            "56-CNV-2",
        ),
    ),
    Lesson(
        slug="three-jacks",
        title=phrase("Three jacks: no trumps"),
        rules=_RULES,
        hands=(
            "CT CJ D9 H9 SJ ST D9 CJ",
            "CA DJ HT HK HJ CK DT DA",
            "DT HQ DK H9 SQ DJ S9 DQ",
            "CT CK CQ ST CA SA CQ DK",
            "SK C9 HJ DQ HK SJ SQ SK",
            "HT HA SA S9 HA HQ C9 DA",
        ),
        dealer=5,
        seat=0,
        done="",
        question=phrase("You are the opener, with {SJ} and both jacks of clubs. What do you call?"),
        choices=(
            Choice(
                "call:28NT",
                phrase(
                    "28NT tells of three jacks. Your partners now know of 9 points at the top and can look for "
                    "the best suit."
                ),
                right=True,
            ),
            Choice(
                "call:28NS",
                phrase("28NS tells of two jacks in different suits only. Say what you hold."),
            ),
            Choice(
                "call:28P",
                phrase("28P says that you have nothing to tell, and you hold three of the eight jacks."),
            ),
        ),
        cites=(
            "56-CON-2",
            "56-CNV-2",
        ),
    ),
    Lesson(
        slug="both-jacks",
        title=phrase("Both jacks of a suit"),
        rules=_RULES,
        hands=(
            "DT DA DJ SJ DJ SA CA ST",
            "CA SA CQ D9 H9 ST SQ CT",
            "SK D9 H9 HT CJ S9 HA SK",
            "HT HA C9 DQ HQ SQ S9 SJ",
            "HK CQ HJ CJ CK HQ DK DT",
            "CK HK DQ CT DK DA HJ C9",
        ),
        dealer=5,
        seat=0,
        done="",
        question=phrase(
            "You are the opener. You hold {SJ} and four diamonds: both jacks, {DA} and {DT}. What do you call?"
        ),
        choices=(
            Choice(
                "call:29D",
                phrase(
                    "One number more tells one thing more: four cards or more, with both jacks of the suit. Now "
                    "your partners show the nines."
                ),
                right=True,
            ),
            Choice(
                "call:28D",
                phrase(
                    "28D promises one jack in the suit. The second one, the best card a partner can hear of, "
                    "stays hidden."
                ),
            ),
            Choice(
                "call:28NT",
                phrase(
                    "You do have three jacks, but a suit with both of them is the better news: it will be the trump."
                ),
            ),
        ),
        cites=("56-CNV-2",),
    ),
    Lesson(
        slug="raise-your-partner",
        title=phrase("Raise your partner's suit"),
        rules=_RULES,
        hands=(
            "DT DA DJ SJ DJ SA CA ST",
            "CA SA CQ D9 H9 ST SQ CT",
            "SK D9 H9 HT CJ S9 HA SK",
            "HT HA C9 DQ HQ SQ S9 SJ",
            "HK CQ HJ CJ CK HQ DK DT",
            "CK HK DQ CT DK DA HJ C9",
        ),
        dealer=5,
        seat=2,
        done="call:29D pass",
        question=phrase(
            "Your partner opened 29D: four cards or more with both jacks. You hold {D9} and no other "
            "diamond. What do you call?"
        ),
        choices=(
            Choice(
                "call:+1D",
                phrase(
                    "After the jacks the nine is the next top. The plus with a 1 tells: the next top, and just "
                    "this one card."
                ),
                right=True,
            ),
            Choice(
                "call:30D",
                phrase(
                    "30D would raise by one as well, but it promises three cards or more with the nine. Your "
                    "partner would count too many trumps."
                ),
            ),
            Choice(
                "pass",
                phrase("A pass hides the nine. Support your partner's suit first; all other news can wait."),
            ),
        ),
        cites=(
            "56-AUC-5",
            "56-CNV-2",
        ),
    ),
    Lesson(
        slug="when-to-double",
        title=phrase("When to double"),
        rules=_RULES,
        hands=(
            "DK CK SA DT CT DQ ST D9",
            "D9 CQ CA DJ CJ SQ SK DJ",
            "DT HJ DQ SA HA HQ DA HK",
            "CK HT CA CJ ST CT HQ SK",
            "HK H9 HT C9 S9 SJ H9 SQ",
            "CQ HA C9 DA S9 DK SJ HJ",
        ),
        dealer=5,
        seat=1,
        done="call:28P",
        question=phrase(
            "The opener, on the other side, had to bid and called 28P: nothing to tell. You hold both "
            "jacks of diamonds and {CJ}, each with more cards of its suit. What do you call?"
        ),
        choices=(
            Choice(
                "double",
                phrase(
                    "A double of 28P tells your partners of three guarded jacks. From now on your side doubles or "
                    "outbids each contract of theirs."
                ),
                right=True,
            ),
            Choice(
                "pass",
                phrase("A pass says nothing about your three jacks, and the other side finds its suit in peace."),
            ),
            Choice(
                "call:29D",
                phrase(
                    "Three diamonds with both jacks are good, but the other side leads. Call without the lead "
                    "only with a very good hand."
                ),
            ),
        ),
        cites=(
            "56-AUC-11",
            "56-CNV-4",
        ),
    ),
    Lesson(
        slug="the-first-of-two-wins",
        title=phrase("The first of two equal cards wins"),
        rules=_RULES,
        hands=(
            "HT S9 SK CJ D9 HT SJ ST",
            "CJ DK SA DQ SQ SA SQ DA",
            "DJ HJ HK DQ CA C9 H9 DA",
            "H9 CA CT ST CQ CQ HQ SJ",
            "D9 CK C9 HJ DJ SK HQ CK",
            "DT HK HA S9 DK CT HA DT",
        ),
        dealer=5,
        seat=3,
        done="call:28S pass call:29NS pass pass pass pass pass pass play:SJ play:SQ play:H9",
        question=phrase(
            "No trumps. The other side led {SJ}, then came {SQ} and {H9}. You hold the other jack of "
            "spades, and {ST}. Which card do you play?"
        ),
        choices=(
            Choice(
                "play:ST",
                phrase(
                    "Of two equal cards the one played first wins, so your jack cannot take this trick. Give 1 "
                    "point, not 3: your jack is the highest spade from now on."
                ),
                right=True,
            ),
            Choice(
                "play:SJ",
                phrase(
                    "The second jack loses to the first: you give 3 points to the other side, and your own sure trick."
                ),
            ),
        ),
        cites=(
            "56-PLAY-4",
            "56-PLAY-3",
        ),
    ),
    Lesson(
        slug="two-of-each-card",
        title=phrase("Two of each card"),
        rules=_RULES,
        hands=(
            "HT S9 SK CJ D9 HT SJ ST",
            "CJ DK SA DQ SQ SA SQ DA",
            "DJ HJ HK DQ CA C9 H9 DA",
            "H9 CA CT ST CQ CQ HQ SJ",
            "D9 CK C9 HJ DJ SK HQ CK",
            "DT HK HA S9 DK CT HA DT",
        ),
        dealer=5,
        seat=4,
        done=(
            "call:28S pass call:29NS pass pass pass pass pass pass play:SJ play:SQ play:H9 play:ST play:SK "
            "play:S9 play:CJ play:CJ play:C9 play:CQ play:C9 play:CT play:SK play:SA play:DQ play:SJ play:HQ "
            "play:DT play:H9 play:HJ play:HK play:HT play:SQ play:HJ"
        ),
        question=phrase(
            "No trumps. Your side needs 29 points and has 28. You lead from {DJ}, {D9} and two kings of "
            "clubs. Which card do you lead?"
        ),
        choices=(
            Choice(
                "play:DJ",
                phrase(
                    "There are two jacks of diamonds, but yours is played first, and of two equal cards the first "
                    "wins. The trick, and the last point, are yours."
                ),
                right=True,
            ),
            Choice(
                "play:D9",
                phrase(
                    "Two jacks and another nine are in the pack: one jack is still with somebody else and may "
                    "beat your nine."
                ),
            ),
            Choice(
                "play:CK",
                phrase(
                    "The king is worth nothing and lets others win. One sure trick makes the contract: take it now."
                ),
            ),
        ),
        cites=(
            "56-DECK-1",
            "56-PLAY-4",
            "56-CON-3",
        ),
    ),
    Lesson(
        slug="help-your-partner-defend",
        title=phrase("Points in defence"),
        rules=_RULES,
        hands=(
            "CA SA SQ HK DT CT CT D9",
            "CQ C9 CJ HQ ST HT C9 CK",
            "HA SQ SK DA DQ DT DA SJ",
            "CQ HT DQ HK DJ HJ DK H9",
            "S9 D9 DK CJ CK SA S9 HJ",
            "HA CA SJ ST SK DJ HQ H9",
        ),
        dealer=5,
        seat=5,
        done=(
            "call:28P pass pass pass call:S+ pass call:30C pass pass pass call:+C pass pass pass call:32D "
            "pass pass pass pass pass pass play:CA play:CJ play:DT play:CQ play:CJ play:CA play:SJ play:DJ "
            "play:SA"
        ),
        question=phrase(
            "You defend; diamonds are trump. The declarer led {SJ}, your partner trumped it with {DJ}, "
            "and {SA} followed. You hold the other jack of spades, {ST} and {SK}. Which card do you play?"
        ),
        choices=(
            Choice(
                "play:SJ",
                phrase(
                    "Nothing beats {DJ}: the trick is your side's. Give it the 3 points of your jack, which "
                    "others could trump later."
                ),
                right=True,
            ),
            Choice(
                "play:ST",
                phrase("One point is good and three are better: nobody can take this trick from your partner."),
            ),
            Choice(
                "play:SK",
                phrase("The king has no points. Your partner has trumped for the points: give them."),
            ),
        ),
        cites=(
            "56-PLAY-4",
            "56-DECK-3",
        ),
    ),
    Lesson(
        slug="claim-the-rest",
        title=phrase("Claim the rest"),
        rules=_RULES,
        hands=(
            "DQ DJ S9 HQ ST DJ DQ DT",
            "SQ CJ C9 SQ DK CQ CK SK",
            "SJ ST HJ SA HK HT CK CA",
            "HK HJ S9 D9 CT H9 HA CT",
            "HA CJ DK DA SJ DA H9 D9",
            "SA C9 SK CA HT CQ DT HQ",
        ),
        dealer=5,
        seat=4,
        done=(
            "call:29D pass call:30NS pass call:31D pass pass pass pass pass pass play:DJ play:DK play:SJ "
            "play:D9 play:D9 play:DT play:S9 play:SQ play:ST play:S9 play:SJ play:SK play:CJ play:CQ play:ST "
            "play:CQ play:CA play:CT play:HA play:HQ play:HQ play:SQ play:HJ play:HK play:HK play:HJ play:H9 "
            "play:HT play:DJ play:SK play:DQ play:CK play:CK play:CT play:DK play:SA"
        ),
        question=phrase(
            "You declare, and diamonds are trump. Two tricks are left and you lead both aces of diamonds; "
            "both jacks and both nines are gone. What do you do?"
        ),
        choices=(
            Choice(
                "claim",
                phrase(
                    "No card that is out can beat your trumps, so the rest is yours. Claim it: the points left go "
                    "to your side, and the next deal begins sooner."
                ),
                right=True,
            ),
            Choice(
                "play:DA",
                phrase("You win both tricks this way too. When nothing can go wrong, a claim saves everybody's time."),
            ),
        ),
        cites=("56-PLAY-6",),
    ),
)
