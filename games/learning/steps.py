"""The steps of how to play, in the players' words, with the cards of each.

A card of a picture is its code; `back` is a folded one. `best` marks the card that wins, `note` says what stands below.
"""

from typing import Final

import msgspec

from engine.phrases import phrase


class Shown(msgspec.Struct, frozen=True):
    """A card of a picture.

    Attributes:
        card: Its code, or `back` for one that lies face down.
        note: What stands below it: points, or the player, in English; translated when it is said.
        best: It wins the trick.
    """

    card: str
    note: str = ""
    best: bool = False


class Said(msgspec.Struct, frozen=True):
    """A line of a picture without cards: a player and a call, or a side and a number.

    Attributes:
        name: The player or side.
        says: The call or number, with signs of suits.
        best: It is the one that counts.
    """

    name: str
    says: str
    best: bool = False


class LearningStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step.

    Attributes:
        title: Its one idea.
        text: At most 40 words about it.
        cards: Its cards in a row.
        lines: Its lines.
        seats: The players round the table, the person first, each with the side.
        rules: The rules it tells, each with the rule set on whose page it stands.
        decided: Where it can be tried: after so many decisions of the guided hand; None where there is nothing to try.
    """

    title: str
    text: str
    cards: tuple[Shown, ...] = ()
    lines: tuple[Said, ...] = ()
    seats: tuple[tuple[str, int], ...] = ()
    rules: tuple[tuple[str, str], ...] = ()
    decided: int | None = None


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """The steps by which a game is learnt.

    Attributes:
        family: The game: "28" or "56".
        rules: The rule set whose rules it tells.
        about: The game in one sentence.
        hand: A hand of it, for its picture.
        steps: The eight steps.
    """

    family: str
    rules: str
    about: str
    hand: tuple[str, ...]
    steps: tuple[LearningStep, ...]


K28, W28, K56 = "28-kerala-4", "28-wikipedia-4", "56-kerala-6"
YOU, PARTNER, LEFT, RIGHT = phrase("You"), phrase("Partner"), phrase("Left"), phrase("Right")
OURS, THEIRS = phrase("Your side"), phrase("Other side")


def _ranks(suit: str, ranks: str) -> tuple[Shown, ...]:
    points = {"J": "3", "9": "2", "A": "1", "T": "1"}
    return tuple(Shown(suit + rank, points.get(rank, "0")) for rank in ranks)


OF_28: Final = Course(
    family="28",
    rules=K28,
    about=phrase("Four players, two partners against two: bid for the 28 points, and hide the trump."),
    hand=("CJ", "CA", "CK", "SA"),
    steps=(
        LearningStep(
            title=phrase("The cards and their points"),
            text=phrase(
                "28 is played with 32 cards. In each suit the jack is highest and the seven lowest. The jack "
                "counts 3 points, the nine 2, the ace and the ten 1 each: 28 points in all."
            ),
            cards=_ranks("S", "J9ATKQ87"),
            rules=((K28, "28-DECK-2"), (K28, "28-DECK-3")),
        ),
        LearningStep(
            title=phrase("Seats and partners"),
            text=phrase(
                "The player opposite is your partner: you win and lose together. Each player gets four cards "
                "first. The player after the dealer bids first and leads first."
            ),
            seats=((YOU, 0), (LEFT, 1), (PARTNER, 0), (RIGHT, 1)),
            rules=((K28, "28-SEAT-2"), (K28, "28-SEAT-3")),
        ),
        LearningStep(
            title=phrase("The auction"),
            text=phrase(
                "With four cards in hand you bid how many points your side will take: 14 or more, and each bid "
                "higher than the last. The highest bidder chooses the trump. Do not want it? Pass."
            ),
            lines=(
                Said(YOU, "14"),
                Said(LEFT, "15"),
                Said(PARTNER, phrase("Pass")),
                Said(RIGHT, phrase("Pass")),
                Said(YOU, "16", True),
            ),
            rules=((K28, "28-AUC-3"),),
            decided=0,
        ),
        LearningStep(
            title=phrase("The folded trump"),
            text=phrase(
                "The highest bidder folds a card face down. Its suit is trump, and nobody else knows it. Then "
                "everybody gets four more cards and may bid once more, 24 or higher."
            ),
            cards=(Shown("CJ"), Shown("CA"), Shown("SA"), Shown("back", phrase("folded"))),
            rules=((K28, "28-FOLD-1"), (K28, "28-AUC2-2")),
            decided=2,
        ),
        LearningStep(
            title=phrase("Following suit"),
            text=phrase(
                "The first card of a trick names the suit. Hold a card of it? Then play one. Otherwise play any "
                "card. While the trump is hidden, the highest card of that suit wins the trick."
            ),
            cards=(Shown("HT", RIGHT), Shown("HJ", YOU, True), Shown("H7", LEFT), Shown("S9", PARTNER)),
            rules=((K28, "28-PLAY-4"), (K28, "28-TRICK-3")),
            decided=5,
        ),
        LearningStep(
            title=phrase("Asking for the trump"),
            text=phrase(
                "Cannot follow suit? You may ask for the trump. It is turned up for all, and you must play a trump "
                "if you hold one. From now on a trump beats every other suit."
            ),
            cards=(Shown("D9", PARTNER), Shown("CQ", RIGHT), Shown("CK", YOU, True), Shown("H9", LEFT)),
            rules=((K28, "28-REV-1"), (K28, "28-REV-3"), (K28, "28-TRICK-1")),
            decided=8,
        ),
        LearningStep(
            title=phrase("Counting and winning"),
            text=phrase(
                "After eight tricks each side counts the points in its tricks. With at least the points of its bid "
                "the bidding side wins the hand; with fewer the other side does."
            ),
            lines=(Said(phrase("Bid"), "16"), Said(OURS, "24", True), Said(THEIRS, "4")),
            rules=((K28, "28-SCO-1"),),
            decided=11,
        ),
        LearningStep(
            title=phrase("Stakes and kunukku"),
            text=phrase(
                "Each side begins with 20 stakes. The loser of a hand pays the winner 1, or more after a high bid. "
                "Some clubs play with base cards: run out, and you wear a kunukku until you make a contract."
            ),
            lines=(Said(OURS, "20 → 21", True), Said(THEIRS, "20 → 19")),
            rules=((K28, "28-SCO-2"), (K28, "28-STK-2"), (W28, "28-WIK-3")),
        ),
    ),
)
OF_56: Final = Course(
    family="56",
    rules=K56,
    about=phrase("Six players, three against three, with two packs: tell your partners what you hold by your calls."),
    hand=("HJ", "H9", "HT", "HK"),
    steps=(
        LearningStep(
            title=phrase("The cards and their points"),
            text=phrase(
                "56 is played with 48 cards from two packs: jack, nine, ace, ten, king and queen, each twice. The "
                "jack counts 3 points, the nine 2, the ace and the ten 1 each: 56 points in all."
            ),
            cards=_ranks("H", "J9ATKQ"),
            rules=((K56, "56-DECK-1"), (K56, "56-DECK-3")),
        ),
        LearningStep(
            title=phrase("Seats and partners"),
            text=phrase(
                "Six players sit round the table, and every second one is on your side: three against three. Each "
                "player gets eight cards. The player after the dealer calls first and leads first."
            ),
            seats=((YOU, 0), (LEFT, 1), (PARTNER, 0), (phrase("Opposite"), 1), (PARTNER, 0), (RIGHT, 1)),
            rules=((K56, "56-SEAT-2"), (K56, "56-SEAT-3")),
        ),
        LearningStep(
            title=phrase("The auction"),
            text=phrase(
                "A call is a number and a suit. “28 hearts” means: our side takes 28 points or more, and hearts "
                "are trump. Each call must be a higher number than the last. Nothing to say? Pass."
            ),
            lines=(Said(YOU, "28 ♥"), Said(RIGHT, phrase("Pass")), Said(PARTNER, "29 ♥", True)),
            rules=((K56, "56-AUC-3"), (K56, "56-AUC-16")),
            decided=0,
        ),
        LearningStep(
            title=phrase("A call tells your cards"),
            text=phrase(
                "Calls are also messages. 28 hearts says: four hearts or more, with a jack. 29 hearts from a "
                "partner says: I have the next highest heart. NS names no trump and tells of jacks."
            ),
            cards=(Shown("HJ", YOU), Shown("H9", YOU), Shown("HT", YOU), Shown("HK", YOU), Shown("HJ", PARTNER, True)),
            rules=((K56, "56-CNV-2"),),
            decided=1,
        ),
        LearningStep(
            title=phrase("Following suit and trumps"),
            text=phrase(
                "The first card of a trick names the suit. Hold a card of it? Then play one. Otherwise play any "
                "card, a trump or not. The trump is open from the start, and beats every other suit."
            ),
            cards=(Shown("SK", LEFT), Shown("HK", YOU, True), Shown("CT", RIGHT)),
            rules=((K56, "56-PLAY-3"), (K56, "56-PLAY-4")),
            decided=9,
        ),
        LearningStep(
            title=phrase("Two equal cards"),
            text=phrase(
                "Every card is there twice. When both copies fall into one trick, the one played first is the "
                "higher. So lead your jack before the other jack comes."
            ),
            cards=(Shown("DA", YOU, True), Shown("DA", RIGHT), Shown("DK", LEFT)),
            rules=((K56, "56-PLAY-4"),),
            decided=6,
        ),
        LearningStep(
            title=phrase("Counting and winning"),
            text=phrase(
                "After the last trick both sides count their points. A contract up to 39 scores 1 when made, and 2 "
                "for the other side when it fails. From 40, from 48 and at 56 it scores more."
            ),
            lines=(Said(phrase("Contract"), "31 ♥"), Said(OURS, "34", True), Said(THEIRS, "22")),
            rules=((K56, "56-CON-3"), (K56, "56-SCORE-3")),
            decided=9,
        ),
        LearningStep(
            title=phrase("Doubles and the match"),
            text=phrase(
                "Sure that they will fail? Double, and the hand counts twice; their side may redouble. A match "
                "is usually 12 hands, and the side with more stake points wins it. Kunukku are worn only in 28."
            ),
            lines=(Said(LEFT, "40 ♠"), Said(YOU, phrase("Double"), True)),
            rules=((K56, "56-AUC-11"), (K56, "56-SCORE-3"), (K56, "56-MATCH-1")),
        ),
    ),
)
COURSES: Final = {course.family: course for course in (OF_28, OF_56)}
"""The courses by their game."""
