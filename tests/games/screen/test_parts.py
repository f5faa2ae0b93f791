"""The parts of a live table's page: what each holds, and how they make the page."""

import re
from random import Random

import msgspec
import pytest
from django.utils import translation
from django.utils.translation import gettext
from msgspec.structs import replace

import engine
from games.screen import rendering
from games.screen.inputs import Refusal
from games.screen.layout import board_of
from games.screen.parts.build import frame_of, parts_of
from games.screen.parts.values import Part, Top
from games.screen.rendering import environment, render_changed, render_part, render_whole
from games.tables.view.table import TableView
from tests.games.helpers.boards import done, result, table_view
from tests.games.helpers.moments import FOLLOWED, OPENED, RULES, SCORED, TAKEN
from tests.lanes import in_lanes
from tests.languages import MALAYALAM

CARD = re.compile(r'"([SHDC][J9ATKQ876])"')
ID = re.compile(r'\bid="([^"]+)"')
GAMES = ["28-kerala-4", "28-pagat-3", "28-central-kerala-6", "56-kerala-4", "56-international-6", "56-kerala-8"]


def parts_for(view: TableView, refusal: Refusal | None = None, now: int = 1000) -> dict[str, Part]:
    return parts_of(board_of(view, refusal), now)


def whole_for(view: TableView, refusal: Refusal | None = None) -> str:
    board = board_of(view, refusal)
    return render_whole(frame_of(board), parts_of(board, 1000), "en")


def positions(rules_id: str, seed: int):
    """Every position of a random hand, with the views of all seats and of a spectator."""
    chance, rules = Random(seed), engine.load_rules(rules_id)
    state = engine.new_game(rules)
    for event in engine.deal(state, tuple(chance.sample(rules.deck, len(rules.deck))), dealer=0):
        state = engine.evolve(state, event)
    while True:
        game = engine.view(state, None)
        more = {"result": result(game)} if game.phase in ("scored", "finished") else {}
        yield [table_view(rules, state, viewer, **more) for viewer in (*range(rules.players), None)]
        if not (turn := engine.to_act(state)):
            return
        actions = [one for one in engine.legal_actions(state, min(turn)) if not isinstance(one, engine.Concede)]
        quiet = [one for one in actions if isinstance(one, engine.Pass | engine.Keep | engine.Play)]
        state = done(state, chance.choice(quiet if quiet and chance.random() < 0.7 else actions))


def known_in(view: TableView) -> set[str]:
    """The cards that a viewer may know, as the page shows them."""
    seen = view.game
    assert seen is not None
    tricks = [seen.last_trick.cards] if seen.last_trick is not None else []
    laid = {played.card for cards in (seen.trick, *tricks) for played in cards}
    opened = {card for cards in seen.open_hands or () for card in cards}
    return {*seen.hand, *laid, *opened, *filter(None, (seen.indicator, seen.trump_card))}


@pytest.mark.parametrize("rules_id", in_lanes(GAMES, ["28-kerala-4", "56-kerala-4"]))
def test_no_part_of_a_viewer_holds_a_card_that_the_viewer_may_not_know(rules_id):
    """28-DEAL-2, 28-FOLD-1: nobody gets what is kept for somebody who knows more."""
    for views in positions(rules_id, seed=28):
        for view in views:
            parts = parts_for(view)
            assert set(CARD.findall(msgspec.json.encode(parts).decode())) <= known_in(view)


@pytest.mark.parametrize("rules_id", in_lanes(GAMES, ["28-kerala-4", "56-kerala-4"]))
def test_the_whole_fragment_is_the_parts_in_their_places(rules_id):
    for views in positions(rules_id, seed=56):
        for view in views:
            # The seats on turn are marked in the whole, for pages without scripts.
            whole, parts = whole_for(view).replace('class="seat" data-turn', 'class="seat"'), parts_for(view)
            at = []
            for key, part in parts.items():
                html = render_part(part, "en")
                assert ID.search(html)[1] == key
                assert whole.count(html) == 1
                at.append(whole.index(html))
            assert at == sorted(at)
            ids = ID.findall(whole)
            assert len(ids) == len(set(ids))


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_every_part_is_there_even_if_it_shows_nothing(viewer):
    """What is sent later needs an element to take the place of."""
    keys = {key for key in parts_for(table_view(RULES, OPENED, viewer)) if not key.startswith("seat-")}

    for state in (FOLLOWED, TAKEN, SCORED):
        parts = parts_for(table_view(RULES, state, viewer))
        assert {key for key in parts if not key.startswith("seat-")} == keys


