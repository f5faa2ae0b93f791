"""The paper of a tournament as it comes out of the printer: each entrant once, tables, brackets over several pages."""

import re
from itertools import pairwise

import pytest
from django.utils import translation
from PIL import ImageChops

from tests.games.paper.printed import picture, shows_code, texts
from tests.tournaments.helpers.play import Play
from tests.tournaments.prints.made import DESK, KNOCK_OUT, MALAYALAM, SWISS, names_of, played, wish_of
from tournaments.deeds.entering import Enter
from tournaments.deeds.playing import DecideMatch, PlaceMatch
from tournaments.deeds.staging import CloseStage, PairRound, ReleaseRound
from tournaments.drawings.bracket import drawing_of
from tournaments.events.settings import StagePlan
from tournaments.overview.wording import DASH
from tournaments.prints import brackets, lists, rows, slips
from tournaments.prints.brackets import SHEETS, sections_of
from tournaments.prints.wish import NothingToPrintError


def flat(pdf: bytes) -> str:
    """The text of all pages with single spaces."""
    return " ".join(" ".join(texts(pdf)).split())


@pytest.mark.parametrize("entrants", [7, 120])
def test_every_entrant_stands_once_among_the_names_with_match_and_opponent(entrants):
    play = played(entrants, SWISS, 1)
    shown = flat(lists.pairings_by_name(wish_of(play)))
    for row in rows.pairings_by_name(wish_of(play)):
        where = f"{row.name} {DASH} bye" if row.status == "bye" else f"{row.name} {row.match} {row.opponents}"
        assert where in shown
    # Once in its own line, and once more as an opponent, but for the one that rests.
    counts = {number: shown.count(f"Pair {number:04}.") for number in play.state.entrants}
    assert sorted(counts.values()) == [1] * (entrants % 2) + [2] * (entrants - entrants % 2)
    assert "Swiss · Round 2 of 3" in shown


def test_pairings_by_table_go_by_the_number_of_the_table():
    play = played(8, SWISS)
    for match, table in zip(sorted(play.state.matches), ("10", "2", "A 1", "1"), strict=True):
        play.do(PlaceMatch(match=match, table=table, room="Hall"))
    pairs = [row.table for row in rows.pairings(wish_of(play))]
    assert pairs == ["1", "2", "10", "A 1"]
    shown = flat(lists.pairings_by_table(wish_of(play)))
    assert all(first < second for first, second in pairwise(shown.index(f"{table} Hall") for table in pairs))
    assert "Table Room Side A Side B Result" in shown
    assert flat(slips.result_slips(wish_of(play))).count("Hall") == 4


def test_a_draft_is_on_no_paper_and_in_no_file():
    play = played(8, SWISS)
    play.play_round(1)
    play.do(PairRound(stage=1))
    wish = wish_of(play, round=2)
    assert not list(rows.pairings(wish))
    assert not list(rows.pairings_by_name(wish))
    assert not list(rows.results(wish))
    assert "No round is released." in flat(lists.pairings_by_table(wish))
    with pytest.raises(NothingToPrintError):
        slips.result_slips(wish)


def test_slips_have_both_sides_a_code_and_lines_to_sign():
    play = played(8, SWISS)
    pdf = slips.result_slips(wish_of(play))
    [shown] = texts(pdf)
    for match in play.state.matches.values():
        assert all(f"Pair {entrant:04}." in shown for entrant in match.entrants)
        assert shows_code(picture(pdf), f"https://cards.example.org/tournaments/onam-cup/matches/{match.number}/")
    assert shown.count("Signature of side A") == shown.count("Signature of side B") == 4


def test_what_is_missing_is_listed_until_it_is_certain():
    play = played(8, SWISS)
    first, *others = sorted(play.state.matches)
    play.report(first, 90, 70)
    assert [row.match for row in rows.missing(wish_of(play))] == others
    shown = flat(lists.missing(wish_of(play)))
    assert "Round 1: 3" in shown
    for match in others:
        play.report(match, 90, 70)
    assert "All results are in." in flat(lists.missing(wish_of(play)))


