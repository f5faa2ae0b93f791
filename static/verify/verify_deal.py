#!/usr/bin/env python3
"""Check that a hand of cards was dealt, or a lot drawn, as it was promised. Needs Python 3.8 or later and nothing else.

    python3 verify_deal.py deal.json
    python3 verify_deal.py deal.json kept.json
    python3 verify_deal.py lot.json
    python3 verify_deal.py lot.json earlier.json

`deal.json` is the file that the page of a finished hand offers; "-" reads it from standard input. It says what was
published before the deal (the server's commitment, the fingerprints of the players' numbers, the numbers), the secret
behind the commitment, the pack and everybody's cards. This script works all of it out again from the secret and the
numbers and says what does not agree.

`kept.json` holds the notes that a player's browser kept of the same hand. With them the script also checks that the
deal is the one which that browser saw. Without them, compare the commitment with the one you saw at the table before
the deal: that it was there first is what no file of the server can prove.

`lot.json` is a lot of a tournament: the entrants that take part, what was published before the draw, the secret and the
order drawn. `earlier.json` is the same lot as somebody saved it before it was drawn: with it the script also checks
that nothing in it was changed since. Without it, compare the commitment with the one you noted before the draw.

Exit status: 0 if all agrees, 1 if something does not, 2 if a file cannot be read.
"""

from __future__ import annotations

import collections
import hashlib
import json
import pathlib
import re
import sys
import typing

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

# What is published of a hand, in the order in which it has to be published.
STEPS = ["promised", "number-promised", "closed", "number-opened", "dealt"]

# The same for a lot.
STEPS_OF_LOT = ["promised", "number-promised", "closed", "number-opened", "drawn"]

# How long a player's or a captain's number is, in bytes.
SHORTEST, LONGEST = 16, 64


class Deal(typing.NamedTuple):
    """What the file of a deal says. Lists of pairs are in the order of the file."""

    old: bool  # of format lelam-deal/1, from before the players committed to their numbers
    game: bytes
    hand: int
    rules: str
    dealer: int
    steps: list  # the names of the steps; none in the old format
    commitments: list  # of the server: should be one
    listed: list  # (seat, fingerprint of its number); none in the old format
    numbers: list  # (seat, number)
    secret: bytes
    pack: list
    cards: list  # a list for each seat

    @property
    def place(self):
        """What binds each fingerprint to this hand: the game's id, and the hand's number in 4 bytes."""
        return self.game + self.hand.to_bytes(4, "big")


class Lot(typing.NamedTuple):
    """What the file of a lot says. Lists of pairs are in the order of the file."""

    tournament: bytes
    lot: int
    entrants: list
    sequence: list  # the steps, each as a list of its name and what belongs to it
    steps: list  # the names of the steps
    commitments: list  # of the server: should be one
    listed: list  # (entrant, fingerprint of its number)
    numbers: list  # (entrant, number)
    secret: bytes | None  # None, as the order, in a copy that was saved before the draw
    order: list | None

    @property
    def place(self):
        """What binds each fingerprint to this lot: the tournament, the lot's number, how many take part, and who."""
        return self.tournament + b"".join(four(number) for number in (self.lot, len(self.entrants), *self.entrants))


class Notes(typing.NamedTuple):
    """What a browser kept. None stands for what it did not note."""

    game: bytes
    hand: int
    commitment: bytes
    seat: int | None
    number: bytes | None
    listed: list | None
    arrived: bool
    cards: list | None
    shown: list | None  # the first proof that did not fit, as a list of one; empty if it cannot be read


# Reading the files. Whatever is not of the right kind is refused with a ValueError.


def load(name):
    """Read a file, or standard input for "-"."""
    return json.loads(sys.stdin.read() if name == "-" else pathlib.Path(name).read_bytes())


def member(document, name, kind):
    """One member of a document, which has to be of this kind (and true is not a number here)."""
    if type(document) is not dict or type(document.get(name)) is not kind:
        raise ValueError(f'"{name}" is missing or of the wrong kind')
    return document[name]


