"""What docs, docstrings and comments name is there: files, folders, modules and what they define."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = "games|clubs|tournaments|engine|config|tests|benchmarks"
FOLDERS = f"{PACKAGES}|templates|static|docs"
TEXTS = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
    *(path for name in PACKAGES.split("|") for path in (ROOT / name).rglob("*.py") if "migrations" not in path.parts),
    *(ROOT / "templates").rglob("*.html"),
]
MODULES = {path.name for name in f"{PACKAGES}|static".split("|") for path in (ROOT / name).rglob("*.py")} | {
    "manage.py"
}


def _defines(module: Path, word: str) -> bool:
    """Tell whether a module defines or imports a word, or has it as a member."""
    pattern = rf"(?:def|class|import|as|,) {word}\b|^\s*{word}\b(?:: [^\n]+)? ?[=,:)]"
    return re.search(pattern, module.read_text("utf-8"), re.MULTILINE) is not None


def _is_defined(name: str) -> bool:
    """Tell whether a dotted name leads to a module, or to a word in one."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:length])
        module = next((found for found in (path.with_suffix(".py"), path / "__init__.py") if found.is_file()), None)
        if module is not None:
            rest = parts[length:]
            return not rest or _defines(module, rest[0])
        if path.is_dir():
            return length == len(parts)
    return False


def missing_in(text: str) -> list[str]:
    """Return the names in backticks that lead nowhere: paths from the top, modules of ours and what is in them."""
    missing = []
    for name in re.findall(r"`([\w./-]+)`", text):
        if re.match(rf"({FOLDERS})/", name):
            found = (ROOT / name).exists()
        elif name.endswith(".py"):
            found = name.rpartition("/")[2] in MODULES
        elif re.fullmatch(rf"({PACKAGES})(\.\w+)+", name):
            found = _is_defined(name)
        else:
            continue
        if not found:
            missing.append(name)
    # A file, and what of it is meant: `games/screen/inputs.py`: `perform`.
    for path, word in re.findall(r"`([\w/]+\.py)`: `(?:\w+\.)?(\w+)`", text):
        if (ROOT / path).is_file() and not _defines(ROOT / path, word):
            missing.append(f"{path}: {word}")
    return missing


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("`engine/cards.py` and `games/nowhere.py`", ["games/nowhere.py"]),
        ("`engine.load_rules`, `engine.load_fools`", ["engine.load_fools"]),
        ("`games.store` `games.attic`", ["games.attic"]),
        ("`engine/game.py`: `decide`, `engine/game.py`: `divide`", ["engine/game.py: divide"]),
        ("`28-kerala-4`, `views.py`, `vistas.py`, `games_table`", ["vistas.py"]),
    ],
)
def test_a_name_that_leads_nowhere_is_found(text, missing):
    assert missing_in(text) == missing


def test_every_file_and_module_that_is_named_is_there():
    """A changelog tells of what was, and keeps its names."""
    found = {
        str(path.relative_to(ROOT)): missing
        for path in TEXTS
        if path.name != "CHANGELOG.md" and path != Path(__file__) and (missing := missing_in(path.read_text("utf-8")))
    }

    assert found == {}
