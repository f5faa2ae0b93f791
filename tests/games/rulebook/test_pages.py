"""The rule book: every rule set has its page, and every rule that a verdict can cite is a link target on it."""

import ast
import json
import re
from collections import Counter
from html import unescape
from pathlib import Path
from random import Random

import pytest
from django.urls import reverse

import engine
from games.rulebook.facts import facts_of
from games.rulebook.index import games
from games.rulebook.ledger import RULE_ID, ledger
from games.rulebook.pages import holding, page_of
from tests.games.helpers.rulebooks import anchors, page_text

ROOT = Path(__file__).resolve().parents[3]
ALL = engine.rule_set_ids()
MINUS = "\N{MINUS SIGN}"


def anything(rules: engine.RuleSet, random: Random) -> engine.Action:
    """Return an action of any kind by anybody, legal or not."""
    kind = random.choice(list(engine.ACTION_TYPES.values()))
    seat = random.randrange(rules.players)
    if kind is engine.Call:
        number, suit = random.randint(20, 60), random.choice("SHDC")
        return kind(
            seat, random.choice([f"{number}{suit}", f"{number}NT", f"{number}NS", f"+{suit}", f"{suit}+1", "28P"])
        )
    if kind is engine.Bid:
        return kind(seat, random.randint(rules.players, 45))
    if kind in (engine.Play, engine.Fold):
        return kind(seat, random.choice(rules.deck))
    return kind(seat)


def cited(rules_id: str, hands: int, seed: int) -> set[str]:
    """Return the rules by which actions of all kinds are refused in some random hands."""
    random = Random(seed)
    options = {option.name: True for option in engine.load_rules(rules_id).declared if option.default is False}
    rules = engine.load_rules(rules_id, options)
    state, found = engine.new_game(rules), set()
    for _ in range(hands):
        pack = random.sample(rules.deck, len(rules.deck))
        dealer = engine.next_dealer(state)
        for event in engine.deal(state, pack, dealer=0 if dealer is None else None):
            state = engine.evolve(state, event)
        wrong = [sorted(rules.deck)[: rules.hand_size]] * rules.players
        found |= refused(engine.deal_hands, state, wrong, dealer=0)
        while engine.to_act(state):
            for _ in range(12):
                found |= refused(engine.decide, state, anything(rules, random))
            seat = min(engine.to_act(state))
            for event in engine.decide(state, random.choice(engine.legal_actions(state, seat))):
                state = engine.evolve(state, event)
        found |= refused(engine.deal_hands, state, wrong, dealer=rules.players - 1)
        found |= refused(engine.deal_hands, state, wrong, dealer=0)
        found |= refused(engine.decide, state, anything(rules, random))
    return found


def refused(judge, *asked, **named) -> set[str]:
    try:
        judge(*asked, **named)
    except engine.IllegalAction as refusal:
        return {refusal.rule}
    return set()


@pytest.mark.parametrize("rules_id", ALL)
def test_every_rule_set_has_its_page_without_a_dead_or_doubled_anchor(client, rules_id):
    text = page_text(client, rules_id)
    ids = anchors(text)

    assert engine.load_rules(rules_id).about in text.replace("&#x27;", "'")
    assert [one for one, count in Counter(ids).items() if count > 1] == []
    assert sorted(set(re.findall(r'href="#([^"]+)"', text)) - set(ids)) == []
    assert "**" not in text
    assert "| ---" not in text


@pytest.mark.parametrize("rules_id", ALL)
def test_links_to_rules_of_other_games_lead_to_their_anchors(client, rules_id):
    found = set(re.findall(r'href="(/rules/[^"#]+/)#([^"]+)"', page_text(client, rules_id)))

    assert [
        f"{path}#{anchor}" for path, anchor in found if anchor not in anchors(client.get(path).content.decode())
    ] == []


@pytest.mark.parametrize("rules_id", ALL)
def test_every_rule_that_refuses_something_is_a_link_target(client, rules_id):
    rules = set().union(*(cited(rules_id, hands=2, seed=seed) for seed in range(3)))

    assert len(rules) >= 6, "too little was refused to tell"
    assert sorted(rules - set(anchors(page_text(client, rules_id)))) == []


