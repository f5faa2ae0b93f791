"""Records as score sheets: what comes of each, what is refused and why, and that a file twice changes nothing."""

import io
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

import engine
from clubs.models import Membership, Player
from clubs.names import skeleton
from engine.reckoning import standing_of_tally
from engine.record import record_to_json, result_of
from games import store
from games.events.base import BOOKS
from games.models import PlayedGame, Sheet, SheetSeat
from games.projections import Results
from games.records import importing, reading
from games.records.exporting import sheet_record
from games.replaying.streams import first_refused
from games.sheets.selectors import load_state
from games.store import projector
from tests.engine.forgetting import forget
from tests.engine.irregular import irregular_game
from tests.factories import MembershipFactory
from tests.games.records.files import NAMES, games, lines, plain, played

pytestmark = pytest.mark.django_db


def sums(report) -> tuple[int, int, int, int]:
    return report.lines, report.made, report.left, report.wrong


def faults(report) -> list[tuple[int, str]]:
    return [(fault.line, fault.text) for fault in report.faults]


@pytest.mark.parametrize("rules_id", engine.rule_set_ids())
def test_a_record_becomes_a_sheet_that_the_replay_confirms(take, club, owner, rules_id):
    records = [played(rules_id, hands=4, seed=seed) for seed in (1, 2)] + [played(rules_id, hands=4, seed=3, count=2)]
    assert sums(take(lines(*records))) == (3, 3, 0, 0)

    kept = Sheet.objects.all()
    assert sorted(sheet.status for sheet in kept) == sorted(
        "finished" if engine.audit(record).standing.finished else "open" for record in records
    )
    for sheet in kept:
        state = load_state(sheet.pk)
        assert first_refused(store.load(sheet.pk)) is None
        dealt = state.facts[1].record["cards"]
        record = next(one for one in records if record_to_json(one)["hands"][0]["cards"] == dealt)
        score = list(standing_of_tally(state.sheet.tally))
        assert (sheet.version, sheet.hands, sheet.score) == (state.version, len(state.results), score)
        assert (sheet.status == "finished") == state.is_finished
        assert (sheet.club, sheet.opened_by, sheet.rules) == (club, owner, rules_id)
        assert sheet.options == record.rules.options
        assert sheet.names == list(NAMES[: record.rules.players])
        assert sheet.imported_at is not None
        assert [result_of(scored) for _entry, scored in state.results] == [
            hand.result for hand in engine.audit(record).hands
        ]
        written = [{**hand, "result": None} for hand in record_to_json(record)["hands"]]
        assert [{**state.facts[number].record, "result": None} for number in sorted(state.facts)] == written


def test_a_file_twice_changes_nothing(take):
    data = lines(*games(3))
    assert sums(take(data)) == (3, 3, 0, 0)
    before = {sheet.pk: sheet.version for sheet in Sheet.objects.all()}

    assert sums(take(data)) == (3, 0, 3, 0)
    assert sums(take(data + data, is_dry=True)) == (6, 0, 6, 0)
    assert {sheet.pk: sheet.version for sheet in Sheet.objects.all()} == before


def test_a_record_that_stands_twice_in_a_file_is_one_sheet(take):
    (record,) = games(1)
    again = plain(record)
    again["hands"] = [{name: hand[name] for name in sorted(hand, reverse=True)} for hand in again["hands"]]
    for hand in again["hands"]:
        hand.pop("result")
    data = lines(record, again, record)

    assert sums(take(data, is_dry=True)) == (3, 1, 2, 0)
    assert not Sheet.objects.exists()
    assert sums(take(data)) == (3, 1, 2, 0)
    assert Sheet.objects.count() == 1


def test_a_dry_run_changes_nothing_and_says_what_the_import_then_does(take):
    data = lines(*games(3), b"{")
    before = sum(len(store.read_lane(lane, 0, 1000)) for lane in range(16))
    dry = take(data, is_dry=True)
    assert sum(len(store.read_lane(lane, 0, 1000)) for lane in range(16)) == before

    done = take(data)
    assert dry == done
    assert dry.amounts == {"hands": 6, "names": 4}
    assert "Ammini, Beeran, Chacko, Devaki; 2 hands." in dry.deeds[0].text