def test_only_the_parts_that_changed_are_sent_each_to_take_its_elements_place():
    before = parts_for(table_view(RULES, OPENED, 0))
    after = before | {"top": replace(before["top"], title="New name")}
    sent = render_changed(after, before, "en")

    assert ID.findall(sent)[0] == "top"
    assert sent.count('hx-swap-oob="morph"') == 1
    assert "New name" in sent
    assert render_changed(before, before, "en") == ""


def test_time_changes_the_head_only():
    view = table_view(RULES, FOLLOWED, min(engine.to_act(FOLLOWED)))
    later = replace(view, clock=replace(view.clock, left_seconds=view.clock.left_seconds - 5))
    before, after = parts_for(view, now=1000), parts_for(later, now=6000)

    assert {key for key in before if before[key] != after[key]} == {"head"}
    assert {key for key, part in before.items() if not part.lasting} == {"head"}


def test_what_two_viewers_get_alike_is_rendered_once():
    one, other = (parts_for(table_view(RULES, OPENED, None)) for _ in range(2))

    assert all(render_part(one[key], "en") is render_part(other[key], "en") for key in one if one[key].lasting)


def test_a_viewer_who_sits_elsewhere_gets_another_frame():
    frames = [frame_of(board_of(table_view(RULES, OPENED, viewer))) for viewer in (0, 1, 2, None)]

    assert len(set(frames)) == 4


def test_the_turn_and_its_clock_change_no_seat():
    before = parts_for(table_view(RULES, OPENED, 0))
    later = table_view(RULES, OPENED, 0)
    turned = tuple(replace(seat, on_turn=not seat.on_turn) for seat in later.seats)
    after = parts_for(replace(later, seats=turned))

    assert before["head"] != after["head"]
    assert {key for key in before if key.startswith("seat-") and before[key] != after[key]} == set()


def test_a_result_covers_the_seats_without_another_frame():
    running = table_view(RULES, TAKEN, 0)
    over = table_view(RULES, SCORED, 0, result=result(engine.view(SCORED, 0)))

    assert frame_of(board_of(running)) == frame_of(board_of(over))
    assert {part.template for key, part in parts_for(over).items() if key.startswith("seat-")} == {"covered"}
    assert parts_for(over).keys() == parts_for(running).keys(), "each part has its place in the page"


def test_a_name_is_text_in_every_part():
    view = table_view(RULES, OPENED, 0)
    view = replace(view, seats=tuple(replace(seat, name="<b>Mallory</b>") for seat in view.seats))

    assert "<b>Mallory" not in whole_for(view)
    assert "&lt;b&gt;Mallory" in whole_for(view)


def test_a_part_is_kept_for_each_language():
    part = parts_for(table_view(RULES, OPENED, None))["top"]
    assert isinstance(part, Top)

    english = render_part(part, "en")
    with translation.override("ml"):
        malayalam = render_part(part, "ml")

    assert not MALAYALAM.search(english.replace("മലയാളം", "")), "beside the way to the other language"
    assert MALAYALAM.search(malayalam)
    assert render_part(part, "en") == english


@pytest.mark.parametrize("language", ["en", "ml"])
def test_texts_are_translated_when_a_template_is_compiled(language):
    source = '{% trans %}Your turn{% endtrans %}{% trans "seconds" %}{} s{% endtrans %}'
    with translation.override(language):
        compiled = environment(language).compile(source, raw=True)
        words = gettext("Your turn")

    assert words in compiled or words.encode("ascii", "backslashreplace").decode() in compiled
    assert "gettext" not in compiled


def test_a_plural_takes_the_form_of_its_number_and_escapes_what_stands_in_it():
    source = (
        "{% trans number=count, who=name %}{{ number }} card, {{ who }}{% pluralize %}{{ number }} cards{% endtrans %}"
    )
    template = environment("en").from_string(source)

    assert [template.render(count=count, name="A & B") for count in (0, 1, 2)] == [
        "0 cards",
        "1 card, A &amp; B",
        "2 cards",
    ]


def test_a_language_with_more_forms_than_two_has_them_looked_up(monkeypatch):
    def ngettext(singular: str, plural: str, count: int) -> str:
        return singular if count == 1 else f"few {plural}" if count < 5 else f"many {plural}"

    monkeypatch.setattr(rendering, "ngettext", ngettext)
    environment.cache_clear()
    source = "{% trans number=count %}{{ number }} card{% pluralize %}{{ number }} cards{% endtrans %}"
    template = environment("en").from_string(source)

    assert [template.render(count=count) for count in (1, 3, 9)] == ["1 card", "few 3 cards", "many 9 cards"]
    environment.cache_clear()


def test_texts_with_a_percent_sign_keep_it():
    assert environment("en").from_string("{% trans n=5 %}{{ n }} % of all{% endtrans %}").render() == "5 % of all"
