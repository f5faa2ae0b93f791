"""The clients of the benchmark read a page from whole tables and from single elements alike."""

from random import Random

import pytest

from benchmarks.live.page import Page, head_of

TABLE = """
<div id="table" class="state" hx-swap-oob="morph" data-version="7" data-mine>
  <div id="own"><div><button type="submit" name="do" value="pass" id="do-pass">Pass</button></div></div>
  <input type="hidden" id="head" name="version" value="7" data-mine><div id="panel"><div>no bids</div></div>
</div>
"""
HEAD = '<input id="head" type="hidden" hx-swap-oob="morph" name="version" value="8">'
OWN = '<div id="own" hx-swap-oob="morph"><button name="do" value="play:SJ" class="card">SJ</button></div>'
HERE = '<p id="here" hidden hx-swap-oob="morph" data-seats="0 1"></p>'


@pytest.mark.parametrize(
    ("message", "head"),
    [
        (TABLE, (7, True)),
        (TABLE.replace('id="head"', ""), (7, True)),
        (HEAD, (8, False)),
        (OWN + HEAD, (8, False)),
        (HERE, None),
    ],
)
def test_a_message_says_the_version_and_whose_turn_it_is_or_neither(message, head):
    assert head_of(message) == head


def test_an_element_takes_the_place_of_its_namesake_and_nothing_else_changes():
    page = Page()
    page.take(TABLE)
    assert page.choose(Random(1)) == {"do": "pass"}

    page.take(HERE)
    page.take(OWN + HEAD)

    assert page.choose(Random(1)) == {"do": "play:SJ"}
    assert "do-pass" not in page.html
    assert 'value="7"' not in page.html
    assert "no bids" in page.html
    assert page.html.count('id="own"') == page.html.count('id="head"') == 1


def test_a_whole_table_takes_the_place_of_all_that_came_before():
    page = Page()
    page.take(TABLE)
    page.take(OWN)

    page.take(TABLE)

    assert page.html.strip() == TABLE.strip()


@pytest.mark.parametrize(
    ("buttons", "fields"),
    [
        ('<button name="do" value="play:SJ" aria-disabled="true"></button><button name="do" value="play:S9"></button>',
         {"do": "play:S9"}),
        ('<input type="radio" name="value" value="14"><input type="radio" name="value" value="15">'
         '<button name="do" value="bid"></button>', {"do": "bid", "value": "14"}),
        ('<select name="call" id="call"><option value="28S" data-form="plain">28</option></select>'
         '<button name="do" value="call"></button>', {"do": "call", "word": "call", "call": "28S"}),
        ('<input type="radio" name="word" value="pass"><button name="do" value="call"></button>',
         {"do": "call", "word": "pass"}),
        ('<button name="do" value="play:SJ" data-rest></button><button name="do" value="leave"></button>', None),
    ],
)  # fmt: skip
def test_what_may_be_pressed_is_chosen_and_nothing_else(buttons, fields):
    page = Page()
    page.take(f'<div id="table" hx-swap-oob="morph">{buttons}</div>')

    assert page.choose(Random(2)) == fields