def test_standings_have_every_line_with_its_values_and_pages_that_count():
    play = played(120, SWISS, 2)
    pdf = lists.standings(wish_of(play))
    pages, shown = texts(pdf), flat(pdf)
    assert len(pages) > 1
    assert all(f"Page {number} of {len(pages)}" in page for number, page in enumerate(pages, start=1))
    assert all("Name Pts Opp Diff Seed" in " ".join(page.split()) for page in pages)
    for row in rows.standings(wish_of(play)):
        difference = f"{int(row.difference):+}".replace("-", "\N{MINUS SIGN}") if row.difference != "0" else "0"
        assert f"{row.rank} {row.name} {row.points} {row.buchholz} {difference} {row.seed}" in shown


@pytest.mark.parametrize(("entrants", "pages"), [(8, 1), (16, 1), (32, 1), (64, 3), (256, 9), (1024, 33)])
def test_a_bracket_is_parted_so_that_every_page_can_be_read(entrants, pages):
    play = played(entrants, KNOCK_OUT)
    [part] = drawing_of(play.state, 1).parts
    cuts = sections_of(part, 0, *SHEETS["a4"])
    assert len(cuts) == pages
    found = [number for cut in cuts for number in cut.rows]
    assert sorted(found) == sorted(play.state.matches)
    for cut in cuts:
        assert len(cut.rounds) <= SHEETS["a4"][1]
        assert max(cut.rows.values()) < SHEETS["a4"][0]


@pytest.mark.parametrize("kind", ["knock_out", "double_elimination", "placing", "consolation"])
@pytest.mark.parametrize("entrants", [5, 11, 70])
def test_every_match_of_a_bracket_stands_on_one_page_and_upon_no_other(kind, entrants):
    play = played(entrants, StagePlan(type=kind, match=DESK))
    for paper in SHEETS:
        for part in drawing_of(play.state, 1).parts:
            cuts = sections_of(part, 0, *SHEETS[paper])
            shown = [number for cut in cuts for number in cut.rows]
            assert sorted(shown) == sorted(box.view.number for box in part.boxes if not box.unneeded)
            for cut in cuts:
                places = [(play.state.matches[number].round, row) for number, row in cut.rows.items()]
                assert all(
                    column != other or abs(row - below) >= 1
                    for place, (column, row) in enumerate(places)
                    for other, below in places[place + 1 :]
                )


def test_a_way_that_goes_on_says_to_which_page_and_where_it_comes_from():
    play = played(64, KNOCK_OUT, 1)
    first, second, last = (" ".join(page.split()) for page in texts(brackets.brackets(wish_of(play))))
    assert "to match 57, page 3" in first
    assert "to match 60, page 3" in second
    assert "winner of match 49, page 1" in last
    assert "winner of match 56, page 2" in last
    assert "Semi-finals" in last
    for entrant in play.state.entrants:
        assert sum(f"Pair {entrant:04}." in page for page in (first, second)) == 1


def test_names_of_winners_go_on_in_bold_and_points_stand_beside():
    play = played(4, KNOCK_OUT, 1)
    [shown] = texts(brackets.brackets(wish_of(play)))
    for match in play.state.matches.values():
        if match.games:
            assert all(str(points) in shown for points in match.games[0].report.points)


def test_certificates_have_places_names_of_the_squad_and_the_club():
    play = played(4, StagePlan(type="round_robin", match=DESK, tie_breaks=("points", "difference", "seed")))
    while play.open_matches(1):
        play.play_round(1)
    play.do(CloseStage(stage=1))
    pages = [" ".join(page.split()) for page in texts(slips.certificates(wish_of(play, most=2)))]
    awards = list(rows.awards(wish_of(play, most=2)))
    assert len(pages) == len(awards) == 2
    for award, page, words in zip(awards, pages, ("First place", "Second place"), strict=True):
        assert words in page
        assert award.name in page
        assert f"First {award.entrant:04}, Second {award.entrant:04}" in page
        assert "Meenachil Card Club · Pala" in page
        assert "Director of the tournament" in page
    assert len(texts(slips.participation(wish_of(play)))) == 4


