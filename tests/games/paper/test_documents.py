"""Score sheets, table cards and seat slips, as they come out of the printer."""

import re
from datetime import date
from pathlib import Path

import msgspec
import pypdfium2
import pytest
import typst
from django.utils import translation
from fontTools.ttLib import TTFont

import engine
from clubs.web.qr import qr_code
from games.paper import documents, typesetting
from games.paper.columns import MAX_HANDS, groups_of
from games.paper.documents import MAX_CARDS, Match, TableOfMatch, score_sheet, seat_slips, table_cards
from games.paper.typesetting import FONTS, TEMPLATES, _characters, printable, typeset
from games.rulebook.facts import score_table
from tests.games.paper.printed import picture, shows_code, texts

SHEET = "https://cards.example.org/sheets/0a6ab5de-6f0e-4c53-9b0b-1c2f6a9d2b56/"
PASSES = ("https://cards.example.org/pass/first:1wXyZ1:AbCd", "https://cards.example.org/pass/second:1wXyZ1:EfGh")
ENGLISH = ("Ammini", "Beeran", "Chacko", "Devaki", "Eapen", "Fathima", "Gopalan", "Hameed")
MALAYALAM = ("അമ്മിണി", "ബീരാൻകുട്ടി", "ചാക്കോ മാത്യു", "ദേവകി അന്തർജനം", "ഈപ്പൻ", "ഫാത്തിമ", "ഗോപാലൻ", "ഹമീദ്")


def match(names=ENGLISH, **said):
    return Match(
        name="Meenachil and Pamba",
        club="Vembanad",
        table="3",
        day=date(2026, 11, 25),
        seats=names,
        address=SHEET,
        **said,
    )


def signs_without_a_glyph(document) -> set[str]:
    """The characters of a document that the fonts do not have; pictures are drawn and need none."""
    values, signs = [msgspec.to_builtins(document)], set()
    while values:
        value = values.pop()
        if isinstance(value, dict):
            values += value.values()
        elif isinstance(value, list | tuple):
            values += value
        elif isinstance(value, str) and not value.startswith("<svg"):
            signs |= set(value)
    return signs - _characters()


@pytest.fixture
def documents_set(monkeypatch):
    """The data of every document that is set."""
    seen = []

    def noting(template, document):
        seen.append(document)
        return typeset(template, document)

    monkeypatch.setattr(documents, "typeset", noting)
    return seen


@pytest.mark.parametrize("language", ["en", "ml"])
@pytest.mark.parametrize("rules_id", engine.rule_set_ids())
def test_every_rule_set_has_a_sheet_of_one_page_with_the_worth_of_its_bids(rules_id, language, documents_set):
    rules = engine.load_rules(rules_id)
    with translation.override(language):
        pages = texts(score_sheet(rules, match=match()))
        table = score_table(rules)
    assert len(pages) == 1
    assert [signs_without_a_glyph(document) for document in documents_set] == [set()]
    for row in table.rows:
        for cell in row[1:]:
            assert cell in pages[0]
    for name in ENGLISH[: rules.players]:
        assert name in pages[0]


@pytest.mark.parametrize(("hands", "pages"), [(1, 1), (12, 1), (40, 2), (MAX_HANDS, 3), (1000, 3)])
def test_a_sheet_has_a_row_for_each_hand_and_its_match_on_every_page(hands, pages):
    shown = texts(score_sheet(engine.load_rules("28-kerala-4"), hands=hands, match=match()))
    assert len(shown) == pages
    rows = [int(number) for page in shown for number in re.findall(r"^(\d+)\r?$", page, re.MULTILINE)]
    assert min(hands, MAX_HANDS) in rows
    assert min(hands, MAX_HANDS) + 1 not in rows or hands < 20
    assert all("Meenachil and Pamba" in page for page in shown)
    assert [f"Page {number} of {pages}" in page for number, page in enumerate(shown, 1)] == [True] * pages
    assert sum("Signature of side A" in page for page in shown) == 1


