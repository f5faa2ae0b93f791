"""`make mutants`: would the tests notice a fault in the rules? Small faults, one at a time.

    python -m tests.mutants [--jobs N] [--seconds N] [--keep FILE] [PART ...]

mutmut makes the faults (mutants) of the functions and tables in `MUTATED`; messages are left alone, as their words bind
nobody. They are tried here rather than by mutmut itself: tests are collected once, a mutant is a fork in which a
function has another code object, or a module its tables made anew, and only the tests that call it run, until one
fails; what failed last goes first. So a mutant costs tens of milliseconds, nothing is written to disk, and tables of
functions hold what they always hold.

A mutant that no test notices is printed, unless `docs/development/mutants.md` lists it with a reason. The exit status
is 1 if any was printed. Named parts (`engine.twentyeight.play`) limit the run to functions whose names begin so.
"""

import argparse
import ast
import bisect
import difflib
import gc
import importlib
import itertools
import mmap
import os
import re
import resource
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, NamedTuple

import hypothesis
import libcst as cst
import pytest
from _pytest.runner import runtestprotocol
from mutmut.mutation import file_mutation

ROOT = Path(__file__).resolve().parent.parent
REASONS = ROOT / "docs" / "development" / "mutants.md"
MUTATED = (
    "engine/twentyeight/*.py",
    "engine/fiftysix/*.py",
    *(f"engine/{name}.py" for name in ("audit", "dealing", "form", "options", "record", "tricks")),
)

PYTEST = (
    "tests/engine",
    "--quiet",
    "--confcutdir=tests/engine",
    "--hypothesis-profile=mutants",
    "--assert=plain",
    "--tb=no",
    *(f"-pno:{plugin}" for plugin in ("django", "playwright", "schemathesis", "cacheprovider")),
    "-otimeout=0",
    # Long walks, which say that the tests go everywhere: nothing that others would not notice.
    "--deselect=tests/engine/test_properties.py::test_random_games_lead_into_every_corner",
    "--deselect=tests/engine/test_noninterference.py::test_every_phase_has_such_states",
)

SPARE_SECONDS = 2
"""What a mutant may take beyond twice what its tests take without a fault; more means that it never ends."""


class Mutant(NamedTuple):
    """A function of the engine, or a table of one of its modules, with one small change.

    Attributes:
        module: Where it is.
        function: The function, or None for a table.
        where: The whole name.
        old: The lines that change.
        new: What they become.
        source: The changed function or assignment.
        tables: Every assignment of the module in order, with the change if it is in one.
    """

    module: ModuleType
    function: FunctionType | None
    where: str
    old: str
    new: str
    source: str
    tables: tuple[str, ...]

    @property
    def change(self) -> str:
        """What names the mutant in `docs/development/mutants.md`, under the heading of its function or table."""
        return f"`{self.old}` → `{self.new}`"

    def strike(self, *, called: bool) -> None:
        """Make the change, in this process.

        Args:
            called: Whether tests call the function; if not, it made a table when its module was imported.
        """
        if self.function is not None:
            names: dict[str, Any] = {}
            exec(self._compiled(self.source), dict(vars(self.module)), names)
            (changed,) = (value for value in names.values() if isinstance(value, FunctionType))
            self.function.__code__ = changed.__code__
            self.function.__defaults__ = changed.__defaults__
            self.function.__kwdefaults__ = changed.__kwdefaults__
        if not called:
            self._make_tables()

    def _make_tables(self) -> None:
        """Make the module's tables anew, and put them wherever another module has them or makes more of them."""
        names = vars(self.module)
        before = dict(names)
        for table in self.tables:
            exec(self._compiled(table), names)
        made = {name: value for name, value in names.items() if value is not before.get(name, value)}
        for other in list(sys.modules.values()):
            if other is not self.module and other.__name__.startswith(("engine", "tests")):
                for name, value in made.items():
                    if vars(other).get(name) is before[name]:
                        vars(other)[name] = value
                if other.__name__.startswith("engine.") and any(value is self.module for value in vars(other).values()):
                    for statement in ast.parse(Path(str(other.__file__)).read_text(encoding="utf-8")).body:
                        if isinstance(statement, (ast.Assign, ast.AnnAssign)):
                            exec(self._compiled(ast.unparse(statement)), vars(other))

    def _compiled(self, source: str) -> CodeType:
        return compile(f"from __future__ import annotations\n{source}", f"<{self.where}>", "exec")