def digits(text, least, most):
    """The bytes that are written in hexadecimal digits, not fewer and not more than this."""
    if type(text) is not str or not re.fullmatch("[0-9a-fA-F]*", text) or len(text) % 2:
        raise ValueError("something is not written in hexadecimal digits")
    if not least <= len(text) // 2 <= most:
        raise ValueError("there are too few or too many hexadecimal digits")
    return bytes.fromhex(text)


def fingerprint_in(text):
    """A fingerprint, a commitment or a secret: 32 bytes."""
    return digits(text, 32, 32)


def number_in(text):
    """A player's number. Whether it is as long as it should be is judged later; its length has to fit in one byte."""
    return digits(text, 0, 255)


def entrant_in(value):
    """The number of an entrant, or of a lot: from 1, in four bytes."""
    if type(value) is not int or not 1 <= value < 2**32:
        raise ValueError("an entrant or a lot is not a number from 1 on")
    return value


def seat_in(value):
    """A seat. Whether the game has it is judged later; it has to fit in one byte."""
    if type(value) is not int or not 0 <= value <= 255:
        raise ValueError("a seat is not a number from 0 to 255")
    return value


def cards_in(value):
    """A list of cards. Whether they are the right ones is judged later."""
    if type(value) is not list or not all(type(card) is str for card in value):
        raise ValueError("cards are not a list of names")
    return value


def pairs_in(pairs, read):
    """A list of pairs: a seat, and what `read` makes of the text beside it."""
    if any(type(pair) is not list or len(pair) != 2 for pair in pairs):
        raise ValueError("a list by seats is not made of pairs")
    return [(seat_in(seat), read(text)) for seat, text in pairs]


def id_in(text):
    """The id of a game or a tournament, as 16 bytes."""
    if not re.fullmatch("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", text):
        raise ValueError("the id of the game or the tournament is not one")
    return bytes.fromhex(text.replace("-", ""))


def read_game_and_hand(document):
    """The game's id as 16 bytes, and the number of the hand, counted from 1."""
    game, hand = member(document, "game", str), member(document, "hand", int)
    if not 1 <= hand < 2**32:
        raise ValueError("there is no hand of that number")
    return id_in(game), hand


def read_steps(document, whose, read):
    """The steps: each as a list of its name and what belongs to it, the name of the giver (`whose`) read by `read`."""
    steps = []
    for step in member(document, "steps", list):
        name = member(step, "step", str)
        if name == "promised":
            steps.append([name, fingerprint_in(step.get("commitment"))])
        elif name == "number-promised":
            steps.append([name, read(step.get(whose)), fingerprint_in(step.get("commitment"))])
        elif name == "number-opened":
            steps.append([name, read(step.get(whose)), number_in(step.get("number"))])
        else:
            steps.append([name])
    return steps


def sorted_out(steps):
    """The names of the steps, the server's commitments, the list of fingerprints and the numbers."""
    commitments = [step[1] for step in steps if step[0] == "promised"]
    listed = [tuple(step[1:]) for step in steps if step[0] == "number-promised"]
    numbers = [tuple(step[1:]) for step in steps if step[0] == "number-opened"]
    return [step[0] for step in steps], commitments, listed, numbers


def read_deal(document):
    """The deal that a file holds, in either format."""
    kind, rules = member(document, "format", str), member(document, "rules", str)
    if kind not in ("lelam-deal/1", "lelam-deal/2") or rules not in GAMES:
        raise ValueError("it is of another kind")
    game, hand = read_game_and_hand(document)
    old = kind == "lelam-deal/1"
    if old:
        steps, listed = [], []
        commitments = [fingerprint_in(member(document, "commitment", str))]
        numbers = pairs_in(member(document, "entropies", list), number_in)
    else:
        steps, commitments, listed, numbers = sorted_out(read_steps(document, "seat", seat_in))
    dealer = seat_in(member(document, "dealer", int))
    secret = fingerprint_in(member(document, "secret", str))
    pack = cards_in(member(document, "pack", list))
    cards = [cards_in(held) for held in member(document, "cards", list)]
    return Deal(old, game, hand, rules, dealer, steps, commitments, listed, numbers, secret, pack, cards)


