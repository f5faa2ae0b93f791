"""Games in which actions stand though a rule forbids them."""

import json
from random import Random
from typing import Any

import engine
from engine.actions import encode_action
from tests.engine.records import NAMES


def irregular_game(rules: engine.RuleSet, chance: Random) -> tuple[dict[str, Any], list[tuple[int, str]]]:
    """Return the record of two random hands with forbidden cards that stand, and where in the first, with the rule."""
    state = engine.new_game(rules)
    hands = []
    broken: list[tuple[int, str]] = []
    for number in range(2):
        events = engine.deal(state, chance.sample(rules.deck, len(rules.deck)))
        (dealt,) = events
        assert isinstance(dealt, engine.HandDealt)
        state = engine.evolve(state, dealt)
        deeds: list[dict[str, Any]] = []
        while turn := engine.to_act(state):
            (seat,) = turn
            legal = engine.legal_actions(state, seat)
            usual = [one for one in legal if not isinstance(one, engine.Claim | engine.Redeal | engine.Concede)]
            deed = chance.choice(usual or legal)
            if isinstance(deed, engine.Play) and chance.random() < 0.2:
                deed = engine.Play(seat, chance.choice(dealt.cards[seat]))
            refused = engine.refusal(state, deed)
            came = engine.decide(state, deed) if refused is None else rules.tradition.force(state, deed)
            if refused is not None and came:
                deeds.append({**encode_action(deed), "irregular": refused.rule})
                if number == 0:
                    broken.append((len(deeds) - 1, refused.rule))
            elif came:
                deeds.append(encode_action(deed))
            for event in came:
                state = engine.evolve(state, event)
        result = engine.view(state, None).result
        assert result is not None
        claim = json.loads(engine.encode_verdict(engine.result_of(result)))
        hands.append({"dealer": dealt.dealer, "cards": dealt.cards, "actions": deeds, "result": claim})
        if engine.view(state, None).finished:
            break
    plain = {
        "format": "lelam-record/1",
        "rules": rules.id,
        "options": rules.options,
        "players": NAMES[: rules.players],
        "hands": hands,
    }
    return json.loads(json.dumps(plain)), broken