def test_what_is_kept_by_the_rules_has_its_columns():
    def heads(rules_id, **options):
        return [group.label for group in groups_of(engine.load_rules(rules_id, options))]

    assert heads("28-kerala-4") == ["", "Bid", "Result", "Stakes"]
    assert heads("28-kerala-4", ending={"type": "hands", "count": 8}) == ["", "Bid", "Result", "Total"]
    assert heads("28-wikipedia-4") == ["", "Bid", "Result", "Base cards", "Kunukku"]
    assert heads("56-kerala-4") == ["", "Contract", "Result", "Stake points", "Total"]
    games = {"type": "games", "best_of": 3, "target": 12, "lead": 2}
    assert heads("56-kerala-4", ending=games)[-1] == "Games won"
    chosen = {"thani": True, "cot": True, "thani_kunukku": True, "salaams": True, "late_thani": True, "surrender": True}
    labels = {c.label for g in groups_of(engine.load_rules("28-house-4", chosen)) for c in g.columns}
    assert {"Thani", "Late thani", "All tricks (cot)", "Surrender"} <= labels
    assert heads("28-house-4", **chosen)[-1] == "Salaams"
    assert "conceded" in {c.label for g in groups_of(engine.load_rules("28-kerala-4")) for c in g.columns}
    assert "conceded" not in {c.label for g in groups_of(engine.load_rules("28-pagat-4")) for c in g.columns}


def test_a_club_option_changes_what_stands_at_the_foot():
    shown = texts(score_sheet(engine.load_rules("56-kerala-4", {"doubling": "add"})))[0]
    usual = texts(score_sheet(engine.load_rules("56-kerala-4")))[0]
    assert "12 / 15" in usual
    assert "12 / 15" not in shown
    assert "6 / 7" in shown


def test_the_same_data_gives_the_same_file():
    rules = engine.load_rules("56-standard-6")
    assert score_sheet(rules, match=match()) == score_sheet(rules, match=match())
    assert score_sheet(rules, match=match()) != score_sheet(rules)


@pytest.mark.parametrize(
    "name",
    [
        '#panic("x")',
        "*bold* _it_ $x^2$",
        '#include "/etc/passwd"',
        "= Head",
        "</svg>",
        '"]);#eval(1)',
        "\\u{41}",
        "{page}",
    ],
)
def test_what_people_write_is_printed_as_they_wrote_it(name):
    rules = engine.load_rules("28-kerala-4")
    written = Match(name=name, club=name, table="9", seats=(name,) * 4, address=SHEET)
    for pdf in (
        score_sheet(rules, match=written),
        table_cards([TableOfMatch(written, rules, PASSES)]),
        seat_slips([TableOfMatch(written, rules, PASSES)]),
    ):
        flat = "".join(texts(pdf)[0].split())
        assert flat.count("".join(name.split())) >= 4


def test_signs_that_the_fonts_lack_are_left_out_and_names_in_other_letters_are_left_to_the_hand():
    assert printable("Ravi \N{SMILING FACE WITH SUNGLASSES} ♠ K.") == "Ravi K."
    assert printable("  Ravi\u202e\n K. ") == "Ravi K."
    assert printable("இரவி") == ""
    assert printable("Ravi இ") == ""
    assert printable("ദേവകി") == "ദേവകി"
    assert printable("Zoë Škoda") == "Zoë Škoda"


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_the_list_of_characters_is_that_of_the_fonts(weight):
    known = set(TTFont(FONTS / f"Manjari-{weight}.ttf").getBestCmap())
    listed = {ord(character) for character in (FONTS / "characters.txt").read_text(encoding="utf-8")}
    assert listed == {character for character in known if character >= 0x20 and character != 0xAD}


def test_malayalam_letters_are_joined():
    """The vowel sign of ക്ഷേ stands before its letters, and ത്ര is one glyph: fewer glyphs than characters."""
    with translation.override("ml"):
        pdf = score_sheet(engine.load_rules("28-kerala-4"), match=match(("ക്ഷേത്രം", "സ്ത്രീ", "കുണുക്ക്", "വിദ്യാർത്ഥി")))
    page = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    text = page.get_text_range()
    assert "കുണുക്ക്" in text
    start = text.index("കുണുക്ക്")
    lefts = {round(page.get_charbox(start + place)[0], 1) for place in range(len("കുണുക്ക്"))}
    assert len(lefts) < len("കുണുക്ക്")


@pytest.mark.parametrize("language", ["en", "ml"])
def test_a_sheet_shows_the_code_of_the_match(language):
    with translation.override(language):
        pdf = score_sheet(engine.load_rules("28-kerala-4"), match=match(MALAYALAM))
        blank = score_sheet(engine.load_rules("28-kerala-4"))
    assert shows_code(picture(pdf), SHEET)
    assert not shows_code(picture(pdf), SHEET + "x")
    assert not shows_code(picture(blank), SHEET)