def broken(kind: str) -> bytes:
    """Return a line with an error."""
    record = plain(played(seed=7))
    hand = record["hands"][1]
    match kind:
        case "not JSON":
            return b'{"format": "lelam-record/1"'
        case "not UTF-8":
            return lines(record).strip().replace(b"Ammini", b"Ammini\xff")
        case "no object":
            return b"[1, 2]"
        case "nested":
            return b"[" * 100_000
        case "malformed":
            record["players"] = record["players"][:3]
        case "violation":
            plays = [number for number, action in enumerate(hand["actions"]) if action["type"] == "play"]
            first, second = next(
                pair for pair in pairwise(plays) if hand["actions"][pair[0]]["seat"] != hand["actions"][pair[1]]["seat"]
            )
            hand["actions"][second]["card"] = hand["actions"][first]["card"]
        case "deal":
            hand["cards"][0][0] = hand["cards"][1][0]
        case "mismatch":
            hand["result"]["points"] = [0, 28]
        case "unfinished":
            hand["actions"] = hand["actions"][:-1]
        case "no hands":
            record["hands"] = []
        case "name":
            record["players"][2] = "Cha\u202ecko"
    return lines(record).strip()


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("not JSON", "This is not a record: the text is not JSON"),
        ("not UTF-8", "This is not a record: the text is not UTF-8."),
        ("no object", "This is not a record: a record is an object."),
        ("nested", "This is not a record: the text is nested too deeply."),
        ("malformed", "This is not a record: players has one text a seat, 4 in all (at /players)."),
        ("violation", "(28-"),
        ("deal", "Hand 2: "),
        ("mismatch", "Hand 2: the result differs: points is 0, 28, but should be "),
        ("unfinished", "Hand 2 is not finished, and has no result."),
        ("no hands", "The record has no hands."),
        ("name", ""),
    ],
)
def test_a_line_with_an_error_is_named_and_the_others_are_imported(take, kind, text):
    before, after = games(2)
    report = take(lines(before, b"", broken(kind), after))

    assert sums(report) == (3, 2, 0, 1)
    ((line, said),) = faults(report)
    assert line == 3
    assert text in said
    assert Sheet.objects.count() == 2


def test_a_violation_is_told_with_hand_action_and_rule(take):
    ((_line, said),) = faults(take(lines(broken("violation"))))
    verdict = engine.audit(plain_of(broken("violation"))).hands[1]

    assert said == f"Hand 2, action {verdict.action + 1}: {verdict.message} ({verdict.rule})"


def plain_of(line: bytes) -> Any:
    return engine.decode_record(line)


def test_a_line_of_any_length_takes_bounded_memory_and_the_next_one_is_read(take, monkeypatch):
    monkeypatch.setattr(reading, "MAX_LINE_BYTES", 20_000)
    first, last = games(2)
    huge = b'{"format": "' + b"x" * 100_000 + b'"}'
    report = take(lines(first, huge, last) + huge)

    assert sums(report) == (4, 2, 0, 2)
    assert [line for line, _text in faults(report)] == [2, 4]
    assert [len(line.text) for line in reading.read_lines(io.BytesIO(huge))] == [64]
    ends = [line.end for line in reading.read_lines(io.BytesIO(lines(huge, first)))]
    assert ends == [len(huge) + 1, len(huge) + 1 + len(lines(first))]


def test_lines_that_are_judged_together_do_not_keep_their_texts():
    """They may have megabytes each."""
    (batch,) = importing._batches(reading.read_lines(io.BytesIO(lines(played(hands=1), b"{}"))))

    assert [(line.number, line.text) for line, _judged in batch] == [(1, b""), (2, b"")]


def test_a_hand_that_a_director_decided_is_not_a_sheets(take):
    record = plain(played("56-kerala-4", hands=1, seed=3))
    hand = record["hands"][0]
    hand["rulings"] = [
        {
            "after": len(hand["actions"]) - 3,
            "rule": "56-IRR-14",
            "effects": [{"type": "awarded", "side": 0, "stake": 1}],
        }
    ]
    del hand["result"]
    ((_line, said),) = faults(take(lines(record)))
    assert "a director's ruling" in said


def test_members_are_found_by_their_names_and_other_names_stay_names(take, club):
    ammini = MembershipFactory(club=club, player__name="Ammini").player
    # As accounts take over guests, two members of one name may come to be; nobody makes them so.
    for address in ("beeran@example.org", "beeran.k@example.org"):
        other = MembershipFactory(club=club, player__name=address.partition("@")[0]).player
        Player.objects.filter(pk=other.pk).update(name="Beeran", skeleton=skeleton("Beeran"))
    report = take(lines(*games(2)))

    sheet = Sheet.objects.first()
    assert sheet.names == ["Ammini", "Beeran", "Chacko", "Devaki"]
    assert [(seat.seat, seat.player) for seat in SheetSeat.objects.filter(sheet=sheet)] == [(0, ammini)]
    (opened, *_rest) = store.load(sheet.pk)
    assert opened.event.players == (str(ammini.pk), "", "", "")
    assert [remark.text.split()[0] for remark in report.remarks] == ["Beeran", "Chacko", "Devaki"]
    assert [remark.line for remark in report.remarks] == [1, 1, 1]