def test_before_there_are_places_there_is_no_certificate():
    with pytest.raises(NothingToPrintError):
        slips.certificates(wish_of(played(4, KNOCK_OUT)))


def test_table_numbers_stand_on_a_page_each_and_can_be_read_from_both_sides():
    pdf = slips.table_numbers(wish_of(played(4, KNOCK_OUT), count=3))
    assert [re.findall(r"\d", page.replace("\r\n", "")) for page in texts(pdf)] == [[number] * 2 for number in "123"]
    shown = picture(pdf, dots_an_inch=72)
    fold = shown.height // 2
    halves = [turned.crop((0, fold + 4, shown.width, shown.height)) for turned in (shown, shown.rotate(180))]
    # The same but for what rounding does at the edges of letters.
    apart = ImageChops.difference(*halves).point(lambda value: 255 if value > 128 else 0)
    assert sum(apart.histogram()[255:]) < 200


@pytest.mark.parametrize("language", ["en", "ml"])
def test_malayalam_names_are_shaped_and_other_scripts_leave_the_number(language):
    play = played(4, KNOCK_OUT)
    names = names_of(play, n1=MALAYALAM, n2="தமிழ்", n3="Nila 🏆 & 🎴 Pamba", n4="=HYPERLINK(1)" + " long" * 12)
    with translation.override(language):
        pages = texts(lists.pairings_by_table(wish_of(play, names=names)))
        entries = " ".join(texts(lists.entries(wish_of(play, names=names))))
    shown = " ".join(" ".join(pages).split())
    assert "Nila & Pamba" in shown
    assert "=HYPERLINK(1) long long" in shown
    assert "தமிழ்" not in shown
    assert MALAYALAM.split()[0] in shown
    assert entries


def test_the_same_paper_twice_is_the_same_file():
    play = played(16, KNOCK_OUT)
    assert brackets.brackets(wish_of(play, at=play.kept[-1].recorded_at)) == brackets.brackets(
        wish_of(play, at=play.kept[-1].recorded_at)
    )


def test_results_leave_their_room_to_the_names_and_say_how_a_match_ended():
    play = played(4, SWISS)
    first, second = sorted(play.state.matches)
    play.do(PlaceMatch(match=first, table="1", room="Main hall", at=1_790_000_000))
    play.do(DecideMatch(match=second, decision="walkover", winner=0))
    shown = flat(lists.results(wish_of(play)))
    assert "Table Side A Points Side B Points State" in shown
    assert "not begun" in shown
    assert "done · walkover" in shown
    assert "Main hall" in flat(lists.pairings_by_table(wish_of(play)))


def test_a_slip_without_a_table_has_a_line_to_write_it_on():
    play = played(4, SWISS)
    first, second = sorted(play.state.matches)
    play.do(PlaceMatch(match=first, table="Window"))
    [shown] = texts(slips.result_slips(wish_of(play)))
    assert shown.count("Table") == 2
    assert shown.count("Window") == 1
    assert f"Match {second}" in shown


def test_a_personal_card_has_every_released_round_with_partner_and_opponents():
    play = Play(kind="player", side=1, squad=1)
    for number in range(8):
        play.do(Enter(squad=(f"p{number}",)))
    play.begin(StagePlan(type="individual", options={"rounds": 4}, match=DESK))
    play.do(PairRound(stage=1))
    for number in (1, 2):
        play.do(ReleaseRound(stage=1, round=number))
    listed = list(rows.personal(wish_of(play)))
    assert [row.round for row in listed] == [1, 2] * 8
    pages = [" ".join(page.split()) for page in texts(slips.personal_cards(wish_of(play)))]
    assert len(pages) == 2
    for row in listed:
        assert any(f"{row.round} {row.match} {row.partners} {row.opponents}" in page for page in pages)