@pytest.mark.parametrize("language", ["en", "ml"])
def test_a_table_card_has_the_pass_of_each_side_in_its_half(language, documents_set):
    with translation.override(language):
        pdf = table_cards([TableOfMatch(match(MALAYALAM), engine.load_rules("56-standard-6"), PASSES)])
        keeps = [translation.gettext("Side {letter} keeps this one").format(letter=letter) for letter in "AB"]
    shown = picture(pdf)
    upper, lower = (0, 0, shown.width, shown.height // 2), (0, shown.height // 2, shown.width, shown.height)
    assert shows_code(shown.crop(upper), PASSES[0])
    assert shows_code(shown.crop(lower), PASSES[1])
    assert not shows_code(shown.crop(upper), PASSES[1])
    [text] = texts(pdf)
    assert all(words in text for words in keeps)
    assert [signs_without_a_glyph(document) for document in documents_set] == [set()]


def test_each_side_of_three_has_its_part_of_the_card():
    passes = (*PASSES, "https://cards.example.org/pass/third:1wXyZ1:IjKl")
    pdf = table_cards([TableOfMatch(match(), engine.load_rules("28-kerala-3"), passes)] * 2)
    assert len(texts(pdf)) == 2
    assert all(shows_code(picture(pdf, page), address) for page in (0, 1) for address in passes)


def test_a_seat_slip_has_name_seat_table_and_the_pass_of_the_side():
    pdf = seat_slips([TableOfMatch(match(), engine.load_rules("28-kerala-4"), PASSES)])
    shown = picture(pdf)
    width, height = shown.width // 2, shown.height // 4
    for seat in range(4):
        left, top = seat % 2 * width, seat // 2 * height
        slip = shown.crop((left, top, left + width, top + height))
        assert shows_code(slip, PASSES[seat % 2])
    [text] = texts(pdf)
    assert [text.count(words) for words in ("Table 3", "Seat 1", "Seat 4", "Side A", "Devaki")] == [4, 1, 1, 2, 1]


def test_nine_slips_need_two_pages():
    tables = [TableOfMatch(match(), engine.load_rules("28-kerala-4"), PASSES)] * 3
    assert len(texts(seat_slips(tables))) == 2


def test_the_tables_of_a_large_evening_are_printed_at_once():
    tables = [TableOfMatch(match(MALAYALAM), engine.load_rules("56-standard-8"), PASSES)] * MAX_CARDS
    assert len(texts(table_cards(tables))) == MAX_CARDS
    assert len(texts(seat_slips(tables))) == MAX_CARDS


def test_a_table_without_a_pass_for_each_side_is_refused():
    with pytest.raises(ValueError, match="one pass for each side"):
        table_cards([TableOfMatch(match(), engine.load_rules("28-kerala-3"), PASSES)])
    with pytest.raises(ValueError, match="21 tables"):
        seat_slips([TableOfMatch(match(), engine.load_rules("28-kerala-4"), PASSES)] * 21)
    with pytest.raises(ValueError, match="characters"):
        qr_code("https://cards.example.org/" + "x" * 600)


def test_templates_use_no_packages_of_others():
    for path in Path(TEMPLATES).glob("*.typ"):
        assert "@" not in path.read_text(encoding="utf-8")


def test_templates_have_no_words_of_their_own():
    """Words in brackets are markup, which is printed; all that people read comes as data."""
    for path in Path(TEMPLATES).glob("*.typ"):
        code = re.sub(r'//.*|"[^"\n]*"', "", path.read_text(encoding="utf-8"))
        assert re.findall(r"\[[^\]]*\w{2}[^\]]*\]", code) == []


def test_typst_is_made_to_forget_a_large_document_and_no_small_one(monkeypatch):
    set_since = []
    compiler = typst.Compiler

    def noting(template, **more):
        set_since.append(template.stem)
        return compiler(template, **more)

    monkeypatch.setattr(typesetting.typst, "Compiler", noting)
    score_sheet(engine.load_rules("28-kerala-4"), match=match())
    assert set_since == ["sheet"]
    monkeypatch.setattr(typesetting, "LARGE_DATA_BYTES", 100)
    score_sheet(engine.load_rules("28-kerala-4"), match=match())
    assert set_since == ["sheet", "sheet", "nothing"]
