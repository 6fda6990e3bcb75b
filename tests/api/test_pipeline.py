"""Evaluating a benchmark: sets in order, side by side, resumed, and stopped without loss."""

import threading
from pathlib import Path

import pytest

from authoring.api.evaluation import evaluate
from authoring.api.verification import verify
from authoring.errors import SandboxError
from authoring.evaluation.solvers.reference import ReferenceSolver
from authoring.records.evidence import Limits
from authoring.records.results import Benchmark, BenchmarkSet, Evaluation, EvaluationOptions, ProblemResult, SetResult
from authoring.sandbox.fake import FakeSandbox

OPTIONS = EvaluationOptions()


def one_set(name: str) -> BenchmarkSet:
    """Return a set of two problems."""
    cells = (f'# %%\n"""\nquestion: {number}?\n"""\n\n{name}{number}\n' for number in (1, 2))
    return BenchmarkSet(name=name, path=Path(f"{name}.py"), text="\n".join(cells), inputs=())


BENCHMARK = Benchmark(name="B", version="1", sets=tuple(one_set(name) for name in "abcd"))


def evaluated(**more: object) -> Evaluation:
    """Evaluate by the oracle in a sandbox that runs nothing."""
    return evaluate(BENCHMARK, solver=ReferenceSolver(), options=OPTIONS, sandbox=FakeSandbox(), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_stand_in_the_benchmarks_order(jobs: int) -> None:
    """Whoever is done first; every set and problem is told once."""
    sets: list[str] = []
    problems: list[tuple[str, int]] = []
    found = evaluated(
        jobs=jobs,
        progress=lambda result: sets.append(result.name),
        on_attempt=lambda problem: problems.append((problem.problemset, problem.index)),
    )

    assert [result.name for result in found.sets] == list("abcd")
    assert sorted(sets) == list("abcd")
    assert sorted(problems) == [(name, number) for name in "abcd" for number in (1, 2)]
    assert (found.benchmark, found.version, found.solver, found.python) == ("B", "1", "reference", "3.11.0")


def test_chosen_sets_alone_are_judged() -> None:
    """In the benchmark's order, however they are named."""
    assert [result.name for result in evaluated(chosen=["c", "a"]).sets] == ["a", "c"]


def test_sets_that_are_done_are_not_run_again() -> None:
    """They are taken as they are."""
    kept = SetResult(name="b", problems=(), seconds=7)
    ran: list[str] = []
    found = evaluated(done=[kept], progress=lambda result: ran.append(result.name))

    assert ran == ["a", "c", "d"]
    assert found.sets[1] == kept


@pytest.mark.parametrize("jobs", [1, 3])
def test_failure_loses_nothing_that_was_told(jobs: int) -> None:
    """What was judged before the sandbox failed has been told, and no thread goes on."""
    told: list[str] = []

    def on_attempt(problem: ProblemResult) -> None:
        if problem.problemset == "c":
            raise SandboxError("no more processes", hint="")

    before = threading.active_count()
    with pytest.raises(SandboxError, match="no more processes"):
        evaluate(
            BENCHMARK,
            solver=ReferenceSolver(),
            options=OPTIONS,
            sandbox=FakeSandbox(),
            jobs=jobs,
            progress=lambda result: told.append(result.name),
            on_attempt=on_attempt,
        )

    assert "c" not in told
    assert jobs > 1 or told == ["a", "b"]
    assert threading.active_count() == before


def test_set_with_too_large_inputs_is_not_run(tmp_path: Path) -> None:
    """The gate says so before anything is copied; as much as is allowed runs."""
    (tmp_path / "t.csv").write_text("x\n1\n")
    text = (
        '# %%\nimport pandas as pd\nt = pd.read_csv("inputs/t.csv")\n\n# %%\n"""\nquestion: How many?\n"""\n\nlen(t)\n'
    )
    found = []
    for most in (3, 4):
        sandbox = FakeSandbox()
        evidence = verify(text, [tmp_path / "t.csv"], limits=Limits(max_inputs=most), sandbox=sandbox)
        found.append(("DS410" in {finding.code for finding in evidence.errors}, len(sandbox.ran)))
        assert (evidence.dry_run is None) is (most == 3)

    assert found == [(True, 0), (False, 4)]
