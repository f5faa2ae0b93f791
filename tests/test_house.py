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
# The Kerala game's part of the ledger is the common ground of all 28.
COMMON = "The Kerala game"


def python_files(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def ledger_ids(family: str) -> dict[str, list[str]]:
    """The rule ids of a ledger by the heading they stand under."""
    found: dict[str, list[str]] = {}
    heading = ""
    for path in sorted((DOCS / "rules").glob(f"{family}*.md")):
        for line in path.read_text().splitlines():
            if line.startswith("# "):
                heading = line[2:]
            match = re.match(rf"- \*\*({family}-[A-Z0-9]+-\d+)\*\*", line)
            if match:
                found.setdefault(heading, []).append(match[1])
    return found


def concerned(heading: str, family: str) -> bool:
    """Whether a part of the ledger concerns a rule set that there is."""
    ids = [name for name in engine.rule_set_ids() if name.startswith(f"{family}-")]
    part = heading.split(":")[0].split()[0]
    return bool(ids) and (heading == COMMON or any(name.startswith(part) for name in ids))


def test_every_rule_that_concerns_a_rule_set_of_ours_is_cited_by_a_test():
    cited = set()
    for path in python_files("tests"):
        cited |= set(re.findall(r"\b(?:28|56)-[A-Z0-9]+-\d+", path.read_text()))
    wanted = {
        rule
        for family in ("28", "56")
        for heading, rules in ledger_ids(family).items()
        if concerned(heading, family)
        for rule in rules
    }
    assert wanted, "the ledger was not understood"
    assert sorted(wanted - cited) == []


def test_every_rule_that_code_or_test_cites_is_in_a_ledger():
    known = {rule for family in ("28", "56") for rules in ledger_ids(family).values() for rule in rules}
    for path in (DOCS / "rules").glob("*.md"):
        # What stands in a table of its own, such as the irregularities of 56.
        known |= set(re.findall(r"^\| ((?:28|56)-[A-Z]+-\d+) \|", path.read_text(), re.MULTILINE))
    unknown = set()
    for path in python_files(*PACKAGES, "tests"):
        if path == Path(__file__):
            continue
        for rule in re.findall(r"\b(?:28|56)-[A-Z][A-Z0-9]*-\d+", path.read_text()):
            if rule not in known:
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
