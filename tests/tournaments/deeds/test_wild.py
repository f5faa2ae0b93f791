"""Deeds with any members at all: they are decided or refused, and nothing else happens."""

from random import Random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct

from tests.tournaments.helpers.play import DIRECTOR, Play
from tests.tournaments.helpers.random_play import PLANS, RandomPlay
from tournaments.deeds.base import Deed, Refused
from tournaments.deeds.deciding import BY_SERVER, DECIDERS, DRAFTED, AnyDeed, check, decide
from tournaments.deeds.opening import ChangeTournament, PlanStage
from tournaments.deeds.playing import PlaceMatch
from tournaments.drafting.drafts import draft_of
from tournaments.events.settings import Settings, StagePlan
from tournaments.formats.errors import DrawError, PairingError

NUMBERS = (0, 1, 2, 3, 5, -1, 99, 10**9, 10**18, 10**40, -(10**40))
TEXTS = ("", "1", "x", "p1a", "p2b", "no-show", "a b", "\0", "é" * 50, "y" * 5000)


def wild(random: Random, hint: Any) -> Any:
    """Return a value of a type, usual or not."""
    if get_origin(hint) in (Union, UnionType):
        return wild(random, random.choice(get_args(hint)))
    if get_origin(hint) is Literal:
        return random.choice(get_args(hint))
    if get_origin(hint) is tuple:
        parts = get_args(hint)
        if parts[-1] is Ellipsis:
            return tuple(wild(random, parts[0]) for _ in range(random.choice((0, 1, 2, 3, 4))))
        return tuple(wild(random, part) for part in parts)
    if hint is Settings:
        return Settings(
            rules=random.choice(("28-kerala-4", "nothing")), options={}, engine=random.choice((0, 1, 10**20))
        )
    if hint is StagePlan:
        return StagePlan(type=random.choice(("swiss", "nothing")), rounds=random.choice(NUMBERS))
    if isinstance(hint, type) and issubclass(hint, Struct):
        hints = get_type_hints(hint)
        return hint(**{name: wild(random, hints[name]) for name in hint.__struct_fields__})
    if hint is type(None):
        return None
    if isinstance(hint, type) and issubclass(hint, Struct):
        hints = get_type_hints(hint)
        return hint(**{name: wild(random, hints[name]) for name in hint.__struct_fields__})
    return random.choice({int: NUMBERS, str: TEXTS, bool: (True, False)}[hint])


def wild_deed(random: Random) -> Deed:
    kind = random.choice((*DECIDERS, *DRAFTED))
    hints = get_type_hints(kind)
    return kind(**{name: wild(random, hints[name]) for name in kind.__struct_fields__})


@pytest.mark.parametrize("name", PLANS)
def test_a_wild_deed_is_decided_or_refused(name: str):
    random = Random(28)
    play = RandomPlay(name, random)
    for _ in range(25):
        for _ in range(4):
            play.step()
        for _ in range(60):
            deed = wild_deed(random)
            try:
                check(play.state, deed, DIRECTOR)
                decide(play.state, deed, DIRECTOR, draft_of(play.state, deed, lambda: "0" * 64))
            except (Refused, DrawError, PairingError):
                continue


def test_what_is_longer_than_anything_is_refused():
    play = Play()
    for deed in (PlaceMatch(match=10**20), PlaceMatch(match=1, table="x" * 300), PlaceMatch(match=1, table="\0")):
        assert play.refusal(deed) == "too-long"


def test_every_deed_is_tried():
    assert {*get_args(AnyDeed), *BY_SERVER} == {*DECIDERS, *DRAFTED} > {ChangeTournament, PlanStage}
    assert not set(get_args(AnyDeed)) & set(BY_SERVER), "nobody sends a deed of a case"
