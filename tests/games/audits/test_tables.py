"""Audits of hands at live tables: what each section looks at, and what it finds."""

import json
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

import engine
from clubs.models import LedgerEntry
from engine.conventions import default_card
from games import store
from games.audits.gathering import gather, header_of
from games.audits.making import SECTIONS, make_report, make_section
from games.audits.report import canonical, digest_of
from games.conventions.changes import Changes, RowChange
from games.conventions.force import rules_of
from games.events import tables as events
from games.hands.history import hand_history
from games.models import CardEdition, CardHolder, PartnershipCard, Table
from games.tables.selectors.states import load_state
from games.tables.services.meanings import ask_meaning
from games.tables.services.play import act, answer_claim
from games.tables.services.seats import next_number
from tests.games.helpers.audits import codes, finding, report, section
from tests.games.helpers.logs import guards_down
from tests.games.helpers.played import bots_play, club_of
from tests.games.helpers.tables import START, dealt_table, due, people, person, play_on, table_of
from tests.lanes import in_lanes

pytestmark = pytest.mark.django_db

ONE_HAND = {"ending": {"type": "hands", "count": 1}}


def quiet(actions):
    """Choose a pass, else the first call or card."""
    passes = [action for action in actions if isinstance(action, engine.Pass)]
    return passes[0] if passes else next(one for one in actions if isinstance(one, engine.Call | engine.Play))


def forged(game: UUID, change) -> UUID:
    """Return a new stream with the events of a game, each as `change` returns it; the first is its table."""
    stream = uuid4()
    table = Table.objects.get(pk=game)
    Table.objects.create(pk=stream, number=next_number(), rules=table.rules, options=table.options, club=table.club)
    stored = store.load(game)
    wanted = [change(each.event) for each in stored]
    store.append(stream, expected=0, events=wanted, command=uuid4(), now=stored[-1].recorded_at)
    return stream


def test_nothing_is_found_in_a_hand_of_bots_that_was_played_by_the_rules():
    game = bots_play("28-kerala-4")
    made = report(game, 2)

    assert [part.name for part in made.sections] == list(SECTIONS)
    assert (made.verdict, codes(made)) == ("clean", [])
    assert (made.format, made.game, made.hand, made.rules) == ("lelam-audit/1", str(game), 2, "28-kerala-4")
    history = hand_history(game, 2, None)
    actions = [step.index for step in history.steps if step.action is not None]
    assert [fact.step for fact in section(made, "legality").looked_at] == actions
    assert all(fact.rule.startswith("28-") for fact in section(made, "legality").looked_at)
    tricks = section(made, "tricks").looked_at
    assert [(fact.members["winner"], fact.step) for fact in tricks] == [
        (trick.winner, trick.last_step) for trick in history.tricks
    ]
    assert not section(made, "conventions").applies
    assert "connections" in codes(made, "unknown")


@pytest.mark.parametrize("rules", in_lanes(("28-house-4", "56-standard-6"), fast=("28-house-4",)))
def test_an_audit_made_again_is_the_same_to_the_byte(rules):
    game = bots_play(rules)
    text = canonical(report(game))

    assert canonical(report(game)) == text
    assert json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() == text


def test_what_comes_after_the_audited_version_changes_nothing():
    game = bots_play("28-kerala-4")
    first = next(each.version for each in store.load(game) if isinstance(each.event, events.HandOpened))

    before, after = (make_report(gather(game, "table", 1, version)) for version in (first, header_of(game)[0]))

    assert before.verdict == after.verdict == "clean"
    assert before.sections[2:5] == after.sections[2:5]
    assert digest_of(before) != digest_of(after)


@pytest.mark.django_db(transaction=True)
def test_a_change_in_a_stored_byte_changes_the_digest_and_is_found():
    game = bots_play("28-kerala-4", 1)
    digest = digest_of(report(game))
    played = next(each for each in store.load(game) if isinstance(each.event, engine.CardPlayed))
    other = (played.event.seat + 1) % 4
    with guards_down() as owner:
        owner.execute(
            "UPDATE games_event SET body = jsonb_set(body, '{seat}', %s) WHERE stream = %s AND version = %s",
            [str(other), game, played.version],
        )

    made = report(game)

    assert digest_of(made) != digest
    assert made.verdict == "findings"
    assert finding(made, "chain-fault").members == {"version": played.version, "what": "hash"}


@pytest.mark.django_db(transaction=True)
def test_a_stream_that_cannot_be_read_leaves_nothing_to_look_at():
    game = bots_play("28-kerala-4", 1)
    with guards_down() as owner:
        owner.execute("UPDATE games_event SET body = '{}' WHERE stream = %s AND type = 'CardPlayed'", [game])

    made = report(game)

    assert set(codes(made)) == {"chain-fault"}
    assert codes(made, "unknown") == ["unreadable"] * len(SECTIONS)