def read_lot(document, drawn=True):
    """The lot that a file holds. One that is drawn has a secret and an order, an earlier copy need not have them."""
    if member(document, "format", str) != "lelam-lot/1":
        raise ValueError("it is of another kind")
    tournament, lot = id_in(member(document, "tournament", str)), entrant_in(member(document, "lot", int))
    entrants = [entrant_in(entrant) for entrant in member(document, "entrants", list)]
    sequence = read_steps(document, "entrant", entrant_in)
    secret = order = None
    if drawn:
        secret = fingerprint_in(member(document, "secret", str))
        order = [entrant_in(entrant) for entrant in member(document, "order", list)]
    return Lot(tournament, lot, entrants, sequence, *sorted_out(sequence), secret, order)


def read_earlier(document):
    """The copy of a lot that somebody saved before it was drawn."""
    return read_lot(document, drawn=False)


def read_deal_or_lot(document):
    """What the first file holds."""
    return read_lot(document) if member(document, "format", str) == "lelam-lot/1" else read_deal(document)


def read_notes(document):
    """The notes of a browser. All but the formats, the game, the hand and the commitment may be missing."""
    if member(document, "format", str) != "lelam-kept/1" or member(document, "deal", str) != "lelam-deal/2":
        raise ValueError("it is of another kind")
    game, hand = read_game_and_hand(document)
    commitment = fingerprint_in(member(document, "commitment", str))
    seat = seat_in(document["seat"]) if "seat" in document else None
    number = number_in(document["number"]) if "number" in document else None
    listed = pairs_in(member(document, "list", list), fingerprint_in) if "list" in document else None
    arrived = member(document, "arrived", bool) if "arrived" in document else False
    cards = cards_in(document["cards"]) if "cards" in document else None
    if seat is None and (number is not None or cards is not None):
        raise ValueError("it does not say whose number or cards these are")
    if arrived and number is None:
        raise ValueError("it says that a number arrived, but not which")
    shown = read_shown(member(document, "proof", dict)) if "proof" in document else None
    return Notes(game, hand, commitment, seat, number, listed, arrived, cards, shown)


def read_shown(document):
    """A proof that the browser was shown and that did not fit, as a list of one; an empty list if it is no deal."""
    try:
        return [read_deal(document)]
    except ValueError:
        return []


# Working out what the deal should have been.


def fingerprint(name, deal, *parts):
    """SHA-256 over a name, a zero byte, what binds it to a hand or a lot (`place`), and what else belongs to it."""
    return hashlib.sha256(name + b"\0" + deal.place + b"".join(parts)).digest()


def four(number):
    """A number in 4 bytes, most significant first."""
    return number.to_bytes(4, "big")


def fingerprint_of_number(deal, seat, number):
    """What a seat publishes before it opens its number."""
    return fingerprint(b"lelam-number/1", deal, bytes([seat]), number)


def first_of_each(pairs):
    """The first entry of each seat: a second one is a fault, but the rest can be checked all the same."""
    return dict(reversed(pairs))


def seed(deal):
    """The 32 bytes that everything follows from: the secret, the list and the numbers, in the order of the seats."""
    numbers, parts = first_of_each(deal.numbers), []
    if deal.old:
        for seat, number in sorted(numbers.items()):
            parts += [bytes([seat, len(number)]), number]
        return fingerprint(b"lelam-deal/1", deal, deal.secret, *parts)
    for seat, promised in sorted(first_of_each(deal.listed).items()):
        number = numbers.get(seat, b"")
        parts += [bytes([seat]), promised, bytes([len(number)]), number]
    return fingerprint(b"lelam-deal/2", deal, deal.secret, *parts)


def seed_of_lot(lot):
    """The same for a lot, in the order of the entrants' numbers."""
    numbers, parts = first_of_each(lot.numbers), []
    for entrant, promised in sorted(first_of_each(lot.listed).items()):
        number = numbers.get(entrant, b"")
        parts += [four(entrant), promised, bytes([len(number)]), number]
    return fingerprint(b"lelam-lot/1", lot, lot.secret, *parts)


