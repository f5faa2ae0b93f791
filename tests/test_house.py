"""The house rules that import-linter cannot say."""

import ast
import re
from pathlib import Path

import pytest

import engine
import engine.actions
from games.store import registry

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("config", "engine", "games", "clubs", "tournaments")
DOCS = ROOT / "docs"
RULE = r"(?:28|56)-[A-Z][A-Z0-9]*-\d+"
# Rules of the ledgers that no test of the engine can hold, each with what takes its place.
NOT_THE_ENGINES = {
    "28-COT-2": "reported only, no rule set has it so; as an option of 28-house-4 it is 28-HSE-2 to 28-HSE-5",
    "28-COT-3": "reported only; as an option of 28-house-4 it is 28-HSE-6 to 28-HSE-8",
    "28-THANI-4": "reported only; as an option of 28-house-4 it is 28-HSE-9 and 28-HSE-10",
    "28-THANI-5": "reported only; as an option of 28-house-4 it is 28-HSE-11 and 28-HSE-12",
    "56-DEAL-6": "cutting, taking up and exposing cards happen at a real table only",
    "56-FMT-1": "the stages of a tournament; the engine knows a single match",
    "56-FMT-2": "the same; ties within a stage are the tournament's business",
    "56-CNV-1": "what calls tell partners binds nobody and breaks no rule",
    "56-CNV-2": "the same",
    "56-CNV-3": "the same",
    "56-CNV-4": "the same",
}


