"""Documents of honest deals, and what a browser keeps of them."""

from uuid import UUID

import engine
from games.tables import fair

GAME = UUID("6f1c1a52-0d0b-4f0e-8f7e-0e8b3c8d5a11")
SECRET = "00" * 31 + "28"
ONE, TWO = "a1" * 16, "b2" * 64


def document(rules: str = "28-kerala-4", *, hand: int = 1, secret: str = SECRET, numbers=()) -> dict:
    """Return the document of an honest deal, to which seats commit to numbers and open them."""
    promised = [(seat, fair.number_commitment(number, GAME, hand, seat)) for seat, number in numbers]
    deal = dealt(rules, hand, secret, fair.Numbers(2, promised, list(numbers)))
    steps = [{"step": "promised", "commitment": fair.commitment(secret, GAME, hand)}]
    steps += [{"step": "number-promised", "seat": seat, "commitment": text} for seat, text in promised]
    steps += [{"step": "closed"}] if promised else []
    steps += [{"step": "number-opened", "seat": seat, "number": number} for seat, number in reversed(list(numbers))]
    return {**deal, "format": "lelam-deal/2", "steps": [*steps, {"step": "dealt"}]}


def numbers_of(steps: list[dict]) -> fair.Numbers:
    """Return the players' part of a shuffle by the steps of its document."""
    promised = [(step["seat"], step["commitment"]) for step in steps if step["step"] == "number-promised"]
    given = [(step["seat"], step["number"]) for step in steps if step["step"] == "number-opened"]
    return fair.Numbers(2, promised, given)


def old_document(rules: str = "28-kerala-4", *, hand: int = 1, secret: str = SECRET, numbers=()) -> dict:
    """Return the document of an honest deal whose numbers came without commitments."""
    deal = dealt(rules, hand, secret, fair.Numbers(1, (), list(numbers)))
    shuffle = {"commitment": fair.commitment(secret, GAME, hand), "entropies": [list(pair) for pair in numbers]}
    return {**deal, "format": "lelam-deal/1", **shuffle}


def dealt(rules: str, hand: int, secret: str, numbers: fair.Numbers) -> dict:
    """Return what the documents of both formats share."""
    found = engine.load_rules(rules)
    dealt = fair.shuffled(found.deck, players=found.players, secret=secret, stream=GAME, hand=hand, numbers=numbers)
    return {
        "game": str(GAME),
        "hand": hand,
        "rules": rules,
        "dealer": dealt.lot,
        "secret": secret,
        "pack": list(dealt.pack),
        "cards": [list(cards) for cards in engine.packets(found, dealt.pack, dealt.lot)],
    }


def notes_of(deal: dict, **changes: object) -> dict:
    """Return what the browser of seat 1 keeps of a deal."""
    promised = [[step["seat"], step["commitment"]] for step in deal["steps"] if step["step"] == "number-promised"]
    number = next(step["number"] for step in deal["steps"] if step["step"] == "number-opened" and step["seat"] == 1)
    return {
        "format": "lelam-kept/1",
        "deal": "lelam-deal/2",
        "game": deal["game"],
        "hand": deal["hand"],
        "commitment": deal["steps"][0]["commitment"],
        "seat": 1,
        "number": number,
        "list": promised,
        "arrived": True,
        "cards": deal["cards"][1][:5],
        **changes,
    }