def words(start):
    """Numbers of 32 bits, big-endian, out of SHA-256(start, counter of 64 bits) for 0, 1, 2 and so on."""
    counter = 0
    while True:
        digest = hashlib.sha256(start + counter.to_bytes(8, "big")).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        counter += 1


def below(limit, source):
    """A number below the limit, each equally likely: what lies beyond the last whole multiple is thrown away."""
    while True:
        word = next(source)
        if word < 2**32 // limit * limit:
            return word % limit


def shuffle(deal):
    """Work out the pack, top card first, and the dealer by lot."""
    players, _, ranks, copies = GAMES[deal.rules]
    source = words(seed(deal))
    pack = mixed([suit + rank for suit in "SHDC" for rank in ranks for _ in range(copies)], source)
    return pack, below(players, source)


def mixed(things, source):
    """The things in an order by Fisher and Yates."""
    things = list(things)
    for place in reversed(range(1, len(things))):
        other = below(place + 1, source)
        things[place], things[other] = things[other], things[place]
    return things


def draw(lot):
    """Work out the order of the entrants."""
    return mixed(lot.entrants, words(seed_of_lot(lot)))


def deal_out(deal, pack):
    """Deal the pack in packets, from the seat after the dealer on, and return the cards of each seat."""
    players, together, _, _ = GAMES[deal.rules]
    held = [[] for _ in range(players)]
    seat = deal.dealer
    for at in range(0, len(pack), together):
        seat = (seat + 1) % players
        held[seat] += pack[at : at + together]
    return held


# Comparing. Each function yields a sentence for everything that does not agree.


def faults_of_order(deal, order):
    """The steps must come in this order. The first and the last come once each, and so does the end of a list."""
    before = "promised"
    for place, name in enumerate(deal.steps, 1):
        if name not in order:
            yield f'Step {place} is none that belongs to what is "{order[-1]}".'
            continue
        if order.index(name) < order.index(before):
            yield f'Step {place}, "{name}", must not come after "{before}".'
        before = name
    for name, wanted in (("promised", 1), ("closed", 1 if deal.listed else 0), (order[-1], 1)):
        times = deal.steps.count(name)
        if times < wanted:
            yield f'The step "{name}" is missing.'
        elif times > wanted:
            yield f'The step "{name}" is there {"more than once" if wanted else "without a fingerprint"}.'


def faults_of_seats(deal):
    """Only seats of the game take part, each with one fingerprint and one number at most."""
    listed, gave = [seat for seat, _ in deal.listed], [seat for seat, _ in deal.numbers]
    for seat in sorted({deal.dealer, *listed, *gave}):
        if seat >= GAMES[deal.rules][0]:
            yield f"There is no seat {seat} in this game."
        if listed.count(seat) > 1:
            yield f"Seat {seat} promised more than one number."
        if gave.count(seat) > 1:
            yield f"Seat {seat} gave more than one number."


def faults_of_numbers(deal):
    """Each number is as long as it should be, was promised and fits its fingerprint."""
    least, listed = 1 if deal.old else SHORTEST, first_of_each(deal.listed)
    for seat, number in deal.numbers:
        if not least <= len(number) <= LONGEST:
            yield f"The number of seat {seat} is not {least} to {LONGEST} bytes long."
        if not deal.old and seat not in listed:
            yield f"The number of seat {seat} was not promised."
        elif not deal.old and fingerprint_of_number(deal, seat, number) != listed[seat]:
            yield f"The number of seat {seat} does not fit its fingerprint."


def faults_of_cards(deal):
    """The secret is the promised one, and the pack, the first dealer and the cards follow from it and the numbers."""
    if deal.commitments and fingerprint(b"lelam-commitment/1", deal, deal.secret) != deal.commitments[0]:
        yield "The secret is not the one that was committed to."
    pack, lot = shuffle(deal)
    if pack != deal.pack:
        yield "The pack does not follow from the secret and the players' numbers."
    if deal.hand == 1 and deal.dealer != lot:
        yield "The first dealer does not follow from the lot."
    if deal_out(deal, pack) != deal.cards:
        yield "The cards were not dealt from that pack."


