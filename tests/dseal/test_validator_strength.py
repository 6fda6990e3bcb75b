"""Where validators refuse nothing: what a run shows, and that it is so."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from authoring.dseal import Problem, Severity, lint, parse
from authoring.dseal.validator_strength import weak_check_findings
from authoring.records.evidence import CellRun, Limits, Outcome, ValueView, VariableChange
from authoring.sandbox.client.local import LocalSandbox

ROOT = Path(__file__).parents[2]
VALUE = ValueView(type="int", text="3")
VARIABLE = "validator:\n  namespace_check:\n    total:\n"
TYPE = "validator:\n  namespace_check:\n    total: {type_only: true}\n"
MODEL = "validator:\n  model: {model_name: m, inputs_name: x, labels_name: y, metric_type: f1, tolerance: 0.99}\n"


def problem_of(validator: str = "") -> Problem:
    """Return a problem with a validator block."""
    return parse(f'# %%\n"""\nquestion: Add 1 and 2.\n{validator}"""\n\n1 + 2\n').problems[0][1]


def run_of(**facts: Any) -> CellRun:
    """Return the run of a reference that gives a value, unless told otherwise."""
    return CellRun(**{"outcome": Outcome.OK, "seconds": 0.1, "peak_memory": 0, "value": VALUE, **facts})


def changed(change: str) -> tuple[VariableChange, ...]:
    """Return what a run did to `total`."""
    return (VariableChange.model_validate({"name": "total", "change": change}),)


@pytest.mark.parametrize(
    ("validator", "facts", "expected"),
    [
        ("", {}, []),
        ("", {"value": None}, [("DS417", 3)]),
        ("validator:\n  template: intact\n", {}, [("DS417", 4)]),
        (VARIABLE, {}, [("DS416", 6)]),
        (VARIABLE, {"changes": changed("updated")}, []),
        (VARIABLE, {"changes": changed("replaced"), "value": None}, []),
        (VARIABLE, {"value": None}, [("DS417", 4)]),
        (TYPE, {"changes": changed("added")}, []),
        (TYPE, {"changes": changed("replaced")}, []),
        (TYPE, {"changes": changed("updated")}, [("DS416", 6)]),
        (f"{VARIABLE}  namespace_intact: {{update: true}}\n", {}, []),
        (f"{VARIABLE}  template: basic\n", {}, []),
        (f"{VARIABLE}  result:\n", {"value": None, "changes": changed("added")}, [("DS416", 7)]),
        ("validator:\n  stream:\n", {}, [("DS416", 5)]),
        ("validator:\n  stream:\n", {"stream": "3"}, []),
        (MODEL, {}, [("DS314", 5)]),
    ],
)
def test_what_a_run_shows(validator: str, facts: dict[str, Any], expected: list[tuple[str, int]]) -> None:
    """A check is idle where the reference gave it nothing to look for, and nothing else would see a change."""
    findings = weak_check_findings(problem_of(validator), run_of(**facts))
    assert [(finding.code, finding.line) for finding in findings] == expected
    assert all(finding.severity is Severity.WARNING and finding.problem == 1 and finding.hint for finding in findings)


def test_without_a_run_only_the_block_tells() -> None:
    """Of a reference that did not end well nothing is known but what its block says."""
    assert weak_check_findings(problem_of(VARIABLE), None) == ()
    assert [finding.code for finding in weak_check_findings(problem_of(MODEL), None)] == ["DS314"]


def test_the_words_are_those_of_lint() -> None:
    """What lint sees in the text and what the run shows are said alike, at the same place."""
    text = f'# %%\ntotal = [1]\n\n# %%\n"""\nquestion: Add 1 and 2.\n{VARIABLE}"""\n\n1 + 2\n'
    lint_finding = next(finding for finding in lint(text) if finding.code == "DS317")
    run_finding = weak_check_findings(parse(text).problems[0][1], run_of())[0]
    alike = {"message", "hint", "line", "column", "end_column", "problem"}
    assert lint_finding.model_dump(include=alike) == run_finding.model_dump(include=alike)


IDLE = [
    ("", "total[0] = 9", "pass"),
    (VARIABLE, "len(total)", "2 - 1"),
    (TYPE, "total.append(2); len(total)", "2"),
    ("validator:\n  or:\n    crash:\n    result:\n", "len(total)", "'wrong'"),
]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    local = LocalSandbox()
    yield local
    local.close()


@pytest.mark.parametrize(("validator", "reference", "submission"), IDLE)
def test_idle_checks_do_accept(validator: str, reference: str, submission: str, sandbox: LocalSandbox) -> None:
    """Where a check is said to refuse nothing, a submission that does not do what the reference did is not refused."""
    problem = problem_of(validator)
    with sandbox.session() as ours, sandbox.session() as theirs:
        for session in (ours, theirs):
            session.run("total = [1]", limits=Limits())
        ours.prepare(problem.validator or {})
        run = ours.run(reference, limits=Limits())
        theirs.run(submission, limits=Limits())
        judgement = ours.judge(theirs)
    verdicts = {part.category: part.correct for part in judgement.parts}
    idle = {"": "result", VARIABLE: "namespace_check", TYPE: "namespace_check"}.get(validator, "or")
    assert weak_check_findings(problem, run)
    assert verdicts[idle] == "yes"


def test_our_own_sets_have_no_idle_check() -> None:
    """No set of the repository has a validator of which lint says that it refuses nothing."""
    for path in sorted((ROOT / "problemsets").glob("[!_]*.py")):
        assert lint(path.read_text(encoding="utf-8"), select=["DS312", "DS314", "DS317"]) == ()