def forget() -> None:
    """Empty what the engine's functions remember of earlier calls."""
    for name, module in list(sys.modules.items()):
        if name.startswith("engine"):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def is_message(node: cst.CSTNode) -> bool:
    """Say whether an expression is a text for people: one with a space in it."""
    if isinstance(node, cst.ConcatenatedString):
        return True
    if isinstance(node, cst.FormattedString):
        return any(isinstance(part, cst.FormattedStringText) and " " in part.value for part in node.parts)
    return isinstance(node, cst.SimpleString) and " " in node.value


def sparing_messages(operator: Callable[[Any], Any]) -> Callable[[Any], Iterator[cst.CSTNode]]:
    """Return one of mutmut's operators that changes no message."""

    def changes(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        if is_message(node):
            return
        for changed in operator(node):
            if isinstance(node, cst.Call) and isinstance(changed, cst.Call) and len(node.args) == len(changed.args):
                pairs = zip(node.args, changed.args, strict=True)
                if any(old is not new and is_message(old.value) for old, new in pairs):
                    continue
            yield changed

    return changes


def functions_of(module: ModuleType, tree: cst.Module) -> Iterator[tuple[cst.FunctionDef, FunctionType]]:
    """Yield the functions and methods of a module beside their definitions; not those with decorators."""
    for statement in tree.body:
        if isinstance(statement, cst.FunctionDef):
            yield statement, vars(module)[statement.name.value]
        elif isinstance(statement, cst.ClassDef):
            for inner in statement.body.body:
                if isinstance(inner, cst.FunctionDef) and not inner.decorators:
                    yield inner, vars(vars(module)[statement.name.value])[inner.name.value]


def tables_of(tree: cst.Module) -> dict[cst.CSTNode, str]:
    """Return the assignments of a module, each with the name it gives."""
    tables: dict[cst.CSTNode, str] = {}
    for statement in tree.body:
        first = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
        target = first.targets[0].target if isinstance(first, cst.Assign) else getattr(first, "target", None)
        if isinstance(target, cst.Name) and getattr(first, "value", None) is not None:
            tables[statement] = target.value
    return tables


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file, but those of methods that call `super`, whose code cannot be exchanged."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    module = importlib.import_module(name)
    tree, mutations, _, _ = file_mutation.create_mutations(str(path), path.read_text(encoding="utf-8"))
    functions = {id(node): function for node, function in functions_of(module, tree)}
    tables = tables_of(tree)
    home = {id(node): statement for statement in tables for node in nodes_of(statement)}
    sources = {statement: source_of(statement) for statement in tables}
    said = {id(part) for node in nodes_of(tree) if is_message(node) for part in nodes_of(node)}
    for mutation in mutations:
        if id(mutation.original_node) in said:
            continue
        outer = mutation.contained_by_top_level_function or home.get(id(mutation.original_node))
        function = functions.get(id(outer))
        if outer is None or (outer not in tables and (function is None or function.__code__.co_freevars)):
            continue
        changed = file_mutation.deep_replace(outer, mutation.original_node, mutation.mutated_node)
        before, after = source_of(outer), source_of(changed)
        place = function.__qualname__ if function else tables[outer]
        made = tuple(after if statement is outer else source for statement, source in sources.items())
        yield Mutant(module, function, f"{name}.{place}", *difference(before, after), after, made)


def nodes_of(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yield a node and all below it."""
    yield node
    for child in node.children:
        yield from nodes_of(child)


def source_of(node: cst.CSTNode) -> str:
    """Return a node as code."""
    return cst.Module([]).code_for_node(node).strip()


def difference(before: str, after: str) -> tuple[str, str]:
    """Return the lines that differ between two texts, each side on one line."""
    lines = [line for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line[:2] in ("- ", "+ ")]
    old, new = (" ".join(line[2:].strip() for line in lines if line[0] == sign) for sign in "-+")
    return old, new


def explained() -> dict[str, set[str]]:
    """Return the mutants that `docs/development/mutants.md` lists, by function."""
    known: dict[str, set[str]] = {}
    heading = ""
    for line in REASONS.read_text(encoding="utf-8").splitlines():
        if line.startswith("### "):
            heading = line[4:].strip("` ")
        elif found := re.match(r"- (`.*` → `.*`)(:|$)", line):
            known.setdefault(heading, set()).add(found[1])
    return known


class Check:
    """A pytest plugin that runs the tests against each mutant, instead of once.

    Attributes:
        failing: Tests that fail without a fault; they judge no mutant.
        unnoticed: The mutants against which no test fails.
    """

    def __init__(self, mutants: list[Mutant], jobs: int, seconds: float, keep: Path | None) -> None:
        """Take the mutants, how many to try at a time, for how long each, and where to write while at it."""
        self.failing: list[str] = []
        self.unnoticed: list[Mutant] = []
        self._mutants, self._jobs, self._seconds, self._keep = mutants, jobs, seconds, keep
        # The tests that call a function, or anything in the file of a table, with the seconds they take.
        self._callers: dict[CodeType | str, list[tuple[float, pytest.Item]]] = {
            key: [] for mutant in mutants for key in (_code_of(mutant), _file_of(mutant))
        }
        self._running: dict[int, Mutant] = {}
        # Which of its tests a fork is at. With several forks they write over each other: then it is a worse guess.
        self._at = mmap.mmap(-1, 4)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Find out which test calls what, then try every mutant."""
        for item in session.items:
            # Few examples, whatever the test itself asks for.
            test = getattr(item, "obj", None)
            if hasattr(test, "_hypothesis_internal_use_settings"):
                test._hypothesis_internal_use_settings = hypothesis.settings()
        for item, following in itertools.pairwise([*session.items, None]):
            self._watch(item, following)
        every = self._callers
        gc.collect()
        gc.freeze()
        # Most are noticed by the quickest tests; those that are not get all the time there is.
        for share in (0.1, 1.0):
            self._callers = {code: self._quickest(tests, share * self._seconds) for code, tests in every.items()}
            mutants = self._mutants if share < 1 else self.unnoticed
            self.unnoticed = []
            self._try(mutants, kept=share == 1)
        return True

    def _try(self, mutants: list[Mutant], *, kept: bool) -> None:
        """Try some mutants, and note which are unnoticed: in the file, too, if wanted."""
        for number, mutant in enumerate(mutants):
            if number % 20 == 0:
                state = f"{number} of {len(mutants)} tried, {len(self.unnoticed)} unnoticed"
                print(f"\r{state}", end="", file=sys.stderr, flush=True)
            while len(self._running) >= self._jobs:
                self._wait(kept=kept)
            self._start(mutant)
        while self._running:
            self._wait(kept=kept)
        print(f"\r{len(mutants)} tried, {len(self.unnoticed)} unnoticed.     ", file=sys.stderr)

    def _watch(self, item: pytest.Item, following: pytest.Item | None) -> None:
        """Run a test without a fault, and note which functions it calls and how long it takes."""
        called: set[CodeType] = set()

        def note(frame: FrameType, event: str, _: object) -> None:
            if event == "call":
                called.add(frame.f_code)

        begun = time.process_time()
        sys.setprofile(note)
        try:
            reports = runtestprotocol(item, log=False, nextitem=following)
        finally:
            sys.setprofile(None)
        taken = time.process_time() - begun
        if any(report.failed for report in reports):
            self.failing.append(item.nodeid)
            return
        for key in self._callers.keys() & (called | {code.co_filename for code in called}):
            self._callers[key].append((taken, item))

    @staticmethod
    def _quickest(tests: list[tuple[float, pytest.Item]], seconds: float) -> list[tuple[float, pytest.Item]]:
        """Return as many tests as there is time for, the quickest first."""
        tests = sorted(tests, key=lambda pair: pair[0])
        spent = list(itertools.accumulate(taken for taken, _ in tests))
        return tests[: bisect.bisect_left(spent, seconds) + 1]

    def _tests(self, mutant: Mutant) -> list[tuple[float, pytest.Item]]:
        """Return the tests that judge a mutant."""
        return self._callers[_code_of(mutant)] or self._callers[_file_of(mutant)]

    def _start(self, mutant: Mutant) -> None:
        """Try a mutant in a process of its own, which ends with 0 if no test fails."""
        tests = self._tests(mutant)
        process = os.fork()
        if process:
            self._running[process] = mutant
            return
        status = 1
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            limit = int(SPARE_SECONDS + 2 * sum(taken for taken, _ in tests))
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            forget()
            mutant.strike(called=bool(self._callers[_code_of(mutant)]))
            status = int(self._notices([item for _, item in tests]))
        finally:
            os._exit(status)

    def _notices(self, items: list[pytest.Item]) -> bool:
        """Say whether any of these tests fails."""
        for number, item in enumerate(items):
            self._at[:4] = number.to_bytes(4, "big")
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=None)):
                return True
        return False

    def _wait(self, *, kept: bool) -> None:
        """Wait until a mutant is done, and take down what came of it."""
        process, status = os.wait()
        mutant = self._running.pop(process)
        tests = self._tests(mutant)
        at = int.from_bytes(self._at[:4], "big")
        if status and at < len(tests):
            tests.insert(0, tests.pop(at))
        if not status:
            self.unnoticed.append(mutant)
            if kept and self._keep:
                with self._keep.open("a", encoding="utf-8") as file:
                    file.write(f"{mutant.where}: {mutant.change}\n")


