"""What the engine and the table say, in the language of who reads it."""

import re
from random import Random

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext

import engine
from config import messages
from engine.errors import IllegalAction
from engine.options import Number
from games.screen.fragments import table_context
from games.words.events import card_words, listed, sentence
from games.words.phrases import one_of, refusal_words, translated
from tests.games.helpers import moments
from tests.games.helpers.boards import NAMES, played_until, started, table_view
from tests.lanes import in_lanes
from tests.languages import MALAYALAM

TAG = re.compile(r"<(/?[a-z][a-z0-9]*)")
GLOSS = re.compile(r' ?<span lang="ml"[^>]*>[^<]*</span>')
KINDS = [kind for word, kind in engine.ACTION_TYPES.items() if word not in ("bid", "fold", "play", "call")]


@pytest.fixture(scope="module")
def known() -> set[str]:
    """Every text of the catalogue, as it stands in the code."""
    found = set()
    for text in messages.extracted():
        found |= {text.id} if isinstance(text.id, str) else set(text.id)
    return found


def actions(seat: int) -> list[engine.Action]:
    """Everything that a seat might try: most of it is against the rules."""
    plain = [kind(seat) for kind in KINDS]
    bids = [engine.Bid(seat, value) for value in (1, 20, 99)]
    cards = [kind(seat, card) for kind in (engine.Play, engine.Fold) for card in ("SJ", "HQ", "D9", "C7")]
    return [*plain, *bids, *cards, *(engine.Call(seat, call) for call in ("28S", "30NS", "57H", "28P", "S+", "29D"))]


def refusals(rules_id: str, chance: Random) -> list[IllegalAction]:
    """What is refused in a random hand: everything is tried at every turn."""
    _rules, state = started(rules_id, dealer=0)
    found = []
    for _ in range(60):
        turn = engine.to_act(state)
        if not turn:
            break
        for seat in range(state.rules.players):
            found += [refused for action in actions(seat) if (refused := engine.refusal(state, action))]
        (seat,) = turn
        legal = [one for one in engine.legal_actions(state, seat) if not isinstance(one, engine.Concede)]
        for event in engine.decide(state, chance.choice(legal)):
            state = engine.evolve(state, event)
    return found


@pytest.mark.parametrize("rules_id", in_lanes(engine.rule_set_ids()))
def test_whatever_the_engine_refuses_can_be_translated(rules_id, known):
    """28-AUD-1, 56-AUD-3: each refusal is a text of the catalogue, and what fills it is told apart from it."""
    found = refusals(rules_id, Random(28))

    assert len({refused.code for refused in found}) > 3
    assert {refused.text for refused in found} - known == set()
    for refused in found:
        assert refusal_words(refused) == refused.message


def test_options_that_are_refused_can_be_translated(known):
    wrong: dict[str, object] = {"ending": {"type": "never"}, "doubling": "thrice", "cot": 1, "starting_stakes": -1}
    found = []
    for rules_id in engine.rule_set_ids():
        for option in engine.load_rules(rules_id).declared:
            value = "many" if isinstance(option, Number) else wrong.get(option.name, "no")
            with pytest.raises(engine.RulesError) as refused:
                engine.load_rules(rules_id, {option.name: value})
            found.append(refused.value)

    assert {fault.text for fault in found} - known == set()
    assert {refusal_words(fault) for fault in found} == {fault.message for fault in found}


def test_a_refusal_is_said_in_malayalam_and_recorded_in_english():
    refused = IllegalAction("bid-too-low", "28-AUC-3", "Bid at least {lowest}.", lowest=17)

    with translation.override("ml"):
        words = refusal_words(refused)

    assert MALAYALAM.search(words)
    assert "17" in words
    assert refused.message == "Bid at least 17."
    assert str(refused) == "Bid at least 17. (28-AUC-3)"


def test_words_in_a_refusal_are_said_in_malayalam_too():
    """28-AUD-2."""
    refused = engine.refusal(started()[1], engine.Play(0, "SJ"))
    assert refused is not None
    assert refused.message == "You cannot play a card during the auction."

    with translation.override("ml"):
        assert "{" not in refusal_words(refused)
        assert gettext("during the auction") in refusal_words(refused)


def test_a_choice_of_words_is_one_text():
    assert (one_of([]), one_of(["4"]), one_of(["4", "6"])) == ("", "4", "4 or 6")


def test_the_name_of_each_rule_set_can_be_translated(known):
    for rules_id in engine.rule_set_ids():
        rules = engine.load_rules(rules_id)
        assert {rules.name, rules.about} <= known
        with translation.override("ml"):
            assert MALAYALAM.search(translated(rules.name))


def test_what_happens_is_told_in_malayalam_with_the_names_as_they_are():
    rules = engine.load_rules("28-kerala-4")

    with translation.override("ml"):
        told = sentence(engine.CardPlayed(1, "SJ"), NAMES, rules)
        assert card_words("SJ") in told

    assert "Beeran" in told
    assert MALAYALAM.search(told)


def test_a_list_of_names_is_one_text_in_each_language():
    names = ["Ammini", "Beeran", "Chacko"]
    assert listed(names) == "Ammini, Beeran and Chacko"
    with translation.override("ml"):
        assert all(name in listed(names) for name in names)
        assert " and " not in listed(names)


STATES = {
    "opened": moments.OPENED,
    "bought": moments.BOUGHT,
    "kept": moments.KEPT,
    "void": moments.VOID,
    "turned up": moments.TURNED_UP,
    "scored": moments.SCORED,
    "56": started("56-kerala-6")[1],
    "56 played": played_until(started("56-international-4")[1], lambda view: len(view.tricks) > 2),
    "kunukku": started("28-wikipedia-8")[1],
}


def fragment(state, viewer: int | None, language: str) -> str:
    with translation.override(language):
        return render_to_string("games/_table.html", table_context(table_view(state.rules, state, viewer)))


@pytest.mark.parametrize("viewer", [0, None])
@pytest.mark.parametrize("name", STATES)
def test_a_table_in_malayalam_is_the_same_table(name, viewer):
    """The same elements in the same order, the same cards; only the words differ."""
    english, malayalam = (fragment(STATES[name], viewer, language) for language in ("en", "ml"))
    # The English page has the Malayalam words of the game beside its own, and the name of the language.
    english = GLOSS.sub("", english).replace("മലയാളം", "")

    assert TAG.findall(english) == TAG.findall(malayalam)
    assert re.findall(r'data-card="\w+"', english) == re.findall(r'data-card="\w+"', malayalam)
    assert len(MALAYALAM.findall(malayalam)) > 200
    assert not MALAYALAM.search(english)
