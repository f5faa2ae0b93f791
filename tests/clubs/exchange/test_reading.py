"""What people send in is read, or it is said what is wrong with it and where."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.base.cells import escaped, unescaped
from clubs.exchange.reading import LARGEST, LONGEST_CELL, MOST_LINES, ParsedFile, parse_file
from clubs.web.files import as_csv, as_json

COLUMNS = ("name", "role", "joined")
REQUIRED = ("name",)


def reading(data: bytes | str) -> ParsedFile:
    return parse_file(data.encode() if isinstance(data, str) else data, COLUMNS, REQUIRED)


def faults(data: bytes | str) -> list[tuple[int, str]]:
    return [(one.line, one.column) for one in reading(data).faults]


def entries(found: ParsedFile) -> list[tuple[int, dict[str, str]]]:
    return [(line.number, line.cells) for line in found.lines]


def test_a_file_is_read_with_any_of_the_delimiters_and_with_a_mark_or_without():
    wanted = [(2, {"name": "Ammini", "role": "guest"})]

    for delimiter in ",;\t":
        text = f"name{delimiter}role\nAmmini{delimiter}guest\n"
        assert entries(reading(text)) == wanted
        assert entries(reading("\ufeff" + text.replace("\n", "\r\n"))) == wanted


def test_a_text_in_quotes_may_hold_the_delimiter_quotes_and_lines():
    found = reading('name,role\n"Varghese, ""Ammini""\nof Pala",guest\nമറിയാമ്മ,\n')

    assert entries(found) == [
        (2, {"name": 'Varghese, "Ammini"\nof Pala', "role": "guest"}),
        (4, {"name": "മറിയാമ്മ", "role": ""}),
    ]


def test_columns_are_known_in_any_order_and_capitals_and_may_be_left_out():
    found = reading("Joined;NAME ;\n\n2024-08-15;Ammini;\n;;\n")

    assert entries(found) == [(3, {"joined": "2024-08-15", "name": "Ammini"})]
    assert found.lines[0]["role"] == ""


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ("", [(0, "")]),
        ("\n\n", [(0, "")]),
        ("nome,role\nAmmini,guest", [(1, "name"), (1, "nome")]),
        ("name,name\nAmmini,B", [(1, "name")]),
        ("role\nguest", [(1, "name")]),
        ("name,role\nAmmini,guest,more\nBeeran,\n", [(2, "")]),
        ('name,role\n"Ammini,guest\nBeeran,\n', [(2, "")]),
        ('name,role\n"Am"mini,guest\n', [(2, "")]),
        ("name\nAm\x00mini", [(2, "")]),
        (b"name\nAmmini\nBe\xffran\n", [(3, "")]),
        ("name\nAmmini\n".encode("utf-16"), [(0, "")]),
        ("name,role\n" + "x" * (LONGEST_CELL + 1) + ",guest\n", [(2, "name")]),
        ("name,role\n" + "x" * 200_000 + ",guest\n", [(2, "")]),
        ("name" + "," * 100_000 + "\nAmmini\n", [(1, "")]),
        (b"x" * (LARGEST + 1), [(0, "")]),
        ("[1, 2]", [(1, ""), (2, "")]),
        ('{"name": "Ammini"}', [(0, "")]),
        ('[{"name": "Ammini", "age": 5}]', [(1, "age")]),
        ('[{"name": "Ammini"}, {"role": "guest"}]', [(2, "name")]),
        ('[{"name": ["Ammini"]}]', [(1, "name")]),
        ('[{"name": true}]', [(1, "name")]),
        ('[{"name": "Am\\u0000mini"}]', [(1, "name")]),
        ('[{"name": "Am\\ud800mini"}]', [(0, "")]),
        ("[{", [(0, "")]),
        ("[" * 100_000, [(0, "")]),
        (b'[{"name": "\xff"}]', [(0, "")]),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_column(data, where):
    found = reading(data)

    assert sorted((one.line, one.column) for one in found.faults) == where
    assert all(one.text for one in found.faults)


def test_a_file_of_too_many_lines_is_refused_at_the_first_that_is_too_many():
    data = "name\n" + "Ammini\n" * (MOST_LINES + 5)

    found = reading(data)

    assert [(one.line, one.column) for one in found.faults] == [(MOST_LINES + 2, "")]
    assert len(found.lines) == MOST_LINES


def test_json_is_read_as_entries_with_numbers_as_texts():
    found = reading(json.dumps([{"name": "Ammini", "joined": None, "role": 5}]))

    assert found.is_json
    assert entries(found) == [(1, {"name": "Ammini", "joined": "", "role": "5"})]
    assert entries(reading('{"entries": [{"name": "Ammini"}]}')) == [(1, {"name": "Ammini"})]


@pytest.mark.parametrize("cell", ["=1+1", "+4", "-cmd", "@SUM(A1)", "\t=1", "'=1", "''+x", "\uff1dA1", "=-5"])
def test_no_spreadsheet_reads_a_formula_in_what_is_given_out(cell):
    assert escaped(cell)[0] == "'"
    assert unescaped(escaped(cell)) == cell


@pytest.mark.parametrize("cell", ["Ammini", "-5", "12", "-0.5", "'quoted", "", "a=b"])
def test_what_is_no_formula_stays_as_it_is(cell):
    assert escaped(cell) == cell


cells = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=60).map(str.strip)


@given(cells)
def test_what_is_escaped_is_found_again(cell):
    assert unescaped(escaped(cell)) == cell


@given(st.lists(st.fixed_dictionaries({"name": cells.filter(bool), "role": cells, "joined": cells}), max_size=12))
def test_what_is_given_out_is_read_again_as_it_was(rows):
    for pieces in (as_csv(COLUMNS, rows), as_json(COLUMNS, rows)):
        found = reading(b"".join(pieces))
        assert found.faults == []
        assert [line.cells for line in found.lines] == rows


@given(st.binary(max_size=300))
def test_whatever_is_sent_in_is_read_or_refused(data):
    found = reading(data)

    assert all(one.text for one in found.faults)


@given(st.text(max_size=300))
def test_whatever_text_is_sent_in_is_read_or_refused(text):
    for sent in ("name,role\n" + text, "[" + text):
        found = reading(sent)
        assert all(fault.text and fault.line >= 0 for fault in found.faults)
        for _line, cells in entries(found):
            assert cells.keys() <= set(COLUMNS)
            assert all(isinstance(cell, str) and len(cell) <= LONGEST_CELL for cell in cells.values())


def test_a_file_given_out_opens_in_a_spreadsheet():
    data = b"".join(as_csv(("name", "points"), [{"name": "=Ammini", "points": -3}, {"name": "മറിയാമ്മ", "points": None}]))

    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert rows == [["name", "points"], ["'=Ammini", "-3"], ["മറിയാമ്മ", ""]]


def test_a_spreadsheet_that_parts_cells_at_semicolons_finds_no_formula_either():
    data = b"".join(as_csv(("name", "role"), [{"name": "q;=1+1", "role": "player"}]))

    cells = [
        cell for row in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";") for cell in row
    ]
    assert not any(cell.startswith("=") for cell in cells)


def test_a_long_list_is_written_piece_by_piece():
    pieces = as_csv(COLUMNS, ({"name": str(number)} for number in range(2_000)))

    assert sum(1 for _ in pieces) > 3