def test_a_wrong_result_is_told_with_what_is_right():
    """28-AUD-7."""
    game = bots_play("28-kerala-4", 1)

    def wrong(event):
        return replace(event, points=(event.points[0] + 1, event.points[1] - 1)) if isinstance(
            event, engine.HandScored
        ) else event  # fmt: skip

    made = report(forged(game, wrong))

    differs = finding(made, "result-differs")
    assert (differs.rule, differs.members["member"]) == ("28-AUD-7", "points")
    assert finding(made, "points-differ").members["recomputed"] == differs.members["recomputed"]
    # The secret was bound to another game, so the deal is not as promised either.
    assert finding(made, "deal-fault").members == {"what": "other-secret"}


def test_an_action_against_the_rules_is_told_with_its_rule_and_step():
    """28-AUC-1: a bid below the lowest."""
    game = bots_play("28-kerala-4", 1)

    def wrong(event):
        return replace(event, value=1) if isinstance(event, engine.BidMade) else event

    broken = finding(report(forged(game, wrong)), "rule-broken")

    assert broken.severity == "fault"
    assert broken.rule.startswith("28-AUC-")
    assert broken.step == broken.members["action"] + 1


def test_the_ledger_is_compared_with_what_the_game_moved():
    """28-STK-2."""
    ammini = person("Ammini")
    game = bots_play("28-wikipedia-4", 2, club=club_of(ammini), by=ammini)
    material = gather(game, "table", 1, header_of(game)[0])

    assert LedgerEntry.objects.filter(stream=game).count() == len(material.posted) > 0
    assert make_section(material, "stakes").findings == ()
    moved = [fact.members for fact in make_section(material, "stakes").looked_at if fact.code == "moved"]
    assert [sum(each["units"]) for each in moved] == [0] * len(material.posted)

    fewer = make_section(replace(material, posted=material.posted[1:]), "stakes")
    assert [each.code for each in fewer.findings] == ["entry-missing"]
    first = material.posted[0]
    other = replace(first, units={player: 2 * units for player, units in first.units.items()})
    wrong = make_section(replace(material, posted=(other, *material.posted[1:])), "stakes")
    assert [each.code for each in wrong.findings] == ["entry-differs"]
    extra = make_section(replace(material, posted=(*material.posted, replace(first, version=3))), "stakes")
    assert [each.code for each in extra.findings] == ["entry-extra"]


def test_clocks_that_ran_out_and_bots_that_sat_in_are_told_with_their_steps():
    table = dealt_table(people(), action_seconds=5, reserve_seconds=0)
    while load_state(table.pk).hand == 1:
        assert due(table.pk)

    made = report(table.pk)

    kinds = [step.kind for step in hand_history(table.pk, 1, None).steps]
    found = codes(made)
    assert (found.count("timed-out"), found.count("bot-sat-in")) == (8, 4)
    assert kinds[finding(made, "timed-out").step] == "timeout"
    assert kinds[finding(made, "bot-sat-in").step] == "bot"
    acted = [fact.members["by"] for fact in section(made, "time").looked_at if fact.code == "action"]
    assert acted.count("server") == 8
    assert set(acted) == {"server", "bot-for-absent"}


def test_the_time_of_an_action_and_the_reserve_it_took_are_told():
    players = people()
    table = dealt_table(players, action_seconds=5, reserve_seconds=60)
    play_on(table, players, lambda actions: actions[0], lambda state: state.hand == 2, seconds=7)

    first = next(fact for fact in section(report(table.pk), "time").looked_at if fact.code == "action")

    assert first.members == {"seat": first.members["seat"], "ms": 7000, "reserve_used_ms": 2000, "by": "person"}


def test_cards_laid_open_in_a_claim_that_was_objected_to_were_seen():
    """56-PLAY-6."""
    players = people()
    table = table_of(players, rules="56-international-4", options=ONE_HAND)
    play_on(table, players, quiet, lambda state: bool(state.hand) and len(engine.view(state.game, None).tricks) > 0)
    state = load_state(table.pk)
    held = engine.view(state.game, 1).hand
    act(
        table_id=table.pk, player=players[1], action=engine.Claim(1), expected_version=None, command=uuid4(),
        now=state.since,
    )  # fmt: skip
    answer_claim(
        table_id=table.pk,
        player=players[0],
        claimer=1,
        agree=False,
        command=uuid4(),
        now=load_state(table.pk).claim.since,
    )
    play_on(table, players, quiet, lambda state: state.ended_at is not None)

    made = report(table.pk)

    seen = finding(made, "seen-in-claim")
    assert (seen.severity, seen.members["seat"]) == ("notice", 1)
    assert sorted(seen.members["cards"]) == sorted(held)
    steps = hand_history(table.pk, 1, None).steps
    assert steps[seen.step].kind == "object"
    opened = [fact for fact in section(made, "sight").looked_at if fact.members.get("why") == "claim"]
    assert [steps[fact.step].kind for fact in opened] == ["propose"]


