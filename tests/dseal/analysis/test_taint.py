"""What a failed cell spoils, and what it does not: too much is lost, too little is a wrong truth."""

import pytest

from authoring.dseal import parse
from authoring.dseal.analysis.dependencies import effects_of
from authoring.dseal.analysis.taint import TaintTracker, import_statements, inspected_names, split_at_error
from authoring.records.evidence import CellRun, ErrorView, Outcome


def walk(*cells: str, fail: int) -> str:
    """Return what becomes of each cell when one fails: o ran, F failed, x is blocked."""
    tracker, blockers = TaintTracker(), ""
    for index, code in enumerate(cells):
        effects = effects_of(code)
        cause = tracker.blocker(effects)
        if cause is not None:
            assert cause == fail
            tracker.failed(effects, cause)
            blockers += "x"
        elif index == fail:
            tracker.failed(effects, index)
            blockers += "F"
        else:
            tracker.ran(effects)
            blockers += "o"
    return blockers


@pytest.mark.parametrize(
    ("cells", "fail", "expected"),
    [
        pytest.param(("a = 1", "b = a", "c = b", "d = 1"), 0, "Fxxo", id="taint spreads through readers"),
        pytest.param(("a = 1", "a = 2", "a"), 0, "Foo", id="a fresh binding ends it"),
        pytest.param(("a = 1", "a = a + 1", "a"), 0, "Fxx", id="a binding that reads does not"),
        pytest.param(("a = 1", "if b:\n    a = 2", "a"), 0, "Fox", id="nor one that may not happen"),
        pytest.param(("df = 1", "df['x'] = f()", "df", "e = 1"), 1, "oFxo", id="changed in place"),
        pytest.param(("df = 1", "a = df", "a['x'] = f()", "df"), 2, "ooFx", id="changed under another name"),
        pytest.param(("df = 1", "a = df.copy()", "a['x'] = f()", "df"), 2, "ooFo", id="a copy is another object"),
        pytest.param(("xs = []", "for x in xs:\n    x['a'] = 1", "xs"), 1, "oFx", id="changed as an element"),
        pytest.param(("m = M()", "n = m.fit(X)", "m.predict(X)"), 1, "oFx", id="a model that was not fitted"),
        pytest.param(("a = 1", "del a", "a"), 1, "oFx", id="a name that should be gone"),
        pytest.param(("a = 1", "def f(): return a", "f()", "g = f", "g()"), 0, "Foxxx", id="through functions"),
        pytest.param(("def f(x): x.pop()", "a = []", "f(a)", "a"), 2, "ooFx", id="changed by a function"),
        pytest.param(("import m", "a = []", "m.f(a)", "m.g", "a"), 2, "ooFoo", id="modules are not spoilt"),
        pytest.param(("exec(t)", "a", "b = 1", "b", "len([1])"), 0, "Fxooo", id="exec may have bound anything"),
        pytest.param(("a = 1", "exec(t)", "c = 1", "c"), 0, "Fxoo", id="exec may read anything"),
        pytest.param(("n = 1", "df = 1", "df.query('x > @n')"), 0, "Fox", id="names in queries"),
        pytest.param(("df = 1", "df.to_csv('o.csv')", "read('o.csv')", "df"), 1, "oFxo", id="files"),
        pytest.param(
            ("class A:\n    def m(self): return lim", "lim = 1", "a = A()", "lim = 2", "a.m()"),
            3,
            "oooFx",
            id="methods",
        ),
    ],
)
def test_what_one_failed_cell_spoils(cells: tuple[str, ...], fail: int, expected: str) -> None:
    """Cells that depend on the failed one are blocked, by it; the others are not."""
    assert walk(*cells, fail=fail) == expected


def test_what_a_validator_looks_at_counts() -> None:
    """A problem whose validator looks at a spoilt variable is blocked, unless its reference binds it afresh."""
    tracker = TaintTracker()
    tracker.failed(effects_of("a = 1"), 0)

    assert tracker.blocker(effects_of("b = 1"), ["a"]) == 0
    assert tracker.blocker(effects_of("a = 2"), ["a"]) is None


def test_names_seen_to_change_are_spoilt() -> None:
    """What a failed cell did in a way its code does not tell counts as well."""
    tracker = TaintTracker()
    tracker.failed(effects_of("mystery()"), 3, ["a"])

    assert tracker.blocker(effects_of("a")) == 3


def test_earliest_cause_is_named() -> None:
    """A problem that depends on two failed cells is blocked by the first."""
    tracker = TaintTracker()
    tracker.failed(effects_of("b = 1"), 4)
    tracker.failed(effects_of("a = 1"), 2)

    assert tracker.blocker(effects_of("a + b")) == 2


TEXT = '''# %%
a = 1
import b
def f():
    return 1 / 0
c = f()

# %%
"""
question: q
validator: {namespace_check: {x: , y: }, or: {table_test: {function_name: g, test_cases: [[1]]}}}
"""
1
'''


def ended(outcome: Outcome = Outcome.ERROR, kind: str = "ZeroDivisionError", line: int | None = 4) -> CellRun:
    """Return how a cell ended."""
    error = ErrorView(type=kind, message="", traceback="", line=line)
    return CellRun(outcome=outcome, seconds=0, peak_memory=0, error=error if outcome is Outcome.ERROR else None)


def finished_statements(run: CellRun | None) -> int:
    """Return how many statements of the first cell have certainly run."""
    error = run.error if run is not None and run.outcome is Outcome.ERROR else None
    return len(split_at_error(parse(TEXT).cells[0], error)[0])


@pytest.mark.parametrize(
    ("run", "count"),
    [
        (ended(line=1), 0),
        (ended(line=2), 1),
        (ended(line=4), 2),
        (ended(line=5), 3),
        (ended(line=None), 0),
        (ended(kind="SyntaxError", line=5), 0),
        (ended(Outcome.TIMEOUT), 0),
        (None, 0),
    ],
)
def test_statements_before_the_failing_one_have_run(run: CellRun | None, count: int) -> None:
    """An exception says how far the cell came; a line of a function counts as its definition; no other end says it."""
    assert finished_statements(run) == count


def test_names_that_validators_look_at() -> None:
    """Variables that are checked and functions that are called, below `or` as well."""
    ((_, problem),) = parse(TEXT).problems

    assert inspected_names(problem) == {"x", "y", "g"}


def test_imports_among_statements() -> None:
    """Each with its own code."""
    _, left = split_at_error(parse(TEXT).cells[0], None)

    assert [code for _, code in import_statements(left)] == ["import b"]