def python_files(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def ledger_ids(mark: str) -> set[str]:
    """The rule ids of all ledgers that begin a line with this mark."""
    text = "\n".join(path.read_text() for path in sorted((DOCS / "rules").glob("*.md")))
    return set(re.findall(rf"^{mark}({RULE})\b", text, re.MULTILINE))


RULES = ledger_ids(r"- \*\*")
# What stands in a table of its own: requirements on the pages, and irregularities at a real table.
IN_TABLES = ledger_ids(r"\| ")


def test_every_rule_of_the_ledgers_is_cited_by_a_test_of_the_engine():
    cited = set()
    for path in (ROOT / "tests" / "engine").glob("test_*.py"):
        cited |= set(re.findall(rf"\b{RULE}", path.read_text()))
    assert len(RULES) > 150, "the ledgers were not understood"
    assert sorted(RULES - cited - set(NOT_THE_ENGINES)) == []


def test_every_rule_of_the_ledgers_holds_in_some_rule_set():
    parts = {part for name in engine.rule_set_ids() for part in engine.load_rules(name).ledger}
    held = {rule for rule in RULES if rule in parts or f"{rule.rpartition('-')[0]}-" in parts}
    assert sorted(RULES - held - set(NOT_THE_ENGINES)) == []


@pytest.mark.parametrize("name", engine.rule_set_ids())
def test_what_a_rule_set_goes_by_is_in_a_ledger(name):
    rules = engine.load_rules(name)
    known = RULES | IN_TABLES
    sections = {f"{rule.rpartition('-')[0]}-" for rule in known}
    assert [part for part in rules.ledger if part not in known | sections] == []
    assert [rule for pair in rules.replaced for rule in pair if rule and rule not in known] == []


def test_every_rule_that_is_not_the_engines_is_in_a_ledger():
    assert sorted(set(NOT_THE_ENGINES) - RULES) == []


def test_every_rule_that_code_or_test_cites_is_in_a_ledger():
    unknown = set()
    for path in python_files(*PACKAGES, "tests"):
        for rule in re.findall(rf"\b{RULE}", path.read_text()):
            if rule not in RULES | IN_TABLES:
                unknown.add(f"{path.relative_to(ROOT)}: {rule}")
    assert sorted(unknown) == []


def test_no_code_asks_which_rule_set_it_has_but_the_module_of_the_rule_set():
    ids = set(engine.rule_set_ids())
    homes = {ROOT / "engine" / "twentyeight", ROOT / "engine" / "fiftysix"}
    asked = []
    for path in python_files(*PACKAGES):
        if path.parent in homes:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            parts: list[ast.expr] = []
            if isinstance(node, ast.Compare):
                parts = [node.left, *node.comparators]
            elif isinstance(node, ast.MatchValue):
                parts = [node.value]
            constants = [sub for part in parts for sub in ast.walk(part) if isinstance(sub, ast.Constant)]
            asked += [f"{path.relative_to(ROOT)}:{c.lineno}" for c in constants if c.value in ids]
    assert asked == []


def test_every_event_and_schema_has_a_stored_sample():
    samples = {path.name for path in (ROOT / "tests" / "data" / "schemas").iterdir()}
    wanted = {
        f"{name}.{schema}.json"
        for name, event in registry.event_names().items()
        for schema in range(1, event.schema + 1)
    }
    assert wanted
    assert sorted(wanted - samples) == []


def event_row(name: str, event: type[engine.Happened]) -> str:
    """The line of docs/events.md about an event, up to what it says."""
    members = ", ".join(f"`{field}`" for field in event.__struct_fields__ if field not in event.sealed_fields)
    sealed = ", ".join(f"`{field}`" for field in event.sealed_fields)
    return f"| `{name}` | {event.schema} | {members or '-'} | {sealed or '-'} |"


def test_every_event_is_documented_with_its_members():
    text = (DOCS / "events.md").read_text()
    assert [row for name, event in registry.event_names().items() if (row := event_row(name, event)) not in text] == []


def test_every_action_is_documented():
    text = "".join(path.read_text() for path in DOCS.rglob("*.md"))
    names = [
        action.__struct_config__.tag
        for action in vars(engine.actions).values()
        if isinstance(action, type) and issubclass(action, engine.actions.Act) and action is not engine.actions.Act
    ]
    assert names
    assert [name for name in names if f"`{name}`" not in text and f'"{name}"' not in text] == []


def test_every_setting_is_documented():
    read = set()
    for path in (ROOT / "config").glob("*.py"):
        read |= set(re.findall(r'environment\.\w+\(\s*"([A-Z_]+)"', path.read_text()))
    documented = (DOCS / "operations.md").read_text()
    assert {"DATABASE_URL", "PORT", "LELAM_SEAL_KEY"} <= read
    assert sorted(name for name in read if f"`{name}`" not in documented) == []


def test_the_environment_is_read_in_config_only():
    readers = [
        str(path.relative_to(ROOT))
        for path in python_files("engine", "games", "clubs", "tournaments")
        if re.search(r"\bos\.(environ|getenv)\b", path.read_text())
    ]
    assert readers == []


def test_every_command_is_documented():
    text = "".join(path.read_text() for path in DOCS.rglob("*.md"))
    commands = [
        path.stem
        for package in PACKAGES
        for path in (ROOT / package).glob("management/commands/*.py")
        if path.stem != "__init__"
    ]
    assert commands
    assert sorted(name for name in commands if f"manage.py {name}" not in text) == []


def test_every_target_of_the_makefile_has_its_line_of_help():
    text = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^\.PHONY: (\S+)", text, re.MULTILINE))
    helped = set(re.findall(r"^([a-z-]+):.*## \S", text, re.MULTILINE))
    assert targets == helped
    assert {"run", "test", "setup", "lint", "bench", "format", "clean", "help"} <= helped


@pytest.mark.parametrize("path", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda path: path.stem)
def test_requirements_are_pinned_by_hash_and_name_no_index(path):
    text = path.read_text()
    assert "://" not in text
    assert not re.search(r"^(-i|--index|--extra-index|--find-links|-f)\b", text, re.MULTILINE)
    entries = [line for line in text.splitlines() if line and not line.startswith((" ", "#", "\t"))]
    assert entries
    for entry in entries:
        assert re.match(r"^[\w.\[\]-]+==\S+ .*\\$|^[\w.\[\]-]+==\S+ \\$", entry), entry
    assert text.count("--hash=sha256:") >= len(entries)


def test_no_module_outgrows_its_room():
    """Four hundred lines or so, then a package of the same name."""
    long = {
        str(path.relative_to(ROOT)): count
        for path in python_files(*PACKAGES)
        if "migrations" not in path.parts and (count := len(path.read_text().splitlines())) > 500
    }
    assert long == {}


def test_nothing_is_left_for_later():
    marks = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b")
    left = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in python_files(*PACKAGES)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if marks.search(line)
    ]
    assert left == []