def test_records_with_unknown_names_are_left_out_if_the_officer_wishes(take, club):
    for name in NAMES[:4]:
        MembershipFactory(club=club, player__name=name)
    known, unknown = played(seed=1), played(seed=2, players=("Ammini", "Beeran", "Chacko", "Nobody"))
    report = take(lines(known, unknown), unknown="refuse")

    assert sums(report) == (2, 1, 0, 1)
    assert "Nobody" in report.faults[0].text


@pytest.mark.parametrize(("counts", "books"), [("standings", ("ratings",)), ("all", BOOKS), ("nothing", ())])
def test_the_officer_chooses_what_the_games_move(take, club, counts, books):
    for name in NAMES[:4]:
        MembershipFactory(club=club, player__name=name)
    take(lines(played(seed=1)), counts=counts)
    sheet = Sheet.objects.get()
    projector.run_once(Results)

    assert store.load(sheet.pk)[0].event.counts == books
    game = PlayedGame.objects.get(stream=sheet.pk)
    assert (game.counts, game.rated, game.hands) == (bool(books), "ratings" in books, 2)


def test_a_failure_in_the_middle_leaves_nothing_of_a_record(take, club, monkeypatch):
    append_all, calls = store.append_all, iter(range(1000))

    def fail(*args: Any, **named: Any) -> Any:
        append_all(*args, **named)
        if next(calls) == 1:
            raise OSError("the server is gone")

    data = lines(*games(3))
    with monkeypatch.context() as patch:
        patch.setattr(store, "append_all", fail)
        patch.setattr(importing, "_MAX_BATCH_LINES", 1)
        with pytest.raises(OSError, match="gone"):
            take(data)
    (sheet,) = Sheet.objects.all()
    streams = {one.stream for lane in range(16) for one in store.read_lane(lane, 0, 1000) if one.type == "SheetOpened"}
    assert streams == {sheet.pk}
    assert sums(take(data)) == (3, 2, 1, 0)


def partly(record: engine.Record, seed: int = 1, **more: Any) -> dict[str, Any]:
    """Return a record of which cards of the second hand are forgotten."""
    value = plain(record)
    value["hands"][1] = forget(value["hands"][1], Random(seed), **more)
    return value


@pytest.mark.parametrize("rules_id", ["28-kerala-4", "28-house-4", "56-kerala-4"])
@pytest.mark.parametrize("seed", range(3))
def test_a_partly_known_hand_is_imported_with_what_is_known_of_it(take, rules_id, seed):
    record = partly(played(rules_id, hands=3, seed=seed), seed)
    verdict = engine.audit(record)
    assert sums(take(lines(record))) == (1, 1, 0, 0)
    state = load_state(Sheet.objects.get().pk)

    assert first_refused(store.load(state.stream)) is None
    assert [result_of(scored) for _entry, scored in state.results] == [hand.result for hand in verdict.hands]
    assert state.facts[2].record["unseen"] == record["hands"][1]["unseen"]
    again = sheet_record(Sheet.objects.get(), state)
    assert [hand.result for hand in engine.audit(again).hands] == [hand.result for hand in verdict.hands]
    assert sums(take(lines(again))) == (1, 0, 1, 0)


def test_a_game_of_which_only_results_are_known_is_imported(take):
    record = plain(played("28-kerala-4", hands=3, seed=4))
    for hand in record["hands"]:
        hand |= {"cards": [[]] * 4, "unseen": [8] * 4, "actions": []}
    assert sums(take(lines(record))) == (1, 1, 0, 0)
    state = load_state(Sheet.objects.get().pk)
    assert [scored.outcome for _entry, scored in state.results] == [
        hand["result"]["outcome"] for hand in record["hands"]
    ]

    del record["hands"][1]["result"]
    assert faults(take(lines(record))) == [(1, "Hand 2 is not finished, and has no result.")]
    record["hands"][1]["result"] = {"outcome": "made", "declarer": 0, "bid": 40}
    assert "Hand 2: the result" in faults(take(lines(record)))[0][1]