@pytest.mark.parametrize(
    "path", sorted((ROOT / "tests" / "data" / "records").glob("*.jsonl")), ids=lambda path: path.stem
)
def test_every_rule_that_a_verdict_of_the_example_records_cites_is_a_link_target(path):
    missing = set()
    for line in path.read_text().splitlines():
        case = json.loads(line)
        hands = case["expected"].get("hands", ())
        rules_id = case["record"].get("rules") if isinstance(case["record"], dict) else None
        for verdict in hands:
            if "rule" in verdict and verdict["rule"] not in holding(engine.load_rules(rules_id)):
                missing.add((rules_id, verdict["rule"]))
    assert missing == set()


def code_texts(path: Path) -> set[str]:
    """Return the texts in a module's code, without those that only document."""
    tree = ast.parse(path.read_text())
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents
    }


def test_every_rule_that_the_engine_names_is_on_the_page_of_some_rule_set():
    texts = set().union(*(code_texts(path) for path in (ROOT / "engine").rglob("*.py")))
    named = {text for text in texts if re.fullmatch(RULE_ID, text)}
    shown = {rule for rules_id in ALL for rule in holding(engine.load_rules(rules_id))}

    assert "28-PLAY-4" in named
    assert sorted(named - shown) == []


@pytest.mark.parametrize("rules_id", ALL)
def test_what_a_rule_set_says_of_the_ledger_is_in_the_ledger(rules_id):
    rules = engine.load_rules(rules_id)
    known = [rule for section in ledger(rules_id[:2]).sections for rule in section.rules]
    on_page = holding(rules)

    assert [entry for entry in rules.ledger if not any(rule.startswith(entry) for rule in known)] == []
    assert [pair for pair in rules.replaced if pair[0] not in on_page] == []
    assert [instead for _, instead in rules.replaced if instead and instead not in on_page] == []


def test_a_replaced_rule_says_so_and_names_the_one_that_holds(client):
    """28-PAG-5, 28-BOOK-3, 28-CON-1."""
    text = page_text(client, "28-book-4")
    for old, new in (("28-REV-5", "28-PAG-5"), ("28-TRICK-2", "28-BOOK-3")):
        row = re.search(rf'<div class="rule-row replaced" id="{old}".*?</div></div>', text, re.DOTALL)
        assert row is not None
        assert f'Replaced by <a class="rule" href="#{new}">{new}</a>' in row.group()
    assert "28-CON-1" not in anchors(text)
    assert "Concession" in re.search(r"Not in this game:</b> ([^<]*)", text).group(1)
    assert 'class="rule-row replaced"' not in page_text(client, "28-kerala-4")


def test_a_cell_that_refers_to_another_column_says_what_stands_there():
    """The last table of the conventions of 56: `same` as International, `as Kerala`."""
    said = {}
    for tradition in ("international", "kerala", "standard"):
        groups = page_of(f"56-{tradition}-6").groups
        table = next(block for group in groups if group.title == "What NOS says" for block in group.blocks)
        said[tradition] = {unescape(row.cells[0]): unescape(row.cells[1]) for row in table.rows}

    assert said["kerala"]["partner's suit, one higher"].startswith("void, or support")
    assert said["standard"]["partner's suit, one higher"] == said["kerala"]["partner's suit, one higher"]
    assert said["international"]["second round, after own raise, one higher"] == "the raise was a single card"
    for tradition in ("kerala", "standard"):
        assert said[tradition]["second round, after own raise, one higher"] == "the raise was a single card"
        assert said[tradition]["same, two higher"].startswith("void in ours with the other two suits")


@pytest.mark.parametrize(
    ("rules_id", "sources"),
    [
        (
            "28-wikipedia-3",
            "000 comprehensive Kerala rules, by section; 001 pagat; 002 Wikipedia; "
            "003 Ultimate Book of Card Games, section &quot;28&quot;.",
        ),
        ("56-kerala-6", "004 the 56 book, cited by chapter."),
    ],
)
def test_the_page_says_what_the_numbers_of_its_sources_stand_for(client, rules_id, sources):
    text = page_text(client, rules_id)

    assert f"Sources: {sources}" in text
    assert "source ruling" not in text.lower()


