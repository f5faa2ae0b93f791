"""Every game is played whole: opened by its form, played by a person and bots, shown, and recorded."""

import random
from datetime import timedelta
from uuid import uuid4

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

import engine
from games import store
from games.hands import history
from games.models import Table
from games.screen.fragments import table_context
from games.screen.inputs import read_deed
from games.tables.selectors.live import table_view
from games.tables.selectors.states import load_state
from games.tables.services.play import act
from tests.factories import PlayerFactory
from tests.games.helpers.secrecy import cards_in, known_to
from tests.games.helpers.tables import due
from tests.lanes import in_lanes
from tests.markup import one_line

pytestmark = pytest.mark.django_db

EVERY_OPTION = {"cot", "thani", "surrender", "four_card_cot", "late_thani"}


def offered_button(text, action):
    """Tell whether a fragment has a control by which the action is done."""
    text = one_line(text)
    word = str(action.__struct_config__.tag)
    if isinstance(action, engine.Call):
        return f'<option value="{action.call}"' in text
    if isinstance(action, engine.Bid):
        return f'name="value" value="{action.value}"' in text
    what = f"{word}:{action.card}" if isinstance(action, engine.Play | engine.Fold) else word
    either = f'name="word" value="{word}"' in text
    return either or f'name="do" value="{what}"' in text or f'value="{what}"' in text


def fields_of(rules):
    """Return the fields of the form that open a table of one hand, with every option of the game chosen."""
    declared = {option.name: option for option in rules.declared}
    kinds = {str(kind.__struct_config__.tag) for kind in declared["ending"].kinds}
    ending = "hands" if "hands" in kinds else "target"
    return {
        "rules": rules.id, "bots": [str(seat) for seat in range(1, rules.players)], "ending": ending, "hands": "1",
        "game_points": "1", "starting_stakes": "3", "action_seconds": "60", "reserve_seconds": "0",
        **dict.fromkeys(EVERY_OPTION & declared.keys(), "on"),
    }  # fmt: skip


def opened_by(event):
    """Return the cards that an event lays open for everybody."""
    if isinstance(event, engine.CardPlayed | engine.TrumpRevealed):
        return [event.card]
    return [card for hand in event.cards for card in hand] if type(event).__name__ == "HandOpened" else []


def fields_for(action, version):
    """Return what the page sends for an action."""
    word = str(action.__struct_config__.tag)
    what = getattr(action, "card", None) or getattr(action, "call", None) or getattr(action, "value", None)
    return {"do": f"{word}:{what}" if what else word, "version": str(version)}


def wanted(action):
    """Tell whether the person would do this: no claim, and no concession."""
    return not isinstance(action, engine.Claim | engine.Concede)


@pytest.mark.parametrize("rules_id", in_lanes(engine.rule_set_ids()))
def test_a_game_is_played_whole_from_the_form_to_the_record(rules_id):
    """What is legal has a control, no fragment names a card that its viewer may not know, and the record is clean."""
    rules = engine.load_rules(rules_id)
    person = PlayerFactory(name="Ammini", password=uuid4().hex)
    client = Client()
    client.force_login(person.user)
    assert client.post(reverse("games:open"), fields_of(rules)).status_code == 302
    table = Table.objects.get()
    assert table.seats.count() == rules.players
    draw = random.Random(rules_id)
    laid_open: set[str] = set()
    read = 0

    for _ in range(3000):
        state = load_state(table.pk)
        if state.ended_at is not None or state.hand > 3:
            break
        if state.turn != 0:
            assert due(table.pk), "the table hangs"
            continue
        for stored in store.load(table.pk, after=read):
            laid_open.update(opened_by(stored.event))
            read = stored.version
        for player in (person, None):
            view = table_view(table.pk, player, now=state.since)
            text = render_to_string("games/_table.html", table_context(view))
            assert cards_in(text) <= known_to(view.viewer, state.game, laid_open)
            if player is not None:
                for action in view.legal:
                    assert offered_button(text, action) != isinstance(action, engine.Claim), action
        choice = draw.choice(
            [action for action in table_view(table.pk, person, now=state.since).legal if wanted(action)]
        )
        assert read_deed(fields_for(choice, state.version)).do == choice.__struct_config__.tag
        act(
            table_id=table.pk, player=person, action=choice, expected_version=state.version, command=uuid4(),
            now=state.since + timedelta(seconds=1),
        )  # fmt: skip

    record = history.record(table.pk)
    assert record.hands
    assert engine.audit(record).verdict == "clean"
    for number in range(1, len(record.hands) + 1):
        for name in ("games:hand", "games:hand_proof"):
            assert client.get(reverse(name, args=[table.pk, number])).status_code == 200