def _code_of(mutant: Mutant) -> CodeType | str:
    """Return the code of a mutant's function; of a table, which nothing calls, its name."""
    return mutant.where if mutant.function is None else mutant.function.__code__


def _file_of(mutant: Mutant) -> str:
    """Return the file that a mutant is in."""
    return str(mutant.module.__file__)


def main() -> int:
    """Try the mutants and print those that nothing notices."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1, help="how many mutants at a time")
    parser.add_argument("--seconds", type=float, default=20, help="how long the tests of one mutant may take at most")
    parser.add_argument("--keep", type=Path, help="a file that gets each unnoticed mutant while the rest are tried")
    parser.add_argument("parts", nargs="*", metavar="PART", help="all, if none is named")
    chosen = parser.parse_args()
    os.chdir(ROOT)
    file_mutation.mutation_operators = [(kind, sparing_messages(one)) for kind, one in file_mutation.mutation_operators]
    paths = sorted(path for pattern in MUTATED for path in ROOT.glob(pattern))
    mutants = [mutant for path in paths for mutant in mutants_of(path)]
    if chosen.parts:
        mutants = [mutant for mutant in mutants if mutant.where.startswith(tuple(chosen.parts))]
    check = Check(mutants, chosen.jobs, chosen.seconds, chosen.keep)
    status = pytest.main([*PYTEST], plugins=[check])
    if status != pytest.ExitCode.OK:
        return int(status)
    known = explained()
    new = [mutant for mutant in check.unnoticed if mutant.change not in known.get(mutant.where, ())]
    for where, group in itertools.groupby(new, key=lambda mutant: mutant.where):
        print(f"\n### {where}\n", *(f"- {mutant.change}" for mutant in group), sep="\n")
    print(f"\n{len(mutants)} mutants, {len(check.unnoticed)} unnoticed, {len(new)} of them without a reason.")
    for test in check.failing:
        print(f"{test} fails without a fault.")
    return int(bool(new or check.failing))


if __name__ == "__main__":
    sys.exit(main())