def faults_of_deal(deal):
    """Everything in the deal itself that does not agree."""
    if not deal.old:
        yield from faults_of_order(deal, STEPS)
    yield from faults_of_seats(deal)
    yield from faults_of_numbers(deal)
    yield from faults_of_cards(deal)


def faults_of_entrants(lot):
    """Two entrants at least take part, by ascending numbers; each promises and opens one number at most."""
    if len(lot.entrants) < 2 or lot.entrants != sorted(set(lot.entrants)):
        yield "The entrants are not two at least, each once and by ascending numbers."
    listed, gave = [entrant for entrant, _ in lot.listed], [entrant for entrant, _ in lot.numbers]
    for entrant in sorted({*listed, *gave}):
        if entrant not in lot.entrants:
            yield f"Entrant {entrant} does not take part in this lot."
        if listed.count(entrant) > 1:
            yield f"Entrant {entrant} promised more than one number."
        if gave.count(entrant) > 1:
            yield f"Entrant {entrant} opened more than one number."


def faults_of_captains(lot):
    """Each number is as long as it should be, was promised and fits its fingerprint, which answers the commitment."""
    listed, promised = first_of_each(lot.listed), b"".join(lot.commitments[:1])
    for entrant, number in lot.numbers:
        if not SHORTEST <= len(number) <= LONGEST:
            yield f"The number of entrant {entrant} is not {SHORTEST} to {LONGEST} bytes long."
        if entrant not in listed:
            yield f"The number of entrant {entrant} was not promised."
        elif fingerprint(b"lelam-lot-number/1", lot, promised, four(entrant), number) != listed[entrant]:
            yield f"The number of entrant {entrant} does not fit its fingerprint."


def faults_of_lot(lot):
    """Everything in the lot itself that does not agree."""
    yield from faults_of_order(lot, STEPS_OF_LOT)
    yield from faults_of_entrants(lot)
    yield from faults_of_captains(lot)
    if lot.commitments and fingerprint(b"lelam-lot-commitment/1", lot, lot.secret) != lot.commitments[0]:
        yield "The secret is not the one that was committed to for this lot and these entrants."
    if sorted(lot.order) != sorted(lot.entrants):
        yield "The order does not have each entrant of the lot once."
    if lot.order != draw(lot):
        yield "The order does not follow from the secret and the captains' numbers."


def faults_by_earlier(lot, earlier):
    """Everything in which the lot is not the one that was saved before: its steps go on from those of the copy."""
    if lot.place != earlier.place:
        yield "The earlier copy is of another lot, or of other entrants."
    for place, step in enumerate(earlier.sequence, 1):
        if lot.sequence[place - 1 : place] != [step]:
            yield f"Step {place} is not the one in the earlier copy."


def faults_of_own_number(deal, notes):
    """A number that the table had shown among those opened must be in the list and in the deal."""
    promised = (notes.seat, fingerprint_of_number(deal, notes.seat, notes.number))
    if promised not in deal.listed:
        yield "The number in the notes is not in the list of the deal, though it had arrived."
    if (notes.seat, notes.number) not in deal.numbers:
        yield "The number in the notes is not in the deal, though it had arrived."