def test_an_open_card_is_listed_once_for_each_time_it_came_to_lie_open():
    """28-REV-2, 28-THANI-1: what was played and turned up; the second cards come after the first auction."""
    game = bots_play("28-kerala-4", 1)
    opened = [fact.members for fact in section(report(game), "sight").looked_at if fact.code == "open"]
    own = [fact.members["counts"] for fact in section(report(game), "sight").looked_at if fact.code == "own-cards"]

    played = [each for each in opened if each["why"] == "played"]
    assert len(played) == len({each["cards"][0] for each in played}) == 32
    assert own[0] == [4, 4, 4, 4]
    assert len(own) == 2
    assert max(own[1]) == 8


def test_a_call_is_read_by_the_card_in_force_with_how_often_that_is_so():
    """56-CNV-1, 56-CNV-2."""
    # The deal is drawn, and with some deals nobody makes a call that the card says something of.
    for _try in range(20):
        made = section(report(bots_play("56-kerala-6", 1)), "conventions")
        read = [fact for fact in made.looked_at if fact.code in ("fits", "differs")]
        measured = [each for each in read if "cases" in each.members]
        if measured:
            break
    assert measured
    for each in measured:
        assert 0 <= each.members["so"] <= each.members["cases"]
        assert 0 <= each.members["fit"] <= each.members["hands"]
    differing = [fact for fact in read if fact.code == "differs"]
    assert [each.members for each in made.findings] == [{"calls": len(differing), "of": len(read)}] * bool(differing)
    assert {(each.severity, each.rule) for each in made.findings} <= {("notice", "56-CNV-1")}
    assert all(len(each.members["held"]) == 8 for each in read)


def test_a_partnerships_own_words_are_in_no_report():
    players = people()
    card = PartnershipCard.objects.create(rules="56-kerala-4", name="Nila", invitation="code")
    for player in players:
        CardHolder.objects.create(card=card, player=player, accepted_at=START - timedelta(days=2))
    rows = {row.name: RowChange(says="In our own words.") for row in default_card(rules_of(card.rules)).conventions}
    CardEdition.objects.create(
        card=card, number=3, rules=card.rules, name="Nila", changes=Changes(rows).to_json(),
        published_at=START - timedelta(days=1),
    )  # fmt: skip
    table = dealt_table(players, rules="56-kerala-4", options=ONE_HAND)
    play_on(table, players, quiet, lambda state: state.ended_at is not None)

    made = report(table.pk)

    cards = [fact.members for fact in section(made, "conventions").looked_at if fact.code == "card"]
    assert cards == [
        {"side": 0, "card": str(card.pk), "edition": 3},
        {"side": 1, "card": str(card.pk), "edition": 3},
    ]
    assert any(fact.members.get("own") for fact in section(made, "conventions").looked_at)
    assert b"Nila" not in canonical(made)
    assert b"own words" not in canonical(made)


def test_a_question_about_a_call_is_told_at_the_step_of_the_call():
    """56-SHOW-26."""
    players = people()
    table = dealt_table(players, rules="56-kerala-4", options=ONE_HAND)
    play_on(table, players, lambda actions: actions[0], lambda state: len(engine.view(state.game, None).auction) == 1)
    state = load_state(table.pk)
    caller = engine.view(state.game, None).auction[0].seat
    ask_meaning(table_id=table.pk, player=players[(caller + 1) % 4], call=0, command=uuid4(), now=state.since)
    play_on(table, players, quiet, lambda state: state.ended_at is not None)

    asked = next(fact for fact in section(report(table.pk), "sight").looked_at if fact.code == "meaning-asked")

    assert asked.members == {"seat": (caller + 1) % 4, "of": caller, "call": 0}
    assert hand_history(table.pk, 1, None).steps[asked.step].seat == caller


def test_no_report_names_a_person():
    players = people()
    table = dealt_table(players)
    play_on(table, players, lambda actions: actions[0], lambda state: state.hand == 2)

    text = canonical(report(table.pk)).decode()

    assert not [player.name for player in players if player.name in text or str(player.pk) in text]