def test_an_irregular_action_that_stood_is_imported_and_one_that_is_not_marked_is_a_violation(take):
    record = plain(played("28-kerala-4", hands=2, seed=4))
    hand = record["hands"][1]
    plays = [number for number, action in enumerate(hand["actions"]) if action["type"] == "play"]
    first, last = plays[-2], plays[-1]
    del hand["result"]
    for number in plays[1:]:
        action = hand["actions"][number]
        led = hand["actions"][plays[plays.index(number) // 4 * 4]]["card"]
        held = set(hand["cards"][action["seat"]]) - {
            one["card"] for one in hand["actions"][:number] if one["type"] == "play" and one["seat"] == action["seat"]
        }
        others = sorted(card for card in held if card[0] != led[0])
        if action["card"][0] == led[0] and number not in plays[::4] and others:
            action["card"] = others[0]
            hand["actions"] = hand["actions"][: number + 1]
            break
    assert first < last
    ((_line, said),) = faults(take(lines(record)))
    assert "Hand 2, action " in said
    assert "(28-PLAY-" in said
    action["irregular"] = said.rpartition("(")[2].rstrip(")")
    ((_line, said),) = faults(take(lines(record)))
    assert said == "Hand 2 is not finished, and has no result."


@pytest.mark.parametrize("rules_id", ["28-kerala-4", "28-pagat-4", "56-standard-4"])
def test_hands_with_irregular_actions_that_stood_are_imported(take, rules_id):
    of_seeds = (irregular_game(engine.load_rules(rules_id), Random(seed)) for seed in range(20))
    record, broken = next(pair for pair in of_seeds if pair[1])
    verdict = engine.audit(record)
    assert verdict.verdict == "violation"
    assert sums(take(lines(record))) == (1, 1, 0, 0)
    state = load_state(Sheet.objects.get().pk)
    assert first_refused(store.load(state.stream)) is None
    assert [result_of(scored) for _entry, scored in state.results] == [hand.result for hand in verdict.hands]
    marked = [number for number, action in enumerate(state.facts[1].record["actions"]) if "irregular" in action]
    assert marked == [number for number, _rule in broken]
    assert engine.audit(sheet_record(Sheet.objects.get(), state)).verdict == "violation"


# The command


def run(club, data: bytes, tmp_path, *more: str) -> tuple[str, str, int]:
    path = tmp_path / "games.jsonl"
    path.write_bytes(data)
    out, err = io.StringIO(), io.StringIO()
    status = 0
    try:
        call_command("import_records", "--club", club.slug, "--input", str(path), *more, stdout=out, stderr=err)
    except SystemExit as ended:
        status = int(ended.code or 0)
    return out.getvalue(), err.getvalue(), status


def test_the_command_imports_and_says_how_much(club, tmp_path):
    data = lines(*games(2), broken("mismatch"))
    out, err, status = run(club, data, tmp_path, "--dry-run")
    assert (
        out == "3 records: 2 new with 4 hands, 0 there already, 1 with errors; 4 unknown names; nothing was changed\n"
    )
    assert err.startswith("line 3: Hand 2: the result differs")
    assert status == 1
    assert not Sheet.objects.exists()

    assert run(club, data, tmp_path)[0].startswith("3 records: 2 new with 4 hands, 0 there already, 1 with errors")
    assert run(club, lines(*games(2)), tmp_path)[::2] == (
        "2 records: 0 new with 0 hands, 2 there already, 0 with errors; 4 unknown names\n", 0,
    )  # fmt: skip


def test_the_command_imports_for_an_officer_only(club, tmp_path, owner):
    player = MembershipFactory(club=club, player__name="Ammini").player
    with pytest.raises(CommandError, match="may not import records"):
        run(club, lines(*games(1)), tmp_path, "--by", player.user.email)
    with pytest.raises(CommandError, match="There is no account"):
        run(club, lines(*games(1)), tmp_path, "--by", "nobody@example.org")
    secretary = MembershipFactory(club=club, role=Membership.Role.SECRETARY).player
    run(club, lines(*games(1)), tmp_path, "--by", secretary.user.email.upper())
    assert Sheet.objects.get().opened_by == secretary


def _first(record: dict[str, Any]) -> dict[str, Any]:
    action: dict[str, Any] = record["hands"][0]["actions"][0]
    return action


@pytest.mark.parametrize(
    "spoil",
    [
        lambda record: record["players"].__setitem__(0, "\ud800"),
        lambda record: _first(record).__setitem__("irregular", "\0"),
        lambda record: _first(record).__setitem__("irregular", "\ud800"),
        lambda record: _first(record).__setitem__("irregular", "Ammini looked"),
        lambda record: record["hands"][0].__setitem__("rulings", [{"after": 0, "rule": "Ammini looked"}]),
    ],
)
def test_text_that_no_log_may_hold_spoils_its_own_line_only(take, spoil):
    """Half a character, one that the database does not know, and words about people in the place of a rule."""
    record = plain(played("56-kerala-4", hands=1))
    spoil(record)

    assert sums(take(lines(record, played(hands=1, seed=7)))) == (2, 1, 0, 1)