def test_of_two_rules_that_contradict_each_other_one_is_marked():
    """28-AUC-7 raises over a partner freely, 28-PAG-2 does not; 28-END-3 and 28-WIK-5 have different winners.

    A deck with threes has not the points of 28-DECK-3 (28-W8-2).
    """
    for rules_id in ALL:
        rules = engine.load_rules(rules_id)
        gone = {old for old, _ in rules.replaced}
        holds = {rule for rule in holding(rules) if rule not in gone}
        assert not {"28-AUC-7", "28-PAG-2"} <= holds, rules_id
        assert not {"28-END-3", "28-WIK-5"} <= holds, rules_id
        assert not {"28-DECK-3", "28-W8-2"} <= holds, rules_id


def test_tables_that_stand_below_each_other_are_two():
    """56-CNV-2."""
    conventions = next(group for group in page_of("56-international-6").groups if group.title == "International")
    tables = [block for kind, block in conventions.parts if kind == "table"]

    assert [str(table.head[0]) for table in tables] == [
        "position, ours", "call over partner&#x27;s suit", "call over partner&#x27;s 28NS, 28NT",
    ]  # fmt: skip
    assert all(len(row.cells) == len(table.head) for table in tables for row in table.rows)


@pytest.mark.parametrize("rules_id", [name for name in ALL if name.startswith("56-")])
def test_of_the_traditions_of_56_a_page_shows_its_own_columns_and_conventions(client, rules_id):
    """56-AUC-4, 56-CNV-2, 56-SET-1."""
    text = page_text(client, rules_id)
    own = rules_id.split("-")[1].capitalize()
    titles = re.findall(r"<h2>([^<]+)</h2>", text)

    assert [title for title in titles if title in ("International", "Kerala", "Standard")] == [own]
    heads = re.findall(r'<th scope="col">(Int\.|Ker\.|Std\.)</th>', text)
    assert heads == [{"International": "Int.", "Kerala": "Ker.", "Standard": "Std."}[own]]
    assert f'<a href="/rules/{rules_id}/"' not in text
    for row in ("56-SHOW-10", "56-IRR-29", "56-CNV-4", "56-FMT-2"):
        assert row in anchors(text)


def test_the_house_rules_lead_from_each_reported_form_to_its_own_rule(client):
    """28-COT-2, 28-COT-3, 28-THANI-4, 28-THANI-5, 28-HSE-2, 28-HSE-6, 28-HSE-9, 28-HSE-11."""
    text = page_text(client, "28-house-4")

    for reported, spelled_out in (
        ("28-COT-2", "28-HSE-2"), ("28-COT-3", "28-HSE-6"), ("28-THANI-4", "28-HSE-9"), ("28-THANI-5", "28-HSE-11"),
    ):  # fmt: skip
        assert re.search(rf'id="{reported}".*?Replaced by <a class="rule" href="#{spelled_out}"', text, re.DOTALL)
        assert f'id="{spelled_out}"' in text


def test_the_page_shows_cards_bids_scores_and_options_of_the_rule_set(client):
    """28-W8-2, 28-W8-3, 28-WIK-2."""
    shown = facts_of(engine.load_rules("28-wikipedia-8"))

    assert shown.facts[0] == ("Players", "8, two teams of 4, in alternate seats")
    assert [(rank.rank, rank.points) for rank in shown.ranks[:3]] == [("J", 3), ("3", 3), ("9", 2)]
    assert shown.points == 40
    assert shown.score.rows == (("20 to 29", "+1", f"{MINUS}2"), ("30 to 40", "+2", f"{MINUS}3"))
    assert {option.name: option.rule for option in shown.options} == {
        "ending": "28-WIK-5", "cot": "28-COT-1", "thani": "28-THANI-1",
    }  # fmt: skip


def test_the_list_of_games_leads_to_every_page(client):
    text = client.get(reverse("games:rule_sets")).content.decode()
    entries = [entry for game in games() for tradition in game.traditions for entry in tradition.entries]

    assert sorted(entry.id for entry in entries) == sorted(ALL)
    assert all(f'href="{reverse("games:rules", args=[rules_id])}"' in text for rules_id in ALL)
    assert all(tradition.about for game in games() for tradition in game.traditions)


def test_there_is_no_page_of_an_unknown_rule_set(client):
    assert client.get("/rules/28-nowhere/").status_code == 404
