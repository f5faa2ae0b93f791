"""The pages of a big screen: every row appears exactly once, on one of the screens, in order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.screens.paging import Share, evenly, lines_for, pages_of, shared

rows = st.integers(0, 1_100).map(range)
lines = st.integers(1, 20)
columns = st.integers(1, 3)


@given(rows, lines, columns)
def test_every_row_appears_exactly_once_and_in_order(rows, lines, columns):
    pages = pages_of(rows, lines, columns)
    assert [row for page in pages for column in page for row in column] == list(rows)


@given(rows, lines, columns)
def test_no_page_is_fuller_than_it_may_be_and_none_is_empty(rows, lines, columns):
    pages = pages_of(rows, lines, columns)
    assert all(1 <= len(page) <= columns for page in pages)
    assert all(1 <= len(column) <= lines for page in pages for column in page)
    assert len(pages) == -(-len(rows) // (lines * columns))


@given(rows, lines, columns)
def test_pages_are_filled_evenly(rows, lines, columns):
    counts = [sum(map(len, page)) for page in pages_of(rows, lines, columns)]
    assert not counts or max(counts) - min(counts) <= 1


@given(rows, lines, columns, st.integers(1, 20))
def test_screens_that_share_a_list_show_every_page_of_it_once_where_there_is_one_for_each(rows, lines, columns, of):
    pages = pages_of(rows, lines, columns)
    shown = [shared(pages, Share(part, of)) for part in range(1, of + 1)]
    if len(pages) < of:
        assert set(shown) == {pages}
    else:
        assert tuple(page for screen in shown for page in screen) == pages
        assert all(shown)


@given(rows, st.integers(1, 40))
def test_parts_are_at_most_one_row_longer_than_others(rows, parts):
    counts = [len(part) for part in evenly(rows, parts)]
    assert sum(counts) == len(rows)
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(("count", "lines"), [(0, 8), (80, 8), (160, 10), (1_024, 12)])
def test_a_longer_list_has_more_lines_on_a_page(count, lines):
    assert lines_for(count) == lines