def faults_by_notes(deal, notes):
    """Everything in which the deal is not the one that the browser saw."""
    if (deal.game, deal.hand) != (notes.game, notes.hand):
        yield "The notes are of another hand."
        return
    if deal.old:
        yield "The deal is of an older format than the one that the browser was promised."
        return
    if notes.shown is not None and notes.shown != [deal]:
        yield "The browser was shown another proof of this hand before, which the notes hold."
    if deal.commitments[:1] != [notes.commitment]:
        yield "The commitment is not the one in the notes."
    if notes.listed is not None and sorted(notes.listed) != sorted(deal.listed):
        yield "The list of fingerprints is not the one in the notes."
    listed = dict(deal.listed)
    if notes.number is not None and notes.seat in listed:
        if listed[notes.seat] != fingerprint_of_number(deal, notes.seat, notes.number):
            yield "Another number stands for the seat of the notes."
    if notes.seat is not None and notes.seat >= GAMES[deal.rules][0]:
        yield f"The notes are of seat {notes.seat}, which is not in this game."
    if notes.arrived:
        yield from faults_of_own_number(deal, notes)
    if notes.cards is not None:
        held = deal.cards[notes.seat] if notes.seat < len(deal.cards) else []
        if collections.Counter(notes.cards) - collections.Counter(held):
            yield "The cards in the notes are not among those that the seat held."


# Saying it.


def say(sentence):
    """Print a sentence, on any terminal: what is not plain ASCII is written as an escape."""
    print(sentence.encode("ascii", "backslashreplace").decode("ascii"))


def say_all_agrees(deal, notes):
    """Say that all agrees, and how far that goes."""
    say(f"Hand {deal.hand} was dealt as promised. Commitment: {deal.commitments[0].hex()}")
    if deal.numbers:
        say(f"Players' numbers in this deal: {len(deal.numbers)}.")
    else:
        say("No player's number is in this deal.")
    if deal.old:
        say("In this older format the players did not commit to their numbers before they gave them.")
    opened = {seat for seat, _ in deal.numbers}
    for seat, _ in sorted(deal.listed):
        if seat not in opened:
            say(f"Seat {seat} promised a number and did not open it.")
    if notes:
        say("The notes agree with the deal.")
        if notes.listed is None:
            say("By the notes the browser did not see the list of fingerprints before the deal.")
        if notes.number is not None and (notes.seat, notes.number) not in deal.numbers:
            say("The number in the notes is not in the deal; by the notes it had not arrived.")


def say_lot_agrees(lot, earlier):
    """Say that all agrees, and how far that goes."""
    say(f"Lot {lot.lot} was drawn as promised. Commitment: {lot.commitments[0].hex()}")
    if lot.numbers:
        say(f"Captains' numbers in this lot: {len(lot.numbers)}, of {len(lot.entrants)} entrants.")
    else:
        say("No captain's number is in this lot.")
    opened = {entrant for entrant, _ in lot.numbers}
    for entrant, _ in sorted(lot.listed):
        if entrant not in opened:
            say(f"Entrant {entrant} promised a number and did not open it.")
    if earlier:
        say("The earlier copy agrees with the lot.")
        if "closed" not in earlier.steps:
            say("The earlier copy does not show the closed list of fingerprints.")


def read(name, reader, kind):
    """Read a file of this kind, or say why that is impossible and return None."""
    try:
        return reader(load(name))
    # AttributeError: there is no standard input.
    except (OSError, ValueError, RecursionError, AttributeError) as error:
        say(f"This file cannot be read as {kind}: {error}")
        return None


def main(arguments):
    """Check the deal or the lot in the first file, and compare what was kept in the second, if there is one."""
    if len(arguments) not in (1, 2):
        say(__doc__.strip())
        return 2
    deal = read(arguments[0], read_deal_or_lot, "a deal or a lot")
    if deal is None:
        return 2
    if type(deal) is Lot:
        return judge(deal, arguments, faults_of_lot, read_earlier, "an earlier copy", faults_by_earlier, say_lot_agrees)
    return judge(deal, arguments, faults_of_deal, read_notes, "the notes of a browser", faults_by_notes, say_all_agrees)


def judge(deal, arguments, faults, reader, kind, faults_by_kept, say_agrees):
    """Say what is wrong with a deal or a lot, or that all agrees, and return the exit status."""
    kept = read(arguments[1], reader, kind) if len(arguments) == 2 else None
    if kept is None and len(arguments) == 2:
        return 2
    found = list(faults(deal))
    if kept is not None:
        found += faults_by_kept(deal, kept)
    for fault in found:
        say(fault)
    if not found:
        say_agrees(deal, kept)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
