"""Statistics: what a benchmark is made of, as the paper's section 5 measures its own."""

import statistics
from collections.abc import Callable, Iterable, Sequence

from authoring.dseal.analysis.complexity import difficulty
from authoring.dseal.model import CellKind, Problem, ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.python_code import imports_of
from authoring.evaluation.statistics.coverage import CellCalls, calls_of, coverage_of, coverage_together
from authoring.evaluation.statistics.dependencies import DependencyWalk, longest_path, walk
from authoring.evaluation.statistics.usage import usage_of
from authoring.records.evidence import Limits
from authoring.records.progress import ProgressCallback
from authoring.records.results import Benchmark, BenchmarkSet
from authoring.records.statistics import ProblemStatistics, SessionStatistics, SetStatistics, Spread, Statistics
from authoring.sandbox.port import Sandbox

BASE_PACKAGES = ("numpy", "pandas")


def measure_benchmark(
    benchmark: Benchmark, *, limits: Limits, sandbox: Sandbox | None, progress: ProgressCallback | None = None
) -> Statistics:
    """Measure a benchmark; without a sandbox nothing runs, and what only a run shows is left out.

    Raises:
        SandboxError: the sandbox failed; a reference that fails ends its set's figures, which say so.
    """
    texts = [parse(problemset.text) for problemset in benchmark.sets]
    cells = sum(len(text.runnable) for text in texts)
    sets, cells_done = [], 0
    for problemset, text in zip(benchmark.sets, texts, strict=True):
        sets.append(_measure_set(problemset, text, limits, sandbox, _counting(progress, cells_done, cells)))
        # Cells behind one that failed do not run, and count as done all the same.
        cells_done += len(text.runnable)
        if progress is not None:
            progress(cells_done, cells)
    versions = {} if sandbox is None else dict(sandbox.versions(_packages(texts)))
    return Statistics(
        benchmark=benchmark.name,
        version=benchmark.version,
        python=versions.pop("python", ""),
        packages=tuple(sorted(versions.items())),
        sets=tuple(sets),
        difficulty=_spread(problem.difficulty for problemset in sets for problem in problemset.problems),
        usage=usage_of(texts),
        coverage=coverage_together(problemset.coverage for problemset in sets),
        session=None if sandbox is None else _chains(sets),
    )


def _counting(progress: ProgressCallback | None, cells_done: int, cells: int) -> Callable[[], None]:
    ran = 0

    def step() -> None:
        nonlocal ran
        ran += 1
        if progress is not None:
            progress(cells_done + ran, cells)

    return step


def _packages(texts: Iterable[ProblemSet]) -> list[str]:
    imported = {name.partition(".")[0] for text in texts for cell in text.runnable for name in imports_of(cell.code)}
    return sorted({*BASE_PACKAGES, *imported})


def _measure_set(
    problemset: BenchmarkSet, text: ProblemSet, limits: Limits, sandbox: Sandbox | None, step: Callable[[], None]
) -> SetStatistics:
    cells = calls_of(text)
    dependency_walk = None if sandbox is None else walk(problemset, cells, limits=limits, sandbox=sandbox, step=step)
    problems = tuple(_problems(cells, dependency_walk))
    measured = SetStatistics(
        name=problemset.name,
        problems=problems,
        broken=sum(cell.kind is CellKind.BROKEN for cell in text.cells),
        usage=usage_of([text]),
        coverage=coverage_of(cells, dependency_walk.receivers if dependency_walk else {}),
    )
    if dependency_walk is None:
        return measured
    needs = {problem.number: problem.depends_on or () for problem in measured.ran}
    variables, size = dependency_walk.sizes[-1]
    return measured.model_copy(
        update={
            "seconds": dependency_walk.seconds,
            "stop": dependency_walk.stop,
            "chain": longest_path(needs),
            "variables": variables,
            "bytes": size,
        }
    )


def _problems(cells: Sequence[CellCalls], dependency_walk: DependencyWalk | None) -> Iterable[ProblemStatistics]:
    problems: dict[int, Problem] = {
        number: calls.cell.problem for number, calls in enumerate(cells) if calls.cell.problem is not None
    }
    for number, problem in problems.items():
        measured = ProblemStatistics(
            number=problem.number,
            line=cells[number].cell.span.line,
            difficulty=difficulty(cells[number].cell.code),
        )
        if dependency_walk is not None and number in dependency_walk.needs:
            needs = dependency_walk.needs[number]
            variables, size = dependency_walk.sizes[number]
            measured = measured.model_copy(
                update={
                    "depends_on": tuple(sorted(problems[cell].number for cell in needs if cell in problems)),
                    "needs_context": any(cell not in problems for cell in needs),
                    "variables": variables,
                    "bytes": size,
                }
            )
        yield measured


def _chains(sets: Sequence[SetStatistics]) -> SessionStatistics:
    ran = [problem.depends_on or () for set_statistics in sets for problem in set_statistics.ran]
    return SessionStatistics(
        problems=len(ran),
        dependent=sum(bool(needs) for needs in ran),
        in_degree=_spread(len(needs) for needs in ran),
        chain=_spread(set_statistics.chain or 0 for set_statistics in sets),
        variables=_spread(set_statistics.variables or 0 for set_statistics in sets),
        bytes=_spread(set_statistics.bytes or 0 for set_statistics in sets),
        stopped=sum(set_statistics.stop is not None for set_statistics in sets),
    )


def _spread(numbers: Iterable[float]) -> Spread:
    values = tuple(numbers)
    if not values:
        return Spread()
    return Spread(
        count=len(values),
        mean=statistics.fmean(values),
        median=statistics.median(values),
        maximum=max(values),
    )
