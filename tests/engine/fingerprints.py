"""What every rule set is and does under a version of the engine, in short: its data, and digests of games played out.

`tests/data/versions.json` holds what each version was when it was made. `python -m tests.engine.fingerprints` adds the
versions that are not in it yet, and never writes one anew.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

import engine
from engine.registry import FIRST

STORED = Path(__file__).resolve().parent.parent / "data" / "versions.json"
HANDS = 5
NO_DATA = {"name", "about", "version", "declared", "ledger", "replaced", "tradition", "settle", "score_played_out"}
"""What people read of a rule set, and the functions by which it is played: these show in the games."""
SHAPE = ("players", "direction", "suits", "ranks", "deck", "batches", "packet", "sides")
"""What belongs to an id in every version."""


class Chance:
    """Numbers that look random and are the same on every machine and in every release of Python."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._numbers = count()

    def below(self, limit: int) -> int:
        """Return a number from 0 to less than the limit."""
        digest = hashlib.sha256(f"{self._seed}/{next(self._numbers)}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % limit

    def shuffled(self, cards: tuple[str, ...]) -> list[str]:
        """Return cards in another order."""
        left, found = list(cards), []
        while left:
            found.append(left.pop(self.below(len(left))))
        return found


def variants(rules_id: str, version: int) -> Iterator[dict[str, Any]]:
    """Yield options under which a rule set shows what it does: none, every flag and other choice, every ending."""
    declared = engine.load_rules(rules_id, version=version).declared
    yield {}
    other: dict[str, Any] = {}
    for option in declared:
        match option:
            case engine.Flag():
                other[option.name] = not option.default
            case engine.Number():
                other[option.name] = option.low + 1
            case engine.Choice():
                other[option.name] = option.values[-1 if option.default == option.values[0] else 0]
    yield other
    # Of flags that stand in each other's way one is left out.
    flags = [option.name for option in declared if isinstance(option, engine.Flag)]
    for flag in flags:
        left = {name: value for name, value in other.items() if name != flag}
        if _is_admitted(rules_id, left, version):
            yield left
    endings = {"elimination": {}, "target": {"game_points": 4}, "hands": {"count": 2}, "open": {}}
    endings["games"] = {"best_of": 3, "target": 4, "lead": 2}
    for option in declared:
        if isinstance(option, engine.EndingOption):
            for kind in option.kinds:
                word = str(kind.__struct_config__.tag)
                yield {option.name: {"type": word, **endings[word]}}


def _is_admitted(rules_id: str, options: dict[str, Any], version: int) -> bool:
    try:
        engine.load_rules(rules_id, options, version=version)
    except engine.RulesError:
        return False
    return True


def told(event: engine.Event) -> dict[str, Any]:
    """Return an event without the members that it has not."""
    return {name: value for name, value in msgspec.to_builtins(event).items() if value is not None}


def probes(rules: engine.RuleSet, seat: int, chance: Chance) -> Iterator[engine.Action]:
    """Yield things that a seat might try, most of them in vain."""
    for kind in engine.ACTION_TYPES.values():
        match kind.__struct_fields__:
            case ("seat",):
                yield kind(seat)
            case (_, "value"):
                yield kind(seat, 12 + chance.below(30))
            case (_, "card"):
                yield kind(seat, rules.deck[chance.below(len(rules.deck))])
            case (_, "call"):
                yield kind(seat, f"{28 + chance.below(29)}{('S', 'H', 'NT', 'NS', '')[chance.below(5)]}")


def judged(state: engine.State, action: engine.Action) -> str:
    """Return how an action is judged: the code and the rule of its refusal, or `legal`."""
    refused = engine.refusal(state, action)
    return "legal" if refused is None else f"{refused.code} {refused.rule}"


def chosen(state: engine.State, chance: Chance) -> engine.Action:
    """Return one of the legal actions: seldom the end of the hand, and of bids one of the lowest."""
    (seat,) = engine.to_act(state)
    by_kind: dict[str, list[tuple[str, engine.Action]]] = {}
    for action in engine.legal_actions(state, seat):
        word = str(action.__struct_config__.tag)
        by_kind.setdefault(word, []).append((msgspec.json.encode(action).decode(), action))
    rare = {"concede", "claim", "thani", "cot"}
    words = sorted(word for word in by_kind if word not in rare or chance.below(9) == 0) or sorted(by_kind)
    word = words[chance.below(len(words))]
    offered = sorted(by_kind[word], key=lambda one: one[0])
    return offered[chance.below(len(offered) if word == "play" else min(len(offered), 3))][1]


def game(rules: engine.RuleSet, seed: str) -> Iterator[Any]:
    """Yield what happens in a game of some hands, and how what could be tried meanwhile is judged."""
    chance = Chance(seed)
    state = engine.new_game(rules)
    for number in range(HANDS):
        deck = tuple(chance.shuffled(rules.deck))
        if number == HANDS - 2:
            # Hands of a single suit, which may ask for another deal (56-AUC-10).
            deck = tuple(sorted(rules.deck))
        size = rules.hand_size
        hands = tuple(deck[start : start + size] for start in range(0, len(deck), size))
        dealer = engine.next_dealer(state)
        dealer = chance.below(rules.players) if dealer is None else dealer
        happened = engine.deal_hands(state, dealer=dealer, hands=hands)
        while happened:
            for event in happened:
                yield told(event)
                state = engine.evolve(state, event)
            if not engine.to_act(state):
                break
            (turn,) = engine.to_act(state)
            for seat in (turn, rules.next_seat(turn)):
                yield [judged(state, action) for action in probes(rules, seat, chance)]
            happened = engine.decide(state, chosen(state, chance))
        seen = engine.view(state, None)
        yield [seen.stakes, seen.score, seen.games, seen.kunukku, seen.winners]
        if seen.winners:
            return


def digest(parts: Iterable[Any]) -> str:
    """Return a digest of values in order."""
    made = hashlib.sha256()
    for part in parts:
        made.update(json.dumps(part, sort_keys=True).encode() + b"\n")
    return made.hexdigest()


def admitted(option: engine.Option) -> dict[str, Any]:
    """Return what may be chosen."""
    if isinstance(option, engine.EndingOption):
        return {str(kind.__struct_config__.tag): bounds(kind) for kind in option.kinds}
    members = ("needs", "within", "low", "high", "values")
    return {name: getattr(option, name) for name in members if getattr(option, name, "") != ""}


def bounds(kind: type[msgspec.Struct]) -> dict[str, list[int | None]]:
    """Return the least and the most of each member of an ending."""
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    found: dict[str, list[int | None]] = {}
    for field in described.fields:
        number = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
        assert isinstance(number, inspect.IntType)
        found[field.encode_name] = [number.ge, number.le]
    return found


def fingerprint(rules_id: str, version: int) -> dict[str, Any]:
    """Return what a rule set is and does under a version."""
    plain = engine.load_rules(rules_id, version=version)
    data = {name: msgspec.to_builtins(getattr(plain, name)) for name in plain.__struct_fields__ if name not in NO_DATA}
    games, happened = {}, set()
    for options in variants(rules_id, version):
        rules = engine.load_rules(rules_id, options, version=version)
        key = json.dumps(options, sort_keys=True)
        played = list(game(rules, f"{rules_id} {key}"))
        games[key] = digest(played)
        happened |= {part["type"] for part in played if isinstance(part, dict)}
    options = {option.name: admitted(option) for option in plain.declared}
    found = {"data": data, "options": options, "games": games, "happened": sorted(happened)}
    return json.loads(json.dumps(found))  # as it is read again


def written(stored: dict[str, dict[str, Any]]) -> str:
    """Return the versions as JSON, a line a rule set."""
    versions = []
    for version, known in sorted(stored.items(), key=lambda one: int(one[0])):
        lines = [f"{json.dumps(name)}: {json.dumps(told, sort_keys=True)}" for name, told in sorted(known.items())]
        versions.append(f"{json.dumps(version)}: {{\n" + ",\n".join(lines) + "\n}")
    return "{" + ",\n".join(versions) + "}\n"


def main() -> None:
    """Add the versions that are not stored yet."""
    stored = json.loads(STORED.read_text()) if STORED.exists() else {}
    for version in range(FIRST, engine.VERSION + 1):
        known = stored.setdefault(str(version), {})
        for rules_id in engine.rule_set_ids():
            if rules_id not in known:
                known[rules_id] = fingerprint(rules_id, version)
    STORED.write_text(written(stored))


if __name__ == "__main__":
    main()
