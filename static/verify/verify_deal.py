#!/usr/bin/env python3
"""Check that a hand of cards was dealt as it was promised. Needs Python 3.8 or later and nothing else.

    python3 verify_deal.py deal.json

`deal.json` is the file that the page of a finished hand offers. It says what was promised before the deal (the
commitment), the secret behind it, the numbers the players gave, the pack and everybody's cards. This script works all
of it out again from the secret and the numbers and says what does not agree. Compare the commitment with the one you
saw at the table before the deal: that it was there first is what no file can prove.

Exit status: 0 if all agrees, 1 if something does not, 2 if the file cannot be read.
"""

import hashlib
import json
import pathlib
import sys
import uuid

# The games that are dealt here: players, cards dealt together, ranks high to low, copies of each card. The suits are
# always spades, hearts, diamonds, clubs.
GAMES = {
    "28-kerala-4": (4, 4, "J9ATKQ87", 1),
    "28-kerala-3": (3, 4, "J9ATKQ", 1),
    "28-pagat-4": (4, 4, "J9ATKQ87", 1),
    "28-pagat-3": (3, 4, "J9ATKQ", 1),
    "28-pagat-6": (6, 3, "J9ATKQ876", 1),
    "28-wikipedia-4": (4, 4, "J9ATKQ87", 1),
    "28-wikipedia-3": (3, 4, "J9ATKQ", 1),
    "28-wikipedia-6": (6, 3, "J9ATKQ876", 1),
    "28-central-kerala-6": (6, 3, "J9ATKQ876", 1),
    "28-wikipedia-8": (8, 5, "J39ATKQ876", 1),
    "28-book-4": (4, 4, "J9ATKQ87", 1),
    "28-book-3": (3, 4, "J9ATKQ", 1),
    "28-house-4": (4, 4, "J9ATKQ87", 1),
    "56-international-4": (4, 4, "J9ATKQ", 2),
    "56-international-6": (6, 4, "J9ATKQ", 2),
    "56-international-8": (8, 3, "J9ATKQ", 2),
    "56-kerala-4": (4, 4, "J9ATKQ", 2),
    "56-kerala-6": (6, 4, "J9ATKQ", 2),
    "56-kerala-8": (8, 3, "J9ATKQ", 2),
    "56-standard-4": (4, 4, "J9ATKQ", 2),
    "56-standard-6": (6, 4, "J9ATKQ", 2),
    "56-standard-8": (8, 3, "J9ATKQ", 2),
}


def commitment(game, hand, secret):
    """SHA-256 over a name, the game's id, the hand's number and the secret."""
    return hashlib.sha256(b"lelam-commitment/1\0" + game + hand + secret).hexdigest()


def numbers(seed):
    """Numbers of 32 bits, big-endian, out of SHA-256(seed, counter of 64 bits) for 0, 1, 2 and so on."""
    block = 0
    while True:
        digest = hashlib.sha256(seed + block.to_bytes(8, "big")).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def below(limit, source):
    """A number below the limit, each equally likely: what lies beyond the last whole multiple is thrown away."""
    while True:
        number = next(source)
        if number < 2**32 // limit * limit:
            return number % limit


def deal(document):
    """Work out the pack and the dealer by lot."""
    players, _, ranks, copies = GAMES[document["rules"]]
    game, hand = uuid.UUID(document["game"]).bytes, document["hand"].to_bytes(4, "big")
    seed = b"lelam-deal/1\0" + game + hand + bytes.fromhex(document["secret"])
    for seat, given in sorted((seat, bytes.fromhex(text)) for seat, text in document["entropies"]):
        seed += bytes([seat, len(given)]) + given
    source = numbers(hashlib.sha256(seed).digest())
    pack = [suit + rank for suit in "SHDC" for rank in ranks for _ in range(copies)]
    for place in reversed(range(1, len(pack))):
        other = below(place + 1, source)
        pack[place], pack[other] = pack[other], pack[place]
    return pack, below(players, source)


def faults(document):
    """Yield a sentence for everything that does not agree."""
    players, together, _, _ = GAMES[document["rules"]]
    game, hand = uuid.UUID(document["game"]).bytes, document["hand"].to_bytes(4, "big")
    if commitment(game, hand, bytes.fromhex(document["secret"])) != document["commitment"]:
        yield "The secret is not the one that was committed to."
    pack, lot = deal(document)
    if pack != document["pack"]:
        yield "The pack does not follow from the secret and the players' numbers."
    if document["hand"] == 1 and document["dealer"] != lot:
        yield "The first dealer does not follow from the lot."
    held = [[] for _ in range(players)]
    seat = document["dealer"]
    while pack:
        seat = (seat + 1) % players
        held[seat] += pack[:together]
        pack = pack[together:]
    if held != document["cards"]:
        yield "The cards were not dealt from that pack."


def main(arguments):
    """Check the file named first, or standard input for "-"."""
    if len(arguments) != 1:
        print(__doc__.strip())
        return 2
    try:
        if arguments[0] == "-":
            document = json.load(sys.stdin)
        else:
            document = json.loads(pathlib.Path(arguments[0]).read_text(encoding="utf-8"))
        if document["format"] != "lelam-deal/1" or document["rules"] not in GAMES:
            raise ValueError("it is of another kind")
        found = list(faults(document))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        print(f"This file cannot be read as a deal: {error}")
        return 2
    for fault in found:
        print(fault)
    if not found:
        print(f"Hand {document['hand']} was dealt as promised. Commitment: {document['commitment']}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
